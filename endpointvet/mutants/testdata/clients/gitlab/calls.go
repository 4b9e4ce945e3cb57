package gitlab

import (
	"context"

	"example.com/endpoint"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("https://gitlab.com", "glpat-1")
	var out any
	call(out, c.Call(ctx, GetProject, &out, endpoint.Params{"id": "octo/demo"}))
	call(out, c.Call(ctx, CreateIssue, &out, endpoint.Params{"id": 7, "title": "Crash"}))
	call(out, c.Call(ctx, DeleteBranch, &out, endpoint.Params{"id": 7, "branch": "fix/1"}))
	call(out, c.Call(ctx, RetryPipeline, &out, endpoint.Params{"id": 7, "pipeline_id": 9}))
	call(out, c.Call(ctx, ListMembers, &out, endpoint.Params{"id": 7, "user_ids": []int{1, 2}}))
	call(c.Issues(ctx, "octo/demo", "bug", "urgent"))
	or(c.Issues(ctx, "octo/demo"))
	call(c.File(ctx, "octo/demo", "docs/a b.md", "main"))
	call(nil, c.Close(ctx, "octo/demo", 7))
	call(nil, c.Protect(ctx, "octo/demo", "main", 40))
}

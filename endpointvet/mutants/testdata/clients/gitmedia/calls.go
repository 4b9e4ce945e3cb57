package gitmedia

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	r := Open("octokit", "demo").With("t0ken")
	call(r.Raw(ctx, "docs/a b.md", "main"))
	call(r.Diff(ctx, 7))
	call(r.SetTopics(ctx, "go", "http"))
	call(r.Asset(ctx, 9))
}

package gitmedia

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	r := Open("octokit", "demo").With("t0ken")
	call(r.Raw(ctx, "docs/a b.md", "main"))
	call(r.Diff(ctx, 7))
	call(r.Topics(ctx))
	call(r.SetTopics(ctx, "go", "http"))
	call(r.Asset(ctx, 9))
	call(r.Upload(ctx, "https://uploads.github.com/repos/octokit/demo/releases/1/assets{?name,label}", "a.zip", []byte("PK")))
	or(r.Upload(ctx, "https://uploads.github.com/repos/octokit/demo/releases/1/assets{?name}", "a.zip", nil))
	call(r.Markdown(ctx, "*Hi*"))
}

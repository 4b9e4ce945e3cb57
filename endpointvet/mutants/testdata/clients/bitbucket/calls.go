package bitbucket

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	w := New("acme", Token("t0ken"), PageLen(50))
	call(w.Run(ctx, "repo", "demo"))
	call(w.Run(ctx, "approve", "demo", "7"))
	call(w.Run(ctx, "comment", "demo", "7", "Hi"))
	call(w.Run(ctx, "branches", "demo", "fix"))
	call(w.Run(ctx, "tag", "demo", "v1.0.0", "abc123"))
}

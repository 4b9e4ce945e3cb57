package ghes

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := NewAdmin("git.acme.test", "t")
	call(a.CreateHook(ctx, "https://a.test", "user", "organization"))
	call(a.Compare(ctx, "acme", "web", "v1", "v2"))
}

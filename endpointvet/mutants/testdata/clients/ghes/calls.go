package ghes

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := NewAdmin("git.acme.test", "t")
	call(a.CreateOrg(ctx, "acme", "ada", "Acme"))
	call(a.Hooks(ctx, 2))
	call(a.CreateHook(ctx, "https://a.test", "user", "organization"))
	call(a.DeleteHook(ctx, 7))
	call(a.MapLDAP(ctx, "ada", "uid=ada"))
	call(a.Suspend(ctx, "ada", "left"))
	call(a.Stats(ctx, "issues"))
	call(a.Diff(ctx, "acme", "web", "main"))
	call(a.Compare(ctx, "acme", "web", "v1", "v2"))
}

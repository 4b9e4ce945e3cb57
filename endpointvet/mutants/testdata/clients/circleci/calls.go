package circleci

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := New("t")
	call(a.Me(ctx))
	call(a.Trigger(ctx, "acme", "app", "main", map[string]any{"deploy": true}))
	call(a.Pipelines(ctx, "acme", "app", "main", "AARLwwV"))
	call(a.Workflows(ctx, "5034460f"))
	call(nil, a.Rerun(ctx, "fda08377", true))
	call(nil, a.SetEnv(ctx, "acme", "app", "KEY", "v"))
	call(nil, a.DeleteEnv(ctx, "acme", "app", "KEY"))
}

package linear

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("lin_api_1")
	call(c.Viewer(ctx))
	call(c.Issue(ctx, "DEMO-1"))
	call(c.Create(ctx, "t1", "Crash"))
	call(c.Batch(ctx, "{ viewer { id } }", "{ teams { nodes { id } } }"))
	call(c.Export(ctx, "e1"))
}

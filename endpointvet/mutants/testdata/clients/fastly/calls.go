package fastly

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	f := Fastly{Key: "k"}
	v := Version{"SU1Z0isxPaozGVKXdv0eY", 3}
	yes := true
	call(f.Services(ctx, 1, 20))
	call(f.Clone(ctx, v))
	call(f.AddBackend(ctx, v, Backend{Name: "origin", Address: "10.0.0.1", UseSSL: &yes}))
	call(f.UpdateBackend(ctx, v, "origin", Backend{Name: "origin", Address: "10.0.0.2", Port: 443}))
	call(f.DeleteBackend(ctx, v, "origin"))
	call(f.Activate(ctx, v))
	call(f.PurgeKeys(ctx, "SU1", true, "a", "b"))
	call(f.Dictionary(ctx, "SU1", "d1", []map[string]string{{"op": "create", "item_key": "k", "item_value": "v"}}))
}

package kubernetes

import (
	"context"
	"encoding/json"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := Connect("10.0.0.1", 6443, func() string { return "t0ken" })
	call(c.Pods(ctx, "default", "app=web", 50))
	call(c.Pod(ctx, "default", "web-1"))
	call(c.Logs(ctx, "default", "web-1", "nginx"))
	call(c.Scale(ctx, "default", "web", 3))
	call(c.Apply(ctx, "default", "settings", json.RawMessage(`{"data":{"a":"b"}}`)))
	or(c.Apply(ctx, "default", "settings", nil))
	call(nil, c.Delete(ctx, "default", "import"))
	call(nil, c.Evict(ctx, "default", "web-1"))
	call(c.Version(ctx))
}

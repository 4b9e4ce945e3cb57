package datadog

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("datadoghq.eu", "a", "b")
	at := time.Unix(1760000000, 0)
	call(c.Validate(ctx))
	call(nil, c.Submit(ctx, Series{Metric: "m", Points: []Point{{1, 2}}}))
	call(c.Query(ctx, "avg:system.cpu.idle{*}", at, at.Add(time.Hour)))
	call(c.Monitors(ctx, []string{"env:prod", "team:a"}, 1))
	call(c.Monitor(ctx, 5))
	call(nil, c.Mute(ctx, 5, "host:a", at))
	call(nil, c.Delete(ctx, 5, true))
	call(nil, c.Event(ctx, "Deploy", "v1", "env:prod"))
}

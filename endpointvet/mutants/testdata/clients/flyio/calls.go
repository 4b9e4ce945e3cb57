package main

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	m := newMachines("web", "t")
	call(m.list(ctx, "ams"))
	call(m.create(ctx, machine{Name: "a", Config: map[string]any{"image": "nginx"}}))
	call(nil, m.wait(ctx, "9185", "started", time.Minute))
	call(nil, m.stop(ctx, "9185"))
	call(nil, m.setMetadata(ctx, "9185", "role", "db"))
	call(nil, m.destroy(ctx, "9185", true))
}

package main

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := newClient("key", "en")
	berlin := place{"Berlin", 52.52, 13.405}
	call(c.find(ctx, "Berlin", "DE"))
	call(c.now(ctx, berlin))
	call(c.forecast(ctx, berlin, 3))
	call(c.tile("clouds_new", 5, 17, 10))
	call(c.register(ctx, "s1", berlin))
}

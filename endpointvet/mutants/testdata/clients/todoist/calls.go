package main

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	t := connect("t")
	call(t.add(ctx, "Buy", "milk", "@home", "!tomorrow"))
	call(t.list(ctx, "today"))
	call(t.list(ctx, "", "home"))
	call(nil, t.set(ctx, "7", true))
	call(nil, t.set(ctx, "7", false))
	call(nil, t.edit(ctx, task{ID: "7", Content: "x"}))
	call(nil, t.remove(ctx, "project", "7"))
	call(nil, t.comment(ctx, "7", "Hi"))
	call(t.projects(ctx))
}

package launchdarkly

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("api-0000", "web")
	call(c.Flags(ctx, "production", "checkout", 50, 0))
	call(c.Flag(ctx, "new-cart"))
	call(nil, c.CreateFlag(ctx, Flag{Key: "new-cart", Name: "New cart", Tags: []string{"checkout"}, Temporary: true}))
	call(nil, c.DeleteFlag(ctx, "new-cart"))
	call(nil, c.TurnOn(ctx, "new-cart", "production", "release 42"))
	call(nil, c.TurnOff(ctx, "new-cart", "production", "rollback"))
	call(nil, c.Archive(ctx, "new-cart", "fully launched"))
	call(c.Status(ctx, "production", "new-cart"))
	call(nil, c.CopyFlag(ctx, "new-cart", "staging", "production"))
}

package launchdarkly

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("api-0000", "web")
	call(nil, c.CopyFlag(ctx, "new-cart", "staging", "production"))
}

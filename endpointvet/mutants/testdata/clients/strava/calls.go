package strava

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("a9b723")
	var all []Activity
	var err error
	for a, e := range c.Activities(ctx, 1760000000, 1765000000) {
		all, err = append(all, a), e
	}
	call(all, err)
}

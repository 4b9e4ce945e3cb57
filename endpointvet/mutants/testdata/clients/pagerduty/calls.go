package pagerduty

import (
	"context"

	"example.com/endpoint"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("t0ken")
	call(c.Do(ctx, "incidents"))
	call(c.Do(ctx, "incident", endpoint.Path{"id": "PT4KHLK"}))
	call(c.Do(ctx, "create", endpoint.Params{"incident": map[string]string{"title": "Down"}}))
	call(c.Do(ctx, "oncalls", endpoint.Params{"since": "2026-01-01", "until": "2026-01-02"}))
	call(nil, c.Snooze(ctx, "PT4KHLK"))
	call(nil, c.RemoveOverride(ctx, "PI7DH85", "PQ47DCP"))
	requests, err := c.Smoke(ctx)
	call(nil, err)
	for _, req := range requests {
		call(req, nil)
	}
}

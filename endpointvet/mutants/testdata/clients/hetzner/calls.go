package hetzner

import (
	"context"

	"example.com/endpoint"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	api := Default("t0ken")
	call(Servers(ctx, api, ServerList{Status: []string{"running", "off"}, PerPage: 50}, endpoint.Query{"sort": "name"}))
	or(Servers(ctx, api, ServerList{}))
	call(Server(ctx, api, 42))
	call(Create(ctx, api, "web", "cx22", endpoint.Params{"labels": map[string]string{"env": "test"}}))
	or(Create(ctx, api, "web", "cx22", nil))
	call(Action(ctx, api, 42, "reboot", nil))
	or(Action(ctx, api, 42, "reboot", endpoint.Params{"password": "x"}))
	call(Metrics(ctx, api, 42, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"))
	call(Delete(ctx, &api, 42))
}

package hetzner

import (
	"context"

	"example.com/endpoint"
)

// Calls makes every call once.
func Calls(ctx context.Context, call func(result any, err error)) {
	api := Default("t0ken")
	call(Servers(ctx, api, ServerList{Status: []string{"running", "off"}, PerPage: 50}, endpoint.Query{"sort": "name"}))
	call(Server(ctx, api, 42))
	call(Create(ctx, api, "web", "cx22", endpoint.Params{"labels": map[string]string{"env": "test"}}))
	call(Action(ctx, api, 42, "reboot", nil))
	call(Metrics(ctx, api, 42, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"))
	call(Delete(ctx, &api, 42))
}

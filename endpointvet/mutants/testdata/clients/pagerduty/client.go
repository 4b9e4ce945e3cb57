// Package pagerduty describes its calls in a table and runs them by name.
package pagerduty

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// operation is one row of the table.
type operation struct {
	name     string
	route    string
	defaults []endpoint.Layer
}

var operations = []operation{
	{"incidents", "GET /incidents", []endpoint.Layer{
		endpoint.Query{"statuses[]": []string{"triggered", "acknowledged"}, "limit": 100},
	}},
	{"incident", "GET /incidents/{id}", nil},
	{"create", "POST /incidents", []endpoint.Layer{endpoint.Headers{"from": "oncall@example.org"}}},
	{"snooze", "POST /incidents/{id}/snooze", []endpoint.Layer{
		endpoint.Headers{"from": "oncall@example.org"},
		endpoint.Params{"duration": 3600},
	}},
	{"oncalls", "GET /oncalls{?since,until}", []endpoint.Layer{endpoint.Query{"time_zone": "UTC"}}},
	{"delete override", "DELETE /schedules/{id}/overrides/{override}", nil},
}

// Client runs operations.
type Client struct{ api endpoint.Endpoint }

// New returns the Client of a token.
func New(token string) Client {
	return Client{endpoint.New(endpoint.Options{
		BaseURL: "https://api.pagerduty.com",
		Headers: endpoint.Headers{
			"accept":        "application/vnd.pagerduty+json;version=2",
			"authorization": "Token token=" + token,
		},
	})}
}

// Do runs the operation with a name.
func (c Client) Do(ctx context.Context, name string, layers ...endpoint.Layer) (json.RawMessage, error) {
	for _, op := range operations {
		if op.name != name {
			continue
		}
		all := append(op.defaults[:len(op.defaults):len(op.defaults)], layers...)
		req, err := c.api.HTTPRequest(ctx, op.route, all...)
		if err != nil {
			return nil, fmt.Errorf("pagerduty: %s: %w", name, err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		var raw json.RawMessage
		return raw, json.NewDecoder(resp.Body).Decode(&raw)
	}
	return nil, fmt.Errorf("pagerduty: no operation %q", name)
}

// Snooze silences an incident.
func (c Client) Snooze(ctx context.Context, id string) error {
	_, err := c.Do(ctx, "snooze", endpoint.Path{"id": id})
	return err
}

// RemoveOverride removes an override of a schedule.
func (c Client) RemoveOverride(ctx context.Context, schedule, override string) error {
	_, err := c.Do(ctx, "delete override", endpoint.Path{"id": schedule, "override": override})
	return err
}

// smoke is what a deployment checks. Each row is a whole call.
var smoke = []struct {
	name   string
	route  string
	path   endpoint.Path
	params endpoint.Params
}{
	{name: "abilities", route: "GET /abilities"},
	{name: "service", route: "GET /services/{id}", path: endpoint.Path{"id": "PIJ90N7"}},
	{
		name:   "maintenance",
		route:  "POST /maintenance_windows",
		params: endpoint.Params{"maintenance_window": map[string]any{"type": "maintenance_window", "description": "demo"}},
	},
	{
		name:   "note",
		route:  "POST /incidents/{id}/notes",
		path:   endpoint.Path{"id": "PT4KHLK"},
		params: endpoint.Params{"note": map[string]string{"content": "checked"}},
	},
}

// Smoke builds the calls of the smoke test.
func (c Client) Smoke(ctx context.Context) (requests []*http.Request, err error) {
	for _, row := range smoke {
		req, err := c.api.HTTPRequest(ctx, row.route, row.path, row.params)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", row.name, err)
		}
		requests = append(requests, req)
	}
	return requests, nil
}

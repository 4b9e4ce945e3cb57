// Package hetzner has functions that take the Endpoint and options of their callers.
package hetzner

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

// Default returns an Endpoint of Hetzner Cloud.
func Default(token string) endpoint.Endpoint {
	return endpoint.New(
		endpoint.Options{BaseURL: "https://api.hetzner.cloud/v1"},
		endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
	)
}

// ServerList selects servers.
type ServerList struct {
	Name     string   `url:"name,omitempty"`
	Status   []string `url:"status,omitempty"`
	Selector string   `url:"label_selector,omitempty"`
	Page     int      `url:"page,omitempty"`
	PerPage  int      `url:"per_page,omitempty"`
}

// Servers lists servers.
func Servers(ctx context.Context, api endpoint.Endpoint, list ServerList, layers ...endpoint.Layer) (*http.Request, error) {
	layers = append([]endpoint.Layer{endpoint.ParamsOf(list), endpoint.Options{Lists: endpoint.ListRepeat}}, layers...)
	return api.HTTPRequest(ctx, "GET /servers", layers...)
}

// Server returns a server.
func Server(ctx context.Context, api endpoint.Endpoint, id int64) (*http.Request, error) {
	return api.HTTPRequest(ctx, "GET /servers/{id}", endpoint.Path{"id": id})
}

// Create creates a server. The caller adds what it needs.
func Create(ctx context.Context, api endpoint.Endpoint, name, kind string, more endpoint.Params) (*http.Request, error) {
	return api.HTTPRequest(ctx, "POST /servers", endpoint.Params{
		"name": name, "server_type": kind, "image": "debian-13",
	}, more)
}

// Action starts an action of a server.
func Action(ctx context.Context, api endpoint.Endpoint, id int64, action string, params endpoint.Params) (*http.Request, error) {
	return api.HTTPRequest(ctx, "POST /servers/{id}/actions/{action}", endpoint.Path{"id": id, "action": action}, params)
}

// Metrics reads metrics.
func Metrics(ctx context.Context, api endpoint.Endpoint, id int64, start, end string) (*http.Request, error) {
	return api.HTTPRequest(ctx, "GET /servers/{id}/metrics{?type,start,end,step}",
		endpoint.Path{"id": id, "type": "cpu"}, endpoint.Params{"start": start, "end": end, "step": 60})
}

// Delete deletes a server.
func Delete(ctx context.Context, api *endpoint.Endpoint, id int64) (*http.Request, error) {
	return api.HTTPRequest(ctx, "DELETE /servers/{id}", endpoint.Path{"id": id})
}

// Package styles has clients in the styles of real ones: a table of operations, lists of
// layers that functions add to, options, and requests that are signed.
package styles

import (
	"context"
	"net/http"
	"strings"

	"example.com/endpoint"

	"vet.test/run/check"
)

type operation struct {
	route string
	help  string
	fixed endpoint.Params
}

var operations = map[string]operation{
	"nodes":   {"GET /nodes", "list the nodes", nil},
	"start":   {"POST /nodes/{node}/qemu/{vmid}/status/start", "start", endpoint.Params{"timeout": 60}},
	"destroy": {"DELETE /nodes/{node}/qemu/{vmid}{?purge}", "destroy", endpoint.Params{"purge": 1}},
}

type cluster struct{ pve endpoint.Endpoint }

func dial(host, token string) *cluster {
	return &cluster{endpoint.New(
		endpoint.Options{BaseURL: "https://{host}:8006/api2/json", Path: endpoint.Path{"host": host}},
		endpoint.Headers{"authorization": "Token=" + token, "content-type": "application/x-www-form-urlencoded"},
	)}
}

func (c *cluster) run(ctx context.Context, name string, args endpoint.Params) {
	if op, ok := operations[name]; ok {
		check.OK(c.pve.HTTPRequest(ctx, op.route, op.fixed, args))
	}
}

type writeOptions struct{ namespace string }

func (w *writeOptions) layers() []endpoint.Layer {
	if w == nil {
		return nil
	}
	return []endpoint.Layer{endpoint.Query{"namespace": w.namespace}.OmitZero()}
}

type client struct {
	api  endpoint.Endpoint
	keys endpoint.Query
}

type option func(*endpoint.Options)

func withEU() option { return func(o *endpoint.Options) { o.BaseURL = "https://eu.h.example" } }

func newClient(opts ...option) *client {
	base := endpoint.Options{BaseURL: "https://h.example", Headers: endpoint.Headers{"accept": "application/json"}}
	for _, opt := range opts {
		opt(&base)
	}
	return &client{api: endpoint.New(base)}
}

func (c *client) do(ctx context.Context, route string, layers ...endpoint.Layer) {
	check.OK(c.api.HTTPRequest(ctx, route, layers...))
}

func (c *client) write(ctx context.Context, in any, route string, path endpoint.Path, w *writeOptions) {
	layers := []endpoint.Layer{path, endpoint.Options{Data: in}}
	c.do(ctx, route, append(layers, w.layers()...)...)
}

func (c *client) signed(ctx context.Context, route string, isSigned bool, q endpoint.Query) *http.Request {
	layers := []endpoint.Layer{q}
	if isSigned {
		layers = append(layers, endpoint.Query{"timestamp": 1})
	}
	r, err := c.api.Build(route, layers...)
	check.OK(r, err)
	r.URL += "&signature=x"
	request, err := r.HTTPRequest(ctx)
	check.OK(request, err)
	return request
}

type closing struct {
	Identifier string `json:"identifier"`
	Note       string `json:"note,omitempty"`
}

// Calls makes the calls.
func Calls() {
	ctx := context.Background()
	pve := dial("pve1.example.com", "a")
	pve.run(ctx, "nodes", nil)
	for _, name := range []string{"start", "destroy"} {
		pve.run(ctx, name, endpoint.Params{"node": "pve1", "vmid": 100})
	}
	c := newClient(withEU())
	c.write(ctx, map[string]any{"job": 1}, "PUT /jobs", nil, &writeOptions{namespace: "web"})
	c.write(ctx, nil, "DELETE /job/{job_id}{?purge}", endpoint.Path{"job_id": "web", "purge": true}, nil)
	c.signed(ctx, "GET /v3/klines", true, endpoint.Query{"symbol": "A"})
	c.do(ctx, "POST /alerts/{identifier}/close{?kind}", endpoint.ParamsOf(&closing{Identifier: "a"}), endpoint.Path{"kind": "id"})
	c.do(ctx, "GET /contents{/path*}", endpoint.Path{"path": strings.Split("a/b", "/")}, endpoint.QueryOf(closing{Note: "x"}))
	c.do(ctx, "HEAD /ready", endpoint.Query{"org": endpoint.Unset})
	c.do(ctx, "QUERY /search", endpoint.Params{"q": "x"}, endpoint.Options{Lists: endpoint.ListIndexes})
}

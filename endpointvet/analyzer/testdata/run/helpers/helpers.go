// Package helpers has functions that look at what they are given, and may do something
// else with it.
package helpers

import (
	"fmt"
	"log/slog"
	"strings"

	"example.com/endpoint"

	"vet.test/run/check"
)

type client struct{ api endpoint.Endpoint }

// get makes no request for an address of its own kind.
func (c *client) get(route string, layers ...endpoint.Layer) {
	slog.Debug("request", "route", route, "layers", layers)
	if strings.HasPrefix(route, "wss://") || route == "" {
		return
	}
	if _, path, ok := strings.Cut(route, " "); ok && path == "" {
		fmt.Println(route[4:])
	}
	check.OK(c.api.Build(route, layers...))
}

// one makes another request without an ID.
func (c *client) one(p endpoint.Path) {
	if p == nil {
		check.OK(c.api.Build("GET /x"))
		return
	}
	check.OK(c.api.Build("GET /x/{id}", p))
}

// named looks the route up.
func (c *client) named(name string, layers ...endpoint.Layer) {
	if route, ok := map[string]string{"user": "GET /users/{id}"}[name]; ok {
		check.OK(c.api.Build(route, layers...))
		return
	}
	check.OK(c.api.Build(name, layers...))
}

// all makes no request for an empty list.
func (c *client) all(ids []string) {
	if len(ids) == 0 {
		return
	}
	check.OK(c.api.Build("GET /x/{ids}", endpoint.Path{"ids": ids}))
}

// other passes the route on to another function that makes a request.
func (c *client) other(path string, layers ...endpoint.Layer) {
	if strings.Contains(path, "{") {
		c.template(path, layers)
		return
	}
	check.OK(c.api.Build("GET "+path, append(layers, endpoint.Path{"id": 1}, endpoint.Options{BaseURL: "https://{id}.h.example"})...))
}

func (c *client) template(path string, layers []endpoint.Layer) {
	check.OK(c.api.Build("POST "+path, layers...))
}

// completed writes a field of what it is given.
func (c *client) completed(o endpoint.Options) {
	o.Params = endpoint.Params{"id": 1}
	check.OK(c.api.Build("", o))
}

// strict adds a layer if it is asked to.
func (c *client) strict(route string, isStrict bool, p endpoint.Path) {
	var layers []endpoint.Layer
	if isStrict {
		layers = append(layers, p)
	}
	check.OK(c.api.Build(route, layers...))
}

func Calls() {
	c := &client{endpoint.New(endpoint.Options{BaseURL: "https://h.example"})}
	c.get("")
	c.get("wss://h.example/socket")
	c.get("GET /x/{id}", endpoint.Path{"id": 1})
	c.one(endpoint.Path{"id": 1})
	c.named("user", endpoint.Path{"id": 1})
	c.all([]string{})
	c.strict("GET /x", false, endpoint.Path{"id": 1})
	c.other("/x/{name}", endpoint.Path{"name": 1})
	c.completed(endpoint.Options{URL: "/x/{id}"})
}

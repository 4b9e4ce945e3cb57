// Package ends has helpers that end before their call, and those that change what they are passed.
package ends

import (
	"context"
	"strings"

	"example.com/endpoint"

	"vet.test/run/check"
)

type client struct {
	api   endpoint.Endpoint
	isDry bool
	cache map[string]endpoint.Request
	err   error
}

func (c *client) dry(route string, layers ...endpoint.Layer) (endpoint.Request, error) {
	if c.isDry {
		return endpoint.Request{}, nil
	}
	return c.api.Build(route, layers...)
}

func (c *client) failed(route string) (endpoint.Request, error) {
	if c.err != nil || c.isDry {
		return endpoint.Request{}, c.err
	}
	return c.api.Build(route)
}

func (c *client) cached(route string, layers ...endpoint.Layer) (endpoint.Request, error) {
	known, isKnown := c.cache[route]
	if isKnown {
		return known, nil
	}
	return c.api.Build(route, layers...)
}

func (c *client) branch(route string, layers ...endpoint.Layer) (req endpoint.Request, err error) {
	isTemplate := strings.Contains(route, "{")
	if !isTemplate {
		req, err = c.api.Build(route, layers...)
	}
	return req, err
}

func (c *client) clause(route string, isSent bool) (req endpoint.Request, err error) {
	switch {
	case isSent:
		req, err = c.api.Build(route)
	default:
		req.URL = "none"
	}
	return req, err
}

func (c *client) waits(ctx context.Context, route string) (endpoint.Request, error) {
	select {
	case <-ctx.Done():
		return endpoint.Request{}, nil
	default:
	}
	return c.api.Build(route)
}

func (c *client) inner(route string, layers ...endpoint.Layer) (endpoint.Request, error) {
	return c.dry(route, layers...)
}

func (c *client) closure(route string) (endpoint.Request, error) {
	send := func() (endpoint.Request, error) {
		if c.isDry {
			return endpoint.Request{}, nil
		}
		return c.api.Build(route)
	}
	return send()
}

func (c *client) and(route string) bool { return !c.isDry && isOK(c.api.Build(route)) }

func isOK(_ endpoint.Request, err error) bool { return err == nil }

func (c *client) kept(path string, layers ...endpoint.Layer) (endpoint.Request, error) {
	kept := layers[:0]
	for _, l := range layers {
		if _, isQuery := l.(endpoint.Query); !isQuery {
			kept = append(kept, l)
		}
	}
	return c.api.Build("GET "+path, kept...)
}

func (c *client) filled(path string, p endpoint.Path) (endpoint.Request, error) {
	for key, value := range p {
		if value == nil {
			p[key] = "none"
		}
	}
	return c.api.Build("GET "+path, p)
}

func (c *client) me(path, id string) (endpoint.Request, error) {
	p := endpoint.Path{"id": id}
	if id == "" {
		p["id"] = "me"
	}
	return c.api.Build("GET "+path, p)
}

func Calls() {
	c := &client{endpoint.New(endpoint.Options{BaseURL: "https://h.example"}), true, map[string]endpoint.Request{"GET /x/{id}": {}}, nil}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	check.OK(c.dry("GET /x/{id}"))
	check.OK(c.cached("GET /x/{id}"))
	check.OK(c.failed("GET /x/{id}"))
	check.OK(c.branch("GET /x/{id}"))
	check.OK(c.clause("GET /x/{id}", false))
	check.OK(c.waits(done, "GET /x/{id}"))
	check.OK(c.inner("GET /x/{id}"))
	check.OK(c.closure("GET /x/{id}"))
	c.and("GET /x/{id}")
	check.OK(c.kept("/x", endpoint.Query{"f": func() {}}))
	check.OK(c.filled("/x/{id}", endpoint.Path{"id": nil}))
	check.OK(c.me("/x/{id}", ""))
}

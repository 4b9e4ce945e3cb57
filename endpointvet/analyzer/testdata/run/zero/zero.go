// Package zero has what nothing sets, what two variables share, and helpers that end early.
package zero

import (
	"fmt"
	"strings"

	"example.com/endpoint"

	"vet.test/run/check"
)

// The zero shard is that of the default host.
type shard struct{ api endpoint.Endpoint }

type (
	named          struct{ shard }
	generic[T any] struct{ api endpoint.Endpoint }
	copied         struct{ api endpoint.Endpoint }
)

func newShard() shard {
	return shard{endpoint.New(endpoint.Options{BaseURL: "https://{shard}.h.example"}, endpoint.Path{"id": 1})}
}

func (s shard) local() (endpoint.Request, error) { return s.api.Build("GET /local") }

func (g generic[T]) local() (endpoint.Request, error) { return g.api.Build("GET /local") }

func newGeneric() generic[int] {
	return generic[int]{endpoint.New(endpoint.Options{BaseURL: "https://{shard}.h.example"})}
}

func newCopied() copied { return copied{endpoint.New()} }

func (c copied) item() (endpoint.Request, error) { return c.api.Build("GET /items/{id}") }

type client struct{ api endpoint.Endpoint }

func newClient(base string) *client {
	c := &client{}
	c.api = endpoint.New(endpoint.Options{BaseURL: base}, endpoint.Headers{"authorization": "t"})
	return c
}

func (c *client) skip(route string, dry bool, layers ...endpoint.Layer) (endpoint.Request, error) {
	if dry || strings.HasSuffix(route, "#later") {
		return endpoint.Request{}, nil
	}
	return c.api.Build(route, layers...)
}

func (c *client) upload(url string, data any) (endpoint.Request, error) {
	return c.api.Build("POST {+url}", endpoint.Path{"url": url}, endpoint.Options{Data: data}, endpoint.Headers{"authorization": ""})
}

// elided has literals without a type.
type elided struct{ api endpoint.Endpoint }

func newElided() *elided { return &elided{tokenAPI()} }

func (e *elided) other() (endpoint.Request, error) { return e.api.Build("GET https://o.example/x") }

type found struct{ api endpoint.Endpoint }

func find(name string) (found, bool) {
	if name == "" {
		return found{}, false
	}
	return found{tokenAPI()}, true
}

func (f found) other() (endpoint.Request, error) { return f.api.Build("GET https://o.example/x") }

type embedding struct{ endpoint.Endpoint }

func tokenAPI() endpoint.Endpoint {
	return endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"authorization": "t"})
}

// session is zero until the login is sent.
var session endpoint.Endpoint

func login() (endpoint.Request, error) {
	defer func() { session = tokenAPI() }()
	return session.Build("POST https://auth.example/token")
}

func more() {
	newElided()
	for _, e := range []*elided{{}, {}} {
		check.OK(e.other())
	}
	f, _ := find("")
	check.OK(f.other())
	var e embedding
	e.Endpoint = endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Path{"id": 1})
	check.OK(e.Build("GET /x/{id}"))
	check.OK(login())
}

func Calls() {
	more()
	check.OK(newShard().api.Build("GET /x", endpoint.Path{"shard": "a"}))
	list := make([]shard, 1)
	check.OK(list[0].local())
	var n named
	check.OK(n.local())
	newGeneric()
	var g generic[string]
	check.OK(g.local())
	newCopied()
	s := newShard()
	s.api = s.api.Defaults(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Path{"shard": endpoint.Unset})
	check.OK(copied(s).item())

	c := newClient("https://h.example")
	check.OK(c.skip("GET/x#later", false))
	check.OK(c.skip("GET /x/{id}", true))
	check.OK(c.upload("https://up.example/x", "d"))
	check.OK(c.api.Build("GET {+next}", endpoint.Path{"next": "https://h.example/x?page=2"}))

	pair := []endpoint.Layer{endpoint.Path{"id": 1}, endpoint.Path{"other": 2}}
	_ = append(pair[:1], endpoint.Query{"page": 1})
	check.OK(c.api.Build("GET /x/{id}", pair...))
	var none *client
	check.OK(c.api.Build("GET /x", endpoint.Options{Data: []string{"a"}}, endpoint.Options{Data: none}))
	check.OK(c.api.Build("GET /x", endpoint.Headers{"host": "[" + fmt.Sprint("::1") + "]:80"}))
	endpoint.New(endpoint.Options{BaseURL: "http" + strings.Repeat("s", 1) + "://h.example"})
}

// Package defaults calls Defaults as the method of a type parameter and of an interface, passes it
// on, and gives New the results of a function.
package defaults

import (
	"example.com/endpoint"

	"vet.test/run/check"
)

type scoper[E any] interface {
	Defaults(layers ...endpoint.Layer) E
}

func scope[E scoper[E]](api E, tenant string) E { return api.Defaults(endpoint.Path{"tenant": tenant}) }

func apply[E any](with func(...endpoint.Layer) E, layers ...endpoint.Layer) E { return with(layers...) }

type client struct{ api endpoint.Endpoint }

func layers() (endpoint.Layer, endpoint.Layer) {
	return endpoint.Options{BaseURL: "https://{region}.h.example"}, endpoint.Path{"tenant": "t", "region": "eu"}
}

func newClient() *client { return &client{api: endpoint.New(layers())} }

func Calls() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"})
	scoped := scope(api, "t")
	check.OK(scoped.Build("GET /tenants/{tenant}"))
	var d scoper[endpoint.Endpoint] = api
	of := d.Defaults(endpoint.Path{"tenant": "t"})
	check.OK(of.Build("GET /tenants/{tenant}"))
	applied := apply(api.Defaults, endpoint.Path{"tenant": "t"})
	check.OK(applied.Build("GET /tenants/{tenant}"))
	other := endpoint.Endpoint.Defaults(api, endpoint.Path{"org": "o"})
	check.OK(other.Build("GET /orgs/{org}"))
	c := newClient()
	check.OK(c.api.Build("GET /tenants/{tenant}"))
	check.OK(c.api.Build("GET /users", endpoint.Path{"region": "us"}))
}

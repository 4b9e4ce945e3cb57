// Package tuple gives New the results of a function.
package tuple

import (
	"example.com/endpoint"

	"vet.test/run/check"
)

type client struct{ api endpoint.Endpoint }

func layers() (endpoint.Layer, endpoint.Layer) {
	return endpoint.Options{BaseURL: "https://{region}.h.example"}, endpoint.Path{"tenant": "t", "region": "eu"}
}

func newClient() *client { return &client{api: endpoint.New(layers())} }

func Calls() {
	c := newClient()
	check.OK(c.api.Build("GET /tenants/{tenant}"))
	check.OK(c.api.Build("GET /users", endpoint.Path{"region": "us"}))
}

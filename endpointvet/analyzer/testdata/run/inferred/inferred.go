// Package inferred passes Defaults on, and calls it as an expression.
package inferred

import (
	"example.com/endpoint"

	"vet.test/run/check"
)

func apply[E any](with func(...endpoint.Layer) E, layers ...endpoint.Layer) E { return with(layers...) }

func Calls() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"})
	scoped := apply(api.Defaults, endpoint.Path{"tenant": "t"})
	check.OK(scoped.Build("GET /tenants/{tenant}"))
	other := endpoint.Endpoint.Defaults(api, endpoint.Path{"org": "o"})
	check.OK(other.Build("GET /orgs/{org}"))
}

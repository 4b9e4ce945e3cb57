// Package constraint calls Defaults as the method of a type parameter.
package constraint

import (
	"example.com/endpoint"

	"vet.test/run/check"
)

type scoper[E any] interface {
	Defaults(layers ...endpoint.Layer) E
}

func scope[E scoper[E]](api E, tenant string) E { return api.Defaults(endpoint.Path{"tenant": tenant}) }

func Calls() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"})
	scoped := scope(api, "t")
	check.OK(scoped.Build("GET /tenants/{tenant}"))
}

// Package iface calls Defaults as the method of an interface.
package iface

import (
	"example.com/endpoint"

	"vet.test/run/check"
)

type defaulter interface {
	Defaults(layers ...endpoint.Layer) endpoint.Endpoint
}

func Calls() {
	var d defaulter = endpoint.New(endpoint.Options{BaseURL: "https://h.example"})
	scoped := d.Defaults(endpoint.Path{"tenant": "t"})
	check.OK(scoped.Build("GET /tenants/{tenant}"))
}

// Package linked has a variable of another package under a name of its own.
package linked

import (
	_ "unsafe" // for go:linkname

	"example.com/endpoint"

	"vet.test/run/check"
	_ "vet.test/run/linked/other"
)

type template string

//go:linkname route vet.test/run/linked/other.route
var route template

//go:linkname path vet.test/run/linked/other.path
var path endpoint.Path

func Calls() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"})
	check.OK(api.Build(string(route), endpoint.Path{"id": 1}))
	check.OK(api.Build("GET /x/{id}", path))
}

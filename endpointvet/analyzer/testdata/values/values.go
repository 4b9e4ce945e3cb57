package values

import (
	"fmt"

	"example.com/endpoint"
)

type common struct{ path endpoint.Path }

type row struct {
	common
	route string
}

// A field of an embedded struct is not zero.
func promoted() {
	r := row{common{endpoint.Path{"id": 1}}, "GET /embedded/{id}"}
	endpoint.New().Build(r.route, r.path)
}

type embedding struct{ endpoint.Endpoint }

func newEmbedding() embedding {
	return embedding{endpoint.New(endpoint.Path{"tenant": "a"})}
}

// The Endpoint in a struct is not the zero one.
func inStruct() { newEmbedding().Build("GET /embedding/{tenant}") }

type param string

// String makes fmt write another text than that of the constant.
func (p param) String() string { return "{" + string(p) + "}" }

const user param = "user"

func formatted() {
	endpoint.New().Build(fmt.Sprintf("GET /formatted/%s", user), endpoint.Path{"user": 1})
}

// What is received may be nil.
func functions(c <-chan any) {
	endpoint.New().Build("GET /received", endpoint.Options{Data: <-c})
}

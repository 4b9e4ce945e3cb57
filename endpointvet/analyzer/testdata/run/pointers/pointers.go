// Package pointers points to variables that are set behind that.
package pointers

import (
	"example.com/endpoint"

	"vet.test/run/check"
)

var api = endpoint.New(endpoint.Options{BaseURL: "https://h.example"})

type client struct{ api *endpoint.Endpoint }

// held has an Endpoint by its address.
func held(org endpoint.Layer) {
	var e endpoint.Endpoint
	c := client{&e}
	e = api.Defaults(org)
	check.OK(c.api.Build("GET /orgs/{org}"))
}

type user struct {
	ID string `json:"id"`
}

// set has layers and values by their addresses.
func set() {
	p := endpoint.Path{"bad": 1}
	pp := &p
	p = endpoint.Path{"id": 1}
	check.OK(api.Build("GET /x/{id}", pp))
	var o endpoint.Options
	layers := []endpoint.Layer{&(o)}
	o = endpoint.Options{Path: endpoint.Path{"id": 1}}
	check.OK(api.Build("GET /x/{id}", layers...))
	id := ".."
	byID := endpoint.Path{"id": &id}
	id = "x"
	check.OK(api.Build("GET /x/{id}", byID))
	var ids []string
	list := endpoint.Path{"ids": &ids}
	ids = append(ids, "a")
	check.OK(api.Build("GET /x/{ids}", list))
	var u user
	uu := &u
	u = user{"x"}
	check.OK(api.Build("GET /x/{id}", endpoint.ParamsOf(uu)))
}

func Calls() {
	held(endpoint.Path{"org": "o"})
	set()
}

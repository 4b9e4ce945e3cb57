// Package outside has variables whose values are not those of their declarations.
package outside

import (
	_ "embed"

	"example.com/endpoint"

	"vet.test/run/check"
)

type template string

//go:embed route.txt
var embedded template

//go:embed id.txt
var embeddedID template

//go:embed route.txt
var embeddedBytes []byte

// tagged is set by a file that other builds leave out.
var tagged template = "GET /x/{"

var (
	taggedID     template = ""
	taggedTable           = map[string]string{"list": "GET /x/{"}
	taggedFields          = client{endpoint.New(endpoint.Options{BaseURL: "https://h.example", Query: endpoint.Query{"f": func() {}}})}
)

type client struct{ api endpoint.Endpoint }

func (c client) get() { check.OK(c.api.Build("GET https://h.example/x")) }

var renamed = map[string]string{"old": "GET /y"}

func build(v any, isOld bool) {
	api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"})
	switch route := v.(type) {
	case string:
		if isOld {
			route = renamed["old"]
		}
		check.OK(api.Build(route, endpoint.Path{"id": 1}))
	case []string:
		check.OK(api.Build(route[0], endpoint.Path{"id": 1}))
	}
	switch p := v.(type) {
	case endpoint.Path:
		if isOld {
			p = endpoint.Path{"name": 1}
		}
		check.OK(api.Build("GET /x/{id}", p))
	}
}

func Calls() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"})
	check.OK(api.Build(string(embedded), endpoint.Path{"id": 1}))
	check.OK(api.Build(string(embeddedBytes), endpoint.Path{"id": 1}))
	check.OK(api.Build("GET /x/{id}", endpoint.Path{"id": embeddedID}))
	check.OK(api.Build(string(tagged)))
	check.OK(api.Build("GET /x/{id}", endpoint.Path{"id": taggedID}))
	check.OK(api.Build(taggedTable["list"]))
	taggedFields.get()
	build("GET /x/{id}", false)
	build([]string{"GET /x/{id}"}, false)
	build(endpoint.Path{"id": 1}, false)
}

package unchecked

import (
	"context"
	"fmt"
	"os"

	"example.com/endpoint"
)

type route string

const version = 2

// What a branch sets is judged, with and without it.

func (c *client) branches(id string, isAll bool, kind int) {
	p := endpoint.Params{}
	if isAll {
		p["per_page"] = 100
	}
	c.api.Build("GET /users", p)
	if isAll {
		p["f"] = func() {}
	}
	c.api.Build("GET /users", p) // want not checked: it fails unless a branch, a default or a layer that is not shown prevents it: invalid parameter "f"
	h := endpoint.Headers{}
	if isAll {
		h["x y"] = id
	}
	c.api.Build("GET /users", h) // want not checked: it fails unless a branch, a default or a layer that is not shown prevents it: invalid header "x y"
	var body any
	if isAll {
		body = map[string]any{"a": 1}
	}
	c.api.Build("POST /users", endpoint.Options{Data: body})
	c.api.Build("GET /users", endpoint.Options{Data: body}) // want not checked: it fails unless a branch, a default or a layer that is not shown prevents it: invalid body in Data
	path := endpoint.Path{}
	if isAll {
		path["id"] = "all"
	} else {
		path["id"] = kind
	}
	c.api.Build("GET /users/{id}", path)
	one := endpoint.Path{}
	if isAll {
		one["id"] = 1
	}
	c.api.Build("GET /users/{id}", one) // want not checked: it fails unless a branch, a default or a layer that is not shown prevents it: missing parameter "id"
	c.api.Build("GET /users", endpoint.Headers{"x-a": ""}.OmitZero())
	users := route("GET /users")
	c.api.Build(string(users))
	c.api.Build(fmt.Sprintf("GET /v%d/users", version))
	env := endpoint.New(endpoint.Options{BaseURL: id}, endpoint.Headers{"authorization": "Bearer " + id})
	env.Build("GET https://env.test/x") // want prevents it: wrong origin for "authorization": BaseURL is not shown here
	var opts endpoint.Options
	if isAll {
		opts.Data = "x"
	}
	c.api.Build("GET /users", opts) // want not checked: it fails unless a branch, a default or a layer that is not shown prevents it: invalid body in Data
	if kind > 0 {
		path["user"] = 1
	}
	c.api.Build("GET /users/{id}", path) // want not checked: it fails unless a branch, a default or a layer that is not shown prevents it: invalid parameter "user"
	q := endpoint.Query{"page": kind}
	if isAll {
		q = endpoint.Query{"f": func() {}}
	}
	c.api.Build("GET /users", q) // want not checked: it fails unless a branch, a default or a layer that is not shown prevents it: invalid parameter "f"
	route := "GET /users"
	if isAll {
		route = "GET /users/{"
	}
	c.api.Build(route) // want not checked: it fails unless a branch, a default or a layer that is not shown prevents it: invalid route
	c.mine("GET /users/{user}")
	c.api.Build("GET /users?a=1", nil, endpoint.Options{Params: nil}, endpoint.Query{"a": kind}.OmitZero()) // want not checked: it fails unless a branch
}

func (c *client) mine(route string) { c.api.Build(route, endpoint.Path{"user": os.Getenv("USER")}) }

// Function values of named types, and methods of interfaces.

type send func(route string, layers ...endpoint.Layer) (endpoint.Request, error)

type getter interface{ fetch(path string) error }

type caller struct {
	send send
	get  getter
}

func (c *client) fetch(path string) error {
	_, err := c.api.Build("GET " + path)
	return err
}

func (c *client) values() {
	all := caller{c.api.Build, c} // want not checked: Build is passed on as a function
	all.send("GET /{")            // want not checked: the function that is called is not known
	all.get.fetch("/{")           // want not checked: the function that is called is not known
	defer c.fetch("/x")
	r := endpoint.Request{Method: "GET", URL: "/x"} // want not checked: a Request is made by hand here
	fmt.Println(r)
}

// A helper may look at its layers.

func (c *client) reads(route string, layers ...endpoint.Layer) error {
	for i, l := range layers {
		switch l := l.(type) {
		case endpoint.Query:
			fmt.Println(i, len(l), l["page"])
		}
	}
	_, err := c.api.Build(route, layers...)
	return err
}

func (c *client) writes(route string, layers ...endpoint.Layer) {
	for _, l := range layers {
		if q, isQuery := l.(endpoint.Query); isQuery {
			q["page"] = 1
		}
	}
	c.api.Build(route, layers...)
}

func (c *client) readers(id string) {
	c.reads("GET /users/{id}", endpoint.Path{"id": id}, endpoint.Query{"page": 1})
	c.writes("GET /users", endpoint.Query{"page": nil}) // want not checked
}

func hand(ctx context.Context, link string) {
	endpoint.Request{Method: "get", URL: "https://h.example", Headers: endpoint.Headers{"x-a": link}}.HTTPRequest(ctx) // want not checked: a Request is made by hand here
}

func more(layer endpoint.Layer, isOn bool) {
	api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"accept": "text/plain"})
	api.Defaults(layer).Build("GET /x") // want not checked with defaults: those of api.Defaults(layer) are not all shown
	o := api.Merge("GET /x/{id}")
	o.Path = endpoint.Path{"id": 1}
	api.Parse(o) // want not checked: the arguments of Parse are not known
	p := endpoint.Path{}
	p["owner"], p["repo"] = names()
	api.Build("GET /{owner}/{repo}", p) // want not checked: the names in p are not known
}

func names() (string, string) { return "a", "b" }

// A function that passes layers on, and that nothing calls here, counts as if it were passed none.

func List(layers ...endpoint.Layer) {
	endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"accept": "text/plain"}).Build("GET /x", layers...)
}

func Item(layers ...endpoint.Layer) {
	endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"accept": "text/plain"}).Build("GET /{id}", layers...) // want not checked: it fails unless a branch
}

// Package unchecked has calls that are not checked, each with its reason.
package unchecked

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"

	"example.com/endpoint"
)

type client struct{ api endpoint.Endpoint }

func newClient() *client {
	return &client{endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"accept": "text/plain"})}
}

// Routes.

func (c *client) routes(id string) {
	c.api.Build("GET /users/{id}", endpoint.Path{"id": id})
	c.api.Build("GET /users/" + url.PathEscape(id)) // want not checked: the text of url.PathEscape(id) is not known: write {name} in the route and pass the value in Path, make a call for each constant route
	kind := os.Getenv("KIND")
	c.api.Build(fmt.Sprintf("GET /%s", kind)) // want not checked: the text of os.Getenv("KIND") is not known
	route := "GET /users"
	if id != "" {
		route = "GET /users/{id}"
	}
	c.api.Build(route, endpoint.Path{"id": id}) // want not checked: it fails unless a branch, a default or a layer that is not shown prevents it: invalid parameter "id"
	for _, call := range []struct {
		path string
		p    endpoint.Path
	}{{"/users/{id}", endpoint.Path{"id": id}}} {
		c.api.Build("GET "+call.path, call.p)  // want not checked: the text of call.path is not known
		c.api.Build("GET /users/{id}", call.p) // want not checked: the names in call.p are not known
	}
	c.get("/users")
	get := c.get                           // want not checked: get is passed on as a function, and its calls are not known: call it here
	get("/users")                          // want not checked: the function that is called is not known: call a declared function or method
	get("/users/" + id)                    // want not checked: the function that is called is not known
	c.get("/users/" + strings.ToLower(id)) // want not checked: the text of strings.ToLower(id) is not known
}

func (c *client) get(path string, layers ...endpoint.Layer) (endpoint.Request, error) {
	return c.api.Build("GET "+path, layers...)
}

func (c *client) list(path string) {
	c.api.Build("GET " + strings.TrimPrefix(path, "/v1")) // want not checked: the text of strings.TrimPrefix(path, "/v1") is not known
}

func (c *client) trim(path string) {
	if path[0] != '/' {
		path = "/" + path
	}
	c.api.Build("GET " + path) // want not checked: the text of path is not known
}

func (c *client) open(path string) {
	c.pass(path)
}

func (c *client) pass(path string) {
	path = "/v1" + path
	c.api.Build("GET " + path)
}

func (c *client) send(method, path string, body any) {
	if body == nil {
		c.api.Build(method + " " + path) // want not checked: the text of method is not known
		return
	}
	c.api.Build(method+" "+path, endpoint.Options{Data: body}) // want not checked: the text of method is not known
}

func calls(c *client) {
	c.list("/v1/x")
	c.trim("x")
	c.send("GET", "/x", nil)
	c.open("/x")
}

// Layers.

func (c *client) layers(p endpoint.Params, all map[string]any, key string, more []endpoint.Layer) {
	more = append(more[:0], p)
	c.api.Build("GET /x", more...)                     // want not checked: the names in more are not known: write them in a literal, or pass a parameter on as it is
	c.api.Build("GET /x", endpoint.Path(all))          // want not checked: the names in endpoint.Path(all) are not known
	c.api.Build("GET /x", endpoint.Query{key: 1})      // want not checked: the names in key are not known
	c.api.Build("GET /x", endpoint.ParamsOf(any(all))) // want not checked: the names in endpoint.ParamsOf(any(all)) are not known
	values, set := url.Values{"a": {key}}, url.Values{}
	set.Set("a", key)
	c.api.Build("GET /x", endpoint.QueryOf(values))
	c.api.Build("GET /x", endpoint.QueryOf(set)) // want not checked: the names in endpoint.QueryOf(set) are not known
	file, _ := os.Open(key)
	c.api.HTTPRequest(context.Background(), "PUT /x", endpoint.Params{"f": file}) // want not checked: it fails unless a branch, a default or a layer that is not shown prevents it: invalid body in parameter "f"
	c.api.Build("GET /x", endpoint.Headers{key: "1"})                             // want not checked: the names in key are not known
	c.api.Build("GET /x", endpoint.Query{"a": all["b"], "c": p})                  // want not checked: the type of all["b"] is not known: pass a value of another type than any
}

// Calls that are not found.

type builder interface {
	Build(route string, layers ...endpoint.Layer) (endpoint.Request, error)
}

func two() (string, endpoint.Layer) { return "GET /x", nil }

func unseen(c *client, b builder, f func(string, ...endpoint.Layer) error, each func(func(string, ...endpoint.Layer) (endpoint.Request, error))) {
	b.Build("GET /{")                        // want not checked: the function that is called is not known: call a declared function or method
	f("GET /{")                              // want not checked: the function that is called is not known
	c.api.Build(two())                       // want not checked: the arguments of Build are not known: call Build as a method, with a route and layers
	endpoint.Endpoint.Build(c.api, "GET /{") // want not checked: the arguments of Build are not known
	c.api.Parse(endpoint.Options{URL: "/{"}) // want not checked: the arguments of Parse are not known: call Build
	o := c.api.Merge("GET /{id}", endpoint.Path{"id": ""})
	c.api.Parse(o) // want not checked: the arguments of Parse are not known
	m := c.api.Merge("GET /x")
	m.Path = endpoint.Path{"id": 1}
	c.api.Parse(m) // want not checked: the arguments of Parse are not known
	each(c.get)    // want not checked: get is passed on as a function, and its calls are not known: call it here
	build := c.api.Build
	build("GET /x")
	_ = context.Background()
}

package fix // want package:".*"

import (
	"context"
	"fmt"

	"example.com/endpoint"
)

const listed = "all"

const listRoute = "GET /files/{path...}"

type Client struct{ api endpoint.Endpoint }

func New() *Client {
	return &Client{endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"accept": "text/plain"})}
}

func (c *Client) get(ctx context.Context, path string, out any, layers ...endpoint.Layer) error { // want get:".*"
	_, err := c.api.HTTPRequest(ctx, "GET "+path, layers...)
	return err
}

func (c *Client) Keys(ctx context.Context, owner, repo string) {
	c.api.Build("GET /repos/{owner}/{repo}", endpoint.Params{"ower": owner, "repo": repo}) // want `write "owner"`
	c.api.Build("GET /users/{user_id}", endpoint.Path{`userId`: 1})                        // want `write "user_id"`
	p := endpoint.Path{"owner": owner}
	p["rpeo"] = repo // want `write "repo"`
	c.api.Build("GET /repos/{owner}/{repo}", p)
}

func (c *Client) Routes(ctx context.Context, id string, create bool) {
	c.api.Build("PSOT /users")                                                      // want `write "POST"`
	c.api.Build("/users", endpoint.Options{Method: "PTCH"})                         // want `write "PATCH"`
	c.api.Build("POST/users", endpoint.Params{"name": id})                          // want `put a space`
	c.api.Build(`GET /users/{id`, endpoint.Params{"id": id})                        // want `not closed`
	c.api.Build("GET /users/{id/repos", endpoint.Path{"id": 1})                     // want `offset`
	c.api.Build("GET /users/{id?}", endpoint.Path{"id": 1})                         // want `write \{/id\}`
	c.api.Build("GET https:/h.example/x")                                           // want `two slashes`
	c.api.Build(listRoute, endpoint.Path{"path": id})                               // want `write \{\+path\}`
	c.get(ctx, "/v1/{name=projects/*}", nil, endpoint.Path{"name": id})             // want `write \{\+name\}`
	c.api.Build("GET {nextLink}", endpoint.Path{"nextLink": "https://h.example/x"}) // want `write \{\+nextLink\}`
	route := "GET /users"
	if create {
		route = "PSOT /users" // want `write "POST"`
	}
	c.api.Build(route)
}

func (c *Client) Prefixes(id int) {
	c.api.Build(fmt.Sprintf("PTCH /users/%d", id)) // want `write "PATCH"`
	c.api.Build("POST/users/" + listed)            // want `put a space`
}

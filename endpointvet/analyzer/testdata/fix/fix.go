package fix // want package:".*"

import (
	"context"
	"fmt"

	"example.com/endpoint"
)

const listed = "all"

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
}

func (c *Client) Routes(id string) {
	c.api.Build("PSOT /users")                                                // want `write "POST"`
	c.api.Build("/users", endpoint.Options{Method: "PTCH"})                   // want `write "PATCH"`
	c.get(context.Background(), `/v1/{name}`, nil, endpoint.Path{"nmae": id}) // want `write "name"`
}

func (c *Client) Prefixes(id int) {
	c.api.Build(fmt.Sprintf("PTCH /users/%d", id)) // want `write "PATCH"`
	c.api.Build("PSOT /users/" + listed)           // want `write "POST"`
}

// Package formatted has text in a route that is more than a segment.
package formatted

import (
	"fmt"

	"example.com/endpoint"

	"vet.test/run/check"
)

type Client struct{ api endpoint.Endpoint }

// Get has callers that pass the rest of a route.
func (c *Client) Get(path string, layers ...endpoint.Layer) {
	check.OK(c.api.Build("GET /v1/"+path, layers...))
}

func (c *Client) Page(path string) { check.OK(c.api.Build(fmt.Sprintf("GET /v1/%s", path))) }

func (c *Client) Search(query string) { check.OK(c.api.Build("GET /search?q=" + query)) }

func (c *Client) Issues(fullName string) {
	check.OK(c.api.Build("GET /repos/" + fullName + "/issues"))
}

func (c *Client) Labels(base, name string) {
	check.OK(c.api.Build(fmt.Sprintf("GET /%s/labels/%s", base, name)))
}

func (c *Client) Under(kind string) {
	check.OK(c.api.Build("GET /under/"+kind+"/x", endpoint.Path{"id": 1}))
}

func Calls() {
	c := &Client{endpoint.New(endpoint.Options{BaseURL: "https://h.example"})}
	c.Get("users/{id}/repos", endpoint.Path{"id": 7})
	c.Page("a/b?page=2")
	c.Search("a&page=2")
	c.Issues("octokit/rest.js")
	c.Labels("repos/a/b", "bug/ui")
	c.Under("users/{id}")
}

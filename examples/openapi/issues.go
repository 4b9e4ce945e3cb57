// Package openapi is a small client of GitHub's issues. Endpointvet checks its
// calls by GitHub's OpenAPI document: github.api is the index of an excerpt of it.
//
//	go tool endpointvet ./examples/openapi
package openapi

import (
	_ "embed" // so that go vet sees it when github.api changes

	"example.com/endpoint"
)

//go:embed github.api
//endpoint:openapi
var _ string

// A Client makes requests for the issues of one repository.
type Client struct {
	api         endpoint.Endpoint
	owner, repo string
}

// New returns a client for a repository. Api has the base address and the token.
func New(api endpoint.Endpoint, owner, repo string) *Client {
	return &Client{api, owner, repo}
}

// path returns what all routes have in common.
func (c *Client) path() endpoint.Path {
	return endpoint.Path{"owner": c.owner, "repo": c.repo}
}

// ListOptions says which issues List returns. Zero fields are left out.
type ListOptions struct {
	State   string   `url:"state,omitempty"`
	Labels  []string `url:"labels,omitempty,comma"`
	PerPage int      `url:"per_page,omitempty"`
}

// List lists issues, those that were updated last first.
func (c *Client) List(opts ListOptions) (endpoint.Request, error) {
	return c.api.Build("GET /repos/{owner}/{repo}/issues", c.path(),
		endpoint.Query{"sort": "updated", "direction": "desc"}, endpoint.QueryOf(opts))
}

// Get returns one issue.
func (c *Client) Get(number int) (endpoint.Request, error) {
	return c.api.Build("GET /repos/{owner}/{repo}/issues/{number}", c.path(), endpoint.Path{"number": number})
}

// A NewIssue is what Create sends.
type NewIssue struct {
	Title     string   `json:"title"`
	Body      string   `json:"body,omitempty"`
	Assignees []string `json:"assignees,omitempty"`
}

// Create creates an issue.
func (c *Client) Create(issue NewIssue) (endpoint.Request, error) {
	return c.api.Build("POST /repos/{owner}/{repo}/issues", c.path(), endpoint.Options{Data: issue})
}

// Label adds labels to an issue.
func (c *Client) Label(number int, labels ...string) (endpoint.Request, error) {
	return c.api.Build("POST /repos/{owner}/{repo}/issues/{number}/labels", c.path(),
		endpoint.Path{"number": number}, endpoint.Params{"labels": labels})
}

// Search finds issues in all repositories.
func (c *Client) Search(text string) (endpoint.Request, error) {
	return c.api.Build("GET /search/issues", endpoint.Query{"q": text, "per_page": 100})
}

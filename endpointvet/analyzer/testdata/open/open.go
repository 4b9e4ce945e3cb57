// Package open lets others bring in an Endpoint, of which no missing name is reported.
package open

import "example.com/endpoint"

type Client struct{ api endpoint.Endpoint }

func New(api endpoint.Endpoint) *Client { return &Client{api} }

func (c *Client) user(id string) { c.api.Build("GET /orgs/{org}/users/{id}", endpoint.Path{"id": id}) } // want not checked with defaults: those of c.api are not all shown: make it by one call of New, in a variable or field that is not exported; "GET /orgs/{org}/users/{id}": not checked: it fails unless a branch, a default or a layer that is not shown prevents it: missing parameter "org"

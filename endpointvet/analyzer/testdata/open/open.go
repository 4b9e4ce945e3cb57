// Package open lets others bring in an Endpoint, so that no missing name is reported.
package open

import "example.com/endpoint"

type Client struct{ api endpoint.Endpoint }

func New(api endpoint.Endpoint) *Client { return &Client{api} } // want missing names are not reported in this package, since an Endpoint with any defaults may come in here: do not export it

func (c *Client) user(id string) { c.api.Build("GET /orgs/{org}/users/{id}", endpoint.Path{"id": id}) }

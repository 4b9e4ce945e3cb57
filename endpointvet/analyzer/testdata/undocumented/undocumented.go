// Package undocumented has calls that its document does not judge.
package undocumented

import (
	"context"
	_ "embed"

	"example.com/endpoint"
)

//go:embed github.api
//endpoint:openapi
var _ string

type client struct {
	github endpoint.Endpoint
	//endpoint:openapi -
	none endpoint.Endpoint
}

var github = &client{github: endpoint.New(endpoint.Options{BaseURL: "https://api.github.com"}, endpoint.Headers{"accept": "text/plain"})}

func calls(c *client, n int, path []string) {
	c.github.Build("GET /user")                                                         // want not checked by a document: github.api has no path like it
	c.none.Build("GET /anything")                                                       // want not checked with defaults: those of c.none are not all shown
	endpoint.New(endpoint.Options{BaseURL: "https://h.example"}).Build("GET /anything") // want not checked by a document: it is not known to belong to one: write //endpoint:openapi FILE above the declaration of its Endpoint, or - for none
	c.github.Build("GET https://uploads.example/x")                                     // want not checked by a document: it is not known to belong to one
	r, _ := c.github.Build("GET /search/issues")                                        // want not checked by a document: its request is changed after it is built
	r.URL += "?q=x"
	c.github.Build("GET /{/path*}", endpoint.Path{"path": path}) // want not checked by a document: the code does not show its method and path: write them in a route, with a placeholder for each segment that varies
}

func send(ctx context.Context, api endpoint.Endpoint, route string, layers ...endpoint.Layer) error {
	_, err := api.HTTPRequest(ctx, route, layers...)
	return err
}

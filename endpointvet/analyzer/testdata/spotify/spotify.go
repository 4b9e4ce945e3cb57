// Package spotify has a second Endpoint, for tokens, which keeps its document from
// judging the calls whose Endpoint is not known.
package spotify

import (
	"context"
	_ "embed"

	"example.com/endpoint"
)

//go:embed github.api
//endpoint:openapi
var _ string

type client struct{ github, tokens endpoint.Endpoint }

func newClient() *client {
	return &client{
		github: endpoint.New(endpoint.Options{BaseURL: "https://api.github.com"}, endpoint.Headers{"accept": "text/plain"}),
		tokens: endpoint.New(endpoint.Options{BaseURL: "https://accounts.example"}, endpoint.Headers{"accept": "text/plain"}),
	}
}

func calls(ctx context.Context, c *client) {
	c.github.Build("GET /user")                   // want not checked by a document: github.api has no path like it: correct the path, or write //endpoint:openapi -
	c.tokens.Build("POST /token")                 // want not checked by a document: it is not known to belong to one
	send(ctx, c.github, "GET /user")              // want not checked by a document: github.api has no path like it
	send(ctx, c.github, "GET /search/isues")      // want github.api has no path "/search/isues": write "/search/issues"
	send(ctx, c.tokens, "GET /token")             // want not checked by a document: it is not known to belong to one
	send(ctx, c.choose(), "GET /user")            // want or - for none; c.choose(): not checked with defaults
	sendTwice(ctx, c.github, "GET /search/isues") // want github.api has no path "/search/isues": write "/search/issues"
}

func (c *client) choose() endpoint.Endpoint {
	if c.github == c.tokens {
		return c.github
	}
	return c.tokens
}

func send(ctx context.Context, api endpoint.Endpoint, route string, layers ...endpoint.Layer) error {
	_, err := api.HTTPRequest(ctx, route, layers...)
	return err
}

func sendTwice(ctx context.Context, api endpoint.Endpoint, route string) error {
	return send(ctx, api, route)
}

// Package ghes administers GitHub Enterprise Server.
package ghes

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

type Admin struct {
	base endpoint.Endpoint
}

func NewAdmin(host, token string) Admin {
	return Admin{endpoint.New(
		endpoint.Options{
			BaseURL: "https://{host}/api/v3",
			Headers: endpoint.Headers{"accept": "application/vnd.github.v3+json", "authorization": "token " + token},
		},
		endpoint.Path{"host": host},
	)}
}

type operation struct {
	route    string
	previews []string
}

var createHook = operation{route: "POST /admin/hooks", previews: []string{"superpro"}}

func (a Admin) run(ctx context.Context, op operation, layers ...endpoint.Layer) (*http.Response, error) {
	if len(op.previews) > 0 {
		layers = append(layers, endpoint.MediaType{Previews: op.previews})
	}
	req, err := a.base.HTTPRequest(ctx, op.route, layers...)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

func (a Admin) CreateHook(ctx context.Context, url string, events ...string) (*http.Response, error) {
	return a.run(ctx, createHook, endpoint.Params{
		"name":   "web",
		"config": map[string]any{"url": url, "content_type": "json"},
		"events": events,
	})
}

func (a Admin) Compare(ctx context.Context, owner, repo, base, head string) (*http.Response, error) {
	req, err := a.base.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/compare/{base}...{head}", endpoint.Options{
		MediaType: endpoint.MediaType{Format: "sha"},
		Params:    endpoint.Params{"owner": owner, "repo": repo, "base": base, "head": head, "per_page": 50},
	})
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

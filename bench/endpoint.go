package main

import (
	"context"
	"net/http"
	"strconv"

	"example.com/endpoint"
)

// byEndpoint has an Endpoint with the defaults.
func byEndpoint() library {
	e := endpoint.New(
		endpoint.Options{BaseURL: base},
		endpoint.Headers{"accept": accept, "user-agent": userAgent, "authorization": authorization},
	)
	assets := e.Defaults(endpoint.Headers{"content-type": assetType})
	uploads := assets.Defaults(endpoint.Options{BaseURL: "https://uploads.github.com"}) // which gets the token too
	forms := e.Defaults(endpoint.Headers{"content-type": formType})
	next := counter()
	const list = "GET /orgs/{org}/repos"
	return library{
		name: "endpoint",
		get: func(ctx context.Context) (*http.Request, error) {
			return e.HTTPRequest(ctx, list, endpoint.Params{"org": org, "type": kind, "per_page": perPage})
		},
		user: func(ctx context.Context) (*http.Request, error) { return e.HTTPRequest(ctx, "GET /user") },
		formatted: func(ctx context.Context) (*http.Request, error) {
			return e.HTTPRequest(ctx, "GET /users/"+strconv.Itoa(next()))
		},
		post: func(ctx context.Context) (*http.Request, error) {
			return e.HTTPRequest(ctx, "POST /repos/{owner}/{repo}/issues", endpoint.Params{
				"owner":     owner,
				"repo":      repo,
				"title":     title,
				"body":      text,
				"assignees": []string{"octocat", "hubot"},
				"labels":    []string{"bug", "needs triage"},
				"milestone": milestone,
			})
		},
		layers: func(ctx context.Context) (*http.Request, error) {
			return e.HTTPRequest(ctx, list,
				endpoint.Params{"org": org, "type": kind},
				endpoint.Query{"per_page": perPage},
				endpoint.Headers{"if-none-match": etag, "x-request-source": source})
		},
		upload: func(ctx context.Context) (*http.Request, error) {
			return uploads.HTTPRequest(ctx, "POST "+uploadTemplate, endpoint.Options{Data: asset}, endpoint.Params{
				"owner":      owner,
				"repo":       repo,
				"release_id": releaseID,
				"name":       assetName,
				"label":      assetLabel,
			})
		},
		form: func(ctx context.Context) (*http.Request, error) {
			return forms.HTTPRequest(ctx, "POST /v1/checkout/sessions", endpoint.Params{
				"mode":     "payment",
				"currency": "eur",
				"line_items": []any{
					map[string]any{"price": "price_1", "quantity": 1},
					map[string]any{"price": "price_2", "quantity": 2},
				},
				"metadata": map[string]any{"order": 6735, "note": "gift wrap, please"},
				"shipping": map[string]any{"name": "Jenny Rosen"},
			})
		},
		listed: func(ctx context.Context) (*http.Request, error) {
			return e.HTTPRequest(ctx, list, endpoint.Path{"org": org}, endpoint.QueryOf(listing()))
		},
		keys: func(names []string) build {
			return func(ctx context.Context) (*http.Request, error) {
				query := make(endpoint.Query, len(names))
				for _, name := range names {
					query[name] = "value"
				}
				return e.HTTPRequest(ctx, "GET /search", query)
			}
		},
		uploadURL: func(context.Context) (*http.Request, error) {
			_, err := assets.Build("POST "+uploadURLTemplate, endpoint.Options{Data: asset}, endpoint.Params{
				"upload_url": base,
				"owner":      owner,
				"repo":       repo,
				"release_id": releaseID,
				"name":       assetName,
				"label":      assetLabel,
			})
			return nil, err
		},
	}
}

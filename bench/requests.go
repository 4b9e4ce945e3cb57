package main

import (
	"context"
	"net/http"

	"github.com/carlmjohnson/requests"
	"github.com/google/go-querystring/query"
)

// byRequests clones a builder for each call. It escapes paths itself.
func byRequests() library {
	shared := requests.URL(base).Accept(accept).UserAgent(userAgent).Header("Authorization", authorization)
	get := func() *requests.Builder {
		return shared.Clone().Pathf("/orgs/%s/repos", org).Param("type", kind).ParamInt("per_page", perPage)
	}
	next := counter()
	return library{
		name: "requests",
		get:  func(ctx context.Context) (*http.Request, error) { return get().Request(ctx) },
		user: func(ctx context.Context) (*http.Request, error) { return shared.Clone().Path("/user").Request(ctx) },
		formatted: func(ctx context.Context) (*http.Request, error) {
			return shared.Clone().Pathf("/users/%d", next()).Request(ctx)
		},
		post: func(ctx context.Context) (*http.Request, error) {
			return shared.Clone().Pathf("/repos/%s/%s/issues", owner, repo).BodyJSON(issue()).Request(ctx)
		},
		layers: func(ctx context.Context) (*http.Request, error) {
			return get().Header("If-None-Match", etag).Header("X-Request-Source", source).Request(ctx)
		},
		form: func(ctx context.Context) (*http.Request, error) {
			return shared.Clone().Path("/v1/checkout/sessions").BodyForm(form()).Request(ctx)
		},
		listed: func(ctx context.Context) (*http.Request, error) {
			values, err := query.Values(listing())
			if err != nil {
				return nil, err
			}
			return shared.Clone().Pathf("/orgs/%s/repos", org).Params(values).Request(ctx)
		},
	}
}

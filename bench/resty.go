package main

import (
	"context"
	"net/http"
	"strconv"

	"github.com/google/go-querystring/query"
	"resty.dev/v3"
)

// byResty has a client with the defaults.
func byResty() library {
	client := resty.New().SetBaseURL(base).
		SetHeader("Accept", accept).SetHeader("User-Agent", userAgent).SetHeader("Authorization", authorization)
	// MiddlewareRequestCreate is what makes the http.Request of a call. Sending it
	// would give the buffer of a body back to a pool, which saves a POST an
	// allocation or two.
	request := func(r *resty.Request, method, path string) (*http.Request, error) {
		if err := resty.MiddlewareRequestCreate(client, r.SetMethod(method).SetURL(path)); err != nil {
			return nil, err
		}
		return r.RawRequest, nil
	}
	list := func(ctx context.Context) *resty.Request { return client.R().SetContext(ctx).SetPathParam("org", org) }
	const route = "/orgs/{org}/repos"
	get := func(ctx context.Context) *resty.Request {
		return list(ctx).SetQueryParam("type", kind).SetQueryParamAny("per_page", perPage)
	}
	next := counter()
	return library{
		name: "resty",
		get:  func(ctx context.Context) (*http.Request, error) { return request(get(ctx), http.MethodGet, route) },
		user: func(ctx context.Context) (*http.Request, error) {
			return request(client.R().SetContext(ctx), http.MethodGet, "/user")
		},
		formatted: func(ctx context.Context) (*http.Request, error) {
			return request(client.R().SetContext(ctx), http.MethodGet, "/users/"+strconv.Itoa(next()))
		},
		post: func(ctx context.Context) (*http.Request, error) {
			r := client.R().SetContext(ctx).SetPathParam("owner", owner).SetPathParam("repo", repo).
				SetHeader("Content-Type", "application/json").SetBody(issue())
			return request(r, http.MethodPost, "/repos/{owner}/{repo}/issues")
		},
		layers: func(ctx context.Context) (*http.Request, error) {
			r := get(ctx).SetHeader("If-None-Match", etag).SetHeader("X-Request-Source", source)
			return request(r, http.MethodGet, route)
		},
		form: func(ctx context.Context) (*http.Request, error) {
			return request(client.R().SetContext(ctx).SetFormDataFromValues(form()), http.MethodPost, "/v1/checkout/sessions")
		},
		listed: func(ctx context.Context) (*http.Request, error) {
			values, err := query.Values(listing())
			if err != nil {
				return nil, err
			}
			return request(list(ctx).SetQueryParamsFromValues(values), http.MethodGet, route)
		},
	}
}

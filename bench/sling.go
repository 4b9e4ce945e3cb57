package main

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/dghubble/sling"
)

// slingListing is how sling takes the query of the GET.
type slingListing struct {
	Type    string `url:"type"`
	PerPage int    `url:"per_page"`
}

// slingForm is how sling takes the form.
type slingForm struct {
	Mode      string `url:"mode"`
	Currency  string `url:"currency"`
	Price0    string `url:"line_items[0][price]"`
	Quantity0 int    `url:"line_items[0][quantity]"`
	Price1    string `url:"line_items[1][price]"`
	Quantity1 int    `url:"line_items[1][quantity]"`
	Order     int    `url:"metadata[order]"`
	Note      string `url:"metadata[note]"`
	Name      string `url:"shipping[name]"`
}

// bySling copies a Sling for each call. sling has no context.
func bySling() library {
	shared := sling.New().Base(base+"/").
		Set("Accept", accept).Set("User-Agent", userAgent).Set("Authorization", authorization)
	list := func() *sling.Sling { return shared.New().Get("orgs/" + url.PathEscape(org) + "/repos") }
	get := func() *sling.Sling { return list().QueryStruct(&slingListing{kind, perPage}) }
	next := counter()
	return library{
		name: "sling",
		get:  func(ctx context.Context) (*http.Request, error) { return withContext(ctx, get()) },
		user: func(ctx context.Context) (*http.Request, error) { return withContext(ctx, shared.New().Get("user")) },
		formatted: func(ctx context.Context) (*http.Request, error) {
			return withContext(ctx, shared.New().Get("users/"+strconv.Itoa(next())))
		},
		post: func(ctx context.Context) (*http.Request, error) {
			path := "repos/" + url.PathEscape(owner) + "/" + url.PathEscape(repo) + "/issues"
			return withContext(ctx, shared.New().Post(path).BodyJSON(issue()))
		},
		layers: func(ctx context.Context) (*http.Request, error) {
			return withContext(ctx, get().Set("If-None-Match", etag).Set("X-Request-Source", source))
		},
		form: func(ctx context.Context) (*http.Request, error) {
			return withContext(ctx, shared.New().Post("v1/checkout/sessions").BodyForm(&slingForm{
				"payment", "eur", "price_1", 1, "price_2", 2, 6735, "gift wrap, please", "Jenny Rosen",
			}))
		},
		listed: func(ctx context.Context) (*http.Request, error) {
			return withContext(ctx, list().QueryStruct(listing()))
		},
	}
}

func withContext(ctx context.Context, s *sling.Sling) (*http.Request, error) {
	req, err := s.Request()
	if err != nil {
		return nil, err
	}
	return req.WithContext(ctx), nil
}

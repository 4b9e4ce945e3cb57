package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/google/go-querystring/query"
	"github.com/yosida95/uritemplate/v3"
)

// The defaults and the arguments of the calls.
const (
	accept        = "application/vnd.github.v3+json"
	userAgent     = "bench/1.0"
	authorization = "token 0123456789abcdef0123456789abcdef01234567"

	org     = "octokit"
	kind    = "private"
	page    = 2
	perPage = 100
	etag    = `"33a64df551425fcc55e4d42a148795d9f25f89d4"`
	source  = "nightly"

	owner     = "octocat"
	repo      = "hello-world"
	title     = "Found a bug"
	text      = "I'm having a \"problem\" with this.\nSee the log of the last run."
	milestone = 7

	// uploadTemplate is the URL of an upload. uploadURLTemplate is the one whose beginning is
	// a variable, as in the answer of a server.
	uploadTemplate    = "https://uploads.github.com/repos/{owner}/{repo}/releases/{release_id}/assets{?name,label}"
	uploadURLTemplate = "{+upload_url}/repos/{owner}/{repo}/releases/{release_id}/assets{?name,label}"
	releaseID         = 1234567
	assetName         = "hello-world 1.2.3.zip"
	assetLabel        = "Windows (x64)"
	assetType         = "application/zip"
	asset             = "PK\x05\x06 not really a zip file"
)

// issue is the body of the POST. It is made for each call, as callers make it.
func issue() map[string]any {
	return map[string]any{
		"title":     title,
		"body":      text,
		"assignees": []string{"octocat", "hubot"},
		"labels":    []string{"bug", "needs triage"},
		"milestone": milestone,
	}
}

// form is the form with its names as constants.
func form() url.Values {
	return url.Values{
		"mode":                    {"payment"},
		"currency":                {"eur"},
		"line_items[0][price]":    {"price_1"},
		"line_items[0][quantity]": {strconv.Itoa(1)},
		"line_items[1][price]":    {"price_2"},
		"line_items[1][quantity]": {strconv.Itoa(2)},
		"metadata[order]":         {strconv.Itoa(6735)},
		"metadata[note]":          {"gift wrap, please"},
		"shipping[name]":          {"Jenny Rosen"},
	}
}

const formType = "application/x-www-form-urlencoded"

// listOptions are the options of a list call, as go-github has them.
type listOptions struct {
	Type string `url:"type,omitempty"`
	pages
}

type pages struct {
	Page    int `url:"page,omitempty"`
	PerPage int `url:"per_page,omitempty"`
}

// counter returns a function that returns 1000000, 1000001 and so on.
func counter() func() int {
	n := 999_999
	return func() int {
		n++
		return n
	}
}

func listing() *listOptions { return &listOptions{kind, pages{page, perPage}} }

// byHand is what a careful programmer writes with net/http: each value is
// escaped, and each header set. Templates and structs are read by uritemplate
// and go-querystring.
func byHand() library {
	template, urlTemplate := uritemplate.MustNew(uploadTemplate), uritemplate.MustNew(uploadURLTemplate)
	uploadValues := func() uritemplate.Values {
		return uritemplate.Values{
			"owner":      uritemplate.String(owner),
			"repo":       uritemplate.String(repo),
			"release_id": uritemplate.String(strconv.Itoa(releaseID)),
			"name":       uritemplate.String(assetName),
			"label":      uritemplate.String(assetLabel),
		}
	}
	next := counter()
	get := func(ctx context.Context) (*http.Request, error) {
		query := url.Values{}
		query.Set("type", kind)
		query.Set("per_page", strconv.Itoa(perPage))
		return newRequest(ctx, http.MethodGet, base+"/orgs/"+url.PathEscape(org)+"/repos?"+query.Encode(), nil, "")
	}
	return library{
		name: "by hand",
		get:  get,
		user: func(ctx context.Context) (*http.Request, error) {
			return newRequest(ctx, http.MethodGet, base+"/user", nil, "")
		},
		formatted: func(ctx context.Context) (*http.Request, error) {
			return newRequest(ctx, http.MethodGet, base+"/users/"+strconv.Itoa(next()), nil, "")
		},
		post: func(ctx context.Context) (*http.Request, error) {
			data, err := json.Marshal(issue())
			if err != nil {
				return nil, err
			}
			target := base + "/repos/" + url.PathEscape(owner) + "/" + url.PathEscape(repo) + "/issues"
			return newRequest(ctx, http.MethodPost, target, bytes.NewReader(data), "application/json; charset=utf-8")
		},
		layers: func(ctx context.Context) (*http.Request, error) {
			req, err := get(ctx)
			if err != nil {
				return nil, err
			}
			req.Header.Set("If-None-Match", etag)
			req.Header.Set("X-Request-Source", source)
			return req, nil
		},
		upload: func(ctx context.Context) (*http.Request, error) {
			target, err := template.Expand(uploadValues())
			if err != nil {
				return nil, err
			}
			return newRequest(ctx, http.MethodPost, target, strings.NewReader(asset), assetType)
		},
		form: func(ctx context.Context) (*http.Request, error) {
			return newRequest(ctx, http.MethodPost, base+"/v1/checkout/sessions", strings.NewReader(form().Encode()), formType)
		},
		listed: func(ctx context.Context) (*http.Request, error) {
			values, err := query.Values(listing())
			if err != nil {
				return nil, err
			}
			return newRequest(ctx, http.MethodGet, base+"/orgs/"+url.PathEscape(org)+"/repos?"+values.Encode(), nil, "")
		},
		keys: func(names []string) build {
			return func(ctx context.Context) (*http.Request, error) {
				query := make(url.Values, len(names))
				for _, name := range names {
					query.Set(name, "value")
				}
				return newRequest(ctx, http.MethodGet, base+"/search?"+query.Encode(), nil, "")
			}
		},
		uploadURL: func(context.Context) (*http.Request, error) {
			values := uploadValues()
			values["upload_url"] = uritemplate.String(base)
			_, err := urlTemplate.Expand(values)
			return nil, err
		},
	}
}

func newRequest(ctx context.Context, method, target string, body io.Reader, contentType string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", accept)
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Authorization", authorization)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	return req, nil
}

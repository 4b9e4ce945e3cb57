package sides

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"example.com/endpoint"
)

// New returns the Endpoint that the cases start from: a base address and the
// three headers.
func New(base string) endpoint.Endpoint {
	return endpoint.New(
		endpoint.Options{BaseURL: base},
		endpoint.Headers{
			"accept":        accept,
			"user-agent":    userAgent,
			"authorization": authorization,
		},
	)
}

const (
	getRoute    = "GET /orgs/{org}/repos"
	postRoute   = "POST /repos/{owner}/{repo}/issues"
	uploadRoute = "POST {upload_url}/repos/:owner/:repo/releases/:release_id/assets{?name,label}"
)

// The maps of the cases stand in the calls, as they do in the programs that
// make them.

func endpointGET(e endpoint.Endpoint) Side {
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, getRoute, endpoint.Params{"org": org, "type": kind, "per_page": perPage})
	})
}

func endpointPOST(e endpoint.Endpoint) Side {
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, postRoute, endpoint.Params{
			"owner":     owner,
			"repo":      repo,
			"title":     title,
			"body":      text,
			"assignees": assignees(),
			"labels":    labels(),
			"milestone": milestone,
		})
	})
}

// endpointUpload takes the address as it comes in the decoded JSON of a
// release: in an interface already.
//
// endpointUpload times Build: the template sides stop at the address, and
// Build gives the address, the headers and the body.
func endpointUpload(e endpoint.Endpoint, uploadURL any) Side {
	e = e.Defaults(endpoint.Headers{"content-type": assetType})
	build := func() (endpoint.Request, error) {
		return e.Build(uploadRoute, endpoint.Options{Data: asset}, endpoint.Params{
			"upload_url": uploadURL,
			"owner":      owner,
			"repo":       repo,
			"release_id": releaseID,
			"name":       assetName,
			"label":      assetLabel,
		})
	}
	wire := func(ctx context.Context) (*http.Request, error) {
		r, err := build()
		if err != nil {
			return nil, err
		}
		return r.HTTPRequest(ctx)
	}
	return Side{Name: "endpoint", Run: discard(build), Wire: wire}
}

func endpointLayers(e endpoint.Endpoint) Side {
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, getRoute,
			endpoint.Params{"org": org, "type": kind},
			endpoint.Query{"per_page": perPage},
			endpoint.Headers{"if-none-match": etag, "x-request-source": source})
	})
}

func endpointStructGET(e endpoint.Endpoint) Side {
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, getRoute, endpoint.ParamsOf(&listing{org, kind, perPage}))
	})
}

func endpointStructPOST(e endpoint.Endpoint) Side {
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, postRoute, endpoint.ParamsOf(&newIssue{owner, repo, issueBody{title, text, assignees(), labels(), milestone}}))
	})
}

func endpointCold(e endpoint.Endpoint) Side {
	next := counter()
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, fmt.Sprintf("GET /v%d/orgs/{org}/repos{?type,per_page}", next()), endpoint.Params{"org": org, "type": kind, "per_page": perPage})
	})
}

func endpointKeys(e endpoint.Endpoint, names []string) Side {
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		query := make(endpoint.Query, len(names))
		for _, name := range names {
			query[name] = "value"
		}
		return e.HTTPRequest(ctx, "GET /search", query)
	})
}

func endpointValue(e endpoint.Endpoint, value string) Side {
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, "GET /search", endpoint.Params{"q": value})
	})
}

func endpointText(e endpoint.Endpoint, value string) Side {
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, "POST /markdown", endpoint.Params{"text": value})
	})
}

func endpointUser(e endpoint.Endpoint) Side {
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, "GET /user")
	})
}

func endpointFormatted(e endpoint.Endpoint) Side {
	next := counter()
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, "GET /users/"+strconv.Itoa(next()))
	})
}

func endpointForm(e endpoint.Endpoint) Side {
	e = e.Defaults(endpoint.Headers{"content-type": formType})
	return request("endpoint", func(ctx context.Context) (*http.Request, error) {
		return e.HTTPRequest(ctx, "POST /v1/checkout/sessions", endpoint.Params{
			"mode":     "payment",
			"currency": "eur",
			"line_items": []any{
				map[string]any{"price": "price_1", "quantity": 1},
				map[string]any{"price": "price_2", "quantity": 2},
			},
			"metadata": map[string]any{"order": 6735, "note": "gift wrap, please"},
			"shipping": map[string]any{"name": "Jenny Rosen"},
		})
	})
}

// Package netlify has one line for each operation.
package netlify

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

type (
	path   = endpoint.Path
	query  = endpoint.Query
	params = endpoint.Params
	layer  = endpoint.Layer
)

type API struct{ endpoint.Endpoint }

func With(token string) API {
	return API{endpoint.New(
		endpoint.Options{BaseURL: "https://api.netlify.com/api/v1"},
		endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
	)}
}

type ctx = context.Context

func (a API) Deploy(c ctx, site string, files map[string]string, draft bool) (*http.Request, error) {
	return a.HTTPRequest(c, "POST /sites/{site_id}/deploys", path{"site_id": site}, params{"files": files, "draft": draft})
}

func (a API) Forms(c ctx, site string, more ...layer) (*http.Request, error) {
	return a.HTTPRequest(c, "GET /sites/:site_id/forms", append([]layer{path{"site_id": site}}, more...)...)
}

func (a API) Zip(c ctx, site, title string, zip []byte) (*http.Request, error) {
	return a.HTTPRequest(c, "POST /sites/:site_id/deploys", path{"site_id": site}, query{"title": title},
		endpoint.Options{Data: zip, Headers: endpoint.Headers{"content-type": "application/zip"}})
}

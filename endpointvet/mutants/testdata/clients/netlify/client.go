// Package netlify has one line for each operation.
package netlify

import (
	"context"
	"io"
	"net/http"
	"strings"

	"example.com/endpoint"
)

type (
	path   = endpoint.Path
	query  = endpoint.Query
	params = endpoint.Params
	layer  = endpoint.Layer
)

// API builds the requests of Netlify.
type API struct{ endpoint.Endpoint }

// With returns an API with a token.
func With(token string) API {
	return API{endpoint.New(
		endpoint.Options{BaseURL: "https://api.netlify.com/api/v1"},
		endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
	)}
}

type ctx = context.Context

func (a API) Sites(c ctx, page int) (*http.Request, error) {
	return a.HTTPRequest(c, "GET /sites", query{"page": page, "per_page": 100, "filter": "all"})
}

func (a API) Site(c ctx, id string) (*http.Request, error) {
	return a.HTTPRequest(c, "GET /sites/{site_id}", path{"site_id": id})
}

func (a API) CreateSite(c ctx, name, domain string) (*http.Request, error) {
	return a.HTTPRequest(c, "POST /sites", params{"name": name, "custom_domain": domain})
}

func (a API) RenameSite(c ctx, id, name string) (*http.Request, error) {
	return a.HTTPRequest(c, "PATCH /sites/{site_id}", path{"site_id": id}, params{"name": name})
}

func (a API) DeleteSite(c ctx, id string) (*http.Request, error) {
	return a.HTTPRequest(c, "DELETE /sites/{site_id}", path{"site_id": id})
}

func (a API) Deploys(c ctx, site, branch string, production bool) (*http.Request, error) {
	return a.HTTPRequest(c, "GET /sites/{site_id}/deploys{?branch,production}", params{"site_id": site, "branch": branch, "production": production})
}

func (a API) Deploy(c ctx, site string, files map[string]string, draft bool) (*http.Request, error) {
	return a.HTTPRequest(c, "POST /sites/{site_id}/deploys", path{"site_id": site}, params{"files": files, "draft": draft})
}

func (a API) PutFile(c ctx, deploy, name string, size string, content io.Reader) (*http.Request, error) {
	return a.HTTPRequest(c, "PUT /deploys/{deploy_id}/files{/path*}",
		path{"deploy_id": deploy, "path": strings.Split(strings.Trim(name, "/"), "/")},
		endpoint.Headers{"content-type": "application/octet-stream", "content-length": size},
		endpoint.Options{Data: content})
}

func (a API) Lock(c ctx, deploy string) (*http.Request, error) {
	return a.HTTPRequest(c, "POST /deploys/{deploy_id}/lock", path{"deploy_id": deploy})
}

func (a API) Forms(c ctx, site string, more ...layer) (*http.Request, error) {
	return a.HTTPRequest(c, "GET /sites/:site_id/forms", append([]layer{path{"site_id": site}}, more...)...)
}

func (a API) Zip(c ctx, site, title string, zip []byte) (*http.Request, error) {
	return a.HTTPRequest(c, "POST /sites/:site_id/deploys", path{"site_id": site}, query{"title": title},
		endpoint.Options{Data: zip, Headers: endpoint.Headers{"content-type": "application/zip"}})
}

// Package fastly configures services. Its API takes forms.
package fastly

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

var defaults = endpoint.Options{
	BaseURL: "https://api.fastly.com",
	Headers: endpoint.Headers{
		"accept":       "application/json",
		"content-type": "application/x-www-form-urlencoded",
	},
}

// Fastly is the client.
type Fastly struct {
	Key string
}

func (f Fastly) api() endpoint.Endpoint {
	return endpoint.New(defaults, endpoint.Headers{"fastly-key": f.Key})
}

func (f Fastly) do(ctx context.Context, route string, layers ...endpoint.Layer) (*http.Response, error) {
	req, err := f.api().HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// Version is a version of a service.
type Version struct {
	Service string
	Number  int
}

func (v Version) path() endpoint.Path {
	return endpoint.Path{"service_id": v.Service, "version_id": v.Number}
}

func (v Version) pathWith(key string, value any) endpoint.Path {
	p := v.path()
	p[key] = value
	return p
}

// Backend is an origin.
type Backend struct {
	Name    string `url:"name"`
	Address string `url:"address"`
	Port    int    `url:"port,omitempty"`
	UseSSL  *bool  `url:"use_ssl,omitempty"`
}

// Services lists services.
func (f Fastly) Services(ctx context.Context, page, size int) (*http.Response, error) {
	return f.do(ctx, "GET /service", endpoint.Query{"page": page, "per_page": size, "direction": "ascend"})
}

// Clone copies a version.
func (f Fastly) Clone(ctx context.Context, v Version) (*http.Response, error) {
	return f.do(ctx, "PUT /service/{service_id}/version/{version_id}/clone", v.path())
}

// AddBackend adds an origin.
func (f Fastly) AddBackend(ctx context.Context, v Version, b Backend) (*http.Response, error) {
	return f.do(ctx, "POST /service/{service_id}/version/{version_id}/backend", v.path(), endpoint.ParamsOf(b))
}

// UpdateBackend changes an origin.
func (f Fastly) UpdateBackend(ctx context.Context, v Version, name string, b Backend) (*http.Response, error) {
	return f.do(ctx, "PUT /service/{service_id}/version/{version_id}/backend/{backend_name}",
		v.pathWith("backend_name", name),
		endpoint.Options{Data: b})
}

// DeleteBackend removes an origin.
func (f Fastly) DeleteBackend(ctx context.Context, v Version, name string) (*http.Response, error) {
	return f.do(ctx, "DELETE /service/{service_id}/version/{version_id}/backend/{backend_name}", v.pathWith("backend_name", name))
}

// Activate makes a version the one that is served.
func (f Fastly) Activate(ctx context.Context, v Version) (*http.Response, error) {
	return f.do(ctx, "PUT /service/{service_id}/version/{version_id}/activate", v.path())
}

// PurgeKeys purges by surrogate keys.
func (f Fastly) PurgeKeys(ctx context.Context, service string, soft bool, keys ...string) (*http.Response, error) {
	h := endpoint.Headers{"content-type": "application/json"}
	if soft {
		h["fastly-soft-purge"] = "1"
	}
	return f.do(ctx, "POST /service/{service_id}/purge", endpoint.Path{"service_id": service}, h, endpoint.Params{"surrogate_keys": keys})
}

// Dictionary changes items of a dictionary.
func (f Fastly) Dictionary(ctx context.Context, service, dictionary string, items []map[string]string) (*http.Response, error) {
	return f.do(ctx, "PATCH /service/{service_id}/dictionary/{dictionary_id}/items",
		endpoint.Path{"service_id": service, "dictionary_id": dictionary},
		endpoint.Headers{"content-type": "application/json"},
		endpoint.Options{Data: map[string]any{"items": items}})
}

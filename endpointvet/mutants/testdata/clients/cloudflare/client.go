// Package cloudflare collects the layers of its calls in slices.
package cloudflare

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"example.com/endpoint"
)

// API is the API with the permissions of one token.
type API struct {
	endpoint endpoint.Endpoint
	trace    string
}

// New returns the API of a token.
func New(token string) *API {
	defaults := []endpoint.Layer{
		endpoint.Options{BaseURL: "https://api.cloudflare.com/client/v4"},
		endpoint.Headers{"accept": "application/json"},
	}
	if token != "" {
		defaults = append(defaults, endpoint.Headers{"authorization": "Bearer " + token})
	}
	return &API{endpoint: endpoint.New(defaults...), trace: "demo"}
}

// Record is a record of DNS.
type Record struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Content string `json:"content"`
	Proxied *bool  `json:"proxied,omitempty"`
	TTL     int    `json:"ttl,omitempty"`
}

// call sends a request with the headers of every call.
func (a *API) call(ctx context.Context, route string, layers ...endpoint.Layer) (result json.RawMessage, err error) {
	layers = append([]endpoint.Layer{endpoint.Headers{"x-trace": a.trace}}, layers...)
	req, err := a.endpoint.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return result, json.NewDecoder(resp.Body).Decode(&result)
}

// Zones lists zones. Empty arguments do not filter.
func (a *API) Zones(ctx context.Context, name, status string) (json.RawMessage, error) {
	layers := []endpoint.Layer{endpoint.Query{"per_page": 50}}
	if name != "" {
		layers = append(layers, endpoint.Query{"name": name})
	}
	if status != "" {
		layers = append(layers, endpoint.Query{"status": status})
	}
	return a.call(ctx, "GET /zones", layers...)
}

// Records lists records of a zone.
func (a *API) Records(ctx context.Context, zone, kind string, page int) (json.RawMessage, error) {
	layers := []endpoint.Layer{
		endpoint.Path{"zone_id": zone},
		endpoint.Query{"type": kind, "page": page},
	}
	req, err := a.endpoint.HTTPRequest(ctx, "GET /zones/{zone_id}/dns_records", layers...)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return nil, resp.Body.Close()
}

// AddRecord adds a record.
func (a *API) AddRecord(ctx context.Context, zone string, record Record) (json.RawMessage, error) {
	layers := []endpoint.Layer{endpoint.Path{"zone_id": zone}}
	layers = append(layers, endpoint.ParamsOf(record))
	if record.TTL == 0 {
		layers = append(layers, endpoint.Params{"ttl": 1})
	}
	return a.call(ctx, "POST /zones/{zone_id}/dns_records", layers...)
}

// DeleteRecord deletes a record.
func (a *API) DeleteRecord(ctx context.Context, zone, record string) (json.RawMessage, error) {
	path := endpoint.Path{"zone_id": zone, "record_id": record}
	return a.call(ctx, "DELETE /zones/{zone_id}/dns_records/{record_id}", path)
}

// Purge removes files from the cache, or everything.
func (a *API) Purge(ctx context.Context, zone string, files []string) (json.RawMessage, error) {
	var layers []endpoint.Layer
	layers = append(layers, endpoint.Path{"zone_id": zone})
	if len(files) == 0 {
		layers = append(layers, endpoint.Params{"purge_everything": true})
	} else {
		layers = append(layers, endpoint.Params{"files": files})
	}
	return a.call(ctx, "POST /zones/{zone_id}/purge_cache", layers...)
}

// Analytics reads the requests of a time range.
func (a *API) Analytics(ctx context.Context, zone string, since, until time.Time) (json.RawMessage, error) {
	query := endpoint.Query{"since": since, "until": until, "continuous": true}
	all := []endpoint.Layer{query, endpoint.Path{"zone_id": zone}}
	return a.call(ctx, "GET /zones/{zone_id}/analytics/dashboard", all...)
}

// PutValue stores a value of Workers KV.
func (a *API) PutValue(ctx context.Context, account, namespace, key, value string) (json.RawMessage, error) {
	layers := make([]endpoint.Layer, 0, 3)
	layers = append(layers,
		endpoint.Path{"account": account, "namespace": namespace, "key": key},
		endpoint.Headers{"content-type": "text/plain"},
		endpoint.Options{Data: value})
	return a.call(ctx, "PUT /accounts/{account}/storage/kv/namespaces/{namespace}/values/{key}", layers...)
}

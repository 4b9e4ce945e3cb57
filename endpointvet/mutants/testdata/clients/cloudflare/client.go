// Package cloudflare collects the layers of its calls in slices.
package cloudflare

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"example.com/endpoint"
)

type API struct {
	endpoint endpoint.Endpoint
	trace    string
}

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

func (a *API) Analytics(ctx context.Context, zone string, since, until time.Time) (json.RawMessage, error) {
	query := endpoint.Query{"since": since, "until": until, "continuous": true}
	all := []endpoint.Layer{query, endpoint.Path{"zone_id": zone}}
	return a.call(ctx, "GET /zones/{zone_id}/analytics/dashboard", all...)
}

func (a *API) PutValue(ctx context.Context, account, namespace, key, value string) (json.RawMessage, error) {
	layers := make([]endpoint.Layer, 0, 3)
	layers = append(layers,
		endpoint.Path{"account": account, "namespace": namespace, "key": key},
		endpoint.Headers{"content-type": "text/plain"},
		endpoint.Options{Data: value})
	return a.call(ctx, "PUT /accounts/{account}/storage/kv/namespaces/{namespace}/values/{key}", layers...)
}

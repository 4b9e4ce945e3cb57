// Package cratesio asks the registry of Rust, crates.io, about crates.
package cratesio

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"example.com/endpoint"
)

var UserAgent = "cratesio-go (ops@example.com)"

var Token string

var registry = sync.OnceValue(func() endpoint.Endpoint {
	return endpoint.New(
		endpoint.Options{BaseURL: "https://crates.io/api/v1"},
		endpoint.Headers{"accept": "application/json", "user-agent": UserAgent},
	)
})

func get(ctx context.Context, out any, route string, params endpoint.Params) error {
	req, err := registry().HTTPRequest(ctx, route, params)
	if err != nil {
		return err
	}
	return send(req, out)
}

func send(req *http.Request, out any) error {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

func ReverseDependencies(ctx context.Context, name string, page int) (out map[string]any, err error) {
	err = get(ctx, &out, "GET /crates/{name}/reverse_dependencies", endpoint.Params{"name": name, "page": page, "per_page": 100})
	return out, err
}

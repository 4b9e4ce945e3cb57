// Package cratesio asks the registry of Rust, crates.io, about crates.
package cratesio

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"example.com/endpoint"
)

// UserAgent is sent with each request. The crawler policy of crates.io demands one
// with a way to contact you.
var UserAgent = "cratesio-go (ops@example.com)"

// Token is needed by Owners and Yank only.
var Token string

var registry = sync.OnceValue(func() endpoint.Endpoint {
	return endpoint.New(
		endpoint.Options{BaseURL: "https://crates.io/api/v1"},
		endpoint.Headers{"accept": "application/json", "user-agent": UserAgent},
	)
})

// index has one file for each crate. It needs neither a token nor a user-agent.
var index = endpoint.New(endpoint.Options{BaseURL: "https://index.crates.io"}, endpoint.Headers{"accept": "*/*"})

// A Crate is a crate.
type Crate struct {
	ID        string    `json:"id"`
	Downloads int64     `json:"downloads"`
	Newest    string    `json:"max_stable_version"`
	Updated   time.Time `json:"updated_at"`
}

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
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", req.URL.Path, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Search finds crates, the most downloaded first.
func Search(ctx context.Context, q string, page int) ([]Crate, error) {
	var out struct{ Crates []Crate }
	err := get(ctx, &out, "GET /crates", endpoint.Params{"q": q, "sort": "downloads", "page": page, "per_page": 50})
	return out.Crates, err
}

// Named returns the crates with these names.
func Named(ctx context.Context, names ...string) ([]Crate, error) {
	var out struct{ Crates []Crate }
	err := get(ctx, &out, "GET /crates", endpoint.Params{"ids[]": names})
	return out.Crates, err
}

// Get returns a crate.
func Get(ctx context.Context, name string) (Crate, error) {
	var out struct{ Crate Crate }
	err := get(ctx, &out, "GET /crates/{name}", endpoint.Params{"name": name})
	return out.Crate, err
}

// Version returns one version of a crate.
func Version(ctx context.Context, name, version string) (out map[string]any, err error) {
	err = get(ctx, &out, "GET /crates/{name}/{version}", endpoint.Params{"name": name, "version": version})
	return out, err
}

// Dependencies returns the dependencies of a version.
func Dependencies(ctx context.Context, name, version string) (out map[string]any, err error) {
	err = get(ctx, &out, "GET /crates/{name}/{version}/dependencies", endpoint.Params{"name": name, "version": version})
	return out, err
}

// ReverseDependencies returns the crates that depend on a crate.
func ReverseDependencies(ctx context.Context, name string, page int) (out map[string]any, err error) {
	err = get(ctx, &out, "GET /crates/{name}/reverse_dependencies", endpoint.Params{"name": name, "page": page, "per_page": 100})
	return out, err
}

// Downloads returns the downloads of each day until a date.
func Downloads(ctx context.Context, name string, until time.Time) (out map[string]any, err error) {
	err = get(ctx, &out, "GET /crates/{name}/downloads", endpoint.Params{
		"name":        name,
		"before_date": until.Format(time.DateOnly),
	})
	return out, err
}

// AddOwners invites users to be owners of a crate.
func AddOwners(ctx context.Context, name string, logins ...string) (out map[string]any, err error) {
	req, err := registry().HTTPRequest(ctx, "PUT /crates/{name}/owners",
		endpoint.Path{"name": name},
		endpoint.Params{"owners": logins},
		endpoint.Headers{"authorization": Token})
	if err != nil {
		return nil, err
	}
	err = send(req, &out)
	return out, err
}

// Yank yanks a version.
func Yank(ctx context.Context, name, version string) error {
	req, err := registry().HTTPRequest(ctx, "DELETE /crates/{name}/{version}/yank",
		endpoint.Path{"name": name, "version": version}, endpoint.Headers{"authorization": Token})
	if err != nil {
		return err
	}
	return send(req, new(struct{ OK bool }))
}

// IndexRequest returns the request for the file of a crate in the index, for caches
// that send it with their own client. The etag may be "".
func IndexRequest(ctx context.Context, name, etag string) (*http.Request, error) {
	name = strings.ToLower(name)
	var dir []string
	switch len(name) {
	case 0:
		return nil, fmt.Errorf("cratesio: no name")
	case 1, 2:
		dir = []string{fmt.Sprint(len(name))}
	case 3:
		dir = []string{"3", name[:1]}
	default:
		dir = []string{name[:2], name[2:4]}
	}
	return index.HTTPRequest(ctx, "GET {/dir*}/{name}",
		endpoint.Path{"dir": dir, "name": name}, endpoint.Headers{"if-none-match": etag})
}

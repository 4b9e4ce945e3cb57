// Package npm reads the registry of npm. Names of packages may hold a slash.
package npm

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"example.com/endpoint"
)

// Registry is a registry with a public and a private side.
type Registry struct {
	public, private endpoint.Endpoint
	downloads       endpoint.Endpoint
	do              func(*http.Request) (*http.Response, error)
}

// New returns the Registry. The functional options change it.
func New(options ...Option) *Registry {
	base := endpoint.New(endpoint.Options{BaseURL: "https://registry.npmjs.org"})
	r := &Registry{
		public:    base.Defaults(endpoint.Headers{"accept": "application/json"}),
		downloads: endpoint.New(endpoint.Options{BaseURL: "https://api.npmjs.org"}, endpoint.Headers{"accept": "application/json"}),
		do:        http.DefaultClient.Do,
	}
	r.private = r.public
	for _, option := range options {
		option(r)
	}
	return r
}

// An Option changes a Registry.
type Option func(*Registry)

// WithToken lets a Registry publish.
func WithToken(token string) Option {
	return func(r *Registry) {
		r.private = r.private.Defaults(endpoint.Headers{"authorization": "Bearer " + token, "npm-auth-type": "web"})
	}
}

// WithBaseURL uses another registry.
func WithBaseURL(url string) Option {
	return func(r *Registry) {
		options := endpoint.Options{BaseURL: url}
		r.public, r.private = r.public.Defaults(options), r.private.Defaults(options)
	}
}

// Manifest describes a package.
type Manifest struct {
	Name     string            `json:"name"`
	DistTags map[string]string `json:"dist-tags"`
}

// Package returns the short form of a package.
func (r *Registry) Package(ctx context.Context, name string) (m Manifest, err error) {
	req, err := r.public.HTTPRequest(ctx, "GET /{name}", endpoint.Path{"name": name},
		endpoint.Headers{"accept": "application/vnd.npm.install-v1+json"})
	if err != nil {
		return m, err
	}
	resp, err := r.do(req)
	if err != nil {
		return m, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return m, errors.New("npm: no package " + name)
	}
	return m, json.NewDecoder(resp.Body).Decode(&m)
}

// Search finds packages.
func (r *Registry) Search(ctx context.Context, text string, from int) (*http.Request, error) {
	return r.public.HTTPRequest(ctx, "GET /-/v1/search{?text,size,from}", endpoint.Params{"text": text, "size": 20, "from": from})
}

// Tag sets a tag. The body is a JSON string.
func (r *Registry) Tag(ctx context.Context, name, tag, version string) (*http.Request, error) {
	return r.private.HTTPRequest(ctx, "PUT /-/package/{name}/dist-tags/{tag}",
		endpoint.Path{"name": name, "tag": tag},
		endpoint.Options{Data: &version})
}

// Untag removes a tag.
func (r *Registry) Untag(ctx context.Context, name, tag string) (*http.Request, error) {
	path := endpoint.Path{"name": name}
	path["tag"] = tag
	return r.private.HTTPRequest(ctx, "DELETE /-/package/{name}/dist-tags/{tag}", path)
}

// Downloads counts the downloads of packages.
func (r *Registry) Downloads(period string, names []string) (endpoint.Request, error) {
	return r.downloads.Build("GET /downloads/point/{period}/{names}", endpoint.Params{"period": period, "names": names})
}

// Audit asks for known vulnerabilities.
func (r *Registry) Audit(versions map[string][]string) (endpoint.Request, error) {
	return r.public.Build("POST /-/npm/v1/security/advisories/bulk", endpoint.Options{Data: versions})
}

// Package artifactory stores build artifacts in JFrog Artifactory.
package artifactory

import (
	"context"
	"net/http"
	"path"
	"strings"

	"example.com/endpoint"
)

type Repository struct {
	api endpoint.Endpoint
	key string
}

func Open(server, token, key string) Repository {
	return Repository{key: key, api: endpoint.New(endpoint.Options{
		BaseURL: server,
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
		Path:    endpoint.Path{"repo": key},
	})}
}

func segments(name string) []string {
	return strings.Split(strings.Trim(path.Clean(name), "/"), "/")
}

func (r Repository) do(ctx context.Context, route string, layers ...endpoint.Layer) (*http.Response, error) {
	req, err := r.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

func (r Repository) discard(ctx context.Context, route string, layers ...endpoint.Layer) error {
	resp, err := r.do(ctx, route, layers...)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (r Repository) Delete(ctx context.Context, name string) error {
	return r.discard(ctx, "DELETE /{repo}{/path*}", endpoint.Path{"path": segments(name)})
}

func (r Repository) Copy(ctx context.Context, name, toRepo, toName string) error {
	return r.discard(ctx, "POST /api/copy/{repo}{/path*}", endpoint.Path{"path": segments(name)},
		endpoint.Query{"to": "/" + path.Join(toRepo, toName), "suppressLayouts": 1})
}

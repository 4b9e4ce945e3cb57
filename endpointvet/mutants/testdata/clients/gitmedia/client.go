// Package gitmedia reads GitHub in other formats than JSON.
package gitmedia

import (
	"context"
	"io"
	"net/http"
	"strings"

	"example.com/endpoint"
)

type Repository struct {
	api endpoint.Endpoint
}

func Open(owner, name string) Repository {
	return Repository{endpoint.New(
		endpoint.Options{BaseURL: "https://api.github.com", Headers: endpoint.Headers{"accept": "application/vnd.github+json"}},
		endpoint.Path{"owner": owner, "repo": name},
	)}
}

func (r Repository) With(token string) Repository {
	r.api = r.api.Defaults(endpoint.Headers{"authorization": "Bearer " + token})
	return r
}

func text(req *http.Request, err error) (string, error) {
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}

func (r Repository) Raw(ctx context.Context, path, ref string) (string, error) {
	return text(r.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/contents{/path*}{?ref}",
		endpoint.Path{"path": strings.Split(path, "/"), "ref": ref},
		endpoint.MediaType{Format: "raw+json"}))
}

func (r Repository) Diff(ctx context.Context, number int) (string, error) {
	return text(r.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/pulls/{pull_number}", endpoint.Options{
		Path:      endpoint.Path{"pull_number": number},
		MediaType: endpoint.MediaType{Format: "diff"},
	}))
}

func (r Repository) SetTopics(ctx context.Context, names ...string) (string, error) {
	media := endpoint.MediaType{Previews: []string{"mercy-preview"}}
	return text(r.api.HTTPRequest(ctx, "PUT /repos/{owner}/{repo}/topics", media,
		endpoint.Params{"names": names}))
}

func (r Repository) Asset(ctx context.Context, id int64) (string, error) {
	return text(r.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/releases/assets/{asset_id}",
		endpoint.Params{"asset_id": id}, endpoint.Headers{"accept": "application/octet-stream"}))
}

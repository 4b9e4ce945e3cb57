// Package gitmedia reads GitHub in other formats than JSON.
package gitmedia

import (
	"context"
	"io"
	"net/http"
	"strings"

	"example.com/endpoint"
)

// Repository is one repository.
type Repository struct {
	api endpoint.Endpoint
}

// Open returns a repository.
func Open(owner, name string) Repository {
	return Repository{endpoint.New(
		endpoint.Options{BaseURL: "https://api.github.com", Headers: endpoint.Headers{"accept": "application/vnd.github+json"}},
		endpoint.Path{"owner": owner, "repo": name},
	)}
}

// With returns the repository as a user with a token sees it.
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

// Raw returns the text of a file.
func (r Repository) Raw(ctx context.Context, path, ref string) (string, error) {
	return text(r.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/contents{/path*}{?ref}",
		endpoint.Path{"path": strings.Split(path, "/"), "ref": ref},
		endpoint.MediaType{Format: "raw+json"}))
}

// Diff returns the changes of a pull request.
func (r Repository) Diff(ctx context.Context, number int) (string, error) {
	return text(r.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/pulls/{pull_number}", endpoint.Options{
		Path:      endpoint.Path{"pull_number": number},
		MediaType: endpoint.MediaType{Format: "diff"},
	}))
}

// Topics returns topics, which were a preview once.
func (r Repository) Topics(ctx context.Context) (string, error) {
	return text(r.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/topics",
		endpoint.MediaType{Previews: []string{"mercy"}}, endpoint.Query{"per_page": 100}))
}

// SetTopics replaces the topics.
func (r Repository) SetTopics(ctx context.Context, names ...string) (string, error) {
	media := endpoint.MediaType{Previews: []string{"mercy-preview"}}
	return text(r.api.HTTPRequest(ctx, "PUT /repos/{owner}/{repo}/topics", media,
		endpoint.Params{"names": names}))
}

// Asset returns the content of a file of a release.
func (r Repository) Asset(ctx context.Context, id int64) (string, error) {
	return text(r.api.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/releases/assets/{asset_id}",
		endpoint.Params{"asset_id": id}, endpoint.Headers{"accept": "application/octet-stream"}))
}

// Upload uploads a file to the template that a release has.
func (r Repository) Upload(ctx context.Context, template, name string, content []byte) (string, error) {
	return text(r.api.HTTPRequest(ctx, "POST "+template, endpoint.Options{
		Path:    endpoint.Path{"name": name},
		Headers: endpoint.Headers{"content-type": "application/zip"},
		Data:    content,
	}))
}

// Markdown renders a text. Without the token, since it is text of anyone.
func (r Repository) Markdown(ctx context.Context, markdown string) (string, error) {
	return text(r.api.HTTPRequest(ctx, "POST /markdown",
		endpoint.Headers{"authorization": "", "accept": "text/html"},
		endpoint.Params{"text": markdown, "mode": "gfm"}))
}

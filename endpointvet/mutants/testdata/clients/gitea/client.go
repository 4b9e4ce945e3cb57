// Package gitea is a client for the API of a Gitea server, version 1.
//
//	client, err := gitea.NewClient("https://gitea.com", token)
//	issues, err := client.Issues.List(ctx, "gitea", "tea", nil)
package gitea

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"example.com/endpoint"
)

// A Client manages communication with a Gitea server.
type Client struct {
	client *http.Client
	api    endpoint.Endpoint

	common service

	Issues *IssuesService
	Repos  *RepositoriesService
}

type service struct{ client *Client }

// IssuesService handles issues and their labels.
type IssuesService service

// RepositoriesService handles repositories and their files.
type RepositoriesService service

// NewClient returns a client for the server at baseURL.
func NewClient(baseURL, token string) (*Client, error) {
	u, err := url.Parse(baseURL)
	if err != nil {
		return nil, err
	}
	c := &Client{
		client: http.DefaultClient,
		api: endpoint.New(endpoint.Options{
			BaseURL: u.JoinPath("api/v1").String(),
			Headers: endpoint.Headers{
				"accept":        "application/json",
				"authorization": "token " + token,
				"user-agent":    "go-gitea-client",
			},
			Lists: endpoint.ListComma,
		}),
	}
	c.common.client = c
	c.Issues = (*IssuesService)(&c.common)
	c.Repos = (*RepositoriesService)(&c.common)
	return c, nil
}

// NewRequest creates an API request.
func (c *Client) NewRequest(ctx context.Context, route string, layers ...endpoint.Layer) (*http.Request, error) {
	return c.api.HTTPRequest(ctx, route, layers...)
}

// Do sends a request and decodes the response into v, unless v is nil.
func (c *Client) Do(req *http.Request, v any) error {
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode > 299 {
		return fmt.Errorf("gitea: %s %s: %s", req.Method, req.URL.Path, resp.Status)
	}
	if v == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

// ListOptions specifies the page of a list.
type ListOptions struct {
	Page  int `url:"page,omitempty"`
	Limit int `url:"limit,omitempty"`
}

// IssueListOptions filters the issues of a repository.
type IssueListOptions struct {
	State  string   `url:"state,omitempty"`
	Type   string   `url:"type,omitempty"`
	Labels []string `url:"labels,omitempty"`
	Query  string   `url:"q,omitempty"`
	ListOptions
}

// IssueRequest is a request to create an issue.
type IssueRequest struct {
	Title     *string  `json:"title,omitempty"`
	Body      *string  `json:"body,omitempty"`
	Assignees []string `json:"assignees,omitempty"`
	Milestone *int64   `json:"milestone,omitempty"`
}

// Issue is an issue of a repository.
type Issue struct {
	Index int64  `json:"number"`
	Title string `json:"title"`
	State string `json:"state"`
}

// List lists the issues of a repository.
func (s *IssuesService) List(ctx context.Context, owner, repo string, opts *IssueListOptions) ([]*Issue, error) {
	req, err := s.client.NewRequest(ctx, "GET /repos/{owner}/{repo}/issues",
		endpoint.Path{"owner": owner, "repo": repo}, endpoint.ParamsOf(opts))
	if err != nil {
		return nil, err
	}
	var issues []*Issue
	err = s.client.Do(req, &issues)
	return issues, err
}

// Create creates an issue.
func (s *IssuesService) Create(ctx context.Context, owner, repo string, issue *IssueRequest) (*Issue, error) {
	req, err := s.client.NewRequest(ctx, "POST /repos/{owner}/{repo}/issues",
		endpoint.Path{"owner": owner, "repo": repo}, endpoint.Options{Data: issue})
	if err != nil {
		return nil, err
	}
	i := new(Issue)
	err = s.client.Do(req, i)
	return i, err
}

// RemoveLabel removes a label from an issue.
func (s *IssuesService) RemoveLabel(ctx context.Context, owner, repo string, index, label int64) error {
	req, err := s.client.NewRequest(ctx, "DELETE /repos/{owner}/{repo}/issues/{index}/labels/{id}",
		endpoint.Path{"owner": owner, "repo": repo, "index": index, "id": label})
	if err != nil {
		return err
	}
	return s.client.Do(req, nil)
}

// GetContents returns a file or directory at a ref, "" for the default branch.
func (s *RepositoriesService) GetContents(ctx context.Context, owner, repo, path, ref string) (map[string]any, error) {
	req, err := s.client.NewRequest(ctx, "GET /repos/{owner}/{repo}/contents{/path*}",
		endpoint.Path{"owner": owner, "repo": repo, "path": strings.Split(path, "/")},
		endpoint.Query{"ref": ref}.OmitZero())
	if err != nil {
		return nil, err
	}
	var m map[string]any
	err = s.client.Do(req, &m)
	return m, err
}

// AddCollaborator gives a user a permission: read, write or admin.
func (s *RepositoriesService) AddCollaborator(ctx context.Context, owner, repo, user, permission string) error {
	req, err := s.client.NewRequest(ctx, "PUT /repos/{owner}/{repo}/collaborators/{collaborator}", endpoint.Params{
		"owner": owner, "repo": repo, "collaborator": user, "permission": permission,
	})
	if err != nil {
		return err
	}
	return s.client.Do(req, nil)
}

// NewDiffRequest creates a request for the changes of a pull request as text, in the format "diff" or
// "patch".
func (s *RepositoriesService) NewDiffRequest(ctx context.Context, owner, repo string, index int64, format string) (*http.Request, error) {
	var route string
	switch format {
	case "diff":
		route = "GET /repos/{owner}/{repo}/pulls/{index}.diff" // not run
	case "patch":
		route = "GET /repos/{owner}/{repo}/pulls/{index}.patch" // not run
	default:
		return nil, fmt.Errorf("gitea: unknown format %q", format)
	}
	return s.client.NewRequest(ctx, route,
		endpoint.Path{"owner": owner, "repo": repo, "index": index}, endpoint.Headers{"accept": "text/plain"})
}

// UploadAsset attaches a file to a release.
func (s *RepositoriesService) UploadAsset(ctx context.Context, owner, repo string, release int64, name string, file io.Reader) error {
	req, err := s.client.NewRequest(ctx, "POST /repos/{owner}/{repo}/releases/{id}/assets{?name}",
		endpoint.Path{"owner": owner, "repo": repo, "id": release, "name": name},
		endpoint.Headers{"content-type": "application/octet-stream"},
		endpoint.Options{Data: file})
	if err != nil {
		return err
	}
	return s.client.Do(req, nil)
}

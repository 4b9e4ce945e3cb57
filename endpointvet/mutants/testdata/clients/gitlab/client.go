// Package gitlab keeps its routes in one table.
package gitlab

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// The operations of this client.
const (
	GetProject    = "project.get"
	ListIssues    = "issues.list"
	CreateIssue   = "issue.create"
	UpdateIssue   = "issue.update"
	GetFile       = "file.get"
	DeleteBranch  = "branch.delete"
	RetryPipeline = "pipeline.retry"
	ListMembers   = "members.list"
)

var routes = map[string]string{
	GetProject:    "GET /projects/:id",
	ListIssues:    "GET /projects/:id/issues",
	CreateIssue:   "POST /projects/:id/issues",
	UpdateIssue:   "PUT /projects/:id/issues/:issue_iid",
	GetFile:       "GET /projects/:id/repository/files/:file_path{?ref}",
	DeleteBranch:  "DELETE /projects/:id/repository/branches/:branch",
	RetryPipeline: "POST /projects/:id/pipelines/:pipeline_id/retry",
	ListMembers:   "GET /groups/{id}/members/all",
}

// Client calls one GitLab server.
type Client struct {
	base endpoint.Endpoint
	http *http.Client
}

// New returns a Client of the server at address, such as https://gitlab.com.
func New(address, token string) *Client {
	return &Client{
		base: endpoint.New(endpoint.Options{
			BaseURL: address + "/api/v4",
			Lists:   endpoint.ListComma,
			Headers: endpoint.Headers{"accept": "application/json", "private-token": token},
		}),
		http: http.DefaultClient,
	}
}

// Call calls the named operation and decodes the response into out.
func (c *Client) Call(ctx context.Context, operation string, out any, params endpoint.Params) error {
	route, ok := routes[operation]
	if !ok {
		return fmt.Errorf("gitlab: no operation %q", operation)
	}
	req, err := c.base.HTTPRequest(ctx, route, params)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// Issues lists the open issues of a project with labels.
func (c *Client) Issues(ctx context.Context, project string, labels ...string) (issues []map[string]any, err error) {
	err = c.Call(ctx, ListIssues, &issues, endpoint.Params{
		"id": project, "state": "opened", "labels": labels, "per_page": 100,
	})
	return issues, err
}

// File returns the content of a file at a revision.
func (c *Client) File(ctx context.Context, project, path, ref string) ([]byte, error) {
	var file struct {
		Content []byte `json:"content"`
	}
	err := c.Call(ctx, GetFile, &file, endpoint.Params{"id": project, "file_path": path, "ref": ref})
	return file.Content, err
}

// Close closes an issue.
func (c *Client) Close(ctx context.Context, project string, issue int) error {
	params := endpoint.Params{"id": project, "issue_iid": issue, "state_event": "close"}
	var closed any
	return c.Call(ctx, UpdateIssue, &closed, params)
}

// Protect protects a branch. It is too rare for the table.
func (c *Client) Protect(ctx context.Context, project, branch string, pushLevel int) error {
	req, err := c.base.HTTPRequest(ctx, "POST /projects/:id/protected_branches",
		endpoint.Path{"id": project}, endpoint.Query{"name": branch, "push_access_level": pushLevel})
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

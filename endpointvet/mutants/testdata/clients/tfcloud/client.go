// Package tfcloud runs Terraform. Its API is JSON:API.
package tfcloud

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"example.com/endpoint"
)

const mediaType = "application/vnd.api+json"

// Client has interfaces, so that tests can replace them.
type Client struct {
	Workspaces Workspaces
	Runs       Runs
}

// Workspaces are workspaces.
type Workspaces interface {
	List(ctx context.Context, org string, opts *WorkspaceListOptions) ([]Resource, error)
	Create(ctx context.Context, org string, w WorkspaceOptions) (*Resource, error)
	Lock(ctx context.Context, id, reason string) error
	SetVariable(ctx context.Context, id string, v Variable) error
	DeleteVariable(ctx context.Context, id, variable string) error
}

// Runs are runs.
type Runs interface {
	Create(ctx context.Context, workspace, message string, destroy bool) (*Resource, error)
	Apply(ctx context.Context, id string, comment *string) error
	List(ctx context.Context, workspace string, status ...string) ([]Resource, error)
}

// Resource is a resource of JSON:API.
type Resource struct {
	ID            string         `json:"id,omitempty"`
	Type          string         `json:"type"`
	Attributes    any            `json:"attributes,omitempty"`
	Relationships map[string]any `json:"relationships,omitempty"`
}

type document struct {
	Data Resource `json:"data"`
}

// ListOptions page.
type ListOptions struct {
	PageNumber int `url:"page[number],omitempty"`
	PageSize   int `url:"page[size],omitempty"`
}

// WorkspaceListOptions choose workspaces.
type WorkspaceListOptions struct {
	ListOptions
	Search string   `url:"search[name],omitempty"`
	Tags   string   `url:"search[tags],omitempty"`
	Sort   []string `url:"include,omitempty,comma"`
}

// WorkspaceOptions describe a workspace.
type WorkspaceOptions struct {
	Name      string `json:"name"`
	AutoApply bool   `json:"auto-apply"`
	Version   string `json:"terraform-version,omitempty"`
}

// Variable is a variable.
type Variable struct {
	Key       string `json:"key"`
	Value     string `json:"value"`
	Category  string `json:"category"`
	Sensitive bool   `json:"sensitive"`
}

type tfe struct {
	api  endpoint.Endpoint
	http http.RoundTripper
}

type workspaces struct{ *tfe }
type runs struct{ *tfe }

// NewClient returns a Client.
func NewClient(address, token string) *Client {
	if address == "" {
		address = "https://app.terraform.io"
	}
	t := &tfe{
		api: endpoint.New(endpoint.Options{
			BaseURL: address + "/api/v2",
			Headers: endpoint.Headers{
				"accept":        mediaType,
				"content-type":  mediaType,
				"authorization": "Bearer " + token,
			},
		}),
		http: http.DefaultTransport,
	}
	return &Client{Workspaces: &workspaces{t}, Runs: &runs{t}}
}

func (t *tfe) newRequest(ctx context.Context, method, path string, layers ...endpoint.Layer) (*http.Request, error) {
	return t.api.HTTPRequest(ctx, method+" "+path, layers...)
}

func (t *tfe) do(req *http.Request, model any) error {
	resp, err := t.http.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("tfcloud: %s", resp.Status)
	}
	if model == nil {
		_, err = io.Copy(io.Discard, resp.Body)
		return err
	}
	return json.NewDecoder(resp.Body).Decode(model)
}

func payload(kind string, attributes any) endpoint.Options {
	return endpoint.Options{Data: document{Resource{Type: kind, Attributes: attributes}}}
}

func (w *workspaces) List(ctx context.Context, org string, opts *WorkspaceListOptions) ([]Resource, error) {
	req, err := w.newRequest(ctx, "GET", "/organizations/{organization_name}/workspaces",
		endpoint.Path{"organization_name": org}, endpoint.ParamsOf(opts))
	if err != nil {
		return nil, err
	}
	var out struct{ Data []Resource }
	return out.Data, w.do(req, &out)
}

func (w *workspaces) Create(ctx context.Context, org string, o WorkspaceOptions) (*Resource, error) {
	req, err := w.newRequest(ctx, "POST", "/organizations/{organization_name}/workspaces",
		endpoint.Path{"organization_name": org}, payload("workspaces", o))
	if err != nil {
		return nil, err
	}
	out := &document{}
	return &out.Data, w.do(req, out)
}

func (w *workspaces) Lock(ctx context.Context, id, reason string) error {
	req, err := w.newRequest(ctx, "POST", "/workspaces/{workspace_id}/actions/lock",
		endpoint.Path{"workspace_id": id}, endpoint.Params{"reason": reason})
	if err != nil {
		return err
	}
	return w.do(req, nil)
}

func (w *workspaces) SetVariable(ctx context.Context, id string, v Variable) error {
	req, err := w.newRequest(ctx, http.MethodPost, "/workspaces/{workspace_id}/vars", endpoint.Path{"workspace_id": id}, payload("vars", v))
	if err != nil {
		return err
	}
	return w.do(req, nil)
}

func (w *workspaces) DeleteVariable(ctx context.Context, id, variable string) error {
	req, err := w.newRequest(ctx, http.MethodDelete, "/workspaces/{workspace_id}/vars/{variable_id}", endpoint.Path{
		"workspace_id": id,
		"variable_id":  variable,
	})
	if err != nil {
		return err
	}
	return w.do(req, nil)
}

func (r *runs) Create(ctx context.Context, workspace, message string, destroy bool) (*Resource, error) {
	in := document{Resource{
		Type:       "runs",
		Attributes: map[string]any{"message": message, "is-destroy": destroy},
		Relationships: map[string]any{
			"workspace": document{Resource{ID: workspace, Type: "workspaces"}},
		},
	}}
	req, err := r.api.HTTPRequest(ctx, "POST /runs", endpoint.Options{Data: &in})
	if err != nil {
		return nil, err
	}
	var out document
	return &out.Data, r.do(req, &out)
}

func (r *runs) Apply(ctx context.Context, id string, comment *string) error {
	req, err := r.newRequest(ctx, "POST", "/runs/{run_id}/actions/apply", endpoint.Params{"run_id": id, "comment": comment})
	if err != nil {
		return err
	}
	return r.do(req, nil)
}

func (r *runs) List(ctx context.Context, workspace string, status ...string) ([]Resource, error) {
	query := endpoint.Query{"page": map[string]int{"size": 50}}
	if len(status) > 0 {
		query["filter[status]"] = status
	}
	req, err := r.newRequest(ctx, "GET", "/workspaces/{workspace_id}/runs",
		endpoint.Path{"workspace_id": workspace}, query, endpoint.Options{Lists: endpoint.ListComma})
	if err != nil {
		return nil, err
	}
	var out struct{ Data []Resource }
	return out.Data, r.do(req, &out)
}

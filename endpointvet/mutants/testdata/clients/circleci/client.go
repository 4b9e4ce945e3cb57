// Package circleci triggers pipelines with a fluent builder.
package circleci

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// API is the client.
type API struct {
	base endpoint.Endpoint
	do   func(*http.Request) (*http.Response, error)
}

// New returns an API.
func New(token string) *API {
	return &API{
		base: endpoint.New(endpoint.Options{
			BaseURL: "https://circleci.com/api/v2",
			Headers: endpoint.Headers{"Accept": "application/json", "Circle-Token": token},
		}),
		do: http.DefaultClient.Do,
	}
}

// A call is a request that is being built.
type call struct {
	api   *API
	route string
	path  endpoint.Path
	query endpoint.Query
	body  any
}

func (a *API) request(route string) *call {
	return &call{api: a, route: route, path: endpoint.Path{}, query: endpoint.Query{}}
}

func (c *call) Path(name string, value any) *call {
	c.path[name] = value
	return c
}

func (c *call) Query(name string, value any) *call {
	c.query[name] = value
	return c
}

func (c *call) JSON(body any) *call {
	c.body = body
	return c
}

func (c *call) Into(ctx context.Context, out any) error {
	req, err := c.api.base.HTTPRequest(ctx, c.route, c.path, c.query.OmitZero(), endpoint.Options{Data: c.body})
	if err != nil {
		return err
	}
	resp, err := c.api.do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("circleci: status %d", resp.StatusCode)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// A Pipeline is one run of a project.
type Pipeline struct {
	ID     string `json:"id"`
	Number int    `json:"number"`
	State  string `json:"state"`
}

// Me returns the user of the token.
func (a *API) Me(ctx context.Context) (user map[string]any, err error) {
	err = a.request("GET /me").Into(ctx, &user)
	return
}

// Trigger starts a pipeline.
func (a *API) Trigger(ctx context.Context, org, repo, branch string, parameters map[string]any) (p Pipeline, err error) {
	err = a.request("POST /project/gh/{org}/{repo}/pipeline").
		Path("org", org).
		Path("repo", repo).
		JSON(map[string]any{"branch": branch, "parameters": parameters}).
		Into(ctx, &p)
	return
}

// Pipelines lists the pipelines of a branch.
func (a *API) Pipelines(ctx context.Context, org, repo, branch, token string) (p []Pipeline, err error) {
	err = a.request("GET /project/gh/{org}/{repo}/pipeline").
		Path("org", org).Path("repo", repo).
		Query("branch", branch).Query("page-token", token).
		Into(ctx, &p)
	return
}

// Workflows lists the workflows of a pipeline.
func (a *API) Workflows(ctx context.Context, pipeline string) (w map[string]any, err error) {
	err = a.request("GET /pipeline/{pipeline-id}/workflow").Path("pipeline-id", pipeline).Into(ctx, &w)
	return
}

// Rerun runs a workflow again.
func (a *API) Rerun(ctx context.Context, workflow string, failed bool) error {
	return a.request("POST /workflow/{id}/rerun").Path("id", workflow).JSON(struct {
		FromFailed bool `json:"from_failed"`
	}{failed}).Into(ctx, nil)
}

// SetEnv sets a variable of a project.
func (a *API) SetEnv(ctx context.Context, org, repo, name, value string) error {
	return a.request("POST /project/gh/{org}/{repo}/envvar").
		Path("org", org).
		Path("repo", repo).
		JSON(map[string]string{"name": name, "value": value}).
		Into(ctx, nil)
}

// DeleteEnv removes a variable of a project.
func (a *API) DeleteEnv(ctx context.Context, org, repo, name string) error {
	return a.request("DELETE /project/gh/{org}/{repo}/envvar/{name}").
		Path("org", org).Path("repo", repo).Path("name", name).
		Into(ctx, nil)
}

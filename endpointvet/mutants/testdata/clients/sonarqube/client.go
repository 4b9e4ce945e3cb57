// Package sonarqube calls the Web API of SonarQube, where each operation is a
// controller and an action: api/issues/search.
package sonarqube

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"example.com/endpoint"
)

// Routes of the operations.
const (
	issuesSearch     = "GET /api/issues/search"
	issuesTransition = "POST /api/issues/do_transition"
	issuesAssign     = "POST /api/issues/assign"
	issuesSetTags    = "POST /api/issues/set_tags"
	measures         = "GET /api/measures/component"
	gateStatus       = "GET /api/qualitygates/project_status"
	projectsCreate   = "POST /api/projects/create"
	projectsDelete   = "POST /api/projects/delete"
	tokensGenerate   = "POST /api/user_tokens/generate"
	sourcesRaw       = "GET /api/sources/raw"
)

// Client is a client of one server.
type Client struct {
	sonar endpoint.Endpoint
	http  *http.Client
}

// New returns a client. The token is sent as user of basic authentication, which old
// servers understand too.
func New(server, token string) (*Client, error) {
	req, err := http.NewRequest("GET", server, nil)
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth(token, "")
	return &Client{
		http: http.DefaultClient,
		sonar: endpoint.New(endpoint.Options{
			BaseURL: strings.TrimSuffix(server, "/"),
			Headers: endpoint.Headers{
				"accept":        "application/json",
				"authorization": req.Header.Get("Authorization"),
				"content-type":  "application/x-www-form-urlencoded",
			},
			Lists: endpoint.ListComma,
		}),
	}, nil
}

// Error has the messages of a server.
type Error struct {
	Status int
	Errors []struct {
		Msg string `json:"msg"`
	} `json:"errors"`
}

func (e *Error) Error() string {
	var msgs []error
	for _, m := range e.Errors {
		msgs = append(msgs, errors.New(m.Msg))
	}
	return fmt.Sprintf("sonarqube: status %d: %v", e.Status, errors.Join(msgs...))
}

// run runs an operation. Params are the query of GET, and the form of POST.
func run[T any](ctx context.Context, c *Client, route string, params endpoint.Params) (out T, err error) {
	req, err := c.sonar.HTTPRequest(ctx, route, params)
	if err != nil {
		return out, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		e := &Error{Status: resp.StatusCode}
		json.NewDecoder(resp.Body).Decode(e)
		return out, e
	}
	if resp.StatusCode == http.StatusNoContent {
		return out, nil
	}
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}

// Issue is an issue.
type Issue struct {
	Key       string   `json:"key"`
	Component string   `json:"component"`
	Message   string   `json:"message"`
	Tags      []string `json:"tags"`
}

type issues struct{ Issues []Issue }

type issue struct{ Issue Issue }

// SearchOptions select issues.
type SearchOptions struct {
	Components []string `url:"components,omitempty"`
	Severities []string `url:"severities,omitempty"`
	Resolved   *bool    `url:"resolved,omitempty"`
	Page       int      `url:"p,omitempty"`
	PageSize   int      `url:"ps,omitempty"`
}

// Issues searches issues.
func (c *Client) Issues(ctx context.Context, opts SearchOptions) ([]Issue, error) {
	out, err := run[issues](ctx, c, issuesSearch, endpoint.ParamsOf(opts))
	return out.Issues, err
}

// Transition changes the status of an issue, such as with "wontfix".
func (c *Client) Transition(ctx context.Context, key, transition string) (Issue, error) {
	out, err := run[issue](ctx, c, issuesTransition, endpoint.Params{"issue": key, "transition": transition})
	return out.Issue, err
}

// Assign assigns an issue to a user.
func (c *Client) Assign(ctx context.Context, key, login string) (Issue, error) {
	out, err := run[issue](ctx, c, issuesAssign, endpoint.Params{"issue": key, "assignee": login})
	return out.Issue, err
}

// SetTags sets the tags of an issue.
func (c *Client) SetTags(ctx context.Context, key string, tags ...string) (Issue, error) {
	out, err := run[issue](ctx, c, issuesSetTags, endpoint.Params{"issue": key, "tags": tags})
	return out.Issue, err
}

// Measures returns measures of a component, such as "coverage".
func (c *Client) Measures(ctx context.Context, component string, metrics ...string) (map[string]any, error) {
	return run[map[string]any](ctx, c, measures, endpoint.Params{"component": component, "metricKeys": metrics})
}

// Gate returns the status of the quality gate of a branch or a pull request.
func (c *Client) Gate(ctx context.Context, project, branch, pullRequest string) (string, error) {
	params := endpoint.Params{"projectKey": project}
	switch {
	case branch != "":
		params["branch"] = branch
	case pullRequest != "":
		params["pullRequest"] = pullRequest
	}
	out, err := run[struct{ ProjectStatus struct{ Status string } }](ctx, c, gateStatus, params)
	return out.ProjectStatus.Status, err
}

// CreateProject creates a project.
func (c *Client) CreateProject(ctx context.Context, key, name string, private bool) error {
	visibility := "public"
	if private {
		visibility = "private"
	}
	_, err := run[any](ctx, c, projectsCreate, endpoint.Params{"project": key, "name": name, "visibility": visibility})
	return err
}

// DeleteProject deletes a project.
func (c *Client) DeleteProject(ctx context.Context, key string) error {
	_, err := run[any](ctx, c, projectsDelete, endpoint.Params{"project": key})
	return err
}

// GenerateToken generates a token that can analyze one project.
func (c *Client) GenerateToken(ctx context.Context, name, project string) (string, error) {
	out, err := run[struct{ Token string }](ctx, c, tokensGenerate, endpoint.Params{
		"name": name, "type": "PROJECT_ANALYSIS_TOKEN", "projectKey": project,
	})
	return out.Token, err
}

// SourceRequest returns a request for the text of a file.
func (c *Client) SourceRequest(file string) (endpoint.Request, error) {
	return c.sonar.Build(sourcesRaw, endpoint.Query{"key": file}, endpoint.Headers{"accept": "text/plain"})
}

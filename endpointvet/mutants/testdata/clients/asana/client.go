// Package asana builds its parameters key by key.
package asana

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"time"

	"example.com/endpoint"
)

// Client calls the API for a user.
type Client struct {
	API    endpoint.Endpoint // has no token of its own
	fields []string
}

// New returns a Client.
func New(token string) *Client {
	headers := make(endpoint.Headers)
	headers["accept"] = "application/json"
	headers["authorization"] = "Bearer " + token
	options := endpoint.Options{BaseURL: "https://app.asana.com/api/1.0", Headers: headers}
	return &Client{API: endpoint.New(options), fields: []string{"name", "due_on"}}
}

// A Task is something to do.
type Task struct {
	Name     string
	Notes    string
	Assignee string
	Due      time.Time
	Projects []string
}

func (t Task) data() map[string]any {
	data := map[string]any{"name": t.Name}
	if t.Notes != "" {
		data["notes"] = t.Notes
	}
	if !t.Due.IsZero() {
		data["due_on"] = t.Due.Format(time.DateOnly)
	}
	if len(t.Projects) > 0 {
		data["projects"] = t.Projects
	}
	return data
}

// Tasks lists the tasks of a project.
func (c *Client) Tasks(ctx context.Context, project, offset string, since time.Time) (*http.Request, error) {
	query := endpoint.Query{"limit": 100}
	query["opt_fields"] = strings.Join(c.fields, ",")
	if offset != "" {
		query["offset"] = offset
	}
	if !since.IsZero() {
		query["completed_since"] = since
	}
	path := make(endpoint.Path)
	path["project_gid"] = project
	return c.API.HTTPRequest(ctx, "GET /projects/{project_gid}/tasks", path, query)
}

// Create creates a task.
func (c *Client) Create(ctx context.Context, workspace string, task Task) (*http.Request, error) {
	data := task.data()
	data["workspace"] = workspace
	return c.API.HTTPRequest(ctx, "POST /tasks", endpoint.Params{"data": data})
}

// Update changes a task.
func (c *Client) Update(ctx context.Context, id string, task Task) (*http.Request, error) {
	params := endpoint.Params{}
	params["data"] = task.data()
	return c.API.HTTPRequest(ctx, "PUT /tasks/{task_gid}", endpoint.Path{"task_gid": id}, params)
}

// Comment adds a comment to a task.
func (c *Client) Comment(ctx context.Context, id, text string) (*http.Request, error) {
	params := make(endpoint.Params, 2)
	params["task_gid"] = id
	params["data"] = map[string]string{"text": text}
	return c.API.HTTPRequest(ctx, "POST /tasks/{task_gid}/stories", params)
}

// Search finds tasks by conditions of the caller, such as "assignee.any".
func (c *Client) Search(ctx context.Context, workspace string, conditions map[string]any) (*http.Request, error) {
	query := endpoint.Query(maps.Clone(conditions))
	query["sort_by"] = "modified_at"
	return c.API.HTTPRequest(ctx, "GET /workspaces/{workspace_gid}/tasks/search",
		endpoint.Path{"workspace_gid": workspace}, query)
}

// Move moves a task into a section.
func (c *Client) Move(ctx context.Context, section, task, after string) (*http.Request, error) {
	var options endpoint.Options
	options.Path = endpoint.Path{"section_gid": section}
	data := map[string]string{"task": task}
	if after != "" {
		data["insert_after"] = after
	}
	options.Data = map[string]any{"data": data}
	return c.API.HTTPRequest(ctx, "POST /sections/{section_gid}/addTask", options)
}

// Delete deletes a task.
func (c *Client) Delete(ctx context.Context, id string) (*http.Request, error) {
	path := endpoint.Path{}
	path["task_gid"] = id
	return c.API.HTTPRequest(ctx, "DELETE /tasks/{task_gid}", path)
}

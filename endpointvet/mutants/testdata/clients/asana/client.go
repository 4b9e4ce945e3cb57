// Package asana builds its parameters key by key.
package asana

import (
	"context"
	"maps"
	"net/http"

	"example.com/endpoint"
)

type Client struct {
	API    endpoint.Endpoint // has no token of its own
	fields []string
}

func New(token string) *Client {
	headers := make(endpoint.Headers)
	headers["accept"] = "application/json"
	headers["authorization"] = "Bearer " + token
	options := endpoint.Options{BaseURL: "https://app.asana.com/api/1.0", Headers: headers}
	return &Client{API: endpoint.New(options), fields: []string{"name", "due_on"}}
}

func (c *Client) Comment(ctx context.Context, id, text string) (*http.Request, error) {
	params := make(endpoint.Params, 2)
	params["task_gid"] = id
	params["data"] = map[string]string{"text": text}
	return c.API.HTTPRequest(ctx, "POST /tasks/{task_gid}/stories", params)
}

func (c *Client) Search(ctx context.Context, workspace string, conditions map[string]any) (*http.Request, error) {
	query := endpoint.Query(maps.Clone(conditions))
	query["sort_by"] = "modified_at"
	return c.API.HTTPRequest(ctx, "GET /workspaces/{workspace_gid}/tasks/search",
		endpoint.Path{"workspace_gid": workspace}, query)
}

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

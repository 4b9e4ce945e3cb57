// Package clickup implements version 2 of the ClickUp API.
package clickup

import (
	"context"
	"encoding/json"
	"net/http"

	"example.com/endpoint"
)

type TasksService interface {
	List(ctx context.Context, listID string, opt *TaskListOptions) ([]Task, *Response, error)
}

type Client struct {
	api    endpoint.Endpoint
	client *http.Client

	Tasks TasksService
}

type tasksOp struct{ client *Client }

type Response struct {
	*http.Response
	RateRemaining string
}

type Task struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Status struct {
		Status string `json:"status"`
	} `json:"status"`
}

type TaskListOptions struct {
	Statuses      []string `url:"statuses,omitempty"`
	Assignees     []int    `url:"assignees,omitempty"`
	IncludeClosed *bool    `url:"include_closed,omitempty"`
}

func NewClient(httpClient *http.Client, token string) *Client {
	if httpClient == nil {
		httpClient = http.DefaultClient
	}
	c := &Client{
		client: httpClient,
		api: endpoint.New(endpoint.Options{
			BaseURL: "https://api.clickup.com/api/v2",
			Headers: endpoint.Headers{
				"accept":        "application/json",
				"authorization": token,
				"user-agent":    "go-clickup/0.3",
			},
			Lists: endpoint.ListBrackets,
		}),
	}
	c.Tasks = &tasksOp{client: c}
	return c
}

func (c *Client) Do(ctx context.Context, v any, route string, layers ...endpoint.Layer) (*Response, error) {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	response := &Response{Response: resp, RateRemaining: resp.Header.Get("X-RateLimit-Remaining")}
	if v != nil {
		err = json.NewDecoder(resp.Body).Decode(v)
	}
	return response, err
}

func (s *tasksOp) List(ctx context.Context, listID string, opt *TaskListOptions) ([]Task, *Response, error) {
	var root struct{ Tasks []Task }
	resp, err := s.client.Do(ctx, &root, "GET /list/{list_id}/task", endpoint.Path{"list_id": listID}, endpoint.ParamsOf(opt))
	return root.Tasks, resp, err
}

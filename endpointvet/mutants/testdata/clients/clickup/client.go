// Package clickup implements version 2 of the ClickUp API.
package clickup

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"example.com/endpoint"
)

// TasksService is an interface for interfacing with the tasks of ClickUp.
type TasksService interface {
	List(ctx context.Context, listID string, opt *TaskListOptions) ([]Task, *Response, error)
	Get(ctx context.Context, taskID string) (*Task, *Response, error)
	Create(ctx context.Context, listID string, create *TaskCreateRequest) (*Task, *Response, error)
	Update(ctx context.Context, taskID string, update *TaskUpdateRequest) (*Task, *Response, error)
	Delete(ctx context.Context, taskID string) (*Response, error)
	Comment(ctx context.Context, taskID, text string, notifyAll bool) (*Response, error)
}

// TeamsService is an interface for interfacing with the workspaces of ClickUp.
type TeamsService interface {
	List(ctx context.Context) ([]Team, *Response, error)
	TimeEntries(ctx context.Context, teamID int, opt *TimeEntryOptions) ([]map[string]any, *Response, error)
}

// Client manages communication with the ClickUp API.
type Client struct {
	api    endpoint.Endpoint
	client *http.Client

	Tasks TasksService
	Teams TeamsService
}

type tasksOp struct{ client *Client }

type teamsOp struct{ client *Client }

// Response is a ClickUp response.
type Response struct {
	*http.Response
	RateRemaining string
}

// Task is a task.
type Task struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Status struct {
		Status string `json:"status"`
	} `json:"status"`
}

// Team is a workspace.
type Team struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// TaskListOptions filter the tasks of a list.
type TaskListOptions struct {
	Archived      bool     `url:"archived,omitempty"`
	Page          int      `url:"page,omitempty"`
	Statuses      []string `url:"statuses,omitempty"`
	Assignees     []int    `url:"assignees,omitempty"`
	IncludeClosed *bool    `url:"include_closed,omitempty"`
	DueDateLt     int64    `url:"due_date_lt,omitempty"`
}

// TaskCreateRequest is a new task.
type TaskCreateRequest struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Assignees   []int    `json:"assignees,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Priority    int      `json:"priority,omitempty"`
	DueDate     int64    `json:"due_date,omitempty"`
}

// TaskUpdateRequest changes a task.
type TaskUpdateRequest struct {
	Name      string         `json:"name,omitempty"`
	Status    string         `json:"status,omitempty"`
	Assignees *AssigneeEdits `json:"assignees,omitempty"`
}

// AssigneeEdits are the assignees to add and to remove.
type AssigneeEdits struct {
	Add []int `json:"add,omitempty"`
	Rem []int `json:"rem,omitempty"`
}

// TimeEntryOptions select time entries.
type TimeEntryOptions struct {
	StartDate int64 `url:"start_date,omitempty"`
	EndDate   int64 `url:"end_date,omitempty"`
	Assignee  int   `url:"assignee,omitempty"`
}

// NewClient returns a new ClickUp API client.
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
	c.Teams = &teamsOp{client: c}
	return c
}

// Do sends an API request and decodes the response.
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
	if resp.StatusCode > 299 {
		body, _ := io.ReadAll(resp.Body)
		return response, fmt.Errorf("%s %s: %d %s", req.Method, req.URL, resp.StatusCode, body)
	}
	if v != nil {
		err = json.NewDecoder(resp.Body).Decode(v)
	}
	return response, err
}

// List the tasks of a list.
func (s *tasksOp) List(ctx context.Context, listID string, opt *TaskListOptions) ([]Task, *Response, error) {
	var root struct{ Tasks []Task }
	resp, err := s.client.Do(ctx, &root, "GET /list/{list_id}/task", endpoint.Path{"list_id": listID}, endpoint.ParamsOf(opt))
	return root.Tasks, resp, err
}

// Get a task.
func (s *tasksOp) Get(ctx context.Context, taskID string) (*Task, *Response, error) {
	task := new(Task)
	resp, err := s.client.Do(ctx, task, "GET /task/{task_id}", endpoint.Path{"task_id": taskID})
	return task, resp, err
}

// Create a task.
func (s *tasksOp) Create(ctx context.Context, listID string, create *TaskCreateRequest) (*Task, *Response, error) {
	task := new(Task)
	resp, err := s.client.Do(ctx, task, "POST /list/{list_id}/task", endpoint.Path{"list_id": listID}, endpoint.Options{Data: create})
	return task, resp, err
}

// Update a task.
func (s *tasksOp) Update(ctx context.Context, taskID string, update *TaskUpdateRequest) (*Task, *Response, error) {
	task := new(Task)
	resp, err := s.client.Do(ctx, task, "PUT /task/{task_id}", endpoint.Path{"task_id": taskID}, endpoint.Options{Data: update})
	return task, resp, err
}

// Delete a task.
func (s *tasksOp) Delete(ctx context.Context, taskID string) (*Response, error) {
	return s.client.Do(ctx, nil, "DELETE /task/{task_id}", endpoint.Path{"task_id": taskID})
}

// Comment on a task.
func (s *tasksOp) Comment(ctx context.Context, taskID, text string, notifyAll bool) (*Response, error) {
	return s.client.Do(ctx, nil, "POST /task/{task_id}/comment",
		endpoint.Params{"task_id": taskID, "comment_text": text, "notify_all": notifyAll})
}

// List the workspaces.
func (s *teamsOp) List(ctx context.Context) ([]Team, *Response, error) {
	var root struct{ Teams []Team }
	resp, err := s.client.Do(ctx, &root, "GET /team")
	return root.Teams, resp, err
}

// TimeEntries lists time entries of a workspace.
func (s *teamsOp) TimeEntries(ctx context.Context, teamID int, opt *TimeEntryOptions) ([]map[string]any, *Response, error) {
	var root struct{ Data []map[string]any }
	resp, err := s.client.Do(ctx, &root, "GET /team/{team_id}/time_entries", endpoint.Path{"team_id": teamID}, endpoint.ParamsOf(opt))
	return root.Data, resp, err
}

// Package opsgenie is a client for the alerts and schedules of the Opsgenie REST
// API.
package opsgenie

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

const (
	defaultBaseURL = "https://api.opsgenie.com"
	euBaseURL      = "https://api.eu.opsgenie.com"
)

// Doer sends requests. *http.Client is one.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

type config struct {
	baseURL   string
	userAgent string
	doer      Doer
}

// Option configures a Client.
type Option func(*config)

// WithEU uses the servers in the European Union.
func WithEU() Option { return func(c *config) { c.baseURL = euBaseURL } }

// WithUserAgent sets the user-agent.
func WithUserAgent(ua string) Option { return func(c *config) { c.userAgent = ua } }

// WithDoer replaces http.DefaultClient.
func WithDoer(d Doer) Option { return func(c *config) { c.doer = d } }

// Client is a client of the Opsgenie API.
type Client struct {
	doer Doer
	api  endpoint.Endpoint
}

// NewClient returns a client that uses an API key.
func NewClient(apiKey string, opts ...Option) *Client {
	cfg := config{baseURL: defaultBaseURL, userAgent: "opsgenie-go", doer: http.DefaultClient}
	for _, opt := range opts {
		opt(&cfg)
	}
	return &Client{
		doer: cfg.doer,
		api: endpoint.New(
			endpoint.Options{BaseURL: cfg.baseURL},
			endpoint.Headers{
				"accept":        "application/json",
				"authorization": "GenieKey " + apiKey,
				"user-agent":    cfg.userAgent,
			},
		),
	}
}

// CreateAlertRequest is a new alert.
type CreateAlertRequest struct {
	Message     string            `json:"message"`
	Alias       string            `json:"alias,omitempty"`
	Description string            `json:"description,omitempty"`
	Responders  []Responder       `json:"responders,omitempty"`
	Tags        []string          `json:"tags,omitempty"`
	Details     map[string]string `json:"details,omitempty"`
	Priority    string            `json:"priority,omitempty"`
}

// Responder is a team, user, escalation or schedule.
type Responder struct {
	Type string `json:"type"`
	Name string `json:"name,omitempty"`
	ID   string `json:"id,omitempty"`
}

// ListAlertsRequest searches alerts.
type ListAlertsRequest struct {
	Query  string `url:"query,omitempty"`
	Sort   string `url:"sort,omitempty"`
	Order  string `url:"order,omitempty"`
	Offset int    `url:"offset,omitempty"`
	Limit  int    `url:"limit,omitempty"`
}

// CloseAlertRequest closes or acknowledges an alert.
type CloseAlertRequest struct {
	Identifier     string `json:"identifier"`
	IdentifierType string `json:"-"`
	User           string `json:"user,omitempty"`
	Source         string `json:"source,omitempty"`
	Note           string `json:"note,omitempty"`
}

// Result is what an asynchronous call returns.
type Result struct {
	RequestID string `json:"requestId"`
	Result    string `json:"result"`
}

// CreateAlert creates an alert.
func (c *Client) CreateAlert(ctx context.Context, r *CreateAlertRequest) (*Result, error) {
	out := &Result{}
	return out, c.exec(ctx, out, "POST /v2/alerts", endpoint.ParamsOf(r))
}

// GetAlert returns an alert by its ID.
func (c *Client) GetAlert(ctx context.Context, id string) (map[string]any, error) {
	var out map[string]any
	err := c.exec(ctx, &out, "GET /v2/alerts/{identifier}", endpoint.Params{"identifier": id, "identifierType": "id"})
	return out, err
}

// ListAlerts searches alerts.
func (c *Client) ListAlerts(ctx context.Context, r *ListAlertsRequest) (map[string]any, error) {
	var out map[string]any
	err := c.exec(ctx, &out, "GET /v2/alerts", endpoint.ParamsOf(r))
	return out, err
}

// CloseAlert closes an alert.
func (c *Client) CloseAlert(ctx context.Context, r *CloseAlertRequest) (*Result, error) {
	out := &Result{}
	return out, c.exec(ctx, out, "POST /v2/alerts/{identifier}/close{?identifierType}",
		endpoint.ParamsOf(r), identifierType(r.IdentifierType))
}

// AcknowledgeAlert acknowledges an alert.
func (c *Client) AcknowledgeAlert(ctx context.Context, r *CloseAlertRequest) (*Result, error) {
	out := &Result{}
	return out, c.exec(ctx, out, "POST /v2/alerts/{identifier}/acknowledge{?identifierType}",
		endpoint.ParamsOf(r), identifierType(r.IdentifierType))
}

func identifierType(t string) endpoint.Path {
	if t == "" {
		t = "id"
	}
	return endpoint.Path{"identifierType": t}
}

// AddTags adds tags to an alert.
func (c *Client) AddTags(ctx context.Context, id string, tags ...string) (*Result, error) {
	out := &Result{}
	return out, c.exec(ctx, out, "POST /v2/alerts/{identifier}/tags", endpoint.Path{"identifier": id}, endpoint.Params{"tags": tags})
}

// RemoveTags removes tags from an alert. The API takes them as one query parameter.
func (c *Client) RemoveTags(ctx context.Context, id string, tags ...string) (*Result, error) {
	out := &Result{}
	return out, c.exec(ctx, out, "DELETE /v2/alerts/{identifier}/tags",
		endpoint.Path{"identifier": id},
		endpoint.Query{"tags": tags, "identifierType": "id"},
		endpoint.Options{Lists: endpoint.ListComma})
}

// DeleteAlert deletes an alert.
func (c *Client) DeleteAlert(ctx context.Context, id, source string) (*Result, error) {
	out := &Result{}
	return out, c.exec(ctx, out, "DELETE /v2/alerts/{identifier}",
		endpoint.Path{"identifier": id}, endpoint.Query{"source": source}.OmitZero())
}

// OnCalls returns who is on call for a schedule.
func (c *Client) OnCalls(ctx context.Context, schedule string, flat bool) (map[string]any, error) {
	var out map[string]any
	err := c.exec(ctx, &out, "GET /v2/schedules/{scheduleIdentifier}/on-calls", endpoint.Params{
		"scheduleIdentifier":     schedule,
		"scheduleIdentifierType": "name",
		"flat":                   flat,
	})
	return out, err
}

func (c *Client) exec(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := c.doer.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("opsgenie: %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

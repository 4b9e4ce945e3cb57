// Package opsgenie is a client for the alerts and schedules of the Opsgenie REST
// API.
package opsgenie

import (
	"context"
	"encoding/json"
	"net/http"

	"example.com/endpoint"
)

const (
	defaultBaseURL = "https://api.opsgenie.com"
	euBaseURL      = "https://api.eu.opsgenie.com"
)

type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

type config struct {
	baseURL   string
	userAgent string
	doer      Doer
}

type Option func(*config)

func WithEU() Option { return func(c *config) { c.baseURL = euBaseURL } }

func WithUserAgent(ua string) Option { return func(c *config) { c.userAgent = ua } }

type Client struct {
	doer Doer
	api  endpoint.Endpoint
}

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

type CloseAlertRequest struct {
	Identifier     string `json:"identifier"`
	IdentifierType string `json:"-"`
	Note           string `json:"note,omitempty"`
}

type Result struct {
	RequestID string `json:"requestId"`
	Result    string `json:"result"`
}

func (c *Client) CloseAlert(ctx context.Context, r *CloseAlertRequest) (*Result, error) {
	out := &Result{}
	return out, c.exec(ctx, out, "POST /v2/alerts/{identifier}/close{?identifierType}",
		endpoint.ParamsOf(r), identifierType(r.IdentifierType))
}

func identifierType(t string) endpoint.Path {
	if t == "" {
		t = "id"
	}
	return endpoint.Path{"identifierType": t}
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
	return json.NewDecoder(resp.Body).Decode(out)
}

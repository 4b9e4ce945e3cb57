// Package datadog sends metrics and events, and looks at monitors.
package datadog

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.com/endpoint"
)

type operation string

// Operations of the API.
const (
	opValidate      operation = "validate"
	opSubmitSeries  operation = "submitSeries"
	opQuery         operation = "query"
	opListMonitors  operation = "listMonitors"
	opGetMonitor    operation = "getMonitor"
	opMuteMonitor   operation = "muteMonitor"
	opDeleteMonitor operation = "deleteMonitor"
	opPostEvent     operation = "postEvent"
)

var routes = map[operation]string{
	opValidate:      "GET /api/v1/validate",
	opSubmitSeries:  "POST /api/v2/series",
	opQuery:         "GET /api/v1/query",
	opListMonitors:  "GET /api/v1/monitor",
	opGetMonitor:    "GET /api/v1/monitor/{monitor_id}",
	opMuteMonitor:   "POST /api/v1/monitor/{monitor_id}/mute",
	opDeleteMonitor: "DELETE /api/v1/monitor/{monitor_id}",
	opPostEvent:     "POST /api/v1/events",
}

// Client is a client for one site.
type Client struct {
	e endpoint.Endpoint
}

// NewClient returns a Client for a site such as datadoghq.eu.
func NewClient(site, apiKey, appKey string) *Client {
	return &Client{e: endpoint.New(endpoint.Options{
		BaseURL: "https://api.{site}",
		Path:    endpoint.Path{"site": site},
		Headers: endpoint.Headers{
			"accept":             "application/json",
			"dd-api-key":         apiKey,
			"dd-application-key": appKey,
		},
	})}
}

func (c *Client) run(ctx context.Context, op operation, out any, layers ...endpoint.Layer) error {
	req, err := c.e.HTTPRequest(ctx, routes[op], layers...)
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Validate checks the key.
func (c *Client) Validate(ctx context.Context) (ok bool, err error) {
	var out struct{ Valid bool }
	err = c.run(ctx, opValidate, &out)
	return out.Valid, err
}

// A Point is a value at a time.
type Point struct {
	Timestamp int64   `json:"timestamp"`
	Value     float64 `json:"value"`
}

// A Series has the points of a metric.
type Series struct {
	Metric string   `json:"metric"`
	Points []Point  `json:"points"`
	Tags   []string `json:"tags,omitempty"`
}

// Submit sends series, compressed.
func (c *Client) Submit(ctx context.Context, series ...Series) error {
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	if err := json.NewEncoder(w).Encode(map[string]any{"series": series}); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.run(ctx, opSubmitSeries, nil,
		endpoint.Headers{"content-encoding": "gzip", "content-type": "application/json"},
		endpoint.Options{Data: &buf},
	)
}

// Query reads points.
func (c *Client) Query(ctx context.Context, query string, from, to time.Time) (out map[string]any, err error) {
	err = c.run(ctx, opQuery, &out, endpoint.Params{"query": query, "from": from.Unix(), "to": to.Unix()})
	return out, err
}

// Monitors lists monitors.
func (c *Client) Monitors(ctx context.Context, tags []string, page int) (out []map[string]any, err error) {
	err = c.run(ctx, opListMonitors, &out,
		endpoint.Query{"monitor_tags": tags, "page": page, "page_size": 50},
		endpoint.Options{Lists: endpoint.ListComma})
	return out, err
}

// Monitor returns a monitor.
func (c *Client) Monitor(ctx context.Context, id int64) (out map[string]any, err error) {
	err = c.run(ctx, opGetMonitor, &out, endpoint.Path{"monitor_id": id}, endpoint.Query{"group_states": "all"})
	return out, err
}

// Mute silences a monitor until a time.
func (c *Client) Mute(ctx context.Context, id int64, scope string, end time.Time) error {
	return c.run(ctx, opMuteMonitor, nil, endpoint.Path{"monitor_id": id}, endpoint.Params{"scope": scope, "end": end.Unix()})
}

// Delete removes a monitor.
func (c *Client) Delete(ctx context.Context, id int64, force bool) error {
	return c.run(ctx, opDeleteMonitor, nil, endpoint.Path{"monitor_id": id}, endpoint.Query{"force": force})
}

// Event posts an event.
func (c *Client) Event(ctx context.Context, title, text string, tags ...string) error {
	return c.run(ctx, opPostEvent, nil, endpoint.Params{
		"title": title,
		"text":  text,
		"tags":  tags,
	})
}

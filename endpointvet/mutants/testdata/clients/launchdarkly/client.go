// Package launchdarkly manages the feature flags of our LaunchDarkly account. It
// covers what the deploy tools need, and no more.
package launchdarkly

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"example.com/endpoint"
)

const (
	baseURL    = "https://app.launchdarkly.com/api/v2"
	apiVersion = "20240415"

	semanticPatch = "application/json; domain-model=launchdarkly.semanticpatch"
)

// Client calls the LaunchDarkly API.
type Client struct {
	api     endpoint.Endpoint
	project string
	http    http.Client
}

// New returns a client for one project.
func New(token, project string) *Client {
	return &Client{
		api: endpoint.New(
			endpoint.Options{BaseURL: baseURL},
			endpoint.Headers{
				"accept":         "application/json",
				"authorization":  token,
				"ld-api-version": apiVersion,
			},
			endpoint.Path{"project": project},
		),
		project: project,
		http:    http.Client{Timeout: 20 * time.Second},
	}
}

// APIError is a response with an unexpected status.
type APIError struct {
	Status  int
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (e *APIError) Error() string {
	return fmt.Sprintf("launchdarkly: %d %s: %s", e.Status, e.Code, e.Message)
}

func (c *Client) do(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		e := &APIError{Status: resp.StatusCode}
		_ = json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(e)
		return e
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Flag is a feature flag.
type Flag struct {
	Key       string   `json:"key"`
	Name      string   `json:"name"`
	Tags      []string `json:"tags,omitempty"`
	Temporary bool     `json:"temporary"`
}

// Flags lists the flags of an environment that have a tag.
func (c *Client) Flags(ctx context.Context, env, tag string, limit, offset int) ([]Flag, error) {
	var out struct{ Items []Flag }
	err := c.do(ctx, &out, "GET /flags/{project}", endpoint.Query{
		"env":    env,
		"filter": "tags:" + tag,
		"limit":  limit,
		"offset": offset,
		"sort":   "-creationDate",
	})
	return out.Items, err
}

// Flag returns one flag.
func (c *Client) Flag(ctx context.Context, key string) (*Flag, error) {
	var f Flag
	err := c.do(ctx, &f, "GET /flags/{project}/{key}", endpoint.Path{"key": key})
	return &f, err
}

// CreateFlag creates a flag, with the variations true and false.
func (c *Client) CreateFlag(ctx context.Context, f Flag) error {
	return c.do(ctx, nil, "POST /flags/{project}", endpoint.Options{Data: f})
}

// DeleteFlag deletes a flag from all environments.
func (c *Client) DeleteFlag(ctx context.Context, key string) error {
	return c.do(ctx, nil, "DELETE /flags/{project}/{key}", endpoint.Path{"key": key})
}

// instruction is one step of a semantic patch.
type instruction struct {
	Kind      string `json:"kind"`
	ContextID string `json:"contextKind,omitempty"`
	Variation string `json:"variationId,omitempty"`
	Value     string `json:"value,omitempty"`
}

// patch sends a semantic patch. env is "" for changes to the flag as a whole.
func (c *Client) patch(ctx context.Context, key, env, comment string, steps ...instruction) error {
	body := endpoint.Params{"instructions": steps, "comment": comment}
	if env != "" {
		body["environmentKey"] = env
	}
	return c.do(ctx, nil, "PATCH /flags/{project}/{key}",
		endpoint.Path{"key": key},
		endpoint.Headers{"content-type": semanticPatch},
		body)
}

// TurnOn turns the targeting of a flag on.
func (c *Client) TurnOn(ctx context.Context, key, env, comment string) error {
	return c.patch(ctx, key, env, comment, instruction{Kind: "turnFlagOn"})
}

// TurnOff turns the targeting of a flag off.
func (c *Client) TurnOff(ctx context.Context, key, env, comment string) error {
	return c.patch(ctx, key, env, comment, instruction{Kind: "turnFlagOff"})
}

// Archive archives a flag.
func (c *Client) Archive(ctx context.Context, key, comment string) error {
	return c.patch(ctx, key, "", comment, instruction{Kind: "archiveFlag"})
}

// Statuses returns when a flag was last requested in an environment.
func (c *Client) Status(ctx context.Context, env, key string) (map[string]any, error) {
	var out map[string]any
	err := c.do(ctx, &out, "GET /flag-statuses/{project}/{env}/{key}", endpoint.Path{"env": env, "key": key})
	return out, err
}

// CopyFlag copies the targeting of a flag from one environment to another.
func (c *Client) CopyFlag(ctx context.Context, key, from, to string) error {
	type source struct {
		Key string `json:"key"`
	}
	return c.do(ctx, nil, "POST /flags/{project}/{key}/copy", endpoint.Path{"key": key}, endpoint.Params{
		"source":          source{from},
		"target":          source{to},
		"includedActions": []string{"updateOn", "updateRules"},
	})
}

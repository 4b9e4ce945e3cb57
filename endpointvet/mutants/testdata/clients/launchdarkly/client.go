// Package launchdarkly manages the feature flags of our LaunchDarkly account. It
// covers what the deploy tools need, and no more.
package launchdarkly

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"example.com/endpoint"
)

const (
	baseURL    = "https://app.launchdarkly.com/api/v2"
	apiVersion = "20240415"
)

type Client struct {
	api     endpoint.Endpoint
	project string
	http    http.Client
}

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
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

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

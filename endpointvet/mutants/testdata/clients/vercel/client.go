// Package vercel deploys projects.
package vercel

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"net/http"

	"example.com/endpoint"
)

// A Doer sends requests.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// Client is a client of Vercel's REST API.
type Client struct {
	endpoint endpoint.Endpoint
	doer     Doer
}

// New returns a Client. The team may be empty.
func New(token, team string, doer Doer, extra ...endpoint.Layer) *Client {
	layers := []endpoint.Layer{
		endpoint.Options{BaseURL: "https://api.vercel.com"},
		endpoint.Headers{"authorization": "Bearer " + token, "accept": "application/json"},
	}
	if team != "" {
		layers = append(layers, endpoint.Query{"teamId": team})
	}
	layers = append(layers, extra...)
	return &Client{endpoint: endpoint.New(layers...), doer: doer}
}

func (c *Client) call(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.endpoint.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := c.doer.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// File is a file of a deployment.
type File struct {
	File string `json:"file"`
	SHA  string `json:"sha"`
	Size int    `json:"size"`
}

// Deployment describes a deployment.
type Deployment struct {
	Name    string `json:"name"`
	Target  string `json:"target,omitempty"`
	Files   []File `json:"files"`
	Project string `json:"project,omitempty"`
}

// Upload uploads the content of a file.
func (c *Client) Upload(ctx context.Context, name string, content []byte) (File, error) {
	sum := sha1.Sum(content)
	f := File{File: name, SHA: hex.EncodeToString(sum[:]), Size: len(content)}
	err := c.call(ctx, nil, "POST /v2/files", endpoint.Options{Data: content}, endpoint.Headers{
		"content-type":    "application/octet-stream",
		"x-vercel-digest": f.SHA,
	})
	return f, err
}

// Deploy creates a deployment.
func (c *Client) Deploy(ctx context.Context, d Deployment, force bool) (id string, err error) {
	var out struct{ ID string }
	query := endpoint.Query{}
	if force {
		query["forceNew"] = 1
	}
	err = c.call(ctx, &out, "POST /v13/deployments", query, endpoint.ParamsOf(d))
	return out.ID, err
}

// Deployments lists deployments of a project.
func (c *Client) Deployments(ctx context.Context, project string, limit int, until int64) (out []map[string]any, err error) {
	var page struct {
		Deployments []map[string]any
	}
	err = c.call(ctx, &page, "GET /v6/deployments{?projectId,limit,until}", endpoint.Params{
		"projectId": project, "limit": limit, "until": until,
	})
	return page.Deployments, err
}

// Events returns the build log of a deployment.
func (c *Client) Events(ctx context.Context, id string) (out []map[string]any, err error) {
	err = c.call(ctx, &out, "GET /v3/deployments/{idOrUrl}/events", endpoint.Path{"idOrUrl": id}, endpoint.Query{"builds": 1, "direction": "forward"})
	return out, err
}

// Cancel stops a deployment.
func (c *Client) Cancel(ctx context.Context, id string) error {
	return c.call(ctx, nil, "PATCH /v12/deployments/{id}/cancel", endpoint.Path{"id": id})
}

// SetEnv sets variables of a project.
func (c *Client) SetEnv(ctx context.Context, project string, env map[string]string) error {
	type variable struct {
		Key    string   `json:"key"`
		Value  string   `json:"value"`
		Type   string   `json:"type"`
		Target []string `json:"target"`
	}
	var all []variable
	for k, v := range env {
		all = append(all, variable{k, v, "encrypted", []string{"production"}})
	}
	return c.call(ctx, nil, "POST /v10/projects/{idOrName}/env",
		endpoint.Path{"idOrName": project},
		endpoint.Query{"upsert": "true"},
		endpoint.Options{Data: all})
}

// RemoveDomain removes a domain from a project.
func (c *Client) RemoveDomain(ctx context.Context, project, domain string) error {
	return c.call(ctx, nil, "DELETE /v9/projects/{idOrName}/domains/{domain}", endpoint.Path{"idOrName": project, "domain": domain})
}

// Package linear sends every query to one URL.
package linear

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"example.com/endpoint"
)

// Client sends GraphQL.
type Client struct {
	graph endpoint.Endpoint
}

// New returns the Client of an API key.
func New(key string) *Client {
	return &Client{graph: endpoint.New(endpoint.Options{
		Method:  "POST",
		URL:     "/graphql",
		BaseURL: "https://api.linear.app",
		Headers: endpoint.Headers{"accept": "application/json", "authorization": key},
	})}
}

type answer struct {
	Data   json.RawMessage `json:"data"`
	Errors []struct {
		Message string `json:"message"`
	} `json:"errors"`
}

func (c *Client) query(ctx context.Context, layers ...endpoint.Layer) (json.RawMessage, error) {
	req, err := c.graph.HTTPRequest(ctx, "", layers...)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var a answer
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return nil, err
	}
	if len(a.Errors) > 0 {
		return nil, errors.New(a.Errors[0].Message)
	}
	return a.Data, nil
}

// Viewer returns the user of the key.
func (c *Client) Viewer(ctx context.Context) (json.RawMessage, error) {
	return c.query(ctx, endpoint.Params{"query": "{ viewer { id name } }"})
}

// Issue returns an issue.
func (c *Client) Issue(ctx context.Context, id string) (json.RawMessage, error) {
	return c.query(ctx, endpoint.Params{
		"query":     "query($id: String!) { issue(id: $id) { title } }",
		"variables": map[string]any{"id": id},
	})
}

// Create creates an issue.
func (c *Client) Create(ctx context.Context, team, title string) (json.RawMessage, error) {
	type input struct {
		TeamID string `json:"teamId"`
		Title  string `json:"title"`
	}
	return c.query(ctx,
		endpoint.Params{"query": "mutation($in: IssueCreateInput!) { issueCreate(input: $in) { success } }"},
		endpoint.Params{"variables": map[string]input{"in": {team, title}}},
		endpoint.Headers{"x-request-source": "demo"})
}

// Batch sends several queries in one body.
func (c *Client) Batch(ctx context.Context, queries ...string) (endpoint.Request, error) {
	batch := make([]map[string]string, len(queries))
	for i, query := range queries {
		batch[i] = map[string]string{"query": query}
	}
	return c.graph.Build("", endpoint.Options{Data: batch})
}

// Export asks for a file. It is the only path beside /graphql.
func (c *Client) Export(ctx context.Context, id string) (*http.Request, error) {
	return c.graph.HTTPRequest(ctx, "GET /exports/{id}{.format}", endpoint.Path{"id": id, "format": "csv"},
		endpoint.Headers{"accept": "text/csv"})
}

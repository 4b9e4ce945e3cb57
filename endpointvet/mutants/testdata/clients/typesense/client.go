// Package typesense is a client for a Typesense cluster.
//
//	client := typesense.NewClient("https://search.example.com", "xyz")
//	client.Collection("companies").Document("124").Retrieve(ctx)
package typesense

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"example.com/endpoint"
)

type Client struct {
	api endpoint.Endpoint
}

func NewClient(server, apiKey string) *Client {
	return &Client{endpoint.New(
		endpoint.Options{BaseURL: server},
		endpoint.Headers{"accept": "application/json", "x-typesense-api-key": apiKey},
	)}
}

type Collection struct {
	*Client
	path endpoint.Path
}

type Document struct {
	*Client
	path endpoint.Path
}

func (c *Client) do(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if s, ok := out.(*string); ok {
		*s = string(b)
		return nil
	}
	return json.Unmarshal(b, out)
}

func (c *Client) Collection(name string) *Collection {
	return &Collection{c, endpoint.Path{"collection": name}}
}

func (c *Collection) Document(id string) *Document {
	return &Document{c.Client, endpoint.Path{"collection": c.path["collection"], "id": id}}
}

func (d *Document) Retrieve(ctx context.Context) (map[string]any, error) {
	var out map[string]any
	err := d.do(ctx, &out, "GET /collections/{collection}/documents/{id}", d.path)
	return out, err
}

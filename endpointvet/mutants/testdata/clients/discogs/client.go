// Package discogs reads the database of Discogs and manages a user's collection.
package discogs

import (
	"context"
	"encoding/json"
	"net/http"

	"example.com/endpoint"
)

type Format string

const (
	HTML Format = "html+json"
)

type Client struct {
	api  endpoint.Endpoint
	send func(*http.Request) (*http.Response, error)
}

func New(userAgent string) *Client {
	return &Client{
		send: http.DefaultClient.Do,
		api: endpoint.New(endpoint.Options{
			BaseURL: "https://api.discogs.com",
			Headers: endpoint.Headers{
				"accept":     "application/vnd.discogs.v2.discogs+json",
				"user-agent": userAgent,
			},
		}),
	}
}

func (c Client) In(f Format) *Client {
	c.api = c.api.Defaults(endpoint.MediaType{Format: string(f)})
	return &c
}

func (c *Client) call(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	return c.decode(req, out)
}

func (c *Client) decode(req *http.Request, out any) error {
	resp, err := c.send(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

func (c *Client) Artist(ctx context.Context, id int) (out map[string]any, err error) {
	err = c.call(ctx, &out, "GET /artists/:id", endpoint.Path{"id": id})
	return out, err
}

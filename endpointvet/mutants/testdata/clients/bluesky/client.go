// Package bluesky posts to Bluesky over the AT Protocol (XRPC).
package bluesky

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"example.com/endpoint"
)

type XRPC interface{}

type Client struct {
	pds  endpoint.Endpoint
	http http.Client
}

var _ XRPC = (*Client)(nil)

func NewClient(server string) *Client {
	return &Client{pds: endpoint.New(
		endpoint.Options{BaseURL: server, Lists: endpoint.ListRepeat},
		endpoint.Headers{"accept": "application/json"},
	)}
}

func (c *Client) WithSession(s Session) *Client {
	return &Client{pds: c.pds.Defaults(endpoint.Headers{"authorization": "Bearer " + s.AccessJwt})}
}

func (c *Client) send(req *http.Request, out any) error {
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

type Session struct {
	DID        string `json:"did"`
	AccessJwt  string `json:"accessJwt"`
	RefreshJwt string `json:"refreshJwt"`
}

func (c *Client) UploadBlob(ctx context.Context, mimeType string, image io.Reader) (json.RawMessage, error) {
	req, err := c.pds.HTTPRequest(ctx, "POST /xrpc/com.atproto.repo.uploadBlob",
		endpoint.Headers{"content-type": mimeType}, endpoint.Options{Data: image})
	if err != nil {
		return nil, err
	}
	var out struct{ Blob json.RawMessage }
	err = c.send(req, &out)
	return out.Blob, err
}

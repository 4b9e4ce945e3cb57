// Package statuspage provides primitives to interact with the Statuspage API.
//
// It has the shape of generated code: a function New…Request for each operation, and
// a method of Client that sends it.
package statuspage

import (
	"context"
	"encoding/json"
	"net/http"

	"example.com/endpoint"
)

type RequestEditorFn func(ctx context.Context, req *http.Request) error

type HttpRequestDoer interface {
	Do(req *http.Request) (*http.Response, error)
}

type Client struct {
	Server         string
	Client         HttpRequestDoer
	RequestEditors []RequestEditorFn
}

type ClientOption func(*Client) error

func WithRequestEditorFn(fn RequestEditorFn) ClientOption {
	return func(c *Client) error {
		c.RequestEditors = append(c.RequestEditors, fn)
		return nil
	}
}

func NewClient(server string, opts ...ClientOption) (*Client, error) {
	client := Client{Server: server, Client: http.DefaultClient}
	for _, o := range opts {
		if err := o(&client); err != nil {
			return nil, err
		}
	}
	return &client, nil
}

var base = endpoint.New(endpoint.Headers{"accept": "application/json", "user-agent": ""})

type GetComponentsParams struct {
	Page    *int `form:"page,omitempty" json:"page,omitempty"`
	PerPage *int `form:"per_page,omitempty" json:"per_page,omitempty"`
}

func NewGetComponentsRequest(server string, pageId string, params *GetComponentsParams) (*http.Request, error) {
	return base.HTTPRequest(context.Background(), "GET /pages/{page_id}/components",
		endpoint.Options{BaseURL: server}, endpoint.Path{"page_id": pageId}, endpoint.ParamsOf(params))
}

func (c *Client) send(ctx context.Context, req *http.Request, err error, dest any) error {
	if err != nil {
		return err
	}
	req = req.WithContext(ctx)
	for _, edit := range c.RequestEditors {
		if err := edit(ctx, req); err != nil {
			return err
		}
	}
	rsp, err := c.Client.Do(req)
	if err != nil {
		return err
	}
	defer rsp.Body.Close()
	return json.NewDecoder(rsp.Body).Decode(dest)
}

func (c *Client) GetComponents(ctx context.Context, pageId string, params *GetComponentsParams) (dest []map[string]any, err error) {
	req, err := NewGetComponentsRequest(c.Server, pageId, params)
	err = c.send(ctx, req, err, &dest)
	return dest, err
}

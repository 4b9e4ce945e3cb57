// Package notion edits pages. Bodies are structs, and headers come from functions.
package notion

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"example.com/endpoint"
)

// Client is a connection to a workspace.
type Client struct {
	api   endpoint.Endpoint
	token func(context.Context) string
}

// New returns a Client. The function token returns a fresh token.
func New(token func(context.Context) string) *Client {
	return &Client{
		api: endpoint.New(endpoint.Options{
			BaseURL: "https://api.notion.com/v1",
			Headers: endpoint.Headers{"accept": "application/json", "notion-version": "2025-09-03"},
		}),
		token: token,
	}
}

// Page selects a page of a list.
type Page struct {
	Cursor string `json:"start_cursor,omitempty"`
	Size   int    `json:"page_size,omitempty"`
}

// Filter selects rows of a data source.
type Filter struct {
	Source string         `json:"-"`
	Filter map[string]any `json:"filter,omitempty"`
	Sorts  []Sort         `json:"sorts,omitempty"`
	Page
}

// Sort orders rows.
type Sort struct {
	Property  string `json:"property"`
	Direction string `json:"direction"`
}

// Comment is a remark on a page or in a discussion.
type Comment struct {
	Parent     *Parent `json:"parent,omitempty"`
	Discussion string  `json:"discussion_id,omitempty"`
	Text       []Rich  `json:"rich_text"`
}

// Parent names a page.
type Parent struct {
	Page string `json:"page_id"`
}

// Rich is text.
type Rich struct {
	Text struct {
		Content string `json:"content"`
	} `json:"text"`
}

// Move names a page and where it goes. Both fill the route.
type Move struct {
	Page     string `json:"page_id"`
	Position string `json:"position,omitempty"`
}

func (c *Client) auth(ctx context.Context) endpoint.Headers {
	return endpoint.Headers{"authorization": "Bearer " + c.token(ctx)}
}

func (c *Client) send(req *http.Request) (out bytes.Buffer, err error) {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	_, err = out.ReadFrom(resp.Body)
	return out, err
}

// Page returns a page.
func (c *Client) Page(ctx context.Context, id string, properties ...string) (bytes.Buffer, error) {
	req, err := c.api.HTTPRequest(ctx, "GET /pages/{page_id}", c.auth(ctx),
		endpoint.Path{"page_id": id}, endpoint.Query{"filter_properties": properties})
	if err != nil {
		return bytes.Buffer{}, err
	}
	return c.send(req)
}

// Rows queries a data source.
func (c *Client) Rows(ctx context.Context, filter Filter) (bytes.Buffer, error) {
	req, err := c.api.HTTPRequest(ctx, "POST /data_sources/{data_source_id}/query", c.auth(ctx),
		endpoint.Path{"data_source_id": filter.Source}, endpoint.ParamsOf(filter))
	if err != nil {
		return bytes.Buffer{}, err
	}
	return c.send(req)
}

// Blocks lists the blocks of a page.
func (c *Client) Blocks(ctx context.Context, id string, page Page) (bytes.Buffer, error) {
	req, err := c.api.HTTPRequest(ctx, "GET /blocks/{block_id}/children", c.auth(ctx),
		endpoint.Path{"block_id": id}, endpoint.ParamsOf(page))
	if err != nil {
		return bytes.Buffer{}, err
	}
	return c.send(req)
}

// Comment adds a comment.
func (c *Client) Comment(ctx context.Context, comment Comment) (bytes.Buffer, error) {
	req, err := c.api.HTTPRequest(ctx, "POST /comments", endpoint.Options{Data: comment}, c.auth(ctx))
	if err != nil {
		return bytes.Buffer{}, err
	}
	return c.send(req)
}

// Trash moves a page to the trash.
func (c *Client) Trash(ctx context.Context, id string) (bytes.Buffer, error) {
	req, err := c.api.HTTPRequest(ctx, "PATCH /pages/{page_id}", c.auth(ctx),
		endpoint.Path{"page_id": id}, endpoint.Params{"in_trash": true, "icon": nil})
	if err != nil {
		return bytes.Buffer{}, err
	}
	return c.send(req)
}

// Move moves a page within its parent.
func (c *Client) Move(ctx context.Context, page string) (bytes.Buffer, error) {
	req, err := c.api.HTTPRequest(ctx, "POST /pages/{page_id}/move", c.auth(ctx),
		endpoint.ParamsOf(Move{Page: page, Position: "top"}))
	if err != nil {
		return bytes.Buffer{}, err
	}
	return c.send(req)
}

// Import sends a body that is JSON already.
func (c *Client) Import(ctx context.Context, page json.RawMessage) (bytes.Buffer, error) {
	req, err := c.api.HTTPRequest(ctx, "POST /pages", c.auth(ctx), endpoint.Options{
		Data:    page,
		Headers: endpoint.Headers{"idempotency-key": "import-1"},
	})
	if err != nil {
		return bytes.Buffer{}, err
	}
	return c.send(req)
}

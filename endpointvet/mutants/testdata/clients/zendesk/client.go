// Package zendesk answers tickets. Its host is chosen by the account.
package zendesk

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"example.com/endpoint"
)

// Client calls the API of one account.
type Client struct {
	support  endpoint.Endpoint
	incoming endpoint.Endpoint
}

// New returns the Client of a subdomain.
func New(subdomain, authorization string) *Client {
	support := endpoint.New(
		endpoint.Options{BaseURL: "https://{subdomain}.zendesk.com/api/v2"},
		endpoint.Path{"subdomain": subdomain},
		endpoint.Headers{"accept": "application/json", "authorization": authorization},
		endpoint.Query{"locale": "en-US"},
	)
	return &Client{
		support:  support,
		incoming: support.Defaults(endpoint.Options{BaseURL: "https://{subdomain}.zendesk.com/api/v2/incremental"}),
	}
}

// Ticket is a question of a customer.
type Ticket struct {
	Subject  string   `json:"subject,omitempty"`
	Comment  *Comment `json:"comment,omitempty"`
	Priority string   `json:"priority,omitempty"`
	Tags     []string `json:"tags,omitempty"`
}

// Comment is a part of a Ticket.
type Comment struct {
	Body   string `json:"body"`
	Public bool   `json:"public"`
}

func read(req *http.Request, err error) (raw json.RawMessage, _ error) {
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return raw, json.NewDecoder(resp.Body).Decode(&raw)
}

// Ticket returns a ticket.
func (c *Client) Ticket(ctx context.Context, id int64) (json.RawMessage, error) {
	return read(c.support.HTTPRequest(ctx, "GET /tickets/{ticket_id}.json", endpoint.Path{"ticket_id": id}))
}

// Create creates a ticket.
func (c *Client) Create(ctx context.Context, ticket Ticket) (json.RawMessage, error) {
	return read(c.support.HTTPRequest(ctx, "POST /tickets.json", endpoint.Params{"ticket": ticket}))
}

// Answer adds a comment to a ticket.
func (c *Client) Answer(ctx context.Context, id int64, text string) (json.RawMessage, error) {
	body := map[string]Ticket{"ticket": {Comment: &Comment{Body: text, Public: true}}}
	return read(c.support.HTTPRequest(ctx, "PUT /tickets/{ticket_id}.json",
		endpoint.Path{"ticket_id": id}, endpoint.Options{Data: body}))
}

// Search finds tickets. The locale does not belong to a search.
func (c *Client) Search(ctx context.Context, query string) (json.RawMessage, error) {
	return read(c.support.HTTPRequest(ctx, "GET /search.json", endpoint.Query{
		"query":      "type:ticket " + query,
		"sort_by":    "created_at",
		"sort_order": "desc",
		"locale":     endpoint.Unset,
	}))
}

// Many returns several tickets. Their IDs are joined by commas.
func (c *Client) Many(ctx context.Context, ids []int64) (json.RawMessage, error) {
	return read(c.support.HTTPRequest(ctx, "GET /tickets/show_many.json{?ids}", endpoint.Params{"ids": ids}))
}

// Since returns the tickets that changed since a time.
func (c *Client) Since(ctx context.Context, start time.Time) (json.RawMessage, error) {
	return read(c.incoming.HTTPRequest(ctx, "GET /tickets/cursor.json",
		endpoint.Query{"start_time": start.Unix(), "per_page": 1000}))
}

// Tag adds tags to a ticket.
func (c *Client) Tag(ctx context.Context, id int64, tags ...string) (json.RawMessage, error) {
	return read(c.support.HTTPRequest(ctx, "PUT /tickets/{ticket_id}/tags.json",
		endpoint.Params{"ticket_id": id, "tags": tags}))
}

// Of returns the tickets of another account of the same company.
func (c *Client) Of(ctx context.Context, subdomain string) (json.RawMessage, error) {
	return read(c.support.HTTPRequest(ctx, "GET /tickets.json", endpoint.Path{"subdomain": subdomain}))
}

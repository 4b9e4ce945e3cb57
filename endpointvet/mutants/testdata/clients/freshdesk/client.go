// Package freshdesk reads and answers tickets of a Freshdesk account.
package freshdesk

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"example.com/endpoint"
)

// ErrNotFound is returned if a ticket or contact does not exist.
var ErrNotFound = errors.New("freshdesk: not found")

// base has what the accounts of all customers share.
var base = endpoint.New(
	endpoint.Options{BaseURL: "https://{domain}.freshdesk.com/api/v2"},
	endpoint.Headers{"accept": "application/json"},
)

// Account is the account of one of our customers.
type Account struct {
	Domain string
	api    endpoint.Endpoint
}

// NewAccount returns the account with a domain, such as "acme".
func NewAccount(domain, apiKey string) *Account {
	auth := base64.StdEncoding.EncodeToString([]byte(apiKey + ":X"))
	return &Account{
		Domain: domain,
		api:    base.Defaults(endpoint.Path{"domain": domain}, endpoint.Headers{"authorization": "Basic " + auth}),
	}
}

// Status is the status of a ticket.
type Status int

// The statuses of a new account.
const (
	Open Status = iota + 2
	Pending
	Resolved
	Closed
)

// Ticket is a ticket.
type Ticket struct {
	ID          int64    `json:"id,omitempty"`
	Subject     string   `json:"subject"`
	Description string   `json:"description"`
	Email       string   `json:"email"`
	Priority    int      `json:"priority"`
	Status      Status   `json:"status"`
	CC          []string `json:"cc_emails,omitempty"`
	Tags        []string `json:"tags,omitempty"`
}

// call builds and sends a request.
func (a *Account) call(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := a.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return ErrNotFound
	case resp.StatusCode >= 300:
		return fmt.Errorf("freshdesk: %s: %s", a.Domain, resp.Status)
	case out == nil:
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Ticket returns a ticket with its conversations.
func (a *Account) Ticket(ctx context.Context, id int64) (t Ticket, err error) {
	err = a.call(ctx, &t, "GET /tickets/{id}?include=conversations,requester", endpoint.Path{"id": id})
	return t, err
}

// UpdatedSince returns a page of the tickets that have changed.
func (a *Account) UpdatedSince(ctx context.Context, since time.Time, page int) (list []Ticket, err error) {
	err = a.call(ctx, &list, "GET /tickets", endpoint.Query{
		"updated_since": since,
		"order_by":      "updated_at",
		"order_type":    "asc",
		"page":          page,
		"per_page":      100,
	})
	return list, err
}

// Search finds tickets. The API wants the query in double quotes.
func (a *Account) Search(ctx context.Context, query string) (list []Ticket, err error) {
	var out struct{ Results []Ticket }
	err = a.call(ctx, &out, "GET /search/tickets", endpoint.Query{"query": `"` + query + `"`})
	return out.Results, err
}

// Create creates a ticket.
func (a *Account) Create(ctx context.Context, t Ticket) (id int64, err error) {
	var out struct{ ID int64 }
	err = a.call(ctx, &out, "POST /tickets", endpoint.Options{Data: t})
	return out.ID, err
}

// SetStatus sets the status of a ticket.
func (a *Account) SetStatus(ctx context.Context, id int64, s Status) error {
	return a.call(ctx, nil, "PUT /tickets/{id}", endpoint.Path{"id": id}, endpoint.Params{"status": s})
}

// Assign gives a ticket to an agent. Agent 0 takes it from its agent.
func (a *Account) Assign(ctx context.Context, id, agent int64) error {
	change := endpoint.Params{"responder_id": nil}
	if agent != 0 {
		change["responder_id"] = agent
	}
	return a.call(ctx, nil, "PUT /tickets/{id}", endpoint.Path{"id": id}, change)
}

// Reply sends a reply to the requester.
func (a *Account) Reply(ctx context.Context, id int64, html string, cc ...string) error {
	p := endpoint.Params{"body": html}
	if len(cc) > 0 {
		p["cc_emails"] = cc
	}
	return a.call(ctx, nil, "POST /tickets/{id}/reply", endpoint.Path{"id": id}, p)
}

// Note adds a note that only agents see.
func (a *Account) Note(ctx context.Context, id int64, html string) error {
	return a.call(ctx, nil, "POST /tickets/{id}/notes", endpoint.Path{"id": id}, endpoint.Params{"body": html, "private": true})
}

// Delete deletes a ticket.
func (a *Account) Delete(ctx context.Context, id int64) error {
	return a.call(ctx, nil, "DELETE /tickets/{id}", endpoint.Path{"id": id})
}

// Contact finds a contact by email.
func (a *Account) Contact(ctx context.Context, email string) (map[string]any, error) {
	var list []map[string]any
	if err := a.call(ctx, &list, "GET /contacts", endpoint.Query{"email": email}); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, nil
	}
	return list[0], nil
}

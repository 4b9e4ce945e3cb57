// Package okta manages users and groups of an organization.
package okta

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"strings"
	"time"

	"example.com/endpoint"
)

// Config says which organization is called.
type Config struct {
	Org     string // as in https://ORG.okta.com
	Token   string
	Preview bool
	HTTP    *http.Client
}

// Client is a client of the management API.
type Client struct {
	Config
	ep endpoint.Endpoint
}

// New returns a Client.
func New(cfg Config) (*Client, error) {
	if cfg.Org == "" || cfg.Token == "" {
		return nil, errors.New("okta: organization and token are required")
	}
	if cfg.HTTP == nil {
		cfg.HTTP = &http.Client{Timeout: 10 * time.Second}
	}
	base := "https://{org}.okta.com/api/v1"
	if cfg.Preview {
		base = "https://{org}.oktapreview.com/api/v1"
	}
	ep := endpoint.New(
		endpoint.Options{BaseURL: base},
		endpoint.Path{"org": cfg.Org},
		endpoint.Headers{"accept": "application/json", "authorization": "SSWS " + cfg.Token},
	)
	return &Client{cfg, ep}, nil
}

// A User is a person.
type User struct {
	ID      string         `json:"id"`
	Status  string         `json:"status"`
	Profile map[string]any `json:"profile"`
}

// Users iterates over the users that match a search.
func (c *Client) Users(ctx context.Context, search string) iter.Seq2[User, error] {
	return pages[User](ctx, c, "GET /users", endpoint.Query{"search": search, "limit": 200}.OmitZero())
}

// Members iterates over the members of a group.
func (c *Client) Members(ctx context.Context, group string) iter.Seq2[User, error] {
	return pages[User](ctx, c, "GET /groups/{groupId}/users", endpoint.Path{"groupId": group}, endpoint.Query{"limit": 200})
}

func pages[T any](ctx context.Context, c *Client, route string, layers ...endpoint.Layer) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		req, err := c.ep.HTTPRequest(ctx, route, layers...)
		for {
			if err != nil {
				yield(zero, err)
				return
			}
			var items []T
			next, err2 := c.read(req, &items)
			if err2 != nil {
				yield(zero, err2)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if next == "" {
				return
			}
			req, err = c.ep.HTTPRequest(ctx, "GET {+next}", endpoint.Path{"next": next}) // not run
		}
	}
}

func (c *Client) read(req *http.Request, out any) (next string, err error) {
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	for _, link := range resp.Header.Values("Link") {
		if u, rel, ok := strings.Cut(link, ">; rel="); ok && rel == `"next"` {
			next = strings.TrimPrefix(u, "<")
		}
	}
	if out == nil {
		return next, nil
	}
	return next, json.NewDecoder(resp.Body).Decode(out)
}

func (c *Client) exec(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.ep.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	_, err = c.read(req, out)
	return err
}

// CreateUser creates a user.
func (c *Client) CreateUser(ctx context.Context, profile map[string]any, groups []string, activate bool) (u User, err error) {
	err = c.exec(ctx, &u, "POST /users",
		endpoint.Query{"activate": activate},
		endpoint.Params{"profile": profile, "groupIds": groups})
	return u, err
}

// User returns a user.
func (c *Client) User(ctx context.Context, id string) (u User, err error) {
	err = c.exec(ctx, &u, "GET /users/{id}", endpoint.Path{"id": id})
	return u, err
}

// Suspend suspends a user.
func (c *Client) Suspend(ctx context.Context, id string) error {
	return c.exec(ctx, nil, "POST /users/{id}/lifecycle/suspend", endpoint.Path{"id": id})
}

// ResetPassword sends a mail.
func (c *Client) ResetPassword(ctx context.Context, id string) error {
	return c.exec(ctx, nil, "POST /users/{id}/lifecycle/reset_password?sendEmail=true", endpoint.Path{"id": id})
}

// AddMember adds a user to a group.
func (c *Client) AddMember(ctx context.Context, group, user string) error {
	return c.exec(ctx, nil, "PUT /groups/{groupId}/users/{userId}", endpoint.Path{"groupId": group, "userId": user})
}

// Logs returns events since a time.
func (c *Client) Logs(ctx context.Context, since time.Time, filter string) (events []map[string]any, err error) {
	err = c.exec(ctx, &events, "GET /logs", endpoint.Params{"since": since, "filter": filter, "sortOrder": "ASCENDING"})
	return events, err
}

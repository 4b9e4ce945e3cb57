// Package matrix chats.
package matrix

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"example.com/endpoint"
)

// Client is a device of a user.
type Client struct {
	Homeserver *url.URL
	Token      string
	Client     *http.Client
	txn        int
}

// NewClient returns a Client.
func NewClient(homeserver string) (*Client, error) {
	u, err := url.Parse(homeserver)
	if err != nil {
		return nil, err
	}
	return &Client{Homeserver: u, Client: http.DefaultClient}, nil
}

func (c *Client) endpoint(prefix string) endpoint.Endpoint {
	e := endpoint.New(
		endpoint.Options{BaseURL: c.Homeserver.JoinPath(prefix).String()},
		endpoint.Headers{"accept": "application/json"},
	)
	if c.Token != "" {
		e = e.Defaults(endpoint.Headers{"authorization": "Bearer " + c.Token})
	}
	return e
}

func (c *Client) v3() endpoint.Endpoint { return c.endpoint("/_matrix/client/v3") }

func (c *Client) send(req *http.Request, err error) (map[string]any, error) {
	if err != nil {
		return nil, fmt.Errorf("matrix: %w", err)
	}
	resp, err := c.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var out map[string]any
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

// Login logs in with a password.
func (c *Client) Login(ctx context.Context, user, password string) (map[string]any, error) {
	return c.send(c.v3().HTTPRequest(ctx, "POST /login", endpoint.Params{
		"type":       "m.login.password",
		"identifier": map[string]string{"type": "m.id.user", "user": user},
		"password":   password,
	}))
}

// Sync waits for events.
func (c *Client) Sync(ctx context.Context, since, filter string, timeout time.Duration) (map[string]any, error) {
	query := endpoint.Query{"timeout": timeout.Milliseconds(), "since": since, "filter": filter}
	return c.send(c.v3().HTTPRequest(ctx, "GET /sync", query.OmitZero()))
}

// Join joins a room.
func (c *Client) Join(ctx context.Context, room string, via ...string) (map[string]any, error) {
	return c.send(c.v3().HTTPRequest(ctx, "POST /join/{roomIdOrAlias}",
		endpoint.Path{"roomIdOrAlias": room},
		endpoint.Query{"server_name": via},
		endpoint.Options{Data: struct{}{}}))
}

// SendText sends a message.
func (c *Client) SendText(ctx context.Context, room, text string) (map[string]any, error) {
	return c.sendEvent(ctx, room, "m.room.message", map[string]any{"msgtype": "m.text", "body": text})
}

// React reacts to an event.
func (c *Client) React(ctx context.Context, room, event, key string) (map[string]any, error) {
	return c.sendEvent(ctx, room, "m.reaction", map[string]any{
		"m.relates_to": map[string]string{"rel_type": "m.annotation", "event_id": event, "key": key},
	})
}

func (c *Client) sendEvent(ctx context.Context, room, kind string, content map[string]any) (map[string]any, error) {
	c.txn++
	return c.send(c.v3().HTTPRequest(ctx, "PUT /rooms/{roomId}/send/{eventType}/{txnId}", endpoint.Options{
		Path: endpoint.Path{"roomId": room, "eventType": kind, "txnId": c.txn},
		Data: content,
	}))
}

// SetState sets state of a room.
func (c *Client) SetState(ctx context.Context, room, kind, key string, content any) (map[string]any, error) {
	path := endpoint.Path{"roomId": room, "eventType": kind}
	route := "PUT /rooms/{roomId}/state/{eventType}"
	if key != "" {
		route += "/{stateKey}"
		path["stateKey"] = key
	}
	return c.send(c.v3().HTTPRequest(ctx, route, path, endpoint.Options{Data: content}))
}

// Messages returns earlier events.
func (c *Client) Messages(ctx context.Context, room, from string, limit int) (map[string]any, error) {
	return c.send(c.v3().HTTPRequest(ctx, "GET /rooms/{roomId}/messages{?dir,from,limit}", endpoint.Params{
		"roomId": room, "dir": "b", "from": from, "limit": limit,
	}))
}

// Upload uploads media.
func (c *Client) Upload(ctx context.Context, name, contentType string, media io.Reader) (map[string]any, error) {
	return c.send(c.endpoint("/_matrix/media/v3").HTTPRequest(ctx, "POST /upload",
		endpoint.Query{"filename": name},
		endpoint.Headers{"content-type": contentType},
		endpoint.Options{Data: media}))
}

// Package bluesky posts to Bluesky over the AT Protocol (XRPC).
package bluesky

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"example.com/endpoint"
)

// XRPC calls methods by their NSID. *Client is one; tests have another.
type XRPC interface {
	// Query calls a method that reads.
	Query(ctx context.Context, nsid string, params, out any) error
	// Procedure calls a method that writes.
	Procedure(ctx context.Context, nsid string, input, out any) error
}

// Client talks to one personal data server.
type Client struct {
	pds  endpoint.Endpoint
	http http.Client
}

var _ XRPC = (*Client)(nil)

// NewClient returns a client for a server, such as https://bsky.social.
func NewClient(server string) *Client {
	return &Client{pds: endpoint.New(
		endpoint.Options{BaseURL: server, Lists: endpoint.ListRepeat},
		endpoint.Headers{"accept": "application/json"},
	)}
}

// WithSession returns a client that has logged in.
func (c *Client) WithSession(s Session) *Client {
	return &Client{pds: c.pds.Defaults(endpoint.Headers{"authorization": "Bearer " + s.AccessJwt})}
}

// Query implements XRPC.
func (c *Client) Query(ctx context.Context, nsid string, params, out any) error {
	req, err := c.pds.HTTPRequest(ctx, "GET /xrpc/{nsid}", endpoint.Path{"nsid": nsid}, endpoint.Query(endpoint.ParamsOf(params)))
	if err != nil {
		return err
	}
	return c.send(req, out)
}

// Procedure implements XRPC.
func (c *Client) Procedure(ctx context.Context, nsid string, input, out any) error {
	req, err := c.pds.HTTPRequest(ctx, "POST /xrpc/{nsid}", endpoint.Path{"nsid": nsid}, endpoint.Options{Data: input})
	if err != nil {
		return err
	}
	return c.send(req, out)
}

func (c *Client) send(req *http.Request, out any) error {
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		var e struct{ Error, Message string }
		if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
			return errors.New(resp.Status)
		}
		return fmt.Errorf("bluesky: %s: %s", e.Error, e.Message)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Session is a login.
type Session struct {
	DID        string `json:"did"`
	Handle     string `json:"handle"`
	AccessJwt  string `json:"accessJwt"`
	RefreshJwt string `json:"refreshJwt"`
}

// Login creates a session.
func Login(ctx context.Context, x XRPC, identifier, password string) (s Session, err error) {
	err = x.Procedure(ctx, "com.atproto.server.createSession",
		map[string]string{"identifier": identifier, "password": password}, &s)
	return s, err
}

// Record is a record that was created.
type Record struct {
	URI string `json:"uri"`
	CID string `json:"cid"`
}

type createRecord struct {
	Repo       string `json:"repo"`
	Collection string `json:"collection"`
	Record     any    `json:"record"`
}

// Post is a post.
type Post struct {
	Type      string    `json:"$type"`
	Text      string    `json:"text"`
	Langs     []string  `json:"langs,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
}

// CreatePost posts a text.
func CreatePost(ctx context.Context, x XRPC, did, text string, at time.Time) (r Record, err error) {
	err = x.Procedure(ctx, "com.atproto.repo.createRecord", createRecord{
		Repo:       did,
		Collection: "app.bsky.feed.post",
		Record:     Post{Type: "app.bsky.feed.post", Text: text, CreatedAt: at},
	}, &r)
	return r, err
}

// Like likes a post.
func Like(ctx context.Context, x XRPC, did string, post Record, at time.Time) (r Record, err error) {
	err = x.Procedure(ctx, "com.atproto.repo.createRecord", createRecord{did, "app.bsky.feed.like", map[string]any{
		"$type": "app.bsky.feed.like", "subject": post, "createdAt": at,
	}}, &r)
	return r, err
}

// Delete deletes a record by its URI.
func Delete(ctx context.Context, x XRPC, uri string) error {
	part := strings.Split(strings.TrimPrefix(uri, "at://"), "/")
	if len(part) != 3 {
		return fmt.Errorf("bluesky: %q is no URI of a record", uri)
	}
	return x.Procedure(ctx, "com.atproto.repo.deleteRecord",
		map[string]string{"repo": part[0], "collection": part[1], "rkey": part[2]}, nil)
}

// Profiles returns up to 25 profiles.
func Profiles(ctx context.Context, x XRPC, actors ...string) (out map[string]any, err error) {
	err = x.Query(ctx, "app.bsky.actor.getProfiles", map[string]any{"actors": actors}, &out)
	return out, err
}

// FeedParams select a page of a feed.
type FeedParams struct {
	Actor  string `url:"actor"`
	Filter string `url:"filter,omitempty"`
	Limit  int    `url:"limit,omitempty"`
	Cursor string `url:"cursor,omitempty"`
}

// AuthorFeed returns posts of an actor.
func AuthorFeed(ctx context.Context, x XRPC, p FeedParams) (out map[string]any, err error) {
	err = x.Query(ctx, "app.bsky.feed.getAuthorFeed", p, &out)
	return out, err
}

// SearchPosts searches posts.
func SearchPosts(ctx context.Context, x XRPC, q string, tags []string, since time.Time) (out map[string]any, err error) {
	err = x.Query(ctx, "app.bsky.feed.searchPosts", struct {
		Q     string    `json:"q"`
		Tag   []string  `json:"tag,omitempty"`
		Since time.Time `json:"since,omitzero"`
	}{q, tags, since}, &out)
	return out, err
}

// UploadBlob uploads an image of a post.
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

// Refresh returns a new session. It sends the refresh token, not the access token.
func (c *Client) Refresh(ctx context.Context, old Session) (s Session, err error) {
	req, err := c.pds.HTTPRequest(ctx, "POST /xrpc/com.atproto.server.refreshSession",
		endpoint.Headers{"authorization": "Bearer " + old.RefreshJwt})
	if err != nil {
		return s, err
	}
	err = c.send(req, &s)
	return s, err
}

// Package discogs reads the database of Discogs and manages a user's collection.
package discogs

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"example.com/endpoint"
)

// A Format says how texts, such as profiles, are written.
type Format string

// The formats.
const (
	Discogs   Format = "discogs+json" // markup of Discogs; the default
	PlainText Format = "plaintext+json"
	HTML      Format = "html+json"
)

// Client reads the database.
type Client struct {
	api  endpoint.Endpoint
	send func(*http.Request) (*http.Response, error)
}

// User is a Client that acts for one user.
type User struct {
	Client
	Name string
}

// New returns a client. The API demands a user-agent of your own.
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

// Login returns the client of a user.
func (c *Client) Login(name, token string) *User {
	auth := endpoint.Headers{"authorization": "Discogs token=" + token}
	return &User{Name: name, Client: Client{
		send: c.send,
		api:  c.api.Defaults(auth, endpoint.Path{"username": name}),
	}}
}

// In returns a client that gets texts in a format.
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
	if resp.StatusCode >= 400 {
		return fmt.Errorf("discogs: %s", resp.Status)
	}
	if out == nil || resp.StatusCode == http.StatusNoContent {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Page is a page of a list.
type Page struct {
	Pagination struct {
		Page, Pages int
		URLs        struct{ Next string }
	}
	Results []map[string]any
}

// Release returns a release with prices in a currency.
func (c *Client) Release(ctx context.Context, id int, currency string) (out map[string]any, err error) {
	err = c.call(ctx, &out, "GET /releases/:id", endpoint.Params{"id": id, "curr_abbr": currency})
	return out, err
}

// Artist returns an artist.
func (c *Client) Artist(ctx context.Context, id int) (out map[string]any, err error) {
	err = c.call(ctx, &out, "GET /artists/:id", endpoint.Path{"id": id})
	return out, err
}

// Versions returns the versions of a master release.
func (c *Client) Versions(ctx context.Context, master, page int, filters url.Values) (out Page, err error) {
	q := endpoint.Query{"page": page, "per_page": 100}
	for k := range filters {
		q[k] = filters.Get(k)
	}
	err = c.call(ctx, &out, "GET /masters/:id/versions", endpoint.Path{"id": master}, q)
	return out, err
}

// Search searches the database. It needs a user.
func (u *User) Search(ctx context.Context, q string, by map[string]string) (out Page, err error) {
	err = u.call(ctx, &out, "GET /database/search{?q,by*}", endpoint.Path{"q": q, "by": by})
	return out, err
}

// Next returns the page after p, whose URL has to be one of Discogs.
func (c *Client) Next(ctx context.Context, p Page) (out Page, err error) {
	req, err := c.api.HTTPRequest(ctx, "GET {+next}", endpoint.Path{"next": p.Pagination.URLs.Next})
	if err != nil {
		return out, err
	}
	if req.URL.Host != "api.discogs.com" || req.URL.Scheme != "https" {
		return out, fmt.Errorf("discogs: the next page is at %s", req.URL.Host)
	}
	err = c.decode(req, &out)
	return out, err
}

// Identity returns the user of the token.
func (u *User) Identity(ctx context.Context) (out map[string]any, err error) {
	err = u.call(ctx, &out, "GET /oauth/identity")
	return out, err
}

// Collect adds a release to a folder of the collection.
func (u *User) Collect(ctx context.Context, folder, release int) (out map[string]any, err error) {
	err = u.call(ctx, &out, "POST /users/:username/collection/folders/:folder/releases/:release",
		endpoint.Path{"folder": folder, "release": release})
	return out, err
}

// Rate rates a release with one to five stars.
func (u *User) Rate(ctx context.Context, release, stars int) error {
	return u.call(ctx, nil, "PUT /releases/:release/rating/:username",
		endpoint.Path{"release": release}, endpoint.Params{"rating": stars})
}

// Want adds a release to the wantlist.
func (u *User) Want(ctx context.Context, release int, notes string) error {
	return u.call(ctx, nil, "PUT /users/:username/wants/:release",
		endpoint.Path{"release": release}, endpoint.Params{"notes": notes})
}

// Unwant removes a release from the wantlist.
func (u *User) Unwant(ctx context.Context, release int) error {
	return u.call(ctx, nil, "DELETE /users/:username/wants/:release", endpoint.Path{"release": release})
}

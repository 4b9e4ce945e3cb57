// Package digitalocean has one generic function for each kind of response.
package digitalocean

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// Client holds the Endpoint of an account.
type Client struct{ api endpoint.Endpoint }

// New returns the Client of a token.
func New(token string) *Client {
	return &Client{api: endpoint.New(
		endpoint.Options{BaseURL: "https://api.digitalocean.com/v2"},
		endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
	)}
}

// Droplet is a machine.
type Droplet struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// Record is a record of DNS.
type Record struct {
	Type string `json:"type"`
	Name string `json:"name"`
	Data string `json:"data"`
	TTL  int    `json:"ttl,omitempty"`
}

// A page is one page of a list.
type page[T any] struct {
	Items []T `json:"items"`
	Links struct {
		Next string `json:"next"`
	} `json:"links"`
}

// fetch sends a call and decodes its response into a T.
func fetch[T any](ctx context.Context, c *Client, route string, layers ...endpoint.Layer) (out T, err error) {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return out, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return out, fmt.Errorf("digitalocean: %s", resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}

// list fetches all pages.
func list[T any](ctx context.Context, c *Client, route string, layers ...endpoint.Layer) (all []T, err error) {
	for number := 1; ; number++ {
		paging := endpoint.Query{"page": number, "per_page": 200}
		p, err := fetch[page[T]](ctx, c, route, append([]endpoint.Layer{paging}, layers...)...)
		if err != nil {
			return nil, err
		}
		all = append(all, p.Items...)
		if p.Links.Next == "" {
			return all, nil
		}
	}
}

// Droplets lists the droplets with a tag.
func (c *Client) Droplets(ctx context.Context, tag string) ([]Droplet, error) {
	return list[Droplet](ctx, c, "GET /droplets", endpoint.Query{"tag_name": tag})
}

// Droplet returns one droplet.
func (c *Client) Droplet(ctx context.Context, id int) (*Droplet, error) {
	return fetch[*Droplet](ctx, c, "GET /droplets/{droplet_id}", endpoint.Path{"droplet_id": id})
}

// Create creates droplets.
func (c *Client) Create(ctx context.Context, region, size string, names ...string) ([]Droplet, error) {
	return fetch[[]Droplet](ctx, c, "POST /droplets", endpoint.Params{
		"names": names, "region": region, "size": size, "image": "debian-13-x64", "backups": true,
	})
}

// Do starts an action of a droplet.
func (c *Client) Do(ctx context.Context, id int, action string) error {
	_, err := fetch[json.RawMessage](ctx, c, "POST /droplets/{droplet_id}/actions",
		endpoint.Path{"droplet_id": id}, endpoint.Params{"type": action})
	return err
}

// Records lists the records of a domain.
func (c *Client) Records(ctx context.Context, domain, kind string) ([]Record, error) {
	return list[Record](ctx, c, "GET /domains/{domain_name}/records", endpoint.Params{"domain_name": domain, "type": kind})
}

// AddRecord adds a record.
func (c *Client) AddRecord(ctx context.Context, domain string, record Record) (Record, error) {
	return fetch[Record](ctx, c, "POST /domains/{domain_name}/records",
		endpoint.Path{"domain_name": domain}, endpoint.ParamsOf(record))
}

// Destroy destroys a droplet.
func (c *Client) Destroy(ctx context.Context, id int) error {
	_, err := fetch[any](ctx, c, "DELETE /droplets/{droplet_id}", endpoint.Path{"droplet_id": id})
	return err
}

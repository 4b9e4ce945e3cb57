// Package linode manages instances of Linode.
package linode

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// Client is a client of version 4.
type Client struct {
	api    endpoint.Endpoint
	client *http.Client
}

// NewClient returns a Client.
func NewClient(hc *http.Client, token string) *Client {
	var headers endpoint.Headers = map[string]string{
		"Accept":        "application/json",
		"Authorization": fmt.Sprintf("Bearer %s", token),
		"User-Agent":    "linode-cli-go/0.1",
	}
	api := endpoint.New(headers, endpoint.Options{BaseURL: "https://api.linode.com/v4"})
	return &Client{api, hc}
}

// ListOptions page and filter a list.
type ListOptions struct {
	Page     int
	PageSize int
	Filter   map[string]any
}

func (o *ListOptions) layers() []endpoint.Layer {
	if o == nil {
		return nil
	}
	var layers []endpoint.Layer
	query := endpoint.Query{}
	if o.Page > 0 {
		query["page"] = o.Page
	}
	if o.PageSize > 0 {
		query["page_size"] = o.PageSize
	}
	layers = append(layers, query)
	if len(o.Filter) > 0 {
		filter, err := json.Marshal(o.Filter)
		if err == nil {
			layers = append(layers, endpoint.Headers{"x-filter": string(filter)})
		}
	}
	return layers
}

// Page is a page of results.
type Page[T any] struct {
	Data    []T `json:"data"`
	Pages   int `json:"pages"`
	Results int `json:"results"`
}

// Instance is a virtual machine.
type Instance struct {
	ID     int      `json:"id"`
	Label  string   `json:"label"`
	Region string   `json:"region"`
	Tags   []string `json:"tags"`
}

// InstanceCreate describes a new instance.
type InstanceCreate struct {
	Region   string   `json:"region"`
	Type     string   `json:"type"`
	Label    string   `json:"label,omitempty"`
	RootPass string   `json:"root_pass,omitempty"`
	Image    string   `json:"image,omitempty"`
	Tags     []string `json:"tags,omitempty"`
}

func request[T any](ctx context.Context, c *Client, route string, layers ...endpoint.Layer) (*T, error) {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	out := new(T)
	if err := json.NewDecoder(resp.Body).Decode(out); err != nil {
		return nil, fmt.Errorf("decoding: %w", err)
	}
	return out, nil
}

func list[T any](ctx context.Context, c *Client, route string, opts *ListOptions, path endpoint.Path) ([]T, error) {
	layers := opts.layers()
	layers = append(layers, path)
	page, err := request[Page[T]](ctx, c, route, layers...)
	if err != nil {
		return nil, err
	}
	return page.Data, nil
}

// Instances lists instances.
func (c *Client) Instances(ctx context.Context, opts *ListOptions) ([]Instance, error) {
	return list[Instance](ctx, c, "GET /linode/instances", opts, nil)
}

// Backups lists the backups of an instance.
func (c *Client) Volumes(ctx context.Context, id int, opts *ListOptions) ([]map[string]any, error) {
	return list[map[string]any](ctx, c, "GET /linode/instances/{linodeId}/volumes", opts, endpoint.Path{"linodeId": id})
}

// CreateInstance creates an instance.
func (c *Client) CreateInstance(ctx context.Context, opts InstanceCreate) (*Instance, error) {
	return request[Instance](ctx, c, "POST /linode/instances", endpoint.ParamsOf(opts))
}

// UpdateInstance changes an instance.
func (c *Client) UpdateInstance(ctx context.Context, id int, label string, tags []string) (*Instance, error) {
	body := endpoint.Params{"label": label}
	if tags != nil {
		body["tags"] = tags
	}
	return request[Instance](ctx, c, "PUT /linode/instances/{linodeId}", endpoint.Path{"linodeId": id}, body)
}

// Reboot reboots an instance.
func (c *Client) Reboot(ctx context.Context, id int) error {
	_, err := request[struct{}](ctx, c, "POST /linode/instances/{linodeId}/reboot", endpoint.Path{"linodeId": id})
	return err
}

// Resize changes the plan of an instance.
func (c *Client) Resize(ctx context.Context, id int, plan string) error {
	_, err := request[struct{}](ctx, c, "POST /linode/instances/{linodeId}/resize", endpoint.Options{
		Path:   endpoint.Path{"linodeId": id},
		Params: endpoint.Params{"type": plan, "allow_auto_disk_resize": true},
	})
	return err
}

// DeleteRecord deletes a record of a domain.
func (c *Client) DeleteRecord(ctx context.Context, domain, record int) error {
	_, err := request[struct{}](ctx, c, "DELETE /domains/{domainId}/records/{recordId}", endpoint.Path{
		"domainId": domain,
		"recordId": record,
	})
	return err
}

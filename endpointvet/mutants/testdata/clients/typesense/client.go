// Package typesense is a client for a Typesense cluster.
//
//	client := typesense.NewClient("https://search.example.com", "xyz")
//	client.Collection("companies").Document("124").Retrieve(ctx)
package typesense

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"example.com/endpoint"
)

// Client is a client of the Typesense API.
type Client struct {
	api endpoint.Endpoint
}

// NewClient returns a client for a server.
func NewClient(server, apiKey string) *Client {
	return &Client{endpoint.New(
		endpoint.Options{BaseURL: server},
		endpoint.Headers{"accept": "application/json", "x-typesense-api-key": apiKey},
	)}
}

// Collection is a handle of one collection.
type Collection struct {
	*Client
	path endpoint.Path
}

// Document is a handle of one document.
type Document struct {
	*Client
	path endpoint.Path
}

// Schema describes a collection.
type Schema struct {
	Name                string  `json:"name"`
	Fields              []Field `json:"fields"`
	DefaultSortingField string  `json:"default_sorting_field,omitempty"`
}

// Field is a field of a Schema.
type Field struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Facet bool   `json:"facet,omitempty"`
}

// SearchParameters are the options of a search.
type SearchParameters struct {
	Q        string `url:"q"`
	QueryBy  string `url:"query_by"`
	FilterBy string `url:"filter_by,omitempty"`
	SortBy   string `url:"sort_by,omitempty"`
	PerPage  *int   `url:"per_page,omitempty"`
	Prefix   *bool  `url:"prefix,omitempty"`
}

func (c *Client) do(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode > 299 {
		return fmt.Errorf("typesense: status %d: %s", resp.StatusCode, b)
	}
	if s, ok := out.(*string); ok {
		*s = string(b)
		return nil
	}
	return json.Unmarshal(b, out)
}

// Collection returns a handle of a collection.
func (c *Client) Collection(name string) *Collection {
	return &Collection{c, endpoint.Path{"collection": name}}
}

// Document returns a handle of a document of the collection.
func (c *Collection) Document(id string) *Document {
	return &Document{c.Client, endpoint.Path{"collection": c.path["collection"], "id": id}}
}

// Create creates a collection.
func (c *Client) Create(ctx context.Context, schema *Schema) (*Schema, error) {
	var out Schema
	err := c.do(ctx, &out, "POST /collections", endpoint.Options{Data: schema})
	return &out, err
}

// Retrieve returns the schema of the collection.
func (c *Collection) Retrieve(ctx context.Context) (*Schema, error) {
	var out Schema
	err := c.do(ctx, &out, "GET /collections/{collection}", c.path)
	return &out, err
}

// Drop deletes the collection.
func (c *Collection) Drop(ctx context.Context) (*Schema, error) {
	var out Schema
	err := c.do(ctx, &out, "DELETE /collections/{collection}", c.path)
	return &out, err
}

// Upsert adds a document or replaces it.
func (c *Collection) Upsert(ctx context.Context, doc any) (map[string]any, error) {
	var out map[string]any
	err := c.do(ctx, &out, "POST /collections/{collection}/documents",
		c.path, endpoint.Query{"action": "upsert"}, endpoint.Options{Data: doc})
	return out, err
}

// Search searches the collection.
func (c *Collection) Search(ctx context.Context, params *SearchParameters) (map[string]any, error) {
	var out map[string]any
	err := c.do(ctx, &out, "GET /collections/{collection}/documents/search", c.path, endpoint.ParamsOf(params))
	return out, err
}

// Import imports lines of JSON, and returns a line for each.
func (c *Collection) Import(ctx context.Context, lines io.Reader, action string, batchSize int) (string, error) {
	var out string
	err := c.do(ctx, &out, "POST /collections/{collection}/documents/import",
		c.path,
		endpoint.Query{"action": action, "batch_size": batchSize}.OmitZero(),
		endpoint.Headers{"content-type": "text/plain", "accept": "text/plain"},
		endpoint.Options{Data: lines})
	return out, err
}

// DeleteBy deletes the documents that match a filter.
func (c *Collection) DeleteBy(ctx context.Context, filter string) (map[string]any, error) {
	var out map[string]any
	err := c.do(ctx, &out, "DELETE /collections/{collection}/documents", c.path, endpoint.Query{"filter_by": filter, "batch_size": 100})
	return out, err
}

// Retrieve returns the document.
func (d *Document) Retrieve(ctx context.Context) (map[string]any, error) {
	var out map[string]any
	err := d.do(ctx, &out, "GET /collections/{collection}/documents/{id}", d.path)
	return out, err
}

// Update changes fields of the document.
func (d *Document) Update(ctx context.Context, fields map[string]any) (map[string]any, error) {
	var out map[string]any
	err := d.do(ctx, &out, "PATCH /collections/{collection}/documents/{id}", d.path, endpoint.Options{Data: fields})
	return out, err
}

// Delete deletes the document.
func (d *Document) Delete(ctx context.Context) (map[string]any, error) {
	var out map[string]any
	err := d.do(ctx, &out, "DELETE /collections/{collection}/documents/{id}", d.path)
	return out, err
}

// UpsertAlias lets an alias name a collection.
func (c *Client) UpsertAlias(ctx context.Context, alias, collection string) (map[string]any, error) {
	var out map[string]any
	err := c.do(ctx, &out, "PUT /aliases/{name}", endpoint.Path{"name": alias}, endpoint.Params{"collection_name": collection})
	return out, err
}

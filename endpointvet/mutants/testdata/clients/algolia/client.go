// Package algolia searches and fills indices.
package algolia

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"

	"example.com/endpoint"
)

// Client reads from one host and writes to another.
type Client struct {
	read, write endpoint.Endpoint
}

// NewClient returns a Client for an application.
func NewClient(appID, key string) *Client {
	base := endpoint.New(
		endpoint.Headers{
			"Accept":                   "application/json",
			"X-Algolia-Application-Id": appID,
			"X-Algolia-API-Key":        key,
		},
		endpoint.Path{"app": appID},
	)
	return &Client{
		read:  base.Defaults(endpoint.Options{BaseURL: "https://{app}-dsn.algolia.net"}),
		write: base.Defaults(endpoint.Options{BaseURL: "https://{app}.algolia.net"}),
	}
}

// An Index is one index of the application.
type Index struct {
	c    *Client
	name string
}

// Index returns the index of a name.
func (c *Client) Index(name string) *Index { return &Index{c, name} }

func (i *Index) path(rest ...string) endpoint.Path {
	p := endpoint.Path{"index": i.name}
	if len(rest) > 0 {
		p["objectID"] = rest[0]
	}
	return p
}

func send(req *http.Request, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// Search finds objects.
func (i *Index) Search(ctx context.Context, query string, page int, facets url.Values) (json.RawMessage, error) {
	params := endpoint.Params{"query": query, "page": page, "hitsPerPage": 20}
	if len(facets) > 0 {
		params["facetFilters"] = facets.Encode()
	}
	return send(i.c.read.HTTPRequest(ctx, "POST /1/indexes/{index}/query", i.path(), params))
}

// Get returns an object.
func (i *Index) Get(ctx context.Context, id string, attributes ...string) (json.RawMessage, error) {
	return send(i.c.read.HTTPRequest(ctx, "GET /1/indexes/{index}/{objectID}", i.path(id),
		endpoint.Query{"attributesToRetrieve": attributes}, endpoint.Options{Lists: endpoint.ListComma}))
}

// Put writes an object.
func (i *Index) Put(ctx context.Context, id string, object any) error {
	_, err := send(i.c.write.HTTPRequest(ctx, "PUT /1/indexes/{index}/{objectID}", endpoint.Options{
		Path: i.path(id),
		Data: object,
	}))
	return err
}

// Patch changes attributes of an object.
func (i *Index) Patch(ctx context.Context, id string, create bool, changes map[string]any) error {
	_, err := send(i.c.write.HTTPRequest(ctx, "POST /1/indexes/{index}/{objectID}/partial",
		i.path(id),
		endpoint.Query{"createIfNotExists": create},
		endpoint.Options{Data: changes}))
	return err
}

// Delete removes an object.
func (i *Index) Delete(ctx context.Context, id string) error {
	_, err := send(i.c.write.HTTPRequest(ctx, "DELETE /1/indexes/{index}/{objectID}", i.path(id)))
	return err
}

type operation struct {
	Action string         `json:"action"`
	Body   map[string]any `json:"body"`
}

// AddAll writes objects in one request.
func (i *Index) AddAll(ctx context.Context, objects []map[string]any) error {
	var ops []operation
	for _, o := range objects {
		ops = append(ops, operation{"addObject", o})
	}
	_, err := send(i.c.write.HTTPRequest(ctx, "POST /1/indexes/{index}/batch",
		endpoint.Path{"index": i.name}, endpoint.Params{"requests": ops}))
	return err
}

// Logs returns the last entries of the log.
func (c *Client) Logs(ctx context.Context, offset, length int) (json.RawMessage, error) {
	return send(c.write.HTTPRequest(ctx, "GET /1/logs", endpoint.Query{"offset": offset, "length": length, "type": "all"}))
}

// Package elastic searches and indexes documents.
package elastic

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"example.com/endpoint"
)

const jsonLines = "application/x-ndjson"

// Cluster is an Elasticsearch cluster.
type Cluster struct {
	api endpoint.Endpoint
}

// New returns the cluster at a URL.
func New(address, apiKey string) Cluster {
	return Cluster{endpoint.New(endpoint.Options{
		BaseURL: address,
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "ApiKey " + apiKey},
	})}
}

// Query is the body of a search.
type Query struct {
	Query map[string]any `json:"query"`
	Size  int            `json:"size"`
	Sort  []any          `json:"sort,omitempty"`
	After []any          `json:"search_after,omitempty"`
}

// Search builds a search in indices.
func (c Cluster) Search(ctx context.Context, indices []string, query Query) (*http.Request, error) {
	return c.api.HTTPRequest(ctx, "POST /{indices}/_search{?routing}", endpoint.Options{
		Path: endpoint.Path{"indices": indices},
		Data: &query,
	})
}

// Get builds the request of one document.
func (c Cluster) Get(ctx context.Context, index, id string, fields ...string) (*http.Request, error) {
	return c.api.HTTPRequest(ctx, "GET /{index}/_doc/{id}",
		endpoint.Path{"index": index, "id": id},
		endpoint.Options{Query: endpoint.Query{"_source_includes": fields}, Lists: endpoint.ListComma})
}

// Put builds the request that stores a document.
func (c Cluster) Put(ctx context.Context, index, id string, document []byte) (*http.Request, error) {
	return c.api.HTTPRequest(ctx, "PUT /{index}/_doc/{id}", endpoint.Options{
		Path:    endpoint.Path{"index": index, "id": id},
		Query:   endpoint.Query{"refresh": "wait_for"},
		Headers: endpoint.Headers{"content-type": "application/json"},
		Data:    document,
	})
}

// Bulk builds the request that stores many documents.
func (c Cluster) Bulk(ctx context.Context, index string, documents map[string]any) (*http.Request, error) {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for id, document := range documents {
		action := map[string]any{"index": map[string]string{"_id": id}}
		if err := encoder.Encode(action); err != nil {
			return nil, err
		}
		if err := encoder.Encode(document); err != nil {
			return nil, err
		}
	}
	return c.api.HTTPRequest(ctx, "POST /{index}/_bulk", endpoint.Options{
		Headers: endpoint.Headers{"content-type": jsonLines},
		Path:    endpoint.Path{"index": index},
		Data:    &lines,
	})
}

// MultiSearch builds several searches at once.
func (c Cluster) MultiSearch(ctx context.Context, body io.Reader) (*http.Request, error) {
	return c.api.HTTPRequest(ctx, "POST /_msearch", endpoint.Headers{"content-type": jsonLines},
		endpoint.Query{"max_concurrent_searches": 4}, endpoint.Options{Data: body})
}

// DeleteByQuery builds the request that deletes what matches a text.
func (c Cluster) DeleteByQuery(ctx context.Context, index, field, text string) (*http.Request, error) {
	return c.api.HTTPRequest(ctx, "POST /{index}/_delete_by_query",
		endpoint.Path{"index": index},
		endpoint.Query{"conflicts": "proceed", "wait_for_completion": false},
		endpoint.Params{"query": map[string]any{"match": map[string]string{field: text}}})
}

// Exists builds the request that asks whether an index exists.
func (c Cluster) Exists(ctx context.Context, index string) (*http.Request, error) {
	return c.api.HTTPRequest(ctx, "HEAD /{index}", endpoint.Path{"index": strings.ToLower(index)})
}

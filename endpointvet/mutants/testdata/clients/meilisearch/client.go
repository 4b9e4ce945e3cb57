// Package meilisearch is a client for the Meilisearch search engine, with typed
// documents.
package meilisearch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"example.com/endpoint"
)

// Client is a connection to a Meilisearch server.
type Client struct {
	api endpoint.Endpoint
	hc  *http.Client
}

// New returns a client for the server at host. The key may be empty.
func New(host, key string) *Client {
	api := endpoint.New(endpoint.Options{BaseURL: host, Lists: endpoint.ListComma}, endpoint.Headers{"accept": "application/json"})
	if key != "" {
		api = api.Defaults(endpoint.Headers{"authorization": "Bearer " + key})
	}
	return &Client{api: api, hc: http.DefaultClient}
}

// Index is an index with documents of type T.
type Index[T any] struct {
	c   *Client
	uid string
}

// IndexOf returns the index with a UID.
func IndexOf[T any](c *Client, uid string) Index[T] {
	return Index[T]{c, uid}
}

// Task is a change that the server has accepted.
type Task struct {
	UID    int64  `json:"taskUid"`
	Status string `json:"status"`
	Type   string `json:"type"`
}

// SearchParams are the parameters of a search.
type SearchParams struct {
	Q                    string   `json:"q"`
	Offset               int      `json:"offset,omitempty"`
	Limit                int      `json:"limit,omitempty"`
	Filter               any      `json:"filter,omitempty"`
	Facets               []string `json:"facets,omitempty"`
	AttributesToRetrieve []string `json:"attributesToRetrieve,omitempty"`
	Sort                 []string `json:"sort,omitempty"`
}

// SearchResult is what a search finds.
type SearchResult[T any] struct {
	Hits             []T `json:"hits"`
	EstimatedTotal   int `json:"estimatedTotalHits"`
	ProcessingTimeMs int `json:"processingTimeMs"`
}

// fetch is the only function that sends requests.
func fetch[T any](ctx context.Context, c *Client, route string, layers ...endpoint.Layer) (*T, error) {
	req, err := c.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		var e struct{ Message, Code string }
		json.NewDecoder(resp.Body).Decode(&e)
		return nil, fmt.Errorf("meilisearch: %s (%s)", e.Message, e.Code)
	}
	out := new(T)
	return out, json.NewDecoder(resp.Body).Decode(out)
}

// Get returns a document. If fields are given, it has only these.
func (i Index[T]) Get(ctx context.Context, id string, fields ...string) (*T, error) {
	return fetch[T](ctx, i.c, "GET /indexes/{uid}/documents/{id}", endpoint.Params{"uid": i.uid, "id": id, "fields": fields})
}

// Search searches the index.
func (i Index[T]) Search(ctx context.Context, p SearchParams) (*SearchResult[T], error) {
	return fetch[SearchResult[T]](ctx, i.c, "POST /indexes/{uid}/search",
		endpoint.Path{"uid": i.uid}, endpoint.ParamsOf(p))
}

// Add adds documents or replaces those with the same primary key.
func (i Index[T]) Add(ctx context.Context, primaryKey string, docs ...T) (*Task, error) {
	return fetch[Task](ctx, i.c, "POST /indexes/{uid}/documents", endpoint.Options{
		Path:  endpoint.Path{"uid": i.uid},
		Query: endpoint.Query{"primaryKey": primaryKey}.OmitZero(),
		Data:  docs,
	})
}

// AddLines adds documents that are lines of JSON.
func (i Index[T]) AddLines(ctx context.Context, docs ...T) (*Task, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	for _, d := range docs {
		if err := enc.Encode(d); err != nil {
			return nil, err
		}
	}
	return fetch[Task](ctx, i.c, "PUT /indexes/{uid}/documents", endpoint.Options{
		Path:    endpoint.Path{"uid": i.uid},
		Headers: endpoint.Headers{"content-type": "application/x-ndjson"},
		Data:    &buf,
	})
}

// AddCSV adds documents from CSV text.
func (i Index[T]) AddCSV(ctx context.Context, csv string, delimiter rune) (*Task, error) {
	return fetch[Task](ctx, i.c, "POST /indexes/{uid}/documents{?csvDelimiter}",
		endpoint.Path{"uid": i.uid, "csvDelimiter": string(delimiter)},
		endpoint.Headers{"content-type": "text/csv"},
		endpoint.Options{Data: strings.NewReader(csv)})
}

// Delete deletes a document.
func (i Index[T]) Delete(ctx context.Context, id string) (*Task, error) {
	return fetch[Task](ctx, i.c, "DELETE /indexes/{uid}/documents/{id}", endpoint.Path{"uid": i.uid, "id": id})
}

// DeleteBatch deletes documents.
func (i Index[T]) DeleteBatch(ctx context.Context, ids ...string) (*Task, error) {
	return fetch[Task](ctx, i.c, "POST /indexes/{uid}/documents/delete-batch",
		endpoint.Path{"uid": i.uid}, endpoint.Options{Data: ids})
}

// SetSynonyms replaces the synonyms of the index.
func (i Index[T]) SetSynonyms(ctx context.Context, synonyms map[string][]string) (*Task, error) {
	return fetch[Task](ctx, i.c, "PUT /indexes/{uid}/settings/synonyms",
		endpoint.Path{"uid": i.uid}, endpoint.Options{Data: synonyms})
}

// CreateIndex creates an index.
func (c *Client) CreateIndex(ctx context.Context, uid, primaryKey string) (*Task, error) {
	return fetch[Task](ctx, c, "POST /indexes", endpoint.Params{"uid": uid, "primaryKey": primaryKey})
}

// Tasks lists tasks with one of some statuses.
func (c *Client) Tasks(ctx context.Context, limit int, statuses ...string) (*struct{ Results []Task }, error) {
	return fetch[struct{ Results []Task }](ctx, c, "GET /tasks", endpoint.Query{"limit": limit, "statuses": statuses}.OmitZero())
}

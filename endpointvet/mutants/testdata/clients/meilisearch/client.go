// Package meilisearch is a client for the Meilisearch search engine, with typed
// documents.
package meilisearch

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"example.com/endpoint"
)

type Client struct {
	api endpoint.Endpoint
	hc  *http.Client
}

func New(host, key string) *Client {
	api := endpoint.New(endpoint.Options{BaseURL: host, Lists: endpoint.ListComma}, endpoint.Headers{"accept": "application/json"})
	if key != "" {
		api = api.Defaults(endpoint.Headers{"authorization": "Bearer " + key})
	}
	return &Client{api: api, hc: http.DefaultClient}
}

type Index[T any] struct {
	c   *Client
	uid string
}

func IndexOf[T any](c *Client, uid string) Index[T] {
	return Index[T]{c, uid}
}

type Task struct {
	UID    int64  `json:"taskUid"`
	Status string `json:"status"`
	Type   string `json:"type"`
}

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
	out := new(T)
	return out, json.NewDecoder(resp.Body).Decode(out)
}

func (i Index[T]) Add(ctx context.Context, primaryKey string, docs ...T) (*Task, error) {
	return fetch[Task](ctx, i.c, "POST /indexes/{uid}/documents", endpoint.Options{
		Path:  endpoint.Path{"uid": i.uid},
		Query: endpoint.Query{"primaryKey": primaryKey}.OmitZero(),
		Data:  docs,
	})
}

func (i Index[T]) AddCSV(ctx context.Context, csv string, delimiter rune) (*Task, error) {
	return fetch[Task](ctx, i.c, "POST /indexes/{uid}/documents{?csvDelimiter}",
		endpoint.Path{"uid": i.uid, "csvDelimiter": string(delimiter)},
		endpoint.Headers{"content-type": "text/csv"},
		endpoint.Options{Data: strings.NewReader(csv)})
}

func (c *Client) Tasks(ctx context.Context, limit int, statuses ...string) (*struct{ Results []Task }, error) {
	return fetch[struct{ Results []Task }](ctx, c, "GET /tasks", endpoint.Query{"limit": limit, "statuses": statuses}.OmitZero())
}

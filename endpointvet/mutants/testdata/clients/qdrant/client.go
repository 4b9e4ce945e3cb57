// Package qdrant stores vectors.
package qdrant

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// ID is the ID of a point.
type ID interface{ ~uint64 | ~string }

// Collection has points with IDs of one type.
type Collection[K ID] struct {
	api endpoint.Endpoint
}

// A Point is a vector with an ID.
type Point[K ID] struct {
	ID      K              `json:"id"`
	Vector  []float32      `json:"vector"`
	Payload map[string]any `json:"payload,omitempty"`
}

// Open returns a collection.
func Open[K ID](host string, port int, key, name string) Collection[K] {
	return Collection[K]{endpoint.New(
		endpoint.Options{
			BaseURL: "https://{host}:{port}/collections",
			Path:    endpoint.Path{"host": host, "port": port, "collection_name": name},
			Headers: endpoint.Headers{"accept": "application/json", "api-key": key},
		},
	)}
}

type envelope[T any] struct {
	Result T       `json:"result"`
	Status any     `json:"status"`
	Time   float64 `json:"time"`
}

func call[T any](ctx context.Context, api endpoint.Endpoint, route string, layers ...endpoint.Layer) (T, error) {
	var out envelope[T]
	req, err := api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return out.Result, fmt.Errorf("qdrant: %w", err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return out.Result, err
	}
	defer resp.Body.Close()
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Result, err
}

// Distance says how vectors are compared.
type Distance string

// Distances.
const (
	Cosine Distance = "Cosine"
	Dot    Distance = "Dot"
)

// Create creates the collection.
func (c Collection[K]) Create(ctx context.Context, size int, d Distance) (bool, error) {
	return call[bool](ctx, c.api, "PUT /{collection_name}", endpoint.Params{
		"vectors": map[string]any{"size": size, "distance": d},
	})
}

// Info describes the collection.
func (c Collection[K]) Info(ctx context.Context) (map[string]any, error) {
	return call[map[string]any](ctx, c.api, "GET /{collection_name}")
}

// Upsert writes points.
func (c Collection[K]) Upsert(ctx context.Context, wait bool, points ...Point[K]) error {
	_, err := call[any](ctx, c.api, "PUT /{collection_name}/points", endpoint.Query{"wait": wait}, endpoint.Params{"points": points})
	return err
}

// Search finds points near a vector.
func (c Collection[K]) Search(ctx context.Context, vector []float32, limit int, filter map[string]any) ([]Point[K], error) {
	body := endpoint.Params{"vector": vector, "limit": limit, "with_payload": true}
	if filter != nil {
		body["filter"] = filter
	}
	return call[[]Point[K]](ctx, c.api, "POST /{collection_name}/points/search", body)
}

// Get returns a point.
func (c Collection[K]) Get(ctx context.Context, id K) (Point[K], error) {
	return call[Point[K]](ctx, c.api, "GET /{collection_name}/points/{id}", endpoint.Path{"id": id})
}

// Delete deletes points.
func (c Collection[K]) Delete(ctx context.Context, ids ...K) error {
	_, err := call[any](ctx, c.api, "POST /{collection_name}/points/delete?wait=true", endpoint.Params{"points": ids})
	return err
}

// Drop deletes the collection.
func (c Collection[K]) Drop(ctx context.Context, seconds int) error {
	_, err := call[bool](ctx, c.api, "DELETE /{collection_name}{?timeout}", endpoint.Params{"timeout": seconds})
	return err
}

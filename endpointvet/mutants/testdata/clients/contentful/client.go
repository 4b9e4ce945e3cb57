// Package contentful reads and edits content of a space.
package contentful

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"example.com/endpoint"
)

// Space has a delivery API and a management API.
type Space struct {
	delivery   endpoint.Endpoint
	management endpoint.Endpoint
	locale     string
}

// Open returns a Space.
func Open(space, environment, deliveryToken, managementToken string) *Space {
	root := endpoint.Path{"space": space, "env": environment}
	return &Space{
		delivery: endpoint.New(root,
			endpoint.Options{BaseURL: "https://cdn.contentful.com/spaces/{space}/environments/{env}"},
			endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + deliveryToken},
		),
		management: endpoint.New(root,
			endpoint.Options{BaseURL: "https://api.contentful.com/spaces/{space}/environments/{env}"},
			endpoint.Headers{
				"accept":        "application/json",
				"authorization": "Bearer " + managementToken,
				"content-type":  "application/vnd.contentful.management.v1+json",
			},
		),
		locale: "en-US",
	}
}

// A Where is a condition of a query.
type Where struct {
	Field, Operator string
	Value           any
}

func (w Where) key() string {
	if w.Operator == "" {
		return w.Field
	}
	return w.Field + "[" + w.Operator + "]"
}

func send[T any](req *http.Request, err error) (out T, _ error) {
	if err != nil {
		return out, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return out, fmt.Errorf("contentful: %s", resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}

type entry struct {
	Sys    map[string]any            `json:"sys,omitempty"`
	Fields map[string]map[string]any `json:"fields"`
}

// Entries finds entries of a type.
func (s *Space) Entries(ctx context.Context, contentType string, skip, limit int, where ...Where) (map[string]any, error) {
	query := endpoint.Query{
		"content_type": contentType,
		"locale":       s.locale,
		"skip":         skip,
		"limit":        limit,
	}
	for _, w := range where {
		query[w.key()] = w.Value
	}
	return send[map[string]any](s.delivery.HTTPRequest(ctx, "GET /entries", query))
}

// Entry returns an entry.
func (s *Space) Entry(ctx context.Context, id string) (entry, error) {
	return send[entry](s.delivery.HTTPRequest(ctx, "GET /entries/{entry_id}", endpoint.Params{"entry_id": id, "locale": s.locale}))
}

// Assets lists assets.
func (s *Space) Assets(ctx context.Context, mime string, order string) (map[string]any, error) {
	return send[map[string]any](s.delivery.HTTPRequest(ctx, "GET /assets",
		endpoint.Query{"mimetype_group": mime, "order": order}))
}

func version(n int) endpoint.Headers {
	return endpoint.Headers{"x-contentful-version": strconv.Itoa(n)}
}

func (s *Space) localized(fields map[string]any) map[string]map[string]any {
	out := make(map[string]map[string]any, len(fields))
	for name, value := range fields {
		out[name] = map[string]any{s.locale: value}
	}
	return out
}

// Put writes an entry.
func (s *Space) Put(ctx context.Context, contentType, id string, n int, fields map[string]any) (entry, error) {
	return send[entry](s.management.HTTPRequest(ctx, "PUT /entries/{entry_id}",
		endpoint.Path{"entry_id": id},
		version(n),
		endpoint.Headers{"x-contentful-content-type": contentType},
		endpoint.Options{Data: entry{Fields: s.localized(fields)}},
	))
}

// Patch changes fields with JSON Patch.
func (s *Space) Patch(ctx context.Context, id string, n int, field string, value any) (entry, error) {
	patch := []map[string]any{{"op": "replace", "path": "/fields/" + field + "/" + s.locale, "value": value}}
	return send[entry](s.management.HTTPRequest(ctx, "PATCH /entries/{entry_id}",
		endpoint.Path{"entry_id": id},
		endpoint.Headers{"content-type": "application/json-patch+json"},
		version(n),
		endpoint.Options{Data: patch}))
}

// Publish publishes an entry, and Unpublish takes it back.
func (s *Space) Publish(ctx context.Context, id string, n int) (entry, error) {
	return send[entry](s.management.HTTPRequest(ctx, "PUT /entries/{entry_id}/published", endpoint.Path{"entry_id": id}, version(n)))
}

// Unpublish takes an entry back.
func (s *Space) Unpublish(ctx context.Context, id string) (entry, error) {
	return send[entry](s.management.HTTPRequest(ctx, "DELETE /entries/{entry_id}/published", endpoint.Path{"entry_id": id}))
}

// Delete deletes an entry.
func (s *Space) Delete(ctx context.Context, id string, n int) error {
	_, err := send[any](s.management.HTTPRequest(ctx, "DELETE /entries/{entry_id}", endpoint.Path{"entry_id": id}, version(n)))
	return err
}

// Package trello chooses routes by switch and builds through an interface.
package trello

import (
	"context"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// A Builder builds requests. An endpoint.Endpoint is one.
type Builder interface {
	HTTPRequest(ctx context.Context, route string, layers ...endpoint.Layer) (*http.Request, error)
}

// New returns a Builder for a user of an application.
func New(key, token string) Builder {
	return endpoint.New(endpoint.Options{
		BaseURL: "https://api.trello.com/1",
		Headers: endpoint.Headers{
			"accept":        "application/json",
			"authorization": `OAuth oauth_consumer_key="` + key + `", oauth_token="` + token + `"`,
		},
	})
}

// A Kind is a kind of object.
type Kind int

// The kinds of objects.
const (
	Board Kind = iota
	List
	Card
)

// direct is an Endpoint for objects that anyone may read.
var direct = endpoint.New(endpoint.Options{
	BaseURL: "https://trello.com",
	Headers: endpoint.Headers{"accept": "application/json"},
})

// Get builds the request of an object.
func Get(ctx context.Context, b Builder, kind Kind, id string) (*http.Request, error) {
	switch kind {
	case Board:
		return b.HTTPRequest(ctx, "GET /boards/{id}", endpoint.Path{"id": id}, endpoint.Query{"lists": "open"})
	case List:
		return b.HTTPRequest(ctx, "GET /lists/{id}", endpoint.Path{"id": id}, endpoint.Query{"cards": "open"})
	case Card:
		return b.HTTPRequest(ctx, "GET /cards/{id}{?fields}", endpoint.Params{"id": id, "fields": "name,due"})
	}
	return nil, fmt.Errorf("trello: no kind %d", kind)
}

// Public builds the request of an object that anyone may read.
func Public(kind Kind, short string) (endpoint.Request, error) {
	var route string
	switch kind {
	case Board:
		route = "GET /b/{short}.json"
	case Card:
		route = "GET /c/{short}.json"
	default:
		route = "GET /search/{short}"
	}
	return direct.Build(route, endpoint.Path{"short": short}, endpoint.Query{"limit": 10})
}

// Archive builds the request that archives a list or a card.
func Archive(kind Kind, id string) (endpoint.Request, error) {
	route := "PUT /1/cards/{id}/closed"
	if kind == List {
		route = "PUT /1/lists/{id}/closed"
	}
	return direct.Build(route, endpoint.Params{"id": id, "value": true})
}

func rename(kind Kind) string {
	if kind == Board {
		return "PUT /1/boards/{id}"
	}
	return "PUT /1/cards/{id}"
}

// Rename builds the request that renames an object.
func Rename(kind Kind, id, name string) (endpoint.Request, error) {
	return direct.Build(rename(kind), endpoint.Path{"id": id}, endpoint.Params{"name": name})
}

// AddCard builds the request that adds a card to a list.
func AddCard(ctx context.Context, b Builder, list, name string, labels []string) (*http.Request, error) {
	return b.HTTPRequest(ctx, "POST /cards", endpoint.Query{"idList": list, "name": name, "pos": "top", "idLabels": labels})
}

// Comment builds the request that comments a card.
func Comment(ctx context.Context, b Builder, card, text string) (*http.Request, error) {
	return b.HTTPRequest(ctx, "POST /cards/{id}/actions/comments", endpoint.Path{"id": card}, endpoint.Params{"text": text})
}

// Delete builds the request that deletes a card.
func Delete(ctx context.Context, b Builder, card string) (*http.Request, error) {
	return b.HTTPRequest(ctx, "DELETE /cards/{id}", endpoint.Path{"id": card})
}

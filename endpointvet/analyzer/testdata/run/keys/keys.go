// Package keys has maps with keys that are interfaces with text.
package keys

import (
	"context"
	"encoding"

	"example.com/endpoint"

	"vet.test/run/check"
)

type key string

func (k key) MarshalText() ([]byte, error) { return []byte(k), nil }

type texter interface {
	encoding.TextMarshaler
	comparable()
}

type counts struct {
	By map[encoding.TextMarshaler]int `json:"by"`
}

func Calls() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"})
	ctx := context.Background()
	check.OK(api.HTTPRequest(ctx, "POST /x", endpoint.Options{Data: map[encoding.TextMarshaler]int{key("a"): 1}}))
	check.OK(api.HTTPRequest(ctx, "POST /x", endpoint.Params{"by": map[encoding.TextMarshaler]int{key("a"): 1}}))
	check.OK(api.HTTPRequest(ctx, "POST /x", endpoint.Options{Data: counts{By: map[encoding.TextMarshaler]int{key("a"): 1}}}))
	check.OK(api.HTTPRequest(ctx, "POST /x", endpoint.Options{Data: map[texter]int{}}))
}

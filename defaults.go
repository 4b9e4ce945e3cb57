// What is built in, and what Defaults prepares once for all calls.

package endpoint

import (
	"slices"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/mediatype"
)

// noDefaults are those of Parse, which adds nothing to what it is given.
var noDefaults = new(call).with(nil)

// builtIn are the defaults of the zero Endpoint. The host is in a top-level
// domain that RFC 6761 reserves, so that a forgotten BaseURL sends nothing.
var builtIn = noDefaults.with([]Layer{Options{
	Method:  "GET",
	BaseURL: "https://api.service.example",
	Headers: Headers{
		"accept":     "application/vnd.service.v3+json",
		"user-agent": "go-endpoint.js/" + Version,
	},
}})

// with returns the defaults d overridden by layers.
func (d *call) with(layers []Layer) *call {
	c := d.read("", layers)
	sortParams(c.params)
	c.params = slices.CompactFunc(c.params, func(p, q param) bool { return p.key == q.key && p.from == q.from })
	c.params = slices.DeleteFunc(c.params, func(p param) bool { return isUnset(p.value) })
	for i := range c.params {
		c.params[i].layer = 0
	}
	c.headers = header.Latest(c.headers)
	for i := range c.headers {
		c.headers[i].Layer = 0
	}
	media := &c.set.MediaType
	media.Previews = slices.Clip(mediatype.Unique(media.Previews)) // so that appending copies
	c.template, c.base = compileURL(c.set.URL), bases.Get(c.set.BaseURL, address.CompileBase)
	return c
}

// Defaults returns an Endpoint with the defaults of e, overridden by layers. It
// does not change e.
func (e Endpoint) Defaults(layers ...Layer) Endpoint {
	if len(layers) == 0 {
		return e
	}
	d := e.defaults().with(layers)
	return Endpoint{&d}
}

// Options returns a copy of the defaults.
func (e Endpoint) Options() Options {
	return e.defaults().options()
}

func (e Endpoint) defaults() *call {
	if e.d == nil {
		return builtIn
	}
	return *e.d
}

// What is built in, and what Defaults prepares once for all calls.

package endpoint

import (
	"slices"

	"example.com/endpoint/internal/header"
)

// builtIn are the defaults of the zero Endpoint. The host is in a top-level
// domain that RFC 6761 reserves, so that a forgotten BaseURL sends nothing.
var builtIn = compileDefaults(Options{
	Method:  "GET",
	BaseURL: "https://api.service.example",
	Headers: Headers{
		"accept":     "application/vnd.service.v3+json",
		"user-agent": "go-endpoint.js/" + Version,
	},
})

// noDefaults are those of Parse, which adds nothing to what it is given.
var noDefaults = compileDefaults(Options{})

// defaults are merged options with the work done that every call would repeat.
// They are read-only.
type defaults struct {
	call                   // as each call begins
	params  []param        // by key
	headers []header.Field // by name
}

func compileDefaults(o Options) *defaults {
	d := new(defaults)
	d.params, d.headers = d.readOptions(nil, nil, 0, &o)
	sortParams(d.params, 0) // so that equal defaults are equal
	d.headers = header.Latest(d.headers)
	d.media.Previews = slices.Clip(d.media.Previews) // so that appending copies
	d.template, d.base = compileURL(d.url), compileBase(d.baseURL)
	return d
}

// Defaults returns an Endpoint with the defaults of e, overridden by layers. It
// does not change e.
func (e Endpoint) Defaults(layers ...Layer) Endpoint {
	if len(layers) == 0 {
		return e
	}
	d := compileDefaults(e.overridden(layers))
	return Endpoint{&d}
}

// Options returns a copy of the defaults.
func (e Endpoint) Options() Options { return e.overridden(nil) }

// overridden returns the defaults overridden by layers.
func (e Endpoint) overridden(layers []Layer) Options {
	var r room
	var c call
	params, headers := c.read(&r, e.defaults(), "", layers)
	sortParams(params, 0)
	return c.options(Options{}, nil, params, header.Latest(headers))
}

func (e Endpoint) defaults() *defaults {
	if e.d == nil {
		return builtIn
	}
	return *e.d
}

// What is built in, and what Defaults prepares once for all calls.

package endpoint

import (
	"cmp"
	"slices"
	"strings"

	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/mediatype"
)

// noDefaults are those of Parse, which adds nothing to what it is given.
var noDefaults = new(defaults).with(nil)

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

// defaults are merged layers with the work done that every call would repeat. They
// are read-only.
type defaults struct {
	call                   // as each call begins
	params  []param        // by key and source, one of each
	headers []header.Field // by name
}

// with returns d overridden by layers.
func (d *defaults) with(layers []Layer) *defaults {
	var r room
	n := new(defaults)
	params, headers := n.read(&r, d, "", layers)
	sortParams(params, 0)
	for i := range params {
		if p := &params[i]; !isUnset(p.value) && (i == 0 || !p.replaces(&params[i-1])) {
			p.layer = 0
			n.params = append(n.params, *p)
		}
	}
	for _, f := range header.Latest(headers) {
		f.Layer = 0
		n.headers = append(n.headers, f)
	}
	media := &n.set.MediaType
	media.Previews = slices.Clip(mediatype.Unique(media.Previews)) // so that appending copies
	n.template, n.base = compileURL(n.set.URL), compileBase(n.set.BaseURL)
	return n
}

// has reports whether the defaults have a key in one of their maps.
func (d *defaults) has(from source, key string) bool {
	_, ok := slices.BinarySearchFunc(d.params, key, func(p param, key string) int {
		return cmp.Or(strings.Compare(p.key, key), int(p.from)-int(from))
	})
	return ok
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
	d := e.defaults()
	return d.options(nil, d.params, d.headers)
}

func (e Endpoint) defaults() *defaults {
	if e.d == nil {
		return builtIn
	}
	return *e.d
}

// What is built in, and what Defaults prepares once for all calls.

package endpoint

import (
	"slices"

	"example.com/endpoint/internal/header"
)

// noDefaults are the defaults of Parse, which adds nothing.
var noDefaults = new(call).with(nil)

// builtInURL has a host in a top-level domain that RFC 6761 reserves, so that a forgotten
// BaseURL sends nothing.
const builtInURL = "https://api.service.example"

// builtIn are the defaults of the zero Endpoint.
var builtIn = noDefaults.with([]Layer{Options{
	Method:  "GET",
	BaseURL: builtInURL,
	Headers: Headers{
		"accept":     "application/vnd.service.v3+json",
		"user-agent": "go-endpoint.js/" + Version,
	},
}})

// with returns the defaults d overridden by layers.
func (d *call) with(layers []Layer) *call {
	if last := len(layers) - 1; last > 0 { // as by a call of Defaults for each
		return d.with(layers[:last]).with(layers[last:])
	}
	c := d.overlay("", layers)
	c.params = slices.DeleteFunc(c.params, func(p param) bool { return isUnset(p.value) })
	for i := range c.params {
		c.params[i].layer, c.params[i].owner = 0, ofDefaults
	}
	for i := range c.headers {
		c.headers[i].Layer, c.headers[i].Owner = 0, ofDefaults
	}
	c.owners.data, c.owners.format, c.owners.previews = ofDefaults, ofDefaults, ofDefaults
	c.set.Data, c.set.Meta = withoutUnset(c.set.Data), withoutUnset(c.set.Meta)
	media := &c.set.MediaType
	media.Previews = slices.Clip(header.UniquePreviews(media.Previews)) // so that appending copies
	c.compile()
	return c
}

// Defaults returns an Endpoint with the defaults of e, overridden by layers. e is unchanged.
//
//	pages := api.Defaults(endpoint.Query{"per_page": 100})
func (e Endpoint) Defaults(layers ...Layer) Endpoint {
	if len(layers) == 0 {
		return e
	}
	d := e.defaults().with(layers)
	return Endpoint{&d}
}

// Options returns a copy of the defaults. What you set or change in it belongs to BaseURL, as they
// do.
func (e Endpoint) Options() Options { return e.defaults().options() }

func (e Endpoint) defaults() *call {
	if e.d == nil {
		return builtIn
	}
	return *e.d
}

// What is built in, and what Defaults prepares once for all calls.

package endpoint

import (
	"maps"
	"slices"

	"example.com/endpoint/internal/address"
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
	options  Options // its maps and lists are never handed out
	params   []param
	headers  []header.Field // by name
	base     *address.Base
	template *address.Template
}

func compileDefaults(o Options) *defaults {
	d := &defaults{options: o, base: compileBase(o.BaseURL), template: compileURL(o.URL)}
	params := appendParams(nil, o.Params, 0, fromParams)
	params = appendParams(params, o.Path, 0, fromPath)
	d.params = appendParams(params, o.Query, 0, fromQuery)
	sortParams(d.params, 0) // so that equal defaults are equal
	d.headers = header.Latest(header.Append(nil, o.Headers, 0))
	return d
}

// Defaults returns an Endpoint with the defaults of e, overridden by layers. It
// does not change e.
func (e Endpoint) Defaults(layers ...Layer) Endpoint {
	if len(layers) == 0 {
		return e
	}
	var r room
	var c call
	params, headers := c.read(&r, e.defaults(), "", layers)
	sortParams(params, 0)
	o := c.options(nil, params, header.Latest(headers))
	o.Params, o.Path, o.Query = withoutUnset(o.Params), withoutUnset(o.Path), withoutUnset(o.Query)
	d := compileDefaults(o)
	return Endpoint{&d}
}

func withoutUnset[M ~map[string]any](m M) M {
	maps.DeleteFunc(m, func(_ string, v any) bool { return isUnset(v) })
	if len(m) == 0 {
		return nil
	}
	return m
}

// Options returns a copy of the defaults.
func (e Endpoint) Options() Options {
	o := e.defaults().options
	o.Headers = maps.Clone(o.Headers)
	o.Params = maps.Clone(o.Params)
	o.Path = maps.Clone(o.Path)
	o.Query = maps.Clone(o.Query)
	o.MediaType.Previews = slices.Clone(o.MediaType.Previews)
	return o
}

func (e Endpoint) defaults() *defaults {
	if e.d == nil {
		return builtIn
	}
	return *e.d
}

// What is built in, and what Defaults prepares once for all calls.

package endpoint

import (
	"maps"
	"net/textproto"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/mediatype"
	"example.com/endpoint/internal/rfc6570"
)

// As values of parameters these are maps, although they print themselves.
func init() {
	rfc6570.PrintedMaps = []reflect.Type{reflect.TypeFor[Params](), reflect.TypeFor[Query](), reflect.TypeFor[Headers]()}
}

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
	options  Options           // its maps and lists are never handed out
	params   []param           // by key
	headers  []header          // by name
	base     *address.Template // of options.BaseURL
	template *address.Template // of options.URL; nil for a plain path or none
	accept   mediatype.Accept  // the header as read
	amended  string            // that header with options.MediaType applied
}

func compileDefaults(o Options) *defaults {
	d := &defaults{options: o, base: address.CompileBase(o.BaseURL), template: compileURL(o.URL)}
	for _, key := range slices.Sorted(maps.Keys(o.Params)) {
		d.params = append(d.params, param{key: key, value: o.Params[key]})
	}
	for _, key := range slices.Sorted(maps.Keys(o.Query)) {
		d.params = append(d.params, param{key: key, value: o.Query[key], query: true})
	}
	d.params = latestParams(d.params)
	for _, name := range slices.Sorted(maps.Keys(o.Headers)) {
		h := newHeader(name, o.Headers[name], 0)
		if h.name.field == acceptField {
			d.accept = mediatype.Parse(h.value)
			d.amended = d.accept.Amend(o.MediaType.Format, o.MediaType.Previews)
		}
		d.headers = append(d.headers, h)
	}
	return d
}

// Defaults returns an Endpoint with the defaults of e, overridden by layers. It
// does not change e.
func (e Endpoint) Defaults(layers ...Layer) Endpoint {
	if len(layers) == 0 {
		return e
	}
	var c call
	c.read(e.defaults(), "", layers)
	o := c.options()
	o.Params, o.Query = withoutUnset(o.Params), withoutUnset(o.Query)
	return Endpoint{compileDefaults(o)}
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
	o.Query = maps.Clone(o.Query)
	o.MediaType.Previews = slices.Clone(o.MediaType.Previews)
	return o
}

func (e Endpoint) defaults() *defaults {
	if e.d == nil {
		return builtIn
	}
	return e.d
}

// A header is one field of a layer.
type header struct {
	name     *fieldName
	spelling string // of the name, as written
	value    string // trimmed; "" removes the header
	reason   string // why it is not valid
	layer    int32  // 0: the defaults
}

// A fieldName is the name of a header in the forms that outputs want.
type fieldName struct {
	lower     string
	canonical string
	field     field
	valid     bool // it is a token (RFC 9110 section 5.1)
}

// A field is a header field that this package reads or writes.
type field uint8

const (
	otherField field = iota
	acceptField
	contentTypeField
	contentLengthField
	hostField
)

var fieldsByName = map[string]field{
	"accept":         acceptField,
	"content-type":   contentTypeField,
	"content-length": contentLengthField,
	"host":           hostField,
}

func newFieldName(name string) (*fieldName, int) {
	lower := ascii.Lower(name)
	n := &fieldName{lower, textproto.CanonicalMIMEHeaderKey(name), fieldsByName[lower], ascii.IsToken(name)}
	if !n.valid {
		return n, -1
	}
	return n, 4 * len(name)
}

// newHeader reads a header and judges its name and value (RFC 9110 sections 5.1
// and 5.5).
func newHeader(name, value string, layer int32) header {
	h := header{name: fieldNames.Get(name, newFieldName), spelling: name, value: strings.Trim(value, " \t"), layer: layer}
	switch {
	case !h.name.valid:
		h.reason = "its name may contain only " + tokenChars
	case ascii.HasControl(h.value):
		h.reason = "the value has a control character, such as a line break: remove it"
	}
	return h
}

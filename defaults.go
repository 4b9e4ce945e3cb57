// The defaults of an Endpoint, and what is prepared of them once: headers with
// their names, the accept header, base address, escaped pairs of the query.

package endpoint

import (
	"errors"
	"maps"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/mediatype"
	"example.com/endpoint/internal/rfc6570"
)

// builtIn are the defaults of the zero Endpoint. The host is of a top-level
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

// defaults are options with all the work done that every call would repeat.
// They are read-only.
type defaults struct {
	options Options          // merged; its maps are not handed out
	headers []header         // by name, with the accept header amended
	accept  mediatype.Accept // not amended
	invalid bool             // one of them is
	media   string           // the option of the media type that is not valid, "" without one
	params  []pair           // by key
	query   []pair           // by key
	texts   []string         // of those pairs whose values cannot change afterwards
	base    *base
	t       *template // of options.URL; nil without one
	tErr    error
}

// A header is one field. One that is not valid says why.
type header struct {
	name    string // as written
	of      *fieldName
	value   string // trimmed; "" removes the header
	seq     int32  // of the layer
	invalid invalidHeader
}

// A fieldName is the name of a header in the forms that outputs want.
type fieldName struct {
	lower     string
	canonical string
	is        field
	valid     bool // it is a token (RFC 9110 section 5.1)
}

// fieldNameOf reads the name of a header, from the cache if it is there.
func fieldNameOf(name string) *fieldName {
	if n := fieldNames.get(name); n != nil {
		return n
	}
	name = strings.Clone(name)
	n := &fieldName{lower: ascii.Lower(name), canonical: textproto.CanonicalMIMEHeaderKey(name), valid: ascii.IsToken(name)}
	n.is = fieldOf(n.lower)
	if n.valid {
		fieldNames.put(name, n, 4*len(name))
	}
	return n
}

// A field is one of the header fields that this package looks for.
type field uint8

const (
	otherField field = iota
	acceptField
	contentTypeField
	contentLengthField
	hostField
)

func fieldOf(lower string) field {
	switch lower {
	case "accept":
		return acceptField
	case "content-type":
		return contentTypeField
	case "content-length":
		return contentLengthField
	case "host":
		return hostField
	}
	return otherField
}

type invalidHeader uint8

const (
	valid invalidHeader = iota
	invalidName
	invalidValue
)

func (i invalidHeader) String() string {
	if i == invalidName {
		return "the name is not a token"
	}
	return "the value holds a control character"
}

// newHeader reads a header of the layer seq: it trims the value and judges name
// and value (RFC 9110 sections 5.1 and 5.5).
func newHeader(name, value string, seq int) header {
	h := header{name: name, of: fieldNameOf(name), value: strings.Trim(value, " \t"), seq: int32(seq)}
	switch {
	case !h.of.valid:
		h.invalid = invalidName
	case ascii.HasControl(h.value):
		h.invalid = invalidValue
	}
	return h
}

var (
	errEmptyKey   = errors.New("a key may not be empty")
	errMapInQuery = errors.New("a map has no place in a query")
)

// A pair is a parameter that no placeholder names.
type pair struct {
	key   string
	value any
	seq   int32 // of the layer
	text  int32 // in defaults.texts, from 1: key=value as in a query; 0: not known yet
}

// Defaults returns an Endpoint with these layers over the defaults of e, which
// does not change. A layer that is not valid is the error of the calls that
// use it.
func (e Endpoint) Defaults(layers ...Layer) Endpoint {
	if len(layers) == 0 {
		return e
	}
	o := e.Options()
	for _, l := range layers {
		o.apply(l)
	}
	dropUnset(o.Params, nil)
	dropUnset(o.Query, nil)
	return Endpoint{compileDefaults(o.clone())}
}

// Options returns a copy of the defaults.
func (e Endpoint) Options() Options {
	return e.defaults().options.clone()
}

func (e Endpoint) defaults() *defaults {
	if e.d == nil {
		return builtIn
	}
	return e.d
}

func compileDefaults(o Options) *defaults {
	d := &defaults{options: o, base: compileBase(o.BaseURL), media: o.MediaType.invalid()}
	for _, name := range slices.Sorted(maps.Keys(o.Headers)) {
		h := newHeader(name, o.Headers[name], 0)
		d.invalid = d.invalid || h.invalid != valid
		if h.of.is == acceptField && h.invalid == valid && h.value != "" {
			d.accept = mediatype.Parse(h.value)
			h.value = d.accept.Amend(o.MediaType.Format, o.MediaType.Previews)
		}
		d.headers = append(d.headers, h)
	}
	d.params = d.compilePairs(o.Params)
	d.query = d.compilePairs(o.Query)
	if o.URL != "" {
		d.t, d.tErr = compileTemplate(o.URL)
	}
	return d
}

// compilePairs sorts parameters by key and escapes those whose values cannot
// change afterwards.
func (d *defaults) compilePairs(m map[string]any) []pair {
	var pairs []pair
	for _, key := range slices.Sorted(maps.Keys(m)) {
		p := pair{key: key, value: m[key], seq: -1}
		switch p.value.(type) {
		case string, bool, int, int64, float64:
			if b, err := appendPair(nil, &p, false); err == nil {
				d.texts = append(d.texts, string(b))
				p.text = int32(len(d.texts))
			}
		}
		pairs = append(pairs, p)
	}
	return pairs
}

// appendPair appends a parameter to a query, as key=value or, for a list that
// repeats, as several with "&" between them; nothing for what is omitted.
func appendPair(dst []byte, p *pair, repeat bool) ([]byte, error) {
	if p.key == "" {
		return dst, errEmptyKey
	}
	switch v := p.value.(type) {
	case string:
		dst = append(rfc6570.AppendEscaped(dst, p.key), '=')
		return rfc6570.AppendEscaped(dst, v), nil
	case int:
		dst = append(rfc6570.AppendEscaped(dst, p.key), '=')
		return strconv.AppendInt(dst, int64(v), 10), nil
	}
	return appendOther(dst, p, repeat)
}

// appendOther is appendPair for the kinds of value that are less common.
func appendOther(dst []byte, p *pair, repeat bool) ([]byte, error) {
	v, err := rfc6570.Of(p.value)
	if err != nil {
		return dst, err
	}
	if v.IsMap() {
		return dst, errMapInQuery
	}
	begun := false
	err = v.Each(func(e rfc6570.Value) {
		switch {
		case begun && !repeat:
			dst = append(dst, "%2C"...)
		case begun:
			dst = append(dst, '&')
			fallthrough
		default:
			dst = append(rfc6570.AppendEscaped(dst, p.key), '=')
		}
		begun = true
		dst = e.AppendEscaped(dst)
	})
	return dst, err
}

// The route and the layers over the defaults: each value is the latest that is set, and
// nothing is decided yet. parse.go goes on from there.

package endpoint

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/header"
)

// Merge returns the defaults overridden by the route and layers, for [Endpoint.Parse]. The
// method is in upper case and header names are in lower case. The result has every key, even
// one that the call will not send. Merge expands nothing, calls no method of a value, and
// reports no error.
//
// The result notes what is a default, which Parse treats as such until its value is changed.
// What is set in the result counts as set in the last layer of the call. A removed header
// has the value "", and a removed default key is [Unset]. Merging the result over e again
// changes nothing.
func (e Endpoint) Merge(route string, layers ...Layer) Options {
	c := e.defaults().read(route, layers)
	o := c.options()
	c.end()
	return o
}

// A call is the merged result of the defaults, the route and the layers. The defaults of an
// Endpoint are a call too.
type call struct {
	set           Options // without its maps
	route         string  // as it is given
	params        []param
	headers       []header.Field
	dataIsDefault bool

	template *compiled     // of set.URL; nil: not compiled yet
	base     *address.Base // of set.BaseURL; nil: not compiled yet

	parsed
}

// calls are cleared calls, with room for the params and headers of most.
var calls = sync.Pool{New: func() any {
	return &call{params: make([]param, 0, room), headers: make([]header.Field, 0, room)}
}}

const room = 8

// end hands back a call of which nothing is needed any more, unless it has grown. A call in
// which a method of the caller's panics does not end, and the defaults of an Endpoint do not
// either.
func (c *call) end() {
	if cap(c.params) == room && cap(c.headers) == room {
		clear(c.params[:room])
		clear(c.headers[:room])
		*c = call{params: c.params[:0], headers: c.headers[:0]}
		calls.Put(c)
	}
}

// A param is one pair of Params, Path or Query. In
//
//	New(Query{"per_page": 100}).Build("GET /orgs/{org}/repos", Params{"org": "o", "type": "all"})
//
// the params are org (layer 1, toPlaceholder), per_page (a default, toQuery) and type (layer
// 1, toQuery).
type param struct {
	key       string
	value     any   // Unset: it removes a default
	layer     int32 // the later one wins
	from      source
	isDefault bool
	to        destination // of Parse
}

// A source is the map that a param is from.
type source uint8

const (
	fromPath source = iota
	fromParams
	fromQuery

	sources // how many there are
)

// read reads the route and the layers over the defaults d, and keeps the latest of each key
// and header.
func (d *call) read(route string, layers []Layer) *call {
	c := calls.Get().(*call)
	c.set, c.route, c.template, c.base, c.dataIsDefault = d.set, route, d.template, d.base, d.dataIsDefault
	c.params, c.headers = append(c.params, d.params...), append(c.headers, d.headers...)
	method, url := parseRoute(route)
	c.set.Method = cmp.Or(method, c.set.Method)
	c.setURL(url)
	for i, l := range layers {
		c.readLayer(int32(i+1), l)
	}
	c.params = latest(c.params)
	if len(c.headers) > len(d.headers) { // else they are sorted
		c.headers = header.Latest(c.headers)
	}
	return c
}

// readLayer reads one layer, or what it points to. Only a type that embeds one
// of ours can also be a Layer, and nothing here could read that.
func (c *call) readLayer(n int32, l Layer) {
	switch l := l.(type) {
	case nil:
	case Options:
		c.readOptions(n, &l)
	case *Options:
		o := deref(l)
		c.readOptions(n, &o)
	case Params:
		c.appendParams(l, n, fromParams)
	case *Params:
		c.appendParams(deref(l), n, fromParams)
	case Path:
		c.appendParams(l, n, fromPath)
	case *Path:
		c.appendParams(deref(l), n, fromPath)
	case Query:
		c.appendParams(l, n, fromQuery)
	case *Query:
		c.appendParams(deref(l), n, fromQuery)
	case *structLayer:
		for _, f := range l.fields {
			c.params = append(c.params, param{key: f.Key, value: f.Value, layer: n, from: l.from})
		}
	case Headers:
		c.headers = header.Append(c.headers, l, n)
	case *Headers:
		c.headers = header.Append(c.headers, deref(l), n)
	case MediaType:
		c.readMediaType(l)
	case *MediaType:
		c.readMediaType(deref(l))
	default: // reflect and not fmt, which would move every layer to the heap
		panic("endpoint: " + reflect.TypeOf(l).String() + " is not a layer: use Options, Params, Path, Query, Headers or MediaType")
	}
}

// deref returns what p points to, the zero value for nil.
func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

func (c *call) readOptions(n int32, o *Options) {
	set := &c.set
	set.Method = cmp.Or(header.Upper(o.Method), set.Method)
	set.Lists = cmp.Or(o.Lists, set.Lists)
	c.setURL(o.URL)
	if o.BaseURL != "" && o.BaseURL != set.BaseURL {
		set.BaseURL, c.base = o.BaseURL, nil
	}
	if o.Data != nil {
		set.Data, c.dataIsDefault = o.Data, o.defaults != nil && same(o.Data, o.defaults.data)
	}
	if o.Meta != nil {
		set.Meta = o.Meta
	}
	c.readMediaType(o.MediaType)
	params, headers := len(c.params), len(c.headers)
	c.appendParams(o.Path, n, fromPath)
	c.appendParams(o.Params, n, fromParams)
	c.appendParams(o.Query, n, fromQuery)
	c.headers = header.Append(c.headers, o.Headers, n)
	if o.defaults != nil {
		o.defaults.mark(c.params[params:], c.headers[headers:])
	}
}

func (c *call) setURL(url string) {
	if url != "" && url != c.set.URL {
		c.set.URL, c.template = url, nil
	}
}

func (c *call) readMediaType(m MediaType) {
	media := &c.set.MediaType
	media.Format = cmp.Or(m.Format, media.Format)
	media.Previews = append(media.Previews, m.Previews...)
}

// appendParams appends the pairs of m.
func (c *call) appendParams(m map[string]any, layer int32, from source) {
	c.params = slices.Grow(c.params, len(m))
	for k, v := range m {
		c.params = append(c.params, param{key: k, value: v, layer: layer, from: from})
	}
}

// latest sorts params by key and keeps the latest of each key and source. Unset is kept only
// where it removes a default.
func latest(params []param) []param {
	sortParams(params)
	kept := params[:0]
	for len(params) > 0 {
		p, n := params[0], 1
		for n < len(params) && params[n].key == p.key && params[n].from == p.from {
			n++
		}
		if !isUnset(p.value) || params[n-1].layer == 0 {
			kept = append(kept, p)
		}
		params = params[n:]
	}
	return kept
}

// sortParams sorts params by key and source, the latest first: few by insertion, which
// takes half of what slices.SortFunc does.
func sortParams(params []param) {
	if len(params) > 12 {
		slices.SortFunc(params, func(p, q param) int { return p.compare(&q) })
		return
	}
	for i := range params {
		for j := i; j > 0 && params[j].compare(&params[j-1]) < 0; j-- {
			params[j], params[j-1] = params[j-1], params[j]
		}
	}
}

func (p *param) compare(q *param) int {
	if n := strings.Compare(p.key, q.key); n != 0 {
		return n
	}
	return cmp.Or(int(p.from)-int(q.from), int(q.layer-p.layer))
}

// options returns a call as Options. Maps and lists without elements are nil, so
// that equal options are equal by reflect.DeepEqual.
func (c *call) options() Options {
	o, noted := c.set, new(provenance)
	o.MediaType.Previews = header.UniquePreviews(o.MediaType.Previews)
	for _, f := range c.headers {
		put(&o.Headers, f.Lower, f.Value)
		if f.IsDefault {
			put(&noted.headers, f.Lower, f.Value)
		}
	}
	var maps [sources]map[string]any
	for _, p := range c.params {
		put(&maps[p.from], p.key, p.value)
		if p.isDefault {
			put(&noted.params[p.from], p.key, p.value)
		}
	}
	if c.dataIsDefault {
		noted.data = o.Data
	}
	o.Path, o.Params, o.Query, o.defaults = maps[fromPath], maps[fromParams], maps[fromQuery], noted
	return o
}

func put[M ~map[string]V, V any](m *M, key string, v V) {
	if *m == nil {
		*m = make(M)
	}
	(*m)[key] = v
}

// A provenance says what of merged Options is a default, until its value is changed.
type provenance struct {
	params  [sources]map[string]any
	headers map[string]string
	data    any
}

// mark marks the defaults among the params and headers of merged Options.
func (noted *provenance) mark(params []param, headers []header.Field) {
	for i := range params {
		p := &params[i]
		v, ok := noted.params[p.from][p.key]
		p.isDefault = ok && same(v, p.value)
	}
	for i := range headers {
		h := &headers[i]
		v, ok := noted.headers[h.Lower]
		h.IsDefault = ok && v == h.Value
	}
}

// same reports whether two values are deeply equal, or neither equals itself, as NaN and
// functions do not.
func same(a, b any) bool {
	return reflect.DeepEqual(a, b) || !reflect.DeepEqual(a, a) && !reflect.DeepEqual(b, b)
}

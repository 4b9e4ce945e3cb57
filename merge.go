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
	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/value"
)

// Merge returns the defaults overridden by the route and layers, for a program that inspects or
// changes a call before [Endpoint.Parse] makes a request of it. Others need [Endpoint.Build] alone.
//
//	o := api.Merge("GET /orgs/{org}/repos", endpoint.Path{"org": "octokit"})
//	o.Query = endpoint.Query{"page": 2}
//	r, err := api.Parse(o)
//
// The result has every key, even one that the call will not send, and no error: Parse reports it. The
// method is in upper case, and header names are in lower case. A default that the call removes is
// [Unset], or "" for a header. What you add to the result, or replace in it, is the call's and not a
// default.
func (e Endpoint) Merge(route string, layers ...Layer) Options {
	c := e.defaults().overlay(route, layers)
	o := c.options()
	o.isMerged = true
	c.end()
	return o
}

// A call is the merged result of the defaults, the route and the layers. The defaults of an
// Endpoint are a call too.
type call struct {
	set     Options                                // without its maps
	owners  struct{ data, format, previews owner } // of what set has
	route   string                                 // as it is given
	params  []param
	headers []header.Field

	template *compiled     // of set.URL; nil: not compiled yet
	base     *address.Base // of set.BaseURL; nil: not compiled yet

	parsed
}

// calls are cleared calls, with room for the params and headers of most.
var calls = sync.Pool{New: func() any {
	return &call{params: make([]param, 0, room), headers: make([]header.Field, 0, room)}
}}

const room = 8

// end returns a call that is no longer needed to the pool, unless it has grown. The defaults of
// an Endpoint never end, and neither does a call in which a method of the caller's panics.
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
	key   string
	value any   // Unset: it removes a default
	layer int32 // the later one wins
	from  source
	owner owner
	to    destination // of Parse
}

func (p *param) isDefault() bool { return p.owner == ofDefaults }

// A source is the field of Options that a value comes from.
type source uint8

const ( // the first five as value.Place
	fromPath source = iota // a param, as the next two
	fromParams
	fromQuery
	fromHeaders
	fromData
	fromFormat
	fromPreviews
)

// overlay returns d, the defaults, with the route and the layers over them: the latest of each key
// and header.
func (d *call) overlay(route string, layers []Layer) *call {
	c := calls.Get().(*call)
	c.set, c.owners, c.route, c.template, c.base = d.set, d.owners, route, d.template, d.base
	c.params, c.headers = append(c.params, d.params...), append(c.headers, d.headers...)
	method, url := parseRoute(route)
	c.set.Method = cmp.Or(method, c.set.Method)
	c.setURL(url)
	for i, l := range layers {
		c.readLayer(int32(i+1), l)
	}
	if method == "" && header.IsToken(url) { // a word that is not a method: no layer makes a GET of it
		c.setURL(url)
	}
	if d.set.Data == nil {
		c.set.Data = withoutUnset(c.set.Data)
	}
	if d.set.Meta == nil {
		c.set.Meta = withoutUnset(c.set.Meta)
	}
	c.params = latest(c.params)
	if len(c.headers) > len(d.headers) { // else they are sorted
		c.headers = header.Latest(c.headers)
	}
	return c
}

// withoutUnset returns Data or Meta, nil if it is removed.
func withoutUnset(v any) any {
	if isUnset(v) {
		return nil
	}
	return v
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
		c.appendFields(l.fields, n, l.from)
	case *callLayer:
		for from, fields := range l {
			c.appendFields(fields, n, source(from))
		}
	case Headers:
		c.headers = header.Append(c.headers, l, n)
	case *Headers:
		c.headers = header.Append(c.headers, deref(l), n)
	case MediaType:
		c.readOptions(n, &Options{MediaType: l})
	case *MediaType:
		c.readOptions(n, &Options{MediaType: deref(l)})
	default: // reflect and not fmt, which would move every layer to the heap
		panic("endpoint: " + reflect.TypeOf(l).String() + " is not a layer: use Options, Params, Path, Query, Headers or MediaType")
	}
}

// deref returns what p points to, or the zero value for nil.
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
		set.Data, c.owners.data = o.Data, o.ownerOf(fromData, "", o.Data)
	}
	if o.Meta != nil {
		set.Meta = o.Meta
	}
	if m := &o.MediaType; m.Format != "" {
		set.MediaType.Format, c.owners.format = m.Format, o.ownerOf(fromFormat, "", m.Format)
	}
	if previews := o.MediaType.Previews; len(previews) > 0 {
		set.MediaType.Previews = append(set.MediaType.Previews, previews...)
		c.owners.previews = o.ownerOf(fromPreviews, "", previews)
	}
	params, headers := len(c.params), len(c.headers)
	c.appendParams(o.Path, n, fromPath)
	c.appendParams(o.Params, n, fromParams)
	c.appendParams(o.Query, n, fromQuery)
	c.headers = header.Append(c.headers, o.Headers, n)
	if o.noted == nil && o.BaseURL == "" {
		return // all of it is the call's
	}
	for i := range c.params[params:] {
		p := &c.params[params+i]
		p.owner = o.ownerOf(p.from, p.key, p.value)
	}
	for i := range c.headers[headers:] {
		o.restoreHeader(&c.headers[headers+i])
	}
}

func (c *call) setURL(url string) {
	if url != "" && url != c.set.URL {
		c.set.URL, c.template = url, nil
	}
}

// appendFields appends the fields of a struct.
func (c *call) appendFields(fields []value.Item, layer int32, from source) {
	for _, f := range fields {
		err, isUnread := f.Value.(*fault.Error)
		text, _ := f.Value.(string)
		switch {
		case from < fromHeaders:
			c.params = append(c.params, param{key: f.Key, value: f.Value, layer: layer, from: from})
		case from == fromHeaders && isUnread:
			c.headers = append(c.headers, header.FieldOf(f.Key, "", layer).Failing(err))
		case from == fromHeaders:
			c.headers = append(c.headers, header.FieldOf(f.Key, text, layer))
		case f.Value != nil:
			c.set.Data, c.owners.data = f.Value, ofCall
		}
	}
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
	left := params[:0]
	for len(params) > 0 {
		p, n := params[0], 1
		for n < len(params) && params[n].key == p.key && params[n].from == p.from {
			n++
		}
		if !isUnset(p.value) || params[n-1].layer == 0 {
			left = append(left, p)
		}
		params = params[n:]
	}
	return left
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
	o := c.set
	o.MediaType.Previews = header.UniquePreviews(o.MediaType.Previews)
	o.noted = make(map[slot]owned)
	if o.Data != nil {
		o.note(fromData, "", o.Data, c.owners.data)
	}
	o.note(fromFormat, "", o.MediaType.Format, c.owners.format)
	o.note(fromPreviews, "", o.MediaType.Previews, c.owners.previews)
	for _, f := range c.headers {
		put(&o.Headers, f.Lower, f.Value)
		o.noteHeader(f)
	}
	var all [fromQuery + 1]map[string]any
	for _, p := range c.params {
		put(&all[p.from], p.key, p.value)
		o.note(p.from, p.key, p.value, p.owner)
	}
	o.Path, o.Params, o.Query = all[fromPath], all[fromParams], all[fromQuery]
	return o
}

func put[M ~map[string]V, V any](m *M, key string, v V) {
	if *m == nil {
		*m = make(M)
	}
	(*m)[key] = v
}

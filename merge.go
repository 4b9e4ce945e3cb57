// Layers to a call: the defaults, the route and the layers of a call are read
// once, the placeholders are filled, and what is left goes to the query or the body.
// Merge prints the result as Options; Build and HTTPRequest go on from it in
// parse.go.

package endpoint

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/mediatype"
	"example.com/endpoint/internal/value"
)

// Merge returns the defaults overridden by the route and layers, for [Endpoint.Parse]. The
// method is in upper case and header names are in lower case. Merge checks nothing.
//
// It leaves out the defaults that the call does not send, and of a key that Params and
// Query both have for the query the one that is not sent. It keeps a removed header with
// an empty value, and a removed default key as [Unset]. Merging the result over e again
// changes nothing.
func (e Endpoint) Merge(route string, layers ...Layer) Options {
	return e.defaults().merge(route, layers).options()
}

// A call is what the defaults, the route and the layers come to. The defaults of an
// Endpoint are a call too.
type call struct {
	set      Options // without its maps
	rule     *methodRule
	template *address.Template // of set.URL
	base     *address.Base     // of set.BaseURL
	params   []param           // by key
	headers  []header.Field    // by name
	url      address.URL
	invalid  [sources]bool // whether it has what ParamsOf could not read
	hasData  bool          // set.Data is not nil of any type
	hasBody  bool          // hasData, or a param goes to the body

	// Of a call with a body.
	hasType     bool      // a layer has content-type
	contentType string    // its type in lower case, without parameters
	kind        body.Kind // of the body
	body        any       // nil: it is an object of the params that go to the body
}

// A param is one pair of Params, Path or Query.
type param struct {
	key   string
	value any   // Unset: an earlier layer's key is removed
	layer int32 // 0: the defaults
	from  source
	to    destination
}

// A source is the map that a param is from.
type source uint8

const (
	fromPath source = iota
	fromParams
	fromQuery

	sources // how many there are
)

// A destination is where a param goes.
type destination uint8

const (
	_       destination = iota // not decided, as in the defaults
	nowhere                    // overridden; or a default, or nil, that this call does not send
	removed                    // Unset, of a key that the defaults have
	invalid                    // what ParamsOf could not read
	toPlaceholder
	toQuery
	toBody

	// What the call may not pass, with the reasons in refusals.
	noPlaceholder // a Path key that neither URL nor BaseURL names
	filledByPath  // Path fills its placeholder
	besideData    // Data is the body
	noPlace       // the method sends no Params
	inTemplate    // the query of the URL has its key literally
	inExpression  // a {?x} or {&x} of the URL writes its key
)

// merge reads the route and the layers over the defaults d, and decides where each param
// goes. For
//
//	New(Query{"per_page": 100}).Build("GET /orgs/{org}/repos", Params{"org": "o", "type": "all"})
//
// the params are org (layer 1, toPlaceholder), per_page (layer 0, toQuery) and type
// (layer 1, toQuery).
func (d *call) merge(route string, layers []Layer) *call {
	c := d.read(route, layers)
	c.rule = ruleOf(c.set.Method)
	if c.set.URL != d.set.URL {
		c.template = compileURL(c.set.URL)
	}
	if c.set.BaseURL != d.set.BaseURL {
		c.base = bases.Get(c.set.BaseURL, address.CompileBase)
	}
	sortParams(c.params)
	c.assign()
	if len(c.headers) > len(d.headers) { // else they are sorted
		c.headers = header.Latest(c.headers)
	}
	switch i := header.Index(c.headers, "content-type"); {
	case i < 0:
	case c.hasBody:
		c.hasType, c.contentType = true, essence(c.headers[i].Value)
	case c.headers[i].Layer == 0: // a default without a body is left out
		c.headers = slices.Delete(c.headers, i, i+1)
	}
	return c
}

// read reads the route and the layers over the defaults d.
func (d *call) read(route string, layers []Layer) *call {
	var whole struct { // a common call with its params and headers, in one allocation
		call
		params  [8]param
		headers [8]header.Field
	}
	c := &whole.call
	c.set, c.template, c.base, c.invalid = d.set, d.template, d.base, d.invalid
	c.params, c.headers = append(whole.params[:0], d.params...), append(whole.headers[:0], d.headers...)
	method, url := parseRoute(route)
	c.set.Method, c.set.URL = cmp.Or(method, c.set.Method), cmp.Or(url, c.set.URL)
	for i, l := range layers {
		c.readLayer(int32(i+1), l)
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
	set.URL, set.BaseURL = cmp.Or(o.URL, set.URL), cmp.Or(o.BaseURL, set.BaseURL)
	set.Lists = cmp.Or(o.Lists, set.Lists)
	if o.Data != nil {
		set.Data = o.Data
	}
	if o.Meta != nil {
		set.Meta = o.Meta
	}
	c.readMediaType(o.MediaType)
	c.appendParams(o.Params, n, fromParams)
	c.appendParams(o.Path, n, fromPath)
	c.appendParams(o.Query, n, fromQuery)
	c.headers = header.Append(c.headers, o.Headers, n)
}

func (c *call) readMediaType(m MediaType) {
	media := &c.set.MediaType
	media.Format = cmp.Or(m.Format, media.Format)
	media.Previews = append(media.Previews, m.Previews...)
}

// appendParams appends the pairs of m. What ParamsOf could not read is a value under a
// key of its own, so that it stays in the map whatever type that is converted to.
func (c *call) appendParams(m map[string]any, layer int32, from source) {
	c.params = slices.Grow(c.params, len(m))
	for k, v := range m {
		if k == invalidKey {
			if c.invalid[from] {
				continue // nothing overrides it
			}
			_, c.invalid[from] = v.(*value.Unusable)
		}
		c.params = append(c.params, param{key: k, value: v, layer: layer, from: from})
	}
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

// fill returns the value that fills a placeholder, from the sources up to last.
func (c *call) fill(name string, last source) (v any, ok bool) {
	i, end := 0, len(c.params)
	for end-i > 8 { // comparing the rest takes less than halving it
		if middle := (i + end) / 2; c.params[middle].key < name {
			i = middle + 1
		} else {
			end = middle
		}
	}
	for ; i < len(c.params) && (i < end || c.params[i].key == name); i++ {
		if p := &c.params[i]; p.key == name && p.to == toPlaceholder && p.from <= last {
			return p.value, true
		}
	}
	return nil, false
}

// assign decides where each param goes, key by key.
func (c *call) assign() {
	c.hasData = c.set.Data != nil && !isNil(c.set.Data)
	c.hasBody = c.hasData
	params, names := c.params, c.template.Names // both in byte order
	for len(params) > 0 {
		key, n := params[0].key, 1
		for n < len(params) && params[n].key == key {
			n++
		}
		order := -1 // of the first name
		for len(names) > 0 && order < 0 {
			if order = strings.Compare(names[0], key); order <= 0 {
				names = names[1:]
			}
		}
		c.assignKey(params[:n], order == 0)
		params = params[n:]
	}
}

// assignKey decides where the params of one key go, which may be a placeholder in the URL.
// Of each source only the latest goes anywhere. If Params and Query then meet in the query,
// the later layer wins, and within one layer Query.
func (c *call) assignKey(params []param, inURL bool) {
	var filler, inQuery *param // of the placeholder in the URL; the one that goes to the query
	for i := range params {
		p := &params[i]
		if i > 0 && p.from == params[i-1].from {
			p.to = nowhere
			continue
		}
		p.to = c.destination(p, params, inURL, filler)
		switch {
		case p.to == toBody:
			c.hasBody = true
		case p.to == toPlaceholder && inURL:
			filler = p
		case p.to != toQuery:
		case inQuery == nil:
			inQuery = p
		case inQuery.layer > p.layer:
			p.to = nowhere
		default:
			inQuery.to = nowhere
		}
	}
}

// destination returns where p goes, of the params of one key. The filler is what fills its
// placeholder in the URL already. What cannot be sent goes nowhere if it is a default or
// nil; only a nil of Path is refused.
func (c *call) destination(p *param, params []param, inURL bool, filler *param) (to destination) {
	if _, ok := p.value.(*value.Unusable); ok {
		return invalid
	}
	inBase := false
	if p.from == fromPath {
		_, inBase = slices.BinarySearch(c.base.Names, p.key)
	}
	switch {
	case isUnset(p.value):
		return p.removal(params, inURL || inBase)
	case inBase, inURL && p.from == fromPath, inURL && p.from == fromParams && filler == nil:
		return toPlaceholder
	case p.from == fromPath && p.layer > 0: // nil too
		return noPlaceholder
	case p.from == fromPath:
		return nowhere
	case p.from == fromParams && inURL && c.rule.once:
		to = filledByPath
	case p.from == fromQuery || c.rule.query:
		switch isLiteral, ok := c.template.QueryKeys[p.key]; {
		case isLiteral:
			to = inTemplate
		case ok && filler != nil && value.IsDefined(filler.value):
			to = inExpression
		default:
			return toQuery
		}
	case !c.rule.body:
		to = noPlace
	case c.hasData:
		to = besideData
	default:
		return toBody
	}
	if p.layer == 0 || isNil(p.value) {
		return nowhere
	}
	return to
}

// removal is the destination of Unset. A key of Path that neither the defaults nor a
// placeholder have is misspelled.
func (p *param) removal(params []param, isNamed bool) destination {
	isNamed = isNamed || p.from != fromPath
	isDefault := slices.ContainsFunc(params, func(q param) bool { return q.from == p.from && q.layer == 0 })
	switch {
	case isNamed && isDefault:
		return removed
	case isNamed || isDefault:
		return nowhere
	}
	return noPlaceholder
}

// isNil reports whether v is nil, or a nil value of a type that has one.
func isNil(v any) bool {
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return rv.IsNil()
	}
	return false
}

// options prints a call as Options. Maps and lists without elements are nil, so
// that equal options are equal by reflect.DeepEqual.
func (c *call) options() Options {
	o := c.set
	o.MediaType.Previews = mediatype.Unique(o.MediaType.Previews)
	if len(c.headers) > 0 {
		o.Headers = make(Headers, len(c.headers))
	}
	for _, f := range c.headers {
		o.Headers[f.Lower] = f.Value
	}
	var maps [sources]map[string]any
	for _, p := range c.params {
		if p.to == nowhere {
			continue
		}
		if maps[p.from] == nil {
			maps[p.from] = make(map[string]any)
		}
		maps[p.from][p.key] = p.value
	}
	o.Path, o.Params, o.Query = maps[fromPath], maps[fromParams], maps[fromQuery]
	return o
}

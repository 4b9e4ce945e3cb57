// Layers to a call: the defaults, the route and the layers of a call are read
// once, the placeholders take their values, and what is left gets its place.
// Merge prints the result as Options; Build and HTTPRequest go on from it in
// parse.go.

package endpoint

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/mediatype"
	"example.com/endpoint/internal/value"
)

// Merge returns the defaults overridden by the route and layers. The method is
// in upper case, and header names are in lower case. Merge does not expand the
// template, amend the accept header or check anything; Parse does.
//
// The result leaves out the defaults that the call does not send: Path keys
// without a placeholder, Params that have no place beside Data or with the
// method, a key that the query of the URL has literally, and a content-type
// without a body. If Params and Query both have a key for the query, only the
// one that is sent is kept. A removed header is kept with an empty value, and
// a removed default key as [Unset]. Therefore e.Build(route, layers...) is
// e.Parse(e.Merge(route, layers...)), and merging the result over e again
// changes nothing.
func (e Endpoint) Merge(route string, layers ...Layer) Options {
	var r room
	var c call
	return c.options(c.merge(&r, e.defaults(), route, layers))
}

// A call is what the defaults, the route and the layers come to, apart from the
// lists that merge returns.
type call struct {
	set      Options // without its maps
	rule     *methodRule
	template *address.Template        // of set.URL
	base     *address.Base            // of set.BaseURL
	carried  [sources]*value.Unusable // by source: the first that ParamsOf could not read, which no layer overrides
	hasPath  bool                     // a layer has a key in Path
	hasData  bool                     // set.Data is not nil of any type
	hasBody  bool                     // hasData, or a param goes to the body

	// Of a call with a body.
	hasType     bool   // a layer has content-type
	contentType string // its type in lower case, without parameters
}

// A room has space for the lists of a common call. It is on the stack of Build:
// slices of it are passed and returned, as by append. Storing one by way of a
// pointer, such as that to a call, would move the room to the heap.
type room struct {
	params  [8]param
	headers [8]header.Field
	values  [8]address.Value
	url     [256]byte
}

// A param is one pair of Params, Path or Query.
type param struct {
	key   string
	value any   // Unset: an earlier layer's key is removed
	layer int32 // 0: the defaults; an int would take another word
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

// A destination is where a param goes that no placeholder takes.
type destination uint8

const (
	_       destination = iota // not decided yet
	nowhere                    // overridden; or a default, or nil, that this call does not send
	removed                    // Unset, of a key that the defaults have
	toQuery
	toBody

	// What the call may not pass, with the reasons in refusals.
	noPlaceholder // a Path key that neither URL nor BaseURL names
	takenByPath   // Path fills its placeholder
	besideData    // Data is the body
	noPlace       // the method sends no Params
	inTemplate    // the query of the URL has its key literally
	inExpression  // a {?x} or {&x} of the URL writes its key
)

// merge reads the route and the layers over the defaults, gives the placeholders
// their values, and decides where the other params go. For
//
//	New(Query{"per_page": 100}).Build("GET /orgs/{org}/repos", Params{"org": "o", "type": "all"})
//
// values is {"o"}: those of the names of the template, then of the base. left is
// per_page (layer 0) and type (layer 1), sorted by key: what no placeholder takes,
// both to the query. headers are by name.
func (c *call) merge(r *room, d *defaults, text string, layers []Layer) (values []address.Value, left []param, headers []header.Field) {
	left, headers = c.read(r, d, text, layers)
	c.rule = ruleOf(c.set.Method)
	if c.set.URL != d.set.URL {
		c.template = compileURL(c.set.URL)
	}
	if c.set.BaseURL != d.set.BaseURL {
		c.base = compileBase(c.set.BaseURL)
	}
	n := len(c.template.Names) + len(c.base.Names)
	values = slices.Grow(r.values[:0], n)[:n]
	if c.hasPath { // which has the first say
		left = c.place(fromPath, left, values)
	}
	left = c.place(fromParams, left, values)
	sortParams(left, 0)
	c.settle(d, values, left)
	if len(headers) > len(d.headers) { // else they are sorted
		headers = header.Latest(headers)
	}
	switch i := header.Index(headers, "content-type"); {
	case i < 0:
	case c.hasBody:
		c.hasType, c.contentType = true, essence(headers[i].Value)
	case headers[i].Layer == 0: // a default without a body is left out
		headers = slices.Delete(headers, i, i+1)
	}
	return values, left, headers
}

// read reads the route and the layers over the defaults, and returns all params
// and headers in the order of their layers.
func (c *call) read(r *room, d *defaults, text string, layers []Layer) ([]param, []header.Field) {
	*c = d.call
	method, url := parseRoute(text)
	c.set.Method, c.set.URL = cmp.Or(method, c.set.Method), cmp.Or(url, c.set.URL)
	params, headers := append(r.params[:0], d.params...), append(r.headers[:0], d.headers...)
	for i, l := range layers {
		params, headers = c.readLayer(params, headers, int32(i+1), l)
	}
	return params, headers
}

// readLayer reads one layer, or what it points to. Only a type that embeds one
// of ours can also be a Layer, and nothing here could read that.
func (c *call) readLayer(params []param, headers []header.Field, n int32, l Layer) ([]param, []header.Field) {
	switch l := l.(type) {
	case nil:
	case Options:
		return c.readOptions(params, headers, n, &l)
	case *Options:
		o := deref(l)
		return c.readOptions(params, headers, n, &o)
	case Params:
		params = c.appendParams(params, l, n, fromParams)
	case *Params:
		params = c.appendParams(params, deref(l), n, fromParams)
	case Path:
		params = c.appendParams(params, l, n, fromPath)
	case *Path:
		params = c.appendParams(params, deref(l), n, fromPath)
	case Query:
		params = c.appendParams(params, l, n, fromQuery)
	case *Query:
		params = c.appendParams(params, deref(l), n, fromQuery)
	case Headers:
		headers = header.Append(headers, l, n)
	case *Headers:
		headers = header.Append(headers, deref(l), n)
	case MediaType:
		c.readMediaType(l)
	case *MediaType:
		c.readMediaType(deref(l))
	default: // reflect and not fmt, which would move every layer to the heap
		panic("endpoint: " + reflect.TypeOf(l).String() + " is not a layer: use Options, Params, Path, Query, Headers or MediaType")
	}
	return params, headers
}

// deref returns what p points to, the zero value for nil.
func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

func (c *call) readOptions(params []param, headers []header.Field, n int32, o *Options) ([]param, []header.Field) {
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
	params = c.appendParams(params, o.Params, n, fromParams)
	params = c.appendParams(params, o.Path, n, fromPath)
	params = c.appendParams(params, o.Query, n, fromQuery)
	return params, header.Append(headers, o.Headers, n)
}

func (c *call) readMediaType(m MediaType) {
	media := &c.set.MediaType
	media.Format = cmp.Or(m.Format, media.Format)
	media.Previews = append(media.Previews, m.Previews...)
}

// appendParams appends the pairs of m, and notes if they are of a Path and what
// ParamsOf carries in it.
func (c *call) appendParams(params []param, m map[string]any, layer int32, from source) []param {
	if len(m) == 0 { // as most fields of Options
		return params
	}
	c.hasPath = c.hasPath || from == fromPath
	params = slices.Grow(params, len(m))
	for k, v := range m {
		if invalid, ok := v.(*value.Unusable); ok && k == invalidKey {
			c.carried[from] = cmp.Or(c.carried[from], invalid)
			continue
		}
		params = params[:len(params)+1]
		p := &params[len(params)-1] // filled in place, which is faster than a copy
		p.key, p.value, p.layer, p.from = k, v, layer, from
	}
	return params
}

// sortParams sorts params, which have the first n digits in common: many by a
// quicksort of one digit after the other, since slices.SortFunc takes twice as
// long for 1,000, and few by an insertion sort.
func sortParams(params []param, n int) {
	for len(params) > 12 {
		pivot := params[len(params)/2].digit(n)
		less, i, more := 0, 0, len(params)
		for i < more {
			switch d := params[i].digit(n); {
			case d < pivot:
				params[less], params[i] = params[i], params[less]
				less++
				i++
			case d > pivot:
				more--
				params[i], params[more] = params[more], params[i]
			default:
				i++
			}
		}
		sortParams(params[:less], n)
		sortParams(params[more:], n)
		params, n = params[less:more], n+1
	}
	for i := 1; i < len(params); i++ {
		for j := i; j > 0 && params[j].compare(&params[j-1]) < 0; j-- {
			params[j], params[j-1] = params[j-1], params[j]
		}
	}
}

// digit returns digit n of what params are sorted by: the bytes of the key and
// its end, the source, and the layer, the latest first. No two params have all
// of them in common.
func (p *param) digit(n int) int {
	if n < len(p.key) {
		return int(p.key[n])
	}
	return [...]int{-1, int(p.from), -int(p.layer)}[n-len(p.key)]
}

// compare compares params by all their digits.
func (p *param) compare(q *param) int {
	if c := strings.Compare(p.key, q.key); c != 0 {
		return c
	}
	return cmp.Or(int(p.from)-int(q.from), int(q.layer-p.layer))
}

// place gives the placeholders the values of params from one source, and returns
// the params that none takes.
func (c *call) place(from source, params []param, values []address.Value) []param {
	n := 0
	for i := range params {
		p := &params[i]
		if p.from == from && c.take(p, values) {
			continue
		}
		if n < i {
			params[n] = *p
		}
		n++
	}
	return params[:n]
}

// take gives a param to the placeholders of its name: of the URL, where Path
// has the first say, and of BaseURL, which Path alone fills. What is Unset takes
// back what an earlier layer gave, and is not taken itself.
func (c *call) take(p *param, values []address.Value) (taken bool) {
	isPath := p.from == fromPath
	slot := c.template.Names.Slot(p.key)
	if !isPath && (slot < 0 || values[slot].FromPath) {
		return false
	}
	v := address.Value{V: p.value, OK: true, FromPath: isPath}
	if isUnset(p.value) {
		v = address.Value{}
	}
	if slot >= 0 {
		values[slot], taken = v, v.OK
	}
	if isPath {
		if slot := c.base.Names.Slot(p.key); slot >= 0 {
			values[len(c.template.Names)+slot], taken = v, v.OK
		}
	}
	return taken
}

// settle decides where each param goes that no placeholder takes. Of each key
// and source only the latest goes anywhere, which is sorted first. Params and Query
// then meet in the query, where a key is written once: the later layer wins, and
// within one layer Query.
func (c *call) settle(d *defaults, values []address.Value, left []param) {
	c.hasData = c.set.Data != nil && !isNil(c.set.Data)
	c.hasBody = c.hasData
	latest := 0 // of the key and source before
	for i := range left {
		q, p := &left[latest], &left[i]
		if i > 0 && p.replaces(q) {
			p.to = nowhere
			continue
		}
		latest = i
		p.to = c.destination(d, values, p)
		c.hasBody = c.hasBody || p.to == toBody
		switch {
		case i == 0 || q.key != p.key || q.to != toQuery || p.to != toQuery: // they do not meet
		case q.layer > p.layer:
			p.to = nowhere
		default:
			q.to = nowhere
		}
	}
}

// replaces reports whether only one of two params goes anywhere.
func (p *param) replaces(q *param) bool { return p.key == q.key && p.from == q.from }

// destination returns where a param goes that no placeholder takes. What cannot
// be sent goes nowhere if it is a default or nil; only a nil of Path is refused.
func (c *call) destination(d *defaults, values []address.Value, p *param) destination {
	var to destination
	switch {
	case isUnset(p.value):
		return c.removal(d, p)
	case p.from == fromPath && p.layer > 0: // nil too
		return noPlaceholder
	case p.from == fromPath:
		return nowhere
	case c.hasPath && c.rule.once && p.from == fromParams && c.template.Names.Slot(p.key) >= 0:
		to = takenByPath
	case p.from == fromQuery || c.rule.query:
		switch isLiteral, ok := c.template.QueryKeys[p.key]; {
		case isLiteral:
			to = inTemplate
		case ok && address.IsDefined(values[c.template.Names.Slot(p.key)].V):
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

// removal is the destination of Unset. A key of Path that neither the defaults nor
// a placeholder have is misspelled.
func (c *call) removal(d *defaults, p *param) destination {
	isNamed := p.from != fromPath || c.template.Names.Slot(p.key) >= 0 || c.base.Names.Slot(p.key) >= 0
	switch isDefault := d.has(p.from, p.key); {
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
func (c *call) options(values []address.Value, left []param, headers []header.Field) Options {
	o := c.set
	o.MediaType.Previews = mediatype.Unique(o.MediaType.Previews)
	if len(headers) > 0 {
		o.Headers = make(Headers, len(headers))
	}
	for _, f := range headers {
		o.Headers[f.Lower] = f.Value
	}
	var pairs [sources]map[string]any
	add := func(from source, key string, v any) {
		if pairs[from] == nil {
			pairs[from] = make(map[string]any)
		}
		pairs[from][key] = v
	}
	for i := range left {
		if p := &left[i]; p.to != nowhere {
			add(p.from, p.key, p.value)
		}
	}
	names := slices.Concat(c.template.Names, c.base.Names)
	for i, v := range values { // after an earlier Unset of the same key
		switch {
		case v.FromPath:
			add(fromPath, names[i], v.V)
		case v.OK:
			add(fromParams, names[i], v.V)
		}
	}
	for from, invalid := range c.carried {
		if invalid != nil {
			add(source(from), invalidKey, invalid)
		}
	}
	o.Path, o.Params, o.Query = pairs[fromPath], pairs[fromParams], pairs[fromQuery]
	return o
}

// Layers to a call: the defaults, the route and the layers of a call are read
// once, the placeholders take their values, and what is left gets its place.
// Merge prints the result as Options; Build and HTTPRequest go on from it in
// parse.go.

package endpoint

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/mediatype"
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
	values, left, headers := c.merge(&r, e.defaults(), route, layers)
	return c.options(values, left, headers)
}

// A call is what the defaults, the route and the layers come to, apart from the
// lists that merge returns.
type call struct {
	d        *defaults
	method   string // in upper case
	rule     *methodRule
	url      string // the template as written
	template *address.Template
	baseURL  string
	base     *address.Base
	media    MediaType
	lists    ListStyle
	data     any
	meta     any
	hasPath  bool // a layer has a Path
	hasBody  bool // Data, or a param for the body
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
	key      string
	value    any // Unset: an earlier layer's key is removed
	layer    int // 0: the defaults
	from     source
	shadowed bool // Path fills its placeholder
	to       destination
}

// A source is the map that a param is from.
type source uint8

const (
	fromPath source = iota
	fromParams
	fromQuery
)

// A destination is where a param goes that no placeholder takes.
type destination uint8

const (
	undecided destination = iota // also for Unset
	nowhere                      // a default that this call does not send
	toQuery
	toBody

	// What the call may not pass: refused has the reasons.
	carriedError  // ParamsOf could not read its struct
	noPlaceholder // a Path key that no template names
	takenByPath   // Path fills its placeholder
	besideData    // Data is the body
	noPlace       // the method sends no Params
	inTemplate    // the query of the URL has its key literally
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
	c.rule = ruleOf(c.method)
	c.template, c.base = d.template, d.base
	if c.url != d.options.URL {
		c.template = compileURL(c.url)
	}
	if c.baseURL != d.options.BaseURL {
		c.base = compileBase(c.baseURL)
	}
	n := len(c.template.Names) + len(c.base.Names)
	values = slices.Grow(r.values[:0], n)[:n]
	left = c.place(left, values)
	sortParams(left, 0)
	c.settle(left)
	if len(headers) > len(d.headers) { // else they are sorted
		headers = header.Latest(headers)
	}
	if i := header.Index(headers, "content-type"); i >= 0 && headers[i].Layer == 0 && !c.hasBody {
		headers = slices.Delete(headers, i, i+1)
	}
	return values, left, headers
}

// read reads the route and the layers over the defaults, and returns all params
// and headers in the order of their layers.
func (c *call) read(r *room, d *defaults, text string, layers []Layer) ([]param, []header.Field) {
	o := &d.options
	method, url := parseRoute(text)
	c.d, c.method, c.url, c.baseURL = d, cmp.Or(method, o.Method), cmp.Or(url, o.URL), o.BaseURL
	c.media, c.lists, c.data, c.meta, c.hasPath = o.MediaType, o.Lists, o.Data, o.Meta, len(o.Path) > 0
	c.media.Previews = slices.Clip(c.media.Previews) // so that appending copies
	params, headers := append(r.params[:0], d.params...), append(r.headers[:0], d.headers...)
	for i, l := range layers {
		params, headers = c.readLayer(params, headers, i+1, l)
	}
	return params, headers
}

// readLayer reads one layer, or what it points to. Only a type that embeds one
// of ours can also be a Layer, and nothing here could read that.
func (c *call) readLayer(params []param, headers []header.Field, n int, l Layer) ([]param, []header.Field) {
	switch l := l.(type) {
	case nil:
	case Options:
		return c.readOptions(params, headers, n, &l)
	case *Options:
		if l != nil {
			return c.readOptions(params, headers, n, l)
		}
	case Params:
		params = appendParams(params, l, n, fromParams)
	case *Params:
		params = appendParams(params, deref(l), n, fromParams)
	case Path:
		params = c.appendPath(params, l, n)
	case *Path:
		params = c.appendPath(params, deref(l), n)
	case Query:
		params = appendParams(params, l, n, fromQuery)
	case *Query:
		params = appendParams(params, deref(l), n, fromQuery)
	case Headers:
		headers = header.Append(headers, l, n)
	case *Headers:
		headers = header.Append(headers, deref(l), n)
	case MediaType:
		c.readMediaType(&l)
	case *MediaType:
		if l != nil {
			c.readMediaType(l)
		}
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

func (c *call) readOptions(params []param, headers []header.Field, n int, o *Options) ([]param, []header.Field) {
	if o.Method != "" {
		c.method = header.Upper(o.Method)
	}
	c.url, c.baseURL = cmp.Or(o.URL, c.url), cmp.Or(o.BaseURL, c.baseURL)
	c.lists = cmp.Or(o.Lists, c.lists)
	if o.Data != nil {
		c.data = o.Data
	}
	if o.Meta != nil {
		c.meta = o.Meta
	}
	c.readMediaType(&o.MediaType)
	params = appendParams(params, o.Params, n, fromParams)
	params = c.appendPath(params, o.Path, n)
	params = appendParams(params, o.Query, n, fromQuery)
	return params, header.Append(headers, o.Headers, n)
}

// appendPath appends the pairs of a Path, and notes that there is one for place.
func (c *call) appendPath(params []param, path Path, n int) []param {
	c.hasPath = c.hasPath || len(path) > 0
	return appendParams(params, path, n, fromPath)
}

func (c *call) readMediaType(m *MediaType) {
	c.media.Format = cmp.Or(m.Format, c.media.Format)
	c.media.Previews = append(c.media.Previews, m.Previews...)
}

// appendParams appends the pairs of m. What ParamsOf carries is put above all
// layers, so that none of them overrides it.
func appendParams(params []param, m map[string]any, layer int, from source) []param {
	params = slices.Grow(params, len(m))
	for k, v := range m {
		params = params[:len(params)+1]
		p := &params[len(params)-1] // filled in place, which is faster than a copy
		p.key, p.value, p.layer, p.from = k, v, layer, from
		if isCarried(k, v) {
			p.layer = math.MaxInt - layer
		}
	}
	return params
}

// sortParams sorts params, whose keys have the first n bytes in common, by key,
// source and layer, the latest first. It is a quicksort by one byte of the keys
// after the other, since slices.SortFunc takes twice as long for 1,000 params.
func sortParams(params []param, n int) {
	for len(params) > 12 {
		pivot := params[len(params)/2].byteAt(n)
		less, i, more := 0, 0, len(params)
		for i < more {
			switch c := params[i].byteAt(n); {
			case c < pivot:
				params[less], params[i] = params[i], params[less]
				less++
				i++
			case c > pivot:
				more--
				params[i], params[more] = params[more], params[i]
			default:
				i++
			}
		}
		sortParams(params[:less], n)
		sortParams(params[more:], n)
		if pivot < 0 { // the keys are equal
			slices.SortFunc(params[less:more], func(a, b param) int { return a.compare(&b) })
			return
		}
		params, n = params[less:more], n+1
	}
	for i := 1; i < len(params); i++ {
		for j := i; j > 0 && params[j].compare(&params[j-1]) < 0; j-- {
			params[j], params[j-1] = params[j-1], params[j]
		}
	}
}

// byteAt returns byte n of the key, -1 at its end.
func (p *param) byteAt(n int) int {
	if n == len(p.key) {
		return -1
	}
	return int(p.key[n])
}

func (p *param) compare(q *param) int {
	if c := strings.Compare(p.key, q.key); c != 0 {
		return c
	}
	return cmp.Or(int(p.from)-int(q.from), q.layer-p.layer)
}

// place gives the placeholders their values, first those of Path and then those
// of Params, and returns the params that none takes.
func (c *call) place(params []param, values []address.Value) []param {
	for _, from := range [...]source{fromPath, fromParams} {
		if from == fromPath && !c.hasPath {
			continue
		}
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
		params = params[:n]
	}
	return params
}

// take gives a param to the placeholders of its name: of the URL, where Path
// has the first say, and of BaseURL, which Path alone fills. What is Unset takes
// back what an earlier layer gave, and is not taken itself.
func (c *call) take(p *param, values []address.Value) (taken bool) {
	isPath := p.from == fromPath
	slot := c.template.Slot(p.key)
	if slot >= 0 && values[slot].Path && !isPath {
		p.shadowed = true
		return false
	}
	v := address.Value{V: p.value, OK: true, Path: isPath}
	if isUnset(p.value) {
		v = address.Value{}
	}
	if slot >= 0 {
		values[slot], taken = v, v.OK
	}
	if isPath {
		if slot := c.base.Slot(p.key); slot >= 0 {
			values[len(c.template.Names)+slot], taken = v, v.OK
		}
	}
	return taken
}

// settle decides where each param goes that no placeholder takes. Of each key
// and source only the latest, which is the first, goes anywhere. Params and Query
// then meet in the query, where a key is written once: the later layer wins, and
// within one layer Query.
func (c *call) settle(left []param) {
	c.hasBody = c.data != nil
	latest := 0 // of the key and source before
	for i := range left {
		q, p := &left[latest], &left[i]
		if i > 0 && q.key == p.key && q.from == p.from {
			p.to = nowhere
			continue
		}
		latest = i
		p.to = c.destination(p)
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

// destination returns where a param goes that no placeholder takes. A default
// that cannot be sent goes nowhere, and so does what is nil.
func (c *call) destination(p *param) destination {
	to := toBody
	switch {
	case isUnset(p.value):
		return undecided
	case isCarried(p.key, p.value):
		return carriedError
	case p.from == fromPath && p.layer > 0: // nil too
		return noPlaceholder
	case p.from == fromPath:
		return nowhere
	case p.shadowed && (c.rule.query || c.method == "DELETE"):
		to = takenByPath
	case p.from == fromQuery || c.rule.query:
		if !c.template.QueryKeys[p.key] {
			return toQuery
		}
		to = inTemplate
	case !c.rule.body:
		to = noPlace
	case c.data != nil:
		to = besideData
	default:
		return toBody
	}
	if p.layer == 0 || isNil(p.value) {
		return nowhere
	}
	return to
}

// isNil reports whether v is nil, or a nil value of a type that has one.
func isNil(v any) bool {
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		return rv.IsNil()
	}
	return false
}

// options prints a call as Options. Empty maps and lists are nil, so that equal
// options are equal by reflect.DeepEqual.
func (c *call) options(values []address.Value, left []param, headers []header.Field) Options {
	o := Options{Method: c.method, URL: c.url, BaseURL: c.baseURL, Lists: c.lists, Data: c.data, Meta: c.meta}
	o.MediaType.Format = c.media.Format
	o.MediaType.Previews = mediatype.Unique(c.media.Previews)
	for _, f := range headers {
		o.Headers = insert(o.Headers, f.Lower, f.Value)
	}
	var pairs [3]map[string]any // by source
	defaults := [...]map[string]any{fromPath: c.d.options.Path, fromParams: c.d.options.Params, fromQuery: c.d.options.Query}
	put := func(from source, key string, v any) {
		if _, ok := defaults[from][key]; ok || !isUnset(v) {
			pairs[from] = insert(pairs[from], key, v)
		} else {
			delete(pairs[from], key) // of an earlier layer
		}
	}
	for _, p := range slices.Backward(left) { // the latest last, and the values after what is Unset
		if p.to != nowhere {
			put(p.from, p.key, p.value)
		}
	}
	for i, v := range values {
		switch n := len(c.template.Names); {
		case !v.OK:
		case i >= n:
			put(fromPath, c.base.Names[i-n], v.V)
		case v.Path:
			put(fromPath, c.template.Names[i], v.V)
		default:
			put(fromParams, c.template.Names[i], v.V)
		}
	}
	o.Path, o.Params, o.Query = pairs[fromPath], pairs[fromParams], pairs[fromQuery]
	return o
}

// insert is m[key] = v for a map that may be nil.
func insert[M ~map[string]V, V any](m M, key string, v V) M {
	if m == nil {
		m = make(M)
	}
	m[key] = v
	return m
}

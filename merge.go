// Layers: the defaults, the route and the layers of a call are read once into
// sorted lists. Merge prints these as Options; Build and HTTPRequest go on from
// them in parse.go.

package endpoint

import (
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/mediatype"
)

// Merge returns the defaults overridden by the route and layers. The method is
// in upper case, and header names are in lower case. Merge does not expand the
// template, amend the accept header or check anything; Parse does. A removed
// header is kept with an empty value, and a removed default key as [Unset], so
// that merging the result over e again changes nothing.
func (e Endpoint) Merge(route string, layers ...Layer) Options {
	var c call
	c.read(e.defaults(), route, layers)
	c.placeParams()
	return c.options()
}

// A call is everything that one request is made of. For
//
//	New(Query{"per_page": 100}).Build("GET /orgs/{org}/repos", Params{"org": "o", "type": "all"})
//
// its params are org (layer 1, placed), per_page (layer 0, query) and type
// (layer 1), values is {"o"}, and the leftovers are per_page and type.
//
// It lives on the stack of Build and HTTPRequest, which is why it holds arrays.
type call struct {
	d            *defaults
	method       string // in upper case
	url          string // the template as written
	template     *address.Template
	baseURL      string
	base         *address.Template
	media        MediaType
	mediaChanged bool // media is not that of the defaults
	lists        ListStyle
	data         any
	meta         any

	params     list[param]         // by layer, until placeParams puts the leftovers first, by key
	leftovers  int                 // how many params no placeholder names
	paramMaps  int                 // how many maps params is from: in one, no key is there twice
	headers    list[header]        // by name
	values     list[address.Value] // of template
	baseValues list[address.Value] // of base
}

// A param is one pair of Params or Query.
type param struct {
	key        string
	value      any   // Unset: the key is removed
	layer      int32 // 0: the defaults
	query      bool  // it is from Query
	placed     bool  // a placeholder names it
	overridden bool  // another pair wins over it
}

const (
	inlineItems  = 8               // how many items of a kind a call commonly has
	maxInsertion = 2 * inlineItems // up to how many an insertion sort is the faster one
)

// A list holds its first items itself, and all of them elsewhere when there
// are more.
type list[T any] struct {
	n     int
	first [inlineItems]T
	many  []T
}

// begin fills an empty list with a copy of items.
func (l *list[T]) begin(items []T) {
	if len(items) > inlineItems {
		l.many = append(make([]T, 0, len(items)+2*inlineItems), items...)
		return
	}
	l.n = copy(l.first[:], items)
}

func (l *list[T]) add(item T) {
	if l.many == nil && l.n < inlineItems {
		l.first[l.n] = item
		l.n++
		return
	}
	if l.many == nil {
		l.many = append(make([]T, 0, 4*inlineItems), l.first[:]...)
	}
	l.many = append(l.many, item)
}

func (l *list[T]) items() []T {
	if l.many != nil {
		return l.many
	}
	return l.first[:l.n]
}

// keep drops all but the first n items.
func (l *list[T]) keep(n int) {
	if l.many != nil {
		l.many = l.many[:n]
		return
	}
	l.n = n
}

// read reads the route and the layers over d. It is the only way in which
// anything is merged.
func (c *call) read(d *defaults, text string, layers []Layer) {
	o := &d.options
	c.d, c.method, c.url, c.baseURL, c.media = d, o.Method, o.URL, o.BaseURL, o.MediaType
	c.lists, c.data, c.meta = o.Lists, o.Data, o.Meta
	c.media.Previews = slices.Clip(c.media.Previews) // so that appending copies
	c.params.begin(d.params)
	c.paramMaps = min(len(d.params), 1)
	c.headers.begin(d.headers)
	r := parseRoute(text)
	override(&c.method, r.method)
	override(&c.url, r.url)
	for i, l := range layers {
		c.readLayer(int32(i+1), l)
	}
	c.template, c.base = d.template, d.base
	if c.url != o.URL {
		c.template = compileURL(c.url)
	}
	if c.baseURL != o.BaseURL {
		c.base = compileBase(c.baseURL)
	}
	if items := c.headers.items(); len(items) > len(d.headers) { // else they are sorted
		c.headers.keep(len(latestHeaders(items)))
	}
}

// override sets dst unless s is empty.
func override(dst *string, s string) {
	if s != "" {
		*dst = s
	}
}

// readLayer reads one layer, or what it points to. Only a type that embeds one
// of ours can also be a Layer, and nothing here could read that.
func (c *call) readLayer(n int32, l Layer) {
	switch l := l.(type) {
	case nil:
	case Options:
		c.readOptions(n, &l)
	case *Options:
		if l != nil {
			c.readOptions(n, l)
		}
	case Params:
		c.readParams(n, l)
	case *Params:
		if l != nil {
			c.readParams(n, *l)
		}
	case Query:
		c.readQuery(n, l)
	case *Query:
		if l != nil {
			c.readQuery(n, *l)
		}
	case Headers:
		c.readHeaders(n, l)
	case *Headers:
		if l != nil {
			c.readHeaders(n, *l)
		}
	case MediaType:
		c.readMediaType(&l)
	case *MediaType:
		if l != nil {
			c.readMediaType(l)
		}
	default: // reflect and not fmt, which would move every layer to the heap
		panic("endpoint: " + reflect.TypeOf(l).String() + " is not a layer: use Options, Params, Query, Headers or MediaType")
	}
}

func (c *call) readOptions(n int32, o *Options) {
	if o.Method != "" {
		c.method = ascii.Upper(o.Method)
	}
	override(&c.url, o.URL)
	override(&c.baseURL, o.BaseURL)
	if o.Lists != 0 {
		c.lists = o.Lists
	}
	if o.Data != nil {
		c.data = o.Data
	}
	if o.Meta != nil {
		c.meta = o.Meta
	}
	c.readMediaType(&o.MediaType)
	c.readParams(n, o.Params)
	c.readQuery(n, o.Query)
	c.readHeaders(n, o.Headers)
}

func (c *call) readParams(n int32, params Params) {
	c.paramMaps += min(len(params), 1)
	for k, v := range params {
		c.params.add(param{key: k, value: v, layer: n})
	}
}

func (c *call) readQuery(n int32, query Query) {
	for k, v := range query {
		c.params.add(param{key: k, value: v, layer: n, query: true})
	}
}

func (c *call) readHeaders(n int32, headers Headers) {
	for name, value := range headers {
		c.headers.add(newHeader(name, value, n))
	}
}

func (c *call) readMediaType(m *MediaType) {
	if m.Format == "" && len(m.Previews) == 0 {
		return
	}
	c.mediaChanged = true
	override(&c.media.Format, m.Format)
	c.media.Previews = append(c.media.Previews, m.Previews...)
}

// latestParams sorts by key, Params before Query, and moves the last layer's
// pair of each to the front, which it returns. The others are overridden.
func latestParams(params []param) []param {
	if len(params) > maxInsertion {
		slices.SortFunc(params, func(a, b param) int { return a.compare(&b) })
	} else {
		for i := 1; i < len(params); i++ {
			p, j := params[i], i
			for ; j > 0 && p.compare(&params[j-1]) < 0; j-- {
				params[j] = params[j-1]
			}
			params[j] = p
		}
	}
	n := 0
	for i := range params {
		if n == 0 || params[n-1].key != params[i].key || params[n-1].query != params[i].query {
			n++
		}
		if n-1 != i {
			params[n-1] = params[i]
		}
	}
	for i := n; i < len(params); i++ {
		params[i].overridden = true
	}
	return params[:n]
}

func (p *param) compare(q *param) int {
	switch n := strings.Compare(p.key, q.key); {
	case n != 0:
		return n
	case p.query != q.query && q.query:
		return -1
	case p.query != q.query:
		return 1
	}
	return int(p.layer - q.layer)
}

// latestHeaders sorts headers and moves the last of each name to the front,
// which it returns.
func latestHeaders(headers []header) []header {
	sortHeaders(headers)
	n := 0
	for i := range headers {
		if n == 0 || headers[n-1].name.lower != headers[i].name.lower {
			n++
		}
		if n-1 != i {
			headers[n-1] = headers[i]
		}
	}
	return headers[:n]
}

// sortHeaders sorts by name, layer and spelling in byte order. It repeats
// latestParams, since one function of a type parameter for both made a call 5%
// slower.
func sortHeaders(headers []header) {
	if len(headers) > maxInsertion {
		slices.SortFunc(headers, func(a, b header) int { return a.compare(&b) })
		return
	}
	for i := 1; i < len(headers); i++ {
		h, j := headers[i], i
		for ; j > 0 && h.compare(&headers[j-1]) < 0; j-- {
			headers[j] = headers[j-1]
		}
		headers[j] = h
	}
}

func (h *header) compare(g *header) int {
	if n := strings.Compare(h.name.lower, g.name.lower); n != 0 {
		return n
	}
	if h.layer != g.layer {
		return int(h.layer - g.layer)
	}
	return strings.Compare(h.spelling, g.spelling)
}

// placeParams gives the templates their values and sorts what is left over.
// Params and Query then meet in the query of GET and HEAD, where a key is
// written once: the later layer wins, and within one layer Query.
func (c *call) placeParams() {
	sorted := len(c.params.items()) > maxInsertion // so that placeParam can search
	if sorted {
		c.params.keep(len(latestParams(c.params.items())))
	}
	if c.template != nil {
		c.fill(&c.values, c.template.Names)
	}
	c.fill(&c.baseValues, c.base.Names)
	params, n := c.params.items(), 0
	for i := range params {
		if !params[i].placed && !params[i].overridden {
			params[n], params[i] = params[i], params[n]
			n++
		}
	}
	left := params[:n]
	if !sorted {
		left = latestParams(left)
	}
	c.leftovers = len(left)
	if !c.sendsQuery() {
		return
	}
	for i := 1; i < len(left); i++ {
		switch p, q := &left[i-1], &left[i]; {
		case p.key != q.key || isUnset(p.value) || isUnset(q.value):
		case p.layer > q.layer:
			q.overridden = true
		default:
			p.overridden = true
		}
	}
}

// sendsQuery reports whether the method sends leftover Params in the query.
func (c *call) sendsQuery() bool { return c.method == "GET" || c.method == "HEAD" }

func (c *call) fill(values *list[address.Value], names []string) {
	for _, name := range names {
		values.add(c.placeParam(name))
	}
}

// placeParam marks the Params that a placeholder names, and returns their last
// value.
func (c *call) placeParam(name string) (v address.Value) {
	params := c.params.items()
	if len(params) > maxInsertion {
		params = find(params, name)
	}
	var latest *param
	for i := len(params) - 1; i >= 0 && (latest == nil || c.paramMaps > 1); i-- {
		switch p := &params[i]; {
		case p.key != name || p.query || p.overridden:
		case latest != nil:
			p.overridden = true
		default:
			latest = p
		}
	}
	if latest == nil {
		return v
	}
	latest.placed = true
	if !isUnset(latest.value) {
		v = address.Value{V: latest.value, OK: true}
	}
	return v
}

// find returns the pair of Params with a key in a list that latestParams has
// made, in a list of its own.
func find(params []param, key string) []param {
	i, _ := slices.BinarySearchFunc(params, key, func(p param, key string) int { return strings.Compare(p.key, key) })
	return params[i:min(i+1, len(params))]
}

// options prints a call as Options. Empty maps and lists are nil, so that equal
// options are equal by reflect.DeepEqual.
func (c *call) options() Options {
	o := Options{Method: c.method, URL: c.url, BaseURL: c.baseURL, Lists: c.lists, Data: c.data, Meta: c.meta}
	o.MediaType.Format = c.media.Format
	o.MediaType.Previews = mediatype.Unique(append([]string(nil), c.media.Previews...))
	for _, h := range c.headers.items() {
		o.Headers = put(o.Headers, h.name.lower, h.value)
	}
	for _, p := range c.params.items() {
		switch {
		case p.overridden:
		case p.query:
			o.Query = putParam(o.Query, c.d.options.Query, &p)
		default:
			o.Params = putParam(o.Params, c.d.options.Params, &p)
		}
	}
	return o
}

// putParam puts a pair into m, or removes what is there if it is unset, unless
// the defaults have its key.
func putParam[M ~map[string]any](m, defaults M, p *param) M {
	if _, ok := defaults[p.key]; isUnset(p.value) && !ok {
		delete(m, p.key)
		return m
	}
	return put(m, p.key, p.value)
}

func put[M ~map[string]V, V any](m M, key string, value V) M {
	if m == nil {
		m = make(M)
	}
	m[key] = value
	return m
}

func isUnset(v any) bool {
	_, ok := v.(unset)
	return ok
}

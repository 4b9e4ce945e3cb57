// Layers: Merge and Defaults put them over one another as maps, call.read reads
// them in place. Also ParamsOf.

package endpoint

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/fieldtag"
	"example.com/endpoint/internal/mediatype"
)

// Merge returns the options of a route and layers over the defaults: the
// template is not expanded, the accept header not amended and nothing checked,
// which is for Parse to do. Later layers win over earlier ones, and all layers
// over the route. The method is in upper case, header names in lower case.
//
// A header that a layer removes is in the result with the empty value, and a
// key of e's defaults that one removes is there as [Unset]: merged again over
// e, the result stays as it is.
func (e Endpoint) Merge(route string, layers ...Layer) Options {
	d := e.defaults()
	o := d.options.clone()
	r := parseRoute(route)
	if r.method != "" {
		o.Method = r.method
	}
	if r.url != "" {
		o.URL = r.url
	}
	for _, l := range layers {
		o.apply(l)
	}
	dropUnset(o.Params, d.options.Params)
	dropUnset(o.Query, d.options.Query)
	return o.clone()
}

// apply puts one layer over o, whose maps are its own.
func (o *Options) apply(l Layer) {
	switch l := known(l).(type) {
	case nil:
	case Options:
		o.applyOptions(&l)
	case Params:
		o.Params = overlay(o.Params, l)
	case Query:
		o.Query = overlay(o.Query, l)
	case Headers:
		o.Headers = overlayHeaders(o.Headers, l)
	case MediaType:
		o.MediaType.apply(&l)
	}
}

// known returns the layer itself, or what it points to. No other type can be
// a Layer but one that embeds one of ours, which nothing here could read.
func known(l Layer) Layer {
	switch l := l.(type) {
	case nil, Options, Params, Query, Headers, MediaType:
		return l
	case *Options:
		return pointee(l)
	case *Params:
		return pointee(l)
	case *Query:
		return pointee(l)
	case *Headers:
		return pointee(l)
	case *MediaType:
		return pointee(l)
	}
	// reflect.TypeOf and not fmt, which would move every layer to the heap.
	panic("endpoint: " + reflect.TypeOf(l).String() + " is not a layer: use Options, Params, Query, Headers or MediaType")
}

func pointee[L Layer](l *L) Layer {
	if l == nil {
		return nil
	}
	return *l
}

func (o *Options) applyOptions(l *Options) {
	if l.Method != "" {
		o.Method = ascii.Upper(l.Method)
	}
	if l.URL != "" {
		o.URL = l.URL
	}
	if l.BaseURL != "" {
		o.BaseURL = l.BaseURL
	}
	if l.Data != nil {
		o.Data = l.Data
	}
	if l.Meta != nil {
		o.Meta = l.Meta
	}
	o.Headers = overlayHeaders(o.Headers, l.Headers)
	o.MediaType.apply(&l.MediaType)
	o.Params = overlay(o.Params, l.Params)
	o.Query = overlay(o.Query, l.Query)
}

func overlay[M ~map[string]any](m, over M) M {
	if m == nil && len(over) > 0 {
		m = make(M, len(over))
	}
	maps.Copy(m, over)
	return m
}

func overlayHeaders(h, over Headers) Headers {
	if h == nil && len(over) > 0 {
		h = make(Headers, len(over))
	}
	for _, name := range slices.Sorted(maps.Keys(over)) {
		h[ascii.Lower(name)] = over[name]
	}
	return h
}

// apply puts l over m without writing to the lists of either. The previews are
// not yet a union then: that is made when all layers are applied, so that many
// cost no more, and one list needs no copy.
func (m *MediaType) apply(l *MediaType) {
	if l.Format != "" {
		m.Format = l.Format
	}
	if len(m.Previews) == 0 {
		m.Previews = slices.Clip(l.Previews)
		return
	}
	m.Previews = append(m.Previews, l.Previews...)
}

// dropUnset removes the keys that are unset, but for those of defaults.
func dropUnset[M ~map[string]any](m, defaults M) {
	for k, v := range m {
		if _, ok := v.(unset); !ok {
			continue
		}
		if _, ok := defaults[k]; !ok {
			delete(m, k)
		}
	}
}

// clone copies what the caller may write to, one level deep. Empty maps and
// lists become nil, so that equal options are equal by reflect.DeepEqual.
func (o Options) clone() Options {
	o.Headers = cloneMap(o.Headers)
	o.Params = cloneMap(o.Params)
	o.Query = cloneMap(o.Query)
	o.MediaType.Previews = mediatype.Unique(append([]string(nil), o.MediaType.Previews...))
	return o
}

func cloneMap[M ~map[string]V, V any](m M) M {
	if len(m) == 0 {
		return nil
	}
	return maps.Clone(m)
}

// A call is everything that one request is made of, read in place from the
// defaults, the route and the layers: what Merge would copy. It lives on the
// stack of Build and HTTPRequest, which is why it holds arrays and no slices
// of them, and why what is appended to is passed in and returned.
type call struct {
	d       *defaults
	method  string
	url     string    // the template as written
	t       *template // compiled; nil for a plain path and for none
	tErr    error
	base    *base
	media   MediaType
	amended bool // the accept header of d is not that of this call
	data    any
	meta    any

	slots     slots        // by slot of t
	baseSlots slots        // by name of base
	params    list[pair]   // of the layers, by key
	query     list[pair]   // of the layers, by key
	headers   list[header] // of the layers, by name
	invalid   bool         // one of them is
	path      path
	built     built
}

// few is how many items of a kind a call commonly has.
const few = 8

// A list holds its first items itself, and all of them elsewhere when there
// are more.
type list[T any] struct {
	n     int
	first [few]T
	many  []T
}

func (l *list[T]) add(item T) {
	if l.many == nil && l.n < few {
		l.first[l.n] = item
		l.n++
		return
	}
	if l.many == nil {
		l.many = append(make([]T, 0, 4*few), l.first[:]...)
	}
	l.many = append(l.many, item)
}

func (l *list[T]) items() []T {
	if l.many != nil {
		return l.many
	}
	return l.first[:l.n]
}

// truncate keeps the first n items.
func (l *list[T]) truncate(n int) {
	l.n = min(n, few)
	if l.many != nil {
		l.many = l.many[:n]
	}
}

// Slots are the values of template variables, as far as the layers of a call
// say: where they do not, the defaults do.
type slots struct {
	first [few]slot
	many  []slot // instead, where there are more variables
}

func (s *slots) init(n int) {
	if n > few {
		s.many = make([]slot, n)
	}
}

func (s *slots) at(i int) *slot {
	if s.many != nil {
		return &s.many[i]
	}
	return &s.first[i]
}

type slot struct {
	value any
	state slotState
}

type slotState uint8

const (
	unspecified slotState = iota
	present
	absent // Unset
)

func newSlot(v any) slot {
	if _, ok := v.(unset); ok {
		return slot{state: absent}
	}
	return slot{v, present}
}

// read reads the route and the layers over d.
func (c *call) read(d *defaults, text string, layers []Layer) {
	c.d, c.base, c.method, c.media = d, d.base, d.options.Method, d.options.MediaType
	c.data, c.meta = d.options.Data, d.options.Meta
	c.media.Previews = slices.Clip(c.media.Previews)
	c.readRoute(text)
	for _, l := range layers {
		c.readSettings(l)
	}
	if c.url == "" {
		c.url, c.t, c.tErr = d.options.URL, d.t, d.tErr
	}
	if c.t != nil {
		c.slots.init(len(c.t.Names))
	}
	c.baseSlots.init(len(c.base.Names))
	for i, l := range layers {
		c.readValues(i, l)
	}
	c.params.truncate(sortPairs(c.params.items()))
	c.query.truncate(sortPairs(c.query.items()))
	c.headers.truncate(sortHeaders(c.headers.items()))
}

// readRoute compiles the route, or takes a plain path as it is.
func (c *call) readRoute(text string) {
	if strings.IndexByte(text, '{') < 0 && strings.IndexByte(text, ':') < 0 {
		r := parseRoute(text)
		if r.method != "" {
			c.method = r.method
		}
		c.setURL(r.url)
		return
	}
	r, err := compileRoute(text)
	if r.method != "" {
		c.method = r.method
	}
	c.url, c.t, c.tErr = r.url, r.t, err
}

// setURL sets the template; "" changes nothing.
func (c *call) setURL(s string) {
	if s == "" {
		return
	}
	c.url, c.t, c.tErr = s, nil, nil
	if !isPlainPath(s) {
		c.t, c.tErr = cachedTemplate(s)
	}
}

// readSettings reads what decides how the values of all layers are read.
func (c *call) readSettings(l Layer) {
	switch l := known(l).(type) {
	case Options:
		c.readOptions(&l)
	case MediaType:
		c.readMediaType(&l)
	}
}

func (c *call) readOptions(o *Options) {
	if o.Method != "" {
		c.method = ascii.Upper(o.Method)
	}
	c.setURL(o.URL)
	if o.BaseURL != "" {
		c.base = cachedBase(o.BaseURL)
	}
	if o.Data != nil {
		c.data = o.Data
	}
	if o.Meta != nil {
		c.meta = o.Meta
	}
	c.readMediaType(&o.MediaType)
}

func (c *call) readMediaType(m *MediaType) {
	if m.Format != "" || len(m.Previews) > 0 {
		c.media.apply(m)
		c.amended = true
	}
}

// readValues reads the values of layer i.
func (c *call) readValues(i int, l Layer) {
	switch l := known(l).(type) {
	case Options:
		c.readParams(i, l.Params)
		c.readQuery(i, l.Query)
		c.readHeaders(i, l.Headers)
	case Params:
		c.readParams(i, l)
	case Query:
		c.readQuery(i, l)
	case Headers:
		c.readHeaders(i, l)
	}
}

func (c *call) readParams(seq int, params Params) {
	for k, v := range params {
		if !c.fill(k, v) {
			c.params.add(pair{key: k, value: v, seq: int32(seq)})
		}
	}
}

// fill puts a value into the slots that its key names, if there are any.
func (c *call) fill(key string, v any) bool {
	named := false
	if c.t != nil {
		if i := c.t.Slot(key); i >= 0 {
			*c.slots.at(i), named = newSlot(v), true
		}
	}
	if len(c.base.Names) > 0 {
		if i := c.base.Slot(key); i >= 0 {
			*c.baseSlots.at(i), named = newSlot(v), true
		}
	}
	return named
}

// names reports whether a placeholder has this name.
func (c *call) names(key string) bool {
	return c.t != nil && c.t.Slot(key) >= 0 || c.base.Slot(key) >= 0
}

func (c *call) readQuery(seq int, query Query) {
	for k, v := range query {
		c.query.add(pair{key: k, value: v, seq: int32(seq)})
	}
}

func (c *call) readHeaders(seq int, headers Headers) {
	for name, value := range headers {
		h := newHeader(name, value, seq)
		c.invalid = c.invalid || h.invalid != valid
		c.headers.add(h)
	}
}

// sortPairs sorts by key and moves the last layer's pair of each key to the
// front. It returns how many they are.
func sortPairs(pairs []pair) int {
	if len(pairs) > 2*few {
		slices.SortFunc(pairs, func(a, b pair) int { return a.compare(&b) })
	} else {
		for i := 1; i < len(pairs); i++ {
			for j := i; j > 0 && pairs[j].compare(&pairs[j-1]) < 0; j-- {
				pairs[j], pairs[j-1] = pairs[j-1], pairs[j]
			}
		}
	}
	n := 0
	for i := range pairs {
		if n == 0 || pairs[n-1].key != pairs[i].key {
			n++
		}
		if n-1 != i {
			pairs[n-1] = pairs[i]
		}
	}
	return n
}

func (p *pair) compare(q *pair) int {
	if n := strings.Compare(p.key, q.key); n != 0 {
		return n
	}
	return int(p.seq - q.seq)
}

// sortHeaders sorts by name without regard to case and moves to the front, of
// each name, the last layer's field, and of one layer the spelling last in byte
// order. It returns how many they are. It is sortPairs for headers: one function
// of a type parameter for both made a call 5% slower.
func sortHeaders(headers []header) int {
	if len(headers) > 2*few {
		slices.SortFunc(headers, func(a, b header) int { return a.compare(&b) })
	} else {
		for i := 1; i < len(headers); i++ {
			for j := i; j > 0 && headers[j].compare(&headers[j-1]) < 0; j-- {
				headers[j], headers[j-1] = headers[j-1], headers[j]
			}
		}
	}
	n := 0
	for i := range headers {
		if n == 0 || headers[n-1].of.lower != headers[i].of.lower {
			n++
		}
		headers[n-1] = headers[i]
	}
	return n
}

func (h *header) compare(g *header) int {
	if n := strings.Compare(h.of.lower, g.of.lower); n != 0 {
		return n
	}
	if h.seq != g.seq {
		return int(h.seq - g.seq)
	}
	return strings.Compare(h.name, g.name)
}

// ParamsOf turns a struct or a map into Params, by the names and rules that
// encoding/json has for it: json tags with omitempty and omitzero, []byte as
// base64, text that is not UTF-8 replaced. Numbers keep their digits. A nil
// pointer, or a struct of which everything is omitted, gives an empty map.
//
// A value that is no JSON object is [ErrParam], and so is an exported field
// with a url or form tag and no json tag, whose name would be wrong, also in
// what the value holds.
func ParamsOf(v any) (Params, error) {
	fail := func(name, reason string, cause error) (Params, error) {
		return nil, &Error{Name: name, Err: &reasonError{ErrParam, reason, cause}}
	}
	b, err := json.Marshal(v)
	if field := fieldtag.Foreign(v, err == nil); field != "" {
		return fail(field, "the field has a url or form tag and no json tag", nil)
	}
	if err != nil {
		return fail("", fmt.Sprintf("%T cannot be encoded as JSON", v), harmless(err, v))
	}
	params := Params{}
	if isNull(b) {
		return params, nil
	}
	if b[0] != '{' {
		return fail("", fmt.Sprintf("%T is not an object in JSON", v), nil)
	}
	if err := decode(b, &params); err != nil { // it nests deeper than encoding/json reads
		return fail("", fmt.Sprintf("%T cannot be read back from JSON", v), nil)
	}
	return params, nil
}

package endpoint

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/rfc6570"
)

var (
	lower     = ascii.Lower
	upper     = ascii.Upper
	equalFold = ascii.EqualFold
)

// Merge returns the options of a route and layers over the defaults: the
// template is not expanded, the accept header not amended and nothing checked,
// which is for Parse to do. Later layers win over earlier ones, and all layers
// over the route. The method is in upper case, header names in lower case.
//
// A header with the empty value stays as a mark that it was removed, and so
// does an Unset where the defaults of e have the key; so merging the result
// again changes nothing.
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
		o.MediaType.apply(l)
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
	panic(fmt.Sprintf("endpoint: %T is not a layer: use Options, Params, Query, Headers or MediaType", l))
}

func pointee[L Layer](l *L) Layer {
	if l == nil {
		return nil
	}
	return *l
}

func (o *Options) applyOptions(l *Options) {
	if l.Method != "" {
		o.Method = upper(l.Method)
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
	o.MediaType.apply(l.MediaType)
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
		h[lower(name)] = over[name]
	}
	return h
}

func (m *MediaType) apply(l MediaType) {
	if l.Format != "" {
		m.Format = l.Format
	}
	m.Previews = unionPreviews(m.Previews, l.Previews)
}

// unionPreviews returns the previews of a and then those of b, each once and
// without the suffix. It never writes to either.
func unionPreviews(a, b []string) []string {
	if len(b) == 0 {
		return a
	}
	union := make([]string, 0, len(a)+len(b))
	seen := make(map[string]bool, len(a)+len(b))
	for _, list := range [...][]string{a, b} {
		for _, name := range list {
			for strings.HasSuffix(name, "-preview") {
				name = strings.TrimSuffix(name, "-preview")
			}
			if !seen[name] {
				seen[name] = true
				union = append(union, name)
			}
		}
	}
	return union
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
	o.MediaType.Previews = append([]string(nil), o.MediaType.Previews...)
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
// stack of Build and HTTPRequest.
type call struct {
	d       *defaults
	method  string
	url     string // the template as written
	t       *template
	tErr    error
	base    *base
	media   MediaType
	amended bool // the accept header of d is not that of this call
	data    any
	meta    any

	slots     []slot // by slot of t
	baseSlots []slot // by name of base
	params    []pair // of the layers, by key
	query     []pair // of the layers, by key
	headers   []header
	built     built

	// Backing arrays of the usual sizes.
	plain       template
	plainPart   [1]rfc6570.Part
	plainMarks  [1]marks
	slotArray   [8]slot
	paramArray  [8]pair
	queryArray  [4]pair
	headerArray [4]header
}

// A slot is the value of a template variable, as far as the layers of a call
// say: where they do not, the defaults do.
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

// read reads the route and the layers over d. It fails only on a method.
func (c *call) read(d *defaults, text string, layers []Layer) error {
	c.d, c.base, c.method, c.media = d, d.base, d.options.Method, d.options.MediaType
	c.data, c.meta = d.options.Data, d.options.Meta
	c.readRoute(text)
	c.readSettings(layers)
	if c.url == "" && c.tErr == nil {
		c.url, c.t, c.tErr = d.options.URL, d.t, d.tErr
	}
	c.slots, c.baseSlots = c.slotArray[:0], nil
	if c.t != nil {
		c.slots = grow(c.slots, len(c.t.Names))
	}
	if n := len(c.base.names); n > 0 {
		c.baseSlots = make([]slot, n)
	}
	c.params, c.query, c.headers = c.paramArray[:0], c.queryArray[:0], c.headerArray[:0]
	for i, l := range layers {
		c.readValues(i, l)
	}
	c.params = sortPairs(c.params)
	c.query = sortPairs(c.query)
	c.headers = sortHeaders(c.headers)
	return nil
}

func grow(s []slot, n int) []slot {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]slot, n)
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
	switch {
	case s == "":
		return
	case isPlainPath(s):
		c.plainPart[0].Literal = s
		c.plainMarks[0] = markSegments(s)
		c.plain = template{Template: rfc6570.Template{Parts: c.plainPart[:]}, marks: c.plainMarks[:]}
		c.t, c.tErr = &c.plain, nil
	default:
		c.t, c.tErr = cachedTemplate(s)
	}
	c.url = s
}

// readSettings reads what decides how the values of the layers are read.
func (c *call) readSettings(layers []Layer) {
	for _, l := range layers {
		switch l := known(l).(type) {
		case Options:
			c.readOptions(&l)
		case MediaType:
			c.readMediaType(l)
		}
	}
}

func (c *call) readOptions(o *Options) {
	if o.Method != "" {
		c.method = upper(o.Method)
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
	c.readMediaType(o.MediaType)
}

func (c *call) readMediaType(m MediaType) {
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
			c.params = append(c.params, pair{key: k, value: v, seq: seq})
		}
	}
}

// fill puts a value into the slots that its key names, if there are any.
func (c *call) fill(key string, v any) bool {
	named := false
	if c.t != nil {
		if i := c.t.Slot(key); i >= 0 {
			c.slots[i], named = newSlot(v), true
		}
	}
	if len(c.baseSlots) > 0 {
		if i := c.base.slot(key); i >= 0 {
			c.baseSlots[i], named = newSlot(v), true
		}
	}
	return named
}

// names reports whether a placeholder has this name.
func (c *call) names(key string) bool {
	return c.t != nil && c.t.Slot(key) >= 0 || len(c.baseSlots) > 0 && c.base.slot(key) >= 0
}

func (c *call) readQuery(seq int, query Query) {
	for k, v := range query {
		c.query = append(c.query, pair{key: k, value: v, seq: seq})
	}
}

func (c *call) readHeaders(seq int, headers Headers) {
	for name, value := range headers {
		h := header{name: name, value: value, seq: seq}
		h.check()
		c.headers = append(c.headers, h)
	}
}

// fewItems is up to how many items an insertion sort beats slices.SortFunc.
const fewItems = 12

// sortPairs sorts by key and keeps the last layer's pair of each key.
func sortPairs(pairs []pair) []pair {
	return sortLast(pairs, func(a, b *pair) int { return strings.Compare(a.key, b.key) },
		func(a, b *pair) int { return a.seq - b.seq })
}

// sortHeaders sorts by name without regard to case and keeps, of each name,
// the last layer's field, and of one layer the spelling last in byte order.
func sortHeaders(headers []header) []header {
	return sortLast(headers, func(a, b *header) int { return ascii.CompareFold(a.name, b.name) },
		func(a, b *header) int {
			if a.seq != b.seq {
				return a.seq - b.seq
			}
			return strings.Compare(a.name, b.name)
		})
}

// sortLast sorts by key, then by age, and keeps the last of each key.
func sortLast[T any](items []T, key, age func(a, b *T) int) []T {
	if len(items) < 2 {
		return items
	}
	compare := func(a, b *T) int {
		if n := key(a, b); n != 0 {
			return n
		}
		return age(a, b)
	}
	if len(items) > fewItems {
		slices.SortFunc(items, func(a, b T) int { return compare(&a, &b) })
	} else {
		for i := 1; i < len(items); i++ {
			for j := i; j > 0 && compare(&items[j], &items[j-1]) < 0; j-- {
				items[j], items[j-1] = items[j-1], items[j]
			}
		}
	}
	kept := items[:1]
	for i := 1; i < len(items); i++ {
		if key(&items[i], &kept[len(kept)-1]) == 0 {
			kept[len(kept)-1] = items[i]
		} else {
			kept = append(kept, items[i])
		}
	}
	return kept
}

// ParamsOf turns a struct or a map into Params, by the names and rules that
// encoding/json has for it: json tags with omitempty and omitzero, []byte as
// base64, text that is not UTF-8 replaced. Numbers keep their digits. A nil
// pointer, or a struct of which everything is omitted, gives an empty map.
//
// A value that is no JSON object is [ErrParam], and so is an exported field
// with a url or form tag and no json tag, whose name would be wrong.
func ParamsOf(v any) (Params, error) {
	fail := func(name, reason string, cause error) (Params, error) {
		return nil, &Error{Name: name, Err: &reasonError{ErrParam, reason, cause}}
	}
	if field := foreignTag(reflect.TypeOf(v), map[reflect.Type]bool{}); field != "" {
		return fail(field, "the field has a url or form tag and no json tag", nil)
	}
	b, err := json.Marshal(v)
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
	return readAny(b).(map[string]any), nil
}

// foreignTag returns the first field of a type that has its name in a url or
// form tag only.
func foreignTag(t reflect.Type, seen map[reflect.Type]bool) string {
	if t == nil || seen[t] || t.Implements(jsonMarshalerType) || t.Implements(textMarshalerType) {
		return ""
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return foreignTag(t.Elem(), seen)
	case reflect.Struct:
	default:
		return ""
	}
	for i := range t.NumField() {
		f := t.Field(i)
		_, isJSON := f.Tag.Lookup("json")
		_, isURL := f.Tag.Lookup("url")
		_, isForm := f.Tag.Lookup("form")
		if f.IsExported() && !isJSON && (isURL || isForm) {
			return f.Name
		}
		if f.IsExported() || f.Anonymous {
			if name := foreignTag(f.Type, seen); name != "" {
				return name
			}
		}
	}
	return ""
}

var (
	jsonMarshalerType = reflect.TypeFor[json.Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
)

package endpoint

import (
	"bytes"
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/mediatype"
	"example.com/endpoint/internal/rfc6570"
)

// Parse turns merged options into the description of a request: it expands the
// template, puts the parameters that no placeholder names into the query or
// the body, amends the accept header and sets a content-type. It reads only
// merged and adds no default, so that a missing Method is [ErrMethod] and a
// path without BaseURL [ErrBaseURL]. Errors are those of Build.
func (e Endpoint) Parse(merged Options) (Request, error) {
	var c call
	if err := c.read(noDefaults, "", []Layer{merged}); err != nil {
		return Request{}, err
	}
	return c.request()
}

// request is the outcome of a call as a description.
func (c *call) request() (Request, error) {
	if err := c.parse(); err != nil {
		return Request{}, err
	}
	headers := make(Headers, len(c.built.headers))
	for i := range c.built.headers {
		h := &c.built.headers[i]
		if h.lower == "" {
			h.lower = lower(h.name)
		}
		headers[h.lower] = h.value
	}
	return Request{
		Method:  lower(c.method),
		URL:     c.built.url,
		Headers: headers,
		Body:    c.body(),
		Meta:    c.meta,
	}, nil
}

// body is the body as a value; the leftover parameters as a map.
func (c *call) body() any {
	if c.built.send != sendJSON {
		return c.built.body
	}
	m := make(map[string]any)
	left := c.leftovers()
	for p := left.next(); p != nil; p = left.next() {
		m[p.key] = p.value
	}
	return m
}

// built is what parsing makes of a call.
type built struct {
	url     string
	origin  *url.URL // scheme, user and host of url, where known beforehand
	path    int      // offset of the path in url, where origin is known
	headers []header
	body    any  // where send is not sendJSON
	send    send // what becomes of leftover parameters

	headerArray [8]header
}

// send is where the parameters go that no placeholder names.
type send uint8

const (
	sendNothing   send = iota // there are none, or the method has no place for them
	sendQuery                 // GET, HEAD
	sendJSON                  // a JSON object
	sendForm                  // url.Values
	sendWrongType             // a content-type that is neither
	sendData                  // Data is the body, parameters are left out
)

func (c *call) fail(kind error, name, reason string) error {
	err := &Error{Route: c.routeText(), Name: name, Err: kind}
	if reason != "" {
		err.Err = &reasonError{kind: kind, reason: reason}
	}
	return err
}

// failValue is the error of a parameter whose value has no text.
func (c *call) failValue(name string, value any, err error) error {
	return &Error{c.routeText(), name, &reasonError{ErrParam, err.Error(), harmless(rfc6570.Cause(err), value)}}
}

// routeText is method and template as an error shows them.
func (c *call) routeText() string {
	return strings.TrimSpace(printable(c.method + " " + maskPassword(c.url)))
}

// parse does all that is the same for every kind of outcome, in the order in
// which errors are promised.
func (c *call) parse() error {
	switch {
	case c.method == "":
		return c.fail(ErrMethod, "", "it is missing")
	case !ascii.IsToken(c.method):
		return c.fail(ErrMethod, "", "it is not a token")
	case c.tErr != nil:
		return c.fail(ErrRoute, "", c.tErr.Error())
	case c.t == nil:
		return c.fail(ErrRoute, "", "the URL is missing")
	}
	var stack [512]byte
	w := writer{c: c, buf: stack[:0], joint: -1, inPath: true}
	if err := w.expand(); err != nil {
		return err
	}
	if err := c.place(&w); err != nil {
		return err
	}
	c.built.url = string(w.buf)
	if err := c.buildHeaders(); err != nil {
		return err
	}
	return c.buildBody()
}

// A writer expands a template and watches the path while it does.
type writer struct {
	c   *call
	buf []byte

	joint          int  // where a slash may have to come before what follows; -1: nowhere
	afterAuthority bool // what follows may also begin with "?" or "#" there

	// The path segment being written, from segment on.
	inPath  bool
	segment int
	touched bool   // an expression lies in it
	who     string // the last variable in it
	needed  string // the first that may not leave it empty
	unsafe  string // the first variable that made any segment unsafe
	reason  string
}

// expand writes the address and the template.
func (w *writer) expand() error {
	c, t := w.c, w.c.t
	first := t.authority
	switch {
	case t.authority > 0:
		if err := w.authority(t, c.slots, false); err != nil {
			return err
		}
		w.joint, w.afterAuthority = len(w.buf), true
		c.built.origin, c.built.path = t.origin, len(w.buf)
	default:
		lead, err := w.lead()
		if err != nil {
			return err
		}
		if lead {
			first = 1
		} else if err := w.base(); err != nil {
			return err
		}
	}
	w.segment = max(w.segment, w.joint)
	start := len(w.buf)
	if err := w.parts(t, first, c.slots, false); err != nil {
		return err
	}
	if len(w.buf) == start && w.joint >= 0 && t.authority == 0 && !w.afterAuthority {
		w.buf = append(w.buf, c.base.slashes...)
	}
	if w.unsafe != "" {
		return c.fail(ErrUnsafePath, w.unsafe, w.reason)
	}
	return nil
}

// parts writes the parts of a template from the first on, to the end of the
// path or of the template.
func (w *writer) parts(t *template, first int, slots []slot, ofBase bool) error {
	for i := first; i < len(t.Parts); i++ {
		p := &t.Parts[i]
		var err error
		if len(p.Vars) == 0 {
			err = w.literal(p.Literal, t.marks[i])
		} else {
			err = w.expression(p, slots, ofBase)
		}
		if err != nil {
			return err
		}
	}
	if w.inPath {
		return w.closeSegment(len(w.buf))
	}
	return nil
}

// base writes the base address without the slashes at its end.
func (w *writer) base() error {
	c, b := w.c, w.c.base
	if b.err != nil {
		return c.fail(ErrBaseURL, "BaseURL", b.err.Error())
	}
	if b.prefix != "" {
		w.buf = append(w.buf, b.prefix...)
		c.built.origin, c.built.path = b.t.origin, len(b.t.Parts[0].Literal)
	} else {
		if err := w.authority(b.t, c.baseSlots, true); err != nil {
			return err
		}
		w.segment = len(w.buf)
		if err := w.parts(b.t, b.t.authority, c.baseSlots, true); err != nil {
			return err
		}
		w.touched, w.needed = false, ""
	}
	w.joint = len(w.buf)
	return nil
}

// variable returns the value of a variable and whether any layer has it.
func (w *writer) variable(v *rfc6570.Var, slots []slot, ofBase bool) (any, bool) {
	i := v.Slot
	if ofBase {
		i = w.c.base.slot(v.Name)
	}
	if s := &slots[i]; s.state != unspecified {
		return s.value, s.state == present
	}
	value, ok := w.c.d.options.Params[v.Name]
	return value, ok
}

// authority writes scheme and authority, where a variable may hold only what
// cannot end a host or port.
func (w *writer) authority(t *template, slots []slot, ofBase bool) error {
	for i := range t.authority {
		p := &t.Parts[i]
		if len(p.Vars) == 0 {
			w.buf = append(w.buf, p.Literal...)
			continue
		}
		name := p.Vars[0].Name
		value, ok := w.variable(&p.Vars[0], slots, ofBase)
		text := ""
		if ok {
			v, err := rfc6570.Of(value)
			if err != nil {
				return w.c.failValue(name, value, err)
			}
			if v.IsList() || v.IsMap() {
				return w.c.fail(ErrParam, name, "a list or map may not stand in a host or port")
			}
			text = v.Text()
		}
		switch {
		case text == "":
			return w.c.fail(ErrMissingParam, name, "")
		case t.ports[i] && strings.Trim(text, "0123456789") != "":
			return w.c.fail(ErrParam, name, "a port has digits only")
		case !isHostText(text):
			return w.c.fail(ErrParam, name, `a part of a host has letters, digits, "-", "_" and inner dots only`)
		}
		w.buf = append(w.buf, text...)
	}
	return nil
}

func isHostText(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		isAlnum := '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
		if !isAlnum && c != '-' && c != '_' && (c != '.' || i == 0 || i == len(s)-1) {
			return false
		}
	}
	return true
}

// lead writes the address that the template's first variable holds, if it is
// one that may and does.
func (w *writer) lead() (bool, error) {
	c, t := w.c, w.c.t
	if !t.lead {
		return false, nil
	}
	name := t.Parts[0].Vars[0].Name
	value, ok := w.variable(&t.Parts[0].Vars[0], c.slots, false)
	v, err := rfc6570.Of(value)
	if !ok || err != nil || !isAbsolute(v.Text()) {
		return false, nil // for the expression to judge
	}
	text := v.Text()
	w.buf = rfc6570.AppendReserved(w.buf, text)
	u, err := url.Parse(string(w.buf))
	switch {
	case strings.ContainsAny(text, "{}"):
		return false, c.fail(ErrParam, name, "an address may not hold braces: expand it first, or cut them off")
	case err != nil || u.Hostname() == "":
		return false, c.fail(ErrParam, name, "it is not a valid http or https address")
	}
	w.trackLead(name, len(t.Parts) == 1)
	return true, nil
}

// trackLead sets the state of the path after a leading address.
func (w *writer) trackLead(name string, whole bool) {
	w.who = name
	authority := authorityEnd(string(w.buf))
	end := len(w.buf)
	if i := bytes.IndexAny(w.buf, "?#"); i >= 0 {
		end, w.inPath = i, false
		if !whole {
			w.refuse(name, "an address with a query or fragment may only stand alone")
		}
	}
	if authority == end && w.inPath {
		w.joint, w.afterAuthority = end, true
		return
	}
	w.segment, w.touched = min(authority+1, end), true
	if !w.inPath && hasDotSegment(w.buf[w.segment:end]) {
		w.refuse(name, dotSegment)
	}
}

// join puts a slash between an address and what follows it, unless that has
// one. It returns where what was appended at start begins.
func (w *writer) join(start int) int {
	if w.joint < 0 || len(w.buf) == w.joint {
		return start
	}
	at := w.joint
	w.joint = -1
	c := w.buf[at]
	if c == '/' || w.afterAuthority && (c == '?' || c == '#') {
		return start
	}
	w.buf = append(w.buf, 0)
	copy(w.buf[at+1:], w.buf[at:])
	w.buf[at] = '/'
	w.segment = at + 1
	return start + 1
}

func (w *writer) literal(s string, m marks) error {
	start := len(w.buf)
	w.buf = append(w.buf, s...)
	start = w.join(start)
	if !w.inPath || m.first < 0 {
		return nil
	}
	err := w.closeSegment(start + m.first)
	w.inPath = !m.ends
	w.open(start+m.last, false, "")
	return err
}

// open begins a path segment.
func (w *writer) open(at int, touched bool, needed string) {
	w.segment, w.touched, w.needed = at, touched, needed
}

func (w *writer) expression(p *rfc6570.Part, slots []slot, ofBase bool) error {
	required := p.Op == 0 || p.Op == '+'
	if w.inPath && p.Op != '?' && p.Op != '#' {
		w.touched = true
	}
	first := true
	for i := range p.Vars {
		v := &p.Vars[i]
		value, ok := w.variable(v, slots, ofBase)
		if !ok && required {
			return w.c.fail(ErrMissingParam, v.Name, "")
		}
		if w.inPath {
			w.who = v.Name
			if required && w.needed == "" {
				w.needed = v.Name
			}
		}
		start := len(w.buf)
		buf, wrote, err := p.AppendVar(w.buf, v, value, first)
		if err != nil {
			return w.c.failValue(v.Name, value, err)
		}
		w.buf = buf
		if !wrote {
			continue
		}
		start = w.join(start)
		first = false
		if w.inPath {
			if err := w.track(p.Op, v.Name, start); err != nil {
				return err
			}
		}
	}
	return nil
}

// track follows the path through what one variable wrote from start on. Only
// the operators "/", "?" and "#" delimit anything there; of the others only "+"
// leaves such characters of a value as they are.
func (w *writer) track(op byte, name string, start int) error {
	switch op {
	case '?', '#':
		w.inPath = false
		return w.closeSegment(start)
	case '/':
		for i := start; i < len(w.buf); i++ {
			if w.buf[i] == '/' {
				if err := w.closeSegment(i); err != nil {
					return err
				}
				w.open(i+1, true, name)
			}
		}
	case '+':
		if bytes.ContainsAny(w.buf[start:], "?#") {
			w.refuse(name, `"?" or "#" would end the path`)
		}
	}
	return nil
}

// refuse records the first unsafe variable; the error waits until all
// variables are read, whose own errors come first.
func (w *writer) refuse(name, reason string) {
	if w.unsafe == "" {
		w.unsafe, w.reason = name, reason
	}
}

const dotSegment = `a path segment would be "." or ".."`

// closeSegment judges the path segment that ends at end.
func (w *writer) closeSegment(end int) error {
	if !w.touched {
		return nil
	}
	if end == w.segment {
		if w.needed != "" {
			return w.c.fail(ErrMissingParam, w.needed, "")
		}
		return nil
	}
	if hasDotSegment(w.buf[w.segment:end]) {
		w.refuse(w.who, dotSegment)
	}
	return nil
}

// hasDotSegment tells whether a server could take a piece of s for "." or
// "..": one that decodes triplets, takes "\" for "/", or cuts off what a
// segment has after ";" (RFC 3986 section 3.3).
func hasDotSegment(s []byte) bool {
	if bytes.IndexByte(s, '.') < 0 && !bytes.Contains(s, []byte("%2")) {
		return false
	}
	if bytes.IndexByte(s, '%') >= 0 {
		s = []byte(rfc6570.Unescape(string(s)))
	}
	for len(s) > 0 {
		piece := s
		if i := bytes.IndexAny(s, `/\`); i >= 0 {
			piece, s = s[:i], s[i+1:]
		} else {
			s = nil
		}
		if i := bytes.IndexByte(piece, ';'); i >= 0 {
			piece = piece[:i]
		}
		if string(piece) == "." || string(piece) == ".." {
			return true
		}
	}
	return false
}

var (
	errEmptyKey   = errors.New("a query key may not be empty")
	errMapInQuery = errors.New("a map has no place in a query")
	errMapInForm  = errors.New("a map has no place in a form")
)

// merged walks two sorted lists of pairs as one, the later winning over the
// earlier. Keys that are unset, and of the earlier those that placeholders
// name, are left out.
type merged struct {
	c              *call // whose placeholders count; nil: none
	earlier, later []pair
}

// leftovers are the parameters that no placeholder names.
func (c *call) leftovers() merged { return merged{c, c.d.params, c.params} }

func (c *call) queries() merged { return merged{nil, c.d.query, c.query} }

func (m *merged) next() *pair {
	for len(m.earlier)+len(m.later) > 0 {
		order := 0
		switch {
		case len(m.later) == 0:
			order = -1
		case len(m.earlier) == 0:
			order = 1
		default:
			order = strings.Compare(m.earlier[0].key, m.later[0].key)
		}
		if order < 0 {
			p := &m.earlier[0]
			m.earlier = m.earlier[1:]
			if m.c != nil && m.c.names(p.key) {
				continue
			}
			return p
		}
		p := &m.later[0]
		m.later = m.later[1:]
		if order == 0 {
			m.earlier = m.earlier[1:]
		}
		if _, ok := p.value.(unset); ok {
			continue
		}
		return p
	}
	return nil
}

// place puts the leftover parameters where the method has them, and Query into
// the query, in the order of their keys.
func (c *call) place(w *writer) error {
	b := &c.built
	b.send = c.destination()
	q := newQuery(w.buf, b.path)
	left, queries := c.leftovers(), c.queries()
	p, extra := left.next(), queries.next()
	found := p != nil
	for p != nil || extra != nil {
		if extra == nil || p != nil && p.key < extra.key || p != nil && p.key == extra.key && b.send != sendQuery {
			if err := c.placeParam(&q, p); err != nil {
				return err
			}
			p = left.next()
			continue
		}
		if p != nil && p.key == extra.key { // Query wins
			p = left.next()
		}
		if err := q.add(extra, appendQuery); err != nil {
			return c.failValue(extra.key, extra.value, err)
		}
		extra = queries.next()
	}
	w.buf = q.finish()
	if !found {
		b.send = sendNothing
	}
	return nil
}

// destination is where the method and content-type send leftover parameters.
func (c *call) destination() send {
	switch c.method {
	case "GET", "HEAD":
		return sendQuery
	case "PATCH", "POST", "PUT", "DELETE":
	default:
		return sendNothing
	}
	if c.data != nil {
		return sendData
	}
	switch contentType := c.header("content-type"); {
	case contentType == "" || isJSONType(contentType):
		return sendJSON
	case isType(contentType, formType):
		return sendForm
	}
	return sendWrongType
}

func (c *call) placeParam(q *query, p *pair) error {
	switch c.built.send {
	case sendQuery:
		if err := q.add(p, appendParam); err != nil {
			return c.failValue(p.key, p.value, err)
		}
	case sendForm:
		if err := c.addToForm(p); err != nil {
			return c.failValue(p.key, p.value, err)
		}
	case sendNothing:
		if !isNil(p.value) {
			return c.fail(ErrParam, p.key, "the method has no place for a parameter that the URL does not name")
		}
	}
	return nil
}

// isNil reports whether v is nil or holds a nil pointer, map or slice.
func isNil(v any) bool {
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Map, reflect.Slice:
		return rv.IsNil()
	}
	return false
}

// addToForm adds a parameter to the body as a form has it: a list is one pair
// per element, nil and empty lists are omitted.
func (c *call) addToForm(p *pair) error {
	form, ok := c.built.body.(url.Values)
	if !ok {
		form = url.Values{}
		c.built.body = form
	}
	if p.key == "" {
		return errEmptyKey
	}
	v, err := rfc6570.Of(p.value)
	if err != nil {
		return err
	}
	if v.IsMap() {
		return errMapInForm
	}
	return v.Each(func(e rfc6570.Value) { form.Add(p.key, e.Text()) })
}

// A query adds pairs to the query of a URL, before its fragment.
type query struct {
	buf      []byte
	fragment string
	own      []string            // the keys that the URL has itself
	ownSet   map[string]struct{} // the same where they are many
	sep      byte                // before the next pair; 0: nothing
}

func newQuery(buf []byte, path int) query {
	q := query{buf: buf, sep: '?'}
	i := bytes.IndexAny(buf[path:], "?#")
	if i < 0 {
		return q
	}
	i += path
	if j := bytes.IndexByte(buf[i:], '#'); j >= 0 {
		q.fragment = string(buf[i+j:])
		q.buf = buf[:i+j]
	}
	if i == len(q.buf) {
		return q
	}
	q.readOwn(string(q.buf[i+1:]))
	q.sep = '&'
	if last := q.buf[len(q.buf)-1]; last == '?' && i == len(q.buf)-1 || last == '&' {
		q.sep = 0
	}
	return q
}

// readOwn reads the keys of the URL's own query, decoded as servers do, which
// take "+" for a space.
func (q *query) readOwn(s string) {
	for pair := range strings.SplitSeq(s, "&") {
		key, _, _ := strings.Cut(pair, "=")
		q.own = append(q.own, rfc6570.Unescape(strings.ReplaceAll(key, "+", " ")))
	}
	if len(q.own) > fewItems {
		q.ownSet = make(map[string]struct{}, len(q.own))
		for _, key := range q.own {
			q.ownSet[key] = struct{}{}
		}
	}
}

func (q *query) has(key string) bool {
	if q.ownSet != nil {
		_, ok := q.ownSet[key]
		return ok
	}
	return slices.Contains(q.own, key)
}

// add adds a pair unless the URL has its key already.
func (q *query) add(p *pair, appendPair appendFunc) error {
	if p.key != "" && q.has(p.key) {
		return nil
	}
	size := len(q.buf)
	if q.sep != 0 {
		q.buf = append(q.buf, q.sep)
	}
	begun := len(q.buf)
	buf, err := appendPair(q.buf, p)
	if err != nil {
		return err
	}
	if len(buf) == begun {
		q.buf = buf[:size]
		return nil
	}
	q.buf, q.sep = buf, '&'
	return nil
}

func (q *query) finish() []byte { return append(q.buf, q.fragment...) }

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

// isType tells whether a content-type is of this media type, whatever its
// parameters.
func isType(contentType, mediaType string) bool {
	name, _, _ := strings.Cut(contentType, ";")
	return equalFold(strings.Trim(name, " \t"), mediaType)
}

// isJSONType tells whether a content-type is one of JSON (RFC 8259, and the
// suffix of RFC 6839).
func isJSONType(contentType string) bool {
	if isType(contentType, jsonType) || isType(contentType, "text/json") {
		return true
	}
	name, _, _ := strings.Cut(contentType, ";")
	name = strings.Trim(name, " \t")
	const suffix = "+json"
	return len(name) > len(suffix) && equalFold(name[len(name)-len(suffix):], suffix)
}

// field returns the header of this lowercase name as the layers leave it.
func (c *call) field(name string) *header {
	for i := range c.headers {
		if equalFold(c.headers[i].name, name) {
			return &c.headers[i]
		}
	}
	for i := range c.d.headers {
		if c.d.headers[i].lower == name {
			return &c.d.headers[i]
		}
	}
	return nil
}

// header returns the value of a header, "" also where it is removed.
func (c *call) header(name string) string {
	if h := c.field(name); h != nil {
		return h.value
	}
	return ""
}

// buildHeaders checks the headers by name and amends accept.
func (c *call) buildHeaders() error {
	b := &c.built
	b.headers = b.headerArray[:0]
	mediaErr := c.media.check()
	earlier, later := c.d.headers, c.headers
	for len(earlier)+len(later) > 0 {
		h := nextHeader(&earlier, &later)
		if mediaErr != nil && ascii.CompareFold(h.name, "accept") > 0 {
			break
		}
		if h.invalid != "" {
			return c.fail(ErrHeader, h.name, h.invalid)
		}
		if h.value != "" {
			b.headers = append(b.headers, *h)
		}
	}
	if mediaErr != nil {
		return &Error{c.routeText(), mediaErr.name, &reasonError{kind: ErrHeader, reason: "it is not a token"}}
	}
	c.amendAccept()
	return nil
}

// nextHeader takes the next header by name off the two sorted lists, of two
// with one name the later list's.
func nextHeader(earlier, later *[]header) *header {
	order := 1
	if len(*later) == 0 {
		order = -1
	} else if len(*earlier) > 0 {
		order = ascii.CompareFold((*earlier)[0].name, (*later)[0].name)
	}
	from := later
	if order < 0 {
		from = earlier
	}
	h := &(*from)[0]
	*from = (*from)[1:]
	if order == 0 {
		*earlier = (*earlier)[1:]
	}
	return h
}

// amendAccept applies the media type of this call to its accept header, unless
// the header is that of the defaults, where that is done.
func (c *call) amendAccept() {
	if c.media.Format == "" && len(c.media.Previews) == 0 {
		return
	}
	field := c.field("accept")
	own := field != nil && len(c.headers) > 0 && field.lower == ""
	switch {
	case field == nil:
		if len(c.media.Previews) > 0 {
			c.setHeader("accept", "Accept", mediatype.Amend("", c.media.Format, c.media.Previews))
		}
	case field.value == "" || !own && !c.amended:
	default:
		raw := field.value
		if !own {
			raw = strings.Trim(c.d.options.Headers["accept"], " \t")
		}
		c.setHeader("accept", "Accept", mediatype.Amend(raw, c.media.Format, c.media.Previews))
	}
}

// setHeader sets a header of the outcome.
func (c *call) setHeader(lower, canonical, value string) {
	b := &c.built
	h := header{name: lower, lower: lower, canonical: canonical, value: value}
	for i := range b.headers {
		if equalFold(b.headers[i].name, lower) {
			b.headers[i] = h
			return
		}
	}
	b.headers = append(b.headers, h)
}

// A mediaError names the option that is not a token.
type mediaError struct{ name string }

func (m *MediaType) check() *mediaError {
	if m.Format != "" && !ascii.IsToken(m.Format) {
		return &mediaError{"MediaType.Format"}
	}
	for _, name := range m.Previews {
		if !ascii.IsToken(name) {
			return &mediaError{"MediaType.Previews"}
		}
	}
	return nil
}

// buildBody checks that the method has the body, and sets its content-type.
func (c *call) buildBody() error {
	b := &c.built
	if c.data != nil {
		switch c.method {
		case "GET", "HEAD", "TRACE", "CONNECT":
			return c.fail(ErrBody, "Data", "a "+c.method+" request has no body")
		}
		b.body = c.data
	}
	contentType := ""
	switch b.send {
	case sendWrongType:
		return c.fail(ErrBody, "content-type", "parameters are sent as JSON or as a form: for any other content-type give Data")
	case sendJSON:
		contentType = jsonType + "; charset=utf-8"
	case sendForm:
		contentType = formType
	default:
		contentType = defaultContentType(b.body)
	}
	if contentType != "" && c.field("content-type") == nil {
		c.setHeader("content-type", "Content-Type", contentType)
	}
	return nil
}

// defaultContentType is that of a body given as Data; "" for text, bytes and
// readers, whose type only the caller knows.
func defaultContentType(body any) string {
	if body == nil {
		return ""
	}
	switch kindOf(body) {
	case formBody:
		return formType
	case jsonBody, rawJSONBody:
		return jsonType + "; charset=utf-8"
	}
	return ""
}

// What becomes of merged options: the address and path with their rules, the
// query, headers, accept and body, in the order in which errors are promised.

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
	"example.com/endpoint/internal/redact"
	"example.com/endpoint/internal/rfc6570"
)

// Parse turns merged options into the description of a request: it expands the
// template, puts the parameters that no placeholder names into the query or
// the body, amends the accept header and sets a content-type. It reads only
// merged and adds no default, so that a missing Method is [ErrMethod] and a
// path without BaseURL [ErrBaseURL]. Errors are those of Build.
func (e Endpoint) Parse(merged Options) (Request, error) {
	var c call
	c.read(noDefaults, "", []Layer{merged})
	return c.request()
}

// request is the outcome of a call as a description.
func (c *call) request() (Request, error) {
	if err := c.parse(); err != nil {
		return Request{}, err
	}
	fields := c.fields()
	headers := make(Headers, fields.len())
	for h := fields.next(); h != nil; h = fields.next() {
		headers[h.of.lower] = h.value
	}
	if c.built.accept != "" {
		headers["accept"] = c.built.accept
	}
	if c.built.contentType != "" {
		headers["content-type"] = c.built.contentType
	}
	return Request{
		Method:  lowerMethod(c.method),
		URL:     c.built.url,
		Headers: headers,
		Body:    c.body(),
		Meta:    c.meta,
	}, nil
}

// lowerMethod is lower without an allocation for the usual methods.
func lowerMethod(method string) string {
	switch method {
	case "GET":
		return "get"
	case "POST":
		return "post"
	case "PATCH":
		return "patch"
	case "PUT":
		return "put"
	case "DELETE":
		return "delete"
	case "HEAD":
		return "head"
	}
	return ascii.Lower(method)
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
	url         string
	origin      *url.URL // scheme, user and host of url, where known beforehand
	path        int      // offset of the path in url, where origin is known
	accept      string   // where it is not that of the layers
	contentType string   // where the layers have none
	body        any      // where send is not sendJSON
	send        send     // what becomes of leftover parameters
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
	return strings.TrimSpace(redact.Printable(redact.Route(c.method + " " + c.url)))
}

// parse does all that is the same for every kind of outcome, in the order in
// which errors are promised.
func (c *call) parse() error {
	if reason := invalidMethod(c.method); reason != "" {
		return c.fail(ErrMethod, "", reason)
	}
	switch {
	case c.tErr != nil:
		return c.fail(ErrRoute, "", syntaxReason(c.url, c.tErr))
	case c.url == "":
		return c.fail(ErrRoute, "", "the URL is missing")
	}
	var stack [512]byte
	c.path.joint, c.path.open = -1, true
	buf, err := c.expand(stack[:0])
	if err != nil {
		return err
	}
	if buf, err = c.place(buf); err != nil {
		return err
	}
	c.built.url = string(buf)
	if err := c.checkHeaders(); err != nil {
		return err
	}
	c.amendAccept()
	return c.buildBody()
}

// syntaxReason is the text of an error about a template or base address. It
// leaves out what it quotes of one with a password, which may be in there.
func syntaxReason(text string, err error) string {
	var syntax *rfc6570.SyntaxError
	if errors.As(err, &syntax) && redact.Route(text) != text {
		err = &rfc6570.SyntaxError{Offset: syntax.Offset, Reason: "it is not a URI template"}
	}
	return err.Error()
}

// invalidMethod says why a method is none, "" for one that is.
func invalidMethod(method string) string {
	switch {
	case method == "":
		return "it is missing"
	case !ascii.IsToken(method):
		return "it is not a token"
	}
	return ""
}

// A path watches the path of the URL while the template is expanded.
type path struct {
	open           bool // neither query nor fragment has begun
	joint          int  // where a slash may have to come before what follows; -1: nowhere
	afterAuthority bool // what follows may also begin with "?" or "#" there

	// The segment being written.
	segment int    // where it begins
	touched bool   // an expression lies in it
	who     string // the last variable that wrote into it, or the first where none did
	needed  string // the first that may not leave it empty

	// The first variable that made any segment unsafe, and how.
	unsafe string
	reason string
}

// begin begins a segment that a literal opens.
func (p *path) begin(at int) {
	p.segment, p.touched, p.needed, p.who = at, false, "", ""
}

// beginWith begins a segment that a variable opens, which may not leave it empty.
func (p *path) beginWith(at int, name string) {
	p.segment, p.touched, p.needed, p.who = at, true, name, name
}

// isEmptied tells whether an earlier variable has left the segment empty that an
// expression with the operator op would end at end; its error comes first.
func (p *path) isEmptied(op byte, end int) bool {
	return p.open && p.touched && p.segment == end && p.needed != "" && (op == '/' || op == '?' || op == '#')
}

// expand writes the address and the template.
func (c *call) expand(buf []byte) (_ []byte, err error) {
	t := c.t
	first := 0
	switch {
	case t != nil && t.authority > 0:
		first = t.authority
		if buf, err = c.expandAuthority(buf, t, false); err != nil {
			return buf, err
		}
		c.path.joint, c.path.afterAuthority = len(buf), true
		c.built.origin, c.built.path = t.origin, len(buf)
	default:
		if buf, err = c.expandLead(buf); err != nil {
			return buf, err
		}
		if len(buf) > 0 {
			first = 1
		} else if buf, err = c.expandBase(buf); err != nil {
			return buf, err
		}
	}
	c.path.segment = max(c.path.segment, c.path.joint)
	start := len(buf)
	if t == nil {
		buf, err = c.literal(buf, c.url, markSegments(c.url))
	} else {
		buf, err = c.expandParts(buf, t, first, false)
	}
	if err != nil {
		return buf, err
	}
	if len(buf) == start && first == 0 {
		buf = append(buf, c.base.slashes...)
	}
	if c.path.unsafe != "" {
		return buf, c.fail(ErrUnsafePath, c.path.unsafe, c.path.reason)
	}
	return buf, nil
}

// expandParts writes the parts of a template from the first on, to the end of the
// path or of the template.
func (c *call) expandParts(buf []byte, t *template, first int, ofBase bool) (_ []byte, err error) {
	for i := first; i < len(t.Parts); i++ {
		p := &t.Parts[i]
		if len(p.Vars) == 0 {
			buf, err = c.literal(buf, p.Literal, t.marks[i])
		} else {
			buf, err = c.expression(buf, p, ofBase)
		}
		if err != nil {
			return buf, err
		}
	}
	if c.path.open {
		err = c.closeSegment(buf, len(buf))
	}
	return buf, err
}

// expandBase writes the base address without the slashes at its end.
func (c *call) expandBase(buf []byte) (_ []byte, err error) {
	b := c.base
	switch {
	case b.err != nil:
		return buf, c.fail(ErrBaseURL, "BaseURL", syntaxReason(b.text, b.err))
	case b.prefix != "":
		buf = append(buf, b.prefix...)
		c.built.origin, c.built.path = b.t.origin, len(b.t.Parts[0].Literal)
	default:
		if buf, err = c.expandAuthority(buf, b.t, true); err != nil {
			return buf, err
		}
		c.path.segment = len(buf)
		if buf, err = c.expandParts(buf, b.t, b.t.authority, true); err != nil {
			return buf, err
		}
		c.path.begin(len(buf))
	}
	c.path.joint = len(buf)
	return buf, nil
}

// variable returns the value of a variable and whether any layer has it.
func (c *call) variable(v *rfc6570.Var, ofBase bool) (any, bool) {
	slots, i := &c.slots, v.Slot
	if ofBase {
		slots, i = &c.baseSlots, c.base.Slot(v.Name)
	}
	if s := slots.at(i); s.state != unspecified {
		return s.value, s.state == present
	}
	value, ok := c.d.options.Params[v.Name]
	return value, ok
}

// expandAuthority writes scheme and authority, where a variable may hold only what
// cannot end a host or port.
func (c *call) expandAuthority(buf []byte, t *template, ofBase bool) ([]byte, error) {
	for i := range t.authority {
		p := &t.Parts[i]
		if len(p.Vars) == 0 {
			buf = append(buf, p.Literal...)
			continue
		}
		name := p.Vars[0].Name
		value, ok := c.variable(&p.Vars[0], ofBase)
		text := ""
		if ok {
			v, err := rfc6570.Of(value)
			if err != nil {
				return buf, c.failValue(name, value, err)
			}
			if v.IsList() || v.IsMap() {
				return buf, c.fail(ErrParam, name, "a list or map may not stand in a host or port")
			}
			text = v.Text()
		}
		switch {
		case text == "":
			return buf, c.fail(ErrMissingParam, name, "")
		case t.ports[i] && strings.Trim(text, "0123456789") != "":
			return buf, c.fail(ErrParam, name, "a port has digits only")
		case !isHostText(text):
			return buf, c.fail(ErrParam, name, `a part of a host has letters, digits, "-", "_" and inner dots only`)
		}
		buf = append(buf, text...)
	}
	return buf, nil
}

func isHostText(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !isAlnum(c) && c != '-' && c != '_' && (c != '.' || i == 0 || i == len(s)-1) {
			return false
		}
	}
	return true
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// expandLead writes the address that the template's first variable holds, if it
// is one that may and does.
func (c *call) expandLead(buf []byte) ([]byte, error) {
	t := c.t
	if t == nil || !t.lead {
		return buf, nil
	}
	name := t.Parts[0].Vars[0].Name
	value, _ := c.variable(&t.Parts[0].Vars[0], false)
	text, ok := value.(string)
	if !ok {
		v, _ := rfc6570.Of(value) // an error is for the expression to find
		text = v.Text()
	}
	if !isAbsolute(text) {
		return buf, nil
	}
	authority := plainAuthority(text)
	if authority < len(text) && (authority < 0 || !isPlainPath(text[authority:])) {
		return c.expandOddLead(buf, name, text, len(t.Parts) == 1)
	}
	buf = append(buf, text...)
	c.leadEnds(buf, authority, len(buf), name)
	return buf, nil
}

// plainAuthority returns where the authority of an address ends that is a name
// or IPv4 address with or without a port, -1 for any other.
func plainAuthority(s string) int {
	i := schemeLen(s)
	start := i
	for i < len(s) && isAlnum(s[i]) || i > start && i < len(s) && (s[i] == '-' || s[i] == '.') {
		i++
	}
	if i > start && i < len(s) && s[i] == ':' {
		for i++; i < len(s) && '0' <= s[i] && s[i] <= '9'; {
			i++
		}
	}
	if i == start || i < len(s) && s[i] != '/' {
		return -1
	}
	return i
}

// expandOddLead writes a leading address that is for net/url to judge.
func (c *call) expandOddLead(buf []byte, name, text string, alone bool) ([]byte, error) {
	u, err := url.Parse(text)
	if err == nil {
		buf = rfc6570.AppendReserved(buf, text)
		u, err = url.Parse(string(buf))
	}
	switch {
	case strings.ContainsAny(text, "{}"):
		return buf, c.fail(ErrParam, name, "an address may not hold braces: cut them off, or use the text as the route")
	case err != nil || u.Hostname() == "":
		return buf, c.fail(ErrParam, name, "it is not a valid http or https address")
	}
	end := len(buf)
	if i := bytes.IndexAny(buf, "?#"); i >= 0 {
		end, c.path.open = i, false
		if !alone {
			c.refuse(name, "an address with a query or fragment may only stand alone")
		}
	}
	c.leadEnds(buf, authorityEnd(string(buf)), end, name)
	return buf, nil
}

// leadEnds sets the state of the path after a leading address, whose own path
// is that of an expression.
func (c *call) leadEnds(buf []byte, authority, end int, name string) {
	if authority == end && c.path.open {
		c.path.joint, c.path.afterAuthority = end, true
		return
	}
	c.path.begin(min(authority+1, end))
	c.path.touched, c.path.who = true, name
	if !c.path.open && hasDotSegment(buf[c.path.segment:end]) {
		c.refuse(name, dotSegment)
	}
}

// join puts a slash between an address and what follows it, unless that has
// one. It returns where what was appended at start begins.
func (c *call) join(buf []byte, start int) ([]byte, int) {
	if c.path.joint < 0 || len(buf) == c.path.joint {
		return buf, start
	}
	at := c.path.joint
	c.path.joint = -1
	next := buf[at]
	if next == '/' || c.path.afterAuthority && (next == '?' || next == '#') {
		return buf, start
	}
	c.path.segment = at + 1
	return slices.Insert(buf, at, '/'), start + 1
}

func (c *call) literal(buf []byte, s string, m marks) ([]byte, error) {
	start := len(buf)
	buf, start = c.join(append(buf, s...), start)
	if !c.path.open || m.first < 0 {
		return buf, nil
	}
	err := c.closeSegment(buf, start+m.first)
	c.path.open = !m.ends
	c.path.begin(start + m.last)
	return buf, err
}

func (c *call) expression(buf []byte, p *rfc6570.Part, ofBase bool) ([]byte, error) {
	required := p.Op == 0 || p.Op == '+'
	inSegment := p.Op != '?' && p.Op != '#'
	if c.path.open && inSegment {
		c.path.touched = true
	}
	first := true
	for i := range p.Vars {
		v := &p.Vars[i]
		value, ok := c.variable(v, ofBase)
		if !ok && required {
			return buf, c.fail(ErrMissingParam, v.Name, "")
		}
		if c.path.open && inSegment {
			if c.path.who == "" {
				c.path.who = v.Name
			}
			if required && c.path.needed == "" {
				c.path.needed = v.Name
			}
		}
		start := len(buf)
		out, wrote, err := p.AppendVar(buf, v, value, first)
		if err != nil {
			if c.path.isEmptied(p.Op, len(buf)) {
				return buf, c.fail(ErrMissingParam, c.path.needed, "")
			}
			return buf, c.failValue(v.Name, value, err)
		}
		buf = out
		if !wrote {
			continue
		}
		first = false
		buf, start = c.join(buf, start)
		if err := c.track(buf, p.Op, v.Name, start); err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// track follows the path through what one variable wrote from start on. Only
// the operators "/", "?" and "#" delimit anything there; of the others only "+"
// leaves such characters of a value as they are.
func (c *call) track(buf []byte, op byte, name string, start int) error {
	if !c.path.open {
		return nil
	}
	switch op {
	case '?', '#':
		c.path.open = false
		return c.closeSegment(buf, start)
	case '/':
		for i := start; i < len(buf); i++ {
			if buf[i] == '/' {
				if err := c.closeSegment(buf, i); err != nil {
					return err
				}
				c.path.beginWith(i+1, name)
			}
		}
		return nil
	case '+':
		if bytes.ContainsAny(buf[start:], "?#") {
			c.refuse(name, `"?" or "#" would end the path, which only an absolute address may do`)
		}
		if start < len(buf) && buf[start] == '/' && hasDotSegment(buf[c.path.segment:start]) { // before this variable
			c.refuse(c.path.who, dotSegment)
		}
	}
	c.path.who = name
	return nil
}

// refuse records the first unsafe variable; the error waits until all
// variables are read, whose own errors come first.
func (c *call) refuse(name, reason string) {
	if c.path.unsafe == "" {
		c.path.unsafe, c.path.reason = name, reason
	}
}

const dotSegment = `a path segment would be "." or ".."`

// closeSegment judges the path segment that ends at end.
func (c *call) closeSegment(buf []byte, end int) error {
	if !c.path.touched {
		return nil
	}
	if segment := buf[c.path.segment:end]; len(segment) == 0 || segment[0] == '/' && c.isSlashes(buf, end) {
		if c.path.needed != "" {
			return c.fail(ErrMissingParam, c.path.needed, "")
		}
		return nil
	}
	if hasDotSegment(buf[c.path.segment:end]) {
		c.refuse(c.path.who, dotSegment)
	}
	return nil
}

// isSlashes tells whether the segment that ends at end, of which a {+x} may have
// made many, has slashes only and follows one: they are all empty.
func (c *call) isSlashes(buf []byte, end int) bool {
	start := c.path.segment
	return start > 0 && buf[start-1] == '/' && len(bytes.Trim(buf[start:end], "/")) == 0
}

// hasDotSegment tells whether a server could take a piece of s for "." or
// "..": one that decodes triplets, takes "\" for "/", or cuts off what a
// segment has after ";" (RFC 3986 section 3.3).
func hasDotSegment(s []byte) bool {
	triplets := bytes.IndexByte(s, '%') >= 0
	if !triplets && bytes.IndexByte(s, '.') < 0 {
		return false
	}
	if triplets {
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
	errNoPlace   = errors.New("the method has no place for a parameter that the URL does not name")
	errMapInForm = errors.New("a map has no place in a form")
)

// merged walks two sorted lists of pairs as one, the later winning over the
// earlier. Keys that are unset, and of the earlier those that placeholders
// name, are left out.
type merged struct {
	c              *call // whose placeholders count; nil: none
	earlier, later []pair
	i, j           int // how many of them have been walked
}

// leftovers are the parameters that no placeholder names.
func (c *call) leftovers() merged { return merged{c: c, earlier: c.d.params, later: c.params.items()} }

func (c *call) queries() merged { return merged{earlier: c.d.query, later: c.query.items()} }

func (m *merged) next() *pair {
	for {
		order := 0
		switch {
		case m.i == len(m.earlier) && m.j == len(m.later):
			return nil
		case m.j == len(m.later):
			order = -1
		case m.i == len(m.earlier):
			order = 1
		default:
			order = strings.Compare(m.earlier[m.i].key, m.later[m.j].key)
		}
		if order < 0 {
			p := &m.earlier[m.i]
			m.i++
			if m.c != nil && m.c.names(p.key) {
				continue
			}
			return p
		}
		if order == 0 {
			m.i++
		}
		p := &m.later[m.j]
		m.j++
		if _, ok := p.value.(unset); !ok {
			return p
		}
	}
}

// place puts the leftover parameters where the method has them, and Query into
// the query, in the order of their keys.
func (c *call) place(buf []byte) ([]byte, error) {
	b := &c.built
	b.send = c.destination()
	left, queries := c.leftovers(), c.queries()
	p, extra := left.next(), queries.next()
	if p == nil {
		b.send = sendNothing
	}
	if extra == nil && (p == nil || b.send == sendJSON) {
		return buf, nil
	}
	q := query{sep: '?', texts: c.d.texts}
	if !c.path.open {
		buf = q.open(buf)
	}
	var err error
	for p != nil || extra != nil {
		if extra == nil || p != nil && p.key < extra.key || p != nil && p.key == extra.key && b.send != sendQuery {
			if buf, err = c.placeParam(buf, &q, p); err != nil {
				return buf, err
			}
			p = left.next()
			continue
		}
		if p != nil && p.key == extra.key { // Query wins
			p = left.next()
		}
		if buf, err = q.add(buf, extra, true); err != nil {
			return buf, c.failValue(extra.key, extra.value, err)
		}
		extra = queries.next()
	}
	return append(buf, q.fragment...), nil
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
	switch mediaType := mediaTypeOf(c.header(contentTypeField)); {
	case mediaType == "" || isJSONType(mediaType):
		return sendJSON
	case ascii.EqualFold(mediaType, formType):
		return sendForm
	}
	return sendWrongType
}

func (c *call) placeParam(buf []byte, q *query, p *pair) (_ []byte, err error) {
	switch c.built.send {
	case sendQuery:
		buf, err = q.add(buf, p, strings.HasSuffix(p.key, "[]"))
	case sendForm:
		err = c.addToForm(p)
	case sendNothing:
		if !isNil(p.value) {
			err = errNoPlace
		}
	}
	if err != nil {
		err = c.failValue(p.key, p.value, err)
	}
	return buf, err
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

// A query is the end of a URL that pairs are added to.
type query struct {
	fragment string              // cut off, to be appended at the end
	own      []string            // the keys that the URL has itself
	ownSet   map[string]struct{} // the same where they are many
	sep      byte                // before the next pair; 0: nothing
	texts    []string            // of the pairs that have one
}

// open reads the query of a URL that has one, or a fragment, which is cut off.
func (q *query) open(buf []byte) []byte {
	if i := bytes.IndexByte(buf, '#'); i >= 0 {
		q.fragment = string(buf[i:])
		buf = buf[:i]
	}
	i := bytes.IndexByte(buf, '?')
	if i < 0 {
		return buf
	}
	q.readOwn(string(buf[i+1:]))
	if q.sep = '&'; i == len(buf)-1 || buf[len(buf)-1] == '&' {
		q.sep = 0
	}
	return buf
}

// readOwn reads the keys of the URL's own query, decoded as servers do, which
// take "+" for a space.
func (q *query) readOwn(s string) {
	for pair := range strings.SplitSeq(s, "&") {
		key, _, _ := strings.Cut(pair, "=")
		q.own = append(q.own, rfc6570.Unescape(strings.ReplaceAll(key, "+", " ")))
	}
	if len(q.own) > few {
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
func (q *query) add(buf []byte, p *pair, repeat bool) ([]byte, error) {
	if p.key != "" && q.has(p.key) {
		return buf, nil
	}
	size := len(buf)
	if q.sep != 0 {
		buf = append(buf, q.sep)
	}
	begun := len(buf)
	var err error
	if p.text > 0 {
		buf = append(buf, q.texts[p.text-1]...)
	} else if buf, err = appendPair(buf, p, repeat); len(buf) == begun {
		return buf[:size], err
	}
	q.sep = '&'
	return buf, err
}

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

// mediaTypeOf cuts the parameters off a content-type.
func mediaTypeOf(contentType string) string {
	name, _, _ := strings.Cut(contentType, ";")
	return strings.Trim(name, " \t")
}

// isJSONType tells whether a media type is one of JSON (RFC 8259, and the
// suffix of RFC 6839).
func isJSONType(mediaType string) bool {
	const suffix = "+json"
	n := len(mediaType) - len(suffix)
	return ascii.EqualFold(mediaType, jsonType) || ascii.EqualFold(mediaType, "text/json") || n > 0 && ascii.EqualFold(mediaType[n:], suffix)
}

// field returns a header as the layers leave it, and whether it is of the
// call's own layers; nil where no layer names it.
func (c *call) field(f field) (h *header, ofCall bool) {
	own := c.headers.items()
	for i := range own {
		if own[i].of.is == f {
			return &own[i], true
		}
	}
	for i := range c.d.headers {
		if c.d.headers[i].of.is == f {
			return &c.d.headers[i], false
		}
	}
	return nil, false
}

// header returns the value of a header, "" also where it is removed.
func (c *call) header(f field) string {
	if h, _ := c.field(f); h != nil {
		return h.value
	}
	return ""
}

// fields walks the headers of the layers over those of the defaults, by name.
type fields struct {
	earlier, later []header
	i, j           int  // how many of them have been walked
	noAccept       bool // leave accept out
}

// fields are the headers of a call, but for an accept and a content-type that
// parsing has set.
func (c *call) fields() fields {
	return fields{earlier: c.d.headers, later: c.headers.items(), noAccept: c.built.accept != ""}
}

// len is how many there are at most.
func (f *fields) len() int { return len(f.earlier) + len(f.later) }

// next returns the next header, leaving out those that are removed.
func (f *fields) next() *header {
	for {
		h := f.pop()
		if h == nil || h.value != "" && (!f.noAccept || h.of.is != acceptField) {
			return h
		}
	}
}

// pop takes the next header by name off the two lists, of two with one name
// the later list's.
func (f *fields) pop() *header {
	order := 0
	switch {
	case f.i == len(f.earlier) && f.j == len(f.later):
		return nil
	case f.j == len(f.later):
		order = -1
	case f.i == len(f.earlier):
		order = 1
	default:
		order = strings.Compare(f.earlier[f.i].of.lower, f.later[f.j].of.lower)
	}
	if order < 0 {
		f.i++
		return &f.earlier[f.i-1]
	}
	if order == 0 {
		f.i++
	}
	f.j++
	return &f.later[f.j-1]
}

// checkHeaders checks the headers by name, and format and previews in the place
// of accept.
func (c *call) checkHeaders() error {
	media := c.d.media
	if c.amended {
		media = c.media.invalid()
	}
	if media == "" && !c.invalid && !c.d.invalid {
		return nil
	}
	f := c.fields()
	for h := f.pop(); h != nil; h = f.pop() {
		if media != "" && h.of.lower > "accept" {
			break
		}
		if h.invalid != valid {
			return c.fail(ErrHeader, h.of.lower, h.invalid.String())
		}
	}
	if media != "" {
		return c.fail(ErrHeader, media, "it is not a token")
	}
	return nil
}

// amendAccept applies the media type of this call to its accept header, unless
// the header is that of the defaults, where that is done.
func (c *call) amendAccept() {
	if c.media.Format == "" && len(c.media.Previews) == 0 {
		return
	}
	own, ofCall := c.field(acceptField)
	switch {
	case own == nil: // a format alone makes none
		c.built.accept = mediatype.Amend("", c.media.Format, c.media.Previews)
	case own.value == "":
	case ofCall:
		c.built.accept = mediatype.Amend(own.value, c.media.Format, c.media.Previews)
	case c.amended:
		c.built.accept = c.d.accept.Amend(c.media.Format, c.media.Previews)
	}
}

// invalid returns the name of the option that is not a token, "" without one.
func (m *MediaType) invalid() string {
	if m.Format != "" && !ascii.IsToken(m.Format) {
		return "MediaType.Format"
	}
	for _, name := range m.Previews {
		if !ascii.IsToken(mediatype.PreviewName(name)) {
			return "MediaType.Previews"
		}
	}
	return ""
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
	if h, _ := c.field(contentTypeField); h == nil {
		b.contentType = b.defaultContentType()
	}
	if b.send == sendWrongType {
		return c.fail(ErrBody, "content-type", "parameters are sent as JSON or as a form: for any other content-type give Data")
	}
	return nil
}

// defaultContentType is that of the body; "" for text, bytes and readers, whose
// type only the caller knows.
func (b *built) defaultContentType() string {
	switch {
	case b.send == sendJSON:
		return jsonType + "; charset=utf-8"
	case b.body == nil:
		return ""
	}
	switch kindOf(b.body) {
	case formBody:
		return formType
	case jsonBody, rawJSONBody:
		return jsonType + "; charset=utf-8"
	}
	return ""
}

// Expansion: address, join, path, query, from left to right.

package address

import (
	"bytes"
	"cmp"
	"net/url"
	"slices"
	"strings"

	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

// A Kind is what an Error is about.
type Kind uint8

const (
	Syntax  Kind = iota // the template is not valid
	BadBase             // the base address is not valid
	Missing             // a variable has no value, or leaves a segment empty
	Param               // the value of a variable cannot stand in its place
	Unsafe              // the path would be read as another one
)

// An Error says what is wrong with a template or a value, never showing the
// value. Name is that of a variable, "BaseURL", or "" for the template itself.
type Error struct {
	Kind   Kind
	Name   string
	Reason string
	Quoted string // the part of the template that Reason quotes
}

func newError(kind Kind, name string, err error) *Error {
	e := &Error{Kind: kind, Name: name, Reason: err.Error()}
	if syntax, ok := err.(*rfc6570.SyntaxError); ok {
		e.Quoted = syntax.Quoted
	}
	return e
}

// A Value is what a call has for one variable.
type Value struct {
	V        any
	OK       bool // a layer has the name; a value of nil is undefined, but not missing
	FromPath bool // the value is from Path
}

// IsDefined reports whether an expression such as {?x} writes anything for a value. An
// error counts too: it is that of the expansion.
func IsDefined(v any) bool {
	val, err := value.Of(v)
	return err != nil || val.Kind == value.Text || slices.ContainsFunc(val.Items, func(item value.Item) bool {
		element, err := value.Scalar(item.Value)
		return err != nil || element.Kind == value.Text
	})
}

// A Layout says where the parts of an expanded URL are.
type Layout struct {
	Origin *url.URL // what url.Parse makes of scheme, userinfo and host; nil: not known beforehand
	Path   int      // where the path begins, with Origin
	End    int      // where the path ends: at the end of the URL, or at its "?" or "#"
	Plain  bool     // with Origin: each byte of the path stands for itself in url.URL.Path
}

// Expand writes the expansion of a template, the text that t was compiled from,
// into buf, with a value for each of its Names and then of those of b. A path is
// joined to b by exactly one slash. A template that is absolute, or begins with a
// variable that holds an absolute URL, leaves b unused. The first error is that of
// a base in use, then those of the variables in order, then that of an unsafe
// path.
func (t *Template) Expand(buf []byte, text string, values []Value, b *Base) ([]byte, Layout, *Error) {
	if t.err != nil {
		return nil, Layout{}, t.err
	}
	if t == PlainPath {
		url, err := b.appendTo(buf[:0], values)
		x := expansion{layout: Layout{b.origin, b.path, len(url) + len(text), b.plain}, address: len(url)}
		return x.join(append(url, text...)), x.layout, err
	}
	var x expansion
	var err *Error
	url, parts, leading := buf[:0], t.parts, ""
	if t.leads {
		leading = t.leadingURL(values)
	}
	switch {
	case leading != "":
		url, err = x.appendLeading(url, &parts[0], leading, len(parts) == 1)
		parts = parts[1:]
	case t.origin != nil:
		url = append(url, t.authority...)
		x.layout = Layout{Origin: t.origin, Path: len(url), Plain: true}
		x.address, x.segment.start, x.bare = len(url), len(url), true
	default:
		url, err = b.appendTo(url, values[len(t.Names):])
		x.layout = Layout{Origin: b.origin, Path: b.path, Plain: b.plain}
		x.address, x.segment.start, x.trailing = len(url), len(url), b.trailing
	}
	for i := 0; i < len(parts) && err == nil; i++ {
		switch p := &parts[i]; {
		case p.Vars == nil:
			url, err = x.literal(url, p)
		case p.simple:
			url, err = x.scalar(url, p, values)
		default:
			url, err = x.expression(url, p, values)
		}
	}
	if err == nil && x.within == inPath {
		if len(url) == x.address { // nothing follows
			url = append(url, x.trailing...)
		}
		err = x.endPath(url, len(url), inPath)
	}
	if err == nil {
		err = x.unsafe
	}
	if err != nil {
		return nil, Layout{}, err
	}
	return x.join(url), x.layout, nil
}

// An expansion is what is known of a URL that is being written. The URL itself is
// passed to each method and returned, as by append: stored here it would move
// the caller's buffer to the heap.
type expansion struct {
	layout   Layout
	within   component
	segment  segment
	address  int    // where the address ends to which a slash joins what follows; 0: none does
	bare     bool   // the address has no path, so that "?" and "#" may follow it
	trailing string // the slashes of the base, if nothing follows
	empty    string // the first variable of a {?x} that wrote nothing
	unsafe   *Error
}

// A component is the part of the URL with which it ends so far.
type component uint8

const (
	inPath component = iota
	inQuery
	inFragment
)

// join puts a slash between the address and what follows it, unless that brings
// its own.
func (x *expansion) join(url []byte) []byte {
	if x.address == 0 || x.address == len(url) {
		return url
	}
	if c := url[x.address]; c == '/' || x.bare && (c == '?' || c == '#') {
		return url
	}
	x.layout.End++
	return slices.Insert(url, x.address, '/')
}

// endPath ends the path at an offset of url, where the next component begins.
func (x *expansion) endPath(url []byte, end int, next component) *Error {
	x.layout.End, x.within = end, next
	return x.endSegment(url[:end])
}

// leadingURL returns the absolute URL that a leading variable holds, "" without
// one.
func (t *Template) leadingURL(values []Value) string {
	given := values[t.parts[0].slots[0]].V
	text, ok := given.(string) // as most values are
	if !ok {
		v, _ := value.Scalar(given) // its error is that of the expression
		text = v.Text
	}
	if !IsAbsolute(text) {
		return ""
	}
	return text
}

// appendLeading writes the absolute URL text of a leading variable. Its path is
// one segment, of which only the dots are judged.
func (x *expansion) appendLeading(url []byte, p *part, text string, alone bool) ([]byte, *Error) {
	name := p.Vars[0].Name
	if p.Op == 0 && !strings.HasSuffix(name, "url") {
		reason := "it is an absolute URL: write {+" + name + "} to use it as the address, or /{" + name + "} for a path segment"
		return url, &Error{Kind: Param, Name: name, Reason: reason}
	}
	scheme := schemeLen(text)
	host, path, _ := strings.Cut(text[scheme:], "/")
	start, end := scheme+len(host), len(text) // of the path
	if !IsHost(host) || !isPlain(path) {
		var reason string
		if text, reason = asSent(text); reason != "" {
			return url, &Error{Kind: Param, Name: name, Reason: reason}
		}
		start, end = authorityEnd(text), pathEnd(text)
	}
	url = append(url, text...)
	if start == end {
		x.address, x.segment.start, x.bare = end, end, true
	} else {
		x.segment.start, x.segment.writer = start+1, name
	}
	if end == len(text) {
		return url, nil
	}
	if !alone {
		x.noteUnsafe(name, "the URL has a query or fragment, but more of the template follows: make the variable the whole template, or pass the query in Query")
	}
	return url, x.endPath(url, end, inFragment) // or in its query: no more of the template may follow
}

// asSent returns an absolute URL as it is sent, or what is wrong with it, for a
// text that net/url has to judge.
func asSent(text string) (sent, reason string) {
	if strings.ContainsAny(text, "{}") {
		return "", "the URL has braces: percent-encode them as %7B and %7D, or use the text as the route"
	}
	sent = rfc6570.EscapeReserved(text)
	_, err := Parse(text)
	if err == nil && sent != text {
		_, err = Parse(sent)
	}
	if err != nil {
		return "", err.Error()
	}
	return sent, ""
}

func (x *expansion) literal(url []byte, p *part) (_ []byte, err *Error) {
	start := len(url)
	url = append(url, p.Literal...)
	if x.within != inPath {
		x.within = max(x.within, p.opens)
		return url, nil
	}
	x.layout.Plain = x.layout.Plain && p.plain
	if p.slash >= 0 {
		if x.segment.writer != "" {
			err = x.endSegment(url[:start+p.slash])
		}
		x.segment = segment{start: start + p.last}
	}
	if p.opens != inPath {
		x.layout.End, x.within = start+p.end, p.opens
	}
	return url, err
}

// isRequired reports whether the variables of an operator may not be missing.
func isRequired(op byte) bool { return op == 0 || op == '+' }

// scalar writes an expression like {name}, at once where its value is a string or
// an int, as most are.
func (x *expansion) scalar(url []byte, p *part, values []Value) ([]byte, *Error) {
	out, ok := rfc6570.AppendScalar(url, values[p.slots[0]].V)
	if !ok {
		return x.expression(url, p, values)
	}
	if name := p.Vars[0].Name; x.within == inPath {
		x.segment.hold(name, 0)
		x.segment.writer = name
	}
	return out, nil
}

// expression writes an expression.
func (x *expansion) expression(url []byte, p *part, values []Value) ([]byte, *Error) {
	x.layout.Plain = x.layout.Plain && (x.within != inPath || p.Op != '+')
	required := isRequired(p.Op)
	ends := p.Op == '/' || p.Op == '?' || p.Op == '#' // the segment before it
	first := true
	for i := range p.Vars {
		v, given := &p.Vars[i], &values[p.slots[i]]
		if required && !given.OK {
			return url, &Error{Kind: Missing, Name: v.Name}
		}
		if x.within == inPath && !ends {
			x.segment.hold(v.Name, p.Op)
		}
		start := len(url)
		out, defined, err := p.AppendVar(url, v, given.V, first)
		if err != nil {
			failed := &Error{Kind: Param, Name: v.Name, Reason: err.Error()}
			if x.within == inPath && ends {
				failed = cmp.Or(x.endSegment(url), failed) // of an earlier variable
			}
			return url, failed
		}
		if required && x.within == inPath && (len(out) == start || !first && len(out) == start+len(",")) {
			return url, &Error{Kind: Missing, Name: v.Name, Reason: emptyValue}
		}
		if !defined {
			continue
		}
		url, first = out, false
		if err := x.wrote(url, p.Op, v.Name, start); err != nil {
			return url, err
		}
	}
	if first && p.Op == '?' {
		x.empty = p.Vars[0].Name
	}
	return url, nil
}

// wrote keeps track of component and segment through what a variable wrote from
// start on. Only the operators "/", "?" and "#" write delimiters. Of the others
// only "+" leaves those in the value as they are.
func (x *expansion) wrote(url []byte, op byte, name string, start int) (err *Error) {
	switch {
	case op == '?' || op == '#':
		if x.within == inPath {
			err = x.endPath(url, start, inQuery)
		}
		if op == '#' {
			x.within = inFragment
		}
	case op == '+' && x.within == inQuery && bytes.IndexByte(url[start:], '#') >= 0:
		x.noteUnsafe(name, `"#" would end the query: write {`+name+`} instead of {+`+name+`}`)
	case x.within != inPath:
	case op == '&' && x.empty != "":
		reason := "without its value nothing begins the query for {&" + name + "}: write {?" + x.empty + "," + name + "}"
		return &Error{Kind: Missing, Name: x.empty, Reason: reason}
	case op == '/':
		for i := start; i < len(url) && err == nil; i++ {
			if url[i] == '/' {
				err = x.endSegment(url[:i])
				x.segment = segment{start: i + 1, writer: name, needed: name}
			}
		}
	case op == '+':
		x.wroteReserved(url[start:], name, start == x.address)
	default:
		x.segment.writer = name
	}
	return err
}

// wroteReserved is wrote for the text of {+x} in the path.
func (x *expansion) wroteReserved(text []byte, name string, joins bool) {
	reason := `"?" or "#" would end the path: percent-encode it, or pass a query in Query`
	if joins {
		reason = `"?" or "#" would end the path: pass the query in Query, make a relative URL absolute with url.URL.Parse, or percent-encode the character`
		if text[0] == '/' {
			x.segment.start++ // this slash joins it to the address
		}
	}
	if bytes.ContainsAny(text, "?#") {
		x.noteUnsafe(name, reason)
	}
	x.segment.writer = name
}

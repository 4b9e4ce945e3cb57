// Expansion: address, join, path, query, from left to right.

package address

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"example.com/endpoint/internal/rfc6570"
)

// A Value is what a call has for one variable. OK is whether it has anything: a
// value of nil is undefined, which is not the same as missing.
type Value struct {
	V  any
	OK bool
}

// A Layout says where the parts of an expanded URL are. Where Origin is not nil
// it is what url.Parse makes of the text before Path: scheme, user and host.
type Layout struct {
	Origin *url.URL
	Path   int
	InPath bool // the text has neither query nor fragment
}

// Expand writes the expansion of t into buf, with a value for each of its names.
// A path is joined to base by exactly one slash; a template that is absolute or
// begins with a variable that holds an absolute address leaves base unused. The
// first error is that of a base in use, then those of the variables in order,
// then that of an unsafe path.
func Expand(buf []byte, t *Template, values []Value, base *Template, baseValues []Value) ([]byte, Layout, *Error) {
	if t.err != nil {
		return nil, Layout{}, t.err
	}
	var x expansion
	rest, slashes := t.parts[t.authority:], ""
	url, leading, err := x.leading(buf[:0], t, values)
	switch {
	case err != nil:
	case leading:
		rest = rest[1:]
	case t.authority > 0:
		url, err = x.authority(url, t, values)
		x.bare = true
	default:
		url, err = x.base(url, base, baseValues)
		slashes = base.slashes
	}
	if err != nil {
		return nil, Layout{}, err
	}
	if !leading || x.bare {
		url = x.join(url, rest)
	}
	if url, err = x.parts(url, rest, values); err != nil {
		return nil, Layout{}, err
	}
	if x.joint == len(url) { // nothing followed
		url = append(url[:x.joint-1], slashes...)
	}
	layout, err := x.layout()
	return url, layout, err
}

// Join writes base and a path that [IsPlainPath] into buf.
func Join(buf []byte, path string, base *Template, baseValues []Value) ([]byte, Layout, *Error) {
	var x expansion
	url, err := x.base(buf[:0], base, baseValues)
	if err != nil {
		return nil, Layout{}, err
	}
	if path[0] != '/' {
		url = append(url, '/')
	}
	layout, err := x.layout()
	return append(url, path...), layout, err
}

// An expansion is what is known of a URL that is being written. The URL itself is
// passed to each method and returned, as by append: stored here it would move
// the caller's buffer to the heap.
type expansion struct {
	origin  *url.URL
	path    int // where it begins, with origin
	segment segment
	within  component
	joint   int  // after the slash that join wrote, while nothing follows it; else 0
	bare    bool // the address ends with its authority
	unsafe  Error
}

// A component is the part of the URL with which it ends so far.
type component uint8

const (
	inPath component = iota
	inQuery
	inFragment
)

func (x *expansion) layout() (Layout, *Error) {
	if x.unsafe.Reason != "" {
		err := x.unsafe // a copy, so that x stays on the stack
		return Layout{}, &err
	}
	return Layout{x.origin, x.path, x.within == inPath}, nil
}

// base writes the base address without the slashes at its end.
func (x *expansion) base(url []byte, base *Template, values []Value) ([]byte, *Error) {
	switch {
	case base.err != nil:
		return url, base.err
	case base.fixed != "":
		x.origin, x.path = base.origin, len(base.parts[0].Literal)
		return append(url, base.fixed...), nil
	}
	url, err := x.authority(url, base, values)
	if err != nil {
		return url, err
	}
	return x.parts(url, base.parts[base.authority:], values)
}

// authority writes scheme and authority.
func (x *expansion) authority(url []byte, t *Template, values []Value) ([]byte, *Error) {
	for i := range t.parts[:t.authority] {
		p := &t.parts[i]
		if len(p.Vars) == 0 {
			url = append(url, p.Literal...)
			continue
		}
		name := p.Vars[0].Name
		v, err := rfc6570.Scalar(values[p.value].V)
		if err != nil {
			return url, &Error{Kind: Param, Name: name, Reason: err.Error()}
		}
		text := v.Text()
		if text == "" {
			return url, &Error{Kind: Missing, Name: name}
		}
		if reason := p.hostText(text); reason != "" {
			return url, &Error{Kind: Param, Name: name, Reason: reason}
		}
		url = append(url, text...)
	}
	x.origin, x.path = t.origin, len(url)
	x.segment.start = len(url)
	return url, nil
}

// leading writes the address that the first variable holds, where the template
// begins with {+x}, or {x} whose name ends in "url", and its value is absolute.
func (x *expansion) leading(url []byte, t *Template, values []Value) (_ []byte, ok bool, err *Error) {
	if len(t.parts) == 0 {
		return url, false, nil
	}
	p := &t.parts[0]
	if !p.IsPlain() || p.Op != '+' && (p.Op != 0 || !strings.HasSuffix(p.Vars[0].Name, "url")) {
		return url, false, nil
	}
	v, _ := rfc6570.Scalar(values[0].V) // its error is that of the expression
	text := v.Text()
	if !IsAbsolute(text) {
		return url, false, nil
	}
	name := p.Vars[0].Name
	host, path, hasPath := strings.Cut(text[schemeLen(text):], "/")
	if !IsHost(host) || path != "" && !IsPlainPath(path) {
		url, err = x.unusualAddress(url, name, text, len(t.parts) == 1)
		return url, true, err
	}
	url = append(url, text...)
	end := len(url)
	if hasPath {
		end -= len("/") + len(path)
	}
	x.continuePath(name, end, len(url))
	return url, true, nil
}

// unusualAddress writes a leading address that net/url has to judge.
func (x *expansion) unusualAddress(buf []byte, name, text string, alone bool) ([]byte, *Error) {
	u, err := url.Parse(text)
	if err == nil {
		buf = rfc6570.AppendReserved(buf, text)
		u, err = url.Parse(string(buf))
	}
	switch {
	case strings.ContainsAny(text, "{}"):
		return buf, &Error{Kind: Param, Name: name, Reason: "the address has braces: remove them, or use the text as the route"}
	case err != nil || u.Hostname() == "":
		return buf, &Error{Kind: Param, Name: name, Reason: "the address is not a valid http or https URL"}
	}
	end := len(buf)
	if i := bytes.IndexAny(buf, "?#"); i >= 0 {
		end, x.within = i, inFragment // or its query: nothing may follow
		if !alone {
			x.reject(name, "the address has a query or fragment, but more of the template follows: make the variable the whole URL")
		}
	}
	x.continuePath(name, authorityEnd(string(buf)), end)
	if x.within != inPath && read(buf[x.segment.start:end]).dots {
		x.reject(name, dotSegment)
	}
	return buf, nil
}

// continuePath goes on after a leading address, whose path from start to end is
// one segment: only its dots are judged.
func (x *expansion) continuePath(name string, start, end int) {
	x.bare = start == end && x.within == inPath
	x.segment = segment{start: min(start+1, end), writer: name}
}

// join writes the slash between an address and what follows, unless a literal
// brings its own. Where an expression does, or nothing follows, it goes again.
func (x *expansion) join(url []byte, rest []part) []byte {
	x.segment = segment{start: len(url)}
	if len(rest) > 0 && rest[0].slash == 0 && (x.bare || rest[0].Literal[0] == '/') {
		return url
	}
	url = append(url, '/')
	x.joint = len(url)
	x.segment.start = x.joint
	return url
}

// unjoin removes the slash of join if what was written right after it, at start,
// brings its own. It returns where that begins now.
func (x *expansion) unjoin(url []byte, start int) ([]byte, int) {
	if start == len(url) {
		return url, start
	}
	x.joint = 0
	if c := url[start]; c == '/' || x.bare && (c == '?' || c == '#') {
		start--
		url = slices.Delete(url, start, start+1)
		x.segment.start = start
	}
	return url, start
}

// parts writes literals and expressions, and closes the path at their end.
func (x *expansion) parts(url []byte, parts []part, values []Value) (_ []byte, err *Error) {
	for i := range parts {
		if p := &parts[i]; len(p.Vars) == 0 {
			url, err = x.literal(url, p)
		} else {
			url, err = x.expression(url, p, values[p.value:])
		}
		if err != nil {
			return url, err
		}
	}
	if x.within == inPath {
		err = x.close(url)
		x.segment = segment{start: len(url)}
	}
	return url, err
}

func (x *expansion) literal(url []byte, p *part) (_ []byte, err *Error) {
	start := len(url)
	url = append(url, p.Literal...)
	if start == x.joint {
		url, start = x.unjoin(url, start)
	}
	if p.slash < 0 {
		return url, nil
	}
	if x.within == inPath {
		err = x.close(url[:start+p.slash])
		x.segment = segment{start: start + p.last}
	}
	switch {
	case p.fragment:
		x.within = inFragment
	case p.query && x.within == inPath:
		x.within = inQuery
	}
	return url, err
}

func (x *expansion) expression(url []byte, p *part, values []Value) ([]byte, *Error) {
	opens := p.Op == '/' || p.Op == '?' || p.Op == '#' // it ends the segment before it
	first := true
	for i := range p.Vars {
		v := &p.Vars[i]
		if !values[i].OK && (p.Op == 0 || p.Op == '+') {
			return url, &Error{Kind: Missing, Name: v.Name}
		}
		if x.within == inPath && !opens {
			x.segment.enter(v.Name, p.Op)
		}
		start := len(url)
		out, wrote, err := p.AppendVar(url, v, values[i].V, first)
		if err != nil {
			if x.within == inPath && opens {
				if err := x.close(url); err != nil { // of an earlier variable
					return url, err
				}
			}
			return url, &Error{Kind: Param, Name: v.Name, Reason: err.Error()}
		}
		if !wrote {
			continue
		}
		first = false
		var failed *Error
		if url, failed = x.follow(out, p.Op, v.Name, start); failed != nil {
			return url, failed
		}
	}
	return url, nil
}

// follow keeps track of segment and component through what a variable wrote
// from start on. Only the operators "/", "?" and "#" write delimiters; of the
// others only "+" leaves those in the value as they are.
func (x *expansion) follow(url []byte, op byte, name string, start int) (_ []byte, err *Error) {
	joins := false
	if joint := x.joint; start == joint {
		url, start = x.unjoin(url, start)
		joins = start < joint
	}
	switch {
	case op == '+':
		x.followReserved(url[start:], name, joins)
	case op == '#' || op == '?':
		if x.within == inPath {
			err = x.close(url[:start])
			x.within = inQuery
		}
		if op == '#' {
			x.within = inFragment
		}
	case x.within != inPath:
	case op == '/':
		for i := start; i < len(url) && err == nil; i++ {
			if url[i] == '/' {
				err = x.close(url[:i])
				x.segment = segment{start: i + 1, writer: name, needed: name}
			}
		}
	default:
		x.segment.writer = name
	}
	return url, err
}

// followReserved is follow for the text of {+x}. joins is whether its first slash
// is the one that joins it to the address.
func (x *expansion) followReserved(text []byte, name string, joins bool) {
	switch x.within {
	case inPath:
		if bytes.ContainsAny(text, "?#") {
			x.reject(name, `"?" or "#" would end the path: percent-encode it, or pass a query in Query`)
		}
		if joins && text[0] == '/' {
			x.segment.start++
		}
		x.segment.writer = name
	case inQuery:
		if bytes.IndexByte(text, '#') >= 0 {
			x.reject(name, `"#" would end the query: write {`+name+`} instead of {+`+name+`}`)
		}
	}
}

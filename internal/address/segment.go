// The judge of an expansion: what the values of a call made of its path and query.

package address

import (
	"bytes"
	"cmp"
	"strings"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

// A mark says what a variable wrote into an expansion, which is text[start:end].
//
//	"/files/{owner}{+path}{/x}{?q}"  =>  "/files/octokit/a/b?q=1"
//
// has the marks {7, 14, 0, "owner"}, {14, 18, '+', "path"}, {18, 18, '/', "x"} and
// {18, 22, '?', "q"}. The comma before a second variable of {a,b} is text of the template.
type mark struct {
	start, end int
	op         byte       // the operator of its expression, or opAddress
	kind       value.Kind // of its value
	*rfc6570.Var
	err *fault.Error // why it could not write its value
}

// opAddress is the op of the path that a leading address has.
const opAddress = '@'

// judge returns where the path and the query of an expansion end, which is joined to a base
// or, if that is "", to another address. The error is the first from left to right.
func judge(base string, text []byte, marks []mark) (pathEnd, queryEnd int, _ *fault.Error) {
	queryEnd = index(text, marks, '#')
	pathEnd = index(text[:queryEnd], marks, '?')
	n := 0
	for n < len(marks) && marks[n].end <= pathEnd {
		n++
	}
	p := path{base: base, text: text[:pathEnd]}
	if err := p.judge(marks[:n]); err != nil {
		return 0, 0, err
	}
	for i := range marks[n:] {
		m := &marks[n+i]
		switch {
		case m.err != nil:
			return 0, 0, m.err
		case m.op == '+' && m.end <= queryEnd && bytes.IndexByte(text[m.start:m.end], '#') >= 0:
			return 0, 0, fault.New(fault.Unsafe, m.Name, `"#" would end the query: write {`+m.Name+`} instead of {+`+m.Name+`}`)
		}
	}
	return pathEnd, queryEnd, nil
}

// index returns the offset of the first c in a text that is not from the value of a {+x}, or
// the length of the text.
func index(text []byte, marks []mark, c byte) int {
	start := 0
	for i := range marks {
		m := &marks[i]
		if m.op != '+' || m.end > len(text) {
			continue
		}
		if i := bytes.IndexByte(text[start:m.start], c); i >= 0 {
			return start + i
		}
		start = m.end
	}
	if i := bytes.IndexByte(text[start:], c); i >= 0 {
		return start + i
	}
	return len(text)
}

// A path is the path of an expansion, judged from left to right.
type path struct {
	base    string // that it is joined to; "": to another address
	text    []byte
	segment segment // the one that has begun
	opener  string  // the first variable of a {?x} that wrote nothing
}

func (p *path) judge(marks []mark) *fault.Error {
	literal := 0 // where the text of the template after a variable begins
	for i := range marks {
		m := &marks[i]
		if err := cmp.Or(p.literal(literal, m.start), p.variable(m)); err != nil {
			return err
		}
		literal = m.end
	}
	return cmp.Or(p.literal(literal, len(p.text)), p.endSegment(len(p.text)))
}

// literal goes over text of the template.
func (p *path) literal(start, end int) *fault.Error {
	if p.opener != "" {
		if i := bytes.IndexByte(p.text[start:end], '&'); i >= 0 {
			return cmp.Or(p.slashes(start, start+i, ""),
				fault.New(fault.Missing, p.opener, `without its value nothing begins the query for "&": write the fixed pair first, as in /a?y={y}{&x}`))
		}
	}
	return p.slashes(start, end, "")
}

// slashes goes over text in which each slash ends a segment and begins one, of a variable of
// {/x} if it has a name.
func (p *path) slashes(start, end int, name string) *fault.Error {
	for {
		i := bytes.IndexByte(p.text[start:end], '/')
		if i < 0 {
			return nil
		}
		if err := p.endSegment(start + i); err != nil {
			return err
		}
		if name == "" { // segments of the template alone are not judged
			i = bytes.LastIndexByte(p.text[start:end], '/')
		}
		start += i + len("/")
		p.segment = segment{start: start, variable: name, required: name, filled: name != "" && start < end && p.text[start] != '/'}
	}
}

// variable goes over what a variable wrote.
func (p *path) variable(m *mark) *fault.Error {
	if err := p.check(m); err != nil {
		return err
	}
	s := &p.segment
	switch m.op {
	case '/':
		return p.slashes(m.start, m.end, m.Name)
	case '?':
		p.opener = cmp.Or(p.opener, m.Name)
		return nil
	case '#':
		return nil
	case 0, '+':
		s.required, s.filled = cmp.Or(s.required, m.Name), true
	}
	s.reserved = s.reserved || m.op == '+'
	if s.variable == "" || m.start < m.end {
		s.variable = m.Name
	}
	if m.start == 0 && m.end > 0 && p.text[0] == '/' {
		s.start = len("/") // which joins the value to the address
	}
	return nil
}

// check says what is wrong with a variable by itself. Of the order of its cases two things matter.
// The error of a value that was not written comes first: the others judge its text. A next link
// that repeats the path of the base may have a "?" too, and is told how to be made absolute.
func (p *path) check(m *mark) *fault.Error {
	text, kind, reason := p.text[m.start:m.end], fault.Unsafe, ""
	switch {
	case m.err != nil:
		return m.err
	case isRequired(m.op) && len(text) == 0:
		kind, reason = fault.Missing, "its value is nil or empty, but the path needs one"
	case m.op == '/' && len(text) == 0 && (m.kind == value.List || m.kind == value.Map):
		kind, reason = fault.Missing, "the list is empty, or nil bytes, and the URL without it is another: pass an untyped nil to leave it out"
	case m.op == '/' && m.Explode && m.kind == value.Text && bytes.Contains(text, []byte("%2F")):
		kind, reason = fault.Param, `a string is one segment: pass a list of segments, such as strings.Split(x, "/")`
	case m.op == '&' && len(text) > 0:
		return fault.New(fault.Missing, p.opener, "without its value nothing begins the query for {&"+m.Name+"}: write {?"+p.opener+","+m.Name+"}")
	case m.op == '+' && m.start == 0 && repeats(text, p.base):
		reason = "it begins with the path of BaseURL already: make it absolute with url.URL.ResolveReference, or cut that path if it has no query"
	case m.op == '+' && bytes.ContainsAny(text, "?#"):
		reason = `"?" or "#" would end the path: write {/` + m.Name + `*} and pass a list of segments, or make a relative URL absolute with url.URL.Parse`
	default:
		return nil
	}
	return fault.New(kind, m.Name, reason)
}

// repeats reports whether a text begins with the path of a base that it is joined to.
func repeats(text []byte, base string) bool {
	path := base[authorityEnd(base):]
	rest, ok := bytes.CutPrefix(text, []byte(path))
	return ok && path != "" && (len(rest) == 0 || rest[0] == '/' || rest[0] == '?')
}

// A segment is a segment of a path. It begins and ends at a slash that the template writes,
// or at the start or end of the path. Slashes that {+x} brings lie within it. In
//
//	"/files/{owner}{+path}{;v}"
//
// one segment begins after "/files/" and has all three variables.
type segment struct {
	start    int
	variable string // the last that wrote into it, else the first; "" if all of it is literal
	required string // the first variable that may not leave it empty, "" without one
	filled   bool   // the value of a variable that may not leave it empty is not empty
	reserved bool   // a {+x} lies in it
}

// endSegment judges the segment that ends at an offset. It reads the text in all the ways in
// which servers do: decoded once, split at "/" and "\", and each piece cut at its first ";"
// (RFC 3986 section 3.3).
func (p *path) endSegment(end int) *fault.Error {
	s, written := &p.segment, p.text[p.segment.start:end]
	if s.variable == "" || len(written) > 0 && consists(written, &hostBytes) { // as most IDs do
		return nil
	}
	text := rfc6570.Unescape(string(written))
	isEmpty := true
	for piece := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '/' || c == '\\' }) {
		piece, _, _ = strings.Cut(piece, ";")
		isEmpty = isEmpty && piece == ""
		if piece == "." || piece == ".." {
			return fault.New(fault.Unsafe, s.variable, `a path segment would be "." or ".."`)
		}
	}
	switch {
	case s.required == "":
		return nil
	case isEmpty && !s.filled:
		return fault.New(fault.Missing, s.required, "its path segment would be empty: pass nil to leave it out, or end the route with a slash to send one")
	case s.reserved && strings.IndexAny(text, `/\;`) == 0:
		return fault.New(fault.Unsafe, s.required, `the value begins with an empty path segment: remove its leading "/", "\" or ";"`)
	case isEmpty:
		return fault.New(fault.Unsafe, s.required, `servers would read its path segment as empty: remove "/", "\" or ";" from the value, or write it in the route, as %2F for "/"`)
	}
	return nil
}

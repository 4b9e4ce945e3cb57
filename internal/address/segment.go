// The judge of an expansion: what the values of a call make of its path and query.

package address

import (
	"bytes"
	"cmp"
	"strings"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

// pathLiteral judges text of the template in the path, from an offset on.
func (w *writer) pathLiteral(start int) *fault.Error {
	if w.opener != "" {
		if n := bytes.IndexByte(w.Text[start:], '&'); n >= 0 {
			w.Text = w.Text[:start+n]
			return cmp.Or(w.slashes(start, ""),
				fault.New(fault.Missing, w.opener, `without its value nothing begins the query for "&": write the fixed pair first, as in /a?y={y}{&x}`))
		}
	}
	return w.slashes(start, "")
}

// slashes goes over text in which each slash ends a segment and begins one, of a variable of
// {/x} if it has a name.
func (w *writer) slashes(start int, name string) *fault.Error {
	for {
		i := bytes.IndexByte(w.Text[start:], '/')
		if i < 0 {
			return nil
		}
		if err := w.endSegment(start + i); err != nil {
			return err
		}
		if name == "" { // segments of the template alone are not judged
			i = bytes.LastIndexByte(w.Text[start:], '/')
		}
		start += i + len("/")
		w.segment = segment{start: start, variable: name, required: name, filled: name != "" && start < len(w.Text) && w.Text[start] != '/'}
	}
}

// judge judges what a variable of p wrote, from an offset on.
func (w *writer) judge(p *rfc6570.Part, v *rfc6570.Var, val *value.Value, start int) (err *fault.Error) {
	text := w.Text[start:]
	if len(text) > 0 && w.in.endsAt(p.Op) {
		err = w.enter(p.Op, start)
	}
	switch {
	case err != nil:
		return err
	case w.in == inPath:
		return w.variable(p.Op, v, val, start)
	case w.in == inQuery && p.Op == '+' && bytes.IndexByte(text, '#') >= 0:
		return fault.New(fault.Unsafe, v.Name, `"#" would end the query: write {`+v.Name+`} instead of {+`+v.Name+`}`)
	}
	return nil
}

// variable goes over what a variable wrote in the path.
func (w *writer) variable(op byte, v *rfc6570.Var, val *value.Value, start int) *fault.Error {
	if err := w.check(op, v, val, start); err != nil {
		return err
	}
	s, text := &w.segment, w.Text[start:]
	switch op {
	case '/':
		err := w.slashes(start, v.Name)
		s.written = len(w.Text)
		return err
	case '?':
		w.opener = cmp.Or(w.opener, v.Name)
		return nil
	case '#':
		return nil
	case 0, '+':
		if start == s.written && endsInSlash(w.Text[s.start:start]) {
			if err := w.endSegment(start); err != nil {
				return err
			}
			*s = segment{start: start, slashed: s.slashed}
		}
		s.required, s.filled = cmp.Or(s.required, v.Name), true
	}
	s.reserved, s.written = s.reserved || op == '+', len(w.Text)
	if s.variable == "" || len(text) > 0 {
		s.variable = v.Name
	}
	if start == w.start && len(text) > 0 && text[0] == '/' {
		s.start += len("/") // which joins the value to the address
	}
	return nil
}

// endsInSlash reports whether servers read the end of a text as a slash.
func endsInSlash(text []byte) bool {
	last := rfc6570.Unescape(string(text[max(len(text)-len("%2F"), 0):]))
	return last != "" && strings.Contains(`/\`, last[len(last)-1:])
}

// check says what is wrong with a variable of the path by itself. Of the order of its cases one
// thing matters: a next link that repeats the path of the base may have a "?" too, and is told how
// to be made absolute.
func (w *writer) check(op byte, v *rfc6570.Var, val *value.Value, start int) *fault.Error {
	text, kind, reason := w.Text[start:], fault.Unsafe, ""
	switch {
	case isRequired(op) && len(text) == 0:
		reason = "its value is nil or empty, but the path needs one"
	case op == '/' && len(text) == 0 && val.Items != nil:
		reason = "the list is empty, or nil bytes, and the URL without it is another: pass an untyped nil to leave it out"
	case op == '/' && v.Explode && val.Kind == value.Text && bytes.Contains(text, []byte("%2F")):
		kind, reason = fault.Param, `a string is one segment: pass a list of segments, such as strings.Split(x, "/"), or write {+`+v.Name+`} for an object key, escaped as in Example_objectKeys`
	case op == '&' && len(text) > 0:
		return fault.New(fault.Missing, w.opener, "without its value nothing begins the query for {&"+v.Name+"}: write {?"+w.opener+","+v.Name+"}")
	case op == '+' && start == w.start && repeats(text, w.base):
		reason = "it begins with the path of BaseURL already: make it absolute with url.URL.ResolveReference, or cut that path if it has no query"
	case op == '+' && bytes.ContainsAny(text, "?#"):
		reason = `"?" or "#" would end the path: write {/` + v.Name + `*} and pass a list of segments, or make a relative URL absolute with url.URL.Parse`
	default:
		return nil
	}
	return fault.New(kind, v.Name, reason)
}

// repeats reports whether a text begins with the path of a base that it is joined to.
func repeats(text []byte, base string) bool {
	path := base[authorityEnd(base):]
	rest, ok := bytes.CutPrefix(text, []byte(path))
	return ok && path != "" && (len(rest) == 0 || rest[0] == '/' || rest[0] == '?')
}

// A segment is a segment of a path. It begins and ends at a slash that the template writes,
// or at the start or end of the path. Slashes that {+x} brings lie within it, but a variable that
// stands right after one, and may not be empty, begins a segment of its own. In
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
	slashed  string // the variable by which it, or what it was a part of, begins with an empty piece
	written  int    // where a value that lies in it ends
}

// endSegment judges the segment that ends at an offset. It reads the text in all the ways in
// which servers do: decoded once, split at "/" and "\", and each piece cut at its first ";"
// (RFC 3986 section 3.3).
func (w *writer) endSegment(end int) *fault.Error {
	s, written := &w.segment, w.Text[w.segment.start:end]
	isFilled := s.filled || s.required == ""
	if s.variable == "" || isFilled && len(written) > 0 && consists(written, &hostBytes) && s.slashed == "" { // as most IDs do
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
	if strings.IndexAny(text, `/\;`) == 0 {
		s.slashed = cmp.Or(s.slashed, s.required, s.variable)
	}
	switch {
	case !isFilled:
		return fault.New(fault.Unsafe, s.required, "its path segment would be empty: pass nil to leave it out, end the route with a slash to send one, or write {+key} for an object key, escaped as in Example_objectKeys")
	case s.required != "" && isEmpty:
		return fault.New(fault.Unsafe, s.required, `servers would read its path segment as empty: remove "/", "\" or ";", or, if the API has such a segment, give it a route of its own, with %2F for "/"`)
	case s.reserved && s.slashed != "":
		return fault.New(fault.Unsafe, s.slashed, `the value begins with an empty path segment: remove its leading "/", "\" or ";"`)
	}
	return nil
}

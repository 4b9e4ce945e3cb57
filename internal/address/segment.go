// The one judge of path segments.

package address

import (
	"strings"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/rfc6570"
)

// A segment is the path segment that is being written. It begins and ends at a
// slash that the template writes, or at the start or end of the path. Slashes
// that {+x} brings lie within it. In
//
//	"/files/{owner}{+path}{;v}"
//
// one segment begins after "/files/" and has all three expressions.
type segment struct {
	start    int    // offset in the URL
	variable string // the last that wrote into it, or the first in it; "": it is all literal
	required string // the first variable that may not leave it empty
	reserved bool   // a {+x} lies in it
}

// add notes that a variable of an expression with the operator op lies in s.
func (s *segment) add(name string, op byte) {
	if s.variable == "" {
		s.variable = name
	}
	if s.required == "" && isRequired(op) {
		s.required = name
	}
	s.reserved = s.reserved || op == '+'
}

const (
	emptyValue   = "its value is nil or empty, but the path needs one"
	emptySegment = "its path segment would be empty: pass nil to leave it out, or write a slash at its end in the URL"
	readAsEmpty  = `servers would read its path segment as empty: remove "/", "\" or ";" from the value, or write it in the route, as %2F for "/"`
	emptyBegin   = `the value begins with an empty path segment: remove its leading "/", "\" or ";"`
	dotSegment   = `a path segment would be "." or ".."`
)

// leave goes on to another component at an offset, where the path and its last segment end
// if they have not.
func (w *writer) leave(end int, to component) {
	if w.within == inPath {
		w.endSegment(end)
		w.pathEnd = end
	}
	w.within = to
}

// endSegment judges the segment with which the URL ends. It reads the text in all
// the ways in which servers do: decoded once, split at "/" and "\", and each piece
// cut at its first ";" (RFC 3986 section 3.3).
func (w *writer) endSegment(end int) {
	s, written := &w.segment, w.url[w.segment.start:end]
	if s.variable == "" || len(written) > 0 && consists(written, &hostBytes) { // as most IDs do
		return
	}
	text := rfc6570.Unescape(string(written))
	pieces := strings.FieldsFunc(text, func(c rune) bool { return c == '/' || c == '\\' })
	isEmpty := true
	for _, piece := range pieces {
		piece, _, _ = strings.Cut(piece, ";")
		isEmpty = isEmpty && piece == ""
		if piece == "." || piece == ".." {
			w.fail(fault.Unsafe, s.variable, dotSegment)
		}
	}
	switch {
	case s.required == "":
	case text == "":
		w.fail(fault.Missing, s.required, emptySegment)
	case s.reserved && strings.ContainsAny(text[:1], `/\;`):
		w.fail(fault.Unsafe, s.required, emptyBegin)
	case isEmpty:
		w.fail(fault.Unsafe, s.required, readAsEmpty)
	}
}

// The one judge of path segments.

package address

import (
	"bytes"

	"example.com/endpoint/internal/rfc6570"
)

// A segment is the path segment that is being written. It begins and ends at a
// slash that the template writes, or at the start or end of the path. Slashes
// that {+x} brings lie within it. In
//
//	"/files/{owner}{+path}{;v}"
//
// one segment begins after "/files/" and holds all three expressions.
type segment struct {
	start    int    // offset in the URL
	writer   string // the last variable that wrote into it, or the first in it; "": it is all literal
	needed   string // the first variable that may not leave it empty
	reserved bool   // a {+x} lies in it
}

// begin begins a segment at an offset in the URL.
func (s *segment) begin(start int) {
	*s = segment{} // and start after it: a whole struct would be copied into place
	s.start = start
}

// hold notes that a variable of an expression with the operator op lies in s.
func (s *segment) hold(name string, op byte) {
	if s.writer == "" {
		s.writer = name
	}
	if s.needed == "" && isRequired(op) {
		s.needed = name
	}
	s.reserved = s.reserved || op == '+'
}

const (
	emptyValue   = "its value is nil or empty, but the path needs one"
	emptySegment = "its path segment would be empty: pass nil to leave it out, or remove the empty element of a list"
	readAsEmpty  = `servers would read its path segment as empty: remove "/", "\" or ";" from the value`
	emptyBegin   = `the value begins with an empty path segment: remove its leading "/", "\" or ";"`
	dotSegment   = `a path segment would be "." or ".."`
)

// endSegment judges the segment, with which url ends. An empty one is an error
// at once. One of dots waits until all variables are read, whose errors come
// first.
func (x *expansion) endSegment(url []byte) *Error {
	s := &x.segment
	if s.writer == "" {
		return nil
	}
	text := url[s.start:]
	if isOnePiece(text) {
		x.layout.Plain = x.layout.Plain && !s.reserved
		return nil
	}
	x.layout.Plain = x.layout.Plain && !s.reserved && bytes.IndexByte(text, '%') < 0
	switch r := read(text); {
	case s.needed != "" && len(text) == 0:
		return &Error{Kind: Missing, Name: s.needed, Reason: emptySegment}
	case s.needed != "" && r.allEmpty:
		return &Error{Kind: Missing, Name: s.needed, Reason: readAsEmpty}
	case s.needed != "" && s.reserved && r.firstEmpty:
		return &Error{Kind: Missing, Name: s.needed, Reason: emptyBegin}
	case r.dots:
		x.reject(s.writer, dotSegment)
	}
	return nil
}

// reject notes the first variable that makes the path unsafe.
func (x *expansion) reject(name, reason string) {
	if x.unsafe == nil {
		x.unsafe = &Error{Kind: Unsafe, Name: name, Reason: reason}
	}
}

// A reading is how a server may understand the text of a segment.
type reading struct {
	allEmpty   bool
	firstEmpty bool
	dots       bool // a piece is "." or ".."
}

// read reads the text of a segment in all the ways in which servers do: it is
// decoded once, split at "/" and "\", and each piece cut at its first ";"
// (RFC 3986 section 3.3).
func read(text []byte) reading {
	if bytes.IndexByte(text, '%') >= 0 {
		text = []byte(rfc6570.Unescape(string(text)))
	}
	r := reading{allEmpty: true}
	for first := true; ; first = false {
		end := bytes.IndexAny(text, `/\`)
		piece := text
		if end >= 0 {
			piece = text[:end]
		}
		piece, _, _ = bytes.Cut(piece, semicolon)
		r.allEmpty = r.allEmpty && len(piece) == 0
		r.firstEmpty = r.firstEmpty || first && len(piece) == 0
		r.dots = r.dots || string(piece) == "." || string(piece) == ".."
		if end < 0 {
			return r
		}
		text = text[end+1:]
	}
}

var semicolon = []byte{';'}

// isOnePiece reports whether text is not empty and has nothing in it that a
// server may read as anything else, as in most IDs.
func isOnePiece(text []byte) bool {
	for _, c := range text {
		if divides[c] {
			return false
		}
	}
	return len(text) > 0
}

var divides = [256]bool{'.': true, '%': true, '/': true, '\\': true, ';': true}

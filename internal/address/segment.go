// The one judge of path segments.

package address

import (
	"bytes"
	"strings"

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

// endSegment ends the segment, with which url ends. An empty one is an error at
// once. One of dots waits until all variables are read, whose errors come first.
func (x *expansion) endSegment(url []byte) *Error {
	text := url[x.segment.start:]
	if x.segment.writer == "" || isOnePiece(text) {
		return nil
	}
	x.layout.Plain = x.layout.Plain && bytes.IndexByte(text, '%') < 0
	missing, dots := x.segment.judge(text)
	if dots {
		x.noteUnsafe(x.segment.writer, dotSegment)
	}
	return missing
}

// noteUnsafe notes the first variable that makes the path unsafe.
func (x *expansion) noteUnsafe(name, reason string) {
	if x.unsafe == nil {
		x.unsafe = &Error{Kind: Unsafe, Name: name, Reason: reason}
	}
}

// judge judges a segment by its text. It returns what is wrong with one that is or
// begins empty, and otherwise reports whether a piece of it is "." or "..".
func (s *segment) judge(text []byte) (missing *Error, dots bool) {
	allEmpty, beginsEmpty, dots := pieces(text)
	reason := ""
	switch {
	case s.needed == "":
		return nil, dots
	case len(text) == 0:
		reason = emptySegment
	case allEmpty:
		reason = readAsEmpty
	case s.reserved && beginsEmpty:
		reason = emptyBegin
	default:
		return nil, dots
	}
	return &Error{Kind: Missing, Name: s.needed, Reason: reason}, false
}

// pieces reads the text of a segment in all the ways in which servers do: it is
// decoded once, split at "/" and "\", and each piece cut at its first ";"
// (RFC 3986 section 3.3). It reports whether all pieces are empty, whether the
// first one is, and whether one is "." or "..".
func pieces(text []byte) (allEmpty, beginsEmpty, dots bool) {
	if bytes.IndexByte(text, '%') >= 0 {
		text = []byte(rfc6570.Unescape(string(text)))
	}
	allEmpty, beginsEmpty = true, len(text) == 0 || strings.IndexByte(`/\;`, text[0]) >= 0
	for end := 0; end >= 0; {
		piece := text
		if end = bytes.IndexAny(text, `/\`); end >= 0 {
			piece, text = text[:end], text[end+1:]
		}
		piece, _, _ = bytes.Cut(piece, semicolon)
		allEmpty = allEmpty && len(piece) == 0
		dots = dots || string(piece) == "." || string(piece) == ".."
	}
	return allEmpty, beginsEmpty, dots
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

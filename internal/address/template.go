// Package address compiles the templates of URLs and base addresses, joins them,
// expands them, and judges what the values of a call make of their paths. It is
// the only place that knows schemes, authorities and path segments.
//
// This file compiles URL templates: those of RFC 6570, and in the path :name.
package address

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/endpoint/internal/rfc6570"
)

// A Template is a compiled URL template. It is read-only.
//
//	"https://api.test:8080/v1/:y/{x}{?y}"
//
// has the origin "https://api.test:8080", the parts "/v1/", {y}, "/", {x} and
// {?y}, the Names x and y, and the slots 1, 0, 1. A template that is a path has
// no origin.
type Template struct {
	// Names are the names of the variables, sorted, each once. Expand wants the
	// values in this order.
	Names []string

	// QueryKeys are the names of parameters that the template's own query has
	// literally, decoded. It is nil without any.
	QueryKeys map[string]bool

	err    *Error // why it is not valid
	origin *Base  // scheme and authority of one that is absolute; nil: it is a path
	parts  []part
	only   [1]part // the parts of a plain path, which is compiled at every call
	slots  []int   // of each variable in the order of the parts: its index in Names
	leads  bool    // it begins with a variable that may hold an absolute URL
}

// A part is a literal or an expression.
type part struct {
	rfc6570.Part
	first int // of an expression: index in Template.slots of its first variable
	marks
}

// marks say where the segments of a literal are, so that no call has to look for
// them. Those of "a/b/c?d#e" are 1, 4, 5 and true.
type marks struct {
	slash int  // offset of the first "/", or of the end of the path; -1: neither is in it
	last  int  // offset after the last "/" of the path
	end   int  // offset of the "?" or "#" that ends the path, or of the end of the literal
	plain bool // each byte of the path stands for itself in url.URL.Path
}

func marksOf(literal string) marks {
	end := pathEnd(literal)
	path := literal[:end]
	slash := strings.IndexByte(path, '/')
	if slash < 0 && end < len(literal) {
		slash = end
	}
	return marks{slash, strings.LastIndexByte(path, '/') + 1, end, standsForItself(path)}
}

// pathEnd returns where the path that s begins with ends: at a query or fragment,
// or with s.
func pathEnd(s string) int { return indexAny(s, "?#") }

// indexAny is strings.IndexAny, but returns len(s) where s has none of chars.
func indexAny(s, chars string) int {
	if n := strings.IndexAny(s, chars); n >= 0 {
		return n
	}
	return len(s)
}

// Compile compiles the template of a URL: a path, or an absolute http or https
// URL. The error of one that is not valid is that of each expansion.
func Compile(s string) *Template {
	if IsPlainPath(s) {
		t := &Template{only: [1]part{{Part: rfc6570.Part{Literal: s}, marks: marksOf(s)}}}
		t.parts = t.only[:]
		return t
	}
	if reason := schemeSlip(s); reason != "" {
		return &Template{err: &Error{Kind: Syntax, Reason: reason}}
	}
	t := new(Template)
	if err := t.compile(s); err != nil {
		return &Template{err: newError(Syntax, "", err)}
	}
	return t
}

func (t *Template) compile(s string) error {
	parts, err := parse(s)
	if err != nil {
		return err
	}
	if IsAbsolute(s) {
		if err := t.cutOrigin(parts); err != nil {
			return err
		}
	}
	t.Names = namesOf(parts)
	t.slots = make([]int, 0, len(t.Names))
	t.parts = make([]part, len(parts))
	for i, p := range parts {
		t.parts[i] = part{Part: p, first: len(t.slots), marks: marksOf(p.Literal)}
		for _, v := range p.Vars {
			t.slots = append(t.slots, t.Slot(v.Name))
		}
	}
	t.QueryKeys = literalKeys(s)
	t.leads = len(parts) > 0 && parts[0].IsPlain() && isRequired(parts[0].Op)
	return nil
}

// namesOf returns the names of the variables, sorted, each once.
func namesOf(parts []rfc6570.Part) []string {
	names := make([]string, 0, len(parts))
	for i := range parts {
		for _, v := range parts[i].Vars {
			names = append(names, v.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Slot returns the index of a name in Names, -1 if no variable has it.
func (t *Template) Slot(name string) int { return slot(t.Names, name) }

func slot(names []string, name string) int {
	if len(names) <= 8 { // as nearly all are: comparing them all takes less than a search
		return slices.Index(names, name)
	}
	if i, ok := slices.BinarySearch(names, name); ok {
		return i
	}
	return -1
}

// Cost returns how many bytes t takes beside its text, -1 if it is not valid.
func (t *Template) Cost() int {
	const itself, perPart, perVar, perKey = 512, 96, 64, 64
	if t.err != nil {
		return -1
	}
	return itself + perPart*len(t.parts) + perVar*len(t.slots) + perKey*len(t.QueryKeys)
}

var errOriginVar = errors.New("the host may not contain a placeholder: write the address in BaseURL, and pass its placeholders in Path")

// cutOrigin moves scheme and authority from the first part of an absolute
// template to its origin. That part may become empty.
func (t *Template) cutOrigin(parts []rfc6570.Part) error {
	text := parts[0].Literal
	end := authorityEnd(text)
	if end == len(text) && len(parts) > 1 && strings.IndexByte("/?#", parts[1].Op) < 0 {
		return errOriginVar
	}
	origin, err := Parse(text[:end])
	if err != nil {
		return err
	}
	t.origin = &Base{pieces: []piece{{literal: text[:end]}}, origin: origin, path: end, plain: true}
	parts[0].Literal = text[end:]
	return nil
}

// literalKeys returns the decoded names of the query's pairs of which the whole
// name is literal, nil if there are none. In a valid template each of "?#&" is
// literal or an operator, which leaves the "{" before it at the end of a pair.
func literalKeys(template string) (keys map[string]bool) {
	beforeFragment, _, _ := strings.Cut(template, "#")
	_, query, _ := strings.Cut(beforeFragment, "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(strings.TrimSuffix(pair, "{"), "=")
		if name == "" || strings.ContainsAny(name, "{}") {
			continue
		}
		if keys == nil {
			keys = make(map[string]bool)
		}
		keys[rfc6570.UnescapeKey(name)] = true
	}
	return keys
}

// parse parses a template of RFC 6570 which may have :name in its path.
func parse(s string) ([]rfc6570.Part, error) {
	parts, err := rfc6570.Parse(bracesForColons(s))
	if err != nil {
		_, err = rfc6570.Parse(s) // has the same error, where s has it
	}
	return parts, err
}

// bracesForColons writes {name} for each :name of the path. It need not skip
// expressions: one with a colon before a letter is not valid, and stays so.
func bracesForColons(s string) string {
	start := authorityEnd(s)
	end := start + pathEnd(s[start:])
	var b []byte
	done := 0 // how much of s is in b
	for i := start; i < end; i++ {
		if s[i] != ':' {
			continue
		}
		if name := colonName(s[:i], s[i+1:]); name != "" {
			b = append(b, s[done:i]+"{"+name+"}"...)
			done = i + 1 + len(name)
		}
	}
	if done == 0 {
		return s
	}
	return string(append(b, s[done:]...))
}

// colonName returns the name after a colon, "" where the colon stands for itself:
// right after a letter, a digit, an underscore or a brace, and before anything
// but a letter or an underscore.
func colonName(before, after string) string {
	last, _ := utf8.DecodeLastRuneInString(before)
	if last == '}' || last == '_' || unicode.IsLetter(last) || unicode.IsDigit(last) {
		return ""
	}
	n := 0
	for n < len(after) && (isAlnum(after[n]) || after[n] == '_') {
		n++
	}
	if n == 0 || isDigits(after[:1]) {
		return ""
	}
	return after[:n]
}

// schemeSlip says what is wrong with the scheme of a template that would be
// sent as a path: another scheme, or one without its two slashes.
func schemeSlip(s string) string {
	n := 0
	for n < len(s) && (isAlnum(s[n]) || s[n] == '+' || s[n] == '-' || s[n] == '.') {
		n++
	}
	rest, ok := strings.CutPrefix(s[n:], ":")
	switch {
	case !ok || n == 0 || IsAbsolute(s):
		return ""
	case strings.HasPrefix(rest, "//"):
		return "the URL must begin with http:// or https://, or be a path"
	case strings.EqualFold(s[:n], "http") || strings.EqualFold(s[:n], "https"):
		return "two slashes must follow the scheme: write " + strings.ToLower(s[:n]) + "://"
	}
	return ""
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// pathBytes are the bytes that stand for themselves in url.URL.Path.
var pathBytes = func() (t [256]bool) {
	for i := range t {
		u := url.URL{Path: "/" + string([]byte{byte(i)})}
		t[i] = u.EscapedPath() == u.Path
	}
	return t
}()

func standsForItself(path string) bool {
	for i := range len(path) {
		if !pathBytes[path[i]] {
			return false
		}
	}
	return true
}

// IsPlainPath reports whether s is a path without placeholders that is sent as
// it stands. A colon may begin a placeholder.
func IsPlainPath(s string) bool {
	return s != "" && standsForItself(s) && strings.IndexByte(s, ':') < 0
}

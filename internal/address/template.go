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

	"example.com/endpoint/internal/header"
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

	err        *Error // why it is not valid
	origin     *url.URL
	originText string
	parts      []part
	slots      []int // of each variable in the order of the parts: its index in Names
	leads      bool  // it begins with a variable that may hold an absolute URL
	only       [1]part
}

// A part is a literal or an expression.
type part struct {
	rfc6570.Part
	first int // of an expression: index in Template.slots of its first variable
	marks
}

// marks say where the segments of a literal are, so that no call has to look for
// them. Those of "a/b/c?d#e" are 1, 4, 5, true and true.
type marks struct {
	slash    int  // offset of the first "/", or of the end of the path; -1: none
	last     int  // offset after the last "/" of the path
	end      int  // offset of the "?" or "#" that ends the path; -1: none
	fragment bool // a "#" begins the fragment
	plain    bool // each byte of the path stands for itself in url.URL.Path
}

func marksOf(literal string) marks {
	path, hash := literal, strings.IndexByte(literal, '#')
	end := strings.IndexByte(literal, '?')
	if end < 0 || hash >= 0 && hash < end {
		end = hash
	}
	if end >= 0 {
		path = literal[:end]
	}
	slash := strings.IndexByte(path, '/')
	if slash < 0 {
		slash = end
	}
	return marks{slash, strings.LastIndexByte(path, '/') + 1, end, hash >= 0, standsForItself(path)}
}

// Compile compiles the template of a URL: a path, or an absolute http or https
// URL. The error of one that is not valid is that of each expansion.
func Compile(s string) *Template {
	t := new(Template)
	if IsPlainPath(s) {
		t.only[0].Literal = s
		t.only[0].marks = marks{strings.IndexByte(s, '/'), strings.LastIndexByte(s, '/') + 1, -1, false, true}
		t.parts = t.only[:]
		return t
	}
	if reason := schemeSlip(s); reason != "" {
		return Invalid(reason)
	}
	if err := t.compile(s); err != nil {
		return &Template{err: newError(Syntax, "", err)}
	}
	return t
}

// Invalid returns a template that is not valid, for the reason given.
func Invalid(reason string) *Template {
	return &Template{err: &Error{Kind: Syntax, Reason: reason}}
}

func (t *Template) compile(s string) error {
	parts, err := parse(s)
	if err != nil {
		return err
	}
	if IsAbsolute(s) {
		if parts, err = t.cutOrigin(parts); err != nil {
			return err
		}
	}
	t.parts = make([]part, len(parts))
	n := 0 // variables so far
	for i, p := range parts {
		t.parts[i] = part{Part: p, first: n, marks: marksOf(p.Literal)}
		n += len(p.Vars)
	}
	t.nameVariables(n)
	t.QueryKeys = literalKeys(parts)
	if t.origin == nil && len(parts) > 0 && parts[0].IsPlain() {
		op, name := parts[0].Op, parts[0].Vars[0].Name
		t.leads = op == '+' || op == 0 && strings.HasSuffix(name, "url")
	}
	return nil
}

// nameVariables sets the names and slots of n variables.
func (t *Template) nameVariables(n int) {
	t.Names, t.slots = make([]string, 0, n), make([]int, 0, n)
	for i := range t.parts {
		for _, v := range t.parts[i].Vars {
			t.Names = append(t.Names, v.Name)
		}
	}
	t.Names = distinct(t.Names)
	for i := range t.parts {
		for _, v := range t.parts[i].Vars {
			t.slots = append(t.slots, t.Slot(v.Name))
		}
	}
}

// Slot returns the index of a name in Names, -1 if no variable has it.
func (t *Template) Slot(name string) int { return slot(t.Names, name) }

func slot(names []string, name string) int {
	if len(names) <= 8 { // as nearly all are: comparing them all takes less than a search
		for i := range names {
			if names[i] == name {
				return i
			}
		}
		return -1
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

var (
	errOriginVar  = errors.New("the host may not contain a placeholder: write the address in BaseURL, and pass its placeholders in Path")
	errOriginText = errors.New("the host is missing or malformed")
)

// cutOrigin moves scheme and authority from the parts of an absolute template to
// its origin.
func (t *Template) cutOrigin(parts []rfc6570.Part) ([]rfc6570.Part, error) {
	text := parts[0].Literal
	end := authorityEnd(text)
	if end == len(text) && len(parts) > 1 && strings.IndexByte("/?#", parts[1].Op) < 0 {
		return nil, errOriginVar
	}
	origin, err := url.Parse(text[:end])
	if err != nil || origin.Hostname() == "" {
		return nil, errOriginText
	}
	t.origin, t.originText = origin, text[:end]
	if end == len(text) {
		return parts[1:], nil
	}
	parts[0].Literal = text[end:]
	return parts, nil
}

// literalKeys returns the decoded names of the query's pairs of which the whole
// name is literal, nil if there are none.
func literalKeys(parts []rfc6570.Part) (keys map[string]bool) {
	const expression = "\x00" // stands for what one writes, and is in no literal
	var text strings.Builder
	for _, p := range parts {
		switch p.Op {
		case '?', '&', '#':
			text.WriteByte(p.Op)
		}
		if len(p.Vars) > 0 {
			text.WriteString(expression)
		}
		text.WriteString(p.Literal)
	}
	beforeFragment, _, _ := strings.Cut(text.String(), "#")
	_, query, _ := strings.Cut(beforeFragment, "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if name == "" || strings.Contains(name, expression) {
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
	text := bracesForColons(s)
	parts, err := rfc6570.Parse(text)
	if err != nil && text != s {
		_, err = rfc6570.Parse(s) // has the same error, where s has it
	}
	return parts, err
}

// bracesForColons writes {name} for each :name of the path outside braces.
func bracesForColons(s string) string {
	var b []byte
	done := 0 // how much of s is in b
	for i := authorityEnd(s); i < len(s) && !opensQuery(s[i:]); i++ {
		switch s[i] {
		case '{':
			n := strings.IndexByte(s[i:], '}')
			if n < 0 {
				return s // it is not closed, which Parse reports
			}
			i += n
		case ':':
			n := colonName(s, i)
			if n == 0 {
				continue
			}
			b = append(b, s[done:i]...)
			b = append(b, '{')
			b = append(b, s[i+1:i+1+n]...)
			b = append(b, '}')
			i += n
			done = i + 1
		}
	}
	if b == nil {
		return s
	}
	return string(append(b, s[done:]...))
}

// opensQuery reports whether s begins with a query or fragment, or with an
// expression that opens one.
func opensQuery(s string) bool {
	s = strings.TrimPrefix(s, "{")
	return s != "" && (s[0] == '?' || s[0] == '#')
}

// colonName returns the length of the variable name after the colon s[i], 0
// where the colon stands for itself: before anything but a letter or
// underscore, and right after a letter, a digit, an underscore or a brace.
func colonName(s string, i int) int {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	if i > 0 && (before == '}' || before == '_' || unicode.IsLetter(before) || unicode.IsDigit(before)) {
		return 0
	}
	n := 0
	for _, c := range []byte(s[i+1:]) {
		isDigit := '0' <= c && c <= '9'
		if !isAlnum(c) && c != '_' || n == 0 && isDigit {
			break
		}
		n++
	}
	return n
}

// IsAbsolute reports whether s begins with http:// or https:// in any case.
func IsAbsolute(s string) bool { return schemeLen(s) > 0 }

// schemeLen returns the length of "http://" or "https://", 0 without either.
func schemeLen(s string) int {
	switch {
	case strings.HasPrefix(s, "https://"): // as nearly all are written
		return len("https://")
	case len(s) < len("http://") || s[0]|0x20 != 'h':
		return 0
	case header.EqualFold(s[:len("http://")], "http://"):
		return len("http://")
	case len(s) >= len("https://") && header.EqualFold(s[:len("https://")], "https://"):
		return len("https://")
	}
	return 0
}

// authorityEnd returns where the scheme and authority of a text end: at the path,
// query or fragment, or at an expression. It is 0 unless the text is absolute.
func authorityEnd(s string) int {
	start := schemeLen(s)
	if start == 0 {
		return 0
	}
	if n := strings.IndexAny(s[start:], "/?#{"); n >= 0 {
		return start + n
	}
	return len(s)
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
	case header.EqualFold(s[:n], "http") || header.EqualFold(s[:n], "https"):
		return "two slashes must follow the scheme: write " + header.Lower(s[:n]) + "://"
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

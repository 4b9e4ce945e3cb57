// Package address compiles the templates of URLs and base addresses, joins them,
// expands them, and judges what the values of a call make of their paths. It is
// the only place that knows schemes, authorities and path segments.
//
// A template is that of RFC 6570, and in its path :name is read as {name}.
package address

import (
	"errors"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/endpoint/internal/rfc6570"
)

// A Template is a compiled URL template or base address. It is read-only.
//
//	"https://{host}:8080/v1/:x{?q}"
//
// has the parts "https://", {host}, ":8080", "/v1/", {x} and {?q}, of which the
// first three are the authority, and the names host, x and q. A template that
// is a path has no authority.
type Template struct {
	// Names are the names of the variables, one for each place in the template:
	// a name that stands twice is there twice. Expand wants a value for each. A
	// base address that is not valid has the names between its braces.
	Names []string

	err       *Error // why it is not valid
	parts     []part
	authority int      // how many parts are scheme and authority
	origin    *url.URL // scheme, user and host, where they hold no variable
	slashes   string   // at the end of a base address, which joining replaces
	fixed     string   // a base address without variables, and without the slashes at its end
}

// A part is a literal or an expression.
type part struct {
	rfc6570.Part
	value int  // index in Template.Names of the first variable
	port  bool // the variable stands in the port

	// Where the segments of a literal lie, so that no call has to look for them.
	slash    int  // offset of the first "/", or of the end of the path; -1: none
	last     int  // offset after the last "/" in the path
	query    bool // a "?" or "#" ends the path in it
	fragment bool // a "#" begins the fragment in it
}

// A Kind is what an Error is about.
type Kind uint8

const (
	Syntax  Kind = iota // the template is not valid
	Base                // the base address is not valid
	Missing             // a variable has no value, or leaves a segment empty
	Param               // the value of a variable cannot stand in its place
	Unsafe              // the path would be read as another one
)

// An Error says what is wrong with a template or a value, never showing the
// value. Name is that of a variable, "" for the template itself.
type Error struct {
	Kind   Kind
	Name   string
	Reason string
	Quotes bool // Reason quotes the template
}

// Cost returns about how many bytes t takes, -1 if it is not valid.
func (t *Template) Cost() int {
	if t.err != nil {
		return -1
	}
	n := 64 * len(t.Names)
	for i := range t.parts {
		n += 200 + 2*len(t.parts[i].Literal) + 64*len(t.parts[i].Vars)
	}
	return n
}

// Compile compiles the template of a URL: a path, or an absolute http or https
// URL. The error of one that is not valid is that of each expansion.
func Compile(s string) *Template {
	if reason := schemeSlip(s); reason != "" {
		return Invalid(reason)
	}
	t := new(Template)
	if err := t.compile(s, parsePath); err != nil {
		return &Template{err: newError(Syntax, "", err)}
	}
	return t
}

// Invalid returns a template that is not valid, for the reason given.
func Invalid(reason string) *Template {
	return &Template{err: &Error{Kind: Syntax, Reason: reason}}
}

// CompileBase compiles a base address: an absolute http or https URL without
// query and fragment, with no expressions but plain {name}. In it, :name is text.
func CompileBase(s string) *Template {
	t := new(Template)
	trimmed := s
	if n := schemeLen(s); n > 0 {
		trimmed = s[:n] + strings.TrimRight(s[n:], "/")
	}
	if err := t.compileBase(trimmed); err != nil {
		return &Template{Names: braced(s), err: newError(Base, "BaseURL", err)}
	}
	t.slashes = s[len(trimmed):]
	if len(t.Names) == 0 {
		for i := range t.parts {
			t.fixed += t.parts[i].Literal
		}
	}
	return t
}

func (t *Template) compileBase(s string) error {
	switch {
	case s == "":
		return errors.New("set it to an http or https address")
	case !IsAbsolute(s):
		return errors.New("it must begin with http:// or https://")
	}
	if err := t.compile(s, rfc6570.Parse); err != nil {
		return err
	}
	for i := range t.parts {
		p := &t.parts[i]
		if len(p.Vars) > 0 && (p.Op != 0 || !p.IsPlain()) {
			return errors.New("it may contain only a plain {name}")
		}
		if p.query {
			return errors.New("it has a query or fragment: pass parameters in Query")
		}
	}
	return nil
}

// braced returns what stands between the braces of s.
func braced(s string) (names []string) {
	for {
		_, rest, _ := strings.Cut(s, "{")
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return names
		}
		names, s = append(names, name), after
	}
}

// compile compiles the authority, if s has one, and then the rest as parse reads it.
func (t *Template) compile(s string, parse func(string) ([]rfc6570.Part, error)) error {
	end := authorityEnd(s)
	authority, err := rfc6570.Parse(s[:end])
	if err != nil {
		return err
	}
	path, err := parse(s[end:])
	if err != nil {
		return laterBy(err, end)
	}
	for _, p := range append(authority, path...) {
		t.add(p)
	}
	t.authority = len(authority)
	return t.checkAuthority()
}

func newError(kind Kind, name string, err error) *Error {
	var syntax *rfc6570.SyntaxError
	return &Error{kind, name, err.Error(), errors.As(err, &syntax)}
}

// laterBy moves the offset of a syntax error.
func laterBy(err error, n int) error {
	var syntax *rfc6570.SyntaxError
	if errors.As(err, &syntax) {
		return &rfc6570.SyntaxError{Offset: syntax.Offset + n, Reason: syntax.Reason}
	}
	return err
}

func (t *Template) add(p rfc6570.Part) {
	a := part{Part: p, value: len(t.Names)}
	for i := range p.Vars {
		t.Names = append(t.Names, p.Vars[i].Name)
	}
	path := p.Literal
	a.slash = strings.IndexAny(path, "/?#")
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		a.query, a.fragment = true, strings.IndexByte(path, '#') >= 0
		path = path[:i]
	}
	a.last = strings.LastIndexByte(path, '/') + 1
	t.parts = append(t.parts, a)
}

// parsePath parses what follows an authority: RFC 6570, and up to the query or
// fragment, outside braces, :name as {name}.
func parsePath(s string) ([]rfc6570.Part, error) {
	var parts []rfc6570.Part
	start := 0 // of what is not parsed yet
	for i := 0; i < len(s) && !opensQuery(s[i:]); i++ {
		switch s[i] {
		case '{':
			n := strings.IndexByte(s[i:], '}')
			if n < 0 {
				n = len(s) - i // it is not closed, which Parse reports
			}
			i += n
		case ':':
			n := colonName(s, i)
			if n == 0 {
				continue
			}
			more, err := rfc6570.Parse(s[start:i])
			if err != nil {
				return nil, laterBy(err, start)
			}
			parts = append(parts, more...)
			parts = append(parts, rfc6570.Part{Vars: []rfc6570.Var{{Name: s[i+1 : i+1+n]}}})
			i += n
			start = i + 1
		}
	}
	more, err := rfc6570.Parse(s[start:])
	return append(parts, more...), laterBy(err, start)
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

// plainPath has the bytes that stand for themselves in a path, a template and
// a url.URL alike.
var plainPath = func() (t [256]bool) {
	for c := byte('!'); c <= '~'; c++ {
		u := url.URL{Path: "/" + string(rune(c))}
		t[c] = strings.IndexByte("{}:%?#\\", c) < 0 && u.EscapedPath() == u.Path
	}
	return t
}()

// IsPlainPath reports whether s is a path without placeholders that is valid as
// it stands, so that it needs no compiling.
func IsPlainPath(s string) bool {
	for i := range len(s) {
		if !plainPath[s[i]] {
			return false
		}
	}
	return s != ""
}

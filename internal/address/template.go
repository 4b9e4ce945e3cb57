// Package address compiles the templates of URLs and base addresses, joins them,
// expands them, and judges what the values of a call make of their paths. It is
// the only place that knows schemes, authorities and path segments.
//
// This file compiles URL templates: those of RFC 6570, and in the path :name.
package address

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/rfc6570"
)

// A Template is a compiled URL template. It is read-only.
//
//	"https://api.test:8080/v1/:y/{x}{?y}"
//
// has the authority "https://api.test:8080", the parts "/v1/", {y}, "/", {x} and
// {?y}, and the Names x and y. A template that is a path has no authority.
type Template struct {
	Names   Names // of the variables
	InQuery Names // of those in the query and fragment

	err       *fault.Error // why it is not valid
	authority string       // with the scheme; "": it is a path
	parts     []rfc6570.Part
	leads     bool // it begins with a variable that may hold an absolute URL
}

// Names are names of variables, sorted and each once.
type Names []string

// Has reports whether a name is among them.
func (n Names) Has(name string) bool {
	_, ok := slices.BinarySearch(n, name)
	return ok
}

func namesOf(parts []rfc6570.Part) (names Names) {
	for i := range parts {
		for _, v := range parts[i].Vars {
			names = append(names, v.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// pathEnd returns where the path that s begins with ends: at a query or fragment,
// or with s.
func pathEnd(s string) int {
	beforeFragment, _, _ := strings.Cut(s, "#")
	path, _, _ := strings.Cut(beforeFragment, "?")
	return len(path)
}

// PlainPath is the template of each plain path, whose text is its expansion.
var PlainPath = new(Template)

// IsPlainPath reports whether s is a path without placeholders that is sent as
// it stands. A colon may begin a placeholder.
func IsPlainPath(s string) bool {
	return s != "" && s[0] == '/' && isPlain(s) && strings.IndexByte(s, ':') < 0
}

// Compile compiles the template of a URL: a path, or an absolute http or https
// URL. The error of one that is not valid is that of each expansion.
func Compile(s string) *Template {
	t := new(Template)
	if err := t.compile(s); err != nil {
		return &Template{err: err.For(fault.Route, "")}
	}
	return t
}

func (t *Template) compile(s string) *fault.Error {
	path := authorityEnd(s)
	parts, err := rfc6570.Parse(s, path, path+pathEnd(s[path:]))
	err = cmp.Or(err, checkQuery(s))
	switch {
	case err != nil:
	case path > 0:
		parts, err = t.cutAuthority(parts)
	case parts == nil || parts[0].Vars == nil && strings.IndexByte("/?", parts[0].Literal[0]) < 0:
		err = fault.New(fault.Route, "", `the URL must begin with http:// or https:// or as a path: write the slash, and a space after a method, as in "GET /users"`)
	}
	t.Names, t.parts = namesOf(parts), parts
	if i := slices.IndexFunc(parts, endsPath); i >= 0 {
		t.InQuery = namesOf(parts[i:])
	}
	t.leads = len(parts) > 0 && parts[0].Name() != "" && isRequired(parts[0].Op)
	return err
}

// isRequired reports whether the variables of an operator may not be missing.
func isRequired(op byte) bool { return op == 0 || op == '+' }

// endsPath reports whether a part has a delimiter that ends the path.
func endsPath(p rfc6570.Part) bool {
	return p.Op == '?' || p.Op == '#' || strings.ContainsAny(p.Literal, "?#")
}

// cutAuthority moves scheme and authority from the parts of an absolute template.
func (t *Template) cutAuthority(parts []rfc6570.Part) (_ []rfc6570.Part, err *fault.Error) {
	first := &parts[0]
	end := authorityEnd(first.Literal)
	if end == len(first.Literal) && len(parts) > 1 && strings.IndexByte("/?#", parts[1].Op) < 0 {
		return nil, fault.New(fault.Route, "", "the host may not contain a placeholder: write the address in BaseURL, and pass its placeholders in Path")
	}
	t.authority, first.Literal = first.Literal[:end], first.Literal[end:]
	if first.Literal == "" {
		parts = parts[1:]
	}
	err = check(t.authority)
	return parts, err
}

// checkQuery says where the query of a valid template would begin a second time, or after
// the fragment, or go on before it begins. After a literal "?", another one is a character
// like any other.
func checkQuery(template string) *fault.Error {
	path, query, ok := strings.Cut(template, "?")
	_, fragment, _ := strings.Cut(query, "#")
	isOperator := strings.HasSuffix(path, "{")
	switch {
	case strings.Contains(path, "{&"):
		return fault.New(fault.Route, "", "no query begins before {&x}: write {?x}")
	case ok && strings.Contains(path, "#"), isOperator && strings.Contains(query, "?"), strings.Contains(query, "{?"), strings.Contains(fragment, "?"):
		return fault.New(fault.Route, "", `a "?" follows the "?" or "#" that ends the path: write & or {&x} in a query, and %3F for the character`)
	}
	return nil
}

// plainBytes are the bytes that stand for themselves in url.URL.Path.
var plainBytes = func() (t [256]bool) {
	for i := range t {
		u := url.URL{Path: "/" + string([]byte{byte(i)})}
		t[i] = u.EscapedPath() == u.Path
	}
	return t
}()

func isPlain(path string) bool { return consists(path, &plainBytes) }

// consists reports whether all bytes of text are in a set.
func consists[T string | []byte](text T, set *[256]bool) bool {
	for i := range len(text) {
		if !set[text[i]] {
			return false
		}
	}
	return true
}

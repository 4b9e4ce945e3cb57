// Package address compiles the templates of URLs and base addresses, joins them,
// expands them, and judges what the values of a call make of their paths. It is
// the only place that knows schemes, authorities and path segments.
//
// This file compiles URL templates: those of RFC 6570, and in the path :name.
package address

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strings"

	"example.com/endpoint/internal/rfc6570"
)

// A Template is a compiled URL template. It is read-only.
//
//	"https://api.test:8080/v1/:y/{x}{?y}"
//
// has the authority "https://api.test:8080", the parts "/v1/", {y}, "/", {x} and
// {?y}, and the Names x and y. A template that is a path has no authority.
type Template struct {
	Names []string // of the variables, each once

	// QueryKeys are the names of parameters in the template's own query: true those
	// that it has literally, decoded, and false the variables of {?x} and {&x}. A variable
	// with triplets, {?a%20b}, counts as both, since only the name that it writes is decoded.
	QueryKeys map[string]bool

	err       *Error // why it is not valid
	authority string // with the scheme; "": it is a path
	parts     []rfc6570.Part
	leads     bool // it begins with a variable that may hold an absolute URL
}

// namesOf returns the names of variables, sorted and each once.
func namesOf(parts []rfc6570.Part) (names []string) {
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
	return s != "" && isPlain(s) && strings.IndexByte(s, ':') < 0
}

// Compile compiles the template of a URL: a path, or an absolute http or https
// URL. The error of one that is not valid is that of each expansion.
func Compile(s string) *Template {
	t := new(Template)
	if err := t.compile(s); err != nil {
		return &Template{err: newError(Syntax, "", err)}
	}
	return t
}

func (t *Template) compile(s string) error {
	if err := checkScheme(s); err != nil {
		return err
	}
	path := authorityEnd(s)
	parts, err := rfc6570.Parse(s, path, path+pathEnd(s[path:]))
	if err = cmp.Or(err, checkQuery(s)); err == nil && path > 0 {
		parts, err = t.cutAuthority(parts)
	}
	t.Names, t.QueryKeys, t.parts = namesOf(parts), queryKeys(s, parts), parts
	t.leads = len(parts) > 0 && parts[0].Name() != "" && isRequired(parts[0].Op)
	return err
}

// checkScheme says what is wrong with the scheme of a template that would be sent
// as a path: another scheme, or one without its two slashes.
func checkScheme(s string) error {
	scheme, rest, ok := strings.Cut(s, ":")
	switch {
	case !ok || scheme == "" || IsAbsolute(s) || strings.Trim(scheme, alnum+"+-.") != "":
		return nil
	case strings.HasPrefix(rest, "//"):
		return errors.New("the URL must begin with http:// or https://, or be a path")
	case strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"):
		return errors.New("two slashes must follow the scheme: write " + strings.ToLower(scheme) + "://")
	}
	return nil
}

// cutAuthority moves scheme and authority from the parts of an absolute template.
func (t *Template) cutAuthority(parts []rfc6570.Part) (_ []rfc6570.Part, err error) {
	first := &parts[0]
	end := authorityEnd(first.Literal)
	if end == len(first.Literal) && len(parts) > 1 && strings.IndexByte("/?#", parts[1].Op) < 0 {
		return nil, errors.New("the host may not contain a placeholder: write the address in BaseURL, and pass its placeholders in Path")
	}
	t.authority, first.Literal = first.Literal[:end], first.Literal[end:]
	if first.Literal == "" {
		parts = parts[1:]
	}
	err = check(t.authority)
	return parts, err
}

// checkQuery says where the query of a valid template would begin a second time, or
// after the fragment. After a literal "?", another one is a character like any other.
func checkQuery(template string) error {
	begun, ended := false, false // ended: by an expression or a fragment
	for i, c := range []byte(template) {
		isOperator := i > 0 && template[i-1] == '{'
		switch {
		case c == '#':
			begun, ended = true, true
		case c != '?':
		case ended, begun && isOperator:
			return errors.New(`a "?" follows the "?" or "#" that ends the path: write & or {&x} in a query, and %3F for the character`)
		default:
			begun, ended = true, isOperator
		}
	}
	return nil
}

// queryKeys returns the variables of {?x} and {&x}, and the decoded names of the query's
// pairs of which the whole name is literal. In a valid template each of "?#&" is literal
// or an operator, which leaves the "{" before it at the end of a pair.
func queryKeys(template string, parts []rfc6570.Part) map[string]bool {
	keys := map[string]bool{}
	for _, p := range parts {
		if p.Op == '?' || p.Op == '&' {
			for _, v := range p.Vars {
				keys[rfc6570.UnescapeKey(v.Name)] = true
				keys[v.Name] = false
			}
		}
	}
	beforeFragment, _, _ := strings.Cut(template, "#")
	_, query, _ := strings.Cut(beforeFragment, "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(strings.TrimSuffix(pair, "{"), "=")
		if name != "" && !strings.ContainsAny(name, "{}") {
			keys[rfc6570.UnescapeKey(name)] = true
		}
	}
	return keys
}

// plainBytes are the bytes that stand for themselves in url.URL.Path.
var plainBytes = func() (t [256]bool) {
	for i := range t {
		u := url.URL{Path: "/" + string([]byte{byte(i)})}
		t[i] = u.EscapedPath() == u.Path
	}
	return t
}()

func isPlain(path string) bool {
	for i := range len(path) {
		if !plainBytes[path[i]] {
			return false
		}
	}
	return true
}

package main

import (
	"errors"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"example.com/endpoint"
)

// A Refusal is the error that the contract has for a case.
type Refusal struct {
	class string
	kind  error
	name  string // of the parameter, header or option; "*" for any
}

// The classes of errors, where the original answers something or throws.
const (
	errMalformed    = "error: a header value is neither text nor number"
	errMethod       = "error: the method is no token"
	errNoURL        = "error: no URL"
	errGrammar      = "error: the template is none of RFC 6570"
	errBase         = "error: the base address is none"
	errAddress      = "error: the leading address is none"
	errHost         = "error: a value may not stand in a host or port"
	errMissing      = "error: a parameter of {x} is missing"
	errEmptySegment = "error: a path segment would be empty"
	errValue        = "error: a list or map does not fit the template"
	errUnsafe       = "error: unsafe path"
	errQuery        = "error: a map, nested list or empty key in a query or form"
	errNoPlace      = "error: the method has no place for parameters"
	errHeader       = "error: a header is malformed"
	errMediaType    = "error: format or preview is no token"
	errData         = "error: the method has no body"
	errContentType  = "error: parameters are sent as JSON or form only"
)

func refuse(class string, kind error, name string) *Refusal {
	return &Refusal{class, kind, name}
}

// matches tells whether an error of the library is this one. Header names may
// have been lower-cased by Defaults.
func (r *Refusal) matches(err error) bool {
	var e *endpoint.Error
	return errors.Is(err, r.kind) && errors.As(err, &e) && (r.name == "*" || strings.EqualFold(r.name, e.Name))
}

// predict tells from the input alone which error the contract has for it; nil
// for none. The order is that of its point 11.
func predict(m *merged) *Refusal {
	t, ok := compile(m.url)
	switch {
	case len(m.malformed) > 0:
		return refuse(errMalformed, endpoint.ErrHeader, m.malformed[0])
	case !token.MatchString(m.method):
		return refuse(errMethod, endpoint.ErrMethod, "")
	case m.url == "":
		return refuse(errNoURL, endpoint.ErrRoute, "")
	case !ok:
		return refuse(errGrammar, endpoint.ErrRoute, "")
	}
	for _, judge := range []func(*merged, template) *Refusal{
		predictPath, predictLeftovers, predictHeaders, predictBody,
	} {
		if r := judge(m, t); r != nil {
			return r
		}
	}
	return nil
}

// predictPath judges address, variables and path.
func predictPath(m *merged, t template) *Refusal {
	w := path{params: m.params}
	name, address, isLead := m.address(t)
	switch {
	case isLead && !isAddress(address):
		return refuse(errAddress, endpoint.ErrParam, name)
	case isLead:
		w.lead(address, len(t) == 1)
		t = t[1:]
	case isAbsolute(m.url):
		end := authorityEnd(m.url)
		if r := predictAuthority(m.params, m.url[:end]); r != nil {
			return r
		}
		t = t[len(mustParse(m.url[:end])):]
	default:
		if r := w.base(m.base); r != nil {
			return r
		}
	}
	if r := w.walk(t); r != nil {
		return r
	}
	if w.unsafe {
		return refuse(errUnsafe, endpoint.ErrUnsafePath, "*")
	}
	return nil
}

// base walks the path of the base address, which ends before the template.
func (w *path) base(s string) *Refusal {
	if !isBase(s) {
		return refuse(errBase, endpoint.ErrBaseURL, "BaseURL")
	}
	end := authorityEnd(s)
	if r := predictAuthority(w.params, s[:end]); r != nil {
		return r
	}
	if r := w.walk(mustParse(strings.TrimRight(s[end:], "/"))); r != nil {
		return r
	}
	w.open(false, "")
	w.slashed = false // that slash is the template's, or the one that joins both
	return nil
}

func mustParse(s string) template {
	t, _ := parse(s) // it has been judged before
	return t
}

// predictAuthority judges the values in a host or port.
func predictAuthority(params map[string]any, s string) *Refusal {
	for _, at := range placeholder.FindAllStringSubmatchIndex(s, -1) {
		name := s[at[2]:at[3]]
		value := params[name]
		text, isScalar := scalarText(value)
		host := s[strings.LastIndexByte(s[:at[0]], '@')+1 : at[0]]
		isPort := strings.Contains(scheme.ReplaceAllString(host, ""), ":")
		switch {
		case !isScalar && value != nil:
			return refuse(errHost, endpoint.ErrParam, name)
		case text == "":
			return refuse(errMissing, endpoint.ErrMissingParam, name)
		case isPort && !portText.MatchString(text), !hostText.MatchString(text):
			return refuse(errHost, endpoint.ErrParam, name)
		}
	}
	return nil
}

// predictLeftovers judges what no placeholder names, by key.
func predictLeftovers(m *merged, t template) *Refusal {
	own := ownKeys(t.expand(m.params))
	for _, key := range m.leftovers(m.placeholders()) {
		value := m.params[key]
		_, isMap := value.(map[string]any)
		_, flat := entries(value)
		switch m.place() {
		case inQuery:
			if key == "" || (isMap || !flat) && !slices.Contains(own, key) {
				return refuse(errQuery, endpoint.ErrParam, key)
			}
		case inForm:
			if key == "" || isMap || !flat {
				return refuse(errQuery, endpoint.ErrParam, key)
			}
		case nowhere:
			if value != nil {
				return refuse(errNoPlace, endpoint.ErrParam, key)
			}
		}
	}
	return nil
}

// ownKeys are the keys of the query that a URL has itself.
func ownKeys(s string) []string {
	s, _, _ = strings.Cut(s, "#")
	_, query, has := strings.Cut(s, "?")
	if !has {
		return nil
	}
	var keys []string
	for pair := range strings.SplitSeq(query, "&") {
		key, _, _ := strings.Cut(pair, "=")
		if decoded, err := url.QueryUnescape(key); err == nil {
			key = decoded
		}
		keys = append(keys, key)
	}
	return keys
}

var (
	token   = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
	control = regexp.MustCompile(`[\x00-\x08\x0a-\x1f\x7f]`)
)

// predictHeaders judges headers by name; the media type is accept's.
func predictHeaders(m *merged, _ template) *Refusal {
	for _, name := range slices.Sorted(maps.Keys(m.headers)) {
		if name > "accept" {
			if r := predictMediaType(m); r != nil {
				return r
			}
		}
		h := m.headers[name]
		if !token.MatchString(h.name) || control.MatchString(h.value) {
			return refuse(errHeader, endpoint.ErrHeader, h.name)
		}
	}
	return predictMediaType(m)
}

func predictMediaType(m *merged) *Refusal {
	if m.format != "" && !token.MatchString(m.format) {
		return refuse(errMediaType, endpoint.ErrHeader, "MediaType.Format")
	}
	for _, name := range m.previews {
		if !token.MatchString(name) {
			return refuse(errMediaType, endpoint.ErrHeader, "MediaType.Previews")
		}
	}
	return nil
}

func predictBody(m *merged, t template) *Refusal {
	if m.data != nil && slices.Contains([]string{"GET", "HEAD", "TRACE", "CONNECT"}, m.method) {
		return refuse(errData, endpoint.ErrBody, "Data")
	}
	if m.place() == inNeither && len(m.leftovers(m.placeholders())) > 0 {
		return refuse(errContentType, endpoint.ErrBody, "content-type")
	}
	return nil
}

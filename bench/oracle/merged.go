package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// merged is what the contract makes of the layers of a case. It is read anew
// from DESIGN.md, not from the library, as is all that predicts in this tool.
type merged struct {
	method    string // in upper case
	url       string
	base      string
	headers   map[string]header // by lowercase name
	format    string
	previews  []string
	data      any
	request   any
	params    map[string]any
	malformed []string // headers whose value is neither text nor number
}

type header struct {
	name  string // as written
	value string // trimmed; "" removes it
}

func merge(c Case) merged {
	m := merged{method: "GET", headers: map[string]header{}, params: map[string]any{}}
	for i, layer := range c.layers() {
		if i == len(c.Defaults) && c.Route != nil {
			method, url := splitRoute(*c.Route)
			setText(&m.method, upper(method))
			setText(&m.url, url)
		}
		m.add(layer)
	}
	return m
}

func (m *merged) add(layer map[string]any) {
	if method, ok := layer["method"].(string); ok {
		setText(&m.method, upper(method))
	}
	setText(&m.url, layer["url"])
	setText(&m.base, layer["baseUrl"])
	if h, ok := layer["headers"].(map[string]any); ok {
		m.addHeaders(h)
	}
	if media, ok := layer["mediaType"].(map[string]any); ok {
		setText(&m.format, media["format"])
		m.previews = union(m.previews, texts(media["previews"]))
	}
	if v := layer["data"]; v != nil {
		m.data = v
	}
	if v := layer["request"]; v != nil {
		m.request = v
	}
	for key, value := range layer {
		if !isOption(key) {
			m.params[key] = value
		}
	}
}

// addHeaders goes by byte order, so that of two spellings the last one wins.
func (m *merged) addHeaders(h map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		value, ok := headerText(h[name])
		switch {
		case h[name] == nil:
		case !ok:
			m.malformed = append(m.malformed, name)
		default:
			m.headers[lower(name)] = header{name, strings.Trim(value, " \t")}
		}
	}
}

func headerText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	}
	return "", false
}

// setText sets an option; the empty text and null change nothing.
func setText(s *string, v any) {
	if text, _ := v.(string); text != "" {
		*s = text
	}
}

func texts(v any) []string {
	list, _ := v.([]any)
	var all []string
	for _, e := range list {
		if s, ok := e.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

// union is the previews of both in order, each once and without its suffix.
func union(a, b []string) []string {
	var all []string
	for _, name := range slices.Concat(a, b) {
		for strings.HasSuffix(name, previewSuffix) {
			name = strings.TrimSuffix(name, previewSuffix)
		}
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

const previewSuffix = "-preview"

// splitRoute cuts a route at its first run of blanks. A standard method in
// upper case alone is a method without URL.
func splitRoute(route string) (method, url string) {
	route = strings.Trim(route, " \t")
	if i := strings.IndexAny(route, " \t"); i >= 0 {
		return route[:i], strings.TrimLeft(route[i:], " \t")
	}
	if slices.Contains(standardMethods, route) {
		return route, ""
	}
	return "", route
}

var standardMethods = strings.Fields("GET HEAD POST PUT PATCH DELETE CONNECT OPTIONS TRACE")

func lower(s string) string { return mapASCII(s, 'A', 'Z', 'a'-'A') }

func upper(s string) string { return mapASCII(s, 'a', 'z', 'A'-'a') }

func mapASCII(s string, first, last, shift rune) string {
	return strings.Map(func(r rune) rune {
		if first <= r && r <= last {
			return r + shift
		}
		return r
	}, s)
}

// contentType is the header as the layers leave it; set tells a removed one
// from none.
func (m *merged) contentType() (mediaType string, set bool) {
	h, set := m.headers["content-type"]
	name, _, _ := strings.Cut(h.value, ";")
	return lower(strings.TrimRight(name, " \t")), set
}

// A place is where leftover parameters go.
type place int

const (
	nowhere place = iota // the method has no place for them
	inQuery
	inJSON
	inForm
	inNeither // the content-type is neither JSON nor form
	unsent    // data is the body
)

func (m *merged) place() place {
	switch m.method {
	case "GET", "HEAD":
		return inQuery
	case "PATCH", "POST", "PUT", "DELETE":
	default:
		return nowhere
	}
	if m.data != nil {
		return unsent
	}
	mediaType, _ := m.contentType()
	switch {
	case mediaType == "", mediaType == "application/json", mediaType == "text/json", strings.HasSuffix(mediaType, "+json"):
		return inJSON
	case mediaType == "application/x-www-form-urlencoded":
		return inForm
	}
	return inNeither
}

// leftovers are the names of the parameters that no placeholder names, sorted.
func (m *merged) leftovers(placeholders []string) []string {
	left := slices.Sorted(maps.Keys(m.params))
	return slices.DeleteFunc(left, func(name string) bool { return slices.Contains(placeholders, name) })
}

// placeholders are the names in the template and in the base address. There is
// no telling where the template is not valid.
func (m *merged) placeholders() []string {
	t, _ := compile(m.url)
	return append(t.names(), baseNames(m.base)...)
}

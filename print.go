// What fmt and log/slog show of a request and its options: one line of names,
// never of values.

package endpoint

import (
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/jsonvalue"
	"example.com/endpoint/internal/redact"
)

// String returns the method, the URL, the names of the headers and the types of
// Body and Meta, on one line:
//
//	post https://h.test/x?xxxxx headers["accept" "authorization"] body(string)
//
// No value of a header or parameter is shown. In a URL with userinfo, xxxxx
// replaces the scheme and the userinfo. It also replaces everything after the
// first "?" or "#", where a URL template keeps its expressions. A secret in a
// path segment is shown.
//
// All types of this package that print themselves follow these rules. Their
// JSON holds every value, and so does the output of slog's JSON handler if one
// of them is inside another value.
func (r Request) String() string {
	return line(shownRoute(r.Method, r.URL), names("headers", r.Headers), typeOf("body", r.Body), typeOf("meta", r.Meta))
}

// GoString returns what String shows in the form of a Go value, for %#v.
func (r Request) GoString() string { return "endpoint.Request{" + r.String() + "}" }

// LogValue returns what String shows.
func (r Request) LogValue() slog.Value { return slog.StringValue(r.String()) }

// String returns the options that are set, on one line: the names of headers
// and parameters, the types of Data and Meta, and the text of all others as in
// [Request.String].
func (o Options) String() string {
	return line(
		shownRoute(o.Method, o.URL),
		part("base %s", redact.URL(o.BaseURL)),
		names("headers", o.Headers),
		part("format %s", o.MediaType.Format),
		part("previews%q", o.MediaType.Previews),
		names("params", o.Params),
		names("path", o.Path),
		names("query", o.Query),
		part("lists %s", o.Lists.shown()),
		typeOf("data", o.Data),
		typeOf("meta", o.Meta),
	)
}

// GoString returns what String shows in the form of a Go value, for %#v.
func (o Options) GoString() string { return "endpoint.Options{" + o.String() + "}" }

// LogValue returns what String shows.
func (o Options) LogValue() slog.Value { return slog.StringValue(o.String()) }

// String returns the defaults as [Options.String] shows them.
func (e Endpoint) String() string { return e.Options().String() }

// GoString returns what String shows in the form of a Go value, for %#v.
func (e Endpoint) GoString() string { return "endpoint.Endpoint{" + e.String() + "}" }

// LogValue returns what String shows.
func (e Endpoint) LogValue() slog.Value { return slog.StringValue(e.String()) }

// String returns the names of the headers, on one line.
func (h Headers) String() string { return line(names("headers", h)) }

// GoString returns what String shows in the form of a Go value, for %#v.
func (h Headers) GoString() string { return "endpoint.Headers{" + h.String() + "}" }

// LogValue returns what String shows.
func (h Headers) LogValue() slog.Value { return slog.StringValue(h.String()) }

// shownRoute returns a method and a URL without what may be secret, on one line.
// Text that is not a method is read as part of the URL, since a route with a
// space in its password is split there.
func shownRoute(method, url string) string {
	if method == "" || header.IsToken(method) {
		return line(method, redact.URL(url))
	}
	return line(strings.TrimSpace(redact.URL(method + " " + url)))
}

// shown returns the name of a style, "" for the zero one.
func (s ListStyle) shown() string {
	names := []string{"", ListComma: "comma", ListRepeat: "repeat", ListBrackets: "brackets"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprint(int(s))
}

// line joins the parts that are not empty, as one line of printable characters.
func line(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return redact.Printable(strings.Join(parts, " "))
}

// part returns text or a list in a format, "" for an empty one.
func part[T string | []string](format string, v T) string {
	if len(v) == 0 {
		return ""
	}
	return fmt.Sprintf(format, v)
}

// names returns the keys of a map after its name, "" without any.
func names[V any](name string, m map[string]V) string {
	return part(name+"%q", slices.Sorted(maps.Keys(m)))
}

// typeOf returns the type of a value after its name, "" for nil.
func typeOf(name string, v any) string {
	if v == nil {
		return ""
	}
	return name + "(" + jsonvalue.TypeName(reflect.TypeOf(v)) + ")"
}

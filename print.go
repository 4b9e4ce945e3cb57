// What fmt and log/slog show of a request and its options: one line, without
// secrets. internal/redact has the rules of what is hidden.

package endpoint

import (
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/endpoint/internal/redact"
)

// String returns the method, the URL, the headers and the type of the body, on
// one line. It never shows the body or Meta. It prints xxxxx instead of:
//   - the value of a header, parameter, query key or path parameter (";key=")
//     with a secret name, such as authorization, page_token, X-API-Key or code;
//   - in a URL, everything before the "@" of the authority;
//   - in a query, fragment, path parameter or parameter, a value that contains
//     "=", "&", "%", "@" or "//" after it is percent-decoded once, because it
//     may carry another URL or a form;
//   - in a header other than user-agent, accept and content-type, a value that
//     contains "//", "@" or "?".
//
// A secret anywhere else, such as in a plain path segment, is printed. All
// types of this package that print themselves follow these rules.
func (r Request) String() string {
	return line(shownRoute(r.Method, r.URL), part("headers[", headerList(r.Headers), "]"), typeOf("body", r.Body), typeOf("meta", r.Meta))
}

// GoString returns what String shows in the form of a Go value, for %#v.
func (r Request) GoString() string { return "endpoint.Request{" + r.String() + "}" }

// LogValue returns what String shows, as a group.
func (r Request) LogValue() slog.Value {
	method, url, _ := strings.Cut(redact.Printable(redact.Address(r.Method+" "+r.URL)), " ")
	attrs := []slog.Attr{
		slog.String("method", method),
		slog.String("url", url),
		slog.Any("headers", r.Headers.LogValue()),
	}
	if r.Body != nil {
		attrs = append(attrs, slog.String("body", typeOf("", r.Body)))
	}
	if r.Meta != nil {
		attrs = append(attrs, slog.String("meta", typeOf("", r.Meta)))
	}
	return slog.GroupValue(attrs...)
}

// String returns the options that are set, on one line. Data and Meta show
// their type only, and secrets are hidden as in [Request.String].
func (o Options) String() string {
	previews := make([]string, len(o.MediaType.Previews))
	for i, name := range o.MediaType.Previews {
		previews[i] = redact.Address(name)
	}
	return line(
		shownRoute(o.Method, o.URL),
		part("base ", shownBase(o.BaseURL), ""),
		part("headers[", headerList(o.Headers), "]"),
		part("format ", redact.Address(o.MediaType.Format), ""),
		part("previews[", strings.Join(previews, " "), "]"),
		part("params[", paramList(o.Params), "]"),
		part("query[", paramList(o.Query), "]"),
		part("lists ", o.Lists.shown(), ""),
		typeOf("data", o.Data),
		typeOf("meta", o.Meta),
	)
}

// GoString returns what String shows in the form of a Go value, for %#v.
func (o Options) GoString() string { return "endpoint.Options{" + o.String() + "}" }

// LogValue returns what String shows.
func (o Options) LogValue() slog.Value { return slog.StringValue(o.String()) }

// String returns the defaults as [Options.String] shows them.
func (e Endpoint) String() string { return e.defaults().options.String() }

// GoString returns what String shows in the form of a Go value, for %#v.
func (e Endpoint) GoString() string { return "endpoint.Endpoint{" + e.String() + "}" }

// LogValue returns what String shows.
func (e Endpoint) LogValue() slog.Value { return slog.StringValue(e.String()) }

// String returns the headers by name, on one line. Secrets are hidden as in
// [Request.String].
func (h Headers) String() string { return line("headers[" + headerList(h) + "]") }

// GoString returns what String shows in the form of a Go value, for %#v.
func (h Headers) GoString() string { return line("endpoint.Headers{" + headerList(h) + "}") }

// LogValue returns what String shows, as a group.
func (h Headers) LogValue() slog.Value {
	attrs := make([]slog.Attr, 0, len(h))
	for _, name := range slices.Sorted(maps.Keys(h)) {
		attrs = append(attrs, slog.String(redact.Printable(name), redact.Printable(redact.Header(name, h[name]))))
	}
	return slog.GroupValue(attrs...)
}

// String returns the parameters by name, on one line. It shows strings,
// numbers and booleans as they are, the type and length of lists and maps, and
// only the type of any other value. Secrets are hidden as in [Request.String].
func (p Params) String() string { return line("params[" + paramList(p) + "]") }

// GoString returns what String shows in the form of a Go value, for %#v.
func (p Params) GoString() string { return line("endpoint.Params{" + paramList(p) + "}") }

// LogValue returns what String shows.
func (p Params) LogValue() slog.Value { return slog.StringValue(p.String()) }

// String returns the parameters as [Params.String] does.
func (q Query) String() string { return line("query[" + paramList(q) + "]") }

// GoString returns what String shows in the form of a Go value, for %#v.
func (q Query) GoString() string { return line("endpoint.Query{" + paramList(q) + "}") }

// LogValue returns what String shows.
func (q Query) LogValue() slog.Value { return slog.StringValue(q.String()) }

// shownRoute returns a method and template without secrets, on one line. They
// are read as one text: a route that contains a space in a password was split
// there.
func shownRoute(method, url string) string {
	return strings.TrimSpace(redact.Printable(redact.Address(method + " " + url)))
}

// shownBase returns a base address without secrets. One without scheme and
// slashes begins with its authority.
func shownBase(base string) string {
	if scheme, _, ok := strings.Cut(base, ":/"); ok && !strings.ContainsAny(scheme, "/@") {
		return redact.Address(base)
	}
	return strings.TrimPrefix(redact.Address("//"+base), "//")
}

// shown returns the name of a style, "" for the zero one.
func (s ListStyle) shown() string {
	names := []string{"", ListComma: "comma", ListRepeat: "repeat", ListBrackets: "brackets"}
	if int(s) < len(names) {
		return names[s]
	}
	return strconv.Itoa(int(s))
}

func headerList(h Headers) string {
	return entries(h, func(name, value string) string { return strconv.Quote(redact.Header(name, value)) })
}

func paramList(params map[string]any) string { return entries(params, redact.Param) }

// entries shows the values of a map after their names, sorted by name.
func entries[V any](m map[string]V, show func(name string, value V) string) string {
	items := make([]string, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		items = append(items, strconv.Quote(name)+":"+show(name, m[name]))
	}
	return strings.Join(items, " ")
}

// line joins the parts that are not empty, on one line.
func line(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return redact.Printable(strings.Join(parts, " "))
}

// part returns text between before and after, "" without a text.
func part(before, text, after string) string {
	if text == "" {
		return ""
	}
	return before + text + after
}

// typeOf shows the type of a value that is never shown itself.
func typeOf(label string, v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprintf("%s(%T)", label, v)
}

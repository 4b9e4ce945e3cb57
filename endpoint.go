// Package endpoint describes HTTP requests to REST APIs. It turns a route such
// as "GET /orgs/{org}/repos" and options into a plain description of the
// request (method, full URL, headers, body) that any client can send. It makes
// no network calls and holds no state.
//
//	e := endpoint.New(endpoint.Options{
//		BaseURL: "https://api.github.com",
//		Headers: endpoint.Headers{"authorization": "Bearer " + token},
//	})
//	req, err := e.HTTPRequest(ctx, "GET /orgs/{org}/repos", endpoint.Params{
//		"org": "octokit", "type": "private",
//	})
//
// # Map of the package
//
// Settings that many requests share:
//   - [New] and [Endpoint.Defaults] layer them; an [Endpoint] never changes.
//   - [Endpoint.Options] reads them back.
//
// One request:
//   - [Endpoint.HTTPRequest] builds it for net/http.
//   - [Endpoint.Build] describes it as a [Request]; [Request.HTTPRequest] and
//     [Request.BodyReader] hand it to a client.
//   - [Endpoint.Merge] and [Endpoint.Parse] are the two halves of Build.
//
// What a call may say, each a [Layer]:
//   - [Params] fill the route's placeholders; the others become query or body.
//   - [Query] is always query, whatever the method.
//   - [Headers] and [MediaType] set and amend headers.
//   - [Options] says all of it at once, and is what JSON holds.
//   - [ParamsOf] makes Params of a struct; [Unset] takes a key away.
//
// # Where a parameter goes
//
// A parameter that a placeholder of the route names ({x}, :x or any other form
// of RFC 6570) goes into the URL. The others go into the query of GET and HEAD
// and into the body of PATCH, POST, PUT and DELETE: a JSON object, or a form
// where content-type is application/x-www-form-urlencoded. With Options.Data
// the body is Data as given, and the parameters that no placeholder names are
// not sent, a misspelt one among them. Methods other than these six, such as
// OPTIONS, have no place for such parameters: they are [ErrParam].
//
// # Routes
//
// A route is a method, blanks and a URL template, or a URL template alone
// (the method is then that of the defaults). The template is that of RFC 6570,
// level 4, with two additions: a name may hold a hyphen, and in the path :name
// is {name}. It is a path, joined to BaseURL by one slash, or an absolute http
// or https URL. Where it begins with {+x}, or with {x} of a name that ends in
// "url", that variable may hold the absolute address.
//
// A parameter cannot move a request elsewhere: one that is missing or leaves a
// path segment empty is [ErrMissingParam], one that makes a segment "." or
// "..", or opens a query or fragment, is [ErrUnsafePath], and scheme, user and
// host are those of the base address, the template or its leading address.
//
// # Values in a URL
//
// The text of a Go value is found in this order: nil and nil pointers are
// undefined; a json.Number stands as it is; encoding.TextMarshaler (time.Time
// is RFC 3339); fmt.Stringer; byte slices as text, nil ones undefined; strings,
// booleans, integers and floats (shortest decimal, no exponent); what a pointer
// points to. Slices and arrays of these are lists, maps with string keys
// associative maps; elements that are nil are skipped. Anything else, and a
// float that is not finite, is [ErrParam]. The same rules give the values of a
// form. In JSON values are what encoding/json makes of them.
//
// # Errors
//
// Every error is an [*Error] that wraps one of the Err values. No error text
// holds the value of a parameter or header.
package endpoint

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/jsonvalue"
	"example.com/endpoint/internal/redact"
)

// Version is the version of this package, as the default user-agent names it.
const Version = "0.1.0"

// Endpoint builds requests over a set of defaults. It is an immutable value,
// safe for concurrent use; its zero value has the built-in defaults: BaseURL
// https://api.service.example (a reserved name that never resolves), accept
// application/vnd.service.v3+json, user-agent go-endpoint.js/<Version>, GET.
type Endpoint struct{ d *defaults }

// Layer is one layer of options: [Options], [Params], [Query], [Headers] or
// [MediaType], or a pointer to one. Layers are applied left to right, a later
// value winning; nil is none. No other type is a layer: one that embeds one of
// these, which a compiler takes for a Layer, makes New, Defaults and all
// calls panic.
type Layer interface{ layer() }

// Options is everything that can be said about a request. Its zero fields
// change nothing.
//
// Its JSON form is flat, as that of @octokit/endpoint: the keys method, url,
// baseUrl, headers, mediaType (format, previews), data and request, and every
// other key a parameter. See [Options.MarshalJSON] and [Options.UnmarshalJSON].
type Options struct {
	// Method is the HTTP method, a token in any case; else ErrMethod.
	Method string
	// URL is the template of the request's URL: a path or an absolute http or
	// https URL, else ErrRoute. See the package documentation on routes.
	URL string
	// BaseURL is what a path is joined to: an http or https URL with a host
	// and without query or fragment, else ErrBaseURL. It may hold plain
	// {placeholders}, filled from Params.
	BaseURL string
	// Headers are merged by name. See Headers on removing one.
	Headers Headers
	// MediaType amends the accept header.
	MediaType MediaType
	// Data is the request body as given; the Params that no placeholder names
	// are then not sent, a misspelt one among them. See Request.HTTPRequest
	// for the kinds of body. It is shared, not copied. ErrBody for GET, HEAD,
	// TRACE and CONNECT.
	Data any
	// Meta is handed through to Request.Meta untouched ("request" in JSON).
	Meta any
	// Params are the parameters by name. See Params.
	Params Params
	// Query is always sent in the query. See Query.
	Query Query
}

// Params are parameters by name. Those that a placeholder of the URL or of
// BaseURL names fill it; the others become the query of GET and HEAD, and the
// body of PATCH, POST, PUT and DELETE unless there is Data.
//
// nil is a value: it overrides a default, is undefined in a URL and null in a
// JSON body. In a query a list is one value joined by commas (%2C), unless its
// key ends in "[]": then it is one pair per element, as it is in a form. Query
// and form omit nil and empty lists; maps and structs there are [ErrParam].
// Slices, maps and pointers held as values are shared, not copied. Printed by
// itself it shows all values; [Options] hides secrets.
type Params map[string]any

// Query holds query parameters of any method, in addition to those in the
// template and to Params, over which it wins, also as a default. A list is one
// pair per element; nil and empty lists are omitted, also the Params under
// their key. Maps, structs and an empty key are [ErrParam]. A key that the
// URL's own query already has is not added again.
type Query map[string]any

// MediaType amends the items of the accept header (RFC 9110 section 12.5.1),
// unless one of them is application/octet-stream or the header was removed.
// Format and previews are tokens, else [ErrHeader].
type MediaType struct {
	// Format replaces what an application/vnd item asks for: with "raw",
	// application/vnd.github.v3+json becomes application/vnd.github.v3.raw.
	Format string
	// Previews replace the vendor's items by one per preview:
	// application/vnd.github.<name>-preview+json. A suffix "-preview" of the
	// name is cut off; layers add up to the union.
	Previews []string
}

func (Options) layer()   {}
func (Params) layer()    {}
func (Query) layer()     {}
func (Headers) layer()   {}
func (MediaType) layer() {}

// Unset, as a value in [Params] or [Query], removes the key that an earlier
// layer set. It stands for the absence of the key, so [Options] leaves it out
// of JSON; inside another value it cannot be encoded.
var Unset = unset{}

type unset struct{}

// MarshalJSON returns an error: what is unset has no value.
func (unset) MarshalJSON() ([]byte, error) {
	return nil, errors.New("endpoint.Unset is not a value")
}

// Headers are header fields by name, in any case. In a layer, the empty value
// removes the header that an earlier layer set and keeps any default out; of
// two spellings of one name the last in byte order wins (x-a over X-A). A name
// that is no token (RFC 9110 section 5.1) and a value with a control character
// other than tab (section 5.5) are [ErrHeader]; blanks around a value are cut.
type Headers map[string]string

// Get returns the value of a header whatever the case of its name, "" if there
// is none. Of two spellings the last in byte order counts, as in merging.
func (h Headers) Get(name string) string {
	if v, ok := h[ascii.Lower(name)]; ok {
		return v
	}
	value, spelling := "", ""
	for k, v := range h {
		if ascii.EqualFold(k, name) && k >= spelling {
			value, spelling = v, k
		}
	}
	return value
}

// Set sets a header under its lowercase name and deletes its other spellings.
// Like any write to a nil map, it panics on nil Headers.
func (h Headers) Set(name, value string) {
	for k := range h {
		if ascii.EqualFold(k, name) {
			delete(h, k)
		}
	}
	h[ascii.Lower(name)] = value
}

// Request is the plain description of an HTTP request. Two requests that say
// the same are equal by reflect.DeepEqual.
type Request struct {
	Method  string  // in lower case: "get", where http.MethodGet is "GET"
	URL     string  // absolute, with everything expanded
	Headers Headers // by lowercase name
	Body    any     // nil when there is none; map[string]any and the like for JSON
	Meta    any     // Options.Meta, untouched
}

// New returns an Endpoint with the built-in defaults and these over them. It
// checks nothing: a default that is not valid is the error of the calls that
// use it.
func New(defaults ...Layer) Endpoint {
	return Endpoint{}.Defaults(defaults...)
}

// Build describes the request of a route with layers of options over the
// defaults. It is Parse(Merge(route, layers...)) without the copies.
//
// The error is an [*Error]. The checks run in this order: method ([ErrMethod]),
// template ([ErrRoute]), base address ([ErrBaseURL]), the template's variables
// in order ([ErrMissingParam], [ErrParam]), unsafe path ([ErrUnsafePath]), query
// and other parameters by key ([ErrParam]), headers by name ([ErrHeader]), and
// whether method and content-type have the body ([ErrBody]). Whether it can be
// encoded is for [Request.HTTPRequest] and [Request.BodyReader] to find.
func (e Endpoint) Build(route string, layers ...Layer) (Request, error) {
	var c call
	c.read(e.defaults(), route, layers)
	return c.request()
}

// HTTPRequest builds the request of a route for net/http. It gives what Build
// followed by [Request.HTTPRequest] gives, without the description in between;
// the errors are those of both. Where a parameter of a JSON body cannot be
// encoded, the error names it.
func (e Endpoint) HTTPRequest(ctx context.Context, route string, layers ...Layer) (*http.Request, error) {
	var c call
	c.read(e.defaults(), route, layers)
	return c.httpRequest(ctx)
}

// The errors that an [*Error] wraps; test for them with errors.Is.
var (
	// ErrRoute: the URL is missing or its template is not valid (RFC 6570
	// section 2, and the additions of this package).
	ErrRoute = errors.New("invalid route")
	// ErrMethod: the method is missing or not a token (RFC 9110 section 9.1).
	ErrMethod = errors.New("invalid method")
	// ErrBaseURL: BaseURL is no http or https address with a host (RFC 3986
	// section 3), or has a query or fragment.
	ErrBaseURL = errors.New("invalid base URL")
	// ErrMissingParam: a parameter of path or host is missing, or leaves a whole
	// path segment empty.
	ErrMissingParam = errors.New("missing parameter")
	// ErrParam: a value cannot go there, for its type or, in a host or as a
	// leading address, its characters; a key is empty; or the method sends no
	// such parameter.
	ErrParam = errors.New("invalid parameter")
	// ErrHeader: a header name, header value, format or preview is malformed
	// (RFC 9110 sections 5.1, 5.5, 5.6.2), or content-length is not that of the
	// body (section 8.6).
	ErrHeader = errors.New("invalid header")
	// ErrBody: the body does not go with the method (RFC 9110 section 9.3) or
	// the content-type, or cannot be encoded.
	ErrBody = errors.New("invalid body")
	// ErrUnsafePath: a parameter makes a path segment "." or ".." (RFC 3986
	// sections 3.3, 5.2.4), or opens a query or fragment; also a leading
	// address with a query or fragment before more of the template.
	ErrUnsafePath = errors.New("unsafe path")
)

// Error is the error of every function of this package. Its text names what is
// wrong and never holds a value:
//
//	endpoint: DELETE /repos/{owner}/{repo}: missing parameter "repo"
type Error struct {
	Route string // method and template, never expanded, passwords xxxxx; of a Request the method
	Name  string // the parameter, header or option; "" for the route itself
	Err   error  // wraps one of the Err values, with the reason
}

// Error returns the text of the error.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("endpoint: ")
	if e.Route != "" {
		b.WriteString(e.Route)
		b.WriteString(": ")
	}
	kind, reason := e.Err, ""
	if r, ok := e.Err.(*reasonError); ok {
		kind, reason = r.kind, r.reason
	}
	if kind != nil {
		b.WriteString(kind.Error())
	}
	if e.Name != "" {
		b.WriteString(" ")
		b.WriteString(strconv.Quote(e.Name))
	}
	if reason != "" {
		b.WriteString(": ")
		b.WriteString(reason)
	}
	return b.String()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// A reasonError is one of the Err values with a reason, and the error behind
// it where that holds no value.
type reasonError struct {
	kind   error
	reason string
	cause  error
}

func (e *reasonError) Error() string { return e.kind.Error() + ": " + e.reason }

func (e *reasonError) Unwrap() []error {
	if e.cause == nil {
		return []error{e.kind}
	}
	return []error{e.kind, e.cause}
}

// harmless returns the cause err if it shows nothing of value, so that an error
// of ours may wrap it, and nil else.
func harmless(err error, value any) error {
	var member *jsonvalue.MemberError
	if errors.As(err, &member) {
		err = member.Err // the name is not for all to see
	}
	if err == nil || !redact.Harmless(err, value) {
		return nil
	}
	return err
}

// String returns method, address, headers and the type of the body, on one
// line. The values of headers and query keys that hold secrets by their name
// (authorization, cookie, token, secret, key, password, signature) and
// passwords in addresses are xxxxx. The body and Meta are never shown.
func (r Request) String() string {
	return join(redact.Route(r.Method), redact.Address(r.URL), labelled("headers", redact.Headers(r.Headers)),
		typeOf("body", r.Body), typeOf("meta", r.Meta))
}

// join joins the parts that are not empty, on one line.
func join(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return redact.Printable(strings.Join(parts, " "))
}

func labelled(name, items string) string {
	if items == "" {
		return ""
	}
	return name + "[" + items + "]"
}

// GoString is String in the form of a Go value, for %#v.
func (r Request) GoString() string { return "endpoint.Request{" + r.String() + "}" }

// LogValue returns what String shows, as a group.
func (r Request) LogValue() slog.Value {
	attrs := []slog.Attr{
		slog.String("method", redact.Route(r.Method)),
		slog.String("url", redact.Address(r.URL)),
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

func typeOf(label string, v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprintf("%s(%T)", label, v)
}

// String returns the options that are set, on one line and without secrets, as
// [Request.String] does.
func (o Options) String() string {
	base, format := "", ""
	if o.BaseURL != "" {
		base = "base " + redact.Address(o.BaseURL)
	}
	if o.MediaType.Format != "" {
		format = "format " + redact.Text(o.MediaType.Format)
	}
	return join(redact.Route(o.Method), redact.Address(o.URL), base, labelled("headers", redact.Headers(o.Headers)), format,
		labelled("previews", redact.Text(strings.Join(o.MediaType.Previews, " "))), labelled("params", redact.Params(o.Params)),
		labelled("query", redact.Params(o.Query)), typeOf("data", o.Data), typeOf("meta", o.Meta))
}

// GoString is String in the form of a Go value, for %#v.
func (o Options) GoString() string { return "endpoint.Options{" + o.String() + "}" }

// LogValue returns what String shows.
func (o Options) LogValue() slog.Value { return slog.StringValue(o.String()) }

// String returns the headers by name, without secrets.
func (h Headers) String() string { return "headers[" + redact.Headers(h) + "]" }

// GoString is String in the form of a Go value, for %#v.
func (h Headers) GoString() string { return "endpoint.Headers{" + redact.Headers(h) + "}" }

// LogValue returns the headers as a group, without secrets.
func (h Headers) LogValue() slog.Value {
	attrs := make([]slog.Attr, 0, len(h))
	for _, name := range slices.Sorted(maps.Keys(h)) {
		value := redact.Text(h[name])
		if redact.Secret(name) {
			value = redact.Mask
		}
		attrs = append(attrs, slog.String(name, value))
	}
	return slog.GroupValue(attrs...)
}

// String returns the defaults, without secrets.
func (e Endpoint) String() string { return e.defaults().options.String() }

// GoString is String in the form of a Go value, for %#v.
func (e Endpoint) GoString() string { return "endpoint.Endpoint{" + e.String() + "}" }

// LogValue returns what String shows.
func (e Endpoint) LogValue() slog.Value { return slog.StringValue(e.String()) }

// optionKeys are the keys of the flat JSON form that are no parameters.
var optionKeys = [...]string{"method", "url", "baseUrl", "headers", "mediaType", "data", "request"}

// MarshalJSON writes the flat form: one object with the keys method, url,
// baseUrl, headers, mediaType, data and request, where they are set, and every
// parameter. Parameters that are Unset are absent. There is no flat form for a
// parameter named like one of the keys ([ErrParam]), for a Query ([ErrParam]),
// for Data that is a Reader ([ErrBody]) and for text that is not UTF-8. Within
// lists and maps such text is written as encoding/json writes it.
func (o Options) MarshalJSON() ([]byte, error) {
	flat := make(map[string]any, len(o.Params)+len(optionKeys))
	for _, name := range slices.Sorted(maps.Keys(o.Params)) {
		if slices.Contains(optionKeys[:], name) {
			return nil, jsonError(ErrParam, name, "the flat JSON form has an option of that name")
		}
		if _, ok := o.Params[name].(unset); !ok {
			flat[name] = o.Params[name]
		}
	}
	if len(o.Query) > 0 {
		return nil, jsonError(ErrParam, "Query", "the flat JSON form has no place for it")
	}
	setUnlessZero(flat, "method", o.Method)
	setUnlessZero(flat, "url", o.URL)
	setUnlessZero(flat, "baseUrl", o.BaseURL)
	if len(o.Headers) > 0 {
		flat["headers"] = map[string]string(o.Headers)
	}
	if !utf8.ValidString(o.MediaType.Format) || !utf8.ValidString(strings.Join(o.MediaType.Previews, " ")) {
		return nil, jsonError(ErrHeader, "mediaType", notText)
	}
	if mediaType := o.MediaType.flat(); len(mediaType) > 0 {
		flat["mediaType"] = mediaType
	}
	if o.Meta != nil {
		flat["request"] = o.Meta
	}
	return marshal(flat, "data", o.Data)
}

func (m MediaType) flat() map[string]any {
	flat := map[string]any{}
	setUnlessZero(flat, "format", m.Format)
	if len(m.Previews) > 0 {
		flat["previews"] = m.Previews
	}
	return flat
}

func setUnlessZero(flat map[string]any, key, value string) {
	if value != "" {
		flat[key] = value
	}
}

// setBody sets a body as JSON shows it: text and bytes as a string, a form
// encoded, all else as the value it is.
func setBody(flat map[string]any, key string, body any) error {
	if body == nil {
		return nil
	}
	switch kindOf(body) {
	case readerBody:
		return jsonError(ErrBody, key, "a Reader has no JSON form")
	case formBody:
		flat[key] = body.(url.Values).Encode()
	case textBody:
		c := content{}.ofTextOrBytes(body)
		text := c.text + string(c.bytes)
		if !utf8.ValidString(text) {
			return jsonError(ErrBody, key, notText)
		}
		flat[key] = text
	case rawJSONBody:
		if !utf8.Valid(body.(json.RawMessage)) {
			return jsonError(ErrBody, key, notText)
		}
		fallthrough
	default:
		flat[key] = body
	}
	return nil
}

// marshal writes an object and the body in it under bodyKey.
func marshal(flat map[string]any, bodyKey string, body any) ([]byte, error) {
	if err := setBody(flat, bodyKey, body); err != nil {
		return nil, err
	}
	if err := checkText(flat); err != nil {
		return nil, err
	}
	b, err := jsonvalue.Append(nil, flat)
	if err == nil {
		return b, nil
	}
	var member *jsonvalue.MemberError
	errors.As(err, &member)
	kind := ErrParam
	if member.Name == bodyKey {
		kind = ErrBody
	}
	return nil, &Error{Name: member.Name, Err: &reasonError{kind, noJSON, harmless(err, flat[member.Name])}}
}

const notText = "text that is not UTF-8 has no JSON form"

// checkText looks for text that JSON could not give back.
func checkText(flat map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(flat)) {
		if v := reflect.ValueOf(flat[name]); !utf8.ValidString(name) || v.Kind() == reflect.String && !utf8.ValidString(v.String()) {
			return jsonError(ErrParam, name, notText)
		}
		headers, _ := flat[name].(map[string]string)
		for _, name := range slices.Sorted(maps.Keys(headers)) {
			if !utf8.ValidString(name) || !utf8.ValidString(headers[name]) {
				return jsonError(ErrHeader, name, notText)
			}
		}
	}
	return nil
}

func jsonError(kind error, name, reason string) error {
	return &Error{Name: name, Err: &reasonError{kind: kind, reason: reason}}
}

// UnmarshalJSON reads the flat form and replaces the whole value; null, as for
// other types, changes nothing. Keys match exactly; null for one of the options
// means that it is absent, and a header that is null is dropped. Numbers in
// parameters, data and request are json.Number, so that no digit is lost. The
// errors wrap the Err value of the option that is not of its type; for what is
// no object it is [ErrParam].
func (o *Options) UnmarshalJSON(b []byte) error {
	if isNull(b) {
		return nil
	}
	flat, err := readObject(b)
	if err != nil {
		return err
	}
	var out Options
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		if err := out.setFlat(key, flat[key]); err != nil {
			return err
		}
	}
	*o = out
	return nil
}

func (o *Options) setFlat(key string, value json.RawMessage) error {
	switch key {
	case "method":
		return readString(value, key, ErrMethod, &o.Method)
	case "url":
		return readString(value, key, ErrRoute, &o.URL)
	case "baseUrl":
		return readString(value, key, ErrBaseURL, &o.BaseURL)
	case "headers":
		return readHeaders(value, &o.Headers)
	case "mediaType":
		return o.MediaType.readFlat(value)
	case "data":
		o.Data = readAny(value)
		return nil
	case "request":
		o.Meta = readAny(value)
		return nil
	}
	if o.Params == nil {
		o.Params = Params{}
	}
	o.Params[key] = readAny(value)
	return nil
}

func (m *MediaType) readFlat(value json.RawMessage) error {
	if isNull(value) {
		return nil
	}
	flat, err := readObject(value)
	if err != nil {
		return jsonError(ErrHeader, "mediaType", "it is not an object")
	}
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		switch value := flat[key]; key {
		case "format":
			err = readString(value, "mediaType.format", ErrHeader, &m.Format)
		case "previews":
			err = m.readPreviews(value)
		default:
			err = jsonError(ErrHeader, "mediaType."+key, "there is no such option")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *MediaType) readPreviews(value json.RawMessage) error {
	list, ok := readAny(value).([]any)
	for _, name := range list {
		var s string
		if s, ok = name.(string); !ok {
			break
		}
		m.Previews = append(m.Previews, s)
	}
	if !ok && !isNull(value) {
		return jsonError(ErrHeader, "mediaType.previews", "it is not a list of strings")
	}
	return nil
}

func isNull(b []byte) bool { return string(bytes.TrimSpace(b)) == "null" }

func readObject(b []byte) (map[string]json.RawMessage, error) {
	var flat map[string]json.RawMessage
	if err := json.Unmarshal(b, &flat); err != nil {
		return nil, jsonError(ErrParam, "", "the JSON is not an object")
	}
	return flat, nil
}

func readString(value json.RawMessage, name string, kind error, s *string) error {
	if json.Unmarshal(value, s) != nil {
		return jsonError(kind, name, "it is not a string")
	}
	return nil
}

// readAny reads any value of valid JSON, numbers with their digits.
func readAny(value json.RawMessage) any {
	var v any
	_ = decode(value, &v) // the JSON around it was valid
	return v
}

func decode(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	return d.Decode(v)
}

func readHeaders(value json.RawMessage, h *Headers) error {
	if isNull(value) {
		return nil
	}
	flat, err := readObject(value)
	if err != nil {
		return jsonError(ErrHeader, "headers", "it is not an object")
	}
	*h = make(Headers, len(flat))
	for _, name := range slices.Sorted(maps.Keys(flat)) {
		switch v := readAny(flat[name]).(type) {
		case nil:
		case string:
			(*h)[name] = v
		case json.Number:
			(*h)[name] = v.String()
		default:
			return jsonError(ErrHeader, name, "it is neither a string nor a number")
		}
	}
	return nil
}

// MarshalJSON writes an object of method, url and headers, and body and request
// where they are not nil, in the order of the keys: text and bytes as a JSON
// string, url.Values encoded as one. A Reader, and text or bytes that are not
// UTF-8, are [ErrBody].
func (r Request) MarshalJSON() ([]byte, error) {
	headers := map[string]string(r.Headers)
	if headers == nil {
		headers = map[string]string{}
	}
	flat := map[string]any{"method": r.Method, "url": r.URL, "headers": headers}
	if r.Meta != nil {
		flat["request"] = r.Meta
	}
	return marshal(flat, "body", r.Body)
}

// UnmarshalJSON reads what MarshalJSON writes and replaces the whole value; null
// changes nothing. Numbers are json.Number. A key that a request does not have
// is [ErrParam]; a method, URL or header of another type is [ErrMethod],
// [ErrRoute] or [ErrHeader].
func (r *Request) UnmarshalJSON(b []byte) error {
	if isNull(b) {
		return nil
	}
	flat, err := readObject(b)
	if err != nil {
		return err
	}
	out := Request{Headers: Headers{}}
	for _, key := range slices.Sorted(maps.Keys(flat)) {
		switch value := flat[key]; key {
		case "method":
			err = readString(value, key, ErrMethod, &out.Method)
		case "url":
			err = readString(value, key, ErrRoute, &out.URL)
		case "headers":
			err = readHeaders(value, &out.Headers)
		case "body":
			out.Body = readAny(value)
		case "request":
			out.Meta = readAny(value)
		default:
			err = jsonError(ErrParam, key, "a request has no such key")
		}
		if err != nil {
			return err
		}
	}
	*r = out
	return nil
}

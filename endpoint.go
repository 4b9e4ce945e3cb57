// Package endpoint turns a route, such as "GET /orgs/{org}/repos", and
// parameters into an HTTP request. You send the request with any client. The
// package makes no network calls.
//
//	github := endpoint.New(endpoint.Options{
//		BaseURL: "https://api.github.com",
//		Headers: endpoint.Headers{
//			"accept":        "application/vnd.github+json",
//			"authorization": "Bearer " + token,
//		},
//	})
//	req, err := github.HTTPRequest(ctx, "GET /orgs/{org}/repos", endpoint.Params{
//		"org": "octokit", "type": "private",
//	})
//
// # What to use
//
//   - To set what all requests share: [New], then [Endpoint.Defaults] to add to
//     it.
//   - To build a request for net/http: [Endpoint.HTTPRequest].
//   - To build a request for another client: [Endpoint.Build] and
//     [Request.BodyReader].
//   - To pass parameters: [Params], [Path] and [Query]. To leave out optional
//     ones that are zero: [Query.OmitZero]. To pass a struct: [ParamsOf].
//   - To send any other body: [Options].Data.
//   - To set headers: [Headers]. To amend the accept header: [MediaType].
//   - To choose how lists are written: [ListStyle], in Options.Lists.
//   - To remove a default: [Unset], or the value "" for a header.
//   - To handle an error: [Error] and the Err values.
//   - To compare a request in a test: [Request.Diff].
//   - To log a request without its values: [Request.String], [Request.LogValue].
//   - To inspect merged options: [Endpoint.Merge], and [Endpoint.Parse] to build
//     from them.
//
// # Routes
//
// A route is a method, a space and a URL template. Without a method, the
// default method applies. The template is a path, which is joined to BaseURL
// by one slash, or an absolute http or https URL.
//
// Templates follow RFC 6570, level 4, with two additions. A name may contain a
// hyphen. In the path, :name is read as {name}; write %3A for a literal colon.
//
// The value of a leading variable may be an absolute http or https URL, which
// then replaces BaseURL. A leading variable begins the template and is written
// {+x}, or {x} with a name that ends in lowercase "url". No other value can
// change the scheme or userinfo, and only a placeholder in BaseURL, which [Path]
// fills, can change the host.
//
// A placeholder {x}, :x or {+x} in the path needs a value that is not empty;
// without one, the call returns [ErrMissingParam]. A value that makes a path segment
// "." or "..", or whose "?" or "#" would start a query or fragment, is
// [ErrUnsafePath]. {+x} keeps slashes; use {x} for an ID. Write what is optional
// as {/x}, {?x} or {&x}.
//
// # Values
//
// In a URL or form, a value becomes text by the first rule that applies:
//   - Nothing is written for nil and nil pointers, which are undefined (RFC 6570
//     section 2.3).
//   - A json.Number is written as is.
//   - An encoding.TextMarshaler, then a fmt.Stringer, gives the text. A
//     time.Time is RFC 3339.
//   - A byte slice is text; a nil one is undefined.
//   - Strings, booleans, integers and floats are written as Go writes them,
//     floats without an exponent.
//   - A pointer is written as the value it points to.
//   - Slices and arrays are lists. Maps with string keys are maps. Nil elements
//     are left out.
//   - In a query or form, a struct with a json or url tag is a map of its
//     fields, by the rules of [ParamsOf].
//
// Any other value, or a float that is not finite, is [ErrParam]. In a
// template, lists and maps may contain only scalars. In a query or form,
// nested values are written with brackets: filter[state]=open,
// items[0][price]=p. The bracketed names of one parameter take at most 1 MiB.
// JSON bodies are encoded as encoding/json does it: bytes that are not UTF-8
// become U+FFFD.
package endpoint

import (
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/value"
)

// Version is the version of this package. The default user-agent names it.
const Version = "0.4.0"

// Endpoint builds requests from a set of defaults. It is immutable and safe for
// concurrent use. The zero value has the built-in defaults: method GET,
// BaseURL https://api.service.example (a reserved name that never resolves),
// accept application/vnd.service.v3+json, user-agent go-endpoint.js/<Version>.
// The specification of this package fixes them; set your own BaseURL, accept and
// user-agent.
type Endpoint struct {
	// A pointer to a pointer, which no verb of fmt follows: an Endpoint in an
	// unexported field, whose methods fmt cannot call, shows no secret.
	d **call
}

// New returns an Endpoint with the built-in defaults, overridden by layers. It
// does not validate them; an invalid layer is reported by the calls that use
// it.
func New(defaults ...Layer) Endpoint {
	return Endpoint{}.Defaults(defaults...)
}

// Build returns the request for a route, with the defaults overridden by
// layers. It is equivalent to e.Parse(e.Merge(route, layers...)).
//
// The same call always has the same error, whatever the order of the keys of its maps.
// Encoding errors are reported by [Request.HTTPRequest] and
// [Request.BodyReader].
func (e Endpoint) Build(route string, layers ...Layer) (Request, error) {
	return e.defaults().merge(route, layers).request()
}

// Request is the plain description of an HTTP request. Its JSON form is that of
// encoding/json, with the limits that [Options] names.
type Request struct {
	Method  string  `json:"method,omitempty"`  // in lower case: "get", where http.MethodGet is "GET"
	URL     string  `json:"url,omitempty"`     // absolute and fully expanded
	Headers Headers `json:"headers,omitempty"` // by lowercase name
	Body    any     `json:"body,omitempty"`    // nil without a body; of Params, map[string]any for JSON and url.Values for a form
	Meta    any     `json:"request,omitempty"` // Options.Meta, untouched
}

// Layer is one layer of options: [Options], [Params], [Path], [Query],
// [Headers] or [MediaType], or a pointer to one. Layers apply from left to
// right. For each key, the last value wins; only previews are combined. A nil
// Layer changes nothing. No other type can be a layer: a struct that embeds one
// of these compiles as a Layer, but the call panics.
type Layer interface{ layer() }

func (Options) layer()   {}
func (Params) layer()    {}
func (Path) layer()      {}
func (Query) layer()     {}
func (Headers) layer()   {}
func (MediaType) layer() {}

// Options holds every setting of a request. A zero field changes nothing.
//
// Its JSON form is that of encoding/json, with these limits: [Unset] cannot be
// marshaled; numbers in Data, Meta and parameters are decoded as float64,
// unless the json.Decoder uses Number; a Reader as Data is {}. It contains
// everything, secrets included.
type Options struct {
	// Method is the HTTP method, in any case.
	Method string `json:"method,omitempty"`
	// URL is the template of the URL: a path, or an absolute http or https URL.
	// See Routes in the package documentation.
	URL string `json:"url,omitempty"`
	// BaseURL is the URL that a path is joined to: http or https, with a host
	// and without a query or fragment. It may contain placeholders {name}, which
	// Path fills, except in its userinfo. Their values may contain only ASCII
	// letters, digits, "-", "_" and inner dots; in a port, only digits.
	BaseURL string `json:"baseUrl,omitempty"`
	// Headers are merged by name.
	Headers Headers `json:"headers,omitempty"`
	// MediaType amends the accept header.
	MediaType MediaType `json:"mediaType,omitzero"`
	// Data is the request body. It is not copied. GET, HEAD, TRACE and CONNECT
	// do not allow it: ErrBody. Nil of any type, such as a nil pointer or slice,
	// is no Data; a typed nil also overrides the Data of earlier layers. For the
	// body null, pass json.RawMessage("null").
	//
	// It has to fit the content-type, or the call returns ErrBody:
	//   - A string, bytes and a Reader fit any type. Under a JSON type, a string
	//     and bytes must be empty or valid JSON, unless content-encoding is set.
	//   - A json.RawMessage fits any type but that of forms,
	//     application/x-www-form-urlencoded.
	//   - A map, or a struct with json or url tags, is sent as a form under the
	//     type of forms.
	//   - url.Values need the type of forms or none.
	//   - Any other value is JSON and needs a JSON type or none. A *string is JSON
	//     too.
	//
	// A struct that has only unexported fields and no MarshalJSON or MarshalText
	// method is ErrBody.
	//
	// Without a content-type, JSON gets "application/json; charset=utf-8" and a
	// form "application/x-www-form-urlencoded". A string, bytes and a Reader get
	// none. Request.HTTPRequest lists how each kind is encoded.
	Data any `json:"data,omitempty"`
	// Meta is passed through to Request.Meta untouched ("request" in JSON).
	Meta any `json:"request,omitempty"`
	// Params fill placeholders. Those without a placeholder become the query or
	// the body.
	Params Params `json:"params,omitempty"`
	// Path fills placeholders only.
	Path Path `json:"path,omitempty"`
	// Query is always sent in the query.
	Query Query `json:"query,omitempty"`
	// Lists sets how lists are written in queries and forms, but not in
	// placeholders such as {?ids}.
	Lists ListStyle `json:"lists,omitempty"`
}

// Params are parameters by name. A parameter fills the placeholder of the same
// name in the URL, unless [Path] does. The others become the query of GET and
// HEAD, and the body of PATCH, POST, PUT and DELETE: a JSON object, or a form
// if the content-type is application/x-www-form-urlencoded. If none is left for
// the body, no body is sent.
//
// A parameter that a call passes and cannot send is [ErrParam]: one without a
// placeholder next to Data or with any other method, and for GET and HEAD one
// whose key the query of the URL contains literally. A default is left out
// instead, and so is nil.
//
// A nil value overrides a default. It writes nothing in a query or form, and
// null in a JSON body. Empty lists and maps write nothing in a query or form
// either. The empty string is a value, written as key=.
//
// A list is written as one value joined by commas (%2C) in a query, and as one
// pair per element in a form, unless [ListStyle] says otherwise. If the comma
// that joins is %2C, an element that contains a comma is ErrParam. Slices, maps
// and pointers are not copied.
type Params map[string]any

// Path holds parameters that only fill placeholders, in the URL and in BaseURL.
// A placeholder takes its value from Path if any layer, including the defaults,
// sets its key there, even to nil; otherwise from [Params]. A default Path still
// goes first: Params of a call do not override it. BaseURL is filled from Path
// alone.
//
// Use it to keep path values apart from a body: with Path{"id": 7}, the field
// "id" of a PUT body is still sent in the body. For GET, HEAD and DELETE, a key
// of Params whose placeholder Path fills is [ErrParam]; a default one, or nil,
// is left out.
//
// A key that a call passes and that no placeholder names is ErrParam, even if
// its value is nil, or if it is [Unset] and the defaults do not have the key. A
// default key without a placeholder is not used.
type Path map[string]any

// Query holds parameters that are sent in the query, whatever the method. To
// send a struct there, write Query(ParamsOf(v)).
//
// A list is written as one pair per element, unless [ListStyle] says otherwise.
// Nil, empty lists and empty maps are left out. An empty key is [ErrParam]. So
// is a key that the query of the URL contains literally, such as ?per_page=10,
// unless its value is nil; a default one is left out. A key that an expression
// such as {?per_page}, or a URL passed as a value, has written is not added
// again. If the expression wrote nothing, the key is added.
//
// For GET and HEAD, a key that is also in Params is written once. A layer of
// the call wins over the defaults: Params{"per_page": 5} overrides a default
// Query{"per_page": 100}. Among the layers of the call, the later one wins. If
// both are in one layer, or both in the defaults, Query wins.
type Query map[string]any

// OmitZero returns a copy of q without the keys whose value is nil or zero, by
// the rule of the option omitzero of encoding/json: what its IsZero method says,
// or the zero value of its type. An empty list that is not nil stays, and so does
// [Unset]. The result is never nil.
//
//	api.HTTPRequest(ctx, "GET /users", endpoint.Query{"cursor": cursor, "limit": limit}.OmitZero())
//
// A default of a key that is left out applies. Params have no such method: a
// default could then fill the placeholder of an empty ID. For a body, pass a
// struct whose tags have omitempty or omitzero to [ParamsOf].
func (q Query) OmitZero() Query {
	m := make(Query, len(q))
	for key, v := range q {
		if !value.IsZero(v) {
			m[key] = v
		}
	}
	return m
}

// invalidKey is the key under which a result of ParamsOf carries its error. No
// placeholder can have this name.
const invalidKey = "\x00ParamsOf"

// ParamsOf returns the fields of a struct, or of a pointer to one, as Params.
//
//	api.HTTPRequest(ctx, "POST /customers", endpoint.ParamsOf(customer))
//
// Each exported field becomes one parameter. Its name comes from the json tag,
// else from the url tag (as in github.com/google/go-querystring), else from the
// field. If a field has both tags, they must agree on the name. The tag "-"
// leaves a field out. These options may follow the name after a comma:
//
//   - omitempty leaves out false, 0, a nil pointer, a nil interface, an empty
//     array, slice, map or string, and a struct whose IsZero method returns
//     true, such as the zero time.Time.
//   - omitzero leaves out the zero value of the type, or a value whose IsZero
//     method returns true.
//   - comma, in a url tag without a json tag, joins the elements of a list. An
//     element that contains a comma is an error. An empty list is left out.
//   - inline is accepted on an embedded struct whose tag has no name.
//
// Any other option is an error, because it would otherwise be ignored. So is a
// layout or del tag, a name in a json tag that encoding/json does not allow, and a
// field whose type has the EncodeValues method of go-querystring. Of the
// struct and those embedded in it, only the fields that are sent are read.
//
// The fields of an embedded struct become parameters of their own, unless a
// tag names the struct. If two fields have the same name, the less deeply
// nested one wins. Two at the same depth are an error if both are sent.
//
// Values are not converted. In a JSON body, encoding/json encodes nested
// structs. In a query or form, nested structs with tags are read by the same
// rules.
//
// If v has a MarshalJSON or MarshalText method, which may be promoted from an
// embedded struct, the members of its JSON object become the parameters, with
// numbers as [json.Number]. A map with string keys is copied. The result is
// empty, never nil, if v is nil or all fields are left out. Any other value is
// an error.
//
// An error is carried in the result. Each call that uses it returns it as
// [ErrParam], with the name of the struct and field, whatever other layers say.
// Marshaling the result as JSON fails too, with an error of encoding/json.
func ParamsOf(v any) Params {
	fields, invalid := value.Fields(v)
	if invalid != nil {
		return Params{invalidKey: &value.Unusable{Err: *invalid}}
	}
	return fields
}

// Headers are header fields by name, in any case. In a layer, an empty value
// removes a header set by an earlier layer, and prevents one from being set by
// default; net/http may still add its own User-Agent and Accept-Encoding. If
// two keys of a layer differ only in case, the one that sorts last wins: x-a
// over X-A. In a Request, such keys are [ErrHeader]. A name that is not a token
// (RFC 9110 section 5.1), or a value with a control character other than tab
// (section 5.5), is [ErrHeader]. Spaces and tabs around a value are trimmed; a
// line break, such as one at the end of a file with a token, is not. A
// content-type of the defaults is sent only with a body.
type Headers map[string]string

// Get returns the value of the named header, in any case, or "" if there is
// none.
func (h Headers) Get(name string) string {
	if v, ok := h[header.Lower(name)]; ok {
		return v
	}
	value, spelling := "", ""
	for k, v := range h {
		if header.EqualFold(k, name) && k >= spelling {
			value, spelling = v, k
		}
	}
	return value
}

// Set sets a header under its lowercase name and deletes its other spellings.
// Like any write to a nil map, it panics on nil Headers.
func (h Headers) Set(name, value string) {
	for k := range h {
		if header.EqualFold(k, name) {
			delete(h, k)
		}
	}
	h[header.Lower(name)] = value
}

// MediaType amends the items of the accept header (RFC 9110 section 12.5.1),
// unless one of them is application/octet-stream or the header was removed.
// Other types, such as application/json, are not amended. A Format or preview
// that is not a token is [ErrHeader].
type MediaType struct {
	// Format replaces what follows the vendor and version in each
	// application/vnd item, and its suffix: with "raw",
	// application/vnd.github.v3+json becomes application/vnd.github.v3.raw. To
	// keep a suffix, write it: with "raw+json", application/vnd.github+json
	// becomes application/vnd.github.raw+json.
	Format string `json:"format,omitempty"`
	// Previews replace the application/vnd items with one item per preview,
	// here for the vendor github: application/vnd.github.<name>-preview+json.
	// The suffix "-preview" may be given or left out. The previews of all
	// layers are combined, without duplicates. If no item names a vendor, it is
	// "service", and the previews follow the other items.
	Previews []string `json:"previews,omitempty"`
}

// A ListStyle says how a list of scalars is written in queries and forms. With
// the zero value, [Params] and [Query] each use their own style. A list whose
// key ends in "[]" is written as one pair per element in every style, and
// lists inside maps and lists always have indexes. A ListStyle does not affect
// templates. A value other than these constants is [ErrParam].
type ListStyle uint8

const (
	// ListComma writes ids=1,2. A comma within an element is %2C in a query,
	// and ErrParam in a form.
	ListComma ListStyle = iota + 1
	// ListRepeat writes ids=1&ids=2.
	ListRepeat
	// ListBrackets writes ids[]=1&ids[]=2, with the brackets percent-encoded.
	ListBrackets
)

// Unset is a value that removes a key set by an earlier layer. In [Params] it
// removes the key from Params only, and likewise in [Path] and [Query]. Unset
// inside another value is an error.
const Unset unset = "unset"

type unset string

// MarshalText fails, so that Unset is not a value in a URL or in JSON.
func (unset) MarshalText() ([]byte, error) {
	return nil, &value.Error{Reason: "endpoint.Unset is not a value: it only removes a key of Params, Path or Query"}
}

func isUnset(v any) bool { return v == any(Unset) }

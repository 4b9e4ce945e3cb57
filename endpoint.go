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
//   - Set what requests share: [New]. Add to it: [Endpoint.Defaults].
//   - Build a request for net/http: [Endpoint.HTTPRequest].
//   - Build one for another client: [Endpoint.Build] and [Request.BodyReader].
//   - Pass parameters: [Params]. Make them from a struct: [ParamsOf].
//   - Send a parameter in the query of any method: [Query].
//   - Send a body other than an object of parameters: Data in [Options].
//   - Set headers: [Headers]. Amend the accept header: [MediaType].
//   - Choose how lists are written: [ListStyle].
//   - Remove a default: [Unset], or the value "" for a header.
//   - Handle an error: [Error] and the Err values.
//   - Log a request, hiding what looks secret: [Request.String],
//     [Request.LogValue].
//   - Compare a request in a test: [Request.MarshalJSON].
//   - Inspect merged options: [Endpoint.Merge]. Build from them:
//     [Endpoint.Parse].
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
// {+x}, or {x} with a name that ends in lowercase "url". Any other value can
// change the host only through a placeholder in the host, and cannot change
// the scheme or userinfo.
//
// A value that leaves a path segment empty is [ErrMissingParam]. A value that
// makes a segment "." or "..", or whose "?" or "#" would start a query or
// fragment, is [ErrUnsafePath]. {+x} keeps slashes; use {x} for an ID.
//
// # Values
//
// In a URL or form, a value becomes text by the first rule that applies:
//   - nil and nil pointers are undefined (RFC 6570 section 2.3): nothing is
//     written.
//   - A json.Number is written as is.
//   - An encoding.TextMarshaler, then a fmt.Stringer, gives the text. A
//     time.Time is RFC 3339.
//   - A byte slice is text; a nil one is undefined.
//   - Strings, booleans, integers and floats are written as Go writes them,
//     floats without an exponent.
//   - A pointer is written as the value it points to.
//   - Slices and arrays are lists. Maps with string keys are maps. Nil elements
//     are left out.
//
// Any other value, or a float that is not finite, is [ErrParam]. In a
// template, lists and maps may contain only scalars. In a query or form,
// nested values are written with brackets: filter[state]=open,
// items[0][price]=p. JSON bodies are encoded by encoding/json.
package endpoint

import (
	"context"
	"net/http"

	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/fields"
	"example.com/endpoint/internal/jsonvalue"
)

// Version is the version of this package. The default user-agent names it.
const Version = "0.2.0"

// Endpoint builds requests from a set of defaults. It is immutable and safe for
// concurrent use. The zero value has the built-in defaults: method GET,
// BaseURL https://api.service.example (a reserved name that never resolves),
// accept application/vnd.service.v3+json, user-agent go-endpoint.js/<Version>.
type Endpoint struct{ d *defaults }

// New returns an Endpoint with the built-in defaults, overridden by layers. It
// does not validate them; an invalid layer is reported by the calls that use
// it.
func New(defaults ...Layer) Endpoint {
	return Endpoint{}.Defaults(defaults...)
}

// Build returns the request for a route, with the defaults overridden by
// layers. It is equivalent to e.Parse(e.Merge(route, layers...)).
//
// The checks run in this order, so that the first error is always the same:
//   - the method: [ErrMethod]
//   - the template: [ErrRoute]
//   - the base URL: [ErrBaseURL]
//   - the variables of the template, in order: [ErrMissingParam], [ErrParam]
//   - the path: [ErrUnsafePath]
//   - the other parameters and Query, by key: [ErrParam]
//   - the media type, then the headers, by name: [ErrHeader]
//   - whether method and content-type allow the body: [ErrBody]
//
// Encoding errors are reported by [Request.HTTPRequest] and
// [Request.BodyReader].
func (e Endpoint) Build(route string, layers ...Layer) (Request, error) {
	return build(e.defaults(), route, layers)
}

// HTTPRequest builds the request for a route for net/http. It is equivalent to
// Build followed by [Request.HTTPRequest], except that the error for a
// parameter that cannot be encoded as JSON names the parameter.
func (e Endpoint) HTTPRequest(ctx context.Context, route string, layers ...Layer) (*http.Request, error) {
	var c call
	c.read(e.defaults(), route, layers)
	req, err := c.httpRequest(ctx)
	if err != nil {
		return nil, err.at(&c)
	}
	return req, nil
}

// Request is the plain description of an HTTP request.
type Request struct {
	Method  string  // in lower case: "get", where http.MethodGet is "GET"
	URL     string  // absolute and fully expanded
	Headers Headers // by lowercase name
	Body    any     // nil without a body; map[string]any for a JSON object made of Params
	Meta    any     // Options.Meta, untouched
}

// Layer is one layer of options: [Options], [Params], [Query], [Headers] or
// [MediaType], or a pointer to one. Layers apply from left to right; a later
// value wins. A nil Layer changes nothing. No other type can be a layer: a
// struct that embeds one of these compiles as a Layer, but the call panics.
type Layer interface{ layer() }

func (Options) layer()   {}
func (Params) layer()    {}
func (Query) layer()     {}
func (Headers) layer()   {}
func (MediaType) layer() {}

// Options holds every setting of a request. A zero field changes nothing. See
// [Options.MarshalJSON] for its JSON form.
type Options struct {
	// Method is the HTTP method, in any case.
	Method string
	// URL is the template of the URL: a path, or an absolute http or https URL.
	// See Routes in the package documentation.
	URL string
	// BaseURL is the URL that a path is joined to: http or https, with a host
	// and without a query or fragment. It may contain placeholders without an
	// operator, such as {x}, which Params fill.
	BaseURL string
	// Headers are merged by name.
	Headers Headers
	// MediaType amends the accept header.
	MediaType MediaType
	// Data is the request body. With it, Params without a placeholder are not
	// sent. See Request.HTTPRequest for the kinds of body. With content-type
	// application/x-www-form-urlencoded, a map is sent as a form. Data is not
	// copied. Data with GET, HEAD, TRACE or CONNECT is ErrBody.
	Data any
	// Meta is passed through to Request.Meta untouched ("request" in JSON).
	Meta any
	// Params fill placeholders. Those without a placeholder become the query
	// or the body.
	Params Params
	// Query is always sent in the query.
	Query Query
	// Lists sets how lists are written in queries and forms.
	Lists ListStyle
}

// Params are parameters by name. A parameter fills the placeholder of the same
// name in the URL or BaseURL. The other parameters become the query of GET and
// HEAD, and the body of PATCH, POST, PUT and DELETE: a JSON object, or a form
// if the content-type is application/x-www-form-urlencoded. With Options.Data,
// parameters without a placeholder are not sent. For any other method, a
// parameter without a placeholder is [ErrParam] unless it is nil.
//
// A nil value overrides a default. It is undefined in a URL and null in a JSON
// body. A list is written as one value joined by commas (%2C) in a query, and
// as one pair per element in a form, unless [ListStyle] says otherwise. Nil,
// empty lists and empty maps are left out of queries and forms. Slices, maps
// and pointers are not copied.
type Params map[string]any

// Query holds parameters that are sent in the query, whatever the method. A
// key that is already in the query of the URL is not added again. For a map,
// the full key is compared, such as filter[state]. A list is written as one
// pair per element, unless [ListStyle] says otherwise. Nil, empty lists and
// empty maps are left out. An empty key is [ErrParam].
//
// For GET and HEAD, a key that is also in Params is written once. A layer of
// the call wins over the defaults: Params{"per_page": 5} overrides a default
// Query{"per_page": 100}. Among the layers of the call, the later one wins. If
// both are in one layer, or both in the defaults, Query wins.
type Query map[string]any

// ParamsOf returns the fields of a struct, or of a pointer to one, as Params.
//
// Each exported field becomes one parameter. Its name comes from the json tag,
// else from the url tag (as in github.com/google/go-querystring), else from the
// field. If a field has both tags, they must agree on the name. The tag "-"
// leaves a field out. These options may follow the name after a comma:
//
//   - omitempty leaves out false, 0, a nil pointer, a nil interface, and an
//     empty array, slice, map or string. In a url tag it also leaves out a
//     struct whose IsZero method returns true, such as the zero time.Time.
//   - omitzero leaves out the zero value of the type, or a value whose IsZero
//     method returns true.
//   - comma, in a url tag without a json tag, joins the elements of a list.
//   - inline is accepted on an embedded struct whose tag has no name.
//
// Any other option is an error, because it would otherwise be ignored.
//
// The fields of an embedded struct become parameters of their own, unless a
// tag names the struct. If two fields have the same name, the less deeply
// nested one wins. Two at the same depth are an error.
//
// Values are not converted. In a JSON body, encoding/json encodes nested
// structs. For a query or form, call ParamsOf on each nested struct.
//
// If v has a MarshalJSON or MarshalText method, which may be promoted from an
// embedded struct, the members of its JSON object become the parameters, with
// numbers as [json.Number]. A map with string keys is copied. The result is
// empty, never nil, if v is nil or all fields are left out. Any other value is
// an error.
//
// The error is [ErrParam], and its Name is the Go name of the field.
func ParamsOf(v any) (Params, error) {
	params, err := fields.Of(v)
	if err != nil {
		e := err.(*fields.Error)
		return nil, &Error{Name: e.Field, Reason: e.Reason, Err: ErrParam}
	}
	return params, nil
}

// Headers are header fields by name, in any case. In a layer, an empty value
// removes a header set by an earlier layer, and prevents one from being set by
// default. If two keys of a layer differ only in case, the one that sorts last
// wins: x-a over X-A. In a Request, such keys are [ErrHeader]. A name that is
// not a token (RFC 9110 section 5.1), or a value with a control character
// other than tab (section 5.5), is [ErrHeader]. Whitespace around a value is
// trimmed.
type Headers map[string]string

// Get returns the value of the named header, in any case, or "" if there is
// none.
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

// MediaType amends the items of the accept header (RFC 9110 section 12.5.1),
// unless one of them is application/octet-stream or the header was removed. A
// Format or preview that is not a token is [ErrHeader].
type MediaType struct {
	// Format replaces the format of each application/vnd item, with its
	// suffix. With "raw", application/vnd.github.v3+json becomes
	// application/vnd.github.v3.raw; with "raw+json",
	// application/vnd.github+json becomes application/vnd.github.raw+json.
	Format string
	// Previews replace the application/vnd items with one item per preview,
	// here for the vendor github: application/vnd.github.<name>-preview+json.
	// The suffix "-preview" may be given or left out. The previews of all
	// layers are combined, without duplicates.
	Previews []string
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
// removes the key from Params only, and in [Query] from Query only. Unset
// inside another value is an error.
var Unset any = unset{}

type unset struct{}

// MarshalJSON returns an error: what is unset has no value.
func (unset) MarshalJSON() ([]byte, error) {
	return nil, &jsonvalue.Error{Reason: "endpoint.Unset is not a value: it only removes a key of Params or Query"}
}

// Package endpoint describes HTTP requests to REST APIs. It turns a route such
// as "GET /orgs/{org}/repos" and options into a plain description of the
// request (method, full URL, headers, body) that any client can send. It makes
// no network calls and holds no state.
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
// # Map of the package
//
// Settings that many requests share:
//   - [New] and [Endpoint.Defaults] layer them. An [Endpoint] never changes.
//   - [Endpoint.Options] reads them back.
//
// One request:
//   - [Endpoint.HTTPRequest] builds it for net/http.
//   - [Endpoint.Build] describes it as a [Request]. [Request.HTTPRequest] and
//     [Request.BodyReader] hand it to a client.
//   - [Endpoint.Merge] and [Endpoint.Parse] are the two halves of Build.
//
// What a call may say, each a [Layer]:
//   - [Params] fill the placeholders of the route. The others become query or body.
//   - [Query] is always sent in the query, whatever the method.
//   - [Headers] and [MediaType] set and amend headers.
//   - [Options] combines all of these and has a JSON form.
//   - [ParamsOf] makes Params from a struct. [Unset] removes a key.
//
// What can go wrong: every error is an [*Error] with one of the Err values.
//
// # Routes
//
// A route is a method, a space and a URL template, or a URL template alone (the
// method is then that of the defaults). Templates are those of RFC 6570, level
// 4, with two additions: a name may contain a hyphen, and in the path :name is
// read as {name} (write %3A for a literal colon). A template is a path, which is
// joined to BaseURL by one slash, or an absolute http or https URL. If it begins
// with {+x}, or with {x} for a name that ends in "url", and the value is an
// absolute URL, that value is the address.
//
// No value changes the scheme, the user or the host: they are those of the base
// address, the template or its leading address. A value that leaves a path
// segment empty is [ErrMissingParam]. One that makes a segment "." or "..", or
// opens a query or fragment, is [ErrUnsafePath]. {+x} accepts a path as it is,
// with its slashes; use {x} for an ID.
//
// # Values
//
// The text of a Go value in a URL or form is found in this order: nil and nil
// pointers are undefined; a json.Number stands as it is; encoding.TextMarshaler
// (time.Time is RFC 3339); fmt.Stringer; byte slices as text, nil ones
// undefined; strings, booleans, integers and floats (shortest decimal without
// exponent); what a pointer points to. Slices and arrays are lists, and maps
// with string keys are maps; elements that are nil are left out. Anything else,
// and a float that is not finite, is [ErrParam].
//
// In a template a list or map holds scalars only. In a query or form a map is
// written with brackets, and so is a list that holds maps or lists:
// filter[state]=open, items[0][price]=p. [ListStyle] is about lists of scalars.
// In a JSON body values are what encoding/json makes of them.
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

// Endpoint builds requests over a set of defaults. It is an immutable value,
// safe for concurrent use. The zero value has the built-in defaults: method GET,
// BaseURL https://api.service.example (a reserved name that never resolves),
// accept application/vnd.service.v3+json, user-agent go-endpoint.js/<Version>.
type Endpoint struct{ d *defaults }

// New returns an Endpoint with these layers over the built-in defaults. A layer
// that is not valid is reported by the calls that use it.
func New(defaults ...Layer) Endpoint {
	return Endpoint{}.Defaults(defaults...)
}

// Build describes the request of a route with layers of options over the
// defaults. It is Parse(Merge(route, layers...)) without the copies.
//
// The error is an [*Error]. The checks run in this order: method ([ErrMethod]),
// template ([ErrRoute]), base address ([ErrBaseURL]), the template's variables
// in order ([ErrMissingParam], [ErrParam]), unsafe path ([ErrUnsafePath]), query
// and other parameters by key ([ErrParam]), media type and headers by name
// ([ErrHeader]), and whether method and content-type allow the body ([ErrBody]).
// Encoding errors are reported by [Request.HTTPRequest] and [Request.BodyReader].
func (e Endpoint) Build(route string, layers ...Layer) (Request, error) {
	return build(e.defaults(), route, layers)
}

// HTTPRequest builds the request of a route for net/http. The result is that of
// Build followed by [Request.HTTPRequest], without the description in between,
// and so are the errors, except that the error of a parameter that cannot be
// encoded as JSON names it.
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
// struct that embeds one of these compiles, but the call panics.
type Layer interface{ layer() }

func (Options) layer()   {}
func (Params) layer()    {}
func (Query) layer()     {}
func (Headers) layer()   {}
func (MediaType) layer() {}

// Options is everything that can be said about a request. Zero fields change
// nothing. See [Options.MarshalJSON] for its JSON form.
type Options struct {
	// Method is the HTTP method, in any case.
	Method string
	// URL is the template of the URL: a path, or an absolute http or https URL.
	// See the package documentation on routes.
	URL string
	// BaseURL is what a path is joined to: an http or https URL with a host
	// and without query or fragment. It may contain plain {placeholders}, which
	// Params fill.
	BaseURL string
	// Headers are merged by name.
	Headers Headers
	// MediaType amends the accept header.
	MediaType MediaType
	// Data is the request body as given; Params that no placeholder names are
	// then not sent. See Request.HTTPRequest for the kinds of body. Under
	// content-type application/x-www-form-urlencoded a map is sent as a form.
	// Data is shared, not copied. It is ErrBody for GET, HEAD, TRACE and
	// CONNECT.
	Data any
	// Meta is passed through to Request.Meta untouched ("request" in JSON).
	Meta any
	// Params fill placeholders; the others become query or body.
	Params Params
	// Query is always sent in the query.
	Query Query
	// Lists is how the API writes lists in queries and forms.
	Lists ListStyle
}

// Params are parameters by name. A parameter that a placeholder of the URL or
// of BaseURL names fills it. The others become the query of GET and HEAD, and
// the body of PATCH, POST, PUT and DELETE: a JSON object, or a form if the
// content-type is application/x-www-form-urlencoded. With Options.Data they are
// not sent. For any other method they are [ErrParam] unless they are nil.
//
// nil is a value: it overrides a default, is undefined in a URL and null in a
// JSON body. In a query a list is one value joined by commas (%2C), in a form
// one pair per element; [ListStyle] changes that. Query and form leave out nil
// and empty lists and maps. Slices, maps and pointers held as values are shared,
// not copied.
type Params map[string]any

// Query holds query parameters of any method. They are added to those of the
// template. A key that the URL's own query already has is not added again; it is
// compared as it would be written, with the brackets of a map. A list is one
// pair per element; [ListStyle] changes that. nil and empty lists and maps are
// left out, and an empty key is [ErrParam].
//
// In the query of GET and HEAD, a key that Params have too is written once. A
// call's layers win over the defaults, and among the call's layers the later one
// wins; within the defaults, as within one layer, Query wins. So a call's
// Params{"per_page": 5} overrides a default Query{"per_page": 100}.
type Query map[string]any

// ParamsOf returns the fields of a struct, or of a pointer to one, as Params.
//
// Each exported field becomes one parameter. The field's json tag gives the
// name, or else its url tag, as in github.com/google/go-querystring. Without
// either, the name is that of the field itself. If a field has both tags, they
// must agree on the name. Options follow the name after commas:
//
//	// The parameter "page".
//	Page int `json:"page"`
//
//	// The parameter "page", left out if it is 0.
//	Page int `url:"page,omitempty"`
//
//	// The parameter "Page", left out if it is 0.
//	Page int `json:",omitempty"`
//
//	// Not a parameter.
//	Page int `json:"-"`
//
//	// The parameter "-".
//	Page int `json:"-,"`
//
// The options are:
//
//   - omitempty leaves out false, 0, a nil pointer, a nil interface, and an
//     empty array, slice, map or string. In a url tag it also leaves out a
//     struct whose IsZero method returns true, such as the zero time.Time.
//   - omitzero leaves out the zero value of the type. If the type, or a pointer
//     to it, has an IsZero method, that method decides.
//   - comma, in a url tag without a json tag, joins the elements of a slice or
//     array with commas. The parameter is one string, "" without elements.
//     Nil elements are skipped.
//   - inline, on an embedded struct without a name, changes nothing.
//
// Any other option is an error, because it would otherwise be ignored. So are
// the tags del and layout of go-querystring.
//
// The fields of an embedded struct become parameters of their own, unless a tag
// names the struct. They are promoted as in Go, with the names of the tags: of
// two fields with the same name, the less deeply embedded one wins. Two at the
// same depth are an error, even if only one of them has a tag. A nil embedded
// pointer has no fields.
//
// Values are not converted. A value with a String method is that text in a URL,
// and what encoding/json makes of it in a JSON body; a byte slice is text in a
// URL and base64 in a JSON body. A nil pointer is a nil parameter. Given a pointer to a struct, ParamsOf returns a field as a pointer
// to a copy if only the pointer has MarshalJSON or MarshalText, so that
// encoding/json calls that method as it would for the struct.
//
// A type with a MarshalJSON or MarshalText method, which may be promoted from
// an embedded struct, is encoded as JSON instead, and the members of the JSON
// object become the parameters. Numbers are of type [json.Number] and keep
// their digits.
//
// A map with string keys is copied. Nil, and a struct of which all fields are
// left out, give an empty map. Any other value is an error.
//
// The error wraps [ErrParam], and its Name is the Go name of the field.
func ParamsOf(v any) (Params, error) {
	params, err := fields.Of(v)
	if err != nil {
		e := err.(*fields.Error)
		return nil, &Error{Name: e.Field, Reason: e.Reason, Err: ErrParam}
	}
	return params, nil
}

// Headers are header fields by name, in any case. In a layer, an empty value
// removes the header that an earlier layer set and keeps any default out. Of two
// spellings of one name the last in byte order wins (x-a over X-A). A name that
// is not a token (RFC 9110 section 5.1) and a value with a control character
// other than tab (section 5.5) are [ErrHeader]. Whitespace around a value is
// trimmed.
type Headers map[string]string

// Get returns the value of a header in any case, "" if there is none. Of two
// spellings the last in byte order counts, as in merging.
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
// unless one of them is application/octet-stream or the header was removed.
// Format and previews are tokens, else [ErrHeader].
type MediaType struct {
	// Format replaces what an application/vnd item asks for: with "raw",
	// application/vnd.github.v3+json becomes application/vnd.github.v3.raw.
	Format string
	// Previews replace the vendor's items by one per preview:
	// application/vnd.github.<name>-preview+json. A suffix "-preview" of the
	// name is removed. Layers are combined, each name once.
	Previews []string
}

// ListStyle is how an API writes a list of scalars in queries and forms. The
// zero value leaves it to [Params] and [Query]. A key that ends in "[]" is one
// pair per element in every style. Lists inside maps and lists always have
// indexes. Templates have their own way, such as {?x*}. A value other than these
// is [ErrParam].
type ListStyle uint8

const (
	// ListComma writes ids=1,2. A comma within an element is %2C in a query, and
	// ErrParam in a form.
	ListComma ListStyle = iota + 1
	// ListRepeat writes ids=1&ids=2.
	ListRepeat
	// ListBrackets writes ids[]=1&ids[]=2, the brackets percent-encoded.
	ListBrackets
)

// Unset, as a value in [Params] or [Query], removes the key that an earlier
// layer set in the same map. [Options] leaves it out of JSON; inside another
// value it cannot be encoded.
var Unset any = unset{}

type unset struct{}

// MarshalJSON returns an error: what is unset has no value.
func (unset) MarshalJSON() ([]byte, error) {
	return nil, &jsonvalue.Error{Reason: "endpoint.Unset is not a value: it only removes a key of Params or Query"}
}

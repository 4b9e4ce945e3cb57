// Package endpoint builds HTTP requests from a route, such as
// "GET /orgs/{org}/repos", and values. It makes no network calls: send the request
// with any client.
//
//	github := endpoint.New(endpoint.Options{
//		BaseURL: "https://api.github.com",
//		Headers: endpoint.Headers{
//			"accept":        "application/vnd.github+json",
//			"authorization": "Bearer " + token,
//			"user-agent":    "my-app/1.0",
//		},
//	})
//	req, err := github.HTTPRequest(ctx, "PATCH /repos/{owner}/{repo}/issues/{number}",
//		endpoint.Path{"owner": owner, "repo": repo, "number": 7},
//		endpoint.Query{"notify": false},
//		endpoint.Params{"state": "closed"},
//	)
//
// Pass the values of the path in [Path], those of the query in [Query], and the
// fields of the body in [Params]. The whole body goes in [Options].Data.
//
// # Routes
//
// A route is a method, a space and a URL template: an absolute http or https URL, or a path,
// which begins with "/", "?", "{" or :name, and which one slash joins to BaseURL. Without a
// method, the default one applies. A word alone is a method if it is a standard one, such as
// "post", or a token without a lower-case letter, such as "PURGE"; any other is [ErrRoute].
//
// Templates follow RFC 6570, level 4. A name may contain a hyphen too, and :name in the path is
// {name}; write %3A for a colon.
//
//   - {x}, :x and {+x} need a value, else the call is [ErrMissingParam]; in the path, one that
//     is not empty. {+x} keeps slashes and percent-encoded bytes.
//   - {/x}, {?x} and {&x} are optional: their value may be missing or nil. {/x*} writes a list
//     as segments. In {/x}, "" and an empty list are ErrMissingParam, and in {/x*} text with a
//     slash is [ErrParam].
//   - A value that would make another path of it, such as "..", is [ErrUnsafePath].
//   - {+x}, or {x} with a name that ends in "url", at the beginning accepts an absolute URL,
//     which replaces BaseURL. Nothing else changes scheme, userinfo and host.
//
// # Origins
//
// What belongs to BaseURL goes to its origin and nowhere else: the defaults, and what Options
// hold that have a BaseURL themselves. To another scheme, host or port, such Data, parameters of
// the query or body, and headers other than accept, user-agent and content-type are
// [ErrOrigin]; on the default ports, https is as good as http. Options{BaseURL: …} of the other
// origin in a call sends every default there, a token too. For redirects see [CheckRedirect].
//
// # Values
//
// In a URL or form, a value is what it is in JSON, but bytes are text, and floats have no
// exponent. The first rule that applies:
//
//   - nil and nil pointers write nothing (RFC 6570 section 2.3). A pointer is what it points to.
//   - A time.Time is RFC 3339 with its offset and fraction, and a url.URL its String.
//   - A json.RawMessage is its text, which must be valid JSON.
//   - A json.Marshaler is its JSON; an object is a map, and ErrParam in a template.
//   - An encoding.TextMarshaler is its text.
//   - In a query or form, a struct with a json or url tag is a map, as [QueryOf] reads it.
//   - Any other type with a String method but a string kind, such as time.Duration, is ErrParam:
//     pass v.String(), or the number.
//   - Bytes are text, and must be UTF-8; nil ones write nothing. An array of bytes is ErrParam.
//   - Strings, booleans and finite numbers are written as in Go. A json.Number must be one.
//   - Slices and arrays are lists, and maps with string keys maps. Nil elements are left out.
//
// Any other value is ErrParam, and so are lists and maps in a list or map of a template. A query
// or form writes them with brackets: filter[state]=open and items[0][price]=p.
//
// # Compatibility
//
// From version 1.0 on, an error may become a request. A request never becomes another one, and
// an error only for safety. Not promised are the texts of Reason, Diff and String, the version
// in the user-agent, and what the running encoding/json writes.
package endpoint

import (
	"maps"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/query"
	"example.com/endpoint/internal/value"
)

// Version is the version of this package. The default user-agent names it.
const Version = "0.7.0"

// Endpoint builds requests from a set of defaults. It is immutable and safe for
// concurrent use.
//
// The zero value has the built-in defaults: method GET, BaseURL https://api.service.example,
// accept application/vnd.service.v3+json and user-agent go-endpoint.js/<Version>. They fit no
// real API, and the name never resolves: set all three.
type Endpoint struct {
	// A pointer to a pointer, which no verb of fmt follows: an Endpoint in an
	// unexported field, whose methods fmt cannot call, shows no secret.
	d **call
}

// New returns an Endpoint with the built-in defaults, overridden by layers. An invalid
// layer is reported by the calls that use it.
func New(defaults ...Layer) Endpoint {
	return Endpoint{}.Defaults(defaults...)
}

// Build returns the request for a route, with the defaults overridden by layers. It is
// e.Parse(e.Merge(route, layers...)). The same call always has the same error; that of a body
// that cannot be encoded comes from [Request.HTTPRequest] and [Request.BodyReader].
func (e Endpoint) Build(route string, layers ...Layer) (Request, error) {
	c := e.defaults().read(route, layers)
	r, err := c.request()
	c.end()
	return r, err
}

// Request describes an HTTP request. Its JSON form is that of encoding/json: it has all
// values, secrets included.
type Request struct {
	Method  string  `json:"method,omitempty"`  // in lower case, where http.MethodGet is "GET"
	URL     string  `json:"url,omitempty"`     // absolute and fully expanded
	Headers Headers `json:"headers,omitempty"` // by lowercase name
	Body    any     `json:"body,omitempty"`    // nil without a body; of Params a map[string]any, or url.Values for a form
	Meta    any     `json:"request,omitempty"` // Options.Meta
	Route   string  `json:"-"`                 // the method and template of the call, as in Error: a label for metrics
}

// Layer is one layer of options: [Options], [Params], [Path], [Query], [Headers] or
// [MediaType], a pointer to one, or what [ParamsOf] or [QueryOf] returns. Layers apply from
// left to right, and for each key the last value wins. Nil changes nothing. A call with a struct
// that embeds one of these types panics.
type Layer interface{ layer() }

func (Options) layer()   {}
func (Params) layer()    {}
func (Path) layer()      {}
func (Query) layer()     {}
func (Headers) layer()   {}
func (MediaType) layer() {}

// Options holds every setting of a request. A zero field changes nothing. An unexported field
// notes what belongs to BaseURL, so cmp needs IgnoreUnexported: compare fields, or two results
// by [reflect.DeepEqual].
type Options struct {
	// Method is the HTTP method, in any case.
	Method string
	// URL is the template: a path, or an absolute http or https URL.
	URL string
	// BaseURL is the http or https URL that a path is joined to, without a query or fragment.
	// Path fills placeholders {name} in it with letters, digits, "-", "_" and inner dots: none
	// in its userinfo, and only digits in its port.
	BaseURL   string
	Headers   Headers
	MediaType MediaType
	// Data is the whole body, and is not copied. [Unset] and a nil pointer remove earlier Data.
	// ErrBody are any other nil of a type, a default Reader that can be read only once, Data
	// with GET, HEAD, TRACE and CONNECT, and Data that does not fit its content-type:
	//   - A string, bytes and a Reader fit any. Under a JSON type, a string and bytes must be
	//     empty or valid JSON, unless content-encoding is set.
	//   - A json.RawMessage, and what [JSON] returns, fit any but that of a form.
	//   - A map, or a struct with json or url tags, is a form under that type.
	//   - url.Values need that type or none.
	//   - Any other value is JSON, and needs application/json, text/json, one that ends in
	//     +json, or none.
	//   - A struct that has fields, none of which encoding/json shows, fits none.
	//
	// Without one, JSON gets "application/json; charset=utf-8" and url.Values that of a form;
	// text, bytes and Readers get none. A pointer to itself ends the process, as in json.Marshal.
	Data any
	// Meta becomes Request.Meta. [Unset] removes that of earlier layers.
	Meta   any
	Params Params
	Path   Path
	Query  Query
	Lists  ListStyle

	owners   map[slot]owned // of what Merge and Endpoint.Options return: what belongs to BaseURL
	isMerged bool           // of what Merge returns: the rest is the call's
}

// Params are parameters by name. A parameter fills the placeholder of its name in the URL,
// unless [Path] does. GET and HEAD send the others in the query. PATCH, POST, PUT, DELETE
// and QUERY (RFC 10008) send them as the body: a JSON object, or a form if content-type is
// application/x-www-form-urlencoded. Without any, there is no body: for {}, pass Data.
//
// One that the call cannot send is [ErrParam], unless it is nil or a default: beside Data, with
// another method, or, with GET and HEAD, beside [Query].
//
// nil overrides a default. It is null in a JSON body, and writes nothing elsewhere. Slices, maps
// and pointers are not copied.
type Params map[string]any

// Path holds parameters that only fill placeholders, in the URL and in BaseURL. If any layer,
// the defaults too, sets a key here, even to nil, Params do not fill its placeholder. They never
// fill one of BaseURL.
//
// If the call sets the key in Params too, PATCH, POST, PUT and QUERY send that in the body. With
// other methods, and beside a default of Path, it is [ErrParam], unless it is nil. So is a key of
// the call that no placeholder names, even with nil.
type Path map[string]any

// Query holds parameters for the query, whatever the method, sorted by key; name them in the
// template for another order. Nil, empty lists and empty maps write nothing.
//
// A name is written once: filter[state] and filter[label] are two. One that the query of the
// expanded URL has already is [ErrParam]; a default is left out instead. A name with brackets
// that two parameters write is ErrParam, even if one is a default. If Params of GET and HEAD have
// the key, the call's overrides a default, even with nil, and of two defaults Query's is sent.
type Query map[string]any

// OmitZero returns a copy of p without nil and zero values, as omitzero of encoding/json means
// it; a default of such a key is sent. An empty list that is not nil stays, and so does [Unset].
func (p Params) OmitZero() Params { return omitZero(p) }

// OmitZero returns a copy of q, as [Params.OmitZero] does.
//
//	api.HTTPRequest(ctx, "GET /users", endpoint.Query{"cursor": cursor, "limit": limit}.OmitZero())
func (q Query) OmitZero() Query { return omitZero(q) }

func omitZero[M ~map[string]any](m M) M {
	kept := make(M, len(m))
	maps.Copy(kept, m)
	maps.DeleteFunc(kept, func(_ string, v any) bool { return value.IsZero(v) })
	return kept
}

// A structLayer is what ParamsOf and QueryOf read.
type structLayer struct {
	from   source
	fields []value.Item
}

func (*structLayer) layer() {}

// ParamsOf returns a layer with the exported fields of a struct, or of a pointer to one, as
// [Params].
//
//   - A field is read by its json tag, else by its url tag, else it has its own name. "-" in
//     the tag that is read leaves it out.
//   - omitempty leaves out what encoding/json omits, and a struct whose IsZero method returns
//     true. omitzero is that of encoding/json. A url tag may have the options of [QueryOf].
//   - The fields of an embedded struct without a name are promoted; inline and embed say the
//     same. An outer field hides an inner one. Two of one depth are an error if both are sent.
//   - Any other option is an error. So is a field without either tag that has one of header,
//     path, query, form, schema, uri, cookie or param.
//
// Only fields that are sent are read. A struct nested by value is copied whole, its mutex too:
// use a pointer. A type with MarshalJSON or MarshalText has the members of its JSON object, a map
// with string keys its entries, and nil none. Later layers override a field by its name, and
// [Unset] removes it. What cannot be read, and is still there, is [ErrParam].
func ParamsOf(v any) Layer {
	return &structLayer{fromParams, value.JSONFields(v)}
}

// QueryOf is [ParamsOf] for [Query], by url tags first, with what structs for
// github.com/google/go-querystring have:
//
//   - The option comma, or the tag del:",", joins a list. An element with a comma is an error.
//   - The option brackets adds [] to the name of a list.
//   - A time.Time with a url tag is written by its layout tag, without one as RFC 3339 in
//     whole seconds. With ParamsOf, layout is an error.
//   - EncodeValues of a field's type writes the value, under the name of the field alone.
//   - Of two fields of one name, the outermost one that is not omitted is sent.
//   - A nil pointer writes nothing, where go-querystring writes name= without omitempty.
//
// url.Values are read too. MarshalJSON of v is not called if v has a url tag.
func QueryOf(v any) Layer {
	return &structLayer{fromQuery, value.URLFields(v)}
}

// JSON returns the JSON of v as the text of a parameter itself, in Query, a form, {?x} or {&x},
// and as Data, of a string too.
//
//	endpoint.Query{"filter": endpoint.JSON(map[string]any{"state": "open"})} // filter={"state":"open"}
//
// Anywhere else it is [ErrParam]: pass v there. So is a v that is nil or cannot be encoded, as
// Data [ErrBody]. For null, pass json.RawMessage("null").
func JSON(v any) any {
	if value.IsNil(v) {
		return &value.Unreadable{Err: fault.Errorf(`endpoint.JSON has nil: leave it out, or pass json.RawMessage("null")`)}
	}
	text, err := value.Marshal(v)
	if err != nil {
		return &value.Unreadable{Err: err}
	}
	return value.JSON(text)
}

// Headers are header fields by name, in any case. The value "" removes a header, and no
// default takes its place; net/http may still add its own User-Agent and Accept-Encoding.
// Spaces and tabs around a value are trimmed. A default content-type is sent only with a body.
//
// A name that is not a token (RFC 9110 section 5.1), and a value with a control character other
// than tab (section 5.5), are [ErrHeader]. Of two spellings in one layer, the last in byte order
// wins; in a Request they are ErrHeader.
type Headers map[string]string

// Get returns the value of the named header, in any case, or "" without one.
func (h Headers) Get(name string) string {
	value, spelling := "", ""
	for k, v := range h {
		if header.EqualFold(k, name) && k >= spelling {
			value, spelling = v, k
		}
	}
	return value
}

// MediaType amends the application/vnd items of the accept header (RFC 9110 section 12.5.1),
// unless it was removed or names application/octet-stream. A Format or preview that is not a
// token is [ErrHeader], and so is one of the call for which there is no such item.
type MediaType struct {
	// Format replaces what follows the vendor and version: with "raw",
	// application/vnd.github.v3+json becomes application/vnd.github.v3.raw.
	Format string
	// Previews, of all layers together, replace the items with one for each, such as
	// application/vnd.github.<name>-preview+json. Without an accept header, the vendor is
	// "service".
	Previews []string
}

// A ListStyle says how queries and forms write a list of scalars. Without one, a list that is a
// parameter is written as by [ListRepeat], and one in a map or struct, as in
// Query{"filter": map[string]any{"ids": list}}, is [ErrParam], since servers differ.
//
// In every style a list whose key ends in "[]" is one pair for each element, and a list in a
// list, or of maps or structs, has indexes. Placeholders such as {?ids} do not depend on it.
type ListStyle uint8

const (
	// ListComma writes ids=1,2, with %2C for a comma within an element. In a form all
	// commas are %2C, and an element with a comma is [ErrParam].
	ListComma ListStyle = ListStyle(query.Comma)
	// ListRepeat writes ids=1&ids=2.
	ListRepeat ListStyle = ListStyle(query.Repeat)
	// ListBrackets writes ids[]=1&ids[]=2, with the brackets percent-encoded.
	ListBrackets ListStyle = ListStyle(query.Brackets)
	// ListIndexes writes ids[0]=1&ids[1]=2, with the brackets percent-encoded.
	ListIndexes ListStyle = ListStyle(query.Indexes)
)

// Unset, as a value in [Params], [Path] or [Query], removes a key that an earlier layer set,
// and as Data or Meta what one set there. Inside another value it is an error.
const Unset unset = "unset"

type unset string

// MarshalText fails, so that Unset is not a value in a URL or in JSON.
func (unset) MarshalText() ([]byte, error) {
	return nil, fault.Errorf("endpoint.Unset is not a value: it only removes Data, Meta, or a key of Params, Path or Query")
}

func isUnset(v any) bool {
	_, ok := v.(unset)
	return ok
}

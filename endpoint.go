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
// which begins with "/", "?", "{" or :name. One slash joins a path to BaseURL, unless it is empty or
// begins with "?". A route may leave
// its method or URL to [Options]; a method alone must be standard, such as "post", or have no
// lower-case letter, such as "PURGE". Any other route is [ErrRoute].
//
// Templates follow RFC 6570, level 4. A name may also contain a hyphen, and :name in the path
// means {name}; write %3A for a colon.
//
//   - {x}, :x and {+x} are required: a missing one is [ErrMissingParam]. In the path, so is nil.
//     {+x} keeps slashes and percent-encoded bytes.
//   - With another operator, as in {/x} and {?x}, it may be missing or nil. {/x*} writes a list
//     as segments; a string with a slash is [ErrParam].
//   - A value that would lead to another path is [ErrUnsafePath]: "..", and in {x}, {+x} and {/x}
//     "" and an empty or nil list.
//   - {+x}, or {x} named url or with a name that ends in "_url", accepts an absolute URL at the beginning of
//     the template. No other value in a template changes the scheme, userinfo or host.
//
// # Origins
//
// The defaults belong to the origin of BaseURL: its scheme, host and port. So does everything in
// Options that set BaseURL. Sending it to another origin is [ErrOrigin], except in the path and in
// the headers accept, user-agent and content-type. On the default ports, an http BaseURL includes
// https.
//
// If a call sets BaseURL, that origin gets every default, the token too. For redirects, see
// [CheckRedirect].
//
// # Values
//
// In a URL or form, a value is what it is in JSON, except that bytes are text and floats have no
// exponent. The first rule that applies:
//
//   - nil and nil pointers write nothing. Other pointers are followed.
//   - A json.RawMessage is its text, which must be valid JSON.
//   - A json.Marshaler is its JSON: a string is its text, and an object is a map, or ErrParam
//     in a template. A time.Time is RFC 3339 with its offset and fraction.
//   - An encoding.TextMarshaler is its text.
//   - A url.URL is its String.
//   - In a query or form, a struct with a json or url tag is a map, as [QueryOf] reads it.
//   - A type with a String method, its own or its pointer's, is ErrParam, unless its kind is
//     string. For a time.Duration, a number in JSON, pass d.String() or d.Seconds().
//   - A message of protocol buffers is ErrParam: pass json.RawMessage of protojson.Marshal.
//   - Strings, booleans and finite numbers are written as in Go. A json.Number must be a number. A
//     float64 from 2^53 on is ErrParam: decode IDs into int64.
//   - Bytes are text, and must be UTF-8. Nil bytes write nothing. An array of bytes is ErrParam, and
//     so is a list of another type whose kind is that of bytes.
//   - Slices and arrays are lists, and maps with string keys are maps, both without nil elements.
//
// Any other value is ErrParam. So is a list or map inside another in a template. A query or form
// writes it with brackets: filter[state]=open and items[0][price]=p.
//
// # Compatibility
//
// From version 1.0 on, an error may become a request, but not ErrUnsafePath, ErrOrigin or
// ErrRedirect. A request never becomes another one, and becomes an error only for safety. The texts of Reason, Diff and String, the version in the
// user-agent, and what encoding/json writes may change.
package endpoint

import (
	"maps"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/query"
	"example.com/endpoint/internal/value"
)

// Version is the version of this package.
const Version = "0.8.0"

// Endpoint builds requests from a set of defaults. It is immutable and safe for
// concurrent use.
//
// The zero value has the built-in defaults: method GET, BaseURL https://api.service.example,
// accept application/vnd.service.v3+json and user-agent go-endpoint.js/<Version>. They fit no
// real API: set all but the method.
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

// Build returns e.Parse(e.Merge(route, layers...)): the request for a route, with the defaults
// overridden by layers. The same call always returns the same error. A body that cannot be encoded
// is reported by [Request.HTTPRequest] and [Request.BodyReader].
func (e Endpoint) Build(route string, layers ...Layer) (Request, error) {
	c := e.defaults().overlay(route, layers)
	r, err := c.request()
	c.end()
	return r, err
}

// Request describes an HTTP request. Its JSON form contains all values, secrets too.
type Request struct {
	Method  string  `json:"method,omitempty"`  // in lower case, unlike http.MethodGet
	URL     string  `json:"url,omitempty"`     // absolute and fully expanded
	Headers Headers `json:"headers,omitempty"` // by lowercase name
	Body    any     `json:"body,omitempty"`    // nil if there is none; for Params, a map[string]any or url.Values
	Meta    any     `json:"request,omitempty"` // Options.Meta
	Route   string  `json:"-"`                 // as in Error: a label for metrics
}

// Layer is one layer of options: [Options], [Params], [Path], [Query], [Headers] or
// [MediaType], a pointer to one, or what [OptionsOf], [ParamsOf] or [QueryOf] returns. Layers
// apply from left to right, and for each key the last value wins. Nil changes nothing. Layers are
// copied; slices, maps and pointers among their values are not. A call with a struct that embeds
// one of these types panics.
type Layer interface{ layer() }

func (Options) layer()   {}
func (Params) layer()    {}
func (Path) layer()      {}
func (Query) layer()     {}
func (Headers) layer()   {}
func (MediaType) layer() {}

// Options holds every setting of a request. A zero field changes nothing.
//
// [Endpoint.Merge] and [Endpoint.Options] note in an unexported field what belongs to BaseURL, so
// cmp panics without IgnoreUnexported. Compare fields, or two results with [reflect.DeepEqual].
type Options struct {
	Method string // in any case

	// URL is the template: a path, or an absolute URL. For a URL from a response, write {+next}
	// and pass it in [Path].
	URL string
	// BaseURL is the http or https URL that a path is joined to, without a query or fragment.
	// [Path] fills placeholders {name} in it, but not in userinfo. Their values may contain only
	// letters, digits, "-", "_" and inner dots.
	BaseURL   string
	Headers   Headers
	MediaType MediaType
	// Data is the whole body. A nil pointer removes earlier Data. Data must fit its content-type:
	//   - A string, bytes and a Reader fit any. Under a JSON type, a string and bytes must be
	//     empty or valid JSON, unless content-encoding is set.
	//   - A json.RawMessage, and what [JSON] returns, fit any but that of a form.
	//   - url.Values fit only that of a form.
	//   - Any other value is JSON, and fits application/json, text/json, and what ends in +json.
	//     Under that of a form, a map, or a struct with json or url tags, is a form.
	//
	// Without a content-type, JSON gets "application/json; charset=utf-8" and url.Values that of
	// a form. Data that does not fit is ErrBody. So is Data with GET, HEAD, TRACE and CONNECT, a nil
	// slice, map or func, a default Reader that can be read only once, and a struct with fields,
	// none of which encoding/json can write. A pointer to itself ends the process, as in
	// json.Marshal.
	Data any
	// Meta becomes Request.Meta. It is not in an *http.Request.
	Meta   any
	Params Params
	Path   Path
	Query  Query
	Lists  ListStyle

	noted    map[slot]owned // whose each value is, by Merge and Endpoint.Options
	isMerged bool           // by Merge: what is not noted is the call's
}

// Params are parameters by name. A parameter fills the placeholder of its name in the URL,
// unless [Path] does. GET and HEAD send the others in the query. PATCH, POST, PUT, DELETE
// and QUERY (RFC 10008) send them as the body: a JSON object, or a form if content-type is
// application/x-www-form-urlencoded. If there are none, there is no body: for {}, pass Data.
//
// A parameter that cannot be sent is [ErrParam], unless it is nil or a default: beside Data, with
// another method, or, in the query, beside the same key in [Query].
//
// nil overrides a default. It is null in a JSON body, and writes nothing elsewhere. A time.Duration
// is ErrParam.
type Params map[string]any

// Path holds parameters that only fill placeholders, in the URL and in BaseURL. If any layer,
// even a default, sets a key here, even to nil, Params do not fill its placeholder. They never
// fill one of BaseURL.
//
// If a placeholder of the URL has a key of the call in Params too, PATCH, POST, PUT and QUERY send
// that in the body. With other methods, or beside a default of Path, it is [ErrParam] unless nil.
// So is a key of the call in Path that no placeholder has, even if nil.
type Path map[string]any

// Query holds parameters for the query of any method, sorted by key; for another order, name
// them in the template. Nil writes nothing. An empty list or map writes nothing with GET, HEAD,
// OPTIONS and QUERY, and is [ErrParam] with any other method, which would do its work without the
// filter.
//
// A name is written once; filter[state] and filter[label] are two. If the query of the expanded
// URL has the name, a default is left out, and any other parameter is [ErrParam]. Two parameters
// that write one name with brackets are ErrParam, even defaults. If GET or HEAD has the key in
// Params too, and no placeholder takes it, the call's overrides a default, even with nil. Of two
// defaults, Query's is sent.
type Query map[string]any

// OmitZero returns a copy of p without nil and zero values, as omitzero of encoding/json means
// it, so that defaults apply. It keeps [Unset], and empty lists that are not nil.
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
//     that tag leaves it out.
//   - omitempty and omitzero are those of encoding/json; omitempty also leaves out a struct whose
//     IsZero method returns true. A url tag may have the options of [QueryOf]. Any other option
//     is an error.
//   - The fields of an embedded struct without a name are promoted, as with inline and embed.
//     An outer field hides an inner one. Of two at one depth, one hides the other if its tag alone
//     has the name; else they are an error if sent.
//   - A field with neither json nor url, but with path, query, header, body, in, form, schema, uri,
//     cookie or param, is an error: see [OptionsOf].
//
// Only fields that are sent are read, with the methods of their pointers. A struct nested by
// value is copied, its mutex too: use a pointer. v may also be nil, a map with string keys, or a
// type whose MarshalJSON writes an object. A field that cannot be read is [ErrParam], unless a
// later layer overrides or removes it.
func ParamsOf(v any) Layer {
	return &structLayer{fromParams, value.JSONFields(v)}
}

// QueryOf is [ParamsOf] for [Query]. It reads url tags first, as written for
// github.com/google/go-querystring:
//
//   - The option comma joins a list. Its other options and tags, and EncodeValues, are errors: write
//     the name "ids[]" for brackets, t.Format(time.DateOnly) for a layout, and MarshalText.
//   - A nil pointer writes nothing, where go-querystring writes name= without omitempty.
//
// v may also be url.Values. MarshalJSON of v is not called if v has a url tag.
func QueryOf(v any) Layer {
	return &structLayer{fromQuery, value.URLFields(v)}
}

// A callLayer is what OptionsOf reads, by source.
type callLayer [fromData + 1][]value.Item

func (*callLayer) layer() {}

// OptionsOf returns a layer with the fields of a struct, or of a pointer to one, each where its
// tag says. So the compiler knows the names and types of a call.
//
//	type UpdateIssue struct {
//		Owner   string  `path:"owner"`                // Path
//		Notify  *bool   `query:"notify,omitempty"`    // Query
//		IfMatch string  `header:"if-match,omitempty"` // Headers
//		Title   *string `json:"title,omitempty"`      // Params
//	}
//
// The tag body:"" sends a field as Options.Data, the whole body. "-" leaves a field out.
//
//   - Embedded structs and omitempty are as in [ParamsOf], and query, or url, is as in [QueryOf].
//   - A header is text as in {x}; write omitempty if it may be empty. A list is an error: pass
//     strings.Join. So is a time: pass t.UTC().Format([http.TimeFormat]). A nil pointer is not sent.
//   - A field with none of these tags, or with two, and a struct with MarshalJSON or MarshalText, are
//     errors.
//   - A later layer overrides a field as it does a key of the layer named above.
//
// A field that cannot be read is [ErrParam], as in ParamsOf.
func OptionsOf(v any) Layer {
	l := callLayer(value.PlacedFields(v))
	return &l
}

// JSON returns a value whose text is the JSON of v, even if v is a string. Pass it as Data, or as a
// parameter of a query, a form, {?x} or {&x}.
//
//	endpoint.Query{"filter": endpoint.JSON(map[string]any{"state": "open"})} // filter={"state":"open"}
//
// Anywhere else it is [ErrParam]: pass v itself. If v is nil or cannot be encoded, it is ErrParam,
// as Data [ErrBody]. For null, pass json.RawMessage("null").
func JSON(v any) any {
	if value.IsNil(v) {
		return fault.Errorf(`endpoint.JSON has nil: leave it out, or pass json.RawMessage("null")`)
	}
	text, err := value.Marshal(v)
	if err != nil {
		return err
	}
	return value.JSON(text)
}

// Headers are header fields by name, in any case. Surrounding whitespace is trimmed. A default
// content-type is sent only with a body.
//
// The value "" removes a header of earlier layers or of the defaults, and is [ErrHeader] where there
// is none: write OmitZero for one that may be empty. ErrHeader too are a name that is not a token, a
// value with a control character other than tab, and Authorization of a scheme alone, as in
// "Bearer " + "". So are two spellings in a Request; in a layer, the last in byte order wins.
type Headers map[string]string

// OmitZero returns a copy of h without empty values, so that defaults apply.
func (h Headers) OmitZero() Headers {
	kept := make(Headers, len(h))
	maps.Copy(kept, h)
	maps.DeleteFunc(kept, func(_, v string) bool { return header.Trim(v) == "" })
	return kept
}

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

// MediaType amends the application/vnd items of the accept header, unless it names
// application/octet-stream. A Format or preview that is not a token is [ErrHeader]. So is one of
// the call if there is no such item.
type MediaType struct {
	// Format replaces what follows the vendor and version: with "raw",
	// application/vnd.github.v3+json becomes application/vnd.github.v3.raw.
	Format string
	// Previews, of all layers, replace the items with one for each, such as
	// application/vnd.github.<name>-preview+json. Without an accept header, the vendor is
	// "service".
	Previews []string
}

// A ListStyle says how queries and forms write a list of scalars. Without one, a list that is a
// parameter is written as by [ListRepeat], and one in a map or struct is [ErrParam].
//
// In every style, a list whose key ends in "[]" is one pair for each element, and a list in a
// list, or of maps or structs, has indexes. Brackets are percent-encoded. Templates do not
// follow it: {?ids} writes ids=1,2 and {?ids*} writes ids=1&ids=2.
type ListStyle uint8

const (
	// ListComma writes ids=1,2, with %2C for a comma within an element, which in a form is
	// [ErrParam].
	ListComma ListStyle = ListStyle(query.Comma)
	// ListRepeat writes ids=1&ids=2.
	ListRepeat ListStyle = ListStyle(query.Repeat)
	// ListBrackets writes ids[]=1&ids[]=2.
	ListBrackets ListStyle = ListStyle(query.Brackets)
	// ListIndexes writes ids[0]=1&ids[1]=2.
	ListIndexes ListStyle = ListStyle(query.Indexes)
)

// Unset, as Data, Meta or a value in [Params], [Path] or [Query], removes what earlier layers set
// there. Inside another value it is an error.
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

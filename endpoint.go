// Package endpoint builds HTTP requests for clients of REST APIs. Write the route as the API's
// documentation prints it, such as GET /users/{id}, and pass the values. You get an *http.Request,
// or an error that says what to fix. The package makes no network calls.
//
//	github := endpoint.New(
//		endpoint.Options{BaseURL: "https://api.github.com"},
//		endpoint.Headers{
//			"accept":        "application/vnd.github+json",
//			"authorization": "Bearer " + token,
//			"user-agent":    "my-app/1.0",
//		},
//	)
//	req, err := github.HTTPRequest(ctx, "PATCH /repos/{owner}/{repo}/issues/{number}",
//		endpoint.Path{"owner": owner, "repo": repo, "number": 7}, // the placeholders
//		endpoint.Query{"notify": false},                          // the query
//		endpoint.Params{"state": "closed"},                       // the fields of the body
//	)
//
// In a client of many operations, write a struct for each, and pass it to [OptionsOf]. A body that
// is not an object of fields goes in [Options].Data.
//
// # Routes
//
// A route is a method, a space and a URL template, as in RFC 6570. A path is joined to BaseURL, and
// an absolute URL is used as it is.
//
//	GET /users/{id}         one segment, escaped: "a/b" is /users/a%2Fb
//	GET /users/:id          the same, as documentation writes it
//	GET /users{/id}         an optional segment: /users if id is absent or nil
//	GET /files{/path*}      a list of segments: []string{"docs", "a b.md"} is /files/docs/a%20b.md
//	GET /files/{+path}      text that keeps its slashes and percent-encoded bytes
//	GET /search{?q,page}    optional parameters, in this order: /search?q=go&page=2
//	GET {+next}             an absolute URL from a response, such as that of the next page
//
// A name consists of letters, digits, underscores, hyphens and dots. Write %3A for a colon that
// would begin a name. A route may leave its method or its URL to [Options].
//
// # Values from users
//
// {x} is for any input. It is escaped, and never adds a segment. A value that would change the
// path, such as ".." or "", is [ErrUnsafePath]. {+x} lets a value add segments, so do not pass it
// what a user wrote.
//
// Two kinds of values choose the host: that of {tenant} in the BaseURL https://{tenant}.api.test,
// which comes from [Path] alone, and an absolute URL for a placeholder that begins the route, such
// as {+next}, {url} or {upload_url}.
//
// # Origins
//
// The defaults, with the token, go only to the scheme, host and port of BaseURL. The headers accept,
// user-agent and content-type may go to other hosts, and so may a value in the path. A call that
// would send any other default elsewhere, such as to the URL of an upload, is [ErrOrigin]. Remove
// the default in the call, a header by "" and others by [Unset]. Or set BaseURL in the call: that
// origin then gets all of them.
//
// A call that sets a BaseURL may pass headers and parameters with it in one [Options]: they are sent
// there and nowhere else. On the default ports, https counts as the origin of an http BaseURL.
//
// A server chooses the address of GET {+next}. So if the address has another origin, even an
// authorization or cookie header of the call is ErrOrigin. An x-api-key header of the call, and its
// Query, are sent there: put such a secret in [New], which keeps it at its origin. For redirects, see
// [CheckRedirect].
//
// # Values
//
// A value has its JSON text without quotes, and bytes are text:
//
//	Go value                 in a query or form           in a JSON body
//	"a b", 7, true           x=a%20b, x=7, x=true         "a b", 7, true
//	a time.Time              x=2026-01-02T03:04:05Z       "2026-01-02T03:04:05Z"
//	[]string{"a", "b"}       x=a&x=b, or as Lists says    ["a","b"]
//	a map or tagged struct   x[name]=Ada                  {"name":"Ada"}
//	JSON(v)                  x={"name":"Ada"}             pass v
//	[]byte("hi")             x=hi                         "aGk="
//	nil, a nil pointer       nothing                      null
//
// Colons, brackets, quotes and braces are percent-encoded. A space in a form is "+". In a path, a
// list is a,b, or segments in {/x*}.
//
// The first of these that fits decides the text in a URL or form:
//
//   - nil and nil pointers write nothing. Other pointers are followed.
//   - A json.RawMessage is its text, and any other json.Marshaler its JSON: a string is its text,
//     an object a map. A time.Time is RFC 3339 with its offset and fraction.
//   - An encoding.TextMarshaler is its text, and a url.URL its String.
//   - In a query or form, a struct with json or url tags is a map, as [QueryOf] reads it.
//   - Strings, booleans, numbers and bytes are as in the table; floats have no exponent.
//   - Slices and arrays are lists, and maps with string keys are maps, both without nil elements.
//
// Any other value is [ErrParam]. So are these, whose text could mislead:
//
//   - a type other than a string that has a String method and none of the methods above
//   - bytes that are not UTF-8
//   - a message of protocol buffers
//   - a float64 from 2^53 on, which may be an ID that has lost digits
//
// A [time.Duration] would be nanoseconds in JSON. So it is ErrParam as a field of a JSON body too:
// pass d.Seconds() or d.String(), as the API asks. Deeper in the body, and in Data, encoding/json
// writes the nanoseconds.
//
// # Compatibility
//
// From version 1.0 on, an error may become a request, and a request never becomes another one. Two
// errors stay: no value makes a path segment "." or "..", or leaves {x} in a path empty, and the
// token of a BaseURL does not leave its origin. The texts of Reason, Diff and String, the version in
// the user-agent, and what encoding/json writes may change. If a request turns out to be unsafe, it
// may become an error.
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

// Endpoint builds requests from a set of defaults. It is immutable and safe for concurrent use.
//
// The zero value has the built-in defaults: method GET, BaseURL https://api.service.example, accept
// application/vnd.service.v3+json and user-agent go-endpoint.js/<Version>. They fit no real API:
// set all but the method.
type Endpoint struct {
	// A pointer to a pointer, which no verb of fmt follows: an Endpoint in an
	// unexported field, whose methods fmt cannot call, shows no secret.
	d **call
}

// New returns an Endpoint with defaults for every call.
//
//	api := endpoint.New(
//		endpoint.Options{BaseURL: "https://api.test/v2"},
//		endpoint.Headers{"accept": "application/json", "user-agent": "my-app/1.0"},
//	)
//
// Without layers it has the built-in defaults. A layer that is not valid is reported by the calls
// that use it.
func New(defaults ...Layer) Endpoint {
	return Endpoint{}.Defaults(defaults...)
}

// Build returns the request for a route, to print, to sign, or to compare in a test. Layers
// override the defaults from left to right.
//
//	r, err := api.Build("GET /orgs/{org}/repos", endpoint.Path{"org": "octokit"}, endpoint.Query{"page": 2})
//	// get https://api.test/orgs/octokit/repos?page=2
//
// It is e.Parse(e.Merge(route, layers...)). Some errors come only from [Request.HTTPRequest]: of a body
// that encoding/json rejects, a transfer-encoding or trailer header, a malformed host, and a
// content-length that is not that of the body.
func (e Endpoint) Build(route string, layers ...Layer) (Request, error) {
	c := e.defaults().overlay(route, layers)
	r, err := c.request()
	c.end()
	return r, err
}

// Request is an HTTP request as a value, which [Endpoint.Build] returns. Compare it with Diff, or
// send what its HTTPRequest method returns. fmt shows the path of its URL and no other value, unless
// it is in an unexported field. Its JSON form has all values, secrets too.
type Request struct {
	Method  string  `json:"method,omitempty"`  // in lower case, unlike http.MethodGet
	URL     string  `json:"url,omitempty"`     // absolute and fully expanded
	Headers Headers `json:"headers,omitempty"` // by lowercase name
	Body    any     `json:"body,omitempty"`    // nil if there is none; for Params, a map[string]any or url.Values
	Meta    any     `json:"request,omitempty"` // Options.Meta
	Route   string  `json:"-"`                 // as in Error: a label for metrics
}

// Layer is an argument of [New] or of a call: [Options], [Params], [Path], [Query], [Headers] or
// [MediaType], a pointer to one, or what [OptionsOf], [ParamsOf] or [QueryOf] returns.
//
// For each key, the last layer that has it wins. Nil changes nothing. Layers are copied, but not
// the slices, maps and pointers among their values. A struct of yours that embeds one of these
// types is not a layer, and a call with it panics.
type Layer interface{ layer() }

func (Options) layer()   {}
func (Params) layer()    {}
func (Path) layer()      {}
func (Query) layer()     {}
func (Headers) layer()   {}
func (MediaType) layer() {}

// Options holds every setting of a request. As a layer, a zero field changes nothing.
//
//	api.HTTPRequest(ctx, "PUT /users/{id}", endpoint.Path{"id": 7}, endpoint.Options{Data: user})
//
// The results of [Endpoint.Merge] and [Endpoint.Options] note in an unexported field what belongs
// to BaseURL. So compare fields, or two results with [reflect.DeepEqual]; cmp needs
// IgnoreUnexported.
type Options struct {
	Method string // in any case

	// URL is the template: a path, or an absolute URL. For a URL from a response, write {+next} and
	// pass it in [Path].
	URL string
	// BaseURL is the http or https URL that a path is joined to. [Path] fills placeholders in it,
	// as in https://{tenant}.api.test, with letters, digits, "-", "_" and inner dots.
	BaseURL   string
	Headers   Headers
	MediaType MediaType
	// Data is the whole body:
	//
	//	user, struct{}{}                   JSON, as most values
	//	JSON("text")                       a JSON string
	//	json.RawMessage(b)                 JSON that is already encoded
	//	"text", []byte(…) or an io.Reader  sent as it is: set content-type
	//	url.Values{…}                      a form; under its content-type also a map or tagged struct
	//
	// JSON gets "application/json; charset=utf-8" unless a layer sets a content-type. That must be
	// application/json, text/json or end in +json; under any other, pass JSON(v). Text and bytes
	// under a JSON type must be valid JSON, unless content-encoding is set.
	//
	// A nil pointer removes the Data of earlier layers. A nil slice or map is [ErrBody], since it
	// may mean null, [] or no body. A value that points to itself ends the process, as in
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

// Params holds the fields of a body: a JSON object, or a form if content-type is
// application/x-www-form-urlencoded.
//
//	api.Build("PATCH /issues/{number}", endpoint.Path{"number": 7},
//		endpoint.Params{"title": "Bug", "milestone": nil})
//	// patch https://api.test/issues/7
//	// {"milestone":null,"title":"Bug"}
//
// POST, PUT, PATCH, DELETE and QUERY (RFC 10008) send Params as the body, and GET and HEAD in the
// query. Other methods refuse them. Without a key there is no body: for {}, pass Data.
//
// A parameter with the name of a placeholder fills it, and is sent nowhere else. If the path and the
// body have a field of one name, pass it in [Path] and in Params; for a DELETE, in Path and in Data.
//
// nil overrides a default. It is null in JSON, and writes nothing elsewhere. No parameter of a call
// is dropped: one that would not be sent, as next to Data, is [ErrParam].
type Params map[string]any

// Path holds the values of placeholders, in the route and in BaseURL.
//
//	api.Build("GET /users/{id}/files{/path*}",
//		endpoint.Path{"id": "a/b", "path": []string{"docs", "100% a.md"}})
//	// get https://api.test/users/a%2Fb/files/docs/100%25%20a.md
//
// A key that no placeholder has is [ErrParam], so that a misspelled one is found. nil leaves an
// optional placeholder out.
//
// If a key is here, even from a default or with nil, [Params] do not fill its placeholder. So a
// body that has an id, too, does not move the request. Params never fill a placeholder of BaseURL,
// because its value chooses the server.
type Path map[string]any

// Query holds parameters for the query of any method.
//
//	api.Build("GET /issues", endpoint.Query{
//		"state":  "open",
//		"labels": []string{"bug", "ui"},
//		"by":     map[string]any{"name": "Ada"},
//	})
//	// get https://api.test/issues?by%5Bname%5D=Ada&labels=bug&labels=ui&state=open
//
// Keys are sorted. For another order, name them in the route, /issues{?state,labels}, and pass their
// values in [Path]. Query fills no placeholder.
//
// nil writes nothing. With GET, HEAD, OPTIONS and QUERY, neither does an empty list or map. With
// other methods that is [ErrParam], because a DELETE that lost its filter could delete everything.
// This holds for Query alone: {?id} leaves an empty list out, with any method.
//
// A name is written once. If the URL has it already, that replaces a default; in Query of the call, it
// is [ErrParam].
//
//	pages := api.Defaults(endpoint.Query{"per_page": 100})
//	pages.Build("GET {+next}", endpoint.Path{"next": "https://api.test/issues?page=2&per_page=10"})
//	// get https://api.test/issues?page=2&per_page=10
type Query map[string]any

// OmitZero returns a copy of p without nil and zero values, as omitzero of encoding/json means it,
// so that defaults apply. It keeps [Unset], and empty lists that are not nil.
func (p Params) OmitZero() Params { return omitZero(p) }

// OmitZero returns a copy of q without nil and zero values, as [Params.OmitZero] does.
//
//	api.Build("GET /users", endpoint.Query{"cursor": "", "limit": 50}.OmitZero())
//	// get https://api.test/users?limit=50
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

// ParamsOf returns the fields of a struct as [Params], by their json tags, so that a call can add
// to them. For a struct that also has the path, query or headers, use [OptionsOf].
//
//	type Note struct {
//		Text string `json:"text"`
//	}
//	api.Build("POST /notes", endpoint.ParamsOf(Note{Text: "Hi"}), endpoint.Params{"pinned": true})
//	// post https://api.test/notes
//	// {"pinned":true,"text":"Hi"}
//
// Names, omitempty, omitzero and embedded structs are as in encoding/json, but omitempty also
// leaves out a struct whose IsZero method returns true. A field without a json tag is read by its
// url tag, else it has its own name. Any other option of a tag is [ErrParam], unless a later layer
// overrides the field.
//
// v may also be a pointer to a struct, nil, a map with string keys, or a type whose MarshalJSON
// writes an object. A field is encoded with the methods of its pointer too. A struct that is nested
// by value is copied, its mutex too: use a pointer.
func ParamsOf(v any) Layer {
	return &structLayer{fromParams, value.JSONFields(v)}
}

// QueryOf returns the fields of a struct as [Query], by their url tags, as written for
// github.com/google/go-querystring, else by their json tags.
//
//	type ListIssues struct {
//		State  string    `url:"state,omitempty"`
//		Labels []string  `url:"labels,comma,omitempty"`
//		Since  time.Time `url:"since,omitempty"`
//	}
//	api.Build("GET /issues", endpoint.QueryOf(ListIssues{State: "open", Labels: []string{"bug", "ui"}}))
//	// get https://api.test/issues?labels=bug%2Cui&state=open
//
// The option comma joins a list. The other options and tags of go-querystring, and EncodeValues,
// are [ErrParam]. A nil pointer writes nothing, where go-querystring writes name= without
// omitempty.
//
// Of two fields of one name, that of the outer struct is sent, or that of the embedded one if
// omitempty leaves the outer one out.
//
// v may also be url.Values, or what [ParamsOf] accepts. A struct with url tags is read by them, even
// if it has MarshalJSON.
func QueryOf(v any) Layer {
	return &structLayer{fromQuery, value.URLFields(v)}
}

// A callLayer is what OptionsOf reads, by source.
type callLayer [fromData + 1][]value.Item

func (*callLayer) layer() {}

// OptionsOf returns the fields of a struct, each for the place that its tag names. So one struct is
// one call, whose names and types the compiler knows.
//
//	type UpdateNote struct {
//		ID      int      `path:"id"`
//		Notify  bool     `query:"notify,omitempty"`
//		IfMatch string   `header:"if-match"`
//		Text    string   `json:"text,omitempty"`
//		Tags    []string `json:"tags,omitempty"`
//	}
//	api.Build("PATCH /notes/{id}",
//		endpoint.OptionsOf(UpdateNote{ID: 7, Notify: true, IfMatch: etag, Tags: []string{"bug"}}))
//	// patch https://api.test/notes/7?notify=true
//	// {"tags":["bug"]}
//
// The tags are path, query, header, json for a field of the body, and body:"" for the body as a
// whole. "-" leaves a field out, and every other field needs one tag. Embed what several calls
// share: the fields of an embedded struct without a tag count as its own.
//
// A header is text. An empty one is [ErrHeader], so write omitempty if it is optional; a nil
// pointer is not sent. For a list pass strings.Join, and for a time
// t.UTC().Format([http.TimeFormat]).
//
// A later layer overrides a field by its name: endpoint.Params{"text": nil} sends a null. A json
// field fills the placeholder of its name, as [Params] do, if no path field has it. A field that
// cannot be read is [ErrParam], and so is a struct with MarshalJSON or MarshalText.
//
// The query tag has the options of [QueryOf], and a url tag is read as a query tag.
func OptionsOf(v any) Layer {
	l := callLayer(value.PlacedFields(v))
	return &l
}

// JSON returns v as JSON text, for an API that has JSON in a query or form, or a JSON string as its
// body.
//
//	endpoint.Query{"filter": endpoint.JSON(map[string]any{"open": true})} // filter={"open":true}
//	endpoint.Options{Data: endpoint.JSON("New title")}                    // "New title"
//
// It is for a parameter itself, in a query, a form, {?x} or {&x}, and for Data. In a JSON body,
// pass v. For null, pass json.RawMessage("null").
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

// Headers holds header fields by name, in any case.
//
//	endpoint.Headers{"if-match": etag, "accept": "application/json"}
//
// The value "" removes a header of the defaults or of an earlier layer. Where there is none it is
// [ErrHeader], because a PUT that lost its If-Match overwrites what others wrote: use OmitZero for
// optional headers.
//
// A default content-type is sent only with a body. Whitespace around a value is trimmed. If one
// layer has a name in two spellings, such as Accept and accept, the last in byte order is sent.
// net/http may add its own User-Agent and Accept-Encoding.
type Headers map[string]string

// OmitZero returns a copy of h without empty values, so that defaults apply.
//
//	endpoint.Headers{"if-none-match": etag}.OmitZero() // unconditional without an etag
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

// MediaType amends the application/vnd items of the accept header.
//
//	endpoint.MediaType{Format: "raw"} // application/vnd.github.v3+json becomes application/vnd.github.v3.raw
//
// In a call, a Format or preview that finds no such item is [ErrHeader].
type MediaType struct {
	// Format replaces what follows the vendor and version.
	Format string
	// Previews names previews. "luke" puts application/vnd.github.luke-preview+json in place of the
	// application/vnd items of accept. The previews of all layers are combined. Without an accept
	// header, the vendor is "service".
	Previews []string
}

// A ListStyle says how queries and forms write a list. Without one, a list that is a parameter is
// repeated, and one in a map or struct is [ErrParam], since servers differ.
//
//	endpoint.New(endpoint.Options{BaseURL: "https://api.stripe.com/v1", Lists: endpoint.ListBrackets})
//
// In every style, a list whose key ends in "[]" is one pair for each element, and a list of lists,
// maps or structs has indexes. A list in {?ids} has commas, and one in {?ids*} is repeated.
type ListStyle uint8

const (
	// ListComma writes ids=1,2, with %2C for a comma within an element. In a form, such a comma is
	// [ErrParam].
	ListComma ListStyle = ListStyle(query.Comma)
	// ListRepeat writes ids=1&ids=2.
	ListRepeat ListStyle = ListStyle(query.Repeat)
	// ListBrackets writes ids[]=1&ids[]=2.
	ListBrackets ListStyle = ListStyle(query.Brackets)
	// ListIndexes writes ids[0]=1&ids[1]=2.
	ListIndexes ListStyle = ListStyle(query.Indexes)
)

// Unset is a value that removes what earlier layers set: a key of [Params], [Path] or [Query], or
// Data or Meta.
//
//	api.Build("GET /users", endpoint.Query{"per_page": endpoint.Unset})
//
// To remove a header, write "".
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

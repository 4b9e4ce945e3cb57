// What a caller holds: an API, the calls that it judges, and its reports.

// Package openapi judges calls by the OpenAPI document of their API.
//
// It knows nothing of Go code. [Read] reads a document, or the index of one that
// [API.WriteIndex] has written. A caller describes what its code shows of one
// request as a [Call], and [API.Check] returns what is wrong with it. What a Call
// does not show may be anything. What is not certainly wrong is not reported.
//
// The caller needs evidence that a call belongs to the API. Check compares an
// absolute URL with the servers of the document, as [API.Owns] does, and says
// nothing of one that lies under none of them. It believes a path. Pass one where
// the base address is unseen and something else ties the call to the API, and if
// the document has no servers.
//
// The places of values come from the library: build the request with a token for
// each value, and describe the result. So a Call has no parameters that may go
// here or there, but a URL, a query and a body. Whatever the defaults of an
// Endpoint send belongs to the Call too, with nil as its handle.
//
// A handle is any comparable value that stands for a place in the code. A
// [Report] has the handle of what is at fault.
package openapi

// An API is what a document says of its operations. It is safe for concurrent use.
type API struct {
	name       string // of the file, as reports begin
	top        header
	operations []*operation
	others     []string // see Others
}

// A Call is what the code shows of one request.
type Call struct {
	At     any    // the handle of the route
	Method string // upper case
	// URL is absolute, or a path below the base address. A [Hole] stands for each
	// value in it. What follows a question mark is not read.
	URL   string
	Holes []Field // the values in URL, in order
	// Query holds the parameters of the query, those of the template included.
	Query []Field
	// Brackets says that "[]" or an index may follow the names of lists in the query and in forms.
	Brackets bool
	// Body is what is sent, nil if nothing is. It is Unknown if it is text, bytes or
	// a Reader.
	Body        *Value
	ContentType Field   // its value is constant text; the zero Field if it is unseen
	Headers     []Field // those that are sent, with their names in lower case
	// MayHave reports whether layers that are not shown may send a name in the
	// "query", as a "header" or in the "body". Nil means that there are none.
	MayHave func(place, name string) bool
}

// A Hole stands for one value in the URL of a [Call]. No URL contains it.
const Hole = "\x00"

// A Field is a value with a name.
type Field struct {
	Name string
	// At is the handle of the name. It is nil if the field is not of the call itself,
	// but of its defaults: it is sent, and never reported.
	At       any
	Value    Value
	Optional bool // the field may be left out, as by omitempty; its value is judged
}

// A Value is what the code shows of one value. The zero Value may be anything.
type Value struct {
	At       any    // its handle, nil if that is the one of its Field
	Kind     Kind   // what it is in JSON
	Constant bool   // Text is its value
	Text     string // of a constant String, Number, Integer or Boolean, as JSON has it, without quotes
	Fields   []Field
	More     bool    // an Object may have more than Fields
	Elements []Value // of an Array: all of them, or one for the type of any
}

// A Report is one mistake in a call.
type Report struct {
	At      any // a handle of the call
	Message string
}

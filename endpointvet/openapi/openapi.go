// What a caller holds: an API, the calls that it judges, and its reports.

// Package openapi judges calls by the OpenAPI document of their API.
//
// It knows nothing of Go code. [Read] reads a document, or the index of one. The
// caller describes each call as a [Call], with whatever its code shows of it, and
// [API.Check] returns what is wrong. Whatever a Call leaves unseen may hold
// anything. The caller must have evidence that a call belongs to the API: either
// its URL is absolute, which Check compares with the servers of the document, or
// the caller passes a path because it knows better, such as by a directive.
// [API.Owns] is that comparison alone.
//
// The At fields of a Call are handles: any comparable value that stands for a
// place in the code. A [Report] returns the handle of what is at fault.
//
// document.go reads a document into operations, schema.go its schemas, index.go
// one operation a line. match.go finds the operations of a call, judge.go
// compares the two. routes.go prints operations.
package openapi

import "example.com/endpoint"

// An API is what a document says of its operations. It is safe for concurrent use.
type API struct {
	name       string   // of the file, as reports begin
	servers    []string // of operations without servers of their own
	allServers []string // with those of operations
	keys       []string // query parameters of every operation: those of an API key
	operations []*operation
	paths      *node
}

// A Call is what the code shows of one request.
type Call struct {
	At     any    // the route
	Method string // upper case
	// URL is the URL that the library builds, with a [Hole] in place of each value,
	// without a query. It is absolute, or a path below the base address.
	URL   string
	Holes []Field // the values in URL, in order
	// Query holds the parameters in the query, those of the template included.
	Query []Field
	// Body is what is sent. It is nil if nothing is. Its kind is Unknown if it is
	// text, bytes or a Reader, whose content nothing shows.
	Body *Value
	// ContentType is that of the request, "" if it is unseen.
	ContentType Field
	Headers     []string // names of those that are sent, in any case
	// MayHave reports whether what is unseen of the call may send a name in a
	// place, which is "query", "header" or "body". Nil means that all is seen.
	MayHave func(place, name string) bool
}

// A Hole stands for one value in the URL of a [Call]. No URL contains it.
const Hole = "\x00"

// A Field is a value with a name.
type Field struct {
	Name string
	// At is nil for a parameter that is not of the call, but of its defaults. It is
	// sent, and never reported.
	At    any
	Value Value
	// Optional says that the field may be left out, as by omitempty. A Hole that is
	// Optional may take several segments, as that of {+x} does.
	Optional bool
	Lists    endpoint.ListStyle // how a list is written, 0 if that is not known
}

// A Value is what the code shows of one value. The zero Value may be anything.
type Value struct {
	At       any    // nil: that of its Field
	Kind     Kind   // what it becomes in JSON
	Constant bool   // Text is known
	Text     string // of a constant string, number or boolean
	Fields   []Field
	More     bool    // an Object may have more Fields
	Elements []Value // of an Array: each that is seen, or one for its type
}

// A Report is one mistake in a call.
type Report struct {
	At      any
	Message string
	// Old is the text at fault at that place and New what to write instead. New is
	// "" if there is more than one way.
	Old, New string

	missing string // the name, if it is for one that is missing
}

// Options say what else [API.Check] reports.
type Options struct {
	Deprecated bool // calls of deprecated operations
}

// Errors: one type for all calls, and the values that say which rule was
// broken.

package endpoint

import (
	"errors"
	"strconv"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/redact"
)

// The kinds of [Error]. Test for them with errors.Is.
var (
	// ErrRoute means that the URL is missing or its template is malformed
	// (RFC 6570 section 2).
	ErrRoute = errors.New("invalid route")
	// ErrMethod means that the method is missing or is not a token (RFC 9110
	// section 9.1).
	ErrMethod = errors.New("invalid method")
	// ErrBaseURL means that BaseURL is not an http or https URL with a host (RFC
	// 3986 section 3), or that it has a query, a fragment, or a placeholder
	// other than {name}.
	ErrBaseURL = errors.New("invalid base URL")
	// ErrMissingParam means that a placeholder {x}, :x or {+x} has no
	// parameter, that its value in the path is empty, or that a value leaves a
	// path segment empty.
	ErrMissingParam = errors.New("missing parameter")
	// ErrParam means that a value has the wrong type or text for where it goes,
	// that a name is empty or misspelled, or that the call passes a parameter
	// that it would not send.
	ErrParam = errors.New("invalid parameter")
	// ErrHeader means that a header name, header value, format or preview is
	// malformed (RFC 9110 sections 5.1, 5.5, 5.6.2), that content-length does
	// not match the body (section 8.6), or that net/http would not send the
	// header.
	ErrHeader = errors.New("invalid header")
	// ErrBody means that the method does not allow a body (RFC 9110 section
	// 9.3), that the body does not match its content-type, or that it cannot
	// be encoded.
	ErrBody = errors.New("invalid body")
	// ErrUnsafePath means that a value makes a path segment "." or ".." (RFC
	// 3986 section 5.2.4), or that its "?" or "#" would start a query or
	// fragment.
	ErrUnsafePath = errors.New("unsafe path")
)

// Error is the type of every error returned by this package. It never contains
// the value of a parameter or header, and never wraps an error of another
// package.
//
//	endpoint: DELETE /repos/{owner}/{repo}: missing parameter "repo"
type Error struct {
	Route  string // method and template, never expanded, as Request.String shows a URL
	Name   string // the parameter, header or option; "" for the route itself
	Reason string // what is wrong and what to write instead; may be ""
	Err    error  // one of the Err values
}

// Error returns the error as one line of printable characters.
func (e *Error) Error() string {
	text := "endpoint: "
	if e.Route != "" {
		text += e.Route + ": "
	}
	if e.Err != nil {
		text += e.Err.Error()
	}
	text += e.subject()
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return redact.Printable(text)
}

// subject returns the name as it reads after the kind of the error.
func (e *Error) subject() string {
	switch name := e.Name; {
	case name == "", e.Err == ErrBaseURL, e.Err == ErrBody && name == "body":
		return ""
	case e.Err == ErrBody && name == "content-type":
		return " under content-type"
	case e.Err == ErrBody && name == "Data", e.Err == ErrParam && name == "ParamsOf", name == "MediaType.Format", name == "MediaType.Previews":
		return " in " + name
	case e.Err == ErrBody, e.Err == ErrUnsafePath:
		return " in parameter " + strconv.Quote(name)
	}
	return " " + strconv.Quote(e.Name)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// failed adds the route of a call to its error.
func (c *call) failed(err *Error) error {
	err.Route = shownRoute(c.method, c.url)
	return err
}

var addressKinds = [...]error{
	address.Syntax:  ErrRoute,
	address.BadBase: ErrBaseURL,
	address.Missing: ErrMissingParam,
	address.Param:   ErrParam,
	address.Unsafe:  ErrUnsafePath,
}

// addressError is the error of a template, of BaseURL or of a value in one of
// them. The reason does not quote what is hidden of the text.
func (c *call) addressError(err *address.Error) *Error {
	text := c.url
	if err.Kind == address.BadBase {
		text = c.baseURL
	}
	reason := err.Reason
	if !strings.Contains(redact.URL(text), err.Quoted) {
		reason = "it is not a valid URI template: percent-encode the characters of a value, or write {name} for a parameter"
	}
	return &Error{Name: err.Name, Reason: reason, Err: addressKinds[err.Kind]}
}

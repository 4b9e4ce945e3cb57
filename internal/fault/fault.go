// Package fault has the error of the packages beside it, which say what is wrong
// without showing a value. Package endpoint turns it into an Error of its own.
package fault

import (
	"cmp"
	"fmt"
)

// A Kind says which rule is broken.
type Kind uint8

const (
	_        Kind = iota // not known yet: For sets it
	Param                // a value, or the name of a parameter
	Missing              // a placeholder without a value
	Unsafe               // a path that would be read as another one
	Origin               // another one than that of BaseURL
	Redirect             // one that is not followed
	Route
	Header
	Body
)

// An Error says what is wrong. A MarshalText method that returns one chooses the reason
// itself. As a value, it stands in place of one that cannot be read.
type Error struct {
	Kind   Kind
	Name   string // of the parameter or header, or ""
	Option string // the field of Options, or ""
	Reason string // types and fields, and parts of a template, but no values
	Quoted string // the part of a template that Reason quotes, or ""
	Cause  error  // what a method of a value returned
}

func (e *Error) Error() string { return e.Reason }

// MarshalText fails: the text and the JSON of a value that cannot be read is its error.
func (e *Error) MarshalText() ([]byte, error) { return nil, e }

// New returns an error about a name, or about no name if that is "".
func New(kind Kind, name, reason string) *Error {
	return &Error{Kind: kind, Name: name, Reason: reason}
}

// Option returns an error about a field of Options.
func Option(kind Kind, option, reason string) *Error {
	return &Error{Kind: kind, Option: option, Reason: reason}
}

// Errorf returns an error about a value.
func Errorf(format string, args ...any) *Error {
	return &Error{Reason: fmt.Sprintf(format, args...)}
}

// For returns a copy of e that has a kind and a name: its own, else those given.
func (e *Error) For(kind Kind, name string) *Error {
	named := *e
	named.Kind, named.Name = cmp.Or(e.Kind, kind), cmp.Or(e.Name, name)
	return &named
}

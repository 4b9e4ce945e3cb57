// What is wrong with a value, without showing it.

package value

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// An Error says why a value cannot be read or encoded. It names types and fields,
// never values. A MarshalText or MarshalJSON method that returns an *Error chooses
// the reason itself.
type Error struct {
	Name   string // of a field, as in "Issues.Page.Size", "ParamsOf" for the whole of what that was given, or ""
	Reason string
}

// whole is the name of what is not a field.
const whole = "ParamsOf"

func (e *Error) Error() string {
	if e.Name == whole || e.Name == "" {
		return e.Reason
	}
	return e.Name + ": " + e.Reason
}

func errorf(format string, args ...any) *Error {
	return &Error{Reason: fmt.Sprintf(format, args...)}
}

// An Unusable stands where a value should be: reading and encoding it fail with
// its error.
type Unusable struct{ Err Error }

// MarshalText fails.
func (u *Unusable) MarshalText() ([]byte, error) { return nil, &u.Err }

// explain turns an error of encoding/json for v into an *Error. An error that a
// caller's method returned may hold a value, be a nil pointer or unwrap to
// itself, so explain looks at types alone: it calls no method of err and
// follows no chain.
func explain(v any, err error) *Error {
	switch err := err.(type) {
	case *json.MarshalerError:
		if cause, ok := err.Err.(*Error); ok {
			return cause
		}
		name := strings.TrimPrefix(TypeName(err.Type), "*") // since Go 1.27 always a pointer
		switch {
		case isDepthError(err.Err):
			return tooDeep(v)
		case has[json.Marshaler](err.Type):
			return errorf("MarshalJSON of %s failed or returned invalid JSON", name)
		case has[encoding.TextMarshaler](err.Type):
			return errorf("MarshalText of %s failed", name)
		}
	case *json.UnsupportedTypeError:
		return errorf("type %s cannot be encoded as JSON", TypeName(err.Type))
	case *json.UnsupportedValueError: // which has no Value since Go 1.27
		if _, name, ok := strings.Cut(err.Str, "a cycle via "); ok {
			return errorf("a value of type %s contains itself, so it cannot be encoded as JSON", name)
		}
		if err.Str == "NaN" || strings.HasSuffix(err.Str, "Inf") {
			return errorf("NaN and infinities cannot be encoded as JSON")
		}
	}
	if isDepthError(err) {
		return tooDeep(v)
	}
	return errorf("%s cannot be encoded as JSON: encoding/json rejects a number, a tag or the key of a map in it", TypeName(reflect.TypeOf(v)))
}

// isDepthError reports whether err is that of encoding/json for JSON that is nested
// too deep.
func isDepthError(err error) bool {
	syntax, ok := err.(*json.SyntaxError)
	return ok && syntax != nil && strings.HasSuffix(syntax.Error(), "exceeded max depth")
}

func tooDeep(v any) *Error {
	return errorf("%s is nested more than 10,000 levels deep, so it cannot be encoded as JSON", TypeName(reflect.TypeOf(v)))
}

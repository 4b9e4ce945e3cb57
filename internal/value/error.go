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
		t := pointedTo(err.Type) // since Go 1.27 always a pointer
		switch p := reflect.PointerTo(t); {
		case t == number: // which has no such method, and gets this error since Go 1.27
		case marshalsJSON(p):
			return errorf("MarshalJSON of %s failed or returned invalid JSON", TypeName(t))
		case implements[encoding.TextMarshaler](p):
			return errorf("MarshalText of %s failed", TypeName(t))
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
	return errorf("%s cannot be encoded as JSON: encoding/json rejects its depth, or a number, a tag or the key of a map in it", TypeName(reflect.TypeOf(v)))
}

package jsonvalue

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// An Error says why a value cannot be encoded. It names types, never values. A
// MarshalJSON method that returns an *Error chooses the reason itself.
type Error struct{ Reason string }

func (e *Error) Error() string { return e.Reason }

func errorf(format string, args ...any) error {
	return &Error{fmt.Sprintf(format, args...)}
}

// explain turns an error of encoding/json into an *Error. An error that a
// caller's method returned may hold a value, be a nil pointer or unwrap to
// itself, so explain looks at types alone: it calls no method of err and
// follows no chain.
func explain(err error) error {
	switch err := err.(type) {
	case *json.MarshalerError:
		return explainMethod(err)
	case *json.UnsupportedTypeError:
		return errorf("type %s cannot be encoded as JSON", err.Type)
	case *json.UnsupportedValueError:
		if k := err.Value.Kind(); k == reflect.Float64 || k == reflect.Float32 {
			return errorf("a %s that is NaN or infinite cannot be encoded as JSON", err.Value.Type())
		}
		return errorf("a %s contains itself, so it cannot be encoded as JSON", err.Value.Type())
	}
	// What is left has no type of its own in encoding/json.
	return errorf("a json.Number is not a number, or MarshalText of a map key failed")
}

var marshalerType = reflect.TypeFor[json.Marshaler]()

// explainMethod explains that a MarshalJSON or MarshalText method failed.
func explainMethod(err *json.MarshalerError) error {
	if cause, ok := err.Err.(*Error); ok {
		return cause
	}
	method := "MarshalText"
	if err.Type.Implements(marshalerType) || reflect.PointerTo(err.Type).Implements(marshalerType) {
		method = "MarshalJSON"
	}
	if _, ok := err.Err.(*json.SyntaxError); ok {
		return errorf("%s of %s returned invalid JSON", method, err.Type)
	}
	return errorf("%s of %s failed", method, err.Type)
}

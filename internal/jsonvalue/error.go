package jsonvalue

import (
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// An Error says why a value cannot be encoded. It names types, never values. A
// MarshalJSON method that returns an *Error chooses the reason itself.
type Error struct{ Reason string }

func (e *Error) Error() string { return e.Reason }

func errorf(format string, args ...any) error {
	return &Error{fmt.Sprintf(format, args...)}
}

var (
	marshalerType     = reflect.TypeFor[json.Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
	stringerType      = reflect.TypeFor[fmt.Stringer]()
	errorType         = reflect.TypeFor[error]()
	readerType        = reflect.TypeFor[io.Reader]()
)

// Check returns an error if encoding/json would write {} for v and lose what is
// in it: v is a Reader, or a struct or pointer to one that has fields, but none
// that JSON shows. A nil pointer is null. Check does not look inside v.
func Check(v any) error {
	switch v.(type) {
	case nil, string, bool, int, int64, []string, map[string]any, json.Marshaler, encoding.TextMarshaler:
		return nil
	}
	rv := reflect.ValueOf(v)
	t := rv.Type()
	if t.Kind() == reflect.Pointer {
		if rv.IsNil() {
			return nil
		}
		t = t.Elem()
	}
	if _, ok := v.(io.Reader); ok {
		return errorf("%T is a Reader, which cannot be encoded as JSON: read it into a string first", v)
	}
	if t.Kind() != reflect.Struct || t.NumField() == 0 || showsField(t) {
		return nil
	}
	advice := "a map or a struct with exported fields"
	switch p := reflect.PointerTo(t); {
	case p.Implements(marshalerType), p.Implements(textMarshalerType):
		advice = "a pointer to it"
	case p.Implements(errorType), p.Implements(stringerType):
		advice = "its text"
	case p.Implements(readerType):
		advice = "a pointer to it as Data, or its text"
	}
	return errorf("%s has no exported fields, so its JSON would be {}: pass %s", t, advice)
}

// showsField reports whether encoding/json writes any field of a struct. Most
// often that is its first, and VisibleFields would look up all.
func showsField(t reflect.Type) bool {
	for i := range t.NumField() {
		if isShown(t.Field(i)) {
			return true
		}
	}
	return slices.ContainsFunc(reflect.VisibleFields(t), isShown)
}

// isShown reports whether encoding/json writes a field. In place of an embedded
// struct it writes the fields of that struct.
func isShown(f reflect.StructField) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return f.IsExported() && (!f.Anonymous || name != "" || t.Kind() != reflect.Struct)
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
	case *json.UnsupportedValueError: // which has no Value under GOEXPERIMENT=jsonv2
		if _, name, ok := strings.Cut(err.Str, "a cycle via "); ok {
			return errorf("a value of type %s contains itself, so it cannot be encoded as JSON", name)
		}
		if err.Str == "NaN" || strings.HasSuffix(err.Str, "Inf") {
			return errorf("NaN and infinities cannot be encoded as JSON")
		}
	}
	return other()
}

// other explains what has no type of its own in encoding/json.
func other() error {
	return errorf("a json.Number is not a number, or the key of a map is not text")
}

// explainMethod explains that a MarshalJSON or MarshalText method failed.
func explainMethod(err *json.MarshalerError) error {
	if cause, ok := err.Err.(*Error); ok {
		return cause
	}
	t := err.Type
	if t.Kind() == reflect.Pointer { // always under GOEXPERIMENT=jsonv2
		t = t.Elem()
	}
	has := func(method reflect.Type) bool { return t.Implements(method) || reflect.PointerTo(t).Implements(method) }
	_, isSyntax := err.Err.(*json.SyntaxError)
	switch {
	case isSyntax:
		return errorf("MarshalJSON of %s returned invalid JSON", t)
	case has(marshalerType):
		return errorf("MarshalJSON of %s failed", t)
	case has(textMarshalerType):
		return errorf("MarshalText of %s failed", t)
	}
	return other()
}

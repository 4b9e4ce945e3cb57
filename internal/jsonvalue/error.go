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

// Has reports whether t or a pointer to it has the methods of I.
func Has[I any](t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[I]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[I]())
}

// maxPointers bounds how many pointers Check follows. encoding/json reports one
// that leads to itself.
const maxPointers = 64

// Check returns an error if encoding/json would write {} for v and lose what is
// in it: v is or points to a Reader, or a struct that has fields, but none that
// JSON shows. A nil pointer is null. Check does not look inside v.
func Check(v any) error {
	for range maxPointers {
		switch v.(type) {
		case nil, string, bool, int, int64, []string, map[string]any, json.Marshaler, encoding.TextMarshaler:
			return nil
		}
		rv := reflect.ValueOf(v)
		if rv.Kind() == reflect.Pointer && rv.IsNil() {
			return nil
		}
		if _, ok := v.(io.Reader); ok {
			return errorf("%T is a Reader, which cannot be encoded as JSON: read it into a string first", v)
		}
		elem := reflect.Indirect(rv)
		if kind := elem.Kind(); kind != reflect.Pointer && kind != reflect.Interface {
			return checkStruct(elem.Type())
		}
		v = elem.Interface()
	}
	return nil
}

func checkStruct(t reflect.Type) error {
	if t.Kind() != reflect.Struct || t.NumField() == 0 || showsField(t) {
		return nil
	}
	advice := "a map or a struct with exported fields"
	switch {
	case Has[json.Marshaler](t), Has[encoding.TextMarshaler](t):
		advice = "a pointer to it"
	case Has[error](t), Has[fmt.Stringer](t):
		advice = "its text"
	case Has[io.Reader](t):
		advice = "a pointer to it as Data, or its text"
	}
	return errorf("%s has no exported fields, so its JSON would be {}: pass %s", t, advice)
}

// showsField reports whether encoding/json writes any field of a struct. In place
// of an embedded struct without a name in its tag, it writes the fields of that.
func showsField(t reflect.Type) bool {
	structs := []reflect.Type{t}
	for i := 0; i < len(structs); i++ {
		for j := range structs[i].NumField() {
			f := structs[i].Field(j)
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch isEmbedded := f.Anonymous && name == "" && inner.Kind() == reflect.Struct; {
			case !isEmbedded && f.IsExported():
				return true
			case isEmbedded && !slices.Contains(structs, inner):
				structs = append(structs, inner)
			}
		}
	}
	return false
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

// other explains the errors that have no type of their own in encoding/json. The
// error of a map key, whatever its method returned, ends here.
func other() error {
	return errorf("a json.Number is not a number, or MarshalText of the key of a map failed")
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
	_, isSyntax := err.Err.(*json.SyntaxError)
	switch {
	case isSyntax && t == reflect.TypeFor[json.RawMessage]():
		return errorf("the json.RawMessage is not valid JSON")
	case isSyntax:
		return errorf("MarshalJSON of %s returned invalid JSON", t)
	case Has[json.Marshaler](t):
		return errorf("MarshalJSON of %s failed", t)
	case Has[encoding.TextMarshaler](t):
		return errorf("MarshalText of %s failed", t)
	}
	return other()
}

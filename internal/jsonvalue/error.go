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

// TypeName returns the name of t for errors. Go 1.27 made json.RawMessage another
// name of a type, and the texts of errors should not depend on the release.
func TypeName(t reflect.Type) string {
	return strings.ReplaceAll(t.String(), rawMessage, "json.RawMessage")
}

var rawMessage = reflect.TypeFor[json.RawMessage]().String()

// Has reports whether t or a pointer to it has the methods of I.
func Has[I any](t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[I]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[I]())
}

// PointerLoop says what is wrong with a pointer that [Follow] does not follow to
// its end.
const PointerLoop = "the pointer leads back to itself, or to more than 60 others"

// Follow follows the pointers and interfaces in v to the last pointer, which has
// the methods of its value too, or to a value that is not behind a pointer. It
// stops at the 64th, since a pointer may lead back to itself.
func Follow(v any) reflect.Value {
	rv := reflect.ValueOf(v)
	for range 63 {
		elem := reflect.Indirect(rv)
		if kind := elem.Kind(); kind != reflect.Pointer && kind != reflect.Interface {
			break
		}
		rv = reflect.ValueOf(elem.Interface())
	}
	return rv
}

// Check returns an error if encoding/json would write {} for v and lose what is
// in it: v is or points to a Reader, or a struct that has fields, but none that
// JSON shows. A nil pointer is null. Check does not look inside v.
func Check(v any) error {
	switch v.(type) {
	case string, bool, int, []string: // as most are, and without reflection
		return nil
	}
	rv := Follow(v)
	elem := reflect.Indirect(rv)
	if !elem.IsValid() {
		return nil
	}
	if kind := elem.Kind(); kind == reflect.Pointer || kind == reflect.Interface {
		return errorf("%s", PointerLoop)
	}
	switch rv.Interface().(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return nil
	case io.Reader:
		return errorf("%s is a Reader, which cannot be encoded as JSON: read it into a string first", TypeName(rv.Type()))
	}
	t := elem.Type()
	if t.Kind() != reflect.Struct || t.NumField() == 0 || showsField(t) {
		return nil
	}
	advice := "its text, a map or a struct with exported fields"
	if Has[json.Marshaler](t) || Has[encoding.TextMarshaler](t) {
		advice = "a pointer to it"
	}
	return errorf("%s has no exported fields, so its JSON would be {}: pass %s", TypeName(t), advice)
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
			switch isStruct := f.Anonymous && inner.Kind() == reflect.Struct; {
			case !isStruct && f.IsExported(), isStruct && name != "":
				return true
			case isStruct && !slices.Contains(structs, inner):
				structs = append(structs, inner)
			}
		}
	}
	return false
}

// explain turns an error of encoding/json for v into an *Error. An error that a
// caller's method returned may hold a value, be a nil pointer or unwrap to
// itself, so explain looks at types alone: it calls no method of err and
// follows no chain.
func explain(v any, err error) error {
	switch err := err.(type) {
	case *json.MarshalerError:
		if cause, ok := err.Err.(*Error); ok {
			return cause
		}
		name := strings.TrimPrefix(TypeName(err.Type), "*") // since Go 1.27 always a pointer
		switch {
		case isDepthError(err.Err):
			return tooDeep(v)
		case Has[json.Marshaler](err.Type):
			return errorf("MarshalJSON of %s failed or returned invalid JSON", name)
		case Has[encoding.TextMarshaler](err.Type):
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
	return errorf("%s cannot be encoded as JSON: a json.Number is not a number, or the key of a map has no text", TypeName(reflect.TypeOf(v)))
}

// isDepthError reports whether err is that of encoding/json for JSON that is nested
// too deep.
func isDepthError(err error) bool {
	syntax, ok := err.(*json.SyntaxError)
	return ok && syntax != nil && strings.HasSuffix(syntax.Error(), "exceeded max depth")
}

func tooDeep(v any) error {
	return errorf("%s is nested more than 10,000 levels deep, so it cannot be encoded as JSON", TypeName(reflect.TypeOf(v)))
}

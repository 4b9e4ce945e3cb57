// Package value reads Go values for URLs, forms and JSON: as text, lists and maps,
// and structs by their fields. Its errors say what is wrong with a value without
// showing it.
package value

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"example.com/endpoint/internal/fault"
)

// A Kind says what a Go value is in a URL or form.
type Kind uint8

const (
	Undefined Kind = iota // nil, a nil pointer or nil bytes
	Text
	List
	Map
)

// A Value is a Go value read for a URL or form. The zero Value is undefined.
//
//	nil, (*int)(nil)              undefined
//	"a", time.Second, int8(7)     Text "a", "1s", "7"
//	[]string{"a"}, [1]int{2}      List of {"", "a"}, {"", 2}
//	map[string]int{"b": 1}        Map of {"b", 1}
type Value struct {
	Kind  Kind
	Text  string
	Items []Item // in order: the elements of a list, the entries of a map by key
}

// maxEmpty is how many elements without size a list may have. Such a list takes no
// memory, however long it is; what is made of its elements does.
const maxEmpty = 1 << 16

var (
	errNotFinite = fault.Errorf("the number is not finite: pass a finite number or a string")
	errNested    = fault.Errorf("a list or map in a template may contain only scalars: pass nested values in a query or body")
)

// Of reads v for a template, by the rules under Values in the documentation of
// package endpoint. A struct that has no text is an error.
func Of(v any) (Value, *fault.Error) {
	switch v := v.(type) { // as most are, and without reflection
	case string:
		return ofText(v)
	case int:
		return ofText(strconv.Itoa(v))
	}
	last, elem, err := follow(v)
	if err != nil || !elem.IsValid() {
		return Value{}, err
	}
	given := last.Interface()
	if !hasText(given) {
		return ofKind(elem)
	}
	if m, ok := given.(encoding.TextMarshaler); ok {
		return ofMarshaler(m)
	}
	return ofText(given.(fmt.Stringer).String()) // a json.Number too
}

// hasText reports whether v has text of its own.
func hasText(v any) bool {
	switch v.(type) {
	case json.RawMessage, *json.RawMessage: // which are Stringers since Go 1.27
		return false
	case encoding.TextMarshaler, fmt.Stringer:
		return true
	}
	return false
}

// Scalar is [Of] for an element of a list or map, where neither may stand.
func Scalar(v any) (Value, *fault.Error) {
	val, err := Of(v)
	if val.Kind == List || val.Kind == Map {
		return Value{}, errNested
	}
	return val, err
}

// Tree is [Of] for a query or form: a struct with a json or url tag is a map of
// its [FormItems].
func Tree(v any) (Value, *fault.Error) {
	switch v.(type) {
	case string, int: // as most are, and without reflection
		return Of(v)
	}
	last, elem, _ := follow(v)
	if elem.Kind() != reflect.Struct || hasText(last.Interface()) {
		return Of(v)
	}
	items, ok, err := FormItems(last.Interface())
	switch {
	case err != nil:
		return Value{}, err
	case !ok:
		return Value{}, noText(elem.Type(), "is a struct without json or url tags: pass its text or a map")
	}
	return Value{Kind: Map, Items: items}, nil
}

func ofMarshaler(m encoding.TextMarshaler) (Value, *fault.Error) {
	text, err := m.MarshalText()
	if chosen, ok := err.(*fault.Error); ok {
		return Value{}, chosen
	}
	if err != nil {
		return Value{}, failed("MarshalText", reflect.TypeOf(m), err)
	}
	return ofText(string(text))
}

// ofKind reads a value without text of its own by its kind.
func ofKind(rv reflect.Value) (Value, *fault.Error) {
	t := rv.Type()
	switch {
	case t.Kind() == reflect.String:
		return ofText(rv.String())
	case t.Kind() == reflect.Bool:
		return ofText(strconv.FormatBool(rv.Bool()))
	case rv.CanInt():
		return ofText(strconv.FormatInt(rv.Int(), 10))
	case rv.CanUint():
		return ofText(strconv.FormatUint(rv.Uint(), 10))
	case rv.CanFloat():
		f := rv.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return Value{}, errNotFinite
		}
		return ofText(strconv.FormatFloat(f, 'f', -1, t.Bits()))
	case isBytes(t) && rv.IsNil():
		return Value{}, nil
	case isBytes(t):
		return ofText(string(rv.Bytes()))
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
		if t.Elem().Size() == 0 && rv.Len() > maxEmpty {
			return Value{}, noText(t, "is too long: pass a shorter list")
		}
		items := make([]Item, rv.Len())
		for i := range items {
			items[i].Value = rv.Index(i).Interface()
		}
		return Value{Kind: List, Items: items}, nil
	case isObject(t):
		return Value{Kind: Map, Items: entriesOf(rv)}, nil
	case t.Kind() == reflect.Map:
		return Value{}, noText(t, "has keys that are not strings: use a map with string keys")
	case t.Kind() == reflect.Struct:
		return Value{}, noText(t, "is a struct: pass its text or a map")
	}
	return Value{}, noText(t, "cannot be written as text: pass a string, number, boolean, list or map")
}

func ofText(text string) (Value, *fault.Error) { return Value{Kind: Text, Text: text}, nil }

// noText returns the error for a type without text: t, then reason, unless a
// pointer to it has text.
func noText(t reflect.Type, reason string) *fault.Error {
	if has[encoding.TextMarshaler](t) || has[fmt.Stringer](t) {
		reason = "has no text, but a pointer to it does: pass the pointer or its text"
	}
	return fault.Errorf("%s %s", TypeName(t), reason)
}

// Texts returns the texts of a list without those of nil elements. It reports
// whether all elements are scalars.
func (v *Value) Texts() (texts []string, ok bool, err *fault.Error) {
	for _, item := range v.Items {
		e, err := Tree(item.Value)
		if err != nil || e.Kind == List || e.Kind == Map {
			return nil, false, err
		}
		if e.Kind == Text {
			texts = append(texts, e.Text)
		}
	}
	return texts, true, nil
}

// Join joins texts by commas. It reports whether none of them has one.
func Join(texts []string) (joined string, ok bool) {
	joined = strings.Join(texts, ",")
	return joined, strings.Count(joined, ",") == max(len(texts)-1, 0)
}

// failed returns the error for a method that returned one.
func failed(method string, t reflect.Type, cause error) *fault.Error {
	return &fault.Error{Reason: method + " of " + TypeName(t) + " failed", Cause: cause}
}

// implements reports whether t has the methods of I.
func implements[I any](t reflect.Type) bool { return t.Implements(reflect.TypeFor[I]()) }

// has reports whether t or a pointer to it has the methods of I.
func has[I any](t reflect.Type) bool { return implements[I](t) || implements[I](reflect.PointerTo(t)) }

// TypeName returns the name of t for errors. Go 1.27 made json.RawMessage another
// name of a type, and the texts of errors should not depend on the release.
func TypeName(t reflect.Type) string {
	return strings.ReplaceAll(t.String(), reflect.TypeFor[json.RawMessage]().String(), "json.RawMessage")
}

// IsText reports whether v, which is not nil, is a string or a byte slice that does
// not encode itself as JSON.
func IsText(v any) bool {
	t := reflect.TypeOf(v)
	return (t.Kind() == reflect.String && t != reflect.TypeFor[json.Number]() || isBytes(t)) && !encodesItself(t)
}

// isBytes reports whether t is a slice of bytes, and not of an enumeration that has
// text of its own.
func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && !hasText(reflect.Zero(t.Elem()).Interface())
}

// isList reports whether t is a list in a URL or form.
func isList(t reflect.Type) bool {
	return (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && !isBytes(t)
}

// isObject reports whether t is a map with string keys.
func isObject(t reflect.Type) bool {
	return t.Kind() == reflect.Map && t.Key().Kind() == reflect.String
}

var errPointerLoop = fault.Errorf("the pointer leads back to itself, or to more than 60 others")

// follow follows the pointers and interfaces in v to the last pointer, which has
// the methods of its value too, or to a value that is not behind a pointer, and
// returns both. The value is not valid for nil. It stops at the 64th, since a
// pointer may lead back to itself.
func follow(v any) (last, elem reflect.Value, err *fault.Error) {
	last = reflect.ValueOf(v)
	for range 64 {
		elem = reflect.Indirect(last)
		if kind := elem.Kind(); kind != reflect.Pointer && kind != reflect.Interface {
			return last, elem, nil
		}
		last = reflect.ValueOf(elem.Interface())
	}
	return last, elem, errPointerLoop
}

// pointedTo returns the type that t points to, t itself if it is no pointer.
func pointedTo(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// IsNil reports whether v is nil, or a nil value of a type that has one.
func IsNil(v any) bool {
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return rv.IsNil()
	}
	return false
}

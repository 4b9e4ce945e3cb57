// Package value reads Go values for URLs, forms and JSON: as text, lists and maps,
// and structs by their fields. Its errors say what is wrong with a value without
// showing it.
package value

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

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
//	"a", int8(7), 0.5             Text "a", "7", "0.5"
//	[]string{"a"}, [1]int{2}      List of {"", "a"}, {"", 2}
//	map[string]int{"b": 1}        Map of {"b", 1}
type Value struct {
	Kind  Kind
	Text  string
	Items []Item // in order: the elements of a list, the entries of a map by key; not nil for nil bytes
}

// maxEmpty is how many elements without size a list may have. Such a list takes no
// memory, however long it is; what is made of its elements does.
const maxEmpty = 1 << 16

// Of reads v for a template, by the rules under Values in the documentation of
// package endpoint. A struct that has no text is an error.
func Of(v any) (Value, *fault.Error) { return read(v, nil) }

// Tree is [Of] for a query or form: a struct with a json or url tag is a map of its fields, by
// url tags first.
func Tree(v any) (Value, *fault.Error) { return read(v, urlFirst) }

// read reads v, and objects as maps: structs by their reader, where there is one.
func read(v any, structs *reader) (Value, *fault.Error) {
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
	given, t := last.Interface(), elem.Type()
	m, hasText := given.(encoding.TextMarshaler)
	switch kind := t.Kind(); {
	case t == reflect.TypeFor[json.RawMessage]():
		if !elem.IsNil() && !json.Valid(elem.Bytes()) {
			return Value{}, noText(t, "is not valid JSON: pass a string to send other text")
		}
		return ofKind(elem)
	case marshalsJSON(last.Type()) && t != reflect.TypeFor[time.Time](): // whose text is the same
		decoded, err := decode(given)
		if err != nil {
			return Value{}, err
		}
		if _, isObject := decoded.(map[string]any); isObject && structs == nil {
			return Value{}, fault.Errorf("%s is an object in JSON: pass the field that belongs there, or a map", TypeName(t))
		}
		return read(decoded, structs)
	case hasText:
		text, err := m.MarshalText()
		if err != nil {
			return Value{}, failed("MarshalText of %s failed", last.Type(), err)
		}
		return ofText(string(text))
	case t == reflect.TypeFor[url.URL]():
		u := elem.Interface().(url.URL)
		return ofText(u.String())
	case isProto(t):
		return Value{}, errProto(t)
	case structs != nil && kind == reflect.Struct && structs.structOf(t).isTagged:
		return Value{Kind: Map, Items: structs.items(elem)[structs.place]}, structs.structOf(t).err
	case kind != reflect.String && t.PkgPath() != "" && has[fmt.Stringer](t):
		return Value{}, noText(t, "has a String method: pass the number or text that the API wants, such as v.String()")
	}
	return ofKind(elem)
}

// Scalar is [Of] for an element of a list or map, where neither may stand.
func Scalar(v any) (Value, *fault.Error) {
	val, err := Of(v)
	if val.Kind == List || val.Kind == Map {
		return Value{}, fault.Errorf("a list or map in a template may contain only scalars: pass nested values in a query or body")
	}
	return val, err
}

// ofKind reads a value without text of its own by its kind.
func ofKind(rv reflect.Value) (Value, *fault.Error) {
	t := rv.Type()
	switch {
	case t == reflect.TypeFor[json.Number]() && !isNumber(rv.String()):
		return Value{}, noText(t, "is not a number: pass a string to send other text")
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
		switch {
		case math.IsNaN(f) || math.IsInf(f, 0):
			return Value{}, fault.Errorf("the number is not finite: pass a finite number or a string")
		case math.Abs(f) >= 1<<53 && t.Bits() == 64: // which has no fraction
			return Value{}, fault.Errorf("the float64 is too large to be an exact integer: decode IDs into int64, or use json.Decoder.UseNumber")
		}
		return ofText(strconv.FormatFloat(f, 'f', -1, t.Bits()))
	case isOctets(t):
		return Value{}, noText(t, "is base64 in JSON: pass its bytes as a []byte, or a list of numbers or strings")
	case isBytes(t) && rv.IsNil():
		return Value{Items: []Item{}}, nil
	case isBytes(t) && utf8.Valid(rv.Bytes()):
		return ofText(string(rv.Bytes()))
	case isBytes(t), t.Kind() == reflect.Array && isByte(t.Elem()):
		return Value{}, noText(t, "is bytes that are not text: encode them as hex or base64, or pass a string for the bytes themselves")
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
		return ofList(rv)
	case isObject(t):
		return Value{Kind: Map, Items: entriesOf(rv)}, nil
	case t.Kind() == reflect.Map:
		return Value{}, noText(t, "has keys that are not strings: use a map with string keys")
	case t.Kind() == reflect.Struct:
		return Value{}, noText(t, "is a struct: pass its text, a map or, in a query or form, a struct with json or url tags")
	}
	return Value{}, noText(t, "cannot be written as text: pass a string, number, boolean, list or map")
}

// ofList returns the elements of a slice or array.
func ofList(rv reflect.Value) (Value, *fault.Error) {
	t := rv.Type()
	if t.Elem().Size() == 0 && rv.Len() > maxEmpty {
		return Value{}, noText(t, "is too long: pass a shorter list")
	}
	items := make([]Item, rv.Len())
	byPointer := isByPointer(t.Elem())
	for i := range items {
		elem := rv.Index(i)
		if byPointer && elem.CanAddr() { // as in JSON
			elem = elem.Addr()
		}
		items[i].Value = elem.Interface()
	}
	return Value{Kind: List, Items: items}, nil
}

func ofText(text string) (Value, *fault.Error) { return Value{Kind: Text, Text: text}, nil }

// isNumber reports whether s is a number of JSON.
func isNumber(s string) bool {
	return strings.Trim(s, "0123456789+-.eE") == "" && json.Valid([]byte(s))
}

// noText returns the error for a type without text: t, then reason, unless a
// pointer to it has text.
func noText(t reflect.Type, reason string) *fault.Error {
	if !encodesItself(t) && encodesItself(reflect.PointerTo(t)) {
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

// failed returns the error for a method of t that returned one, unless that is ours.
func failed(format string, t reflect.Type, cause error) *fault.Error {
	if chosen, ok := cause.(*fault.Error); ok {
		return chosen
	}
	return &fault.Error{Reason: fmt.Sprintf(format, TypeName(t)), Cause: cause}
}

// implements reports whether t has the methods of I.
func implements[I any](t reflect.Type) bool { return t.Implements(reflect.TypeFor[I]()) }

// has reports whether t or a pointer to it has the methods of I.
func has[I any](t reflect.Type) bool { return implements[I](t) || implements[I](reflect.PointerTo(t)) }

// TypeName returns the name of t for errors, as callers write it. Go 1.27 made json.RawMessage
// another name of a type, and the texts of errors should not depend on the release.
func TypeName(t reflect.Type) string {
	return typeNames.Replace(t.String())
}

var typeNames = strings.NewReplacer(
	reflect.TypeFor[json.RawMessage]().String(), "json.RawMessage",
	reflect.TypeFor[JSON]().String(), "endpoint.JSON",
	"[]uint8", "[]byte", "interface {}", "any",
)

// IsText reports whether v, which is not nil, is a string or a byte slice that does
// not encode itself as JSON.
func IsText(v any) bool {
	t := reflect.TypeOf(v)
	return (t.Kind() == reflect.String && t != reflect.TypeFor[json.Number]() || isBytes(t)) && !encodesItself(t)
}

// isBytes reports whether t is a slice of bytes, and not of an enumeration.
func isBytes(t reflect.Type) bool { return t.Kind() == reflect.Slice && isByte(t.Elem()) }

func isByte(t reflect.Type) bool {
	return t.Kind() == reflect.Uint8 && !encodesItself(reflect.PointerTo(t)) && !has[fmt.Stringer](t)
}

// isOctets reports whether t is a slice or array whose elements are of the kind of a byte, but of
// another type, and have no text of their own: a list to some, and bytes in JSON.
func isOctets(t reflect.Type) bool {
	return (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && isByte(t.Elem()) && t.Elem() != reflect.TypeFor[byte]()
}

// isObject reports whether t is a map with string keys.
func isObject(t reflect.Type) bool {
	return t.Kind() == reflect.Map && t.Key().Kind() == reflect.String
}

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
	return last, elem, fault.Errorf("the pointer leads back to itself, or to more than 60 others")
}

// pointedTo returns the type that t points to, t itself if it is no pointer.
func pointedTo(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// IsUndefined reports whether v, which can be read, is nil for a URL or form.
func IsUndefined(v any) bool {
	val, _ := Tree(v)
	return val.Kind == Undefined && val.Items == nil
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

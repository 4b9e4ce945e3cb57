// Package value reads Go values for URLs and forms: as text, lists and maps, and
// structs by their fields. Its errors say what is wrong with a value without
// showing it, and never hold the error of a method of the value.
package value

import (
	"encoding"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"

	"example.com/endpoint/internal/jsonvalue"
)

// A Value is a Go value read for a URL or form: undefined, a scalar with its
// text, a list or a map. The zero Value is undefined.
//
//	nil, (*int)(nil)              undefined
//	"a", time.Second, int8(7)     text "a", "1s", "7"
//	[]string{"a"}, [2]int{1, 2}   list
//	map[string]int{"a": 1}        map: map[string]any{"a": 1}
type Value struct {
	of reflect.Value // invalid, a string, a slice or array, or a map[string]any
}

var (
	errNotFinite   = errors.New("the number is not finite: pass a finite number or a string")
	errNested      = errors.New("a list or map in a template may contain only scalars: pass nested values in a query or body")
	errPointerLoop = errors.New("the pointer leads back to itself")
)

// Of reads v for a template, by the rules under Values in the documentation of
// package endpoint. A struct that has no text is an error.
func Of(v any) (Value, error) {
	rv, err := read(v)
	if s := reflect.Indirect(rv); s.Kind() == reflect.Struct {
		return Value{}, noText(s.Type(), "is a struct: pass its text, or the map that ParamsOf returns for it")
	}
	return Value{rv}, err
}

// Scalar is [Of] for an element of a list or map, where neither may stand.
func Scalar(v any) (Value, error) {
	val, err := Of(v)
	if val.IsList() || val.IsMap() {
		return Value{}, errNested
	}
	return val, err
}

// Tree is [Of] for a query or form: a struct with a json or url tag is a map of
// its [FormFields].
func Tree(v any) (Value, error) {
	rv, err := read(v)
	s := reflect.Indirect(rv)
	if s.Kind() != reflect.Struct {
		return Value{rv}, err
	}
	m, invalid := FormFields(rv.Interface())
	switch {
	case invalid != nil:
		return Value{}, invalid.Err()
	case m == nil:
		return Value{}, noText(s.Type(), "is a struct without json or url tags: pass its text or a map")
	}
	return Value{reflect.ValueOf(m)}, nil
}

// read reads v as a [Value] holds it, but a struct without text of its own, or a
// pointer to one, as it is.
func read(v any) (reflect.Value, error) {
	rv := jsonvalue.Follow(v)
	elem := reflect.Indirect(rv)
	if !elem.IsValid() {
		return elem, nil
	}
	switch v := rv.Interface().(type) {
	case *Invalid:
		return reflect.Value{}, v.Err()
	case encoding.TextMarshaler:
		text, err := v.MarshalText()
		if err != nil {
			return reflect.Value{}, fmt.Errorf("MarshalText of %T failed", v)
		}
		return reflect.ValueOf(string(text)), nil
	case fmt.Stringer: // a json.Number too
		return reflect.ValueOf(v.String()), nil
	}
	if elem.Kind() == reflect.Struct {
		return rv, nil
	}
	return readKind(elem)
}

// readKind reads a value without text of its own by its kind.
func readKind(rv reflect.Value) (reflect.Value, error) {
	t := rv.Type()
	switch t.Kind() {
	case reflect.String, reflect.Array:
		return rv, nil
	case reflect.Bool:
		return reflect.ValueOf(strconv.FormatBool(rv.Bool())), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return reflect.ValueOf(strconv.FormatInt(rv.Int(), 10)), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return reflect.ValueOf(strconv.FormatUint(rv.Uint(), 10)), nil
	case reflect.Float32, reflect.Float64:
		f := rv.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return reflect.Value{}, errNotFinite
		}
		return reflect.ValueOf(strconv.FormatFloat(f, 'f', -1, t.Bits())), nil
	case reflect.Slice:
		switch {
		case !IsByte(t.Elem()):
			return rv, nil
		case rv.IsNil():
			return reflect.Value{}, nil
		}
		return reflect.ValueOf(string(rv.Bytes())), nil
	case reflect.Map:
		if jsonvalue.IsObject(t) {
			return reflect.ValueOf(jsonvalue.Members(rv)), nil
		}
		return reflect.Value{}, noText(t, "has keys that are not strings: use a map with string keys")
	case reflect.Pointer, reflect.Interface:
		return reflect.Value{}, errPointerLoop
	}
	return reflect.Value{}, noText(t, "cannot be written as text: pass a string, number, boolean, list or map")
}

// noText returns the error for a type without text: t, then reason, unless a
// pointer to it has text.
func noText(t reflect.Type, reason string) error {
	if jsonvalue.Has[encoding.TextMarshaler](t) || jsonvalue.Has[fmt.Stringer](t) {
		return fmt.Errorf("%s has no text, but a pointer to it does: pass the pointer or its text", t)
	}
	return fmt.Errorf("%s %s", t, reason)
}

// IsByte reports whether a slice of t is text. An enumeration that is a byte
// underneath but has text of its own is not.
func IsByte(t reflect.Type) bool {
	return t.Kind() == reflect.Uint8 && !implements[encoding.TextMarshaler](t) && !implements[fmt.Stringer](t)
}

// implements reports whether t has the methods of I.
func implements[I any](t reflect.Type) bool { return t.Implements(reflect.TypeFor[I]()) }

// IsDefined reports whether v is a scalar, a list or a map, even an empty one.
func (v *Value) IsDefined() bool { return v.of.IsValid() }

// IsList reports whether v is a list.
func (v *Value) IsList() bool {
	return v.of.Kind() == reflect.Slice || v.of.Kind() == reflect.Array
}

// IsMap reports whether v is a map.
func (v *Value) IsMap() bool { return v.of.Kind() == reflect.Map }

// Text returns the text of a scalar, and "" for anything else.
func (v *Value) Text() string {
	if v.of.Kind() != reflect.String {
		return ""
	}
	return v.of.String()
}

// Len returns how many elements a list or map has, nil ones among them.
func (v *Value) Len() int { return v.of.Len() }

// Elem returns element i of a list.
func (v *Value) Elem(i int) any { return v.of.Index(i).Interface() }

// Texts returns the texts of a list without those of nil elements. It reports
// whether all elements are scalars.
func (v *Value) Texts() (texts []string, ok bool, err error) {
	for i := range v.Len() {
		e, err := Tree(v.Elem(i))
		if err != nil || e.IsList() || e.IsMap() {
			return nil, false, err
		}
		if e.IsDefined() {
			texts = append(texts, e.Text())
		}
	}
	return texts, true, nil
}

// Keys returns the keys of a map, sorted.
func (v *Value) Keys() []string { return slices.Sorted(maps.Keys(v.entries())) }

// Entry returns the value of a map under one of its keys.
func (v *Value) Entry(key string) any { return v.entries()[key] }

func (v *Value) entries() map[string]any { return v.of.Interface().(map[string]any) }

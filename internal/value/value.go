// Package value reads Go values for URLs and forms: as text, lists and maps, and
// structs by their fields. Its errors say what is wrong with a value without
// showing it, and never hold the error of a method of the value.
package value

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"

	"example.com/endpoint/internal/jsonvalue"
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
//	[]string{"a"}, [1]int{2}      List of {"0", "a"}, {"0", 2}
//	map[string]int{"b": 1}        Map of {"b", 1}
type Value struct {
	Kind  Kind
	Text  string
	Items []Item // in order: the elements of a list, the entries of a map by key
}

// An Item is an element of a list with its index as key, or an entry of a map. Its
// value is not read yet.
type Item struct {
	Key   string
	Value any
}

var (
	errNotFinite   = errors.New("the number is not finite: pass a finite number or a string")
	errNested      = errors.New("a list or map in a template may contain only scalars: pass nested values in a query or body")
	errPointerLoop = errors.New(jsonvalue.PointerLoop)
)

var rawMessage = reflect.TypeFor[json.RawMessage]()

// Of reads v for a template, by the rules under Values in the documentation of
// package endpoint. A struct that has no text is an error.
func Of(v any) (Value, error) {
	return read(v, func(t reflect.Type, _ any) (Value, error) {
		return Value{}, noText(t, "is a struct: pass its text, or the map that ParamsOf returns for it")
	})
}

// Scalar is [Of] for an element of a list or map, where neither may stand.
func Scalar(v any) (Value, error) {
	val, err := Of(v)
	if val.Kind == List || val.Kind == Map {
		return Value{}, errNested
	}
	return val, err
}

// Tree is [Of] for a query or form: a struct with a json or url tag is a map of
// its [FormFields].
func Tree(v any) (Value, error) {
	return read(v, func(t reflect.Type, s any) (Value, error) {
		fields, invalid := FormFields(s)
		switch {
		case invalid != nil:
			return Value{}, invalid.Err()
		case fields == nil:
			return Value{}, noText(t, "is a struct without json or url tags: pass its text or a map")
		}
		return ofMap(fields)
	})
}

// read reads v, and by ofStruct a struct without text of its own: one of type t,
// or a pointer to one.
func read(v any, ofStruct func(t reflect.Type, s any) (Value, error)) (Value, error) {
	rv := jsonvalue.Follow(v)
	elem := reflect.Indirect(rv)
	if !elem.IsValid() {
		return Value{}, nil
	}
	if elem.Type() == rawMessage { // which has String since Go 1.27
		return readKind(elem)
	}
	switch v := rv.Interface().(type) {
	case *Invalid:
		return Value{}, v.Err()
	case encoding.TextMarshaler:
		text, err := v.MarshalText()
		if err != nil {
			return Value{}, fmt.Errorf("MarshalText of %s failed", jsonvalue.TypeName(rv.Type()))
		}
		return ofText(string(text))
	case fmt.Stringer: // a json.Number too
		return ofText(v.String())
	}
	if elem.Kind() == reflect.Struct {
		return ofStruct(elem.Type(), rv.Interface())
	}
	return readKind(elem)
}

// readKind reads a value without text of its own by its kind.
func readKind(rv reflect.Value) (Value, error) {
	t := rv.Type()
	switch t.Kind() {
	case reflect.String:
		return ofText(rv.String())
	case reflect.Bool:
		return ofText(strconv.FormatBool(rv.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return ofText(strconv.FormatInt(rv.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return ofText(strconv.FormatUint(rv.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		f := rv.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return Value{}, errNotFinite
		}
		return ofText(strconv.FormatFloat(f, 'f', -1, t.Bits()))
	case reflect.Slice, reflect.Array:
		switch {
		case t.Kind() == reflect.Array || !IsByte(t.Elem()):
			return ofList(rv)
		case rv.IsNil():
			return Value{}, nil
		}
		return ofText(string(rv.Bytes()))
	case reflect.Map:
		if members := jsonvalue.Members(rv.Interface()); members != nil {
			return ofMap(members)
		}
		return Value{}, noText(t, "has keys that are not strings: use a map with string keys")
	case reflect.Pointer, reflect.Interface:
		return Value{}, errPointerLoop
	}
	return Value{}, noText(t, "cannot be written as text: pass a string, number, boolean, list or map")
}

func ofText(text string) (Value, error) { return Value{Kind: Text, Text: text}, nil }

func ofList(list reflect.Value) (Value, error) {
	items := make([]Item, list.Len())
	for i := range items {
		items[i] = Item{strconv.Itoa(i), list.Index(i).Interface()}
	}
	return Value{Kind: List, Items: items}, nil
}

func ofMap(m map[string]any) (Value, error) {
	var items []Item
	for _, key := range slices.Sorted(maps.Keys(m)) {
		items = append(items, Item{key, m[key]})
	}
	return Value{Kind: Map, Items: items}, nil
}

// noText returns the error for a type without text: t, then reason, unless a
// pointer to it has text.
func noText(t reflect.Type, reason string) error {
	if jsonvalue.Has[encoding.TextMarshaler](t) || jsonvalue.Has[fmt.Stringer](t) {
		reason = "has no text, but a pointer to it does: pass the pointer or its text"
	}
	return errors.New(jsonvalue.TypeName(t) + " " + reason)
}

// IsByte reports whether a slice of t is text. An enumeration that is a byte
// underneath but has text of its own is not.
func IsByte(t reflect.Type) bool {
	return t.Kind() == reflect.Uint8 && !implements[encoding.TextMarshaler](t) && !implements[fmt.Stringer](t)
}

// implements reports whether t has the methods of I.
func implements[I any](t reflect.Type) bool { return t.Implements(reflect.TypeFor[I]()) }

// Texts returns the texts of a list without those of nil elements. It reports
// whether all elements are scalars.
func (v *Value) Texts() (texts []string, ok bool, err error) {
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

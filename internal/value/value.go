// Package value reads Go values for URLs and forms: as text, lists and maps, and
// structs by their fields. Its errors say what is wrong with a value without
// showing it, and never hold the error of a method of the value.
package value

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"example.com/endpoint/internal/jsonvalue"
)

type kind uint8

const (
	undefined kind = iota
	text           // str
	list           // items: a slice or an array
	assoc          // items: a map
	structure      // items: a struct or a pointer to one; never returned to callers
)

// A Value is a Go value read for a URL or form: undefined, a scalar with its
// text, a list or a map. The zero Value is undefined.
//
//	nil, (*int)(nil)              undefined
//	"a", time.Second, int8(7)     text "a", "1s", "7"
//	[]string{"a"}, [2]int{1, 2}   list
//	map[string]any{"a": 1}        assoc
type Value struct {
	kind  kind
	str   string
	items reflect.Value
}

var (
	errNotFinite   = errors.New("the number is not finite: pass a finite number or a string")
	errNested      = errors.New("a list or map in a template may contain only scalars: pass nested values in a query or body")
	errPointerLoop = errors.New("the pointer leads back to itself")
)

// Of reads v for a template, by the rules under Values in the documentation of
// package endpoint. A struct that has no text is an error.
func Of(v any) (Value, error) {
	val, err := read(v)
	if val.kind == structure {
		return Value{}, noText(val.structType(), "is a struct: pass its text, or the map that ParamsOf returns for it")
	}
	return val, err
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
// its [Fields].
func Tree(v any) (Value, error) {
	val, err := read(v)
	if val.kind != structure {
		return val, err
	}
	if t := val.structType(); !hasTags(t) {
		return Value{}, noText(t, "is a struct without json or url tags: pass its text or a map")
	}
	m, invalid := Fields(val.items.Interface())
	if invalid != nil {
		return Value{}, invalid.Err()
	}
	return Value{kind: assoc, items: reflect.ValueOf(m)}, nil
}

// maxPointers bounds how many pointers are followed to a value, so that a
// pointer which leads back to itself is an error instead of a loop.
const maxPointers = 64

// read follows the pointers of v to a value with text of its own, or to one that
// is not a pointer.
func read(v any) (Value, error) {
	for range maxPointers {
		rv := reflect.ValueOf(v)
		if !rv.IsValid() || rv.Kind() == reflect.Pointer && rv.IsNil() {
			return Value{}, nil
		}
		switch v := v.(type) {
		case string:
			return Value{kind: text, str: v}, nil
		case int:
			return Value{kind: text, str: strconv.Itoa(v)}, nil
		case *Invalid:
			return Value{}, v.Err()
		case json.Number:
			return Value{kind: text, str: string(v)}, nil
		case encoding.TextMarshaler:
			b, err := v.MarshalText()
			if err != nil {
				return Value{}, fmt.Errorf("MarshalText of %T failed", v)
			}
			return Value{kind: text, str: string(b)}, nil
		case fmt.Stringer:
			return Value{kind: text, str: v.String()}, nil
		}
		elem := reflect.Indirect(rv)
		switch elem.Kind() {
		case reflect.Struct:
			return Value{kind: structure, items: rv}, nil
		case reflect.Pointer, reflect.Interface:
			v = elem.Interface()
		default:
			return ofKind(elem)
		}
	}
	return Value{}, errPointerLoop
}

// ofKind reads a value that is neither a pointer nor a struct by its kind.
func ofKind(rv reflect.Value) (Value, error) {
	t := rv.Type()
	switch t.Kind() {
	case reflect.String:
		return Value{kind: text, str: rv.String()}, nil
	case reflect.Bool:
		return Value{kind: text, str: strconv.FormatBool(rv.Bool())}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Value{kind: text, str: strconv.FormatInt(rv.Int(), 10)}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return Value{kind: text, str: strconv.FormatUint(rv.Uint(), 10)}, nil
	case reflect.Float32, reflect.Float64:
		f := rv.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return Value{}, errNotFinite
		}
		return Value{kind: text, str: strconv.FormatFloat(f, 'f', -1, t.Bits())}, nil
	case reflect.Slice:
		if !IsByte(t.Elem()) {
			return Value{kind: list, items: rv}, nil
		}
		if rv.IsNil() {
			return Value{}, nil
		}
		return Value{kind: text, str: string(rv.Bytes())}, nil
	case reflect.Array:
		return Value{kind: list, items: rv}, nil
	case reflect.Map:
		if jsonvalue.IsObject(t) {
			return Value{kind: assoc, items: rv}, nil
		}
		return Value{}, noText(t, "has keys that are not strings: use a map with string keys")
	}
	return Value{}, noText(t, "cannot be written as text: pass a string, number, boolean, list or map")
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

// structType returns the type of the struct that v is or points to.
func (v *Value) structType() reflect.Type { return reflect.Indirect(v.items).Type() }

// IsDefined reports whether v is a scalar, a list or a map, even an empty one.
func (v *Value) IsDefined() bool { return v.kind != undefined }

// IsList reports whether v is a list.
func (v *Value) IsList() bool { return v.kind == list }

// IsMap reports whether v is a map.
func (v *Value) IsMap() bool { return v.kind == assoc }

// Text returns the text of a scalar, and "" for anything else.
func (v *Value) Text() string { return v.str }

// Len returns how many elements a list or map has, nil ones among them.
func (v *Value) Len() int { return v.items.Len() }

// Elem returns element i of a list.
func (v *Value) Elem(i int) any { return v.items.Index(i).Interface() }

// Texts returns the texts of a list without those of nil elements. It reports
// whether all elements are scalars.
func (v *Value) Texts() (texts []string, ok bool, err error) {
	texts = make([]string, 0, v.Len())
	for i := range v.Len() {
		e, err := Tree(v.Elem(i))
		switch {
		case err != nil:
			return nil, false, err
		case e.IsList() || e.IsMap():
			return nil, false, nil
		case e.IsDefined():
			texts = append(texts, e.Text())
		}
	}
	return texts, true, nil
}

// Keys returns the keys of a map, sorted.
func (v *Value) Keys() []string {
	keys := make([]string, 0, v.Len())
	for _, key := range v.items.MapKeys() {
		keys = append(keys, key.String())
	}
	slices.Sort(keys)
	return keys
}

// Entry returns the value of a map under one of its keys.
func (v *Value) Entry(key string) any {
	return v.items.MapIndex(reflect.ValueOf(key).Convert(v.items.Type().Key())).Interface()
}

// Go values as text, lists and maps.

package rfc6570

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
)

type kind uint8

const (
	undefined kind = iota
	text           // str
	integer        // num
	list           // items: []string, []any or a reflect.Value
	assoc          // items: map[string]any or a reflect.Value
)

// A Value is a Go value read for use in a URI: undefined, a scalar with its
// text, a list or an associative map. Make one with [ValueOf]; the zero Value is
// undefined.
type Value struct {
	kind  kind
	num   int64
	str   string
	items any
}

// maxPointers bounds how many pointers are followed to a value, so that a
// pointer which leads back to itself is an error instead of a loop.
const maxPointers = 64

// A ValueError says why a Go value has no text in a URI. It never holds the
// value, nor the error of a method of the value.
type ValueError struct{ Reason string }

func (e *ValueError) Error() string { return e.Reason }

var (
	errNotFinite   = &ValueError{"the number is not finite: pass a finite number or a string"}
	errNested      = &ValueError{"a list or map in a template may contain only scalars: pass nested values in a query or body"}
	errPrefix      = &ValueError{"a prefix applies to a string: remove it for a list or map"}
	errPointerLoop = &ValueError{"the pointer leads back to itself"}
)

// PrintedMaps are types of maps that stay maps although they have a String
// method. It is set once, before any value is read.
var PrintedMaps []reflect.Type

// ValueOf reads v by the rules under Values in the documentation of package
// endpoint. An error is a *ValueError.
func ValueOf(v any) (Value, error) {
	switch v := v.(type) {
	case nil:
		return Value{}, nil
	case string:
		return Value{kind: text, str: v}, nil
	case int:
		return Value{kind: integer, num: int64(v)}, nil
	case bool:
		return boolValue(v), nil
	case int64:
		return Value{kind: integer, num: v}, nil
	case []string, []any:
		return Value{kind: list, items: v}, nil
	case map[string]any:
		return Value{kind: assoc, items: v}, nil
	case json.Number:
		return Value{kind: text, str: string(v)}, nil
	case float64:
		return floatValue(v, 64)
	}
	return reflectValue(v)
}

// Scalar is [ValueOf] for a place that holds neither a list nor a map.
func Scalar(v any) (Value, error) {
	val, err := ValueOf(v)
	if err == nil && (val.IsList() || val.IsMap()) {
		return Value{}, errNested
	}
	return val, err
}

func boolValue(b bool) Value { return Value{kind: text, str: strconv.FormatBool(b)} }

func floatValue(f float64, bits int) (Value, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Value{}, errNotFinite
	}
	return Value{kind: text, str: strconv.FormatFloat(f, 'f', -1, bits)}, nil
}

func reflectValue(v any) (Value, error) {
	for range maxPointers {
		rv := reflect.ValueOf(v)
		isPointer := rv.Kind() == reflect.Pointer
		if !rv.IsValid() || isPointer && rv.IsNil() {
			return Value{}, nil
		}
		switch v := v.(type) {
		case json.Number:
			return Value{kind: text, str: string(v)}, nil
		case encoding.TextMarshaler:
			b, err := v.MarshalText()
			if err != nil {
				return Value{}, &ValueError{fmt.Sprintf("MarshalText of %T failed", v)}
			}
			return Value{kind: text, str: string(b)}, nil
		case fmt.Stringer:
			if !slices.Contains(PrintedMaps, reflect.Indirect(rv).Type()) {
				return Value{kind: text, str: v.String()}, nil
			}
		}
		if !isPointer {
			return kindValue(rv)
		}
		// What a pointer without such a method points to has none either. It is
		// read in place, so that an array which holds itself is recognized.
		elem := rv.Elem()
		if kind := elem.Kind(); kind != reflect.Pointer && kind != reflect.Interface {
			return kindValue(elem)
		}
		v = elem.Interface()
	}
	return Value{}, errPointerLoop
}

func kindValue(rv reflect.Value) (Value, error) {
	switch t := rv.Type(); t.Kind() {
	case reflect.String:
		return Value{kind: text, str: rv.String()}, nil
	case reflect.Bool:
		return boolValue(rv.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Value{kind: integer, num: rv.Int()}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return Value{kind: text, str: strconv.FormatUint(rv.Uint(), 10)}, nil
	case reflect.Float32, reflect.Float64:
		return floatValue(rv.Float(), t.Bits())
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
		if t.Key().Kind() == reflect.String {
			return Value{kind: assoc, items: rv}, nil
		}
		return Value{}, &ValueError{fmt.Sprintf("the keys of %s are not strings: use a map with string keys", t)}
	case reflect.Struct:
		return Value{}, &ValueError{fmt.Sprintf("%s is a struct: pass its fields, or the map that ParamsOf makes of it", t)}
	}
	return Value{}, &ValueError{fmt.Sprintf("%s cannot be written as text: pass a string, number, boolean, list or map", rv.Type())}
}

var (
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
	stringerType      = reflect.TypeFor[fmt.Stringer]()
)

// IsByte reports whether a slice of t is text. An enumeration that is a byte
// underneath but prints itself is not.
func IsByte(t reflect.Type) bool {
	return t.Kind() == reflect.Uint8 && !t.Implements(textMarshalerType) && !t.Implements(stringerType)
}

// IsDefined reports whether v is a scalar, a list or a map, even an empty one.
func (v *Value) IsDefined() bool { return v.kind != undefined }

// IsList reports whether v is a list.
func (v *Value) IsList() bool { return v.kind == list }

// IsMap reports whether v is an associative map.
func (v *Value) IsMap() bool { return v.kind == assoc }

// Text is the text of a scalar, unescaped; "" for all else.
func (v *Value) Text() string {
	if v.kind == integer {
		return strconv.FormatInt(v.num, 10)
	}
	return v.str
}

// Len returns how many elements a list or map has, nil ones among them.
func (v *Value) Len() int {
	switch items := v.items.(type) {
	case []string:
		return len(items)
	case []any:
		return len(items)
	case map[string]any:
		return len(items)
	case reflect.Value:
		return items.Len()
	}
	return 0
}

// Elem returns element i of a list.
func (v *Value) Elem(i int) any {
	switch items := v.items.(type) {
	case []string:
		return items[i]
	case []any:
		return items[i]
	}
	return v.items.(reflect.Value).Index(i).Interface()
}

// Keys returns the keys of a map, sorted.
func (v *Value) Keys() []string {
	if m, ok := v.items.(map[string]any); ok {
		return slices.Sorted(maps.Keys(m))
	}
	keys := make([]string, 0, v.Len())
	for _, k := range v.items.(reflect.Value).MapKeys() {
		keys = append(keys, k.String())
	}
	slices.Sort(keys)
	return keys
}

// Entry returns the value of a map under one of its keys.
func (v *Value) Entry(key string) any {
	if m, ok := v.items.(map[string]any); ok {
		return m[key]
	}
	rv := v.items.(reflect.Value)
	return rv.MapIndex(reflect.ValueOf(key).Convert(rv.Type().Key())).Interface()
}

// Identity returns what tells the list or map from any other: where its elements
// are and how many. It is comparable. An array that is not behind a pointer has
// none, and cannot hold itself.
func (v *Value) Identity() any {
	rv, ok := v.items.(reflect.Value)
	if !ok {
		rv = reflect.ValueOf(v.items)
	}
	switch {
	case rv.Kind() == reflect.Map || rv.Kind() == reflect.Slice:
		return [2]uintptr{rv.Pointer(), uintptr(rv.Len())}
	case rv.CanAddr():
		return [2]uintptr{rv.Addr().Pointer(), uintptr(rv.Len())}
	}
	return nil
}

// AppendEscaped appends the text of a scalar, percent-encoded but for the
// unreserved characters.
func (v *Value) AppendEscaped(dst []byte) []byte { return v.append(dst, unreserved, 0) }

// append appends the text of a scalar, cut to prefix characters (0: whole).
func (v *Value) append(dst []byte, allow uint8, prefix int) []byte {
	if v.kind == integer && prefix == 0 {
		return strconv.AppendInt(dst, v.num, 10)
	}
	s := v.Text()
	if prefix > 0 {
		s = cut(s, prefix, allow)
	}
	return appendAllowed(dst, s, allow)
}

// Go values as text, lists and maps.

package rfc6570

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
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
	list           // strs, anys or rv
	assoc          // rv, a map with string keys
)

// Value is a Go value read for use in a URI: undefined, a scalar with its
// text, a list of scalars, or an associative map of scalars. Make one with
// [Of]; the zero Value is undefined.
type Value struct {
	kind kind
	num  int64
	str  string
	strs []string
	anys []any
	rv   reflect.Value
}

// maxPointers bounds how many pointers are followed to a value, so that a
// pointer which leads back to itself is an error instead of a loop.
const maxPointers = 64

// A ValueError says why a Go value has no text in a URI. Its text never holds
// the value; Unwrap gives the error of a MarshalText method.
type ValueError struct {
	Reason string
	Cause  error
}

func (e *ValueError) Error() string { return e.Reason }

func (e *ValueError) Unwrap() error { return e.Cause }

func unsupported(format string, args ...any) error {
	return &ValueError{Reason: fmt.Sprintf(format, args...)}
}

var (
	errNotFinite   = &ValueError{Reason: "a number that is not finite has no text"}
	errNested      = &ValueError{Reason: "a list or map may hold scalars only"}
	errPrefix      = &ValueError{Reason: "a prefix applies to a string, not to a list or map"}
	errPointerLoop = &ValueError{Reason: "pointers lead nowhere"}
)

// Of reads v. In this order: nil and nil pointers are undefined; a json.Number
// stands as it is; then encoding.TextMarshaler, fmt.Stringer, byte slices as
// text (nil: undefined), strings, booleans, integers and floats (shortest
// decimal without exponent), pointers followed, slices and arrays as lists,
// maps with string keys as associative maps. Anything else, and a float that
// is not finite, is a *ValueError.
func Of(v any) (Value, error) {
	switch v := v.(type) {
	case nil:
		return Value{}, nil
	case string:
		return Value{kind: text, str: v}, nil
	case int:
		return Value{kind: integer, num: int64(v)}, nil
	case bool:
		return ofBool(v), nil
	case int64:
		return Value{kind: integer, num: v}, nil
	case []string:
		return Value{kind: list, strs: v}, nil
	case []any:
		return Value{kind: list, anys: v}, nil
	case json.Number:
		return Value{kind: text, str: string(v)}, nil
	case float64:
		return ofFloat(v, 64)
	}
	return ofReflect(v)
}

func ofBool(b bool) Value { return Value{kind: text, str: strconv.FormatBool(b)} }

func ofFloat(f float64, bits int) (Value, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Value{}, errNotFinite
	}
	return Value{kind: text, str: strconv.FormatFloat(f, 'f', -1, bits)}, nil
}

func ofReflect(v any) (Value, error) {
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
			return ofTextMarshaler(v)
		case fmt.Stringer:
			return Value{kind: text, str: v.String()}, nil
		}
		if !isPointer {
			return ofKind(rv)
		}
		v = rv.Elem().Interface()
	}
	return Value{}, errPointerLoop
}

func ofTextMarshaler(m encoding.TextMarshaler) (Value, error) {
	b, err := m.MarshalText()
	if err != nil {
		return Value{}, &ValueError{Reason: fmt.Sprintf("MarshalText of %T failed", m), Cause: err}
	}
	return Value{kind: text, str: string(b)}, nil
}

func ofKind(rv reflect.Value) (Value, error) {
	switch rv.Kind() {
	case reflect.String:
		return Value{kind: text, str: rv.String()}, nil
	case reflect.Bool:
		return ofBool(rv.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Value{kind: integer, num: rv.Int()}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return Value{kind: text, str: strconv.FormatUint(rv.Uint(), 10)}, nil
	case reflect.Float32, reflect.Float64:
		return ofFloat(rv.Float(), rv.Type().Bits())
	case reflect.Slice:
		if IsByte(rv.Type().Elem()) {
			return ofBytes(rv), nil
		}
		return Value{kind: list, rv: rv}, nil
	case reflect.Array:
		return Value{kind: list, rv: rv}, nil
	case reflect.Map:
		if rv.Type().Key().Kind() == reflect.String {
			return Value{kind: assoc, rv: rv}, nil
		}
	}
	return Value{}, unsupported("type %s is not supported here", rv.Type())
}

func ofBytes(rv reflect.Value) Value {
	if rv.IsNil() {
		return Value{}
	}
	return Value{kind: text, str: string(rv.Bytes())}
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

// Defined reports whether v is a scalar, a list with an element or a map with
// an entry that is not nil. Err is that of an element which is no scalar.
func (v *Value) Defined() (defined bool, err error) {
	switch v.kind {
	case undefined:
		return false, nil
	case list:
		err = v.Each(func(Value) { defined = true })
	case assoc:
		err = v.pairs(func(string, Value) { defined = true })
	default:
		return true, nil
	}
	return defined, err
}

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

// Each calls f with every element of a list that is not nil, in order, and
// with a scalar itself. It stops at an element that is no scalar, with a
// *ValueError.
func (v *Value) Each(f func(Value)) error {
	switch {
	case v.kind == text || v.kind == integer:
		f(*v)
		return nil
	case v.strs != nil:
		for _, s := range v.strs {
			f(Value{kind: text, str: s})
		}
		return nil
	case v.anys != nil:
		for _, e := range v.anys {
			if err := eachScalar(e, f); err != nil {
				return err
			}
		}
		return nil
	case v.rv.IsValid():
		for i := range v.rv.Len() {
			if err := eachScalar(v.rv.Index(i).Interface(), f); err != nil {
				return err
			}
		}
	}
	return nil
}

func eachScalar(e any, f func(Value)) error {
	v, err := Of(e)
	switch {
	case err != nil:
		return err
	case v.kind == list || v.kind == assoc:
		return errNested
	case v.kind != undefined:
		f(v)
	}
	return nil
}

// pairs calls f with every entry of a map whose value is not nil, by key.
func (v *Value) pairs(f func(string, Value)) error {
	keys := v.rv.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		if a.String() < b.String() {
			return -1
		}
		return 1
	})
	for _, k := range keys {
		err := eachScalar(v.rv.MapIndex(k).Interface(), func(e Value) { f(k.String(), e) })
		if err != nil {
			return err
		}
	}
	return nil
}

// Cause returns the error of a caller's MarshalText in err, if there is one.
func Cause(err error) error {
	var ve *ValueError
	if errors.As(err, &ve) {
		return ve.Cause
	}
	return nil
}

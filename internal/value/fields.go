// Structs, maps and JSON objects as names and values.

package value

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
)

// Fields returns the fields of a struct or of a pointer to one, the members of
// the JSON object of a type with MarshalJSON or MarshalText, or a copy of a map
// with string keys. Nil has no fields: the map is empty, never nil.
func Fields(v any) (map[string]any, *Error) {
	t, rv := reflect.TypeOf(v), reflect.Indirect(reflect.ValueOf(v))
	switch {
	case !rv.IsValid():
		return map[string]any{}, nil
	case infoOf(t).hasJSON():
		return membersOf(v)
	case rv.Kind() == reflect.Struct:
		return infoOf(rv.Type()).fields.of(rv)
	case isObject(rv.Type()):
		return maps.Clone(mapOf(v)), nil
	}
	return nil, &Error{whole, TypeName(t) + " is not an object: pass a struct or a map with string keys"}
}

// FormFields returns the fields of what a form or a query takes apart: a map with
// string keys, or a struct with a json or url tag, even if it has text of its own,
// or a pointer to either. The result is nil if v is none of these.
func FormFields(v any) (map[string]any, *Error) {
	rv := reflect.Indirect(reflect.ValueOf(v))
	if rv.Kind() != reflect.Struct {
		return mapOf(v), nil
	}
	switch fields := infoOf(rv.Type()).fields; {
	case !fields.tagged:
		return nil, nil
	case infoOf(reflect.TypeOf(v)).marshalsJSON:
		return membersOf(v)
	default:
		return fields.of(rv)
	}
}

// mapOf returns the map with string keys that v is or points to, not nil even if
// that is, or nil if v is something else.
func mapOf(v any) map[string]any {
	if m, ok := v.(map[string]any); ok && m != nil { // as most are
		return m
	}
	rv := reflect.Indirect(reflect.ValueOf(v))
	if !rv.IsValid() || !isObject(rv.Type()) {
		return nil
	}
	m := make(map[string]any, rv.Len())
	for it := rv.MapRange(); it.Next(); {
		m[it.Key().String()] = it.Value().Interface()
	}
	return m
}

// membersOf returns the members of the object that v encodes itself as.
func membersOf(v any) (map[string]any, *Error) {
	b, err := Append(nil, v)
	if err != nil {
		return nil, &Error{whole, err.Error()}
	}
	m := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if d.Decode(&m) != nil {
		return nil, &Error{whole, TypeName(reflect.TypeOf(v)) + " is not an object in JSON: pass a struct or a map with string keys"}
	}
	if m == nil { // JSON null
		m = map[string]any{}
	}
	return m, nil
}

// of returns the fields of a struct. It reads only those that may be sent, so that
// the caller may use all others meanwhile. A field whose pointer encodes itself is
// copied: what is sent does not follow the caller's struct.
func (s *fields) of(rv reflect.Value) (map[string]any, *Error) {
	if s.invalid != nil {
		return nil, s.invalid
	}
	m := make(map[string]any, len(s.first))
	for _, f := range s.first {
		for sent := (*field)(nil); f != nil; f = f.rival {
			v, ok, err := f.of(rv)
			switch {
			case err != nil:
				return nil, &Error{f.path, err.Error()}
			case ok && sent != nil:
				return nil, &Error{sent.path, fmt.Sprintf("%s and %s are both sent as %q: leave one out", sent.path, f.path, f.name)}
			case ok:
				sent, m[f.name] = f, v
			}
		}
	}
	return m, nil
}

// of returns the value of f in a struct. It reports whether f is sent.
func (f *field) of(rv reflect.Value) (value any, ok bool, err error) {
	v, err := rv.FieldByIndexErr(f.index) // an error where a nil pointer embeds it
	if err != nil || f.omitEmpty && f.isEmpty(v) || f.omitZero && isZero(v, f.hasIsZero) {
		return nil, false, nil
	}
	if f.byPointer {
		v = copyOf(v)
	}
	if f.comma {
		return join(v.Interface())
	}
	return v.Interface(), true, nil
}

// isEmpty reports whether omitempty leaves out v, the value of f: as in
// encoding/json, and a struct that says itself that it is zero.
func (f *field) isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return f.hasIsZero && isZero(v, true)
	case reflect.Func, reflect.Chan, reflect.Complex64, reflect.Complex128:
		return false
	}
	return v.IsZero()
}

// IsZero reports whether v is nil, or omitzero leaves out a field with this value.
func IsZero(v any) bool {
	rv := reflect.ValueOf(v)
	return !rv.IsValid() || isZero(rv, has[zeroer](rv.Type()))
}

// isZero reports whether omitzero leaves out v, as in encoding/json: by the
// method IsZero of its type or of a pointer to it, if there is one.
func isZero(v reflect.Value, hasIsZero bool) bool {
	switch {
	case !hasIsZero:
		return v.IsZero()
	case v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface:
	case v.CanAddr():
		v = v.Addr()
	default:
		v = copyOf(v)
	}
	held := v.Interface()
	isNil := !reflect.Indirect(reflect.ValueOf(held)).IsValid()
	return isNil || held.(zeroer).IsZero()
}

// copyOf returns a pointer to a copy of v.
func copyOf(v reflect.Value) reflect.Value {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p
}

var (
	errJoinNested = &Error{Reason: `the option "comma" joins only scalars: remove it and set the parameter yourself`}
	errJoinComma  = &Error{Reason: `an element contains a comma, which also separates elements: remove the option "comma"`}
)

// join joins the elements of a list by commas. It reports false for one without
// elements. A value that is not a list stays as it is.
func join(v any) (joined any, ok bool, err error) {
	list, err := Tree(v)
	if err != nil || list.Kind != List {
		return v, true, err
	}
	texts, ok, err := list.Texts()
	switch {
	case err != nil:
		return nil, false, err
	case !ok:
		return nil, false, errJoinNested
	}
	text, ok := Join(texts)
	if !ok {
		return nil, false, errJoinComma
	}
	return text, len(texts) > 0, nil
}

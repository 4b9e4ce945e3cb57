// Package fields reads the fields of a struct as names and values, by the tags
// that encoding/json and github.com/google/go-querystring read.
package fields

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"example.com/endpoint/internal/rfc6570"
)

// An Error names a field of a struct as Go does, "" for the whole value, and
// says why it is rejected. It never holds a value, nor the error of a method
// of the value.
type Error struct{ Field, Reason string }

func (e *Error) Error() string { return fmt.Sprintf("field %q: %s", e.Field, e.Reason) }

// Of returns the fields of a struct or of a pointer to one, the members of the
// JSON object of a type that has MarshalJSON or MarshalText, or a copy of a map
// with string keys. Nil has no fields: the map is empty, never nil. The error is
// an *Error.
func Of(v any) (map[string]any, error) {
	rv := reflect.ValueOf(v)
	if v == nil || rv.Kind() == reflect.Pointer && rv.IsNil() {
		return map[string]any{}, nil
	}
	switch v.(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return ofJSON(v)
	}
	rv = reflect.Indirect(rv)
	switch t := rv.Type(); {
	case t.Kind() == reflect.Struct:
		return ofStruct(rv)
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		return ofMap(rv), nil
	}
	return nil, &Error{Reason: fmt.Sprintf("%T is not an object: pass a struct or a map with string keys", v)}
}

func ofMap(rv reflect.Value) map[string]any {
	m := make(map[string]any, rv.Len())
	for it := rv.MapRange(); it.Next(); {
		m[it.Key().String()] = it.Value().Interface()
	}
	return m
}

// ofJSON does not touch an error of json.Marshal. It can wrap one of the
// caller, which may hold values or panic when asked for its text.
func ofJSON(v any) (map[string]any, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, &Error{Reason: fmt.Sprintf("encoding %T as JSON failed", v)}
	}
	m := map[string]any{}
	if string(b) == "null" {
		return m, nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if d.Decode(&m) != nil {
		return nil, &Error{Reason: fmt.Sprintf("%T is not an object in JSON", v)}
	}
	return m, nil
}

// ofStruct reads a copy, whose fields have addresses: methods of pointers to
// them count, and what they return does not follow the caller's struct.
func ofStruct(rv reflect.Value) (map[string]any, error) {
	s := structOf(rv.Type())
	if s.err != nil {
		return nil, s.err
	}
	copied := reflect.New(rv.Type()).Elem()
	copied.Set(rv)
	m := make(map[string]any, len(s.fields))
	for i := range s.fields {
		f := &s.fields[i]
		v, err := copied.FieldByIndexErr(f.index)
		if err != nil || f.omits(v) { // the error is an embedded pointer that is nil
			continue
		}
		if m[f.name], err = f.value(v); err != nil {
			return nil, f.error(err.Error())
		}
	}
	return m, nil
}

var marshalers = []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()}

// value returns the Go value of a field, or a pointer to it if only the pointer
// has MarshalJSON or MarshalText: encoding/json finds these methods within a
// struct, but not within a map.
func (f *field) value(v reflect.Value) (any, error) {
	if f.comma {
		return join(v.Interface())
	}
	for _, marshaler := range marshalers {
		if !v.Type().Implements(marshaler) && v.Addr().Type().Implements(marshaler) {
			return v.Addr().Interface(), nil
		}
	}
	return v.Interface(), nil
}

// join returns the elements of a list as one text, without those that are nil.
// A value that is not a list stays as it is.
func join(v any) (any, error) {
	list, err := rfc6570.ValueOf(v)
	if err != nil || !list.IsList() {
		return v, err
	}
	var texts []string
	for i := range list.Len() {
		e, err := rfc6570.Scalar(list.Elem(i))
		if err != nil {
			return nil, err
		}
		if e.IsDefined() {
			texts = append(texts, e.Text())
		}
	}
	return strings.Join(texts, ","), nil
}

// structs holds what has been read of struct types.
var structs sync.Map // map[reflect.Type]*structType

// A structType is what [Of] knows of a struct type: its fields, or what is
// wrong with one of them.
type structType struct {
	fields []field
	err    error
}

func structOf(t reflect.Type) *structType {
	if s, ok := structs.Load(t); ok {
		return s.(*structType)
	}
	s := new(structType)
	s.addAll(t, field{}, nil)
	for i := range s.fields {
		if f := &s.fields[i]; f.reason != "" {
			s.err = f.error(f.reason)
			break
		}
	}
	structs.Store(t, s)
	return s
}

// addAll adds the fields of t, which outer embeds and which lies within other
// structs. A struct within itself has no fields of its own: its outer ones hide
// them.
func (s *structType) addAll(t reflect.Type, outer field, within []reflect.Type) {
	within = append(within, t)
	for i := range t.NumField() {
		f, inner := readField(t.Field(i))
		f.index = append(slices.Clip(outer.index), i) // its neighbors share outer.index
		f.path = strings.TrimPrefix(outer.path+"."+t.Field(i).Name, ".")
		switch {
		case inner == nil && f.name != "" || f.reason != "":
			s.add(f)
		case inner != nil && !slices.Contains(within, inner):
			s.addAll(inner, f, within)
		}
	}
}

// add adds a field as Go promotes fields, but by the name of its tag: a field
// hides those of its name in structs that are embedded more deeply, and two at
// one depth are an error.
func (s *structType) add(f field) {
	i := slices.IndexFunc(s.fields, func(other field) bool { return other.name == f.name })
	if i < 0 {
		s.fields = append(s.fields, f)
		return
	}
	other := &s.fields[i]
	switch {
	case len(f.index) < len(other.index):
		*other = f
	case len(f.index) == len(other.index) && other.reason == "":
		other.reason = fmt.Sprintf("%s and %s are both named %q: rename one or set the parameter yourself", other.path, f.path, f.name)
	}
}

// Package fieldtag looks for struct fields whose names encoding/json would not
// take from where they are written.
package fieldtag

import (
	"encoding"
	"encoding/json"
	"reflect"
)

// Foreign returns the name of an exported field that has its name in a url
// or form tag only, "" without one. A value that encoding/json refuses is
// searched by its type alone.
func Foreign(v any, encodes bool) string {
	seen := search{map[addressable]bool{}, map[place]bool{}}
	switch {
	case v == nil:
		return ""
	case encodes:
		return seen.inValue(reflect.ValueOf(v))
	}
	return seen.inType(addressable{t: reflect.TypeOf(v)})
}

// A search holds the types and values that have been searched.
type search struct {
	types  map[addressable]bool
	values map[place]bool
}

// An addressable is a type, and whether its values are found where methods of
// the pointer can be called.
type addressable struct {
	t  reflect.Type
	is bool
}

// A place is where a value lies, which may hold itself.
type place struct {
	t       reflect.Type
	pointer uintptr
	size    int // of a slice
}

// inValue searches the type of v and the types of what interfaces in v hold.
func (seen search) inValue(v reflect.Value) string {
	if !v.IsValid() {
		return ""
	}
	a := addressable{v.Type(), v.CanAddr()}
	if field := seen.inType(a); field != "" || a.namesItself() {
		return field
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice:
		at := place{t: v.Type(), pointer: v.Pointer()}
		if v.Kind() == reflect.Slice {
			at.size = v.Len()
		}
		if seen.values[at] {
			return ""
		}
		seen.values[at] = true
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return seen.inValue(v.Elem())
	case reflect.Map:
		for it := v.MapRange(); it.Next() && isComposite(v.Type().Elem()); {
			if field := seen.inValue(it.Value()); field != "" {
				return field
			}
		}
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len() && isComposite(v.Type().Elem()); i++ {
			if field := seen.inValue(v.Index(i)); field != "" {
				return field
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); isEncoded(&f) && isComposite(f.Type) {
				if field := seen.inValue(v.Field(i)); field != "" {
					return field
				}
			}
		}
	}
	return ""
}

func (seen search) inType(a addressable) string {
	if seen.types[a] || a.namesItself() {
		return ""
	}
	seen.types[a] = true
	switch t := a.t; t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return seen.inType(addressable{t.Elem(), true})
	case reflect.Array:
		return seen.inType(addressable{t.Elem(), a.is})
	case reflect.Map:
		return seen.inType(addressable{t.Elem(), false})
	case reflect.Struct:
		return seen.inFields(a)
	}
	return ""
}

func (seen search) inFields(a addressable) string {
	for i := range a.t.NumField() {
		f := a.t.Field(i)
		_, isJSON := f.Tag.Lookup("json")
		_, isURL := f.Tag.Lookup("url")
		_, isForm := f.Tag.Lookup("form")
		if f.IsExported() && !isJSON && (isURL || isForm) {
			return f.Name
		}
		if isEncoded(&f) {
			if field := seen.inType(addressable{f.Type, a.is}); field != "" {
				return field
			}
		}
	}
	return ""
}

// namesItself tells whether encoding/json leaves the names to a method.
func (a addressable) namesItself() bool {
	t := a.t
	if a.is && t.Kind() != reflect.Interface {
		t = reflect.PointerTo(t)
	}
	return t.Implements(jsonMarshalerType) || t.Implements(textMarshalerType)
}

// isEncoded tells whether encoding/json looks at a field.
func isEncoded(f *reflect.StructField) bool {
	t := f.Type
	if f.Anonymous && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return (f.IsExported() || f.Anonymous && t.Kind() == reflect.Struct) && f.Tag.Get("json") != "-"
}

// isComposite tells whether values of t may hold structs.
func isComposite(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Map, reflect.Slice, reflect.Array, reflect.Struct:
		return true
	}
	return false
}

var (
	jsonMarshalerType = reflect.TypeFor[json.Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
)

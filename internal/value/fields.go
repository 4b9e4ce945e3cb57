// Structs, maps and JSON objects as names and values.

package value

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"example.com/endpoint/internal/jsonvalue"
)

// An Invalid says why a value, or a field of it, cannot be parameters. It also
// travels as a value in the map that ParamsOf returns: reading it by [Of] or
// [Tree] and encoding it as JSON fail with what it says. It is not an error
// itself, so that a nil one cannot become an error that is not nil.
type Invalid struct {
	Name   string // of a field, as in "Issues.Page.Size", "ParamsOf" for the whole value, or "" for Unset
	Reason string
}

// whole is the name of what is not a field.
const whole = "ParamsOf"

// Err returns what is wrong as an error.
func (i *Invalid) Err() error {
	if i.Name == whole || i.Name == "" {
		return errors.New(i.Reason)
	}
	return fmt.Errorf("%s: %s", i.Name, i.Reason)
}

// MarshalJSON fails with what is wrong.
func (i *Invalid) MarshalJSON() ([]byte, error) {
	return nil, &jsonvalue.Error{Reason: i.Err().Error()}
}

// Fields returns the fields of a struct or of a pointer to one, the members of
// the JSON object of a type with MarshalJSON or MarshalText, or a copy of a map
// with string keys. Nil has no fields: the map is empty, never nil.
func Fields(v any) (map[string]any, *Invalid) {
	rv := reflect.Indirect(reflect.ValueOf(v))
	if !rv.IsValid() {
		return map[string]any{}, nil
	}
	switch v.(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return fieldsOfJSON(v)
	}
	if rv.Kind() == reflect.Struct {
		return fieldsOfStruct(rv)
	}
	m := jsonvalue.Members(v)
	if m == nil {
		return nil, &Invalid{whole, jsonvalue.TypeName(reflect.TypeOf(v)) + " is not an object: pass a struct or a map with string keys"}
	}
	return m, nil
}

// FormFields returns the fields of what a form or a query takes apart: a map with
// string keys, or a struct with a json or url tag, even if it has text of its own,
// or a pointer to either. The result is nil if v is none of these.
func FormFields(v any) (map[string]any, *Invalid) {
	rv := reflect.Indirect(reflect.ValueOf(v))
	if rv.Kind() != reflect.Struct || !structOf(rv.Type()).tagged {
		return jsonvalue.Members(v), nil
	}
	if _, ok := v.(json.Marshaler); ok {
		return fieldsOfJSON(v)
	}
	return fieldsOfStruct(rv)
}

func fieldsOfJSON(v any) (map[string]any, *Invalid) {
	b, err := jsonvalue.Append(nil, v)
	if err != nil {
		return nil, &Invalid{whole, err.Error()}
	}
	m := map[string]any{}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if d.Decode(&m) != nil {
		return nil, &Invalid{whole, jsonvalue.TypeName(reflect.TypeOf(v)) + " is not an object in JSON: pass a struct or a map with string keys"}
	}
	if m == nil { // JSON null
		m = map[string]any{}
	}
	return m, nil
}

// fieldsOfStruct reads only the fields that may be sent, so that the caller may
// use all others meanwhile. A field whose pointer encodes itself is copied: what
// is sent does not follow the caller's struct.
func fieldsOfStruct(rv reflect.Value) (map[string]any, *Invalid) {
	s := structOf(rv.Type())
	if s.invalid != nil {
		return nil, s.invalid
	}
	m := make(map[string]any, len(s.fields))
	for _, first := range s.fields {
		var sent *field
		for f := first; f != nil; f = f.rival {
			v, ok, err := f.of(rv)
			switch {
			case err != nil:
				return nil, &Invalid{f.path, err.Error()}
			case ok && sent != nil:
				return nil, &Invalid{sent.path, fmt.Sprintf("%s and %s are both sent as %q: leave one out", sent.path, f.path, f.name)}
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

var (
	errJoinNested = errors.New(`the option "comma" joins only scalars: remove it and set the parameter yourself`)
	errJoinComma  = errors.New(`an element contains a comma, which also separates elements: remove the option "comma"`)
)

// join joins the elements of a list by commas. It reports false for one without
// elements. A value that is not a list stays as it is.
func join(v any) (joined any, ok bool, err error) {
	list, err := Tree(v)
	if err != nil || list.Kind != List {
		return v, true, err
	}
	texts, ok, err := list.Texts()
	text := strings.Join(texts, ",")
	switch {
	case err != nil:
		return nil, false, err
	case !ok:
		return nil, false, errJoinNested
	case strings.Count(text, ",") >= max(len(texts), 1):
		return nil, false, errJoinComma
	}
	return text, len(texts) > 0, nil
}

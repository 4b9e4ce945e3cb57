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

// maxPointers bounds how many pointers and interfaces are followed to a
// value, so that a pointer which leads back to itself is an error.
const maxPointers = 64

// Of returns the fields of a struct, the members of the JSON object of a type
// that has MarshalJSON or MarshalText, or a copy of a map with string keys. It
// follows pointers. Nil has no fields: the map is empty, never nil. The error
// is an *Error.
func Of(v any) (map[string]any, error) {
	rv := reflect.ValueOf(v)
	for range maxPointers {
		kind := rv.Kind()
		if kind == reflect.Invalid || (kind == reflect.Pointer || kind == reflect.Interface) && rv.IsNil() {
			return map[string]any{}, nil
		}
		switch t := rv.Type(); {
		case kind == reflect.Interface:
			rv = rv.Elem()
		case t.Implements(jsonMarshalerType) || t.Implements(textMarshalerType):
			return ofJSON(rv.Interface())
		case kind == reflect.Pointer:
			rv = rv.Elem()
		case kind == reflect.Struct:
			return ofStruct(rv)
		case kind == reflect.Map && t.Key().Kind() == reflect.String:
			return ofMap(rv), nil
		default:
			return nil, &Error{Reason: fmt.Sprintf("%s is not an object: pass a struct or a map with string keys", t)}
		}
	}
	return nil, &Error{Reason: fmt.Sprintf("the pointer %T leads back to itself", v)}
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

func ofStruct(rv reflect.Value) (map[string]any, error) {
	s := structOf(rv.Type())
	if s.err != nil {
		return nil, s.err
	}
	m := make(map[string]any, len(s.fields))
	for i := range s.fields {
		f := &s.fields[i]
		v, ok := f.in(rv)
		if !ok || f.omits(v) {
			continue
		}
		value, err := f.value(v)
		if err != nil {
			return nil, f.error(err.Error())
		}
		m[f.name] = value
	}
	return m, nil
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
	fields := promoted(t)
	s := &structType{fields: fields}
	for i := range fields {
		if f := &fields[i]; f.reason != "" {
			s = &structType{err: f.error(f.reason)}
			break
		}
	}
	structs.Store(t, s)
	return s
}

// An embedded is a struct type to read fields from. The outermost type has no
// index and no path.
type embedded struct {
	t     reflect.Type
	index []int
	path  string // with a dot at its end
	twice bool   // at this depth, so that its fields are ambiguous
}

// promoted returns the fields of t and those of its embedded structs that Go
// would promote if their names were those of the tags. A rejected field has a
// reason. It reads one depth after the other. So the first field of a name is
// the one promoted, and a later one is hidden or, at the same depth, ambiguous.
func promoted(t reflect.Type) []field {
	p := promotion{byName: map[string]int{}}
	seen := map[reflect.Type]bool{} // at a smaller depth: all fields are hidden
	for depth := []embedded{{t: t}}; len(depth) > 0; depth = p.next {
		p.next = nil
		for _, outer := range depth {
			if seen[outer.t] {
				continue
			}
			seen[outer.t] = true
			for i := range outer.t.NumField() {
				p.read(&outer, i)
			}
		}
	}
	return p.fields
}

// A promotion is the state of [promoted].
type promotion struct {
	fields []field
	byName map[string]int // index into fields
	next   []embedded     // the structs of the next depth
}

// read reads field i of a struct.
func (p *promotion) read(outer *embedded, i int) {
	sf := outer.t.Field(i)
	f, inner := readField(sf)
	f.index = append(slices.Clip(outer.index), i) // its neighbors share outer.index
	f.path = outer.path + sf.Name
	if inner != nil && f.reason == "" {
		p.embed(embedded{inner, f.index, f.path + ".", outer.twice})
		return
	}
	if f.name == "" && f.reason == "" {
		return
	}
	at, named := p.byName[f.name]
	switch {
	case !named || inner != nil:
		if outer.twice {
			f.reason = fmt.Sprintf("%s is embedded twice: name one of the two in its tag", outer.t)
		}
		p.byName[f.name] = len(p.fields)
		p.fields = append(p.fields, f)
	case len(p.fields[at].index) == len(f.index) && p.fields[at].reason == "":
		p.fields[at].reason = fmt.Sprintf("%s and %s are both named %q: rename one or set the parameter yourself", p.fields[at].path, f.path, f.name)
	}
}

// embed adds a struct to the next depth.
func (p *promotion) embed(e embedded) {
	for i := range p.next {
		if p.next[i].t == e.t {
			p.next[i].twice = true
			return
		}
	}
	p.next = append(p.next, e)
}

var (
	jsonMarshalerType = reflect.TypeFor[json.Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
)

// value returns the Go value of a field. Where encoding/json would call
// MarshalJSON or MarshalText of the pointer, as it does within a struct that it
// was given by pointer, the value is such a pointer, to a copy.
func (f *field) value(v reflect.Value) (any, error) {
	if f.comma {
		return join(v)
	}
	t := v.Type()
	for _, marshaler := range []reflect.Type{jsonMarshalerType, textMarshalerType} {
		if t.Implements(marshaler) {
			break
		}
		if v.CanAddr() && reflect.PointerTo(t).Implements(marshaler) {
			return pointerToCopy(v), nil
		}
	}
	return v.Interface(), nil
}

func pointerToCopy(v reflect.Value) any {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p.Interface()
}

// join returns the elements of a list as one text. Elements that are nil are
// skipped. What is not a list, in an interface, stays as it is.
func join(v reflect.Value) (any, error) {
	list := v
	for range maxPointers {
		if list.Kind() != reflect.Pointer && list.Kind() != reflect.Interface || list.IsNil() {
			break
		}
		list = list.Elem()
	}
	if list.Kind() != reflect.Slice && list.Kind() != reflect.Array {
		return v.Interface(), nil
	}
	var texts []string
	for i := range list.Len() {
		e, err := rfc6570.Scalar(list.Index(i).Interface())
		if err != nil {
			return nil, err
		}
		if e.IsDefined() {
			texts = append(texts, e.Text())
		}
	}
	return strings.Join(texts, ","), nil
}

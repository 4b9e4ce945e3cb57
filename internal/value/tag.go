// Struct types: their fields, by the tags of encoding/json and go-querystring.

package value

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"

	"example.com/endpoint/internal/jsonvalue"
)

// A structType is what is known of a struct type.
type structType struct {
	fields  []*field
	tagged  bool     // an exported field, its own or an embedded one, has a json or url tag
	invalid *Invalid // what is wrong with a field
}

// A field is a field of a struct, its own or one of an embedded struct.
//
//	type Issues struct {
//		State string `json:"state,omitempty"` // name "state", index [0], path "Issues.State"
//		Page                                  // no name, embedded Page
//	}
//
//	type Page struct {
//		Size int `url:"size"` // name "size", index [1 0], path "Issues.Page.Size"
//	}
type field struct {
	name      string // of the parameter; "" if the field is not one
	index     []int
	path      string       // in Go names
	embedded  reflect.Type // the struct whose fields take the place of this one
	omitEmpty bool
	omitZero  bool
	hasIsZero bool   // its type or a pointer to it has IsZero
	comma     bool   // joins a list
	byPointer bool   // only a pointer to it has MarshalJSON or MarshalText
	reason    string // why it is rejected
}

var structs sync.Map // map[reflect.Type]*structType

func structOf(t reflect.Type) *structType {
	s, ok := structs.Load(t)
	if !ok {
		s, _ = structs.LoadOrStore(t, readStruct(t))
	}
	return s.(*structType)
}

// readStruct reads the fields of t as Go promotes them, but by the names of
// their tags: level by level, so that a field hides those of its name further
// down.
func readStruct(t reflect.Type) *structType {
	s := new(structType)
	byName := map[string]*field{}
	times := map[reflect.Type]int{}
	queue := []*field{{path: cmp.Or(t.Name(), "struct"), embedded: t}}
	for i := 0; i < len(queue); i++ {
		outer := queue[i]
		// The second time finds the fields of a type hidden, or twice at one
		// level. A third time would find nothing else.
		if times[outer.embedded]++; times[outer.embedded] > 2 {
			continue
		}
		for i := range outer.embedded.NumField() {
			sf := outer.embedded.Field(i)
			f := readField(sf)
			f.index = append(slices.Clip(outer.index), sf.Index...)
			f.path = outer.path + "." + sf.Name
			s.tagged = s.tagged || sf.IsExported() && (sf.Tag.Get("json") != "" || sf.Tag.Get("url") != "")
			if f.embedded != nil {
				queue = append(queue, f)
			}
			switch other := byName[f.name]; {
			case f.name == "" && f.reason == "":
			case other == nil:
				byName[f.name] = f
				s.fields = append(s.fields, f)
			case len(other.index) == len(f.index) && other.reason == "":
				other.reason = fmt.Sprintf("%s and %s are both named %q: rename one or set the parameter yourself", other.path, f.path, f.name)
			}
		}
	}
	if i := slices.IndexFunc(s.fields, func(f *field) bool { return f.reason != "" }); i >= 0 {
		s.invalid = &Invalid{s.fields[i].path, s.fields[i].reason}
	}
	if len(s.fields) == 0 { // a Reader, a big.Int or an Endpoint, for example
		if err := jsonvalue.Check(reflect.Zero(t).Interface()); err != nil {
			s.invalid = &Invalid{whole, err.Error()}
		}
	}
	return s
}

// readField reads the tags of a field.
func readField(sf reflect.StructField) *field {
	inner := sf.Type
	if inner.Kind() == reflect.Pointer {
		inner = inner.Elem()
	}
	unnamed := sf.Name // what it is called without a name in a tag
	if sf.Anonymous && inner.Kind() == reflect.Struct {
		unnamed = ""
	}
	jsonTag, urlTag := sf.Tag.Get("json"), sf.Tag.Get("url")
	jsonName, jsonOptions, _ := strings.Cut(jsonTag, ",")
	urlName, urlOptions, _ := strings.Cut(urlTag, ",")
	f := &field{
		name:      cmp.Or(jsonName, urlName, unnamed),
		byPointer: onlyPointer[json.Marshaler](sf.Type) || onlyPointer[encoding.TextMarshaler](sf.Type),
		hasIsZero: jsonvalue.Has[zeroer](sf.Type),
	}
	if f.name == "" {
		f.embedded = inner
	}
	switch {
	case !sf.IsExported() && unnamed != "":
		return new(field)
	case jsonTag != "" && urlTag != "" && cmp.Or(jsonName, unnamed) != cmp.Or(urlName, unnamed):
		f.reason = fmt.Sprintf("its json tag %q and its url tag %q differ in name: use the same name in both", jsonTag, urlTag)
	case cmp.Or(jsonTag, urlTag) == "-":
		return new(field)
	case !sf.IsExported() && f.name != "":
		f.reason = fmt.Sprintf("its tag has a name, but %s is not exported: export the type or remove the name", sf.Type)
	case jsonvalue.Has[encoder](sf.Type):
		f.reason = fmt.Sprintf("EncodeValues of %s is not called here: set the parameter yourself", sf.Type)
	case urlTag != "" && sf.Tag.Get("layout")+sf.Tag.Get("del") != "":
		f.reason = "its layout or del tag is not supported here: remove it and set the parameter yourself"
	default:
		f.readOptions(jsonOptions+","+urlOptions, jsonTag == "")
	}
	return f
}

// onlyPointer reports whether a pointer to t has the methods of I, but t does not.
func onlyPointer[I any](t reflect.Type) bool { return jsonvalue.Has[I](t) && !implements[I](t) }

// readOptions reads what follows the name in the tags.
func (f *field) readOptions(options string, hasComma bool) {
	for option := range strings.SplitSeq(options, ",") {
		switch {
		case option == "", option == "inline" && f.embedded != nil:
		case option == "omitempty":
			f.omitEmpty = true
		case option == "omitzero":
			f.omitZero = true
		case option == "comma" && hasComma:
			f.comma = true
		case f.reason == "":
			f.reason = fmt.Sprintf("the option %q of its tag is not supported here: remove it and set the parameter yourself", option)
		}
	}
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
	return !rv.IsValid() || isZero(rv, jsonvalue.Has[zeroer](rv.Type()))
}

// isZero reports whether omitzero leaves out v, as in encoding/json: by the
// method IsZero of its type or of a pointer to it, if there is one.
func isZero(v reflect.Value, hasIsZero bool) bool {
	switch {
	case !hasIsZero:
		return v.IsZero()
	case v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface:
		v = addressOf(v)
	}
	held := v.Interface()
	isNil := !reflect.Indirect(reflect.ValueOf(held)).IsValid()
	return isNil || held.(zeroer).IsZero()
}

// addressOf returns a pointer to v, or to a copy if v has no address.
func addressOf(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v.Addr()
	}
	return copyOf(v)
}

// copyOf returns a pointer to a copy of v.
func copyOf(v reflect.Value) reflect.Value {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p
}

type zeroer interface{ IsZero() bool }

// An encoder writes its own query with github.com/google/go-querystring.
type encoder interface {
	EncodeValues(key string, v *url.Values) error
}

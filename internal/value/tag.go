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
	fields  []field
	tagged  bool     // an exported field has a json or url tag
	invalid *Invalid // what is wrong with a field
}

// A field is one parameter of a struct.
//
//	type Issues struct {
//		State string `json:"state,omitempty"` // name "state", index [0], path "Issues.State"
//		Page                                  // no name: readField returns its type
//	}
//
//	type Page struct {
//		Size int `url:"size"` // name "size", index [1 0], path "Issues.Page.Size"
//	}
type field struct {
	name      string // of the parameter; "" if the field is not one
	index     []int
	path      string // in Go names
	omitEmpty bool
	isZero    func(reflect.Value) bool // whether omitzero leaves it out; nil without that option
	comma     bool                     // joins a list
	byPointer bool                     // only a pointer to it has MarshalJSON or MarshalText
	reason    string                   // why it is rejected
}

var structs sync.Map // map[reflect.Type]*structType

func structOf(t reflect.Type) *structType {
	if s, ok := structs.Load(t); ok {
		return s.(*structType)
	}
	s := readStruct(t)
	structs.Store(t, s)
	return s
}

// readStruct reads the fields of t as Go promotes them, but by the names of
// their tags: level by level, so that a field hides those of its name further
// down.
func readStruct(t reflect.Type) *structType {
	type embedded struct {
		t reflect.Type
		field
	}
	s := new(structType)
	byName := map[string]int{}
	times := map[reflect.Type]int{}
	queue := []embedded{{t, field{path: cmp.Or(t.Name(), "struct")}}}
	for len(queue) > 0 {
		outer := queue[0]
		queue = queue[1:]
		// The second time finds the fields of a type hidden, or twice at one
		// level. A third time would find nothing else.
		if times[outer.t]++; times[outer.t] > 2 {
			continue
		}
		for i := range outer.t.NumField() {
			sf := outer.t.Field(i)
			f, inner := readField(sf)
			f.index = append(slices.Clip(outer.index), i)
			f.path = outer.path + "." + sf.Name
			f.byPointer = onlyPointer[json.Marshaler](sf.Type) || onlyPointer[encoding.TextMarshaler](sf.Type)
			s.tagged = s.tagged || sf.IsExported() && (sf.Tag.Get("json") != "" || sf.Tag.Get("url") != "")
			if inner != nil {
				queue = append(queue, embedded{inner, f})
			}
			if f.name != "" || f.reason != "" {
				s.add(f, byName)
			}
		}
	}
	if i := slices.IndexFunc(s.fields, func(f field) bool { return f.reason != "" }); i >= 0 {
		s.invalid = &Invalid{s.fields[i].path, s.fields[i].reason}
	}
	if len(s.fields) == 0 { // a Reader, a big.Int or an Endpoint, for example
		if err := jsonvalue.Check(reflect.Zero(t).Interface()); err != nil {
			s.invalid = &Invalid{whole, err.Error()}
		}
	}
	return s
}

// add adds a field unless one of its name hides it. Two at one level are an
// error.
func (s *structType) add(f field, byName map[string]int) {
	i, ok := byName[f.name]
	if !ok {
		byName[f.name] = len(s.fields)
		s.fields = append(s.fields, f)
		return
	}
	if other := &s.fields[i]; len(other.index) == len(f.index) && other.reason == "" {
		other.reason = fmt.Sprintf("%s and %s are both named %q: rename one or set the parameter yourself", other.path, f.path, f.name)
	}
}

// onlyPointer reports whether a pointer to t has the methods of I, but t does not.
func onlyPointer[I any](t reflect.Type) bool { return jsonvalue.Has[I](t) && !implements[I](t) }

// readField reads the tags of a field. It returns the type of an embedded struct
// whose fields take the place of this one. A field that is not a parameter has no
// name.
func readField(sf reflect.StructField) (f field, inner reflect.Type) {
	if inner = sf.Type; inner.Kind() == reflect.Pointer {
		inner = inner.Elem()
	}
	unnamed := sf.Name // what it is called without a name in a tag
	if sf.Anonymous && inner.Kind() == reflect.Struct {
		unnamed = ""
	}
	jsonTag, urlTag := sf.Tag.Get("json"), sf.Tag.Get("url")
	jsonName, jsonOptions := parseTag(jsonTag)
	urlName, urlOptions := parseTag(urlTag)
	f.name = cmp.Or(jsonName, urlName, unnamed)
	switch {
	case !sf.IsExported() && unnamed != "":
		return field{}, nil
	case jsonTag != "" && urlTag != "" && cmp.Or(jsonName, unnamed) != cmp.Or(urlName, unnamed):
		f.reason = fmt.Sprintf("its json tag %q and its url tag %q differ in name: use the same name in both", jsonTag, urlTag)
	case cmp.Or(jsonTag, urlTag) == "-":
		return field{}, nil
	case !sf.IsExported() && f.name != "":
		f.reason = fmt.Sprintf("its tag has a name, but %s is not exported: export the type or remove the name", sf.Type)
	case jsonvalue.Has[encoder](sf.Type):
		f.reason = fmt.Sprintf("EncodeValues of %s is not called here: set the parameter yourself", sf.Type)
	case urlTag != "" && sf.Tag.Get("layout")+sf.Tag.Get("del") != "":
		f.reason = "its layout or del tag is not supported here: remove it and set the parameter yourself"
	default:
		f.readOptions(sf.Type, append(jsonOptions, urlOptions...), jsonTag == "")
	}
	if f.name != "" {
		return f, nil
	}
	return f, inner
}

// parseTag splits "name,omitempty,comma".
func parseTag(tag string) (name string, options []string) {
	name, rest, _ := strings.Cut(tag, ",")
	return name, strings.Split(rest, ",")
}

// readOptions reads what follows the name in the tags of a field of type t.
func (f *field) readOptions(t reflect.Type, options []string, hasComma bool) {
	for _, option := range options {
		switch {
		case option == "", option == "inline" && f.name == "":
		case option == "omitzero", option == "omitempty" && t.Kind() == reflect.Struct && jsonvalue.Has[zeroer](t):
			f.isZero = isZeroOf(t)
		case option == "omitempty":
			f.omitEmpty = true
		case option == "comma" && hasComma:
			f.comma = true
		case f.reason == "":
			f.reason = fmt.Sprintf("the option %q of its tag is not supported here: remove it and set the parameter yourself", option)
		}
	}
}

// isEmpty reports whether omitempty of encoding/json leaves out v.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct, reflect.Func, reflect.Chan, reflect.Complex64, reflect.Complex128:
		return false
	}
	return v.IsZero()
}

// isZeroOf returns what omitzero of encoding/json asks a field of type t: the
// method IsZero of the type or of a pointer to it, if there is one.
func isZeroOf(t reflect.Type) func(reflect.Value) bool {
	if !jsonvalue.Has[zeroer](t) {
		return reflect.Value.IsZero
	}
	if t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
		return func(v reflect.Value) bool { return v.Addr().Interface().(zeroer).IsZero() }
	}
	return func(v reflect.Value) bool {
		isNil := v.IsNil() || v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil()
		return isNil || v.Interface().(zeroer).IsZero()
	}
}

type (
	zeroer interface{ IsZero() bool }
	// An encoder writes its own query with github.com/google/go-querystring.
	encoder interface {
		EncodeValues(key string, v *url.Values) error
	}
)

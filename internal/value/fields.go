// Structs by the tags of encoding/json and go-querystring, maps and JSON objects, as
// names and values.

package value

import (
	"cmp"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Fields returns the fields of a struct or of a pointer to one, the members of
// the JSON object of a type with MarshalJSON or MarshalText, or a copy of a map
// with string keys. Nil has no fields: the map is empty, never nil.
func Fields(v any) (map[string]any, *Error) {
	rv := reflect.Indirect(reflect.ValueOf(v))
	switch {
	case !rv.IsValid():
		return map[string]any{}, nil
	case encodesItself(reflect.TypeOf(v)):
		return membersOf(v)
	case rv.Kind() == reflect.Struct:
		s := structOf(rv.Type())
		if len(s.fields) == 0 && s.invalid == nil {
			if lost := Check(v); lost != nil {
				return nil, &Error{whole, lost.Error()}
			}
		}
		return s.values(rv)
	case isObject(rv.Type()):
		return mapOf(v), nil
	}
	return nil, errNoObject(v)
}

func errNoObject(v any) *Error {
	return &Error{whole, TypeName(reflect.TypeOf(v)) + " is not an object in JSON: pass a struct or a map with string keys"}
}

// FormFields returns the fields of what a form or a query takes apart: a map with
// string keys, or a struct with a json or url tag, even if it has text of its own,
// or a pointer to either. The result is nil if v is none of these.
func FormFields(v any) (map[string]any, *Error) {
	rv := reflect.Indirect(reflect.ValueOf(v))
	if rv.Kind() != reflect.Struct {
		return mapOf(v), nil
	}
	s := structOf(rv.Type())
	if !s.isTagged {
		return nil, nil
	}
	if marshalsJSON(reflect.TypeOf(v)) {
		return membersOf(v)
	}
	return s.values(rv)
}

// mapOf returns the map with string keys that v is or points to, not nil even if
// that is, or nil if v is something else.
func mapOf(v any) map[string]any {
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

// A structType is what is known of a struct type.
type structType struct {
	fields   []field // by name; of those with one name, at most one may be sent
	isTagged bool    // an exported field, its own or an embedded one, has a json or url tag
	isShown  bool    // encoding/json writes a field
	invalid  *Error  // what is wrong with one of them
}

// A field is a field of a struct, its own or one of an embedded struct.
//
//	type Issues struct {
//		State string `json:"state,omitempty"` // name "state", index [0], path "Issues.State"
//		Page                                  // embedded Page
//	}
//
//	type Page struct {
//		Size int `url:"size"` // name "size", index [1 0], path "Issues.Page.Size"
//	}
type field struct {
	name      string // of the parameter; "": it is none
	index     []int
	path      string       // in Go names
	reason    string       // why it is rejected
	embedded  reflect.Type // the struct whose fields take the place of this one
	omitEmpty bool
	omitZero  bool
	comma     bool // joins a list
	hasIsZero bool // its type or a pointer to it has IsZero
	byPointer bool // only a pointer to it encodes itself
}

// maxEmbedded is how many embedded structs a struct may have in all. Those within
// one that is embedded many times count each time.
const maxEmbedded = 1000

var structTypes sync.Map // *structType by reflect.Type

// structOf returns what is known of a struct type, which is read once.
func structOf(t reflect.Type) *structType {
	s, ok := structTypes.Load(t)
	if !ok {
		s, _ = structTypes.LoadOrStore(t, readStruct(t))
	}
	return s.(*structType)
}

// readStruct reads the fields of t as Go promotes them, but by the names of their
// tags: level by level, so that a field hides those of its name further down.
func readStruct(t reflect.Type) *structType {
	s := &structType{isShown: showsField(t, map[reflect.Type]bool{})}
	named := map[string]int{}              // the depth of each name
	embedded := map[reflect.Type]int{t: 0} // the depth of each struct
	queue := []field{{path: cmp.Or(t.Name(), "struct"), embedded: t}}
	for i := 0; i < len(queue) && i <= maxEmbedded; i++ {
		outer := queue[i]
		for j := range outer.embedded.NumField() {
			sf := outer.embedded.Field(j)
			f := readField(sf)
			f.index, f.path = append(slices.Clip(outer.index), j), outer.path+"."+sf.Name
			depth := len(f.index)
			s.isTagged = s.isTagged || sf.IsExported() && sf.Tag.Get("json")+sf.Tag.Get("url") != ""
			if d, ok := embedded[f.embedded]; f.embedded != nil && (!ok || d == depth) {
				embedded[f.embedded] = depth
				queue = append(queue, f)
			}
			if d, ok := named[f.name]; ok && d < depth || f.name == "" && f.reason == "" {
				continue // it is hidden, or no parameter
			}
			named[f.name] = depth
			s.fields = append(s.fields, f)
			if f.reason != "" && s.invalid == nil {
				s.invalid = &Error{f.path, f.reason}
			}
		}
	}
	if len(queue) > maxEmbedded+1 {
		s.invalid = &Error{whole, fmt.Sprintf("%s has more than %d embedded structs: pass a map", queue[0].path, maxEmbedded)}
	}
	slices.SortStableFunc(s.fields, func(f, g field) int { return strings.Compare(f.name, g.name) })
	return s
}

// values returns the fields of a struct. It reads only those that may be sent, so
// that the caller may use all others meanwhile.
func (s *structType) values(rv reflect.Value) (map[string]any, *Error) {
	if s.invalid != nil {
		return nil, s.invalid
	}
	m := make(map[string]any, len(s.fields))
	sent := &field{} // the last one
	for i := range s.fields {
		f := &s.fields[i]
		v, ok, err := f.value(rv)
		switch {
		case err != nil:
			return nil, &Error{f.path, err.Error()}
		case ok && sent.name == f.name:
			return nil, &Error{sent.path, fmt.Sprintf("%s and %s are both sent as %q: leave one out", sent.path, f.path, f.name)}
		case ok:
			m[f.name], sent = v, f
		}
	}
	return m, nil
}

// value returns the value of f in a struct, and reports whether it is sent. One whose
// pointer encodes itself is copied: what is sent does not follow the caller's struct.
func (f *field) value(rv reflect.Value) (value any, ok bool, err error) {
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

// isEmbedded reports whether a field embeds a struct or a pointer to one.
func isEmbedded(sf reflect.StructField) bool {
	return sf.Anonymous && pointedTo(sf.Type).Kind() == reflect.Struct
}

// pointedTo returns the type that t points to, t itself if it is no pointer.
func pointedTo(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// A queryEncoder writes its own query with github.com/google/go-querystring.
type queryEncoder interface {
	EncodeValues(key string, v *url.Values) error
}

// readField reads the tags of a field.
func readField(sf reflect.StructField) (f field) {
	unnamed := sf.Name // what it is called without a name in a tag
	if isEmbedded(sf) {
		unnamed = ""
	}
	jsonTag, urlTag := sf.Tag.Get("json"), sf.Tag.Get("url")
	jsonName, jsonOptions, _ := strings.Cut(jsonTag, ",")
	urlName, urlOptions, _ := strings.Cut(urlTag, ",")
	f.name = cmp.Or(jsonName, urlName, unnamed)
	f.hasIsZero = has[zeroer](sf.Type)
	f.byPointer = !encodesItself(sf.Type) && encodesItself(reflect.PointerTo(sf.Type))
	both := jsonTag != "" && urlTag != ""
	switch {
	case !sf.IsExported() && unnamed != "":
		return field{}
	case both && (jsonTag == "-") != (urlTag == "-"):
		f.reason = "one of its tags leaves it out, but ParamsOf does not know whether it fills a query or a body: leave it out of both, or set the parameter yourself"
	case cmp.Or(jsonTag, urlTag) == "-":
		return field{}
	case both && cmp.Or(jsonName, unnamed) != cmp.Or(urlName, unnamed):
		f.reason = fmt.Sprintf("its json tag %q and its url tag %q differ in name: use the same name in both", jsonTag, urlTag)
	case strings.ContainsFunc(jsonName, isNotInJSON):
		f.reason = fmt.Sprintf("encoding/json does not use the name in its json tag %q: use letters, digits and punctuation without quotes and backslashes", jsonTag)
	case !sf.IsExported() && f.name != "":
		f.reason = fmt.Sprintf("its tag has a name, but %s is not exported: export the type or remove the name", sf.Type)
	case has[queryEncoder](sf.Type):
		f.reason = fmt.Sprintf("EncodeValues of %s is not called here: set the parameter yourself", sf.Type)
	case sf.Tag.Get("layout")+sf.Tag.Get("del") != "":
		f.reason = "its layout or del tag is not supported here: remove it and set the parameter yourself"
	}
	if f.name == "" { // then it is embedded
		f.embedded = pointedTo(sf.Type)
	}
	for option := range strings.SplitSeq(jsonOptions+","+urlOptions, ",") {
		switch {
		case option == "", option == "inline" && f.embedded != nil:
		case option == "omitempty":
			f.omitEmpty = true
		case option == "omitzero":
			f.omitZero = true
		case option == "comma" && jsonTag == "":
			f.comma = true
		case f.reason == "":
			f.reason = fmt.Sprintf("the option %q of its tag is not supported here: remove it and set the parameter yourself", option)
		}
	}
	return f
}

// isNotInJSON reports whether encoding/json does not accept a character in a name.
// Until Go 1.26 it uses the name of the field instead, and Go 1.27 cuts the name
// at some of these.
func isNotInJSON(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c)
}

// isEmpty reports whether omitempty leaves out v: as in encoding/json, and a struct
// that says itself that it is zero.
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

type zeroer interface{ IsZero() bool }

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
	z := v.Interface()
	isNil := !reflect.Indirect(reflect.ValueOf(z)).IsValid()
	return isNil || z.(zeroer).IsZero()
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

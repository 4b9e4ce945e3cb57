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
	"unicode"

	"example.com/endpoint/internal/jsonvalue"
)

// A structType is what is known of a struct type.
type structType struct {
	fields  []*field // the first of each name
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
	rival     *field // the next one of its name at its depth; only one of them may be sent
}

var structs sync.Map // map[reflect.Type]*structType

func structOf(t reflect.Type) *structType {
	s, ok := structs.Load(t)
	if !ok {
		s, _ = structs.LoadOrStore(t, readStruct(t))
	}
	return s.(*structType)
}

// maxEmbedded is how many embedded structs a struct may have in all. Those within
// one that is embedded many times count each time.
const maxEmbedded = 1000

// readStruct reads the fields of t as Go promotes them, but by the names of
// their tags: level by level, so that a field hides those of its name further
// down.
func readStruct(t reflect.Type) *structType {
	s := new(structType)
	last := map[string]*field{} // of each name
	depth := map[reflect.Type]int{t: 0}
	queue := []*field{{path: cmp.Or(t.Name(), "struct"), embedded: t}}
	for i := 0; i < len(queue) && i <= maxEmbedded; i++ {
		outer := queue[i]
		for j := range outer.embedded.NumField() {
			sf := outer.embedded.Field(j)
			f := readField(sf)
			f.index = append(slices.Clip(outer.index), j)
			f.path = outer.path + "." + sf.Name
			s.tagged = s.tagged || sf.IsExported() && (sf.Tag.Get("json") != "" || sf.Tag.Get("url") != "")
			// A type that is embedded less deep too hides all its fields here.
			if d, ok := depth[f.embedded]; f.embedded != nil && (!ok || d == len(f.index)) {
				depth[f.embedded] = len(f.index)
				queue = append(queue, f)
			}
			switch other := last[f.name]; {
			case f.name == "" && f.reason == "":
				continue
			case other == nil:
				s.fields = append(s.fields, f)
			case len(other.index) < len(f.index):
				continue
			default:
				other.rival = f
			}
			last[f.name] = f
			if f.reason != "" && s.invalid == nil {
				s.invalid = &Invalid{f.path, f.reason}
			}
		}
	}
	if len(queue) > maxEmbedded+1 {
		s.invalid = &Invalid{whole, fmt.Sprintf("%s has more than %d embedded structs: pass a map", queue[0].path, maxEmbedded)}
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
	both := jsonTag != "" && urlTag != ""
	switch {
	case !sf.IsExported() && unnamed != "":
		return new(field)
	case both && (jsonTag == "-") != (urlTag == "-"):
		f.reason = "one of its tags leaves it out, but ParamsOf does not know whether it fills a query or a body: leave it out of both, or set the parameter yourself"
	case cmp.Or(jsonTag, urlTag) == "-":
		return new(field)
	case both && cmp.Or(jsonName, unnamed) != cmp.Or(urlName, unnamed):
		f.reason = fmt.Sprintf("its json tag %q and its url tag %q differ in name: use the same name in both", jsonTag, urlTag)
	case strings.ContainsFunc(jsonName, isNotInJSON):
		f.reason = fmt.Sprintf("encoding/json does not use the name in its json tag %q: use letters, digits and punctuation without quotes and backslashes", jsonTag)
	case !sf.IsExported() && f.name != "":
		f.reason = fmt.Sprintf("its tag has a name, but %s is not exported: export the type or remove the name", sf.Type)
	case jsonvalue.Has[encoder](sf.Type):
		f.reason = fmt.Sprintf("EncodeValues of %s is not called here: set the parameter yourself", sf.Type)
	case (urlTag != "" || jsonTag == "") && sf.Tag.Get("layout")+sf.Tag.Get("del") != "":
		f.reason = "its layout or del tag is not supported here: remove it and set the parameter yourself"
	default:
		f.readOptions(jsonOptions+","+urlOptions, jsonTag == "")
	}
	return f
}

// isNotInJSON reports whether encoding/json does not accept a character in a name.
// Until Go 1.26 it uses the name of the field instead, and Go 1.27 cuts the name
// at some of these.
func isNotInJSON(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c)
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

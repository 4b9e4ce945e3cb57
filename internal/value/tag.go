// Tags: how one field of a struct is read.

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

// A reader reads each field of a struct by its tag, by the other one if it has only that.
type reader struct {
	tag, other string
	likeQuery  bool     // as go-querystring reads structs, else as encoding/json does
	types      sync.Map // each *structType by its type
}

var jsonFirst = &reader{tag: "json", other: "url"}

// urlFirst is the reader of QueryOf, and of all that is within a query or form.
var urlFirst = &reader{tag: "url", other: "json", likeQuery: true}

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
	path      string         // in Go names
	tag       string         // the key of the tag that is read; "": it has none
	isNamed   bool           // by its tag
	reason    string         // why it cannot be sent
	embedded  reflect.Type   // the struct whose fields take the place of this one
	within    []reflect.Type // the structs that embedded lies in
	omitEmpty bool
	omitZero  bool
	comma     bool // joins a list
	inQuery   bool // it is read as in a query
	byPointer bool // it is sent as a pointer, since only that encodes itself
}

// otherTags are tags of other packages that name a parameter. A field that has only one of
// them would be sent under its Go name.
var otherTags = []string{"header", "path", "query", "form", "schema", "uri", "cookie", "param"}

// field reads a field by one of its tags.
func (r *reader) field(sf reflect.StructField) (f field) {
	key := r.tag
	if sf.Tag.Get(key) == "" && sf.Tag.Get(r.other) != "" {
		key = r.other
	}
	tag, hasTag := sf.Tag.Lookup(key)
	name, options, _ := strings.Cut(tag, ",")
	f.name, f.isNamed, f.inQuery = cmp.Or(name, sf.Name), name != "", r.likeQuery
	if hasTag {
		f.tag = key
	}
	switch isOther := func(tag string) bool { return sf.Tag.Get(tag) != "" }; {
	case tag == "-", !sf.IsExported() && !isEmbedded(sf):
		return field{}
	case !sf.IsExported() && name != "":
		f.reason = fmt.Sprintf("its tag has a name, but %s is not exported: export the type or remove the name", sf.Type)
		return f
	case key == "json" && strings.ContainsFunc(name, isNotInJSON):
		f.reason = fmt.Sprintf("encoding/json does not use the name in its json tag %q: use letters, digits and punctuation without quotes and backslashes", tag)
		return f
	case tag == "" && slices.ContainsFunc(otherTags, isOther):
		f.reason = `it has the tag of another package, and neither json nor url: write url:"name", or url:"-" to leave it out`
	case name == "" && isEmbedded(sf) && encodesItself(sf.Type) && isLost(pointedTo(sf.Type)):
		f.reason = `it is embedded without a name, and has no exported fields: write url:"name", or url:"-" to leave it out`
	case name == "" && isEmbedded(sf):
		f.name, f.embedded = "", pointedTo(sf.Type)
	case sf.Tag.Get("del")+sf.Tag.Get("layout") != "", key == "url" && implements[queryEncoder](sf.Type):
		f.reason = "the tags del and layout, and EncodeValues, are not read here: write the option comma, pass text such as t.Format(time.DateOnly), or give the type MarshalText"
	}
	f.byPointer = isByPointer(sf.Type)
	for option := range strings.SplitSeq(options, ",") {
		f.readOption(option)
	}
	return f
}

func (f *field) readOption(option string) {
	switch {
	case option == "", (option == "inline" || option == "embed") && f.embedded != nil:
	case option == "omitempty":
		f.omitEmpty = true
	case option == "omitzero":
		f.omitZero = true
	case option == "comma" && f.tag == "url":
		f.comma = true
	case option == "brackets":
		f.refuse(`the option brackets of its tag is not read here: end the name with "[]"`)
	default:
		f.refuse(fmt.Sprintf("the option %q of its tag is not supported here: remove it and set the parameter yourself", option))
	}
}

// A queryEncoder writes its own query with github.com/google/go-querystring.
type queryEncoder interface {
	EncodeValues(key string, v *url.Values) error
}

// refuse keeps the first reason why the field cannot be sent.
func (f *field) refuse(reason string) { f.reason = cmp.Or(f.reason, reason) }

// isNotInJSON reports whether encoding/json does not accept a character in a name.
// Until Go 1.26 it uses the name of the field instead, and Go 1.27 cuts the name
// at some of these.
func isNotInJSON(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c)
}

// isEmbedded reports whether a field embeds a struct or a pointer to one.
func isEmbedded(sf reflect.StructField) bool {
	return sf.Anonymous && pointedTo(sf.Type).Kind() == reflect.Struct
}

// omits reports whether omitempty or omitzero leaves out a field with the value v.
func (f *field) omits(v reflect.Value) bool {
	return f.omitEmpty && isEmpty(v) || f.omitZero && isZero(v)
}

// isEmpty reports whether omitempty leaves out v: as in encoding/json, and a struct
// that says itself that it is zero.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return has[zeroer](v.Type()) && isZero(v)
	case reflect.Func, reflect.Chan, reflect.Complex64, reflect.Complex128:
		return false
	}
	return v.IsZero()
}

type zeroer interface{ IsZero() bool }

// IsZero reports whether v is nil, or omitzero leaves out a field with this value.
func IsZero(v any) bool {
	rv := reflect.ValueOf(v)
	return !rv.IsValid() || isZero(rv)
}

// isZero reports whether omitzero leaves out v, as in encoding/json: by the
// method IsZero of its type or of a pointer to it, if there is one.
func isZero(v reflect.Value) bool {
	switch {
	case !has[zeroer](v.Type()), !v.CanInterface(): // as of an embedded struct that is not exported
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

// Tags: how one field of a struct is read.

package value

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
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
	reason    string         // why it cannot be sent
	embedded  reflect.Type   // the struct whose fields take the place of this one
	within    []reflect.Type // the structs that embedded lies in
	layout    string         // of a time, or of a list of times
	isURL     bool           // its url tag is read, or would be
	omitEmpty bool
	omitZero  bool
	comma     bool // joins a list
	brackets  bool // end the name of a list
	encodes   bool // by EncodeValues
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
	tag := sf.Tag.Get(key)
	name, options, _ := strings.Cut(tag, ",")
	f.name = cmp.Or(name, sf.Name)
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
	}
	f.isURL, f.inQuery = key == "url", r.likeQuery
	f.byPointer = isByPointer(sf.Type)
	f.encodes = f.isURL && implements[queryEncoder](sf.Type)
	for option := range strings.SplitSeq(options, ",") {
		f.readOption(option)
	}
	f.readTags(sf.Tag.Get("del"), sf.Tag.Get("layout"), r.likeQuery && sf.Tag.Get("url") != "" && isTime(sf.Type))
	switch {
	case !f.brackets || f.encodes:
	case f.comma || sf.Type.Kind() == reflect.Interface:
		f.refuse("the option brackets is for a list that is not joined: remove it and set the parameter yourself")
	case isList(pointedTo(sf.Type)):
		f.name += "[]"
	}
	return f
}

// readTags reads del and layout, by which go-querystring joins lists and writes times:
// without a layout in whole seconds. isTime is false where it would not.
func (f *field) readTags(del, layout string, isTime bool) {
	if del == "," && f.isURL {
		f.comma = true
	} else if del != "" {
		f.refuse(`its tag del is not supported here, only del:"," with a url tag: remove it and set the parameter yourself`)
	}
	if isTime {
		f.layout = cmp.Or(layout, time.RFC3339)
	}
	if layout != "" && !isTime {
		f.refuse("its tag layout is not supported here, only by QueryOf for a time.Time with a url tag: remove it and set the parameter yourself")
	}
}

func (f *field) readOption(option string) {
	switch {
	case option == "", (option == "inline" || option == "embed") && f.embedded != nil:
	case option == "omitempty":
		f.omitEmpty = true
	case option == "omitzero":
		f.omitZero = true
	case option == "comma" && f.isURL:
		f.comma = true
	case option == "brackets" && f.isURL:
		f.brackets = true
	default:
		f.refuse(fmt.Sprintf("the option %q of its tag is not supported here: remove it and set the parameter yourself", option))
	}
}

// refuse keeps the first reason why the field cannot be sent.
func (f *field) refuse(reason string) { f.reason = cmp.Or(f.reason, reason) }

// isNotInJSON reports whether encoding/json does not accept a character in a name.
// Until Go 1.26 it uses the name of the field instead, and Go 1.27 cuts the name
// at some of these.
func isNotInJSON(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c)
}

// isTime reports whether t is a time, a list of times, or a pointer to either.
func isTime(t reflect.Type) bool {
	if t = pointedTo(t); isList(t) {
		t = pointedTo(t.Elem())
	}
	return t == reflect.TypeFor[time.Time]()
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

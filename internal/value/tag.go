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

// A reader reads each field of a struct by one of its tags.
type reader struct {
	tag, other string   // the one that is read, and the one that is read without it
	place      Place    // of its fields
	types      sync.Map // each *structType by its type
}

var jsonFirst = &reader{tag: "json", other: "url", place: InParams}

// urlFirst is the reader of QueryOf, and of all that is within a query or form.
var urlFirst = &reader{tag: "url", other: "json", place: InQuery}

// byPlace is the reader of OptionsOf. The tag of a field says its place.
var byPlace = &reader{}

// A Place is where a field goes.
type Place uint8

const (
	InPath Place = iota
	InParams
	InQuery
	InHeaders
	InBody
)

// places are the tags that OptionsOf reads.
var places = [...]struct {
	tag   string
	place Place
}{{"path", InPath}, {"json", InParams}, {"query", InQuery}, {"url", InQuery}, {"header", InHeaders}, {"body", InBody}}

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
	place     Place          //
	tag       string         // the key of the tag that is read; "": it has none
	isNamed   bool           // by its tag
	reason    string         // why it cannot be sent
	embedded  reflect.Type   // the struct whose fields take the place of this one
	within    []reflect.Type // the structs that embedded lies in
	omitEmpty bool
	omitZero  bool
	comma     bool // joins a list
	byPointer bool // it is sent as a pointer, since only that encodes itself
}

// otherTags say where a field goes, here to OptionsOf and in other packages. A field that has only
// one of them would be sent under its Go name.
var otherTags = []string{"path", "query", "header", "body", "in", "form", "schema", "uri", "cookie", "param"}

// choose returns the key of the tag that a field is read by, and the place. f has the reason why
// there is none.
func (r *reader) choose(f *field, sf reflect.StructField) (key string) {
	hasTag := func(key string) bool { _, ok := sf.Tag.Lookup(key); return ok }
	if r != byPlace {
		key, f.place = r.tag, r.place
		if sf.Tag.Get(key) == "" && sf.Tag.Get(r.other) != "" {
			key = r.other
		}
		if sf.Tag.Get(key) == "" && slices.ContainsFunc(otherTags, hasTag) {
			f.refuse(`its tag is read by OptionsOf or another package, and it has neither json nor url: write url:"name", or url:"-" to leave it out`)
		}
		return key
	}
	f.place = InParams
	isRead := false
	for _, p := range places {
		switch isDash := sf.Tag.Get(p.tag) == "-"; {
		case !hasTag(p.tag), isDash && isRead:
		case isRead:
			f.refuse(`it goes to one place, and has tags of two: remove one, or write "-" in it`)
		default:
			key, f.place, isRead = p.tag, p.place, !isDash
		}
	}
	if key == "" && !isEmbedded(sf) {
		f.refuse(`no tag says where it goes: write path:"name", query:"name", header:"name", json:"name" or body:"", or json:"-" to leave it out`)
	}
	return key
}

// field reads a field by one of its tags.
func (r *reader) field(sf reflect.StructField) (f field) {
	key := r.choose(&f, sf)
	tag, hasTag := sf.Tag.Lookup(key)
	name, options, _ := strings.Cut(tag, ",")
	f.name, f.isNamed = cmp.Or(name, sf.Name), name != ""
	if hasTag {
		f.tag = key
	}
	isPromoted := isEmbedded(sf) && name == "" && key != "body"
	switch {
	case tag == "-", !sf.IsExported() && !isEmbedded(sf) && (r != byPlace || key == ""):
		return field{}
	case !sf.IsExported() && !isPromoted:
		f.reason = "it has a tag, but is not exported: export it, or remove the tag"
		return f
	case key == "json" && strings.ContainsFunc(name, isNotInJSON):
		f.reason = fmt.Sprintf("encoding/json does not use the name in its json tag %q: use letters, digits and punctuation without quotes and backslashes", tag)
		return f
	case f.reason != "":
	case isPromoted && encodesItself(sf.Type) && isLost(pointedTo(sf.Type)):
		f.reason = `it is embedded without a name, and has no exported fields: write url:"name", or url:"-" to leave it out`
	case isPromoted:
		f.name, f.embedded = "", pointedTo(sf.Type)
	case f.place == InHeaders && name == "":
		f.reason = `a header is named by its tag: write header:"name"`
	case f.place == InBody && tag != "":
		f.reason = `the body has no name and no options: write body:""`
	case sf.Tag.Get("del")+sf.Tag.Get("layout") != "", (key == "url" || key == "query") && implements[queryEncoder](sf.Type):
		f.reason = "the tags del and layout, and EncodeValues, are not read here: write the option comma, pass text such as t.Format(time.DateOnly), or give the type MarshalText"
	}
	switch f.place {
	case InHeaders:
		f.name = strings.ToLower(f.name)
	case InBody:
		f.name = "Data"
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
	case option == "comma" && (f.tag == "url" || f.tag == "query"):
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

// compare orders fields by place and name.
func (f *field) compare(g *field) int {
	return cmp.Or(int(f.place)-int(g.place), strings.Compare(f.name, g.name))
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

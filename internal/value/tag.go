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

// A reader reads the fields of structs, each by one of its tags.
type reader struct {
	// choose returns the key and the place of a field, or why it has none.
	choose    func(reflect.StructField) field
	place     Place    // of all fields; of OptionsOf, of those without a tag
	likeQuery bool     // as go-querystring reads structs, else as encoding/json does
	noEncoder string   // why structs with JSON or text of their own are not read; "": they are
	types     sync.Map // each *structType by its type
}

var jsonFirst = &reader{choose: firstOf("json", "url", InParams), place: InParams}

// urlFirst is the reader of QueryOf, and of all that is within a query or form.
var urlFirst = &reader{choose: firstOf("url", "json", InQuery), place: InQuery, likeQuery: true}

// byPlace is the reader of OptionsOf.
var byPlace = &reader{
	choose:    onlyOne,
	place:     InParams,
	noEncoder: `has JSON or text of its own, which OptionsOf does not read: pass it in a field with the tag body:""`,
}

// A Place is where a field goes.
type Place uint8

const (
	InPath Place = iota
	InParams
	InQuery
	InHeaders
	InBody
)

// A field is a field of a struct, its own or one of an embedded struct.
//
//	type Issues struct {
//		State string `json:"state,omitempty"` // name "state", index [0], path "Issues.State"
//		Page                                  // promoted: its fields take its place
//	}
//
//	type Page struct {
//		Size int `url:"size"` // name "size", index [1 0], path "Issues.Page.Size"
//	}
type field struct {
	key       string // of the tag that it is read by; "": it has none
	place     Place
	reason    string // why it cannot be sent
	name      string // of the parameter; "": it is none
	isNamed   bool   // by its tag
	index     []int
	path      string // in Go names
	omitEmpty bool
	omitZero  bool
	comma     bool // joins a list
	byPointer bool // it is sent as a pointer, since only that encodes itself
}

// otherTags say where a field goes, here to OptionsOf and in other packages. A field that has only
// one of them would be sent under its Go name.
var otherTags = []string{"path", "query", "header", "body", "in", "form", "schema", "uri", "cookie", "param"}

// firstOf chooses the first of two tags that is not empty.
func firstOf(tag, other string, place Place) func(reflect.StructField) field {
	return func(sf reflect.StructField) field {
		f := field{place: place}
		switch hasTag := func(key string) bool { _, ok := sf.Tag.Lookup(key); return ok }; {
		case !sf.IsExported() && !isEmbedded(sf): // encoding/json does not read its tag
		case sf.Tag.Get(tag) != "":
			f.key = tag
		case sf.Tag.Get(other) != "":
			f.key = other
		case slices.ContainsFunc(otherTags, hasTag):
			f.reason = `its tag is read by OptionsOf or another package, and it has neither json nor url: write url:"name", or url:"-" to leave it out`
		}
		return f
	}
}

// placeTags say to OptionsOf where a field goes.
var placeTags = [...]field{
	{key: "path", place: InPath},
	{key: "json", place: InParams},
	{key: "query", place: InQuery},
	{key: "url", place: InQuery},
	{key: "header", place: InHeaders},
	{key: "body", place: InBody},
}

// onlyOne chooses the one of the placeTags that a field has. "-" counts where no other does.
func onlyOne(sf reflect.StructField) field {
	f := field{place: InParams}
	for _, to := range placeTags {
		switch tag, ok := sf.Tag.Lookup(to.key); {
		case !ok:
		case f.key == "", sf.Tag.Get(f.key) == "-":
			f = to
		case tag != "-":
			f.reason = `it goes to one place, and has tags of two: remove one, or write "-" in it`
		}
	}
	if f.key == "" && !isEmbedded(sf) {
		f.reason = `no tag says where it goes: write path:"name", query:"name", header:"name", json:"name" or body:"", or json:"-" to leave it out`
	}
	return f
}

// field reads a field by one of its tags. It has no name if it is left out or promoted.
func (r *reader) field(sf reflect.StructField) (f field, isPromoted bool) {
	f = r.choose(sf)
	tag := sf.Tag.Get(f.key)
	name, options, _ := strings.Cut(tag, ",")
	f.name, f.isNamed = cmp.Or(name, sf.Name), name != ""
	isPromoted = isEmbedded(sf) && name == "" && f.key != "body"
	switch {
	case tag == "-", !sf.IsExported() && !isEmbedded(sf) && f.key == "":
		return field{}, false
	case !sf.IsExported() && !isPromoted:
		f.reason = "it has a tag, but is not exported: export it, or remove the tag"
		return f, false
	case f.key == "json" && strings.ContainsFunc(name, isNotInJSON):
		f.reason = fmt.Sprintf("encoding/json does not use the name in its json tag %q: use letters, digits and punctuation without quotes and backslashes", tag)
		return f, false
	case isPromoted && encodesItself(sf.Type) && isLost(pointedTo(sf.Type)):
		f.refuse(`it is embedded without a name, and has no exported fields: write url:"name", or url:"-" to leave it out`)
	case !isPromoted:
		f.refuse(f.misuse(sf))
	}
	isPromoted = isPromoted && f.reason == ""
	switch {
	case isPromoted:
		f.name = ""
	case f.place == InHeaders:
		f.name = strings.ToLower(f.name)
	case f.place == InBody:
		f.name = "Data"
	}
	f.byPointer = isByPointer(sf.Type)
	for option := range strings.SplitSeq(options, ",") {
		f.readOption(option, isPromoted)
		if kind := pointedTo(sf.Type).Kind(); option == "brackets" && (kind == reflect.Slice || kind == reflect.Array) {
			f.name += "[]" // as it would be written
		}
	}
	return f, isPromoted
}

// misuse returns why a field cannot be sent with its tags, or "".
func (f *field) misuse(sf reflect.StructField) string {
	switch {
	case f.place == InHeaders && !f.isNamed:
		return `a header is named by its tag: write header:"name"`
	case f.place == InBody && sf.Tag.Get("body") != "":
		return `the body has no name and no options: write body:""`
	case sf.Tag.Get("del")+sf.Tag.Get("layout") != "", (f.key == "url" || f.place == InQuery && f.key != "json") && implements[queryEncoder](sf.Type):
		return "the tags del and layout, and EncodeValues, are not read here: write the option comma, pass text such as t.Format(time.DateOnly), or give the type MarshalText"
	}
	return ""
}

func (f *field) readOption(option string, isPromoted bool) {
	switch {
	case option == "", isPromoted && (option == "inline" || option == "embed"):
	case option == "omitempty":
		f.omitEmpty = true
	case option == "omitzero":
		f.omitZero = true
	case option == "comma" && (f.key == "url" || f.key == "query"):
		f.comma = true
	case option == "brackets":
		f.refuse(`the option brackets of its tag is not read here: end the name with "[]"`)
	case option == "inline", option == "embed":
		f.refuse("the option " + option + " of its tag is for an embedded struct: embed it")
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

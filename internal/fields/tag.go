// One field of a struct and its tags.

package fields

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"
)

// A field is one parameter of a struct.
//
//	type Issues struct {
//		State string `json:"state,omitempty"` // name "state", index [0], omit [isEmpty]
//		Page                                  // no name: readField returns its type
//	}
//
//	type Page struct {
//		Size int `url:"size"` // name "size", index [1 0], path "Page.Size"
//	}
type field struct {
	name   string // of the parameter; "" if the field is not one
	index  []int
	path   string
	omit   []func(reflect.Value) bool
	comma  bool   // joins a list
	reason string // why it is rejected
}

func (f *field) error(reason string) error {
	return &Error{f.path[strings.LastIndexByte(f.path, '.')+1:], reason}
}

// in returns the value of f in a struct, if no embedded pointer to it is nil.
func (f *field) in(v reflect.Value) (reflect.Value, bool) {
	for i, x := range f.index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return reflect.Value{}, false
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v, true
}

// omits reports whether an option of a tag leaves out a field of value v.
func (f *field) omits(v reflect.Value) bool {
	for _, omit := range f.omit {
		if omit(v) {
			return true
		}
	}
	return false
}

// leftOut stands for the name of a field whose tag is "-". It is not a name,
// for the tag `json:"-,"` names a field "-".
const leftOut = ","

// nameIn returns the name in a tag, leftOut, or unnamed if it has none.
func nameIn(tag, unnamed string) string {
	name, _, _ := strings.Cut(tag, ",")
	switch {
	case tag == "-":
		return leftOut
	case name == "":
		return unnamed
	}
	return name
}

// readField reads the tags of a field. For an embedded struct whose fields are
// promoted it returns the type of the struct too. A field that is not exported
// or that a tag leaves out has no name.
func readField(sf reflect.StructField) (f field, inner reflect.Type) {
	inner = embeddedStruct(sf)
	if !sf.IsExported() && inner == nil {
		return field{}, nil
	}
	unnamed := sf.Name
	if inner != nil {
		unnamed = ""
	}
	jsonTag, urlTag := sf.Tag.Get("json"), sf.Tag.Get("url")
	tag := jsonTag
	if jsonTag == "" {
		tag = urlTag
	}
	f.name = nameIn(tag, unnamed)
	if jsonTag != "" && urlTag != "" && nameIn(urlTag, unnamed) != f.name {
		f.reason = fmt.Sprintf("its json tag %q and its url tag %q differ in name: use the same name in both", jsonTag, urlTag)
		return f, inner
	}
	if f.name == leftOut {
		return field{}, nil
	}
	if f.name != "" {
		inner = nil
	}
	switch {
	case jsonTag != "" && strings.ContainsFunc(f.name, isNotInName):
		f.reason = fmt.Sprintf("encoding/json ignores the name in its json tag %q: rename it", tag)
	case f.name != "" && !sf.IsExported():
		f.reason = fmt.Sprintf("its tag %q names it, but its type is not exported: export the type or remove the name", tag)
	}
	f.readOptions(sf, jsonTag, urlTag, inner != nil)
	return f, inner
}

// readOptions reads what follows the names in the tags of a field.
func (f *field) readOptions(sf reflect.StructField, jsonTag, urlTag string, flattened bool) {
	for _, tag := range []struct{ key, text string }{{"json", jsonTag}, {"url", urlTag}} {
		for _, option := range strings.Split(tag.text, ",")[1:] {
			switch {
			case option == "":
			case option == "omitempty" && tag.key == "json":
				f.omit = append(f.omit, isEmpty)
			case option == "omitempty":
				f.omit = append(f.omit, isEmptyInURL)
			case option == "omitzero":
				f.omit = append(f.omit, isZero)
			case option == "inline" && flattened:
			case option == "comma" && tag.key == "url" && jsonTag == "" && mayBeList(sf.Type):
				f.comma = true
			case f.reason == "":
				f.reason = fmt.Sprintf("the option %q of its %s tag is not supported here: remove it and set the parameter yourself", option, tag.key)
			}
		}
	}
	// The tags that go-querystring reads besides url.
	for _, key := range []string{"del", "layout"} {
		if _, ok := sf.Tag.Lookup(key); ok && (urlTag != "" || jsonTag == "") && f.reason == "" {
			f.reason = fmt.Sprintf("the tag %q is not supported: remove it and set the parameter yourself", key)
		}
	}
}

// embeddedStruct returns the type of an embedded struct, or of the struct that
// an embedded pointer points to, and nil for any other field.
func embeddedStruct(sf reflect.StructField) reflect.Type {
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if !sf.Anonymous || t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

// isNotInName reports whether encoding/json ignores a name with c in it.
func isNotInName(c rune) bool {
	return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c)
}

func mayBeList(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Interface
}

// isEmpty is omitempty of encoding/json.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

type zeroer interface{ IsZero() bool }

// isEmptyInURL is omitempty of go-querystring. It calls IsZero of a struct,
// but not of what a pointer points to: a pointer that is not nil was set.
func isEmptyInURL(v reflect.Value) bool {
	z, ok := v.Interface().(zeroer)
	return isEmpty(v) || ok && v.Kind() == reflect.Struct && z.IsZero()
}

// isZero is omitzero of encoding/json, which calls IsZero if the type of the
// field, or a pointer to it, has this method.
func isZero(v reflect.Value) bool {
	t := v.Type()
	switch {
	case (t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface) && v.IsNil():
		return true
	case t.Kind() == reflect.Interface && v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil():
		return t.Implements(zeroerType)
	case t.Implements(zeroerType):
		return v.Interface().(zeroer).IsZero()
	case reflect.PointerTo(t).Implements(zeroerType):
		return pointerToCopy(v).(zeroer).IsZero()
	}
	return v.IsZero()
}

var zeroerType = reflect.TypeFor[zeroer]()

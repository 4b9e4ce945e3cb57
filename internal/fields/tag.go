// One field of a struct and its tags.

package fields

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
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

// omits reports whether an option of a tag leaves out a field of value v.
func (f *field) omits(v reflect.Value) bool {
	return slices.ContainsFunc(f.omit, func(omit func(reflect.Value) bool) bool { return omit(v) })
}

// readField reads the tags of a field. For an embedded struct without a name in
// its tag it returns the type of the struct too. A field that is not exported or
// that a tag leaves out has no name.
func readField(sf reflect.StructField) (f field, inner reflect.Type) {
	unnamed := sf.Name
	if inner = embeddedStruct(sf); inner != nil {
		unnamed = ""
	}
	jsonTag, urlTag := sf.Tag.Get("json"), sf.Tag.Get("url")
	f.name = nameIn(cmp.Or(jsonTag, urlTag), unnamed)
	if f.name != "" {
		inner = nil
	}
	switch {
	case !sf.IsExported() && inner == nil:
		return field{}, nil
	case jsonTag != "" && urlTag != "" && nameIn(urlTag, unnamed) != f.name:
		f.reason = fmt.Sprintf("its json tag %q and its url tag %q differ in name: use the same name in both", jsonTag, urlTag)
	case cmp.Or(jsonTag, urlTag) == "-":
		return field{}, nil
	default:
		f.readOptions(jsonTag, urlTag, inner != nil)
	}
	return f, inner
}

// nameIn returns the name in a tag, or unnamed if it has none.
func nameIn(tag, unnamed string) string {
	name, _, _ := strings.Cut(tag, ",")
	return cmp.Or(name, unnamed)
}

// readOptions reads what follows the names in the tags of a field.
func (f *field) readOptions(jsonTag, urlTag string, flattened bool) {
	for _, tag := range []struct{ key, text string }{{"json", jsonTag}, {"url", urlTag}} {
		for _, option := range strings.Split(tag.text, ",")[1:] {
			switch {
			case option == "", option == "inline" && flattened:
			case option == "omitempty" && tag.key == "json":
				f.omit = append(f.omit, isEmpty)
			case option == "omitempty":
				f.omit = append(f.omit, isEmptyInURL)
			case option == "omitzero":
				f.omit = append(f.omit, isZero)
			case option == "comma" && tag.key == "url" && jsonTag == "":
				f.comma = true
			case f.reason == "":
				f.reason = fmt.Sprintf("the option %q of its %s tag is not supported here: remove it and set the parameter yourself", option, tag.key)
			}
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

// isEmpty is omitempty of encoding/json.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct, reflect.Func, reflect.Chan, reflect.Complex64, reflect.Complex128:
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

var zeroerType = reflect.TypeFor[zeroer]()

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
		return v.Addr().Interface().(zeroer).IsZero()
	}
	return v.IsZero()
}

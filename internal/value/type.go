// What is known of a type.

package value

import (
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// A typeInfo says how values of a type are read and encoded. It is found once for
// each type.
type typeInfo struct {
	marshalsJSON, marshalsText, isStringer bool

	fields *fields // of a struct, else nil
	lost   *Error  // what encoding/json would lose; nil: nothing
}

// hasJSON reports whether values encode themselves as JSON.
func (info *typeInfo) hasJSON() bool { return info.marshalsJSON || info.marshalsText }

// hasText reports whether values have text of their own.
func (info *typeInfo) hasText() bool { return info.marshalsText || info.isStringer }

var types sync.Map // map[reflect.Type]*typeInfo

func infoOf(t reflect.Type) *typeInfo {
	info, ok := types.Load(t)
	if !ok {
		info, _ = types.LoadOrStore(t, newInfo(t))
	}
	return info.(*typeInfo)
}

func newInfo(t reflect.Type) *typeInfo {
	info := &typeInfo{
		marshalsJSON: marshalsJSON(t),
		marshalsText: implements[encoding.TextMarshaler](t),
		isStringer:   implements[fmt.Stringer](t) && t != rawMessage && t != reflect.PointerTo(rawMessage), // which are since Go 1.27
	}
	switch s := pointedTo(t); {
	case info.hasJSON():
	case implements[io.Reader](t):
		info.lost = errorf("%s is a Reader, which cannot be encoded as JSON: read it into a string first", TypeName(t))
	case s.Kind() == reflect.Struct && s.NumField() > 0 && !showsField(s):
		advice := "its text, a map or a struct with exported fields"
		if p := reflect.PointerTo(s); marshalsJSON(p) || implements[encoding.TextMarshaler](p) {
			advice = "a pointer to it"
		}
		info.lost = errorf("%s has no exported fields, so its JSON would be {}: pass %s", TypeName(s), advice)
	}
	if t.Kind() == reflect.Struct {
		info.fields = readFields(t, info.lost)
	}
	return info
}

// marshalsJSON reports whether values of t have JSON of their own: by MarshalJSON, or
// by the method of encoding/json/v2, whose interface Go 1.24 does not have.
func marshalsJSON(t reflect.Type) bool {
	_, ok := t.MethodByName("MarshalJSONTo")
	return ok || implements[json.Marshaler](t)
}

type zeroer interface{ IsZero() bool }

// A queryEncoder writes its own query with github.com/google/go-querystring.
type queryEncoder interface {
	EncodeValues(key string, v *url.Values) error
}

// implements reports whether t has the methods of I.
func implements[I any](t reflect.Type) bool { return t.Implements(reflect.TypeFor[I]()) }

// has reports whether t or a pointer to it has the methods of I.
func has[I any](t reflect.Type) bool { return implements[I](t) || implements[I](reflect.PointerTo(t)) }

var (
	number     = reflect.TypeFor[json.Number]()
	rawMessage = reflect.TypeFor[json.RawMessage]()
)

// TypeName returns the name of t for errors. Go 1.27 made json.RawMessage another
// name of a type, and the texts of errors should not depend on the release.
func TypeName(t reflect.Type) string {
	return strings.ReplaceAll(t.String(), rawMessage.String(), "json.RawMessage")
}

// IsText reports whether v, which is not nil, is a string or a byte slice that does
// not encode itself as JSON.
func IsText(v any) bool {
	t := reflect.TypeOf(v)
	return (t.Kind() == reflect.String && t != number || isBytes(t)) && !infoOf(t).hasJSON()
}

// isBytes reports whether t is a slice of bytes, and not of an enumeration that has
// text of its own.
func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && !infoOf(t.Elem()).hasText()
}

// isObject reports whether t is a map with string keys.
func isObject(t reflect.Type) bool {
	return t.Kind() == reflect.Map && t.Key().Kind() == reflect.String
}

// pointedTo returns what t points to, or t if it is not a pointer.
func pointedTo(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// showsField reports whether encoding/json writes any field of a struct. In place
// of an embedded struct without a name in its tag, it writes the fields of that.
func showsField(t reflect.Type) bool {
	structs := []reflect.Type{t}
	for i := 0; i < len(structs); i++ {
		for j := range structs[i].NumField() {
			sf := structs[i].Field(j)
			name, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
			switch inner := embeddedIn(sf); {
			case inner == nil && sf.IsExported(), inner != nil && name != "":
				return true
			case inner != nil && !slices.Contains(structs, inner):
				structs = append(structs, inner)
			}
		}
	}
	return false
}

var errPointerLoop = &Error{Reason: "the pointer leads back to itself, or to more than 60 others"}

// follow follows the pointers and interfaces in v to the last pointer, which has
// the methods of its value too, or to a value that is not behind a pointer, and
// returns both. The value is not valid for nil. It stops at the 64th, since a
// pointer may lead back to itself.
func follow(v any) (last, elem reflect.Value, err error) {
	last = reflect.ValueOf(v)
	for range 64 {
		elem = reflect.Indirect(last)
		if kind := elem.Kind(); kind != reflect.Pointer && kind != reflect.Interface {
			return last, elem, nil
		}
		last = reflect.ValueOf(elem.Interface())
	}
	return last, elem, errPointerLoop
}

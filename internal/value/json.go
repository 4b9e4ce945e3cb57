// Go values as JSON for request bodies: as encoding/json writes them, but without
// HTML escaping and without a newline at the end.

package value

import (
	"bytes"
	"encoding"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"example.com/endpoint/internal/fault"
)

// Marshal returns the JSON of v as encoding/json writes it, but without HTML escaping
// and without a newline at the end. What does not pass [Check] is an error.
func Marshal(v any) ([]byte, *fault.Error) {
	if err := Check(v); err != nil {
		return nil, err
	}
	return encode(nil, v)
}

// AppendMember appends a member of an object: name, colon and the JSON of v, which has
// passed [Check]. It writes common kinds itself, as encoding/json would.
func AppendMember(dst []byte, name string, v any) ([]byte, *fault.Error) {
	dst = append(appendString(dst, name), ':')
	switch v := v.(type) {
	case string:
		return appendString(dst, v), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case int:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case []string:
		if v == nil {
			break
		}
		dst = append(dst, '[')
		for i, s := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendString(dst, s)
		}
		return append(dst, ']'), nil
	}
	return encode(dst, v)
}

// appendString appends s as a JSON string.
func appendString(dst []byte, s string) []byte {
	start := len(dst)
	dst = append(slices.Grow(dst, len(s)+len(`""`)), '"')
	for i := range len(s) {
		switch c := s[i]; {
		case ' ' <= c && c < utf8.RuneSelf && c != '"' && c != '\\':
			dst = append(dst, c)
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, `\n`...)
		default: // encoding/json knows the rest
			dst, _ = encode(dst[:start], s)
			return dst
		}
	}
	return append(dst, '"')
}

// encode leaves v to encoding/json.
func encode(dst []byte, v any) ([]byte, *fault.Error) {
	buf := bytes.NewBuffer(dst)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return dst, explain(v, err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// Decode decodes JSON into v. Numbers keep their digits.
func Decode(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode(v)
}

// A JSON is JSON as the text of a parameter or as Data, and no value anywhere else.
type JSON string

var errPlace = fault.New(fault.Param, "", "endpoint.JSON is only for a parameter itself, in Query, a form, {?x} or {&x}, and for Data: pass the value or its text, or name its place as in Query{\"status[in]\": endpoint.JSON(v)}")

// MarshalText fails: where j may stand, it is not called.
func (j JSON) MarshalText() ([]byte, error) { return nil, errPlace }

// OfJSON returns v, of a JSON its text as a json.RawMessage.
func OfJSON(v any) any {
	if text, ok := v.(JSON); ok {
		return json.RawMessage(text)
	}
	return v
}

// decode returns what the JSON of v is: nil, a bool, a json.Number, a string, an []any or a
// map[string]any.
func decode(v any) (decoded any, _ *fault.Error) {
	b, err := Marshal(v)
	if err == nil && !utf8.Valid(b) { // of a MarshalJSON
		err = fault.Errorf("%s has JSON that is not UTF-8", TypeName(reflect.TypeOf(v)))
	}
	if err == nil {
		_ = Decode(b, &decoded) // what encoding/json wrote
	}
	return decoded, err
}

// Check returns an error if encoding/json would write {} for v and lose what is
// in it: v is a Reader, or is or points to a struct that has fields, but none that JSON
// shows, or to a message of protocol buffers. A nil pointer is null. Check does not look inside v.
func Check(v any) *fault.Error {
	switch v.(type) {
	case nil, string, bool, int, []string: // as most are, and without reflection
		return nil
	case JSON:
		return errPlace
	}
	t := reflect.TypeOf(v)
	elem := pointedTo(t)
	switch {
	case encodesItself(t), t != elem && reflect.ValueOf(v).IsNil():
		return nil
	case implements[io.Reader](t):
		return fault.Errorf("%s is a Reader, which cannot be encoded as JSON: read it into a string first", TypeName(t))
	case isProto(elem):
		return errProto(elem)
	case elem.Kind() == reflect.Struct && jsonFirst.structOf(elem).isLost:
		return errLost(elem)
	}
	return nil
}

// CheckParam is [Check] for a parameter. What has JSON, but not that which people expect, is no
// parameter: a time.Duration, which is its nanoseconds, and a message of protocol buffers.
func CheckParam(v any) *fault.Error {
	p, _ := v.(*time.Duration)
	if _, ok := v.(time.Duration); ok || p != nil {
		return fault.New(fault.Param, "", "a time.Duration is nanoseconds in JSON: pass d.String() or d.Seconds()")
	}
	err := Check(v)
	if err != nil && isProto(pointedTo(reflect.TypeOf(v))) {
		err.Kind = fault.Param
	}
	return err
}

// isProto reports whether t is a message of protocol buffers, which has other JSON than its fields.
func isProto(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	_, ok := p.MethodByName("ProtoReflect") // a constant, so that the linker drops other methods
	return ok && !marshalsJSON(p)
}

func errProto(t reflect.Type) *fault.Error {
	return fault.Errorf("%s is a message of protocol buffers: pass json.RawMessage of protojson.Marshal", TypeName(t))
}

// errLost returns the error for a struct whose JSON would be {}.
func errLost(t reflect.Type) *fault.Error {
	advice := "its text, a map or a struct with exported fields"
	if encodesItself(reflect.PointerTo(t)) {
		advice = "a pointer to it"
	}
	return fault.Errorf("%s has no field that JSON shows, so its JSON would be {}: pass %s", TypeName(t), advice)
}

// isLost reports whether a struct has fields, and encoding/json writes none of them.
func isLost(t reflect.Type) bool {
	return t.NumField() > 0 && !showsField(t, map[reflect.Type]bool{})
}

// showsField reports whether encoding/json writes a field of t, leaving out the structs
// that are seen. In place of an embedded struct without a name in its tag, it writes
// the fields of that.
func showsField(t reflect.Type, seen map[reflect.Type]bool) bool {
	seen[t] = true
	for i := range t.NumField() {
		sf := t.Field(i)
		inner := pointedTo(sf.Type)
		tag := sf.Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		switch {
		case tag == "-":
		case !isEmbedded(sf) && sf.IsExported(), isEmbedded(sf) && name != "":
			return true
		case isEmbedded(sf) && !seen[inner] && showsField(inner, seen):
			return true
		}
	}
	return false
}

// marshalsJSON reports whether values of t have JSON of their own. A json.Number is a
// number, whether it has a method or not.
func marshalsJSON(t reflect.Type) bool {
	if pointedTo(t) == reflect.TypeFor[json.Number]() {
		return false
	}
	return implements[json.Marshaler](t) || jsonEncoder != nil && encoderOf(t) == jsonEncoder
}

// jsonEncoder is what MarshalJSONTo, the method of encoding/json/v2, writes to. It is nil
// where encoding/json is not built on that: there, it does not call the method, and
// json.Number does not have it.
var jsonEncoder = encoderOf(reflect.TypeFor[json.Number]())

// encoderOf returns the last parameter of MarshalJSONTo of t, nil without the method. Go 1.24
// does not have the interface.
func encoderOf(t reflect.Type) reflect.Type {
	m, ok := t.MethodByName("MarshalJSONTo")
	if !ok || m.Type.NumIn() == 0 {
		return nil
	}
	return m.Type.In(m.Type.NumIn() - 1)
}

// encodesItself reports whether values of t have JSON or text of their own.
func encodesItself(t reflect.Type) bool {
	return implements[encoding.TextMarshaler](t) || marshalsJSON(t)
}

// isByPointer reports whether only a pointer to t encodes itself, or to what an array or struct
// of the type t holds: encoding/json finds its methods where a value is addressable.
func isByPointer(t reflect.Type) bool {
	switch p := reflect.PointerTo(t); {
	case marshalsJSON(p): // before MarshalText, as in encoding/json
		return !marshalsJSON(t)
	case encodesItself(p):
		return !encodesItself(t)
	case t.Kind() == reflect.Array:
		return isByPointer(t.Elem())
	case t.Kind() == reflect.Struct:
		return jsonFirst.structOf(t).byPointer
	}
	return false
}

// explain says what an error of encoding/json for v is about. An error that a
// caller's method returned may hold a value, be a nil pointer or unwrap to
// itself, so explain looks at types alone: it calls no method of err and
// follows no chain.
func explain(v any, err error) *fault.Error {
	switch err := err.(type) {
	case *json.MarshalerError:
		t := pointedTo(err.Type) // since Go 1.27 always a pointer
		switch p := reflect.PointerTo(t); {
		case marshalsJSON(p):
			return failed("MarshalJSON of %s failed or returned invalid JSON", t, err.Err)
		case encodesItself(p): // json.Number does not, by its method of Go 1.27
			return failed("MarshalText of %s failed", t, err.Err)
		}
	case *json.UnsupportedTypeError:
		where, advice := "", "leave it out, or pass its text"
		if err.Type != reflect.TypeOf(v) {
			where = " in " + TypeName(reflect.TypeOf(v))
		}
		if err.Type.Kind() == reflect.Map {
			advice = "pass a map with string keys"
		}
		return fault.Errorf("type %s%s cannot be encoded as JSON: %s", TypeName(err.Type), where, advice)
	}
	return fault.Errorf("%s cannot be encoded as JSON: it contains itself, NaN or an infinity, or encoding/json rejects its depth, or a number, a tag or the key of a map in it", TypeName(reflect.TypeOf(v)))
}

// Go values as JSON for request bodies: as encoding/json writes them, but without
// HTML escaping and without a newline at the end.

package value

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Append appends the JSON of v as encoding/json writes it, but without HTML
// escaping and without a newline at the end. What does not pass [Check] is an
// error.
func Append(dst []byte, v any) ([]byte, error) {
	if err := Check(v); err != nil {
		return dst, err
	}
	return encode(dst, v)
}

// AppendMember appends a member of an object: name, colon and the JSON of v. What
// does not pass [Check] is an error.
func AppendMember(dst []byte, name string, v any) ([]byte, error) {
	if err := Check(v); err != nil {
		return dst, err
	}
	dst = append(appendString(dst, name), ':')
	return appendValue(dst, v)
}

// appendValue writes the kinds itself that most members have, with the bytes that
// encoding/json would write, and leaves all others to that package.
func appendValue(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case string:
		return appendString(dst, v), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case int:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case []string:
		return appendStrings(dst, v), nil
	}
	return encode(dst, v)
}

// appendString appends s as a JSON string. In plain ASCII all releases of
// encoding/json escape alike.
func appendString(dst []byte, s string) []byte {
	dst = slices.Grow(dst, len(s)+len(`""`))
	start := len(dst)
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, `\n`...)
		case ' ' <= c && c < utf8.RuneSelf:
			dst = append(dst, c)
		default:
			dst, _ = encode(dst[:start], s) // no string is an error
			return dst
		}
	}
	return append(dst, '"')
}

func appendStrings(dst []byte, list []string) []byte {
	if list == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, s)
	}
	return append(dst, ']')
}

// Check returns an error if encoding/json would write {} for v and lose what is
// in it: v is a Reader, or is or points to a struct that has fields, but none that
// JSON shows. A nil pointer is null. Check does not look inside v.
func Check(v any) error {
	switch v.(type) {
	case nil, string, bool, int, []string: // as most are, and without reflection
		return nil
	}
	t := reflect.TypeOf(v)
	lost := infoOf(t).lost
	if lost == nil || t.Kind() == reflect.Pointer && reflect.ValueOf(v).IsNil() {
		return nil
	}
	return lost
}

// encode leaves v to encoding/json.
func encode(dst []byte, v any) ([]byte, error) {
	buf := bytes.NewBuffer(dst)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return dst, explain(v, err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

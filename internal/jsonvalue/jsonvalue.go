// Package jsonvalue encodes Go values as JSON for request bodies: as
// encoding/json does, but without HTML escaping and without a newline at the
// end. Its errors say what failed without showing any value.
package jsonvalue

import (
	"bytes"
	"encoding"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Append appends the JSON of v. It writes common kinds itself, as encoding/json
// would, and leaves all others to that package. Where releases of Go write JSON
// differently, the result is the same for all: U+FFFD, U+2028 and U+2029 are
// escaped, and more than 10,000 levels are an error. If v or a member
// of the outermost object does not pass [Check], that is an error. The error is
// an *Error.
func Append(dst []byte, v any) (_ []byte, err error) {
	switch v.(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return appendValue(dst, v)
	}
	members, ok := v.(map[string]any) // as most are, and without a copy
	if !ok {
		members = Members(v)
	}
	if len(members) == 0 {
		return appendValue(dst, v)
	}
	dst = append(dst, '{')
	for i, name := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = AppendMember(dst, name, members[name]); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

// Members returns a copy of the map with string keys that v is or points to, not
// nil even if that is, or nil if v is something else.
func Members(v any) map[string]any {
	object := reflect.Indirect(reflect.ValueOf(v))
	if object.Kind() != reflect.Map || object.Type().Key().Kind() != reflect.String {
		return nil
	}
	m := make(map[string]any, object.Len())
	for it := object.MapRange(); it.Next(); {
		m[it.Key().String()] = it.Value().Interface()
	}
	return m
}

// AppendMember appends a member of an object: name, colon and the JSON of v.
// The error is an *Error.
func AppendMember(dst []byte, name string, v any) ([]byte, error) {
	dst = append(AppendString(dst, name), ':')
	return appendValue(dst, v)
}

func appendValue(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case string:
		return AppendString(dst, v), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case int:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case []string:
		return appendStrings(dst, v), nil
	}
	return encode(dst, v)
}

// plain has the bytes that stand for themselves in a JSON string.
var plain = func() (t [256]bool) {
	for c := byte(' '); c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// AppendString appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD,
// which is escaped, as are U+2028 and U+2029.
func AppendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(slices.Grow(dst, len(s)+2), '"')
	done := 0 // how much of s is appended
	for i := plainLen(s); i < len(s); i += plainLen(s[i:]) {
		r, size := utf8.DecodeRuneInString(s[i:])
		short := strings.IndexByte("\"\\\b\f\n\r\t", s[i])
		if short >= 0 {
			dst = append(append(dst, s[done:i]...), '\\', "\"\\bfnrt"[short])
			done = i + size
		} else if r < ' ' || r == '\u2028' || r == '\u2029' || r == utf8.RuneError {
			dst = append(append(dst, s[done:i]...), '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
			done = i + size
		}
		i += size
	}
	return append(append(dst, s[done:]...), '"')
}

// plainLen returns how many bytes that stand for themselves s begins with.
func plainLen(s string) int {
	for i := range len(s) {
		if !plain[s[i]] {
			return i
		}
	}
	return len(s)
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
		dst = AppendString(dst, s)
	}
	return append(dst, ']')
}

// encode leaves v to encoding/json.
func encode(dst []byte, v any) ([]byte, error) {
	if err := Check(v); err != nil {
		return dst, err
	}
	var buf bytes.Buffer // and not dst, which may be on the stack
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return dst, explain(v, err)
	}
	b := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	if isTooDeep(b) {
		return dst, tooDeep(v)
	}
	return append(dst, escaped(b)...), nil
}

// maxDepth is how deep a value may be nested. Go 1.27 encodes no deeper one, and
// no release decodes it.
const maxDepth = 10_000

// isTooDeep reports whether JSON is nested deeper than maxDepth.
func isTooDeep(b []byte) bool {
	if bytes.Count(b, []byte("["))+bytes.Count(b, []byte("{")) <= maxDepth { // as nearly always
		return false
	}
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			if depth++; depth > maxDepth {
				return true
			}
		case ']', '}':
			depth--
		}
	}
	return false
}

// escaped returns JSON with the characters escaped that AppendString escapes. In
// what a method returns, encoding/json leaves some of them as they are, each
// release others.
func escaped(b []byte) []byte {
	for _, c := range [...]struct{ literal, escape string }{{"\ufffd", `\ufffd`}, {"\u2028", `\u2028`}, {"\u2029", `\u2029`}} {
		if bytes.Contains(b, []byte(c.literal)) {
			b = bytes.ReplaceAll(b, []byte(c.literal), []byte(c.escape))
		}
	}
	return b
}

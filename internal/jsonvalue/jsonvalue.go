// Package jsonvalue encodes Go values as JSON for request bodies: as
// encoding/json does, without HTML escaping and without a newline at the end.
package jsonvalue

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A MemberError is the error of a member of the outermost object.
type MemberError struct {
	Name string
	Err  error
}

func (e *MemberError) Error() string { return strconv.Quote(e.Name) + ": " + e.Err.Error() }

func (e *MemberError) Unwrap() error { return e.Err }

// Append appends the JSON of v. The error of a map[string]any is a *MemberError
// where one of its members has no JSON. Common kinds are written here, byte for byte
// as encoding/json would; all others go through it.
func Append(dst []byte, v any) ([]byte, error) {
	if m, ok := v.(map[string]any); ok && m != nil {
		return appendObject(dst, m)
	}
	return appendValue(dst, v)
}

// appendObject writes the outermost object. Objects within it go through
// encoding/json, which knows how to stop at one that holds itself.
func appendObject(dst []byte, m map[string]any) (_ []byte, err error) {
	dst = append(dst, '{')
	for i, name := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = AppendMember(dst, name, m[name]); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

// AppendMember appends a member of an object: name, colon and the JSON of v.
// The error is a *MemberError.
func AppendMember(dst []byte, name string, v any) ([]byte, error) {
	dst = AppendString(dst, name)
	dst = append(dst, ':')
	dst, err := appendValue(dst, v)
	if err != nil {
		return dst, &MemberError{name, err}
	}
	return dst, nil
}

func appendValue(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case string:
		return AppendString(dst, v), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case int:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case []string:
		return appendStrings(dst, v), nil
	}
	return encode(dst, v)
}

// AppendString appends s as a JSON string, escaped as encoding/json does it:
// bytes that are not UTF-8 become U+FFFD, and U+2028 and U+2029 are escaped.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf && c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		size := 1
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if size = n; r != '\u2028' && r != '\u2029' && (r != utf8.RuneError || n > 1) {
				i += n
				continue
			}
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, s[i:i+size])
		i += size
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// appendEscape appends the escape of one character.
func appendEscape(dst []byte, s string) []byte {
	if i := strings.IndexByte("\"\\\b\f\n\r\t", s[0]); i >= 0 {
		return append(dst, '\\', "\"\\bfnrt"[i])
	}
	r, _ := utf8.DecodeRuneInString(s)
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
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

// errReader is the error of a file or buffer in an object, which encoding/json
// would write as {}.
var errReader = errors.New("a Reader has no JSON form")

func encode(dst []byte, v any) ([]byte, error) {
	switch v.(type) {
	case json.Marshaler, encoding.TextMarshaler:
	case io.Reader:
		return dst, errReader
	}
	var buf bytes.Buffer // and not dst, which may lie on a stack
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return dst, err
	}
	b := buf.Bytes()
	return append(dst, b[:len(b)-1]...), nil
}

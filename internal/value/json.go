// Go values as JSON for request bodies: as encoding/json writes them, but without
// HTML escaping and without a newline at the end.

package value

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Append appends the JSON of v. It writes common kinds itself, as encoding/json
// would, and leaves all others to that package. Where releases of Go write JSON
// differently, the result is the same for all: U+FFFD, U+2028 and U+2029 are
// escaped, and more than 10,000 levels are an error. So is what does not pass
// [Check]: v, or a member of the outermost object.
func Append(dst []byte, v any) (_ []byte, err error) {
	var members []Item
	if v != nil && !infoOf(reflect.TypeOf(v)).hasJSON() {
		members = entriesOf(mapOf(v))
	}
	if len(members) == 0 {
		return appendValue(dst, v)
	}
	dst = append(dst, '{')
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = AppendMember(dst, m.Key, m.Value); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

// AppendMember appends a member of an object: name, colon and the JSON of v.
func AppendMember(dst []byte, name string, v any) ([]byte, error) {
	dst = append(appendString(dst, name), ':')
	return appendValue(dst, v)
}

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

// unescaped has the bytes that stand for themselves in a JSON string.
var unescaped = func() (t [256]bool) {
	for c := byte(' '); c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// appendString appends s as a JSON string. Bytes that are not UTF-8 become U+FFFD,
// which is escaped, as are U+2028 and U+2029.
func appendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(slices.Grow(dst, len(s)+2), '"')
	done := 0 // how much of s is appended
	for i := unescapedLen(s); i < len(s); i += unescapedLen(s[i:]) {
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

// unescapedLen returns how many bytes that stand for themselves s begins with.
func unescapedLen(s string) int {
	for i := range len(s) {
		if !unescaped[s[i]] {
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
		dst = appendString(dst, s)
	}
	return append(dst, ']')
}

// Check returns an error if encoding/json would write {} for v and lose what is
// in it: v is or points to a Reader, or a struct that has fields, but none that
// JSON shows. A nil pointer is null. Check does not look inside v.
func Check(v any) error {
	switch v.(type) {
	case string, bool, int, []string: // as most are, and without reflection
		return nil
	}
	last, elem, err := follow(v)
	if err != nil || !elem.IsValid() {
		return err
	}
	if lost := infoOf(last.Type()).lost; lost != nil {
		return lost
	}
	return nil
}

// encode leaves v to encoding/json.
func encode(dst []byte, v any) ([]byte, error) {
	if err := Check(v); err != nil {
		return dst, err
	}
	if encoderLoops {
		if err := (search{}).visit(reflect.ValueOf(v), 0); err != nil {
			return dst, err
		}
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

// isTooDeep reports whether what encoding/json wrote is nested deeper than maxDepth,
// which alone makes it invalid. It is not where too few brackets open, not counting
// those of an element that follows another one.
func isTooDeep(b []byte) bool {
	opening := bytes.Count(b, []byte("[")) + bytes.Count(b, []byte("{"))
	for _, next := range [...]string{"},{", "],[", "],{", "},["} {
		opening -= bytes.Count(b, []byte(next))
	}
	return opening > maxDepth && !json.Valid(b)
}

// escaped returns JSON with the characters escaped that appendString escapes. In
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

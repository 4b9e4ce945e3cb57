// Package redact prints what may hold secrets without them.
package redact

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Mask stands for what is not shown, as in (*url.URL).Redacted.
const Mask = "xxxxx"

var secretWords = [...]string{"authorization", "cookie", "token", "secret", "key", "password", "signature"}

// Secret reports whether the values of a header, parameter or query key of
// this name are not to be shown.
func Secret(name string) bool {
	name = strings.ToLower(name)
	for _, word := range secretWords {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// Password returns an address or template with the password of its userinfo
// masked. It looks for one also where the address is malformed.
func Password(s string) string {
	start := strings.Index(s, "://") + len("://")
	if start < len("://") {
		if !strings.HasPrefix(s, "//") {
			return s
		}
		start = len("//")
	}
	end := len(s)
	if i := strings.IndexAny(s[start:], "/?#"); i >= 0 {
		end = start + i
	}
	colon := strings.IndexByte(s[start:end], ':')
	if colon < 0 {
		return s
	}
	colon += start
	at := strings.LastIndexByte(s[start:end], '@')
	if at < 0 && !isPort(s[strings.LastIndexByte(s[:end], ':')+1:end]) {
		// A password with a slash in it is no address, but still a password.
		at = strings.LastIndexByte(s[start:], '@')
	}
	if at += start; at < colon {
		return s
	}
	return s[:colon+1] + Mask + s[at:]
}

// isPort tells whether s can be a port, also one that a template fills.
func isPort(s string) bool {
	return strings.Trim(s, "0123456789") == "" || strings.HasPrefix(s, "{") || strings.HasSuffix(s, "]")
}

// Address returns an address or template with its password masked, and the
// values of query keys and of fragment parameters that name a secret.
func Address(s string) string {
	s = Password(s)
	i := strings.IndexAny(s, "?#")
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:i])
	for i < len(s) {
		b.WriteByte(s[i])
		n := strings.IndexAny(s[i+1:], "?#&;")
		if n < 0 {
			n = len(s) - i - 1
		}
		b.WriteString(pair(s[i+1 : i+1+n]))
		i += 1 + n
	}
	return b.String()
}

func pair(s string) string {
	key, _, ok := strings.Cut(s, "=")
	if !ok {
		return s
	}
	name, err := url.QueryUnescape(key)
	if err != nil {
		name = key
	}
	if Secret(name) {
		return key + "=" + Mask
	}
	return s
}

// Text returns a header value or the like: an address masked as one.
func Text(s string) string {
	if strings.Contains(s, "://") {
		return Address(s)
	}
	return s
}

// Headers returns header fields by name, the secret ones masked.
func Headers(h map[string]string) string {
	var b strings.Builder
	for i, name := range slices.Sorted(maps.Keys(h)) {
		if i > 0 {
			b.WriteString(" ")
		}
		value := Text(h[name])
		if Secret(name) {
			value = Mask
		}
		fmt.Fprintf(&b, "%s:%s", strconv.Quote(name), strconv.Quote(value))
	}
	return b.String()
}

// Params returns parameters by name, the secret ones masked. Of values that
// are no scalars, lists or maps of them it shows the type only.
func Params(m map[string]any) string {
	var b strings.Builder
	for i, name := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			b.WriteString(" ")
		}
		value := Mask
		if !Secret(name) {
			value = show(m[name], 0)
		}
		fmt.Fprintf(&b, "%s:%s", strconv.Quote(name), value)
	}
	return b.String()
}

// What bounds how much of lists and maps within others is shown.
const (
	maxDepth  = 4
	maxNested = 16 // elements
)

func show(v any, depth int) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case string:
		return strconv.Quote(Text(v))
	case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64, json.Number:
		return fmt.Sprint(v)
	case []string:
		return showList(len(v), func(i int) any { return v[i] }, depth)
	case []any:
		return showList(len(v), func(i int) any { return v[i] }, depth)
	case map[string]any:
		if depth < maxDepth && len(v) <= maxNested {
			return "map[" + paramsAt(v, depth+1) + "]"
		}
	}
	return fmt.Sprintf("(%T)", v)
}

func paramsAt(m map[string]any, depth int) string {
	parts := make([]string, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		value := Mask
		if !Secret(name) {
			value = show(m[name], depth)
		}
		parts = append(parts, strconv.Quote(name)+":"+value)
	}
	return strings.Join(parts, " ")
}

func showList(n int, at func(int) any, depth int) string {
	if depth == maxDepth || depth > 0 && n > maxNested {
		return "[…]"
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = show(at(i), depth+1)
	}
	return "[" + strings.Join(parts, " ") + "]"
}

// Printable returns s with control and other characters that cannot be printed
// escaped, so that it stays on one line of a log.
func Printable(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		return s
	}
	quoted := strconv.Quote(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// Harmless reports whether the text of err shows nothing of v: no string,
// number or other scalar that v holds.
func Harmless(err error, v any) bool {
	h := harm{text: texts(err), budget: 10_000}
	return !h.shows(reflect.ValueOf(v), 0)
}

// texts joins the texts of an error and of all that it wraps.
func texts(err error) string {
	text := fmt.Sprintf("%v\n%#v\n", err, err)
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			text += texts(inner)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			text += texts(inner)
		}
	}
	return text
}

// harm looks for the scalars of a value in a text. It gives up, in favour of
// harm, on values that are too large or deep to walk.
type harm struct {
	text   string
	budget int
}

func (h *harm) shows(v reflect.Value, depth int) bool {
	if h.budget--; h.budget < 0 || depth > 100 {
		return true
	}
	switch v.Kind() {
	case reflect.Invalid, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && h.shows(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if h.shows(v.Field(i), depth+1) {
				return true
			}
		}
		return false
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if h.shows(it.Key(), depth+1) || h.shows(it.Value(), depth+1) {
				return true
			}
		}
		return false
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return h.holds(string(v.Bytes()))
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			if h.shows(v.Index(i), depth+1) {
				return true
			}
		}
		return false
	case reflect.Bool:
		return false
	}
	return h.holds(fmt.Sprint(v))
}

func (h *harm) holds(s string) bool {
	if s == "" {
		return false
	}
	quoted := strconv.Quote(s)
	return strings.Contains(h.text, s) || strings.Contains(h.text, quoted[1:len(quoted)-1])
}

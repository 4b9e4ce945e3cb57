// Package redact prints what may hold secrets without them.
package redact

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/endpoint/internal/rfc6570"
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

// Password returns a text with the passwords masked of all addresses in it. It
// looks for them also where an address is malformed.
func Password(s string) string {
	var b strings.Builder
	lastAt := strings.LastIndexByte(s, '@')
	done := 0 // how much of s is written
	for done <= lastAt {
		n := strings.Index(s[done:], "//")
		if n < 0 {
			break
		}
		start := done + n + len("//")
		for start < len(s) && s[start] == '/' {
			start++
		}
		end := start + indexAny(s[start:], "/?#<> \"")
		if from, to := password(s, start, end, lastAt); from < to {
			b.WriteString(s[done:from])
			b.WriteString(Mask)
			done, end = to, max(end, to)
		}
		b.WriteString(s[done:end])
		done = end
	}
	b.WriteString(s[done:])
	return b.String()
}

// password returns where the password of the authority s[start:end] lies, or of
// what is no authority but has one behind it.
func password(s string, start, end, lastAt int) (from, to int) {
	if at := strings.LastIndexByte(s[start:end], '@') + start; at >= start {
		if colon := strings.IndexByte(s[start:at], ':') + start; colon >= start {
			return colon + 1, at
		}
		start = at + 1
	}
	malformed := end < len(s) && strings.IndexByte("<> \"", s[end]) >= 0
	if !malformed && isHost(s[start:end]) {
		return 0, 0
	}
	// A password with a slash in it is no address, but still a password.
	colon := strings.IndexByte(s[start:end], ':') + start
	if colon < start {
		return 0, 0
	}
	return colon + 1, lastAt
}

// isHost tells whether s can be a host with or without a port, also one that a
// template fills.
func isHost(s string) bool {
	if strings.HasPrefix(s, "[") {
		_, s, _ = strings.Cut(s, "]")
	}
	_, port, _ := strings.Cut(s, ":")
	return strings.Trim(port, "0123456789") == "" || strings.HasPrefix(port, "{") && strings.HasSuffix(port, "}")
}

// Route returns a method and template, or a base address, with its passwords
// masked, also where the slashes of the address are missing ("http:/u:p@h").
func Route(s string) string {
	colon, at := strings.IndexByte(s, ':'), strings.LastIndexByte(s, '@')
	if colon <= 0 || at < colon || strings.ContainsAny(s[:colon], "/{?#") || s[colon-1] == ' ' || strings.HasPrefix(s[colon+1:], "//") {
		return Password(s)
	}
	return s[:colon+1] + Mask + s[at:]
}

// Address returns an address, template or base address with its passwords
// masked, and the values of what names a secret in query, fragment and the
// parameters of path segments.
func Address(s string) string { return maskPairs(Route(s), 0) }

// Text returns a header value or the like with what in it is a secret of an
// address masked, as [Address] does.
func Text(s string) string { return maskPairs("&"+Password(s), 0)[1:] }

// delims begin and end path segments and pairs, wherever those may stand.
const delims = "/?#&;,"

// maxDecode bounds how often an encoded value is decoded to look into it.
const maxDecode = 4

// maskPairs masks the values of secrets in key=value pairs, and segments and
// values that hold such a pair, or a password, encoded.
func maskPairs(s string, depth int) string {
	var b strings.Builder
	for {
		i := strings.IndexAny(s, delims) + 1
		b.WriteString(s[:i])
		if i == 0 {
			b.WriteString(s)
			return b.String()
		}
		s = s[i:]
		n := indexAny(s, delims)
		key, value, ok := strings.Cut(s[:n], "=")
		switch {
		case !ok && hidesSecret(key, depth):
			b.WriteString(Mask)
		case !ok:
			b.WriteString(s[:n])
		case Secret(rfc6570.Unescape(key)):
			n = indexAny(s, "#&") // a value may hold the other delimiters
			fallthrough
		case hidesSecret(value, depth):
			b.WriteString(key + "=" + Mask)
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
}

// hidesSecret tells whether there is something to mask in the decoded value.
func hidesSecret(value string, depth int) bool {
	decoded := rfc6570.Unescape(value)
	switch {
	case decoded == value && strings.IndexByte(value, '=') < 0:
		return false
	case depth == maxDecode:
		return true
	}
	pairs := "&" + decoded
	return maskPairs(Password(pairs), depth+1) != pairs || decoded != value && hidesSecret(decoded, depth+1)
}

// indexAny is strings.IndexAny, but the length of s where there is none.
func indexAny(s, chars string) int {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return i
	}
	return len(s)
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
func Params(m map[string]any) string { return paramsAt(m, 0) }

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

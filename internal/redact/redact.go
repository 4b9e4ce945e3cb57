// Package redact hides what may be secret in what errors, fmt and log/slog show
// of a URL.
package redact

import (
	"strconv"
	"strings"
	"unicode"
)

// mask stands for what is hidden, as in (*url.URL).Redacted.
const mask = "xxxxx"

// URL returns a URL, a template or a base address with two parts of it hidden:
//
//   - Everything before the last "@", unless the text begins with a host or has
//     one after its first "//", or is a path. What stands there otherwise may be
//     a password, even one with slashes in it.
//   - Everything after the first "?" or "#" but the expressions of a template.
//     The operator of an expression counts too.
//
// For example:
//
//	https://user:pass@h.test/a       xxxxx@h.test/a
//	/search{?q}&key=secret           /search{?q}xxxxx
//	https://h.test/@me?a={a}&b=1#c   https://h.test/@me?xxxxx{a}xxxxx
func URL(s string) string {
	userinfo := 0 // its length, with all that stands before it
	if !hasHost(s) {
		userinfo = strings.LastIndexByte(s, '@')
	}
	var b strings.Builder
	inQuery := false
	for i := 0; i < len(s); {
		n := expression(s[i:])
		end := i + max(n, 1)
		switch {
		case i >= userinfo && (n > 0 || !inQuery):
			b.WriteString(s[i:end])
		case !strings.HasSuffix(b.String(), mask):
			b.WriteString(mask)
		}
		opener := s[i+min(n, 1)] // the operator of an expression, or the byte itself
		inQuery = inQuery || opener == '?' || opener == '#'
		i = end
	}
	return b.String()
}

// expression returns the length of the expression that s begins with, 0 without
// one. Braces around characters that no name contains, as in JSON, are not an
// expression. {?@id} is one, since an error has to quote it.
func expression(s string) int {
	if !strings.HasPrefix(s, "{") {
		return 0
	}
	other := "{} \"'=@"
	if strings.HasPrefix(s, "{?") || strings.HasPrefix(s, "{&") {
		other = "{} \"'="
	}
	end := 1 + strings.IndexAny(s[1:], other) // 0 if there is none of these
	if s[end] != '}' {
		return 0
	}
	return end + 1
}

// hasHost reports whether s is a path or has a host where one is expected.
func hasHost(s string) bool {
	_, authority, ok := strings.Cut(s, "//")
	if !ok {
		authority = s
	}
	if strings.HasPrefix(authority, "/") {
		return !ok
	}
	authority, _, _ = strings.Cut(authority, "/")
	rest := trimHost(authority)
	port, hasPort := strings.CutPrefix(rest, ":")
	isPort := hasPort && port != "" && (strings.Trim(port, "0123456789") == "" || expression(port) == len(port))
	return rest != authority && (rest == "" || isPort) && !strings.Contains(authority, "@")
}

// trimHost returns what follows the name or IP address that s begins with. A
// name may have expressions in it.
func trimHost(s string) string {
	ip, rest, ok := strings.Cut(s, "]")
	if ok && s[0] == '[' && strings.Trim(ip[1:], "0123456789abcdefABCDEF:.") == "" {
		return rest
	}
	isNameRune := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-._", r)
	}
	for before := ""; before != s; {
		before, s = s, strings.TrimLeftFunc(s[expression(s):], isNameRune)
	}
	return s
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

// Package redact hides the secrets in what errors, fmt and log/slog show.
//
// Its rules look at names and at a few characters only, so that they can be read
// at a glance: secret has the rules for names, embeds the rule for values,
// [Address] the rules for addresses.
package redact

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/rfc6570"
)

// mask stands for what is hidden, as in (*url.URL).Redacted.
const mask = "xxxxx"

var (
	secretParts   = []string{"passw", "secret", "credential", "signature", "authorization", "cookie", "session"}
	secretEndings = []string{"token", "apikey", "accesskey", "privatekey", "sshkey"}
	secretWords   = []string{
		"key", "auth", "pwd", "pass", "passphrase", "sig", "jwt", "bearer", "sid", "sessid", "otp", "pin",
		"csrf", "xsrf", "hmac", "assertion", "dpop",
	}
)

// secret reports whether values of this name are hidden. The name is decoded
// once and compared in any case. It is secret if it contains one of
// secretParts, if one of its words ends in one of secretEndings or is one of
// secretWords, or if it is "code". So page_token and apiKey are secret, and
// keyword, max_tokens and country_code are not.
func secret(name string) bool {
	name = rfc6570.Unescape(name)
	folded := fold(name)
	if folded == "code" || slices.ContainsFunc(secretParts, func(part string) bool { return strings.Contains(folded, part) }) {
		return true
	}
	for word := range strings.FieldsFuncSeq(fold(splitCapitals(name)), isSeparator) {
		if slices.Contains(secretWords, word) || slices.ContainsFunc(secretEndings, func(ending string) bool { return strings.HasSuffix(word, ending) }) {
			return true
		}
	}
	return false
}

// fold makes strings equal that differ in case only. It goes by way of the upper
// case, since the long s is a small letter with the upper case S.
func fold(s string) string { return strings.ToLower(strings.ToUpper(s)) }

func isSeparator(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// splitCapitals writes a space before each ASCII capital after a small letter.
func splitCapitals(name string) string {
	var b strings.Builder
	small := false
	for _, r := range name {
		if small && 'A' <= r && r <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		small = unicode.IsLower(r)
	}
	return b.String()
}

// embeds reports whether a value may carry an address or a form of its own,
// with secrets in it. The value is decoded once; there is no deeper look.
func embeds(value string) bool {
	decoded := rfc6570.Unescape(value)
	return strings.ContainsAny(decoded, "=&%@") || strings.Contains(decoded, "//")
}

// Header returns the value of a header with its secrets hidden. An empty value
// is shown: it removes the header.
func Header(name, value string) string {
	if value == "" {
		return ""
	}
	if secret(name) {
		return mask
	}
	switch ascii.Lower(name) {
	case "user-agent", "accept", "content-type": // a user agent names the address of its project
		return value
	}
	if strings.ContainsAny(value, "@?") || strings.Contains(value, "//") {
		return mask
	}
	return value
}

// Param returns the text that shows the value of a parameter. Strings are
// quoted; numbers, booleans and nil are shown as they are. Lists and maps show
// their type and length, all other values their type. No method of the value is
// called, and none of its elements is looked at, so it may hold itself.
func Param(name string, value any) string {
	if secret(name) {
		return mask
	}
	switch v := value.(type) {
	case nil:
		return "nil"
	case string:
		if embeds(v) {
			return mask
		}
		return strconv.Quote(v)
	case json.Number, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr, float32, float64:
		text := fmt.Sprint(v)
		if embeds(text) { // which a json.Number made by hand can
			return mask
		}
		return text
	}
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return fmt.Sprintf("%T(%d)", value, v.Len())
	}
	return fmt.Sprintf("(%T)", value)
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

// Characters: what is percent-encoded, and where a prefix cuts.

package rfc6570

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// The character classes that decide what is percent-encoded.
const (
	unreserved = 1 << iota // RFC 3986 section 2.3: ALPHA DIGIT - . _ ~
	reserved               // RFC 3986 section 2.2: gen-delims and sub-delims
	hexDigit
	nameChar // of a variable, and of a word: ALPHA DIGIT _ and, beyond RFC 6570, a hyphen
)

const upperHex = "0123456789ABCDEF"

var classes = func() (t [256]uint8) {
	const alnum = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	for class, chars := range map[uint8]string{
		unreserved: alnum + "-._~",
		reserved:   ":/?#[]@!$&'()*+,;=",
		hexDigit:   "0123456789ABCDEFabcdef",
		nameChar:   alnum + "_-",
	} {
		for _, c := range []byte(chars) {
			t[c] |= class
		}
	}
	return t
}()

// AppendEscaped appends s with every byte but the unreserved characters of
// RFC 3986 percent-encoded. Bytes that are not UTF-8 are encoded as they are.
func AppendEscaped(dst []byte, s string) []byte {
	return appendEscaped(dst, s, unreserved)
}

// EscapeReserved returns s with the reserved characters and existing
// percent-encoded triplets kept, as RFC 6570 section 3.1 asks of literals.
func EscapeReserved(s string) string {
	if span(s, unreserved|reserved) == len(s) {
		return s
	}
	return string(appendEscaped(nil, s, unreserved|reserved))
}

// appendEscaped appends s. Bytes of the allowed classes pass, and triplets where
// reserved characters do; all others are percent-encoded.
func appendEscaped(dst []byte, s string, allow uint8) []byte {
	i := span(s, allow)
	if i == len(s) { // as nearly always
		return append(dst, s...)
	}
	if cap(dst)-len(dst) < len("%XX")*len(s) { // grow once, by what it takes
		dst = slices.Grow(dst, len(s)+len("XX")*countOthers(s[i:], allow))
	}
	dst = append(dst, s[:i]...)
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case classes[c]&allow != 0:
			dst = append(dst, c)
		case allow&reserved != 0 && isTriplet(s[i:]):
			dst = append(dst, s[i:i+len("%XX")]...)
			i += len("XX")
		default:
			dst = append(dst, '%', upperHex[c>>4], upperHex[c&15])
		}
	}
	return dst
}

// countOthers returns how many bytes of s are not of the allowed classes.
func countOthers(s string, allow uint8) (n int) {
	for i := range len(s) {
		if classes[s[i]]&allow == 0 {
			n++
		}
	}
	return n
}

// span returns how many bytes of the allowed classes s begins with.
func span(s string, allow uint8) int {
	for i := range len(s) {
		if classes[s[i]]&allow == 0 {
			return i
		}
	}
	return len(s)
}

// isTriplet reports whether s begins with a percent sign and two hex digits.
func isTriplet(s string) bool {
	return len(s) >= 3 && s[0] == '%' && classes[s[1]]&classes[s[2]]&hexDigit != 0
}

// cut returns the first n characters of s. Where triplets are kept, the
// triplets of one character count as that character, so that neither is split
// (RFC 6570 section 2.4.1 and appendix A).
func cut(s string, n int, allow uint8) string {
	for i := 0; i < len(s); n-- {
		if n == 0 {
			return s[:i]
		}
		if allow&reserved != 0 && isTriplet(s[i:]) {
			i += 3 * encodedRune(s[i:])
			continue
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s
}

// encodedRune returns how many of the triplets that s begins with encode its
// first character: more than one only where together they are valid UTF-8.
func encodedRune(s string) int {
	n := 0
	for n < utf8.UTFMax && isTriplet(s[3*n:]) {
		n++
	}
	_, size := utf8.DecodeRuneInString(Unescape(s[:3*n]))
	return size
}

// UnescapeKey decodes the key of a query as servers do, which read "+" as a
// space.
func UnescapeKey(s string) string { return Unescape(strings.ReplaceAll(s, "+", " ")) }

// Unescape decodes the percent-encoded triplets of s. A percent sign that does
// not begin one stays.
func Unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if isTriplet(s[i:]) {
			c = unhex(s[i+1])<<4 | unhex(s[i+2])
			i += len("XX")
		}
		b = append(b, c)
	}
	return string(b)
}

// unhex returns the value of a hex digit: of a letter, which has bit 6, the low
// bits count from 1.
func unhex(c byte) byte { return c&15 + c>>6*9 }

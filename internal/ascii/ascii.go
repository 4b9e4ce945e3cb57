// Package ascii has the character rules of HTTP fields and methods. They are
// those of ASCII: Unicode case folding would accept characters that are not token characters
// (the Kelvin sign folds to k).
package ascii

import "strings"

// token has the token characters of RFC 9110 section 5.6.2.
var token = func() (t [256]bool) {
	for c := byte('!'); c <= '~'; c++ {
		t[c] = strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) < 0
	}
	return t
}()

// IsToken reports whether s is a token: one or more token characters.
func IsToken(s string) bool {
	for i := 0; i < len(s); i++ {
		if !token[s[i]] {
			return false
		}
	}
	return s != ""
}

// HasControl reports whether s holds a control character other than tab,
// which no field value may (RFC 9110 section 5.5).
func HasControl(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return true
		}
	}
	return false
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// Lower returns s with A to Z in lower case; s itself where it has none.
func Lower(s string) string {
	return convert(s, 'A', 'Z')
}

// Upper returns s with a to z in upper case; s itself where it has none.
func Upper(s string) string {
	return convert(s, 'a', 'z')
}

func convert(s string, first, last byte) string {
	for i := 0; i < len(s); i++ {
		if first <= s[i] && s[i] <= last {
			b := []byte(s)
			for ; i < len(b); i++ {
				if first <= b[i] && b[i] <= last {
					b[i] ^= 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// EqualFold reports whether a and b are equal but for the case of letters.
func EqualFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

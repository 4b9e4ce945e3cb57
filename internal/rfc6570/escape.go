// Characters: what is percent-encoded, and where a prefix cuts.

package rfc6570

import (
	"strings"
	"unicode/utf8"
)

// The character classes of RFC 3986 that decide what is percent-encoded.
const (
	unreserved = 1 << iota // section 2.3: ALPHA DIGIT - . _ ~
	reserved               // section 2.2: gen-delims and sub-delims
	hexDigit
)

const upperHex = "0123456789ABCDEF"

var classes = func() (t [256]uint8) {
	for c := range t {
		switch b := byte(c); {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9', strings.IndexByte("-._~", b) >= 0:
			t[c] |= unreserved
		case strings.IndexByte(":/?#[]@!$&'()*+,;=", b) >= 0:
			t[c] |= reserved
		}
		if strings.IndexByte("0123456789abcdefABCDEF", byte(c)) >= 0 {
			t[c] |= hexDigit
		}
	}
	return t
}()

// AppendEscaped appends s with every byte but the unreserved characters of
// RFC 3986 percent-encoded. Bytes that are not UTF-8 are encoded as they are.
func AppendEscaped(dst []byte, s string) []byte {
	return appendAllowed(dst, s, unreserved)
}

// AppendReserved appends s with the reserved characters and existing
// percent-encoded triplets kept, as RFC 6570 section 3.2.3 asks of {+x} and
// {#x} and section 3.1 of literals.
func AppendReserved(dst []byte, s string) []byte {
	return appendAllowed(dst, s, unreserved|reserved)
}

func appendAllowed(dst []byte, s string, allow uint8) []byte {
	for i := 0; i < len(s); i++ {
		if classes[s[i]]&allow == 0 {
			return appendEncoded(dst, s, i, allow)
		}
	}
	return append(dst, s...)
}

// appendEncoded is appendAllowed for what has something to encode from i on.
func appendEncoded(dst []byte, s string, i int, allow uint8) []byte {
	start := 0
	for ; i < len(s); i++ {
		c := s[i]
		if classes[c]&allow != 0 {
			continue
		}
		if c == '%' && allow&reserved != 0 && isTriplet(s[i:]) {
			i += 2
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = append(dst, '%', upperHex[c>>4], upperHex[c&15])
		start = i + 1
	}
	return append(dst, s[start:]...)
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
	var b [utf8.UTFMax]byte
	n := 0
	for n < len(b) && isTriplet(s[3*n:]) {
		b[n] = unhex(s[3*n+1])<<4 | unhex(s[3*n+2])
		n++
	}
	_, size := utf8.DecodeRune(b[:n])
	return size
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}

// Unescape decodes the percent-encoded triplets of s; a percent sign that
// does not begin one stays.
func Unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if isTriplet(s[i:]) {
			b = append(b, unhex(s[i+1])<<4|unhex(s[i+2]))
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

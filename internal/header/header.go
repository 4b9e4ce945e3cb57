// Package header has the character rules of HTTP methods and header fields, and
// the forms in which the names of headers are written. All of them are rules of
// ASCII: Unicode would lower the Kelvin sign to a k, which is a token character
// while the sign is not.
package header

import (
	"net/textproto"
	"strings"

	"example.com/endpoint/internal/cache"
)

// TokenChars names the characters of a token, for the errors of those that have
// another one.
const TokenChars = "letters, digits and !#$%&'*+-.^_`|~"

// token has the token characters (RFC 9110 section 5.6.2).
var token = func() (t [256]bool) {
	for c := byte('!'); c <= '~'; c++ {
		t[c] = strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) < 0
	}
	return t
}()

// IsToken reports whether s is a token: one or more token characters.
func IsToken(s string) bool {
	for i := range len(s) {
		if !token[s[i]] {
			return false
		}
	}
	return s != ""
}

// hasControl reports whether s has a control character other than tab, which
// the value of a header may not have (RFC 9110 section 5.5).
func hasControl(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return true
		}
	}
	return false
}

// IsBlank reports whether c is a space or a tab.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' }

// Trim returns s without the spaces and tabs around it.
func Trim(s string) string {
	for s != "" && IsBlank(s[0]) {
		s = s[1:]
	}
	for s != "" && IsBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// Lower returns s with A to Z in lower case, and s itself if it has none.
func Lower(s string) string { return flip(s, 'A', 'Z') }

// Upper returns s with a to z in upper case, and s itself if it has none.
func Upper(s string) string { return flip(s, 'a', 'z') }

// flip changes the case of the letters from first to last.
func flip(s string, first, last byte) string {
	var b []byte // a copy of s, once there is such a letter
	for i := range len(s) {
		if first <= s[i] && s[i] <= last {
			if b == nil {
				b = []byte(s)
			}
			b[i] ^= 'a' - 'A'
		}
	}
	if b == nil {
		return s
	}
	return string(b)
}

// EqualFold reports whether a and b are equal in lower case.
func EqualFold(a, b string) bool { return len(a) == len(b) && Lower(a) == Lower(b) }

// A Name is the name of a header in the forms that are sent.
//
//	"X-GitHub-Api"  {Lower: "x-github-api", Canonical: "X-Github-Api", Valid: true}
//	"x y"           {Lower: "x y", Canonical: "x y"}
type Name struct {
	Written   string
	Lower     string // for Request.Headers and to compare
	Canonical string // for http.Header
	Valid     bool   // it is a token, as RFC 9110 section 5.1 requires
	IsField   bool   // net/http has it as a field of the request, and sends no such header
}

var names cache.Cache[Name]

// NameOf returns the forms of a name. A program sends few of them and many
// times, so they are cached.
func NameOf(name string) *Name {
	return names.Get(name, func(name string) (*Name, int) {
		n := &Name{Written: name, Lower: Lower(name), Canonical: textproto.CanonicalMIMEHeaderKey(name), Valid: IsToken(name)}
		switch n.Lower {
		case "host", "content-length", "transfer-encoding", "trailer":
			n.IsField = true
		}
		if !n.Valid {
			return n, -1
		}
		return n, 56 + 2*len(name) // the struct and two texts
	})
}

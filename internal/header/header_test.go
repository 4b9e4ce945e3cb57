package header

import (
	"strings"
	"testing"
)

func TestCase(t *testing.T) {
	tests := []struct{ in, lower, upper string }{
		{"", "", ""},
		{"x-GitHub-1", "x-github-1", "X-GITHUB-1"},
		{"already", "already", "ALREADY"},
		{"K\u212aſı", "k\u212aſı", "K\u212aſı"}, // Kelvin, long s, dotless i
		{"@[`{", "@[`{", "@[`{"},
		{"aZ Az", "az az", "AZ AZ"},
	}
	for _, tt := range tests {
		if got := Lower(tt.in); got != tt.lower {
			t.Errorf("Lower(%q) = %q, want %q", tt.in, got, tt.lower)
		}
		if got := Upper(tt.in); got != tt.upper {
			t.Errorf("Upper(%q) = %q, want %q", tt.in, got, tt.upper)
		}
	}
}

func TestIsToken(t *testing.T) {
	const token = "!#$%&'*+-.^_`|~0123456789abcxyzABCXYZ"
	if !IsToken(token) {
		t.Errorf("%q is not a token", token)
	}
	for c := range 256 {
		s := string([]byte{'x', byte(c)})
		isAlnum := '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		want := isAlnum || strings.IndexByte(token, byte(c)) >= 0
		if got := IsToken(s); got != want {
			t.Errorf("IsToken(%q) = %v, want %v", s, got, want)
		}
	}
	if IsToken("") {
		t.Error("the empty string is a token")
	}
}

func TestTokenChars(t *testing.T) {
	_, listed, _ := strings.Cut(TokenChars, "and ")
	for c := range 256 {
		isAlnum := '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if got, want := strings.IndexByte(listed, byte(c)) >= 0, IsToken(string([]byte{byte(c)})) && !isAlnum; got != want {
			t.Errorf("%q is listed: %v, want %v", rune(c), got, want)
		}
	}
}

func TestNameOf(t *testing.T) {
	for _, tt := range []struct{ name, lower, canonical string }{
		{"Accept", "accept", "Accept"},
		{"X-GitHub-Api-VERSION", "x-github-api-version", "X-Github-Api-Version"},
		{"_x", "_x", "_x"},
		{"", "", ""},
		{"X y", "x y", "X y"},
		{"x:", "x:", "x:"},
		{"\u212aey", "\u212aey", "\u212aey"},
	} {
		for range 2 { // compiled, then cached
			got := *NameOf(tt.name)
			hasErr := got.Err != nil
			got.Err = nil
			if want := (Name{Written: tt.name, Lower: tt.lower, Canonical: tt.canonical}); got != want || hasErr == IsToken(tt.name) {
				t.Errorf("NameOf(%q) = %+v, an error: %t, want %+v", tt.name, got, hasErr, want)
			}
		}
	}
	if first, again := NameOf("accept"), NameOf("accept"); first != again {
		t.Error("a name is not cached")
	}
}

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

func TestEqualFold(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"Accept", "aCCEPT", true},
		{"a", "B", false},
		{"a", "ab", false},
		{"k", "\u212a", false},
		{"@", "`", false},
		{"", "", true},
	}
	for _, tt := range tests {
		if EqualFold(tt.a, tt.b) != tt.want || EqualFold(tt.b, tt.a) != tt.want {
			t.Errorf("EqualFold(%q, %q), want %v", tt.a, tt.b, tt.want)
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

func TestHasControl(t *testing.T) {
	for c := range 256 {
		s := string([]byte{'x', byte(c)})
		want := c < 0x20 && c != '\t' || c == 0x7f
		if got := hasControl(s); got != want {
			t.Errorf("hasControl(%q) = %v, want %v", s, got, want)
		}
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
	tests := []struct {
		in   string
		want Name
	}{
		{"Accept", Name{"Accept", "accept", "Accept", true, false}},
		{"X-GitHub-Api-VERSION", Name{"X-GitHub-Api-VERSION", "x-github-api-version", "X-Github-Api-Version", true, false}},
		{"_x", Name{"_x", "_x", "_x", true, false}},
		{"", Name{}},
		{"HOST", Name{"HOST", "host", "Host", true, true}},
		{"Content-Length", Name{"Content-Length", "content-length", "Content-Length", true, true}},
		{"transfer-encoding", Name{"transfer-encoding", "transfer-encoding", "Transfer-Encoding", true, true}},
		{"trailer", Name{"trailer", "trailer", "Trailer", true, true}},
		{"X y", Name{"X y", "x y", "X y", false, false}},
		{"x:", Name{"x:", "x:", "x:", false, false}},
		{"\u212aey", Name{"\u212aey", "\u212aey", "\u212aey", false, false}},
	}
	for _, tt := range tests {
		for range 2 { // compiled, then cached
			if got := *NameOf(tt.in); got != tt.want {
				t.Errorf("NameOf(%q) = %+v, want %+v", tt.in, got, tt.want)
			}
		}
	}
	if first, again := NameOf("accept"), NameOf("accept"); first != again {
		t.Error("a valid name is not cached")
	}
	if first, again := NameOf("x y"), NameOf("x y"); first == again {
		t.Error("an invalid name is cached")
	}
}

package address

import (
	"net/url"
	"strings"
	"testing"

	"example.com/endpoint/internal/rfc6570"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct{ template, want string }{
		{"/x", ""},
		{"/{b}/:a/{b}{?c,a*}{&d:3}", "a b c d"},
		{"https://h.test:80/x:y/:z", "z"},
		{"/{a-b}{/c%20}", "a-b c%20"},
		{"/{", ""},
	} {
		c := Compile(tt.template)
		if got := strings.Join(c.Names, " "); got != tt.want {
			t.Errorf("%s: names %q, want %q", tt.template, got, tt.want)
		}
	}
	for _, tt := range []struct{ base, want string }{
		{base, ""},
		{"https://{b}.test:{c}/{a}/{b}/:d", "a b c"},
		{"{b}/{a:3}", "a b"},
		{"https://{b}/{x", ""},
		{"https://{a}@{b}", "a b"},
	} {
		b := CompileBase(tt.base)
		if got := strings.Join(b.Names, " "); got != tt.want {
			t.Errorf("%s: names %q, want %q", tt.base, got, tt.want)
		}
	}
}

func TestHasInQuery(t *testing.T) {
	for template, want := range map[string]string{
		"/{a}{/b}{;c}":        "",
		"/{a}?b={b}{&c}":      "b c",
		"/{a}#{b}{c}":         "b c",
		"/{a}{?b,c}":          "b c",
		"/{a}{#b}/{c}":        "b c",
		"https://h{?c}#{a}":   "a c",
		"/{a}/{b}?c{&c*,b:3}": "b c",
	} {
		var got []string
		for _, name := range strings.Fields("a b c d") {
			if Compile(template).InQuery.Has(name) {
				got = append(got, name)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %q, want %q", template, got, want)
		}
	}
}

func TestQuery(t *testing.T) {
	for url, want := range map[string]string{"/x": "", "/x?": "", "/x?a=1&b#c?d": "a=1&b", "/x#?a": ""} {
		var u URL
		given := func(string) (any, bool) { return "https://h" + url, true }
		if err := Compile("{+x}").Expand(&u, "{+x}", given, CompileBase(""), nil); err != nil {
			t.Fatal(err.Reason)
		}
		if got := string(u.Query()); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

func TestIsPlainPath(t *testing.T) {
	for c := range 256 {
		s := "/" + string([]byte{byte(c)})
		if !IsPlainPath(s) {
			continue
		}
		u, err := url.Parse("https://h" + s)
		if err != nil || u.Path != s || u.EscapedPath() != s {
			t.Errorf("%q is not plain", s)
		}
		if parts, err := rfc6570.Parse(s, 0, 0); err != nil || len(parts) != 1 || parts[0].Literal != s {
			t.Errorf("%q does not stand for itself in a template", s)
		}
	}
	if !IsPlainPath("/repos/o-k_1.2~x/a@b$&+,;=") || IsPlainPath("") {
		t.Error("IsPlainPath rejects plain bytes or accepts no text")
	}
}

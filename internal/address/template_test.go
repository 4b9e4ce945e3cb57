package address

import (
	"net/url"
	"slices"
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

func TestQueryKeys(t *testing.T) {
	for _, tt := range []struct{ template, want string }{
		{"/x", ""},
		{"/x{?a}", "{a}"},
		{"/x?", ""},
		{"/x?=1", ""},
		{"/x?a=1&b&c={d}#e&f=1", "a b c"},
		{"/x?a+b%20c=1&%C3%A9=1&é2=1&f[g]=1", "a b c f[g] é é2"},
		{"/x?{a}b=1&c{d}=1&e{+f}&g=1", "g"},
		{"/x{?a}&b=1", "b {a}"},
		{"/x{?a}b=1&c=1", "c {a}"},
		{"/x?a{&b}&c=1{&d,e*}", "a c {b} {d} {e}"},
		{"/x#a&b=1", ""},
		{"/x?a=1{#b}&c=1", "a"},
		{"/x?a=b=c", "a"},
		{"/x?a=1{&a}", "a"},
		{"https://h.test?a=1", "a"},
	} {
		var got []string
		for name, isLiteral := range Compile(tt.template).QueryKeys {
			if !isLiteral {
				name = "{" + name + "}"
			}
			got = append(got, name)
		}
		slices.Sort(got)
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: query keys %q, want %q", tt.template, got, tt.want)
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

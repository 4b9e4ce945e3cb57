package redact

import (
	"fmt"
	"strings"
	"testing"
)

func TestPassword(t *testing.T) {
	tests := []struct{ in, want string }{
		{"https://u:secret@h/x", "https://u:xxxxx@h/x"},
		{"https://:secret@h", "https://:xxxxx@h"},
		{"https://u:se:cr@et@h/x", "https://u:xxxxx@h/x"},
		{"https://u:sec/ret@h/x", "https://u:xxxxx@h/x"},
		{"https://u:s?e@h/x", "https://u:xxxxx@h/x"},
		{"https://u@h/x", "https://u@h/x"},
		{"https://h:8080/@me", "https://h:8080/@me"},
		{"https://h:{port}/@me", "https://h:{port}/@me"},
		{"https://[::1]/a:b@c", "https://[::1]/a:b@c"},
		{"https://[::1]:80/@c", "https://[::1]:80/@c"},
		{"/a/b:c@d", "/a/b:c@d"},
		{"/a//b:c@d", "/a//b:xxxxx@d"},
		{"https://h/https://u:p@g/http://v:q@f", "https://h/https://u:xxxxx@g/http://v:xxxxx@f"},
		{`<https://u:p@h/?page=2>; rel="next", <https://v:q@h/>`, `<https://u:xxxxx@h/?page=2>; rel="next", <https://v:xxxxx@h/>`},
		{"https://u:a//b@h", "https://u:xxxxx@h"},
		{"https://u:a:1/b@h/x", "https://u:xxxxx@h/x"},
		{"https://u:p]/x@h", "https://u:xxxxx@h"},
		{"https://u:{abc/x@h", "https://u:xxxxx@h"},
		{"https://u@x:pw/y@h/{", "https://u@x:xxxxx@h/{"},
		{"http:///u:pw@h/x", "http:///u:xxxxx@h/x"},
		{`http://u:80"p@h/`, "http://u:xxxxx@h/"},
		{"see http://h:80, mail a:b@c", "see http://h:xxxxx@c"},
		{"//u:p@h", "//u:xxxxx@h"},
		{"https://{user}:{pass}@h", "https://{user}:xxxxx@h"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := Password(tt.in); got != tt.want {
			t.Errorf("Password(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestRoute(t *testing.T) {
	tests := []struct{ in, want string }{
		{"GET https://u:p@h/x", "GET https://u:xxxxx@h/x"},
		{"u:p@h", "u:xxxxx@h"},
		{"POST u:p@h/x@y", "POST u:xxxxx@y"},
		{"http:/u:p@h/", "http:xxxxx@h/"},
		{"http:u:p@h/", "http:xxxxx@h/"},
		{"GET :owner@x", "GET :owner@x"},
		{"GET /x/:name@v", "GET /x/:name@v"},
		{"{a}:b@c", "{a}:b@c"},
		{"GET /x", "GET /x"},
	}
	for _, tt := range tests {
		if got := Route(tt.in); got != tt.want {
			t.Errorf("Route(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestAddress(t *testing.T) {
	tests := []struct{ in, want string }{
		{"https://u:p@h/x?a=1&access_token=s&b=2#id_token=s&x=y", "https://u:xxxxx@h/x?a=1&access_token=xxxxx&b=2#id_token=xxxxx&x=y"},
		{"/x?X-Amz-Signature=s;q=1", "/x?X-Amz-Signature=xxxxx"},
		{"/x?%74oken=s", "/x?%74oken=xxxxx"},
		{"/x?to%zzken=s&token", "/x?to%zzken=s&token"},
		{"/token=1?a", "/token=xxxxx"},
		{"/a.b/x=1,token=s/c", "/a.b/x=1,token=xxxxx"},
		{"/token%3Dabc", "/xxxxx"},
		{"/x?next=token%3Dabc", "/x?next=xxxxx"},
		{"/x?next=token=abc", "/x?next=xxxxx"},
		{"/x?next=abc==", "/x?next=abc=="},
		{"/fetch/https%3A%2F%2Fu%3Ap%40g%2F/x", "/fetch/xxxxx/x"},
		{"/x?token=a?b;c=d&e=f", "/x?token=xxxxx&e=f"},
		{"/a;token=s;b=c/d?e&f", "/a;token=xxxxx&f"},
		{"/x?%74oken%zz=s", "/x?%74oken%zz=xxxxx"},
		{"/x?next=https%3A%2F%2Fu%3Ap%40h&a=%C3%B6", "/x?next=xxxxx&a=%C3%B6"},
		{"/x?next=%2Fy%3Ftoken%3Ds", "/x?next=xxxxx"},
		{"/x?next=%252Fy%253Ftoken%253Ds", "/x?next=xxxxx"},
		{"/x?a=%25252525252531", "/x?a=xxxxx"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := Address(tt.in); got != tt.want {
			t.Errorf("Address(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	tests := []struct{ in, want string }{
		{"/x?token=s", "/x?token=xxxxx"},
		{"//u:p@h", "//u:xxxxx@h"},
		{"token=s; a=b", "token=xxxxx"},
		{"text/html;q=0.9, */*", "text/html;q=0.9, */*"},
		{"mailto:joe@h.test", "mailto:joe@h.test"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := Text(tt.in); got != tt.want {
			t.Errorf("Text(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestSecret(t *testing.T) {
	for _, name := range []string{"Authorization", "proxy-authorization", "Cookie", "X-API-Key", "clientSecret", "TOKEN", "password", "signature"} {
		if !Secret(name) {
			t.Errorf("%q is not taken for a secret", name)
		}
	}
	for _, name := range []string{"accept", "org", "user-agent", ""} {
		if Secret(name) {
			t.Errorf("%q is taken for a secret", name)
		}
	}
}

func TestParams(t *testing.T) {
	deep := map[string]any{}
	deep["in"] = deep
	tests := []struct {
		in   map[string]any
		want string
	}{
		{map[string]any{"b": "x", "a": 1, "token": "s"}, `"a":1 "b":"x" "token":xxxxx`},
		{map[string]any{"m": map[string]any{"api_key": "s", "n": nil}}, `"m":map["api_key":xxxxx "n":nil]`},
		{map[string]any{"l": []any{1, []string{"x"}}, "u": "http://u:s@h"}, `"l":[1 ["x"]] "u":"http://u:xxxxx@h"`},
		{map[string]any{"s": struct{ T string }{"s"}}, `"s":(struct { T string })`},
	}
	for _, tt := range tests {
		if got := Params(tt.in); got != tt.want {
			t.Errorf("Params(%v) = %s, want %s", tt.in, got, tt.want)
		}
	}
	if got := Params(deep); len(got) > 1000 {
		t.Errorf("a map that holds itself is shown in %d bytes", len(got))
	}
}

func TestPrintable(t *testing.T) {
	tests := []struct{ in, want string }{
		{"GET /ö?\"", "GET /ö?\""},
		{"a\r\nb", `a\r\nb`},
		{"\x1b[1m\xff", `\x1b[1m\xff`},
	}
	for _, tt := range tests {
		if got := Printable(tt.in); got != tt.want {
			t.Errorf("Printable(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// BenchmarkAddress shows that the time for a byte does not depend on how many
// there are.
func BenchmarkAddress(b *testing.B) {
	for _, unit := range []string{"//a:1", "//a:b@c", "&token=x", "?a=%2525"} {
		for _, n := range []int{1_000, 10_000, 100_000} {
			text := strings.Repeat(unit, n) + "@"
			b.Run(fmt.Sprintf("%q/%d", unit, n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					Address(text)
				}
			})
		}
	}
}

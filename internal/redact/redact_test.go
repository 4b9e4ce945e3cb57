package redact

import (
	"errors"
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
		{"/a//b:c@d", "/a//b:c@d"},
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

func TestAddress(t *testing.T) {
	tests := []struct{ in, want string }{
		{"https://u:p@h/x?a=1&access_token=s&b=2#id_token=s&x=y", "https://u:xxxxx@h/x?a=1&access_token=xxxxx&b=2#id_token=xxxxx&x=y"},
		{"/x?X-Amz-Signature=s;q=1", "/x?X-Amz-Signature=xxxxx;q=1"},
		{"/x?%74oken=s", "/x?%74oken=xxxxx"},
		{"/x?to%zzken=s&token", "/x?to%zzken=s&token"},
		{"/token=1?a", "/token=1?a"},
	}
	for _, tt := range tests {
		if got := Address(tt.in); got != tt.want {
			t.Errorf("Address(%q) = %q, want %q", tt.in, got, tt.want)
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

func TestHarmless(t *testing.T) {
	type inner struct{ secret string }
	loop := map[string]any{}
	loop["x"] = loop
	tests := []struct {
		text  string
		value any
		want  bool
	}{
		{"no text", inner{"planted"}, true},
		{"bad value planted", inner{"planted"}, false},
		{"bad value planted", &inner{"planted"}, false},
		{"bad value planted", []any{1, map[string]any{"k": []byte("planted")}}, false},
		{"bad key zk", map[string]any{"zk": "planted"}, false},
		{"bad 4711", struct{ N int }{4711}, false},
		{`bad "a\nb"`, "a\nb", false},
		{"any", errors.New("any"), false},
		{"any", loop, false},
		{"any", strings.Repeat("x", 9), true},
		{"any", nil, true},
	}
	for _, tt := range tests {
		if got := Harmless(errors.New(tt.text), tt.value); got != tt.want {
			t.Errorf("Harmless(%q, %T) = %v, want %v", tt.text, tt.value, got, tt.want)
		}
	}
}

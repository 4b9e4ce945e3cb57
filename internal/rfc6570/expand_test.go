package rfc6570

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"example.com/endpoint/internal/value"
)

// TestAfterAnError: an expansion that fails leaves nothing behind.
func TestAfterAnError(t *testing.T) {
	for _, template := range []string{"{x}", "{x*}", "{?x}", "{?x*}"} {
		parts, err := Parse(template, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []any{[]any{"a", []string{"b"}}, map[string]any{"a": "x", "b": func() {}}} {
			val, err := value.Of(v)
			if err != nil {
				t.Fatal(err)
			}
			out, wrote, err := parts[0].AppendVar([]byte("before"), &parts[0].Vars[0], &val, true)
			if err == nil || wrote || string(out) != "before" {
				t.Errorf("%s of %v: %q, %t, %v", template, v, out, wrote, err)
			}
		}
	}
}

// FuzzExpand checks that {x} decodes back to its value, that {+x} does so where
// the value has no triplets, and that a prefix is a prefix.
func FuzzExpand(f *testing.F) {
	for _, s := range []string{"", "a b", "ö", "😀x", "%2F%", "%C3%B6", "\xff\xfe", "a/b?c#d", "%C3x"} {
		f.Add(s, 1)
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		simple := string(AppendEscaped(nil, s))
		if got := Unescape(simple); got != s {
			t.Fatalf("%q is escaped to %q, which is %q", s, simple, got)
		}
		if got, err := url.PathUnescape(simple); err != nil || got != s {
			t.Fatalf("net/url reads %q as %q, %v; want %q", simple, got, err, s)
		}
		kept := EscapeReserved(s)
		if got := EscapeReserved(kept); got != kept {
			t.Fatalf("%q: %q is escaped again to %q", s, kept, got)
		}
		if got, want := Unescape(kept), Unescape(s); got != want {
			t.Fatalf("%q: %q decodes to %q, want %q", s, kept, got, want)
		}
		if got := appendEscaped([]byte("dst"), s, unreserved|reserved); !bytes.Equal(got, append([]byte("dst"), kept...)) {
			t.Fatalf("%q: appended as %q, want dst%s", s, got, kept)
		}
		if n = n%9999 + 1; n < 1 {
			n = 1
		}
		for _, allow := range []uint8{unreserved, unreserved | reserved} {
			if prefix := cut(s, n, allow); !strings.HasPrefix(s, prefix) || len(prefix) == 0 && s != "" {
				t.Fatalf("the first %d of %q are %q", n, s, prefix)
			}
		}
	})
}

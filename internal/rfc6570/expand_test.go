package rfc6570

import (
	"bytes"
	"math"
	"net/url"
	"strings"
	"testing"

	"example.com/endpoint/internal/value"
)

func parse(t *testing.T, s string) []Part {
	t.Helper()
	parts, err := Parse(s, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

func TestValuesByOperator(t *testing.T) {
	yes := "y/z"
	vars := map[string]any{
		"int": 42, "negative": -7, "int8": int8(5), "float": 0.5, "bool": true, "pointer": &yes, "bytes": "\xff é",
		"empty": "", "nil": nil, "ints": []int{1, 22}, "mixed": []any{"a b", nil, 3, ""}, "none": []string{}, "nils": []any{nil},
		"map": map[string]any{"b": 2, "a/": "x y", "n": nil, "e": ""}, "typed": map[string]int{"k": 1},
		"nomap": map[string]any{"k": nil}, "triplets": "%F0%9F%98%80x",
	}
	tests := []struct{ template, want string }{
		{"{int,negative,int8}", "42,-7,5"},
		{"{?int,float,bool}", "?int=42&float=0.5&bool=true"},
		{"{pointer}{+pointer}{pointer:2}", "y%2Fzy/zy%2F"},
		{"{+triplets:1}", "%F0%9F%98%80"},
		{"{bytes}{+bytes}", "%FF%20%C3%A9%FF%20%C3%A9"},
		{"{empty}{nil}{none}{nils}{nomap}", ""},
		{"{?empty,nil,none,nils,nomap}", "?empty="},
		{"{/nil,empty,none,int}", "//42"},
		{"{ints}{/ints*}{;ints*}{?ints}", "1,22/1/22;ints=1;ints=22?ints=1,22"},
		{"{+mixed*}", "a%20b,3,"},
		{"{;mixed*}", ";mixed=a%20b;mixed=3;mixed"},
		{"{map}", "a%2F,x%20y,b,2,e,"},
		{"{;map*}", ";a%2F=x%20y;b=2;e"},
		{"{?nil,int,none,typed}", "?int=42&typed=k,1"},
	}
	for _, tt := range tests {
		if got, err := expand(parse(t, tt.template), vars); err != nil || got != tt.want {
			t.Errorf("%s\n got %s, %v\nwant %s", tt.template, got, err, tt.want)
		}
	}
}

func TestValuesWithoutText(t *testing.T) {
	tests := []struct {
		value  any
		reason string
	}{
		{func() {}, "func()"},
		{math.NaN(), "finite"},
		{struct{ Planted string }{"planted"}, "struct"},
		{map[int]string{1: "planted"}, "keys"},
		{[]any{"a", []string{"planted"}}, "scalars"},
		{map[string]any{"a": "x", "b": map[string]any{"planted": 1}}, "scalars"},
		{[]float64{1, math.Inf(1)}, "finite"},
	}
	for _, op := range []string{"", "+", "#", ".", "/", ";", "?", "&"} {
		for _, modifier := range []string{"", "*"} {
			p := &parse(t, "{"+op+"x"+modifier+"}")[0]
			for _, tt := range tests {
				dst := []byte("before")
				val, err := value.Of(tt.value)
				out, wrote := dst, false
				if err == nil {
					out, wrote, err = p.AppendVar(dst, &p.Vars[0], &val, true)
				}
				if err == nil || !strings.Contains(err.Error(), tt.reason) || strings.Contains(err.Error(), "planted") {
					t.Errorf("{%sx%s} of %T: error %v, want one about %s", op, modifier, tt.value, err, tt.reason)
				}
				if wrote || string(out) != "before" {
					t.Errorf("{%sx%s} of %T: %q is left of an expansion that failed", op, modifier, tt.value, out)
				}
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

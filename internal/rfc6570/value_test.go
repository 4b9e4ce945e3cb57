package rfc6570

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
)

type (
	namedString string
	namedInt    int8
	namedBytes  []byte
	color       uint8
	both        struct{}
	stringer    struct{ s string }
	failing     struct{ err error }
	loop        *loop
)

type level uint8

func (l level) MarshalText() ([]byte, error) { return []byte([...]string{"low", "high"}[l]), nil }

func (c color) String() string                 { return [...]string{"red", "green"}[c] }
func (both) MarshalText() ([]byte, error)      { return []byte("text"), nil }
func (both) String() string                    { return "string" }
func (s *stringer) String() string             { return s.s }
func (f failing) MarshalText() ([]byte, error) { return nil, f.err }

func ptr[T any](v T) *T { return &v }

func TestValues(t *testing.T) {
	var nilStringer *stringer
	tests := []struct {
		name  string
		value any
		want  string // of {x}
	}{
		{"nil", nil, ""},
		{"nil pointer", (*string)(nil), ""},
		{"nil pointer with a method", nilStringer, ""},
		{"pointer to nil pointer", ptr((*int)(nil)), ""},
		{"json.Number", json.Number("1.50e3"), "1.50e3"},
		{"pointer to json.Number", ptr(json.Number("007")), "007"},
		{"time", time.Date(2026, 11, 21, 3, 4, 5, 6, time.UTC), "2026-11-21T03%3A04%3A05.000000006Z"},
		{"pointer to time", ptr(time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)), "2026-11-21T00%3A00%3A00Z"},
		{"text before string", both{}, "text"},
		{"address", netip.MustParseAddr("::1"), "%3A%3A1"},
		{"big.Int", big.NewInt(12), "12"},
		{"duration", 90 * time.Second, "1m30s"},
		{"url", &url.URL{Scheme: "http", Host: "h"}, "http%3A%2F%2Fh"},
		{"enumeration", color(1), "green"},
		{"bytes", []byte("a b"), "a%20b"},
		{"nil bytes", []byte(nil), ""},
		{"empty bytes", []byte{}, ""},
		{"named bytes", namedBytes("\xff"), "%FF"},
		{"enumerations", []color{0, 1}, "red,green"},
		{"enumerations with MarshalText", []level{0, 1}, "low,high"},
		{"array of bytes", [2]byte{1, 2}, "1,2"},
		{"string", "ö", "%C3%B6"},
		{"invalid UTF-8", "a\xc3\xff", "a%C3%FF"},
		{"named string", namedString("a/b"), "a%2Fb"},
		{"bool", true, "true"},
		{"int", -5, "-5"},
		{"smallest", int64(math.MinInt64), "-9223372036854775808"},
		{"named int", namedInt(-7), "-7"},
		{"uint64", uint64(math.MaxUint64), "18446744073709551615"},
		{"float", 0.1, "0.1"},
		{"large float", 1e21, "1000000000000000000000"},
		{"small float", 1e-7, "0.0000001"},
		{"float32", float32(0.1), "0.1"},
		{"negative zero", math.Copysign(0, -1), "-0"},
		{"pointers", ptr(ptr(ptr("x"))), "x"},
		{"list", []any{"a", nil, 1, true, (*int)(nil)}, "a,1,true"},
		{"ints", []int{1, 2}, "1,2"},
		{"array", [2]string{"a", "b"}, "a,b"},
		{"pointer to list", &[]string{"a"}, "a"},
		{"empty list", []string{}, ""},
		{"nil list", []int(nil), ""},
		{"list of nil", []any{nil}, ""},
		{"list of times", []time.Time{time.Unix(0, 0).UTC()}, "1970-01-01T00%3A00%3A00Z"},
		{"map", map[string]any{"b": 1, "a": "x", "n": nil}, "a,x,b,1"},
		{"map of named keys", map[namedString]int{"k": 1}, "k,1"},
		{"nil map", map[string]string(nil), ""},
	}
	tmpl, err := Parse("{x}")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		if got, err := expand(tmpl, map[string]any{"x": tt.value}); err != nil || got != tt.want {
			t.Errorf("%s: got %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}

func TestValuesWithoutText(t *testing.T) {
	var self loop
	self = &self
	var holdsItself []any
	holdsItself = []any{&holdsItself}
	var anyLoop any
	anyLoop = &anyLoop
	cause := errors.New("no text")
	tests := []struct {
		name  string
		value any
	}{
		{"NaN", math.NaN()},
		{"infinity", float32(math.Inf(1))},
		{"complex", 1i},
		{"struct", struct{ X string }{"planted"}},
		{"channel", make(chan int)},
		{"function", func() {}},
		{"list in list", []any{[]string{"planted"}}},
		{"map in list", []any{map[string]string{"a": "planted"}}},
		{"list in map", map[string]any{"a": []string{"planted"}}},
		{"struct in list", []struct{ S string }{{"planted"}}},
		{"NaN in list", []float64{1, math.NaN()}},
		{"map with int keys", map[int]string{1: "planted"}},
		{"pointer to itself", self},
		{"list that holds itself", holdsItself},
		{"any that holds itself", anyLoop},
		{"failing MarshalText", failing{cause}},
		{"failing in a list", []any{"a", failing{cause}}},
	}
	for _, op := range []string{"", "+", "#", ".", "/", ";", "?", "&"} {
		for _, modifier := range []string{"", "*"} {
			tmpl, err := Parse("{" + op + "x" + modifier + "}")
			if err != nil {
				t.Fatal(err)
			}
			for _, tt := range tests {
				got, err := expand(tmpl, map[string]any{"x": tt.value})
				var value *ValueError
				if !errors.As(err, &value) || strings.Contains(err.Error(), "planted") {
					t.Errorf("{%sx%s} of %s: got %q, %v; want a ValueError without the value", op, modifier, tt.name, got, err)
				}
				if errors.Is(err, cause) {
					t.Errorf("%s: %v wraps the error of a method", tt.name, err)
				}
			}
		}
	}
}

// printed is a map that prints itself, as those of the endpoint package do.
type printed map[string]any

func (printed) String() string { return "planted" }

func TestPrintedMaps(t *testing.T) {
	PrintedMaps = append(PrintedMaps, reflect.TypeFor[printed]())
	m := printed{"b": 1, "a": "x"}
	for _, v := range []any{m, &m, ptr(&m)} {
		val, err := ValueOf(v)
		if err != nil || !val.IsMap() || strings.Join(val.Keys(), " ") != "a b" || val.Entry("a") != "x" {
			t.Errorf("%T is read as %q, %v; want a map", v, val.Text(), err)
		}
	}
}

// panicking is an error none of whose methods may be called.
type panicking struct{}

func (*panicking) Error() string                { panic("Error called") }
func (*panicking) Unwrap() error                { panic("Unwrap called") }
func (*panicking) Is(error) bool                { panic("Is called") }
func (*panicking) MarshalText() ([]byte, error) { var p *panicking; return nil, p }

func TestForeignErrorIsNotAsked(t *testing.T) {
	_, err := ValueOf(&panicking{})
	if err == nil || err.Error() != "MarshalText of *rfc6570.panicking failed" {
		t.Errorf("got %v", err)
	}
}

func TestPrefixOfComposite(t *testing.T) {
	tmpl, err := Parse("{x:3}")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{[]string{"abcdef"}, []any{""}, map[string]string{"a": "b"}, [1]int{1}} {
		if got, err := expand(tmpl, map[string]any{"x": v}); err == nil {
			t.Errorf("%v: got %q, want an error", v, got)
		}
	}
	for _, v := range []any{nil, []string{}, map[string]any{}, []any{nil}} {
		if got, err := expand(tmpl, map[string]any{"x": v}); err != nil || got != "" {
			t.Errorf("%v: got %q, %v, want nothing", v, got, err)
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
		kept := string(AppendReserved(nil, s))
		if got := string(AppendReserved(nil, kept)); got != kept {
			t.Fatalf("%q: %q is escaped again to %q", s, kept, got)
		}
		if got, want := Unescape(kept), Unescape(s); got != want {
			t.Fatalf("%q: %q decodes to %q, want %q", s, kept, got, want)
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

package value_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/value"
)

type (
	namedString string
	namedBytes  []byte
	namedMap    map[string]any
	color       uint8
	both        struct{}
	failing     struct{ err error }
	loop        *loop
)

type level uint8

func tree(v any) (value.Value, *fault.Error) { return value.Tree(v) }

func (l level) MarshalText() ([]byte, error) { return []byte([...]string{"low", "high"}[l]), nil }

func (c color) String() string                 { return [...]string{"red", "green"}[c] }
func (both) MarshalText() ([]byte, error)      { return []byte("text"), nil }
func (both) String() string                    { return "string" }
func (f failing) MarshalText() ([]byte, error) { return nil, f.err }

// A stringer has text only behind a pointer.
type stringer struct {
	S string `json:"s"`
}

func (s *stringer) String() string { return s.S }

type untagged struct{ S string }

func (u *untagged) String() string { return u.S }

type channel chan int

func (*channel) MarshalText() ([]byte, error) { return nil, nil }

// A tagged struct has text.
type tagged struct {
	N int `json:"n"`
}

func (t tagged) String() string { return strconv.Itoa(t.N) }

// show returns what read makes of v and of all in it.
func show(read func(any) (value.Value, *fault.Error), v any) (string, *fault.Error) {
	val, err := read(v)
	if err != nil {
		return "", err
	}
	var parts []string
	switch {
	case val.Kind == value.Undefined:
		return "undefined", nil
	case val.Kind == value.Text:
		return strconv.Quote(val.Text), nil
	}
	for _, item := range val.Items {
		s, err := show(read, item.Value)
		if err != nil {
			return "", err
		}
		if val.Kind == value.Map {
			s = item.Key + ":" + s
		} else if item.Key != "" {
			s = "with a key: " + s
		}
		parts = append(parts, s)
	}
	if val.Kind == value.Map {
		return "{" + strings.Join(parts, " ") + "}", nil
	}
	return "[" + strings.Join(parts, " ") + "]", nil
}

func TestValues(t *testing.T) {
	var nilStringer *stringer
	tests := []struct {
		name  string
		value any
		want  string
	}{
		{"nil", nil, "undefined"},
		{"nil pointer", (*string)(nil), "undefined"},
		{"nil pointer with a method", nilStringer, "undefined"},
		{"pointer to nil pointer", ptr((*int)(nil)), "undefined"},
		{"pointer to nil", ptr(any(nil)), "undefined"},
		{"json.Number", json.Number("1.50e3"), `"1.50e3"`},
		{"time", time.Date(2026, 11, 21, 3, 4, 5, 6, time.UTC), `"2026-11-21T03:04:05.000000006Z"`},
		{"text before string", both{}, `"text"`},
		{"address", netip.MustParseAddr("::1"), `"::1"`},
		{"big.Int", big.NewInt(12), `"12"`},
		{"duration", 90 * time.Second, `"1m30s"`},
		{"url", &url.URL{Scheme: "http", Host: "h"}, `"http://h"`},
		{"pointers to a method", ptr(ptr(&stringer{"x"})), `"x"`},
		{"tagged, with text", &tagged{7}, `"7"`},
		{"enumeration", color(1), `"green"`},
		{"bytes", []byte("a b"), `"a b"`},
		{"nil bytes", []byte(nil), "undefined"},
		{"raw JSON", json.RawMessage("[1 ]"), `"[1 ]"`},
		{"nil raw JSON", json.RawMessage(nil), "undefined"},
		{"named bytes", namedBytes("\xff"), `"\xff"`},
		{"enumerations", []color{0, 1}, `["red" "green"]`},
		{"enumerations with MarshalText", []level{0, 1}, `["low" "high"]`},
		{"array of bytes", [2]byte{1, 2}, `["1" "2"]`},
		{"string", "ö", `"ö"`},
		{"invalid UTF-8", "a\xc3\xff", `"a\xc3\xff"`},
		{"named string", namedString("a/b"), `"a/b"`},
		{"true", true, `"true"`},
		{"smallest", int64(math.MinInt64), `"-9223372036854775808"`},
		{"uint64", uint64(math.MaxUint64), `"18446744073709551615"`},
		{"uintptr", uintptr(7), `"7"`},
		{"float", 0.1, `"0.1"`},
		{"large float", 1e21, `"1000000000000000000000"`},
		{"small float", 1e-7, `"0.0000001"`},
		{"float32", float32(0.1), `"0.1"`},
		{"negative zero", math.Copysign(0, -1), `"-0"`},
		{"pointers", ptr(ptr(ptr(ptr(ptr("x"))))), `"x"`},
		{"list", []any{"a", nil, 1, true, (*int)(nil)}, `["a" undefined "1" "true" undefined]`},
		{"array", [2]string{"a", "b"}, `["a" "b"]`},
		{"empty list", []string{}, "[]"},
		{"nil list", []int(nil), "[]"},
		{"map", map[string]any{"b": 1, "a": "x", "n": nil}, `{a:"x" b:"1" n:undefined}`},
		{"map of named keys", map[namedString]int{"k": 1}, `{k:"1"}`},
		{"map in a pointer", &namedMap{"k": []string{"a"}}, `{k:["a"]}`},
		{"nil map", map[string]string(nil), "{}"},
	}
	for _, tt := range tests {
		for name, read := range map[string]func(any) (value.Value, *fault.Error){"Of": value.Of, "Tree": tree} {
			if got, err := show(read, tt.value); err != nil || got != tt.want {
				t.Errorf("%s of %s: got %s, %v; want %s", name, tt.name, got, err, tt.want)
			}
		}
	}
}

type limit struct {
	Day int `json:"day"`
}

// additional has members that are not fields.
type additional struct {
	N int `json:"-"`
}

func (additional) MarshalJSON() ([]byte, error) { return []byte(`{"x": 1.0, "y": ["a"]}`), nil }

func TestValuesErrors(t *testing.T) {
	var self loop
	self = &self
	var anyLoop any
	anyLoop = &anyLoop
	tests := []struct {
		name  string
		value any
		want  string // is in the reason
	}{
		{"NaN", math.NaN(), "not finite"},
		{"complex", 1i, "complex128 cannot be written as text"},
		{"function", func() {}, "func() cannot be written as text"},
		{"map with int keys", map[int]string{1: "planted"}, "map[int]string has keys that are not strings"},
		{"pointer to itself", self, "leads back to itself"},
		{"any that holds itself", anyLoop, "leads back to itself"},
		{"failing MarshalText", failing{errors.New("planted")}, "MarshalText of value_test.failing failed"},
		{"text of a pointer", untagged{"planted"}, "value_test.untagged has no text, but a pointer to it does"},
		{"url.URL", url.URL{Host: "planted"}, "url.URL has no text, but a pointer to it does"},
		{"big.Int", *big.NewInt(7777), "big.Int has no text, but a pointer to it does"},
		{"channel with text", make(channel), "value_test.channel has no text, but a pointer to it does"},
	}
	check := func(name string, err *fault.Error, want string) {
		switch {
		case err == nil || !strings.Contains(err.Reason, want):
			t.Errorf("%s: error %v, want %s", name, err, want)
		case strings.Contains(err.Reason, "planted") || strings.Contains(err.Reason, "7777"):
			t.Errorf("%s: %v shows a value", name, err)
		}
	}
	for _, tt := range tests {
		_, err := value.Of(tt.value)
		check("Of "+tt.name, err, tt.want)
		_, err = value.Tree(tt.value)
		check("Tree of "+tt.name, err, tt.want)
	}
	// Of reads no struct, and Tree one with tags.
	_, err := value.Of(struct{ X string }{"planted"})
	check("Of a struct", err, "is a struct: pass its text or a map")
	_, err = value.Tree(&struct{ X string }{"planted"})
	check("Tree of a struct", err, "is a struct without json or url tags: pass its text or a map")
	_, err = value.Tree(listJSON{objectJSON{"[7777]"}, 1})
	check("Tree of a list as JSON", err, "is not an object in JSON")
	_, err = value.Of(limit{7777})
	check("Of a tagged struct", err, "value_test.limit is a struct")
	_, err = value.Of(stringer{"planted"})
	check("Of one with text of a pointer", err, "value_test.stringer has no text, but a pointer to it does")
}

// listJSON has a tag, and is a list in JSON.
type listJSON struct {
	objectJSON
	A int `json:"a"`
}

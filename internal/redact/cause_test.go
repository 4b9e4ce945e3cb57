package redact

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"
)

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

type holding struct{ v any }

func (holding) Error() string { return "no text" }

type (
	masked string
	array  [7]byte
)

func (masked) String() string { return "***" }

func TestHarmlessKinds(t *testing.T) {
	err := errors.New("planted -17 18 1.5 (1+2i)")
	for _, v := range []any{masked("planted"), array([]byte("planted")), []rune("planted"), []byte("planted"), -17, int8(-17), uint(18), 1.5, float32(1.5), 1 + 2i, map[masked]bool{"planted": true}} {
		if Harmless(err, v) {
			t.Errorf("%T is shown", v)
		}
	}
	for text, v := range map[string]any{
		"bad ids [987654]":         []int32{987654},
		"bad 203.0.113.7":          [4]byte{203, 0, 113, 7},
		"bad id 00ff10":            [3]byte{0, 255, 16},
		"bad id a1b2":              []byte{0xa1, 0xb2},
		"bad 0.1":                  float32(0.1),
		"bad 1234567.50":           1234567.5,
		"bad 99999999999999999999": big.NewInt(0).Exp(big.NewInt(10), big.NewInt(20), nil).Sub(big.NewInt(0).Exp(big.NewInt(10), big.NewInt(20), nil), big.NewInt(1)),
	} {
		if Harmless(errors.New(text), v) {
			t.Errorf("%T is shown in %q", v, text)
		}
	}
	for _, v := range []any{true, func() {}, make(chan int), []int{}, struct{}{}, 19} {
		if !Harmless(err, v) {
			t.Errorf("%T is not shown", v)
		}
	}
}

type panicking struct{ S string }

func (panicking) String() string { panic("no text") }

func TestHarmlessPanics(t *testing.T) {
	if Harmless(errors.New("planted"), panicking{"planted"}) || !Harmless(errors.New("other"), panicking{"planted"}) {
		t.Error("a value whose String method panics is not searched")
	}
}

type typed struct{ Type reflect.Type }

func (typed) Error() string { return "no text" }

func TestHarmlessFields(t *testing.T) {
	loop := map[string]any{}
	loop["x"] = loop
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{holding{"other"}, true},
		{holding{"planted"}, false},
		{&holding{[]any{1, map[string]any{"k": []byte("a planted b")}}}, false},
		{fmt.Errorf("outer: %w", holding{"planted"}), false},
		{errors.Join(errors.New("x"), holding{"planted"}), false},
		{errors.Join(errors.New("x"), errors.New("y")), true},
		{holding{loop}, false},
		{holding{reflect.ValueOf("planted")}, false},
		{typed{reflect.TypeOf(loop)}, true},
	} {
		if got := Harmless(tt.err, "planted"); got != tt.want {
			t.Errorf("Harmless(%T) = %v, want %v", tt.err, got, tt.want)
		}
	}
}

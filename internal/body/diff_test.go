package body

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestDiffJSON(t *testing.T) {
	for _, tt := range []struct {
		got, want string
		lines     []string
	}{
		{`1`, ` 1 `, nil},
		{`{"a":[1,{"b":null}]}`, `{"a":[1,{"b":null}]}`, nil},
		{`"\u00e9\/"`, `"é/"`, nil},
		{`1`, `2`, []string{`x: got 1, want 2`}},
		{`1`, `1.0`, []string{`x: got 1, want 1.0`}},
		{`12345678901234567890`, `12345678901234567891`, []string{`x: got 12345678901234567890, want 12345678901234567891`}},
		{`{"a":{},"b":[]}`, `{"a":[],"b":{}}`, []string{`x.a: got {}, want []`, `x.b: got [], want {}`}},
		{`{"a":{"b":[{"c":1}]}}`, `{"a":{"b":[{"c":"<"}]}}`, []string{`x.a.b[0].c: got 1, want "<"`}},
		{`{"a":null}`, `{}`, []string{`x.a: got null, want none`}},
		{`[1]`, `[1,{"a":2},3]`, []string{`x[1]: got none, want {"a":2}`, `x[2]: got none, want 3`}},
		{`[1,2]`, `[2]`, []string{`x[0]: got 1, want 2`, `x[1]: got 2, want none`}},
		{`{"b":1,"a":1}`, `{"c":1,"b":2}`, []string{`x.a: got 1, want none`, `x.b: got 1, want 2`, `x.c: got none, want 1`}},
		{
			`{"a b":1,"":1,"é":1,"a.b":1,"[0]":1,"a-b_C9":1}`,
			`{"a b":2,"":2,"é":2,"a.b":2,"[0]":2,"a-b_C9":2}`,
			[]string{
				`x[""]: got 1, want 2`, `x["[0]"]: got 1, want 2`, `x["a b"]: got 1, want 2`,
				`x.a-b_C9: got 1, want 2`, `x["a.b"]: got 1, want 2`, `x["é"]: got 1, want 2`,
			},
		},
		{`[0,0,0,0,0,0,0,0,0,0]`, `[1,1,1,1,1,1,1,1,1,1]`, repeat(10, 0)},
		{`[0,0,0,0,0,0,0,0,0,0,0,0]`, `[1,1,1,1,1,1,1,1,1,1,0,1]`, append(repeat(10, 0), "x: 1 more")},
	} {
		lines, ok := diffJSON("x", []byte(tt.got), []byte(tt.want))
		if !ok || !slices.Equal(lines, tt.lines) {
			t.Errorf("%s and %s\ngot  %q, %t\nwant %q", tt.got, tt.want, lines, ok, tt.lines)
		}
	}
}

func repeat(n, from int) (lines []string) {
	for i := range n {
		lines = append(lines, fmt.Sprintf("x[%d]: got 0, want 1", from+i))
	}
	return lines
}

// TestDeep: a path is not written anew at every level.
func TestDeep(t *testing.T) {
	const levels = 9_000
	nest := func(leaf string) []byte {
		return []byte(strings.Repeat(`{"name":`, levels) + leaf + strings.Repeat("}", levels))
	}
	one, two := nest("1"), nest("2")
	lines, ok := diffJSON("x", one, two)
	if want := "x" + strings.Repeat(".name", levels) + ": got 1, want 2"; !ok || len(lines) != 1 || lines[0] != want {
		t.Errorf("%.200q, %t", lines, ok)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	diffJSON("x", one, two)
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 2000*levels {
		t.Errorf("%d bytes for %d levels", got, levels)
	}
}

// TestWide: whatever the length of a path, it is not copied for each element.
func TestWide(t *testing.T) {
	wide := []byte("[1" + strings.Repeat(",1", 10_000) + "]")
	takes := func(name string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		diffJSON(name, wide, wide)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	least := takes("x")
	for n := 100; n < 2100; n += 7 {
		if got := takes(strings.Repeat("x", n)); got > 2*least {
			t.Fatalf("a path of %d bytes: %d bytes, of one byte: %d", n, got, least)
		}
	}
}

// FuzzDiffJSON: equal values have no lines, others have some, and the sides can be
// exchanged.
func FuzzDiffJSON(f *testing.F) {
	f.Add(`{"a":[1,"b"]}`, `{"a":[1,"c",null]}`)
	f.Add(`1`, `1.0`)
	f.Fuzz(func(t *testing.T, got, want string) {
		lines, ok := diffJSON("x", []byte(got), []byte(want))
		back, okBack := diffJSON("x", []byte(want), []byte(got))
		if ok != okBack || len(lines) != len(back) {
			t.Fatalf("%q and %q: %q, %t; exchanged %q, %t", got, want, lines, ok, back, okBack)
		}
		a, errA := normal(got)
		b, errB := normal(want)
		if ok != (errA == nil && errB == nil) || ok && (len(lines) == 0) != (a == b) {
			t.Fatalf("%q and %q: %q, %t", got, want, lines, ok)
		}
	})
}

// normal is the JSON that a text begins with, in the one form that encoding/json
// writes.
func normal(text string) (string, error) {
	var v any
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return "", err
	}
	b, err := json.Marshal(v)
	return string(b), err
}

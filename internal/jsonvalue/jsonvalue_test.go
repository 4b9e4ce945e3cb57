package jsonvalue

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
	"time"
)

// encoded is what encoding/json gives without HTML escaping.
func encoded(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

func TestAppend(t *testing.T) {
	values := []any{
		nil, "", "a", "<&>\u2028", "\"\\\n\x00\x7f\xff", "ö😀\ufffd\xff\ufffd", true, false, 0, -1, math.MaxInt64, int64(math.MinInt64),
		uint8(3), 1.5, 1e21, json.Number("1.0"), []string(nil),
		[]string{},
		[]string{"a", "<b>"},
		[]any{1, nil},
		map[string]any(nil),
		map[string]any{},
		map[string]any{"b": 1, "a": map[string]any{"<": "&"}, "": nil, "é": []string{"x"}, "\"": 1},
		time.Unix(0, 0).UTC(),
		struct {
			A string `json:"a"`
		}{"<>"},
		[]byte("bytes"),
	}
	for _, v := range values {
		got, err := Append([]byte("x"), v)
		if want := "x" + encoded(t, v); err != nil || string(got) != want {
			t.Errorf("%#v: got %s, %v; want %s", v, got, err, want)
		}
	}
}

func TestAppendErrors(t *testing.T) {
	self := map[string]any{}
	self["self"] = self
	var list []any
	list = append(list, &list)
	for _, v := range []any{math.NaN(), make(chan int), self, list, map[string]any{"a": func() {}}, map[string]any{"a": []any{math.Inf(1)}}} {
		if got, err := Append(nil, v); err == nil {
			t.Errorf("%T: got %s, want an error", v, got)
		}
	}
}

func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "plain", "\u2029<>&'", "\x1f\x7f\"\\", "\xc3", "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := string(AppendString(nil, s)), encoded(t, s); got != want {
			t.Fatalf("%q: got %s, want %s", s, got, want)
		}
	})
}

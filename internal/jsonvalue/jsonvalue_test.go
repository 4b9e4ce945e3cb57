package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"strconv"
	"strings"
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

// Types whose methods fail, each in its own way.
type (
	failing     struct{ err error }
	failingText struct{ err error }
	invalid     struct{}
	pointer     struct{}
	unset       struct{}
	typedNil    struct{ reason string }
	endless     struct{}
)

func (f failing) MarshalJSON() ([]byte, error)     { return nil, f.err }
func (f failingText) MarshalText() ([]byte, error) { return nil, f.err }
func (invalid) MarshalJSON() ([]byte, error)       { return []byte("s3cret"), nil }
func (*pointer) MarshalJSON() ([]byte, error)      { return nil, errors.New("s3cret") }
func (unset) MarshalJSON() ([]byte, error)         { return nil, &Error{"unset is not a value"} }
func (e *typedNil) Error() string                  { return e.reason } // panics for nil
func (endless) Error() string                      { panic("asked for its text") }
func (e endless) Unwrap() error                    { return e }
func (endless) As(any) bool                        { panic("asked what it is") }
func (endless) Is(error) bool                      { panic("asked what it is") }

func TestAppendErrors(t *testing.T) {
	self := map[string]any{}
	self["s3cret"] = self
	for i := range 16 { // printed with its value, this is 2 MB
		self["s3cret"+strconv.Itoa(i)] = self
	}
	list := []any{nil}
	list[0] = list
	type ring struct{ Next *ring }
	r := new(ring)
	r.Next = r
	const noNumber = "a json.Number is not a number, or MarshalText of a map key failed"
	for _, tt := range []struct {
		v      any
		reason string
	}{
		{make(chan int), "type chan int cannot be encoded as JSON"},
		{[]any{func() {}}, "type func() cannot be encoded as JSON"},
		{map[string]any{"s3cret": 1i}, "type complex128 cannot be encoded as JSON"},
		{map[float64]int{1: 1}, "type map[float64]int cannot be encoded as JSON"},
		{math.NaN(), "a float64 that is NaN or infinite cannot be encoded as JSON"},
		{map[string]any{"s3cret": []float32{float32(math.Inf(1))}}, "a float32 that is NaN or infinite cannot be encoded as JSON"},
		{self, "a map[string]interface {} contains itself, so it cannot be encoded as JSON"},
		{list, "a []interface {} contains itself, so it cannot be encoded as JSON"},
		{r, "a *jsonvalue.ring contains itself, so it cannot be encoded as JSON"},
		{json.Number("s3cret"), noNumber},
		{map[failingText]int{{errors.New("s3cret")}: 1}, noNumber},
		{json.RawMessage("s3cret"), "MarshalJSON of json.RawMessage returned invalid JSON"},
		{invalid{}, "MarshalJSON of jsonvalue.invalid returned invalid JSON"},
		{failing{errors.New("s3cret")}, "MarshalJSON of jsonvalue.failing failed"},
		{&failing{errors.New("s3cret")}, "MarshalJSON of *jsonvalue.failing failed"},
		{[]pointer{{}}, "MarshalJSON of jsonvalue.pointer failed"},
		{[]any{failingText{errors.New("s3cret")}}, "MarshalText of jsonvalue.failingText failed"},
		{failing{(*typedNil)(nil)}, "MarshalJSON of jsonvalue.failing failed"},
		{failingText{(*typedNil)(nil)}, "MarshalText of jsonvalue.failingText failed"},
		{failing{endless{}}, "MarshalJSON of jsonvalue.failing failed"},
		{failing{&json.UnsupportedValueError{Str: "s3cret"}}, "MarshalJSON of jsonvalue.failing failed"},
		{[]any{unset{}}, "unset is not a value"},
		{strings.NewReader("s3cret"), "*strings.Reader is a Reader, which cannot be encoded as JSON; read it into a string first"},
		{map[string]any{"s3cret": strings.NewReader("s3cret")}, "*strings.Reader is a Reader, which cannot be encoded as JSON; read it into a string first"},
	} {
		got, err := Append([]byte("x"), tt.v)
		if e, ok := err.(*Error); !ok || e.Reason != tt.reason {
			t.Errorf("%T: %s, error %v\nwant %s", tt.v, got, err, tt.reason)
		}
	}
}

// TestLongErrorCostsNothing: the message of a failing method is not copied.
func TestLongErrorCostsNothing(t *testing.T) {
	v := failing{errors.New(strings.Repeat("s3cret", 1e6))}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Append(nil, v); err == nil {
		t.Fatal("no error")
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1e6 {
		t.Errorf("%d bytes allocated for a message of 6 MB", n)
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

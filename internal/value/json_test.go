//lint:file-ignore SA5008 malformed tags are what is tested

package value

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/big"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/endpoint/internal/fault"
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
	return strings.TrimSuffix(b.String(), "\n")
}

func TestAppend(t *testing.T) {
	values := []any{
		nil, "", "a", "a\nb", `"`, `a"\b`, "\x1f", " ~\x7f", "<&>\u2028", "ö😀\ufffd\xff\ufffd", "\x80", true, false,
		0, -1, math.MaxInt, uint8(3), 1e21,
		[]string(nil),
		[]string{},
		[]string{"a", "<b>"},
		[]any{1, nil, json.Number("1.0"), "<"},
		map[string]any(nil),
		map[string]any{"b": 1, "a": map[string]any{"<": "&"}, "": nil, "é": []string{"x"}, "\"": 1},
		time.Unix(0, 0).UTC(),
		struct {
			A string `json:"a"`
		}{"<>"},
		[]byte("bytes"),
		&object{"b": nil},
		(*object)(nil),
		jsonObject{"a": bytes.Buffer{}},
		textObject{"a": 1},
		[]any{big.NewInt(1 << 40), json.RawMessage(` {"b" : 1, "a":"<&>\u2028"} `), &pointerJSON{}, []pointerJSON{{}}},
		[]any{strings.NewReader("b"), hidden{}},
	}
	for _, v := range values {
		want := encoded(t, v)
		if got, err := Marshal(v); err != nil || string(got) != want {
			t.Errorf("%#v: got %s, %v; want %s", v, got, err, want)
		}
		if got, err := AppendMember([]byte("{"), "é", v); err != nil || string(got) != "{"+encoded(t, "é")+":"+want {
			t.Errorf("%#v as a member: got %s, %v; want %s", v, got, err, want)
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
	asked       struct{}
	object      map[string]any
	jsonObject  map[string]any
	textObject  map[string]int
)

func (jsonObject) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }
func (textObject) MarshalText() ([]byte, error) { return []byte("text"), nil }

func (f failing) MarshalJSON() ([]byte, error)     { return nil, f.err }
func (f failingText) MarshalText() ([]byte, error) { return nil, f.err }
func (invalid) MarshalJSON() ([]byte, error)       { return []byte("s3cret"), nil }
func (*pointer) MarshalJSON() ([]byte, error)      { return nil, errors.New("s3cret") }
func (unset) MarshalJSON() ([]byte, error)         { return nil, fault.Errorf("unset is not a value") }
func (e *typedNil) Error() string                  { return e.reason } // panics for nil
func (asked) Error() string                        { panic("asked for its text") }
func (asked) As(any) bool                          { panic("asked what it is") }

func TestAppendErrors(t *testing.T) {
	self := map[string]any{}
	self["s3cret"] = self
	for i := range 16 { // printed with its value, this is 2 MB
		self["s3cret"+strconv.Itoa(i)] = self
	}
	type ring struct{ Next *ring }
	r := new(ring)
	r.Next = r
	const (
		orInvalid = " failed or returned invalid JSON"
		rejected  = " cannot be encoded as JSON: it contains itself, NaN or an infinity, " +
			"or encoding/json rejects its depth, or a number, a tag or the key of a map in it"
		isBuffer = "bytes.Buffer has no field that JSON shows, so its JSON would be {}: pass its text, a map or a struct with exported fields"
	)
	for _, tt := range []struct {
		v      any
		reason string
	}{
		{make(chan int), "type chan int cannot be encoded as JSON: leave it out, or pass its text"},
		{[]any{func() {}}, "type func() in []any cannot be encoded as JSON: leave it out, or pass its text"},
		{map[string]any{"s3cret": 1i}, "type complex128 in map[string]any cannot be encoded as JSON: leave it out, or pass its text"},
		{math.NaN(), "float64" + rejected},
		{map[string]any{"s3cret": []float32{float32(math.Inf(1))}}, "map[string]any" + rejected},
		{self, "map[string]any" + rejected},
		{r, "*value.ring" + rejected},
		{json.RawMessage("s3cret"), "MarshalJSON of json.RawMessage" + orInvalid},
		{invalid{}, "MarshalJSON of value.invalid" + orInvalid},
		{failing{errors.New("s3cret")}, "MarshalJSON of value.failing" + orInvalid},
		{[]pointer{{}}, "MarshalJSON of value.pointer" + orInvalid},
		{json.Number(`json: encoding error for type "s3cret"`), "json.Number" + rejected},
		{[]any{failingText{errors.New("s3cret")}}, "MarshalText of value.failingText failed"},
		{failing{(*typedNil)(nil)}, "MarshalJSON of value.failing" + orInvalid},
		{failing{asked{}}, "MarshalJSON of value.failing" + orInvalid},
		{failing{&json.UnsupportedValueError{Str: "s3cret"}}, "MarshalJSON of value.failing" + orInvalid},
		{[]any{unset{}}, "unset is not a value"},
		{bytes.Buffer{}, isBuffer},
	} {
		got, err := Marshal(tt.v)
		if err == nil || err.Reason != tt.reason {
			t.Errorf("%T: %s, error %v\nwant %s", tt.v, got, err, tt.reason)
		}
	}
}

// TestMapKeys: Go 1.27 encodes more kinds of keys than those before it, and says
// which MarshalText failed.
func TestMapKeys(t *testing.T) {
	for _, v := range []any{
		map[failingText]int{{errors.New("s3cret")}: 1},
		map[bool]int{true: 1},
		map[float64]int{math.NaN(): 1},
	} {
		got, err := Marshal(v)
		if err == nil || strings.Contains(err.Reason, "s3cret") {
			t.Errorf("%T: %s, error %v", v, got, err)
		}
	}
}

// Structs as parameters, some of which JSON would lose.
type (
	hidden         struct{ _, _ int }
	Embedded       struct{ _ int }
	Words          string
	shown          struct{ A int }
	cyclic         struct{ *cyclic }
	pointerJSON    struct{ _ int }
	pointerText    struct{ _ int }
	readerAndJSON  struct{ *strings.Reader }
	readerByValue  struct{ _ int }
	readerOfStruct struct{ _ int }
	otherJSONTo    struct{ _ int }
	bareJSONTo     struct{ _ int }
)

func (otherJSONTo) MarshalJSONTo(io.Writer) error { panic("called") }
func (bareJSONTo) MarshalJSONTo() error           { panic("called") }

func (*pointerJSON) MarshalJSON() ([]byte, error)  { return []byte("1"), nil }
func (*pointerText) MarshalText() ([]byte, error)  { return []byte("1"), nil }
func (readerAndJSON) MarshalJSON() ([]byte, error) { return []byte("1"), nil }
func (readerByValue) Read([]byte) (int, error)     { return 0, io.EOF }
func (*readerOfStruct) Read([]byte) (int, error)   { return 0, io.EOF }

// TestCheck: what is lost is a Reader, or a struct with fields that encoding/json writes as {}.
func TestCheck(t *testing.T) {
	for _, v := range []any{
		nil, "", 1, []byte(nil),
		[]hidden{{}},
		struct{}{},
		&shown{},
		hidden{},
		cyclic{},
		strings.Builder{},
		readerOfStruct{},
		otherJSONTo{},
		bareJSONTo{}, // which encoding/json does not call
		struct{ hidden }{},
		struct {
			hidden
			*shown
		}{hidden{}, &shown{}},
		struct{ Words }{},
		struct{ io.Writer }{},
		struct{ Embedded }{},
		struct {
			Embedded `json:"a"`
		}{},
		struct {
			hidden `json:"a"`
		}{},
		struct {
			Embedded `json:",omitempty"`
		}{},
		struct {
			A int `json:"-"`
		}{},
		struct {
			A int `json:"-,"`
		}{},
		(*hidden)(nil), (*strings.Reader)(nil),
		time.Time{},
		big.NewInt(1), &pointerJSON{},
		pointerJSON{},
		&pointerText{},
		readerAndJSON{},
	} {
		err := Check(v)
		if isLost := encoded(t, v) == "{}" && v != struct{}{}; (err != nil) != isLost {
			t.Errorf("%#v is written as %s: error %v", v, encoded(t, v), err)
		}
	}
	for _, v := range []any{&bytes.Buffer{}, readerByValue{}} {
		if err := Check(v); err == nil || !strings.Contains(err.Reason, " is a Reader, which cannot be encoded as JSON") {
			t.Errorf("%T: %v", v, err)
		}
	}
	if err := Check(pointerJSON{}); err == nil || !strings.HasSuffix(err.Reason, "{}: pass a pointer to it") {
		t.Error(err)
	}
}

// A protoMessage is one of protocol buffers.
type protoMessage struct {
	N int `json:"n"`
}

func (*protoMessage) ProtoReflect() int { return 0 }

type ownProto struct{ protoMessage }

func (*ownProto) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }

// TestCheckParam has values whose JSON is not what an API expects.
func TestCheckParam(t *testing.T) {
	for _, v := range []any{
		time.Second, new(time.Duration), protoMessage{}, &protoMessage{},
	} {
		if err := CheckParam(v); err == nil {
			t.Errorf("%T: %v", v, err)
		}
	}
	type list []list
	for _, v := range []any{
		nil, 1,
		[]any{nil, 1},
		map[string]any{"a": []string{}},
		time.Time{},
		list{nil},
		struct{ D time.Duration }{},
		[]time.Duration{1},
		(*protoMessage)(nil), &ownProto{},
	} {
		if err := CheckParam(v); err != nil {
			t.Errorf("%T: %v", v, err)
		}
	}
	for _, v := range []any{protoMessage{}, &protoMessage{}} { // as Data
		if err := Check(v); err == nil || err.Kind != 0 {
			t.Errorf("%T: %v", v, err)
		}
	}
}

// TestCheckAllocs: a struct with an exported field costs next to nothing.
func TestCheckAllocs(t *testing.T) {
	var v any = &struct{ A, B, C, D, E int }{}
	if n := testing.AllocsPerRun(100, func() { Check(v) }); n > 1 {
		t.Errorf("%v allocations, want at most 1", n)
	}
}

// TestLongErrorCostsNothing: the message of a failing method is not copied.
func TestLongErrorCostsNothing(t *testing.T) {
	v := failing{errors.New(strings.Repeat("s3cret", 1e6))}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Marshal(v); err == nil {
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
		if got, want := string(appendString(nil, s)), encoded(t, s); got != want {
			t.Fatalf("%q: got %s, want %s", s, got, want)
		}
	})
}

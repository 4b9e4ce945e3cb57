package value

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// encoded is what encoding/json gives without HTML escaping, with the characters
// escaped of which releases of Go escape some or others.
func encoded(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	escapes := strings.NewReplacer("\ufffd", `\ufffd`, "\u2028", `\u2028`, "\u2029", `\u2029`)
	return escapes.Replace(strings.TrimSuffix(b.String(), "\n"))
}

func TestAppend(t *testing.T) {
	values := []any{
		nil, "", "a", "<&>\u2028", "\"\\\n\x00\x7f\xff", "ö😀\ufffd\xff\ufffd", true, false, 0, -1, math.MaxInt, int64(math.MinInt64),
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
		object(nil),
		object{"b": 1, "a": []string{"<"}},
		&object{"b": nil},
		(*object)(nil),
		map[Words]float32{"b": 0.1, "a": 1e21},
		map[string]pointerJSON{},
		map[string]fmt.Stringer{"nil": nil},
		map[int]string{2: "b", 1: "a"},
		jsonObject{"a": bytes.Buffer{}},
		textObject{"a": 1},
	}
	for _, v := range values {
		got, err := Append([]byte("x"), v)
		if want := "x" + encoded(t, v); err != nil || string(got) != want {
			t.Errorf("%#v: got %s, %v; want %s", v, got, err, want)
		}
	}
}

// TestStringKeys: a key that is a string stands for itself, whatever its methods.
func TestStringKeys(t *testing.T) {
	if got, err := Append(nil, map[textKey]int{"<": 1}); err != nil || string(got) != `{"<":1}` {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestSameForAllReleases has JSON that encoding/json writes differently in each.
func TestSameForAllReleases(t *testing.T) {
	for v, want := range map[any]string{
		"\x80":                         `"\ufffd"`,
		"a\xff\ufffdb":                 `"a\ufffd\ufffdb"`,
		"\u2028\u2029":                 `"\u2028\u2029"`,
		[1]string{"\x80"}:              `["\ufffd"]`,
		[1]string{"\ufffd"}:            `["\ufffd"]`,
		text{"\xed\xa0\x80\\\ufffd"}:   `"\ufffd\ufffd\ufffd\\\ufffd"`,
		verbatim{"[\"\u2028\u2029\"]"}: `["\u2028\u2029"]`,
		verbatim{"[\"\ufffd\"]"}:       `["\ufffd"]`,
	} {
		if got, err := Append(nil, v); err != nil || string(got) != want {
			t.Errorf("%q: got %s, %v; want %s", v, got, err, want)
		}
	}
}

type (
	text     struct{ s string }
	verbatim struct{ s string }
)

func (x text) MarshalText() ([]byte, error)     { return []byte(x.s), nil }
func (x verbatim) MarshalJSON() ([]byte, error) { return []byte(x.s), nil }

// TestDepth: what is nested deeper than any release decodes is an error in all.
func TestDepth(t *testing.T) {
	lists := func(n int, inner string) string { return strings.Repeat("[", n) + inner + strings.Repeat("]", n) }
	nested := func(n int) any {
		var v any
		for range n {
			v = []any{v}
		}
		return v
	}
	wide := make([]any, 20_000)
	for i := range wide {
		wide[i] = map[string]any{`"[\`: []string{`\"[[{`, "]"}}
	}
	for name, tt := range map[string]struct {
		v       any
		tooDeep string // its type; "": it is not
	}{
		"lists":                   {nested(10_000), ""},
		"lists and one more":      {[]any{nested(9_999), []int{}}, ""},
		"deeper lists":            {nested(10_001), "[]interface {}"},
		"a map of them":           {map[string]any{"a": nested(10_001)}, "[]interface {}"},
		"a struct of them":        {struct{ A any }{nested(10_000)}, "struct { A interface {} }"},
		"MarshalJSON":             {verbatim{lists(10_000, "")}, ""},
		"deeper MarshalJSON":      {verbatim{lists(10_001, "")}, "value.verbatim"},
		"MarshalJSON, the second": {[]any{nested(3), verbatim{lists(10_000, "")}}, "[]interface {}"},
		"raw JSON":                {[]json.RawMessage{[]byte(lists(10_000, "1"))}, "[]json.RawMessage"},
		"wide":                    {wide, ""},
		"wide lists":              {make([][]int, 20_000), ""},
		"after a wide list":       {[]any{slices.Repeat([]any{[]int{}, map[string]int{}}, 20_000), nested(10_000)}, "[]interface {}"},
		"elements in text":        {[]any{strings.Repeat("],[", 20_000), nested(10_000)}, "[]interface {}"},
		"brackets after quotes":   {[]any{slices.Repeat([]string{`"[`}, 20_000)}, ""},
		"brackets in text":        {[]any{verbatim{`"` + strings.Repeat("[{", 10_000) + `"`}}, ""},
		"brackets before it":      {[]any{strings.Repeat("]", 20_000), nested(10_000)}, "[]interface {}"},
	} {
		want := tt.tooDeep + " is nested more than 10,000 levels deep, so it cannot be encoded as JSON"
		if _, err := Append(nil, tt.v); tt.tooDeep == "" && err != nil || tt.tooDeep != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: error %v; want %q", name, err, tt.tooDeep)
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
	textKey     string
)

func (jsonObject) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }
func (textObject) MarshalText() ([]byte, error) { return []byte("text"), nil }
func (textKey) MarshalText() ([]byte, error)    { panic("called") }

func (f failing) MarshalJSON() ([]byte, error)     { return nil, f.err }
func (f failingText) MarshalText() ([]byte, error) { return nil, f.err }
func (invalid) MarshalJSON() ([]byte, error)       { return []byte("s3cret"), nil }
func (*pointer) MarshalJSON() ([]byte, error)      { return nil, errors.New("s3cret") }
func (unset) MarshalJSON() ([]byte, error)         { return nil, &Error{Reason: "unset is not a value"} }
func (e *typedNil) Error() string                  { return e.reason } // panics for nil
func (asked) Error() string                        { panic("asked for its text") }
func (asked) As(any) bool                          { panic("asked what it is") }

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
	loop := new(any)
	*loop = loop
	const (
		orInvalid = " failed or returned invalid JSON"
		noNumber  = "json.Number cannot be encoded as JSON: encoding/json rejects a number, a tag or the key of a map in it"
		noInf     = "NaN and infinities cannot be encoded as JSON"
		isBuffer  = "bytes.Buffer has no exported fields, so its JSON would be {}: pass its text, a map or a struct with exported fields"
		isReader  = "*strings.Reader is a Reader, which cannot be encoded as JSON: read it into a string first"
	)
	for _, tt := range []struct {
		v      any
		reason string
	}{
		{make(chan int), "type chan int cannot be encoded as JSON"},
		{[]any{func() {}}, "type func() cannot be encoded as JSON"},
		{map[string]any{"s3cret": 1i}, "type complex128 cannot be encoded as JSON"},
		{math.NaN(), noInf},
		{math.Inf(-1), noInf},
		{map[string]any{"s3cret": []float32{float32(math.Inf(1))}}, noInf},
		{self, "a value of type map[string]interface {} contains itself, so it cannot be encoded as JSON"},
		{list, "a value of type []interface {} contains itself, so it cannot be encoded as JSON"},
		{r, "a value of type *value.ring contains itself, so it cannot be encoded as JSON"},
		{json.Number("s3cret"), noNumber},
		{loop, "the pointer leads back to itself, or to more than 60 others"},
		{json.RawMessage("s3cret"), "MarshalJSON of json.RawMessage" + orInvalid},
		{[]json.RawMessage{[]byte("s3cret")}, "MarshalJSON of json.RawMessage" + orInvalid},
		{invalid{}, "MarshalJSON of value.invalid" + orInvalid},
		{failing{errors.New("s3cret")}, "MarshalJSON of value.failing" + orInvalid},
		{&failing{errors.New("s3cret")}, "MarshalJSON of value.failing" + orInvalid},
		{[]pointer{{}}, "MarshalJSON of value.pointer" + orInvalid},
		{json.Number(`json: encoding error for type "s3cret"`), noNumber},
		{[]any{failingText{errors.New("s3cret")}}, "MarshalText of value.failingText failed"},
		{failing{(*typedNil)(nil)}, "MarshalJSON of value.failing" + orInvalid},
		{failingText{(*typedNil)(nil)}, "MarshalText of value.failingText failed"},
		{failing{asked{}}, "MarshalJSON of value.failing" + orInvalid},
		{failing{&json.UnsupportedValueError{Str: "s3cret"}}, "MarshalJSON of value.failing" + orInvalid},
		{[]any{unset{}}, "unset is not a value"},
		{strings.NewReader("s3cret"), isReader},
		{map[string]any{"s3cret": strings.NewReader("s3cret")}, isReader},
		{map[string]any{"s3cret": bytes.Buffer{}}, isBuffer},
		{object{"s3cret": bytes.Buffer{}}, isBuffer},
		{&object{"s3cret": bytes.Buffer{}}, isBuffer},
		{map[Words]bytes.Buffer{"s3cret": {}}, isBuffer},
	} {
		got, err := Append([]byte("x"), tt.v)
		if e, ok := err.(*Error); !ok || e.Reason != tt.reason {
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
		got, err := Append(nil, v)
		if e, ok := err.(*Error); !ok || strings.Contains(e.Reason, "s3cret") {
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
)

func (*pointerJSON) MarshalJSON() ([]byte, error)  { return []byte("1"), nil }
func (*pointerText) MarshalText() ([]byte, error)  { return []byte("1"), nil }
func (readerAndJSON) MarshalJSON() ([]byte, error) { return []byte("1"), nil }
func (readerByValue) Read([]byte) (int, error)     { return 0, io.EOF }
func (*readerOfStruct) Read([]byte) (int, error)   { return 0, io.EOF }

func pointerTo[T any](v T) *T { return &v }

func TestCheck(t *testing.T) {
	for _, v := range []any{
		nil, "", 1, []byte(nil),
		map[string]int{},
		[]hidden{{}},
		map[string]any{"a": hidden{}},
		struct{}{},
		&struct{}{},
		shown{},
		&shown{},
		url.URL{},
		struct {
			A int `json:"-"`
		}{},
		struct{ shown }{},
		struct{ *shown }{},
		struct {
			hidden
			*shown
		}{},
		struct{ Words }{},
		struct{ io.Writer }{},
		struct {
			Embedded `json:"a"`
		}{},
		struct {
			hidden `json:"a"`
		}{},
		struct {
			*shown `json:"a"`
		}{},
		(*hidden)(nil), (*strings.Reader)(nil), (*strings.Builder)(nil),
		time.Time{},
		&time.Time{}, big.NewInt(1), &pointerJSON{}, &pointerText{},
		readerAndJSON{},
		&readerAndJSON{},
	} {
		if err := Check(v); err != nil {
			t.Errorf("%#v: %v", v, err)
		}
	}
	const (
		asReader  = " is a Reader, which cannot be encoded as JSON: read it into a string first"
		asNothing = " has no exported fields, so its JSON would be {}: pass "
		asMap     = asNothing + "its text, a map or a struct with exported fields"
	)
	for _, tt := range []struct {
		v      any
		reason string
	}{
		{hidden{}, "value.hidden" + asMap},
		{&hidden{}, "value.hidden" + asMap},
		{pointerTo(&hidden{}), "value.hidden" + asMap},
		{pointerTo(any(hidden{})), "value.hidden" + asMap},
		{pointerTo(io.Reader(strings.NewReader("s3cret"))), "*strings.Reader" + asReader},
		{struct{ hidden }{}, "struct { value.hidden }" + asMap},
		{struct{ Embedded }{}, "struct { value.Embedded }" + asMap},
		{struct{ *Embedded }{}, "struct { *value.Embedded }" + asMap},
		{struct {
			Embedded `json:",omitempty"`
		}{}, `struct { value.Embedded "json:\",omitempty\"" }` + asMap},
		{cyclic{}, "value.cyclic" + asMap},
		{&sync.Mutex{}, "sync.Mutex" + asMap},
		{pointerJSON{}, "value.pointerJSON" + asNothing + "a pointer to it"},
		{pointerText{}, "value.pointerText" + asNothing + "a pointer to it"},
		{*big.NewInt(1), "big.Int" + asNothing + "a pointer to it"},
		{errors.New("s3cret"), "errors.errorString" + asMap},
		{strings.Builder{}, "strings.Builder" + asMap},
		{&strings.Builder{}, "strings.Builder" + asMap},
		{bytes.Buffer{}, "bytes.Buffer" + asMap},
		{readerOfStruct{}, "value.readerOfStruct" + asMap},
		{&bytes.Buffer{}, "*bytes.Buffer" + asReader},
		{readerByValue{}, "value.readerByValue" + asReader},
		{&readerByValue{}, "*value.readerByValue" + asReader},
	} {
		err := Check(tt.v)
		if e, ok := err.(*Error); !ok || e.Reason != tt.reason {
			t.Errorf("%T: error %v\nwant %s", tt.v, err, tt.reason)
		}
		if reason := tt.reason; strings.Contains(reason, "{}: ") && encoded(t, tt.v) != "{}" {
			t.Errorf("%T is written as %s", tt.v, encoded(t, tt.v))
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
	if _, err := Append(nil, v); err == nil {
		t.Fatal("no error")
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1e6 {
		t.Errorf("%d bytes allocated for a message of 6 MB", n)
	}
}

// TestAppendStringAllocs: a long string is not copied on the way.
func TestAppendStringAllocs(t *testing.T) {
	s := strings.Repeat("x", 1<<20-1)                                          // with one quote, a full size of memory
	if n := testing.AllocsPerRun(10, func() { appendString(nil, s) }); n > 2 { // 1 without the race detector
		t.Errorf("%v allocations, want at most 2", n)
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

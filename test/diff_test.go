// Diff: what it compares, and how it shows a difference.

package test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/endpoint"
)

// diffTests have two Requests and what Diff shows of them.
var diffTests = []struct {
	got, want endpoint.Request
	diff      string
}{
	{endpoint.Request{}, endpoint.Request{}, ""},
	{endpoint.Request{Method: "post"}, endpoint.Request{Method: "POST"}, ""},
	{endpoint.Request{Method: "post"}, endpoint.Request{Method: "get"}, `method: got "post", want "get"`},
	{endpoint.Request{URL: "http://u:p@h?t=1"}, endpoint.Request{URL: "http://h"}, `URL: got "http://u:p@h?t=1", want "http://h"`},
	{endpoint.Request{URL: "http://h/A"}, endpoint.Request{URL: "http://h/a"}, `URL: got "http://h/A", want "http://h/a"`},

	// Only headers that want names are compared, and "" is absent.
	{endpoint.Request{Headers: headers{"a": "1"}}, endpoint.Request{}, ""},
	{endpoint.Request{Headers: headers{"A-b": "1"}}, endpoint.Request{Headers: headers{"a-B": " 1 "}}, ""},
	{endpoint.Request{Headers: headers{"a": ""}}, endpoint.Request{Headers: headers{"A": "", "b": ""}}, ""},
	{endpoint.Request{Headers: headers{"a": "1"}}, endpoint.Request{Headers: headers{"A": "2"}}, `header a: got "1", want "2"`},
	{endpoint.Request{Headers: headers{"a": "1"}}, endpoint.Request{Headers: headers{"A": ""}}, `header a: got "1", want none`},
	{endpoint.Request{}, endpoint.Request{Headers: headers{"a\n": "1"}}, `header a\n: got none, want "1"`},

	// Meta is shown by its type.
	{endpoint.Request{Meta: []any{params{"a": 1}}}, endpoint.Request{Meta: []any{params{"a": 1}}}, ""},
	{endpoint.Request{Meta: 1}, endpoint.Request{Meta: int64(1)}, "meta: got int, want int64"},
	{endpoint.Request{Meta: 1}, endpoint.Request{}, "meta: got int, want <nil>"},
	{endpoint.Request{Meta: 1}, endpoint.Request{Meta: 2}, "meta: got int, want another value of that type"},
	{
		endpoint.Request{Meta: selfHolding()},
		endpoint.Request{Meta: params{}},
		"meta: got map[string]interface {}, want endpoint.Params",
	},

	{endpoint.Request{Body: "s3cret"}, endpoint.Request{Body: "a\n\u202e"}, `body: got "s3cret", want "a\n\u202e"`},
	{endpoint.Request{Body: params{"a": "\u202e"}}, endpoint.Request{}, `body: got {"a":"\u202e"}, want none`},
	{
		endpoint.Request{Body: params{"items": []any{params{"price": 5}}, "labels": []string{"a", "b"}}},
		endpoint.Request{Body: params{"items": []any{params{"price": 6}}, "labels": []string{"a", "b", "bug"}, "a b": 1}},
		`body["a b"]: got none, want 1` + "\n" + `body.items[0].price: got 5, want 6` + "\n" + `body.labels[2]: got none, want "bug"`,
	},
	{
		endpoint.Request{Body: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
		endpoint.Request{Body: make([]int, 12)},
		"body[0]: got 1, want 0\nbody[1]: got 2, want 0\nbody[2]: got 3, want 0\nbody[3]: got 4, want 0\nbody[4]: got 5, want 0\n" +
			"body[5]: got 6, want 0\nbody[6]: got 7, want 0\nbody[7]: got 8, want 0\nbody[8]: got 9, want 0\nbody[9]: got 10, want 0\n" +
			"body: 2 more",
	},
	{
		endpoint.Request{Method: "post", URL: "u", Headers: headers{"c": "3"}, Body: "s", Meta: 1},
		endpoint.Request{Headers: headers{"b": "1", "a": "2"}},
		`method: got "post", want ""` + "\n" + `URL: got "u", want ""` + "\n" + `header a: got none, want "2"` + "\n" +
			`header b: got none, want "1"` + "\n" + `body: got "s", want none` + "\n" + "meta: got int, want <nil>",
	},
}

func TestDiff(t *testing.T) {
	for _, tt := range diffTests {
		if got := tt.got.Diff(tt.want); got != tt.diff {
			t.Errorf("got  %s\nwant %s", got, tt.diff)
		}
	}
}

// A neverRead fails the test that reads it.
type neverRead struct{ t *testing.T }

func (n *neverRead) Read([]byte) (int, error) {
	n.t.Error("a Reader that can be read only once is read")
	return 0, io.EOF
}

// TestDiffBodies compares each body with each: those of one row are sent alike.
// Text equals JSON of the same bytes.
func TestDiffBodies(t *testing.T) {
	type object struct {
		B string  `json:"b"`
		N float64 `json:"n"`
	}
	isJSON := func(shown string) bool { return shown[0] != '"' && json.Valid([]byte(shown)) }
	half := skip(strings.NewReader("123text"), 3)
	type body struct {
		body  any
		shown string
	}
	groups := [][]body{
		{{nil, "none"}},
		{{"", `""`}, {[]byte{}, `""`}, {http.NoBody, `""`}, {url.Values{}, `""`}, {bytes.NewReader(nil), `""`}},
		{
			{"text", `"text"`},
			{text("text"), `"text"`},
			{[]byte("text"), `"text"`},
			{bytes.NewBufferString("text"), `"text"`},
			{half, `"text"`},
			{file(t, "123text", 3), `"text"`},
		},
		{{url.Values{"b": {"<"}, "a": {"1", "2"}}, `"a=1&a=2&b=%3C"`}, {"a=1&a=2&b=%3C", `"a=1&a=2&b=%3C"`}},
		{
			{map[string]any{"n": 1, "b": "<"}, `{"b":"<","n":1}`},
			{params{"n": 1, "b": "<"}, `{"b":"<","n":1}`},
			{object{"<", 1}, `{"b":"<","n":1}`},
			{&object{"<", 1}, `{"b":"<","n":1}`},
			{json.RawMessage(` {"n":1, "b":"\u003c"}`), ` {"n":1, "b":"\u003c"}`},
		},
		{{json.RawMessage(`{"b":"<","n":1.0}`), `{"b":"<","n":1.0}`}}, // another text of the number
		{{map[string]any{"b": "<"}, `{"b":"<"}`}},
		{{json.RawMessage("null"), "null"}},
		{{json.Number("1e2"), "1e2"}},
		{{100, "100"}, {100.0, "100"}, {json.RawMessage("100"), "100"}},
		{{[]int{1, 2}, "[1,2]"}, {[]any{1.0, json.Number("2")}, "[1,2]"}},
		{{&neverRead{t}, "a *test.neverRead"}},
		{{&neverRead{t}, "a *test.neverRead"}},
	}
	compare := func(a, b body, equal bool) {
		t.Helper()
		want := ""
		if !equal {
			want = "body: got " + a.shown + ", want " + b.shown
		}
		got := (endpoint.Request{Body: a.body}).Diff(endpoint.Request{Body: b.body})
		if isJSON(a.shown) && isJSON(b.shown) && !equal { // by path
			if !strings.HasPrefix(got, "body") {
				t.Errorf("%s and %s: %q", a.shown, b.shown, got)
			}
		} else if got != want {
			t.Errorf("%T and %T\ngot  %s\nwant %s", a.body, b.body, got, want)
		}
	}
	for i, row := range groups {
		for j, other := range groups {
			for _, a := range row {
				for _, b := range other {
					compare(a, b, i == j)
				}
			}
		}
	}
	if got := content(t, half); got != "text" { // read by Diff, and still whole
		t.Errorf("%q is left", got)
	}
	// Text is not JSON, but the same bytes are equal.
	compare(body{object{"<", 1}, `{"b":"<","n":1}`}, body{`{"b":"<","n":1}`, `""`}, true)
	compare(body{object{"<", 1}, `{"b":"<","n":1}`}, body{` {"b":"<","n":1}`, `" {\"b\":\"<\",\"n\":1}"`}, false)
	// Where both sides look alike, the types tell them apart.
	compare(body{"a", `"a" (string)`}, body{json.RawMessage(`"a"`), fmt.Sprintf(`"a" (%T)`, json.RawMessage{})}, false)

	// JSON that cannot be decoded is compared as text.
	for levels := 9_999; levels <= 10_001; levels++ {
		one := endpoint.Request{Body: nested(levels)}
		if diff := one.Diff(endpoint.Request{Body: nested(levels + 1)}); !strings.HasPrefix(diff, "body") {
			t.Errorf("%d levels: %.100q", levels, diff)
		}
		if _, _, err := one.BodyReader(); err == nil && one.Diff(one) != "" { // else it cannot be sent
			t.Errorf("%d levels: not equal to itself", levels)
		}
	}
	// What cannot be sent equals nothing, not even itself.
	for _, v := range []any{math.NaN(), json.RawMessage("{"), (*stream)(nil), params{"a": endpoint.Unset}} {
		r := endpoint.Request{Body: v}
		if diff := r.Diff(r); !strings.HasPrefix(diff, "body: got an invalid body: ") {
			t.Errorf("%T: %q", v, diff)
		}
		if diff := (endpoint.Request{}).Diff(r); !strings.HasPrefix(diff, "body: got none, want an invalid body: ") {
			t.Errorf("%T: %q", v, diff)
		}
	}
	// Readers of one type that can be compared or not.
	read := iotest.ErrReader(errors.New(secret))
	uncomparable := struct {
		io.Reader
		f func()
	}{read, nil}
	for _, r := range []io.Reader{read, uncomparable} {
		equal := (endpoint.Request{Body: r}).Diff(endpoint.Request{Body: r}) == ""
		if equal != reflect.TypeOf(r).Comparable() {
			t.Errorf("%T equals itself: %t", r, equal)
		}
	}
}

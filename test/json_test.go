// Tests of JSON bodies: they are what encoding/json of the Go in use writes.

package test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/endpoint"
)

// A node of a tree knows its parent, which it does not send.
type node struct {
	Name     string  `json:"name"`
	Parent   *node   `json:"-"`
	Children []*node `json:"children,omitempty"`
	parent   *node
	root     any
}

// newTree returns a node of which each child leads back to it.
func newTree() *node {
	root := &node{Name: "root"}
	root.root = &root.root
	for _, name := range []string{"a", "b"} {
		root.Children = append(root.Children, &node{Name: name, Parent: root, parent: root, root: root.root})
	}
	return root
}

// Values that hold more than they send.
type (
	guarded struct {
		A     int
		mu    sync.Mutex
		cache map[string]int
	}
	ring struct{ Next *ring }
)

// Keys, text and JSON of their own.
type (
	textKey   struct{ s string }
	ownText   string
	ownJSON   struct{ text string }
	ownJSONTo struct{ hidden int }
	byPointer struct{ N int }
)

func (k textKey) MarshalText() ([]byte, error)    { return []byte("key " + k.s), nil }
func (s ownText) MarshalText() ([]byte, error)    { return []byte("<" + string(s) + ">"), nil }
func (j ownJSON) MarshalJSON() ([]byte, error)    { return []byte(j.text), nil }
func (*byPointer) MarshalJSON() ([]byte, error)   { return []byte(`"by pointer"`), nil }
func (ownJSONTo) MarshalJSONTo(_ io.Writer) error { return nil } // as Go 1.24 sees one of encoding/json/v2

// Tags that encoding/json reads in a way of its own.
type oddTags struct {
	Omitted int `json:"-"`
	Quoted  int `json:",string"`
	Zero    int `json:"zero,omitzero"`
	Unknown int `json:"u,unknown"`
	Embedded
	*Other
}

type (
	Embedded struct{ Promoted int }
	Other    struct{ Hidden int }
)

func nested(n int) (v any) {
	for range n {
		v = []any{v}
	}
	return v
}

// jsonValues are values for a body: those of encoding/json's own rules, those that
// it reports, and those that a search through them would not survive.
func jsonValues() []any {
	selfMap := map[string]any{}
	selfMap["m"] = selfMap
	selfList := []any{nil}
	selfList[0] = selfList
	next := new(ring)
	next.Next = next
	one, text := 1, "text"
	pointer := &one
	return []any{
		// What leads back to itself by fields that are not sent.
		newTree(), *newTree(),
		map[string]any{"tree": newTree()},

		// Cycles, and what else encoding/json reports.
		selfMap, selfList, next,
		struct{ V any }{selfMap},
		make(chan int), func() {},
		[]any{func() {}},
		1i, math.NaN(), math.Inf(-1),
		[]float32{float32(math.Inf(1))},
		json.Number("x"),
		ownJSON{"{"},
		[]json.RawMessage{[]byte("{")},
		nested(20_000),

		// Text: valid or not, and what some writers escape.
		&text,
		[]string{"a", "<&>", "\u2028\u2029", "\x7f\x00\b\f\t\n\r\"\\/", "é😀", "\xff", "a\xed\xa0\x80b", "\ufffd"},
		[]any{"\xc3", "\u2029", ownText("\xff"), ownText("\u2028")},
		map[string]string{"\xff": "\xfe", "<&>": "&", "": "\u2028", "é": "e", "\"": "'"},
		[]byte("bytes"), []byte(nil),
		map[string][]byte{"b": {0, 255}},

		// Numbers.
		0, -1, int64(math.MaxInt64), uint64(math.MaxUint64), int8(-8), uint8(8), uintptr(1), 1.5, 1e21, 1e-7,
		float32(0.1), math.Copysign(0, -1),
		pointer, &pointer, json.Number("1.10"),
		[]json.Number{"", "1e400"},
		big.NewInt(1 << 40),
		map[string]any{"i": 1, "u": uint16(2), "f": 1e100, "n": json.Number("7")},

		// Maps, lists and their keys.
		map[string]any{},
		map[string]any(nil),
		map[string]any{"b": 1, "a": []any{nil, true, "x"}, "é": map[string]int{"z": 1, "y": 2}},
		map[int]string{2: "b", 10: "a"},
		map[textKey]int{{"b"}: 1, {"a"}: 2},
		map[bool]int{true: 1},
		[]any{},
		[][]int{{1}, nil, {}},
		params{"p": query{"q": 1}},
		map[string]fmt.Stringer{"nil": nil},
		map[string]any{"reader": strings.NewReader("a")},
		[]any{strings.NewReader("b"), struct{ hidden int }{1}},

		// Methods of their own, and structs.
		ownJSON{` {"b" : 1, "a":"<&>\u2028"} `},
		&ownJSON{"[1,\n2]"},
		[]ownJSON{{"null"}, {"1.0"}},
		byPointer{1},
		&byPointer{1},
		[]byPointer{{1}},
		time.Unix(0, 1).UTC(),
		url.URL{Host: "h"},
		netip.MustParseAddr("::1"), ownText("t"),
		oddTags{Quoted: 2, Embedded: Embedded{3}},
		&oddTags{Other: &Other{4}},
		struct{}{},
		struct{ A, B any }{json.RawMessage(`{"x": "<"}`), []any{json.RawMessage("[ ]")}},
	}
}

// TestBodiesAreEncodingJSONs sends each value as Data and as a parameter.
func TestBodiesAreEncodingJSONs(t *testing.T) {
	for i, v := range jsonValues() {
		if rv := reflect.ValueOf(v); !rv.IsZero() && rv.Type() != reflect.TypeFor[[]byte]() { // else no Data, or text
			checkJSON(t, i, data(v), v)
		}
		object := map[string]any{"value": v, "\xff": "\xff", "<": "\u2028", "b\"": 1, "": true}
		checkJSON(t, i, params(object), object)
	}
}

// checkJSON compares the body of a call with what a json.Encoder writes.
func checkJSON(t *testing.T, i int, layer endpoint.Layer, v any) {
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	wantErr := enc.Encode(v)
	got, err := bodyText(t, layer)
	if (err != nil) != (wantErr != nil) || err != nil && !errors.Is(err, endpoint.ErrBody) {
		t.Errorf("%d, %T: error %v; encoding/json %v", i, v, err, wantErr)
	}
	if err == nil && got != strings.TrimSuffix(want.String(), "\n") {
		t.Errorf("%d, %T: %s\nencoding/json: %s", i, v, got, want.String())
	}
}

// bodyText returns the body that both ways to an *http.Request send.
func bodyText(t *testing.T, layer endpoint.Layer) (string, error) {
	one, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), "POST /x", layer)
	built, buildErr := endpoint.Endpoint{}.Build("POST /x", layer)
	two, otherErr := built.HTTPRequest(t.Context())
	if buildErr == nil && (err == nil) != (otherErr == nil) || err == nil && buildErr != nil {
		t.Errorf("%v: HTTPRequest %v, Build %v, Request.HTTPRequest %v", layer, err, buildErr, otherErr)
	}
	if err != nil {
		return "", err
	}
	a, readErr := io.ReadAll(one.Body)
	b, otherReadErr := io.ReadAll(two.Body)
	if readErr != nil || otherReadErr != nil || string(a) != string(b) {
		t.Errorf("%s, %v\nand %s, %v", a, readErr, b, otherReadErr)
	}
	return string(a), nil
}

// TestUnexportedFieldsAreNotRead encodes a value of which another goroutine writes
// what is not sent. The race detector, and the runtime for the map, watch.
func TestUnexportedFieldsAreNotRead(t *testing.T) {
	v := &guarded{A: 1, cache: map[string]int{}}
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				v.mu.Lock()
				v.cache[fmt.Sprint(i%100)] = i
				v.mu.Unlock()
			}
		}
	}()
	for range 100 {
		for _, layer := range []endpoint.Layer{options{Data: v}, params{"v": v}, endpoint.ParamsOf(v)} {
			if got, err := bodyText(t, layer); err != nil || !strings.Contains(got, `"A":1`) {
				t.Fatalf("%s, %v", got, err)
			}
		}
	}
	close(stop)
	<-stopped
}

// TestMarshalJSONTo: a type with the method of encoding/json/v2 encodes itself where
// encoding/json calls it, and is a struct without fields elsewhere.
func TestMarshalJSONTo(t *testing.T) {
	isCalled := reflect.TypeFor[json.RawMessage]().PkgPath() != "encoding/json"
	for _, layer := range []endpoint.Layer{options{Data: ownJSONTo{1}}, params{"v": &ownJSONTo{1}}} {
		if _, err := (endpoint.Endpoint{}).Build("POST /x", layer); (err == nil) != isCalled {
			t.Error(err)
		}
	}
}

// TestJSON has the JSON of every field, there and back.
func TestJSON(t *testing.T) {
	o := options{
		Method: "PUT", URL: "/x", BaseURL: "http://h", Headers: headers{"x-a": "1"},
		MediaType: endpoint.MediaType{Format: "raw", Previews: []string{"p"}}, Data: "d", Meta: "m",
		Params: params{"a": "1"}, Path: path{"b": "2"}, Query: query{"c": nil}, Lists: endpoint.ListRepeat,
	}
	r := endpoint.Request{Method: "put", URL: "http://h/x", Headers: headers{"x-a": "1"}, Body: "d", Meta: "m"}
	for _, tt := range []struct {
		value, read any
		want        string
	}{
		{
			&o, new(options),
			`{"Method":"PUT","URL":"/x","BaseURL":"http://h","Headers":{"x-a":"1"},"MediaType":{"Format":"raw","Previews":["p"]},` +
				`"Data":"d","Meta":"m","Params":{"a":"1"},"Path":{"b":"2"},"Query":{"c":null},"Lists":2}`,
		},
		{&r, new(endpoint.Request), `{"method":"put","url":"http://h/x","headers":{"x-a":"1"},"body":"d","request":"m"}`},
		{&endpoint.Request{}, new(endpoint.Request), "{}"},
	} {
		got, err := json.Marshal(tt.value)
		if err != nil || string(got) != tt.want {
			t.Errorf("got  %s, %v\nwant %s", got, err, tt.want)
		}
		if err := json.Unmarshal(got, tt.read); err != nil || !reflect.DeepEqual(tt.read, tt.value) {
			t.Errorf("%s is read as %#v, %v", got, tt.read, err)
		}
	}
	if b, err := json.Marshal(params{"a": endpoint.Unset}); err == nil {
		t.Errorf("Unset is marshaled: %s", b)
	}
}

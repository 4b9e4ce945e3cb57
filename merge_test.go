// Tests of Merge, isolation, concurrent use and ParamsOf.

package endpoint_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/endpoint"
)

func TestMergeRoute(t *testing.T) {
	tests := []struct {
		route       string
		layers      []endpoint.Layer
		method, url string
	}{
		{"GET /a", nil, "GET", "/a"},
		{" \t get \t /a \t", nil, "GET", "/a"},
		{"/a", nil, "GET", "/a"},
		{"POST", nil, "POST", ""},
		{"post", nil, "GET", "post"},
		{"", nil, "GET", ""},
		{"x-y /a", nil, "X-Y", "/a"},
		{"/a b c", nil, "/A", "b c"},
		{"GET /a b\t", nil, "GET", "/a b"},
		{"po\u017ft /a", nil, "PO\u017fT", "/a"}, // a long s is no S
		{"POST /a", []endpoint.Layer{endpoint.Options{Method: "put", URL: "/b"}}, "PUT", "/b"},
		{"POST /a", []endpoint.Layer{endpoint.Options{URL: "/b"}}, "POST", "/b"},
		{"", []endpoint.Layer{endpoint.Options{Method: "Patch", URL: "/b"}}, "PATCH", "/b"},
		{"GET /a", []endpoint.Layer{nil, (*endpoint.Options)(nil), &endpoint.Options{URL: "/p"}}, "GET", "/p"},
	}
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE"} {
		if got := (endpoint.Endpoint{}).Merge(method); got.Method != method || got.URL != "" {
			t.Errorf("Merge(%q): %q %q", method, got.Method, got.URL)
		}
	}
	for _, tt := range tests {
		got := endpoint.Endpoint{}.Merge(tt.route, tt.layers...)
		if got.Method != tt.method || got.URL != tt.url {
			t.Errorf("Merge(%q): %q %q, want %q %q", tt.route, got.Method, got.URL, tt.method, tt.url)
		}
	}
}

func TestMerge(t *testing.T) {
	type layers = []endpoint.Layer
	e := endpoint.New(
		endpoint.Params{"a": 1, "b": 2},
		endpoint.Query{"q": 1},
		endpoint.Headers{"X-One": "1", "x-two": "2"},
		endpoint.MediaType{Format: "raw", Previews: []string{"one-preview", "two"}},
		endpoint.Options{Data: "data", Meta: "meta"},
	)
	tests := []struct {
		name   string
		layers layers
		got    func(o endpoint.Options) any
		want   any
	}{
		{
			"a later value wins",
			layers{endpoint.Params{"a": 3}, endpoint.Params{"a": 4}},
			func(o endpoint.Options) any { return o.Params },
			endpoint.Params{"a": 4, "b": 2},
		},
		{
			"nil is a value",
			layers{endpoint.Params{"a": nil}},
			func(o endpoint.Options) any { return o.Params },
			endpoint.Params{"a": nil, "b": 2},
		},
		{
			"a nested map is replaced whole",
			layers{endpoint.Params{"c": map[string]any{"x": 1, "y": 2}}, endpoint.Params{"c": map[string]any{"x": 3}}},
			func(o endpoint.Options) any { return o.Params["c"] },
			map[string]any{"x": 3},
		},
		{
			"Unset within the call",
			layers{endpoint.Params{"c": 1}, endpoint.Params{"c": endpoint.Unset}},
			func(o endpoint.Options) any { return o.Params },
			endpoint.Params{"a": 1, "b": 2},
		},
		{
			"Unset, then set",
			layers{endpoint.Params{"a": endpoint.Unset}, endpoint.Params{"a": 5}},
			func(o endpoint.Options) any { return o.Params },
			endpoint.Params{"a": 5, "b": 2},
		},
		{
			"Unset of a default stays as a mark",
			layers{endpoint.Params{"a": endpoint.Unset}},
			func(o endpoint.Options) any { return o.Params },
			endpoint.Params{"a": endpoint.Unset, "b": 2},
		},
		{
			"Query by key",
			layers{endpoint.Query{"r": 2}},
			func(o endpoint.Options) any { return o.Query },
			endpoint.Query{"q": 1, "r": 2},
		},
		{
			"headers by lowercase name",
			layers{endpoint.Headers{"X-TWO": "b", "X-Three": "3"}},
			func(o endpoint.Options) any {
				return o.Headers.Get("X-Two") + o.Headers["x-three"] + o.Headers["x-one"]
			}, "b31",
		},
		{
			"the last spelling in byte order wins",
			layers{endpoint.Headers{"X-A": "upper", "x-A": "middle", "x-a": "lower"}},
			func(o endpoint.Options) any { return o.Headers["x-a"] }, "lower",
		},
		{
			"a removed header stays as a mark",
			layers{endpoint.Headers{"X-One": ""}},
			func(o endpoint.Options) any { v, ok := o.Headers["x-one"]; return v == "" && ok }, true,
		},
		{
			"previews are a union",
			layers{endpoint.MediaType{Previews: []string{"three", "one", "three-preview-preview"}}},
			func(o endpoint.Options) any { return o.MediaType },
			endpoint.MediaType{Format: "raw", Previews: []string{"one", "two", "three"}},
		},
		{
			"format",
			layers{endpoint.MediaType{Format: "html"}},
			func(o endpoint.Options) any { return o.MediaType.Format }, "html",
		},
		{
			"zero fields change nothing",
			layers{endpoint.Options{}, endpoint.MediaType{}, endpoint.Params(nil), endpoint.Headers(nil)},
			func(o endpoint.Options) any { return []any{o.Data, o.Meta, o.BaseURL, o.MediaType.Format, o.Method} },
			[]any{"data", "meta", "https://api.service.example", "raw", "GET"},
		},
		{
			"fields",
			layers{endpoint.Options{Data: 0, Meta: false, BaseURL: "http://h"}},
			func(o endpoint.Options) any { return []any{o.Data, o.Meta, o.BaseURL} },
			[]any{0, false, "http://h"},
		},
		{
			"pointers are read",
			layers{&endpoint.Params{"a": 9}, &endpoint.Query{"q": 9}, &endpoint.Headers{"x-one": "9"}, &endpoint.MediaType{Format: "f"}},
			func(o endpoint.Options) any {
				return []any{o.Params["a"], o.Query["q"], o.Headers["x-one"], o.MediaType.Format}
			},
			[]any{9, 9, "9", "f"},
		},
	}
	for _, tt := range tests {
		o := e.Merge("/x", tt.layers...)
		if got := tt.got(o); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v, want %#v", tt.name, got, tt.want)
		}
		if again := e.Merge("", o); !reflect.DeepEqual(again, o) {
			t.Errorf("%s: merged again %v\nis not %v", tt.name, again, o)
		}
	}
}

func TestForeignLayerPanics(t *testing.T) {
	type mine struct{ endpoint.Options }
	defer func() {
		if s, _ := recover().(string); !strings.Contains(s, "mine is not a layer") {
			t.Errorf("recovered %q", s)
		}
	}()
	endpoint.Endpoint{}.Merge("/x", mine{})
}

// TestIsolation changes everything that a caller holds after the fact.
func TestIsolation(t *testing.T) {
	params := endpoint.Params{"a": 1}
	query := endpoint.Query{"q": 1}
	headers := endpoint.Headers{"X-A": "1"}
	previews := []string{"one", "two"}
	options := endpoint.Options{Params: params, Query: query, Headers: headers, MediaType: endpoint.MediaType{Previews: previews}}
	e := endpoint.New(options)
	merged := e.Merge("POST /x", options)
	req, err := e.Build("POST /x", options)
	if err != nil {
		t.Fatal(err)
	}
	text := func() string {
		b, err := json.Marshal(req)
		if err != nil {
			t.Fatal(err)
		}
		return e.Options().String() + merged.String() + string(b)
	}
	before := text()
	for _, o := range []endpoint.Options{options, e.Options(), e.Merge("/x")} {
		o.Params["a"], o.Query["q"], o.Headers["x-a"], o.Headers["X-A"] = 2, 2, "2", "2"
		o.Params["new"], o.Query["new"], o.Headers["new"] = 1, 1, "1"
		o.MediaType.Previews[0] = "changed"
		_ = append(o.MediaType.Previews[:1], "changed")
	}
	if after := text(); after != before {
		t.Errorf("before %s\nafter  %s", before, after)
	}
	again, err := e.Build("POST /x")
	if err != nil || !reflect.DeepEqual(again, req) {
		t.Errorf("before %#v\nafter  %#v, %v", req, again, err)
	}
}

// TestConcurrentUse shares one Endpoint among goroutines that build from it and
// derive others. The race detector watches.
// TestPreviewsAreNotWritten gives lists of previews with room behind them, which
// belongs to the caller.
func TestPreviewsAreNotWritten(t *testing.T) {
	room := []string{"a", "kept"}
	first, second := endpoint.MediaType{Previews: room[:1]}, endpoint.MediaType{Previews: []string{"b"}}
	e := endpoint.New(first)
	for range 2 {
		if _, err := e.Build("GET /x", first, second); err != nil {
			t.Fatal(err)
		}
		if _, err := (endpoint.Endpoint{}).Build("GET /x", first, second); err != nil {
			t.Fatal(err)
		}
		e.Merge("GET /x", first, second)
		e.Defaults(first, second)
	}
	if room[1] != "kept" {
		t.Errorf("the caller's list is now %q", room)
	}
	// Defaults with room behind theirs, shared by calls at the same time.
	many := endpoint.New(endpoint.MediaType{Previews: []string{"a", "b", "c", "c-preview", "a"}})
	var wg sync.WaitGroup
	for _, name := range []string{"x", "y", "z"} {
		wg.Go(func() {
			got, err := many.Build("GET /x", endpoint.MediaType{Previews: []string{name}})
			if err != nil || !strings.HasSuffix(got.Headers["accept"], "."+name+"-preview+json") {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		})
	}
	wg.Wait()
}

func TestConcurrentUse(t *testing.T) {
	shared := endpoint.New(endpoint.Params{"org": "octokit"}, endpoint.Headers{"x-a": "1"}, endpoint.MediaType{Previews: []string{"p"}})
	want, err := shared.Build("GET /orgs/{org}/repos", endpoint.Params{"page": 1})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			for range 50 {
				own := shared.Defaults(endpoint.Params{"org": i}, endpoint.Headers{"x-a": "2"}, endpoint.MediaType{Previews: []string{"q"}})
				if _, err := own.Build("GET /orgs/{org}/repos"); err != nil {
					t.Error(err)
				}
				got, err := shared.Build("GET /orgs/{org}/repos", endpoint.Params{"page": 1})
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("got %v, %v; want %v", got, err, want)
				}
			}
		})
	}
	wg.Wait()
}

func TestParamsOf(t *testing.T) {
	type embedded struct {
		E int `json:"e"`
	}
	type issue struct {
		Title  string    `json:"title"`
		Body   *string   `json:"body,omitempty"`
		Since  time.Time `json:"since,omitzero"`
		ID     int64     `json:"id"`
		Raw    []byte    `json:"raw,omitempty"`
		Plain  string    `json:",omitempty"`
		Hidden string    `json:"-"`
		embedded
	}
	type empty struct {
		A string `json:"a,omitempty"`
	}
	loop := omitted{}
	loop["in"], loop["again"] = loop, loop
	tests := []struct {
		name  string
		value any
		want  endpoint.Params
	}{
		{
			"struct",
			issue{Title: "<t>", ID: math.MaxInt64, Raw: []byte("hi"), Hidden: "x", embedded: embedded{5}},
			endpoint.Params{"title": "<t>", "id": json.Number("9223372036854775807"), "raw": "aGk=", "e": json.Number("5")},
		},
		{"pointer", &empty{"x"}, endpoint.Params{"a": "x"}},
		{"nil pointer", (*empty)(nil), endpoint.Params{}},
		{"nil", nil, endpoint.Params{}},
		{"omitted", empty{}, endpoint.Params{}},
		{"map", map[string]int{"n": 1}, endpoint.Params{"n": json.Number("1")}},
		{"nil map", map[string]any(nil), endpoint.Params{}},
		{"number", map[string]any{"n": json.Number("1.10")}, endpoint.Params{"n": json.Number("1.10")}},
		{"left out", struct {
			A struct {
				B int `url:"b"`
			} `json:"-"`
			c urlTag
		}{c: urlTag{"x"}}, endpoint.Params{}},
		{"holds itself where it is omitted", struct {
			A omitted `json:"a,omitzero"`
		}{loop}, endpoint.Params{}},
		{"named by a method of the pointer, in a list", map[string]any{"M": []namesItself{{1}}}, endpoint.Params{"M": []any{json.Number("1")}}},
		{"embedded, not encoded", struct{ hiddenMap }{hiddenMap{"a": {"b"}}}, endpoint.Params{}},
		{"named by a method", &struct{ M *namesItself }{&namesItself{1}}, endpoint.Params{"M": json.Number("1")}},
		{"raw JSON", json.RawMessage(` {"a": 1}`), endpoint.Params{"a": json.Number("1")}},
	}
	for _, tt := range tests {
		got, err := endpoint.ParamsOf(tt.value)
		if err != nil || got == nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v, %v\nwant %#v", tt.name, got, err, tt.want)
		}
	}
}

type failingText struct{}

var errNoText = errors.New("no text")

func (failingText) MarshalText() ([]byte, error) { return nil, errNoText }

type urlTag struct {
	A string `url:"a"`
}

type hiddenMap map[string]urlTag

type embeddedTag struct{ urlTag }

type omitted map[string]any

func (omitted) IsZero() bool { return true }

type namesItself struct {
	A int `url:"a"`
}

func (n *namesItself) MarshalJSON() ([]byte, error) {
	return strconv.AppendInt(nil, int64(n.A), 10), nil
}

func TestParamsOfErrors(t *testing.T) {
	loop := map[string]any{}
	loop["in"] = []any{loop, loop, loop}
	list := []any{1, urlTag{"planted"}}
	deep := func(n int) any {
		var v any = 1
		for range n {
			v = []any{v}
		}
		return map[string]any{"a": v}
	}
	type formTag struct {
		B string `form:"b" json:"b"`
		C string `form:"c"`
	}
	type nested struct {
		In []*urlTag `json:"in"`
	}
	tests := []struct {
		name  string
		value any
		param string
		text  string
	}{
		{"url tag", urlTag{"planted"}, "A", "url or form tag"},
		{"form tag", &formTag{}, "C", "url or form tag"},
		{"nested", nested{}, "A", "url or form tag"},
		{"a method that is not called", namesItself{1}, "A", "url or form tag"},
		{"a method that is not called, in a map", map[string]namesItself{"a": {1}}, "A", "url or form tag"},
		{"embedded", embeddedTag{}, "A", "url or form tag"},
		{"deep", deep(10_001), "", "read back"},
		{"shorter list first", map[string]any{"a": list[:1], "b": list}, "A", "url or form tag"},
		{"in an interface", map[string]any{"in": []any{1, &urlTag{"planted"}}}, "A", "url or form tag"},
		{"in a field", struct{ In any }{urlTag{"planted"}}, "A", "url or form tag"},
		{"holds itself", loop, "", "cannot be encoded"},
		{"string", "planted", "", "string is not an object"},
		{"list", []int{7777}, "", "is not an object"},
		{"NaN", map[string]any{"a": math.NaN()}, "", "cannot be encoded"},
		{"channel", struct{ C chan int }{}, "", "cannot be encoded"},
		{"Unset", map[string]any{"a": endpoint.Unset}, "", "cannot be encoded"},
		{"failing", map[string]any{"zq": failingText{}}, "", "cannot be encoded"},
	}
	for _, tt := range tests {
		got, err := endpoint.ParamsOf(tt.value)
		checkError(t, tt.name, err, endpoint.ErrParam, tt.param, tt.text)
		if got != nil || strings.Contains(err.Error(), "planted") || strings.Contains(err.Error(), "7777") {
			t.Errorf("%s: got %v, %v", tt.name, got, err)
		}
		if tt.name == "failing" && !errors.Is(err, errNoText) {
			t.Errorf("%s: %v does not wrap its cause", tt.name, err)
		}
	}
}

// checkError checks an error's kind, its name and a piece of its text.
func checkError(t *testing.T, what string, err, kind error, name, text string) {
	t.Helper()
	var e *endpoint.Error
	if !errors.Is(err, kind) || !errors.As(err, &e) || e.Name != name || !strings.Contains(err.Error(), text) {
		t.Errorf("%s: error %v; want %v of %q with %q", what, err, kind, name, text)
	}
}

// TestHeaderSpellings has the later layer win, whatever the spelling, and of one
// layer the last in byte order.
func TestHeaderSpellings(t *testing.T) {
	for _, tt := range []struct {
		layers []endpoint.Layer
		want   string
	}{
		{[]endpoint.Layer{endpoint.Headers{"x-a": "1"}, endpoint.Headers{"X-A": "2"}}, "2"},
		{[]endpoint.Layer{endpoint.Headers{"X-A": "1"}, endpoint.Headers{"x-a": "2"}}, "2"},
		{[]endpoint.Layer{endpoint.Headers{"X-A": "1", "x-a": "2", "X-a": "3"}}, "2"},
	} {
		for _, e := range []endpoint.Endpoint{{}, endpoint.New(endpoint.Headers{"x-A": "0"})} {
			got, err := e.Build("GET /x", tt.layers...)
			if merged := e.Merge("GET /x", tt.layers...); err != nil || got.Headers["x-a"] != tt.want || merged.Headers["x-a"] != tt.want {
				t.Errorf("%v: built %q, %v, merged %q, want %q", tt.layers, got.Headers["x-a"], err, merged.Headers["x-a"], tt.want)
			}
		}
	}
}

// TestZeroFields has an Options without fields, which changes nothing.
func TestZeroFields(t *testing.T) {
	e := endpoint.New(endpoint.Options{
		Method: "POST", URL: "/x", BaseURL: "https://h.test", Data: "text", Meta: 1, MediaType: endpoint.MediaType{Format: "raw"},
	})
	want, err := e.Build("")
	if err != nil || want.Method != "post" || want.URL != "https://h.test/x" || want.Body != "text" || want.Meta != 1 || want.Headers["accept"] != "application/vnd.service.v3.raw" {
		t.Fatalf("%#v, %v", want, err)
	}
	for _, other := range []endpoint.Endpoint{e, e.Defaults(endpoint.Options{}, endpoint.MediaType{}, endpoint.Headers{}, endpoint.Params{}, endpoint.Query{})} {
		got, err := other.Build("", endpoint.Options{}, endpoint.MediaType{})
		merged := other.Merge("", endpoint.Options{}, endpoint.MediaType{})
		if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(merged, e.Merge("")) {
			t.Errorf("got  %#v, %v\nwant %#v", got, err, want)
		}
	}
}

// TestUnset removes keys of defaults, of earlier layers and of placeholders.
func TestUnset(t *testing.T) {
	e := endpoint.New(endpoint.Params{"a": 1, "b": 2}, endpoint.Query{"q": 1, "r": 2})
	drop := []endpoint.Layer{endpoint.Params{"b": endpoint.Unset, "new": endpoint.Unset}, endpoint.Query{"q": endpoint.Unset, "new": endpoint.Unset}}

	derived := e.Defaults(drop...).Options()
	if want := (endpoint.Params{"a": 1}); !reflect.DeepEqual(derived.Params, want) {
		t.Errorf("Defaults: %v, want %v", derived.Params, want)
	}
	if want := (endpoint.Query{"r": 2}); !reflect.DeepEqual(derived.Query, want) {
		t.Errorf("Defaults: %v, want %v", derived.Query, want)
	}

	merged := e.Merge("GET /x", drop...)
	if want := (endpoint.Params{"a": 1, "b": endpoint.Unset}); !reflect.DeepEqual(merged.Params, want) {
		t.Errorf("Merge: %v, want %v", merged.Params, want)
	}
	if want := (endpoint.Query{"q": endpoint.Unset, "r": 2}); !reflect.DeepEqual(merged.Query, want) {
		t.Errorf("Merge: %v, want %v", merged.Query, want)
	}

	got, err := e.Build("GET /x", drop...)
	if want := "https://api.service.example/x?a=1&r=2"; err != nil || got.URL != want {
		t.Errorf("got  %s, %v\nwant %s", got.URL, err, want)
	}
	_, err = e.Build("GET /x/{b}", drop...)
	checkError(t, "a placeholder", err, endpoint.ErrMissingParam, "b", "")
	if got, err = e.Build("GET /x{/b}", append(drop, endpoint.Params{"b": 3})...); err != nil || got.URL != "https://api.service.example/x/3?a=1&r=2" {
		t.Errorf("set again: %s, %v", got.URL, err)
	}
}

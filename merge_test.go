// Tests of Merge, of Params and Query that meet in one query, of isolation,
// concurrent use and ParamsOf.

package endpoint_test

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
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

// TestParamsMeetQuery has a key in Params and Query, of the defaults (d) and of
// two layers of a call. TestParamsMeetQueryAll has all combinations.
func TestParamsMeetQuery(t *testing.T) {
	type (
		layers = []endpoint.Layer
		query  = endpoint.Query
	)
	for _, tt := range []struct {
		name           string
		defaults, call layers
		want           string
	}{
		{"a call's Params over a default Query", layers{query{"k": 100}}, layers{params{"k": 5}}, "?k=5"},
		{"a call's Query over default Params", layers{params{"k": 100}}, layers{query{"k": 5}}, "?k=5"},
		{"within the defaults Query wins", layers{query{"k": 1}, params{"k": 2}}, nil, "?k=1"},
		{"within a layer Query wins", nil, layers{endpoint.Options{Params: params{"k": 1}, Query: query{"k": 2}}}, "?k=2"},
		{"the later layer wins", nil, layers{query{"k": 1}, params{"k": 2}}, "?k=2"},
		{"the later layer wins, Query last", nil, layers{params{"k": 1}, query{"k": 2}}, "?k=2"},
		{"nil wins", layers{query{"k": 1}}, layers{params{"k": nil}}, ""},
		{"an empty list wins", layers{query{"k": 1}}, layers{params{"k": []int{}}}, ""},
		{"nil in Query wins", layers{params{"k": 1}}, layers{query{"k": nil}}, ""},
		{"Unset removes from its own map", layers{query{"k": 1}}, layers{params{"k": endpoint.Unset}}, "?k=1"},
		{"Unset of the winner", layers{params{"k": 1}}, layers{query{"k": 2}, query{"k": endpoint.Unset}}, "?k=1"},
		{"a map is replaced, not merged", layers{query{"k": map[string]any{"a": 1}}}, layers{params{"k": map[string]any{"b": 2}}}, "?k%5Bb%5D=2"},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			got, err := endpoint.New(tt.defaults...).Build(method+" /x", tt.call...)
			if want := "https://api.service.example/x" + tt.want; err != nil || got.URL != want {
				t.Errorf("%s, %s: got %s, %v; want %s", tt.name, method, got.URL, err, want)
			}
		}
	}
	// A placeholder takes the one of Params, and the other methods send both.
	e := endpoint.New(endpoint.Query{"k": 1})
	for route, want := range map[string]string{"GET /x/{k}": "/x/2?k=1", "POST /x": "/x?k=1", "GET /x{?k}": "/x?k=2"} {
		if got, err := e.Build(route, params{"k": 2}); err != nil || got.URL != "https://api.service.example"+want {
			t.Errorf("%s: got %s, %v; want %s", route, got.URL, err, want)
		}
	}
}

func TestParamsMeetQueryAll(t *testing.T) {
	// A place is Params (even) or Query (odd) of the defaults or a layer.
	const places, choices = 6, 5
	value := func(place, choice int) (v any, set bool) {
		switch choice {
		case 1:
			return "v" + string(rune('0'+place)), true
		case 2:
			return nil, true
		case 3:
			return []int{}, true
		case 4:
			return endpoint.Unset, true
		}
		return nil, false
	}
	combinations := 1
	for range places {
		combinations *= choices
	}
	for n := range combinations {
		var layers [places / 2]endpoint.Options
		last := [2]int{-1, -1} // the place that has the last word on Params, on Query
		for place, rest := 0, n; place < places; place, rest = place+1, rest/choices {
			v, set := value(place, rest%choices)
			if !set {
				continue
			}
			o := &layers[place/2]
			if last[place%2] = place; place%2 == 0 {
				o.Params = params{"k": v}
			} else {
				o.Query = endpoint.Query{"k": v}
			}
			if rest%choices == 4 {
				last[place%2] = -1
			}
		}
		winner := last[1]
		if last[0] >= 0 && (winner < 0 || last[0]/2 > winner/2) {
			winner = last[0]
		}
		want := "https://api.service.example/x"
		if winner >= 0 {
			if v, _ := value(winner, n/pow(choices, winner)%choices); v != nil && reflect.TypeOf(v).Kind() == reflect.String {
				want += "?k=" + v.(string)
			}
		}
		e := endpoint.New(layers[0])
		got, err := e.Build("GET /x", layers[1], layers[2])
		if err != nil || got.URL != want {
			t.Fatalf("%v\ngot  %s, %v\nwant %s", layers, got.URL, err, want)
		}
		merged := e.Merge("GET /x", layers[1], layers[2])
		p, hasP := merged.Params["k"]
		q, hasQ := merged.Query["k"]
		if hasP && hasQ && !isUnset(p) && !isUnset(q) {
			t.Fatalf("%v: Merge keeps the loser: %v", layers, merged)
		}
		if again := e.Merge("", merged); !reflect.DeepEqual(again, merged) {
			t.Fatalf("%v: merged %v, again %v", layers, merged, again)
		}
		if parsed, err := e.Parse(merged); err != nil || parsed.URL != want {
			t.Fatalf("%v: Parse(Merge) %s, %v; want %s", layers, parsed.URL, err, want)
		}
		merged = e.Merge("POST /x", layers[1], layers[2])
		_, keptP := merged.Params["k"]
		_, keptQ := merged.Query["k"]
		if keptP != (last[0] >= 0 || isUnset(merged.Params["k"])) || keptQ != (last[1] >= 0 || isUnset(merged.Query["k"])) {
			t.Fatalf("%v: merged for POST: %v", layers, merged)
		}
	}
}

func pow(base, n int) int {
	p := 1
	for range n {
		p *= base
	}
	return p
}

func isUnset(v any) bool { return reflect.DeepEqual(v, endpoint.Unset) }

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

// TestConcurrentUse shares one Endpoint among goroutines that build from it and
// derive others. The race detector watches.
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

// A verbosity prints itself, and is a number in JSON.
type verbosity int

func (v verbosity) String() string { return [...]string{"low", "high"}[v] }

type pageOptions struct {
	Page    int `url:"page,omitempty"`
	PerPage int `url:"per_page,omitempty"`
}

func TestParamsOf(t *testing.T) {
	type search struct {
		Level verbosity `url:"level"`
		Since time.Time `url:"since,omitempty"`
		Tags  []string  `url:"tags,comma"`
		IDs   []int     `url:"ids"`
		pageOptions
	}
	type raw struct{ json.RawMessage }
	tests := []struct {
		name  string
		value any
		want  endpoint.Params
	}{
		{
			"struct",
			search{Level: 1, Tags: []string{"a", "b"}, IDs: []int{1, 2}, pageOptions: pageOptions{PerPage: 100}},
			endpoint.Params{"level": verbosity(1), "tags": "a,b", "ids": []int{1, 2}, "per_page": 100},
		},
		{"pointer", &pageOptions{Page: 2}, endpoint.Params{"page": 2}},
		{"nil pointer", (*pageOptions)(nil), endpoint.Params{}},
		{"nil", nil, endpoint.Params{}},
		{"all omitted", pageOptions{}, endpoint.Params{}},
		{"map", map[string]int{"n": 1}, endpoint.Params{"n": 1}},
		{"nil map", map[string]any(nil), endpoint.Params{}},
		{"Params", endpoint.Params{"a": endpoint.Unset}, endpoint.Params{"a": endpoint.Unset}},
		{"MarshalJSON", raw{json.RawMessage(`{"n": 1.10}`)}, endpoint.Params{"n": json.Number("1.10")}},
	}
	for _, tt := range tests {
		got, err := endpoint.ParamsOf(tt.value)
		if err != nil || got == nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v, %v\nwant %#v", tt.name, got, err, tt.want)
		}
	}
}

// TestParamsOfSent sends the fields of one struct in a URL, a query and a body:
// an enumeration is its text in the first two, and a number in JSON.
func TestParamsOfSent(t *testing.T) {
	params, err := endpoint.ParamsOf(struct {
		Level verbosity `json:"level"`
		Label *string   `json:"label"`
		Raw   []byte    `json:"raw"`
	}{Level: 1, Raw: []byte("hi")})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ route, url, body string }{
		{"GET /levels/{level}", "https://api.test/levels/high?raw=hi", ""},
		{"GET /levels", "https://api.test/levels?level=high&raw=hi", ""},
		{"POST /levels", "https://api.test/levels", `{"label":null,"level":1,"raw":"aGk="}`},
	}
	for _, tt := range tests {
		req, err := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}).HTTPRequest(t.Context(), tt.route, params)
		if err != nil {
			t.Errorf("%s: %v", tt.route, err)
			continue
		}
		var body []byte
		if req.Body != nil {
			if body, err = io.ReadAll(req.Body); err != nil {
				t.Fatal(err)
			}
		}
		if req.URL.String() != tt.url || string(body) != tt.body {
			t.Errorf("%s: got %s %s\nwant %s %s", tt.route, req.URL, body, tt.url, tt.body)
		}
	}
}

// A failingMarshaler returns an error that cannot even be asked for its text.
type failingMarshaler struct{}

type silentError struct{}

func (*silentError) Error() string { panic("Error was called") }

func (failingMarshaler) MarshalJSON() ([]byte, error) { return nil, (*silentError)(nil) }

func TestParamsOfErrors(t *testing.T) {
	tests := []struct {
		name  string
		value any
		param string
		text  string
	}{
		{"string", "planted", "", "string is not an object: pass a struct"},
		{"list", []int{7777}, "", "[]int is not an object"},
		{"time", time.Unix(7777, 0), "", "time.Time is not an object in JSON"},
		{"failing", failingMarshaler{}, "", "encoding endpoint_test.failingMarshaler as JSON failed"},
		{"unknown option", struct {
			Since time.Time `url:"since,unix"`
		}{}, "Since", "unix"},
		{"two names", struct {
			Page int `json:"page" url:"p"`
		}{7777}, "Page", "differ in name"},
		{"two fields of one name", struct {
			A int `url:"page"`
			B int `url:"page"`
		}{}, "A", "A and B are both named"},
	}
	for _, tt := range tests {
		got, err := endpoint.ParamsOf(tt.value)
		var e *endpoint.Error
		if !errors.As(err, &e) || e.Err != endpoint.ErrParam || e.Route != "" || e.Name != tt.param {
			t.Errorf("%s: error %v; want ErrParam of %q", tt.name, err, tt.param)
			continue
		}
		text := err.Error()
		if got != nil || !strings.Contains(text, tt.text) || strings.Contains(text, "planted") || strings.Contains(text, "7777") {
			t.Errorf("%s: got %v, %s; want %q", tt.name, got, text, tt.text)
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

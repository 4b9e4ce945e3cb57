// Tests of Merge, of what 0.2.0 lost without an error, of Params and Query that
// meet in one query, of isolation, concurrent use and ParamsOf.

package endpoint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
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
		{"GET /a", []endpoint.Layer{(*endpoint.Params)(nil), (*endpoint.Path)(nil), (*endpoint.Query)(nil), (*endpoint.Headers)(nil), (*endpoint.MediaType)(nil)}, "GET", "/a"},
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
			"a nested map is replaced, not merged",
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
			layers{&endpoint.Params{"a": 9}, &endpoint.Path{"p": 9}, &endpoint.Query{"q": 9}, &endpoint.Headers{"x-one": "9"}, &endpoint.MediaType{Format: "f"}},
			func(o endpoint.Options) any {
				return []any{o.Params["a"], o.Path["p"], o.Query["q"], o.Headers["x-one"], o.MediaType.Format}
			},
			[]any{9, 9, 9, "9", "f"},
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

// TestMergeLeavesOut has defaults that a call does not send. Merge shows none of
// them, and what the call itself passes it keeps, for Parse to judge.
func TestMergeLeavesOut(t *testing.T) {
	type (
		path  = endpoint.Path
		query = endpoint.Query
		o     = endpoint.Options
	)
	e := endpoint.New(params{"p": 1}, path{"p": 2, "n": 3}, query{"q": 4}, endpoint.Headers{"Content-Type": "text/json"})
	json := endpoint.Headers{"content-type": "text/json"}
	for _, tt := range []struct {
		route string
		call  layers
		want  o
	}{
		{"GET /x", nil, o{Params: params{"p": 1}, Query: query{"q": 4}}},
		{"GET /x/{p}", nil, o{Path: path{"p": 2}, Query: query{"q": 4}}},
		{"DELETE /x/{p}", nil, o{Path: path{"p": 2}, Query: query{"q": 4}}},
		{"GET /x/{p}", layers{params{"p": nil}}, o{Path: path{"p": 2}, Query: query{"q": 4}}},
		{"GET /x/{p}", layers{params{"p": 5}}, o{Params: params{"p": 5}, Path: path{"p": 2}, Query: query{"q": 4}}},
		{"PUT /x/{p}", nil, o{Params: params{"p": 1}, Path: path{"p": 2}, Query: query{"q": 4}, Headers: json}},
		{"GET /x", layers{path{"q": nil}}, o{Params: params{"p": 1}, Path: path{"q": nil}, Query: query{"q": 4}}},
		{"GET /x", layers{o{BaseURL: "https://{n}.test"}}, o{BaseURL: "https://{n}.test", Params: params{"p": 1}, Path: path{"n": 3}, Query: query{"q": 4}}},
		{"GET http://h/x", layers{o{BaseURL: "h/{n"}}, o{BaseURL: "h/{n", Params: params{"p": 1}, Query: query{"q": 4}}},
		{"GET http://h/x", layers{o{BaseURL: "h/{n}"}}, o{BaseURL: "h/{n}", Params: params{"p": 1}, Path: path{"n": 3}, Query: query{"q": 4}}},
		{"POST /x", layers{o{Data: 1}}, o{Data: 1, Query: query{"q": 4}, Headers: json}},
		{"POST /x", layers{o{Data: 1}, params{"p": 5, "nil": nil}}, o{Data: 1, Params: params{"p": 5}, Query: query{"q": 4}, Headers: json}},
		{"OPTIONS /x", nil, o{Query: query{"q": 4}}},
		{"TRACE /x", layers{params{"p": 5, "nil": nil}}, o{Params: params{"p": 5}, Query: query{"q": 4}}},
		{"GET /x", layers{endpoint.Headers{"content-type": "text/json"}}, o{Params: params{"p": 1}, Query: query{"q": 4}, Headers: json}},
		{"GET /x?q=6&%70=7", nil, o{}},
		{"POST /x?q=6&p=7", nil, o{Params: params{"p": 1}, Headers: json}},
		{"GET /x?q=6&p=7", layers{query{"q": 5}, params{"p": nil}}, o{Query: query{"q": 5}}},
		{"GET /x{?z}&q=6", layers{params{"z": 5}}, o{Params: params{"p": 1, "z": 5}}},
		{"GET /x", layers{params{"q": 5}}, o{Params: params{"p": 1, "q": 5}}},
		{"GET /x", layers{query{"p": 5}}, o{Query: query{"p": 5, "q": 4}}},
		{"GET /x{?p}", layers{path{"p": endpoint.Unset}, query{"p": 5}}, o{Params: params{"p": 1}, Path: path{"p": endpoint.Unset}, Query: query{"p": 5, "q": 4}}},
	} {
		got := e.Merge(tt.route, tt.call...)
		want := endpoint.Endpoint{}.Merge(tt.route, o{BaseURL: tt.want.BaseURL, Headers: tt.want.Headers})
		want.Params, want.Path, want.Query, want.Data = tt.want.Params, tt.want.Path, tt.want.Query, tt.want.Data
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s %v\ngot  %#v\nwant %#v", tt.route, tt.call, got, want)
		}
	}
}

// TestParamsMeetQuery has a key in Params and Query, of the defaults (d) and of
// two layers of a call. FuzzModel has the combinations.
func TestParamsMeetQuery(t *testing.T) {
	type query = endpoint.Query
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
	// What a placeholder takes, or would take but for Path, does not meet Query,
	// and the other methods send both.
	e := endpoint.New(endpoint.Query{"k": 1})
	for _, tt := range []struct {
		route  string
		layers layers
		want   string
	}{
		{"GET /x/{k}", layers{params{"k": 2}}, "/x/2?k=1"},
		{"GET /x/{k}", layers{endpoint.Path{"k": 3}, params{"k": nil}}, "/x/3?k=1"},
		{"POST /x", layers{params{"k": 2}}, "/x?k=1"},
		{"GET /x{?k}", layers{params{"k": 2}}, "/x?k=2"},
	} {
		if got, err := e.Build(tt.route, tt.layers...); err != nil || got.URL != "https://api.service.example"+tt.want {
			t.Errorf("%s: got %s, %v; want %s", tt.route, got.URL, err, tt.want)
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
	path := endpoint.Path{"p": 1}
	query := endpoint.Query{"q": 1}
	headers := endpoint.Headers{"X-A": "1"}
	previews := []string{"one", "two"}
	options := endpoint.Options{URL: "/x/{p}", Params: params, Path: path, Query: query, Headers: headers, MediaType: endpoint.MediaType{Previews: previews}}
	e := endpoint.New(options)
	merged := e.Merge("POST", options)
	req, err := e.Build("POST", options)
	if err != nil {
		t.Fatal(err)
	}
	text := func() string {
		b, err := json.Marshal([]any{e.Options(), merged, req})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	before := text()
	for _, o := range []endpoint.Options{options, e.Options(), e.Merge("POST")} {
		for _, m := range []map[string]any{o.Params, o.Path, o.Query} {
			for k := range m {
				m[k] = 2
			}
			m["new"] = 1
		}
		o.Headers["x-a"], o.Headers["X-A"], o.Headers["new"] = "2", "2", "1"
		o.MediaType.Previews[0] = "changed"
		_ = append(o.MediaType.Previews[:1], "changed")
	}
	if after := text(); after != before {
		t.Errorf("before %s\nafter  %s", before, after)
	}
	again, err := e.Build("POST")
	if err != nil || !reflect.DeepEqual(again, req) {
		t.Errorf("%v\n%s", err, again.Diff(req))
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
	many := endpoint.New(endpoint.MediaType{Previews: []string{"a", "b", "c-preview"}}, endpoint.MediaType{Previews: []string{"d", "e", "a"}})
	var wg sync.WaitGroup
	for _, name := range []string{"x", "y", "z"} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			got, err := many.Build("GET /x", endpoint.MediaType{Previews: []string{name}})
			if err != nil || !strings.HasSuffix(got.Headers["accept"], "."+name+"-preview+json") {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		}()
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
		wg.Add(1)
		go func() {
			defer wg.Done()
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
		}()
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
		if got := endpoint.ParamsOf(tt.value); got == nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v\nwant %#v", tt.name, got, tt.want)
		}
	}
}

// TestParamsOfSent sends the fields of one struct in a URL, a query and a body:
// an enumeration is its text in the first two, and a number in JSON.
func TestParamsOfSent(t *testing.T) {
	fields := endpoint.ParamsOf(struct {
		Level verbosity `json:"level"`
		Label *string   `json:"label"`
		Raw   []byte    `json:"raw"`
	}{Level: 1, Raw: []byte("hi")})
	tests := []struct {
		route, url string
		body       any
	}{
		{"GET /levels/{level}", "https://api.test/levels/high?raw=hi", nil},
		{"GET /levels", "https://api.test/levels?level=high&raw=hi", nil},
		{"POST /levels", "https://api.test/levels", json.RawMessage(`{"label":null,"level":1,"raw":"aGk="}`)},
	}
	for _, tt := range tests {
		got, err := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}).Build(tt.route, fields)
		method, _, _ := strings.Cut(tt.route, " ")
		if diff := got.Diff(endpoint.Request{Method: method, URL: tt.url, Body: tt.body}); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", tt.route, err, diff)
		}
	}
}

type badSince struct {
	Since int `url:"since,unix"`
}

// TestParamsOfErrors has what ParamsOf cannot read: each call that uses the
// result fails, whatever else it has.
func TestParamsOfErrors(t *testing.T) {
	type twoNames struct {
		Page int `json:"page" url:"p"`
	}
	bad := endpoint.ParamsOf(badSince{7777})
	for _, tt := range []struct {
		value      any
		name, text string
	}{
		{"planted", "ParamsOf", "string is not an object: pass a struct"},
		{badSince{7777}, "badSince.Since", `"unix"`},
		{twoNames{7777}, "twoNames.Page", "differ in name"},
	} {
		fields := endpoint.ParamsOf(tt.value)
		for _, layer := range []endpoint.Layer{fields, endpoint.Path(fields), endpoint.Query(fields), &fields} {
			_, err := endpoint.Endpoint{}.Build("DELETE /{", layer, endpoint.Headers{"x y": "\n"})
			checkError(t, tt.name, err, endpoint.ErrParam, tt.name, tt.text)
			if strings.Contains(err.Error(), "planted") || strings.Contains(err.Error(), "7777") {
				t.Errorf("%v shows a value", err)
			}
			_, err = endpoint.New(layer).HTTPRequest(t.Context(), "OPTIONS /x")
			checkError(t, tt.name+" in the defaults", err, endpoint.ErrParam, tt.name, tt.text)
		}
	}
	// Nothing overrides it, not even what is under its key.
	override := params{}
	for key := range bad {
		override[key] = endpoint.Unset
	}
	for _, e := range []endpoint.Endpoint{endpoint.New(bad), endpoint.New(bad).Defaults(override), endpoint.New(bad, params{"since": 1})} {
		for _, layers := range []layers{nil, {override}, {endpoint.ParamsOf(5), bad}} {
			_, err := e.Build("GET /x", layers...)
			checkError(t, "overridden", err, endpoint.ErrParam, "badSince.Since", "")
		}
	}
	if _, err := (endpoint.Endpoint{}).Build("g(t /x", bad); !errors.Is(err, endpoint.ErrMethod) {
		t.Errorf("got %v, want the method first", err)
	}
	// In a body or another value, it is found when that is encoded.
	for _, layer := range []endpoint.Layer{params{"k": bad}, endpoint.Options{Data: bad}} {
		_, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), "POST /x", layer)
		if !errors.Is(err, endpoint.ErrBody) || !strings.Contains(err.Error(), "badSince.Since") {
			t.Errorf("%v: got %v", layer, err)
		}
	}
	if b, err := json.Marshal(bad); err == nil {
		t.Errorf("marshaled to %s", b)
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

// A lostCall is a call with which 0.2.0 lost or moved data without an error, or
// one that shows what to write instead.
type lostCall struct {
	defaults layers
	route    string
	call     layers
	old      string // what 0.2.0 sent: method, URL, content-type, body; Params stood where Path stands here
	want     string // what is sent, or how the error begins
}

type lostUser struct {
	ID     int    `json:"id"`
	Name   string `json:"name"`
	Tenant string `json:"tenant,omitempty"`
	Org    string `json:"org,omitempty"`
}

type lostTags struct {
	Tags []string `url:"tags,comma"`
}

func lostCalls() []lostCall {
	type (
		path  = endpoint.Path
		query = endpoint.Query
		o     = endpoint.Options
		list  = []string
	)
	data := func(v any) o { return o{Data: v} }
	contentType := func(s string) endpoint.Headers { return endpoint.Headers{"content-type": s} }
	const tenants = "https://{tenant}.api.test/v{version}"
	acme := path{"tenant": "acme", "version": 2}
	evil := lostUser{Name: "n", Tenant: "evil"}
	ada := lostUser{ID: 8, Name: "Ada", Org: "evil"}
	return []lostCall{
		// A parameter chose the host.
		{
			layers{o{BaseURL: tenants}, acme},
			"POST /users",
			layers{endpoint.ParamsOf(evil)},
			`POST https://evil.api.test/v2/users [application/json; charset=utf-8] {"id":0,"name":"n"}`,
			`POST https://acme.api.test/v2/users [application/json; charset=utf-8] {"id":0,"name":"n","tenant":"evil"}`,
		},
		{
			layers{o{BaseURL: tenants}, acme},
			"POST /users",
			layers{params{"tenant": "evil"}},
			`POST https://evil.api.test/v2/users`,
			`POST https://acme.api.test/v2/users [application/json; charset=utf-8] {"tenant":"evil"}`,
		},
		{
			layers{o{BaseURL: tenants}, acme},
			"POST /users",
			layers{params{"version": 9, "name": "n"}},
			`POST https://acme.api.test/v9/users [application/json; charset=utf-8] {"name":"n"}`,
			`POST https://acme.api.test/v2/users [application/json; charset=utf-8] {"name":"n","version":9}`,
		},
		{
			layers{o{BaseURL: tenants}, acme},
			"GET /users",
			layers{params{"tenant": "evil"}},
			`GET https://evil.api.test/v2/users`,
			`GET https://acme.api.test/v2/users?tenant=evil`,
		},
		{
			layers{o{BaseURL: tenants}, acme},
			"DELETE /users",
			layers{params{"tenant": "evil"}},
			`DELETE https://evil.api.test/v2/users`,
			`DELETE https://acme.api.test/v2/users [application/json; charset=utf-8] {"tenant":"evil"}`,
		},
		{
			layers{o{BaseURL: tenants}, acme},
			"PUT /users",
			layers{contentType(formMIME), params{"tenant": "evil"}},
			`PUT https://evil.api.test/v2/users [application/x-www-form-urlencoded]`,
			`PUT https://acme.api.test/v2/users [application/x-www-form-urlencoded] tenant=evil`,
		},
		{
			layers{o{BaseURL: tenants}, acme},
			"POST https://other.test/users",
			layers{endpoint.ParamsOf(evil)},
			`POST https://other.test/users [application/json; charset=utf-8] {"id":0,"name":"n"}`,
			`POST https://other.test/users [application/json; charset=utf-8] {"id":0,"name":"n","tenant":"evil"}`,
		},
		{
			layers{o{BaseURL: tenants}, acme},
			"POST https://other.test/users",
			layers{params{"tenant": "evil", "name": "n"}},
			`POST https://other.test/users [application/json; charset=utf-8] {"name":"n"}`,
			`POST https://other.test/users [application/json; charset=utf-8] {"name":"n","tenant":"evil"}`,
		},
		{
			layers{o{BaseURL: tenants}, acme},
			"GET https://other.test/users",
			layers{params{"version": 3}},
			`GET https://other.test/users`,
			`GET https://other.test/users?version=3`,
		},
		{
			layers{o{BaseURL: tenants}, acme},
			"GET /users",
			layers{path{"version": "2/x"}},
			`GET https://acme.api.test/v2%2Fx/users`,
			`invalid parameter "version": in BaseURL it may contain only letters`,
		},
		{
			layers{o{BaseURL: tenants}, acme},
			"GET /users",
			layers{path{"version": "2?x=1"}},
			`GET https://acme.api.test/v2%3Fx%3D1/users`,
			`invalid parameter "version": in BaseURL it may contain only letters`,
		},
		{
			layers{o{BaseURL: tenants}, params{"tenant": "acme", "version": 2}},
			"GET /users", nil,
			`GET https://acme.api.test/v2/users`,
			`missing parameter "tenant": BaseURL needs a value that is not empty`,
		},
		// A field of the body went into the path, and out of the body.
		{
			nil, "PUT /users/{id}",
			layers{path{"id": 7}, endpoint.ParamsOf(ada)},
			`PUT https://api.test/users/8 [application/json; charset=utf-8] {"name":"Ada","org":"evil"}`,
			`PUT https://api.test/users/7 [application/json; charset=utf-8] {"id":8,"name":"Ada","org":"evil"}`,
		},
		{
			nil, "PUT /users/:id",
			layers{path{"id": 7}, params{"id": 8, "name": "Ada"}},
			`PUT https://api.test/users/8 [application/json; charset=utf-8] {"name":"Ada"}`,
			`PUT https://api.test/users/7 [application/json; charset=utf-8] {"id":8,"name":"Ada"}`,
		},
		{
			nil, "PATCH /users/{id}",
			layers{contentType(formMIME), path{"id": 7}, params{"id": 8, "name": "Ada"}},
			`PATCH https://api.test/users/8 [application/x-www-form-urlencoded] name=Ada`,
			`PATCH https://api.test/users/7 [application/x-www-form-urlencoded] id=8&name=Ada`,
		},
		{
			layers{path{"org": "octokit"}},
			"POST /orgs/{org}/users",
			layers{endpoint.ParamsOf(ada)},
			`POST https://api.test/orgs/evil/users [application/json; charset=utf-8] {"id":8,"name":"Ada"}`,
			`POST https://api.test/orgs/octokit/users [application/json; charset=utf-8] {"id":8,"name":"Ada","org":"evil"}`,
		},
		{
			layers{path{"org": "octokit"}},
			"PATCH /orgs/{org}/users",
			layers{params{"org": "evil", "name": "n"}},
			`PATCH https://api.test/orgs/evil/users [application/json; charset=utf-8] {"name":"n"}`,
			`PATCH https://api.test/orgs/octokit/users [application/json; charset=utf-8] {"name":"n","org":"evil"}`,
		},
		{
			layers{path{"org": "octokit"}},
			"POST /users{?org}",
			layers{params{"org": "evil"}},
			`POST https://api.test/users?org=evil`,
			`POST https://api.test/users?org=octokit [application/json; charset=utf-8] {"org":"evil"}`,
		},
		{
			nil, "PUT /files/{+file}",
			layers{path{"file": "a/b"}, params{"file": "c", "mode": 1}},
			`PUT https://api.test/files/c [application/json; charset=utf-8] {"mode":1}`,
			`PUT https://api.test/files/a/b [application/json; charset=utf-8] {"file":"c","mode":1}`,
		},
		{
			layers{path{"owner": "octokit"}},
			"DELETE /repos/{owner}",
			layers{params{"owner": "evil"}},
			`DELETE https://api.test/repos/evil`,
			`invalid parameter "owner": Path fills its placeholder`,
		},
		{
			layers{path{"owner": "octokit"}},
			"GET /repos/{owner}",
			layers{params{"owner": "evil"}},
			`GET https://api.test/repos/evil`,
			`invalid parameter "owner": Path fills its placeholder`,
		},
		{
			layers{path{"owner": "octokit"}},
			"HEAD /repos/{owner}",
			layers{params{"owner": "evil"}},
			`HEAD https://api.test/repos/evil`,
			`invalid parameter "owner": Path fills its placeholder`,
		},
		{
			layers{params{"owner": "evil"}},
			"DELETE /repos/{owner}",
			layers{path{"owner": "octokit"}},
			`DELETE https://api.test/repos/octokit`,
			`DELETE https://api.test/repos/octokit`,
		},
		{
			nil, "PUT /users/{id}",
			layers{params{"id": 8}, path{"idd": 7}},
			`PUT https://api.test/users/8 [application/json; charset=utf-8] {"idd":7}`,
			`invalid parameter "idd": no placeholder of the URL or BaseURL has this name`,
		},
		{
			nil, "GET /users/{id}",
			layers{params{"id": 8}, path{"page": 2}},
			`GET https://api.test/users/8?page=2`,
			`invalid parameter "page": no placeholder of the URL or BaseURL has this name`,
		},
		{
			nil, "GET /users",
			layers{path{"page": nil}},
			`GET https://api.test/users`,
			`invalid parameter "page": no placeholder of the URL or BaseURL has this name`,
		},
		// Parameters next to Data, or of a key that the URL has, were dropped.
		{
			nil, "POST /{index}/_delete_by_query",
			layers{params{"index": "logs", "max_docs": 1}, data(map[string]any{"query": 1})},
			`POST https://api.test/logs/_delete_by_query [application/json; charset=utf-8] {"query":1}`,
			`invalid parameter "max_docs": Data is the whole body`,
		},
		{
			nil, "POST /assets",
			layers{contentType("application/zip"), params{"name": "a.zip"}, data("zip")},
			`POST https://api.test/assets [application/zip] zip`,
			`invalid parameter "name": Data is the whole body`,
		},
		{
			nil, "POST /assets",
			layers{params{"name": "a.zip"}, data(strings.NewReader("zip"))},
			`POST https://api.test/assets zip`,
			`invalid parameter "name": Data is the whole body`,
		},
		{
			nil, "POST /assets{?name}",
			layers{params{"name": "a.zip"}, data("zip")},
			`POST https://api.test/assets?name=a.zip zip`,
			`POST https://api.test/assets?name=a.zip zip`,
		},
		{
			nil, "PUT /x",
			layers{params{"dry_run": true}, data(ada)},
			`PUT https://api.test/x [application/json; charset=utf-8] {"id":8,"name":"Ada","org":"evil"}`,
			`invalid parameter "dry_run": Data is the whole body`,
		},
		{
			nil, "PATCH /x",
			layers{endpoint.ParamsOf(ada), data("text")},
			`PATCH https://api.test/x text`,
			`invalid parameter "id": Data is the whole body`,
		},
		{
			nil, "DELETE /x",
			layers{params{"force": false}, data(list{"id"})},
			`DELETE https://api.test/x [application/json; charset=utf-8] ["id"]`,
			`invalid parameter "force": Data is the whole body`,
		},
		{
			nil, "POST /x",
			layers{contentType(formMIME), params{"a": 1}, data(params{"b": 2})},
			`POST https://api.test/x [application/x-www-form-urlencoded] b=2`,
			`invalid parameter "a": Data is the whole body`,
		},
		{
			nil, "POST /x",
			layers{params{"a": nil}, data(1)},
			`POST https://api.test/x [application/json; charset=utf-8] 1`,
			`POST https://api.test/x [application/json; charset=utf-8] 1`,
		},
		{
			layers{params{"page": 1}},
			"POST /x",
			layers{data(1)},
			`POST https://api.test/x [application/json; charset=utf-8] 1`,
			`POST https://api.test/x [application/json; charset=utf-8] 1`,
		},
		{
			layers{data(1)},
			"POST /x",
			layers{params{"page": 1}},
			`POST https://api.test/x [application/json; charset=utf-8] 1`,
			`invalid parameter "page": Data is the whole body`,
		},
		{
			nil, "GET /x?per_page=10",
			layers{params{"per_page": 100}},
			`GET https://api.test/x?per_page=10`,
			`invalid parameter "per_page": the query of the URL has it already`,
		},
		{
			nil, "GET /x?a+b=1",
			layers{params{"a b": 2}},
			`GET https://api.test/x?a+b=1`,
			`invalid parameter "a b": the query of the URL has it already`,
		},
		{
			nil, "POST /x?dry_run=1",
			layers{query{"dry_run": 0}},
			`POST https://api.test/x?dry_run=1`,
			`invalid parameter "dry_run": the query of the URL has it already`,
		},
		{
			nil, "GET /x?ids%5B%5D=1",
			layers{params{"ids[]": 2}},
			`GET https://api.test/x?ids%5B%5D=1`,
			`invalid parameter "ids[]": the query of the URL has it already`,
		},
		{
			nil, "GET /x?q=1{&page}",
			layers{query{"q": 2}, params{"page": 2}},
			`GET https://api.test/x?q=1&page=2`,
			`invalid parameter "q": the query of the URL has it already`,
		},
		{
			layers{query{"per_page": 100}},
			"GET /x?per_page=10", nil,
			`GET https://api.test/x?per_page=10`,
			`GET https://api.test/x?per_page=10`,
		},
		// An empty ID left the path of another resource.
		{
			nil, "DELETE /Messages/{id}.json",
			layers{params{"id": ""}},
			`DELETE https://api.test/Messages/.json`,
			`missing parameter "id": its value is nil or empty`,
		},
		{
			nil, "DELETE /Messages/{id}.json",
			layers{params{"id": nil}},
			`DELETE https://api.test/Messages/.json`,
			`missing parameter "id": its value is nil or empty`,
		},
		{
			nil, "DELETE /Messages/{id}.json",
			layers{path{"id": ""}},
			`DELETE https://api.test/Messages/.json`,
			`missing parameter "id": its value is nil or empty`,
		},
		{
			nil, "POST /v1/{name}:cancel",
			layers{params{"name": ""}},
			`POST https://api.test/v1/:cancel`,
			`missing parameter "name": its value is nil or empty`,
		},
		{
			nil, "GET /compare/{base}...{head}",
			layers{params{"base": "v1", "head": ""}},
			`GET https://api.test/compare/v1...`,
			`missing parameter "head": its value is nil or empty`,
		},
		{
			nil, "GET /compare/:base...:head",
			layers{params{"base": (*string)(nil), "head": "v2"}},
			`GET https://api.test/compare/...v2`,
			`missing parameter "base": its value is nil or empty`,
		},
		{
			nil, "DELETE /x-{ids}",
			layers{params{"ids": list{}}},
			`DELETE https://api.test/x-`,
			`missing parameter "ids": its value is nil or empty`,
		},
		{
			nil, "DELETE /x-{ids}",
			layers{params{"ids": []any{nil}}},
			`DELETE https://api.test/x-`,
			`missing parameter "ids": its value is nil or empty`,
		},
		{
			nil, "GET /x/{from,to}",
			layers{params{"from": 1, "to": ""}},
			`GET https://api.test/x/1,`,
			`missing parameter "to": its value is nil or empty`,
		},
		{
			nil, "DELETE /users({id})",
			layers{params{"id": ""}},
			`DELETE https://api.test/users()`,
			`missing parameter "id": its value is nil or empty`,
		},
		{
			nil, "PUT /files/v{+file}",
			layers{params{"file": ""}},
			`PUT https://api.test/files/v`,
			`missing parameter "file": its value is nil or empty`,
		},
		{
			nil, "DELETE /x/{id}{.format}",
			layers{params{"id": "", "format": "json"}},
			`DELETE https://api.test/x/.json`,
			`missing parameter "id": its value is nil or empty`,
		},
		{
			nil, "DELETE /x-{id:3}",
			layers{params{"id": ""}},
			`DELETE https://api.test/x-`,
			`missing parameter "id": its value is nil or empty`,
		},
		// A body was sent that its content-type does not name, or {}.
		{
			nil, "POST /x",
			layers{contentType("application/xml"), data(ada)},
			`POST https://api.test/x [application/xml] {"id":8,"name":"Ada","org":"evil"}`,
			`invalid body in Data: endpoint_test.lostUser is sent as JSON`,
		},
		{
			nil, "POST /x",
			layers{contentType("multipart/form-data"), data(ada)},
			`POST https://api.test/x [multipart/form-data] {"id":8,"name":"Ada","org":"evil"}`,
			`invalid body in Data: endpoint_test.lostUser is sent as JSON`,
		},
		{
			nil, "POST /x",
			layers{contentType("application/x-ndjson"), data(map[string]any{"a": 1})},
			`POST https://api.test/x [application/x-ndjson] {"a":1}`,
			`invalid body in Data: map[string]interface {} is sent as JSON`,
		},
		{
			nil, "POST /x",
			layers{contentType("text/plain"), data(5)},
			`POST https://api.test/x [text/plain] 5`,
			`invalid body in Data: int is sent as JSON`,
		},
		{
			nil, "POST /x",
			layers{contentType("application/x-amz-json-1.1"), data(ada)},
			`POST https://api.test/x [application/x-amz-json-1.1] {"id":8,"name":"Ada","org":"evil"}`,
			`invalid body in Data: endpoint_test.lostUser is sent as JSON`,
		},
		{
			nil, "POST /x",
			layers{contentType("application/x-amz-json-1.1"), data(json.RawMessage("{}"))},
			`POST https://api.test/x [application/x-amz-json-1.1] {}`,
			`POST https://api.test/x [application/x-amz-json-1.1] {}`,
		},
		{
			nil, "POST /x",
			layers{contentType("application/json"), data(url.Values{"a": {"1"}})},
			`POST https://api.test/x [application/json] a=1`,
			`invalid body in Data: url.Values are a form`,
		},
		{
			nil, "POST /x",
			layers{contentType(formMIME), data(json.RawMessage("{}"))},
			`invalid body "Data": a form is made of a map with string keys`,
			`invalid body in Data: json.RawMessage is not a form`,
		},
		{
			nil, "POST /x",
			layers{contentType(formMIME), data(ada)},
			`invalid body "Data": a form is made of a map with string keys`,
			`POST https://api.test/x [application/x-www-form-urlencoded] id=8&name=Ada&org=evil`,
		},
		{
			nil, "POST /x",
			layers{data(*bytes.NewBufferString("text"))},
			`POST https://api.test/x [application/json; charset=utf-8] {}`,
			`invalid body in Data: bytes.Buffer has no exported fields`,
		},
		{
			nil, "POST /x",
			layers{contentType("text/plain"), data(*bytes.NewBufferString("text"))},
			`POST https://api.test/x [text/plain] {}`,
			`invalid body in Data: bytes.Buffer is sent as JSON`,
		},
		{
			nil, "POST /x",
			layers{data(new(strings.Builder))},
			`POST https://api.test/x [application/json; charset=utf-8] {}`,
			`invalid body in Data: strings.Builder has no exported fields`,
		},
		{
			nil, "POST /x",
			layers{data((*lostUser)(nil))},
			`POST https://api.test/x [application/json; charset=utf-8] null`,
			`POST https://api.test/x`,
		},
		{
			nil, "POST /x",
			layers{data(map[string]any(nil))},
			`POST https://api.test/x [application/json; charset=utf-8] null`,
			`POST https://api.test/x`,
		},
		{
			nil, "POST /x",
			layers{data(list(nil))},
			`POST https://api.test/x [application/json; charset=utf-8] null`,
			`POST https://api.test/x`,
		},
		{
			nil, "POST /x",
			layers{params{"file": *bytes.NewBufferString("text")}},
			`POST https://api.test/x [application/json; charset=utf-8] {"file":{}}`,
			`invalid body in parameter "file": bytes.Buffer has no exported fields`,
		},
		{
			nil, "POST /x",
			layers{params{"key": struct{ secret string }{"s"}}},
			`POST https://api.test/x [application/json; charset=utf-8] {"key":{}}`,
			`invalid body in parameter "key": struct { secret string } has no exported fields`,
		},
		// Two lists were one URL.
		{
			nil, "GET /x",
			layers{params{"ids": list{"a,b"}}},
			`GET https://api.test/x?ids=a%2Cb`,
			`invalid parameter "ids": an element contains a comma`,
		},
		{
			nil, "GET /x",
			layers{params{"ids": list{"a", "b"}}},
			`GET https://api.test/x?ids=a%2Cb`,
			`GET https://api.test/x?ids=a%2Cb`,
		},
		{
			nil, "HEAD /x",
			layers{params{"ids": list{"a", "b,c"}}},
			`HEAD https://api.test/x?ids=a%2Cb%2Cc`,
			`invalid parameter "ids": an element contains a comma`,
		},
		{
			layers{params{"ids": list{"a,b"}}},
			"GET /x", nil,
			`GET https://api.test/x?ids=a%2Cb`,
			`invalid parameter "ids": an element contains a comma`,
		},
		{
			nil, "GET /x",
			layers{params{"ids": list{"a,b", "c"}}, o{Lists: endpoint.ListComma}},
			`GET https://api.test/x?ids=a%2Cb,c`,
			`GET https://api.test/x?ids=a%2Cb,c`,
		},
		{
			nil, "GET /x",
			layers{params{"ids": list{"a,b"}}, o{Lists: endpoint.ListRepeat}},
			`GET https://api.test/x?ids=a%2Cb`,
			`GET https://api.test/x?ids=a%2Cb`,
		},
		{
			nil, "GET /x",
			layers{endpoint.ParamsOf(lostTags{list{"a,b"}})},
			`GET https://api.test/x?tags=a%2Cb`,
			`invalid parameter "lostTags.Tags": an element contains a comma`,
		},
		{
			nil, "GET /x",
			layers{endpoint.ParamsOf(lostTags{})},
			`GET https://api.test/x?tags=`,
			`GET https://api.test/x`,
		},
		// A default content-type was sent without a body.
		{
			layers{contentType(formMIME)},
			"GET /x",
			layers{params{"a": 1}},
			`GET https://api.test/x?a=1 [application/x-www-form-urlencoded]`,
			`GET https://api.test/x?a=1`,
		},
		{
			layers{contentType(formMIME)},
			"HEAD /x", nil,
			`HEAD https://api.test/x [application/x-www-form-urlencoded]`,
			`HEAD https://api.test/x`,
		},
		{
			layers{contentType(formMIME)},
			"DELETE /x/{id}",
			layers{params{"id": 1}},
			`DELETE https://api.test/x/1 [application/x-www-form-urlencoded]`,
			`DELETE https://api.test/x/1`,
		},
		{
			layers{contentType(formMIME)},
			"POST /x", nil,
			`POST https://api.test/x [application/x-www-form-urlencoded]`,
			`POST https://api.test/x`,
		},
		{
			layers{contentType(formMIME)},
			"POST /x",
			layers{params{"a": 1}},
			`POST https://api.test/x [application/x-www-form-urlencoded] a=1`,
			`POST https://api.test/x [application/x-www-form-urlencoded] a=1`,
		},
		{
			layers{contentType("application/json")},
			"OPTIONS /x", nil,
			`OPTIONS https://api.test/x [application/json]`,
			`OPTIONS https://api.test/x`,
		},
		{
			layers{contentType(formMIME), params{"page": 1}},
			"POST /x",
			layers{data("a=1")},
			`POST https://api.test/x [application/x-www-form-urlencoded] a=1`,
			`POST https://api.test/x [application/x-www-form-urlencoded] a=1`,
		},
		{
			layers{contentType(formMIME)},
			"GET /x",
			layers{contentType("text/csv")},
			`GET https://api.test/x [text/csv]`,
			`GET https://api.test/x [text/csv]`,
		},
	}
}

// TestNothingIsLost has the calls with which 0.2.0 lost or moved data.
func TestNothingIsLost(t *testing.T) {
	for _, tt := range lostCalls() {
		e := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}).Defaults(tt.defaults...)
		got, isSent := "", false
		req, err := e.HTTPRequest(t.Context(), tt.route, tt.call...)
		var failed *endpoint.Error
		if errors.As(err, &failed) {
			got = strings.TrimPrefix(err.Error(), "endpoint: "+failed.Route+": ")
		} else {
			got, isSent = req.Method+" "+req.URL.String(), true
			if contentType := req.Header.Get("Content-Type"); contentType != "" {
				got += " [" + contentType + "]"
			}
			if req.Body != nil {
				got += " " + content(t, req.Body)
			}
		}
		if _, buildErr := e.Build(tt.route, tt.call...); !reflect.DeepEqual(buildErr, err) {
			t.Errorf("%s with %v\nBuild       %v\nHTTPRequest %v", tt.route, tt.call, buildErr, err)
		}
		if !strings.HasPrefix(got, tt.want) || isSent && got != tt.want {
			t.Errorf("%s with %v\nold  %s\ngot  %s\nwant %s", tt.route, tt.call, tt.old, got, tt.want)
		}
	}
}

// FuzzBuildIsParseOfMerge compares the two ways to a Request, and merging twice
// with merging once.
func FuzzBuildIsParseOfMerge(f *testing.F) {
	addModelCalls(f)
	f.Fuzz(func(t *testing.T, pieces, choices []byte, a, b string) {
		c := newModelCall(pieces, choices, a, b)
		media := []endpoint.MediaType{{}, {Previews: []string{"p-preview"}}, {Format: "raw", Previews: []string{"q", "p"}}, {Format: a, Previews: []string{b}}}
		e := c.endpoint().Defaults(media[c.early(len(media))], endpoint.Options{Meta: c.early(2)})
		call := layers{c.call[0], media[c.early(len(media))], c.call[1]}
		merged := e.Merge("", call...)
		if again := e.Merge("", merged); !reflect.DeepEqual(again, merged) {
			t.Fatalf("%smerged %#v\nagain  %#v", c, merged, again)
		}
		built, err := e.Build("", call...)
		parsed, parseErr := e.Parse(merged)
		if !reflect.DeepEqual(built, parsed) || !reflect.DeepEqual(err, parseErr) {
			t.Fatalf("%sBuild        %#v, %v\nParse(Merge) %#v, %v", c, built, err, parsed, parseErr)
		}
	})
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
	for _, other := range []endpoint.Endpoint{e, e.Defaults(endpoint.Options{}, endpoint.MediaType{}, endpoint.Headers{}, endpoint.Params{}, endpoint.Path{}, endpoint.Query{})} {
		got, err := other.Build("", endpoint.Options{}, endpoint.MediaType{})
		merged := other.Merge("", endpoint.Options{}, endpoint.MediaType{})
		if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(merged, e.Merge("")) {
			t.Errorf("got  %#v, %v\nwant %#v", got, err, want)
		}
	}
}

// TestUnset removes keys of defaults, of earlier layers and of placeholders, from
// its own map only.
func TestUnset(t *testing.T) {
	type path = endpoint.Path
	unset := endpoint.Unset
	e := endpoint.New(params{"a": 1, "b": 2}, endpoint.Query{"q": 1, "r": 2}, path{"p": 1, "b": 3})
	drop := layers{params{"b": unset, "new": unset}, endpoint.Query{"q": unset, "new": unset}, path{"p": unset}}

	want := e.Options()
	delete(want.Params, "b")
	delete(want.Query, "q")
	delete(want.Path, "p")
	if derived := e.Defaults(drop...).Options(); !reflect.DeepEqual(derived, want) {
		t.Errorf("Defaults: %v\nwant      %v", derived, want)
	}

	merged := e.Merge("GET /{p}{?b}", drop...)
	want.Method, want.URL = "GET", "/{p}{?b}"
	want.Params["b"], want.Query["q"], want.Path["p"] = unset, unset, unset
	if !reflect.DeepEqual(merged, want) {
		t.Errorf("Merge: %#v\nwant   %#v", merged, want)
	}

	_, err := e.Build("GET /x/{p}", drop...)
	checkError(t, "a placeholder", err, endpoint.ErrMissingParam, "p", "")
	for _, tt := range []struct {
		route  string
		layers layers
		want   string
	}{
		{"GET /x", drop, "/x?a=1&r=2"},
		{"GET /x/{b}", layers{path{"b": unset}}, "/x/2?a=1&q=1&r=2"},
		{"GET /x{/b,p}", append(drop, path{"b": 4}), "/x/4?a=1&r=2"},
		{"GET /x{/p}", append(drop, params{"p": 5}), "/x/5?a=1&r=2"},
		{"GET /x{?q}", append(drop, params{"q": unset}), "/x?a=1&r=2"},
	} {
		if got, err := e.Build(tt.route, tt.layers...); err != nil || got.URL != "https://api.service.example"+tt.want {
			t.Errorf("%s %v: got %s, %v; want %s", tt.route, tt.layers, got.URL, err, tt.want)
		}
	}

	// Of Path, what no placeholder names and the defaults do not have is misspelled.
	e = e.Defaults(endpoint.Options{BaseURL: "https://h.test/{v}"}, path{"v": "v1"})
	for _, tt := range []struct {
		route  string
		layers layers
		err    error
		name   string
	}{
		{"GET /x", layers{path{"p": unset}}, nil, ""},
		{"GET /x", layers{path{"p": 2}, path{"p": unset}}, nil, ""},
		{"GET /x/{n}{?m}", layers{path{"m": unset, "n": 1}}, nil, ""},
		{"GET https://h.test/x", layers{path{"v": unset}}, nil, ""},
		{"GET /x", layers{path{"v": unset}}, endpoint.ErrMissingParam, "v"},
		{"GET /x", layers{path{"P": unset}}, endpoint.ErrParam, "P"},
		{"GET /x", layers{path{"n": 1}, path{"n": unset}}, endpoint.ErrParam, "n"},
		{"GET /x", layers{path{"a": unset}}, endpoint.ErrParam, "a"}, // which Params have
	} {
		what := fmt.Sprint(tt.route, tt.layers)
		_, err := e.Build(tt.route, tt.layers...)
		if tt.err == nil && err != nil {
			t.Errorf("%s: %v", what, err)
		} else if tt.err != nil {
			checkError(t, what, err, tt.err, tt.name, "")
		}
		merged := e.Merge(tt.route, tt.layers...)
		if _, parseErr := e.Parse(merged); !reflect.DeepEqual(parseErr, err) {
			t.Errorf("%s: Parse(Merge): %v, Build: %v", what, parseErr, err)
		}
		if again := e.Merge("", merged); !reflect.DeepEqual(again, merged) {
			t.Errorf("%s: merged again\ngot  %#v\nwant %#v", what, again, merged)
		}
	}
}

// TestOmitZero leaves out what is nil or zero, and nothing that means something.
func TestOmitZero(t *testing.T) {
	var nilMap endpoint.Query
	if got := nilMap.OmitZero(); got == nil || len(got) != 0 {
		t.Errorf("of nil: %#v", got)
	}
	zero, one, carried := 0, 1, endpoint.ParamsOf(7)
	q := endpoint.Query{
		"": "", "0": 0, "false": false, "nil": nil, "time": time.Time{}, "pointer": (*int)(nil), "list": []int(nil), "map": map[string]int(nil),
		"struct": struct{ A int }{}, "array": [2]int{}, "number": json.Number(""),
		"a": "a", "1": 1, "true": true, "to 0": &zero, "to 1": &one, "empty list": []int{}, "empty map": params{}, "unset": endpoint.Unset, "now": time.Unix(0, 0),
	}
	maps.Copy(q, endpoint.Query(carried))
	before := maps.Clone(q)
	got := q.OmitZero()
	want := endpoint.Query{
		"a": "a", "1": 1, "true": true, "to 0": &zero, "to 1": &one, "empty list": []int{}, "empty map": params{}, "unset": endpoint.Unset, "now": time.Unix(0, 0),
	}
	maps.Copy(want, endpoint.Query(carried))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	got["new"] = 1
	if !reflect.DeepEqual(q, before) {
		t.Error("the map itself has changed")
	}
	e := endpoint.New(base("https://h.test"), endpoint.Query{"limit": 10, "cursor": "c"})
	for _, tt := range []struct {
		query endpoint.Query
		want  string
	}{
		{endpoint.Query{"cursor": "", "limit": 0}, "https://h.test/x?cursor=c&limit=10"},
		{endpoint.Query{"cursor": endpoint.Unset, "limit": 5}, "https://h.test/x?limit=5"},
	} {
		if got, err := e.Build("GET /x", tt.query.OmitZero()); err != nil || got.URL != tt.want {
			t.Errorf("%v: %s, %v; want %s", tt.query, got.URL, err, tt.want)
		}
	}
	_, err := e.Build("GET /x", endpoint.Query(carried).OmitZero())
	checkError(t, "what ParamsOf carries", err, endpoint.ErrParam, "ParamsOf", "")
}

// TestManyLayers: of many layers with one key, the last wins.
func TestManyLayers(t *testing.T) {
	var layers []endpoint.Layer
	for i := range 40 {
		layers = append(layers, endpoint.Params{"a": i, "b": -i})
	}
	got, err := endpoint.Endpoint{}.Build("GET /x", layers...)
	if want := "https://api.service.example/x?a=39&b=-39"; err != nil || got.URL != want {
		t.Errorf("got %s, %v; want %s", got.URL, err, want)
	}
}

// TestPointerLayers: a pointer to a layer is that layer.
func TestPointerLayers(t *testing.T) {
	layers := []endpoint.Layer{
		&endpoint.Path{"id": 7}, &endpoint.Params{"a": 1}, &endpoint.Query{"q": 2}, &endpoint.Headers{"x-h": "h"},
		&endpoint.MediaType{Format: "raw"}, &endpoint.Options{Method: "PUT"},
	}
	got, err := endpoint.Endpoint{}.Build("/x/{id}", layers...)
	if err != nil {
		t.Fatal(err)
	}
	want := endpoint.Request{
		Method:  "PUT",
		URL:     "https://api.service.example/x/7?q=2",
		Headers: endpoint.Headers{"x-h": "h", "accept": "application/vnd.service.v3.raw"},
		Body:    map[string]any{"a": 1},
	}
	if diff := got.Diff(want); diff != "" {
		t.Error(diff)
	}
}

// TestEveryOption sets each field of Options. Merge reads it from a layer, keeps it
// under a layer that does not set it, and String shows it.
func TestEveryOption(t *testing.T) {
	samples := map[reflect.Type]any{
		reflect.TypeFor[string]():             "PUT",
		reflect.TypeFor[any]():                "text",
		reflect.TypeFor[endpoint.Headers]():   endpoint.Headers{"x-name": "value"},
		reflect.TypeFor[endpoint.Params]():    endpoint.Params{"name": "value"},
		reflect.TypeFor[endpoint.Path]():      endpoint.Path{"name": "value"},
		reflect.TypeFor[endpoint.Query]():     endpoint.Query{"name": "value"},
		reflect.TypeFor[endpoint.ListStyle](): endpoint.ListRepeat,
		reflect.TypeFor[endpoint.MediaType](): endpoint.MediaType{Format: "raw", Previews: []string{"fury"}},
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[endpoint.Options]()) {
		sample, ok := samples[field.Type]
		if !ok {
			t.Errorf("%s: no sample of its type", field.Name)
			continue
		}
		var o endpoint.Options
		reflect.ValueOf(&o).Elem().FieldByIndex(field.Index).Set(reflect.ValueOf(sample))
		for _, merged := range []endpoint.Options{
			endpoint.New().Merge("", o, endpoint.Options{}),
			endpoint.New().Merge("", &o, &endpoint.Options{}),
			endpoint.New(o).Options(),
		} {
			got := reflect.ValueOf(merged).FieldByIndex(field.Index)
			if field.Type == reflect.TypeFor[endpoint.Headers]() {
				delete(merged.Headers, "accept")
				delete(merged.Headers, "user-agent")
			}
			if !reflect.DeepEqual(got.Interface(), sample) {
				t.Errorf("%s: got %#v, want %#v", field.Name, got.Interface(), sample)
			}
		}
		if o.String() == "" {
			t.Errorf("%s: String does not show it", field.Name)
		}
	}
}

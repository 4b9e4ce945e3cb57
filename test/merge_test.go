// Merge: the route, the order of layers, what a call does not send, Unset, and what is
// copied: nothing that is done to one request reaches another.

package test

import (
	"math"
	"reflect"
	"testing"

	"example.com/endpoint"
)

func TestMergeRoute(t *testing.T) {
	for _, tt := range []struct {
		route       string
		layers      layers
		method, url string
	}{
		{"GET /a", nil, "GET", "/a"},
		{" \t get \t /a \t", nil, "GET", "/a"},
		{"get\t/a b", nil, "GET", "/a b"},
		{"\nGET /x\r\n", nil, "GET", "/x"},
		{"/a", nil, "GET", "/a"},
		{"post", nil, "GET", "post"},
		{"POST/users", nil, "GET", "POST/users"},
		{"", nil, "GET", ""},
		{" ", nil, "GET", ""},
		{"x-y /a", nil, "X-Y", "/a"},
		{"/a b c", nil, "/A", "b c"},
		{"GET /a b\t", nil, "GET", "/a b"},
		{"po\u017ft /a", nil, "PO\u017fT", "/a"}, // a long s is no S
		{"POST /a", layers{options{Method: "put", URL: "/b"}}, "PUT", "/b"},
		{"POST /a", layers{options{URL: "/b"}}, "POST", "/b"},
		{"", layers{options{Method: "Patch", URL: "/b"}}, "PATCH", "/b"},
		// An uppercase standard method alone has no URL.
		{"GET", nil, "GET", ""},
		{"HEAD", nil, "HEAD", ""},
		{"POST", nil, "POST", ""},
		{"PUT", nil, "PUT", ""},
		{"PATCH", nil, "PATCH", ""},
		{"DELETE", nil, "DELETE", ""},
		{"CONNECT", nil, "CONNECT", ""},
		{"OPTIONS", nil, "OPTIONS", ""},
		{"TRACE", nil, "TRACE", ""},
	} {
		got := endpoint.Endpoint{}.Merge(tt.route, tt.layers...)
		if got.Method != tt.method || got.URL != tt.url {
			t.Errorf("Merge(%q): %q %q, want %q %q", tt.route, got.Method, got.URL, tt.method, tt.url)
		}
	}
}

func TestMerge(t *testing.T) {
	e := endpoint.New(
		params{"a": 1, "b": 2}, query{"q": 1}, headers{"X-One": "1", "x-two": "2"},
		endpoint.MediaType{Format: "raw", Previews: []string{"one-preview", "two"}},
		options{Data: "data", Meta: "meta"},
	)
	for _, tt := range []struct {
		name   string
		layers layers
		got    func(o options) any
		want   any
	}{
		{
			"a later value wins",
			layers{params{"a": 3}, params{"a": 4}},
			func(o options) any { return o.Params },
			params{"a": 4, "b": 2},
		},
		{
			"nil is a value",
			layers{params{"a": nil}},
			func(o options) any { return o.Params },
			params{"a": nil, "b": 2},
		},
		{
			"a nested map is replaced, not merged",
			layers{params{"c": map[string]any{"x": 1, "y": 2}}, params{"c": map[string]any{"x": 3}}},
			func(o options) any { return o.Params["c"] },
			map[string]any{"x": 3},
		},
		{
			"Unset within the call",
			layers{params{"c": 1}, params{"c": endpoint.Unset}},
			func(o options) any { return o.Params },
			params{"a": 1, "b": 2},
		},
		{
			"Unset, then set",
			layers{params{"a": endpoint.Unset}, params{"a": 5}},
			func(o options) any { return o.Params },
			params{"a": 5, "b": 2},
		},
		{
			"Unset of a default stays as a mark",
			layers{params{"a": endpoint.Unset}},
			func(o options) any { return o.Params },
			params{"a": endpoint.Unset, "b": 2},
		},
		{
			"Query by key",
			layers{query{"r": 2}},
			func(o options) any { return o.Query },
			query{"q": 1, "r": 2},
		},
		{
			"headers by lowercase name",
			layers{headers{"X-TWO": "b", "X-Three": "3"}},
			func(o options) any { return []string{o.Headers["x-one"], o.Headers["x-two"], o.Headers["x-three"]} },
			[]string{"1", "b", "3"},
		},
		{
			"a removed header stays as a mark",
			layers{headers{"X-One": ""}},
			func(o options) any { v, ok := o.Headers["x-one"]; return v == "" && ok }, true,
		},
		{
			"previews are a union",
			layers{endpoint.MediaType{Previews: []string{"three", "one", "three-preview-preview"}}},
			func(o options) any { return o.MediaType },
			endpoint.MediaType{Format: "raw", Previews: []string{"one", "two", "three"}},
		},
		{
			"zero fields change nothing",
			layers{options{}, endpoint.MediaType{}, params(nil), headers(nil)},
			func(o options) any { return []any{o.Data, o.Meta, o.BaseURL, o.MediaType.Format, o.Method} },
			[]any{"data", "meta", "https://api.service.example", "raw", "GET"},
		},
		{
			"fields",
			layers{options{Data: 0, Meta: false, BaseURL: "http://h", MediaType: endpoint.MediaType{Format: "html"}}},
			func(o options) any { return []any{o.Data, o.Meta, o.BaseURL, o.MediaType.Format} },
			[]any{0, false, "http://h", "html"},
		},
		{
			"nil of a type overrides Data, and stays as a mark",
			layers{data((*int)(nil))},
			func(o options) any { return o.Data }, (*int)(nil),
		},
		{
			"accept is not amended, and the template is not expanded",
			layers{options{URL: "/{a}", Method: "POST"}},
			func(o options) any { return []any{o.Headers["accept"], o.URL} },
			[]any{"application/vnd.service.v3+json", "/{a}"},
		},
	} {
		o := e.Merge("/x", tt.layers...)
		if got := tt.got(o); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v, want %#v", tt.name, got, tt.want)
		}
		if again := e.Merge("", o); !reflect.DeepEqual(again, o) {
			t.Errorf("%s: merged again %v\nis not %v", tt.name, again, o)
		}
	}
}

// TestMergeKeeps has defaults that the calls do not send. Merge keeps them, as Parse decides.
func TestMergeKeeps(t *testing.T) {
	e := endpoint.New(params{"p": 1}, path{"p": 2, "n": 3}, query{"q": 4}, contentType("text/json"), data("d"))
	for _, tt := range []struct {
		route string
		call  layers
	}{
		{"GET /x", layers{data(nil)}},
		{"DELETE /x/{p}", nil},
		{"OPTIONS /x?q=6&%70=7", layers{headers{"a": "b"}}},
		{"POST {", layers{base("h")}},
	} {
		got := e.Merge(tt.route, tt.call...)
		if !reflect.DeepEqual(got.Params, params{"p": 1}) || !reflect.DeepEqual(got.Path, path{"p": 2, "n": 3}) ||
			!reflect.DeepEqual(got.Query, query{"q": 4}) || got.Headers["content-type"] != "text/json" || got.Data != "d" {
			t.Errorf("%s %v: %#v", tt.route, tt.call, got)
		}
	}
}

// TestMergeIsALayer changes what Merge returned, which is as passing it in the call.
func TestMergeIsALayer(t *testing.T) {
	e := endpoint.New(base("https://h.test"), query{"q": 4}, path{"nan": math.NaN(), "f": func() {}}, params{"p": 1}, headers{"content-type": "text/json", "x": "1"})
	for _, tt := range []struct {
		route  string
		change func(o *options)
		want   string
	}{
		{"GET /x?q=1", func(o *options) {}, "/x?q=1&p=1"},
		{"GET /x?q=1", func(o *options) { o.Query["q"] = 5 }, `invalid parameter "q": the query of the URL has it`},
		{"GET /x?q=1", func(o *options) { o.Query["r"] = 5; o.Params["p"] = endpoint.Unset }, "/x?q=1&r=5"},
		{"GET /x{?nan}", func(o *options) { o.Path["nan"] = 1 }, "/x?nan=1&p=1&q=4"},
		{"GET /x{?nan}", func(o *options) { o.Path["nan"] = 2; delete(o.Query, "q") }, "/x?nan=2&p=1"},
		{"OPTIONS /x?q=1", func(o *options) { o.Params["p"] = 2 }, `invalid parameter "p": OPTIONS does not send Params`},
		{"POST /x?q=1", func(o *options) { o.Data = "1" }, `/x?q=1 [text/json] 1`},
		{"GET /x", func(o *options) { o.Headers["content-type"] = "text/plain" }, `/x?p=1&q=4 [text/plain]`},
		{"GET {+u}", func(o *options) { o.Params["u"] = "https://o.test" }, `unsafe path in parameter "u": it names another origin than BaseURL, where the default header "x" would go`},
		{"GET {+u}", func(o *options) { o.Params["u"] = "https://h.test/a?q=1" }, "/a?q=1&p=1"},
	} {
		merged := e.Merge(tt.route)
		tt.change(&merged)
		if got := outcome(t, nil, "", layers{merged}); got != tt.want && !beginsLike(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.route, got, tt.want)
		}
	}
}

// TestUnset removes keys of defaults, of earlier layers and of placeholders, from
// its own map only.
func TestUnset(t *testing.T) {
	const unset = endpoint.Unset // a constant, to which no program can assign
	defaults := layers{params{"a": 1, "b": 2}, query{"q": 1, "r": 2}, path{"p": 1, "b": 3}}
	drop := layers{params{"b": unset, "new": unset}, query{"q": unset, "new": unset}, path{"p": unset}}
	e := endpoint.New(defaults...)

	want := e.Options()
	delete(want.Params, "b")
	delete(want.Query, "q")
	delete(want.Path, "p")
	if derived := e.Defaults(drop...).Options(); !reflect.DeepEqual(derived, want) {
		t.Errorf("Defaults: %v\nwant      %v", derived, want)
	}

	want.Method, want.URL = "GET", "/{p}{?b}"
	want.Params["b"], want.Query["q"], want.Path["p"] = unset, unset, unset
	if merged := e.Merge("GET /{p}{?b}", drop...); merged.String() != want.String() || !reflect.DeepEqual(merged.Query, want.Query) {
		t.Errorf("Merge: %#v\nwant   %#v", merged, want)
	}

	inBase := append(defaults, base("https://h.test/{v}"), path{"v": "v1"})
	runCalls(t, []callTest{
		{defaults, "GET /x", drop, "/x?a=1&r=2"},
		{defaults, "GET /x/{p}", drop, `missing parameter "p"`},
		{defaults, "GET /x/{b}", layers{path{"b": unset}}, "/x/2?a=1&q=1&r=2"},
		{defaults, "GET /x{/b,p}", append(drop, path{"b": 4}), "/x/4?a=1&r=2"},
		{defaults, "GET /x{/p}", append(drop, params{"p": 5}), "/x/5?a=1&r=2"},
		{defaults, "GET /x{?q}", append(drop, params{"q": unset}), "/x?a=1&r=2"},
		{nil, "GET /x", layers{query{"a": "unset"}}, "/x?a=unset"}, // a text like any other
		{nil, "GET /x", layers{params{"a": 1}, params{"a": unset}, params{"a": 2}}, "/x?a=2"},

		// A key that no earlier layer has is not there afterwards either.
		{inBase, "GET /x", layers{path{"p": unset}}, "/v1/x?a=1&b=2&q=1&r=2"},
		{inBase, "GET /x", layers{path{"p": 2}, path{"p": unset}}, "/v1/x?a=1&b=2&q=1&r=2"},
		{inBase, "GET /x/{n}{?m}", layers{path{"m": unset, "n": 1}}, "/v1/x/1?a=1&b=2&q=1&r=2"},
		{inBase, "GET https://h.test/x", layers{path{"v": unset}}, "/x?a=1&b=2&q=1&r=2"},
		{inBase, "GET /x", layers{path{"v": unset}}, `missing parameter "v"`},
		{inBase, "GET /x", layers{path{"P": unset}}, "/v1/x?a=1&b=2&q=1&r=2"},
		{inBase, "GET /x", layers{path{"n": 1}, path{"n": unset}}, "/v1/x?a=1&b=2&q=1&r=2"},
		{inBase, "GET /x", layers{path{"a": unset}}, "/v1/x?a=1&b=2&q=1&r=2"}, // which Params have
	})
}

// TestFirstError breaks several things at once: the error is always the same,
// whatever the order of maps, and whichever way leads to it (runCalls).
func TestFirstError(t *testing.T) {
	bad := func() {}
	all := layers{
		params{"a": bad, "b": bad, "c": bad, "d": nil, "e": bad},
		query{"f": bad, "g": bad, "h": bad, "a": bad, "b": bad},
		path{"i": 1, "j": 1, "k": 1},
		headers{"l": "\n", "m": "\n", "n y": "", "o": "\n"},
		data(bad),
		options{Lists: 9},
		endpoint.MediaType{Format: "a b", Previews: []string{"b c"}},
	}
	for i := range len(all) + 1 {
		call := append(all[i:len(all):len(all)], params{"p": bad, "q": bad})
		for _, route := range []string{"GET /x", "POST /x", "POST /{c}{p}", "PUT /x{?p,q}", "OPTIONS /x"} {
			first := outcome(t, nil, route, call)
			for range 20 {
				runCalls(t, []callTest{{nil, route, call, first}})
			}
		}
	}
}

// TestParseAddsNothing: Parse reads what it is given and no default.
func TestParseAddsNothing(t *testing.T) {
	e := endpoint.New(headers{"x": "y"}, params{"a": 1}, options{Meta: 1, Lists: endpoint.ListComma})
	_, err := e.Parse(options{URL: "http://h/"})
	checkError(t, "no method", err, "invalid method: it is missing")
	_, err = e.Parse(options{Method: "GET", URL: "/x"})
	checkError(t, "no base", err, "invalid base URL: …set it")
	got, err := e.Parse(options{Method: "GET", URL: "http://h/"})
	want := endpoint.Request{Method: "get", URL: "http://h/", Headers: headers{}, Route: "GET http://h/"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%#v, %v\nwant %#v", got, err, want)
	}
}

// Merge: the route, the order of layers, what a call does not send, Unset, and what is
// copied: nothing that is done to one request reaches another.

package endpoint_test

import (
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

// TestMergeLeavesOut has defaults that a call does not send. Merge shows none of
// them, and what the call itself passes it keeps, for Parse to judge.
func TestMergeLeavesOut(t *testing.T) {
	type o = options
	e := endpoint.New(params{"p": 1}, path{"p": 2, "n": 3}, query{"q": 4}, contentType("text/json"))
	json := headers{"content-type": "text/json"}
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
		{
			"GET /x",
			layers{base("https://{n}.test")},
			o{BaseURL: "https://{n}.test", Params: params{"p": 1}, Path: path{"n": 3}, Query: query{"q": 4}},
		},
		{"GET http://h/x", layers{base("h/{n")}, o{BaseURL: "h/{n", Params: params{"p": 1}, Query: query{"q": 4}}},
		{"GET http://h/x", layers{base("h/{n}")}, o{BaseURL: "h/{n}", Params: params{"p": 1}, Path: path{"n": 3}, Query: query{"q": 4}}},
		{"POST /x", layers{data(1)}, o{Data: 1, Query: query{"q": 4}, Headers: json}},
		{
			"POST /x",
			layers{data(1), params{"p": 5, "nil": nil}},
			o{Data: 1, Params: params{"p": 5}, Query: query{"q": 4}, Headers: json},
		},
		{"OPTIONS /x", nil, o{Query: query{"q": 4}}},
		{"TRACE /x", layers{params{"p": 5, "nil": nil}}, o{Params: params{"p": 5}, Query: query{"q": 4}}},
		{"GET /x", layers{contentType("text/json")}, o{Params: params{"p": 1}, Query: query{"q": 4}, Headers: json}},
		{"GET /x?q=6&%70=7", nil, o{}},
		{"POST /x?q=6&p=7", nil, o{Params: params{"p": 1}, Headers: json}},
		{"GET /x?q=6&p=7", layers{query{"q": 5}, params{"p": nil}}, o{Query: query{"q": 5}}},
		{"GET /x{?z}&q=6", layers{params{"z": 5}}, o{Params: params{"p": 1, "z": 5}}},
		{"GET /x{?q}", layers{params{"q": 5}}, o{Params: params{"p": 1, "q": 5}}},
		{"GET /x", layers{params{"q": 5}}, o{Params: params{"p": 1, "q": 5}}},
		{"GET /x", layers{query{"p": 5}}, o{Query: query{"p": 5, "q": 4}}},
		{
			"GET /x{?p}",
			layers{path{"p": endpoint.Unset}, query{"p": 5}},
			o{Params: params{"p": 1}, Path: path{"p": endpoint.Unset}, Query: query{"p": 5, "q": 4}},
		},
	} {
		got := e.Merge(tt.route, tt.call...)
		want := endpoint.Endpoint{}.Merge(tt.route, o{BaseURL: tt.want.BaseURL, Headers: tt.want.Headers})
		want.Params, want.Path, want.Query, want.Data = tt.want.Params, tt.want.Path, tt.want.Query, tt.want.Data
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s %v\ngot  %#v\nwant %#v", tt.route, tt.call, got, want)
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
	if merged := e.Merge("GET /{p}{?b}", drop...); !reflect.DeepEqual(merged, want) {
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

		// Of Path, what no placeholder names and the defaults do not have is misspelled.
		{inBase, "GET /x", layers{path{"p": unset}}, "/v1/x?a=1&b=2&q=1&r=2"},
		{inBase, "GET /x", layers{path{"p": 2}, path{"p": unset}}, "/v1/x?a=1&b=2&q=1&r=2"},
		{inBase, "GET /x/{n}{?m}", layers{path{"m": unset, "n": 1}}, "/v1/x/1?a=1&b=2&q=1&r=2"},
		{inBase, "GET https://h.test/x", layers{path{"v": unset}}, "/x?a=1&b=2&q=1&r=2"},
		{inBase, "GET /x", layers{path{"v": unset}}, `missing parameter "v"`},
		{inBase, "GET /x", layers{path{"P": unset}}, `invalid parameter "P"`},
		{inBase, "GET /x", layers{path{"n": 1}, path{"n": unset}}, `invalid parameter "n"`},
		{inBase, "GET /x", layers{path{"a": unset}}, `invalid parameter "a"`}, // which Params have
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
	want := endpoint.Request{Method: "get", URL: "http://h/", Headers: headers{}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%#v, %v\nwant %#v", got, err, want)
	}
}

// Merge: the route, the layers in their order, each type of layer, what is a default, Unset;
// and isolation: nothing that is done to one request reaches another.

package test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"
	"weak"

	"example.com/endpoint"
)

func TestMergeRoute(t *testing.T) {
	for _, tt := range []struct{ route, method, url string }{
		{"GET /a", "GET", "/a"},
		{" \t get \t /a \t", "GET", "/a"},
		{"/a", "GET", "/a"},
		{"/A", "GET", "/A"},
		{"post", "POST", ""},
		{" PURGE\t", "PURGE", ""},
		{"M-SEARCH", "M-SEARCH", ""},
		{"pOst", "POST", ""},
		{"purge", "GET", "purge"}, // not a standard method
		{"Users", "GET", "Users"},
		{"items/7", "GET", "items/7"},
		{"\u212aey", "GET", "\u212aey"}, // the Kelvin sign
		{"POST/users", "GET", "POST/users"},
		{"x-y /a", "X-Y", "/a"},
		{"/a b c", "/A", "b c"},
		{"po\u017ft /a", "PO\u017fT", "/a"}, // a long s is no S
	} {
		got := endpoint.Endpoint{}.Merge(tt.route)
		if got.Method != tt.method || got.URL != tt.url {
			t.Errorf("Merge(%q): %q %q, want %q %q", tt.route, got.Method, got.URL, tt.method, tt.url)
		}
	}
}

// TestMerge merges layers over defaults. A row has the fields that are compared.
func TestMerge(t *testing.T) {
	e := endpoint.New(
		params{"a": 1, "b": 2}, query{"q": 1}, headers{"accept": "x/y", "X-One": "1"}, headers{"User-Agent": ""},
		endpoint.MediaType{Format: "raw", Previews: []string{"one-preview", "two"}},
		options{Data: "data", Meta: "meta"},
	)
	unset, inMap := endpoint.Unset, func(k string) map[string]any { return map[string]any{k: 1} }
	for _, tt := range []struct {
		name string
		call layers
		want options
	}{
		{"a later value wins", layers{params{"a": 3}, params{"a": 4}}, options{Params: params{"a": 4, "b": 2}}},
		{"nil is a value", layers{params{"a": nil}}, options{Params: params{"a": nil, "b": 2}}},
		{"a map is replaced", layers{params{"a": inMap("x")}, params{"a": inMap("y")}}, options{Params: params{"a": inMap("y"), "b": 2}}},
		{"Unset within the call", layers{params{"c": 1}, params{"c": unset}}, options{Params: params{"a": 1, "b": 2}}},
		{"Unset of nothing", layers{params{"c": unset}, path{"c": unset}}, options{Params: params{"a": 1, "b": 2}}},
		{"Unset of a default", layers{params{"a": unset}}, options{Params: params{"a": unset, "b": 2}}},
		{"one key in three maps", layers{params{"q": 2}, path{"q": 3}}, options{Query: query{"q": 1}, Path: path{"q": 3}}},
		{"a removed header", layers{headers{"x-ONE": ""}}, options{Headers: headers{"accept": "x/y", "user-agent": "", "x-one": ""}}},
		{
			"a removed header of the call",
			layers{headers{"x-two": "2"}, headers{"X-Two": ""}},
			options{Headers: headers{"accept": "x/y", "user-agent": "", "x-one": "1", "x-two": ""}},
		},
		{
			"a removed header that is set again",
			layers{headers{"X-One": ""}, headers{"x-one": "2"}},
			options{Headers: headers{"accept": "x/y", "user-agent": "", "x-one": "2"}},
		},
		{
			"previews are a union",
			layers{endpoint.MediaType{Previews: []string{"three", "one", "three-preview-preview"}}},
			options{MediaType: endpoint.MediaType{Format: "raw", Previews: []string{"one", "two", "three"}}},
		},
		{
			"zero fields change nothing",
			layers{options{}, endpoint.MediaType{}, params(nil), headers(nil)},
			options{Data: "data", Meta: "meta", BaseURL: "https://api.service.example", Method: "GET", URL: "/{x"},
		},
		{"nil of a type is kept", layers{data((*int)(nil))}, options{Data: (*int)(nil)}},
		// What the call does not send is there, and nothing is expanded.
		{
			"what is not sent",
			layers{path{"z": 1}, contentType("a/b"), options{Method: "options"}},
			options{Method: "OPTIONS", URL: "/{x", Params: params{"a": 1, "b": 2}, Path: path{"z": 1}, Data: "data"},
		},
	} {
		got := e.Merge("/{x", tt.call...)
		g, w := reflect.ValueOf(got), reflect.ValueOf(tt.want)
		for i := range w.NumField() {
			if f := w.Type().Field(i); !w.Field(i).IsZero() && !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
				t.Errorf("%s: %s is %#v, want %#v", tt.name, f.Name, g.Field(i), w.Field(i))
			}
		}
		if again := e.Merge("", got); !reflect.DeepEqual(again, got) {
			t.Errorf("%s: merged again %#v\nis not %#v", tt.name, again, got)
		}
	}
	// Merge calls no method of a value.
	bad := panicking{}
	e.Merge("GET /{a}", params{"a": bad}, path{"a": bad}, query{"a": bad}, data(bad), endpoint.ParamsOf(struct{ A panicking }{}))
}

// A withFunc is not equal to itself.
type withFunc struct {
	f func()
	n float64
}

// funcOf returns functions of one literal.
func funcOf(n int) func() int { return func() int { return n } }

// TestMergeIsALayer changes what Merge returned, which is as passing it in the call.
func TestMergeIsALayer(t *testing.T) {
	const elsewhere = `wrong origin for "x": the header belongs to BaseURL`
	e := endpoint.New(
		base("https://h.test"), query{"q": 4}, params{"p": 1},
		path{
			"nan": math.NaN(), "f": func() {}, "both": [1]withFunc{{func() {}, math.NaN()}}, "list": []int{1, 2}, "of": funcOf(1),
			"empty": [1 << 30]struct{}{},
		},
		headers{"content-type": "text/json", "x": "1"},
	)
	for _, tt := range []struct {
		route  string
		change func(o *options)
		want   string
	}{
		{"GET /x?q=1", func(o *options) {}, "/x?q=1&p=1"},
		{"GET /x?q=1", func(o *options) { o.Query["q"] = 5 }, `invalid parameter "q": the query of the URL has it`},
		{"GET /x?q=1", func(o *options) { o.Query["q"] = 4 }, "/x?q=1&p=1"}, // an equal value stays a default
		{"GET /x?q=1", func(o *options) { o.Query["r"] = 5; o.Params["p"] = endpoint.Unset }, "/x?q=1&r=5"},
		{"GET /x{?nan}", func(o *options) { o.Path["nan"] = 1 }, "/x?nan=1&p=1&q=4"},
		{"GET /x/{next}", func(o *options) { o.Path["next"] = 1 }, "/x/1?p=1&q=4"},
		{"GET /x", func(o *options) { o.Path["next"] = 1 }, `invalid parameter "next": no placeholder`},
		{"GET /x", func(o *options) { o.Path["nan"] = func() {} }, `invalid parameter "nan": no placeholder`},
		{"GET /x", func(o *options) { o.Path["f"] = func() {} }, `invalid parameter "f": no placeholder`},
		{"GET /x", func(o *options) { o.Path["of"] = funcOf(2) }, `invalid parameter "of": no placeholder`},
		{"GET /x", func(o *options) { o.Path["both"] = [1]withFunc{} }, `invalid parameter "both": no placeholder`},
		{"GET /x", func(o *options) { o.Path["list"] = o.Path["list"].([]int)[:1] }, `invalid parameter "list": no placeholder`},
		{"OPTIONS /x?q=1", func(o *options) { o.Params["p"] = 2 }, `invalid parameter "p": OPTIONS does not send Params`},
		{"POST /x?q=1", func(o *options) { o.Data = "1" }, `/x?q=1 [text/json] 1`},
		{"GET /x", func(o *options) { o.Headers["content-type"] = "text/plain" }, `/x?p=1&q=4 [text/plain]`},
		{"GET /x", func(o *options) { o.Headers["Content-Type"] = "text/plain" }, `/x?p=1&q=4 [text/plain]`}, // before a default
		{"GET /x", func(o *options) { o.Headers["Content-Type"] = "" }, `/x?p=1&q=4`},
		{"GET /x", func(o *options) { o.Headers = headers{"content-type": "text/json"} }, `/x?p=1&q=4`},
		{"POST /x?q=1", func(o *options) { o.Headers = headers{"content-type": formMIME} }, `/x?q=1 form p=1`},
		{"GET {+u}", func(o *options) { o.Params["u"] = "https://o.test" }, elsewhere},
		{"GET {+u}", func(o *options) { o.Params["u"] = "https://h.test/a?q=1" }, "/a?q=1&p=1"},
		{"GET /x", func(o *options) { o.URL = "https://o.test" }, elsewhere},
		{"GET /x", func(o *options) { o.URL = "https://h.test/a" }, "/a?p=1&q=4"},
		{"GET /x", func(o *options) { o.URL, o.BaseURL = "https://o.test", "https://O.test/v1" }, "https://o.test?p=1&q=4"},
		{"GET https://o.test", func(o *options) {}, elsewhere},
		{"GET https://o.test", func(o *options) { o.Headers["x"] = "2" }, `wrong origin for "p": the parameter belongs to BaseURL`},
		{"GET https://o.test", func(o *options) { o.Headers, o.Query, o.Params = headers{"x": "2"}, nil, params{"r": 1} }, "https://o.test?r=1"},
		{"GET {+u}", func(o *options) {
			o.Path["u"], o.Headers, o.Query, o.Params = "https://o.test", headers{"x": "2"}, nil, nil
		}, "https://o.test"},
	} {
		merged := e.Merge(tt.route)
		tt.change(&merged)
		if got := (callTest{"", layers{merged}, tt.want}).outcome(t); got != tt.want && !beginsLike(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.route, got, tt.want)
		}
	}
}

// TestOptionsChanged sets a token in what Options returned, which is as Options made by hand: it
// belongs to BaseURL.
func TestOptionsChanged(t *testing.T) {
	const elsewhere = `wrong origin for "authorization": the header belongs to BaseURL`
	refreshed := endpoint.New(base("https://h.test"), headers{"authorization": "old"}).Options()
	refreshed.Headers["authorization"] = "new"
	cleared := endpoint.New(base("https://h.test"), headers{"authorization": "old"}).Options()
	cleared.BaseURL, cleared.Headers = "", headers{"authorization": "new"}
	moved := endpoint.New().Options()
	moved.BaseURL, moved.Headers["authorization"] = "https://h.test", "new"
	for _, o := range []options{refreshed, moved, cleared} {
		runCalls(t, []callTest{
			{"GET https://o.test/x", layers{o}, elsewhere},
			{"GET https://h.test/x", layers{o}, "/x"},
			{"GET https://o.test/x", layers{o, headers{"authorization": "of the call"}}, "https://o.test/x"},
		})
	}
}

// TestUnset removes keys of defaults, of earlier layers and of placeholders, from
// its own map only.
func TestUnset(t *testing.T) {
	const unset = endpoint.Unset // a constant, to which no program can assign
	given := layers{params{"a": 1, "b": 2}, query{"q": 1, "r": 2}, path{"p": 1, "b": 3}}
	drop := options{Params: params{"b": unset, "new": unset}, Query: query{"q": unset}, Path: path{"p": unset}}
	derived := endpoint.New(append(given, drop)...).Options()
	want := options{Params: params{"a": 1}, Query: query{"r": 2}, Path: path{"b": 3}}
	if !reflect.DeepEqual([]any{derived.Params, derived.Query, derived.Path}, []any{want.Params, want.Query, want.Path}) {
		t.Errorf("Defaults: %#v", derived)
	}
	for _, tt := range []struct{ byDefault, want any }{{1, unset}, {nil, nil}, {unset, nil}} {
		both := func(v any) options { return options{Data: v, Meta: v} }
		e, call := endpoint.New(both(tt.byDefault)), layers{both(2), both(unset)}
		if got := e.Merge("", call...); got.Data != tt.want || got.Meta != tt.want {
			t.Errorf("by default %v: %v, %v, want %v", tt.byDefault, got.Data, got.Meta, tt.want)
		}
		if got, err := e.Build("POST /x", call...); err != nil || got.Body != nil || got.Meta != nil {
			t.Errorf("by default %v: %v, %v, %v", tt.byDefault, got.Body, got.Meta, err)
		}
		checkLaws(t, e, "POST /x", func() layers { return call })
	}
	all := func(v any) options { return options{Data: v, Meta: v, Params: params{"a": v}} }
	if o := endpoint.New(all(1)).Defaults(all(unset)).Options(); o.Data != nil || o.Meta != nil || o.Params != nil {
		t.Errorf("Defaults: %v", o)
	}
	defaults := byDefault(given...)
	inBase := byDefault(append(given, base("https://h.test/{v}"), path{"v": "v1"})...)
	const whole = "/v1/x?a=1&b=2&q=1&r=2"
	runCalls(t, []callTest{
		{"GET /x", layers{defaults, drop}, "/x?a=1&r=2"},
		{"GET /x/{b}", layers{defaults, path{"b": unset}}, "/x/2?a=1&q=1&r=2"},
		{"GET /x{/b,p}", layers{defaults, drop, path{"b": 4}}, "/x/4?a=1&r=2"},
		{"GET /x", layers{query{"a": "unset"}}, "/x?a=unset"}, // a text like any other

		// Unset of a key that no earlier layer has does nothing.
		{"GET /x", layers{inBase, path{"P": unset}, query{"n": unset}}, whole},
		{"GET /x", layers{inBase, path{"a": unset}}, whole}, // which Params have
		{"GET /x", layers{inBase, path{"p": 2}, path{"p": unset}}, whole},
		{"GET https://h.test/x", layers{inBase, path{"v": unset}}, `missing parameter "v"`},
		{"GET https://h.test/x", layers{byDefault(base("https://h.test/{v}"), path{"v": "v1"}), path{"v": unset}}, "/x"},
		{"GET /x", layers{inBase, path{"v": unset}}, `missing parameter "v"`},
	})
}

// TestParseAddsNothing: Parse reads what it is given and no default.
func TestParseAddsNothing(t *testing.T) {
	e := endpoint.New(headers{"x": "y"}, params{"a": 1}, options{Meta: 1, Lists: endpoint.ListComma})
	_, err := e.Parse(options{URL: "http://h/"})
	checkError(t, "no method", err, "invalid route in Method: it is missing")
	_, err = e.Parse(options{Method: "GET", URL: "/x"})
	checkError(t, "no base", err, "invalid route in BaseURL: …set it")
	got, err := e.Parse(options{Method: "GET", URL: "http://h/"})
	want := endpoint.Request{Method: "get", URL: "http://h/", Headers: headers{}, Route: "GET http://h/"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%#v, %v\nwant %#v", got, err, want)
	}
	for name, o := range map[string]options{ // all of it could be a default
		"URL":   {URL: "https://o.test", Headers: headers{"x": secret}},
		"Path":  {URL: "{+u}", Path: path{"u": "https://o.test"}, Headers: headers{"x": secret}},
		"Query": {URL: "{+u}", Path: path{"u": "https://o.test"}, Query: query{"x": secret}},
		"nil":   {URL: "{+u}", Path: path{"u": "https://o.test"}, Params: params{"x": nil}},
		"Data":  {URL: "{+u}", Path: path{"u": "https://o.test"}, Data: secret},
	} {
		o.Method, o.BaseURL = "POST", "https://h.test"
		_, err = e.Parse(o)
		checkError(t, name, err, "wrong origin …belongs to BaseURL")
		o.BaseURL = "https://o.test"
		_, ownErr := e.Parse(o)
		o.BaseURL = ""
		if _, err = e.Parse(o); err != nil || ownErr != nil {
			t.Errorf("%s: %v, %v", name, err, ownErr)
		}
	}
	token := options{Method: "GET", URL: "{+u}", Path: path{"u": "https://o.test"}, Headers: headers{"authorization": secret}}
	if _, err = e.Parse(token); err != nil { // without a BaseURL there is no other origin
		t.Error(err)
	}
	gzip := headers{"content-encoding": "gzip", "content-type": "application/json"} // which is read first
	if _, err = e.Parse(options{Method: "POST", URL: "http://h/", Headers: gzip, Data: "not JSON"}); err != nil {
		t.Error(err)
	}
}

func TestBuiltInDefaults(t *testing.T) {
	want := endpoint.Request{
		Method:  "get",
		URL:     "https://api.service.example/x",
		Headers: headers{"accept": "application/vnd.service.v3+json", "user-agent": "go-endpoint.js/" + endpoint.Version},
		Route:   "GET /x",
	}
	for _, e := range []endpoint.Endpoint{{}, endpoint.New(), endpoint.Endpoint{}.Defaults(), endpoint.New(options{})} {
		got, err := e.Build("/x")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n%s", err, got.Diff(want))
		}
	}
	builtIn := options{Method: "GET", BaseURL: "https://api.service.example", Headers: want.Headers}
	got := endpoint.Endpoint{}.Options()
	if got := (options{Method: got.Method, BaseURL: got.BaseURL, Headers: got.Headers}); !reflect.DeepEqual(got, builtIn) {
		t.Errorf("got %#v\nwant %#v", got, builtIn)
	}
}

// TestLayers has a layer of each type, and a pointer to each. Nil changes nothing.
func TestLayers(t *testing.T) {
	media := endpoint.MediaType{Format: "raw"}
	o, p, in, q, h := options{Method: "PUT"}, params{"a": 1}, path{"id": 7}, query{"q": 2}, headers{"x-h": "h"}
	want := endpoint.Request{
		Method:  "PUT",
		URL:     "https://api.service.example/x/7?q=2",
		Headers: headers{"x-h": "h", "accept": "application/vnd.service.v3.raw"},
		Body:    map[string]any{"a": 1},
	}
	for _, call := range []layers{
		{o, p, in, q, h, media},
		{&o, &p, &in, &q, &h, &media},
		{
			o, p, in, q, h, media, nil, (*options)(nil), (*params)(nil), (*path)(nil), (*query)(nil), (*headers)(nil),
			(*endpoint.MediaType)(nil),
			options{},
			params(nil), path(nil), query(nil), headers(nil),
			endpoint.MediaType{},
		},
	} {
		for _, e := range []endpoint.Endpoint{{}, endpoint.New(call...)} {
			got, err := e.Build("/x/{id}", call...)
			if diff := got.Diff(want); err != nil || diff != "" {
				t.Errorf("%v: %v\n%s", call, err, diff)
			}
		}
	}
	var many layers
	for i := range 40 {
		many = append(many, params{"a": i, "b": -i})
	}
	got, err := endpoint.Endpoint{}.Build("GET /x", many...)
	if want := "https://api.service.example/x?a=39&b=-39"; err != nil || got.URL != want {
		t.Errorf("the last of many layers: %s, %v; want %s", got.URL, err, want)
	}
}

func TestForeignLayerPanics(t *testing.T) {
	type mine struct{ endpoint.Options }
	for _, call := range []func(){
		func() { endpoint.Endpoint{}.Merge("/x", mine{}) },
		func() { endpoint.New(mine{}) },
	} {
		func() {
			defer func() {
				if s := fmt.Sprint(recover()); !strings.Contains(s, "mine is not a layer") {
					t.Errorf("recovered %q", s)
				}
			}()
			call()
		}()
	}
}

// TestEveryOption sets each field of Options. Merge reads it from a layer, keeps it
// under a layer that does not set it, and copies it if it is a map. String shows it.
func TestEveryOption(t *testing.T) {
	samples := map[reflect.Type]any{
		reflect.TypeFor[string]():             "PUT",
		reflect.TypeFor[any]():                "text",
		reflect.TypeFor[headers]():            headers{"x-name": "value"},
		reflect.TypeFor[params]():             params{"name": "value"},
		reflect.TypeFor[path]():               path{"name": "value"},
		reflect.TypeFor[query]():              query{"name": "value"},
		reflect.TypeFor[endpoint.ListStyle](): endpoint.ListRepeat,
		reflect.TypeFor[endpoint.MediaType](): endpoint.MediaType{Format: "raw", Previews: []string{"fury"}},
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[options]()) {
		if !field.IsExported() {
			continue
		}
		sample, ok := samples[field.Type]
		if !ok {
			t.Errorf("%s: no sample of its type", field.Name)
			continue
		}
		var o options
		reflect.ValueOf(&o).Elem().FieldByIndex(field.Index).Set(reflect.ValueOf(sample))
		for _, merged := range []options{
			endpoint.New().Merge("", o, options{}),
			endpoint.New().Merge("", &o, &options{}),
			endpoint.New(o).Options(),
		} {
			delete(merged.Headers, "accept")
			delete(merged.Headers, "user-agent")
			if got := reflect.ValueOf(merged).FieldByIndex(field.Index).Interface(); !reflect.DeepEqual(got, sample) {
				t.Errorf("%s: got %#v, want %#v", field.Name, got, sample)
			} else if v := reflect.ValueOf(got); v.Kind() == reflect.Map && v.Pointer() == reflect.ValueOf(sample).Pointer() {
				t.Errorf("%s: it is the caller's map", field.Name)
			}
		}
		shown := o.String()
		isShown := slices.Contains([]string{"Method", "URL", "BaseURL", "MediaType", "Lists"}, field.Name)
		hasValue := strings.Contains(shown, "PUT") || strings.Contains(shown, "value") || strings.Contains(shown, "text")
		if shown == "" || hasValue && !isShown {
			t.Errorf("%s: String shows %q", field.Name, shown)
		}
	}
}

// TestIsolation changes everything that a caller holds after the fact.
func TestIsolation(t *testing.T) {
	previews := []string{"one", "two"}
	given := options{
		URL: "/x/{p}", Params: params{"a": 1}, Path: path{"p": 1}, Query: query{"q": 1}, Headers: headers{"X-A": "1"},
		MediaType: endpoint.MediaType{Previews: previews},
	}
	e := endpoint.New(given)
	merged := e.Merge("POST", given)
	req, err := e.Build("POST", given)
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
	for _, o := range []options{given, e.Options(), e.Merge("POST")} {
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

// TestPreviewsAreNotWritten gives lists of previews with a capacity behind them, which
// belongs to the caller.
func TestPreviewsAreNotWritten(t *testing.T) {
	long := []string{"a", "kept"}
	first, second := endpoint.MediaType{Previews: long[:1]}, endpoint.MediaType{Previews: []string{"b"}}
	e := endpoint.New(first)
	for _, e := range []endpoint.Endpoint{e, {}} {
		if _, err := e.Build("GET /x", first, second); err != nil {
			t.Fatal(err)
		}
		e.Merge("GET /x", first, second)
		e.Defaults(first, second)
	}
	if long[1] != "kept" {
		t.Errorf("the caller's list is now %q", long)
	}
}

// TestConcurrentUse shares one Endpoint among goroutines that build from it and derive
// others. The race detector watches.
func TestConcurrentUse(t *testing.T) {
	preview := func(s string) endpoint.MediaType { return endpoint.MediaType{Previews: []string{s}} }
	shared := endpoint.New(params{"org": "o"}, headers{"x-a": "1"}, preview("a"), preview("b-preview"), preview("c"))
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			own := preview(fmt.Sprint("q", i))
			derived := shared.Defaults(params{"org": i}, headers{"x-a": "2"}, own)
			for range 20 {
				one, err := derived.Build("GET /orgs/{org}")
				two, otherErr := shared.Build("GET /orgs/{org}", params{"org": i}, headers{"x-a": "2"}, own)
				if err != nil || otherErr != nil || !reflect.DeepEqual(one, two) || !strings.HasSuffix(one.URL, fmt.Sprint("/", i)) {
					t.Errorf("%d: %v, %v; %v, %v", i, one, err, two, otherErr)
				}
			}
		}()
	}
	wg.Wait()
}

// TestNothingIsKept: what a call was given can be collected once what it returned can.
func TestNothingIsKept(t *testing.T) {
	type large [1 << 10]string
	e := endpoint.New(options{BaseURL: "https://h.test"})
	for name, call := range map[string]func(v *large){
		"HTTPRequest": func(v *large) {
			e.HTTPRequest(t.Context(), "POST /x/{a}", options{Data: v, Meta: v}, query{"b": &v[0]}, path{"a": &v[1]})
		},
		"Build": func(v *large) { e.Build("POST /x", params{"a": v}, options{Meta: v}) },
		"Parse": func(v *large) { e.Parse(e.Merge("POST /x", options{Data: v, Meta: v})) },
		"an error": func(v *large) {
			e.Build("POST /x", options{Data: v}, params{"a": v}, headers{"x": "a\nb"})
		},
		"many parameters": func(v *large) {
			all := query{}
			for i := range 100 {
				all[fmt.Sprint("q", i)] = &v[i]
			}
			e.Build("GET /x", all)
		},
	} {
		collected := func() weak.Pointer[large] {
			v := new(large)
			v[0], v[1] = "a", "b"
			call(v)
			return weak.Make(v)
		}()
		runtime.GC() // a pool is emptied by the second
		if collected.Value() != nil {
			t.Errorf("%s: a value of the call is kept", name)
		}
	}
	collected := func() weak.Pointer[byte] {
		token := strings.Repeat("t", 1<<10)
		more := headers{"a": "1", "b": "1", "c": "1", "d": "1", "e": "1", "f": "1", "g": "1", "x-token": token}
		e.HTTPRequest(t.Context(), "GET /x", more)
		return weak.Make(unsafe.StringData(token))
	}()
	runtime.GC()
	if collected.Value() != nil {
		t.Error("the value of a header is kept")
	}
}

// A caller is a value whose methods call a function, while the call it is in goes on.
type caller func() string

func (c caller) String() string               { return c() }
func (c caller) MarshalJSON() ([]byte, error) { return json.Marshal(c()) }

// TestCallsWithinCalls: a call may make others, and one that panics leaves nothing to the next.
func TestCallsWithinCalls(t *testing.T) {
	e := endpoint.New(options{BaseURL: "https://h.test"})
	inner := caller(func() string {
		r, err := e.Build("PUT /inner/{b}", path{"b": 2}, query{"c": 3}, headers{"x-inner": "1"}, options{Data: "text", Meta: 1})
		want := endpoint.Request{
			Method: "PUT", URL: "https://h.test/inner/2?c=3", Headers: headers{"x-inner": "1"}, Body: "text", Meta: 1,
		}
		return fmt.Sprint("inner", r.Diff(want), err)
	})
	panics := caller(func() string { panic(inner()) })
	for _, tt := range []struct{ route, url string }{
		{"GET /outer/{a}", "https://h.test/outer/inner%3Cnil%3E?q=inner%3Cnil%3E&z=1"},
		{"POST /outer/{a}", "https://h.test/outer/inner%3Cnil%3E?q=inner%3Cnil%3E"},
	} {
		outer := func(v caller) (*http.Request, error) {
			return e.HTTPRequest(t.Context(), tt.route, path{"a": v}, query{"q": v}, params{"z": 1})
		}
		func() {
			defer func() {
				if got := recover(); got != "inner<nil>" {
					t.Errorf("panicked with %v", got)
				}
			}()
			outer(panics)
		}()
		r, err := outer(inner)
		if err != nil || r.URL.String() != tt.url || r.Header.Get("x-inner") != "" || len(r.Header) > 3 {
			t.Errorf("got  %v, %v\nwant %s", r, err, tt.url)
		}
	}
	r, err := e.HTTPRequest(t.Context(), "POST /x", params{"a": inner, "b": 1})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(r.Body); err != nil || string(b) != `{"a":"inner\u003cnil\u003e","b":1}` {
		t.Errorf("%s, %v", b, err)
	}
}

// TestRequestsAreApart writes to all that a built request has. No other request
// may see it: one made before or after, of the same Endpoint or of another that
// shares the caches, over a base address, an absolute template or a leading
// address with a user.
func TestRequestsAreApart(t *testing.T) {
	const withUser = "http://user:s3cret@api.test"
	e := endpoint.New(
		headers{"authorization": "Bearer t", "x-one": "1", "x-two": "2", "x-three": "3", "x-four": "4"},
		endpoint.MediaType{Previews: []string{"one"}},
	)
	withBase := e.Defaults(base(withUser))
	for _, tt := range []struct {
		e     endpoint.Endpoint
		route string
		layer endpoint.Layer
	}{
		{withBase, "GET /x", nil},
		{e, "GET /x{?a}", options{BaseURL: withUser, Params: params{"a": 1}}},
		{e.Defaults(base(withUser + "/{v}")), "GET /x/%2F", path{"v": 1}},
		{e, "GET {+u}", options{BaseURL: withUser, Params: params{"u": withUser + "/x"}}},
		{withBase, "GET " + withUser, headers{"x-five": "5", "x-one": "one"}},
		{withBase, "POST /x", headers{"x-one": "", "x-two": "", "x-three": "", "authorization": ""}},
	} {
		request := func(e endpoint.Endpoint) *http.Request {
			t.Helper()
			req, err := e.HTTPRequest(t.Context(), tt.route, tt.layer)
			if err != nil {
				t.Fatal(tt.route, err)
			}
			return req
		}
		other := tt.e.Defaults(options{Meta: 1})
		built, err := tt.e.Build(tt.route, tt.layer)
		if err != nil {
			t.Fatal(err)
		}
		fresh := httpRequest(t, built)
		before, elsewhere := request(tt.e), request(other)
		for _, req := range []*http.Request{request(tt.e), request(other), httpRequest(t, built)} {
			for name, values := range req.Header {
				_ = append(values, "appended") // into the next one's place, if its array goes on
				req.Header[name] = values
			}
			if !reflect.DeepEqual(req.Header, fresh.Header) {
				t.Errorf("%s: appended to each value: %q\nwant %q", tt.route, req.Header, fresh.Header)
			}
			for _, values := range req.Header {
				values[0] = "changed"
			}
			*req.URL.User = *url.UserPassword("changed", "changed")
			*req.URL = url.URL{Scheme: "changed", User: req.URL.User}
			*req = http.Request{Header: req.Header}
			req.Header.Set("X-New", "new")
		}
		for _, got := range []*http.Request{before, elsewhere, request(tt.e), request(other), httpRequest(t, built)} {
			if names := differences(t, got, fresh); names != nil {
				t.Errorf("%s: %q differ\ngot  %v %q\nwant %v %q", tt.route, names, got.URL, got.Header, fresh.URL, fresh.Header)
			}
			fresh = httpRequest(t, built) // with a body that is not read
		}
	}
}

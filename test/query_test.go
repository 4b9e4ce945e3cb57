// The query: what goes there and in which order, a key that the URL has already, Params
// and Query that meet, names in brackets, OmitZero. lists_test.go has lists.

package test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/endpoint"
)

func TestQuery(t *testing.T) {
	runCalls(t, []callTest{
		{nil, "GET /x", layers{params{"b": 1, "a": "x y"}, query{"c": true}}, "/x?a=x%20y&b=1&c=true"},
		{nil, "HEAD /x", layers{params{"a": "+&=#ö"}}, "/x?a=%2B%26%3D%23%C3%B6"},
		{nil, "POST /x", layers{query{"a": 2}}, "/x?a=2"},
		{nil, "OPTIONS /x", layers{query{"a": 2}}, "/x?a=2"},
		{nil, "GET /x{?b}#f", layers{params{"a": 1, "b": 2}}, "/x?b=2&a=1#f"},
		{nil, "GET /x?", layers{params{"a": 1}}, "/x?a=1"},
		{nil, "GET /x?b&", layers{params{"a": 1}}, "/x?b&a=1"},
		{nil, "GET /x", layers{params{"k ö[]": "v"}}, "/x?k%20%C3%B6%5B%5D=v"},
		{nil, "GET /x", layers{params{"a": ""}}, "/x?a="},
		{nil, "GET /x", layers{params{"a": nil, "b": []int{}, "c": (*int)(nil), "d": []any{nil}, "e": []byte(nil)}}, "/x"},
		{nil, "GET /x", layers{query{"a": nil, "b": []int{}, "m": params{}, "n": params{"a": []int{}}}}, "/x"},
		{nil, "GET /x", layers{params{"": "v"}}, "invalid parameter: its name is empty"},
		{nil, "POST /x", layers{query{"": "v"}}, "invalid parameter: its name is empty"},
		{nil, "POST /x{/a}?&", layers{query{"": "v"}}, "invalid parameter: its name is empty"},
	})
}

// TestValues has what each kind of value is in a URL, by the rules of the package
// documentation.
func TestValues(t *testing.T) {
	type text string
	one, zero := 1, time.Date(2026, 1, 2, 3, 4, 5, 600e6, time.UTC)
	for _, tt := range []struct {
		value any
		want  string // "" for undefined
	}{
		{nil, ""},
		{(*int)(nil), ""},
		{json.Number("1.10"), "1.10"},
		{zero, "2026-01-02T03%3A04%3A05.6Z"},
		{&zero, "2026-01-02T03%3A04%3A05.6Z"},
		{level(1), "low"},
		{[]byte("b c"), "b%20c"},
		{[]byte(nil), ""},
		{json.RawMessage("1"), "1"},
		{text("t"), "t"},
		{true, "true"},
		{int8(-8), "-8"},
		{uint64(1 << 63), "9223372036854775808"},
		{1e21, "1000000000000000000000"},
		{float32(0.1), "0.1"},
		{1e-7, "0.0000001"},
		{&one, "1"},
		{time.Second, "1s"},
		{[]any{1, nil, level(2)}, "1,high"},
		{[2]bool{true}, "true,false"},
	} {
		want := strings.TrimSuffix("/x?v="+tt.want, "?v=")
		runCalls(t, []callTest{
			{nil, "GET /x", layers{params{"v": tt.value}, options{Lists: endpoint.ListComma}}, want},
			{nil, "GET /x{?v}", layers{params{"v": tt.value}}, want},
		})
	}
	for _, v := range []any{
		1i,
		struct{ A int }{1},
		make(chan int), func() {},
		map[int]string{1: secret},
		math.Inf(1),
		map[string]any{"a": func() {}},
		[]any{make(chan int)},
		[]any{[]any{struct{ A int }{1}}},
		[]any{endpoint.Unset},
		byPointerText{},
		math.NaN(),
	} {
		runCalls(t, []callTest{
			{nil, "GET /x", layers{params{"v": v}}, `invalid parameter "v": `},
			{nil, "PUT /x{?v}", layers{params{"v": v}}, `invalid parameter "v": `},
			{nil, "PUT /{v}", layers{path{"v": v}}, `invalid parameter "v": `},
			{nil, "PUT /x", layers{form, params{"v": v}}, `invalid parameter "v": `},
		})
	}
	runCalls(t, []callTest{{nil, "GET /x", layers{params{"v": byPointerText{}}}, `invalid parameter "v": …pass the pointer or its text`}})
}

// TestKeysOfTheURL: a key that the URL has, literally or by {?x} or {&x}, may not be
// passed, but nil, which is not sent. A default of it is left out.
func TestKeysOfTheURL(t *testing.T) {
	const literal = `: the query of the URL has it already`
	const written = `invalid parameter "n"` + literal
	runCalls(t, []callTest{
		{nil, "GET /x?per_page=10", layers{params{"per_page": 20}}, `invalid parameter "per_page"` + literal},
		{nil, "GET /x?per_page=10", layers{query{"per_page": 20}}, `invalid parameter "per_page"` + literal},
		{nil, "POST /x?%62", layers{query{"b": 1}}, `invalid parameter "b"` + literal},
		{nil, "GET /x?c+d=0{&a}", layers{params{"c d": 1}}, `invalid parameter "c d"` + literal},
		{nil, "GET /x?a[]=0", layers{params{"a[]": 1}}, `invalid parameter "a[]"` + literal},
		{nil, "GET /x?q=1{&page}", layers{query{"q": 2}, params{"page": 2}}, `invalid parameter "q"` + literal},
		{nil, "GET /x?a=0&b=1", layers{params{"a": nil}, query{"b": (*int)(nil)}}, "/x?a=0&b=1"},
		{nil, "POST /x?a=0", layers{params{"a": 1}}, `/x?a=0 json {"a":1}`},
		{layers{params{"a": 1}, query{"b": 2}}, "GET /x?a=0&b=0", nil, "/x?a=0&b=0"},

		{layers{params{"n": 100}}, "GET /x{?n}", layers{query{"n": 5}}, written},
		{nil, "GET /x{?n}", layers{params{"n": 100}, query{"n": 5}}, written},
		{nil, "POST /x?q=1{&m,n}", layers{params{"n": ""}, query{"n": 5}}, written},
		{nil, "DELETE /x{?n*}", layers{path{"n": []int{1}}, query{"n": 5}}, written},
		{nil, "GET /x{?n*}", layers{params{"n": map[string]any{"m": 1}}, query{"n": 5}}, "/x?m=1&n=5"},
		{nil, "GET /x?{n}=1", layers{params{"n": "a b"}, query{"a b": 5}}, `invalid parameter "a b"` + literal},
		{nil, "GET /x{?n}", layers{params{"n": 100}, query{"n": nil}}, "/x?n=100"},
		{nil, "GET /x{?n}", layers{params{"n": nil}, query{"n": 5}}, "/x?n=5"},
		{nil, "GET /x{?n}", layers{params{"n": []any{nil}}, query{"n": 5}}, "/x?n=5"},
		{nil, "GET /x{?n}", layers{query{"n": 5}}, "/x?n=5"},
		{nil, "GET /x{#n}", layers{params{"n": 1}, query{"n": 5}}, "/x?n=5#1"},
		{layers{query{"n": 5, "m": 6}}, "GET /x{?n}", layers{params{"n": 1}}, "/x?n=1&m=6"},
		{layers{query{"n": 5}}, "POST /x?q=1{&n}", layers{params{"n": 1}}, "/x?q=1&n=1"},

		// What a value writes.
		{nil, "GET {+u}", layers{params{"u": "/x", "page": 1}}, "/x?page=1"},
		{nil, "GET {+u}", layers{params{"u": "https://o.test?page=2", "page": 1, "q": 3}}, `invalid parameter "page"` + literal},
		{layers{params{"page": 1, "q": 3}}, "GET {+u}", layers{params{"u": "https://h.test?page=2"}}, "?page=2&q=3"},
		{nil, "GET {+u}", layers{params{"u": "https://o.test?a[b]=0", "a": params{"b": 1, "c": 2}}}, `invalid parameter "a": the query of the URL has one of its names`},
		{nil, "GET /x{?m*}", layers{params{"m": params{"a": 1}}, query{"a": 2, "b": 3}}, `invalid parameter "a"` + literal},
		{layers{query{"a": 2, "b": 3}}, "GET /x{?m*}", layers{params{"m": params{"a": 1}}}, "/x?a=1&b=3"},
	})
}

// TestForeignAddress: a value of the call that names another origin than BaseURL is an error
// where a default would be sent there.
func TestForeignAddress(t *testing.T) {
	const elsewhere = `unsafe path in parameter "u": it names another origin than BaseURL, where the default `
	const header = elsewhere + `header "authorization" would go: pass Options{BaseURL: …} with the call to allow it, or remove the default in the call`
	token := headers{"authorization": secret, "accept": "*/*", "user-agent": "u", "content-type": formMIME}
	u := func(s string) endpoint.Layer { return params{"u": s} }
	runCalls(t, []callTest{
		{layers{token}, "GET {+u}", layers{u("https://H.test:443/a?page=2")}, "https://H.test:443/a?page=2"},
		{layers{token}, "GET {+u}", layers{u("/a")}, "/a"},
		{layers{token}, "GET {+u}", layers{u("https://o.test?page=2")}, header},
		{layers{token}, "GET {+u}", layers{u("https://h.test@o.test/")}, header},
		{layers{token}, "GET {+u}", layers{u("http://h.test:443")}, header},
		{layers{token}, "POST {my_url}{?q}", layers{path{"my_url": "https://o.test"}}, `unsafe path in parameter "my_url"` + strings.TrimPrefix(header, `unsafe path in parameter "u"`)},
		{layers{token}, "GET {+u}", layers{u("https://o.test"), headers{"Authorization": ""}}, "https://o.test"},
		{layers{token}, "GET {+u}", layers{u("https://o.test"), headers{"Authorization": "own"}}, "https://o.test"},
		{layers{token}, "GET {+u}", layers{u("https://o.test/x"), base("https://O.test/")}, "https://o.test/x"},
		{layers{token, u("https://o.test")}, "GET {+u}", nil, "https://o.test"}, // a default chooses it
		{layers{token}, "GET https://o.test/x", nil, "https://o.test/x"},        // and code

		{layers{query{"k": 1}}, "GET {+u}", layers{u("https://o.test")}, elsewhere + `parameter "k" would go`},
		{layers{params{"k": 1}}, "GET {+u}", layers{u("https://o.test")}, elsewhere + `parameter "k" would go`},
		{layers{params{"k": 1}}, "POST {+u}", layers{u("https://o.test")}, elsewhere + `parameter "k" would go`},
		{layers{params{"k": 1}}, "POST {+u}", layers{form, u("https://o.test")}, elsewhere + `parameter "k" would go`},
		{layers{data(1)}, "POST {+u}", layers{u("https://o.test")}, elsewhere + `Data would go`},
		{layers{query{"k": nil}, params{"n": 1}}, "GET {+u}{/n}", layers{u("https://o.test")}, "https://o.test/1"},
		{layers{query{"k": 1}}, "GET {+u}", layers{u("https://o.test?k=2")}, "https://o.test?k=2"},
		{layers{params{"k": 1}, data(1)}, "POST {+u}", layers{u("https://o.test"), data(2), query{"j": 3}}, "https://o.test?j=3 json 2"},

		{layers{base("h")}, "GET {+u}", layers{u("https://o.test")}, "https://o.test"},
		{layers{base("h"), token}, "GET {+u}", layers{u("https://o.test")}, "invalid base URL: it must begin"},
		{layers{base("https://{b}.test"), token}, "GET {+u}", layers{u("https://o.test")}, `missing parameter "b": BaseURL needs a value`},
	})
}

// TestParamsMeetQuery has a key in Params and Query, of the defaults and of two layers
// of a call. FuzzModel has the combinations.
func TestParamsMeetQuery(t *testing.T) {
	const twice = `invalid parameter "k": Query has it too`
	for _, method := range []string{"GET", "HEAD"} {
		runCalls(t, []callTest{
			// A call wins over the defaults.
			{layers{query{"k": 100}}, method + " /x", layers{params{"k": 5}}, "/x?k=5"},
			{layers{params{"k": 100}}, method + " /x", layers{query{"k": 5}}, "/x?k=5"},
			// Query wins within the defaults, and a call may not have both.
			{layers{query{"k": 1}, params{"k": 2}}, method + " /x", nil, "/x?k=1"},
			{nil, method + " /x", layers{options{Params: params{"k": 1}, Query: query{"k": 2}}}, twice},
			{nil, method + " /x", layers{query{"k": 1}, params{"k": 2}}, twice},
			{nil, method + " /x", layers{params{"k": 1}, query{"k": nil}}, twice},
			{nil, method + " /x", layers{params{"k": nil}, query{"k": 2}}, "/x?k=2"},
			{nil, method + " /x", layers{params{"k": (*int)(nil)}, query{"k": 2}}, "/x?k=2"},
			// Nil and an empty list win too, and Unset does not.
			{layers{query{"k": 1}}, method + " /x", layers{params{"k": nil}}, "/x"},
			{layers{query{"k": 1}}, method + " /x", layers{params{"k": []int{}}}, "/x"},
			{layers{params{"k": 1}}, method + " /x", layers{query{"k": nil}}, "/x"},
			{layers{query{"k": 1}}, method + " /x", layers{params{"k": endpoint.Unset}}, "/x?k=1"},
			{layers{params{"k": 1}}, method + " /x", layers{query{"k": 2}, query{"k": endpoint.Unset}}, "/x?k=1"},
			// A map is replaced, not merged.
			{layers{query{"k": map[string]any{"a": 1}}}, method + " /x", layers{params{"k": map[string]any{"b": 2}}}, "/x?k%5Bb%5D=2"},
		})
	}
	// What a placeholder takes, or would take but for Path, does not meet Query, and the
	// other methods send both.
	e := layers{query{"k": 1}}
	runCalls(t, []callTest{
		{e, "GET /x/{k}", layers{params{"k": 2}}, "/x/2?k=1"},
		{e, "GET /x/{k}", layers{path{"k": 3}, params{"k": nil}}, "/x/3?k=1"},
		{e, "POST /x", layers{params{"k": 2}}, `/x?k=1 json {"k":2}`},
	})
}

// TestNested has maps, structs and lists of them, whose names have brackets.
func TestNested(t *testing.T) {
	list := map[string]any{"b": "x", "a": []any{params{"c": 1}, nil, params{"c": 2}}}
	runCalls(t, []callTest{
		{nil, "GET /x", layers{query{"f": list}}, "/x?f%5Ba%5D%5B0%5D%5Bc%5D=1&f%5Ba%5D%5B2%5D%5Bc%5D=2&f%5Bb%5D=x"},
		{nil, "GET /x", layers{query{"c": customer{Name: "n"}}}, "/x?c%5Bname%5D=n"},
		{nil, "GET /x", layers{query{"c": struct{ page }{page{5}}}}, "/x?c%5Blimit%5D=5"},
		{nil, "GET /x", layers{query{"c": tagWithText{"k"}}}, "/x?c=s3cret"}, // a text goes first
		{nil, "GET /x", layers{query{"m": map[string]any{"": 1}}}, `invalid parameter "m": a key of the map is empty`},
		{nil, "GET /x", layers{query{"m": map[string]any{"a]": 1}}}, `invalid parameter "m": a key of the map`},
		{nil, "GET /x", layers{query{"m": selfHolding()}}, `invalid parameter "m": its names take more than 1 MiB`},
		{nil, "GET /x", layers{query{"m": selfPointing()}}, `invalid parameter "m": the pointer leads back to itself`},
		{nil, "GET /x", layers{query{"m": deep(100_000/len(`{"k":}`), 1)}}, `invalid parameter "m": its names take more than 1 MiB`},
		{nil, "GET /x", layers{query{"m": deep(100_000/len(`{"k":}`), nil)}}, `invalid parameter "m": its names take more than 1 MiB`},
		{
			nil, "POST /x",
			layers{form, params{strings.Repeat("k", 40_000): make([]int, 40)}},
			`invalid parameter "kkk`,
		},
	})
	got, err := endpoint.Endpoint{}.Build("GET /x", query{"k": slices.Repeat([]int{7}, 100_000)})
	if err != nil || strings.Count(got.URL, "k=7") != 100_000 {
		t.Errorf("a list of 100,000 short keys: %v", err)
	}
	// A list of elements without size takes no memory until its texts are read.
	for _, v := range []any{[1 << 30]struct{}{}, make([]struct{}, 1<<30), make([][0]int, 1<<30), &[1 << 30]struct{}{}} {
		for _, layer := range []endpoint.Layer{params{"a": v}, query{"a": []any{v}}, path{"a": v}} {
			_, err := endpoint.Endpoint{}.Build("GET /x{?a}", layer)
			checkError(t, fmt.Sprintf("%T in %T", v, layer), err, `invalid parameter "a": …pass a shorter list`)
		}
	}
	runCalls(t, []callTest{{nil, "GET /x", layers{params{"a": make([][0]int, 3)}}, "/x"}})
}

// TestOneNameOnce: a name in brackets is written once, whatever the layers.
func TestOneNameOnce(t *testing.T) {
	const both = `invalid parameter "page[size]": "page" and "page[size]" write the same name`
	const inURL = `invalid parameter "page": the query of the URL has one of its names`
	nested := query{"page": params{"size": 5}}
	two := params{"page": params{"size": 5}, "page[size]": 1}
	brackets := options{Lists: endpoint.ListBrackets}
	runCalls(t, []callTest{
		{nil, "GET /x", layers{nested, query{"page[size]": 100}}, both},
		{nil, "GET /x", layers{params{"page[size]": 100}, nested}, both},
		{layers{nested}, "GET /x", layers{query{"page[size]": 1}}, both},
		{layers{query{"page[size]": 1}}, "GET /x", layers{nested}, both + ": pass only one of them, and remove a default by Unset"},
		{layers{nested, params{"page[size]": 1}}, "GET /x", nil, both},
		{layers{nested}, "GET /x", layers{query{"page[size]": 1, "page": endpoint.Unset}}, "/x?page%5Bsize%5D=1"},
		{nil, "POST /x", layers{form, two}, both},
		{nil, "POST /x", layers{form, data(two)}, both},
		{
			nil, "POST /x",
			layers{query{"role": []int{1}, "role[]": 2}, brackets},
			`invalid parameter "role[]": "role" and "role[]" write the same name`,
		},
		{nil, "GET /x", layers{query{"role": []int{1}, "role[]": 2}}, "/x?role=1&role%5B%5D=2"},
		{nil, "GET /x", layers{nested, query{"page[size]": nil}}, "/x?page%5Bsize%5D=5"},
		{nil, "POST /x", layers{nested, params{"page[size]": 100}}, `/x?page%5Bsize%5D=5 json {"page[size]":100}`},
		{nil, "GET /x?page[size]=10", layers{nested}, inURL},
		{nil, "POST /x?page[size]={s}", layers{nested, path{"s": 1}}, inURL},
		{nil, "GET /x?page[number]=1", layers{nested}, "/x?page[number]=1&page%5Bsize%5D=5"},
		{layers{nested}, "GET /x?page%5Bsize%5D=1", nil, "/x?page%5Bsize%5D=1"},
		{layers{query{"a": params{"b": 1, "c": 2}}}, "GET /x?a[b]=3", nil, "/x?a[b]=3&a%5Bc%5D=2"},
		{layers{nested}, "GET /x?page[size]=1", layers{query{"page[size]": 2}}, `invalid parameter "page[size]": the query of the URL has it`},
		{
			nil, "GET /x?a[]=0",
			layers{query{"a": []int{1, 2}}, brackets},
			`invalid parameter "a": the query of the URL has one of its names`,
		},
	})
}

// TestOmitZero leaves out what is nil or zero, and nothing that means something.
func TestOmitZero(t *testing.T) {
	zero, one := 0, 1
	want := query{
		"a": "a", "1": 1, "true": true, "to 0": &zero, "to 1": &one, "empty list": []int{}, "empty map": params{},
		"unset": endpoint.Unset, "now": time.Unix(0, 0),
	}
	q := query{
		"": "", "0": 0, "false": false, "nil": nil, "time": time.Time{}, "pointer": (*int)(nil), "list": []int(nil),
		"map": map[string]int(nil), "struct": struct{ A int }{}, "array": [2]int{}, "number": json.Number(""),
		"pointer to a time": &time.Time{}, "no time": (*time.Time)(nil),
	}
	maps.Copy(q, want)
	before := maps.Clone(q)
	got := q.OmitZero()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	got["new"] = 1
	if !reflect.DeepEqual(q, before) {
		t.Error("the map itself has changed")
	}
	if p := params(before).OmitZero(); !reflect.DeepEqual(p, params(want)) {
		t.Errorf("of Params %v", p)
	}
	if got := query(nil).OmitZero(); got == nil || len(got) != 0 {
		t.Errorf("of nil: %#v", got)
	}
	defaults := layers{query{"limit": 10, "cursor": "c"}}
	runCalls(t, []callTest{
		{defaults, "GET /x", layers{query{"cursor": "", "limit": 0}.OmitZero()}, "/x?cursor=c&limit=10"},
		{defaults, "GET /x", layers{query{"cursor": endpoint.Unset, "limit": 5}.OmitZero()}, "/x?limit=5"},
	})
}

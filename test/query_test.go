// The query: its order, lists and nested values, names that are written
// once, OmitZero. place_test.go has what goes there.

package test

import (
	"encoding/json"
	"errors"
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

// A color is a number with String.
type color byte

func (color) String() string { return "red" }

// A shade is a byte, and only a pointer to it has String.
type shade byte

func (*shade) String() string { return "dark" }

func TestQuery(t *testing.T) {
	const number = `invalid parameter "a": test.level has a String method: pass the number or text that the API wants, such as v.String()`
	const unnamed = "invalid parameter: its name is empty"
	runCalls(t, []callTest{
		{"GET /x", layers{params{"b": 1, "a": "x y"}, query{"c": true}}, "/x?a=x%20y&b=1&c=true"},
		{"GET /x{?b}#f", layers{params{"a": 1, "b": 2}}, "/x?b=2&a=1#f"},
		{"GET /x", layers{params{"": "v"}}, unnamed},
		{"GET /x{?a}", layers{path{"a": level(1)}}, number},
		{"GET /x", layers{query{"a": []level{1}}}, number},
		{"GET /x", layers{query{"a": []shade{65}}}, `invalid parameter "a": test.shade has a String method`},
		{"PUT /x", layers{params{"a": level(1)}, form}, number},
		{"PUT /x", layers{params{"a": level(1)}}, `/x json {"a":1}`},
	})
}

// TestJSONText has JSON as the text of a parameter and as Data, and where it may not stand.
func TestJSONText(t *testing.T) {
	object, text, bad := endpoint.JSON(params{"b": "<"}), endpoint.JSON("a"), endpoint.JSON(math.NaN())
	none := endpoint.JSON(map[string]int(nil))
	const (
		place   = `invalid parameter "a": endpoint.JSON is only for a parameter itself`
		failed  = `invalid parameter "a": float64 cannot be encoded as JSON`
		inData  = "invalid body in Data: float64 cannot be encoded as JSON"
		isNil   = `endpoint.JSON has nil: leave it out, or pass json.RawMessage("null")`
		encoded = "%7B%22b%22%3A%22%3C%22%7D"
	)
	runCalls(t, []callTest{
		{"GET /x", layers{query{"a": object, "b": text, "c": endpoint.JSON(1)}}, "/x?a=" + encoded + "&b=%22a%22&c=1"},
		{"GET /x", layers{params{"a": object}}, "/x?a=" + encoded},
		{"GET /x{?a}", layers{path{"a": object}}, "/x?a=" + encoded},
		{"POST /x", layers{form, params{"a": object, "b": 1}}, "/x form a=" + encoded + "&b=1"},
		{"POST /x", layers{form, data(params{"a": object})}, "/x form a=" + encoded},
		{"GET /x", layers{endpoint.QueryOf(struct{ A any }{text})}, "/x?A=%22a%22"},
		{"POST /x", layers{data(text)}, `/x json "a"`},
		{"POST /x", layers{data(object), contentType("a/b")}, `/x [a/b] {"b":"<"}`},
		{"POST /x", layers{data(object), form}, "invalid body in Data: endpoint.JSON is not a form"},
		{"POST /x", layers{data(json.RawMessage("{}")), form}, "invalid body in Data: json.RawMessage is not a form"},
		{"GET /x", layers{data(object)}, "invalid body in Data: GET does not allow a body"},

		{"GET /{a}", layers{path{"a": object}}, place},
		{"GET /x{/a}", layers{params{"a": object}}, place},
		{"GET /x{?a:3}", layers{path{"a": object}}, place},
		{"GET /x", layers{query{"a": []any{text}}}, place},
		{"GET /x", layers{query{"a": params{"b": text}}}, place},
		{"POST /x", layers{params{"a": object}}, place},
		{"POST /x", layers{params{"a": params{"b": text}}}, `invalid parameter "a": endpoint.JSON is only`},
		{"POST /x", layers{endpoint.ParamsOf(object)}, "invalid parameter: endpoint.JSON is only"},

		{"GET /x", layers{query{"a": none}}, `invalid parameter "a": ` + isNil},
		{"POST /x", layers{form, params{"a": endpoint.JSON(nil)}}, `invalid parameter "a": ` + isNil},
		{"POST /x", layers{data(none)}, "invalid body in Data: " + isNil},
		{"GET /x", layers{query{"a": bad}}, failed},
		{"GET /x{?a}", layers{path{"a": bad}}, failed},
		{"POST /x", layers{params{"a": bad}}, failed},
		{"POST /x", layers{data(bad)}, inData},
		{"POST /x", layers{data(bad), form}, inData},
		{"POST /x", layers{data(bad), contentType("a/b")}, inData},
	})
	if _, err := endpoint.New(data(bad)).Build("POST /x"); !errors.Is(err, endpoint.ErrBody) {
		t.Errorf("Build: %v", err)
	}
}

// TestNested has maps, structs and lists of them, whose names have brackets.
func TestNested(t *testing.T) {
	list := map[string]any{"b": "x", "a": []any{params{"c": 1}, nil, params{"c": 2}}}
	long := strings.Repeat("k", 40_000)
	runCalls(t, []callTest{
		{"GET /x", layers{query{"f": list}}, "/x?f%5Ba%5D%5B0%5D%5Bc%5D=1&f%5Ba%5D%5B2%5D%5Bc%5D=2&f%5Bb%5D=x"},
		{"GET /x", layers{query{"m": map[string]any{"": 1}}}, `invalid parameter "m": a name within it is empty`},
		{"GET /x", layers{query{"a[]": []any{[]int{1}}}}, "/x?a%5B%5D%5B0%5D%5B0%5D=1"},
		{"GET /x", layers{query{"m": map[string]any{"a]b": 1}}}, `invalid parameter "m": a name within it is empty`},
		{"GET /x", layers{query{"m": map[string]any{"a[b": 1}}}, `invalid parameter "m": a name within it is empty`},
		{"PUT /x", layers{form, params{"v": []any{endpoint.Unset}}}, `invalid parameter "v": `},
		{"GET /x", layers{query{"v": []color{1}}}, `invalid parameter "v": test.color has a String method`},
		{"GET /x", layers{params{"v": byPointerText{}}}, `invalid parameter "v": …pass the pointer or its text`},
		{"GET /x", layers{query{"m": selfHolding()}}, `invalid parameter "m": the names of the call take more than 1 MiB`},
		{"GET /x", layers{query{"m": selfPointing()}}, `invalid parameter "m": the pointer leads back to itself`},
		{"GET /x", layers{query{"m": deep(100_000/len(`{"k":}`), 1)}}, `invalid parameter "m": the names of the call take more than 1 MiB`},
		{"POST /x", layers{form, params{"a": make([]int, 20_000), long: make([]int, 40)}}, `invalid parameter "kkk`},
		{"GET /x{?" + long + "}", layers{path{long: make([]int, 40)}}, "/x?" + long + "=0" + strings.Repeat(",0", 39)},
		{"GET /x{?" + long + "*}", layers{path{long: make([]int, 40)}}, `invalid parameter "kkk…": the names in the URL take more than 1 MiB`},
		{"GET /x{?" + long + "*}", layers{path{long: make([]int, 20)}, query{long + "[]": make([]int, 20)}}, `invalid parameter "kkk…": the names of the call take more than 1 MiB`},
	})
	// A list of elements without size takes no memory until its texts are read.
	for _, v := range []any{[1 << 30]struct{}{}, make([]struct{}, 1<<30), make([][0]int, 1<<30), &[1 << 30]struct{}{}} {
		for _, layer := range []endpoint.Layer{params{"a": v}, query{"a": []any{v}}, path{"a": v}} {
			_, err := endpoint.Endpoint{}.Build("GET /x{?a}", layer)
			checkError(t, fmt.Sprintf("%T in %T", v, layer), err, `invalid parameter "a": …pass a shorter list`)
		}
	}
	runCalls(t, []callTest{{"GET /x", layers{params{"a": make([][0]int, 3)}}, "/x"}})
}

// TestOneNameOnce: a name in brackets is written once, whatever the layers.
func TestOneNameOnce(t *testing.T) {
	const both = `invalid parameter "page[size]": "page" and "page[size]" write the same name`
	const inURL = `invalid parameter "page": the query of the URL has it already`
	nested := query{"page": params{"size": 5}}
	runCalls(t, []callTest{
		{"GET /x", layers{nested, query{"page[size]": 100}}, both},
		{"GET /x", layers{byDefault(query{"page[size]": 1}), nested}, both + ": pass only one of them, and remove a default by Unset"},
		{"GET /x", layers{byDefault(nested), query{"page[size]": 1, "page": endpoint.Unset}}, "/x?page%5Bsize%5D=1"},
		{"GET /x?page[size]=10", layers{nested}, inURL},
		{"GET /x?role[]=10", layers{query{"role": []int{1}}, options{Lists: endpoint.ListBrackets}}, strings.ReplaceAll(inURL, "page", "role")},
		{"GET /x?page[number]=1", layers{nested}, "/x?page[number]=1&page%5Bsize%5D=5"},
	})
}

// TestOmitZero leaves out what is nil or zero, and nothing that means something.
func TestOmitZero(t *testing.T) {
	zero, one := 0, 1
	want := query{
		"a": "a", "1": 1, "true": true, "to 0": &zero, "to 1": &one, "empty list": []int{}, "empty map": params{},
		"unset": endpoint.Unset, "now": time.Unix(0, 0), "JSON": endpoint.JSON(0),
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
		{"GET /x", layers{byDefault(defaults...), query{"cursor": "", "limit": 0}.OmitZero()}, "/x?cursor=c&limit=10"},
		{"GET /x", layers{byDefault(defaults...), query{"cursor": endpoint.Unset, "limit": 5}.OmitZero()}, "/x?limit=5"},
	})
}

// TestListOption: Lists is an option like any other, a key that ends in [] is always
// repeated, and templates go by their own operators.
func TestListOption(t *testing.T) {
	lists := func(s endpoint.ListStyle) options { return options{Lists: s} }
	comma, brackets, a := lists(endpoint.ListComma), lists(endpoint.ListBrackets), query{"a": []int{1, 2}}
	const withComma = `invalid parameter "a": an element contains a comma, which also separates elements: set Lists, …ListRepeat`
	const inBrackets = "/x?a%5B%5D=1&a%5B%5D=2"
	runCalls(t, []callTest{
		{"GET /x", layers{byDefault(comma), a, options{}}, "/x?a=1,2"},
		{"GET /x", layers{lists(9)}, `invalid parameter in Lists: use ListRepeat`},
		{"GET /x", layers{params{"a[]": []int{1, 2}}, comma}, inBrackets},
		{"POST /x", layers{form, params{"a": []string{"1,2"}}, comma}, withComma},
		{"GET /x{/a}{?a}{&a*}", layers{path{"a": []int{1, 2}}, brackets}, "/x/1,2?a=1,2&a=1&a=2"},
	})
	const empty = `invalid parameter "a": the list or map is empty, and without it the request asks for more: check it before the call, or leave it out if that is meant`
	none := query{"a": []int{}}
	runCalls(t, []callTest{
		{"DELETE /x", layers{none}, empty},
		{"PURGE /x", layers{query{"a": map[string]any{"b": []int(nil)}}}, empty},
		{"DELETE /x", layers{endpoint.QueryOf(tagged(`url:"a"`, []int(nil)))}, empty},
		{"DELETE /x", layers{endpoint.OptionsOf(tagged(`query:"a,comma"`, []int{}))}, empty},
		{"GET /x", layers{endpoint.QueryOf(tagged(`url:"a,comma"`, []int{}))}, "/x"},
		{"QUERY /x", layers{form, params{"a": []int{}}}, "/x form (empty)"},
		{"POST /x", layers{form, data(none)}, "/x form (empty)"},
		{"OPTIONS /x", layers{none}, "/x"},
		{"DELETE /x", layers{byDefault(none)}, "/x"},
		{"DELETE /x", layers{query{"a": (*[]int)(nil), "b": nil}, query{"c": []int(nil)}.OmitZero()}, "/x"},
	})
	// The list is read at each call.
	list := []string{"a", "b"}
	e := endpoint.New(base("https://h.test"), query{"q": list}, params{"p[]": list})
	list[0] = "c"
	got, err := e.Build("GET /x")
	if want := "https://h.test/x?p%5B%5D=c&p%5B%5D=b&q=c&q=b"; err != nil || got.URL != want {
		t.Errorf("got  %s, %v\nwant %s", got.URL, err, want)
	}
}

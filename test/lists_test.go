// Lists, in Params, Query, forms and maps, and what Options.Lists changes.

package test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"example.com/endpoint"
)

// listTests have the names and values that a parameter f writes, by Lists: zero, comma,
// repeat, brackets and indexes. Brackets are shown as such. Where one is given, all are the same,
// and a missing form is that of query; "!" is ErrParam.
var listTests = []struct {
	value any
	query []string
	form  []string
}{
	{value: "1 2", query: []string{"f=1%202"}, form: []string{"f=1+2"}},
	{value: nil, query: []string{""}},
	{value: []string{}, query: []string{""}},
	{value: (*customer)(nil), query: []string{""}},
	{value: map[string]any{"b": map[string]any{}}, query: []string{""}},
	{
		value: []any{1, nil, "b"},
		query: []string{"f=1&f=b", "f=1,b", "f=1&f=b", "f[]=1&f[]=b", "f[0]=1&f[2]=b"},
		form:  []string{"f=1&f=b", "f=1%2Cb", "f=1&f=b", "f[]=1&f[]=b", "f[0]=1&f[2]=b"},
	},
	{ // a comma within
		value: []string{"1,2", "3"},
		query: []string{"f=1%2C2&f=3", "f=1%2C2,3", "f=1%2C2&f=3", "f[]=1%2C2&f[]=3", "f[0]=1%2C2&f[1]=3"},
		form:  []string{"f=1%2C2&f=3", "!", "f=1%2C2&f=3", "f[]=1%2C2&f[]=3", "f[0]=1%2C2&f[1]=3"},
	},
	{
		value: []string{"1,2"},
		query: []string{"f=1%2C2", "f=1%2C2", "f=1%2C2", "f[]=1%2C2", "f[0]=1%2C2"},
		form:  []string{"f=1%2C2", "!", "f=1%2C2", "f[]=1%2C2", "f[0]=1%2C2"},
	},
	{
		value: map[string]any{"state": "open", "n": nil, "e": []int{}, "b": true},
		query: []string{"f[b]=true&f[state]=open"},
	},
	{
		value: []any{params{"price": "p"}, map[string]int{"n": 2}},
		query: []string{"f[0][price]=p&f[1][n]=2"},
	},
	{ // a list of scalars as the value of a key
		value: map[string][]string{"a": {"1", "2"}},
		query: []string{"!", "f[a]=1,2", "f[a]=1&f[a]=2", "f[a][]=1&f[a][]=2", "f[a][0]=1&f[a][1]=2"},
		form:  []string{"!", "f[a]=1%2C2", "f[a]=1&f[a]=2", "f[a][]=1&f[a][]=2", "f[a][0]=1&f[a][1]=2"},
	},
	{
		value: map[string]any{"a": []string{"1,2", "3"}},
		query: []string{"!", "f[a]=1%2C2,3", "f[a]=1%2C2&f[a]=3", "f[a][]=1%2C2&f[a][]=3", "f[a][0]=1%2C2&f[a][1]=3"},
		form:  []string{"!", "!", "f[a]=1%2C2&f[a]=3", "f[a][]=1%2C2&f[a][]=3", "f[a][0]=1%2C2&f[a][1]=3"},
	},
	{
		value: articles{[]string{"title", "body"}},
		query: []string{"!", "f[a]=title,body", "f[a]=title&f[a]=body", "f[a][]=title&f[a][]=body", "f[a][0]=title&f[a][1]=body"},
		form:  []string{"!", "f[a]=title%2Cbody", "f[a]=title&f[a]=body", "f[a][]=title&f[a][]=body", "f[a][0]=title&f[a][1]=body"},
	},
	{
		value: []any{map[string]any{"a": []int{1, 2}}},
		query: []string{"!", "f[0][a]=1,2", "f[0][a]=1&f[0][a]=2", "f[0][a][]=1&f[0][a][]=2", "f[0][a][0]=1&f[0][a][1]=2"},
		form:  []string{"!", "f[0][a]=1%2C2", "f[0][a]=1&f[0][a]=2", "f[0][a][]=1&f[0][a][]=2", "f[0][a][0]=1&f[0][a][1]=2"},
	},
	// A list that is an element of a list has indexes.
	{value: [][]int{{1}, {}, {2}}, query: []string{"f[0][0]=1&f[2][0]=2"}},
	{value: map[string]any{"a": []any{[]int{1, 2}}}, query: []string{"f[a][0][0]=1&f[a][0][1]=2"}},
	{value: map[string]any{"a": []any{nil}, "b": []int{}}, query: []string{""}},
	{
		value: customer{Name: "n", Address: &address{City: "c"}, Tags: []tag{{"t"}, {}}},
		query: []string{"f[address][city]=c&f[name]=n&f[tags][0][key]=t"},
	},
	{value: struct{ A int }{}, query: []string{"!"}},
	{value: map[string]any{"b": []any{func() {}}}, query: []string{"!"}},
}

type articles struct {
	A []string `json:"a"`
}

func TestLists(t *testing.T) {
	e := endpoint.New(base("https://h.test"))
	shown := strings.NewReplacer("%5B", "[", "%5D", "]", "https://h.test/x?", "", "https://h.test/x", "")
	for _, tt := range listTests {
		for _, way := range []struct {
			name  string
			route string
			layer endpoint.Layer
			want  []string
		}{
			{"query", "GET /x", query{"f": tt.value}, tt.query},
			{"query of POST", "POST /x", query{"f": tt.value}, tt.query},
			{"params", "GET /x", params{"f": tt.value}, tt.query},
			{"form", "POST /x", options{Params: params{"f": tt.value}, Headers: form}, tt.form},
			{"form of Data", "POST /x", options{Data: params{"f": tt.value}, Headers: form}, tt.form},
		} {
			if way.want == nil {
				way.want = tt.query
			}
			for style := range endpoint.ListIndexes + 1 {
				want := way.want[int(style)%len(way.want)]
				what := fmt.Sprintf("%v as %s, style %d", tt.value, way.name, style)
				got, err := e.Build(way.route, way.layer, options{Lists: style})
				if want == "!" {
					checkError(t, what, err, `invalid parameter "f": `)
					continue
				}
				text := got.URL
				if form, ok := got.Body.(url.Values); ok {
					text += form.Encode()
				}
				if text = shown.Replace(text); err != nil || text != want {
					t.Errorf("%s\ngot  %s, %v\nwant %s", what, text, err, want)
				}
			}
		}
	}
}

// TestListsLayers: Lists is an option like any other, a key that ends in [] is always
// repeated, and templates go by their own operators.
func TestListsLayers(t *testing.T) {
	lists := func(s endpoint.ListStyle) options { return options{Lists: s} }
	a := query{"a": []int{1, 2}}
	runCalls(t, []callTest{
		{nil, "GET /x", layers{a}, "/x?a=1&a=2"},
		{layers{lists(endpoint.ListComma)}, "GET /x", layers{a, options{}}, "/x?a=1,2"},
		{layers{lists(endpoint.ListComma), lists(endpoint.ListBrackets)}, "GET /x", layers{a}, "/x?a%5B%5D=1&a%5B%5D=2"},
		{layers{lists(9)}, "GET /x", layers{a, lists(endpoint.ListRepeat), lists(endpoint.ListComma)}, "/x?a=1,2"},
		{nil, "GET /x", layers{lists(9)}, `invalid parameter in Lists: use ListRepeat`},
		{nil, "POST /x", layers{lists(endpoint.ListIndexes + 1)}, `invalid parameter in Lists: use ListRepeat`},

		{nil, "GET /x", layers{params{"a[]": []string{"1,2", "3"}}}, "/x?a%5B%5D=1%2C2&a%5B%5D=3"},
		{nil, "GET /x", layers{params{"a[]": []string{"1,2", "3"}}, lists(endpoint.ListComma)}, "/x?a%5B%5D=1%2C2&a%5B%5D=3"},
		{nil, "GET /x", layers{query{"a[]": []int{1, 2}}, lists(endpoint.ListBrackets)}, "/x?a%5B%5D=1&a%5B%5D=2"},

		{nil, "GET /x{/a}{?a}{&a*}", layers{path{"a": []int{1, 2}}, lists(endpoint.ListBrackets)}, "/x/1,2?a=1,2&a=1&a=2"},
		{nil, "GET /x", layers{params{"a[]": []int{1, 2}}, lists(endpoint.ListIndexes)}, "/x?a%5B%5D=1&a%5B%5D=2"},
		{nil, "GET /x", layers{endpoint.ParamsOf(commaTags{[]string{"1", "2"}})}, "/x?tags=1%2C2"},
		{nil, "POST /x", layers{endpoint.ParamsOf(commaTags{[]string{"1,2"}}), form}, `invalid parameter "tags": commaTags.Tags: an element contains a comma`},
		{nil, "GET /x", layers{endpoint.ParamsOf(commaTags{})}, "/x"},
	})
	// The list is read at each call.
	list := []string{"a", "b"}
	e := endpoint.New(base("https://h.test"), query{"q": list}, params{"p": list, "p[]": list})
	list[0] = "c"
	got, err := e.Build("GET /x")
	if want := "https://h.test/x?p=c&p=b&p%5B%5D=c&p%5B%5D=b&q=c&q=b"; err != nil || got.URL != want {
		t.Errorf("got  %s, %v\nwant %s", got.URL, err, want)
	}
}

type commaTags struct {
	Tags []string `url:"tags,comma"`
}

// ParamsOf: the fields of a struct as parameters, and what it cannot read.

package endpoint_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/endpoint"
)

// Structs as users have them, nested and with tags of both kinds.
type (
	customer struct {
		Name    string            `json:"name,omitempty"`
		Address *address          `json:"address,omitempty"`
		Tags    []tag             `json:"tags,omitempty"`
		Level   level             `json:"level,omitempty"`
		Since   time.Time         `json:"since,omitzero"`
		Meta    map[string]string `json:"metadata,omitempty"`
		page
	}
	address struct {
		City string `json:"city"`
	}
	tag struct {
		Key string `url:"key,omitempty" json:"key,omitempty"`
	}
	page struct {
		Limit int `url:"limit,omitempty"`
	}
	level int // prints itself, and is a number in JSON
)

func (l level) String() string { return [...]string{"", "low", "high"}[l] }

// selfHolding returns a map of 16 keys, each of which holds it.
func selfHolding() map[string]any {
	m := map[string]any{}
	for i := range 16 {
		m[fmt.Sprint("k", i)] = m
	}
	return m
}

func selfPointing() any {
	type pointer *pointer
	var p pointer
	p = &p
	return p
}

// deep returns maps in maps, whose names in brackets take the square of n.
func deep(n int, leaf any) (v any) {
	v = leaf
	for range n {
		v = map[string]any{"k": v}
	}
	return v
}

// A byPointerText has a text only as a pointer.
type byPointerText struct{}

func (*byPointerText) String() string { return "text" }

func TestParamsOf(t *testing.T) {
	type search struct {
		Level  level     `url:"level"`
		Since  time.Time `url:"since,omitempty"`
		Tags   []string  `url:"tags,comma"`
		None   []string  `url:"none,comma"`
		IDs    []int     `url:"ids"`
		Own    string
		Dash   int `json:"-"`
		Hidden int `url:"-"`
		Both   int `json:"both,omitempty" url:"both,omitempty"`
		Zero   int `json:"zero,omitzero"`
		hidden int
		page
	}
	type inline struct {
		page `json:",inline"`
	}
	type shadowed struct {
		Limit string `json:"limit"`
		page
	}
	type raw struct{ json.RawMessage }
	for _, tt := range []struct {
		name  string
		value any
		want  params
	}{
		{
			"struct",
			search{Level: 1, Tags: []string{"a", "b"}, IDs: []int{1, 2}, Dash: 1, Hidden: 1, hidden: 1, page: page{100}},
			params{"level": level(1), "tags": "a,b", "ids": []int{1, 2}, "Own": "", "limit": 100},
		},
		{"pointer", &page{2}, params{"limit": 2}},
		{"nil pointer", (*page)(nil), params{}},
		{"nil", nil, params{}},
		{"all omitted", page{}, params{}},
		{"inline", inline{page{1}}, params{"limit": 1}},
		{"shadowed", shadowed{"own", page{1}}, params{"limit": "own"}},
		{"map", map[string]int{"n": 1}, params{"n": 1}},
		{"nil map", map[string]any(nil), params{}},
		{"Params", params{"a": endpoint.Unset}, params{"a": endpoint.Unset}},
		{"MarshalJSON", raw{json.RawMessage(`{"n": 1.10}`)}, params{"n": json.Number("1.10")}},
		{"one of two of a name", twoPages{PageA: PageA{1}}, params{"page": 1}},
		{"a type embedded twice", twice{Left: Left{PageA{1}}}, params{"page": 1}},
		{"1,000 embedded structs", embedding(1000), params{"X": 0}},
		{"a nil embedded pointer", struct{ *PageA }{}, params{}},
	} {
		got := endpoint.ParamsOf(tt.value)
		if got == nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v\nwant %#v", tt.name, got, tt.want)
		}
	}
	m := map[string]any{"a": 1}
	endpoint.ParamsOf(m)["b"] = 2
	if len(m) != 1 {
		t.Error("the map is not copied")
	}
}

type (
	PageA struct {
		Page int `url:"page,omitempty"`
	}
	PageB struct {
		Page string `url:"page,omitempty"`
	}
	twoPages struct {
		PageA
		PageB
	}
	Left  struct{ PageA }
	Right struct{ PageA }
	twice struct {
		Left
		Right
	}
	queried struct{ A encoder }
	encoder struct{ B int }
)

// embedding returns a struct that embeds n others.
func embedding(n int) any {
	fields := []reflect.StructField{{Name: "X", Type: reflect.TypeFor[int]()}}
	for i := range n {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("E", i), Type: reflect.TypeFor[struct{}](), Anonymous: true})
	}
	return reflect.Zero(reflect.StructOf(fields)).Interface()
}

// EncodeValues is the method of github.com/google/go-querystring.
func (encoder) EncodeValues(string, *url.Values) error { return nil }

// TestParamsOfErrors has what ParamsOf cannot read.
func TestParamsOfErrors(t *testing.T) {
	for _, tt := range []struct {
		value any
		want  string
	}{
		{secret, "invalid parameter in ParamsOf: string is not an object in JSON: pass a struct or a map with string keys"},
		{7, "invalid parameter in ParamsOf: int is not an object"},
		{json.Number("7777"), "invalid parameter in ParamsOf: json.Number is not an object in JSON"}, // under each Go
		{map[int]int{}, "invalid parameter in ParamsOf: map[int]int is not an object"},
		{time.Now(), "invalid parameter in ParamsOf: time.Time is not an object in JSON"},
		{lost{7777}, "invalid parameter in ParamsOf: endpoint_test.lost has no exported fields"},
		{failingJSON{errAsked}, "invalid parameter in ParamsOf: MarshalJSON of endpoint_test.failingJSON failed"},
		{struct {
			A int `url:"a,unix"`
		}{7777}, `invalid parameter "struct.A": the option "unix" of its tag`},
		{struct {
			A int `json:",string"`
		}{7777}, `invalid parameter "struct.A": the option "string" of its tag`},
		{struct {
			A []int `json:"a" url:"a,comma"`
		}{[]int{7777}}, `invalid parameter "struct.A": `},
		{struct {
			A int `json:"page" url:"p"`
		}{7777}, `invalid parameter "struct.A": …differ in name`},
		{struct {
			A int `json:"id" url:"-"`
		}{7777}, `invalid parameter "struct.A": …leave it out of both, or set the parameter yourself`},
		{struct {
			A time.Time `url:"a" layout:"2006"`
		}{}, `invalid parameter "struct.A": …layout`},
		{struct {
			A []int `json:"a" del:";"`
		}{}, `invalid parameter "struct.A": …del`},
		{reflect.New(reflect.StructOf([]reflect.StructField{{
			Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a\\b"`, // which some releases of encoding/json allow
		}})).Interface(), `invalid parameter "struct.A": encoding/json does not use the name in its json tag`},
		{queried{}, `invalid parameter "queried.A": …EncodeValues`},
		{twoPages{PageA{1}, PageB{"2"}}, `invalid parameter "twoPages.…are both sent as "page": leave one out`},
		{embedding(1001), "invalid parameter in ParamsOf: …more than 1000 embedded structs: pass a map"},
		{twice{Left{PageA{1}}, Right{PageA{2}}}, `invalid parameter "twice.…are both sent as "page": leave one out`},
	} {
		got := endpoint.ParamsOf(tt.value)
		for _, layer := range []endpoint.Layer{got, path(got), query(got), &got, options{Params: got}} {
			_, err := endpoint.Endpoint{}.Build("GET /x", layer)
			checkError(t, fmt.Sprintf("%T", tt.value), err, tt.want)
			if err != nil && strings.Contains(err.Error(), "7777") {
				t.Errorf("%v shows a value", err)
			}
		}
	}
}

// TestCarried: what ParamsOf could not read is the error of each call that uses it,
// whatever the other layers are.
func TestCarried(t *testing.T) {
	type issues struct {
		Since time.Time `url:"since,unix"`
	}
	bad := endpoint.ParamsOf(issues{})
	over := func(v any) params { // tries to override what is carried
		p := params{}
		for key := range bad {
			p[key] = v
		}
		return p
	}
	copied := params{"a": 1}
	maps.Copy(copied, bad)
	const want = `invalid parameter "issues.Since": the option "unix" of its tag`
	for _, tt := range []struct {
		defaults, call layers
		routes         string
	}{
		{nil, layers{bad}, "GET /x|POST /x|DELETE /x|OPTIONS /x|GET /{since}|GET /x{?since}|GET /{|"},
		{nil, layers{&bad}, "GET /x"},
		{nil, layers{query(bad)}, "GET /x|POST /x"},
		{nil, layers{path(bad)}, "GET /x|POST /{since}"},
		{nil, layers{options{Path: path(bad), Query: query(bad)}}, "GET /x"},
		{layers{bad}, nil, "GET /x|POST /x|OPTIONS /x"},
		{layers{path(bad)}, nil, "GET /x|POST /x"},
		{layers{query(bad)}, nil, "GET /x|POST /x"},
		{layers{bad, headers{"x": "y"}}, layers{params{"since": 1}}, "GET /x|POST /x"},
		{nil, layers{bad, form}, "POST /x"},
		{nil, layers{bad, data("text")}, "POST /x"},
		{layers{bad}, layers{data("text")}, "POST /x"},
		{nil, layers{bad, endpoint.ParamsOf(tag{"k"})}, "GET /x|POST /x"},
		{nil, append(layers{bad}, slices.Repeat(layers{endpoint.ParamsOf(7)}, 15)...), "GET /x"},
		{nil, layers{copied}, "GET /x|POST /x"},
		{nil, layers{bad, base("h"), params{"a": func() {}}, path{"z": 1}, headers{"a b": ""}}, "GET /x"},
		{nil, layers{bad, over(nil), query(over(nil))}, "GET /x"},
		{nil, layers{bad, over(endpoint.Unset)}, "GET /x"},
		{layers{bad, over(endpoint.Unset)}, layers{over(endpoint.Unset)}, "GET /x"},
		{layers{bad, over(nil)}, layers{over(1)}, "POST /x"},
	} {
		for route := range strings.SplitSeq(tt.routes, "|") {
			runCalls(t, []callTest{{tt.defaults, route, tt.call, want}})
		}
	}
	// As a body or inside another value it is found by what encodes it.
	const text = `issues.Since: the option "unix" of its tag`
	runCalls(t, []callTest{
		{nil, "G@T /x", layers{bad}, "invalid method"},
		{nil, "POST /x", layers{data(bad)}, "invalid body: " + text},
		{nil, "POST /x", layers{data(bad), form}, want},
		{nil, "POST /x", layers{params{"a": bad}}, `invalid body in parameter "a": ` + text},
		{nil, "POST /x", layers{params{"a": []any{bad}}}, `invalid body in parameter "a": ` + text},
		{nil, "GET /x", layers{params{"a": bad}}, `invalid parameter "a": ` + text},
		{nil, "GET /x{?a*}", layers{params{"a": bad}}, `invalid parameter "a": ` + text},
	})
	for _, v := range []any{bad, options{Params: bad}, []any{bad}} {
		if _, err := json.Marshal(v); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("json.Marshal of %T: %v", v, err)
		}
	}
}

// TestStructs sends one struct in the ways in which parameters are sent: nested
// structs are maps in a query and a form, and what encoding/json makes of them
// in a JSON body.
func TestStructs(t *testing.T) {
	c := customer{
		Name: "n", Address: &address{"c"}, Tags: []tag{{"t"}}, Level: 1,
		Since: time.Date(2026, 1, 2, 3, 4, 5, 600e6, time.UTC), Meta: map[string]string{"k": "v"}, page: page{10},
	}
	const pairs = "address%5Bcity%5D=c&level=low&limit=10&metadata%5Bk%5D=v&name=n&since=2026-01-02T03%3A04%3A05.6Z&tags%5B0%5D%5Bkey%5D=t"
	const object = `{"address":{"city":"c"},"level":1,"limit":10,"metadata":{"k":"v"},"name":"n",` +
		`"since":"2026-01-02T03:04:05.6Z","tags":[{"key":"t"}]}`
	for _, v := range []any{c, &c} {
		p := endpoint.ParamsOf(v)
		runCalls(t, []callTest{
			{nil, "GET /x", layers{p}, "/x?" + pairs},
			{nil, "POST /x", layers{query(p)}, "/x?" + pairs},
			{nil, "GET /{level}/{limit}", layers{params{"level": p["level"], "limit": p["limit"]}}, "/low/10"},
			{nil, "POST /x", layers{p}, "/x json " + object},
			{nil, "POST /x", layers{p, form}, "/x form " + pairs},
			{nil, "POST /x", layers{data(v), form}, "/x form " + pairs},
		})
	}
	for _, empty := range []any{nil, (*customer)(nil), customer{}, &customer{}} {
		runCalls(t, []callTest{{nil, "POST /x", layers{endpoint.ParamsOf(empty)}, "/x"}})
	}
	fields := endpoint.ParamsOf(struct {
		Label *string `json:"label"`
		Raw   []byte  `json:"raw"`
	}{Raw: []byte("hi")})
	runCalls(t, []callTest{
		{nil, "GET /x", layers{fields}, "/x?raw=hi"},
		{nil, "POST /x", layers{endpoint.ParamsOf(struct{ A byPointer }{})}, `/x json {"A":"by pointer"}`},
		{nil, "POST /x", layers{fields}, `/x json {"label":null,"raw":"aGk="}`},
	})
}

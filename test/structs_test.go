// ParamsOf and QueryOf: the fields of a struct as parameters, and what cannot be read.

package test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"reflect"
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
		Level   int               `json:"level,omitempty"`
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

func (*byPointerText) MarshalText() ([]byte, error) { return []byte("text"), nil }

// A reading has fields, and a method Read.
type reading struct {
	io.Reader `json:"-"`
	A         int `json:"a"`
}

// A stamp is not exported, and has IsZero.
type stamp struct{ N int }

func (stamp) IsZero() bool { return false }

// A named has a struct with String, which a name keeps from being flattened.
type (
	named struct {
		Word `json:"word"`
	}
	Word struct {
		N int `json:"n"`
	}
)

func (Word) String() string { return "word" }

// labels write their own query, as those of a GitLab client.
type labels []string

func (labels) EncodeValues(string, *url.Values) error { panic("it is not called") }

// A fieldTest has the tag and the value of a field A, and what GET /x?… comes to with a struct
// of that field alone, by ParamsOf and by QueryOf.
type fieldTest struct {
	tag           string
	value         any
	params, query string
}

// both is a field that ParamsOf and QueryOf read alike.
func both(tag string, v any, want string) fieldTest {
	return fieldTest{tag: tag, value: v, params: want, query: want}
}

const (
	badOption = `invalid parameter "a": struct.A: the option "`
	badTag    = `invalid parameter "a": struct.A: the tags del and layout, and EncodeValues, are not read here`
	withComma = `invalid parameter "a": struct.A: an element contains a comma`
)

var fieldTests = []fieldTest{
	// The tag that is read, with its options: ParamsOf looks for json first.
	{tag: `json:"a" url:"b"`, value: 1, params: "?a=1", query: "?b=1"},
	{tag: `json:"a" url:"-"`, value: 1, params: "?a=1", query: ""},
	{tag: `json:"-" url:"a"`, value: 1, params: "", query: "?a=1"},
	{tag: `json:",omitempty" url:"b"`, value: 1, params: "?A=1", query: "?b=1"},
	{tag: `json:"b" url:"a,int"`, value: 1, params: "?b=1", query: badOption + "int"},
	{tag: `json:"a,string" url:"b"`, value: 1, params: badOption + "string", query: "?b=1"},
	{tag: `json:"a" url:",omitempty"`, value: 1, params: "?a=1", query: "?A=1"},
	both(`json:"-"`, 1, ""),
	both(``, 1, "?A=1"),
	both(`header:"b" json:"a"`, 1, "?a=1"),
	both(`query:"b" path:"c" url:"a"`, 1, "?a=1"),
	both(`header:"-" path:"" json:"a"`, 1, "?a=1"),
	both(`header:"b" json:"-" url:"-"`, 1, ""),
	both(`form:"b" json:"a"`, 1, "?a=1"),
	both(`schema:"b" url:"-"`, 1, ""),

	// Options.
	both(`json:"a,omitempty"`, 0, ""),
	both(`url:"a,omitempty"`, time.Time{}, ""),
	both(`url:"a,comma"`, []any{"1", nil, 2}, "?a=1%2C2"),
	both(`url:"a,comma"`, []string{"1,3", "2"}, withComma),
	both(`url:"a,comma"`, "1,3", "?a=1%2C3"), // which is no list
	both(`url:"a" del:","`, []int{1, 2}, badTag),
	both(`json:"a" del:","`, []int{1, 2}, badTag),
	both(`url:"a,omitempty" del:","`, []int{}, ""), // which is not sent
	both(`url:"a,brackets"`, []int{1, 2}, `invalid parameter "a[]": struct.A: the option brackets of its tag`),
	both(`url:"a[],comma"`, []int{1, 2}, "?a%5B%5D=1%2C2"),
	both(`url:"a[]"`, []int{1, 2}, "?a%5B%5D=1&a%5B%5D=2"),
	both(`url:"a,omitempty,space"`, []int{}, ""), // which is not sent
	both(`url:"a,space"`, []int{1}, badOption+"space"),
	both(`url:"a,semicolon"`, []int{1}, badOption+"semicolon"),
	both(`url:"a,unix"`, time.Time{}, badOption+"unix"),
	both(`json:"a\\b"`, 1, `invalid parameter "…": struct.A: encoding/json does not use the name in its json tag`),
	both(`url:"a'b"`, 1, "?a%27b=1"),
	{tag: ``, value: labels{"1"}, params: "?A=1", query: strings.Replace(badTag, `"a": struct`, `"A": struct`, 1)},
	both(`url:"a"`, labels{"1", "2"}, badTag),
	both(`url:"a,omitempty"`, (*labels)(nil), ""),
	both(`json:"a"`, labels{"1", "2"}, "?a=1&a=2"), // of which a url tag speaks

	// A time has its fraction, and no layout.
	both(``, day.Add(6e6), "?A=2026-01-02T03%3A04%3A05.006Z"),
	both(`json:"a"`, day.Add(6e6), "?a=2026-01-02T03%3A04%3A05.006Z"),
	both(`url:"a"`, day.Add(6e6), "?a=2026-01-02T03%3A04%3A05.006Z"),
	both(`url:"a" layout:"2006"`, day, badTag),
	both(`json:"a" layout:"2006"`, &day, badTag),
	both(`url:"a,omitempty" layout:"2006"`, (*time.Time)(nil), ""),
	both(`url:"a"`, inner{day}, `invalid parameter "a": inner.At: the tags del and layout`), // within a query, whoever passed it
}

var day = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

type inner struct {
	At time.Time `json:"no" url:"at" layout:"2006"`
}

// tagged returns a struct of one field A.
func tagged(tag string, v any) any {
	field := reflect.StructField{Name: "A", Type: reflect.TypeOf(v), Tag: reflect.StructTag(tag)}
	s := reflect.New(reflect.StructOf([]reflect.StructField{field})).Elem()
	s.Field(0).Set(reflect.ValueOf(v))
	return s.Interface()
}

func TestFields(t *testing.T) {
	for _, tt := range fieldTests {
		for read, want := range map[string]string{"ParamsOf": tt.params, "QueryOf": tt.query} {
			layer := endpoint.QueryOf(tagged(tt.tag, tt.value))
			if read == "ParamsOf" {
				layer = endpoint.ParamsOf(tagged(tt.tag, tt.value))
			}
			if !strings.HasPrefix(want, "invalid") {
				want = "/x" + want
			}
			t.Run(read+" "+tt.tag, func(t *testing.T) { runCalls(t, []callTest{{"GET /x", layers{layer}, want}}) })
		}
	}
	const reason = "its tag is read by OptionsOf or another package, and it has neither json nor url"
	for _, tag := range []string{"path", "query", "header", "body", "in", "form", "schema", "uri", "cookie", "param"} {
		v := tagged(tag+`:"Authorization"`, "")
		runCalls(t, []callTest{
			{"GET /x", layers{endpoint.ParamsOf(v)}, `invalid parameter "A": struct.A: ` + reason},
			{"POST /x", layers{endpoint.QueryOf(v)}, `invalid parameter "A": struct.A: ` + reason},
			{"GET /x", layers{query{"q": v}}, `invalid parameter "q": `},
			{"GET /x", layers{endpoint.QueryOf(v), query{"A": 1}}, "/x?A=1"},
		})
	}
}

// TestStructLayers has what is read beside a struct, structs in structs, and what is none.
func TestStructLayers(t *testing.T) {
	const twoOfPage = `are both sent as "page": leave one out`
	type shadowed struct {
		Page int `url:"page,omitempty"`
		PageA
	}
	type inline struct {
		page `json:",inline"`
	}
	type raw struct{ json.RawMessage }
	ofParams := func(v any) layers { return layers{endpoint.ParamsOf(v)} }
	ofQuery := func(v any) layers { return layers{endpoint.QueryOf(v)} }
	for _, of := range []func(any) layers{ofParams, ofQuery} {
		runCalls(t, []callTest{
			{"GET /x", of(page{2}), "/x?limit=2"},
			{"GET /x", of(&page{2}), "/x?limit=2"},
			{"GET /x", of((*page)(nil)), "/x"},
			{"GET /x", of(page{}), "/x"},
			{"GET /x", of(inline{page{1}}), "/x?limit=1"},
			{"GET /x", of(struct{ *PageA }{}), "/x"},
			{"GET /x", of(map[string]int{"n": 1}), "/x?n=1"},
			{"GET /x", of(params{"a": endpoint.Unset}), "/x"},
			{"GET /x", of(reading{A: 1}), "/x?a=1"},
			{"GET /x", of(named{Word: Word{1}}), "/x?word%5Bn%5D=1"}, // which a name keeps from being flattened
			{"GET /x", of(struct{ Word }{Word{1}}), "/x?n=1"},
			{"GET /x", of(raw{json.RawMessage(`{"n": 1.10}`)}), "/x?n=1.10"},
			{"GET /x", of(twoPages{PageA: PageA{1}}), "/x?page=1"},
			{"GET /x", of(twoPages{PageA{1}, PageB{"2"}}), `invalid parameter "page": twoPages.PageA.Page and …` + twoOfPage},
			{"GET /x", of(twice{Left: Left{PageA{1}}}), "/x?page=1"},
			{"GET /x", of(twice{Left{PageA{1}}, Right{PageA{2}}}), `invalid parameter "page": twice.…` + twoOfPage},
			// As encoding/json decides by type, whichever is omitted.
			{"GET /x", of(dominated{Renamed{"b"}, Plain{"hidden"}}), "/x?Name=b"},
			{"GET /x", of(&dominated{Renamed{}, Plain{"hidden"}}), `invalid parameter "Name": dominated.Plain.Name: dominated.Renamed.Other has`},
			{"GET /x", of(ambiguous{Renamed: Renamed{"b"}}), `invalid parameter "Name": ambiguous.Renamed.Other: ambiguous.Tagged.Name`},
			{"GET /x", of(ambiguous{Tagged: &Tagged{"t"}}), `invalid parameter "Name": ambiguous.Tagged.Name: ambiguous.Renamed.Other`},
			{"GET /x", of(&ambiguous{}), "/x"},
			{"GET /x", of(embedding(1000)), "/x?Last=0&X=0"},
			{"GET /x", of(embedding(1001)), "invalid parameter: …more than 1000 embedded structs: pass a map"},
			{"GET /x", of(secret), "invalid parameter: string is not an object in JSON: pass a struct or a map with string keys"},
			{"GET /x", of(json.Number("7")), "invalid parameter: json.Number is not an object in JSON"}, // under each Go
			{"GET /x", of(map[level]any{1: 1}), "invalid parameter: map[test.level]any is not an object"},
			{"GET /x", of(time.Now()), "invalid parameter: time.Time is not an object in JSON"},
			{"GET /x", of(struct {
				stamp `url:",omitzero,unix"`
			}{stamp{1}}), `invalid parameter: …the option "unix" of its tag is not supported`},
			{"GET /x", of(lost{7}), "invalid parameter: test.lost has no field that JSON shows"},
			{"GET /x", of(failingJSON{errAsked}), "invalid parameter: MarshalJSON of test.failingJSON failed"},
		})
	}
	runCalls(t, []callTest{
		{"GET /x", append(ofQuery(url.Values{"a": {"1"}, "b": {"2", "3"}, "c": {}}), options{Lists: endpoint.ListBrackets}), "/x?a=1&b%5B%5D=2&b%5B%5D=3"},
		{"POST /x", append(ofQuery(page{1}), ofParams(page{2})...), `/x?limit=1 json {"limit":2}`},
		{"GET /x", append(ofQuery(page{1}), query{"limit": endpoint.Unset}), "/x"},

		// Of two fields of one name the outer one that is sent is sent; in ParamsOf it hides the other.
		{"GET /x", ofQuery(shadowed{0, PageA{2}}), "/x?page=2"},
		{"GET /x", ofQuery(shadowed{1, PageA{2}}), "/x?page=1"},
		{"GET /x", ofParams(shadowed{0, PageA{2}}), "/x"},

		// With url tags, MarshalJSON is not asked.
		{"GET /x", ofQuery(own{Page: 2}), "/x?page=2"},
		{"GET /x", ofParams(own{Page: 2}), "/x?own=1"},
	})
	m := map[string]any{"a": 1}
	copied := endpoint.ParamsOf(m)
	m["b"] = 2
	runCalls(t, []callTest{{"GET /x", layers{copied}, "/x?a=1"}})
}

// own has JSON of its own, which QueryOf does not ask.
type own struct {
	Page int `url:"page"`
}

func (own) MarshalJSON() ([]byte, error) { return []byte(`{"own":1}`), nil }

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
)

// Fields of one name at one depth, without url tags.
type (
	Plain   struct{ Name string }
	Renamed struct {
		Other string `json:"Name,omitempty"`
	}
	Tagged struct {
		Name string `json:"Name,omitempty"`
	}
	dominated struct {
		Renamed
		Plain
	}
	ambiguous struct {
		Renamed
		*Tagged
	}
)

// embedding returns a struct that embeds n others.
func embedding(n int) any {
	fields := []reflect.StructField{{Name: "X", Type: reflect.TypeFor[int]()}}
	for i := range n {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("E", i), Type: reflect.TypeFor[struct{}](), Anonymous: true})
	}
	fields[n].Type = reflect.TypeFor[struct{ Last int }]()
	return reflect.Zero(reflect.StructOf(fields)).Interface()
}

// TestUnread: what ParamsOf could not read is the error of each call that has its key,
// wherever that goes, unless a later layer overrides or removes it.
func TestUnread(t *testing.T) {
	type issues struct {
		Since time.Time `url:"since,numbered"`
	}
	bad, other := endpoint.ParamsOf(issues{}), endpoint.QueryOf(7)
	const want = `invalid parameter "since": issues.Since: the option "numbered" of its tag`
	for _, tt := range []struct {
		defaults, call layers
		routes         string
	}{
		{nil, layers{bad}, "GET /x|POST /x|DELETE /x|OPTIONS /x|GET /{since}|GET /x{?since}"},
		{nil, layers{endpoint.QueryOf(&issues{})}, "GET /x|POST /x"},
		{layers{bad}, nil, "GET /x|GET /x?since=1|POST /x|OPTIONS /x"},
		{nil, layers{bad, form}, "POST /x"},
		{nil, layers{bad, data("text")}, "POST /x"},
		{nil, layers{bad, params{"a": func() {}}, path{"z": 1}, headers{"a b": ""}}, "GET /x"},
		{nil, layers{endpoint.Endpoint{}.Merge("", bad)}, "GET /x"},
	} {
		for route := range strings.SplitSeq(tt.routes, "|") {
			runCalls(t, []callTest{{route, append(layers{byDefault(tt.defaults...)}, tt.call...), want}})
		}
	}
	runCalls(t, []callTest{
		{"GET /x", layers{byDefault(bad, headers{"x": "y"}), params{"since": 1}}, "/x?since=1"},
		{"GET /x", layers{byDefault(bad), params{"since": endpoint.Unset}}, "/x"},
		{"GET /x", layers{bad, params{"since": endpoint.Unset}}, "/x"},
		{"GET /x", layers{bad, other}, "invalid parameter: int is not an object"},
		{"GET /{", layers{bad}, "invalid route"},
		{"POST /x", layers{params{"a": bad}}, `invalid body in parameter "a": `},
		{"GET /x", layers{params{"a": bad}}, `invalid parameter "a": `},
	})
}

// TestStructs sends one struct in the ways in which parameters are sent: nested
// structs are maps in a query and a form, and what encoding/json makes of them
// in a JSON body.
func TestStructs(t *testing.T) {
	c := customer{
		Name: "n", Address: &address{"c"}, Tags: []tag{{"t"}}, Level: 1,
		Since: time.Date(2026, 1, 2, 3, 4, 5, 600e6, time.UTC), Meta: map[string]string{"k": "v"}, page: page{10},
	}
	const pairs = "address%5Bcity%5D=c&level=1&limit=10&metadata%5Bk%5D=v&name=n&since=2026-01-02T03%3A04%3A05.6Z&tags%5B0%5D%5Bkey%5D=t"
	const object = `{"address":{"city":"c"},"level":1,"limit":10,"metadata":{"k":"v"},"name":"n",` +
		`"since":"2026-01-02T03:04:05.6Z","tags":[{"key":"t"}]}`
	for _, v := range []any{c, &c} {
		p, q := endpoint.ParamsOf(v), endpoint.QueryOf(v)
		runCalls(t, []callTest{
			{"GET /x", layers{p}, "/x?" + pairs},
			{"POST /x", layers{q}, "/x?" + pairs},
			{"POST /x", layers{p}, "/x json " + object},
			{"POST /x", layers{p, form}, "/x form " + pairs},
			{"POST /x", layers{data(v), form}, "/x form " + pairs},
		})
	}
}

// TestTags: a struct within a query or form is read by url tags first, whoever passed it.
func TestTags(t *testing.T) {
	type inner struct {
		A int `json:"j" url:"u"`
	}
	type outer struct {
		In inner `json:"in"`
	}
	type embedding struct {
		page `url:",embed"`
	}
	runCalls(t, []callTest{
		{"GET /x", layers{endpoint.ParamsOf(outer{})}, "/x?in%5Bu%5D=0"},
		{"POST /x", layers{data(inner{}), form}, "/x form u=0"},
		{"POST /x", layers{endpoint.ParamsOf(outer{})}, `/x json {"in":{"j":0}}`},
		{"GET /x", layers{endpoint.QueryOf(embedding{page{1}})}, "/x?limit=1"},
	})
}

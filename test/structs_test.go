// ParamsOf and QueryOf: the fields of a struct as parameters, and what cannot be read.

package test

import (
	"encoding/json"
	"errors"
	"fmt"
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
		{"nil pointer", (*page)(nil), nil},
		{"nil", nil, nil},
		{"all omitted", page{}, nil},
		{"inline", inline{page{1}}, params{"limit": 1}},
		{"shadowed", shadowed{"own", page{1}}, params{"limit": "own"}},
		{"map", map[string]int{"n": 1}, params{"n": 1}},
		{"json tag first", struct {
			A int `json:"a" url:"b,int"` // whose tag is not read
			B int `json:"-" url:"b"`
			C int `json:"c" url:"-"`
			D int `json:",omitempty" url:"d"`
		}{1, 2, 3, 4}, params{"a": 1, "c": 3, "D": 4}},
		{"EncodeValues, brackets and del", struct {
			A labels   `url:"a"`
			B []string `url:"b,brackets"`
			C []string `url:"c" del:","`
			D labels   `json:"d"`
		}{labels{"1", "2"}, []string{"3"}, []string{"4", "5"}, labels{"6"}},
			params{"a": "1|2", "b[]": []string{"3"}, "c": "4,5", "d": labels{"6"}}},
		{"nil map", map[string]any(nil), nil},
		{"Params", params{"a": endpoint.Unset}, nil}, // which New removes
		{"MarshalJSON", raw{json.RawMessage(`{"n": 1.10}`)}, params{"n": json.Number("1.10")}},
		{"one of two of a name", twoPages{PageA: PageA{1}}, params{"page": 1}},
		{"a type embedded twice", twice{Left: Left{PageA{1}}}, params{"page": 1}},
		{"1,000 embedded structs", embedding(1000), params{"X": 0}},
		{"a nil embedded pointer", struct{ *PageA }{}, nil},
	} {
		got := endpoint.New(endpoint.ParamsOf(tt.value)).Options().Params
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %#v\nwant %#v", tt.name, got, tt.want)
		}
	}
	m := map[string]any{"a": 1}
	layer := endpoint.ParamsOf(m)
	m["b"] = 2
	if got := endpoint.New(layer).Options().Params; len(got) != 1 {
		t.Error("the map is not copied")
	}
}

// labels write their own query, as those of a GitLab client.
type labels []string

func (l labels) EncodeValues(key string, v *url.Values) error {
	switch {
	case len(l) == 0:
		return errNoLabels
	case l[0] == "list":
		(*v)[key] = l[1:]
	case l[0] == "other":
		*v = url.Values{key: {"1"}, key + "_n": {"2"}}
	default:
		v.Set(key, strings.Join(l, "|"))
	}
	return nil
}

var errNoLabels = errors.New(secret)

func TestQueryOf(t *testing.T) {
	type inner struct {
		IDs []int     `json:"no" url:"ids"`
		At  time.Time `json:"no2" url:"at"`
	}
	type search struct {
		State  string     `json:"no" url:"state,omitempty"`
		Name   string     `json:"name"`
		Tags   []string   `url:"tags,comma"`
		IDs    []int      `url:"ids,brackets"`
		Plain  []int      `url:"plain"`
		Own    labels     `url:"own,omitempty"`
		OwnPtr *labels    `url:"ptr,omitempty"`
		Int    bool       `url:"int,int,omitempty"`
		Since  *time.Time `url:"since"`
		Out    int        `json:"out" url:"-"`
		Inner  *inner     `url:"inner"`
		page
	}
	at := time.Unix(1, 0).UTC()
	s := search{
		State: "a", Name: "b", Tags: []string{"c", "d"}, IDs: []int{1, 2}, Plain: []int{3, 4}, Own: labels{"f", "g"},
		OwnPtr: &labels{"list", "1", "2"}, Since: &at, Out: 1, Inner: &inner{[]int{5}, at}, page: page{10},
	}
	const list = "/x?ids%5B%5D=1&ids%5B%5D=2&inner%5Bat%5D=1970-01-01T00%3A00%3A01Z&inner%5Bids%5D=5&limit=10&name=b&own=f%7Cg"
	const rest = "&ptr=1&ptr=2&since=1970-01-01T00%3A00%3A01Z&state=a&tags=c%2Cd"
	runCalls(t, []callTest{
		{"GET /x", layers{endpoint.QueryOf(s)}, `invalid parameter "inner": it has a list below brackets`},
		{"GET /x", layers{endpoint.QueryOf(s), options{Lists: endpoint.ListRepeat}}, list + "&plain=3&plain=4" + rest},
		{"POST /x", layers{endpoint.QueryOf(&s), options{Lists: endpoint.ListComma}}, list + "&plain=3,4" + strings.ReplaceAll(rest, "ptr=1&ptr=2", "ptr=1,2")},
		{"GET /x", layers{endpoint.QueryOf(url.Values{"a": {"1"}, "b": {"2", "3"}, "c": {}})}, "/x?a=1&b=2&b=3"},
		{"GET /x", layers{endpoint.QueryOf(map[level]any{1: 1})}, "invalid parameter: map[test.level]interface {} is not an object"},
		{"GET /x", layers{endpoint.QueryOf(map[string]int{"a": 1})}, "/x?a=1"},
		{"GET /x", layers{endpoint.QueryOf(nil)}, "/x"},
		{"GET /x", layers{query{"inner": inner{[]int{5}, at}}, options{Lists: endpoint.ListRepeat}}, "/x?inner%5Bat%5D=1970-01-01T00%3A00%3A01Z&inner%5Bids%5D=5"},
		{"GET /x", layers{endpoint.QueryOf(struct {
			Own labels `url:"own"`
		}{})}, `invalid parameter "own": struct.Own: EncodeValues of test.labels failed`},
		{"GET /x", layers{endpoint.QueryOf(struct {
			A labels `url:"a"`
		}{labels{"other"}})}, `invalid parameter "a": struct.A: EncodeValues of test.labels writes another name`},
		{"GET /x", layers{endpoint.QueryOf(struct {
			A labels `url:"a"`
		}{labels{"list"}})}, "/x"},
		{"GET /x", layers{endpoint.QueryOf(struct {
			Page int `url:"page,omitempty"`
			PageA
		}{0, PageA{2}})}, "/x?page=2"},
		{"GET /x", layers{endpoint.QueryOf(struct {
			Page int `url:"page,omitempty"`
			PageA
		}{1, PageA{2}})}, "/x?page=1"},
		{"GET /x", layers{endpoint.QueryOf(struct {
			PageA
			Left
		}{Left: Left{PageA{2}}})}, "/x?page=2"},
		{"GET /x", layers{endpoint.QueryOf(own{2})}, "/x?page=2"},
		{"GET /x", layers{endpoint.ParamsOf(own{2})}, "/x?own=1"},
	})
	for _, option := range strings.Fields("space semicolon numbered int unix unixmilli unixnano string") {
		v := reflect.Zero(reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[[]string](), Tag: reflect.StructTag(`url:"a,` + option + `"`)}}))
		runCalls(t, []callTest{{"GET /x", layers{endpoint.QueryOf(v.Interface())}, `invalid parameter "a": struct.A: the option "` + option + `" of its tag is not supported here: `}})
	}
	_, err := api.Build("GET /x", endpoint.QueryOf(struct{ Own labels }{}))
	if !errors.Is(err, errNoLabels) || !errors.Is(err, endpoint.ErrParam) {
		t.Errorf("%v does not unwrap to what EncodeValues returned", err)
	}
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

// embedding returns a struct that embeds n others.
func embedding(n int) any {
	fields := []reflect.StructField{{Name: "X", Type: reflect.TypeFor[int]()}}
	for i := range n {
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("E", i), Type: reflect.TypeFor[struct{}](), Anonymous: true})
	}
	return reflect.Zero(reflect.StructOf(fields)).Interface()
}

// TestParamsOfErrors has what ParamsOf cannot read.
func TestParamsOfErrors(t *testing.T) {
	for _, tt := range []struct {
		value any
		want  string
	}{
		{secret, "invalid parameter: string is not an object in JSON: pass a struct or a map with string keys"},
		{7, "invalid parameter: int is not an object"},
		{json.Number("7777"), "invalid parameter: json.Number is not an object in JSON"}, // under each Go
		{map[int]int{}, "invalid parameter: map[int]int is not an object"},
		{time.Now(), "invalid parameter: time.Time is not an object in JSON"},
		{lost{7777}, "invalid parameter: test.lost has no exported fields"},
		{failingJSON{errAsked}, "invalid parameter: MarshalJSON of test.failingJSON failed"},
		{struct {
			A int `url:"a,unix"`
		}{7777}, `invalid parameter "…": struct.A: the option "unix" of its tag`},
		{struct {
			A int `json:",string"`
		}{7777}, `invalid parameter "…": struct.A: the option "string" of its tag`},
		{struct {
			A time.Time `json:"a" layout:"2006"`
		}{}, `invalid parameter "…": struct.A: …layout`},
		{struct {
			A int `url:"a" layout:"2006"`
		}{}, `invalid parameter "…": struct.A: …layout`},
		{struct {
			A int `query:"a"`
		}{}, `invalid parameter "A": struct.A: it has the tag of another package`},
		{struct {
			A []int `json:"a" del:";"`
		}{}, `invalid parameter "…": struct.A: …del`},
		{reflect.New(reflect.StructOf([]reflect.StructField{{
			Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a\\b"`, // which some releases of encoding/json allow
		}})).Interface(), `invalid parameter "…": struct.A: encoding/json does not use the name in its json tag`},
		{twoPages{PageA{1}, PageB{"2"}}, `invalid parameter "page": twoPages.…are both sent as "page": leave one out`},
		{embedding(1001), "invalid parameter: …more than 1000 embedded structs: pass a map"},
		{twice{Left{PageA{1}}, Right{PageA{2}}}, `invalid parameter "page": twice.…are both sent as "page": leave one out`},
	} {
		got := endpoint.ParamsOf(tt.value)
		for _, layer := range []endpoint.Layer{got, endpoint.Endpoint{}.Merge("GET /x", got)} {
			_, err := endpoint.Endpoint{}.Build("GET /x", layer)
			checkError(t, fmt.Sprintf("%T", tt.value), err, tt.want)
			if err != nil && strings.Contains(err.Error(), "7777") {
				t.Errorf("%v shows a value", err)
			}
		}
	}
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
		{layers{bad}, nil, "GET /x|POST /x|OPTIONS /x"},
		{nil, layers{bad, form}, "POST /x"},
		{nil, layers{bad, data("text")}, "POST /x"},
		{layers{bad}, layers{data("text")}, "POST /x"},
		{nil, layers{bad, params{"a": func() {}}, path{"z": 1}, headers{"a b": ""}}, "GET /x"},
		{nil, layers{endpoint.Endpoint{}.Merge("", bad)}, "GET /x"},
		{layers{bad}, nil, "GET /x?since=1|OPTIONS /x|POST /x"},
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
		{"G@T /x", layers{bad}, "invalid method"},
		{"POST /x", layers{data(bad)}, "invalid body in Data: "},
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
	const pairs = "address%5Bcity%5D=c&level=low&limit=10&metadata%5Bk%5D=v&name=n&since=2026-01-02T03%3A04%3A05.6Z&tags%5B0%5D%5Bkey%5D=t"
	byURLTags := strings.Replace(pairs, "05.6Z", "05Z", 1)
	const object = `{"address":{"city":"c"},"level":1,"limit":10,"metadata":{"k":"v"},"name":"n",` +
		`"since":"2026-01-02T03:04:05.6Z","tags":[{"key":"t"}]}`
	for _, v := range []any{c, &c} {
		p, q := endpoint.ParamsOf(v), endpoint.QueryOf(v)
		runCalls(t, []callTest{
			{"GET /x", layers{p}, "/x?" + pairs},
			{"POST /x", layers{q}, "/x?" + byURLTags},
			{"POST /x", layers{p}, "/x json " + object},
			{"POST /x", layers{p, form}, "/x form " + pairs},
			{"POST /x", layers{data(v), form}, "/x form " + byURLTags},
		})
	}
	for _, empty := range []any{nil, (*customer)(nil), customer{}, &customer{}} {
		runCalls(t, []callTest{{"POST /x", layers{endpoint.ParamsOf(empty)}, "/x"}})
	}
	fields := endpoint.ParamsOf(struct {
		Label *string `json:"label"`
		Raw   []byte  `json:"raw"`
	}{Raw: []byte("hi")})
	runCalls(t, []callTest{
		{"GET /x", layers{fields}, "/x?raw=hi"},
		{"POST /x", layers{endpoint.ParamsOf(struct{ A byPointer }{})}, `/x json {"A":"by pointer"}`},
		{"POST /x", layers{fields}, `/x json {"label":null,"raw":"aGk="}`},
	})
}

// TestTags: a struct within a query or form is read by url tags first, whoever passed it.
func TestTags(t *testing.T) {
	type inner struct {
		A int `json:"j" url:"u"`
	}
	type outer struct {
		In inner `json:"in"`
	}
	type other struct {
		Since time.Time  `url:"since" layout:"2006-01"`
		Until *time.Time `url:"until" layout:"2006"`
		Never *time.Time `url:"never" layout:"2006"`
		page  `url:",embed"`
	}
	day := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	runCalls(t, []callTest{
		{"GET /x", layers{endpoint.ParamsOf(outer{})}, "/x?in%5Bu%5D=0"},
		{"GET /x", layers{endpoint.QueryOf(outer{})}, "/x?in%5Bu%5D=0"},
		{"POST /x", layers{endpoint.ParamsOf(outer{}), form}, "/x form in%5Bu%5D=0"},
		{"POST /x", layers{data(inner{}), form}, "/x form u=0"},
		{"GET /x", layers{endpoint.ParamsOf(inner{})}, "/x?j=0"},
		{"POST /x", layers{endpoint.ParamsOf(outer{})}, `/x json {"in":{"j":0}}`},
		{"GET /x", layers{endpoint.QueryOf(other{day, &day, nil, page{1}})}, "/x?limit=1&since=2026-01&until=2026"},
		{"GET /x", layers{endpoint.QueryOf(struct {
			A int `schema:"a" url:"-"`
			B int `header:"b" json:"b"`
			C int `xml:"c"`
		}{})}, "/x?C=0&b=0"},
	})
}

type commaTags struct {
	Tags []string `url:"tags,comma"`
}

// The frozen corpus: calls that together touch each rule, with what comes of them. No line of
// it changes unless an error becomes a request.

package test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/endpoint"
)

// A frozenCall is a line of testdata/frozen.jsonl. Its Endpoint has frozenDefaults and, by
// calls to Defaults, each layer of Defaults.
//
//	{"rule": "a default gives way", "defaults": [{"query": {"a": 1}}], "route": "GET /x?a=2",
//	 "method": "get", "url": "https://h.test/v1/x?a=2"}
//
// A line without an outcome fails, and the failure prints it with its outcome: to add a
// call, write it without one, check what is printed, and put that in its place.
type frozenCall struct {
	Rule     string            `json:"rule"`
	Defaults []json.RawMessage `json:"defaults,omitempty"`
	Route    string            `json:"route"`
	Call     []json.RawMessage `json:"call,omitempty"`
	frozenOutcome
}

// A frozenOutcome is a request, or an error without its text. Headers are those that are not
// the default, "" for one that is removed.
type frozenOutcome struct {
	Method  string            `json:"method,omitempty"`
	URL     string            `json:"url,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    *string           `json:"body,omitempty"` // as it is sent; nil: none
	Kind    string            `json:"kind,omitempty"`
	Name    string            `json:"name,omitempty"`
	Option  string            `json:"option,omitempty"`
}

var (
	frozenDefaults = options{BaseURL: "https://h.test/v1", Headers: headers{"accept": "a/b", "user-agent": "t"}}
	frozenLists    = map[string]endpoint.ListStyle{
		"": 0, "none": 99,
		"comma": endpoint.ListComma, "repeat": endpoint.ListRepeat, "brackets": endpoint.ListBrackets, "indexes": endpoint.ListIndexes,
	}
	frozenKinds = map[error]string{
		endpoint.ErrRoute:        "ErrRoute",
		endpoint.ErrMissingParam: "ErrMissingParam", endpoint.ErrParam: "ErrParam", endpoint.ErrHeader: "ErrHeader",
		endpoint.ErrBody: "ErrBody", endpoint.ErrUnsafePath: "ErrUnsafePath", endpoint.ErrOrigin: "ErrOrigin",
	}
)

func TestFrozen(t *testing.T) {
	text, err := os.ReadFile("testdata/frozen.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 200<<10 {
		t.Errorf("%d bytes, want 200 KiB at most", len(text))
	}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		c := decodeFrozen[frozenCall](t, []byte(line))
		c.check(t, i+1)
	}
}

func (c *frozenCall) check(t *testing.T, n int) {
	e := endpoint.New(frozenDefaults)
	for _, d := range c.Defaults {
		e = e.Defaults(frozenLayer(t, d))
	}
	call := func() (l layers) {
		for _, layer := range c.Call {
			l = append(l, frozenLayer(t, layer))
		}
		return l
	}
	checkLaws(t, e, c.Route, call)
	got, want := frozenOutcomeOf(t, e, c.Route, call), c.frozenOutcome
	if reflect.DeepEqual(want, frozenOutcome{}) {
		c.frozenOutcome = got
		t.Errorf("line %d has no outcome:\n%s", n, encodeFrozen(t, c))
		return
	}
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range g.NumField() {
		if a, b := encodeFrozen(t, g.Field(i).Interface()), encodeFrozen(t, w.Field(i).Interface()); a != b {
			t.Errorf("line %d, %s, %s: %s: got %s, want %s", n, c.Rule, c.Route, g.Type().Field(i).Name, a, b)
		}
	}
}

// frozenOutcomeOf is what comes of a call as a Request, with the bytes of its body.
func frozenOutcomeOf(t *testing.T, e endpoint.Endpoint, route string, call func() layers) frozenOutcome {
	sent, err := e.HTTPRequest(t.Context(), route, call()...)
	var failed *endpoint.Error
	if errors.As(err, &failed) {
		return frozenOutcome{Kind: frozenKinds[failed.Err], Name: failed.Name, Option: failed.Option}
	}
	r, err := e.Build(route, call()...)
	if err != nil {
		t.Fatal(err)
	}
	o := frozenOutcome{Method: r.Method, URL: r.URL, Headers: r.Headers}
	for name, value := range frozenDefaults.Headers {
		if r.Headers[name] == value {
			delete(o.Headers, name)
		} else if r.Headers[name] == "" {
			o.Headers[name] = ""
		}
	}
	if len(o.Headers) == 0 {
		o.Headers = nil
	}
	if sent.Body != nil {
		body := content(t, sent.Body)
		o.Body = &body
	}
	return o
}

// frozenLayer reads a layer: Options, or one map or struct alone as a layer of its own type.
func frozenLayer(t *testing.T, text []byte) endpoint.Layer {
	l := decodeFrozen[struct {
		Method, URL, BaseURL, Format, Lists string
		Previews                            []string
		Headers                             headers
		Params, Path, Query                 map[string]any
		Data, ParamsOf, QueryOf, OptionsOf  any
	}](t, text)
	for _, m := range []map[string]any{l.Params, l.Path, l.Query} {
		for k, v := range m {
			m[k] = frozenValue(v)
		}
	}
	if keys := decodeFrozen[map[string]any](t, text); len(keys) == 1 {
		switch {
		case l.Params != nil:
			return params(l.Params)
		case l.Path != nil:
			return path(l.Path)
		case l.Query != nil:
			return query(l.Query)
		case l.Headers != nil:
			return l.Headers
		case l.ParamsOf != nil:
			return endpoint.ParamsOf(frozenValue(l.ParamsOf))
		case l.QueryOf != nil:
			return endpoint.QueryOf(frozenValue(l.QueryOf))
		case l.OptionsOf != nil:
			return endpoint.OptionsOf(frozenValue(l.OptionsOf))
		}
	}
	return options{
		Method: l.Method, URL: l.URL, BaseURL: l.BaseURL, Lists: known(frozenLists, l.Lists), Headers: l.Headers,
		MediaType: endpoint.MediaType{Format: l.Format, Previews: l.Previews},
		Data:      frozenValue(l.Data), Params: l.Params, Path: l.Path, Query: l.Query,
	}
}

// frozenValue returns what a value of JSON stands for. Numbers are int or float64, and
// {"$": "time 2026-01-02T03:04:05Z"} is a value of a kind that JSON lacks.
func frozenValue(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return int(n)
		}
		return must(v.Float64())
	case []any:
		for i := range v {
			v[i] = frozenValue(v[i])
		}
	case map[string]any:
		if mark, ok := v["$"].(string); ok {
			kind, text, _ := strings.Cut(mark, " ")
			return known(frozenMarks, kind)(text)
		}
		for k := range v {
			v[k] = frozenValue(v[k])
		}
	}
	return v
}

// known returns a value that a line names.
func known[V any](values map[string]V, name string) V {
	v, ok := values[name]
	if !ok {
		panic(fmt.Sprintf("%q is not one of %q", name, slices.Sorted(maps.Keys(values))))
	}
	return v
}

func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

// frozenMarks are the kinds of a mark, of which the rest is the text.
var frozenMarks = map[string]func(text string) any{
	"unset":   func(string) any { return endpoint.Unset },
	"nil":     func(text string) any { return known(frozenNils, text) },
	"struct":  func(text string) any { return known(frozenStructs, text) },
	"float":   func(text string) any { return must(strconv.ParseFloat(text, 64)) },
	"bytes":   func(text string) any { return []byte(text) },
	"strings": func(text string) any { return strings.Split(text, ",") },
	"pointer": func(text string) any { return &text },
	"number":  func(text string) any { return json.Number(text) },
	"raw":     func(text string) any { return json.RawMessage(text) },
	"time":    func(text string) any { return must(time.Parse(time.RFC3339Nano, text)) },
	"form":    func(text string) any { return must(url.ParseQuery(text)) },
	"reader":  func(text string) any { return strings.NewReader(text) },
	"stream":  func(text string) any { return io.MultiReader(strings.NewReader(text)) },
	"text":    func(text string) any { return frozenText{text} },
	"json":    func(text string) any { return frozenJSON{text} },
	"self":    func(string) any { m := map[string]any{"n": 1}; m["m"] = m; return m },
	"buffer":  func(string) any { return bytes.Buffer{} },
	"func":    func(string) any { return func() {} },
	"JSON":    func(text string) any { return endpoint.JSON(json.RawMessage(text)) },
	"url":     func(text string) any { return must(url.Parse(text)) },
	"hex":     func(text string) any { return must(hex.DecodeString(text)) },
	"hash":    func(text string) any { return [4]byte([]byte(text)) },
	"seconds": func(text string) any { return must(time.ParseDuration(text + "s")) },
	"word":    func(text string) any { return modelString(text) },
	"ints":    func(string) any { return map[int]string{1: "a"} },
	"octets":  func(string) any { return []modelOctet{1, 2} },
	"float32": func(text string) any { return float32(must(strconv.ParseFloat(text, 32))) },
	"proto":   func(string) any { return &modelProto{N: 1} },
	"twice":   func(text string) any { return modelTwoTexts{text} },
	"twices":  func(text string) any { return []modelTwoTexts{{text}} },
}

var frozenNils = map[string]any{
	"*int": (*int)(nil), "[]string": []string(nil), "map": map[string]any(nil), "*struct": (*frozenIssues)(nil), "func": (func())(nil),
	"*seconds": (*time.Duration)(nil), "[]byte": []byte(nil), "*Reader": (*strings.Reader)(nil), "RawMessage": json.RawMessage(nil),
	"Values": url.Values(nil), "JSON": endpoint.JSON(nil),
}

// A frozenText has text of its own, and a frozenJSON has JSON, unless it is "fails".
type (
	frozenText struct{ text string }
	frozenJSON struct{ json string }
)

func (v frozenText) MarshalText() ([]byte, error) { return ownText(v.text) }
func (v frozenJSON) MarshalJSON() ([]byte, error) { return ownText(v.json) }

func ownText(text string) ([]byte, error) {
	if text == "fails" {
		return nil, errors.New(secret)
	}
	return []byte(text), nil
}

// A silent writes no query.
type silent struct{}

func (silent) EncodeValues(string, *url.Values) error { return nil }

type (
	frozenPage struct {
		Page    int    `json:"page,omitempty" url:"page,omitempty"`
		OrderBy string `json:"order_by,omitempty" url:"order_by,omitempty"`
	}
	frozenCursor struct {
		Page string `url:"page,omitempty"`
	}
	frozenIssues struct {
		State  string   `json:"state,omitempty" url:"s,omitempty"`
		Labels []string `json:"labels,omitempty"`
		Hidden string   `json:"-"`
		Plain  bool
		frozenPage
	}
	frozenShadow struct {
		frozenPage
		OrderBy *string `json:"order_by,omitempty" url:"order_by,omitempty"`
	}
	frozenBoth struct {
		frozenPage
		frozenCursor
	}
)

// Structs for OptionsOf.
type (
	frozenRepo struct {
		Owner string `path:"owner"`
		Page  int    `query:"page,omitempty"`
	}
	frozenUser struct {
		Owner string `path:"owner,omitempty"`
		Title string `json:"title,omitempty"`
	}
	frozenTeam struct {
		Owner int    `path:"owner,omitempty"`
		Title string `json:"title,omitempty"`
	}
	frozenHiding struct {
		*frozenRepo
		Page *int   `query:"page"`
		Own  string `json:"owner,omitempty"` // of another place
	}
	frozenEither struct {
		*frozenUser
		frozenTeam
	}
)

// frozenStructs are structs by name, most with a field A.
var frozenStructs = map[string]any{
	"issues":   frozenIssues{State: "open", Labels: []string{"a", "b"}, Hidden: "h", frozenPage: frozenPage{Page: 2}},
	"*issues":  &frozenIssues{Plain: true},
	"page":     frozenPage{Page: 3},
	"shadow":   frozenShadow{frozenPage: frozenPage{OrderBy: "inner"}},
	"shadowed": frozenShadow{frozenPage{OrderBy: "inner"}, new(string)},
	"both":     frozenBoth{frozenPage{Page: 1}, frozenCursor{"c"}},
	"one":      frozenBoth{frozenPage: frozenPage{Page: 1}},
	"inline": struct {
		frozenPage `json:",inline" url:",embed"`
	}{frozenPage{Page: 4}},
	"named": struct {
		Page frozenPage `json:"p" url:"p"`
	}{frozenPage{Page: 4}},
	"id": struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}{7, "n"},
	"zero": struct {
		A []int     `url:"a,omitempty"`
		B []int     `url:"b,omitzero"`
		C time.Time `url:"c,omitempty"`
		D int       `json:"d,omitzero"`
		E *int      `url:"e"`
	}{A: []int{}, B: []int{}},
	"encodes": struct {
		A *labels `url:"a"`
		B silent  `url:"b"`
	}{},
	"update": struct {
		Owner string    `path:"owner"`
		Since time.Time `query:"since,omitempty"`
		Match string    `header:"If-Match,omitempty"`
		Title *string   `json:"title,omitempty"`
		State string    `json:"state"`
	}{"o/p", time.UnixMilli(6).UTC(), "e", nil, "open"},
	"upload": struct {
		Type string    `header:"content-type"`
		Body io.Reader `body:""`
	}{"text/plain", strings.NewReader("text")},
	"repo":       frozenRepo{Owner: "o"},
	"no owner":   &frozenRepo{Page: 2},
	"hiding":     frozenHiding{frozenRepo: &frozenRepo{"o", 2}, Own: "x"},
	"hiding nil": frozenHiding{Own: "x"},
	"one owner":  frozenEither{&frozenUser{Owner: "o"}, frozenTeam{}},
	"two owners": frozenEither{&frozenUser{Owner: "o"}, frozenTeam{Owner: 7}},
	"two titles": frozenEither{&frozenUser{Owner: "o", Title: "t"}, frozenTeam{}},
	"body nil": struct {
		Body *frozenPage `body:""`
	}{},
	"body struct": struct {
		Body *frozenPage `body:""`
	}{&frozenPage{Page: 5}},
	"body list": struct {
		Body []int `body:""`
	}{},
	"body and json": struct {
		Body  string `body:""`
		Title string `json:"title"`
	}{"text", "t"},
	"unexported": struct {
		a int `query:"a"`
	}{1},
	"body named":     tagged(`body:"a"`, 1),
	"query and path": tagged(`path:"a" query:"a"`, 1),
	"query and dash": tagged(`query:"a" json:"-"`, 1),
	"url tag":        tagged(`url:"a"`, 1),
	"query list":     tagged(`query:"a"`, []string{}),
	"query nil list": tagged(`query:"a"`, []string(nil)),
	"query nil map":  tagged(`query:"a"`, map[string]int(nil)),
	"query nil":      tagged(`query:"a"`, (*int)(nil)),
	"query omitted":  tagged(`query:"a,omitempty"`, []string{}),
	"query comma":    tagged(`query:"a,comma"`, []string{"1", "2"}),
	"no comma":       tagged(`query:"a,comma"`, []string{}),
	"query option":   tagged(`query:"a,unix"`, 1),
	"header text":    tagged(`header:"X-A"`, " t "),
	"header number":  tagged(`header:"X-A"`, 7),
	"header nil":     tagged(`header:"X-A"`, (*int)(nil)),
	"header omitted": tagged(`header:"X-A,omitempty"`, ""),
	"header list":    tagged(`header:"X-A"`, []string{"1"}),
	"header time":    tagged(`header:"X-A"`, time.UnixMilli(6).UTC()),
	"header comma":   tagged(`header:"X-A,comma"`, "1"),
	"header no name": tagged(`header:",omitempty"`, "1"),
	"form tag":       tagged(`form:"a"`, 1),
	"body tag":       tagged(`body:"a"`, 1),
	"in tag":         tagged(`in:"query=a"`, 1),
	"seconds":        tagged(`json:"a"`, 90*time.Second),
	"twice": struct {
		A modelTwoTexts `json:"a" url:"a"`
	}{modelTwoTexts{"t"}},
	"query twice": struct {
		A modelTwoTexts `query:"a"`
	}{modelTwoTexts{"t"}},
	"state":     level(1),
	"empty":     struct{}{},
	"hidden":    lost{1},
	"untagged":  tagged(``, 1),
	"tagged":    tagged(`json:"a"`, 1),
	"two tags":  tagged(`json:"j" url:"u"`, 1),
	"also json": tagged(`header:"X-A" json:"a"`, "x"),
	"header":    tagged(`header:"X-A"`, ""),
	"comma":     tagged(`url:"a,comma"`, []string{"1", "2"}),
	"comma in":  tagged(`url:"a,comma"`, []string{"1,2"}),
	"del":       tagged(`url:"a" del:","`, []int{1, 2}),
	"brackets":  tagged(`url:"a,brackets"`, []int{1, 2}),
	"layout":    tagged(`url:"a" layout:"2006-01-02"`, time.Unix(0, 0).UTC()),
	"second":    tagged(`url:"a"`, time.UnixMilli(6).UTC()),
	"fraction":  tagged(`json:"a"`, time.UnixMilli(6).UTC()),
	"unix":      tagged(`url:"a,unix"`, time.Time{}),
	"string":    tagged(`json:"a,string"`, 1),
	"number":    tagged(`json:"a"`, json.Number("1.00")),
	"dash":      tagged(`json:"-"`, 1),
	"stamp":     struct{ time.Time }{time.Unix(0, 0).UTC()},
	"encoder":   tagged(`url:"a"`, labels{"list", "1", "2"}),
}

func decodeFrozen[T any](t *testing.T, text []byte) (v T) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func encodeFrozen(t *testing.T, v any) string {
	t.Helper()
	b := new(bytes.Buffer)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

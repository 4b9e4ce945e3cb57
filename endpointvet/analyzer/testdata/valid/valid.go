// Package valid has calls that look wrong, or that are hard to read, and that
// can succeed.
package valid

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"time"

	"example.com/endpoint"
)

type (
	Options = endpoint.Options
	Params  = endpoint.Params
	Path    = endpoint.Path
	Query   = endpoint.Query
	Headers = endpoint.Headers
	Layer   = endpoint.Layer
)

type embedded struct{ endpoint.Endpoint }

type id string

func (i id) String() string { return "id-" + string(i) }

type textual struct{ a, b int }

func (t textual) MarshalText() ([]byte, error) { return []byte("t"), nil }

type pointed struct{ n int }

func (p *pointed) MarshalText() ([]byte, error) { return []byte("p"), nil }

type jsonOnly struct{ hidden int }

func (jsonOnly) MarshalJSON() ([]byte, error) { return []byte(`{"a":1}`), nil }

type node struct {
	Name     string  `json:"name"`
	Children []*node `json:"children,omitempty"`
	Parent   *node   `json:"parent,omitempty"`
	f        func()
}

type withFunc struct {
	Name     string `json:"name"`
	Callback func() `json:"-"`
	Hook     *hook  `json:"hook"`
}

type hook struct{ F func() }

type tagged struct {
	Owner string         `json:"owner,omitempty"`
	Repo  string         `json:"repo,omitempty"`
	When  time.Time      `json:"when,omitzero"`
	Any   any            `json:"any,omitempty"`
	Map   map[string]int `json:"map,omitempty"`
	Inner struct {
		A int `json:"a"`
	} `json:"inner,omitempty"`
}

type required struct {
	ID int `json:"id"`
}

type hasID struct {
	ID   int    `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

var global = Params{"owner": "o", "repo": "r"}

var api2 = endpoint.New(Path{"tenant": "t"})

// Calls has an Endpoint from elsewhere, which may hold anything.
func Calls(ctx context.Context, api endpoint.Endpoint, s string, n int, ok bool, v any, e embedded, layers []Layer, opts Options, params map[string]any, p2 Params, ch chan int) {
	// The defaults may have it.
	api.Build("GET /repos/{owner}/{repo}")
	api.Build("GET /users/{user}", Params{"users": []string{s}})
	api.Build("GET /orgs/{org}/x", Query{"org": s})
	api.Build("GET /x/{user_id}/{userid}", Params{"userid": n})
	api.Build("DELETE /x/{id}", Params{"id": endpoint.Unset})
	api.Build("GET /x", Path{"tenant": s})
	api.Build("", Params{"a": 1})
	api.Build("POST /x", Options{Data: Params{"a": []string{"a"}}})
	api.Build("GET /x", Params{"ids": []string{"a,b"}})
	api.Build("GET {+next}", Path{"next": s})
	api.Build("GET {upload_url}{?name}", Path{"upload_url": "https://h/x", "name": ""})
	// Layers that cannot be seen.
	api.Build("GET /x/{id}", append([]Layer{Path{"id": n}}, layers...)...)
	api.Build("GET /x/{id}", opts)
	api.Build("GET", &opts)
	api.Build("GET /x/{id}", global)
	api.Build("GET /x/{id}", p2, Path{"a": s}, Options{URL: s})
	api.Build(s, Params{"f": func() {}}, opts)
	api.Build(s+"/x", Params{"f": n})
	// Nil, empty and removed.
	api.Build("GET /x", nil)
	api.Build("GET /x", Params(nil), (*Params)(nil), Options{})
	api.Build("GET /x{/a}{?b,c*}", Params{"a": nil, "b": "", "c": []string{}})
	api.Build("GET /x?page=1", Params{"page": nil})
	api.Build("GET /x", Headers{"accept": "", "User-Agent": ""})
	api.Build("POST /x", Options{Params: Params{"a": nil}, Data: "x"})
	api.Build("GET /x", Options{Data: v})
	// Values with text.
	api.Build("GET /x/{id}", Params{"id": id(s)})
	api.Build("GET /x/{id}", Params{"id": textual{1, n}})
	api.Build("GET /x/{id}", Params{"id": time.Now(), "d": time.Second.String()})
	api.Build("GET /x/{id}", Params{"id": v})
	api.Build("GET /x", Params{"f": map[string]any{"a": []any{1, map[string]any{"b": s}}}})
	api.Build("GET /x", Params{"f": tagged{}})
	api.Build("GET /x", Query{"p": &n, "b": ok, "f": 1.5, "u": uint8(n), "r": 'x'})
	// Bodies.
	api.HTTPRequest(ctx, "POST /x", Options{Data: node{Name: s}})
	api.HTTPRequest(ctx, "POST /x", Options{Data: withFunc{Name: s}})
	api.HTTPRequest(ctx, "POST /x", Params{"n": &node{}, "j": jsonOnly{}, "w": withFunc{}})
	api.HTTPRequest(ctx, "POST /x", Options{Data: jsonOnly{n}})
	api.HTTPRequest(ctx, "POST /x", Options{Data: bytes.NewReader(nil)})
	api.HTTPRequest(ctx, "POST /x", Options{Data: []byte{'a', 1}, Headers: Headers{"content-type": "image/png"}})
	api.HTTPRequest(ctx, "POST /x", Options{Data: http.NoBody, Headers: Headers{"content-length": "0"}})
	api.HTTPRequest(ctx, "POST /x", Options{Data: s, Headers: Headers{"content-length": "5"}})
	api.Build("POST /x", Headers{"Content-Length": "0"})
	api.HTTPRequest(ctx, "POST /x", Headers{"content-length": s}, Options{Data: []byte("abc")})
	api.HTTPRequest(ctx, "POST /x", Options{Data: []byte("abc")}, Headers{"content-length": "3"})
	api.Defaults(Headers{"content-length": "5"}).HTTPRequest(ctx, "POST /x", Options{Data: s})
	api.HTTPRequest(ctx, "POST /x", Options{Data: map[string]string{"a": s}, Headers: Headers{"content-type": "application/x-www-form-urlencoded"}})
	api.HTTPRequest(ctx, "POST /x", Options{Data: tagged{}, Headers: Headers{"Content-Type": "application/vnd.api+json"}})
	api.HTTPRequest(ctx, "POST /x", Params{"a": 1}, Headers{"content-type": s})
	api.HTTPRequest(ctx, "POST /x", Options{Data: sendsNothing{}})
	api.HTTPRequest(ctx, "GET /x", Headers{"host": s, "accept": s})
	// Structs.
	api.Build("GET /repos/{owner}/{repo}", endpoint.ParamsOf(tagged{Owner: s, Repo: s}))
	api.Build("GET /repos/{owner}/{repo}", endpoint.ParamsOf(&tagged{Owner: s, Repo: s}), Query{"q": s})
	api.Build("GET /x/{id}", Path{"id": n}, endpoint.ParamsOf(hasID{Name: "x"}))
	api.Build("GET /x", endpoint.ParamsOf(v))
	api.Build("GET /x", endpoint.ParamsOf(jsonOnly{}))
	api.Build("GET /x", endpoint.ParamsOf((*hasID)(nil)))
	// Methods as values and as expressions, and what looks like a call.
	build := api.Build
	if ok {
		build = e.Build
	}
	build("GET /x/{")
	endpoint.Endpoint.Build(api, "GET /x/{", Params{"a": func() {}})
	e.Build("GET /x/{id}", Path{"id": n})
	fake{}.Build("GET /x/{")
	New("x y")
	endpoint.Request{Method: "POST", URL: "https://h"}.HTTPRequest(ctx)
	api.Merge("GET /x/{id}", Params{"ids": n})
	api.Parse(Options{})
}

type fake struct{}

func (fake) Build(string) {}

// New has the name of a function of the library.
func New(string) {}

// Variables are changed in ways that are hard to follow.
func Variables(ctx context.Context, s string, n int, ok bool) {
	api := endpoint.New()
	p := Params{"owner": ""}
	if ok {
		p["owner"] = s
	}
	api.Build("GET /repos/{owner}", p)

	q := Params{}
	for _, k := range os.Args {
		q[k] = s
	}
	api.Build("GET /repos/{owner}", q)

	a := Params{"x": func() {}}
	a["x"] = n
	api.Build("GET /x", a)

	b := Params{"x": func() {}}
	delete(b, "x")
	api.Build("GET /x", b)

	c := Params{"x": func() {}}
	fill(c)
	api.Build("GET /x", c)

	d := Params{"x": func() {}}
	alias := d
	alias["x"] = 1
	api.Build("GET /x", d)

	f := Params{"x": func() {}}
	set := func() { f["x"] = 1 }
	set()
	api.Build("GET /x", f)

	g := Params{"x": func() {}}
	maps.Copy(g, map[string]any{"x": 1})
	api.Build("GET /x", g)

	opts := Options{Data: "x"}
	opts.Method = "POST"
	api.Build("/x", opts)

	opts2 := Options{Params: Params{"x": func() {}}}
	opts2.Params = Params{"owner": s}
	api.Build("GET /x/{owner}", opts2)

	opts5 := &Options{Data: "x"}
	opts5.Method = "POST"
	api.Build("/x", opts5)

	opts6 := Options{URL: "/x/{"}
	change(&opts6)
	api.Build("", opts6)

	j := Params{}
	for i := range 3 {
		if i > 0 {
			api.Build("GET /x/{i}", j)
		}
		j["i"] = i
	}

	m := []Layer{Params{"x": func() {}}}
	m[0] = Params{"x": 1}
	api.Build("GET /x", m...)

	api = newAPI()
	api.Build("GET /x/{id}")

	o := map[string]any{"owner": s}
	api.Build("GET /x/{owner}", Params(o))
	o["owner"] = n

	type Params struct{ A int }
	_ = Params{1}

	api2.Build("GET /x/{tenant}")
}

func fill(p Params) { p["x"] = 1 }

func change(o *Options) { o.URL = "/x" }

func newAPI() endpoint.Endpoint { return endpoint.New(Path{"id": 1}) }

// Generic has types that are not known.
func Generic[T any, L Layer, E interface{ ~string }](api endpoint.Endpoint, v T, l L, e E, list []T) {
	api.Build("GET /x/{id}", Params{"id": v})
	api.Build("GET /x/{id}", l)
	api.Build("GET /x/{id}", Params{"id": e, "list": list})
	api.Build("POST /x", Options{Data: v})
	api.Build("GET /x", endpoint.ParamsOf(v))
}

type box[T any] struct{ V T }

func (b box[T]) send(api endpoint.Endpoint, route string, layers ...Layer) {
	api.Build(route, layers...)
}

func Boxes(api endpoint.Endpoint) {
	box[int]{}.send(api, "GET /x", Params{"v": box[int]{1}.V})
	box[string]{}.send(api, "GET /x/{id}", Path{"id": 1})
}

func postOrGet(api endpoint.Endpoint, route string, p Params, post bool) {
	if post {
		api.Build("POST "+route, p)
	} else {
		api.Build("GET "+route, p)
	}
}

func adds(api endpoint.Endpoint, route string, p Params) {
	p["id"], p["f"] = 1, 1
	api.Build(route, p)
}

func Helpers(api endpoint.Endpoint) {
	postOrGet(api, "/x", Params{"v": struct{ A int }{}}, true)
	adds(api, "GET /x/{id}", Params{"f": func() {}})
}

type page struct {
	Page int `url:"page,omitempty"`
}

type based struct {
	*required
	Owner string `json:"owner"`
}

type sendsNothing struct {
	F func() `url:"-"`
}

// MoreEmbeds has a struct through a pointer.
func MoreEmbeds(s string, b based) {
	api := endpoint.New()
	api.Build("GET /x/{id}", endpoint.ParamsOf(b))
	api.Build("GET /x/{id}", Path{"id": []string{2: s}})
	api.Build("POST /x", Options{Data: s}, endpoint.ParamsOf(struct{ P *int }{}))
}

type filter struct {
	Name   string
	Items  []struct{ A int }          `json:"items"`
	ByName map[string]struct{ A int } `json:"byName"`
	Range  struct{ A int }            `json:"range,omitzero"`
	Hook   func()                     `json:"hook,omitzero"`
	Any    any                        `json:"any"`
}

// Empty has structs with fields that are nil or left out.
func Empty(s string, f filter) {
	api := endpoint.New()
	api.Build("GET /x", Params{"f": filter{Name: s}, "g": &filter{Name: s}, "h": f})
	api.HTTPRequest(context.Background(), "POST /x", Options{Data: filter{Name: s}})
	api.HTTPRequest(context.Background(), "POST /x", Options{Data: &f})
	api.HTTPRequest(context.Background(), "POST /x", Params{"f": f, "list": []filter{f}})
}

type state string

func (s state) String() string { return "state-" + string(s) }

type label int

type stamps struct {
	At      time.Time `json:"at,omitempty"`
	State   state     `json:"state"`
	Hidden  state     `json:"hidden,omitempty"`
	Number  int       `json:"number"`
	Label   label     `json:"label,omitempty"`
	OK      bool      `json:"ok"`
	Any     any       `json:"any"`
	AnyOmit any       `json:"anyOmit,omitempty"`
	Pair    [2]int    `json:"pair,omitempty"`
	Text    string    `json:"text,omitempty"`
	List    []string  `json:"list,omitempty"`
	Filter  *untagged `json:"filter"`
	None    []string  `json:"none"`
	Inner   inner     `json:"inner,omitempty"`
	Raw     textual   `json:"raw,omitempty"`
	Gone    untagged  `json:"gone,omitzero"`
	ids     []string
}

type inner struct {
	N int `json:"n"`
}

type level int

func (l level) IsZero() bool { return l < 0 }

type amounts struct {
	Amount big.Int `json:"amount"`
	Level  level   `json:"level,omitzero"`
}

type untagged struct{ A, B int }

type paged struct {
	page
	*required
	Owner string `json:"owner"`
}

type badPage struct {
	N int `url:"n,unix"`
}

type listing struct {
	page
	Owner string `json:"owner,omitempty"`
	Deep  struct {
		page
		At []inner `json:"at"`
	} `json:"deep"`
}

// Literals have fields that are left out, or that may be.
func Literals(s string, n int, list []string, f *untagged, at time.Time, l label, st stamps, v any, p page) {
	api := endpoint.New()
	// Zero values with text.
	api.Build("GET /x/{number}/{ok}", endpoint.ParamsOf(stamps{}))
	api.Build("GET /x/{any}", endpoint.ParamsOf(stamps{Any: v}))
	api.Build("GET /x/{anyOmit}", endpoint.ParamsOf(stamps{AnyOmit: 0}))
	api.Build("GET /x/{hidden}", endpoint.ParamsOf(stamps{Hidden: state(s)}))
	api.Build("GET /x/{label}", endpoint.ParamsOf(stamps{Label: l}))
	api.Build("GET /x/{number}", endpoint.ParamsOf(&stamps{Number: -n}))
	api.Build("GET /x/{amount}/{level}", endpoint.ParamsOf(amounts{}))
	// Left out, where it would be an error.
	api.Build("GET /x?text=a&list=b&label=1&anyOmit=1", endpoint.ParamsOf(stamps{}))
	api.Build("GET /x?number=1", endpoint.ParamsOf(hasID{}), Params{"id": n, "gone": nil})
	api.Build("GET /x", endpoint.ParamsOf(stamps{Gone: untagged{A: 0}}))
	api.Build("GET /x?list=a", endpoint.ParamsOf(stamps{List: list}))
	api.Build("GET /x?id=1", endpoint.ParamsOf(paged{Owner: s}))
	func(p paged) { api.Build("GET /x?id=1", endpoint.ParamsOf(p)) }(paged{})
	api.Build("GET /x", endpoint.QueryOf(struct{ *badPage }{}))
	var grown []string
	grown = append(grown, s)
	api.Build("GET /x/{list}", Path{"list": grown})
	func(r io.Reader) { endpoint.ParamsOf(r) }(nil)
	api.Build("GET /x?list=a", endpoint.ParamsOf(stamps{List: []string{}}))
	api.Build("GET /x?label=1", endpoint.ParamsOf(stamps{Label: 0}))
	api.Build("GET /x?at=1", endpoint.ParamsOf(stamps{At: at}))
	api.Build("GET /x", endpoint.ParamsOf(stamps{Filter: f}))
	api.Build("GET /x", endpoint.ParamsOf(stamps{List: []string{"a,b"}}), Options{Lists: endpoint.ListRepeat})
	// Values that are given.
	api.Build("GET /x/{text}", endpoint.ParamsOf(stamps{Text: s}))
	api.Build("GET /x/{text}/{list}", endpoint.ParamsOf(stamps{Text: "a", List: []string{s}}))
	api.Build("PUT /x/{text}", endpoint.ParamsOf(stamps{Text: ".."}), Path{"text": s})
	api.Build("GET /x/{id}/{name}", endpoint.ParamsOf(hasID{n, s}))
	api.Build("PUT /x", Options{Data: s}, endpoint.ParamsOf(hasID{}))
	api.HTTPRequest(context.Background(), "POST /x", endpoint.ParamsOf(stamps{Inner: inner{n}}))
	// Embedded structs.
	api.Build("GET /x/{page}", endpoint.ParamsOf(listing{page: p}))
	api.Build("GET /x/{page}", endpoint.ParamsOf(listing{page{n}, s, listing{}.Deep}))
	api.Build("GET /x?page=1", endpoint.ParamsOf(listing{Owner: s}))
	api.Build("GET /x/{id}", endpoint.ParamsOf(paged{required: &required{1}}))
	api.HTTPRequest(context.Background(), "POST /x", Options{Data: stamps{Filter: f}})
	api.HTTPRequest(context.Background(), "POST /x", Params{"all": []stamps{{}, {Text: s}}, "by": map[string]*stamps{"a": {}, s: nil}})
	// A literal that is changed.
	opts := stamps{}
	opts.Text = s
	api.Build("GET /x/{text}", endpoint.ParamsOf(&opts))
	set := func(*stamps) {}
	set(&st)
	api.Build("GET /x/{text}", endpoint.ParamsOf(st))
}

// Generics have fields of types that are not known.
func Generics[T any, S ~string](v T, s S) {
	type options struct {
		V    T `json:"v"`
		S    S `json:"s,omitempty"`
		Omit T `json:"omit,omitempty"`
	}
	api := endpoint.New()
	api.Build("GET /x/{v}/{omit}", endpoint.ParamsOf(options{S: s}))
	api.Build("GET /x/{v}/{s}", endpoint.ParamsOf(options{V: v, S: "a"}))
	api.Build("GET /x?s=1", endpoint.ParamsOf(options{S: s}))
}

// Texts has routes and keys that are not known.
func Texts(api endpoint.Endpoint, s string, n int, list []any) {
	api.Build(fmt.Sprintf(s))
	api.Build(fmt.Sprintf(s, n), Params{"f": func() {}})
	api.Build(fmt.Sprintf("GET /x/%s", list...))
	api.Build(fmt.Sprintf("GET /x/%q/%[1]q", s))
	api.Build("GET /x/{p2}", Path{fmt.Sprintf("p%d", n): s})
	api.Build("", Options{Params: Params{"a": 1}, Query: Query{"a": 2}})
	api.Build("get /x", Params{"map": map[string]any{s: 1, s + "x": 2}})
	api.Build(" /x/{id}", Path{"id": n}, Options{Method: s})
}

// Unseen has parts of layers that cannot be seen.
func Unseen(ctx context.Context, h Headers, m endpoint.MediaType, q Query, w withFunc, lists endpoint.ListStyle, method string, base string) {
	api := endpoint.New()
	api.HTTPRequest(ctx, "POST /x", Options{Data: w})
	api.Build("POST /x", Options{Data: tagged{}, Headers: Headers{"content-type": "application/xml"}}, h)
	api.Build("POST /x", Params{"a": 1}, Headers{"content-type": "text/plain"}, h)
	api.Build("GET /x", Params{"a": []string{"a,b"}}, Options{Lists: lists})
	api.Build("/x", Options{Method: method, Data: "x"})
	api.Build("GET /x", endpoint.MediaType{Format: "a b"}, m)
	api.Build("GET /x", Query{"f": func() {}}, q)
	api.Build("GET /x", Options{BaseURL: base, Path: Path{"tenant": 1}})
	api.Build("GET /x", Options{BaseURL: "x"}, Options{BaseURL: base})
	api.Build("GET /x", Headers{"x-y": "a\nb"}, h)
}

// The options of tags that QueryOf reads.
type tagged6 struct {
	IDs    []string    `url:"ids[]"`
	More   []string    `url:"more,omitempty,brackets"`
	Day    time.Time   `url:"day"`
	Until  *time.Time  `url:"until,omitempty" layout:"2006-01-02"`
	Days   []time.Time `url:"days,omitempty"`
	Labels []string    `url:"labels,comma"`
	Own    *encoded    `url:"own,omitempty"`
}

type encoded []string

func (e encoded) EncodeValues(key string, v *url.Values) error { v.Set(key, "x"); return nil }

func Tags(in tagged6, all *tagged6) {
	api := endpoint.New()
	api.Build("GET /x", endpoint.QueryOf(in))
	api.Build("GET /x", endpoint.QueryOf(all))
	api.Build("GET /x", endpoint.QueryOf(tagged6{IDs: []string{"a"}, Day: time.Now()}))
	api.Build("GET /x/{id}", Path{"id": 1}, endpoint.QueryOf(&tagged6{Labels: []string{"a"}}))
}

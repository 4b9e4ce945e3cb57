package valid

import (
	"context"
	"fmt"
	"log"
	"math"
	"net/http"
	"os"
	"strings"

	"example.com/endpoint"
)

// Routes are chosen by code that also chooses the layers.
func ChosenRoutes(ctx context.Context, id, org string, n int, ok bool) error {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	route, path := "GET /items", Path{}
	if id != "" {
		route = "GET /items/{id}"
		path["id"] = id
	}
	api.Build(route, path)
	route = "GET /x"
	if id != "" {
		route = "GET /x/{id}"
	}
	if id == "" {
		_, err := api.Build(route)
		return err
	}
	api.Build(route, Path{"id": id})
	fatal := "GET /x/{bad"
	switch {
	case ok:
		fatal = "GET /x"
	case n > 1:
		fatal = "GET /y"
	default:
		panic("bad")
	}
	api.Build(fatal)
	looped := "GET /x/{bad"
	for i := range n {
		if i > 0 {
			looped = "GET /x"
		}
	}
	api.Build(looped)
	var declared string
	if ok {
		declared = "GET /x"
	} else if n > 1 {
		declared = "GET /y"
	} else {
		log.Fatal("bad")
	}
	api.Build(declared)
	pointed := "GET /x/{bad"
	p := &pointed
	*p = "GET /x"
	api.Build(pointed)
	several, err := "GET /x/{bad", error(nil)
	several, err = "GET /x", ctx.Err()
	api.Build(several)
	added := "GET /x"
	added += "/y"
	api.Build(added)
	added += strings.Repeat("/z", n)
	api.Build(added)
	method := http.MethodGet
	var body any
	if ok {
		method, body = http.MethodPost, id
	}
	api.Build(method+" /x", Options{Data: body})
	if route := "GET /orgs/{org}"; org != "" {
		api.Build(route, Path{"org": org})
	}
	api.Build(pick(ok), Path{"id": id})
	return err
}

func pick(ok bool) string {
	if ok {
		return "GET /x/{id"
	}
	return "GET /x/{id}"
}

var known = map[string]string{"list": "GET /x", "get": "GET /x/{id}", "all": "GET /y"}

var changing = []string{"GET /x/{bad"}

// Changed is what others may change.
var Changed = []string{"GET /x/{bad"}

func init() { changing[0] = "GET /x" }

func give() []string { return given }

var given = []string{"GET /x/{bad"}

// Tables have rows that not every call uses.
func Tables(ctx context.Context, id, kind string, ok bool) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	api.Build(known[kind])
	api.Build(known["list"])
	if kind == "get" {
		api.Build(known[kind], Path{"id": id})
	}
	api.Build(changing[0])
	api.Build(Changed[0])
	api.Build(given[0])
	give()[0] = "GET /x"
	for _, route := range known {
		if strings.Contains(route, "{") {
			continue
		}
		api.Build(route)
	}
	for i, call := range []struct {
		route string
		path  Path
	}{{"GET /x", nil}, {"GET /x/{id}", Path{"id": id}}, {"GET /y/{id}", nil}} {
		if i == 2 {
			call.path = Path{"id": id}
		}
		api.Build(call.route, call.path)
	}
	for _, call := range []struct{ route string }{{"GET /x"}, {"GET /x/{id}"}} {
		_ = ok && api.Merge(call.route, Path{"id": id}).URL != ""
		if _, err := api.Build(call.route, Params{"id": id}); err != nil {
			break
		}
	}
	layers := map[string]Layer{"a": Path{"id": id}, "b": nil}
	api.Build("GET /x/{id}", layers["a"])
	api.Build("GET /x", layers[kind])
	for _, layer := range []Layer{Path{"id": id}, Params{"id": id}} {
		api.Build("GET /x/{id}", layer)
	}
}

// Lists grow in ways that are hard to follow.
func Lists(ctx context.Context, id string, n int, ok bool, more ...Layer) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	layers := []Layer{Path{}}
	if ok {
		layers = append(layers, Path{"id": id})
	}
	api.Build("GET /x/{id}", layers...)

	var all []Layer
	for i := range n {
		all = append(all, Path{fmt.Sprint("p", i): id})
	}
	api.Build("GET /x/{p0}", all...)

	closed := []Layer{Path{"id": id}}
	add := func(l Layer) { closed = append(closed, l) }
	add(Path{"org": id})
	api.Build("GET /x/{id}/{org}", closed...)

	route := "GET /x"
	if ok {
		more = append(more, Path{"id": id})
		route = "GET /x/{id}"
	}
	api.Build(route, more...)

	send(api, "/x/{id}", ok, Path{"id": id})
	send(api, "/x/{id}", ok)
}

func send(api endpoint.Endpoint, path string, ok bool, layers ...Layer) {
	if ok {
		layers = append(layers, Path{"id": 1})
	}
	api.Build("GET "+path, layers...)
}

// FunctionValues may be set again.
func FunctionValues(ctx context.Context, id string, ok bool) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	other := endpoint.New(Path{"id": 1})
	build := api.Build
	if ok {
		build = other.Build
	}
	build("GET /x/{id}")
	get := func(path string) error { _, err := api.Build("GET "+path, Path{"id": id}); return err }
	get("/x/{id}")
	if ok {
		get = func(string) error { return nil }
	}
	get("/x/{")
	api = api.Defaults(Path{"org": id})
	build = api.Build
	build("GET /x/{org}")
}

// Writes may not happen, or come later.
func Writes(ctx context.Context, id string, page int, ok bool) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	p := Path{"id": ""}
	if ok {
		p["id"] = id
	}
	api.Build("GET /x/{id}", p)

	o := Options{Method: "GET"}
	if ok {
		o.Method = "POST"
		o.Data = []int{1}
	}
	api.Build("/x", o)
	api.Build("/x", &o)

	q := Query{"f": func() {}}
	for range 2 {
		api.Build("GET /x", Query{"a": 1})
		q["f"] = 1
	}
	api.Build("GET /x", q)

	var opts Options
	opts.Params = Params{"f": func() {}}
	opts.Params["f"] = 1
	api.Build("GET /x", opts)

	copied := opts
	copied.Params = Params{"id": id}
	api.Build("GET /x/{id}", copied)

	if id := os.Getenv("ID"); id != "" {
		opts.Path = Path{"id": id}
		api.Build("GET /y/{id}", opts)
	}
}

// Several has equal names, of which a call sends one.
type several struct {
	A struct {
		Page string `json:"page,omitempty"`
	}
}

type one struct {
	Page string `url:"page,omitempty"`
}

type two struct {
	Page string `url:"page,omitempty"`
}

type both struct {
	one
	*two
	List []string `url:"list,comma"`
}

type either struct {
	one
	two
}

// Equals has structs whose fields may not be there together.
func Equals(b both, e either, list []string, p *both, data, form *one) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	api.Build("GET /x", endpoint.ParamsOf(both{List: list}))
	api.Build("GET /x", endpoint.ParamsOf(e))
	api.Build("POST /x", Options{Data: data}, Params{"a": 1})
	api.Build("POST /x", Options{Data: form}, endpoint.ParamsOf(several{}))
	api.Build("GET /x", endpoint.ParamsOf(p))
}

// OmitsZero leaves out what is nil or zero.
func OmitsZero(n int, s string, f func(), data map[string]string) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	api.Build("GET /x?page=1", Query{"page": n, "s": s}.OmitZero())
	api.Build("GET /x", Query{"f": f}.OmitZero())
	api.Build("GET /x", Query{"page": data, "page[size]": n})
	api.Build("POST /x", Options{Data: s, Headers: Headers{"content-type": "application/json"}})
	api.Build("GET {nextLink}", Path{"nextLink": s})
	scoped := api.Defaults(Path{"org": s})
	scoped.Build("GET /x", Path{"org": endpoint.Unset})
}

type filled struct {
	ID  string `url:"id"`
	Own Params `url:"-"`
}

func (f *filled) fill(id string) { f.ID, f.Own = id, Params{"id": id} }

type text string

func (t *text) set(s string) { *t = text(s) }

type params map[string]any

func (p params) fill() { p["f"] = 1 }

// linked is set by the linker: -ldflags "-X …linked=https://h.example".
var linked = "not set"

// Methods change what they are called on.
func Methods(id string, rows []string) {
	endpoint.New(Options{BaseURL: linked}).Build("GET /x")
	endpoint.New(Options{BaseURL: linked + "/v1"}).Build("GET /x")
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	f := filled{ID: ""}
	f.fill(id)
	api.Build("GET /x/{id}", endpoint.ParamsOf(f))
	api.Build("GET /x/{id}", f.Own)

	route := text("GET /x/{bad")
	route.set("GET /x")
	api.Build(string(route))

	p := params{"f": func() {}}
	p.fill()
	api.Build("GET /x", Params(p))

	for _, route := range []string{"/x/{bad", "/y/{bad"} {
		route = "GET /x"
		api.Build(route)
	}
}

// Branches within branches leave the value from before.
func Nested(ok bool, n int) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	route := "GET /x"
	p := Path{}
	if ok {
		if n > 0 {
			route = "GET /{"
			p["a"] = ""
		} else {
			route = "GET /y/{"
			p["a"] = ".."
		}
	}
	api.Build(route, p)
	var size float64
	if ok {
		size = math.Inf(1)
	}
	api.Build("GET /x/{size}", Path{"size": size})
	for range n {
		if p = nil; ok {
			p = Path{"b": 1}
		} else {
			p = Path{"c": 1}
		}
	}
	api.Build("GET /x", p)
}

// Branches go one way together.
func Together(ok bool) {
	name, id := "", ""
	if ok {
		name = "x"
	}
	if ok {
		id = name
	}
	endpoint.New(Options{BaseURL: "https://h.example"}).Build("GET /x/{id}", Path{"id": id})
}

type lists struct {
	IDs  []string          `query:"id,omitempty"`
	Tags []string          `json:"tags"`
	Meta map[string]string `json:"meta"`
}

// NilLists are left out, or null in JSON.
func NilLists() {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	api.Build("DELETE /x", endpoint.OptionsOf(lists{}))
	api.Build("GET /x", endpoint.OptionsOf(struct {
		IDs []string `query:"id"`
	}{}))
}

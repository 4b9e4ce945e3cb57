package valid

import (
	"errors"
	"os"

	"example.com/endpoint"
)

// A route may stand for none, which the code looks for.
func Signs(kind, name, org string) error {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	route := ""
	if kind == "a" {
		route = "GET /a"
	}
	if route == "" {
		return errors.New("no route")
	}
	api.Build(route)

	routes := map[string]string{"none": "-", "list": "GET /users"}
	if chosen := routes[name]; chosen != "-" {
		api.Build(chosen)
	}
	for _, s := range []struct{ name, route string }{{"login", "POST /login"}, {"wait", ""}} {
		if s.route == "" {
			continue
		}
		api.Build(s.route)
	}
	for _, s := range []string{"GET /b", "GET /b/{id}"} { // the second, if the first is no request
		if _, err := api.Build(s); err == nil {
			break
		}
	}
	list := "GET /orgs/{org}/repos"
	switch kind {
	case "user":
		list = "GET /users/{user}/repos"
	}
	if kind == "user" {
		api.Build(list, Path{"user": name})
	} else {
		api.Build(list, Path{"org": org})
	}
	jump := "GET /a"
	switch kind {
	case "1":
		jump = "GET /a/{"
		fallthrough
	case "2":
		jump = "GET /b"
	}
	api.Build(jump)
	return nil
}

// A variable that a branch sets may have its first value.
func Branches(xml, all bool, format, id string) error {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	var ct string
	if xml {
		ct = "text/xml"
	}
	api.Build("POST /x", Headers{"content-type": ct}, Options{Data: map[string]any{"a": 1}})
	ct = "application/json"
	owner := os.Getenv("OWNER")
	switch {
	case all:
		owner = ""
	}
	if owner == "" {
		return nil
	}
	api.Build("GET /x/{owner}", Path{"owner": owner})
	tag := id
	switch {
	case all:
		tag = "a,b"
	}
	api.Build("GET /x", Params{"tags": []string{tag}}, Options{Lists: endpoint.ListComma})
	var base string
	if all {
		base = "localhost:8080"
	}
	other := endpoint.New(Options{BaseURL: base})
	other.Build("GET https://h.example/x")
	return nil
}

// An index may miss the elements of a table.
func Misses(name string) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	regional := map[string]Path{"eu": {"region": "eu-1"}}
	api.Build("GET /users", regional[name])
	apis := map[string]endpoint.Endpoint{"a": endpoint.New(Options{BaseURL: "https://{t}.example"})}
	apis[name].Build("GET https://h.example/x")
	keys := map[any]Path{1: {"a": 1}, int64(1): {"id": 1}}
	api.Build("GET /x/{id}", keys[int64(1)])
}

// What is returned may be changed before a closure runs.
func later() (Path, func() error) {
	p := Path{}
	return p, func() error {
		_, err := endpoint.New().Build("GET https://h.example/users/{user}", p)
		return err
	}
}

func Later() {
	p, get := later()
	p["user"] = 7
	get()
}

func generic[T any](a, b T) {
	endpoint.New().Build("POST https://h.example/x", Headers{"content-type": "text/plain"}, Options{Data: []T{a, b}})
}

func Bytes() { generic[byte]('a', 'b') }

// Meta is for the caller, who may change what it points to.
func Pointed(send func(endpoint.Request)) {
	login := ""
	req, _ := endpoint.New().Build("GET https://h.example/me", Options{Meta: &login})
	send(req)
	endpoint.New().Build("GET https://h.example/users/{login}", Path{"login": login})
}

// Two lists may share what append puts behind them.
func Shared(layers []endpoint.Layer) {
	first := append(layers, Path{"ower": 1})
	second := append(layers, Path{"owner": 1})
	endpoint.New().Build("GET https://h.example/{owner}", first...)
	_ = second
}

// A layer that is not known may have another BaseURL.
func Replaced(layers ...Layer) {
	bases := []Layer{Options{BaseURL: "https://h.example#v1"}}
	api := endpoint.New(append(bases, layers...)...)
	api.Build("GET /x")
}

type service struct{ api endpoint.Endpoint }

func newService() *service { return &service{endpoint.New(Options{BaseURL: "https://h.example"})} }

func newTenant(tenant string) *service {
	return &service{api: endpoint.New(Options{BaseURL: "https://{tenant}.example", Path: Path{"tenant": tenant}})}
}

// A field may have more than one Endpoint.
func (s *service) Users() { s.api.Build("GET /{tenant}/users") }

type reset struct{ api endpoint.Endpoint }

func newReset() *reset { return &reset{endpoint.New(Query{"f": func() {}})} }

// A field may be set through a pointer.
func (r *reset) Do() {
	set(&r.api)
	r.api.Build("GET /x")
}

func set(api *endpoint.Endpoint) { *api = endpoint.New() }

// A helper decides about its layers.
func orDefault(api endpoint.Endpoint, path string, q Query) {
	if q == nil {
		q = Query{"page": 1}
	}
	api.Build("GET "+path, q)
}

func Decides() { orDefault(endpoint.New(Options{BaseURL: "https://h.example"}), "/x", nil) }

type input struct {
	ID    string
	Query Query
	Body  any
}

// A helper passes fields on.
func (s *service) update(route string, in input) {
	s.api.Build(route, in.Query, Options{Data: in.Body, Path: Path{"id": in.ID}})
}

func (s *service) Rename(id string) {
	s.update("PUT https://h.example/{id}", input{ID: id, Query: Query{"a": 1}, Body: map[string]any{"a": 1}})
}

// What is added may exclude what is added before.
func Added(ok bool, n int) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	route := "GET /x"
	if ok {
		route += "{?a}"
	}
	if !ok {
		route += "{?b}"
	}
	api.Build(route, Params{"a": 1, "b": 2})
	looped := "GET /x"
	for range n {
		looped += "/{id}"
		api.Build(looped, Path{"id": 1})
	}
	later := "GET /x/{"
	api.Build("GET /" + first0(&later))
	api = api.Defaults(Path{"tenant": "t"})
	api.Build("GET /{tenant}")
}

func first0(s *string) string { *s = "x"; return *s }

type matrix [][]int

func (matrix) MarshalText() ([]byte, error) { return []byte("m"), nil }

func mat(route string, m matrix) { endpoint.New().Build(route, Path{"m": m}) }

func Mat() { mat("GET https://h.example/x/{m}", [][]int{{1}}) }

type row struct {
	route string
	path  Path
}

var rows = map[string]row{"x": {"GET https://h.example/x/{id}", Path{}}}

// What a row refers to may be changed by what it is copied to.
func Copied(name string, id int) {
	r, ok := rows[name]
	if ok {
		r.path["id"] = id
		endpoint.New().Build(r.route, r.path)
	}
	endpoint.New().Build(rows["x"].route, rows["x"].path)
}

func ofID(id string) []Layer {
	layers := []Layer{Query{"a": 1}}
	if id == "" {
		return layers
	}
	return append(layers, Path{"id": id})
}

func written(id string) Path {
	p := Path{}
	if id != "" {
		p["id"] = id
	}
	return p
}

func Results(id string) {
	api := endpoint.New(Options{BaseURL: "https://h.example"})
	api.Build("GET /x/{id}", ofID(id)...)
	api.Build("GET /x/{id}", written(id))
}

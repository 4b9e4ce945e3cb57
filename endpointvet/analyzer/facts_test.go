// What is known across packages, and code that the analyzer leaves alone.

package analyzer

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	driver "golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

const header = "package p\n\nimport \"example.com/endpoint\"\n\n"

// Each file is in a package of its own, named after it. The reports are those
// of all lines, in order.
var factCases = []struct {
	name  string
	files map[string]string
	want  []string
}{
	{"a helper in another package", map[string]string{
		"p/p.go": header + `type Client struct{ api endpoint.Endpoint }
			func New() *Client { return &Client{endpoint.New()} }
			func (c *Client) Get(path string, out any, layers ...endpoint.Layer) error {
				_, err := c.api.Build("GET "+path, layers...)
				return err
			}
			func (c *Client) List(path string, p endpoint.Params) error { return c.Get(path, nil, p) }`,
		"q/q.go": `package q
			import ("vet.test/p"; "example.com/endpoint")
			func F(c *p.Client) {
				c.Get("/users/{id}", nil)
				c.Get("/users/{id}", nil, endpoint.Path{"id": 1})
				c.Get("/users/{user_id}", nil, endpoint.Path{"userid": 1})
				c.List("/users/{", nil)
				c.List("/users", endpoint.Params{"f": func() {}})
			}`,
		"r/r.go": `package r
			import "vet.test/p"
			func F(c *p.Client) { c.List("/users/{", nil) }`,
	}, []string{
		`"userid": no placeholder is named "userid": write "user_id"`,
		`"/users/{": invalid route: at offset 7 of the URL: "{" is not closed`,
		`"f": invalid parameter "f": func() cannot be written as text`,
		`"/users/{": invalid route: at offset 7 of the URL: "{" is not closed`,
	}},
	{"fields and an own route of a helper in another package", map[string]string{
		"p/p.go": header + `type Client struct{ api endpoint.Endpoint }
			func New() *Client { return &Client{endpoint.New()} }
			func (c *Client) Send(method, path string, body any) error {
				_, err := c.api.Build("", endpoint.Options{Method: method, URL: path, Data: body})
				return err
			}
			func (c *Client) Users(q endpoint.Query) { c.api.Build("GET /users", q) }
			func (c *Client) User(id string, q endpoint.Query) { c.api.Build("GET /users/{id}", endpoint.Path{"id": id}, q) }
			func (c *Client) Find(opts any, q endpoint.Query) { c.api.Build("GET /users", endpoint.ParamsOf(opts), q) }`,
		"q/q.go": `package q
			import ("vet.test/p"; "example.com/endpoint")
			func F(c *p.Client, id string) {
				c.Send("GET", "/users", []int{1})
				c.Send("POST", "/users/{", nil)
				c.Users(endpoint.Query{"f": func() {}})
				c.User("..", nil)
				c.User(id, nil)
				c.Find(nil, nil)
			}`,
	}, []string{
		"[]int{1}: invalid body in Data: GET does not allow a body",
		`"/users/{": invalid route: at offset 7 of the URL: "{" is not closed`,
		`"f": invalid parameter "f": func() cannot be written as text`,
		`"..": unsafe path in parameter "id": a path segment would be "." or ".."`,
	}},
	{"an exported variable without a written type", map[string]string{
		"p/p.go": header + `var Clients = map[string]endpoint.Endpoint{}
			var NewAPI = func() endpoint.Endpoint { return endpoint.New() }
			func F(region string) { Clients[region].Build("GET /{tenant}/users"); NewAPI().Build("GET /{tenant}") }`,
	}, nil},
	{"types that refer to each other", map[string]string{
		"p/p.go": header + `type a struct { B *b; m map[string]*a }
			type b struct { A []a; api endpoint.Endpoint }
			var one = b{api: endpoint.New()}
			func f(x b) { x.api.Build("GET /{tenant}") }`,
	}, []string{`"GET /{tenant}": missing parameter "tenant"`}},
	{"a closed package", map[string]string{
		"p/p.go": header + `type Client struct{ api endpoint.Endpoint }
			func New(base string) *Client { return &Client{endpoint.New(endpoint.Options{BaseURL: base, Path: endpoint.Path{"org": 1}})} }
			func (c *Client) F() {
				c.api.Build("GET /orgs/{org}")
				c.api.Build("GET /orgs/{org}/{repo}")
			}`,
	}, []string{`"GET /orgs/{org}/{repo}": missing parameter "repo"`}},
	{"an exported function", map[string]string{
		"p/p.go": header + `type Client struct{ api endpoint.Endpoint }
			func New(api endpoint.Endpoint) *Client { return &Client{api} }
			func (c *Client) F() { c.api.Build("GET /orgs/{org}") }`,
	}, nil},
	{"an exported field", map[string]string{
		"p/p.go": header + `type Client struct{ API endpoint.Endpoint }
			func (c *Client) F() { c.API.Build("GET /orgs/{org}") }`,
	}, nil},
	{"layers from outside", map[string]string{
		"p/p.go": header + `type Client struct{ api endpoint.Endpoint }
			func New(layers ...endpoint.Layer) *Client { return &Client{endpoint.New(layers...)} }
			func (c *Client) F() { c.api.Build("GET /orgs/{org}") }`,
	}, nil},
	{"a list of structs", map[string]string{
		"p/p.go": header + `type item struct { name string; api endpoint.Endpoint }
			func F() {
				for _, i := range []item{{"a", endpoint.New(endpoint.Path{"org": 1})}, {api: endpoint.New(endpoint.Path{"org": 2})}} {
					i.api.Build("GET /orgs/{org}")
					i.api.Build("GET /orgs/{org}/{repo}")
				}
			}`,
	}, []string{`"GET /orgs/{org}/{repo}": missing parameter "repo"`}},
	{"a list with zero values", map[string]string{
		"p/p.go": header + `type item struct { name string; api endpoint.Endpoint }
			var items = []item{2: {api: endpoint.New(endpoint.Path{"org": 1})}}
			type other struct { name string; api endpoint.Endpoint }
			var others = []other{{name: "a"}, {"b", endpoint.New(endpoint.Path{"org": 1})}}
			func init() { others[0].api = endpoint.New(endpoint.Path{"org": 1, "repo": 2}) }
			func F() { items[2].api.Build("GET /{tenant}"); others[0].api.Build("GET /orgs/{org}/{repo}") }`,
	}, nil},
	{"another file of the package", map[string]string{
		"p/p.go": header + `type Client struct{ api endpoint.Endpoint }
			func (c *Client) F() { c.api.Build("GET /orgs/{org}") }`,
		"p/q.go": "//go:build ignore\n\n" + header + `func New() *Client { return &Client{endpoint.New(endpoint.Path{"org": 1})} }`,
	}, nil},
	{"cgo", map[string]string{
		"p/p.go": "package p\n\nimport \"C\"\nimport \"example.com/endpoint\"\n\nfunc F() { endpoint.New().Build(\"GET /{\") }\n",
		"p/q.go": "// Code generated by cmd/cgo; DO NOT EDIT.\n\n//line r.go:1:1\npackage p\n",
	}, []string{`"GET /{": invalid route: at offset 1 of the URL: "{" is not closed`}},
	{"recursive and deep types", map[string]string{
		"p/p.go": header + `type (
				list []list
				ptr *ptr
				table map[string]table
				tree struct { Name string; L, R *tree; All []tree; By map[string]tree }
				wide struct { A, B, C, D struct { A, B, C, D struct { A, B, C, D struct { A, B, C, D struct { A, B, C, D tree } } } } }
				loop struct { *loop; F func(loop) chan loop }
				huge [1 << 40]byte
			)
			func F(api endpoint.Endpoint, l list, p ptr, t table, n tree, w wide, o *loop, h *huge) {
				api.Build("POST /x", endpoint.Params{"l": l, "p": p, "t": t, "n": n, "w": w, "h": h})
				api.Build("POST /x", endpoint.Options{Data: w})
				api.Build("POST /x", endpoint.ParamsOf(n), endpoint.ParamsOf(w), endpoint.ParamsOf(o))
			}`,
	}, nil},
	{"strange calls", map[string]string{
		"p/p.go": header + `func two() (string, endpoint.Layer) { return "GET /{", nil }
			func F(api endpoint.Endpoint, layers []endpoint.Layer) {
				api.Build(two())
				api.Build("GET /x", []endpoint.Layer{0: nil, 2: endpoint.Params{"": func() {}}}...)
				api.Build("GET /x", endpoint.Params{"a": []string{2: "x"}, "b": [...]int{1}, "c": [3]string{}})
				(api.Build)("GET /x", endpoint.Options{Method: "GET", URL: "/{"})
				(api.Build)("GET /{")
				func(a endpoint.Endpoint) { a.Build("GET /{x}") }(api)
				(&api).Build("GET /x", &endpoint.Params{}, (endpoint.Params)(nil))
				endpoint.ParamsOf(nil)
			}`,
	}, []string{
		`"/{": invalid route: at offset 1 of the URL: "{" is not closed`,
		`"GET /{": invalid route: at offset 1 of the URL: "{" is not closed`,
		`"": invalid parameter: its name is empty`,
	}},
	{"a file for another system", map[string]string{
		"p/p.go": header + `type Client struct{ api endpoint.Endpoint }
			func New() *Client { return &Client{endpoint.New()} }
			func (c *Client) F() { c.api.Build("GET /orgs/{org}") }`,
		"p/q.go": "//go:build !linux && !darwin\n\npackage p\n",
	}, []string{`"GET /orgs/{org}": missing parameter "org"`}},
	{"the Endpoint of a helper", map[string]string{
		"p/p.go": header + `type Client struct{ api endpoint.Endpoint }
			func New() *Client {
				return &Client{endpoint.New(
					endpoint.Options{BaseURL: "https://{region}.h.example"},
					endpoint.Headers{"host": "https://h.example"},
				)}
			}
			func (c *Client) build(route string, layers ...endpoint.Layer) { c.api.Build(route, layers...) }
			func (c *Client) get(path string, layers ...endpoint.Layer) { c.build("GET " + path, layers...) }
			func (c *Client) send(route string, q endpoint.Query) { c.api.HTTPRequest(nil, route, q, endpoint.Path{"region": 1}) }
			func (c *Client) F(q endpoint.Query) {
				c.get("/x", q)
				c.get("/x", endpoint.Path{"region": "eu"})
				c.send("GET /x", q)
			}`,
	}, []string{
		`"/x": missing parameter "region": BaseURL needs a value`,
		`"host": invalid header "host": it is not a host name or IP address`,
	}},
	{"what no Endpoint of the package has", map[string]string{
		"p/p.go": header + `type Client struct{ api endpoint.Endpoint }
			func New() *Client { return &Client{endpoint.New(endpoint.Options{BaseURL: "https://h.example"})} }
			func (c *Client) F() {
				c.api.Build("/x", endpoint.Options{Data: []int{1}})
				c.api.Build("")
			}`,
	}, []string{
		`[]int{1}: invalid body in Data: GET does not allow a body`,
		`"": invalid route: the URL is missing`,
	}},
}

func TestFacts(t *testing.T) {
	files := map[string]string{}
	for i, tt := range factCases {
		for path, text := range tt.files {
			files[fmt.Sprintf("%d/%s", i, path)] = strings.ReplaceAll(text, "vet.test/", fmt.Sprintf("vet.test/%d/", i))
		}
	}
	reports := vet(t, writeModule(t, files), "./...")
	for i, tt := range factCases {
		var got []string
		for _, at := range slices.Sorted(maps.Keys(reports)) {
			if strings.HasPrefix(at, fmt.Sprintf("%d/", i)) {
				got = append(got, reports[at]...)
			}
		}
		isLike := func(got, want string) bool { return strings.HasPrefix(got, want) }
		if !slices.EqualFunc(got, tt.want, isLike) {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, strings.Join(got, "\n     "), strings.Join(tt.want, "\n     "))
		}
	}
}

// Code with type errors is not looked at.
func TestTypeErrors(t *testing.T) {
	dir := writeModule(t, map[string]string{"p/p.go": header + `func F() { endpoint.New().Build("GET /{", undefined, 1); x := }`})
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax, Dir: dir, Env: append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off"),
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := driver.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range graph.Roots {
		if len(action.Diagnostics) > 0 || action.Err == nil || strings.Contains(action.Err.Error(), "panic") {
			t.Errorf("%v: %v", action.Diagnostics, action.Err)
		}
	}
}

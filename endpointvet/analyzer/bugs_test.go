// Seeded bugs, and what is reported for each of them.

package analyzer

import (
	"fmt"
	"strings"
	"testing"
)

// declarations are what the calls of the tables use.
const declarations = `
type untagged struct{ Name string }
type issue struct {
	Owner string   ` + "`json:\"owner,omitempty\"`" + `
	Repo  string   ` + "`json:\"repo\"`" + `
	State string   ` + "`url:\"state,omitempty\"`" + `
}
type misnamed struct {
	Ower string ` + "`json:\"ower\"`" + `
	Repo string ` + "`json:\"repo\"`" + `
}
type badTag struct {
	Labels []string ` + "`url:\"labels,semicolon\"`" + `
}
type encodes struct{ N int }
func (encodes) EncodeValues(key string, v *url.Values) error { return nil }
type withEncoder struct{ E encodes }
type page struct {
	Page int ` + "`url:\"page\"`" + `
	Size int ` + "`url:\"size,omitempty\"`" + `
}
type search struct {
	page
	Repo   string   ` + "`url:\"repo\"`" + `
	Labels []string ` + "`url:\"labels,omitempty\"`" + `
	Sort   *string  ` + "`url:\"sort\"`" + `
	IDs    []string ` + "`url:\"ids,comma\"`" + `
}
type ListOptions struct {
	Page int ` + "`url:\"page,unix\"`" + `
}
type outer struct {
	ListOptions
	Name string ` + "`url:\"name\"`" + `
}
type first struct {
	Page string ` + "`url:\"page,omitempty\"`" + `
}
type second struct {
	Page string ` + "`url:\"page,omitempty\"`" + `
}
type paged struct {
	first
	second
}
type edit struct {
	Owner string  ` + "`path:\"owner\"`" + `
	Repo  string  ` + "`path:\"repo\"`" + `
	Title string  ` + "`json:\"title\"`" + `
	Sort  string  ` + "`query:\"sort,omitempty\"`" + `
	Match string  ` + "`header:\"if-match,omitempty\"`" + `
	Body  *string ` + "`json:\"-\"`" + `
}
type strict struct {
	Match string ` + "`header:\"if-match\"`" + `
	Kinds []string ` + "`header:\"x-kinds\"`" + `
}
type dated struct {
	Since time.Time ` + "`header:\"if-modified-since\"`" + `
}
type bodied struct {
	edit
	Data map[string]string ` + "`body:\"\"`" + `
	Page int ` + "`url:\"page\"`" + `
}
type pageOf struct {
	edit
	Page int ` + "`url:\"page\"`" + `
}
type modified struct {
	Since *time.Time ` + "`header:\"if-modified-since\"`" + `
}
type waiting struct {
	Wait time.Duration ` + "`json:\"wait\"`" + `
}
type otherTag struct {
	ID string ` + "`uri:\"id\"`" + `
}
type picked struct {
	IDs []string ` + "`query:\"id\"`" + `
}
type noTag struct {
	ID   int ` + "`path:\"id\"`" + `
	Name string
}
type twoTags struct {
	ID int ` + "`path:\"id\" json:\"id\"`" + `
}
type hidden struct {
	id int ` + "`path:\"id\"`" + `
}
type builder func(string, ...endpoint.Layer) (endpoint.Request, error)
type pointerText struct{ n int }
func (*pointerText) String() string { return "" }
type Options = endpoint.Options
type Params = endpoint.Params
type Path = endpoint.Path
type Query = endpoint.Query
type Headers = endpoint.Headers
type MediaType = endpoint.MediaType
var ctx = context.Background()
var _, _, _, _, _, _, _ = fmt.Sprint, errors.New, slices.Sort[[]int], strconv.Itoa, strings.ToLower, time.Now, json.Marshal
var _ url.Values
var _ io.Reader
var _ bytes.Buffer
var _ http.Request
var _ os.File
const usersRoute = "GET /users/{user"
`

const imports = `
import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/endpoint"
)
`

// A bug is a call, what the report for it begins with, and whether it is reported too where
// the Endpoint comes from elsewhere.
type bug struct {
	code, want string
	isFound    bool
}

var bugs = []bug{
	{`api.Build("GET /users/{user", Params{"user": 1})`, `"GET /users/{user": invalid route: at offset 7 of the URL: "{" is not`, true},
	{`api.Build("POST/users", Params{"name": "x"})`, `"POST/users": invalid route: the URL must begin with`, true},
	{`api.Build("GET /x", Headers{"x-a": s + "\r\n"})`, `"x-a": invalid header "x-a": the value has a control character`, true},
	{`api.Build("GET /x", Headers{"x-a": fmt.Sprintf("a %s\n", s)})`, `"x-a": invalid header "x-a": the value has a control character`, true},
	{`api.Build(fmt.Sprintf("GET /%s/{id", "x"))`, `fmt.Sprintf("GET /%s/{id", "x"): invalid route: at offset 3 of the URL: "{"`, true},
	{
		"api.Build(\"GET /x\", endpoint.QueryOf(struct {\n\tA string `url:\"a\" layout:\"2006\"`\n}{s}))",
		`struct {: invalid parameter "a": struct.A: `, true,
	},
	{`endpoint.New(Options{BaseURL: "h.example/" + s})`, `"h.example/" + s: invalid route in BaseURL: it must begin with http`, true},
	{`endpoint.New(Options{BaseURL: "htps://" + s})`, `"htps://" + s: invalid route in BaseURL: it must begin with http`, true},
	{"build := api.Build\n\tbuild(\"GET /x/{\")", `"GET /x/{": invalid route: at offset 3 of the URL: "{" is not closed`, true},
	{`api.Build("GET /x/{", *new(Options), *new(Params))`, `"GET /x/{": invalid route: at offset 3`, true},
	{`api.Build("GET /x", Headers{"x-a": "a\x00"})`, `"x-a": invalid header "x-a": the value has a control character`, true},
	{`optional(api, "/x/{id}", nil, Path{"id": ""})`, `"id": unsafe path in parameter "id": its value is nil or empty`, true},
	{`optional(api, "/x/{id}", Headers{"a": "b"}, nil)`, `"/x/{id}": missing parameter "id"`, false},
	{`api.Build("PSOT /users")`, `"PSOT /users": method "PSOT": write "POST"`, true},
	{`api.Build("/users", Options{Method: "PTCH"})`, `"PTCH": method "PTCH": write "PATCH"`, true},
	{`api.Build(usersRoute, Params{"user": 1})`, `usersRoute: invalid route: at offset 7 of the URL: "{" is not closed: add`, true},
	{`api.Build("", Options{Method: "GET", URL: "/x/{"})`, `"/x/{": invalid route: at offset 3 of the URL: "{" is not closed:`, true},
	{`api.Build("GET /{owner}/{repo}/{id}", Params{"owner": s})`, `"GET /{owner}/{repo}/{id}": missing parameter "repo", "id"`, false},
	{`api.Build("GET /repos/{owner}/{repo}", Params{"owner": s})`, `"GET /repos/{owner}/{repo}": missing parameter "repo"`, false},
	{`api.Build("GET /repos/{owner}/{repo}", Params{"ower": s, "repo": s})`, `"ower": no placeholder is named "ower": write "owner"`, true},
	{`api.Build("GET /x/{owner}/{opner}", Params{"oxner": s})`, `"oxner": no placeholder is named "oxner": write "owner" or "opner"`, true},
	{`api.Build("PUT /users/{userId}", Params{"userID": n})`, `"userID": no placeholder is named "userID": write "userId"`, true},
	{
		`api.Build("GET /repos/{owner}/{repo}", endpoint.ParamsOf(misnamed{s, s}))`,
		`misnamed{s, s}: no placeholder is named "ower": write "owner"`, true,
	},
	{
		`api.Build("GET /repos/{owner}/{repo}", endpoint.ParamsOf(issue{Repo: s}))`,
		`"GET /repos/{owner}/{repo}": missing parameter "owner"`, false,
	},
	{
		`api.Build("DELETE /repos/{repo}", endpoint.ParamsOf(issue{Repo: ""}))`,
		`issue{Repo: ""}: unsafe path in parameter "repo": its value is nil or empty, but`, true,
	},
	{`api.Build("GET /x?page=1", endpoint.ParamsOf(page{}))`, `page{}: invalid parameter "page": the query of the URL has it`, true},
	{`api.Build("GET /repos/{owner}/{id}", endpoint.ParamsOf(&in))`, `"GET /repos/{owner}/{id}": missing parameter "id"`, false},
	{`api.Build("GET /repos/{owner}", Path{"owner": s, "page": n})`, `"page": invalid parameter "page": no placeholder of the`, false},
	{`api.Build("GET /users/{id}", Query{"id": n})`, `"id": missing parameter "id"`, false},
	{`api.Build("GET /users/{id}", Params{"id": endpoint.Unset})`, `"id": missing parameter "id"`, false},
	{`api.Build("GET /users", Params{"f": func() {}})`, `"f": invalid parameter "f": func() cannot be written as text: pass a`, true},
	{`api.Build("DELETE /users/{id}", Params{"id": ""})`, `"id": unsafe path in parameter "id": its value is nil or empty, but the`, true},
	{
		`api.Build("GET /x", Options{Data: map[string]any{"a": 1}})`,
		`map[string]any{"a": 1}: invalid body in Data: GET does not allow a body:`, true,
	},
	{
		`api.Build("POST /x", Options{Data: []int{1}, Params: Params{"a": 1}})`,
		`"a": invalid parameter "a": Data is the whole body: add it to Data, or pass`, true,
	},
	{`var none []string; api.Build("POST /x", Options{Data: none})`, "none: invalid body in Data: it is a nil []", true},
	{`var all []string; all = append(all, s); api.Build("GET /x", Options{Data: all})`, "all: invalid body in Data: GET does not", true},
	{`api.HTTPRequest(ctx, "POST /x", Params{"f": func() {}})`, `"f": invalid body in parameter "f": type func() cannot be`, true},
	{`p := &badTag{}; api.Build("GET /x", endpoint.ParamsOf(p))`, `p: invalid parameter "labels": badTag.Labels: the option`, true},
	{
		`api.HTTPRequest(ctx, "POST /x", Params{"file": strings.NewReader(s)})`,
		`"file": invalid body in parameter "file": *strings.Reader is a Reader, which cannot`, true,
	},
	{`get(api, "/users/{", nil)`, `"/users/{": invalid route: at offset 7 of the URL: "{" is not closed: add`, true},
	{`all(api, "/users", Params{"f": func() {}})`, `"f": invalid parameter "f": func() cannot be written as text: pass a`, true},
	{`func() { api.Build("GET /users/{", Params{"id": n}) }()`, `"GET /users/{": invalid route: at offset 7 of the URL: "{" is`, true},
	{`endpoint.New(Options{BaseURL: "https://h"}).Build("GET /users/{id}")`, `"GET /users/{id}": missing parameter "id"`, true},
	{
		`p := make(Params)
	p["ower"] = s
	api.Build("GET /orgs/{owner}", p)`,
		`"ower": no placeholder is named "ower": write "owner"`, true,
	},
	{
		`api.Build("GET /x", Options{Data: []int{1}}, endpoint.ParamsOf(opts))`,
		"[]int{1}: invalid body in Data: GET does not allow a body: use another", true,
	},
	{`api.Build("GET /x?page=1", Query{"page": 2}, Params(values))`, `"page": invalid parameter "page": the query of the URL`, true},
	{`api.Build("GET /x", Options{Data: []int{1}}, headers())`, "[]int{1}: invalid body in Data: GET does not allow a body: use", true},
	{
		`api.Build("POST /x", Options{Data: []int{1}}, Params(values), Params{"a": 1})`,
		`"a": invalid parameter "a": Data is the whole body: add it to Data, or pass`, true,
	},
	{
		`all := []endpoint.Layer{Path{"owner": s}}
	all = append(all, Query{"f": func() {}})
	api.Build("GET /repos/{owner}", all...)`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a`, true,
	},
	{
		`all := []endpoint.Layer{Path{"owner": ""}}
	if n > 0 {
		all = append(all, Query{"page": n})
	}
	api.Build("GET /repos/{owner}", all...)`,
		`"owner": unsafe path in parameter "owner": its value is nil or empty, but the path`, true,
	},
	{`api.Build("GET /repos/{owner}/x", repoPath(s))`, `repoPath(s): no placeholder is named "ower": write "owner"`, true},
	{`api.Build("GET /x", anyLayer())`, `anyLayer(): invalid parameter "f": func() cannot be written as text: pass a`, true},
	{`api.Build(usersPath(), Path{"id": ""})`, `"id": unsafe path in parameter "id": its value is nil or empty, but the path needs one`, true},
	{
		`list(ctx, api, "/x/{id}", n, Path{"id": s}, Query{"f": func() {}})`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a`, true,
	},
	{`fetch[int](api, "/x", Query{"f": func() {}})`, `"f": invalid parameter "f": func() cannot be written as text: pass a`, true},
	{`box[int]{api}.fetch("/x", Query{"f": func() {}})`, `"f": invalid parameter "f": func() cannot be written as text: pass a`, true},
	{`deferred(api, "/x", Query{"f": func() {}})()`, `"f": invalid parameter "f": func() cannot be written as text: pass a`, true},
	{
		`p := Path{"ower": s}
	fmt.Println(p)
	api.Build("GET /x/{owner}", p)`,
		`"ower": no placeholder is named "ower": write "owner"`, true,
	},
	{`item(api, "/x/{id}", func() {})`, `func() {}: invalid parameter "id": func() cannot be written as text: pass a`, true},
	{`listX(api, Query{"f": func() {}})`, `"f": invalid parameter "f": func() cannot be written as text: pass a`, true},
	{
		`type holder struct{ api endpoint.Endpoint }
	made := &holder{endpoint.New(Query{"f": func() {}})}
	func(h *holder) { h.api.Build("GET /x") }(made)`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a`, true,
	},
	{`send(ctx, api, "PSOT", "/x", nil)`, `"/x": method "PSOT": write "POST"`, true},
	{`reads(api, "GET /x/{id}", Query{"a": 1})`, `"GET /x/{id}": missing parameter "id"`, false},
	{`reads(api, "GET /x/{", Query{"a": 1})`, `"GET /x/{": invalid route: at offset 3 of the URL: "{" is not closed: add`, true},
	{
		`p := Params{"f": func() {}}
	if n > 0 {
		p["page"] = n
	}
	api.Build("GET /x", p)`,
		`"f": invalid parameter "f": func() cannot be written as text: pass a`, true,
	},
	{
		`o := Options{Params: Params{}}
	o.Params["ower"] = s
	api.Build("GET /repos/{owner}", o)`,
		`"ower": no placeholder is named "ower": write "owner"`, true,
	},
	{
		`var o Options
	o.Data = []int{1}
	api.Build("GET /x", o)`,
		"[]int{1}: invalid body in Data: GET does not allow a body: use another", true,
	},
	{`api.Build("/x", Options{Data: []int{1}})`, "[]int{1}: invalid body in Data: GET does not allow a body: use another", false},
	{`api.Build("GET /x", endpoint.ParamsOf(outer{}))`, `outer{}: invalid parameter "page": outer.ListOptions.Page: the option`, true},
	{
		`api.Build("GET /x", endpoint.ParamsOf(paged{first{"a"}, second{"b"}}))`,
		`paged{first{"a"}, second{"b"}}: invalid parameter "page": paged.first.Page`, true,
	},
	{
		`api.Build("GET /x/{id}", Query{"a": n}.OmitZero(), Path{"id": ""})`,
		`"id": unsafe path in parameter "id": its value is nil or empty, but the path needs one`, true,
	},
	{`api.Build("QUREY /x", Params{"a": 1})`, `"QUREY /x": method "QUREY": write "QUERY"`, true},
	{`api.Build("GET /x", endpoint.QueryOf(badTag{}))`, `badTag{}: invalid parameter "labels": badTag.Labels: the option "semicolon"`, true},
	{`api.Build("GET {+next}", Path{"next": s}, Query{"a": func() {}})`, `"a": invalid parameter "a": func() cannot be written`, true},
	{
		`api.Build("GET /x", Options{Data: strings.NewReader(s)})`,
		"strings.NewReader(s): invalid body in Data: GET does not allow a body: use", true,
	},
	{
		`id := ""; if n > 0 { id = ".." }; api.Build("GET /x/{id}", Path{"id": id})`,
		`"id": unsafe path in parameter "id": its value is nil or empty, but the path needs one`, true,
	},
	{`copies(api, "GET /x", Query{"f": func() {}})`, `"f": invalid parameter "f": func() cannot be written as text: pass a`, true},
	{`loop(api, "GET /x/{id}", Path{"idd": n})`, `"GET /x/{id}": missing parameter "id"`, false},
	{`copies3(api, "GET /x/{id}", Path{"id": ""})`, `"id": unsafe path in parameter "id": its value is nil or empty`, true},
	{`newAPI("h.example").Build("GET /x")`, `"h.example": invalid route in BaseURL: it must begin with http:// or https://`, true},
	{`api.Build("POST /x", Params{"f": endpoint.JSON(s)})`, `"f": invalid parameter "f": endpoint.JSON is only`, false},
	{`api.Build("GET /x/{n}", Path{"n": time.Duration(n)})`, `"n": invalid parameter "n": time.Duration has a String method`, true},
	{`api.Build("GET /x", Query{"n": []time.Month{time.May}})`, `"n": invalid parameter "n": its type has a String method`, true},
	{`func() endpoint.Endpoint { return api }().Build("GET /x/{")`, `"GET /x/{": invalid route: at offset 3 of the URL`, true},
	{`var b builder = api.Build; b("GET /x/{")`, `"GET /x/{": invalid route: at offset 3 of the URL`, true},
	{
		`endpoint.New(Options{BaseURL: "https://h.example", Headers: Headers{"x-key": "k" + s}}).Build("GET https://o.example/x")`,
		`"GET https://o.example/x": wrong origin for "x-key": the header belongs to BaseURL`, true,
	},
	{`api.Build("PUT /{owner}/{name}", endpoint.OptionsOf(edit{Owner: s, Repo: s}))`, `"PUT /{owner}/{name}": missing parameter "name"`, false},
	{`e := edit{Owner: s, Repo: s, Title: s}; api.Build("GET /{owner}/{repo}", endpoint.OptionsOf(e), Query{"title": s})`, `"title": invalid`, true},
	{`endpoint.New().Build("GET /x/{id}", endpoint.OptionsOf(otherTag{ID: s}))`, `otherTag{ID: s}: missing parameter "id": otherTag.ID`, true},
	{`v := struct { E encodes "url:\"e\"" }{}; api.Build("GET /x", endpoint.QueryOf(v))`, `v: invalid parameter "e": struct.E:`, true},
	{`v := struct { A []string "url:\"a,brackets\"" }{}; api.Build("GET /x", endpoint.QueryOf(v))`, `v: invalid parameter "a": struct`, true},
	{`api.Build("GET /x", Headers{"x-a": ""})`, `"x-a": invalid header "x-a": the value is empty`, false},
	{`api.Build("GET /x", Headers{"authorization": "Bearer "})`, `"authorization": invalid header "authorization": `, true},
	{`api.Build("PUT /x", endpoint.OptionsOf(n), Query{"a": 1})`, `n: invalid parameter: int is not a struct`, true},
	{`a := ""; if n > 0 { a = s; return }; api.Build("GET /{a}", Path{"a": a})`, `"a": unsafe`, true},
	{`a := ""; if n > 0 { n++ } else { a = s; return }; api.Build("GET /{a}", Path{"a": a})`, `"a": unsafe`, true},
	{`a := ""; if n > 0 { if a = s; n > 1 { return } else { return } }; api.Build("GET /{a}", Path{"a": a})`, `"a": unsafe`, true},
	{`a := s; if n > 0 { if a = ""; n > 1 { n++ } else { return } } else { return }; api.Build("GET /{a}", Path{"a": a})`, `"a": unsafe`, true},
	{`a := s; if n > 0 { if a = ""; n > 1 { return } else { n++ } } else { return }; api.Build("GET /{a}", Path{"a": a})`, `"a": unsafe`, true},
	{`a := ""; switch n { case 1: n++; case 2: a = s; return }; api.Build("GET /{a}", Path{"a": a})`, `"a": unsafe`, true},
	{`a := s; switch n { default: a = ".."; case 1, 2: a = ""; case 3: a = "."; case 4: a = "" }; api.Build("GET /{a}", Path{"a": a})`, `"a": unsafe`, true},
	{`a := s; select { default: a = ".."; case <-ch: a = "" }; api.Build("GET /{a}", Path{"a": a})`, `"a": unsafe`, true},
	{`api.Build("GET /x/{owner}", Query{"ower": s})`, `"GET /x/{owner}": missing parameter "owner"`, false},
	{`api.Build("GET /x/{owner}", Params{"owner": endpoint.Unset, "ower": s})`, `"owner": missing parameter "owner"`, false},
	{`api.Build("GET /x/{users}", Params{"user": n})`, `"GET /x/{users}": missing parameter "users"`, false},
	{`api.Build("GET /x/{sort}", Params{"port": n})`, `"GET /x/{sort}": missing parameter "sort"`, false},
	{`api.Build("GET /x/{id}", Params{"ID": n})`, `"ID": no placeholder is named "ID": write "id"`, true},
	{`endpoint.New(Headers{"x y": s})`, `"x y": invalid header "x y"`, true},
	{`api.Build("GET /x", Options{MediaType: MediaType{"a b", []string{"x"}}})`, `"a b": invalid header in MediaType.Format`, true},
	{`api.Build("/x", Options{Method: "G T"})`, `"G T": invalid route in Method`, true},
	{`endpoint.New(Headers{"x-key": "k" + s}).Build("GET {+u}", Path{"u": "https://o.test"})`, `"GET {+u}": wrong origin for "x-key"`, true},
}

// structBugs are calls with one layer, OptionsOf a value, at which the report stands.
var structBugs = []struct {
	route, value, want string
	isFound            bool
}{
	{"PATCH /repos/{ower}/{repo}", `edit{Owner: s, Repo: s}`, `no placeholder is named "owner": write "ower"`, true},
	{"PATCH /orgs/{owner}", `edit{Owner: s, Repo: s}`, `invalid parameter "repo": no placeholder`, false},
	{"PATCH /repos/{owner}/{repo}", `edit{Owner: s}`, `unsafe path in parameter "repo": its value is nil or empty`, true},
	{"PUT /x", `strict{Match: s}`, `invalid parameter "x-kinds": strict.Kinds: a header is one text`, true},
	{"PUT /x", `dated{}`, `invalid parameter "if-modified-since": dated.Since: a header is one text`, true},
	{"GET /{owner}/{repo}", `&bodied{edit{Owner: s, Repo: s}, map[string]string{}, 1}`, `invalid body in Data: GET does not allow`, true},
	{"POST /{owner}/{repo}?page=1", `pageOf{edit: edit{Owner: s, Repo: s}}`, `invalid parameter "page": the query of the URL has it`, true},
	{"POST /repos/{owner}/{repo}", `bodied{edit: edit{Owner: s, Repo: s}}`, `invalid body in Data: it is a nil map[string]any`, true},
	{"DELETE /x", `picked{}`, `invalid parameter "id": the list or map is empty`, true},
	{"PUT /x", `modified{Since: new(time.Time)}`, `invalid parameter "if-modified-since": modified.Since: a header is one text`, true},
	{"PUT /x", `waiting{Wait: 5}`, `invalid parameter "wait": a time.Duration is nanoseconds`, true},
	{"PUT /x/{id}", `noTag{ID: n}`, `invalid parameter "Name": noTag.Name: no tag says where it goes`, true},
	{"PUT /x/{id}", `twoTags{ID: n}`, `invalid parameter "id": twoTags.ID: it goes to one place`, true},
	{"PUT /x/{id}", `hidden{n}`, `invalid parameter "id": hidden.id: it has a tag, but is not exported`, true},
}

const helpers = `
func optional(api endpoint.Endpoint, path string, h Headers, p Path) {
	layers := []endpoint.Layer{Query{"a": 1}}
	if h != nil {
		layers = append(layers, h)
	}
	api.Build("GET "+path, append(layers, p)...)
}
func get(api endpoint.Endpoint, path string, p Params, layers ...endpoint.Layer) error {
	_, err := api.Build("GET "+path, append([]endpoint.Layer{p}, layers...)...)
	return err
}
func all(api endpoint.Endpoint, path string, p Params) error {
	return get(api, path, p, Headers{"accept": "text/plain"})
}
func send(ctx context.Context, api endpoint.Endpoint, method, path string, body any) error {
	_, err := api.HTTPRequest(ctx, method+" "+path, Options{Data: body})
	return err
}
func list(ctx context.Context, api endpoint.Endpoint, path string, page int, layers ...endpoint.Layer) error {
	if page > 0 {
		layers = append(layers, Query{"page": page})
	}
	_, err := api.HTTPRequest(ctx, "GET "+path, layers...)
	return err
}
func reads(api endpoint.Endpoint, route string, layers ...endpoint.Layer) error {
	r := route
	method, path, ok := strings.Cut(r, " ")
	if !ok || !strings.HasPrefix(path, "/") || len(route) > 100 {
		return errors.New("no route: " + strings.ToLower(route))
	}
	fmt.Println(method, path, route[1:], layers)
	_, err := api.Build(route, layers...)
	return err
}
func ptr[T any]() *T { return new(T) }
func signed(api endpoint.Endpoint, route string, layers ...endpoint.Layer) {
	api.Build(route, append([]endpoint.Layer{Params{"sign": strings.ToLower(route)}}, layers...)...)
}
func copies(api endpoint.Endpoint, route string, layers ...endpoint.Layer) {
	api.Build(route, append(slices.Clip(layers), Headers{"accept": "text/plain"})...)
}
func headers() Headers { h := Headers{}; h["a"] = "b"; return h }
func token(s string) []endpoint.Layer {
	if s == "" {
		return nil
	}
	return []endpoint.Layer{Headers{"x-token": s}}
}
func repoPath(owner string) Path { return Path{"ower": owner} }
func anyLayer() endpoint.Layer { return Params{"f": func() {}} }
func deferred(api endpoint.Endpoint, path string, q Query) func() {
	return func() { api.Build("GET "+path, q) }
}
func fields(api endpoint.Endpoint, method, path string, body any) {
	api.Build("", Options{Method: method, URL: path, Data: body})
}
func item(api endpoint.Endpoint, path string, id any) { api.Build("GET "+path, Path{"id": id}) }
func listX(api endpoint.Endpoint, q Query) { api.Build("GET /x", q) }
func fetch[T any](api endpoint.Endpoint, path string, layers ...endpoint.Layer) (out T) {
	api.Build("GET "+path, layers...)
	return out
}
type box[T any] struct{ api endpoint.Endpoint }
func (b box[T]) fetch(path string, q Query) { b.api.Build("GET "+path, q) }
func usersPath() string { return "GET /users/{id}" }
var routes = [...]string{"GET /x", 2: "GET /y/{"}
func loop(api endpoint.Endpoint, route string, layers ...endpoint.Layer) {
	if len(layers) > 3 {
		fmt.Println(len(layers), layers)
	}
	for _, l := range layers {
		switch l := l.(type) {
		case Path:
			fmt.Println(len(l))
		}
	}
	api.Build(route, layers...)
}
func copies3(api endpoint.Endpoint, route string, layers ...endpoint.Layer) {
	api.Build(route, append(layers[:len(layers):len(layers)], Headers{"x-a": "1"})...)
}
var once = sync.OnceValue(func() endpoint.Endpoint { return endpoint.New(Path{"org": 1}) })
func newAPI(base string) endpoint.Endpoint { return endpoint.New(Options{BaseURL: base}, Headers{"accept": "text/plain"}) }
`

// bugSource writes a package with a function for each bug, and returns the line
// on which each bug ends.
func bugSource(pkg string, begin func(i int) string) (source string, last []int) {
	var b strings.Builder
	b.WriteString("package " + pkg + "\n" + imports + declarations + helpers)
	for i, bug := range bugs {
		fmt.Fprintf(&b, "\n%s\n\t%s\n}\n", begin(i), bug.code)
		last = append(last, strings.Count(b.String(), "\n")-1)
	}
	return b.String(), last
}

func TestBugs(t *testing.T) {
	for _, b := range structBugs {
		code := fmt.Sprintf("api.Build(%q, endpoint.OptionsOf(%s))", b.route, b.value)
		bugs = append(bugs, bug{code, b.value + ": " + b.want, b.isFound})
	}
	visible, lines := bugSource("visible", func(i int) string {
		return fmt.Sprintf("func Bug%d(s string, n int, in issue, opts search, values map[string]any, ch chan int) "+
			"{\n\tapi := endpoint.New()\n\t_ = api", i)
	})
	unseen, more := bugSource("unseen", func(i int) string {
		return fmt.Sprintf("func Bug%d(api endpoint.Endpoint, s string, n int, in issue, opts search, values "+
			"map[string]any, ch chan int) {\n\t_ = api", i)
	})
	dir := writeModule(t, map[string]string{"visible/visible.go": visible, "unseen/unseen.go": unseen})
	reports := vet(t, dir, "./...")
	take := func(file string, last int, code string) string {
		var all []string
		for line := last - strings.Count(code, "\n"); line <= last; line++ {
			at := fmt.Sprintf("%s:%d", file, line)
			all = append(all, reports[at]...)
			delete(reports, at)
		}
		return strings.Join(all, "; ")
	}
	for i, bug := range bugs {
		if got := take("visible/visible.go", lines[i], bug.code); !strings.HasPrefix(got, bug.want) {
			t.Errorf("%s\n got %q\nwant %q", bug.code, got, bug.want)
		}
		if got := take("unseen/unseen.go", more[i], bug.code); bug.isFound && !strings.HasPrefix(got, bug.want) || !bug.isFound && got != "" {
			t.Errorf("defaults unseen: %s\n got %q\nwant %q, %v", bug.code, got, bug.want, bug.isFound)
		}
	}
	for at, report := range reports {
		t.Errorf("%s: %q", at, report)
	}
}

// Calls that an OpenAPI document judges, with the text of their report, and valid
// ones.

package analyzer

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// documented is what begins a package with GitHub's document.
const documented = `
import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"example.com/endpoint"
)

//go:embed github.api
//endpoint:openapi
var _ string

type Params = endpoint.Params
type Path = endpoint.Path
type Query = endpoint.Query
type Options = endpoint.Options

var _, _, _ = json.Marshal, fmt.Sprint, bytes.NewReader
var _ io.Reader
var _ time.Time
var _ http.Handler
var _ = context.Background

type listOptions struct {
	State   string   ` + "`url:\"state,omitempty\"`" + `
	Sort    string   ` + "`url:\"sort,omitempty\"`" + `
	Labels  []string ` + "`url:\"labels,omitempty,comma\"`" + `
	PerPage int      ` + "`url:\"per_page,omitempty\"`" + `
}
type slipOptions struct {
	Stat string ` + "`url:\"stat\"`" + `
}
type newIssue struct {
	Title     string   ` + "`json:\"title\"`" + `
	Body      string   ` + "`json:\"body,omitempty\"`" + `
	Assignees []string ` + "`json:\"assignees,omitempty\"`" + `
	Due       *time.Time ` + "`json:\"-\"`" + `
}
type slipIssue struct {
	Title string ` + "`json:\"title\"`" + `
	Body  int    ` + "`json:\"body,omitempty\"`" + `
}

type listOf struct {
	Owner string ` + "`path:\"owner\"`" + `
	Repo  string ` + "`path:\"repo\"`" + `
	State string ` + "`query:\"state,omitempty\"`" + `
	Page  int    ` + "`query:\"page,omitempty\"`" + `
	Accept string ` + "`header:\"accept,omitempty\"`" + `
}
type slipList struct {
	listOf
	Sotr string ` + "`query:\"sotr,omitempty\"`" + `
}
type createOf struct {
	Owner string   ` + "`path:\"owner\"`" + `
	Repo  string   ` + "`path:\"repo\"`" + `
	Title string   ` + "`json:\"title\"`" + `
	Body  *string  ` + "`json:\"body,omitempty\"`" + `
	Labels []string ` + "`json:\"labels,omitempty\"`" + `
}
type slipCreate struct {
	createOf
	Milestone []string ` + "`json:\"milestnoe\"`" + `
}
type untitled struct {
	Owner string ` + "`path:\"owner\"`" + `
	Repo  string ` + "`path:\"repo\"`" + `
	Body  int    ` + "`json:\"body\"`" + `
}
type bodyOf struct {
	Owner string    ` + "`path:\"owner\"`" + `
	Repo  string    ` + "`path:\"repo\"`" + `
	Issue slipIssue ` + "`body:\"\"`" + `
}
type rightBody struct {
	listOf
	Issue newIssue ` + "`body:\"\"`" + `
}

const issues = "/repos/{owner}/{repo}/issues"

func get(api endpoint.Endpoint, path string, layers ...endpoint.Layer) error {
	_, err := api.Build("GET "+path, layers...)
	return err
}
`

// An apiCall is code of one statement, and its report.
type apiCall struct{ name, code, want string }

var wrongCalls = []apiCall{
	{
		"a slip in a route", `api.Build("GET /repos/{owner}/{repo}/isues", Path{"owner": s, "repo": s})`,
		`"GET /repos/{owner}/{repo}/isues": github.api has no path "/repos/{owner}/{repo}/isues": write "/repos/{owner}/{repo}/issues"`,
	},
	{
		"a method", `api.Build("PUT "+issues, Path{"owner": s, "repo": s})`,
		`"PUT "+issues: github.api has no method PUT for this path: it has GET, POST`,
	},
	{
		"a key of Params", `api.Build("GET "+issues, Params{"owner": s, "repo": s, "stat": "open"})`,
		`"stat": "stat" is not a parameter of GET /repos/{owner}/{repo}/issues: write "state"`,
	},
	{
		"an expression", `api.Build("GET /search/issues{?q,sotr}", Params{"q": s, "sotr": "created"})`,
		`"sotr": "sotr" is not a parameter of GET /search/issues: write "sort"`,
	},
	{
		"a value", `api.Build("GET "+issues, Path{"owner": s, "repo": s}, Query{"state": "opened"})`,
		`"opened": "state" cannot be "opened": write "open"`,
	},
	{
		"a value of a variable", `state := "opened"; api.Build("GET "+issues, Path{"owner": s, "repo": s}, Query{"state": state})`,
		`"state": "state" cannot be "opened": write "open"`,
	},
	{
		"a literal query", `api.Build("GET /repos/{owner}/{repo}/issues?stat=open", Path{"owner": s, "repo": s})`,
		`"GET /repos/{owner}/{repo}/issues?stat=open": "stat" is not a parameter of GET /repos/{owner}/{repo}/issues: write "state"`,
	},
	{
		"text for an integer", `api.Build("GET "+issues, Path{"owner": s, "repo": s}, Query{"page": "next"})`,
		`"next": "page" has type string: want integer`,
	},
	{
		"a property", `api.Build("POST "+issues, Path{"owner": s, "repo": s}, Params{"title": s, "milestnoe": n})`,
		`"milestnoe": "milestnoe" is not a property of the body of POST /repos/{owner}/{repo}/issues: write "milestone"`,
	},
	{
		"a property of Data", `api.Build("POST "+issues, Path{"owner": s, "repo": s}, Options{Data: map[string]any{"tittle": s}})`,
		`"tittle": "tittle" is not a property of the body of POST /repos/{owner}/{repo}/issues: write "title"`,
	},
	{
		"a struct as Data", `api.Build("POST "+issues, Path{"owner": s, "repo": s}, Options{Data: slipIssue{Title: s, Body: n}})`,
		`Body: "body" has type integer: want string`,
	},
	{
		"a struct variable", `var in slipIssue; in.Title = s; api.Build("POST "+issues, Path{"owner": s, "repo": s}, Options{Data: in})`,
		`in: "body" has type integer: want string`,
	},
	{
		"ParamsOf", `api.Build("GET "+issues, Path{"owner": s, "repo": s}, endpoint.QueryOf(slipOptions{Stat: "open"}))`,
		`Stat: "stat" is not a parameter of GET /repos/{owner}/{repo}/issues: write "state"`,
	},
	{
		"a value in ParamsOf", `api.Build("GET "+issues, Path{"owner": s, "repo": s}, ` +
			`endpoint.QueryOf(listOptions{State: "opened"}))`,
		`"opened": "state" cannot be "opened": write "open"`,
	},
	{
		"OptionsOf", `api.Build("GET "+issues, endpoint.OptionsOf(slipList{listOf: listOf{Owner: s, Repo: s}, Sotr: "created"}))`,
		`Sotr: "sotr" is not a parameter of GET /repos/{owner}/{repo}/issues: write "sort"`,
	},
	{
		"OptionsOf a variable", `_ = func(in slipList) { api.Build("GET "+issues, endpoint.OptionsOf(in)) }`,
		`in: "sotr" is not a parameter of GET /repos/{owner}/{repo}/issues: write "sort"`,
	},
	{
		"a value in OptionsOf", `api.Build("GET "+issues, endpoint.OptionsOf(listOf{Owner: s, Repo: s, State: "opened"}))`,
		`"opened": "state" cannot be "opened": write "open"`,
	},
	{
		"a property in OptionsOf",
		`api.Build("POST "+issues, endpoint.OptionsOf(&slipCreate{createOf{Owner: s, Repo: s, Title: s}, []string{s}}))`,
		`&slipCreate{createOf{Owner: s, Repo: s, Title: s}, []string{s}}: "milestnoe" is not a property of the body of ` +
			`POST /repos/{owner}/{repo}/issues: write "milestone"`,
	},
	{
		"a type in OptionsOf", `api.Build("POST "+issues, endpoint.OptionsOf(untitled{Owner: s, Repo: s, Body: n}), Params{"title": s})`,
		`Body: "body" has type integer: want string`,
	},
	{
		"a missing name in OptionsOf", `endpoint.New(Options{BaseURL: "https://api.github.com"}).Build("POST "+issues, ` +
			`endpoint.OptionsOf(untitled{Owner: s, Repo: s, Body: n}), Params{"body": s})`,
		`"POST "+issues: missing property "title" of POST /repos/{owner}/{repo}/issues`,
	},
	{
		"Data of OptionsOf", `api.Build("POST "+issues, endpoint.OptionsOf(bodyOf{Owner: s, Repo: s, Issue: slipIssue{Title: s, Body: n}}))`,
		`Body: "body" has type integer: want string`,
	},
	{
		"a constant behind a pointer", `state := "opened"; api.Build("GET "+issues, Path{"owner": s, "repo": s}, Query{"state": &state})`,
		`"state": "state" cannot be "opened": write "open"`,
	},
	{
		"one in a field", `state := "opened"; api.Build("GET "+issues, Path{"owner": s, "repo": s}, ` +
			`endpoint.QueryOf(struct{ State *string "url:\"state\"" }{State: &state}))`,
		`State: "state" cannot be "opened": write "open"`,
	},
	{
		"a field that may be empty", `_ = func(in slipIssue) { api.Build("POST "+issues, Path{"owner": s, "repo": s}, endpoint.ParamsOf(in)) }`,
		`in: "body" has type integer: want string`,
	},
	{
		"a nested property", `api.Build("PUT /repos/{owner}/{repo}/contents/{path}", Path{"owner": s, "repo": s, ` +
			`"path": s}, Params{"message": s, "content": s, "committer": map[string]string{"nam": s, "email": s}})`,
		`"nam": "committer.nam" is not a property: write "name"`,
	},
	{
		"a missing parameter", `endpoint.New(Options{BaseURL: "https://api.github.com"}).Build("GET ` +
			`/search/issues", Query{"sort": "created"})`,
		`"GET /search/issues": missing query parameter "q" of GET /search/issues`,
	},
	{
		"an absolute URL", `api.Build("GET https://api.github.com/search/isues", Query{"q": s})`,
		`"GET https://api.github.com/search/isues": github.api has no path "/search/isues": write "/search/issues"`,
	},
	{
		"a required query parameter in a body", `api = endpoint.New(Options{BaseURL: "https://uploads.github.com"}); api.Build("POST ` +
			`/repos/{owner}/{repo}/releases/{release_id}/assets", Path{"owner": s, "repo": s, "release_id": n}, Params{"name": s})`,
		`"POST /repos/{owner}/{repo}/releases/{release_id}/assets": missing query parameter "name" of POST ` +
			`/repos/{owner}/{repo}/releases/{release_id}/assets`,
	},
	{
		"a helper", `get(api, issues, Params{"owner": s, "repo": s, "stat": s})`,
		`"stat": "stat" is not a parameter of GET /repos/{owner}/{repo}/issues: write "state"`,
	},
	{
		"a map that grows", `q := Query{}; q["stat"] = s; api.Build("GET "+issues, Path{"owner": s, "repo": s}, q)`,
		`"stat": "stat" is not a parameter of GET /repos/{owner}/{repo}/issues: write "state"`,
	},
}

var rightCalls = []apiCall{
	{
		name: "literal",
		code: `api.Build("GET "+issues, Params{"owner": "o", "repo": "r", "state": "open", "per_page": 5, "labels": []string{"bug"}})`,
	},
	{name: "text for an integer", code: `api.Build("GET "+issues, Path{"owner": s, "repo": s}, Query{"page": "2"})`},
	{name: "constant segments", code: `api.Build("GET /repos/octo/hello/issues/7")`},
	{name: "unseen layer", code: `api.Build("GET /search/issues", layers...)`},
	{name: "unseen parameters", code: `api.Build("GET /search/issues", values)`},
	{name: "unseen options", code: `api.Build("GET /search/isues", opts)`},
	{name: "ParamsOf", code: `api.Build("GET "+issues, Path{"owner": s, "repo": s}, endpoint.QueryOf(list))`},
	{name: "OptionsOf", code: `_ = func(in listOf) { api.Build("GET "+issues, endpoint.OptionsOf(in)) }`},
	{name: "OptionsOf in a body", code: `api.Build("POST "+issues, endpoint.OptionsOf(createOf{Owner: s, Repo: s, Title: s}))`},
	{name: "Data of OptionsOf", code: `
		api.Build("POST "+issues, endpoint.OptionsOf(rightBody{listOf{Owner: s, Repo: s}, newIssue{Title: s}}))`},
	{name: "ParamsOf in a body", code: `api.Build("POST "+issues, Path{"owner": s, "repo": s}, endpoint.ParamsOf(in))`},
	{name: "Data", code: `api.Build("POST "+issues, Path{"owner": s, "repo": s}, Options{Data: in})`},
	{
		name: "what a pointer changes",
		code: `state := "opened"; fmt.Sscan(s, &state); api.Build("GET "+issues, Path{"owner": s, "repo": s}, Query{"state": &state})`,
	},
	{
		name: "a pointer that is set",
		code: `state := "opened"; state = s; api.Build("GET "+issues, Path{"owner": s, "repo": s}, Query{"state": &state})`,
	},
	{
		name: "an embedded pointer",
		code: `_ = func(in struct{ *slipOptions; *newIssue }) { api.Build("POST "+issues, Path{"owner": s, "repo": s}, Options{Data: in}) }`,
	},
	{name: "an empty field", code: `
		api.Build("GET "+issues, Path{"owner": s, "repo": s}, endpoint.QueryOf(listOptions{State: "", PerPage: 0}))`},
	{name: "a time", code: `api.Build("GET "+issues, Path{"owner": s, "repo": s}, Query{"since": time.Now()})`},
	{name: "any Data", code: `api.Build("POST "+issues, Path{"owner": s, "repo": s}, Options{Data: anything})`},
	{name: "null", code: `api.Build("POST "+issues, Path{"owner": s, "repo": s}, Params{"title": s, "milestone": nil})`},
	{name: "an integer in the path", code: `api.Build(fmt.Sprintf("GET /repos/a/b/isues%d", n))`},
	{
		name: "url tags below",
		code: `api.Build("GET "+issues, Path{"owner": s, "repo": s}, Query{"creator": struct { Login string "url:\"logn\"" }{s}})`,
	},
	{name: "plain text", code: `api.Build("POST /markdown/raw", Options{Data: s, Headers: endpoint.Headers{"content-type": "text/plain"}})`},
	{
		name: "a map",
		code: `api.Build("POST "+issues, Path{"owner": s, "repo": s}, Options{Data: map[string]any{"title": s, ` +
			`"labels": []any{"bug", map[string]any{"name": s}}}})`,
	},
	{
		name: "several segments",
		code: `api.Build("PUT /repos/{owner}/{repo}/contents/{+path}", Path{"owner": s, "repo": s, "path": ` +
			`"a/b/c"}, Params{"message": s, "content": s})`,
	},
	{name: "another host", code: `api.Build("GET https://uploads.example/repos/x/y/isues")`},
	{
		name: "numbers of any type",
		code: `var id json.Number; labels := []any{map[string]json.Number{"id": id}, map[string]any{"id": &id}, map[string]any{"id": json.Number("1")}}
	api.Build("POST "+issues, Path{"owner": s, "repo": s}, Params{"title": id, "labels": labels})`,
	},
	{name: "a for", code: `id := s; for i := 0; i < n; i++ { id = "" }; api.Build("DELETE /gists/{id}", Path{"id": id})`},
	{name: "select", code: `id := s; select { case <-make(chan int): id = ""; default: }; api.Build("DELETE /gists/{id}", Path{"id": id})`},
	{name: "an earlier turn", code: `id := ""; for range n { if id != "" { api.Build("DELETE /gists/{id}", Path{"id": id}) }; id = s }`},
	{name: "a literal", code: `endpoint.New().Build("DELETE /gists/{id}", func(p Path) Path { return p }(Path{"id": s}))`},
	{name: "a closure", code: `id := s; empty := func() { id = "" }; api.Build("DELETE /gists/{id}", Path{"id": id}); empty()`},
	{name: "a jump", code: `id := s; if n > 0 { goto send }; id = ""; send: api.Build("DELETE /gists/{id}", Path{"id": id})`},
	{name: "another method", code: `api.Build("PSOT /search/issues", opts)`},
	{name: "unseen members", code: `endpoint.New().Build("POST /repos/octo/hello/issues", values)`},
	{name: "nil", code: `_ = func(p *string) { api.Build("GET "+issues, Path{"owner": s, "repo": s}, Query{"cursor": p}) }`},
	{name: "a branch", code: `v := "opened"; if n > 0 { v = "open" }; api.Build("GET /repos/octo/hello/issues", Query{"state": v})`},
	{name: "a name in a branch", code: `q := Query{}; if n > 0 { q["q"] = s }; endpoint.New().Build("GET /search/issues", q)`},
	{name: "an unknown key", code: `endpoint.New().Build("POST /repos/octo/hello/issues", Options{Data: map[string]any{s: n}})`},
	{name: "tags of two kinds", code: `
		api.Build("POST /repos/octo/hello/issues", Options{Data: struct { A string "json:\"title\" url:\"t\"" }{s}})`},
	{name: "graphql", code: `api.Build("POST /graphql", Params{"query": s})`},
	{
		name: "an element of a list",
		code: `routes := []string{"GET /search/issues", "GET "+issues}; api.Build(routes[n], Path{"owner": s, "repo": s}, Query{"q": s})`,
	},
	{name: "a loop over methods", code: `for _, m := range []string{"GET", "HEAD"} { api.Build(m+" "+issues, Path{"owner": s, "repo": s}) }`},
	{name: "a prefix", code: `api.Build("GET /repos/{owner:3}/{repo}/issues", Path{"owner": s, "repo": s})`},
	{name: "a prefix in a query", code: `api.Build("GET /repos/octo/hello/issues{?state:4}", Params{"state": "open"})`},
	{name: "an optional segment", code: `api.Build("GET /repos/{owner}/{repo}/issues{/number}", Params{"owner": s, "repo": s, "number": n})`},
	{name: "an unseen segment that a path needs", code: `api.Build("GET /search{/what}", values)`},
	{name: "several optional segments", code: `api.Build("GET /repos{/owner,repo,what}", Path{"owner": s, "repo": s, "what": "issues"})`},
	{name: "all segments in a list", code: `api.Build("GET /repos{/parts*}", Path{"parts": []string{"octo", "hello", "issues"}})`},
	{name: "a suffix", code: `api.Build("GET /repos/{owner}/{repo}/issues{.format}", Path{"owner": s, "repo": s, "format": "json"})`},
	{name: "a path parameter", code: `api.Build("GET /repos/{owner}/{repo}/issues{;v}", Path{"owner": s, "repo": s, "v": n})`},
	{name: "a fragment", code: `api.Build("GET /repos/{owner}/{repo}/issues{#part}", Path{"owner": s, "repo": s, "part": s})`},
	{name: "a further query", code: `api.Build("GET /search/issues?q=x{&sort}", Params{"sort": "created"})`},
	{name: "an exploded query", code: `api.Build("GET /search/issues{?all*}", Params{"all": map[string]string{"q": s, "sort": "created"}})`},
	{name: "a colon name", code: `api.Build("GET /repos/:owner/:repo/issues", Path{"owner": s, "repo": s})`},
	{name: "several segments in a reserved one", code: `api.Build("GET /repos/{+full}/issues", Path{"full": "octo/hello"})`},
	{name: "an unseen reserved one", code: `api.Build("GET /repos/{+full}", Path{"full": s})`},
	{name: "OPTIONS", code: `api.Build("OPTIONS "+issues, Path{"owner": s, "repo": s})`},
}

// secondCalls are valid in a package that has Endpoints of other APIs.
var secondCalls = []apiCall{
	{name: "a second API in a variable", code: `stripe.Build("GET /search/isues", Query{"stat": s})`},
	{name: "one without a document", code: `none.Build("GET /search/isues", Query{"stat": s})`},
	{name: "a field without a document", code: `c.none.Build("GET /search/isues", Query{"stat": s})`},
	{name: "by a helper", code: `c.call("/search/isues", Query{"stat": s})`},
	{name: "defaults of a second API", code: `stripe.Defaults(Query{"expand": s}).Build("GET /search/isues")`},
	{name: "unseen, so it may be any", code: `api.Build("GET /search/isues", Query{"stat": s})`},
}

// apis are Endpoints of other APIs.
const apis = `
var stripe = endpoint.New(Options{BaseURL: "https://api.stripe.com"})

var Stripe = endpoint.New(Options{BaseURL: "https://api.stripe.com"})

//endpoint:openapi -
var none = endpoint.New(Options{BaseURL: base()})

func base() string { return string([]byte{'x'}) }

type client struct {
	//endpoint:openapi -
	none   endpoint.Endpoint
	stripe endpoint.Endpoint
}

func newClient() client { return client{none: none, stripe: endpoint.New(Options{BaseURL: "https://api.stripe.com"})} }

func (c client) call(path string, layers ...endpoint.Layer) error {
	_, err := c.none.Build("GET "+path, layers...)
	return err
}
`

// github returns the excerpt of GitHub's document.
func github(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("../openapi/testdata/github.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// callSource returns a package with a function for each call, and the line of each.
func callSource(begin string, calls []apiCall, parameters string) (source string, lines []int) {
	var b strings.Builder
	b.WriteString("package p\n" + begin)
	for i, call := range calls {
		fmt.Fprintf(&b, "\nfunc call%d(api endpoint.Endpoint, s string, n int%s) {\n\t%s\n}\n", i, parameters, call.code)
		lines = append(lines, strings.Count(b.String(), "\n")-1)
	}
	return b.String(), lines
}

// vetCalls checks a package with calls.
func vetCalls(t *testing.T, begin string, calls []apiCall, parameters string) {
	t.Helper()
	source, lines := callSource(begin, calls, parameters)
	dir := writeModule(t, map[string]string{"p/p.go": source, "p/github.api": github(t)})
	reports := vet(t, dir, "./...")
	for i, call := range calls {
		at := fmt.Sprintf("p/p.go:%d", lines[i])
		if got := strings.Join(reports[at], "; "); got != call.want {
			t.Errorf("%s: %s\n got %s\nwant %s", call.name, call.code, got, call.want)
		}
		delete(reports, at)
	}
	for at, reports := range reports {
		t.Errorf("%s: %q", at, reports)
	}
}

func TestWrongCalls(t *testing.T) { vetCalls(t, documented, wrongCalls, "") }

const unseenLayers = ", values Params, opts Options, layers []endpoint.Layer, list listOptions, in newIssue, anything any, c client"

// TestRightCalls has a wrong call too, which shows that the others are judged.
func TestRightCalls(t *testing.T) {
	vetCalls(t, documented+"\ntype client struct{}\n", append(slices.Clip(rightCalls), wrongCalls[0]), unseenLayers)
}

func TestSecondAPI(t *testing.T) {
	calls := slices.Concat(rightCalls, secondCalls)
	for _, call := range wrongCalls {
		if strings.Contains(call.code, "https://api.github.com") {
			calls = append(calls, call)
		}
	}
	vetCalls(t, documented+apis, calls, unseenLayers)
}

// TestExample makes the four mistakes that docs/openapi.md shows the reports of.
func TestExample(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"docs/openapi.md", "examples/openapi/issues.go", "examples/openapi/github.api"} {
		data, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
	}
	page := files["docs/openapi.md"]
	files["examples/openapi/issues.go"] = strings.NewReplacer(
		"{number}/labels", "{number}/lables", `"direction"`, `"direcion"`, `"updated"`, `"update"`, `json:"title"`, `json:"tittle"`,
	).Replace(files["examples/openapi/issues.go"])
	found := 0
	for _, action := range analyze(t, writeModule(t, files), "./...") {
		for _, d := range action.Diagnostics {
			at := action.Package.Fset.Position(d.Pos)
			found++
			if line := fmt.Sprintf("issues.go:%d:%d: %s\n", at.Line, at.Column, d.Message); !strings.Contains(page, line) {
				t.Errorf("the page has no %s", line)
			}
		}
	}
	if found != 4 {
		t.Errorf("%d reports", found)
	}
}

// TestOpenBases has BaseURLs that are no constants. One is taken for that of the
// document only where the package has no other.
func TestOpenBases(t *testing.T) {
	const begin = "package p\n\nimport (\n\t_ \"embed\"\n\n\t\"example.com/endpoint\"\n)\n\n//go:embed " +
		"github.api\n//endpoint:openapi\nvar _ string\n\n" +
		"type Options = endpoint.Options\n\ntype github struct{ api endpoint.Endpoint }\n\nfunc (c *github) " +
		"search() { c.api.Build(\"GET /search/isues\") } // github\n\n"
	const billing = "\nfunc newBilling(base string) *billing { return &billing{api: endpoint.New(Options{BaseURL: base})} }\n\n" +
		"func (c *billing) search() { c.api.Build(\"GET /search/isues\") } // billing\n"
	const open = `func newGitHub(base string) *github { return &github{api: endpoint.New(Options{BaseURL: base})} }
`
	const constant = `func newGitHub() *github { return &github{api: endpoint.New(Options{BaseURL: "https://api.github.com"})} }
`
	tests := []struct{ name, code, want string }{
		{"the only one", open, "github"},
		{"none but that of a test", "", "github"},
		{"two APIs", open + "type billing struct{ api endpoint.Endpoint }\n" + billing, ""},
		{"a second API", constant + "type billing struct{ api endpoint.Endpoint }\n" + billing, "github"},
		{
			"a second one with a directive",
			open + "type billing struct {\n\t//endpoint:openapi -\n\tapi endpoint.Endpoint\n}\n" + billing, "",
		},
		{
			"in a call",
			constant + `func (c *github) at(base string) { c.api.Build("GET /search/isues", Options{BaseURL: base}) } // call`,
			"github",
		},
		{"in each call", "func newGitHub() *github { return &github{api: endpoint.New()} }\n" +
			`func (c *github) at(base string) { c.api.Build("GET /search/isues", Options{BaseURL: base}) } // call`, "github"},
	}
	const server = "package p\n\nimport (\n\t\"testing\"\n\n\t\"example.com/endpoint\"\n)\n\n" +
		"func TestServer(t *testing.T) { endpoint.New(Options{BaseURL: t.Name()}).Build(\"GET /search/isues\") } // test\n"
	files := map[string]string{}
	for i, tt := range tests {
		dir := fmt.Sprintf("p%d/", i)
		files[dir+"p.go"], files[dir+"p_test.go"], files[dir+"github.api"] = begin+tt.code, server, github(t)
	}
	got := make([]string, len(tests))
	reports := vet(t, writeModule(t, files), "./...")
	for _, at := range slices.Sorted(maps.Keys(reports)) {
		name, line, _ := strings.Cut(at, ":")
		var i, n int
		if _, err := fmt.Sscanf(at, "p%d/", &i); err != nil {
			t.Fatal(at, err)
		}
		if _, err := fmt.Sscan(line, &n); err != nil {
			t.Fatal(at, err)
		}
		_, mark, _ := strings.Cut(strings.Split(files[name], "\n")[n-1], "// ")
		got[i] = strings.TrimSpace(got[i] + " " + mark)
	}
	for i, tt := range tests {
		if got[i] != tt.want {
			t.Errorf("%s: reports on %q, want %q", tt.name, got[i], tt.want)
		}
	}
}

// TestDirectives has directives that tie nothing to a document.
func TestDirectives(t *testing.T) {
	const misplaced = "//endpoint:openapi belongs below //go:embed FILE; or with a file, or - for none, above a variable or " +
		"field with a name, of type Endpoint"
	tests := []struct{ name, code, want string }{
		{
			"above a variable without a file", "//endpoint:openapi\nvar api endpoint.Endpoint",
			"p.go:7:1: " + misplaced,
		},
		{
			"without the file", "//endpoint:openapi none.api\nvar api endpoint.Endpoint",
			"p.go:7:1: open none.api: no such file or directory",
		},
		{
			"in a function",
			"func f() {\n\t//endpoint:openapi github.api\n\tapi := endpoint.New()\n\tapi.Build(\"GET /\")\n}",
			"p.go:8:2: " + misplaced,
		},
		{
			"above an embedded field", "type c struct {\n\t//endpoint:openapi github.api\n\tendpoint.Endpoint\n}",
			"p.go:8:2: " + misplaced,
		},
	}
	files := map[string]string{}
	for i, tt := range tests {
		dir := fmt.Sprintf("p%d/", i)
		files[dir+"github.api"] = github(t)
		files[dir+"p.go"] = "package p\n\nimport \"example.com/endpoint\"\n\nvar _, _ = endpoint.New().Build(\"GET " +
			"/\")\n\n" + tt.code + "\n"
	}
	dir := writeModule(t, files)
	for _, action := range analyze(t, dir, "./...") {
		var i int
		if _, err := fmt.Sscanf(action.Package.PkgPath, "vet.test/p%d", &i); err != nil {
			t.Fatal(action, err)
		}
		var got string
		for _, d := range action.Diagnostics {
			at := action.Package.Fset.Position(d.Pos)
			if strings.HasPrefix(d.Message, baseAdvice) {
				continue
			}
			got += fmt.Sprintf("p.go:%d:%d: %s", at.Line, at.Column, strings.ReplaceAll(d.Message, filepath.Dir(at.Filename)+"/", ""))
		}
		if tt := tests[i]; got != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestOtherDocuments has the document of a second API, and calls of a package with
// the Endpoint of another.
func TestOtherDocuments(t *testing.T) {
	const widgets = `{"openapi": "3.0.0", "paths": {"/widgets": {"get": {"parameters": [{"name": "colour", "in": ` +
		`"query", "schema": {"type": "string"}}]}}}}`
	const first = `package p

import (
	_ "embed"

	"example.com/endpoint"
)

//go:embed github.api
//endpoint:openapi
var _ string

//endpoint:openapi widgets.api
var widgets = endpoint.New(endpoint.Options{BaseURL: "https://widgets.example"})

type client struct {
	github  endpoint.Endpoint //endpoint:openapi github.api
	widgets endpoint.Endpoint //endpoint:openapi widgets.api
	billing endpoint.Endpoint //endpoint:openapi -
}

func calls(c *client, s string) {
	widgets.Build("GET /widgets", endpoint.Query{"color": s})
	c.widgets.Build("GET /widgets", endpoint.Query{"color": s})
	c.github.Build("GET /search/issues", endpoint.Query{"q": s, "sotr": s})
	widgets.Build("GET /search/issues", endpoint.Query{"colour": s})
	c.list("/widgets", endpoint.Query{"color": s})
	c.billing.Build("GET /search/issues", endpoint.Query{"colour": s})
}

func (c *client) list(path string, layers ...endpoint.Layer) {
	c.widgets.Build("GET "+path, layers...)
}
`
	dir := writeModule(t, map[string]string{
		"p/p.go": first, "p/github.api": github(t), "p/widgets.api": widgets,
	})
	const color = `"color": "color" is not a parameter of GET /widgets: write "colour"`
	const sort = `"sotr": "sotr" is not a parameter of GET /search/issues: write "sort"`
	want := map[string][]string{"p/p.go:23": {color}, "p/p.go:24": {color}, "p/p.go:25": {sort}, "p/p.go:27": {color}}
	if got := vet(t, dir, "./..."); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestHostless has a document that names no host: it is for the calls of its package, unless those
// have several.
func TestHostless(t *testing.T) {
	const document = `{"swagger": "2.0", "basePath": "/v1", "paths": {"/containers/json": {"get": {
		"parameters": [{"name": "all", "in": "query", "type": "boolean"}, {"name": "X-Mode", "in": "header", "enum": ["fast"]}]},
		"post": {"parameters": [{"name": "X-Team", "in": "header", "required": true}]}}}}`
	const local = `endpoint.New(endpoint.Options{BaseURL: "http://localhost"})`
	tests := []struct{ name, code, want string }{
		{"a path", `endpoint.New(endpoint.Options{BaseURL: "http://localhost/v1"}).Build("GET /containers/jsn")`, `h.api has no path`},
		{"a path with the base", local + `.Build("GET /v1/containers/jsn")`, `h.api has no path`},
		{"a key", `endpoint.New(endpoint.Options{BaseURL: base}).` +
			`Build("GET /containers/json", endpoint.Query{"al": true})`, `"al" is not a parameter`},
		{"a header", local + `.Build("GET /v1/containers/json", endpoint.Headers{"x-mode": "fst"})`, `"x-mode" cannot be "fst": write "fast"`},
		{
			"headers of a default, and of a variable", local + `.Defaults(endpoint.Headers{"x-mode": "fst"}).Build("GET /v1/containers/json")
				` + local + `.Build("GET /v1/containers/json", endpoint.Headers{"x-mode": base})`, "",
		},
		{"a header that is missing", local + `.Build("POST /v1/containers/json")`, `missing header "x-team"`},
		{"a header that is set later", local + `.Build("POST /v1/containers/json"); http.Header{}.Set("X-Team", base)`, ""},
		{"a header that is trimmed", local + `.Build("GET /v1/containers/json", endpoint.Headers{"x-mode": "fast "})`, ""},
		{"a valid call", local + `.Build("GET /v1/containers/json", endpoint.Query{"all": true})`, ""},
		{
			"two hosts", `endpoint.New(endpoint.Options{BaseURL: "http://a.example"}).Build("GET /containers/jsn")
				endpoint.New(endpoint.Options{BaseURL: "http://b.example"}).Build("GET /anything")`, "",
		},
	}
	files := map[string]string{}
	for i, tt := range tests {
		files[fmt.Sprintf("p%d/h.api", i)] = document
		files[fmt.Sprintf("p%d/p.go", i)] = "package p\n\nimport (\n\t_ \"embed\"\n\t\"net/http\"\n\n\t\"example.com/endpoint\"\n)\n\n" +
			"var _ http.Handler\n\n//go:embed h.api\n" +
			"//endpoint:openapi\nvar _ string\n\nfunc F(base string) {\n" + tt.code + "\n}\n"
	}
	got := make([]string, len(tests))
	for at, reports := range vet(t, writeModule(t, files), "./...") {
		var i int
		if _, err := fmt.Sscanf(at, "p%d/", &i); err != nil {
			t.Fatal(at, err)
		}
		got[i] += strings.Join(reports, "; ")
	}
	for i, tt := range tests {
		if !strings.Contains(got[i], tt.want) || tt.want == "" && got[i] != "" {
			t.Errorf("%s: got %q, want %q", tt.name, got[i], tt.want)
		}
	}
}

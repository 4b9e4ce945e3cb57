package openapi

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// read reads an excerpt.
func read(t testing.TB, file string) *API {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	api, err := Read(strings.TrimSuffix(filepath.Base(file), ".json")+".api", data)
	if err != nil {
		t.Fatal(err)
	}
	return api
}

// A part is what a row adds to a call.
type part func(*Call)

// call returns the call of a route whose placeholders are variables of type
// string. A handle is the name of what it stands for.
func call(route string, parts ...part) Call {
	method, link, _ := strings.Cut(route, " ")
	c := Call{At: "route", Method: method, URL: punch(link)}
	for _, piece := range strings.Split(link, "{")[1:] {
		name, _, _ := strings.Cut(piece, "}")
		c.Holes = append(c.Holes, Field{Name: name, At: name, Value: Value{Kind: String}})
	}
	for _, add := range parts {
		add(&c)
	}
	return c
}

func inPath(name string, v Value) part {
	return func(c *Call) {
		for i := range c.Holes {
			if c.Holes[i].Name == name {
				c.Holes[i].Value = v
			}
		}
	}
}

func inQuery(fields ...Field) part { return func(c *Call) { c.Query = append(c.Query, fields...) } }

func brackets(c *Call) { c.Brackets = true }

func data(v Value) part { return func(c *Call) { c.Body = &v } }

func inBody(fields ...Field) part { return data(objectOf(fields...)) }

func contentType(t string) part {
	return func(c *Call) { c.ContentType = Field{At: "content-type", Value: text(t)} }
}

func mayHave(names ...string) part {
	return func(c *Call) {
		c.MayHave = func(place, name string) bool { return slices.Contains(names, place+" "+name) }
	}
}

func headers(fields ...Field) part { return func(c *Call) { c.Headers = fields } }

func field(name string, v Value) Field { return Field{Name: name, At: name, Value: v} }

func byDefault(name string, v Value) Field { return Field{Name: name, Value: v} }

func optional(name string, v Value) Field {
	return Field{Name: name, At: name, Value: v, Optional: true}
}

func text(s string) Value            { return Value{Kind: String, Constant: true, Text: s} }
func integer(s string) Value         { return Value{Kind: Integer, Constant: true, Text: s} }
func of(kind Kind) Value             { return Value{Kind: kind} }
func array(elements ...Value) Value  { return Value{Kind: Array, Elements: elements} }
func objectOf(fields ...Field) Value { return Value{Kind: Object, Fields: fields} }
func hidden(fields ...Field) Value   { return Value{Kind: Object, Fields: fields, More: true} }

var anything Value

const (
	issues = "/repos/{owner}/{repo}/issues"
	file   = "/repos/{owner}/{repo}/contents/{path}"
	asset  = "/repos/{owner}/{repo}/releases/{release_id}/assets"
)

// TestReports has a call with each kind of mistake. What is wanted is the handle
// and the message.
func TestReports(t *testing.T) {
	for _, tt := range []struct {
		name string
		api  string
		call Call
		want string
	}{
		// Routes.
		{
			"a slip in the path", "github", call("GET /repos/{owner}/{repo}/isues"),
			`route: github.api has no path "/repos/{owner}/{repo}/isues": write "/repos/{owner}/{repo}/issues"`,
		},
		{
			"a path that is far from all", "github", call("GET /repos/{owner}/{repo}/tickets"),
			`route: github.api has no path "/repos/{owner}/{repo}/tickets"`,
		},
		{
			"a slash at the end", "github", call("GET /repos/{owner}/{repo}/issues/"),
			`route: github.api has no path "/repos/{owner}/{repo}/issues/": write "/repos/{owner}/{repo}/issues"`,
		},
		{"a method", "github", call("PUT " + issues), `route: github.api has no method PUT for this path: it has GET, POST`},

		// Names in the query.
		{
			"a query key", "github", call("GET "+issues, inQuery(field("stat", text("open")))),
			`stat: "stat" is not a parameter of GET /repos/{owner}/{repo}/issues: write "state"`,
		},
		{
			"near one that is sent", "github", call("GET "+issues, inQuery(field("states", anything), field("state", anything))),
			`states: "states" is not a parameter of GET /repos/{owner}/{repo}/issues`,
		},
		{
			"where there are none", "github", call("DELETE /gists/{id}", inQuery(field("force", anything))),
			`force: "force" is not a parameter of DELETE /gists/{gist_id}`,
		},
		{
			"with HEAD", "github", call("HEAD "+issues, inQuery(field("stat", anything))),
			`stat: "stat" is not a parameter of GET /repos/{owner}/{repo}/issues: write "state"`,
		},
		{
			"below one that is not known", "stripe", call("GET /v1/refunds", inQuery(field("creatd[gte]", anything))),
			`creatd[gte]: "creatd[gte]" is not a parameter of GET /v1/refunds`,
		},

		{
			"a slip in brackets", "own/test", call("GET /incidents", inQuery(field("page[sise]", anything))),
			`page[sise]: "page[sise]" is not a parameter of GET /incidents: write "page[size]"`,
		},
		{
			"a list without brackets", "own/test", call("GET /incidents", inQuery(field("statuses", array(text("resolved"))))),
			`statuses: "statuses" is not a parameter of GET /incidents: write "statuses[]"`,
		},
		{
			"one value of a list in brackets", "own/test", call("GET /incidents", brackets, inQuery(field("statuses", text("resolved")))),
			`statuses: "statuses" is not a parameter of GET /incidents: write "statuses[]"`,
		},
		{
			"JSON of another name", "own/test", call("PUT /pictures/{id}", contentType("application/json"), data(objectOf())),
			`content-type: content-type "application/json" is not accepted by PUT /pictures/{id}: write "image/jpeg"`,
		},

		// Names in the body.
		{
			"a body key", "github", call("POST "+issues, inBody(field("tittle", anything))),
			`tittle: "tittle" is not a property of the body of POST /repos/{owner}/{repo}/issues: write "title"`,
		},
		{
			"of a nested object", "github", call("PUT "+file, inBody(field("message", anything), field("content", anything),
				field("committer", hidden(field("nam", anything))))),
			`nam: "committer.nam" is not a property: write "name"`,
		},
		{
			"with a bracket, in JSON", "github", call("POST "+issues, inBody(field("title", anything), field("body[0]", anything))),
			`body[0]: "body[0]" is not a property of the body of POST /repos/{owner}/{repo}/issues`,
		},
		{
			"a query key in the body", "kubernetes", call(
				"POST /api/v1/namespaces/{namespace}/configmaps", contentType("application/json; charset=utf-8"),
				inBody(field("dryRun", anything), field("metadata", objectOf(field("pretty", anything), field("generation", text("5"))))),
			),
			`dryRun: "dryRun" is not a property of the body of POST /api/v1/namespaces/{namespace}/configmaps: pass it in Query; ` +
				`pretty: "metadata.pretty" is not a property; generation: "metadata.generation" has type string: want integer`,
		},
		{
			"where there is no body", "github", call("DELETE /gists/{id}", inBody(field("force", anything))),
			`force: "force" is not a parameter of DELETE /gists/{gist_id}`,
		},

		// Values.
		{"in the path", "github", call("GET "+issues+"/{n}", inPath("n", text("x"))), `n: "n" has type string: want integer`},
		{"an enum", "github", call("GET "+issues, inQuery(field("state", text("opened")))), `state: "state" cannot be "opened": write "open"`},
		{
			"more than ten values", "github", call("GET /search/issues", inQuery(field("q", anything), field("sort", text("name")))),
			`sort: "sort" cannot be "name"`,
		},
		{
			"a type in JSON", "github", call("POST "+issues, inBody(field("title", anything), field("body", of(Integer)))),
			`body: "body" has type integer: want string`,
		},
		{"of text", "own/test", call("GET /incidents", inQuery(field("max", text("x")))), `max: "max" has type string: want integer or object`},
		{
			"of a value that may be left out", "github",
			call("POST "+issues, inBody(field("title", anything), optional("body", of(Integer)))),
			`body: "body" has type integer: want string`,
		},
		{
			"of an element", "github", call("POST "+issues, inBody(field("title", anything), field("assignees", array(of(Integer))))),
			`assignees: "assignees" has type integer: want string`,
		},
		{"of the body", "github", call("POST "+issues, data(array(anything))), `route: "body" has type array: want object`},
		{
			"text for an integer in the query", "github", call("GET "+issues, inQuery(field("page", text("first")))),
			`page: "page" has type string: want integer`,
		},
		{"in a form", "stripe", call("POST /v1/refunds", inBody(field("amount", text("all")))), `amount: "amount" has type string: want integer`},

		// What is missing.
		{"a query parameter", "github", call("GET /search/issues"), `route: missing query parameter "q" of GET /search/issues`},
		{
			"a property", "github", call("POST "+issues, inBody(field("body", anything))),
			`route: missing property "title" of POST /repos/{owner}/{repo}/issues`,
		},
		{"the body", "github", call("POST "+issues, contentType("a/b")), `route: missing property "title" of POST /repos/{owner}/{repo}/issues`},
		{
			"a nested property", "github", call("PUT "+file, inBody(field("message", anything), field("content", anything),
				field("committer", objectOf(field("name", anything)))), mayHave("body email")),
			`committer: missing property "committer.email" of PUT /repos/{owner}/{repo}/contents/{path}`,
		},

		// Lists and content-types.
		{
			"a content-type", "stripe", call(
				"POST /v1/refunds", contentType("application/json; charset=utf-8"), inBody(field("charge", anything)),
			),
			`content-type: content-type "application/json; charset=utf-8" is not accepted by POST /v1/refunds: ` +
				`write "application/x-www-form-urlencoded"`,
		},

		{
			"text for JSON", "github", call("POST "+issues, contentType("text/plain"), data(anything)),
			`content-type: content-type "text/plain" is not accepted by POST /repos/{owner}/{repo}/issues: write "application/json"`,
		},
		{
			"an upload of another type", "own/test", call("PUT /pictures/{id}", contentType("image/png"), data(anything)),
			`content-type: content-type "image/png" is not accepted by PUT /pictures/{id}: write "image/jpeg"`,
		},

		{
			"a value of a list that the document has in brackets", "own/test",
			call("GET /incidents", brackets, inQuery(field("statuses", array(text("trigered"))))),
			`statuses: "statuses" cannot be "trigered": write "triggered"`,
		},

		{
			"a value and a list with brackets, near none", "own/test",
			call("GET /incidents", inQuery(field("statuses[]", text("x")),
				Field{Name: "statuses[]", At: "list", Value: array(text("trigered"))})),
			`statuses[]: "statuses[]" cannot be "x": write "triggered" or "resolved"; ` +
				`list: "statuses[]" cannot be "trigered": write "triggered"`,
		},

		// Two names that are as near.
		{"two paths", "own/test", call("DELETE /taks/{gid}"), `route: test.api has no path "/taks/{gid}": write "/tags/{gid}" or "/tasks/{gid}"`},

		// Several.
		{
			"two in one call", "github", call("GET "+issues, inQuery(field("stat", anything), field("sort", text("create")))),
			`stat: "stat" is not a parameter of GET /repos/{owner}/{repo}/issues: write "state"; sort: "sort" cannot ` +
				`be "create": write "created"`,
		},
		{
			"all that is missing", "own/test", call("POST /incidents", inBody(field("note", objectOf()), field("notify", text("al")))),
			`route: missing query parameter "team" of POST /incidents; note: ` +
				`missing property "note.text" of POST /incidents; notify: "notify" cannot be "al": write "all"`,
		},
		{
			"none is missing where it is misspelled", "github", call("POST "+issues, inBody(field("tilte", anything))),
			`tilte: "tilte" is not a property of the body of POST /repos/{owner}/{repo}/issues: write "title"`,
		},
	} {
		var got []string
		for _, r := range read(t, tt.api+".json").Check(tt.call) {
			got = append(got, r.At.(string)+": "+r.Message)
		}
		if got := strings.Join(got, "; "); got != tt.want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.name, tt.call.print(), got, tt.want)
		}
	}
}

// TestSilence has calls that are valid, or that nothing is certain of.
func TestSilence(t *testing.T) {
	for _, tt := range []struct {
		name string
		api  string
		call Call
	}{
		// Routes.
		{"the server", "github", call("GET https://api.github.com/repos/{owner}/{repo}/issues")},
		{"in another case", "github", call("GET https://API.GitHub.com/repos/{owner}/{repo}/issues")},
		{"another server", "github", call("GET https://gitlab.example/repos/{owner}/{repo}/isues")},
		{"an unseen host", "github", call("GET https://{host}/repos/{owner}/{repo}/isues")},
		{"the server of an operation", "github", call("POST https://uploads.github.com"+asset, inQuery(field("name", anything)))},
		{"no server", "kubernetes", call("GET https://kube.example/api/v1/namespace/{n}/configmaps")},
		{"neither path nor URL", "github", call("GET repos/{owner}/{repo}/isues")},
		{
			"names in brackets", "own/test",
			call("GET /incidents", inQuery(field("page[size]", anything), field("page", anything)),
				inQuery(field("statuses[]", anything), field("statuses", anything))),
		},
		{"a list that Lists writes in brackets", "own/test", call("GET /incidents", brackets, inQuery(field("statuses", array(text("resolved")))))},
		{"another API of the same host", "github", call("POST /graphql", inBody(field("query", anything)))},
		{"a placeholder first", "github", call("GET /{x}/{owner}/{repo}/issues", inQuery(field("stat", anything)))},
		{
			"a last parameter of several segments", "kubernetes",
			call("GET /api/v1/namespaces/{ns}/pods/{name}/proxy/a/b/c", inQuery(field("x", anything))),
		},
		{"several segments, as the document says", "github", call("PUT /repos/{owner}/{repo}/contents/docs/a/b.md",
			inBody(field("message", anything), field("content", anything)))},
		{"part of a segment", "github", call("GET "+issues+"/1{n}", inPath("n", text("x")))},
		{"%", "github", call("DELETE /gists/%")},
		{"a query in the path", "own/test", call("GET /tags", inQuery(field("any", anything)))},
		{"partial variables", "github", call("GET /repos/{owner}/{repo}/compare/{base}...{head}", inQuery(field("page", anything)))},
		{"what may be text or a value", "github", call("GET /gists/{x}", inQuery(field("since", anything)))},
		{"encoded text", "github", call("GET /repos/octo%2Fkit/{repo}/i%73sues")},
		{"a query in the template", "github", call("GET /search/issues?q={q}", inQuery(field("q", anything)))},
		{"OPTIONS", "github", call("OPTIONS " + issues)},

		// Names.
		{"of a default", "github", call("GET "+issues, inQuery(byDefault("tenant", anything), byDefault("state", text("opened"))))},
		{"in the path, of a default", "github", call("GET "+issues+"/{n}", func(c *Call) { c.Holes[2] = byDefault("n", text("x")) })},
		{"that may be left out", "github", call("GET "+issues, inQuery(optional("cursor", anything), optional("mention", anything)))},
		{"below a parameter", "stripe", call("GET /v1/refunds", inQuery(field("created[gte]", text("x"))))},
		{"a list in brackets", "stripe", call("GET /v1/refunds", inQuery(field("expand[]", text("x"))))},
		{"of a body that is not seen", "github", call("POST "+issues, data(anything))},
		{"of a field that may be left out", "github", call("POST "+issues, inBody(field("title", anything), optional("iid", anything)))},
		{
			"of a query in the body, by default", "kubernetes",
			call("DELETE /api/v1/namespaces/{ns}/configmaps/{name}", inBody(byDefault("pretty", anything))),
		},

		// Values.
		{"null", "github", call("POST "+issues, inBody(field("title", of(Null))))},
		{"text for a number in a form", "stripe", call("POST /v1/refunds", inBody(field("amount", text("5"))))},
		{"text for a list or object", "own/test", call("GET /incidents", inQuery(field("teams", text("x")), field("filter", text("x"))))},
		{"a number beside an enum", "own/test", call("GET /incidents", inQuery(field("since", text("5"))))},
		{"a float variable for an integer", "github", call("POST "+issues, inBody(field("title", of(Number))))},
		{"empty text", "github", call("GET "+issues, inQuery(field("state", text("")), field("page", text(""))))},
		{"1 for a boolean", "kubernetes", call("GET /api/v1/namespaces/{ns}/configmaps", inQuery(field("watch", integer("1"))))},
		{"text for one", "kubernetes", call("GET /api/v1/namespaces/{ns}/configmaps", inQuery(field("watch", text("always"))))},
		{"a list for text in a query", "github", call("GET "+issues, inQuery(field("labels", array(text("bug"), text("x")))))},

		// What is missing.
		{"in an unseen layer", "github", call("GET /search/issues", mayHave("query q"))},
		{"in the defaults", "github", call("GET /search/issues", inQuery(byDefault("q", anything)))},
		{"that may be left out", "github", call("GET /search/issues", inQuery(optional("q", anything)))},
		{"in an object with more", "github", call("PUT "+file, inBody(field("message", anything), field("content", anything),
			field("committer", hidden(field("name", anything)))))},
		{"in a body that need not be", "own/test", call("DELETE /tags/{gid}")},
		{"in a body of any kind", "own/test", call("PUT /pictures/{id}")},
		{"in a body that need not be sent", "github", call("POST " + issues + "/{issue_number}/labels")},

		// Lists and content-types.
		{"a list", "stripe", call("GET /v1/refunds", inQuery(field("expand", array(of(String)))))},
		{
			"an upload of another type", "github",
			call("POST "+asset, inQuery(field("name", anything)), contentType("application/zip"), data(anything)),
		},
		{"JSON of another name", "github", call("POST "+issues, contentType("application/vnd.github+json"), inBody(field("title", anything)))},
		{"any type", "kubernetes", call("POST /api/v1/namespaces/{ns}/configmaps", contentType("yaml"), data(anything))},
		{"a form as JSON", "own/test", call("POST /chat", contentType("application/json"), inBody(field("blocks", array(of(Object)))))},
		{"a list in brackets by its name", "own/test", call("GET /incidents", inQuery(field("statuses[]", array(text("triggered")))))},
		{"a required name that is not a property", "own/test", call("POST /incidents", inQuery(field("team", anything)), headers(field("from", anything)),
			inBody(field("title", anything), field("urgency", anything), field("notify", of(String)),
				field("links", objectOf(field("any", anything)))))},
		{"multipart", "stripe", call("POST /v1/files", contentType("multipart/form-data; boundary=x"), data(anything))},
		{"no body", "stripe", call("POST /v1/refunds", contentType("application/json"))},
		{"a path of another document", "own/test", call("PUT /elsewhere", inQuery(field("q", anything)), inBody(field("b", anything)))},
		{
			"an object in text for a parameter that may be an object", "stripe",
			call("GET /v1/refunds", inQuery(field("created", text(`{"gte":1}`)))),
		},
	} {
		for _, r := range read(t, tt.api+".json").Check(tt.call) {
			t.Errorf("%s: %s\n got %v: %s", tt.name, tt.call.print(), r.At, r.Message)
		}
	}
}

// print returns a call as a person reads it.
func (c Call) print() string {
	text := c.Method + " " + strings.ReplaceAll(c.URL, Hole, "{}")
	for _, f := range c.Query {
		text += fmt.Sprintf(" ?%s=%+v", f.Name, f.Value)
	}
	return text + fmt.Sprintf(" %+v", c.Body)
}

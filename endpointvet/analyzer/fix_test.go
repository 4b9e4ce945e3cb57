// A fix renames a key to the name that is meant, and nothing else is fixed.

package analyzer

import (
	"fmt"
	"strings"
	"testing"
)

// The calls of doc have a document.
var fixCases = []struct{ name, code, want string }{
	{
		"a key", `api.Build("GET /repos/{owner}", endpoint.Path{"owner": id}); api.Build("GET /x/{owner}", endpoint.Path{"ower": id})`,
		`"ower" to "owner"`,
	},
	{
		"a slip in the route", `api.Build("GET /repos/{owner}", endpoint.Path{"owner": id}); ` +
			`api.Build("GET /x/{ower}", endpoint.Path{"owner": id})`, "",
	},
	{"a key or a route", `api.Build("GET /repos/{ower}", endpoint.Path{"owner": id})`, ""},
	{
		"a name twice", `api.Build("GET /repos/{owner}", endpoint.Path{"owner": id}); p := endpoint.Path{"ower": id}; ` +
			`api.Build("GET /x/{owner}", p); api.Build("GET /y/{ower}", p)`, "",
	},
	{"two names as near", `api.Build("GET /x/{owner}/{opner}", endpoint.Path{"oxner": id}); _ = []string{"owner", "opner"}`, ""},
	{"a key before the call", `_ = "repo"; p := endpoint.Path{}; p["rpeo"] = id; api.Build("GET /x/{repo}", p)`, ""},
	{"a method", `_ = "POST"; api.Build("PSOT /users")`, ""},
	{"a route", `api.Build("GET /users/{id")`, ""},
	{
		"a key of a document", `doc.Build("GET /devices", endpoint.Query{"device_id": id}); doc.Build("GET /devices?device_id=x"); ` +
			`doc.Build("GET /devices", endpoint.Query{"devise_id": id})`, `"devise_id" to "device_id"`,
	},
	{"a value", `_, _ = "open", "open"; doc.Build("GET /devices", endpoint.Query{"device_id": "opne"})`, ""},
	{"a path", `_, _ = "devices", "devices"; doc.Build("GET /devises")`, ""},
}

func TestFixes(t *testing.T) {
	files := map[string]string{}
	for i, tt := range fixCases {
		dir := fmt.Sprintf("p%d/", i)
		files[dir+"h.api"] = `{"openapi": "3.0.0", "servers": [{"url": "https://h.example"}], "paths": {"/devices": {"get": {
			"parameters": [{"name": "device_id", "in": "query", "schema": {"type": "string", "enum": ["open", "closed"]}}]}}}}`
		files[dir+"p.go"] = `package p

import (
	_ "embed"

	"example.com/endpoint"
)

//go:embed h.api
//endpoint:openapi
var _ string

func F(id string) {
	doc, api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"}), endpoint.New()
	_, _ = doc, api
	` + tt.code + `
}
`
	}
	got, reports := make([]string, len(fixCases)), make([]int, len(fixCases))
	for _, action := range analyze(t, writeModule(t, files), "./...") {
		var i int
		if _, err := fmt.Sscanf(action.Package.PkgPath, "vet.test/p%d", &i); err != nil || action.Err != nil {
			t.Fatal(err, action.Err)
		}
		for _, d := range action.Diagnostics {
			if strings.HasPrefix(d.Message, acceptAdvice) || strings.HasPrefix(d.Message, baseAdvice) {
				continue
			}
			reports[i]++
			for _, fix := range d.SuggestedFixes {
				edit := fix.TextEdits[0]
				text := files[fmt.Sprintf("p%d/p.go", i)]
				begin := action.Package.Fset.Position(edit.Pos).Offset
				got[i] += text[begin:action.Package.Fset.Position(edit.End).Offset] + " to " + string(edit.NewText)
			}
		}
	}
	for i, tt := range fixCases {
		if got[i] != tt.want || reports[i] == 0 {
			t.Errorf("%s: %d reports, got %s, want %s", tt.name, reports[i], got[i], tt.want)
		}
	}
}

func TestAccept(t *testing.T) {
	const client = header + "var api = endpoint.New(endpoint.Options{BaseURL: \"https://h.example\"}LAYER)\n"
	const advice = `accept is not set, so that "application/vnd.service.v3+json" is sent: write Headers{"accept": "application/json"}`
	tests := []struct{ name, layer, more, want string }{
		{"none", "", "", advice},
		{"another header", `, endpoint.Headers{"x-key": "1"}`, "", advice},
		{"in New", `, endpoint.Headers{"Accept": "text/plain"}`, "", ""},
		{"removed", `, endpoint.Headers{"accept": ""}`, "", ""},
		{"unknown headers", `, layers()[0]`, "func layers() []endpoint.Layer { return nil }", ""},
		{"a media type", `, endpoint.MediaType{Format: "raw"}`, "", ""},
		{"in a call", "", `func F() { api.Build("GET /x", endpoint.Headers{"accept": "text/plain"}) }`, ""},
		{"in Defaults", "", `var text = api.Defaults(endpoint.Headers{"accept": "text/plain"})`, ""},
		{"on the request", "", "const name = `Accept`", ""},
		{"no BaseURL", "", "", ""},
	}
	files := map[string]string{}
	for i, tt := range tests {
		source := strings.Replace(client, "LAYER", tt.layer, 1) + tt.more + "\n"
		if tt.name == "no BaseURL" {
			source = strings.Replace(source, "BaseURL: ", "URL: ", 1)
		}
		files[fmt.Sprintf("p%d/p.go", i)] = source
	}
	files["p0/p_test.go"] = strings.Replace(strings.Replace(client, "LAYER", "", 1), "api", "testAPI", 1)
	got := advised(t, files, acceptAdvice)
	for i, tt := range tests {
		if got[i] != tt.want {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got[i], tt.want)
		}
	}
}

// advised returns the reports that begin with some advice, by the number of the package.
func advised(t *testing.T, files map[string]string, advice string) map[int]string {
	got := map[int]string{}
	for _, action := range analyze(t, writeModule(t, files), "./...") {
		var i int
		if _, err := fmt.Sscanf(action.Package.PkgPath, "vet.test/p%d", &i); err != nil {
			t.Fatal(action, err)
		}
		for _, d := range action.Diagnostics {
			if strings.HasPrefix(d.Message, advice) {
				got[i] = d.Message
			}
		}
	}
	return got
}

func TestBaseURL(t *testing.T) {
	const advice = "BaseURL is not set, so that paths go to https://api.service.example, which does not exist: write Options{BaseURL: …}"
	tests := []struct{ name, code, want string }{
		{"New", `var api = endpoint.New(); func F() { api.Build("GET /x"); api.Build("GET /y") }`, advice},
		{"the zero Endpoint", `func F() { endpoint.Endpoint{}.Build("GET /x") }`, advice},
		{"a zero variable", `func F() { var api endpoint.Endpoint; api.Build("GET /x"); api.Build("GET /y") }`, advice},
		{"a BaseURL", `var api = endpoint.New(endpoint.Options{BaseURL: "https://h.example"}); func F() { api.Build("GET /x") }`, ""},
		{"a BaseURL in the call", `func F(b string) { endpoint.New().Build("GET /x", endpoint.Options{BaseURL: b}) }`, ""},
		{"a whole URL", `func F() { endpoint.New().Build("GET https://h.example/x") }`, ""},
		{"a value for it", `func F(u string) { endpoint.New().Build("GET {+u}", endpoint.Path{"u": u}) }`, ""},
		{"unknown layers", `func F(more []endpoint.Layer) { endpoint.New(more...).Build("GET /x") }`, ""},
		{"a helper", `func get(api endpoint.Endpoint, path string) { api.Build("GET " + path) }; ` +
			`func F(api endpoint.Endpoint) { get(api, "/x") }`, ""},
	}
	files := map[string]string{}
	for i, tt := range tests {
		files[fmt.Sprintf("p%d/p.go", i)] = header + strings.ReplaceAll(tt.code, "; func", "\n\nfunc") + "\n"
	}
	got := advised(t, files, baseAdvice)
	for i, tt := range tests {
		if got[i] != tt.want {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got[i], tt.want)
		}
	}
}

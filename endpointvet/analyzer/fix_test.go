// What is suggested leaves code that compiles, and of which no more is reported. What is
// reported in kept.go is not fixed.

package analyzer

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

func TestFixes(t *testing.T) {
	golden, err := os.ReadFile("testdata/fix/fix.go.golden")
	if err != nil {
		t.Fatal(err)
	}
	files := readTestdata(t, "fix")
	files["fix/fix.go.golden"] = string(golden)
	analysistest.RunWithSuggestedFixes(t, writeModule(t, files), Analyzer, "./fix")

	dir := writeModule(t, map[string]string{"fix/fix.go": string(golden)})
	for at, reports := range vet(t, dir, "./...") {
		t.Errorf("%s: %q", at, reports)
	}
}

// TestDocumentFixes has reports of a document, and how many of them have a fix.
func TestDocumentFixes(t *testing.T) {
	const document = `{"openapi": "3.0.0", "servers": [{"url": "https://h.example"}], "paths": {
		"/devices": {"get": {"parameters": [{"name": "device_id", "in": "query",
			"schema": {"type": "string", "enum": ["open", "closed"]}}]}},
		"/image": {"put": {"requestBody": {"content": {"image/jpeg": {}}}}}
	}}`
	tests := []struct {
		name, code string
		fixes      int
	}{
		{"a key", `api.Build("GET /devices", endpoint.Query{"devise_id": id})`, 1},
		{"a key that the route names", `api.Build("GET /devices{?devise_id}", endpoint.Params{"devise_id": id})`, 0},
		{"a name of the query with its value", `api.Build("GET /devices?devise_id={devise_id}", endpoint.Path{"devise_id": id})`, 0},
		{
			"a content-type",
			`api.Build("PUT /image", endpoint.Options{Data: data, Headers: endpoint.Headers{"content-type": "image/png"}})`,
			0,
		},
		{"a value", `api.Build("GET /devices", endpoint.Query{"device_id": "opne"})`, 1},
		{"a path", `api.Build("GET /devises")`, 1},
		{
			"a key of two calls",
			`q := endpoint.Query{"devise_id": id}; api.Build("GET /devices", q); api.Build("POST https://other.example/x", q)`,
			0,
		},
	}
	files := map[string]string{}
	for i, tt := range tests {
		dir := fmt.Sprintf("p%d/", i)
		files[dir+"h.api"] = document
		files[dir+"p.go"] = "package p\n\nimport (\n\t_ \"embed\"\n\n\t\"example.com/endpoint\"\n)\n\n//go:embed " +
			"h.api\n//endpoint:openapi\nvar _ string\n\n" +
			"func F(id string, data []byte) {\n\tapi := endpoint.New(endpoint.Options{BaseURL: " +
			"\"https://h.example\"})\n\t" + tt.code + "\n}\n"
	}
	for _, action := range analyze(t, writeModule(t, files), "./...") {
		var i, fixes int
		if _, err := fmt.Sscanf(action.Package.PkgPath, "vet.test/p%d", &i); err != nil || action.Err != nil {
			t.Fatal(err, action.Err)
		}
		for _, d := range action.Diagnostics {
			fixes += len(d.SuggestedFixes)
		}
		if len(action.Diagnostics) == 0 || fixes != tests[i].fixes {
			t.Errorf("%s: %d reports with %d fixes, want %d fixes", tests[i].name, len(action.Diagnostics), fixes, tests[i].fixes)
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
	got := make([]string, len(tests))
	for _, action := range analyze(t, writeModule(t, files), "./...") {
		var i int
		if _, err := fmt.Sscanf(action.Package.PkgPath, "vet.test/p%d", &i); err != nil {
			t.Fatal(action, err)
		}
		for _, d := range action.Diagnostics {
			got[i] = d.Message
		}
	}
	for i, tt := range tests {
		if got[i] != tt.want {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got[i], tt.want)
		}
	}
}

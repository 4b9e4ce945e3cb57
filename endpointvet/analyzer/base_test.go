// Advice on an Endpoint without a BaseURL.

package analyzer

import (
	"fmt"
	"strings"
	"testing"
)

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
				got[i] += d.Message // each once
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
		{"one of a branch", `func F(b endpoint.Endpoint, ok bool) { a := endpoint.New(); if ok { a = b }; a.Build("GET /x") }`, ""},
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

// Go vet with this program as its tool: documents that change, and those that
// cannot be read.

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const (
	clientGo = `package client

import (
	_ "embed"

	"example.com/endpoint"
)

//go:embed widgets.api
//endpoint:openapi
var _ string

func Widgets(api endpoint.Endpoint) (endpoint.Request, error) {
	return api.Build("GET /widgets", endpoint.Query{"color": "red"})
}
`
	plainGo = `package client

import "example.com/endpoint"

var api = endpoint.New(endpoint.Options{BaseURL: "https://widgets.example"}, endpoint.Headers{"accept": "application/json"})

func Widgets() (endpoint.Request, error) {
	return api.Build("GET /widgets", endpoint.Query{"color": "red"})
}
`
	widgets = `{"openapi": "3.0.0", "servers": [{"url": "https://widgets.example"}], "paths": {"/widgets": {"get": {
	"parameters": [{"name": "colour", "in": "query", "schema": {"type": "string"}}]}}}}`
	report = `"color" is not a parameter of GET /widgets: write "colour"`
)

// writeClient writes a module with a package that has a source and a document.
func writeClient(t *testing.T, source, document string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	library, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod": "module vet.test\n\ngo 1.24.0\n\nrequire (\n\texample.com/endpoint " +
			"v0.0.0\n\tgithub.com/yosida95/uritemplate/v3 v3.0.2 // indirect\n)\n\n" +
			"replace example.com/endpoint => " + library + "\n",
		"go.sum":      string(sum),
		"client.go":   source,
		"widgets.api": document,
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	return dir
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestVet runs the command as its users do: over a valid package and one with mistakes.
func TestVet(t *testing.T) {
	dir := writeClient(t, plainGo, widgets)
	if got := runIn(t, dir, "./..."); got != "" {
		t.Errorf("a valid package: %q", got)
	}
	wrong := strings.Replace(plainGo, "GET /widgets", "GET /widgets/{id...}", 1)
	writeFile(t, filepath.Join(dir, "client.go"), strings.Replace(wrong, "https://", "", 1))
	got := runIn(t, dir, "./...")
	for _, want := range []string{`client.go:5:50: invalid route in BaseURL: `, `client.go:8:19: invalid route: `} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestVetUnchecked has a call that is not checked, which is no failure, and then a wrong one.
func TestVetUnchecked(t *testing.T) {
	list := plainGo + "\nfunc List(q map[string]any) { " +
		"api.Build(\"GET /widgets\", endpoint.Query{\"a\": q[\"a\"]}) }\n"
	dir := writeClient(t, list, widgets)
	for _, tt := range []struct {
		source string
		code   int
		want   []string
	}{
		{list, 0, []string{`not checked: the type of q["a"] is not known`, "\n1 of 2 calls checked\n"}},
		{strings.Replace(list, "GET /widgets", "GET /{", 1), 1, []string{"client.go:8:19: invalid route: ", "\n1 of 2 calls checked\n"}},
		{strings.Replace(clientGo, "color", "colour", 1), 0, []string{"\n1 of 1 calls checked\n"}},
		{strings.Replace(clientGo, "\"})", "\"}) //endpoint:ignore it is red", 1), 0, []string{": ignored: it is red\n"}},
		{strings.Replace(clientGo, "\"})", "\"}) //endpoint:ignore", 1), 1, []string{"ignores nothing without a reason", report}},
		{strings.Replace(list, "string", "strin", 1), 1, []string{"client.go", "undefined: strin", "0 of 0 calls checked\n"}},
	} {
		writeFile(t, filepath.Join(dir, "client.go"), tt.source)
		for range 2 { // go vet keeps its results
			command := exec.Command(os.Args[0], "-unchecked", "./...")
			command.Dir = dir
			command.Env = append(os.Environ(), "ENDPOINTVET_TEST=1", "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
			out, _ := command.CombinedOutput()
			for _, want := range tt.want {
				if code := command.ProcessState.ExitCode(); !strings.Contains(string(out), want) || code != tt.code {
					t.Errorf("got %q, exit status %d, want %q, %d", out, code, want, tt.code)
				}
			}
		}
	}
}

// runIn runs the command in a directory, and returns what it writes.
func runIn(t *testing.T, dir string, arguments ...string) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, arguments...)
	command.Dir = dir
	command.Env = append(os.Environ(), "ENDPOINTVET_TEST=1", "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, _ := command.CombinedOutput()
	return string(out)
}

func TestVetSeesDocument(t *testing.T) {
	dir := writeClient(t, clientGo, widgets)
	if got := runIn(t, dir, "./..."); !strings.Contains(got, report) {
		t.Errorf("with the document: %q, want %q", got, report)
	}
	writeFile(t, filepath.Join(dir, "widgets.api"), strings.ReplaceAll(widgets, "colour", "color"))
	if got := runIn(t, dir, "./..."); got != "" {
		t.Errorf("with another document: %q", got)
	}
	writeFile(t, filepath.Join(dir, "widgets.api"), "openapi: [\n")
	if got, want := runIn(t, dir, "./..."), "widgets.api cannot be read as YAML"; !strings.Contains(got, want) {
		t.Errorf("with a broken document: %q, want %q", got, want)
	}
}

const reportedGo = `package client

import (
	_ "embed"

	"example.com/endpoint"
)

//go:embed widgets.api
//endpoint:openapi
var _ string

type client struct{ api endpoint.Endpoint }

func Reported(c client) {
	f := func() {}
	c.api.Build("GET /widgets/{")                                             // call
	c.api.Build("PSOT /widgets")                                             // call
	c.api.Build("GET /widgets/{id}", endpoint.Path{"id": ".."})               // call
	c.api.Build("GET /widgets/{id}", endpoint.Params{"id": f})                // call
	c.api.Build("GET /widgets", endpoint.Query{"a": f})                       // call
	c.api.Build("GET /widgets", endpoint.Params{"a": f})                      // call
	c.api.Build("GET /widgets", endpoint.Headers{"a b": ""})                  // call
	c.api.HTTPRequest(nil, "POST /x", endpoint.Params{"a": f})                 // call
	c.api.Build("GET /widgets", endpoint.Options{Data: 1})                    // call
	c.api.Build("GET /widgets", endpoint.Query{"color": "red"})               // document
	c.api.Build("GET /files/{path") //endpoint:ignore the test wants this error
	c.api.Build("GET /widgets", endpoint.Query{"colour": "red"})              //endpoint:ignore not any more // unchecked
	c.api.Build("GET /widgets", endpoint.Query{"color": "red"})               //endpoint:ignore
	//endpoint:ignore the line below
	c.api.Build("GET /files/{path")
	//endpoint:ignore this is // unchecked
	c.api.Build("GET /widgets")
	_ = c //endpoint:ignore so is this // unchecked
	c.api.Build("GET /widgets", endpoint.Query{"colour": f})                  //endpoint:ignored
}
`

// TestVetCategories has the category of each report behind its line.
func TestVetCategories(t *testing.T) {
	dir := writeClient(t, reportedGo, widgets)
	var diagnostics map[string]map[string][]struct{ Category, Posn, Message string }
	out := runIn(t, dir, "-json", "./...")
	text := out[max(0, strings.IndexByte(out, '{')):] // behind the name of the package
	if err := json.NewDecoder(strings.NewReader(text)).Decode(&diagnostics); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	got := map[int]string{}
	for _, d := range diagnostics["vet.test"]["endpointvet"] {
		line, err := strconv.Atoi(strings.Split(d.Posn, ":")[1])
		if err != nil {
			t.Fatal(err)
		}
		got[line] = strings.TrimSpace(got[line] + " " + d.Category)
	}
	for i, line := range strings.Split(reportedGo, "\n") {
		_, want, _ := strings.Cut(line, " // ")
		switch {
		case strings.HasSuffix(line, "//endpoint:ignore"):
			want = "unchecked document"
		case strings.HasSuffix(line, "//endpoint:ignored"):
			want = "call"
		}
		if got[i+1] != want {
			t.Errorf("%s:\n got %q\nwant %q", line, got[i+1], want)
		}
	}
}

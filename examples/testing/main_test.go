package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"example.com/endpoint"
)

func TestListRepos(t *testing.T) {
	got, err := NewClient("https://api.test/v3").listRepos("octokit", "private")
	if err != nil {
		t.Fatal(err)
	}
	want := endpoint.Request{
		Method:  "GET",
		URL:     "https://api.test/v3/orgs/octokit/repos?per_page=100&type=private",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json", "authorization": ""},
	}
	if diff := got.Diff(want); diff != "" {
		t.Error(diff)
	}
}

// If only the URL and the error matter, a table of these is easier to read.
func TestListReposURL(t *testing.T) {
	tests := []struct {
		name, org, kind string
		want            string
		err             error
	}{
		{name: "kind", org: "octokit", kind: "public", want: "https://api.test/orgs/octokit/repos?per_page=100&type=public"},
		{name: "no kind", org: "octokit", want: "https://api.test/orgs/octokit/repos?per_page=100"},
		{name: "escaped", org: "a/b c", want: "https://api.test/orgs/a%2Fb%20c/repos?per_page=100"},
		{name: "no organization", err: endpoint.ErrUnsafePath},
		{name: "dots", org: "..", err: endpoint.ErrUnsafePath},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := NewClient("https://api.test").listRepos(test.org, test.kind)
			if !errors.Is(err, test.err) || got.URL != test.want {
				t.Errorf("got %q, %v, want %q, %v", got.URL, err, test.want, test.err)
			}
		})
	}
}

// The expected request can be a file: the JSON form of a request.
func TestMarkdown(t *testing.T) {
	got, err := NewClient("https://api.test/v3").markdown("see #1", "octokit/endpoint.js")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("testdata/markdown.json")
	if err != nil {
		t.Fatal(err)
	}
	var want endpoint.Request
	if err := json.Unmarshal(golden, &want); err != nil {
		t.Fatal(err)
	}
	if diff := got.Diff(want); diff != "" {
		t.Error(diff)
	}
}

// A route is a pattern of http.ServeMux: what the client builds from it reaches
// its handler.
func TestRouteIsPattern(t *testing.T) {
	const route = "GET /orgs/{org}/repos"
	mux := http.NewServeMux()
	var org string
	mux.HandleFunc(route, func(_ http.ResponseWriter, r *http.Request) {
		org = r.PathValue("org")
	})
	const name = "a/b c%2F"
	built, err := NewClient("https://api.test").listRepos(name, "")
	if err != nil {
		t.Fatal(err)
	}
	req, err := built.HTTPRequest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, pattern := mux.Handler(req); pattern != route {
		t.Errorf("the mux matches %s with %q, want %q", req.URL, pattern, route)
	}
	if mux.ServeHTTP(httptest.NewRecorder(), req); org != name {
		t.Errorf("the handler sees %q, want %q", org, name)
	}
}

func TestRun(t *testing.T) {
	server := httptest.NewServer(newServer())
	defer server.Close()
	const want = "octokit/endpoint.js\noctokit/request.js\n<p>Hello, **world**!</p>\n"
	for _, args := range [][]string{nil, {"-base", server.URL}} {
		var stdout bytes.Buffer
		if err := run(args, &stdout, io.Discard); err != nil || stdout.String() != want {
			t.Errorf("%q: got %q, %v, want %q", args, stdout.String(), err, want)
		}
	}
}

func TestRunErrors(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	err := run([]string{"-base", server.URL}, io.Discard, io.Discard)
	if err == nil || err.Error() != "GET /orgs/octokit/repos: 404 Not Found" {
		t.Errorf("no such route: error %v", err)
	}
	if err := run([]string{"octokit"}, io.Discard, io.Discard); err == nil {
		t.Error("no error for an argument that is not a flag")
	}
}

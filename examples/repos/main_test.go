package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
)

// TestProgram runs the program with a stand-in for GitHub.
func TestProgram(t *testing.T) {
	transport := http.DefaultTransport
	defer func() { http.DefaultTransport = transport }()
	http.DefaultTransport = roundTripper(func(req *http.Request) (*http.Response, error) {
		if got, want := req.Header.Get("Accept"), "application/vnd.github+json"; got != want {
			t.Errorf("accept: got %q, want %q", got, want)
		}
		w := httptest.NewRecorder()
		io.WriteString(w, `[{"full_name": "octokit/endpoint.js"}, {"full_name": "octokit/request.js"}]`)
		return w.Result(), nil
	})
	const want = `
GET https://api.github.com/orgs/octokit/repos?per_page=5&type=public
octokit/endpoint.js
octokit/request.js
`
	if got := "\n" + output(t, main); got != want {
		t.Errorf("printed %s\nwant %s", got, want)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// output returns what f prints.
func output(t *testing.T, f func()) string {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "stdout")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stdout := os.Stdout
	defer func() { os.Stdout = stdout }()
	os.Stdout = file
	f()
	b, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

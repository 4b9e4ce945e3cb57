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
	t.Setenv("TOKEN", "secret")
	transport := http.DefaultTransport
	defer func() { http.DefaultTransport = transport }()
	http.DefaultTransport = roundTripper(func(req *http.Request) (*http.Response, error) {
		if got := req.Method + " " + req.URL.String(); got != "GET https://api.github.com/orgs/octokit/repos?per_page=5&type=public" {
			t.Errorf("sent %s", got)
		}
		for name, want := range map[string]string{"Accept": "application/vnd.github+json", "Authorization": "Bearer secret"} {
			if got := req.Header.Get(name); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
		w := httptest.NewRecorder()
		io.WriteString(w, `[{"full_name": "octokit/endpoint.js"}, {"full_name": "octokit/request.js"}]`)
		return w.Result(), nil
	})
	if got, want := output(t, main), "octokit/endpoint.js\noctokit/request.js\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
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

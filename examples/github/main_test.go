package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/endpoint"
)

func TestRun(t *testing.T) {
	var stdout bytes.Buffer
	if err := run([]string{"-org", "gophers"}, &stdout, io.Discard); err != nil {
		t.Fatal(err)
	}
	const want = `page 1
  gophers/core.js
  gophers/endpoint.js
page 2
  gophers/graphql.js
  gophers/oauth-app.js
page 3
  gophers/request.js
  gophers/rest.js
repositories: 6, pages: 3
`
	if got := stdout.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRunBase(t *testing.T) {
	t.Setenv("TOKEN", loopbackToken)
	var asked string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.RequestURI
		newServer().ServeHTTP(w, r)
	}))
	defer server.Close()
	var stdout bytes.Buffer
	if err := run([]string{"-base", server.URL}, &stdout, io.Discard); err != nil {
		t.Fatal(err)
	}
	if want := "/orgs/octokit/repos?per_page=100&type=public"; asked != want {
		t.Errorf("asked for %s, want %s", asked, want)
	}
	if got := stdout.String(); !strings.HasPrefix(got, "page 1\n") || !strings.HasSuffix(got, "\nrepositories: 6, pages: 1\n") {
		t.Errorf("output %q", got)
	}
}

// A page on another host is not requested.
func TestRunRejectsOtherHost(t *testing.T) {
	t.Setenv("TOKEN", "secret")
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the other host received a request")
	}))
	defer other.Close()
	for _, next := range []string{
		other.URL + "/orgs/octokit/repos?page=2",
		strings.TrimPrefix(other.URL, "http:") + "/orgs/octokit/repos?page=2",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Link", fmt.Sprintf(`<%s>; rel="next"`, next))
			io.WriteString(w, "[]")
		}))
		err := run([]string{"-base", server.URL}, io.Discard, io.Discard)
		server.Close()
		if err == nil || !strings.Contains(err.Error(), "the next page is at "+other.URL) {
			t.Errorf("next page %s: error %v", next, err)
		}
	}
}

func TestRunErrors(t *testing.T) {
	t.Setenv("TOKEN", "wrong")
	server := httptest.NewServer(newServer())
	defer server.Close()
	err := run([]string{"-base", server.URL}, io.Discard, io.Discard)
	if err == nil || err.Error() != "GET /orgs/{org}/repos: 401 Unauthorized" {
		t.Errorf("wrong token: error %v", err)
	}
	if err := run([]string{"-org", ""}, io.Discard, io.Discard); !errors.Is(err, endpoint.ErrUnsafePath) {
		t.Errorf("no organization: error %v", err)
	}
	if err := run([]string{"-org", ".."}, io.Discard, io.Discard); !errors.Is(err, endpoint.ErrUnsafePath) {
		t.Errorf("organization ..: error %v", err)
	}
	if err := run([]string{"octokit"}, io.Discard, io.Discard); err == nil {
		t.Error("no error for an argument that is not a flag")
	}
}

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
	const want = `page 1: /orgs/gophers/repos?per_page=2&type=public
  gophers/core.js
  gophers/endpoint.js
page 2: /orgs/gophers/repos?page=2&per_page=2&type=public
  gophers/graphql.js
  gophers/oauth-app.js
page 3: /orgs/gophers/repos?page=3&per_page=2&type=public
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
	server := httptest.NewServer(newServer())
	defer server.Close()
	var stdout bytes.Buffer
	if err := run([]string{"-base", server.URL}, &stdout, io.Discard); err != nil {
		t.Fatal(err)
	}
	if got := stdout.String(); !strings.HasPrefix(got, "page 1: /orgs/octokit/repos?per_page=100&") ||
		!strings.HasSuffix(got, "\nrepositories: 6, pages: 1\n") {
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

func TestNextPage(t *testing.T) {
	api := newAPI("https://api.test/v3", "secret")
	first, err := api.HTTPRequest(t.Context(), listRoute, endpoint.Params{"org": "octokit"})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		next, want string // "" if it is rejected
	}{
		{"https://api.test/organizations/1/repos?page=2", "https://api.test/organizations/1/repos?page=2"},
		{"https://API.test/x?cursor=a%2Fb", "https://API.test/x?cursor=a%2Fb"},
		{"?page=2", "https://api.test/v3/orgs/octokit/repos?page=2"},
		{"http://api.test/x", ""},
		{"https://api.test:8443/x", ""},
		{"https://api.test@evil.test/x", ""},
		{"https://api.test.evil.test/x", ""},
		{"//evil.test/x", ""},
		{"", ""},
		{"https://api.test/v3/orgs/octokit/repos", ""},
		{"file:///etc/passwd", ""},
		{"https://api.test/%zz", ""},
	}
	for _, test := range tests {
		req, err := nextPage(t.Context(), api, first.URL, http.Header{"Link": {"<" + test.next + ">; rel=next"}})
		if test.want == "" {
			if err == nil {
				t.Errorf("%s: not rejected", test.next)
			} else if strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: the error %q shows the token", test.next, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.next, err)
			continue
		}
		if got := req.URL.String(); got != test.want || req.Header.Get("Authorization") != "Bearer secret" {
			t.Errorf("%s: got %s %v, want %s with the token", test.next, got, req.Header, test.want)
		}
	}
}

func TestNextLink(t *testing.T) {
	tests := []struct {
		fields []string
		want   string
	}{
		{[]string{`<https://api.test/a,b?page=2>; rel="next", <https://api.test/a?page=9>; rel="last"`}, "https://api.test/a,b?page=2"},
		{[]string{`<https://api.test/a?page=1>; rel="prev", <https://api.test/a?page=3>; rel="next"`}, "https://api.test/a?page=3"},
		{[]string{`</a?page=1>; rel=first`, `</a?page=2>; title="2"; rel=next`}, "/a?page=2"},
		{[]string{`</a?page=2>; rel=next, </a?page=9>; rel=last`}, "/a?page=2"},
		{[]string{`</a?page=2>;REL = "NEXT"`}, "/a?page=2"},
		{[]string{`</a?page=2>; rel="last  next"`}, "/a?page=2"},
		{[]string{`</a?page=1>; rel="prev", </a?page=2>; crossorigin; title="a, b; c"; rel="Next"`}, "/a?page=2"},
		{[]string{`</a?page=1>; title="<x>; rel=next, \"<y>; rel=next", </a?page=2>; rel=next`}, "/a?page=2"},

		{nil, ""},
		{[]string{""}, ""},
		{[]string{`<https://api.test/a?page=1>; rel="prev"`}, ""},
		{[]string{`<https://api.test/a?page=1>; rel="next-archive"`}, ""},
		{[]string{`</a>; title="rel=next"`}, ""},
		{[]string{`</a>; rel=prev; rel=next`}, ""},
		{[]string{`</a>; xrel=next`}, ""},
		{[]string{`</a>; rev=next`}, ""},
		{[]string{`</a>; rel=next; anchor="/b"`}, ""}, // a link of another page
	}
	for _, test := range tests {
		if got, ok := nextLink(http.Header{"Link": test.fields}); got != test.want || ok != (test.want != "") {
			t.Errorf("%q: got %q, %t, want %q", test.fields, got, ok, test.want)
		}
	}
}

func TestRunErrors(t *testing.T) {
	t.Setenv("TOKEN", "wrong")
	server := httptest.NewServer(newServer())
	defer server.Close()
	err := run([]string{"-base", server.URL}, io.Discard, io.Discard)
	if err == nil || err.Error() != "GET /orgs/octokit/repos?per_page=100&type=public: 401 Unauthorized" {
		t.Errorf("wrong token: error %v", err)
	}
	if err := run([]string{"-org", ""}, io.Discard, io.Discard); !errors.Is(err, endpoint.ErrMissingParam) {
		t.Errorf("no organization: error %v", err)
	}
	if err := run([]string{"-org", ".."}, io.Discard, io.Discard); !errors.Is(err, endpoint.ErrUnsafePath) {
		t.Errorf("organization ..: error %v", err)
	}
	if err := run([]string{"octokit"}, io.Discard, io.Discard); err == nil {
		t.Error("no error for an argument that is not a flag")
	}
}

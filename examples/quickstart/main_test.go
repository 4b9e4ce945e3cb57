package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"example.com/endpoint"
)

// output runs the example and returns what it prints, with the same port
// for all runs.
func output(t *testing.T, args ...string) string {
	t.Helper()
	var stdout bytes.Buffer
	if err := run(args, &stdout, io.Discard); err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`127\.0\.0\.1:\d+`).ReplaceAllString(stdout.String(), "127.0.0.1:50000")
}

func TestRun(t *testing.T) {
	got := output(t)
	for _, want := range []string{
		"1. GET /orgs/:org/repos\n",
		"= URL             http://127.0.0.1:50000/orgs    http://127.0.0.1:50000/orgs\n",
		"/octokit/repos?per_page=100    /octokit/repos?per_page=100\n",
		"&type=private                  &type=private\n",
		"= authorization   xxxxx                          xxxxx\n",
		"2. POST /markdown/raw\n",
		"= content-type    text/plain                     text/plain\n",
		`= body            "Hello, **world**!"            "Hello, **world**!"` + "\n",
		"3. POST {upload_url}/repos/:owner/:repo/releases/:release_id/assets{?name,label}\n",
		"/repos/octokit/demo/releases/1 /repos/octokit/demo/releases/1\n",
		"&label=in%20short\n",
		"= content-length  24                             24\n",
		"\n3 of 3 requests arrived as they were built.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "a-secret") {
		t.Errorf("the token is shown in\n%s", got)
	}
	for line := range strings.Lines(got) {
		if len(line) > 80+len("\n") {
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
	if again := output(t); again != got {
		t.Errorf("a second run prints\n%s\nafter\n%s", again, got)
	}
}

// It is an error if the server receives something else.
func TestRunDiffers(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/markdown") {
			r.Header.Set("Content-Type", "text/html")
		}
		echo(w, r)
	}))
	defer server.Close()
	var stdout bytes.Buffer
	err := check(t.Context(), server.URL, &stdout)
	if err == nil || err.Error() != "1 of 3 requests differ" {
		t.Errorf("error %v", err)
	}
	for _, want := range []string{
		"! content-type    text/plain                     text/html\n",
		"2 of 3 requests arrived as they were built.\n",
	} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in\n%s", want, stdout.String())
		}
	}
}

func TestCompare(t *testing.T) {
	built := endpoint.Request{
		Method:  "post",
		URL:     "http://api.test/a?b=c",
		Headers: endpoint.Headers{"content-type": "text/plain", "content-length": "4"},
		Body:    "text",
	}
	tests := []struct {
		name   string
		change func(*endpoint.Request)
		want   string // the row that differs
	}{
		{"nothing", func(*endpoint.Request) {}, ""},
		{"method", func(r *endpoint.Request) { r.Method = "PUT" }, "method"},
		{"case of the method", func(r *endpoint.Request) { r.Method = "post" }, "method"},
		{"query", func(r *endpoint.Request) { r.URL = "http://api.test/a" }, "URL"},
		{"host", func(r *endpoint.Request) { r.URL = "http://evil.test/a?b=c" }, "URL"},
		{"lost header", func(r *endpoint.Request) { delete(r.Headers, "content-type") }, "content-type"},
		{"header twice", func(r *endpoint.Request) { r.Headers["content-type"] += ", text/plain" }, "content-type"},
		{"unexpected header", func(r *endpoint.Request) { r.Headers["cookie"] = "a=b" }, "cookie"},
		{"content-length", func(r *endpoint.Request) { r.Headers["content-length"] = "5" }, "content-length"},
		{"body", func(r *endpoint.Request) { r.Body = "tex7" }, "body"},
		{"no body", func(r *endpoint.Request) { r.Body = nil }, "body"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			received := endpoint.Request{
				Method: "POST", URL: "http://api.test/a?b=c", Body: "text",
				Headers: endpoint.Headers{"content-type": "text/plain", "content-length": "4", "accept-encoding": "gzip"},
			}
			test.change(&received)
			var differ []string
			for _, r := range compare(built, received) {
				if r.mark == differs {
					differ = append(differ, r.name)
				}
			}
			if names := strings.Join(differ, " "); names != test.want {
				t.Errorf("%q differ, want %q", names, test.want)
			}
		})
	}
}

func TestRunBase(t *testing.T) {
	t.Setenv("TOKEN", "of-the-environment")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.String() != "/v3/orgs/octokit/repos?per_page=100&type=private" {
			t.Errorf("asked for %s", r.URL)
		}
		if got := r.Header.Get("Authorization"); got != "Bearer of-the-environment" {
			t.Errorf("authorization %q", got)
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, "[]")
	}))
	defer server.Close()
	got := output(t, "-base", server.URL+"/v3/")
	if !strings.HasPrefix(got, "get http://127.0.0.1:50000/v3/orgs/octokit/repos?xxxxx headers[") ||
		!strings.HasSuffix(got, "\n200 OK, 2 bytes of application/json\n") {
		t.Errorf("output %q", got)
	}
	if strings.Contains(got, "of-the-environment") {
		t.Errorf("the token is shown in %q", got)
	}
}

func TestRunBaseWithoutToken(t *testing.T) {
	t.Setenv("TOKEN", "")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, ok := r.Header["Authorization"]; ok {
			t.Error("there is an authorization header")
		}
		http.Error(w, "rate limit", http.StatusForbidden)
	}))
	defer server.Close()
	err := run([]string{"-base", server.URL}, io.Discard, io.Discard)
	if err == nil || err.Error() != "the API responded with 403 Forbidden" {
		t.Errorf("error %v", err)
	}
}

func TestRunErrors(t *testing.T) {
	t.Setenv("TOKEN", "")
	if err := run([]string{"-base", "api.github.com"}, io.Discard, io.Discard); !errors.Is(err, endpoint.ErrRoute) {
		t.Errorf("-base api.github.com: error %v", err)
	}
	if err := run([]string{"https://api.github.com"}, io.Discard, io.Discard); err == nil {
		t.Error("no error for an argument that is not a flag")
	}
}

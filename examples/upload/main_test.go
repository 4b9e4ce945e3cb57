package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/endpoint"
)

func TestRun(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if err := run(nil, &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	got := stdout.String()
	for _, want := range []string{
		"release 1 accepts assets at\n  http://127.0.0.1:",
		"/repos/octokit/demo/releases/1/assets{?name,label}\n",
		"asset 2: demo.txt, 1050000 bytes, uploaded\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := stderr.String(); strings.Count(got, "\r") < 2 || !strings.HasSuffix(got, "\r1050000 of 1050000 bytes, 100%\n") {
		t.Errorf("progress %q", got)
	}
}

// What arrives is checked against the API's documentation, not against what the
// example's own server makes of it.
func TestRunBase(t *testing.T) {
	t.Setenv("TOKEN", "secret")
	const content = "the content"
	file := filepath.Join(t.TempDir(), "a b.txt")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v3/repos/octokit/demo/releases", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if want := `{"draft":true,"name":"Release v2","tag_name":"v2"}`; err != nil || string(body) != want {
			t.Errorf("body %s, %v, want %s", body, err, want)
		}
		respond(w, release{7, "http://" + r.Host + "/up/7/assets{?name,label}"})
	})
	mux.HandleFunc("POST /up/7/assets", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || string(body) != content || r.ContentLength != int64(len(content)) {
			t.Errorf("body %q, %v, length %d", body, err, r.ContentLength)
		}
		if want := "/up/7/assets?name=a%20b.txt&label=made%20by%20endpoint"; r.RequestURI != want {
			t.Errorf("asked for %s, want %s", r.RequestURI, want)
		}
		if got := r.Header.Get("Authorization"); got != "Bearer secret" {
			t.Errorf("authorization %q", got)
		}
		respond(w, asset{ID: 8, Name: "a.b.txt", State: "uploaded", Size: r.ContentLength})
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	var stdout bytes.Buffer
	err := run([]string{"-base", server.URL + "/v3", "-tag", "v2", "-file", file}, &stdout, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if got := stdout.String(); !strings.HasSuffix(got, "\nasset 8: a.b.txt, 11 bytes, uploaded\n") {
		t.Errorf("output %q", got)
	}
}

// publishTo runs the example against a server that returns a release with an
// upload_url, and the asset with a handler.
func publishTo(t *testing.T, uploadURL func(host string) string, asset http.HandlerFunc) (stderr string, err error) {
	t.Helper()
	t.Setenv("TOKEN", "secret")
	mux := http.NewServeMux()
	mux.HandleFunc(createRoute, func(w http.ResponseWriter, r *http.Request) {
		respond(w, release{1, uploadURL(r.Host)})
	})
	mux.HandleFunc("POST /assets", asset)
	server := httptest.NewServer(mux)
	defer server.Close()
	var b bytes.Buffer
	err = run([]string{"-base", server.URL}, io.Discard, &b)
	return b.String(), err
}

func here(host string) string { return "http://" + host + "/assets{?name,label}" }

func TestUploadErrors(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   any
		want   string
	}{
		{"rejected before the body is read", http.StatusForbidden, nil, uploadRoute + ": 403 Forbidden"},
		{"another size", http.StatusCreated, asset{Size: 3}, "but 3 bytes arrived"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := publishTo(t, here, func(w http.ResponseWriter, r *http.Request) {
				if test.status == http.StatusCreated {
					io.Copy(io.Discard, r.Body)
				}
				w.WriteHeader(test.status)
				json.NewEncoder(w).Encode(test.body)
			})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// The file and the token go to the server of the API, or to the one that is allowed in
// its place, and to no other one.
func TestUploadServers(t *testing.T) {
	t.Setenv("TOKEN", "secret")
	var got []string
	serve := func(name string, uploads *string) *httptest.Server {
		mux := http.NewServeMux()
		mux.HandleFunc(createRoute, func(w http.ResponseWriter, r *http.Request) {
			respond(w, release{1, *uploads + "/assets{?name,label}"})
		})
		mux.HandleFunc("POST /assets", func(w http.ResponseWriter, r *http.Request) {
			n, err := io.Copy(io.Discard, r.Body)
			got = append(got, fmt.Sprint(name, " ", r.Header.Get("Authorization"), " ", err))
			respond(w, asset{Size: n})
		})
		server := httptest.NewServer(mux)
		t.Cleanup(server.Close)
		return server
	}
	var answered string // the server in upload_url
	api, other := serve("api", &answered), serve("other", &answered)
	tests := []struct {
		name              string
		answered, allowed string
		want              string // "": refused
	}{
		{"here", api.URL, "", "[api Bearer secret <nil>]"},
		{"elsewhere", other.URL, "", ""},
		{"elsewhere, allowed", other.URL, other.URL, "[other Bearer secret <nil>]"},
		{"elsewhere, allowed with a path", other.URL, other.URL + "/api/uploads", "[other Bearer secret <nil>]"},
		{"here, where it is not allowed", api.URL, other.URL, ""},
		{"another scheme", "https" + strings.TrimPrefix(other.URL, "http"), other.URL, ""},
		{"userinfo", other.URL + "@evil.test", other.URL, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, answered = nil, test.answered
			var stderr bytes.Buffer
			err := run([]string{"-base", api.URL, "-uploads", test.allowed}, io.Discard, &stderr)
			if test.want == "" {
				if got != nil || stderr.Len() > 0 || !errors.Is(err, endpoint.ErrOrigin) {
					t.Errorf("sent to %v, progress %q, error %v", got, stderr.String(), err)
				}
				return
			}
			if err != nil || fmt.Sprint(got) != test.want {
				t.Errorf("sent to %v, error %v, want %s", got, err, test.want)
			}
		})
	}
}

// A redirect does not take the token to another port, scheme or host, nor make a GET of the POST.
func TestRedirect(t *testing.T) {
	t.Setenv("TOKEN", "secret")
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s with %q", r.Method, r.URL, r.Header.Get("Authorization"))
	}))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, target := range []string{other.URL, "https://{host}/", "http://elsewhere.test/"} {
			redirect := func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				http.Redirect(w, r, strings.ReplaceAll(target, "{host}", r.Host), status)
			}
			server := httptest.NewServer(http.HandlerFunc(redirect))
			err := run([]string{"-base", server.URL}, io.Discard, io.Discard)
			server.Close()
			if want := fmt.Sprint(createRoute, ": ", status); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s, %d: error %v", target, status, err)
			}
			_, err = publishTo(t, here, redirect)
			if want := fmt.Sprint(uploadRoute, ": ", status); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s, %d: error %v", target, status, err)
			}
		}
	}
}

func TestEmptyFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer
	err := run([]string{"-file", file}, &stdout, io.Discard)
	if err != nil || !strings.HasSuffix(stdout.String(), "asset 2: empty, 0 bytes, uploaded\n") {
		t.Errorf("output %q, error %v", stdout.String(), err)
	}
}

func TestRunErrors(t *testing.T) {
	t.Setenv("TOKEN", "")
	if err := run([]string{"-repo", ""}, io.Discard, io.Discard); !errors.Is(err, endpoint.ErrUnsafePath) {
		t.Errorf("no repository: error %v", err)
	}
	if err := run([]string{"-file", "not/there"}, io.Discard, io.Discard); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: error %v", err)
	}
	if err := run([]string{"-file", "."}, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "regular") {
		t.Errorf("a folder: error %v", err)
	}
	if err := run([]string{"-base", "https://api.test"}, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "$TOKEN") {
		t.Errorf("no token: error %v", err)
	}
	if err := run([]string{"app.zip"}, io.Discard, io.Discard); err == nil {
		t.Error("no error for an argument that is not a flag")
	}
}

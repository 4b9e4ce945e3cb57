package client_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"example.com/endpoint"
	"example.com/endpoint/examples/client"
)

var ctx = context.Background()

// newClient returns a Client of a server, and what stops the server.
func newClient(handler http.HandlerFunc) (c *client.Client, done func()) {
	server := httptest.NewServer(handler)
	c, err := client.New(endpoint.New(endpoint.Options{BaseURL: server.URL}), nil)
	if err != nil {
		log.Fatal(err)
	}
	return c, server.Close
}

// One Client for an API, which calls it and knows a status from other errors.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v2/users/7" || r.Header.Get("Authorization") != "Bearer TOKEN" {
			http.Error(w, "no such user", http.StatusNotFound)
			return
		}
		fmt.Fprint(w, `{"name": "Ada"}`)
	}))
	defer server.Close()
	token := func(context.Context) (string, error) { return "TOKEN", nil }

	api := endpoint.New(endpoint.Options{
		BaseURL: server.URL + "/v2",
		Headers: endpoint.Headers{"accept": "application/json"},
	})
	c, err := client.New(api, token)
	if err != nil {
		log.Fatal(err)
	}
	for _, id := range []int{7, 8} {
		var user struct{ Name string }
		err := c.Call(ctx, &user, "GET /users/{id}", endpoint.Path{"id": id})
		if e := (*client.Error)(nil); errors.As(err, &e) && e.StatusCode == http.StatusNotFound {
			fmt.Println("no user:", err)
			continue
		}
		fmt.Println(user.Name, err)
	}
	// Output:
	// Ada <nil>
	// no user: GET /v2/users/8: 404 Not Found: "no such user\n"
}

// A conditional request: an empty etag removes the header.
func ExampleClient_Send() {
	c, done := newClient(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Etag", `"v1"`)
		if r.Header.Get("If-None-Match") == `"v1"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		fmt.Fprint(w, `{"name": "Ada"}`)
	})
	defer done()
	etag := ""
	for range 2 {
		var user struct{ Name string }
		req, err := c.API.HTTPRequest(ctx, "GET /users/{id}", endpoint.Path{"id": 7}, endpoint.Headers{"if-none-match": etag})
		if err != nil {
			log.Fatal(err)
		}
		resp, err := c.Send(req, &user)
		if e := (*client.Error)(nil); errors.As(err, &e) && e.StatusCode == http.StatusNotModified {
			fmt.Println("not modified")
			continue
		}
		if err != nil {
			log.Fatal(err)
		}
		etag = resp.Header.Get("Etag")
		fmt.Println(user.Name, etag)
	}
	// Output:
	// Ada "v1"
	// not modified
}

type repository struct {
	FullName string `json:"full_name"`
}

// All pages of a list, by the Link header.
func ExamplePages() {
	c, done := newClient(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("page") == "" {
			w.Header().Set("Link", `<?page=2>; rel="next"`)
		}
		fmt.Fprintf(w, `[{"full_name": "repository of %s"}]`, r.RequestURI)
	})
	defer done()
	repos := client.Pages[[]repository](ctx, c, "GET /orgs/{org}/repos", endpoint.Params{"org": "octokit", "per_page": 100})
	for page, err := range repos {
		if err != nil {
			log.Fatal(err)
		}
		for _, repo := range page {
			fmt.Println(repo.FullName)
		}
	}
	// Output:
	// repository of /orgs/octokit/repos?per_page=100
	// repository of /orgs/octokit/repos?page=2
}

type usersPage struct {
	Users []string `json:"users"`
	Next  string   `json:"next_cursor"`
}

// All pages of a list, by a cursor in each page.
func ExampleCursorPages() {
	c, done := newClient(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("cursor") == "" {
			fmt.Fprint(w, `{"users": ["ada"], "next_cursor": "c2"}`)
			return
		}
		fmt.Fprint(w, `{"users": ["bob"]}`)
	})
	defer done()
	next := func(p usersPage) string { return p.Next }
	for page, err := range client.CursorPages(ctx, c, "cursor", next, "GET /users", endpoint.Params{"limit": 1}) {
		fmt.Println(page.Users, err)
	}
	// Output:
	// [ada] <nil>
	// [bob] <nil>
}

// A download goes to a file as it arrives.
func ExampleClient_Do() {
	c, done := newClient(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, strings.Repeat("a large file\n", 1000))
	})
	defer done()
	f, err := os.CreateTemp("", "download")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(f.Name())
	defer f.Close()

	req, err := c.API.HTTPRequest(ctx, "GET /files/{id}", endpoint.Path{"id": 7})
	if err != nil {
		log.Fatal(err)
	}
	resp, err := c.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	fmt.Println(io.Copy(f, resp.Body))
	// Output: 13000 <nil>
}

// An event stream is read line by line.
func ExampleClient_Do_events() {
	c, done := newClient(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, ": hello\n\ndata: one\n\ndata: two\n\n")
	})
	defer done()
	req, err := c.API.HTTPRequest(ctx, "GET /events", endpoint.Headers{"accept": "text/event-stream"})
	if err != nil {
		log.Fatal(err)
	}
	resp, err := c.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20) // the longest line
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data:"); ok {
			fmt.Println(strings.TrimPrefix(data, " "))
		}
	}
	fmt.Println(lines.Err())
	// Output:
	// one
	// two
	// <nil>
}

// tempFile returns the path of a file, and what removes it.
func tempFile(content string) (path string, done func()) {
	dir, err := os.MkdirTemp("", "client")
	if err != nil {
		log.Fatal(err)
	}
	path = filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		log.Fatal(err)
	}
	return path, func() { os.RemoveAll(dir) }
}

// A form with a field, a JSON part and a file. A test reads it as a server does.
func ExampleClient_Multipart() {
	c, done := newClient(func(_ http.ResponseWriter, r *http.Request) {
		fmt.Println(r.FormValue("title"), r.FormValue("meta"), r.ContentLength > 0)
	})
	defer done()
	path, remove := tempFile("Buy milk")
	defer remove()

	f, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close() // after the response
	req, err := c.Multipart(ctx, []client.Part{
		{Name: "title", Data: "Notes"},
		{Name: "meta", Type: "application/json", Data: map[string]any{"pinned": true}},
		{Name: "file", Filename: filepath.Base(path), Type: "text/plain", Data: f},
	}, "POST /folders/{id}/files", endpoint.Path{"id": 7})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := c.Send(req, nil); err != nil {
		log.Fatal(err)
	}

	req.Body, _ = req.GetBody() // in a test, in place of Diff: the boundary is random
	if err := req.ParseMultipartForm(1 << 20); err != nil {
		log.Fatal(err)
	}
	fmt.Println(req.MultipartForm.Value, req.MultipartForm.File["file"][0].Size)
	// Output:
	// Notes {"pinned":true} true
	// map[meta:[{"pinned":true}] title:[Notes]] 8
}

// Upload: a file as Data, and a template that the API returned as the route.
func Example_upload() {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		fmt.Println(r.Method, r.RequestURI, r.ContentLength, string(b), err)
	}))
	defer server.Close()
	path, remove := tempFile("What is new")
	defer remove()

	c, err := client.New(endpoint.New(endpoint.Options{BaseURL: server.URL}), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(upload(c, path))
	for _, template := range []string{ // from an earlier response
		server.URL + "/releases/1/assets{?name,label}",
		"https://elsewhere.test/releases/1/assets{?name,label}",
		"<html>",
	} {
		fmt.Println(uploadAsset(c, template, server.URL, path))
	}
	// Output:
	// PUT /files/notes.txt 11 What is new <nil>
	// <nil>
	// POST /releases/1/assets?name=notes.txt 11 What is new <nil>
	// <nil>
	// the upload goes to another server
	// no upload template in the response: endpoint: POST <html>: invalid route: at offset 0 of the URL: '<' is not allowed in a URI template: write %3C, or {name} for a parameter
}

func upload(c *client.Client, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() // after the response
	return c.Call(ctx, nil, "PUT /files/{name}", endpoint.Options{
		Headers: endpoint.Headers{"content-type": "text/plain"},
		Path:    endpoint.Path{"name": filepath.Base(path)},
		Data:    f,
	})
}

// uploadAsset sends a file to an upload template returned by the API. server is
// the scheme and host of uploads: https://uploads.github.com for GitHub, whose
// API is at https://api.github.com.
func uploadAsset(c *client.Client, template, server, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	req, err := c.API.HTTPRequest(ctx, "POST "+template, endpoint.Options{
		Headers: endpoint.Headers{"content-type": "text/plain"},
		Path:    endpoint.Path{"name": filepath.Base(path)},
		Data:    f,
	})
	if err != nil {
		return fmt.Errorf("no upload template in the response: %w", err)
	}
	if req.URL.Scheme+"://"+req.URL.Host != server {
		return errors.New("the upload goes to another server") // which would get the file
	}
	_, err = c.Send(req, nil)
	return err
}

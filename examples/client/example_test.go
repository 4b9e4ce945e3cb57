package client

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"expvar"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.com/endpoint"
)

var ctx = context.Background()

// serve returns a Client of a server, and what stops the server.
func serve(handler http.HandlerFunc) (c *Client, done func()) {
	server := httptest.NewServer(handler)
	return New(newAPI(server.URL)), server.Close
}

// One Client for an API. Path values are in Path, query values in Query, and body
// fields in Params.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v2/users/7/notes" || r.Header.Get("Authorization") != "Bearer TOKEN" {
			http.Error(w, "no such user", http.StatusNotFound)
			return
		}
		body, _ := io.ReadAll(r.Body)
		fmt.Println(r.Method, r.RequestURI, string(body))
		fmt.Fprint(w, `{"id": 12}`)
	}))
	defer server.Close()

	api := endpoint.New(endpoint.Options{
		BaseURL: server.URL + "/v2",
		Headers: endpoint.Headers{
			"accept":        "application/json",
			"authorization": "Bearer TOKEN",
			"user-agent":    "example-client/1.0",
		},
	})
	c := New(api)
	for _, id := range []int{7, 8} {
		var note struct{ ID int }
		err := c.Call(ctx, &note, "POST /users/{id}/notes",
			endpoint.Path{"id": id}, endpoint.Query{"notify": true}, endpoint.Params{"text": "Hi"})
		if e := (*Error)(nil); errors.As(err, &e) && e.StatusCode == http.StatusNotFound {
			fmt.Println("no user:", err)
			continue
		}
		fmt.Println(note.ID, err)
	}
	// Output:
	// POST /v2/users/7/notes?notify=true {"text":"Hi"}
	// 12 <nil>
	// no user: POST /users/{id}/notes: 404 Not Found
}

// A deadline limits a whole call, with its redirects, its retries and its body.
func ExampleClient_Call() {
	c, done := serve(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, `{"name": "Ada"}`) })
	defer done()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var user struct{ Name string }
	err := c.Call(ctx, &user, "GET /users/{id}", endpoint.Path{"id": 7})
	fmt.Println(user.Name, err)
	// Output:
	// Ada <nil>
}

// An APIError is the JSON that this API sends with an error.
type APIError struct {
	StatusCode int               `json:"-"`
	Message    string            `json:"message"`
	Fields     map[string]string `json:"fields"`
}

func (e *APIError) Error() string { return fmt.Sprint(e.StatusCode, " ", e.Message, " ", e.Fields) }

// decode returns the error of the API in place of its response, if that has one.
func decode(err error) error {
	e, problem := (*Error)(nil), &APIError{}
	if !errors.As(err, &e) || json.Unmarshal(e.Body, problem) != nil || problem.Message == "" {
		return err // of the network, or of a proxy
	}
	problem.StatusCode = e.StatusCode
	return problem
}

// The JSON of an API's error.
func ExampleError() {
	c, done := serve(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/proxy" {
			http.Error(w, "<html>", http.StatusBadGateway)
			return
		}
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprint(w, `{"message": "invalid user", "fields": {"name": "is taken"}}`)
	})
	defer done()
	err := decode(c.Call(ctx, nil, "POST /users", endpoint.Params{"name": "ada"}))
	if e := (*APIError)(nil); errors.As(err, &e) {
		fmt.Println("name", e.Fields["name"])
	}
	fmt.Println(decode(c.Call(ctx, nil, "POST /proxy")))
	// Output:
	// name is taken
	// POST /proxy: 502 Bad Gateway
}

// A conditional request: an empty etag removes the header.
func ExampleClient_Send() {
	c, done := serve(func(w http.ResponseWriter, r *http.Request) {
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
		req, err := c.API.HTTPRequest(ctx, "GET /users/{id}", endpoint.Path{"id": 7}, endpoint.Headers{"if-none-match": etag}.OmitZero())
		if err != nil {
			log.Fatal(err)
		}
		resp, err := c.Send(req, &user)
		if e := (*Error)(nil); errors.As(err, &e) && e.StatusCode == http.StatusNotModified {
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

// A download goes to a file as it arrives.
func ExampleClient_Do() {
	c, done := serve(func(w http.ResponseWriter, r *http.Request) {
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
	c, done := serve(func(w http.ResponseWriter, r *http.Request) {
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

// writeTemp returns the path of a file, and what removes it.
func writeTemp(content string) (path string, done func()) {
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

// Upload: a file as Data, and a template that the API returned as the route.
func Example_upload() {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		fmt.Println(r.Method, r.RequestURI, r.ContentLength, string(b), err)
	}))
	defer server.Close()
	path, remove := writeTemp("What is new")
	defer remove()

	c := New(newAPI(server.URL))
	fmt.Println(upload(c, path))
	// Output:
	// PUT /files/notes.txt 11 What is new <nil>
	// <nil>
}

func upload(c *Client, path string) error {
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

// newAPI returns the Endpoint of a server.
func newAPI(base string) endpoint.Endpoint {
	return endpoint.New(endpoint.Options{
		BaseURL: base,
		Headers: endpoint.Headers{"accept": "application/json", "user-agent": "example-client/1.0"},
	})
}

// A counter counts requests by route. A redirect has that of the request that led to it.
type counter struct {
	http.RoundTripper
	requests *expvar.Map
}

func (c counter) RoundTrip(req *http.Request) (*http.Response, error) {
	first := req
	for first.Pattern == "" && first.Response != nil {
		first = first.Response.Request
	}
	c.requests.Add(first.Pattern, 1)
	return c.RoundTripper.RoundTrip(req)
}

// Metrics: the route is the label, and not the path, of which there is one for each user.
func Example_metrics() {
	c, done := serve(func(http.ResponseWriter, *http.Request) {})
	defer done()
	requests := new(expvar.Map)
	c.HTTP.Transport = counter{c.HTTP.Transport, requests}
	for _, id := range []int{7, 8} {
		if err := c.Call(ctx, nil, "GET /users/{id}", endpoint.Path{"id": id}); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(requests)
	// Output: {"GET /users/{id}": 2}
}

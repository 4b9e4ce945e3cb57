// Examples: those of README.md, then of single names, then of the pages in docs/.
// The blocks of the pages are lines of this file or of examples/, which
// readme_test.go checks.

package endpoint_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.com/endpoint"
)

// api is the Endpoint of the examples that do not make their own.
var api = endpoint.New(
	endpoint.Options{BaseURL: "https://api.test"},
	endpoint.Headers{"accept": "application/json", "user-agent": "my-app/1.0"},
)

// printRequest prints the method, URL and body of a request, or the error.
func printRequest(r endpoint.Request, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Method, r.URL)
	if r.Body == nil {
		return
	}
	body, _, err := r.BodyReader()
	if err != nil {
		log.Fatal(err)
	}
	b, err := io.ReadAll(body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(b))
}

// A route and its values.
func Example() {
	ctx, token := context.Background(), "TOKEN"
	github := endpoint.New(
		endpoint.Options{BaseURL: "https://api.github.com"},
		endpoint.Headers{
			"accept":        "application/vnd.github+json",
			"authorization": "Bearer " + token,
			"user-agent":    "my-app/1.0",
		},
	)
	req, err := github.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/issues",
		endpoint.Path{"owner": "octokit", "repo": "rest.js"},
		endpoint.Query{"labels": "bug,good first issue", "state": "open"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(req.Method, req.URL)
	// Output: GET https://api.github.com/repos/octokit/rest.js/issues?labels=bug%2Cgood%20first%20issue&state=open
}

// A value that would move the request to another path is an error, where a URL built by hand
// deletes the project.
func Example_unsafePath() {
	project := "7"
	for _, key := range []string{"laptop", ".."} {
		byHand, err := url.JoinPath("https://api.test/projects", project, "keys", url.PathEscape(key))
		fmt.Printf("%-8q by hand:  DELETE %s\n", key, byHand)
		if err != nil {
			log.Fatal(err)
		}
		req, err := api.HTTPRequest(context.Background(), "DELETE /projects/{project}/keys/{key}",
			endpoint.Path{"project": project, "key": key})
		if err != nil {
			fmt.Printf("%8s %v\n", "", err)
			continue
		}
		fmt.Printf("%8s endpoint: %s %s\n", "", req.Method, req.URL)
	}
	// Output:
	// "laptop" by hand:  DELETE https://api.test/projects/7/keys/laptop
	//          endpoint: DELETE https://api.test/projects/7/keys/laptop
	// ".."     by hand:  DELETE https://api.test/projects/7
	//          endpoint: DELETE /projects/{project}/keys/{key}: unsafe path in parameter "key": a path segment would be "." or ".."
}

// UpdateNote has the values of one operation. Each field goes where its tag says.
type UpdateNote struct {
	ID      int      `path:"id"`
	Notify  bool     `query:"notify,omitempty"`
	IfMatch string   `header:"if-match"`
	Text    string   `json:"text,omitempty"`
	Tags    []string `json:"tags,omitempty"`
}

// One struct is one call. A layer after it overrides or adds single values, such as a null.
func ExampleOptionsOf() {
	etag := `"v7"`
	update := UpdateNote{ID: 7, Notify: true, IfMatch: etag, Tags: []string{"bug"}}
	printRequest(api.Build("PATCH /notes/{id}", endpoint.OptionsOf(update)))
	printRequest(api.Build("PATCH /notes/{id}", endpoint.OptionsOf(update), endpoint.Params{"text": nil}))
	// An empty condition would overwrite what others wrote.
	update.IfMatch = ""
	_, err := api.Build("PATCH /notes/{id}", endpoint.OptionsOf(update))
	fmt.Println(errors.Is(err, endpoint.ErrHeader))
	// Output:
	// patch https://api.test/notes/7?notify=true
	// {"tags":["bug"]}
	// patch https://api.test/notes/7?notify=true
	// {"tags":["bug"],"text":null}
	// true
}

func updateNote(op UpdateNote, more ...endpoint.Layer) (endpoint.Request, error) {
	layers := append([]endpoint.Layer{endpoint.OptionsOf(op)}, more...)
	return api.Build("PATCH /notes/{id}", layers...)
}

// A method that accepts further layers lets its caller add what the struct does not have.
func Example_moreLayers() {
	update := UpdateNote{ID: 7, IfMatch: `"v7"`}
	printRequest(updateNote(update, endpoint.Query{"dry_run": true}))
	// Output:
	// patch https://api.test/notes/7?dry_run=true
}

// An embedded struct has what several operations share. The tag body is for a body as a whole.
func ExampleOptionsOf_body() {
	type InOrg struct {
		Org string `path:"org"`
	}
	type ImportUsers struct {
		InOrg
		Notify bool   `query:"notify"`
		Users  []User `body:""`
	}
	printRequest(api.Build("POST /orgs/{org}/users", endpoint.OptionsOf(ImportUsers{
		InOrg: InOrg{Org: "octokit"},
		Users: []User{{ID: 7, Name: "Ada"}},
	})))
	// Output:
	// post https://api.test/orgs/octokit/users?notify=false
	// [{"id":7,"name":"Ada"}]
}

// Path values go in Path, query values in Query, body fields in Params, and a whole body in Data.
func ExampleEndpoint_Build() {
	printRequest(api.Build("GET /users/{id}", endpoint.Path{"id": 7}))
	printRequest(api.Build("GET /notes", endpoint.Query{"tag": []string{"a", "b"}, "by": map[string]any{"name": "Ada"}}))
	printRequest(api.Build("POST /users/{id}/notes", endpoint.Path{"id": 7}, endpoint.Query{"notify": true}, endpoint.Params{"text": "Hi"}))
	printRequest(api.Build("PUT /users/{id}", endpoint.Path{"id": 7}, endpoint.Options{Data: User{ID: 7, Name: "Ada"}}))
	form := endpoint.Headers{"content-type": "application/x-www-form-urlencoded"}
	printRequest(api.Build("POST /token", form, endpoint.Params{"code": "c0de", "scope": []string{"read", "write"}}))
	printRequest(api.Build("GET /files{/path*}", endpoint.Path{"path": []string{"docs", "100% a.md"}}))
	// Output:
	// get https://api.test/users/7
	// get https://api.test/notes?by%5Bname%5D=Ada&tag=a&tag=b
	// post https://api.test/users/7/notes?notify=true
	// {"text":"Hi"}
	// put https://api.test/users/7
	// {"id":7,"name":"Ada"}
	// post https://api.test/token
	// code=c0de&scope=read&scope=write
	// get https://api.test/files/docs/100%25%20a.md
}

// Params fill the placeholders that Path does not fill. The others become the query
// of GET and HEAD, and the body of POST, PUT, PATCH and DELETE.
func ExampleParams() {
	note := endpoint.Params{"id": 7, "force": true}
	printRequest(api.Build("GET /notes/{id}", note))
	printRequest(api.Build("DELETE /notes/{id}", note))                      // a body
	printRequest(api.Build("DELETE /notes/{id}{?force}", note))              // a query, as the route says
	printRequest(api.Build("PUT /notes/{id}", endpoint.Path{"id": 7}, note)) // id is in both
	// Output:
	// get https://api.test/notes/7?force=true
	// delete https://api.test/notes/7
	// {"force":true}
	// delete https://api.test/notes/7?force=true
	// put https://api.test/notes/7
	// {"force":true,"id":7}
}

// Query goes with any method, sorted by key. If the URL has a name already, as that of a next page may,
// a default of that name is left out.
func ExampleQuery() {
	api := api.Defaults(endpoint.Query{"per_page": 100})
	printRequest(api.Build("GET /notes", endpoint.Query{"tag": []string{"a", "b"}, "by": map[string]any{"name": "Ada"}}))
	printRequest(api.Build("DELETE /notes", endpoint.Query{"id": 7, "per_page": endpoint.Unset}))
	printRequest(api.Build("GET {+next}", endpoint.Path{"next": "https://api.test/notes?page=2&per_page=10"}))
	// Output:
	// get https://api.test/notes?by%5Bname%5D=Ada&per_page=100&tag=a&tag=b
	// delete https://api.test/notes?id=7
	// get https://api.test/notes?page=2&per_page=10
}

// Path fills placeholders: one segment, an optional one, a list of segments, and text that keeps its
// slashes.
func ExamplePath() {
	printRequest(api.Build("GET /files/{id}", endpoint.Path{"id": "a/b"}))
	printRequest(api.Build("GET /files{/id}", endpoint.Path{"id": nil}))
	printRequest(api.Build("GET /files{/path*}", endpoint.Path{"path": []string{"docs", "a b.md"}}))
	printRequest(api.Build("GET /files/{+path}", endpoint.Path{"path": "docs/a b.md"}))
	// Output:
	// get https://api.test/files/a%2Fb
	// get https://api.test/files
	// get https://api.test/files/docs/a%20b.md
	// get https://api.test/files/docs/a%20b.md
}

// The defaults are layers. Defaults returns a new Endpoint.
func ExampleNew() {
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test/v2"},
		endpoint.Headers{"accept": "application/json", "user-agent": "my-app/1.0"},
		endpoint.Query{"api-version": "2026-01"},
	)
	pages := api.Defaults(endpoint.Query{"per_page": 100}) // api is unchanged
	printRequest(pages.Build("GET /users"))
	printRequest(pages.Build("GET /users", endpoint.Query{"per_page": 10}))
	printRequest(pages.Build("GET /users", endpoint.Query{"per_page": endpoint.Unset}))
	// Output:
	// get https://api.test/v2/users?api-version=2026-01&per_page=100
	// get https://api.test/v2/users?api-version=2026-01&per_page=10
	// get https://api.test/v2/users?api-version=2026-01
}

// A handler that passes user input on.
func Example_userInput() {
	handler := func(w http.ResponseWriter, r *http.Request) {
		req, err := api.HTTPRequest(r.Context(), "GET /repos/{owner}/{repo}", endpoint.Path{
			"owner": r.FormValue("owner"), "repo": r.FormValue("repo"),
		})
		if errors.Is(err, endpoint.ErrUnsafePath) {
			http.Error(w, "no such repository", http.StatusNotFound)
			return
		}
		if err != nil {
			http.Error(w, "internal error", http.StatusInternalServerError)
			return
		}
		fmt.Fprintln(w, "would send", req.Method, req.URL)
	}
	for _, query := range []string{"owner=octokit&repo=demo", "owner=octokit&repo=..", "owner=octokit"} {
		w := httptest.NewRecorder()
		handler(w, httptest.NewRequest("GET", "/?"+query, nil))
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 would send GET https://api.test/repos/octokit/demo
	// 404 no such repository
	// 404 no such repository
}

// A route that begins with {+x}, or with {x} for the name url or one that ends in
// "_url", accepts an absolute URL as its value.
func ExampleEndpoint_Build_url() {
	printRequest(api.Build("GET {+next}", endpoint.Path{"next": "https://api.test/users?page=2"}))
	printRequest(api.Build("POST {upload_url}/assets{?name}", endpoint.Path{
		"upload_url": "https://uploads.test/releases/1", "name": "notes.txt",
	}))
	// Any other value is a path.
	printRequest(api.Build("GET {+next}", endpoint.Path{"next": "docs/a b"}))
	// Output:
	// get https://api.test/users?page=2
	// post https://uploads.test/releases/1/assets?name=notes.txt
	// get https://api.test/docs/a%20b
}

// Merge returns what Parse reads: all layers as one, with nothing expanded.
func ExampleEndpoint_Merge() {
	o := api.Merge("get /orgs/{org}/repos", endpoint.Path{"org": "octokit"}, endpoint.Query{"type": "private"})
	fmt.Println(o.Method, o.BaseURL, o.URL, o.Path, o.Query)
	// Parse reads nothing else, so any Endpoint will do.
	printRequest(endpoint.Endpoint{}.Parse(o))
	// Output:
	// GET https://api.test /orgs/{org}/repos map[org:octokit] map[type:private]
	// get https://api.test/orgs/octokit/repos?type=private
}

// Errors say what to write. Each has one of the Err values.
func ExampleError() {
	for _, call := range []struct {
		want  error
		route string
		layer endpoint.Layer
	}{
		{endpoint.ErrRoute, "GET /files/{path...}", nil},
		{endpoint.ErrRoute, "GET /users", endpoint.Options{BaseURL: "api.test"}},
		{endpoint.ErrMissingParam, "GET /users/{id}", endpoint.Path{"ID": 7}},
		{endpoint.ErrParam, "GET /users/{id}", endpoint.Path{"id": 7, "user": "ada"}},
		{endpoint.ErrHeader, "GET /users", endpoint.Headers{"x-trace": "a\nb"}},
		{endpoint.ErrBody, "GET /users", endpoint.Options{Data: "text"}},
		{endpoint.ErrUnsafePath, "GET /users/{id}", endpoint.Path{"id": ".."}},
	} {
		_, err := api.Build(call.route, call.layer)
		if errors.Is(err, call.want) {
			fmt.Println(err)
		}
	}
	// Output:
	// endpoint: GET /files/{path...}: invalid route: at offset 7 of the URL: "{path...}" is not RFC 6570: write {+path}, or {/path*} for a list of segments
	// endpoint: GET /users: invalid route in BaseURL: it must begin with http:// or https://
	// endpoint: GET /users/{id}: missing parameter "id": "ID" differs in case: write "id"
	// endpoint: GET /users/{id}: invalid parameter "user": no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query
	// endpoint: GET /users: invalid header "x-trace": the value has a control character, such as a line break: remove it
	// endpoint: GET /users: invalid body in Data: GET does not allow a body: use another method, or build it as POST and set Method of the result to GET
	// endpoint: GET /users/{id}: unsafe path in parameter "id": a path segment would be "." or ".."
}

// Lists chooses how a list is written, in the defaults or in a call. Without it a list is
// repeated, and one below brackets is an error, since servers differ.
func ExampleListStyle() {
	tags := endpoint.Query{"tags": []string{"a", "b"}, "by": map[string]any{"id": []int{7}}}
	for style := endpoint.ListComma; style <= endpoint.ListIndexes; style++ {
		r, err := api.Build("GET /notes", tags, endpoint.Options{Lists: style})
		if err != nil {
			log.Fatal(err)
		}
		decoded, err := url.QueryUnescape(r.URL)
		fmt.Printf("%-8v %s %v\n", style, decoded, err)
	}
	_, err := api.Build("GET /notes", tags)
	fmt.Println(errors.Is(err, endpoint.ErrParam))
	// Output:
	// comma    https://api.test/notes?by[id]=7&tags=a,b <nil>
	// repeat   https://api.test/notes?by[id]=7&tags=a&tags=b <nil>
	// brackets https://api.test/notes?by[id][]=7&tags[]=a&tags[]=b <nil>
	// indexes  https://api.test/notes?by[id][0]=7&tags[0]=a&tags[1]=b <nil>
	// true
}

// A MediaType amends the vendor's items of the accept header.
func ExampleMediaType() {
	api := endpoint.New(endpoint.Headers{"accept": "application/vnd.github.v3+json"})
	for _, m := range []endpoint.MediaType{
		{Format: "raw+json"},
		{Previews: []string{"mercy", "nova"}},
		{Format: "diff", Previews: []string{"mercy"}},
	} {
		r, err := api.Build("GET /repos/octokit/demo", m)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.Headers.Get("accept"))
	}
	// Output:
	// application/vnd.github.v3.raw+json
	// application/vnd.github.mercy-preview+json,application/vnd.github.nova-preview+json
	// application/vnd.github.mercy-preview.diff
}

// A token of the defaults is not sent to another host that a value names. Pass the base
// address with the call to allow it.
func ExampleOptions_anotherOrigin() {
	github := endpoint.New(
		endpoint.Options{BaseURL: "https://api.github.com"},
		endpoint.Headers{"accept": "application/vnd.github+json", "user-agent": "my-app/1.0", "authorization": "Bearer TOKEN"},
	)
	asset := endpoint.Path{"upload_url": "https://uploads.github.com/releases/1/assets", "name": "notes.txt"}
	_, err := github.Build("POST {upload_url}{?name}", asset)
	fmt.Println(errors.Is(err, endpoint.ErrOrigin))
	r, err := github.Build("POST {upload_url}{?name}", asset, endpoint.Options{BaseURL: "https://uploads.github.com"})
	fmt.Println(r.URL, r.Headers["authorization"], err)
	// Output:
	// true
	// https://uploads.github.com/releases/1/assets?name=notes.txt Bearer TOKEN <nil>
}

// A placeholder in BaseURL is filled from Path only. Here each tenant has an
// Endpoint.
func ExamplePath_baseURL() {
	service := endpoint.New(
		endpoint.Options{BaseURL: "https://{tenant}.api.test/v{version}"},
		endpoint.Path{"version": 2},
		endpoint.Headers{"accept": "application/json", "user-agent": "my-app/1.0"},
	)
	acme := service.Defaults(
		endpoint.Path{"tenant": "acme"},
		endpoint.Headers{"authorization": "Bearer TOKEN-OF-ACME"},
	)
	printRequest(acme.Build("POST /users", endpoint.Params{"name": "Ada", "tenant": "evil"}))
	_, err := service.Build("GET /users", endpoint.Path{"tenant": "evil.test/"})
	fmt.Println(errors.Is(err, endpoint.ErrParam))
	// Output:
	// post https://acme.api.test/v2/users
	// {"name":"Ada","tenant":"evil"}
	// true
}

// OmitZero leaves out what is not set.
func ExampleQuery_OmitZero() {
	users := func(cursor string, limit int) endpoint.Query {
		return endpoint.Query{"cursor": cursor, "limit": limit}.OmitZero()
	}
	printRequest(api.Build("GET /users", users("", 0)))
	printRequest(api.Build("GET /users", users("c1", 50)))
	// Output:
	// get https://api.test/users
	// get https://api.test/users?cursor=c1&limit=50
}

// ListIssues are the options of a call.
type ListIssues struct {
	State  string    `json:"state,omitempty"`
	Labels []string  `json:"labels,omitempty"`
	Since  time.Time `json:"since,omitempty"`
	Page   int       `json:"page,omitempty"`
}

// OmitZero leaves an empty header out. Without it, the empty value would remove a header of the
// defaults, and is an error where there is none.
func ExampleHeaders_OmitZero() {
	for _, etag := range []string{`"v7"`, ""} {
		r, err := api.Build("GET /notes/{id}", endpoint.Path{"id": 7}, endpoint.Headers{"if-none-match": etag}.OmitZero())
		fmt.Printf("%q %v\n", r.Headers["if-none-match"], err)
	}
	// Output:
	// "\"v7\"" <nil>
	// "" <nil>
}

// A field that cannot be read is an error of each call that sends it.
func ExampleParamsOf_error() {
	type Event struct {
		ID int64 `json:"id,string"`
	}
	_, err := api.Build("POST /events", endpoint.ParamsOf(Event{ID: 7}))
	var e *endpoint.Error
	if errors.As(err, &e) {
		fmt.Println(e.Err, e.Name)
		fmt.Println(e.Reason)
	}
	printRequest(api.Build("POST /events", endpoint.ParamsOf(Event{ID: 7}), endpoint.Params{"id": "7"}))
	// Output:
	// invalid parameter id
	// Event.ID: the option "string" of its tag is not supported here: remove it and set the parameter yourself
	// post https://api.test/events
	// {"id":"7"}
}

// MergeRequests has the url tags of GitLab's own client.
type MergeRequests struct {
	IIDs         []int     `url:"iids[],omitempty"`
	Labels       []string  `url:"labels,comma,omitempty"`
	CreatedAfter time.Time `url:"created_after,omitempty"`
}

// The tags can be those of go-querystring. The path of a project is one segment.
func ExampleQueryOf() {
	project := endpoint.Path{"id": "octokit/demo"}
	printRequest(api.Build("GET /projects/{id}/merge_requests", project, endpoint.QueryOf(MergeRequests{
		IIDs:   []int{1, 2},
		Labels: []string{"bug", "ui"},
	})))
	// Output:
	// get https://api.test/projects/octokit%2Fdemo/merge_requests?iids%5B%5D=1&iids%5B%5D=2&labels=bug%2Cui
}

// A counter counts requests by route, as metrics do, and sends them. A redirect counts as the request
// that it answers.
type counter struct {
	next   http.RoundTripper
	routes map[string]int
}

func (c counter) RoundTrip(r *http.Request) (*http.Response, error) {
	first := r
	for first.Pattern == "" && first.Response != nil {
		first = first.Response.Request // which was redirected
	}
	c.routes[first.Pattern]++
	return c.next.RoundTrip(r)
}

// Route is the method and template of a request, without values: a label for metrics. A
// request for net/http has it as its Pattern.
func ExampleRequest_route() {
	mux := http.NewServeMux()
	mux.Handle("/users/0", http.RedirectHandler("/users/1", http.StatusMovedPermanently))
	server := httptest.NewServer(mux)
	defer server.Close()
	count := counter{http.DefaultTransport, map[string]int{}}
	client := http.Client{Transport: count}
	for id := range 3 {
		req, err := api.HTTPRequest(context.Background(), "GET /users/{id}",
			endpoint.Options{BaseURL: server.URL, Path: endpoint.Path{"id": id}})
		if err != nil {
			log.Fatal(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			log.Fatal(err)
		}
		resp.Body.Close()
	}
	fmt.Println(count.routes)
	r, err := api.Build("GET /users/{id}", endpoint.Path{"id": 7})
	fmt.Println(r.Route, err)
	// Output:
	// map[GET /users/{id}:4]
	// GET /users/{id} <nil>
}

// BodyReader gives other clients the bytes that HTTPRequest would send.
func ExampleRequest_BodyReader() {
	r, err := api.Build("POST /issues", endpoint.Params{"title": "Found <a> bug"})
	if err != nil {
		log.Fatal(err)
	}
	body, size, err := r.BodyReader()
	if err != nil {
		log.Fatal(err)
	}
	b, err := io.ReadAll(body)
	fmt.Println(string(b), size, err)
	// Output: {"title":"Found <a> bug"} 25 <nil>
}

// Diff compares a request with the one that a test wants.
func ExampleRequest_Diff() {
	got, err := api.Build("POST /issues", endpoint.Params{"title": "bug", "labels": []string{"ui"}},
		endpoint.Headers{"authorization": "Bearer TOKEN"})
	if err != nil {
		log.Fatal(err)
	}
	type issue struct {
		Title  string   `json:"title"`
		Labels []string `json:"labels"`
	}
	want := endpoint.Request{Method: "POST", URL: "https://api.test/issues", Body: issue{"bug", []string{"ui"}}}
	fmt.Printf("%q\n", got.Diff(want))
	want.Headers = endpoint.Headers{"authorization": ""} // must be absent
	want.Body = issue{"bug", []string{"ux"}}
	fmt.Println(got.Diff(want))
	// Output:
	// ""
	// header authorization: got "Bearer TOKEN", want none
	// body.labels[0]: got "ui", want "ux"
}

// fmt and log/slog show names and no values. Meta is passed through: what a
// RoundTripper or a test wants to know of the call.
func ExampleRequest_String() {
	r, err := api.Build("POST https://user:password@api.test/notes{?page_token}", endpoint.Options{
		Headers: endpoint.Headers{"authorization": "Bearer TOKEN"},
		Path:    endpoint.Path{"page_token": "SECRET"},
		Data:    "never shown",
		Meta:    "notes.create",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Println(r.Meta)
	fmt.Printf("%#v\n", endpoint.Options{Params: endpoint.Params{"q": "SECRET"}})
	slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})).Info("send", "request", r)
	// Output:
	// post xxxxx@api.test/notes?xxxxx headers["accept" "authorization" "user-agent"] body(string) meta(string)
	// notes.create
	// endpoint.Options{params["q"]}
	// level=INFO msg=send request="post xxxxx@api.test/notes?xxxxx headers[\"accept\" \"authorization\" \"user-agent\"] body(string) meta(string)"
}

// All operators of RFC 6570.
func Example_operators() {
	api := api.Defaults(endpoint.Path{
		"x":    "a/b c",
		"list": []string{"red", "green"},
		"map":  map[string]int{"w": 3, "h": 2},
	})
	for _, template := range []string{
		"/s/{x}", "/s/:x", "/s/{x:2}", "/s/{list}", "/s/{list*}", "/s/{map}", "/s/{map*}", "/s/{+x}",
		"/s{/x}", "/s{/none}", "/s{/list*}", "/s{.x}", "/s{.list*}", "/s{;x}", "/s{;list*}",
		"/s{?x,none}", "/s?v=1{&x}", "/s{?list}", "/s{?list*}", "/s{?map*}", "/s{#x}",
	} {
		r, err := api.Build(template)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-12s %s\n", template, strings.TrimPrefix(r.URL, "https://api.test"))
	}
	// Output:
	// /s/{x}       /s/a%2Fb%20c
	// /s/:x        /s/a%2Fb%20c
	// /s/{x:2}     /s/a%2F
	// /s/{list}    /s/red,green
	// /s/{list*}   /s/red,green
	// /s/{map}     /s/h,2,w,3
	// /s/{map*}    /s/h=2,w=3
	// /s/{+x}      /s/a/b%20c
	// /s{/x}       /s/a%2Fb%20c
	// /s{/none}    /s
	// /s{/list*}   /s/red/green
	// /s{.x}       /s.a%2Fb%20c
	// /s{.list*}   /s.red.green
	// /s{;x}       /s;x=a%2Fb%20c
	// /s{;list*}   /s;list=red;list=green
	// /s{?x,none}  /s?x=a%2Fb%20c
	// /s?v=1{&x}   /s?v=1&x=a%2Fb%20c
	// /s{?list}    /s?list=red,green
	// /s{?list*}   /s?list=red&list=green
	// /s{?map*}    /s?h=2&w=3
	// /s{#x}       /s#a/b%20c
}

// Values with other characters than letters and digits in a path.
func Example_segments() {
	for _, call := range []struct {
		route, key string
		value      any
	}{
		{"/{index}/_search", "index", "logs-*,metrics-*"},
		{"/{index}/_search", "index", []string{"logs-*", "metrics-*"}},
		{"/projects/{id}", "id", "octokit/demo"},
		{"/odata/Users({id})", "id", "o'neil"},
		{"/bot{token}/getMe", "token", "12:Ab"},
		{"/bot{+token}/getMe", "token", "12:Ab"},
		{"/v1/{+name}:cancel", "name", "operations/7"},
		{"/tree{/ref*}", "ref", nil},
	} {
		r, err := api.Build(call.route, endpoint.Path{call.key: call.value})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-19s %-21s %s\n", call.route, fmt.Sprint(call.value), strings.TrimPrefix(r.URL, "https://api.test"))
	}
	// Output:
	// /{index}/_search    logs-*,metrics-*      /logs-%2A%2Cmetrics-%2A/_search
	// /{index}/_search    [logs-* metrics-*]    /logs-%2A,metrics-%2A/_search
	// /projects/{id}      octokit/demo          /projects/octokit%2Fdemo
	// /odata/Users({id})  o'neil                /odata/Users(o%27neil)
	// /bot{token}/getMe   12:Ab                 /bot12%3AAb/getMe
	// /bot{+token}/getMe  12:Ab                 /bot12:Ab/getMe
	// /v1/{+name}:cancel  operations/7          /v1/operations/7:cancel
	// /tree{/ref*}        <nil>                 /tree
}

// Go values as text in a URL.
func Example_values() {
	page := 42
	for _, value := range []any{
		"a&b", 42, 0.1, 1e15, true, &page, []byte("hi"), json.Number("1.50"),
		time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), &url.URL{Scheme: "http", Host: "h"},
		[]int{1, 2},
		map[string]int{"w": 3},
	} {
		r, err := api.Build("GET /s{?x}", endpoint.Path{"x": value})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-19T %s\n", value, strings.TrimPrefix(r.URL, "https://api.test"))
	}
	// Output:
	// string              /s?x=a%26b
	// int                 /s?x=42
	// float64             /s?x=0.1
	// float64             /s?x=1000000000000000
	// bool                /s?x=true
	// *int                /s?x=42
	// []uint8             /s?x=hi
	// json.Number         /s?x=1.50
	// time.Time           /s?x=2026-01-02T03%3A04%3A05Z
	// *url.URL            /s?x=http%3A%2F%2Fh
	// []int               /s?x=1,2
	// map[string]int      /s?x=w,3
}

// Maps are written with brackets in a query, here shown decoded.
func Example_maps() {
	r, err := api.Build("GET /invoices", endpoint.Query{
		"created": map[string]any{"gte": 1760000000},
		"items":   []any{map[string]any{"price": "p1"}},
	})
	if err != nil {
		log.Fatal(err)
	}
	decoded, err := url.QueryUnescape(r.URL)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(decoded)
	// Output:
	// https://api.test/invoices?created[gte]=1760000000&items[0][price]=p1
}

// User is a body.
type User struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Admin bool   `json:"admin,omitempty"`
}

// UserFilter is a query.
type UserFilter struct {
	Cursor string `json:"cursor,omitempty"`
	Limit  int    `json:"limit,omitempty"`
}

// Structs, as parameters and as a body.
func Example_structs() {
	ada, filter := User{ID: 7, Name: "Ada"}, UserFilter{Limit: 10}
	printRequest(api.Build("POST /users", endpoint.ParamsOf(ada), endpoint.Params{"notify": true}))
	printRequest(api.Build("PUT /users/{id}", endpoint.Path{"id": 7}, endpoint.ParamsOf(ada)))
	printRequest(api.Build("PUT /users/{id}", endpoint.Path{"id": 7}, endpoint.Options{Data: ada}))
	printRequest(api.Build("GET /users", endpoint.QueryOf(filter)))
	// Without Path, a field fills its placeholder, and is not in the body.
	printRequest(api.Build("PUT /users/{id}", endpoint.ParamsOf(ada)))
	// Output:
	// post https://api.test/users
	// {"id":7,"name":"Ada","notify":true}
	// put https://api.test/users/7
	// {"id":7,"name":"Ada"}
	// put https://api.test/users/7
	// {"id":7,"name":"Ada"}
	// get https://api.test/users?limit=10
	// put https://api.test/users/7
	// {"name":"Ada"}
}

// What to write for a style of an API, in the order of the table in
// docs/values.md.
func Example_styles() {
	ids := []string{"1", "2"}
	for _, call := range []struct {
		route string
		layer endpoint.Layer
	}{
		{"GET /s{?ids}", endpoint.Path{"ids": ids}},
		{"GET /s{?ids*}", endpoint.Path{"ids": ids}},
		{"GET /s", endpoint.Query{"$filter": "a eq 'b'", "t>": 5}},
		{"GET /s", endpoint.Query{"startkey": endpoint.JSON("a")}},
		{"GET /s", endpoint.Query(map[string]any{"w": 3})},
		{"GET /s{?f*}", endpoint.Path{"f": map[string]int{"w": 3}}},
		{"GET /s?acl", nil},
		{"GET /s?x={+x}", endpoint.Path{"x": "a:b,c"}},
		{"GET /s", endpoint.Query{"ids": strings.Join(ids, "|")}},
	} {
		printRequest(api.Build(call.route, call.layer))
	}
	// Output:
	// get https://api.test/s?ids=1,2
	// get https://api.test/s?ids=1&ids=2
	// get https://api.test/s?%24filter=a%20eq%20%27b%27&t%3E=5
	// get https://api.test/s?startkey=%22a%22
	// get https://api.test/s?w=3
	// get https://api.test/s?w=3
	// get https://api.test/s?acl
	// get https://api.test/s?x=a:b,c
	// get https://api.test/s?ids=1%7C2
}

// IssueUpdate changes the fields that are not nil.
type IssueUpdate struct {
	Title     *string  `json:"title,omitempty"`
	Labels    []string `json:"labels,omitempty"`
	Milestone *int     `json:"milestone,omitempty"`
}

// Nulls: nil in a later layer clears a field that the struct leaves out. In a merge patch it
// removes a member.
func Example_nulls() {
	issue, title := endpoint.Path{"number": 7}, "New title"
	printRequest(api.Build("PATCH /issues/{number}", issue,
		endpoint.ParamsOf(IssueUpdate{Title: &title}),
		endpoint.Params{"milestone": nil, "labels": []string{}}))
	printRequest(api.Build("PATCH /apps/{name}", endpoint.Path{"name": "web"},
		endpoint.Headers{"content-type": "application/merge-patch+json"},
		endpoint.Params{"replicas": 3, "note": nil}))
	// Output:
	// patch https://api.test/issues/7
	// {"labels":[],"milestone":null,"title":"New title"}
	// patch https://api.test/apps/web
	// {"note":null,"replicas":3}
}

// Null is a field that can be left out, null or a value. Its zero value is left out.
type Null[T any] struct {
	isSet bool
	value *T // nil is null
}

func NullOf[T any]() Null[T]     { return Null[T]{isSet: true} }
func ValueOf[T any](v T) Null[T] { return Null[T]{isSet: true, value: &v} }

func (n Null[T]) IsZero() bool                 { return !n.isSet }
func (n Null[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.value) }

type UpdateIssue struct {
	Number    int       `path:"number"`
	Title     *string   `json:"title,omitempty"`
	Milestone Null[int] `json:"milestone,omitzero"`
}

// A field that is left out, null or a value, as its caller says.
func Example_nullField() {
	for _, milestone := range []Null[int]{{}, NullOf[int](), ValueOf(0)} {
		title := "New title"
		update := UpdateIssue{Number: 7, Title: &title, Milestone: milestone}
		printRequest(api.Build("PATCH /issues/{number}", endpoint.OptionsOf(update)))
	}
	// Output:
	// patch https://api.test/issues/7
	// {"title":"New title"}
	// patch https://api.test/issues/7
	// {"milestone":null,"title":"New title"}
	// patch https://api.test/issues/7
	// {"milestone":0,"title":"New title"}
}

type traceKey struct{}

// trace returns the tracing headers of a context, nil without a trace.
func trace(ctx context.Context) endpoint.Headers {
	parent, ok := ctx.Value(traceKey{}).(string)
	if !ok {
		return nil
	}
	return endpoint.Headers{"traceparent": parent}
}

// Headers: basic auth, headers of a context, a name with two values, and a cookie.
func Example_headers() {
	basic := base64.StdEncoding.EncodeToString([]byte("ada:PASSWORD"))
	api := api.Defaults(endpoint.Headers{"authorization": "Basic " + basic, "prefer": "wait=10"})
	ctx := context.WithValue(context.Background(), traceKey{}, "00-0af7-b7ad-01")
	req, err := api.HTTPRequest(ctx, "GET /users/{id}", endpoint.Path{"id": 7}, trace(ctx))
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Add("Prefer", "handling=strict")
	fmt.Println(req.BasicAuth())
	fmt.Println(req.Header.Get("Traceparent"))
	req.AddCookie(&http.Cookie{Name: "session", Value: "c1"})
	fmt.Printf("%q %s\n", req.Header.Values("Prefer"), req.Header.Get("Cookie"))
	// Output:
	// ada PASSWORD true
	// 00-0af7-b7ad-01
	// ["wait=10" "handling=strict"] session=c1
}

// Signature: what is signed is what is sent, even if a Reader can be read only
// once, and without a body.
func Example_signature() {
	for _, data := range []any{map[string]any{"id": 7}, io.MultiReader(strings.NewReader("a stream")), nil} {
		r, err := api.Build("POST /events", endpoint.Options{Data: data})
		if err != nil {
			log.Fatal(err)
		}
		r, err = signed(r, []byte("KEY"))
		printRequest(r, err)
		fmt.Println(r.Headers["x-signature"][:8])
	}
	// Output:
	// post https://api.test/events
	// {"id":7}
	// bc40fed6
	// post https://api.test/events
	// a stream
	// 921469cd
	// post https://api.test/events
	// 60a89915
}

// signed returns the request with an HMAC of its method, URL and body.
func signed(r endpoint.Request, key []byte) (endpoint.Request, error) {
	body, _, err := r.BodyReader()
	if err != nil {
		return r, err
	}
	b, err := io.ReadAll(body)
	if err != nil {
		return r, err
	}
	if r.Body != nil {
		r.Body = b // a Reader may now be empty
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s\n%s\n%s", strings.ToUpper(r.Method), r.URL, b)
	r.Headers["x-signature"] = hex.EncodeToString(mac.Sum(nil))
	return r, nil
}

// otherHosts has no token and no default Query for the URLs of other hosts.
var otherHosts = endpoint.New(endpoint.Headers{"accept": "*/*", "user-agent": "my-app/1.0"})

// Other hosts: a presigned URL and a webhook.
func Example_otherHosts() {
	const presigned = "https://storage.test/notes.txt?expires=1760000000&signature=ab%2Fcd"
	printRequest(otherHosts.Build("PUT {+url}", endpoint.Options{
		Headers: endpoint.Headers{"content-type": "text/plain"},
		Path:    endpoint.Path{"url": presigned},
		Data:    "What is new",
	}))
	for _, target := range []string{"https://user.test/hooks?id=7", "/v1/tokens"} {
		printRequest(webhook(target, map[string]any{"event": "push"}))
	}
	// Output:
	// put https://storage.test/notes.txt?expires=1760000000&signature=ab%2Fcd
	// What is new
	// post https://user.test/hooks?id=7
	// {"event":"push"}
	// register an absolute https URL
}

// webhook builds a request to a URL that a user has registered.
func webhook(target string, event any) (endpoint.Request, error) {
	u, err := url.Parse(target)
	if err != nil || u.Scheme != "https" || u.Host == "" {
		return endpoint.Request{}, errors.New("register an absolute https URL")
	}
	return otherHosts.Build("POST {+url}", endpoint.Path{"url": target}, endpoint.Options{Data: event})
}

// Customer has the parameters of POST /v1/customers/{id}.
type Customer struct {
	Name    string  `json:"name,omitempty"`
	Phone   *string `json:"phone,omitempty"` // a pointer to "" clears it
	Address struct {
		City string `json:"city,omitempty"`
	} `json:"address"`
}

// CheckoutSession has the parameters of POST /v1/checkout/sessions.
type CheckoutSession struct {
	Mode      string     `json:"mode"`
	LineItems []LineItem `json:"line_items"`
}

type LineItem struct {
	Price    string `json:"price"`
	Quantity int    `json:"quantity"`
}

// Forms, for Stripe: structs, an idempotency key and lists.
func Example_stripe() {
	key, noPhone := "sk_test_123", ""
	stripe := endpoint.New(endpoint.Options{
		BaseURL: "https://api.stripe.com/v1",
		Headers: endpoint.Headers{
			"accept":        "application/json",
			"user-agent":    "my-app/1.0",
			"authorization": "Bearer " + key,
			"content-type":  "application/x-www-form-urlencoded", // sent only with a body
		},
		Lists: endpoint.ListBrackets,
	})

	customer := Customer{Name: "Ada", Phone: &noPhone}
	customer.Address.City = "London"
	printRequest(stripe.Build("POST /customers/{id}", endpoint.Path{"id": "cus_1"}, endpoint.ParamsOf(customer),
		endpoint.Headers{"idempotency-key": "order-6735"}))
	printRequest(stripe.Build("POST /checkout/sessions", endpoint.ParamsOf(CheckoutSession{
		Mode:      "payment",
		LineItems: []LineItem{{"price_1", 2}},
	})))
	printRequest(stripe.Build("GET /charges", endpoint.Query{
		"created": map[string]any{"gte": 1760000000},
		"expand":  []string{"data.customer"},
	}))
	// Output:
	// post https://api.stripe.com/v1/customers/cus_1
	// address%5Bcity%5D=London&name=Ada&phone=
	// post https://api.stripe.com/v1/checkout/sessions
	// line_items%5B0%5D%5Bprice%5D=price_1&line_items%5B0%5D%5Bquantity%5D=2&mode=payment
	// get https://api.stripe.com/v1/charges?created%5Bgte%5D=1760000000&expand%5B%5D=data.customer
}

// JSON text in a field of a form.
func Example_jsonInForm() {
	slack := endpoint.New(endpoint.Options{
		BaseURL: "https://slack.com/api",
		Headers: endpoint.Headers{
			"accept":       "application/json",
			"user-agent":   "my-app/1.0",
			"content-type": "application/x-www-form-urlencoded",
		},
	})
	blocks := []any{map[string]any{"type": "divider"}}
	printRequest(slack.Build("POST /chat.postMessage", endpoint.Params{"channel": "C1", "blocks": endpoint.JSON(blocks)}))
	// Output:
	// post https://slack.com/api/chat.postMessage
	// blocks=%5B%7B%22type%22%3A%22divider%22%7D%5D&channel=C1
}

// File paths: {/path*} escapes each segment of a list.
func Example_filePaths() {
	github := endpoint.New(endpoint.Options{
		BaseURL: "https://api.github.com",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json", "user-agent": "my-app/1.0"},
	})
	printRequest(github.Build("GET /repos/{owner}/{repo}/contents{/path*}", endpoint.Path{
		"owner": "octokit", "repo": "demo", "path": strings.Split("docs/100% #1.md", "/"),
	}))
	// Output: get https://api.github.com/repos/octokit/demo/contents/docs/100%25%20%231.md
}

// Object keys with empty segments: {+key} accepts a path, so escape all but slashes.
func Example_objectKeys() {
	s3 := endpoint.New(
		endpoint.Options{BaseURL: "https://{bucket}.s3.{region}.amazonaws.com"},
		endpoint.Path{"bucket": "my-bucket", "region": "eu-west-1"},
		endpoint.Headers{"accept": "*/*", "user-agent": "my-app/1.0"},
	)
	for _, key := range []string{"photos/a b+c?#%.jpg", "a//b/", "../b", "/b"} {
		r, err := s3.Build("GET /{+key}", endpoint.Path{"key": escapeKey(key)})
		fmt.Println(r.URL, errors.Is(err, endpoint.ErrUnsafePath), errors.Is(err, endpoint.ErrMissingParam))
	}
	// Output:
	// https://my-bucket.s3.eu-west-1.amazonaws.com/photos/a%20b%2Bc%3F%23%25.jpg false false
	// https://my-bucket.s3.eu-west-1.amazonaws.com/a//b/ false false
	//  true false
	//  true false
}

// escapeKey percent-encodes an object key for {+key}. Slashes stay.
func escapeKey(key string) string {
	return strings.NewReplacer("+", "%20", "%2F", "/").Replace(url.QueryEscape(key))
}

// Elasticsearch: lines of JSON, and a search with a body.
func Example_elasticsearch() {
	es := endpoint.New(endpoint.Options{
		BaseURL: "http://localhost:9200",
		Headers: endpoint.Headers{"accept": "application/json", "user-agent": "my-app/1.0"},
	})
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines) // a newline after each value
	for _, v := range []any{
		map[string]any{"index": map[string]any{"_id": "1"}},
		map[string]any{"title": "One"},
	} {
		if err := enc.Encode(v); err != nil {
			log.Fatal(err)
		}
	}
	r, err := es.Build("POST /{index}/_bulk", endpoint.Options{
		Headers: endpoint.Headers{"content-type": "application/x-ndjson"},
		Path:    endpoint.Path{"index": "notes"},
		Query:   endpoint.Query{"refresh": "wait_for"},
		Data:    &lines,
	})
	printRequest(r, err)

	r, err = es.Build("POST /{index}/_search", endpoint.Path{"index": "notes"}, endpoint.Params{
		"query": map[string]any{"match_all": map[string]any{}},
	})
	r.Method = "get" // only if the server insists on it: _search accepts POST
	printRequest(r, err)
	// Output:
	// post http://localhost:9200/notes/_bulk?refresh=wait_for
	// {"index":{"_id":"1"}}
	// {"title":"One"}
	//
	// get http://localhost:9200/notes/_search
	// {"query":{"match_all":{}}}
}

// GraphQL: one method and URL for all calls, so both are defaults.
func Example_graphQL() {
	graphql := endpoint.New(endpoint.Options{
		Method:  "POST",
		BaseURL: "https://api.github.com",
		URL:     "/graphql",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json", "user-agent": "my-app/1.0"},
	})
	printRequest(graphql.Build("", endpoint.Params{
		"query":     "query($login: String!) { user(login: $login) { name } }",
		"variables": map[string]any{"login": "octocat"},
	}))
	// Output:
	// post https://api.github.com/graphql
	// {"query":"query($login: String!) { user(login: $login) { name } }","variables":{"login":"octocat"}}
}

// A portedClient stands for a client that was written with NewRequest. Its callers
// set BaseURL and call NewRequest.
type portedClient struct {
	BaseURL *url.URL
	api     endpoint.Endpoint
}

// request builds the request of a method of the client.
func (c *portedClient) request(ctx context.Context, route string, layers ...endpoint.Layer) (*http.Request, error) {
	base := endpoint.Options{BaseURL: c.BaseURL.String()} // as it is now
	return c.api.HTTPRequest(ctx, route, append([]endpoint.Layer{base}, layers...)...)
}

// NewRequest builds a request to a URL that may be relative to BaseURL.
func (c *portedClient) NewRequest(ctx context.Context, method, relURL string, body any) (*http.Request, error) {
	u, err := c.BaseURL.Parse(relURL)
	if err != nil {
		return nil, err
	}
	return c.request(ctx, "", endpoint.Options{
		Method: method, URL: "{+url}", Path: endpoint.Path{"url": u.String()}, Data: body,
	})
}

// The calls of the table in docs/porting.md, in its order.
func Example_porting() {
	ctx := context.Background()
	base, err := url.Parse("https://api.test/v2/")
	if err != nil {
		log.Fatal(err)
	}
	api := &portedClient{BaseURL: base, api: api.Defaults(endpoint.Options{Lists: endpoint.ListRepeat})}
	show := func(req *http.Request, err error) {
		if err != nil {
			fmt.Println(err)
			return
		}
		var body []byte
		if req.Body != nil {
			if body, err = io.ReadAll(req.Body); err != nil {
				log.Fatal(err)
			}
		}
		fmt.Println(strings.TrimSpace(fmt.Sprintf("%s %s %s", req.Method, req.URL, body)))
	}
	owner, repo, id, email, path := "octokit", "demo", "a/b", "ada@b.test", "docs/a b.md"
	opts, cursor, limit, fields := &ListIssues{State: "open", Page: 2}, "", 50, []string{"id", "name"}
	issue := map[string]any{"title": "bug"}
	name, code, next := "fred", "c0de", "https://api.test/v2/issues?page=2"
	image := []byte("bytes")

	show(api.request(ctx, "GET /repos/{owner}/{repo}", endpoint.Path{"owner": owner, "repo": repo}))
	show(api.request(ctx, "GET /projects/{id}", endpoint.Path{"id": id}))
	show(api.request(ctx, "GET /users/{+email}", endpoint.Path{"email": url.PathEscape(email)}))
	show(api.request(ctx, "GET /contents{/path*}", endpoint.Path{"path": strings.Split(path, "/")}))
	show(api.request(ctx, "GET /issues", endpoint.QueryOf(opts)))
	show(api.request(ctx, "DELETE /tags", endpoint.Query{"name": name}))
	show(api.request(ctx, "GET /users", endpoint.Query{"cursor": cursor, "limit": limit}.OmitZero()))
	show(api.request(ctx, "GET /search", endpoint.Query{"fields": fields}, endpoint.Options{Lists: endpoint.ListComma}))
	show(api.request(ctx, "POST /issues", endpoint.Options{Data: issue}))
	show(api.request(ctx, "PUT /name", endpoint.Options{Data: endpoint.JSON(name)}))
	show(api.request(ctx, "POST /token", endpoint.Params{"code": code}, endpoint.Headers{"content-type": "application/x-www-form-urlencoded"}))
	show(api.request(ctx, "PUT /image", endpoint.Options{Data: image}, endpoint.Headers{"content-type": "image/png"}))
	show(api.request(ctx, "GET {+next}", endpoint.Path{"next": next}))

	show(api.NewRequest(ctx, "GET", "issues?page=2", nil))
	show(api.NewRequest(ctx, "POST", "/v3/issues", issue))
	// Output:
	// GET https://api.test/v2/repos/octokit/demo
	// GET https://api.test/v2/projects/a%2Fb
	// GET https://api.test/v2/users/ada@b.test
	// GET https://api.test/v2/contents/docs/a%20b.md
	// GET https://api.test/v2/issues?page=2&state=open
	// DELETE https://api.test/v2/tags?name=fred
	// GET https://api.test/v2/users?limit=50
	// GET https://api.test/v2/search?fields=id,name
	// POST https://api.test/v2/issues {"title":"bug"}
	// PUT https://api.test/v2/name "fred"
	// POST https://api.test/v2/token code=c0de
	// PUT https://api.test/v2/image bytes
	// GET https://api.test/v2/issues?page=2
	// GET https://api.test/v2/issues?page=2
	// POST https://api.test/v3/issues {"title":"bug"}
}

// EditIssue has the arguments of a method of a ported client.
type EditIssue struct {
	Owner  string   `path:"owner"`
	Repo   string   `path:"repo"`
	Number int      `path:"number"`
	Title  *string  `json:"title,omitempty"`
	Labels []string `json:"labels,omitempty"`
}

// A ported method with one struct in place of many arguments.
func Example_portedStruct() {
	ctx := context.Background()
	base, err := url.Parse("https://api.test/v2/")
	if err != nil {
		log.Fatal(err)
	}
	api := &portedClient{BaseURL: base, api: api}
	edit := EditIssue{Owner: "octokit", Repo: "demo", Number: 7, Labels: []string{"bug"}}
	req, err := api.request(ctx, "PATCH /repos/{owner}/{repo}/issues/{number}", endpoint.OptionsOf(edit))
	if err != nil {
		log.Fatal(err)
	}
	body, err := io.ReadAll(req.Body)
	fmt.Printf("%s %s %s %v\n", req.Method, req.URL, body, err)
	// Output: PATCH https://api.test/v2/repos/octokit/demo/issues/7 {"labels":["bug"]} <nil>
}

// Bodies that are not an object of Params.
func Example_bodies() {
	title := "New title"
	for _, data := range []any{
		struct{}{}, json.RawMessage("null"), endpoint.JSON(title), []int{1, 2}, []any{}, (*User)(nil), endpoint.Unset,
	} {
		printRequest(api.Build("PUT /s", endpoint.Options{Data: data}))
	}
	// Params without a key are no body.
	printRequest(api.Build("PUT /s", endpoint.Params{}))
	// Output:
	// put https://api.test/s
	// {}
	// put https://api.test/s
	// null
	// put https://api.test/s
	// "New title"
	// put https://api.test/s
	// [1,2]
	// put https://api.test/s
	// []
	// put https://api.test/s
	// put https://api.test/s
	// put https://api.test/s
}

// Gzip: a compressed body needs both headers.
func Example_gzip() {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	err := json.NewEncoder(w).Encode(map[string]any{"title": "One"})
	if err := errors.Join(err, w.Close()); err != nil {
		log.Fatal(err)
	}
	r, err := api.Build("POST /notes", endpoint.Options{
		Headers: endpoint.Headers{"content-type": "application/json", "content-encoding": "gzip"},
		Data:    &zipped,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	// Output: post https://api.test/notes headers["accept" "content-encoding" "content-type" "user-agent"] body(*bytes.Buffer)
}

// XML: a body that is encoded before.
func Example_xml() {
	note := struct {
		XMLName xml.Name `xml:"note"`
		Text    string   `xml:"text"`
	}{Text: "Hi"}
	b, err := xml.Marshal(note)
	if err != nil {
		log.Fatal(err)
	}
	printRequest(api.Build("POST /notes", endpoint.Headers{"content-type": "application/xml"}, endpoint.Options{Data: b}))
	// Output:
	// post https://api.test/notes
	// <note><text>Hi</text></note>
}

// A unix socket: BaseURL has any host, and the Transport dials the socket.
func Example_unixSocket() {
	dir, err := os.MkdirTemp("", "socket")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "docker.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL) }))
	server.Listener.Close()
	server.Listener = listener
	server.Start()
	defer server.Close()

	docker := endpoint.New(
		endpoint.Options{BaseURL: "http://docker"}, // any host
		endpoint.Headers{"accept": "application/json", "user-agent": "my-app/1.0"},
	)
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		},
	}}
	req, err := docker.HTTPRequest(context.Background(), "GET /containers/{id}/json", endpoint.Path{"id": "c1"})
	if err != nil {
		log.Fatal(err)
	}
	resp, err := client.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	fmt.Println(string(b), err)
	// Output: /containers/c1/json <nil>
}

// A request made by hand, next to those of the library.
func Example_byHand() {
	ctx := context.Background()
	req, err := http.NewRequestWithContext(ctx, "GET", "https://api.test/a/../b", nil)
	if err != nil {
		log.Fatal(err)
	}
	req.Pattern = "GET /a/../b"
	fmt.Println(req.Method, req.URL)

	req, err = endpoint.Request{
		Method:  "POST",
		URL:     "https://api.test/notes",
		Headers: endpoint.Headers{"accept": "application/json"},
		Body:    map[string]any{"text": "Hi"},
		Route:   "POST /notes",
	}.HTTPRequest(ctx)
	fmt.Println(req.Method, req.URL, req.Pattern, req.ContentLength, err)
	// Output:
	// GET https://api.test/a/../b
	// POST https://api.test/notes POST /notes 13 <nil>
}

// A route that is also a pattern of http.ServeMux.
func Example_serveMux() {
	mux := http.NewServeMux()
	const getUser = "GET /users/{id}"
	mux.HandleFunc(getUser, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.PathValue("id")) })

	req, err := api.HTTPRequest(context.Background(), getUser, endpoint.Path{"id": "a/b"})
	if err != nil {
		log.Fatal(err)
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, req)
	fmt.Println(w.Body)
	// Output: a/b
}

// A relative next link is resolved against the URL of its page, which is that of the response: here
// the server has redirected the request. An absolute link stays as it is.
func Example_relativeNext() {
	mux := http.NewServeMux()
	mux.Handle("/notes", http.RedirectHandler("/v1/notes", http.StatusMovedPermanently))
	mux.HandleFunc("/v1/notes", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "?page=2") })
	server := httptest.NewServer(mux)
	defer server.Close()
	api := api.Defaults(endpoint.Options{BaseURL: server.URL})

	req, err := api.HTTPRequest(context.Background(), "GET /notes")
	if err != nil {
		log.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	link, err := io.ReadAll(resp.Body)
	if err != nil {
		log.Fatal(err)
	}

	next, err := resp.Request.URL.Parse(string(link))
	if err != nil {
		log.Fatal(err)
	}
	r, err := api.Build("GET {+next}", endpoint.Path{"next": next})
	fmt.Println(strings.TrimPrefix(r.URL, server.URL), err)
	// Output: /v1/notes?page=2 <nil>
}

// Ordered queries: a template writes its variables in its order. The other keys come
// after them, sorted.
func Example_orderedQuery() {
	page := endpoint.Query{"apikey": "KEY", "command": "listUsers", "response": "json"}
	r, err := api.Build("GET /client/api{?apikey,command,response}", endpoint.Path(page))
	if err != nil {
		log.Fatal(err)
	}
	_, query, _ := strings.Cut(r.URL, "?")
	mac := hmac.New(sha256.New, []byte("SECRET"))
	io.WriteString(mac, strings.ToLower(query)) // as this API signs
	r.URL += "&signature=" + url.QueryEscape(base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	printRequest(r, nil)
	// Output: get https://api.test/client/api?apikey=KEY&command=listUsers&response=json&signature=jPthVvzk3hXYrg2rj2A2rpOBs5on%2FZ7FpFz1Gpg5uA4%3D
}

// curl returns a request as a command for a shell, secrets included.
func curl(r endpoint.Request) (string, error) {
	body, _, err := r.BodyReader()
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(body)
	if err != nil {
		return "", err
	}
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
	command := "curl -g -X " + quote(strings.ToUpper(r.Method)) + " " + quote(r.URL)
	for _, name := range slices.Sorted(maps.Keys(r.Headers)) {
		command += " -H " + quote(name+": "+r.Headers[name])
	}
	if r.Headers.Get("content-type") == "" {
		command += " -H content-type:" // curl would add that of forms
	}
	if r.Body != nil {
		command += " --data-raw " + quote(string(b)) // --data would read a file for "@"
	}
	return command, nil
}

// A request as a curl command.
func Example_curl() {
	r, err := api.Build("POST /notes", endpoint.Params{"text": "It's here"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(curl(r))
	// Output: curl -g -X 'POST' 'https://api.test/notes' -H 'accept: application/json' -H 'content-type: application/json; charset=utf-8' -H 'user-agent: my-app/1.0' --data-raw '{"text":"It'\''s here"}' <nil>
}

// The address of BaseURL itself has no slash at its end.
func Example_baseURLItself() {
	notes := api.Defaults(endpoint.Options{BaseURL: "https://api.test/v1/notes"})
	printRequest(notes.Build("GET {/id}", endpoint.Query{"page": 2}))
	printRequest(notes.Build("GET {/id}", endpoint.Path{"id": 7}))
	printRequest(notes.Build("GET /", endpoint.Query{"page": 2}))
	// Output:
	// get https://api.test/v1/notes?page=2
	// get https://api.test/v1/notes/7
	// get https://api.test/v1/notes/?page=2
}

// JSON is the text of a parameter, and the body of Data.
func ExampleJSON() {
	filter := endpoint.JSON(map[string]any{"state": "open"})
	printRequest(api.Build("GET /issues", endpoint.Query{"filter": filter}))
	printRequest(api.Build("PUT /title", endpoint.Options{Data: endpoint.JSON("New title")}))
	// Output:
	// get https://api.test/issues?filter=%7B%22state%22%3A%22open%22%7D
	// put https://api.test/title
	// "New title"
}

// Without CheckRedirect, net/http would make a GET of the POST, and send the key with a redirect to
// another host.
func ExampleCheckRedirect() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/moved", http.StatusFound)
	}))
	defer server.Close()
	client := &http.Client{CheckRedirect: endpoint.CheckRedirect}

	notes := endpoint.New(endpoint.Options{BaseURL: server.URL, Headers: endpoint.Headers{"x-api-key": "secret"}})
	req, err := notes.HTTPRequest(context.Background(), "POST /notes", endpoint.Params{"text": "hi"})
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Do(req)
	fmt.Println(errors.Is(err, endpoint.ErrRedirect), err)
	// Output:
	// true Post "/moved": endpoint: POST /notes: refused redirect: status 302 changes the method or drops the body: make the call with the URL that it names
}

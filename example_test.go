// Examples: of single names first, then of docs/templates.md and docs/recipes.md.
// The blocks of README.md and docs/ are lines of this file or of examples/, which
// readme_test.go checks.

package endpoint_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"time"

	"example.com/endpoint"
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

// The defaults are layers. Defaults returns a new Endpoint.
func ExampleNew() {
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test/v2"},
		endpoint.Headers{"accept": "application/json", "user-agent": "my-client/1.0"},
		endpoint.Query{"api-version": "2026-01"}, // sent with every request
	)
	lists := api.Defaults(endpoint.Query{"per_page": 100}) // api is unchanged
	printRequest(lists.Build("GET /users"))
	printRequest(lists.Build("GET /users", endpoint.Params{"per_page": 10}))
	printRequest(api.Build("DELETE /users/{id}", endpoint.Params{"id": 7}))
	// Output:
	// get https://api.test/v2/users?api-version=2026-01&per_page=100
	// get https://api.test/v2/users?api-version=2026-01&per_page=10
	// delete https://api.test/v2/users/7?api-version=2026-01
}

// The zero Endpoint has the built-in defaults. Its host never resolves.
func ExampleEndpoint() {
	o := endpoint.Endpoint{}.Options()
	fmt.Println(o.Method, o.BaseURL)
	fmt.Println(o.Headers["accept"], o.Headers["user-agent"] == "go-endpoint.js/"+endpoint.Version)
	// Output:
	// GET https://api.service.example
	// application/vnd.service.v3+json true
}

// The template comes first, then the method: this is where parameters go.
func ExampleEndpoint_Build() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	params := endpoint.Params{"owner": "octokit", "repo": "demo", "state": "open"}
	printRequest(api.Build("GET /repos/{owner}/{repo}/issues", params))
	printRequest(api.Build("PATCH /repos/{owner}/{repo}", params))
	printRequest(api.Build("PATCH /repos/{owner}/{repo}{?state}", params))
	// Output:
	// get https://api.test/repos/octokit/demo/issues?state=open
	// patch https://api.test/repos/octokit/demo
	// {"state":"open"}
	// patch https://api.test/repos/octokit/demo?state=open
}

// A route that begins with {+x}, or with {x} for a name that ends in "url" in
// lower case, accepts an absolute URL as its value.
func ExampleEndpoint_Build_url() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
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

// HTTPRequest builds the request that http.Client sends.
func ExampleEndpoint_HTTPRequest() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, r.Method, r.RequestURI, r.Header.Get("Authorization"))
	}))
	defer server.Close()

	api := endpoint.New(
		endpoint.Options{BaseURL: server.URL},
		endpoint.Headers{"authorization": "Bearer TOKEN"},
	)
	req, err := api.HTTPRequest(context.Background(), "GET /orgs/{org}/repos",
		endpoint.Params{"org": "octokit", "type": "private"})
	if err != nil {
		log.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(os.Stdout, resp.Body); err != nil {
		log.Fatal(err)
	}
	// Output: GET /orgs/octokit/repos?type=private Bearer TOKEN
}

// Merge returns what Parse reads: all layers as one, with nothing expanded.
func ExampleEndpoint_Merge() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Params{"org": "octokit"})
	o := api.Merge("get /orgs/{org}/repos", endpoint.Params{"type": "private"})
	fmt.Println(o.Method, o.BaseURL, o.URL, o.Params)
	// Parse reads nothing else, so any Endpoint will do.
	printRequest(endpoint.Endpoint{}.Parse(o))
	// Output:
	// GET https://api.test /orgs/{org}/repos map[org:octokit type:private]
	// get https://api.test/orgs/octokit/repos?type=private
}

// Every error is an *Error. It names what is wrong and wraps one of the Err
// values.
func ExampleError() {
	_, err := endpoint.New().Build("GET /repos/{owner}/{repo}", endpoint.Path{"owner": "octokit", "repo": ".."})
	var e *endpoint.Error
	if errors.Is(err, endpoint.ErrUnsafePath) && errors.As(err, &e) {
		fmt.Println(e.Name, "is invalid:", e.Reason)
	}
	// Output: repo is invalid: a path segment would be "." or ".."
}

// One call for each of the Err values.
func ExampleError_kinds() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	for _, call := range []struct {
		want  error
		route string
		layer endpoint.Layer
	}{
		{endpoint.ErrRoute, "GET /files/{path...}", nil},
		{endpoint.ErrMethod, "GE(T /users", nil},
		{endpoint.ErrBaseURL, "GET /users", endpoint.Options{BaseURL: "api.test"}},
		{endpoint.ErrMissingParam, "GET /users/{id}", nil},
		{endpoint.ErrParam, "GET /users/{id}", endpoint.Path{"id": 7, "user": "ada"}},
		{endpoint.ErrHeader, "GET /users", endpoint.Headers{"x-trace": "a\nb"}},
		{endpoint.ErrBody, "GET /users", endpoint.Options{Data: "text"}},
		{endpoint.ErrUnsafePath, "GET /users/{id}", endpoint.Path{"id": ".."}},
	} {
		if _, err := api.Build(call.route, call.layer); errors.Is(err, call.want) {
			fmt.Println(err)
		}
	}
	// Output:
	// endpoint: GET /files/{path...}: invalid route: at offset 7 of the URL: "{path...}" is not RFC 6570: write {+path}, or {/path*} for a list of segments
	// endpoint: GE(T /users: invalid method: it may contain only letters, digits and !#$%&'*+-.^_`|~
	// endpoint: GET /users: invalid base URL: it must begin with http:// or https://
	// endpoint: GET /users/{id}: missing parameter "id"
	// endpoint: GET /users/{id}: invalid parameter "user": no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query
	// endpoint: GET /users: invalid header "x-trace": the value has a control character, such as a line break: remove it
	// endpoint: GET /users: invalid body in Data: GET does not allow a body: use another method, or build it as POST and set Method of the result to GET
	// endpoint: GET /users/{id}: unsafe path in parameter "id": a path segment would be "." or ".."
}

// Headers merge by name, in any case. An empty value removes a header.
func ExampleHeaders() {
	api := endpoint.New(endpoint.Headers{"Authorization": "Bearer TOKEN", "user-agent": "my-client/1.0"})
	r, err := api.Build("GET /public", endpoint.Headers{"authorization": "", "accept": "text/html"})
	if err != nil {
		log.Fatal(err)
	}
	r.Headers.Set("X-Request-Id", "a1") // a Request is yours to change
	fmt.Println(r.Headers, r.Headers.Get("Accept"))
	// Output: headers["accept" "user-agent" "x-request-id"] text/html
}

// A list in each style, in a query and in a form.
func ExampleListStyle() {
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test"},
		endpoint.Headers{"content-type": "application/x-www-form-urlencoded"}, // sent only with a body
	)
	ids := []int{1, 2}
	printRequest(api.Build("GET /s", endpoint.Query{"ids": ids}))
	for _, style := range []endpoint.ListStyle{0, endpoint.ListComma, endpoint.ListRepeat, endpoint.ListBrackets} {
		lists := endpoint.Options{Lists: style}
		printRequest(api.Build("GET /s", lists, endpoint.Params{"ids": ids}))
		printRequest(api.Build("POST /s", lists, endpoint.Params{"ids": ids}))
	}
	printRequest(api.Build("GET /s", endpoint.Params{"ids": []string{"a,b", "c"}}))
	// Output:
	// get https://api.test/s?ids=1&ids=2
	// get https://api.test/s?ids=1%2C2
	// post https://api.test/s
	// ids=1&ids=2
	// get https://api.test/s?ids=1,2
	// post https://api.test/s
	// ids=1%2C2
	// get https://api.test/s?ids=1&ids=2
	// post https://api.test/s
	// ids=1&ids=2
	// get https://api.test/s?ids%5B%5D=1&ids%5B%5D=2
	// post https://api.test/s
	// ids%5B%5D=1&ids%5B%5D=2
	// endpoint: GET /s: invalid parameter "ids": an element contains a comma, which also separates elements: set Lists, for example to ListRepeat
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

// Options combines all layers, and can be read from JSON.
func ExampleOptions() {
	d := json.NewDecoder(strings.NewReader(`{
		"method": "POST",
		"url": "/repos/{owner}/{repo}/issues",
		"path": {"owner": "octokit", "repo": "demo"},
		"params": {"milestone": 12345678901234567890}
	}`))
	d.UseNumber() // else the number is a float64
	var o endpoint.Options
	if err := d.Decode(&o); err != nil {
		log.Fatal(err)
	}
	fmt.Println(o)
	printRequest(endpoint.New(endpoint.Options{BaseURL: "https://api.test"}).Build("", o))
	// Output:
	// POST /repos/{owner}/{repo}/issues params["milestone"] path["owner" "repo"]
	// post https://api.test/repos/octokit/demo/issues
	// {"milestone":12345678901234567890}
}

// nil is a value: undefined in a URL and null in a JSON body. Unset removes a
// key that an earlier layer set.
func ExampleParams() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Params{"milestone": 1})
	printRequest(api.Build("GET /issues", endpoint.Params{"milestone": nil}))
	printRequest(api.Build("PATCH /issues/7", endpoint.Params{"milestone": nil}))
	printRequest(api.Build("PATCH /issues/7", endpoint.Params{"milestone": endpoint.Unset, "title": "New"}))
	// Output:
	// get https://api.test/issues
	// patch https://api.test/issues/7
	// {"milestone":null}
	// patch https://api.test/issues/7
	// {"title":"New"}
}

// A field of a struct can be in both the path and the body.
func ExamplePath() {
	type User struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	user := endpoint.ParamsOf(User{ID: 7, Name: "Ada"})
	printRequest(api.Build("PUT /users/{id}", endpoint.Path{"id": 7}, user))
	printRequest(api.Build("PUT /users/{id}", user)) // without Path, the field is only in the path
	// Output:
	// put https://api.test/users/7
	// {"id":7,"name":"Ada"}
	// put https://api.test/users/7
	// {"name":"Ada"}
}

// A placeholder in BaseURL is filled from Path only. Here each tenant has an
// Endpoint.
func ExamplePath_baseURL() {
	service := endpoint.New(
		endpoint.Options{BaseURL: "https://{tenant}.api.test/v{version}"},
		endpoint.Path{"version": 2},
	)
	acme := service.Defaults(
		endpoint.Path{"tenant": "acme"},
		endpoint.Headers{"authorization": "Bearer TOKEN-OF-ACME"},
	)
	printRequest(acme.Build("POST /users", endpoint.Params{"name": "Ada", "tenant": "evil"}))
	printRequest(service.Build("GET /users", endpoint.Path{"tenant": "evil.test/"}))
	// Output:
	// post https://acme.api.test/v2/users
	// {"name":"Ada","tenant":"evil"}
	// endpoint: GET /users: invalid parameter "tenant": in BaseURL it may contain only letters, digits, "-", "_" and inner dots
}

// Query is always sent in the query. In a GET request a parameter of the call
// overrides it. Unset removes it.
func ExampleQuery() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Query{"api-version": 2})
	printRequest(api.Build("POST /issues", endpoint.Params{"title": "bug"}))
	printRequest(api.Build("DELETE /issues/{id}", endpoint.Path{"id": 7}, endpoint.Query{"notify": true}))
	printRequest(api.Build("GET /issues", endpoint.Params{"api-version": 1}))
	printRequest(api.Build("GET /issues", endpoint.Query{"api-version": endpoint.Unset}))
	// Output:
	// post https://api.test/issues?api-version=2
	// {"title":"bug"}
	// delete https://api.test/issues/7?api-version=2&notify=true
	// get https://api.test/issues?api-version=1
	// get https://api.test/issues
}

// ListIssues are the options of a call.
type ListIssues struct {
	State  string    `json:"state,omitempty"`
	Labels []string  `json:"labels,omitempty"`
	Since  time.Time `json:"since,omitempty"`
	Page   int       `json:"page,omitempty"`
}

// The fields of a struct become parameters.
func ExampleParamsOf() {
	github := endpoint.New(endpoint.Options{
		BaseURL: "https://api.github.com",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json"},
	})
	repo := endpoint.Path{"owner": "octokit", "repo": "demo"}
	printRequest(github.Build("GET /repos/{owner}/{repo}/issues", repo, endpoint.ParamsOf(ListIssues{
		State:  "open",
		Labels: []string{"bug", "ui"},
		Since:  time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC),
	})))
	// Output: get https://api.github.com/repos/octokit/demo/issues?labels=bug%2Cui&since=2026-01-02T00%3A00%3A00Z&state=open
}

// An error of ParamsOf is that of each call which uses the result.
func ExampleParamsOf_error() {
	type Event struct {
		ID int64 `json:"id,string"`
	}
	_, err := endpoint.New().Build("POST /events", endpoint.ParamsOf(Event{ID: 7}))
	fmt.Println(err)
	// Output: endpoint: POST /events: invalid parameter "Event.ID": the option "string" of its tag is not supported here: remove it and set the parameter yourself
}

// MergeRequests has the url tags of GitLab's own client.
type MergeRequests struct {
	IIDs         []int     `url:"iids[],omitempty"`
	Labels       []string  `url:"labels,comma,omitempty"`
	CreatedAfter time.Time `url:"created_after,omitempty"`
}

// The tags can be those of go-querystring, as in the client of GitLab. The path
// of a project is one segment.
func ExampleParamsOf_urlTags() {
	gitlab := endpoint.New(endpoint.Options{
		BaseURL: "https://gitlab.com/api/v4",
		Headers: endpoint.Headers{"accept": "application/json", "private-token": "TOKEN"},
	})
	project := endpoint.Path{"id": "octokit/demo"}
	printRequest(gitlab.Build("GET /projects/{id}/merge_requests", project, endpoint.ParamsOf(MergeRequests{
		IIDs:         []int{1, 2},
		Labels:       []string{"bug", "ui"},
		CreatedAfter: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC),
	})))
	// Output:
	// get https://gitlab.com/api/v4/projects/octokit%2Fdemo/merge_requests?created_after=2026-01-02T00%3A00%3A00Z&iids%5B%5D=1&iids%5B%5D=2&labels=bug%2Cui
}

// BodyReader gives other clients the bytes that HTTPRequest would send.
func ExampleRequest_BodyReader() {
	r, err := endpoint.New().Build("POST /issues", endpoint.Params{"title": "Found <a> bug"})
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
	got, err := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test"},
		endpoint.Headers{"authorization": "Bearer TOKEN"},
	).Build("POST /issues", endpoint.Params{"title": "bug", "labels": []string{"ui"}})
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
	want.Body = nil
	fmt.Println(got.Diff(want))
	// Output:
	// ""
	// header authorization: got "Bearer TOKEN", want none
	// body: got {"labels":["ui"],"title":"bug"}, want none
}

// A file is sent from its offset. It is yours to close, after the response.
func ExampleRequest_HTTPRequest_file() {
	f, err := os.CreateTemp("", "notes")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err := f.WriteString("head body"); err != nil {
		log.Fatal(err)
	}
	if _, err := f.Seek(int64(len("head ")), io.SeekStart); err != nil {
		log.Fatal(err)
	}
	req, err := endpoint.Request{Method: "put", URL: "https://api.test/notes", Body: f}.HTTPRequest(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	b, err := io.ReadAll(req.Body)
	fmt.Println(req.ContentLength, string(b), err)
	// Output: 4 body <nil>
}

// fmt and log/slog show names and no values. Meta is passed through: what a
// RoundTripper or a test wants to know of the call.
func ExampleRequest_String() {
	api := endpoint.New(endpoint.Headers{"authorization": "Bearer TOKEN"})
	r, err := api.Build("POST https://user:password@api.test/notes{?page_token}", endpoint.Options{
		Path: endpoint.Path{"page_token": "SECRET"},
		Data: "never shown",
		Meta: "notes.create",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r)
	fmt.Println(r.Meta)
	fmt.Printf("%#v\n", endpoint.Options{Params: endpoint.Params{"q": "SECRET"}})
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	logger.Info("send", "request", r)
	// Output:
	// post xxxxx@api.test/notes?xxxxx headers["accept" "authorization" "user-agent"] body(string) meta(string)
	// notes.create
	// endpoint.Options{params["q"]}
	// level=INFO msg=send request="post xxxxx@api.test/notes?xxxxx headers[\"accept\" \"authorization\" \"user-agent\"] body(string) meta(string)"
}

// All operators of RFC 6570.
func Example_operators() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Path{
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

type state int

func (s state) String() string { return [...]string{"open", "closed"}[s] }

// Go values as text in a URL.
func Example_values() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	page := 42
	for _, value := range []any{
		"a&b", 42, 0.1, 1e21, true, &page, state(1), []byte("hi"), json.Number("1.50"),
		time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), 90 * time.Second,
		nil, (*int)(nil),
		[]int{},
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
	// float64             /s?x=1000000000000000000000
	// bool                /s?x=true
	// *int                /s?x=42
	// endpoint_test.state /s?x=closed
	// []uint8             /s?x=hi
	// json.Number         /s?x=1.50
	// time.Time           /s?x=2026-01-02T03%3A04%3A05Z
	// time.Duration       /s?x=1m30s
	// <nil>               /s
	// *int                /s
	// []int               /s
	// []int               /s?x=1,2
	// map[string]int      /s?x=w,3
}

// What to write for a style of an API, in the order of the table in
// docs/templates.md.
func Example_styles() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test", Lists: endpoint.ListRepeat})
	ids, day := []string{"1", "2"}, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, call := range []struct {
		route  string
		layers []endpoint.Layer
	}{
		{"GET /s", []endpoint.Layer{endpoint.Query{"ids": ids}, endpoint.Options{Lists: endpoint.ListComma}}},
		{"GET /s{?ids}", []endpoint.Layer{endpoint.Path{"ids": ids}}},
		{"GET /s", []endpoint.Layer{endpoint.Query{"day": day.Format(time.DateOnly)}}},
		{"GET /s", []endpoint.Layer{endpoint.Query{"since": day.Unix()}}},
		{"GET /s", []endpoint.Layer{endpoint.Query{"$filter": "a eq 'b'", "t>": 5}}},
		{"GET /s", []endpoint.Layer{endpoint.Query{"filters": json.RawMessage(`{"status":["running"]}`)}}},
		{"GET /s{?f*}", []endpoint.Layer{endpoint.Path{"f": map[string]int{"w": 3}}}},
		{"GET /s", []endpoint.Layer{endpoint.Query{"tags[x][]": ids}}},
		{"GET /{+x}", []endpoint.Layer{endpoint.Path{"x": "%3Aa"}}},
		{"GET /s?acl", []endpoint.Layer{endpoint.Query{"versionId": "v1"}}},
		{"POST /s", []endpoint.Layer{endpoint.Options{Data: json.RawMessage(`"text"`)}}},
		{"GET /v1/{+name}:cancel", []endpoint.Layer{endpoint.Path{"name": "operations/7"}}},
		{"GET /s", []endpoint.Layer{endpoint.Query{"ids": strings.Join(ids, "|")}}},
		{"GET /s{;ids}{.ids*}", []endpoint.Layer{endpoint.Path{"ids": ids}}},
	} {
		printRequest(api.Build(call.route, call.layers...))
	}
	// Output:
	// get https://api.test/s?ids=1,2
	// get https://api.test/s?ids=1,2
	// get https://api.test/s?day=2026-01-02
	// get https://api.test/s?since=1767323045
	// get https://api.test/s?%24filter=a%20eq%20%27b%27&t%3E=5
	// get https://api.test/s?filters=%7B%22status%22%3A%5B%22running%22%5D%7D
	// get https://api.test/s?w=3
	// get https://api.test/s?tags%5Bx%5D%5B%5D=1&tags%5Bx%5D%5B%5D=2
	// get https://api.test/%3Aa
	// get https://api.test/s?acl&versionId=v1
	// post https://api.test/s
	// "text"
	// get https://api.test/v1/operations/7:cancel
	// get https://api.test/s?ids=1%7C2
	// get https://api.test/s;ids=1,2.1.2
}

// Maps are written with brackets in a query, here shown decoded.
func Example_maps() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	r, err := api.Build("GET /invoices", endpoint.Params{
		"created": map[string]any{"gte": 1760000000},
		"items":   []any{map[string]any{"price": "p1", "tags": []string{"a", "b"}}},
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
	// https://api.test/invoices?created[gte]=1760000000&items[0][price]=p1&items[0][tags][0]=a&items[0][tags][1]=b
}

// User is a body.
type User struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Admin bool   `json:"admin,omitempty"`
}

// A body from a struct, as parameters and as Data.
func Example_bodyFromStruct() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	user := User{ID: 7, Name: "Ada"}
	printRequest(api.Build("POST /users", endpoint.ParamsOf(user), endpoint.Params{"notify": true}))
	printRequest(api.Build("PUT /users/{id}", endpoint.Path{"id": 7}, endpoint.ParamsOf(user)))
	printRequest(api.Build("PUT /users/{id}", endpoint.Options{Path: endpoint.Path{"id": 7}, Data: user}))
	printRequest(api.Build("PUT /users/{id}", endpoint.ParamsOf(user)))
	// Output:
	// post https://api.test/users
	// {"id":7,"name":"Ada","notify":true}
	// put https://api.test/users/7
	// {"id":7,"name":"Ada"}
	// put https://api.test/users/7
	// {"id":7,"name":"Ada"}
	// put https://api.test/users/7
	// {"name":"Ada"}
}

// ListOptions are the query of a list. The first page has no cursor.
type ListOptions struct {
	Cursor string `json:"cursor,omitempty"`
	Limit  int    `json:"limit,omitempty"`
}

// Optional parameters: a struct leaves out what is empty, and a map does not.
func Example_optional() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	printRequest(api.Build("GET /users", endpoint.ParamsOf(ListOptions{Limit: 10})))
	printRequest(api.Build("POST /users/search", endpoint.Query(endpoint.ParamsOf(ListOptions{Cursor: "c1"})),
		endpoint.Params{"name": "Ada"}))
	printRequest(api.Build("GET /users", endpoint.Params{"cursor": "", "limit": nil}))
	// Output:
	// get https://api.test/users?limit=10
	// post https://api.test/users/search?cursor=c1
	// {"name":"Ada"}
	// get https://api.test/users?cursor=
}

// Optional parameters without a struct: OmitZero leaves out what is not set.
func ExampleQuery_OmitZero() {
	users := func(cursor string, limit int) endpoint.Query {
		return endpoint.Query{"cursor": cursor, "limit": limit}.OmitZero()
	}
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	printRequest(api.Build("GET /users", users("", 0)))
	printRequest(api.Build("GET /users", users("c1", 0)))
	printRequest(api.Build("GET /users", users("c1", 50)))
	// Output:
	// get https://api.test/users
	// get https://api.test/users?cursor=c1
	// get https://api.test/users?cursor=c1&limit=50
}

// IssueUpdate changes the fields that are not nil.
type IssueUpdate struct {
	Title     *string  `json:"title,omitempty"`
	Labels    []string `json:"labels,omitempty"`
	Milestone *int     `json:"milestone,omitempty"`
}

// Nulls: nil in a later layer clears a field that the struct leaves out.
func Example_nulls() {
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test"},
		endpoint.Headers{"content-type": "application/merge-patch+json"},
	)
	issue := endpoint.Path{"number": 7}
	empty, title := "", "New title"
	printRequest(api.Build("PATCH /issues/{number}", issue, endpoint.ParamsOf(IssueUpdate{Title: &empty})))
	printRequest(api.Build("PATCH /issues/{number}", issue,
		endpoint.ParamsOf(IssueUpdate{Title: &title}),
		endpoint.Params{"milestone": nil, "labels": []string{}}))
	// Output:
	// patch https://api.test/issues/7
	// {"title":""}
	// patch https://api.test/issues/7
	// {"labels":[],"milestone":null,"title":"New title"}
}

// Basic auth: a default header, or a method of the request.
func Example_basicAuth() {
	user, password := "ada", "PASSWORD"
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Headers{
		"authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password)),
	})
	req, err := api.HTTPRequest(context.Background(), "GET /user")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(req.BasicAuth())
	req.SetBasicAuth("bob", password)
	fmt.Println(req.BasicAuth())
	// Output:
	// ada PASSWORD true
	// bob PASSWORD true
}

// Signature: what is signed is what is sent, even if a Reader can be read only
// once, and without a body.
func Example_signature() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
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
	r.Headers.Set("x-signature", hex.EncodeToString(mac.Sum(nil)))
	return r, nil
}

// Repeated headers: a Headers map has one value for each name.
func Example_repeatedHeaders() {
	req, err := endpoint.New().HTTPRequest(context.Background(), "GET /users", endpoint.Headers{"prefer": "wait=10"})
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Add("Prefer", "handling=strict")
	fmt.Printf("%q\n", req.Header.Values("Prefer"))
	// Output: ["wait=10" "handling=strict"]
}

// otherHosts has no token and no default Query for the URLs of other hosts.
var otherHosts = endpoint.New(endpoint.Headers{"accept": "*/*"})

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
	Name     string            `json:"name,omitempty"`
	Phone    *string           `json:"phone,omitempty"` // a pointer to "" clears it
	Address  *Address          `json:"address,omitempty"`
	Metadata map[string]string `json:"metadata,omitempty"`
}

type Address struct {
	City    string `json:"city,omitempty"`
	Country string `json:"country,omitempty"`
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
	key := "sk_test_123"
	stripe := endpoint.New(endpoint.Options{
		BaseURL: "https://api.stripe.com/v1",
		Headers: endpoint.Headers{
			"accept":        "application/json",
			"authorization": "Bearer " + key,
			"content-type":  "application/x-www-form-urlencoded", // sent only with a body
		},
		Lists: endpoint.ListBrackets,
	})

	noPhone := ""
	printRequest(stripe.Build("POST /customers/{id}", endpoint.Path{"id": "cus_1"}, endpoint.ParamsOf(Customer{
		Name:    "Ada",
		Phone:   &noPhone,
		Address: &Address{City: "London", Country: "GB"},
	}), endpoint.Headers{"idempotency-key": "order-6735"}))
	printRequest(stripe.Build("POST /checkout/sessions", endpoint.ParamsOf(CheckoutSession{
		Mode:      "payment",
		LineItems: []LineItem{{"price_1", 2}},
	})))
	printRequest(stripe.Build("GET /charges", endpoint.Params{
		"created": map[string]any{"gte": 1760000000},
		"expand":  []string{"data.customer"},
	}))
	// Output:
	// post https://api.stripe.com/v1/customers/cus_1
	// address%5Bcity%5D=London&address%5Bcountry%5D=GB&name=Ada&phone=
	// post https://api.stripe.com/v1/checkout/sessions
	// line_items%5B0%5D%5Bprice%5D=price_1&line_items%5B0%5D%5Bquantity%5D=2&mode=payment
	// get https://api.stripe.com/v1/charges?created%5Bgte%5D=1760000000&expand%5B%5D=data.customer
}

// Object keys: {+key} accepts a path as is, so escape everything but slashes.
func Example_objectKeys() {
	s3 := endpoint.New(
		endpoint.Options{BaseURL: "https://{bucket}.s3.{region}.amazonaws.com"},
		endpoint.Path{"bucket": "my-bucket", "region": "eu-west-1"},
		endpoint.Headers{"accept": "*/*"},
	)
	for _, key := range []string{"photos/2026/a b+c?#%.jpg", "a//b/", "../b", "/b"} {
		printRequest(s3.Build("GET /{+key}", endpoint.Path{"key": escapeKey(key)}))
	}
	// Output:
	// get https://my-bucket.s3.eu-west-1.amazonaws.com/photos/2026/a%20b%2Bc%3F%23%25.jpg
	// get https://my-bucket.s3.eu-west-1.amazonaws.com/a//b/
	// endpoint: GET /{+key}: unsafe path in parameter "key": a path segment would be "." or ".."
	// endpoint: GET /{+key}: missing parameter "key": the value begins with an empty path segment: remove its leading "/", "\" or ";"
}

// escapeKey percent-encodes an object key for {+key}. Slashes stay.
func escapeKey(key string) string {
	return strings.NewReplacer("+", "%20", "%2F", "/").Replace(url.QueryEscape(key))
}

// File paths: {/path*} escapes each segment of a list.
func Example_filePaths() {
	github := endpoint.New(endpoint.Options{
		BaseURL: "https://api.github.com",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json"},
	})
	printRequest(github.Build("GET /repos/{owner}/{repo}/contents{/path*}", endpoint.Path{
		"owner": "octokit", "repo": "demo", "path": strings.Split("docs/100% #1.md", "/"),
	}))
	// Output: get https://api.github.com/repos/octokit/demo/contents/docs/100%25%20%231.md
}

// Elasticsearch: lines of JSON, and a search with a body.
func Example_elasticsearch() {
	es := endpoint.New(endpoint.Options{
		BaseURL: "http://localhost:9200",
		Headers: endpoint.Headers{"accept": "application/json"},
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
		Headers: endpoint.Headers{"accept": "application/vnd.github+json"},
	})
	printRequest(graphql.Build("", endpoint.Params{
		"query":     "query($login: String!) { user(login: $login) { name } }",
		"variables": map[string]any{"login": "octocat"},
	}))
	// Output:
	// post https://api.github.com/graphql
	// {"query":"query($login: String!) { user(login: $login) { name } }","variables":{"login":"octocat"}}
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

// Tracing: headers from a context are a layer of the call.
func Example_tracing() {
	ctx := context.WithValue(context.Background(), traceKey{}, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	req, err := api.HTTPRequest(ctx, "GET /users/{id}", trace(ctx), endpoint.Path{"id": 7})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(req.Header.Get("Traceparent"))
	// Output: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
}

// Server: the route is a pattern of http.ServeMux.
func Example_serveMux() {
	const route = "GET /orgs/{org}/repos"
	mux := http.NewServeMux()
	mux.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "org %q", r.PathValue("org"))
	})
	req, err := endpoint.New().HTTPRequest(context.Background(), route, endpoint.Path{"org": "a/b c"})
	if err != nil {
		log.Fatal(err)
	}
	response := httptest.NewRecorder()
	mux.ServeHTTP(response, req)
	fmt.Println(req.URL, response.Body)
	// Output: https://api.service.example/orgs/a%2Fb%20c/repos org "a/b c"
}

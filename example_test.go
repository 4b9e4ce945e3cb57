// Examples. Those of single names and of templates come first, the recipes of
// docs/recipes.md after them. The blocks of README.md and docs/ are lines of this
// file or of examples/, which readme_test.go checks.

package endpoint_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
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
	body, _, err := r.BodyReader()
	if err != nil {
		log.Fatal(err)
	}
	if body == nil {
		return
	}
	b, err := io.ReadAll(body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(b))
}

// decoded returns a URL or form percent-decoded, to be read by people.
func decoded(s string) string {
	s, err := url.QueryUnescape(s)
	if err != nil {
		log.Fatal(err)
	}
	return s
}

// A value that would move a request to another endpoint is an error.
func Example() {
	ctx, owner := context.Background(), "octokit"
	github := endpoint.New(endpoint.Options{
		BaseURL: "https://api.github.com",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json"},
	})
	for _, repo := range []string{"hello world", "..", ""} {
		req, err := github.HTTPRequest(ctx, "DELETE /repos/{owner}/{repo}", endpoint.Params{
			"owner": owner, "repo": repo,
		})
		if err != nil {
			fmt.Printf("%-13q %v\n", repo, err)
			continue
		}
		fmt.Printf("%-13q %s %s\n", repo, req.Method, req.URL)
	}
	// Output:
	// "hello world" DELETE https://api.github.com/repos/octokit/hello%20world
	// ".."          endpoint: DELETE /repos/{owner}/{repo}: unsafe path "repo": a path segment would be "." or ".."
	// ""            endpoint: DELETE /repos/{owner}/{repo}: missing parameter "repo": its path segment would be empty
}

// The same request without this package. No error is returned.
func Example_withoutThisPackage() {
	owner, token := "octokit", "TOKEN"
	for _, repo := range []string{"hello world", "..", ""} {
		u := fmt.Sprintf("https://api.github.com/repos/%s/%s", url.PathEscape(owner), url.PathEscape(repo))
		req, err := http.NewRequest("DELETE", u, nil)
		req.Header.Set("Authorization", "Bearer "+token)
		fmt.Println(req.URL, err)
	}
	// Output:
	// https://api.github.com/repos/octokit/hello%20world <nil>
	// https://api.github.com/repos/octokit/.. <nil>
	// https://api.github.com/repos/octokit/ <nil>
}

// All operators of RFC 6570.
func Example_operators() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	params := endpoint.Params{
		"x":    "a/b c",
		"list": []string{"red", "green"},
		"map":  map[string]int{"w": 3, "h": 2},
	}
	for _, template := range []string{
		"/s/{x}", "/s/:x", "/s/{x:2}", "/s/{list}", "/s/{map}", "/s/{map*}", "/s/{+x}",
		"/s{/x}", "/s{/none}", "/s{/list*}", "/s{.x}", "/s{.list*}", "/s{;x}", "/s{;list*}",
		"/s{?x,none}", "/s?v=1{&x}", "/s{?list}", "/s{?list*}", "/s{?map*}", "/s{#x}",
	} {
		// Data keeps the other parameters out of the request.
		r, err := api.Build("POST "+template, params, endpoint.Options{Data: ""})
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
		[]int{1, 2},
		[]int{},
		map[string]int{"w": 3},
	} {
		r, err := api.Build("GET /s{?x}", endpoint.Params{"x": value})
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
	// []int               /s?x=1,2
	// []int               /s
	// map[string]int      /s?x=w,3
}

// Templates that an API description may need, by what the API expects.
func Example_otherStyles() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test", Lists: endpoint.ListRepeat})
	ids := []string{"1", "2"}
	show := func(route string, params endpoint.Params) {
		r, err := api.Build(route, params)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(strings.TrimPrefix(r.URL, "https://api.test"))
	}
	show("GET /s{?ids}", endpoint.Params{"ids": ids})                          // one list with commas
	show("GET /s{?ids*}", endpoint.Params{"ids": ids})                         // one list with repeated keys
	show("GET /s", endpoint.Params{"ids": strings.Join(ids, " ")})             // spaceDelimited
	show("GET /s", endpoint.Params{"ids": strings.Join(ids, "|")})             // pipeDelimited
	show("GET /s{?f*}", endpoint.Params{"f": map[string]int{"w": 3}})          // a form-exploded object
	show("GET /s{.ids*}", endpoint.Params{"ids": ids})                         // label
	show("GET /s{;ids}", endpoint.Params{"ids": ids})                          // matrix
	show("GET /s/{+path}", endpoint.Params{"path": "a/b"})                     // a path with its slashes
	show("GET /s{/path*}", endpoint.Params{"path": strings.Split("a/b", "/")}) // the same, escaped
	show("GET /s", endpoint.Params{"tags[x][]": ids})                          // a list inside a map, for Rack
	// Output:
	// /s?ids=1,2
	// /s?ids=1&ids=2
	// /s?ids=1%202
	// /s?ids=1%7C2
	// /s?w=3
	// /s.1.2
	// /s;ids=1,2
	// /s/a/b
	// /s/a/b
	// /s?tags%5Bx%5D%5B%5D=1&tags%5Bx%5D%5B%5D=2
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
	fmt.Println(o.Method, o.BaseURL, o.Headers.Get("accept"))
	// Output: GET https://api.service.example application/vnd.service.v3+json
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

// With Data, parameters without a placeholder are not sent: note is neither in
// the URL nor in the body.
func ExampleEndpoint_Build_data() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://uploads.test"})
	printRequest(api.Build("POST /releases/{id}/assets{?name}", endpoint.Options{
		Headers: endpoint.Headers{"content-type": "text/plain"},
		Params:  endpoint.Params{"id": 1, "name": "notes.txt", "note": "not sent"},
		Data:    "Hello, world!",
	}))
	// Output:
	// post https://uploads.test/releases/1/assets?name=notes.txt
	// Hello, world!
}

// A field that is both in the path and in the body is given twice.
func ExampleEndpoint_Build_pathAndBody() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	printRequest(api.Build("PUT /users/{id}", endpoint.Options{
		Params: endpoint.Params{"id": 7},
		Data:   map[string]any{"id": 7, "name": "Ada"},
	}))
	// Output:
	// put https://api.test/users/7
	// {"id":7,"name":"Ada"}
}

// A route that begins with {+x}, or with {x} for a name that ends in "url" in
// lower case, accepts an absolute URL as its value.
func ExampleEndpoint_Build_url() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	printRequest(api.Build("GET {+next}", endpoint.Params{"next": "https://api.test/users?page=2"}))
	printRequest(api.Build("POST {upload_url}/assets{?name}", endpoint.Params{
		"upload_url": "https://uploads.test/releases/1", "name": "notes.txt",
	}))
	// Any other value is a path.
	printRequest(api.Build("GET {+next}", endpoint.Params{"next": "docs/a b"}))
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
	// GET https://api.test /orgs/{org}/repos params["org":"octokit" "type":"private"]
	// get https://api.test/orgs/octokit/repos?type=private
}

// Every error is an *Error. It names what is wrong and wraps one of the Err
// values.
func ExampleError() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	w, owner, repo := httptest.NewRecorder(), "octokit", ".."
	handle := func() error {
		r, err := api.Build("GET /repos/{owner}/{repo}", endpoint.Params{"owner": owner, "repo": repo})
		var e *endpoint.Error
		switch {
		case errors.Is(err, endpoint.ErrMissingParam), errors.Is(err, endpoint.ErrUnsafePath):
			errors.As(err, &e)
			http.Error(w, "invalid "+e.Name, http.StatusBadRequest) // the name only, never the value
			return nil
		case err != nil:
			return err // a mistake in the program, or other input that the table lists
		}
		fmt.Println(r) // send it
		return nil
	}
	if err := handle(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(w.Code, w.Body)
	// Output: 400 invalid repo
}

// One call for each of the Err values.
func ExampleError_kinds() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	for _, call := range []struct {
		route string
		layer endpoint.Layer
	}{
		{"GET /files/{path...}", nil},
		{"GE(T /users", nil},
		{"GET /users", endpoint.Options{BaseURL: "api.test"}},
		{"GET /users/{id}", nil},
		{"GET /users", endpoint.Params{"filter": struct{}{}}},
		{"GET /users", endpoint.Headers{"x-trace": "a\nb"}},
		{"GET /users", endpoint.Options{Data: "text"}},
		{"GET /users/{id}", endpoint.Params{"id": ".."}},
	} {
		_, err := api.Build(call.route, call.layer)
		fmt.Println(err)
	}
	// Output:
	// endpoint: GET /files/{path...}: invalid route: at offset 7: "{path...}" is not RFC 6570: write {+path}, or {/path*} for a list of segments
	// endpoint: GE(T /users: invalid method: it may contain only letters, digits and !#$%&'*+-.^_`|~
	// endpoint: GET /users: invalid base URL "BaseURL": it must begin with http:// or https://
	// endpoint: GET /users/{id}: missing parameter "id"
	// endpoint: GET /users: invalid parameter "filter": struct {} is a struct: pass its fields, or the map that ParamsOf makes of it
	// endpoint: GET /users: invalid header "x-trace": the value has a control character, such as a line break: remove it
	// endpoint: GET /users: invalid body "Data": GET does not allow a body: use another method
	// endpoint: GET /users/{id}: unsafe path "id": a path segment would be "." or ".."
}

// An empty value removes a header that an earlier layer set.
func ExampleHeaders() {
	api := endpoint.New(endpoint.Headers{"Authorization": "Bearer TOKEN", "user-agent": "my-client/1.0"})
	r, err := api.Build("GET /public", endpoint.Headers{"authorization": "", "accept": "text/html"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Headers)
	// Output: headers["accept":"text/html" "user-agent":"my-client/1.0"]
}

// A list in each style, in a query and in a form.
func ExampleListStyle() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	form := endpoint.Headers{"content-type": "application/x-www-form-urlencoded"}
	ids := []int{1, 2}
	printRequest(api.Build("GET /s", endpoint.Params{"ids": ids}))
	printRequest(api.Build("GET /s", endpoint.Query{"ids": ids}))
	for _, style := range []endpoint.ListStyle{endpoint.ListComma, endpoint.ListRepeat, endpoint.ListBrackets} {
		api := api.Defaults(endpoint.Options{Lists: style})
		printRequest(api.Build("GET /s", endpoint.Params{"ids": ids}))
		printRequest(api.Build("POST /s", form, endpoint.Params{"ids": ids}))
	}
	// Output:
	// get https://api.test/s?ids=1%2C2
	// get https://api.test/s?ids=1&ids=2
	// get https://api.test/s?ids=1,2
	// post https://api.test/s
	// ids=1%2C2
	// get https://api.test/s?ids=1&ids=2
	// post https://api.test/s
	// ids=1&ids=2
	// get https://api.test/s?ids%5B%5D=1&ids%5B%5D=2
	// post https://api.test/s
	// ids%5B%5D=1&ids%5B%5D=2
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

// Options combines all layers and has the flat JSON form of @octokit/endpoint.
func ExampleOptions() {
	var o endpoint.Options
	err := json.Unmarshal([]byte(`{
		"method": "POST",
		"url": "/repos/{owner}/{repo}/issues",
		"headers": {"x-retries": 3},
		"owner": "octokit", "repo": "demo", "milestone": 12345678901234567890
	}`), &o)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(o)
	printRequest(endpoint.New(endpoint.Options{BaseURL: "https://api.test"}).Build("", o))
	// Output:
	// POST /repos/{owner}/{repo}/issues headers["x-retries":"3"] params["milestone":12345678901234567890 "owner":"octokit" "repo":"demo"]
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

// Maps are written with brackets in a query, here shown decoded.
func ExampleParams_nested() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	r, err := api.Build("GET /invoices", endpoint.Params{
		"created": map[string]any{"gte": 1760000000},
		"items":   []any{map[string]any{"price": "p1", "tags": []string{"a", "b"}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(decoded(r.URL))
	// Output:
	// https://api.test/invoices?created[gte]=1760000000&items[0][price]=p1&items[0][tags][0]=a&items[0][tags][1]=b
}

// ListIssues are the options of a call.
type ListIssues struct {
	Owner  string   `json:"owner"`
	Repo   string   `json:"repo"`
	State  string   `json:"state,omitempty"`
	Labels []string `json:"labels,omitempty"`
	Page   int      `json:"page,omitempty"`
}

// The fields of a struct become parameters.
func ExampleParamsOf() {
	github := endpoint.New(endpoint.Options{
		BaseURL: "https://api.github.com",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json"},
	})
	params, err := endpoint.ParamsOf(ListIssues{Owner: "octokit", Repo: "demo", Labels: []string{"bug", "ui"}})
	if err != nil {
		log.Fatal(err)
	}
	r, err := github.Build("GET /repos/{owner}/{repo}/issues", params)
	printRequest(r, err)
	// Output: get https://api.github.com/repos/octokit/demo/issues?labels=bug%2Cui
}

// Query is always sent in the query. In a GET request a parameter of the call
// overrides it. Unset removes it.
func ExampleQuery() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Query{"api-version": 2})
	printRequest(api.Build("POST /issues", endpoint.Params{"title": "bug"}))
	printRequest(api.Build("GET /issues", endpoint.Params{"api-version": 1}))
	printRequest(api.Build("GET /issues", endpoint.Query{"api-version": endpoint.Unset}))
	// Output:
	// post https://api.test/issues?api-version=2
	// {"title":"bug"}
	// get https://api.test/issues?api-version=1
	// get https://api.test/issues
}

// BodyReader gives other clients the bytes that HTTPRequest would send.
func ExampleRequest_BodyReader() {
	r, err := endpoint.New().Build("POST /issues", endpoint.Params{"title": "Found <a> bug"})
	if err != nil {
		log.Fatal(err)
	}
	body, size, err := r.BodyReader() // nil, 0 if there is no body
	if err != nil {
		log.Fatal(err)
	}
	b, err := io.ReadAll(body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.ToUpper(r.Method), string(b), size)
	// Output: POST {"title":"Found <a> bug"} 25
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
	req, err := endpoint.New().HTTPRequest(context.Background(), "PUT /notes", endpoint.Options{Data: f})
	if err != nil {
		log.Fatal(err)
	}
	b, err := io.ReadAll(req.Body)
	fmt.Println(req.ContentLength, string(b), err)
	// Output: 4 body <nil>
}

// The JSON form shows everything, secrets included.
func ExampleRequest_MarshalJSON() {
	r, err := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test"},
		endpoint.Headers{"accept": "", "user-agent": "", "authorization": "Bearer TOKEN"},
	).Build("POST /issues", endpoint.Params{"title": "bug"})
	if err != nil {
		log.Fatal(err)
	}
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(b))
	// Output:
	// {
	//   "body": {
	//     "title": "bug"
	//   },
	//   "headers": {
	//     "authorization": "Bearer TOKEN",
	//     "content-type": "application/json; charset=utf-8"
	//   },
	//   "method": "post",
	//   "url": "https://api.test/issues"
	// }
}

// What fmt and log/slog print has no secrets and no body.
func ExampleRequest_String() {
	r := endpoint.Request{
		Method: "post",
		URL:    "https://user:password@api.test/notes?page_token=SECRET&max_tokens=9",
		Headers: endpoint.Headers{
			"accept": "application/json", "authorization": "Bearer TOKEN", "referer": "https://api.test/?code=1",
		},
		Body: "never shown",
	}
	fmt.Println(r)
	fmt.Println(endpoint.Params{"api_key": "SECRET", "labels": []string{"bug"}, "page": 2})
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey && len(groups) == 0 {
				return slog.Attr{}
			}
			return a
		},
	}))
	logger.Info("send", "request", endpoint.Request{
		Method: "get", URL: "https://api.test/notes", Headers: endpoint.Headers{"cookie": "session=SECRET"},
	})
	// Output:
	// post https://xxxxx@api.test/notes?page_token=xxxxx&max_tokens=9 headers["accept":"application/json" "authorization":"xxxxx" "referer":"xxxxx"] body(string)
	// params["api_key":xxxxx "labels":[]string(1) "page":2]
	// level=INFO msg=send request.method=get request.url=https://api.test/notes request.headers.cookie=xxxxx
}

// Pages: follow the Link header, but only to the host of BaseURL.
func Example_pages() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("page") == "" {
			w.Header().Set("Link", `</orgs/octokit/repos?page=2&per_page=100>; rel="next"`)
		}
		fmt.Fprintf(w, `[{"full_name": "repository of %s"}]`, r.RequestURI)
	}))
	defer server.Close()

	api := endpoint.New(endpoint.Options{BaseURL: server.URL})
	repos, err := listRepos(context.Background(), api, "octokit")
	if err != nil {
		log.Fatal(err)
	}
	for _, repo := range repos {
		fmt.Println(repo.FullName)
	}
	page, err := url.Parse(server.URL)
	if err != nil {
		log.Fatal(err)
	}
	_, err = nextPage(context.Background(), api, page, `<https://elsewhere.test/repos?page=2>; rel="next"`)
	fmt.Println(err)
	// Output:
	// repository of /orgs/octokit/repos?per_page=100
	// repository of /orgs/octokit/repos?page=2&per_page=100
	// the next page is on another host
}

type repository struct {
	FullName string `json:"full_name"`
}

// listRepos returns all repositories of an organization.
func listRepos(ctx context.Context, api endpoint.Endpoint, org string) (all []repository, err error) {
	req, err := api.HTTPRequest(ctx, "GET /orgs/{org}/repos", endpoint.Params{"org": org, "per_page": 100})
	for err == nil && req != nil {
		var page []repository
		var link string
		if page, link, err = getPage(req); err != nil {
			break
		}
		all = append(all, page...)
		req, err = nextPage(ctx, api, req.URL, link)
	}
	return all, err
}

// getPage sends a request and returns the page and its Link header.
func getPage(req *http.Request) (page []repository, link string, err error) {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, "", errors.New(resp.Status)
	}
	return page, resp.Header.Get("Link"), json.NewDecoder(resp.Body).Decode(&page)
}

var nextLink = regexp.MustCompile(`<([^<>]*)>[^<>]*;\s*rel="next"`)

// nextPage builds the request for the page after page, or returns nil if page is
// the last. The defaults, which include the token, stay on the host of page.
func nextPage(ctx context.Context, api endpoint.Endpoint, page *url.URL, link string) (*http.Request, error) {
	m := nextLink.FindStringSubmatch(link)
	if m == nil {
		return nil, nil
	}
	next, err := page.Parse(m[1]) // it may be relative
	if err != nil {
		return nil, err
	}
	if next.Scheme != page.Scheme || next.Host != page.Host {
		return nil, errors.New("the next page is on another host")
	}
	return api.HTTPRequest(ctx, "GET {+next}", endpoint.Params{"next": next.String()})
}

// Upload: a template returned by the API is a route without its method.
func Example_upload() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		fmt.Println(r.RequestURI, r.ContentLength, string(b), err)
	}))
	defer server.Close()
	defer func(old []string) { uploadServers = old }(uploadServers)
	uploadServers = []string{server.URL}

	api := endpoint.New(endpoint.Headers{"accept": "application/json"})
	for _, template := range []string{ // from an earlier response
		server.URL + "/releases/1/assets{?name,label}",
		"https://elsewhere.test/releases/1/assets{?name,label}",
		"<html>",
	} {
		err := upload(context.Background(), api, template, "notes.txt", strings.NewReader("What is new"), 11)
		fmt.Println(err)
	}
	// Output:
	// 11 of 11 bytes
	// /releases/1/assets?name=notes.txt 11 What is new <nil>
	// <nil>
	// the upload goes to another server
	// bad response: no upload template
}

// uploadServers may receive the token with an upload. BaseURL is not enough:
// GitHub's API is at https://api.github.com.
var uploadServers = []string{"https://uploads.github.com"}

// upload sends a file to an upload template returned by the API.
func upload(ctx context.Context, api endpoint.Endpoint, template, name string, file io.Reader, size int64) error {
	req, err := api.HTTPRequest(ctx, "POST "+template, endpoint.Options{
		Headers: endpoint.Headers{
			"content-type":   "text/plain",
			"content-length": strconv.FormatInt(size, 10), // without it the body is chunked
		},
		Params: endpoint.Params{"name": name},
		Data:   &progress{Reader: file, size: size},
	})
	if errors.Is(err, endpoint.ErrRoute) {
		return errors.New("bad response: no upload template")
	}
	if err != nil {
		return err
	}
	if !slices.Contains(uploadServers, req.URL.Scheme+"://"+req.URL.Host) {
		return errors.New("the upload goes to another server") // it would receive the token
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return errors.New(resp.Status)
	}
	return nil
}

// A progress prints how much of a body has been read.
type progress struct {
	io.Reader
	sent, size int64
}

func (p *progress) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if n > 0 {
		p.sent += int64(n)
		fmt.Printf("%d of %d bytes\n", p.sent, p.size)
	}
	return n, err
}

// Token: a RoundTripper adds the current token to each request.
func Example_token() {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		fmt.Println(r.Header.Get("Authorization"), r.Header.Get("X-Request-Id"))
	}))
	defer server.Close()

	tokens := 0
	client := &http.Client{Transport: &tokenTransport{
		origin: server.URL,
		token:  func(context.Context) (string, error) { tokens++; return fmt.Sprint("TOKEN-", tokens), nil },
	}}
	api := endpoint.New(endpoint.Options{BaseURL: server.URL})
	for _, id := range []string{"a1", "b2"} {
		req, err := api.HTTPRequest(context.Background(), "GET /user", endpoint.Headers{"x-request-id": id})
		if err != nil {
			log.Fatal(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			log.Fatal(err)
		}
		resp.Body.Close()
	}
	// Output:
	// Bearer TOKEN-1 a1
	// Bearer TOKEN-2 b2
}

// A tokenTransport adds a token to the requests for one scheme and host. It also
// sees redirects, which may lead elsewhere.
type tokenTransport struct {
	origin string // https://api.example.com
	token  func(context.Context) (string, error)
}

func (t *tokenTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme+"://"+req.URL.Host != t.origin {
		return http.DefaultTransport.RoundTrip(req)
	}
	token, err := t.token(req.Context())
	if err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	req = req.Clone(req.Context()) // a RoundTripper must not change its request
	req.Header.Set("Authorization", "Bearer "+token)
	return http.DefaultTransport.RoundTrip(req)
}

// Retry: GetBody returns the body once more, and is nil if that is impossible.
func Example_retry() {
	tries := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		fmt.Println(string(b), err)
		if tries++; tries != 2 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()

	api := endpoint.New(endpoint.Options{BaseURL: server.URL})
	for _, data := range []any{map[string]any{"title": "bug"}, io.MultiReader(strings.NewReader("a stream"))} {
		req, err := api.HTTPRequest(context.Background(), "PUT /issues/7", endpoint.Options{Data: data})
		if err != nil {
			log.Fatal(err)
		}
		resp, err := sendWithRetry(req, 3, time.Millisecond)
		if err != nil {
			fmt.Println(err)
			continue
		}
		resp.Body.Close()
		fmt.Println(resp.Status)
	}
	// Output:
	// {"title":"bug"} <nil>
	// {"title":"bug"} <nil>
	// 200 OK
	// a stream <nil>
	// 503 Service Unavailable, and the body cannot be sent again
}

// sendWithRetry sends a request up to n times while the server is unavailable.
func sendWithRetry(req *http.Request, n int, wait time.Duration) (*http.Response, error) {
	for ; ; n-- {
		resp, err := http.DefaultClient.Do(req)
		if err != nil || resp.StatusCode != http.StatusServiceUnavailable || n == 1 {
			return resp, err
		}
		resp.Body.Close()
		req = req.Clone(req.Context())
		switch {
		case req.GetBody != nil:
			if req.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		case req.Body != nil:
			return nil, errors.New(resp.Status + ", and the body cannot be sent again")
		}
		select {
		case <-time.After(wait):
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
}

// Customer has the parameters of POST /v1/customers.
type Customer struct {
	Name     string            `json:"name"`
	Phone    string            `json:"phone"` // "" clears it
	Address  Address           `json:"address"`
	Metadata map[string]string `json:"metadata,omitempty"`
}

type Address struct {
	City    string `json:"city,omitempty"`
	Country string `json:"country,omitempty"`
}

// Stripe: forms with nested maps and lists, an idempotency key and an account.
func Example_stripe() {
	err := callStripe("sk_test_123", Customer{
		Name:     "Ada",
		Address:  Address{City: "London"},
		Metadata: map[string]string{"order": "6735"},
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// post https://api.stripe.com/v1/customers
	// address[city]=London&metadata[order]=6735&name=Ada&phone=
	// post https://api.stripe.com/v1/checkout/sessions
	// line_items[0][price]=price_1&line_items[0][quantity]=2&mode=payment
	// get https://api.stripe.com/v1/charges?created[gte]=1760000000&expand[]=data.customer
}

func callStripe(key string, customer Customer) error {
	stripe := endpoint.New(endpoint.Options{
		BaseURL: "https://api.stripe.com/v1",
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + key},
		Lists:   endpoint.ListBrackets,
	})
	form := endpoint.Headers{"content-type": "application/x-www-form-urlencoded"}

	params, err := endpoint.ParamsOf(customer)
	if err != nil {
		return err
	}
	params["address"], err = endpoint.ParamsOf(customer.Address) // a struct within the struct
	if err != nil {
		return err
	}
	printDecoded(stripe.Build("POST /customers", form, params,
		endpoint.Headers{"idempotency-key": "order-6735", "stripe-account": "acct_1"}))
	printDecoded(stripe.Build("POST /checkout/sessions", form, endpoint.Params{
		"mode":       "payment",
		"line_items": []endpoint.Params{{"price": "price_1", "quantity": 2}},
	}))
	printDecoded(stripe.Build("GET /charges", endpoint.Params{
		"created": map[string]any{"gte": 1760000000},
		"expand":  []string{"data.customer"},
	}))
	return nil
}

// printDecoded prints a request like printRequest, percent-decoded.
func printDecoded(r endpoint.Request, err error) {
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Method, decoded(r.URL))
	if form, ok := r.Body.(url.Values); ok {
		fmt.Println(decoded(form.Encode()))
	}
}

// Object keys: {+key} accepts a path as is, so escape everything but slashes.
func Example_objectKeys() {
	s3 := endpoint.New(
		endpoint.Options{BaseURL: "https://{bucket}.s3.{region}.amazonaws.com"},
		endpoint.Params{"bucket": "my-bucket", "region": "eu-west-1"},
		endpoint.Headers{"accept": "*/*"},
	)
	for _, key := range []string{"photos/2026/a b+c?#%.jpg", "a//b/", "../b", "/b"} {
		fmt.Printf("%-25s ", key)
		printRequest(s3.Build("GET /{+key}", endpoint.Params{"key": escapeKey(key)}))
	}
	printRequest(s3.Build("GET /{+key}?acl", endpoint.Params{"key": escapeKey("a b")}, endpoint.Query{"versionId": "v1"}))
	// Output:
	// photos/2026/a b+c?#%.jpg  get https://my-bucket.s3.eu-west-1.amazonaws.com/photos/2026/a%20b%2Bc%3F%23%25.jpg
	// a//b/                     get https://my-bucket.s3.eu-west-1.amazonaws.com/a//b/
	// ../b                      endpoint: GET /{+key}: unsafe path "key": a path segment would be "." or ".."
	// /b                        endpoint: GET /{+key}: missing parameter "key": the value begins with an empty path segment: remove its leading "/", "\" or ";"
	// get https://my-bucket.s3.eu-west-1.amazonaws.com/a%20b?acl&versionId=v1
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
	r, err := github.Build("GET /repos/{owner}/{repo}/contents{/path*}", endpoint.Params{
		"owner": "octokit", "repo": "demo", "path": strings.Split("docs/100% #1.md", "/"),
	})
	printRequest(r, err)
	// Output: get https://api.github.com/repos/octokit/demo/contents/docs/100%25%20%231.md
}

// Raw contents: the format is part of the accept header.
func Example_rawContents() {
	github := endpoint.New(endpoint.Options{
		BaseURL: "https://api.github.com",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json"},
	})
	r, err := github.Build("GET /repos/{owner}/{repo}/readme",
		endpoint.Params{"owner": "octokit", "repo": "demo"},
		endpoint.MediaType{Format: "raw+json"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Headers.Get("accept"))
	// Output: application/vnd.github.raw+json
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
		Params:  endpoint.Params{"index": "notes"},
		Query:   endpoint.Query{"refresh": "wait_for"},
		Data:    lines.Bytes(),
	})
	printRequest(r, err)

	// _search accepts POST. For a server that insists on GET, change the method.
	r, err = es.Build("POST /{index}/_search", endpoint.Params{
		"index": "notes",
		"query": map[string]any{"match_all": map[string]any{}},
	})
	r.Method = "get"
	printRequest(r, err)
	// Output:
	// post http://localhost:9200/notes/_bulk?refresh=wait_for
	// {"index":{"_id":"1"}}
	// {"title":"One"}
	//
	// get http://localhost:9200/notes/_search
	// {"query":{"match_all":{}}}
}

// JSON merge patch (RFC 7396): nil clears a field. A missing key leaves it unchanged.
func Example_mergePatch() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	r, err := api.Build("PATCH /issues/{number}",
		endpoint.Headers{"content-type": "application/merge-patch+json"},
		endpoint.Params{"number": 7, "title": "New title", "milestone": nil})
	printRequest(r, err)
	// Output:
	// patch https://api.test/issues/7
	// {"milestone":null,"title":"New title"}
}

// GraphQL: one method and URL for all calls, so both are defaults.
func Example_graphQL() {
	graphql := endpoint.New(endpoint.Options{
		Method:  "POST",
		BaseURL: "https://api.github.com",
		URL:     "/graphql",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json"},
	})
	r, err := graphql.Build("", endpoint.Params{
		"query":     "query($login: String!) { user(login: $login) { name } }",
		"variables": map[string]any{"login": "octocat"},
	})
	printRequest(r, err)
	// Output:
	// post https://api.github.com/graphql
	// {"query":"query($login: String!) { user(login: $login) { name } }","variables":{"login":"octocat"}}
}

// JSON-RPC: a batch is a list, so it is Data.
func Example_jsonRPC() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://rpc.test"})
	type call struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}
	r, err := api.Build("POST /", endpoint.Options{Data: []call{
		{"2.0", 1, "eth_chainId", nil},
		{"2.0", 2, "eth_getBalance", []string{"0x0", "latest"}},
	}})
	printRequest(r, err)
	// Output:
	// post https://rpc.test/
	// [{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"jsonrpc":"2.0","id":2,"method":"eth_getBalance","params":["0x0","latest"]}]
}

// Multipart: mime/multipart writes the body, which is Data.
func Example_multipart() {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		file, header, err := r.FormFile("file")
		if err != nil {
			log.Fatal(err)
		}
		b, err := io.ReadAll(file)
		fmt.Println(r.FormValue("title"), header.Filename, string(b), err)
	}))
	defer server.Close()

	api := endpoint.New(endpoint.Options{BaseURL: server.URL})
	req, err := multipartRequest(context.Background(), api, "Notes", "notes.txt", strings.NewReader("Buy milk"))
	if err != nil {
		log.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status)
	// Output:
	// Notes notes.txt Buy milk <nil>
	// 200 OK
}

func multipartRequest(ctx context.Context, api endpoint.Endpoint, title, name string, file io.Reader) (*http.Request, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.WriteField("title", title); err != nil {
		return nil, err
	}
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(part, file); err != nil {
		return nil, err
	}
	if err := form.Close(); err != nil {
		return nil, err
	}
	return api.HTTPRequest(ctx, "POST /uploads", endpoint.Options{
		Headers: endpoint.Headers{"content-type": form.FormDataContentType()},
		Data:    &body,
	})
}

// Tenants: a placeholder in BaseURL, and one Endpoint for each tenant.
func Example_tenants() {
	service := endpoint.New(
		endpoint.Options{BaseURL: "https://{tenant}.api.test/v{version}"},
		endpoint.Params{"version": 2},
	)
	acme := service.Defaults(
		endpoint.Params{"tenant": "acme"},
		endpoint.Headers{"authorization": "Bearer TOKEN-OF-ACME"},
	)
	printRequest(acme.Build("GET /users"))
	printRequest(service.Build("GET /users", endpoint.Params{"tenant": "evil.test/"}))
	// Output:
	// get https://acme.api.test/v2/users
	// endpoint: GET /users: invalid parameter "tenant": a host may contain only letters, digits, "-", "_" and inner dots
}

type traceKey struct{}

// trace returns the tracing headers of a context. It is nil without a trace, and
// changes nothing then.
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
	req, err := api.HTTPRequest(ctx, "GET /users/{id}", trace(ctx), endpoint.Params{"id": 7})
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
	req, err := endpoint.New().HTTPRequest(context.Background(), route, endpoint.Params{"org": "a/b c"})
	if err != nil {
		log.Fatal(err)
	}
	response := httptest.NewRecorder()
	mux.ServeHTTP(response, req)
	fmt.Println(req.URL, response.Body)
	// Output: https://api.service.example/orgs/a%2Fb%20c/repos org "a/b c"
}

// Examples for every exported name and section of the README.

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
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"strings"
	"time"

	"example.com/endpoint"
)

// A route says where the parameters go. The values are escaped, and one that
// would change the address is an error.
func Example() {
	api := endpoint.New(endpoint.Options{
		BaseURL: "https://api.github.com",
		Headers: endpoint.Headers{"authorization": "Bearer TOKEN"},
	})
	for _, repo := range []string{"hello world", "..", ""} {
		req, err := api.HTTPRequest(context.Background(), "DELETE /repos/{owner}/{repo}", endpoint.Params{
			"owner": "octokit", "repo": repo,
		})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(req.Method, req.URL)
	}
	// Output:
	// DELETE https://api.github.com/repos/octokit/hello%20world
	// endpoint: DELETE /repos/{owner}/{repo}: unsafe path "repo": a path segment would be "." or ".."
	// endpoint: DELETE /repos/{owner}/{repo}: missing parameter "repo"
}

// Every operator of RFC 6570 may stand in a route.
func Example_operators() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	params := endpoint.Params{
		"x":    "a/b c",
		"list": []string{"red", "green"},
		"map":  map[string]int{"w": 3, "h": 2},
	}
	for _, template := range []string{
		"/s/{x}", "/s/{x:2}", "/s/:x", "/s/{+x}", "/s{/x}", "/s{/list*}", "/s.{list}", "/s{.list*}",
		"/s{;x}", "/s{?x}", "/s?a=1{&x}", "/s{?list}", "/s{?list*}", "/s{?map*}", "/s{?none}", "/s{#x}",
	} {
		// With Data, the parameters that a template does not name are not sent.
		r, err := api.Build("POST "+template, params, endpoint.Options{Data: ""})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-12s %s\n", template, strings.TrimPrefix(r.URL, "https://api.test"))
	}
	// Output:
	// /s/{x}       /s/a%2Fb%20c
	// /s/{x:2}     /s/a%2F
	// /s/:x        /s/a%2Fb%20c
	// /s/{+x}      /s/a/b%20c
	// /s{/x}       /s/a%2Fb%20c
	// /s{/list*}   /s/red/green
	// /s.{list}    /s.red,green
	// /s{.list*}   /s.red.green
	// /s{;x}       /s;x=a%2Fb%20c
	// /s{?x}       /s?x=a%2Fb%20c
	// /s?a=1{&x}   /s?a=1&x=a%2Fb%20c
	// /s{?list}    /s?list=red,green
	// /s{?list*}   /s?list=red&list=green
	// /s{?map*}    /s?h=2&w=3
	// /s{?none}    /s
	// /s{#x}       /s#a/b%20c
}

// What Go values become in a URL.
func Example_values() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	var missing *int
	for _, value := range []any{
		"a&b", 42, int8(-1), 1e21, true, []byte("bytes"), json.Number("1.50"), missing,
		time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), 90 * time.Second,
		[]int{1, 2},
		struct{}{},
	} {
		r, err := api.Build("GET /s", endpoint.Params{"x": value})
		fmt.Printf("%T %s %v\n", value, strings.TrimPrefix(r.URL, "https://api.test"), err)
	}
	// Output:
	// string /s?x=a%26b <nil>
	// int /s?x=42 <nil>
	// int8 /s?x=-1 <nil>
	// float64 /s?x=1000000000000000000000 <nil>
	// bool /s?x=true <nil>
	// []uint8 /s?x=bytes <nil>
	// json.Number /s?x=1.50 <nil>
	// *int /s <nil>
	// time.Time /s?x=2026-01-02T03%3A04%3A05Z <nil>
	// time.Duration /s?x=1m30s <nil>
	// []int /s?x=1%2C2 <nil>
	// struct {}  endpoint: GET /s: invalid parameter "x": type struct {} is not supported here
}

// A test of a client compares descriptions and needs no server.
func Example_assertRequest() {
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test"},
		endpoint.Headers{"accept": "application/json", "user-agent": "my-client"},
	)
	got, err := api.Build("GET /orgs/{org}/repos", endpoint.Params{"org": "octokit", "type": "private"})
	if err != nil {
		log.Fatal(err)
	}
	want := endpoint.Request{
		Method:  "get",
		URL:     "https://api.test/orgs/octokit/repos?type=private",
		Headers: endpoint.Headers{"accept": "application/json", "user-agent": "my-client"},
	}
	fmt.Println(reflect.DeepEqual(got, want))
	// Output: true
}

// A route of {name} placeholders is a pattern of http.ServeMux too.
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
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, req)
	fmt.Println(req.URL, answer.Body)
	// Output: https://api.service.example/orgs/a%2Fb%20c/repos org "a/b c"
}

// A Link header holds the address of the next page. The defaults go there too,
// so look at the host first.
func Example_nextPage() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	next, err := url.Parse("https://api.test/orgs/octokit/repos?page=2")
	if err != nil {
		log.Fatal(err)
	}
	if next.Scheme != "https" || next.Host != "api.test" {
		log.Fatal("the next page is elsewhere")
	}
	r, err := api.Build("GET {+next}", endpoint.Params{"next": next.String()})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Method, r.URL)
	// Output: get https://api.test/orgs/octokit/repos?page=2
}

// The defaults are layers over the built-in ones.
func ExampleNew() {
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test/v2"},
		endpoint.Headers{"accept": "application/json", "user-agent": "my-client"},
		endpoint.Query{"per_page": 100},
	)
	r, err := api.Build("GET /users")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Method, r.URL, r.Headers.Get("accept"))
	// Output: get https://api.test/v2/users?per_page=100 application/json
}

// The zero value has the built-in defaults, whose host never resolves.
func ExampleEndpoint() {
	var api endpoint.Endpoint
	o := api.Options()
	fmt.Println(o.Method, o.BaseURL, o.Headers.Get("accept"))
	fmt.Println(o.Headers.Get("user-agent") == "go-endpoint.js/"+endpoint.Version)
	// Output:
	// GET https://api.service.example application/vnd.service.v3+json
	// true
}

// Build describes a request: where each parameter goes is for the route and the
// method to say.
func ExampleEndpoint_Build() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	r, err := api.Build("GET /orgs/{org}/repos", endpoint.Params{"org": "octokit", "type": "private"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Method, r.URL, r.Body)
	// Output: get https://api.test/orgs/octokit/repos?type=private <nil>
}

// GET and HEAD send the parameters that no placeholder names in the query,
// sorted by key. A list is one value, unless its key ends in "[]".
func ExampleEndpoint_Build_query() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	r, err := api.Build("GET /issues{?state}", endpoint.Params{
		"state":  "open",
		"labels": []string{"bug", "ui"},
		"ids[]":  []int{1, 2},
		"page":   nil,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.URL)
	// Output: https://api.test/issues?state=open&ids%5B%5D=1&ids%5B%5D=2&labels=bug%2Cui
}

// PATCH, POST, PUT and DELETE send them as one JSON object.
func ExampleEndpoint_Build_json() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	r, err := api.Build("POST /repos/{owner}/{repo}/issues", endpoint.Params{
		"owner": "octokit", "repo": "demo",
		"title": "Found a bug", "assignee": nil,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Method, r.URL)
	fmt.Println(r.Headers.Get("content-type"))
	fmt.Println(r.Body)
	// Output:
	// post https://api.test/repos/octokit/demo/issues
	// application/json; charset=utf-8
	// map[assignee:<nil> title:Found a bug]
}

// The content-type of a form makes them a form.
func ExampleEndpoint_Build_form() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	r, err := api.Build("POST /login",
		endpoint.Headers{"content-type": "application/x-www-form-urlencoded"},
		endpoint.Params{"user": "octocat", "scope": []string{"repo", "gist"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Body.(url.Values).Encode())
	// Output: scope=repo&scope=gist&user=octocat
}

// Data is the body as it is. The parameters that no placeholder names are then
// not sent: note is neither in the URL nor in the body.
func ExampleEndpoint_Build_data() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://uploads.test"})
	r, err := api.Build("POST /releases/{id}/assets{?name}", endpoint.Options{
		Headers: endpoint.Headers{"content-type": "text/plain"},
		Params:  endpoint.Params{"id": 1, "name": "notes.txt", "note": "not sent"},
		Data:    "Hello, world!",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.URL)
	fmt.Println(r.Body)
	// Output:
	// https://uploads.test/releases/1/assets?name=notes.txt
	// Hello, world!
}

// A leading {+x}, or {x} whose name ends in "url", may hold an address.
func ExampleEndpoint_Build_leadingURL() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	r, err := api.Build("POST {upload_url}/assets{?name}", endpoint.Params{
		"upload_url": "https://uploads.test/releases/1", "name": "notes.txt",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.URL)
	// A value that is no address is joined to the base.
	if r, err = api.Build("GET {+path}", endpoint.Params{"path": "docs/a b"}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.URL)
	// Output:
	// https://uploads.test/releases/1/assets?name=notes.txt
	// https://api.test/docs/a%20b
}

// A base address may hold placeholders.
func ExampleEndpoint_Build_baseURL() {
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://{region}.api.test/v{version}"},
		endpoint.Params{"region": "eu", "version": 2},
	)
	for _, region := range []string{"us", "evil.test/"} {
		r, err := api.Build("GET /users", endpoint.Params{"region": region})
		fmt.Println(r.URL, err)
	}
	// Output:
	// https://us.api.test/v2/users <nil>
	//  endpoint: GET /users: invalid parameter "region": a part of a host has letters, digits, "-", "_" and inner dots only
}

// A parameter that is missing or empty cannot make a path shorter.
func ExampleEndpoint_Build_missing() {
	_, err := endpoint.New().Build("DELETE /repos/{owner}/{repo}", endpoint.Params{"owner": "octokit", "repo": ""})
	fmt.Println(err)
	// What is optional is written as optional.
	r, err := endpoint.New().Build("GET /repos/{owner}{/repo}", endpoint.Params{"owner": "octokit"})
	fmt.Println(r.URL, err)
	// Output:
	// endpoint: DELETE /repos/{owner}/{repo}: missing parameter "repo"
	// https://api.service.example/repos/octokit <nil>
}

// Each Defaults is a layer over the Endpoint that it is called on, which does
// not change.
func ExampleEndpoint_Defaults() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Query{"per_page": 100})
	octokit := api.Defaults(endpoint.Params{"org": "octokit"})
	small := octokit.Defaults(endpoint.Query{"per_page": 10})
	for _, e := range []endpoint.Endpoint{octokit, small} {
		r, err := e.Build("GET /orgs/{org}/repos")
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.URL)
	}
	// Output:
	// https://api.test/orgs/octokit/repos?per_page=100
	// https://api.test/orgs/octokit/repos?per_page=10
}

// HTTPRequest makes the request that http.Client sends.
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

// Merge shows what Parse would read: all layers as one, nothing expanded.
func ExampleEndpoint_Merge() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Params{"org": "octokit"})
	o := api.Merge("get /orgs/{org}/repos", endpoint.Params{"type": "private"})
	fmt.Println(o.Method, o.BaseURL, o.URL, o.Params["org"], o.Params["type"])
	// Output: GET https://api.test /orgs/{org}/repos octokit private
}

// Options reads the defaults back, as a copy.
func ExampleEndpoint_Options() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Params{"org": "octokit"})
	o := api.Options()
	o.Params["org"] = "changed"
	fmt.Println(o.BaseURL, api.Options().Params["org"])
	// Output: https://api.test octokit
}

// Parse reads nothing but what it is given, so any Endpoint will do.
func ExampleEndpoint_Parse() {
	merged := endpoint.New().Merge("GET /orgs/{org}", endpoint.Params{"org": "octokit"})
	merged.BaseURL = "https://api.test"
	r, err := endpoint.Endpoint{}.Parse(merged)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Method, r.URL)
	// Output: get https://api.test/orgs/octokit
}

// The verb %v shows no secret.
func ExampleEndpoint_String() {
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://user:pass@api.test"},
		endpoint.Headers{"accept": "", "user-agent": "", "authorization": "Bearer TOKEN"},
	)
	fmt.Println(api)
	// Output: GET base https://user:xxxxx@api.test headers["accept":"" "authorization":"xxxxx" "user-agent":""]
}

// The verb %#v shows no secret.
func ExampleEndpoint_GoString() {
	api := endpoint.New(endpoint.Headers{"accept": "", "user-agent": "", "authorization": "Bearer TOKEN"})
	fmt.Printf("%#v\n", api)
	// Output: endpoint.Endpoint{GET base https://api.service.example headers["accept":"" "authorization":"xxxxx" "user-agent":""]}
}

// A log shows no secret.
func ExampleEndpoint_LogValue() {
	api := endpoint.New(endpoint.Headers{"accept": "", "user-agent": "", "authorization": "Bearer TOKEN"})
	fmt.Println(api.LogValue())
	// Output: GET base https://api.service.example headers["accept":"" "authorization":"xxxxx" "user-agent":""]
}

// Every error is an *Error, which names what is wrong and wraps an Err value.
func ExampleError() {
	_, err := endpoint.New().Build("GET /repos/{owner}/{repo}", endpoint.Params{"owner": "octokit"})
	if e, ok := errors.AsType[*endpoint.Error](err); ok && errors.Is(err, endpoint.ErrMissingParam) {
		fmt.Printf("%q lacks %q\n", e.Route, e.Name)
	}
	// Output: "GET /repos/{owner}/{repo}" lacks "repo"
}

// One call for each of the Err values.
func ExampleError_kinds() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	for _, call := range []struct {
		route string
		layer endpoint.Layer
	}{
		{"GET /files/{path...}", endpoint.Params{"path": "a/b"}},
		{"GE(T /users", nil},
		{"GET /users", endpoint.Options{BaseURL: "api.test"}},
		{"GET /users/{id}", nil},
		{"GET /users", endpoint.Params{"filter": map[string]int{"age": 7}}},
		{"GET /users", endpoint.Headers{"x-trace": "a\nb"}},
		{"GET /users", endpoint.Options{Data: "text"}},
		{"GET /users/{id}", endpoint.Params{"id": ".."}},
	} {
		_, err := api.Build(call.route, call.layer)
		for _, kind := range []error{
			endpoint.ErrRoute, endpoint.ErrMethod, endpoint.ErrBaseURL, endpoint.ErrMissingParam,
			endpoint.ErrParam, endpoint.ErrHeader, endpoint.ErrBody, endpoint.ErrUnsafePath,
		} {
			if errors.Is(err, kind) {
				fmt.Println(err)
			}
		}
	}
	// Output:
	// endpoint: GET /files/{path...}: invalid route: at offset 7 of the URL: {path...} is not RFC 6570: write {+path}, or {/path*} for a list of segments
	// endpoint: GE(T /users: invalid method: it is not a token
	// endpoint: GET /users: invalid base URL "BaseURL": it must begin with http:// or https://
	// endpoint: GET /users/{id}: missing parameter "id"
	// endpoint: GET /users: invalid parameter "filter": a map has no place in a query
	// endpoint: GET /users: invalid header "x-trace": the value holds a control character
	// endpoint: GET /users: invalid body "Data": a GET request has no body
	// endpoint: GET /users/{id}: unsafe path "id": a path segment would be "." or ".."
}

// The text names the parameter and never shows its value.
func ExampleError_Error() {
	_, err := endpoint.New().Build("GET /keys/{key}", endpoint.Params{"key": []any{"SECRET", []int{1}}})
	fmt.Println(err)
	// Output: endpoint: GET /keys/{key}: invalid parameter "key": a list or map may hold scalars only
}

// Unwrap is what errors.Is and errors.As use. A cause whose text holds no value
// is wrapped as well.
func ExampleError_Unwrap() {
	_, err := endpoint.New().HTTPRequest(context.Background(), "POST /sums", endpoint.Params{"f": func() {}})
	_, isType := errors.AsType[*json.UnsupportedTypeError](err)
	fmt.Println(errors.Is(err, endpoint.ErrBody), isType)
	// Output: true true
}

// A test can look at a template alone: the checks of routes come first.
func ExampleError_template() {
	for _, route := range []string{"GET /users/{id}", "GET /users/{id"} {
		_, err := endpoint.New().Build(route)
		fmt.Println(route, errors.Is(err, endpoint.ErrRoute))
	}
	// Output:
	// GET /users/{id} false
	// GET /users/{id true
}

// The empty value removes a header that an earlier layer set.
func ExampleHeaders() {
	api := endpoint.New(endpoint.Headers{"Authorization": "Bearer TOKEN", "user-agent": "my-client"})
	r, err := api.Build("GET /public", endpoint.Headers{"authorization": "", "accept": "text/html"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Headers)
	// Output: headers["accept":"text/html" "user-agent":"my-client"]
}

func ExampleHeaders_Get() {
	h := endpoint.Headers{"Content-Type": "text/plain"}
	fmt.Println(h.Get("content-type"))
	// Output: text/plain
}

func ExampleHeaders_Set() {
	h := endpoint.Headers{"Content-Type": "text/plain"}
	h.Set("CONTENT-TYPE", "text/html")
	fmt.Println(h)
	// Output: headers["content-type":"text/html"]
}

func ExampleHeaders_String() {
	h := endpoint.Headers{"accept": "text/html", "cookie": "session=SECRET"}
	fmt.Println(h)
	// Output: headers["accept":"text/html" "cookie":"xxxxx"]
}

func ExampleHeaders_GoString() {
	h := endpoint.Headers{"accept": "text/html", "x-api-key": "SECRET"}
	fmt.Printf("%#v\n", h)
	// Output: endpoint.Headers{"accept":"text/html" "x-api-key":"xxxxx"}
}

func ExampleHeaders_LogValue() {
	h := endpoint.Headers{"accept": "text/html", "cookie": "session=SECRET"}
	fmt.Println(h.LogValue())
	// Output: [accept=text/html cookie=xxxxx]
}

// Any of the five types can be a layer, in any order. The later one wins.
func ExampleLayer() {
	layers := []endpoint.Layer{
		endpoint.Options{BaseURL: "https://api.test"},
		endpoint.Params{"id": 1},
		endpoint.Params{"id": 2},
		endpoint.Query{"verbose": true},
		endpoint.Headers{"accept": "application/vnd.test+json"},
		endpoint.MediaType{Format: "raw"},
	}
	r, err := endpoint.New().Build("GET /users/{id}", layers...)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.URL, r.Headers.Get("accept"))
	// Output: https://api.test/users/2?verbose=true application/vnd.test.raw
}

// A MediaType amends the vendor's items of the accept header.
func ExampleMediaType() {
	api := endpoint.New(endpoint.Headers{"accept": "application/vnd.github.v3+json"})
	for _, m := range []endpoint.MediaType{
		{Format: "raw"},
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
	// application/vnd.github.v3.raw
	// application/vnd.github.mercy-preview+json,application/vnd.github.nova-preview+json
	// application/vnd.github.mercy-preview.diff
}

// Options says all of a request at once. The route may then be empty.
func ExampleOptions() {
	r, err := endpoint.New().Build("", endpoint.Options{
		Method:  "POST",
		URL:     "/users/{id}/notes",
		BaseURL: "https://api.test",
		Headers: endpoint.Headers{"content-type": "text/plain"},
		Params:  endpoint.Params{"id": 7},
		Query:   endpoint.Query{"notify": false},
		Data:    "Buy milk",
		Meta:    "as it is",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Method, r.URL, r.Body, r.Meta)
	// Output: post https://api.test/users/7/notes?notify=false Buy milk as it is
}

// The JSON form is flat: what is no option is a parameter.
func ExampleOptions_MarshalJSON() {
	b, err := json.Marshal(endpoint.Options{
		Method:    "GET",
		URL:       "/orgs/{org}/repos",
		MediaType: endpoint.MediaType{Previews: []string{"mercy"}},
		Params:    endpoint.Params{"org": "octokit"},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(b))
	// Output: {"mediaType":{"previews":["mercy"]},"method":"GET","org":"octokit","url":"/orgs/{org}/repos"}
}

// The options of @octokit/endpoint can be read as they are.
func ExampleOptions_UnmarshalJSON() {
	var o endpoint.Options
	err := json.Unmarshal([]byte(`{
		"method": "POST",
		"url": "/repos/{owner}/{repo}/issues",
		"headers": {"x-retries": 3},
		"request": {"timeout": 5000},
		"owner": "octokit", "repo": "demo", "milestone": 12345678901234567890
	}`), &o)
	if err != nil {
		log.Fatal(err)
	}
	r, err := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}).Build("", o)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Method, r.URL, r.Headers["x-retries"])
	fmt.Println(r.Body, r.Meta)
	// Output:
	// post https://api.test/repos/octokit/demo/issues 3
	// map[milestone:12345678901234567890] map[timeout:5000]
}

func ExampleOptions_String() {
	o := endpoint.Options{Method: "GET", URL: "/users{?page}", Params: endpoint.Params{"page": 2, "api_key": "SECRET"}}
	fmt.Println(o)
	// Output: GET /users{?page} params["api_key":xxxxx "page":2]
}

func ExampleOptions_GoString() {
	o := endpoint.Options{Method: "GET", URL: "/users", Query: endpoint.Query{"access_token": "SECRET"}}
	fmt.Printf("%#v\n", o)
	// Output: endpoint.Options{GET /users query["access_token":xxxxx]}
}

func ExampleOptions_LogValue() {
	o := endpoint.Options{Method: "POST", URL: "/login", Params: endpoint.Params{"password": "SECRET"}, Data: "never shown"}
	fmt.Println(o.LogValue())
	// Output: POST /login params["password":xxxxx] data(string)
}

// nil is a value: it overrides a default, and means undefined in a URL and null
// in a JSON body.
func ExampleParams() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Params{"milestone": 1})
	for _, route := range []string{"GET /issues", "PATCH /issues/7"} {
		r, err := api.Build(route, endpoint.Params{"milestone": nil})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.Method, r.URL, r.Body)
	}
	// Output:
	// get https://api.test/issues <nil>
	// patch https://api.test/issues/7 map[milestone:<nil>]
}

// Unset removes a key that an earlier layer set, as if it had never been there.
func ExampleParams_unset() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Params{"milestone": 1})
	r, err := api.Build("PATCH /issues/7", endpoint.Params{"milestone": endpoint.Unset, "title": "New"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Body)
	// Output: map[title:New]
}

// ParamsOf makes parameters of a struct, by its json tags.
func ExampleParamsOf() {
	type issue struct {
		Owner  string   `json:"owner"`
		Repo   string   `json:"repo"`
		Title  string   `json:"title"`
		Labels []string `json:"labels,omitempty"`
	}
	params, err := endpoint.ParamsOf(issue{Owner: "octokit", Repo: "demo", Title: "Found a bug"})
	if err != nil {
		log.Fatal(err)
	}
	r, err := endpoint.New().Build("POST /repos/{owner}/{repo}/issues", params)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.URL, r.Body)
	// Output: https://api.service.example/repos/octokit/demo/issues map[title:Found a bug]
}

// A url or form tag alone would give the parameter another name.
func ExampleParamsOf_tags() {
	_, err := endpoint.ParamsOf(struct {
		PerPage int `url:"per_page"`
	}{100})
	fmt.Println(err)
	// Output: endpoint: invalid parameter "PerPage": the field has a url or form tag and no json tag
}

// Query goes into the query whatever the method; a list is one pair per
// element.
func ExampleQuery() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}, endpoint.Query{"per_page": 100})
	for _, route := range []string{"GET /issues", "POST /issues"} {
		r, err := api.Build(route, endpoint.Params{"title": "bug"}, endpoint.Query{"tag": []string{"a", "b"}})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.Method, r.URL, r.Body)
	}
	// Output:
	// get https://api.test/issues?per_page=100&tag=a&tag=b&title=bug <nil>
	// post https://api.test/issues?per_page=100&tag=a&tag=b map[title:bug]
}

// A Request is plain data.
func ExampleRequest() {
	r := endpoint.Request{Method: "post", URL: "https://api.test/notes", Body: "Buy milk"}
	req, err := r.HTTPRequest(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(req.Method, req.URL, req.ContentLength)
	// Output: POST https://api.test/notes 8
}

// BodyReader gives a client of another kind the bytes that HTTPRequest would
// send.
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
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(b), size)
	// Output: {"title":"Found <a> bug"} 25
}

// A request without a body has no reader.
func ExampleRequest_BodyReader_none() {
	r, err := endpoint.New().Build("GET /issues")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.BodyReader())
	// Output: <nil> 0 <nil>
}

// HTTPRequest makes a request for net/http. Its body can be sent again, on a
// redirect for example.
func ExampleRequest_HTTPRequest() {
	r, err := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}).Build(
		"PUT /users/{id}", endpoint.Params{"id": 7, "name": "Ada"}, endpoint.Headers{"host": "virtual.test"})
	if err != nil {
		log.Fatal(err)
	}
	req, err := r.HTTPRequest(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(req.Method, req.URL, req.Host, req.ContentLength, req.GetBody != nil)
	// Output: PUT https://api.test/users/7 virtual.test 14 true
}

// A file is read from its offset on, and is the caller's to close.
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

// A Reader has a length only where a content-length header tells.
func ExampleRequest_HTTPRequest_stream() {
	pages := io.MultiReader(strings.NewReader("one "), strings.NewReader("two"))
	req, err := endpoint.New().HTTPRequest(context.Background(), "PUT /notes",
		endpoint.Headers{"content-length": "7", "content-type": "text/plain"},
		endpoint.Options{Data: pages})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(req.ContentLength, req.GetBody == nil)
	// Output: 7 true
}

// A Request can be a golden file. The JSON form shows secrets.
func ExampleRequest_MarshalJSON() {
	r, err := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test"},
		endpoint.Headers{"accept": "", "user-agent": ""},
	).Build("POST /issues", endpoint.Params{"title": "bug"})
	if err != nil {
		log.Fatal(err)
	}
	b, err := json.Marshal(r)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(b))
	// Output: {"body":{"title":"bug"},"headers":{"content-type":"application/json; charset=utf-8"},"method":"post","url":"https://api.test/issues"}
}

// Numbers are read as json.Number, so compare two requests that were both read
// from JSON.
func ExampleRequest_UnmarshalJSON() {
	var golden, back endpoint.Request
	err := json.Unmarshal([]byte(`{
		"method": "post",
		"url": "https://api.test/issues",
		"headers": {"content-type": "application/json; charset=utf-8"},
		"body": {"milestone": 3}
	}`), &golden)
	if err != nil {
		log.Fatal(err)
	}
	built, err := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test"},
		endpoint.Headers{"accept": "", "user-agent": ""},
	).Build("POST /issues", endpoint.Params{"milestone": 3})
	if err != nil {
		log.Fatal(err)
	}
	b, err := json.Marshal(built)
	if err != nil {
		log.Fatal(err)
	}
	if err := json.Unmarshal(b, &back); err != nil {
		log.Fatal(err)
	}
	fmt.Println(reflect.DeepEqual(back, golden))
	// Output: true
}

func ExampleRequest_String() {
	r := endpoint.Request{
		Method:  "post",
		URL:     "https://api.test/notes?access_token=SECRET",
		Headers: endpoint.Headers{"authorization": "Bearer TOKEN"},
		Body:    "never shown",
	}
	fmt.Println(r)
	// Output: post https://api.test/notes?access_token=xxxxx headers["authorization":"xxxxx"] body(string)
}

func ExampleRequest_GoString() {
	r := endpoint.Request{Method: "get", URL: "https://user:pass@api.test/notes"}
	fmt.Printf("%#v\n", r)
	// Output: endpoint.Request{get https://user:xxxxx@api.test/notes}
}

func ExampleRequest_LogValue() {
	var out bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&out, nil))
	logger.Info("sent", "request", endpoint.Request{
		Method:  "get",
		URL:     "https://api.test/notes",
		Headers: endpoint.Headers{"authorization": "Bearer TOKEN"},
	})
	_, line, _ := strings.Cut(out.String(), "level=")
	fmt.Print(line)
	// Output: INFO msg=sent request.method=get request.url=https://api.test/notes request.headers.authorization=xxxxx
}

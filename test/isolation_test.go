// Isolation: nothing that a caller does to what it passed or got reaches another request,
// and an Endpoint may be used by many goroutines.

package test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"testing"

	"example.com/endpoint"
)

// TestIsolation changes everything that a caller holds after the fact.
func TestIsolation(t *testing.T) {
	previews := []string{"one", "two"}
	given := options{
		URL: "/x/{p}", Params: params{"a": 1}, Path: path{"p": 1}, Query: query{"q": 1}, Headers: headers{"X-A": "1"},
		MediaType: endpoint.MediaType{Previews: previews},
	}
	e := endpoint.New(given)
	merged := e.Merge("POST", given)
	req, err := e.Build("POST", given)
	if err != nil {
		t.Fatal(err)
	}
	text := func() string {
		b, err := json.Marshal([]any{e.Options(), merged, req})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	before := text()
	for _, o := range []options{given, e.Options(), e.Merge("POST")} {
		for _, m := range []map[string]any{o.Params, o.Path, o.Query} {
			for k := range m {
				m[k] = 2
			}
			m["new"] = 1
		}
		o.Headers["x-a"], o.Headers["X-A"], o.Headers["new"] = "2", "2", "1"
		o.MediaType.Previews[0] = "changed"
		_ = append(o.MediaType.Previews[:1], "changed")
	}
	if after := text(); after != before {
		t.Errorf("before %s\nafter  %s", before, after)
	}
	again, err := e.Build("POST")
	if err != nil || !reflect.DeepEqual(again, req) {
		t.Errorf("%v\n%s", err, again.Diff(req))
	}
}

// TestPreviewsAreNotWritten gives lists of previews with a capacity behind them, which
// belongs to the caller.
func TestPreviewsAreNotWritten(t *testing.T) {
	long := []string{"a", "kept"}
	first, second := endpoint.MediaType{Previews: long[:1]}, endpoint.MediaType{Previews: []string{"b"}}
	e := endpoint.New(first)
	for _, e := range []endpoint.Endpoint{e, {}} {
		if _, err := e.Build("GET /x", first, second); err != nil {
			t.Fatal(err)
		}
		e.Merge("GET /x", first, second)
		e.Defaults(first, second)
	}
	if long[1] != "kept" {
		t.Errorf("the caller's list is now %q", long)
	}
}

// TestConcurrentUse shares one Endpoint among goroutines that build from it and
// derive others. The race detector watches.
func TestConcurrentUse(t *testing.T) {
	shared := endpoint.New(
		params{"org": "octokit"}, headers{"x-a": "1"},
		endpoint.MediaType{Previews: []string{"a", "b", "c-preview"}}, endpoint.MediaType{Previews: []string{"d", "e", "a"}},
	)
	want, err := shared.Build("GET /orgs/{org}/repos", params{"page": 1})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			own := endpoint.MediaType{Previews: []string{fmt.Sprint("q", i)}}
			for range 20 {
				derived := shared.Defaults(params{"org": i}, headers{"x-a": "2"}, own)
				for _, build := range []func() (endpoint.Request, error){
					func() (endpoint.Request, error) { return derived.Build("GET /x") },
					func() (endpoint.Request, error) { return shared.Build("GET /x", own) },
				} {
					got, err := build()
					if err != nil || !strings.HasSuffix(got.Headers["accept"], fmt.Sprintf(".q%d-preview+json", i)) {
						t.Errorf("%d: %v, %v", i, got.Headers["accept"], err)
					}
				}
				got, err := shared.Build("GET /orgs/{org}/repos", params{"page": 1})
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("got %v, %v; want %v", got, err, want)
				}
			}
		}()
	}
	wg.Wait()
}

// TestRequestsAreApart writes to all that a built request has. No other request
// may see it: one made before or after, of the same Endpoint or of another that
// shares the caches, over a base address, an absolute template or a leading
// address with a user.
func TestRequestsAreApart(t *testing.T) {
	const withUser = "http://user:s3cret@api.test"
	e := endpoint.New(
		headers{"authorization": "token", "x-one": "1", "x-two": "2", "x-three": "3", "x-four": "4"},
		endpoint.MediaType{Previews: []string{"one"}},
	)
	withBase := e.Defaults(base(withUser))
	for _, tt := range []struct {
		e     endpoint.Endpoint
		route string
		layer endpoint.Layer
	}{
		{withBase, "GET /x", nil},
		{e, "GET /x{?a}", options{BaseURL: withUser, Params: params{"a": 1}}},
		{e.Defaults(base(withUser + "/{v}")), "GET /x/%2F", path{"v": 1}},
		{e, "GET " + withUser + "/x", nil},
		{e, "GET {+u}", options{BaseURL: withUser, Params: params{"u": withUser + "/x"}}},
		{e, "GET " + withUser, headers{"x-five": "5", "x-one": "one"}},
		{withBase, "POST /x", params{"a": 1}},
		{withBase, "POST /x", headers{"x-one": "", "x-two": "", "x-three": "", "authorization": ""}},
	} {
		request := func(e endpoint.Endpoint) *http.Request {
			t.Helper()
			req, err := e.HTTPRequest(t.Context(), tt.route, tt.layer)
			if err != nil {
				t.Fatal(tt.route, err)
			}
			return req
		}
		other := tt.e.Defaults(options{Meta: 1})
		built, err := tt.e.Build(tt.route, tt.layer)
		if err != nil {
			t.Fatal(err)
		}
		fresh := httpRequest(t, built)
		before, elsewhere := request(tt.e), request(other)
		for _, req := range []*http.Request{request(tt.e), request(other), httpRequest(t, built)} {
			for name, values := range req.Header {
				_ = append(values, "appended") // into the next one's place, if its array goes on
				req.Header[name] = values
			}
			if !reflect.DeepEqual(req.Header, fresh.Header) {
				t.Errorf("%s: appended to each value: %q\nwant %q", tt.route, req.Header, fresh.Header)
			}
			for _, values := range req.Header {
				values[0] = "changed"
			}
			*req.URL.User = *url.UserPassword("changed", "changed")
			*req.URL = url.URL{Scheme: "changed", User: req.URL.User}
			*req = http.Request{Header: req.Header}
			req.Header.Set("X-New", "new")
		}
		for _, got := range []*http.Request{before, elsewhere, request(tt.e), request(other), httpRequest(t, built)} {
			if names := differences(t, got, fresh); names != nil {
				t.Errorf("%s: %q differ\ngot  %v %q\nwant %v %q", tt.route, names, got.URL, got.Header, fresh.URL, fresh.Header)
			}
			fresh = httpRequest(t, built) // with a body that is not read
		}
	}
}

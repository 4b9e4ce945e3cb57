package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// BenchmarkRequest has the calls of the table, for profiles.
func BenchmarkRequest(b *testing.B) {
	for _, row := range rows {
		for _, l := range libraries() {
			if build := row.of(l); build != nil {
				b.Run(row.name+"/"+l.name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						if _, err := build(b.Context()); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// sent is what the libraries must agree on. The order of a query, the spelling
// of JSON and the charset are their own.
type sent struct {
	method, address, contentType string
	query                        url.Values
	body                         any
	etag, source                 string
}

// TestLibraries compares the requests of every library with what the rows are
// meant to be, so that none is measured while it does less.
func TestLibraries(t *testing.T) {
	list, private := base+"/orgs/octokit/repos", url.Values{"type": {"private"}, "per_page": {"100"}}
	tests := map[string]sent{
		"GET":          {method: "GET", address: list, query: private},
		"layers":       {method: "GET", address: list, query: private, etag: etag, source: source},
		"GET /user":    {method: "GET", address: base + "/user", query: url.Values{}},
		"formatted ID": {method: "GET", address: base + "/users/1000000", query: url.Values{}},
		"10 keys":      {method: "GET", address: base + "/search", query: keys(10)},
		"100 keys":     {method: "GET", address: base + "/search", query: keys(100)},
		"1000 keys":    {method: "GET", address: base + "/search", query: keys(1000)},
		"struct":       {method: "GET", address: list, query: url.Values{"type": {"private"}, "page": {"2"}, "per_page": {"100"}}},
		"POST": {
			method: "POST", address: base + "/repos/octocat/hello-world/issues", query: url.Values{},
			contentType: "application/json",
			body: map[string]any{
				"title":     "Found a bug",
				"body":      "I'm having a \"problem\" with this.\nSee the log of the last run.",
				"assignees": []any{"octocat", "hubot"},
				"labels":    []any{"bug", "needs triage"},
				"milestone": 7.0,
			},
		},
		"upload": {
			method: "POST", address: "https://uploads.github.com/repos/octocat/hello-world/releases/1234567/assets",
			query:       url.Values{"name": {"hello-world 1.2.3.zip"}, "label": {"Windows (x64)"}},
			contentType: "application/zip", body: "PK\x05\x06 not really a zip file",
		},
		"form": {
			method: "POST", address: base + "/v1/checkout/sessions", query: url.Values{}, contentType: formType, body: form(),
		},
	}
	for _, row := range rows {
		for _, l := range libraries() {
			build := row.of(l)
			if build == nil {
				continue
			}
			req, err := build(t.Context())
			if err != nil {
				t.Errorf("%s by %s: %v", row.name, l.name, err)
				continue
			}
			if row.name == "upload URL" { // which makes no request
				continue
			}
			for name, want := range map[string]string{"Accept": accept, "User-Agent": userAgent, "Authorization": authorization} {
				if got := req.Header.Get(name); got != want {
					t.Errorf("%s by %s: %s %q, want %q", row.name, l.name, name, got, want)
				}
			}
			if got := read(t, req); !reflect.DeepEqual(got, tests[row.name]) || req.Context() != t.Context() {
				t.Errorf("%s by %s:\ngot  %+v\nwant %+v with the context of the call", row.name, l.name, got, tests[row.name])
			}
		}
	}
}

// keys is the query of that many keys.
func keys(n int) url.Values {
	query := url.Values{}
	for i := range n {
		query.Set(fmt.Sprintf("key%04d", i*7919%10000), "value")
	}
	return query
}

// TestLimits: bytes and allocations are exact, so they have limits. Instructions are not
// counted here.
func TestLimits(t *testing.T) {
	all := libraries()
	for _, row := range rows {
		one := make([]costs, len(all))
		for _, i := range []int{0, len(all) - 1} {
			var err error
			if one[i].bytes, one[i].allocations, err = memory(row.of(all[i])); err != nil {
				t.Fatalf("%s by %s: %v", row.name, all[i].name, err)
			}
		}
		for _, over := range row.most.exceeded(one) {
			t.Errorf("%s: %s", row.name, over)
		}
	}
}

// TestPicture: the picture is XML, and has each request that is timed in both panels.
func TestPicture(t *testing.T) {
	all := libraries()
	measured := make([][]costs, len(rows))
	want := map[string]int{}
	for i, row := range rows {
		measured[i] = make([]costs, len(all))
		for j := range all {
			measured[i][j] = costs{bytes: uint64(1000 * (j + 1)), nanoseconds: float64(500 * (j + 1))}
		}
		if !row.isWitness {
			want[row.name] = 2
		}
	}
	got := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(picture(all, measured))); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		text, _ := token.(xml.CharData)
		if slices.ContainsFunc(rows, func(r row) bool { return r.name == string(text) }) {
			got[string(text)]++
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func read(t *testing.T, req *http.Request) sent {
	t.Helper()
	target := *req.URL
	target.RawQuery = ""
	s := sent{
		method: req.Method, address: target.String(), query: req.URL.Query(),
		etag: req.Header.Get("If-None-Match"), source: req.Header.Get("X-Request-Source"),
	}
	if req.Body == nil {
		return s
	}
	data, err := io.ReadAll(req.Body)
	if err != nil {
		t.Fatal(err)
	}
	if s.contentType, _, err = mime.ParseMediaType(req.Header.Get("Content-Type")); err != nil {
		t.Fatal(err)
	}
	switch s.contentType {
	case "application/json":
		err = json.Unmarshal(data, &s.body)
	case formType:
		s.body, err = url.ParseQuery(string(data))
	default:
		s.body = string(data)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

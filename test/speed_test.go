// What a call costs: allocations, memory that grows in line with the input, and templates
// that are compiled once.

package test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint"
)

// TestAllocs: the counts are the same under the race detector.
func TestAllocs(t *testing.T) {
	ctx := t.Context()
	spare := 0.0
	if strings.HasPrefix(runtime.Version(), "go1.24") { // whose compiler moves more to the heap
		spare = 2
	}
	e := endpoint.New(options{
		BaseURL: "https://api.github.com",
		Headers: headers{"accept": "application/vnd.github+json", "user-agent": "x", "authorization": "Bearer abc"},
	})
	for _, tt := range []struct {
		name string
		most float64
		call func() error
	}{
		{"GET", 6, func() error {
			_, err := e.HTTPRequest(ctx, "GET /orgs/{org}/repos", params{"org": "octokit", "type": "private", "per_page": 100})
			return err
		}},
		{"GET /user", 5, func() error {
			_, err := e.HTTPRequest(ctx, "GET /user")
			return err
		}},
		{"JSON POST", 14, func() error {
			_, err := e.HTTPRequest(ctx, "POST /repos/{owner}/{repo}/issues", params{
				"owner": "octokit", "repo": "x", "title": "a title", "body": "a body",
				"assignees": []string{"a"}, "labels": []string{"bug", "p1"}, "milestone": 3,
			})
			return err
		}},
		{"three layers", 7, func() error {
			_, err := e.HTTPRequest(ctx, "GET /orgs/{org}/repos",
				params{"org": "octokit", "type": "private"},
				query{"per_page": 100},
				headers{"x-request-id": "1", "if-none-match": "\"abc\""})
			return err
		}},
	} {
		if err := tt.call(); err != nil {
			t.Fatal(err)
		}
		if got := testing.AllocsPerRun(1000, func() { _ = tt.call() }); got > tt.most+spare {
			t.Errorf("%s: %v allocations, want at most %v", tt.name, got, tt.most+spare)
		}
	}
}

// allocated is the memory that f takes, in bytes, whether it is kept or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A growing call is one whose input has a size.
type growing struct {
	name string
	call func(n int) (route string, call layers)
}

// growingCalls have one dimension of the input each.
var growingCalls = []growing{
	{"placeholders", func(n int) (string, layers) {
		p, template := path{}, strings.Builder{}
		for i := range n {
			p[fmt.Sprint("p", i)] = i
			fmt.Fprintf(&template, "/{p%d}", i)
		}
		return "GET " + template.String(), layers{p}
	}},
	{"one placeholder in many segments", func(n int) (string, layers) {
		return "GET " + strings.Repeat("/:a", n), layers{params{"a": "b"}}
	}},
	{"one segment of {+a}", func(n int) (string, layers) {
		return "GET /x" + strings.Repeat("{+a}", n), layers{params{"a": "/a."}}
	}},
	{"literal query", func(n int) (string, layers) {
		return "GET /x?" + strings.Repeat("k=v&", n), layers{params{"a": 1}}
	}},
	{"params", func(n int) (string, layers) { return "GET /x", layers{manyParams(n)} }},
	{"params of a JSON body", func(n int) (string, layers) { return "POST /x", layers{manyParams(n)} }},
	{"params of a form", func(n int) (string, layers) { return "POST /x", layers{manyParams(n), form} }},
	{"a map in the query", func(n int) (string, layers) { return "GET /x", layers{params{"m": map[string]any(manyParams(n))}} }},
	{"a list", func(n int) (string, layers) { return "GET /x", layers{query{"l": slices.Repeat([]int{7}, n)}} }},
	{"a list of maps", func(n int) (string, layers) {
		return "GET /x", layers{query{"l": slices.Repeat([]any{params{"k": 1}}, n)}}
	}},
	{"headers", func(n int) (string, layers) {
		h := headers{}
		for i := range n {
			h[fmt.Sprint("H", i)] = "v"
		}
		return "GET /x", layers{h}
	}},
	{"previews", func(n int) (string, layers) {
		previews := make([]string, n)
		for i := range previews {
			previews[i] = fmt.Sprint("p", i)
		}
		return "GET /x", layers{endpoint.MediaType{Previews: previews}}
	}},
	{"layers", func(n int) (string, layers) { return "GET /x", slices.Repeat(layers{params{"a": 1}}, n) }},
	{"a value", func(n int) (string, layers) { return "GET /{v}", layers{params{"v": strings.Repeat("é", n)}} }},
	{"a reserved value", func(n int) (string, layers) { return "GET /{+v}", layers{params{"v": strings.Repeat("a/.b%2e", n)}} }},
}

func manyParams(n int) params {
	p := params{}
	for i := range n {
		p[fmt.Sprint("p", i)] = i
	}
	return p
}

// TestLinear: of an input that is four times as large, a call takes about four times the
// memory. BenchmarkSize has its time.
func TestLinear(t *testing.T) {
	e := endpoint.New(base("https://h.test"))
	for _, g := range growingCalls {
		memory := func(n int) uint64 {
			route, call := g.call(n)
			build := func() {
				if _, err := e.HTTPRequest(t.Context(), route, call...); err != nil {
					t.Fatalf("%s: %v", g.name, err)
				}
			}
			build() // the template is kept, or is not
			return allocated(build)
		}
		if small, large := memory(2_500), memory(10_000); large > 8*small {
			t.Errorf("%s: %d bytes for 2,500, %d for 10,000", g.name, small, large)
		}
	}
	diff := func(n int) uint64 {
		got, want := headers{}, headers{}
		for i := range n {
			got[fmt.Sprint("X-NAME-", i)], want[fmt.Sprint("x-name-", i)] = "v", "v"
		}
		return allocated(func() {
			if diff := (endpoint.Request{Headers: got}).Diff(endpoint.Request{Headers: want}); diff != "" {
				t.Fatal(diff)
			}
		})
	}
	if small, large := diff(250), diff(1_000); large > 8*small {
		t.Errorf("Diff: %d bytes for 250 headers, %d for 1,000", small, large)
	}
}

// BenchmarkSize shows that time grows in line with the input.
func BenchmarkSize(b *testing.B) {
	e := endpoint.New(base("https://h.test"))
	for _, g := range growingCalls {
		for _, n := range []int{1_000, 10_000, 100_000} {
			route, call := g.call(n)
			b.Run(fmt.Sprintf("%s/%d", g.name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := e.Build(route, call...); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/n")
			})
		}
	}
}

// TestTemplateIsKept: a template is compiled at its first call only.
func TestTemplateIsKept(t *testing.T) {
	e := endpoint.New(path{"x": 1})
	for _, n := range []int{8, 16, 64, 200} {
		build := func(route string) uint64 {
			return allocated(func() {
				if _, err := e.Build(route); err != nil {
					t.Fatal(err)
				}
			})
		}
		route := fmt.Sprintf("GET /%d", n) + strings.Repeat("/{x}", n)
		first := build(route)
		if second := build(strings.Clone(route)); second*2 > first {
			t.Errorf("%d placeholders: %d bytes for the first call, %d for the second", n, first, second)
		}
	}
}

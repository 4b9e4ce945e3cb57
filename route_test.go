// Tests of routes and of what is kept of them, from inside the package.

package endpoint

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"example.com/endpoint/internal/address"
)

func TestParseRoute(t *testing.T) {
	for _, tt := range []struct {
		text, method, url string
	}{
		{"GET /x", "GET", "/x"},
		{"\nGET /x\r\n", "GET", "/x"},
		{" \tget \t/x y ", "GET", "/x y"},
		{"GET", "GET", ""},
		{"get", "", "get"},
		{"/x", "", "/x"},
		{"POST/users", "", "POST/users"},
		{" ", "", ""},
		{"", "", ""},
	} {
		if method, url := parseRoute(tt.text); method != tt.method || url != tt.url {
			t.Errorf("%q: got %q and %q, want %q and %q", tt.text, method, url, tt.method, tt.url)
		}
	}
}

// TestFormattedRoutes formats IDs into routes, as a careless caller does: plain
// ones are not kept at all, and of those that need compiling no more than the
// bound, while each route stays correct.
func TestFormattedRoutes(t *testing.T) {
	e := New(Params{"x": "y"})
	heap := heapInUse()
	for i := range 100_000 {
		for _, route := range []string{"GET /repos/%d/issues", "GET repos/%d"} {
			if _, err := e.Build(fmt.Sprintf(route, i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if compileURL("/repos/1/issues") != address.PlainPath {
		t.Error("a plain path is compiled")
	}
	for i := range 20_000 {
		got, err := e.Build(fmt.Sprintf("GET /repos/%d/{x}", i))
		if want := fmt.Sprintf("https://api.service.example/repos/%d/y", i); err != nil || got.URL != want {
			t.Fatalf("got %s, %v; want %s", got.URL, err, want)
		}
	}
	if grown := int64(heapInUse()) - int64(heap); grown > 8<<20 {
		t.Errorf("the heap has grown by %d bytes", grown)
	}
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestTemplateIsKept compiles templates of many placeholders once, and not at
// every call.
func TestTemplateIsKept(t *testing.T) {
	for _, n := range []int{8, 16, 64, 200} {
		template := fmt.Sprintf("/%d", n) + strings.Repeat("/{x}", n)
		if first, second := compileURL(template), compileURL(strings.Clone(template)); first != second {
			t.Errorf("%d placeholders: compiled twice", n)
		}
	}
}

// BenchmarkSize shows that time grows in line with the input: ns/B at three
// sizes each.
func BenchmarkSize(b *testing.B) {
	e := New(Options{BaseURL: "https://h.test"})
	run := func(name string, n int, size int, route string, layers ...Layer) {
		b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(size))
			for b.Loop() {
				if _, err := e.Build(route, layers...); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/B")
		})
	}
	for _, n := range []int{1_000, 10_000, 1_000_000, 10_000_000} {
		run("plain value", n, n, "GET /x/{v}", Params{"v": strings.Repeat("v", n)})
		run("escaped value", n, n, "GET /x/{v}", Params{"v": strings.Repeat("é", n/2)})
		run("reserved value", n, n, "GET /x/{+v}", Params{"v": strings.Repeat("a/.b%2e", n/7)})
		run("percent signs", n, n, "GET /x/{v}", Params{"v": strings.Repeat("%", n)})
		run("slashes", n, n, "GET /x/{v}", Params{"v": "a" + strings.Repeat("/", n)})
	}
	for _, n := range []int{1_000, 10_000, 100_000} {
		params, headers := Params{}, Headers{}
		var template strings.Builder
		previews := make([]string, n)
		for i := range n {
			params[fmt.Sprintf("p%09d", i)] = i
			headers[fmt.Sprintf("h%09d", i)] = "v"
			fmt.Fprintf(&template, "/{p%09d}", i)
			previews[i] = fmt.Sprintf("p%09d", i)
		}
		run("params", n, 20*n, "GET /x", params)
		run("map", n, 20*n, "GET /x", Params{"m": map[string]any(params)})
		run("list of lists", n, 10*n, "GET /x", Params{"m": [][]string{previews, previews}})
		run("template", n, 13*n, "GET "+template.String(), params)
		run("one segment", n, 4*n, "GET /x"+strings.Repeat("{+a}", n), Params{"a": "/a."})
		run("colons", n, 3*n, "GET "+strings.Repeat("/:a", n), Params{"a": "b"})
		run("headers", n, 11*n, "GET /x", headers)
		run("own query", n, 14*n, "GET /x?"+strings.Repeat("k123456789=v&&", n), Params{"a": 1})
		run("previews", n, 10*n, "GET /x", MediaType{Previews: previews})
		run("layers", n, n, "GET /x", make([]Layer, n)...)
	}
}

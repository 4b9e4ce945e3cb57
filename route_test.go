// Tests of routes, base addresses and the caches, from inside the package.

package endpoint

import (
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"unsafe"
)

// filled counts the entries of a cache and the bytes of their texts.
func filled[T any](c *cache[T]) (entries, bytes int) {
	for i := range c.sets {
		for j := range c.sets[i].ways {
			if e := c.sets[i].ways[j].Load(); e != nil {
				entries++
				bytes += len(e.text)
			}
		}
	}
	return entries, bytes
}

// TestRouteCache formats IDs into a million routes, as a careless caller does:
// plain ones are not kept at all, and of those that need compiling no more than
// the bound, while a route in use stays correct throughout.
func TestRouteCache(t *testing.T) {
	e := New(Params{"x": "y"})
	before, _ := filled(&routes)
	heap := heapInUse()
	for i := range 1_000_000 {
		if _, err := e.Build(fmt.Sprintf("GET /repos/%d/issues", i)); err != nil {
			t.Fatal(err)
		}
	}
	if after, _ := filled(&routes); after != before {
		t.Errorf("plain routes have made %d entries", after-before)
	}
	for i := range 100_000 {
		if _, err := e.Build(fmt.Sprintf("GET /repos/%d/{x}", i)); err != nil {
			t.Fatal(err)
		}
	}
	if n, _ := filled(&routes); n == 0 || n > cacheSets*cacheWays {
		t.Errorf("%d entries, want at most %d", n, cacheSets*cacheWays)
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

// TestRouteCacheBytes sends texts that are large, or compile to much.
func TestRouteCacheBytes(t *testing.T) {
	many := "GET /{" + strings.Repeat("a,", 500) + "a}"
	long := "GET /" + strings.Repeat("x", 2*maxCost) + "{a}"
	name := "GET /{" + strings.Repeat("a", 2*maxCost) + "}"
	blanks := "GET /{a}" + strings.Repeat(" ", 2*maxCost)
	for _, text := range []string{many, long, name, blanks} {
		if _, err := New(Params{"a": "v", name[len("GET /{") : len(name)-1]: "v"}).Build(text); err != nil {
			t.Fatal(err)
		}
		if routes.get(text) != nil {
			t.Errorf("a route of %d bytes is kept", len(text))
		}
	}
	var manyNames strings.Builder
	for i := range 200 {
		fmt.Fprintf(&manyNames, "{%d}", i)
	}
	for _, text := range []string{manyNames.String(), "https://" + strings.Repeat("x", 2*maxCost)} {
		if cachedBase(text); bases.get(text) != nil {
			t.Errorf("a base address of %d bytes is kept", len(text))
		}
	}
	if text := strings.Repeat("x", 2*maxCost); fieldNameOf(text) == nil || fieldNames.get(text) != nil {
		t.Errorf("a header name of %d bytes is kept", len(text))
	}
}

// TestRouteCacheKeepsItsOwnText makes sure that a short route cut out of a large
// text does not keep that alive.
func TestRouteCacheKeepsItsOwnText(t *testing.T) {
	text := ("GET /own/{text}" + strings.Repeat(" ", 1000))[:15]
	if _, err := New(Params{"text": 1}).Build(text); err != nil {
		t.Fatal(err)
	}
	for i := range routes.sets {
		for j := range routes.sets[i].ways {
			if e := routes.sets[i].ways[j].Load(); e != nil && e.text == text && unsafe.StringData(e.text) == unsafe.StringData(text) {
				t.Error("the text is kept as a slice of the large one")
			}
		}
	}
	if r := routes.get(text); r == nil || r.method != "GET" || r.url != "/own/{text}" {
		t.Errorf("%q is kept as %+v", text, r)
	}
}

func TestCacheReplacesTheOldest(t *testing.T) {
	var c cache[int]
	n := 50 * cacheSets * cacheWays
	for i := range n {
		c.put(fmt.Sprint(i), &i, 0)
	}
	entries, _ := filled(&c)
	if entries != cacheSets*cacheWays {
		t.Errorf("%d entries, want %d", entries, cacheSets*cacheWays)
	}
	if got := c.get(fmt.Sprint(n - 1)); got == nil || *got != n-1 {
		t.Errorf("the newest entry is %v", got)
	}
	if c.get("0") != nil {
		t.Error("the oldest entry is still there")
	}
}

func TestPlainPath(t *testing.T) {
	for c := range 256 {
		s := "/" + string([]byte{byte(c)})
		if !isPlainPath(s) {
			continue
		}
		tmpl, err := compileTemplate(s)
		if err != nil || len(tmpl.Parts) != 1 || tmpl.Parts[0].Literal != s || tmpl.marks[0].ends {
			t.Errorf("%q is taken for plain, but compiles to %+v, %v", s, tmpl, err)
		}
		if u, err := url.Parse("http://h" + s); err != nil || u.Path != s || u.RawPath != "" || u.RawQuery != "" || u.Fragment != "" {
			t.Errorf("%q is taken for plain, but net/url reads %#v, %v", s, u, err)
		}
	}
	for _, s := range []string{"", "/a?b", "/a#b", "/{a}", "/:a", "/%41", "/a b", "/é", "/a\\b"} {
		if isPlainPath(s) {
			t.Errorf("%q is taken for plain", s)
		}
	}
	for _, s := range []string{"/", "/repos/o-1/r_2.x~/", "a/b;c=d,e&f@g$h+i"} {
		if !isPlainPath(s) {
			t.Errorf("%q is not taken for plain", s)
		}
	}
}

func TestAuthorityEnd(t *testing.T) {
	tests := []struct{ template, authority string }{
		{"http://h", "http://h"},
		{"HTTPS://h/x", "HTTPS://h"},
		{"http://h?x", "http://h"},
		{"http://h#x", "http://h"},
		{"http://h{/x}", "http://h"},
		{"http://h{?x}y", "http://h"},
		{"http://h{#x}", "http://h"},
		{"http://{h}:{p}/x", "http://{h}:{p}"},
		{"http://h{x}{+y}/z", "http://h{x}{+y}"},
		{"http://{h", "http://"},
	}
	for _, tt := range tests {
		if got := tt.template[:authorityEnd(tt.template)]; got != tt.authority {
			t.Errorf("the authority of %q is %q, want %q", tt.template, got, tt.authority)
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
	for _, n := range []int{10_000, 1_000_000, 10_000_000} {
		run("plain value", n, n, "GET /x/{v}", Params{"v": strings.Repeat("v", n)})
		run("escaped value", n, n, "GET /x/{v}", Params{"v": strings.Repeat("é", n/2)})
		run("reserved value", n, n, "GET /x/{+v}", Params{"v": strings.Repeat("a/.b%2e", n/7)})
	}
	for _, n := range []int{1_000, 10_000, 100_000} {
		params, headers := Params{}, Headers{}
		var template strings.Builder
		for i := range n {
			params[fmt.Sprintf("p%09d", i)] = i
			headers[fmt.Sprintf("h%09d", i)] = "v"
			fmt.Fprintf(&template, "/{p%09d}", i)
		}
		run("params", n, 20*n, "GET /x", params)
		run("template", n, 13*n, "GET "+template.String(), params)
		run("headers", n, 11*n, "GET /x", headers)
		run("own query", n, 14*n, "GET /x?"+strings.Repeat("k123456789=v&&", n), params)
	}
}

// TestManyNames has one name more than are searched one by one.
func TestManyNames(t *testing.T) {
	const names = "/{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}/{i}"
	values := Params{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9}
	for _, o := range []Options{{URL: names}, {BaseURL: "https://api.service.example" + names, URL: "?"}} {
		got, err := New(o).Build("", values)
		if want := "https://api.service.example/1/2/3/4/5/6/7/8/9"; err != nil || strings.TrimRight(got.URL, "/?") != want {
			t.Errorf("got %s, %v; want %s", got.URL, err, want)
		}
	}
}

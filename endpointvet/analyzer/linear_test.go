// The time of the analyzer is linear in the calls of a function.

package analyzer

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/tools/go/analysis"
	driver "golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Each is a function whose calls reuse one variable.
var repeated = []struct{ name, before, call string }{
	{"a map", `p := endpoint.Params{}`, `p["a"] = %d; api.Build("GET /x", p)`},
	{"a map under a condition", `p := endpoint.Params{}`, `if ok { p["a"] = %d }; api.Build("GET /x", p)`},
	{"a route", `route := ""`, `route = "GET /x/%d"; api.Build(route)`},
	{"a route that grows", `route := "GET "`, `route += "/%d"; api.Build(route)`},
	{"headers", `h := endpoint.Headers{}`, `h["x-a"] = "%d"; api.Build("GET /x", h)`},
	{"options", `var o endpoint.Options`, `o.Query = endpoint.Query{"a": %d}; api.Build("GET /x", o)`},
	{"an Endpoint", ``, `api = api.Defaults(endpoint.Headers{"x-a": "%d"}); api.Build("GET /x")`},
	{"a helper", ``, `get(api, "/x/%d", nil)`},
}

// The larger of two functions has 8 times the calls of the smaller. It may take twice
// that time: quadratic time is 64 times as long.
func TestLinear(t *testing.T) {
	sizes := []int{250, 2000}
	files := map[string]string{}
	for i, tt := range repeated {
		for _, n := range sizes {
			var b strings.Builder
			b.WriteString(header + "func get(api endpoint.Endpoint, path string, q endpoint.Query) { api.Build(\"GET \"+path, q) }\n" +
				"func F(api endpoint.Endpoint, ok bool) {\n" + tt.before + "\n")
			for i := range n {
				fmt.Fprintf(&b, tt.call+"\n", i)
			}
			files[fmt.Sprintf("%d/%d/p.go", i, n)] = b.String() + "}\n"
		}
	}
	times := map[string]float64{}
	for _, pkg := range loadModule(t, writeModule(t, files), "./...") {
		before := cpu(t)
		if _, err := driver.Analyze([]*analysis.Analyzer{Analyzer}, []*packages.Package{pkg}, nil); err != nil {
			t.Fatal(err)
		}
		times[pkg.PkgPath] = cpu(t) - before
	}
	for i, tt := range repeated {
		few, many := times[fmt.Sprintf("vet.test/%d/%d", i, sizes[0])], times[fmt.Sprintf("vet.test/%d/%d", i, sizes[1])]
		t.Logf("%s: %.2f s for %d calls, %.2f s for %d", tt.name, few, sizes[0], many, sizes[1])
		if many > 16*max(few, 0.05) {
			t.Errorf("%s: %d calls take %.1f times the CPU of %d", tt.name, sizes[1], many/few, sizes[0])
		}
	}
}

// cpu returns the seconds of CPU that the test has taken.
func cpu(t *testing.T) float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// The time of the analyzer is linear: ns/n is alike for both sizes.
//
//	go test -run '^$' -bench Linear -benchtime 1x ./analyzer

package analyzer

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	driver "golang.org/x/tools/go/analysis/checker"
)

// Each is a function whose calls, or whose call, have n of something.
var repeated = []struct{ name, before, each, after string }{
	{"calls", ``, `api.Build("GET /x/{id}", endpoint.Path{"id": %d})`, ``},
	{"calls with a map", `p := endpoint.Params{}`, `p["a"] = %d; api.Build("GET /x", p)`, ``},
	{"calls with a branch", `p := endpoint.Params{}`, `if ok { p["a"] = %d }; api.Build("GET /x", p)`, ``},
	{"calls with a route that grows", `route := "GET "`, `route += "/%d"; api.Build(route)`, ``},
	{"calls with options", `var o endpoint.Options`, `o.Query = endpoint.Query{"a": %d}; api.Build("GET /x", o)`, ``},
	{"calls of a field", `c := &client{api}`, `c.api.Build("GET /x/%d")`, ``},
	{"calls of a helper", ``, `get(api, "/x/%d", nil)`, ``},
	{"keys of a literal", `api.Build("GET /x", endpoint.Query{`, `"k%d": s,`, `})`},
	{"headers", `api.Build("GET /x", endpoint.Headers{`, `"x-k%d": s,`, `})`},
	{"keys in branches", `q := endpoint.Query{}`, `if ok { q["k%d"] = s }`, `api.Build("GET /x", q)`},
	{"layers", `api.Build("GET /x",`, `endpoint.Query{"k%d": s},`, `)`},
	{"layers that grow", `layers := []endpoint.Layer{}`, `layers = append(layers, endpoint.Query{"k%d": s})`, `api.Build("GET /x", layers...)`},
	{"Defaults", ``, `api = api.Defaults(endpoint.Headers{"x-a": "%d"})`, `api.Build("GET /x")`},
}

func BenchmarkLinear(b *testing.B) {
	sizes := []int{1000, 8000}
	files := map[string]string{}
	for i, tt := range repeated {
		for _, n := range sizes {
			var source strings.Builder
			source.WriteString(header + "type client struct{ api endpoint.Endpoint }\n" +
				"func get(api endpoint.Endpoint, path string, q endpoint.Query) { api.Build(\"GET \"+path, q) }\n" +
				"func F(api endpoint.Endpoint, ok bool, s string, v any) {\n" + tt.before + "\n")
			for i := range n {
				fmt.Fprintf(&source, tt.each+"\n", i)
			}
			files[fmt.Sprintf("%d/%d/p.go", i, n)] = source.String() + tt.after + "\n}\n"
		}
	}
	uncheckedFlag = true
	defer func() { uncheckedFlag = false }()
	pkgs := loadModule(b, writeModule(b, files), "./...")
	for i, tt := range repeated {
		for _, n := range sizes {
			for j, pkg := range pkgs {
				if pkg.PkgPath != fmt.Sprintf("vet.test/%d/%d", i, n) {
					continue
				}
				b.Run(fmt.Sprintf("%s/%d", tt.name, n), func(b *testing.B) {
					for b.Loop() {
						if _, err := driver.Analyze([]*analysis.Analyzer{Analyzer}, pkgs[j:j+1], nil); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/n")
				})
			}
		}
	}
}

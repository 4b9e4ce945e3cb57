// How tests run the analyzer: over packages of a module made for one test.

package analyzer

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	driver "golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

func init() { catches = false }

// baseAdvice begins the report on an Endpoint without a BaseURL.
const baseAdvice = "BaseURL is not set"

// writeModule writes files, by path, into a new module that requires the
// library, and returns its directory.
func writeModule(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	library, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(library, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{
		"go.mod": "module vet.test\n\ngo 1.24.0\n\nrequire (\n\texample.com/endpoint " +
			"v0.0.0\n\tgithub.com/yosida95/uritemplate/v3 v3.0.2 // indirect\n)\n\n" +
			"replace example.com/endpoint => " + library + "\n",
		"go.sum": string(sum),
	}
	for path, text := range files {
		all[path] = text
	}
	for path, text := range all {
		file := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// vet runs the analyzer over the packages of a module and returns what it
// reports, each after the text that it is reported at, by "file:line". The tests' Endpoints
// set no BaseURL, which is left out: TestBaseURL has it.
func vet(t testing.TB, dir string, patterns ...string) map[string][]string {
	t.Helper()
	reports := map[string][]string{}
	for _, action := range analyze(t, dir, patterns...) {
		if action.Err != nil {
			t.Fatal(action.Err)
		}
		for _, d := range action.Diagnostics {
			if strings.HasPrefix(d.Message, baseAdvice) {
				continue
			}
			at := action.Package.Fset.Position(d.Pos)
			begin, end := action.Package.Fset.PositionFor(d.Pos, false), action.Package.Fset.PositionFor(d.End, false) // as cgo has it
			file, err := os.ReadFile(begin.Filename)
			if err != nil {
				t.Fatal(err)
			}
			key := fmt.Sprintf("%s:%d", strings.TrimPrefix(at.Filename, dir+"/"), at.Line)
			text := string(file[begin.Offset:end.Offset])
			if report := strings.SplitN(text, "\n", 2)[0] + ": " + d.Message; len(reports[key]) == 0 || reports[key][0] != report {
				reports[key] = append(reports[key], report)
			}
		}
	}
	return reports
}

// analyze runs the analyzer over the packages of a module, each in an action.
func analyze(t testing.TB, dir string, patterns ...string) []*driver.Action {
	t.Helper()
	graph, err := driver.Analyze([]*analysis.Analyzer{Analyzer}, loadModule(t, dir, patterns...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return graph.Roots
}

// loadModule loads the packages of a module.
func loadModule(t testing.TB, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	cfg := &packages.Config{
		Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Tests: true,
		Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off"),
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		for _, err := range pkg.Errors {
			t.Fatal(err)
		}
	}
	return pkgs
}

// What the package exports, and what it imports.

package test

import (
	"bytes"
	"flag"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAPI compares the exported declarations with testdata/api.txt: a change of
// them is a change for every user, and not to be made by accident. After one
// that is meant, `go test -run TestAPI ./test -update` writes the file.
func TestAPI(t *testing.T) {
	got := exported(t)
	const name = "testdata/api.txt"
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the exported declarations are\n%s\nbut %s has\n%s", got, name, want)
	}
}

var update = flag.Bool("update", false, "write testdata/api.txt")

// floors are the packages of the library. A package imports only those of lower
// floors, so that calls go down and nothing imports the root.
var floors = map[string]int{
	"..":      6,
	"query":   5,
	"address": 4, "body": 4, "redact": 4,
	"rfc6570": 3,
	"value":   2,
	"header":  1,
	"cache":   0,
	"fault":   0,
}

// TestImports keeps the floors apart, and keeps out of the library what it
// promises to do without: regular expressions, connections of its own, memory
// tricks, and modules beyond the one of go.mod.
func TestImports(t *testing.T) {
	const module = "example.com/endpoint"
	files, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	inner, err := filepath.Glob("../internal/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, name := range append(files, inner...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		pkg := filepath.Base(filepath.Dir(name))
		floor, ok := floors[pkg]
		if seen[pkg] = true; !ok {
			t.Errorf("%s is on no floor", name)
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			lower, ours := strings.CutPrefix(path, module+"/internal/")
			switch first, _, _ := strings.Cut(path, "/"); {
			case path == "regexp", path == "net", path == "crypto/tls", path == "os/exec", path == "unsafe", path == module:
				t.Errorf("%s imports %s", name, path)
			case ours && floors[lower] >= floor:
				t.Errorf("%s imports %s, which is not below it", name, path)
			case !ours && strings.Contains(first, ".") && (pkg != "rfc6570" || path != "github.com/yosida95/uritemplate/v3"):
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
	if len(seen) != len(floors) {
		t.Errorf("packages %v, want those of %v", seen, floors)
	}
}

// exported prints every exported declaration of the package without comments
// and bodies, sorted.
func exported(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var decls []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.FileExports(f)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if fn.Recv != nil && !receiverIsExported(fn.Recv.List[0].Type) {
					continue
				}
				fn.Body = nil
			}
			var b bytes.Buffer
			if err := format.Node(&b, fset, d); err != nil {
				t.Fatal(err)
			}
			decls = append(decls, b.String())
		}
	}
	slices.Sort(decls)
	return strings.Join(decls, "\n\n") + "\n"
}

func receiverIsExported(t ast.Expr) bool {
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	name, ok := t.(*ast.Ident)
	return ok && name.IsExported()
}

// The order of the files: each uses only those before it.

package analyzer

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// files are those of the package in their order, a layer a line.
var files = strings.Fields(`
	types syntax branch code
	known variable
	struct asked reading text value call layer judge defaults helper
	report unchecked
	document openapi analyzer
`)

// TestOrder has an arrow from the file of each use of a name, field or method to that of its
// declaration.
func TestOrder(t *testing.T) {
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps}
	all, err := packages.Load(cfg, ".")
	if err != nil || len(all) != 1 || len(all[0].Errors) > 0 {
		t.Fatal(err, all)
	}
	pkg := all[0]
	index := func(n ast.Node) int {
		name := strings.TrimSuffix(filepath.Base(pkg.Fset.Position(n.Pos()).Filename), ".go")
		return slices.Index(files, name)
	}
	declared := map[types.Object]int{}
	for id, object := range pkg.TypesInfo.Defs {
		declared[object] = index(id)
	}
	for _, file := range pkg.Syntax {
		if index(file) < 0 {
			t.Errorf("%s has no place in the order", pkg.Fset.Position(file.Pos()).Filename)
		}
	}
	up := map[string]string{} // one use for each arrow
	for id, object := range pkg.TypesInfo.Uses {
		if at, isOurs := declared[origin(object)]; isOurs && object.Pkg() == pkg.Types && at > index(id) {
			up[files[index(id)]+".go -> "+files[at]+".go"] = pkg.Fset.Position(id.Pos()).String() + " uses " + id.Name
		}
	}
	for arrow, use := range up {
		t.Errorf("%s: %s", arrow, use)
	}
}

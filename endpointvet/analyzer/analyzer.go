// The analyzer: which packages it looks at, and what it knows of them.

// Package analyzer checks calls of package endpoint before they run.
//
// It has no rules of its own. It builds each call that it finds with the
// library, and reports the library's error at the key or route at fault.
// Constant text keeps its value; any other value becomes a sample of its type.
// Where the code does not show what a call has, the call has a hole, and an error
// is reported only if nothing that fits in a hole removes it.
//
// The files: analyzer.go knows the package, site.go which calls there are and helper.go which
// helpers. variable.go says what a variable is where it is read, branch.go on which branches,
// text.go and value.go what an expression is. layer.go says what the layers of a call show,
// defaults.go what its Endpoint has, judge.go whether it can succeed. check.go puts these
// together, and unchecked.go says it. document.go finds the OpenAPI document of a call, and
// openapi.go what that says.
package analyzer

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"example.com/endpoint"
)

// Analyzer reports calls of package endpoint that cannot succeed.
var Analyzer = &analysis.Analyzer{
	Name:      "endpointvet",
	Doc:       "check calls of package endpoint by building them with the library itself",
	FactTypes: []analysis.Fact{new(helper)},
	Run:       run,
}

// A checker checks one package.
type checker struct {
	pass       *analysis.Pass
	info       *types.Info
	root       inspector.Cursor
	uses       map[types.Object][]inspector.Cursor // the identifiers of each object, its declaration first
	places     map[*ast.Ident]inspector.Cursor
	jumps      map[ast.Node]bool                  // functions with goto or fallthrough
	hasOthers  bool                               // this build leaves out files that use the library
	unkeyed    map[*types.Var][]ast.Expr          // what literals of structs without keys set fields to
	helpers    map[types.Object]*helper           // of this package
	makes      map[*ast.CallExpr]types.Object     // the helpers that calls make
	calls      []site                             // of the library and of helpers
	sites      map[*ast.CallExpr]inspector.Cursor // of those of the library
	variables  map[*types.Var]*variable           // those that were looked at
	seen       map[types.Object]bool              // variables, on the way to what changes them
	isPassed   map[*types.Var]bool                // the parameters that no other call has, in the call that is read
	isReturned bool                               // what was looked at is
	bases      []string                           // that the package gives to New and Defaults, "" for one that is not known
	documents  documents

	at       inspector.Cursor              // the call that is read
	taken    taken                         // the ways that its branches go
	choices  []choice                      // that were met in it
	followed []ast.Expr                    // in it
	bound    map[*types.Var]ast.Expr       // what is passed as parameters
	called   map[*types.Func]*ast.CallExpr // whose results are read
	isLeast  bool                          // samples of structs leave out what omitempty or omitzero may leave out
	doc      *described                    // that values are read for
	left     int                           // expressions and samples that it may still take

	reported     map[ast.Node]bool
	ignored      map[string]bool             // lines
	unchecked    map[ast.Expr]unchecked      // the calls that were not checked
	undocumented map[*ast.CallExpr]unchecked // those that no document judges
	noted        []unchecked
	isNoted      map[types.Object]bool // Endpoints whose defaults are not shown, or that have no BaseURL
	judged       map[*ast.CallExpr]bool
}

func run(pass *analysis.Pass) (any, error) {
	if !isLibrary(pass.Pkg) && !slices.ContainsFunc(pass.Pkg.Imports(), isLibrary) && len(pass.AllObjectFacts()) == 0 {
		return nil, nil
	}
	c := &checker{
		pass: pass, info: pass.TypesInfo, root: inspector.New(pass.Files).Root(),
		uses:         map[types.Object][]inspector.Cursor{},
		places:       map[*ast.Ident]inspector.Cursor{},
		jumps:        map[ast.Node]bool{},
		unkeyed:      map[*types.Var][]ast.Expr{},
		helpers:      map[types.Object]*helper{},
		makes:        map[*ast.CallExpr]types.Object{},
		sites:        map[*ast.CallExpr]inspector.Cursor{},
		variables:    map[*types.Var]*variable{},
		seen:         map[types.Object]bool{},
		reported:     map[ast.Node]bool{},
		ignored:      map[string]bool{},
		unchecked:    map[ast.Expr]unchecked{},
		undocumented: map[*ast.CallExpr]unchecked{},
		isNoted:      map[types.Object]bool{},
		judged:       map[*ast.CallExpr]bool{},
	}
	for _, find := range []func(){c.findUses, c.findHelpers, c.findBases} {
		try(find)
	}
	c.findIgnored()
	c.findDocuments()
	for _, s := range c.calls {
		isChecked := false
		try(func() { c.check(s); isChecked = true })
		if !isChecked {
			c.uncheck(s.call(), nil, "the analyzer does not know this shape of code: its authors want to see it")
		}
	}
	c.reportUnchecked()
	return nil, nil
}

// catches says that a panic ends the step of try, and not the analyzer. Tests see it.
var catches = true

// try takes a step. A panic means a shape of code that nobody thought of, which is
// no reason to fail or to report anything. It ends the step.
func try(step func()) {
	defer func() {
		if catches {
			_ = recover()
		}
	}()
	step()
}

// libraryPath is the import path of package endpoint.
var libraryPath = reflect.TypeFor[endpoint.Endpoint]().PkgPath()

// isLibrary reports whether pkg is package endpoint. The path of a package
// under test ends with its test in brackets.
func isLibrary(pkg *types.Package) bool {
	return pkg != nil && (pkg.Path() == libraryPath || strings.HasPrefix(pkg.Path(), libraryPath+" "))
}

// libraryType returns the name of t if it is a type of the library, or a
// pointer to one.
func libraryType(t types.Type) string {
	named, ok := types.Unalias(pointee(t)).(*types.Named)
	if !ok || !isLibrary(named.Obj().Pkg()) {
		return ""
	}
	return named.Obj().Name()
}

// pointee returns the type that t points to, or t.
func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// origin returns the generic method or field that an object is an instance of, or
// the object.
func origin(object types.Object) types.Object {
	switch object := object.(type) {
	case *types.Func:
		return object.Origin()
	case *types.Var:
		return object.Origin()
	}
	return object
}

// findUses finds the identifiers of each object, the functions that jump, the elements of
// literals of structs that have no keys, and whether this build leaves out files of the package
// that use the library.
func (c *checker) findUses() {
	for cursor := range c.root.Preorder((*ast.BranchStmt)(nil), (*ast.Ident)(nil), (*ast.CompositeLit)(nil)) {
		switch n := cursor.Node().(type) {
		case *ast.BranchStmt:
			if n.Tok == token.GOTO || n.Tok == token.FALLTHROUGH {
				c.jumps[functionOf(cursor)] = true
			}
		case *ast.CompositeLit:
			s, isStruct := pointee(c.info.TypeOf(n)).Underlying().(*types.Struct)
			for i, value := range n.Elts {
				if _, isPair := value.(*ast.KeyValueExpr); isStruct && !isPair {
					c.unkeyed[s.Field(i).Origin()] = append(c.unkeyed[s.Field(i).Origin()], value)
				}
			}
		case *ast.Ident:
			c.places[n] = cursor
			object := origin(c.info.ObjectOf(n))
			if object == nil {
				continue
			}
			c.uses[object] = append(c.uses[object], cursor)
			if all := c.uses[object]; c.info.Defs[n] != nil {
				all[0], all[len(all)-1] = all[len(all)-1], all[0]
			}
			if of := c.info.Uses[n]; of != nil && c.info.Defs[n] != nil { // the type of an embedded field
				c.uses[of] = append(c.uses[of], cursor)
			}
		}
	}
	for _, name := range c.pass.IgnoredFiles {
		source, _ := c.pass.ReadFile(name)
		c.hasOthers = c.hasOthers || strings.HasSuffix(name, ".go") && bytes.Contains(source, []byte(libraryPath))
	}
}

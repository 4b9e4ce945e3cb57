// The analyzer: which calls of a package it looks at, and how it reports.

// Package analyzer checks calls of package endpoint before they run.
//
// It has no rules of its own. It builds each call that it finds with the
// library, and reports the library's error at the key or route at fault.
// Constant text keeps its value; any other value becomes a sample of its type.
package analyzer

import (
	"go/ast"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"example.com/endpoint"
)

// Analyzer reports calls of package endpoint that cannot succeed, and
// parameters that are never sent.
var Analyzer = &analysis.Analyzer{
	Name:      "endpointvet",
	Doc:       "check calls of package endpoint by building them with the library itself",
	Requires:  []*analysis.Analyzer{inspect.Analyzer},
	FactTypes: []analysis.Fact{new(helper), new(names)},
	Run:       run,
}

// A checker checks one package.
type checker struct {
	pass     *analysis.Pass
	info     *types.Info
	root     inspector.Cursor
	uses     map[types.Object][]inspector.Cursor // the identifiers of each object
	calls    []site                              // of the library and of helpers
	names    names
	at       *ast.CallExpr // the call that is read
	left     int           // samples and variables that it may still take
	reported map[ast.Node]bool
}

// A site is a call of a function of the library, or of a helper.
type site struct {
	call   *ast.CallExpr
	fn     *types.Func
	helper *helper // also of a function of the library
}

func run(pass *analysis.Pass) (any, error) {
	if !isLibrary(pass.Pkg) && !slices.ContainsFunc(pass.Pkg.Imports(), isLibrary) && len(pass.AllPackageFacts()) == 0 {
		return nil, nil
	}
	c := &checker{
		pass:     pass,
		info:     pass.TypesInfo,
		root:     pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root(),
		uses:     map[types.Object][]inspector.Cursor{},
		names:    names{Any: true},
		reported: map[ast.Node]bool{},
	}
	try(c.findUses, c.findHelpers, c.findNames)
	if !isLibrary(pass.Pkg) {
		pass.ExportPackageFact(&c.names)
	}
	for _, s := range c.calls {
		try(func() { c.check(s) })
	}
	return nil, nil
}

// try takes steps. A panic means a shape of code that nobody thought of, which is
// no reason to fail or to report anything. It ends the steps.
func try(steps ...func()) {
	defer func() { _ = recover() }()
	for _, step := range steps {
		step()
	}
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

// findUses finds the identifiers of each object, its declaration first if that
// is local.
func (c *checker) findUses() {
	for cursor := range c.root.Preorder((*ast.Ident)(nil)) {
		if object := c.info.ObjectOf(cursor.Node().(*ast.Ident)); object != nil {
			c.uses[object] = append(c.uses[object], cursor)
		}
	}
}

// report reports a message, once for a place, and not in a generated file, such
// as the output of cgo, which nobody can fix.
func (c *checker) report(at ast.Node, format string, args ...any) {
	for _, file := range c.pass.Files {
		if file.FileStart <= at.Pos() && at.Pos() < file.FileEnd && !ast.IsGenerated(file) && !c.reported[at] {
			c.reported[at] = true
			c.pass.ReportRangef(at, format, args...)
		}
	}
}

// structType is how the type of a sample is written that is a struct.
var structType = regexp.MustCompile(`struct {( .* )?}`)

// reportError reports an error of the library, without the route, which the
// place shows. The struct with a field at fault is at that place.
func (c *checker) reportError(at ast.Node, err *endpoint.Error) {
	shown := &endpoint.Error{Name: err.Name, Reason: structType.ReplaceAllString(err.Reason, "struct{…}"), Err: err.Err}
	if field, isField := strings.CutPrefix(err.Name, "struct."); isField {
		name := types.TypeString(pointee(c.info.TypeOf(at.(ast.Expr))), func(*types.Package) string { return "" })
		name, _, _ = strings.Cut(name, "{") // of a struct without a name
		shown.Name = name + "." + strings.ReplaceAll(field, "Embedded_", "")
	}
	c.report(at, "%s", strings.TrimPrefix(shown.Error(), "endpoint: "))
}

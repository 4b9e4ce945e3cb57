// The analyzer: which calls of a package it looks at, and how it reports.

// Package analyzer checks calls of package endpoint before they run.
//
// It has no rules of its own. It builds each call that it finds with the
// library, and reports the library's error at the key or route at fault.
// Constants keep their value; any other value becomes a sample of its type.
package analyzer

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

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
	helpers  map[*types.Func]*helper             // of this package
	names    names
	at       *ast.CallExpr     // the call that is read
	left     int               // samples and variables that it may still take
	omits    bool              // a struct in it has a field that may be omitted
	shown    map[string]string // names of types, by those of the types made for them
	reported map[ast.Node]bool
}

// A site is a call of a function of the library, or of a helper.
type site struct {
	call   *ast.CallExpr
	fn     *types.Func
	helper *helper // also of a function of the library
}

func run(pass *analysis.Pass) (any, error) {
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	c := &checker{pass: pass, info: pass.TypesInfo, root: root, uses: map[types.Object][]inspector.Cursor{}, names: names{Any: true}, reported: map[ast.Node]bool{}}
	if !isLibrary(pass.Pkg) && !slices.ContainsFunc(pass.Pkg.Imports(), isLibrary) && len(pass.AllPackageFacts()) == 0 {
		return nil, nil
	}
	c.try(c.index)
	c.try(c.findHelpers)
	c.try(c.findNames)
	if !isLibrary(pass.Pkg) {
		pass.ExportPackageFact(&c.names)
	}
	for _, s := range c.calls {
		c.try(func() { c.check(s) })
	}
	return nil, nil
}

// try calls f. A panic means a shape of code that nobody thought of, which is
// no reason to fail or to report anything.
func (c *checker) try(f func()) {
	defer func() { _ = recover() }()
	c.shown = map[string]string{}
	f()
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
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || !isLibrary(named.Obj().Pkg()) {
		return ""
	}
	return named.Obj().Name()
}

// index finds the uses of each object.
func (c *checker) index() {
	for cursor := range c.root.Preorder((*ast.Ident)(nil)) {
		if object := c.info.ObjectOf(cursor.Node().(*ast.Ident)); object != nil {
			c.uses[object] = append(c.uses[object], cursor)
		}
	}
}

// siteOf returns a call as a site, if it is one.
func (c *checker) siteOf(call *ast.CallExpr) (s site, ok bool) {
	fn := typeutil.StaticCallee(c.info, call)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); fn == nil || ok && c.info.Types[sel.X].IsType() {
		return s, false // Endpoint.Build(e, …) has its arguments elsewhere
	}
	if len(call.Args) < fn.Signature().Params().Len()-1 {
		return s, false // so has Build(f()), where f has several results
	}
	s = site{call, fn.Origin(), c.helpers[fn.Origin()]}
	recv := fn.Signature().Recv()
	if isLibrary(fn.Pkg()) && (recv == nil || libraryType(recv.Type()) == "Endpoint") {
		s.helper = library[fn.Name()]
	} else if h := new(helper); fn.Pkg() != c.pass.Pkg && c.pass.ImportObjectFact(s.fn, h) {
		s.helper = h
	}
	return s, s.helper != nil
}

// report reports a message, once for a place, and not in a generated file, such
// as the output of cgo, which nobody can fix.
func (c *checker) report(at ast.Node, format string, args ...any) {
	for _, file := range c.pass.Files {
		if file.FileStart <= at.Pos() && at.Pos() < file.FileEnd && !ast.IsGenerated(file) && !c.reported[at] {
			c.reported[at] = true
			c.pass.Report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Message: fmt.Sprintf(format, args...)})
		}
	}
}

// reportError reports an error of the library. The route is left out, since the
// place shows it, and types have the names that the code has for them.
func (c *checker) reportError(at ast.Node, err *endpoint.Error) {
	message := (&endpoint.Error{Name: err.Name, Reason: err.Reason, Err: err.Err}).Error()
	for made, name := range c.shown {
		message = strings.ReplaceAll(message, made, name)
	}
	c.report(at, "%s", strings.TrimPrefix(message, "endpoint: "))
}

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
// together. report.go, unchecked.go and advice.go say it. document.go finds the OpenAPI document
// of a call, and openapi.go what that says.
package analyzer

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
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
	FactTypes: []analysis.Fact{new(helper), new(defaults), new(tied)},
	Run:       run,
}

// A checker checks one package.
type checker struct {
	pass         *analysis.Pass
	info         *types.Info
	root         inspector.Cursor
	uses         map[types.Object][]inspector.Cursor // the identifiers of each object, its declaration first
	variables    map[*types.Var]*variable            // those that were looked at
	embedded     map[ast.Expr]*types.Var             // the fields that Endpoints are which methods are called on
	places       map[*ast.Ident]inspector.Cursor
	called       map[*ast.BlockStmt]*ast.CallExpr   // the functions whose results are read
	elsewhere    map[*types.Var]reading             // of the parameters of a helper, by what is not the call that is read
	pending      map[types.Object]reading           // of those that are looked at
	readings     map[types.Object]reading           // of variables
	values       map[*types.Var][]ast.Expr          // what the package sets fields to
	jumps        map[ast.Node]bool                  // functions with goto or fallthrough
	hasOthers    bool                               // this build leaves out files that use the library
	unkeyed      map[*types.Var][]ast.Expr          // what literals of structs without keys set fields to
	helpers      map[types.Object]*helper           // of this package
	calls        []site                             // of the library and of helpers
	sites        map[*ast.CallExpr]inspector.Cursor // of those of the library
	defaults     defaults
	origins      map[*helper]site               // the calls that make helpers
	makes        map[*ast.CallExpr]types.Object // the helpers that calls make
	bases        int                            // the calls of New and Defaults with a BaseURL, but for tests
	documents    documents
	at           inspector.Cursor        // the call that is read
	taken        taken                   // the ways that its branches go
	choices      []choice                // that were met in it
	followed     []ast.Expr              // in the call that is read
	bound        map[*types.Var]ast.Expr // what is passed as parameters, nil if that is several expressions
	isLeast      bool                    // samples of structs leave out what omitempty or omitzero may leave out
	doc          *described              // that values are read for
	left         int                     // expressions and samples that it may still take
	reported     map[ast.Node]bool
	ignored      map[token.Position]*ignored // by line
	unchecked    map[ast.Expr]unchecked      // the calls that were not checked
	undocumented map[*ast.CallExpr]unchecked // those that no document judges
	noted        []unchecked
	isNoted      map[types.Object]bool              // Endpoints whose defaults are not shown
	judged       map[*ast.CallExpr]string           // by the document that judged them too
	parsed       map[*ast.CallExpr]*ast.CallExpr    // the calls of Merge by those of Parse
	isMerged     map[*ast.CallExpr]inspector.Cursor // the calls of Parse by those of Merge
	saysAccept   bool                               // the package says something of that header
	lacksBase    map[types.Object]bool              // the Endpoints that were reported to have none
	isUnseen     map[types.Object]bool              // functions whose calls are not checked
	words        map[string]int                     // how often literals have each
}

func run(pass *analysis.Pass) (any, error) {
	if !isLibrary(pass.Pkg) && !slices.ContainsFunc(pass.Pkg.Imports(), isLibrary) && len(pass.AllPackageFacts()) == 0 {
		return nil, nil
	}
	c := &checker{
		pass:         pass,
		info:         pass.TypesInfo,
		root:         inspector.New(pass.Files).Root(),
		uses:         map[types.Object][]inspector.Cursor{},
		variables:    map[*types.Var]*variable{},
		embedded:     map[ast.Expr]*types.Var{},
		places:       map[*ast.Ident]inspector.Cursor{},
		pending:      map[types.Object]reading{},
		readings:     map[types.Object]reading{},
		values:       map[*types.Var][]ast.Expr{},
		jumps:        map[ast.Node]bool{},
		unkeyed:      map[*types.Var][]ast.Expr{},
		helpers:      map[types.Object]*helper{},
		sites:        map[*ast.CallExpr]inspector.Cursor{},
		defaults:     defaults{Any: true},
		lacksBase:    map[types.Object]bool{},
		isNoted:      map[types.Object]bool{},
		origins:      map[*helper]site{},
		makes:        map[*ast.CallExpr]types.Object{},
		reported:     map[ast.Node]bool{},
		isUnseen:     map[types.Object]bool{},
		ignored:      map[token.Position]*ignored{},
		words:        map[string]int{},
		unchecked:    map[ast.Expr]unchecked{},
		undocumented: map[*ast.CallExpr]unchecked{},
		judged:       map[*ast.CallExpr]string{},
		parsed:       map[*ast.CallExpr]*ast.CallExpr{},
		isMerged:     map[*ast.CallExpr]inspector.Cursor{},
	}
	for _, find := range []func(){c.findUses, c.findOthers, c.findFields, c.findHelpers, c.findDefaults, c.findTexts} {
		try(find)
	}
	if !isLibrary(pass.Pkg) {
		pass.ExportPackageFact(&c.defaults)
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

// findUses finds the identifiers of each object, and the functions that jump.
func (c *checker) findUses() {
	for cursor := range c.root.Preorder((*ast.BranchStmt)(nil)) {
		if tok := cursor.Node().(*ast.BranchStmt).Tok; tok == token.GOTO || tok == token.FALLTHROUGH {
			c.jumps[functionOf(cursor)] = true
		}
	}
	for cursor := range c.root.Preorder((*ast.Ident)(nil)) {
		id := cursor.Node().(*ast.Ident)
		c.places[id] = cursor
		object := origin(c.info.ObjectOf(id))
		if object == nil {
			continue
		}
		c.uses[object] = append(c.uses[object], cursor)
		if all := c.uses[object]; c.info.Defs[id] != nil {
			all[0], all[len(all)-1] = all[len(all)-1], all[0]
		}
	}
}

// findOthers finds out whether this build leaves out files of the package that use the library.
func (c *checker) findOthers() {
	for _, name := range c.pass.IgnoredFiles {
		source, _ := c.pass.ReadFile(name)
		c.hasOthers = c.hasOthers || strings.HasSuffix(name, ".go") && bytes.Contains(source, []byte(libraryPath))
	}
}

var identifier = regexp.MustCompile(`[\pL_][\pL_\p{Nd}]*`)

// findFields finds the elements of literals of structs that have no keys.
func (c *checker) findFields() {
	for cursor := range c.root.Preorder((*ast.CompositeLit)(nil)) {
		n := cursor.Node().(*ast.CompositeLit)
		s, isStruct := pointee(c.info.TypeOf(n)).Underlying().(*types.Struct)
		for i, value := range n.Elts {
			if _, isPair := value.(*ast.KeyValueExpr); isStruct && !isPair {
				field := s.Field(i).Origin()
				c.unkeyed[field] = append(c.unkeyed[field], value)
			}
		}
	}
}

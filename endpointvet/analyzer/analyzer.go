// The analyzer: which packages it looks at, and what it knows of them.

// Package analyzer checks calls of package endpoint before they run.
//
// It has no rules of its own. It builds each call that it finds with the
// library, and reports the library's error at the key or route at fault.
// Constant text keeps its value; any other value becomes a sample of its type.
// Where the code does not show what a call has, the call has a hole, and an error
// is reported only if nothing that fits in a hole removes it.
//
// What is known of the package: types.go asks of types and code.go of syntax, flow.go says which ways
// lead to a statement, site.go which calls there are, and variable.go what is done with a variable.
// The reading of one call: reading.go goes each of its ways, text.go and value.go say what an
// expression is there, layer.go what the layers show, judge.go whether the call can succeed,
// defaults.go what its Endpoint has, and helper.go whether it makes a helper.
// What is said: report.go notes it. document.go finds the OpenAPI document of a call, and openapi.go
// what that says. unchecked.go says what is not known, and check.go puts these together.
// Each file uses only those before it.
package analyzer

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// Analyzer reports calls of package endpoint that cannot succeed.
var Analyzer = &analysis.Analyzer{
	Name:      "endpointvet",
	Doc:       "check calls of package endpoint by building them with the library itself",
	FactTypes: []analysis.Fact{new(helper)},
	Run:       run,
}

func init() {
	const usage = "report the calls that were not checked, with the reason, and the lines that " + ignoreName + " silences"
	Analyzer.Flags.BoolVar(&uncheckedFlag, "unchecked", false, usage)
}

func run(pass *analysis.Pass) (any, error) {
	if !isLibrary(pass.Pkg) && !slices.ContainsFunc(pass.Pkg.Imports(), isLibrary) && len(pass.AllObjectFacts()) == 0 {
		return nil, nil
	}
	all := &sites{
		code: codeOf(pass), cursors: map[*ast.CallExpr]inspector.Cursor{},
		helpers: map[types.Object]*helper{}, makes: map[*ast.CallExpr]types.Object{},
	}
	known := &variables{sites: all, known: map[*types.Var]*variable{}, seen: map[types.Object]bool{}}
	c := &checker{reading: &reading{variables: known}, notes: notesOf(pass)}
	c.findHelpers()
	try(c.findBases)
	c.findDocuments()
	for _, s := range c.found {
		isChecked := false
		try(func() { c.check(s); isChecked = true })
		if !isChecked {
			c.uncheck(s.call(), nil, "the analyzer does not know this shape of code: its authors want to see it")
		}
	}
	c.reportUnchecked()
	return nil, nil
}

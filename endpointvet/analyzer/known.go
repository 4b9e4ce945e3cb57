// Calls of the library and of helpers, and what the code does with variables.

package analyzer

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A known is what is known of the package.
type known struct {
	*code
	calls     []site
	sites     map[*ast.CallExpr]inspector.Cursor // of the calls of the library
	helpers   map[types.Object]*helper           // of this package
	makes     map[*ast.CallExpr]types.Object     // the helpers that calls make
	variables map[*types.Var]*variable           // those that were looked at

	seen       map[types.Object]bool // variables, on the way to what changes them
	isReturned bool                  // what was looked at is
}

// knownOf returns what is known of a package before its calls are.
func knownOf(pass *analysis.Pass) *known {
	return &known{
		code: codeOf(pass), sites: map[*ast.CallExpr]inspector.Cursor{}, helpers: map[types.Object]*helper{},
		makes: map[*ast.CallExpr]types.Object{}, variables: map[*types.Var]*variable{}, seen: map[types.Object]bool{},
	}
}

// A helper is the fact that a function passes parameters on to a function of the
// library: in a route, as layers, or as fields and keys of layers. What else it adds
// is only known by its place.
//
//	func (c *Client) post(path string, p endpoint.Path, body any) error {
//		req, err := c.api.Build("POST "+path, p, endpoint.Options{Data: body})
//
//	=> {Name: "Build", Route: "POST \U0010FFFF", Texts: [0], Parts: [{{}, 1}, {{"Data", ""}, 2}]}
type helper struct {
	Name  string // of the library's function
	Route string // with a mark for each of Texts
	Texts []int  // which parameters are parts of the route
	Parts []part // its layers, in their order
	Ends  bool   // it may end without the call, and without an error

	from *site // the call that makes it, in this package
}

// A part is a layer of a helper, or a field or key of one.
type part struct {
	Place place
	Param int  // the parameter that it is; -1: none, so that it is not known
	Maybe bool // it may not be there
}

// A place is one in a layer.
//
//	Options{Data: body}     {Field: "Data"}
//	Path{"owner": o}        {Field: "Path", Key: "owner"}
//	layers...               {}, a whole layer
type place struct{ Field, Key string }

// below returns the place of a field or key in p.
func (p place) below(name string) place {
	if p.Field == "" {
		return place{Field: name}
	}
	return place{p.Field, name}
}

// AFact makes it a fact of the analysis.
func (*helper) AFact() {}

// mark stands for an expression in a text that is not known: no code has it.
const mark = "\U0010FFFF"

// library is what the functions of the library are.
var library = map[string]*helper{
	"New":         {Name: "New", Route: "/", Parts: []part{{Param: 0}}},
	"Defaults":    {Name: "Defaults", Route: "/", Parts: []part{{Param: 0}}},
	"Build":       {Name: "Build", Route: mark, Texts: []int{0}, Parts: []part{{Param: 1}}},
	"Merge":       {Name: "Merge", Route: mark, Texts: []int{0}, Parts: []part{{Param: 1}}},
	"HTTPRequest": {Name: "HTTPRequest", Route: mark, Texts: []int{1}, Parts: []part{{Param: 2}}},
}

// A site is a call of a function of the library, or of a helper.
type site struct {
	cursor inspector.Cursor
	helper *helper  // also of a function of the library
	api    ast.Expr // the Endpoint of a function of the library
	types  *types.Signature
}

func (s *site) call() *ast.CallExpr { return s.cursor.Node().(*ast.CallExpr) }

// siteOf returns a call as a site, if it is one.
func (c *known) siteOf(cursor inspector.Cursor) (s site, ok bool) {
	call, isCall := cursor.Node().(*ast.CallExpr)
	if !isCall {
		return s, false
	}
	object := origin(typeutil.Callee(c.info, call))
	selector, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if method := c.methodOf(object); method != nil {
		selector, object = method, c.info.Uses[method.Sel]
	}
	fn, isDeclared := object.(*types.Func)
	signature, isFunc := c.info.TypeOf(call.Fun).Underlying().(*types.Signature)
	isTuple := len(call.Args) == 1 && isType[*types.Tuple](c.info.TypeOf(call.Args[0]))
	isMethod := isDeclared && isFunc && fn.Signature().Params().Len() != signature.Params().Len() // as an expression: Endpoint.Build(e, …)
	if !isFunc || isMethod || isTuple || len(call.Args) < signature.Params().Len()-1 {
		return s, false
	}
	s = site{cursor: cursor, types: signature, helper: c.helperOf(object)}
	if !isDeclared || !isLibrary(fn.Pkg()) {
		return s, s.helper != nil
	}
	if recv := fn.Signature().Recv(); recv == nil || libraryType(recv.Type()) == "Endpoint" {
		s.helper = library[fn.Name()]
		if selector != nil && recv != nil {
			s.api = selector.X
		}
	}
	return s, s.helper != nil
}

// methodOf returns the method of an Endpoint that a variable holds, and nothing else.
//
//	build := api.Build
func (c *known) methodOf(object types.Object) *ast.SelectorExpr {
	v, isVar := object.(*types.Var)
	if !isVar || v.IsField() {
		return nil
	}
	isSet := func(use inspector.Cursor) bool {
		_, isWrite := writeOf(use)
		return isWrite || isAddress(use.Parent().Node())
	}
	isOpen := v.Parent() == c.pass.Pkg.Scope() && (v.Exported() || c.hasOthers)
	if all := c.uses[v]; !isOpen && len(all) > 0 && !slices.ContainsFunc(all[1:], isSet) {
		init, _ := declared(all[0])
		if method, isMethod := init.(*ast.SelectorExpr); isMethod && libraryType(c.info.TypeOf(method.X)) == "Endpoint" {
			return method
		}
	}
	return nil
}

// helperOf returns the helper that an object is, nil if it is none.
func (c *known) helperOf(object types.Object) *helper {
	if h := c.helpers[object]; h != nil {
		return h
	}
	h := new(helper)
	if fn, isFunc := object.(*types.Func); !isFunc || isLibrary(fn.Pkg()) || !c.pass.ImportObjectFact(fn, h) {
		return nil
	}
	h.from = nil // which is not of this package
	return h
}

// passes reports whether a helper passes an argument on, and so does not change it.
func (s *site) passes(arg int) bool {
	arg = min(arg, s.types.Params().Len()-1)                                         // it may be one of several
	isPart := func(p part) bool { return p.Param == arg && p.Place.Field != "Meta" } // which is the caller's
	return slices.Contains(s.helper.Texts, arg) || slices.ContainsFunc(s.helper.Parts, isPart)
}

// isPassing reports whether a call passes on a route or layers, so that it is checked where the
// function around it is called, if it is called.
func (c *known) isPassing(call *ast.CallExpr) bool {
	h := c.helpers[c.makes[call]]
	isLayer := func(p part) bool { return p.Place == place{} && p.Param >= 0 }
	return h != nil && (len(h.Texts) > 0 || slices.ContainsFunc(h.Parts, isLayer))
}

// isCalled reports whether the function that a call makes a helper is called in this package.
func (c *known) isCalled(call *ast.CallExpr) bool { return len(c.uses[c.makes[call]]) > 1 }

// A variable is all that the code does with a variable.
type variable struct {
	init   ast.Expr // what it is declared with; nil: not known; zero: its zero value
	writes []write  // in the order of the text
	isOpen bool     // something else may change it, or what it refers to
	scope  ast.Node // around its declaration
}

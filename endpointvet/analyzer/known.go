// Calls of the library and of helpers, and what the code does with variables.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

import ()

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
//	=> {Name: "Build", Route: "POST \U0010FFFF", Texts: [0], Parts: [{"", 1}, {"Data.", 2}]}
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
	Place string // "" for a layer, "Data.", "Path.owner", "." for anything
	Param int    // the parameter that it is; -1: none, so that it is not known
	Maybe bool   // it may not be there
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
	arg = min(arg, s.types.Params().Len()-1)                                    // it may be one of several
	isPart := func(p part) bool { return p.Param == arg && p.Place != "Meta." } // which is the caller's
	return slices.Contains(s.helper.Texts, arg) || slices.ContainsFunc(s.helper.Parts, isPart)
}

// isPassing reports whether a call passes on a route or layers, so that it is checked where the
// function around it is called.
func (c *known) isPassing(call *ast.CallExpr) bool {
	h := c.helpers[c.makes[call]]
	isLayer := func(p part) bool { return p.Place == "" && p.Param >= 0 }
	return h != nil && len(c.uses[c.makes[call]]) > 1 && (len(h.Texts) > 0 || slices.ContainsFunc(h.Parts, isLayer))
}

// A variable is all that the code does with a variable.
type variable struct {
	init   ast.Expr // what it is declared with; nil: not known; zero: its zero value
	writes []write  // in the order of the text
	isOpen bool     // something else may change it, or what it refers to
	scope  ast.Node // around its declaration
}

// variable returns what the code does with a variable.
func (c *known) variable(v *types.Var) *variable {
	if known := c.variables[v]; known != nil {
		return known
	}
	if len(c.uses[v]) == 0 || c.info.Defs[c.uses[v][0].Node().(*ast.Ident)] == nil { // of a type switch, or of another package
		return &variable{isOpen: true}
	}
	all := &variable{}
	all.init, all.scope = declared(c.uses[v][0])
	fn := functionOf(c.uses[v][0])
	isLent := slices.ContainsFunc(c.uses[v], func(use inspector.Cursor) bool { return functionOf(use) != fn })
	c.isReturned = false
	for _, use := range c.uses[v][1:] {
		if w, isWrite := writeOf(use); isWrite {
			all.isOpen = all.isOpen || functionOf(w.at) != fn || c.jumps[fn]
			all.writes = append(all.writes, w)
		} else {
			all.isOpen = all.isOpen || c.changes(use)
		}
	}
	all.isOpen = all.isOpen || isLent && c.isReturned
	if v.Parent() == c.pass.Pkg.Scope() {
		// Other packages may set it, the linker (-ldflags "-X …"), go:embed, or a file that this build leaves out.
		isOutside := v.Exported() || all.init == zero || types.Unalias(v.Type()) == types.Typ[types.String] || c.hasOthers
		all.isOpen = all.isOpen || c.isReturned || len(all.writes) > 0 || isOutside
	}
	c.variables[v] = all
	return all
}

// changes reports whether the code may change a value at a place, or what it refers to: with
// what it stands in, where that holds it, and by each use of a variable that it becomes.
func (c *known) changes(use inspector.Cursor) bool {
	parent, kind := use.Parent(), use.ParentEdgeKind()
	e, isExpr := use.Node().(ast.Expr)
	isPlace := slices.Contains([]edge.Kind{
		edge.ParenExpr_X, edge.SelectorExpr_X, edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value,
	}, kind)
	if isExpr && c.info.Types[e].IsValue() && isFixed(c.info.TypeOf(e)) && !isPlace && !isAddress(parent.Node()) {
		return false // it is copied
	}
	switch n := parent.Node().(type) {
	case *ast.KeyValueExpr:
		return types.ExprString(n.Key) == "Meta" || c.changes(parent) // which is the caller's
	case *ast.SliceExpr: // an append to it may write to the list
		return isLayers(c.info.TypeOf(n)) && !isCopied(n) || c.changes(parent)
	case *ast.TypeAssertExpr, *ast.CompositeLit, *ast.ParenExpr, *ast.StarExpr, *ast.UnaryExpr:
		return c.changes(parent)
	case *ast.IndexExpr:
		return kind == edge.IndexExpr_X && c.changes(parent)
	case *ast.SelectorExpr:
		fn, isFunc := c.info.Uses[n.Sel].(*types.Func)
		return isFunc && !isLibrary(fn.Pkg()) || !isFunc && c.changes(parent)
	case *ast.BinaryExpr, *ast.SwitchStmt, *ast.IfStmt, *ast.ExprStmt:
		return false
	case *ast.ReturnStmt: // it is the caller's from there
		c.isReturned = true
		return !isType[*ast.FuncDecl](functionOf(use))
	case *ast.RangeStmt:
		return kind != edge.RangeStmt_X || n.Tok == token.ASSIGN || c.becomes(n.Value)
	case *ast.AssignStmt:
		return c.changesBy(parent, use)
	case *ast.CallExpr:
		s, isSite := c.siteOf(parent)
		switch i := use.ParentEdgeIndex(); {
		case kind == edge.CallExpr_Fun:
			return false
		case c.libraryFunc(n) != "", isSite && s.passes(i), c.isBuiltin(n, "len"), c.isBuiltin(n, "cap"), c.isBuiltin(n, "make"):
			return false
		case c.isOf(n, "fmt.Print", "fmt.Sprint", "fmt.Fprint", "fmt.Errorf", "log.", "log/slog.", "(*log.Logger)", "(*log/slog.Logger)"):
			return false
		case c.isBuiltin(n, "append") && i == 0 && isType[*ast.Ident](e) && !c.isAppended(parent, use):
		case c.info.Types[n.Fun].IsType(), c.isCopy(n), c.isBuiltin(n, "append"):
			return c.changes(parent)
		}
	}
	return true
}

// changesBy is changes for what is assigned, or what is assigned to.
func (c *known) changesBy(at, use inspector.Cursor) bool {
	stmt := at.Node().(*ast.AssignStmt)
	switch {
	case use.ParentEdgeKind() == edge.AssignStmt_Lhs:
		return !isType[*ast.Ident](use.Node())
	case at.ParentEdgeKind() == edge.TypeSwitchStmt_Assign:
		return slices.ContainsFunc(at.Parent().Node().(*ast.TypeSwitchStmt).Body.List, func(clause ast.Stmt) bool {
			return c.changesVar(c.info.Implicits[clause])
		})
	case len(stmt.Lhs) != len(stmt.Rhs): // v, ok := x.(T)
		return c.becomes(stmt.Lhs[0])
	}
	return c.becomes(stmt.Lhs[use.ParentEdgeIndex()])
}

// isAppended reports whether a list is appended to for itself: two may share what is behind it.
func (c *known) isAppended(call, list inspector.Cursor) bool {
	id, isIdent := list.Node().(*ast.Ident)
	name := assignedTo(call)
	isSame := name != nil && isIdent && c.info.ObjectOf(name) == c.info.ObjectOf(id)
	return isSame || isIdent && call.ParentEdgeKind() == edge.CallExpr_Args
}

// becomes reports whether a variable that has the value changes it.
func (c *known) becomes(name ast.Expr) bool {
	id, isIdent := name.(*ast.Ident)
	if name == nil || isIdent && (id.Name == "_" || isFixed(c.info.TypeOf(id))) {
		return false
	}
	return !isIdent || c.changesVar(c.info.ObjectOf(id))
}

// changesVar reports whether a use of a variable changes or returns what it refers to, or a use of another
// that it becomes. Those that were looked at on the way say so themselves.
func (c *known) changesVar(object types.Object) bool {
	if c.seen[object] {
		return false
	}
	if len(c.seen) == 0 {
		defer clear(c.seen)
	}
	before := c.isReturned
	c.seen[object], c.isReturned = true, false
	isChanged := slices.ContainsFunc(c.uses[object], func(use inspector.Cursor) bool {
		return c.info.Defs[use.Node().(*ast.Ident)] == nil && c.changes(use)
	})
	isChanged, c.isReturned = isChanged || c.isReturned, before
	return isChanged
}

// maxWrites is how many writes to a variable are looked at.
const maxWrites = 100

// setTo returns what the package sets a variable or field to, nil if it may be set otherwise, as
// through a pointer.
func (c *known) setTo(v *types.Var) (values []ast.Expr) {
	v = v.Origin()
	values = slices.Clone(c.unkeyed[v])
	for _, use := range c.uses[v] {
		at := use
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			at = at.Parent()
		}
		w, isWrite := writeOf(at)
		pair, isPair := at.Parent().Node().(*ast.KeyValueExpr)
		switch init, _ := declared(use); {
		case c.info.Defs[use.Node().(*ast.Ident)] != nil:
			if init == nil && !v.IsField() {
				return nil
			}
			if init != nil && (init != zero || !v.IsField()) {
				values = append(values, init)
			}
		case isPair && pair.Key == at.Node():
			values = append(values, pair.Value)
		case isWrite && w.value != nil:
			values = append(values, w.value)
		case isWrite, isAddress(at.Parent().Node()), c.changes(at):
			return nil
		}
	}
	return values
}

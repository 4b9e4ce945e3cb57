// What the code around a call says: helpers that pass on routes and layers,
// variables, and the names of default parameters.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A helper is the fact that a function passes a parameter on as a route, and
// others as layers. What it adds to them itself is only known by its fields.
//
//	func (c *Client) get(path string, p endpoint.Params) error {
//		req, err := c.api.Build("GET "+path, p, endpoint.Headers{"x": "y"})
//
//	=> {Name: "Build", Prefix: "GET ", Route: 0, Layers: [1], Unseen: ["Headers"]}
type helper struct {
	Name   string // of the library's function
	Prefix string
	Route  int      // which parameter it is, -1 without one
	Layers []int    // which parameters are layers
	Unseen []string // fields of the helper's own layers
}

// AFact makes it a fact of the analysis.
func (*helper) AFact() {}

// library is what the functions of the library are.
var library = map[string]*helper{
	"New":         {Name: "New", Prefix: "/", Route: -1, Layers: []int{0}},
	"Defaults":    {Name: "Defaults", Prefix: "/", Route: -1, Layers: []int{0}},
	"ParamsOf":    {Name: "ParamsOf", Prefix: "POST /", Route: -1, Layers: []int{0}}, // as a layer of its own
	"Build":       {Name: "Build", Layers: []int{1}},
	"Merge":       {Name: "Merge", Layers: []int{1}},
	"HTTPRequest": {Name: "HTTPRequest", Route: 1, Layers: []int{2}},
}

// findHelpers finds the helpers of the package, and all calls to check. Calls of
// a helper can make helpers themselves.
func (c *checker) findHelpers() {
	for isNew := true; isNew; {
		isNew, c.calls = false, nil
		for cursor := range c.root.Preorder((*ast.CallExpr)(nil)) {
			if s, ok := c.siteOf(cursor.Node().(ast.Expr)); ok {
				c.calls = append(c.calls, s)
				try(func() { isNew = c.findHelper(s) || isNew })
			}
		}
	}
}

// siteOf returns an expression as a site, if it is one.
func (c *checker) siteOf(e ast.Expr) (s site, ok bool) {
	call, isCall := e.(*ast.CallExpr)
	if !isCall {
		return s, false
	}
	fn := typeutil.StaticCallee(c.info, call)
	if fn == nil || c.info.TypeOf(call.Fun).(*types.Signature).Params().Len() != fn.Signature().Params().Len() {
		return s, false // Endpoint.Build(e, …) has its arguments elsewhere
	}
	s = site{call, fn.Origin(), new(helper)}
	recv := fn.Signature().Recv()
	if isLibrary(fn.Pkg()) && (recv == nil || libraryType(recv.Type()) == "Endpoint") {
		s.helper = library[fn.Name()]
		return s, s.helper != nil
	}
	return s, c.pass.ImportObjectFact(s.fn, s.helper)
}

// findHelper finds the function around a call, if the call makes it a helper: its
// route is text and then a parameter. It reports whether that is new.
func (c *checker) findHelper(s site) bool {
	route, unknown, _ := c.route(s)
	if len(unknown) != 1 || !strings.HasSuffix(route, mark) || s.helper.Name != "Build" && s.helper.Name != "HTTPRequest" {
		return false
	}
	fn, param := c.passed(unknown[0])
	if fn == nil || c.pass.ImportObjectFact(fn, new(helper)) {
		return false
	}
	h := &helper{Name: s.helper.Name, Prefix: strings.TrimSuffix(route, mark), Route: param}
	own := &call{unseen: slices.Clone(s.helper.Unseen)}
	for _, arg := range c.layerArgs(s) {
		if other, param := c.passed(arg); other != nil {
			h.Layers = append(h.Layers, param)
		} else {
			c.add(own, arg)
		}
	}
	for _, s := range own.spots {
		own.hide(s.field)
	}
	h.Unseen = own.unseen
	c.pass.ExportObjectFact(fn, h)
	return true
}

// passed returns which parameter of a function an expression is, if the function
// only passes it on to the call that is read: it neither changes it nor looks at
// it.
func (c *checker) passed(e ast.Expr) (*types.Func, int) {
	fn, param := c.parameter(e)
	isOther := func(use inspector.Cursor) bool { return !c.isPassed(use) }
	if fn == nil || slices.ContainsFunc(c.uses[c.info.ObjectOf(e.(*ast.Ident))][1:], isOther) {
		return nil, -1
	}
	return fn, param
}

// parameter returns which parameter of which function an expression is.
func (c *checker) parameter(e ast.Expr) (*types.Func, int) {
	id, _ := e.(*ast.Ident)
	if v, isVar := c.info.ObjectOf(id).(*types.Var); isVar {
		for decl := range c.uses[v][0].Enclosing((*ast.FuncDecl)(nil)) {
			fn := c.info.Defs[decl.Node().(*ast.FuncDecl).Name].(*types.Func)
			if i := slices.Index(slices.Collect(fn.Signature().Params().Variables()), v); i >= 0 {
				return fn, i
			}
		}
	}
	return nil, -1
}

// route begins to read a call, and returns its route and where that is.
func (c *checker) route(s site) (route string, unknown []ast.Expr, at ast.Node) {
	c.at, c.left = s.call, maxSteps
	if s.helper.Route < 0 {
		return s.helper.Prefix, nil, s.call
	}
	e := s.call.Args[s.helper.Route]
	text, unknown := c.text(e)
	return s.helper.Prefix + text, unknown, e
}

// layerArgs returns the layers that a call passes. A variadic parameter stands for
// all the last arguments.
func (c *checker) layerArgs(s site) (all []ast.Expr) {
	for _, param := range s.helper.Layers {
		args := s.call.Args[param:]
		if signature := s.fn.Signature(); !signature.Variadic() || param < signature.Params().Len()-1 {
			args = args[:1]
		}
		all = append(all, c.spread(args)...)
	}
	return all
}

// spread replaces lists of layers by their elements: literals, and what append
// makes of them. Any other list cannot be seen.
func (c *checker) spread(args []ast.Expr) (all []ast.Expr) {
	for _, arg := range args {
		_, isList := c.info.TypeOf(arg).Underlying().(*types.Slice)
		literal, isLiteral := arg.(*ast.CompositeLit)
		call, isCall := arg.(*ast.CallExpr)
		switch {
		case isList && isLiteral:
			all = append(all, c.spread(literal.Elts)...)
		case isList && isCall && c.info.Types[call.Fun].IsBuiltin():
			all = append(all, c.spread(call.Args)...)
		default:
			all = append(all, arg)
		}
	}
	return all
}

// follow returns the value that a local variable is declared with, and the keys
// and fields that statements of the same block set before the call that is read.
// There is no value if the variable is used in any other way. An Endpoint or a
// string may be, unless that changes it.
//
//	p := Params{"owner": o}
//	p["repo"] = r
//	api.Build("GET /repos/{owner}/{repo}", p)
func (c *checker) follow(id *ast.Ident) (init ast.Expr, writes []*ast.KeyValueExpr) {
	v := c.info.ObjectOf(id)
	kind, i := c.uses[v][0].ParentEdge()
	declaration := c.uses[v][0].Parent()
	stmt, _ := declaration.Node().(*ast.AssignStmt)
	block, _ := declaration.Parent().Node().(*ast.BlockStmt)
	if c.left--; c.left < 0 || kind != edge.AssignStmt_Lhs || block == nil || stmt.Tok != token.DEFINE || len(stmt.Lhs) != len(stmt.Rhs) {
		return nil, nil
	}
	for range declaration.Parent().Preorder((*ast.LabeledStmt)(nil)) {
		return nil, nil // goto may skip the statements before it
	}
	isFixed := libraryType(v.Type()) == "Endpoint" || v.Type() == types.Typ[types.String]
	changes := []edge.Kind{edge.AssignStmt_Lhs, edge.RangeStmt_Key, edge.RangeStmt_Value, edge.UnaryExpr_X}
	for _, use := range c.uses[v][1:] {
		if isFixed && !slices.Contains(changes, use.ParentEdgeKind()) || c.isPassed(use) {
			continue
		}
		key, isPart := use.NextSibling() // in p[key] and p.key
		write, _ := use.Parent().Parent().Node().(*ast.AssignStmt)
		if !isPart || write == nil || write.Tok != token.ASSIGN || len(write.Lhs) != 1 || write.Lhs[0] != use.Parent().Node() ||
			!slices.Contains(block.List, ast.Stmt(write)) || write.Pos() > c.at.Pos() {
			return nil, nil
		}
		writes = append(writes, &ast.KeyValueExpr{Key: key.Node().(ast.Expr), Value: write.Rhs[0]})
	}
	return stmt.Rhs[i], writes
}

// isPassed reports whether a variable is used in an argument of the call that is
// read, or of fmt.Errorf, which changes no argument.
func (c *checker) isPassed(use inspector.Cursor) bool {
	inArgument := []edge.Kind{edge.CallExpr_Args, edge.UnaryExpr_X, edge.KeyValueExpr_Value, edge.CompositeLit_Elts, edge.BinaryExpr_X, edge.BinaryExpr_Y}
	for slices.Contains(inArgument, use.ParentEdgeKind()) {
		use = use.Parent()
		if call, ok := use.Node().(*ast.CallExpr); ok && !c.info.Types[call.Fun].IsBuiltin() {
			fn := typeutil.StaticCallee(c.info, call)
			return call == c.at || fn != nil && fn.FullName() == "fmt.Errorf"
		}
	}
	return false
}

// Names is the fact of which default Params and Path the Endpoints of a package
// and its imports may have.
type names struct {
	Any   bool // any, since one may come from elsewhere
	Names []string
}

// AFact makes it a fact of the analysis.
func (*names) AFact() {}

// findNames collects the names in the calls of New and Defaults.
func (c *checker) findNames() {
	all := names{Any: len(c.pass.IgnoredFiles) > 0 || c.isOpen()}
	for _, fact := range c.pass.AllPackageFacts() {
		if imported, ok := fact.Fact.(*names); ok {
			all.Any = all.Any || imported.Any
			all.Names = append(all.Names, imported.Names...)
		}
	}
	for _, s := range c.calls {
		if s.helper.Name == "New" || s.helper.Name == "Defaults" {
			route, _, at := c.route(s)
			k := c.read(s, route, at)
			all.Any = all.Any || k.mayHold("Params", "Path")
			for _, s := range k.own {
				all.Names = append(all.Names, s.key)
			}
		}
	}
	all.Names = slices.Compact(slices.Sorted(slices.Values(all.Names)))
	c.names = all
}

// isOpen reports whether an Endpoint that was not made by the calls of New and
// Defaults here can come into the package. The code must write its type for that,
// or have an exported variable, or pass New or Defaults on as a function.
func (c *checker) isOpen() bool {
	for object, uses := range c.uses {
		_, isVar := object.(*types.Var)
		isEndpoint := libraryType(object.Type()) == "Endpoint"
		isMaker := isLibrary(object.Pkg()) && (object.Name() == "New" || object.Name() == "Defaults")
		if isVar && isEndpoint && object.Exported() || !isVar && (isEndpoint || isMaker) && slices.ContainsFunc(uses, letsIn) {
			return true
		}
	}
	return false
}

// letsIn reports whether an Endpoint may come from elsewhere where its type, New or
// Defaults is written. It may not where a function is called, and where others
// cannot set it: in a result, in the parameter of a function that is not exported,
// and in a field, unless that is an exported variable.
func letsIn(use inspector.Cursor) bool {
	if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
		use = use.Parent()
	}
	list := use.Parent().Parent()
	kind := list.ParentEdgeKind()
	decl, isFunc := list.Parent().Parent().Node().(*ast.FuncDecl)
	isHidden := isFunc && (kind == edge.FuncType_Results || kind == edge.FuncType_Params && !decl.Name.IsExported())
	return !isHidden && kind != edge.StructType_Fields && use.ParentEdgeKind() != edge.CallExpr_Fun
}

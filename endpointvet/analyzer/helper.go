// Facts about a package: its helpers, and the names of its defaults.

package analyzer

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A helper is the fact that a function passes a parameter on as a route, and
// others as layers.
//
//	func (c *Client) get(path string, p endpoint.Params) error {
//		req, err := c.api.Build("GET "+path, p, endpoint.Headers{"x": "y"})
//
//	=> {Name: "Build", Prefix: "GET ", Route: 0, Layers: [{Param: 1}, {Param: -1, Fields: ["Headers"]}]}
type helper struct {
	Name   string // of the library's function
	Prefix string
	Route  int // -1: it has none
	Layers []argument
}

// An argument is a parameter that is a layer, or several layers if Spread, or a
// layer of the helper's own, of which its callers see only the Fields.
type argument struct {
	Param  int
	Spread bool
	Fields []string
}

func (*helper) AFact()         {}
func (*helper) String() string { return "passes on a route" }

// library is what the functions of the library are.
var library = map[string]*helper{
	"New":         {Name: "New", Prefix: "/", Route: -1, Layers: []argument{{Spread: true}}},
	"Defaults":    {Name: "Defaults", Prefix: "/", Route: -1, Layers: []argument{{Spread: true}}},
	"ParamsOf":    {Name: "ParamsOf"},
	"Build":       {Name: "Build", Layers: []argument{{Param: 1, Spread: true}}},
	"Merge":       {Name: "Merge", Layers: []argument{{Param: 1, Spread: true}}},
	"HTTPRequest": {Name: "HTTPRequest", Route: 1, Layers: []argument{{Param: 2, Spread: true}}},
}

// findHelpers finds the helpers of the package, and all calls to check. Calls of
// a helper can make helpers themselves. A function that passes its parameters on
// twice is none.
func (c *checker) findHelpers() {
	for before := -1; before != len(c.helpers); {
		before, c.calls = len(c.helpers), nil
		found := map[*types.Func]*helper{}
		for cursor := range c.root.Preorder((*ast.CallExpr)(nil)) {
			s, ok := c.siteOf(cursor.Node().(*ast.CallExpr))
			if !ok {
				continue
			}
			c.calls = append(c.calls, s)
			fn, h := c.helperAround(s)
			if _, isSecond := found[fn]; isSecond {
				h = nil
			}
			if fn != nil && fn != s.fn {
				found[fn] = h
			}
		}
		maps.DeleteFunc(found, func(_ *types.Func, h *helper) bool { return h == nil })
		c.helpers = found
	}
	for fn, h := range c.helpers {
		c.pass.ExportObjectFact(fn, h)
	}
}

// helperAround returns the function around a call, if the call makes it a
// helper: its route is text and then a parameter.
func (c *checker) helperAround(s site) (*types.Func, *helper) {
	c.begin(s)
	pieces, _ := c.route(s)
	last := len(pieces) - 1
	prefix, ok := join(pieces[:last])
	id, isName := pieces[last].expr.(*ast.Ident)
	if !ok || !isName || s.helper.Name != "Build" && s.helper.Name != "HTTPRequest" || !c.isOnlyPassed(id) {
		return nil, nil
	}
	fn, param := c.parameter(id)
	h := &helper{Name: s.helper.Name, Prefix: prefix, Route: param}
	for _, arg := range c.layerArgs(s) {
		h.Layers = append(h.Layers, c.argument(arg))
	}
	return fn, h
}

// argument returns where a layer of a helper comes from. A parameter that is
// also used for something else is a layer of its own.
func (c *checker) argument(arg layerArg) argument {
	if id, ok := arg.expr.(*ast.Ident); ok && c.isOnlyPassed(id) {
		_, param := c.parameter(id)
		_, isList := c.info.TypeOf(id).(*types.Slice)
		if param >= 0 {
			return argument{Param: param, Spread: isList}
		}
	}
	l, own := c.layer(arg), argument{Param: -1}
	for _, field := range fields {
		if l.unseen[field] || slices.ContainsFunc(l.spots, func(s spot) bool { return s.field == field }) {
			own.Fields = append(own.Fields, field)
		}
	}
	return own
}

// isOnlyPassed reports whether a parameter neither changes nor stands in a
// condition, so that each call of the function passes it on.
func (c *checker) isOnlyPassed(id *ast.Ident) bool {
	isOther := func(use inspector.Cursor) bool { return !c.isPassed(use) }
	return !slices.ContainsFunc(c.uses[c.info.ObjectOf(id)][1:], isOther)
}

// parameter returns the function in which a variable is declared, and which of
// its parameters it is, or -1.
func (c *checker) parameter(id *ast.Ident) (*types.Func, int) {
	v, isVar := c.info.ObjectOf(id).(*types.Var)
	if isVar && len(c.uses[v]) > 0 {
		for decl := range c.uses[v][0].Enclosing((*ast.FuncDecl)(nil)) {
			fn := c.info.Defs[decl.Node().(*ast.FuncDecl).Name].(*types.Func)
			if i := slices.Index(slices.Collect(fn.Signature().Params().Variables()), v); i >= 0 {
				return fn, i
			}
		}
	}
	return nil, -1
}

// route returns the pieces of the route of a call, and where it is.
func (c *checker) route(s site) (pieces []piece, at ast.Expr) {
	pieces = []piece{{text: s.helper.Prefix}}
	if s.helper.Route < 0 {
		return pieces, s.call
	}
	at = s.call.Args[s.helper.Route]
	return append(pieces, c.pieces(at)...), at
}

// A layerArg is an expression that is a layer, or a list of them, or the fields
// of a helper's own layer.
type layerArg struct {
	expr   ast.Expr
	fields []string
}

// layerArgs returns the layers that a call passes.
func (c *checker) layerArgs(s site) (all []layerArg) {
	args := s.call.Args
	for _, a := range s.helper.Layers {
		switch {
		case a.Param < 0:
			all = append(all, layerArg{fields: a.Fields})
		case a.Spread:
			all = append(all, c.split(args[a.Param:], s.call.Ellipsis.IsValid())...)
		default:
			all = append(all, c.split(args[a.Param:a.Param+1], false)...)
		}
	}
	return all
}

// split returns the layers in arguments. The last is a list, if isSpread: a
// literal, what append makes of one, or one that cannot be seen.
func (c *checker) split(args []ast.Expr, isSpread bool) (all []layerArg) {
	for i, arg := range args {
		arg = ast.Unparen(arg)
		call, isCall := arg.(*ast.CallExpr)
		literal, isLiteral := arg.(*ast.CompositeLit)
		switch isList := isSpread && i == len(args)-1; {
		case isList && isLiteral:
			all = append(all, c.split(literal.Elts, false)...)
		case isList && isCall && c.isBuiltin(call, "append"):
			all = append(all, c.split(call.Args[:1], true)...)
			all = append(all, c.split(call.Args[1:], call.Ellipsis.IsValid())...)
		default:
			all = append(all, layerArg{expr: arg})
		}
	}
	return all
}

// Names is the fact of which default Params and Path the Endpoints of a package
// and its imports may have.
type names struct {
	Any   bool // any, since one may come from elsewhere
	Names []string
}

func (*names) AFact()         {}
func (*names) String() string { return "names of defaults" }

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
		if s.helper.Name != "New" && s.helper.Name != "Defaults" {
			continue
		}
		c.begin(s)
		for _, arg := range c.layerArgs(s) {
			l := c.layer(arg)
			all.Any = all.Any || l.unseen["Params"] || l.unseen["Path"]
			for _, s := range l.spots {
				all.Names = append(all.Names, s.key)
			}
		}
	}
	slices.Sort(all.Names)
	all.Names = slices.Compact(all.Names)
	c.names = all
}

// isOpen reports whether an Endpoint from outside can come into the package. The
// code must write its type for that, unless it has an exported variable or
// embeds it.
func (c *checker) isOpen() bool {
	for object, uses := range c.uses {
		_, isType := object.(*types.TypeName)
		_, isVar := object.(*types.Var)
		isLocal := object.Parent() != nil && object.Parent() != c.pass.Pkg.Scope() // a field has no parent
		isOutside := isType && slices.ContainsFunc(uses, letsIn) || isVar && object.Exported() && !isLocal
		if isOutside && libraryType(object.Type()) == "Endpoint" {
			return true
		}
	}
	return false
}

// letsIn reports whether others can set a value of a type, where it is written.
// They cannot set a literal, a result, or what is not exported: a field, or the
// parameter of a function. All else, such as an assertion or a list, is open.
func letsIn(use inspector.Cursor) bool {
	if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
		use = use.Parent()
	}
	field, isField := use.Parent().Node().(*ast.Field)
	if !isField {
		return use.ParentEdgeKind() != edge.CompositeLit_Type
	}
	list := use.Parent().Parent()
	isHidden := len(field.Names) == 1 && !field.Names[0].IsExported()
	if decl, isFunc := list.Parent().Parent().Node().(*ast.FuncDecl); isFunc {
		return list.ParentEdgeKind() != edge.FuncType_Results && decl.Name.IsExported()
	}
	return !isHidden || list.ParentEdgeKind() != edge.StructType_Fields
}

// Calls of the library and of helpers: their routes and layers as expressions.

package analyzer

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

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
func (c *checker) siteOf(cursor inspector.Cursor) (s site, ok bool) {
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
func (c *checker) methodOf(object types.Object) *ast.SelectorExpr {
	v, isVar := object.(*types.Var)
	if !isVar || v.IsField() {
		return nil
	}
	all := c.variable(v)
	method, isSelector := all.init.(*ast.SelectorExpr)
	if !isSelector || all.isOpen || len(all.writes) > 0 || libraryType(c.info.TypeOf(method.X)) != "Endpoint" {
		return nil
	}
	return method
}

// isType reports whether a type or a node is of a Go type.
func isType[T any](v any) bool {
	_, ok := v.(T)
	return ok
}

// findHelpers finds the helpers of the package, and all calls to check. Calls of
// a helper can make helpers themselves.
func (c *checker) findHelpers() {
	for cursor := range c.root.Preorder((*ast.CallExpr)(nil)) {
		c.left = maxSteps
		if s, ok := c.siteOf(cursor); ok {
			c.calls = append(c.calls, s)
			c.sites[s.call()] = cursor
		}
	}
	for i := 0; i < len(c.calls); i++ {
		try(func() {
			object := c.findHelper(c.calls[i])
			if object == nil {
				return
			}
			for _, use := range c.uses[object][1:] {
				if s, ok := c.siteOf(whole(use).Parent()); ok && whole(use).ParentEdgeKind() == edge.CallExpr_Fun {
					c.calls = append(c.calls, s)
				}
			}
			clear(c.variables) // which may be passed to it
		})
	}
}

// whole returns the expression that a name stands for: with its package or what it is
// selected from, and with type arguments.
func whole(name inspector.Cursor) inspector.Cursor {
	for slices.Contains([]edge.Kind{edge.SelectorExpr_Sel, edge.IndexExpr_X, edge.IndexListExpr_X}, name.ParentEdgeKind()) {
		name = name.Parent()
	}
	return name
}

// begin begins to read a call.
func (c *checker) begin(s site) {
	c.at, c.left = s.cursor, maxSteps
	c.followed = nil
	c.taken, c.choices, c.bound = taken{}, nil, map[*types.Var]ast.Expr{}
	c.called, c.isPassed = map[*types.Func]*ast.CallExpr{}, map[*types.Var]bool{}
}

// routeOf returns the route of a call.
func (c *checker) routeOf(s site) text {
	parts := strings.Split(s.helper.Route, mark)
	all := text{text: parts[0], at: s.call()}
	for i, param := range s.helper.Texts {
		at := s.call().Args[param]
		arg := c.textOf(at)
		if len(s.helper.Texts) == 1 {
			at = arg.at
		}
		all = all.join(at, arg).join(at, text{text: parts[i+1]})
	}
	return all
}

// A layerArg is a layer that a call passes, or a field or key that its helper puts
// into one.
type layerArg struct {
	e     ast.Expr // nil: not known
	place string   // "Data.", or "Path.owner"; "" for a layer
}

// layerArgs returns the layers that a call passes. A variadic parameter stands for
// all the last arguments.
func (c *checker) layerArgs(s site) (all []layerArg) {
	for _, part := range s.helper.Parts {
		if part.Param < 0 {
			all = append(all, layerArg{place: part.Place})
			continue
		}
		args := s.call().Args[part.Param:]
		if !s.types.Variadic() || part.Param < s.types.Params().Len()-1 {
			args = args[:1]
		}
		for _, arg := range args {
			switch {
			case part.Place == "":
				all = append(all, c.spread(arg)...)
			case c.isConverted(arg, s.types.Params().At(part.Param).Type()):
				all = append(all, layerArg{place: part.Place})
			default:
				all = append(all, layerArg{e: arg, place: part.Place})
			}
		}
	}
	return all
}

// isConverted reports whether a parameter has another type than its argument, which
// may have other methods.
func (c *checker) isConverted(arg ast.Expr, to types.Type) bool {
	return !types.IsInterface(to) && !isTypeParam(to) && !types.Identical(to, c.info.TypeOf(arg))
}

// spread replaces a list of layers by its elements: those of literals, of what append makes of
// them, and of variables. Any other list cannot be seen.
func (c *checker) spread(e ast.Expr) (all []layerArg) {
	e = ast.Unparen(e)
	if c.info.Types[e].IsNil() || e == zero {
		return nil
	}
	if !isLayers(c.info.TypeOf(e)) {
		return []layerArg{{e: e}}
	}
	end, writes := c.shown(e)
	call, isCall := end.(*ast.CallExpr)
	literal, isLiteral := end.(*ast.CompositeLit)
	switch {
	case len(writes) > 0:
		return []layerArg{{e: e}}
	case isLiteral:
		return c.spreadAll(elementsOf(literal))
	case isCall && (c.isBuiltin(call, "append") || c.isCopy(call)):
		return c.spreadAll(call.Args)
	case isCall && c.isBuiltin(call, "make"), end == zero || c.info.Types[end].IsNil():
		return nil
	}
	return []layerArg{{e: end}}
}

func (c *checker) spreadAll(elements []ast.Expr) (all []layerArg) {
	for _, e := range elements {
		all = append(all, c.spread(e)...)
	}
	return all
}

// isCopied reports whether a slice is all of a list, and append to it makes a new one.
//
//	layers[:len(layers):len(layers)]
func isCopied(list *ast.SliceExpr) bool {
	whole := "len(" + types.ExprString(list.X) + ")"
	return list.Slice3 && list.Low == nil && types.ExprString(list.High) == whole && types.ExprString(list.Max) == whole
}

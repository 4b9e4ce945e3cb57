// Facts about a package: its helpers, and the names of its defaults.

package analyzer

import (
	"go/ast"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A helper is the fact that a function passes a parameter on as a route, and
// others as layers.
//
//	func (c *Client) get(path string, p endpoint.Params) error {
//		req, err := c.api.Build("GET "+path, p, endpoint.Headers{"x": "y"})
//
//	=> {"Build", [{"GET ", -1}, {"", 0}], [{Param: 1}, {Param: -1, Fields: [Headers]}]}
type helper struct {
	Name   string
	Route  []part
	Layers []argument
}

// A part of a route is text, or a parameter if Param is not negative.
type part struct {
	Text  string
	Param int
}

// An argument is a parameter that is a layer, or several layers if Spread, or a
// layer of the helper's own that has Fields.
type argument struct {
	Param  int
	Spread bool
	Fields []string
}

func (*helper) AFact()         {}
func (*helper) String() string { return "passes on a route" }

// library is what the functions of the library are.
var library = map[string]*helper{
	"New":         {Name: "New", Layers: []argument{{Spread: true}}},
	"Defaults":    {Name: "Defaults", Layers: []argument{{Spread: true}}},
	"ParamsOf":    {Name: "ParamsOf"},
	"Build":       {Name: "Build", Route: []part{{}}, Layers: []argument{{Param: 1, Spread: true}}},
	"Merge":       {Name: "Merge", Route: []part{{}}, Layers: []argument{{Param: 1, Spread: true}}},
	"HTTPRequest": {Name: "HTTPRequest", Route: []part{{Param: 1}}, Layers: []argument{{Param: 2, Spread: true}}},
}

// findHelpers finds the helpers of the package, and all calls to check. Calls of
// a helper can make helpers themselves. A function that passes its parameters on
// in two ways is none.
func (c *checker) findHelpers() {
	for before := -1; before != len(c.helpers); {
		before, c.calls = len(c.helpers), nil
		found := map[*types.Func]*helper{}
		for _, cursor := range c.all {
			s, ok := c.siteOf(cursor.Node().(*ast.CallExpr))
			if !ok {
				continue
			}
			s.cursor = cursor
			c.calls = append(c.calls, s)
			fn, h := c.helperAround(s)
			if old, ok := found[fn]; ok && !reflect.DeepEqual(old, h) {
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
// helper.
func (c *checker) helperAround(s site) (fn *types.Func, h *helper) {
	c.begin(s)
	if s.helper.Name != "Build" && s.helper.Name != "HTTPRequest" {
		return nil, nil
	}
	h = &helper{Name: s.helper.Name}
	pieces, _ := c.route(s)
	for _, p := range pieces {
		param := -1
		if id, ok := p.expr.(*ast.Ident); ok && !c.decides(id) {
			fn, param = c.parameter(id)
		}
		if p.expr != nil && param < 0 {
			return nil, nil
		}
		h.Route = append(h.Route, part{p.text, param})
	}
	for _, arg := range c.layerArgs(s) {
		h.Layers = append(h.Layers, c.argument(arg))
	}
	return fn, h
}

// decides reports whether a parameter changes, or stands in a condition, so that
// a call with it may never happen.
func (c *checker) decides(id *ast.Ident) bool {
	for _, use := range c.uses[c.info.ObjectOf(id)] {
		for cursor := use; cursor.Node() != nil; cursor = cursor.Parent() {
			switch cursor.ParentEdgeKind() {
			case edge.AssignStmt_Lhs, edge.UnaryExpr_X, edge.IndexExpr_Index,
				edge.IfStmt_Cond, edge.ForStmt_Cond, edge.SwitchStmt_Tag, edge.CaseClause_List:
				return true
			}
		}
	}
	return false
}

// argument returns where a layer of a helper comes from.
func (c *checker) argument(arg layerArg) argument {
	if id, ok := ast.Unparen(arg.expr).(*ast.Ident); ok {
		v := c.info.ObjectOf(id)
		isChanged := slices.ContainsFunc(c.uses[v], func(use inspector.Cursor) bool {
			w, isKnown := c.use(use, "")
			return c.info.Defs[use.Node().(*ast.Ident)] != v && (w != nil || !isKnown)
		})
		if _, i := c.parameter(id); i >= 0 && !isChanged {
			return argument{Param: i, Spread: arg.isList}
		}
	}
	l, fields := c.layer(arg), map[string]bool{}
	for p := range l.values {
		fields[p.field] = true
	}
	for p, may := range l.maybe {
		fields[p.field] = fields[p.field] || may
	}
	return argument{Param: -1, Fields: slices.Sorted(maps.Keys(fields))}
}

// route returns the pieces of the route of a call, and where it is.
func (c *checker) route(s site) (pieces []piece, at ast.Expr) {
	for _, p := range s.helper.Route {
		switch {
		case p.Param < 0:
			pieces = append(pieces, piece{text: p.Text})
		case p.Param >= len(s.call.Args): // f(g()), where g has several results
			return []piece{{expr: s.call}}, s.call
		default:
			at = s.call.Args[p.Param]
			pieces = append(pieces, c.pieces(at)...)
		}
	}
	return pieces, at
}

// A layerArg is an expression that is a layer, or a list of layers, or what a
// helper's own layer may have.
type layerArg struct {
	expr   ast.Expr
	isList bool
	maybe  []place
}

// layerArgs returns the layers that a call passes.
func (c *checker) layerArgs(s site) (all []layerArg) {
	args := s.call.Args
	for _, a := range s.helper.Layers {
		switch {
		case a.Param < 0:
			own := layerArg{}
			for _, field := range a.Fields {
				own.maybe = append(own.maybe, place{field, anyKey}, place{field: field})
			}
			all = append(all, own)
		case a.Spread:
			all = append(all, c.split(args[min(a.Param, len(args)):], s.call.Ellipsis.IsValid())...)
		default:
			all = append(all, layerArg{expr: args[a.Param]})
		}
	}
	return all
}

// split returns the layers in arguments. The last is a list, if isSpread: a
// literal, what append makes of one, or one that cannot be seen.
func (c *checker) split(args []ast.Expr, isSpread bool) (all []layerArg) {
	for i, arg := range args {
		call, _ := ast.Unparen(arg).(*ast.CallExpr)
		literal, isLiteral := ast.Unparen(arg).(*ast.CompositeLit)
		switch {
		case !isSpread || i < len(args)-1:
			all = append(all, layerArg{expr: arg})
		case isLiteral:
			all = append(all, c.split(literal.Elts, false)...)
		case call != nil && c.isBuiltin(call, "append"):
			all = append(all, c.split(call.Args[:1], true)...)
			all = append(all, c.split(call.Args[1:], call.Ellipsis.IsValid())...)
		default:
			all = append(all, layerArg{expr: arg, isList: true})
		}
	}
	return all
}

// Names is the fact of which default Params and Path the Endpoints of a package
// and its imports may have.
type names struct {
	Any   bool     // any, since one may come from elsewhere
	Base  bool     // and a BaseURL may have placeholders
	Names []string // sorted
}

func (*names) AFact()         {}
func (*names) String() string { return "names of defaults" }

// findNames collects the names in the calls of New and Defaults.
func (c *checker) findNames() {
	found, all := map[string]bool{}, names{Any: len(c.pass.IgnoredFiles) > 0 || c.isOpen()}
	for _, fact := range c.pass.AllPackageFacts() {
		if imported, ok := fact.Fact.(*names); ok {
			all.Any, all.Base = all.Any || imported.Any, all.Base || imported.Base
			for _, name := range imported.Names {
				found[name] = true
			}
		}
	}
	for _, s := range c.calls {
		if s.helper.Name != "New" && s.helper.Name != "Defaults" {
			continue
		}
		c.begin(s)
		for _, arg := range c.layerArgs(s) {
			l := c.layer(arg)
			base, _ := l.values[place{field: "BaseURL"}].(string)
			all.Any = all.Any || l.may("Params", anyKey) || l.may("Path", anyKey)
			all.Base = all.Base || strings.Contains(base, "{") || l.may("BaseURL", "")
			for p := range l.at {
				found[p.key] = true
			}
		}
	}
	all.Names = slices.Sorted(maps.Keys(found))
	c.names = all
}

// isOpen reports whether an Endpoint from outside can come into the package: by
// an exported function, method, field or variable, or out of an interface.
func (c *checker) isOpen() bool {
	scope := c.pass.Pkg.Scope()
	return c.asserts || c.pass.Pkg.Name() != "main" && slices.ContainsFunc(scope.Names(), func(name string) bool {
		object := scope.Lookup(name)
		if _, ok := object.(*types.TypeName); !ok {
			return object.Exported() && isOpenType(object.Type())
		}
		// A type that is not exported can get out all the same.
		for method := range types.NewMethodSet(types.NewPointer(object.Type())).Methods() {
			if fn := method.Obj(); fn.Exported() && !isLibrary(fn.Pkg()) && isOpenType(fn.Type()) {
				return true
			}
		}
		return isOpenType(object.Type().Underlying()) || mentions(types.Unalias(object.Type()))
	})
}

// isOpenType reports whether the user of a type can put an Endpoint somewhere: a
// function takes one, or a struct has a field of it. A function may return one.
func isOpenType(t types.Type) bool {
	switch t := t.(type) {
	case *types.Signature:
		results := slices.Collect(t.Results().Variables())
		return mentions(t.Params()) || slices.ContainsFunc(results, func(v *types.Var) bool {
			return types.TypeString(v.Type(), nil) != libraryPath+".Endpoint" && mentions(v.Type())
		})
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(t.Fields()), func(f *types.Var) bool { return f.Exported() && mentions(f.Type()) })
	}
	return mentions(t)
}

// mentions reports whether a type is written with Endpoint.
func mentions(t types.Type) bool {
	return strings.Contains(types.TypeString(t, nil), libraryPath+".Endpoint")
}

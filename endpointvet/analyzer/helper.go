// Helpers: functions that pass on a route, and layers.

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

	"example.com/endpoint"
)

// A helper is the fact that a function passes parameters on to a function of the
// library: in a route, as layers, or as fields and keys of layers. What else it adds
// is only known by its place.
//
//	func (c *Client) post(path string, p endpoint.Path, body any) error {
//		req, err := c.api.Build("POST "+path, p, endpoint.Options{Data: body})
//
//	=> {Name: "Build", Route: "POST \x00", Texts: [0], Parts: [{"", 1}, {"Data.", 2}]}
type helper struct {
	Name  string   // of the library's function
	Route string   // with a mark for each of Texts
	Texts []int    // which parameters are parts of the route
	Parts []part   // its layers, in their order
	Later bool     // the call may be made after the helper returns
	Reads bool     // it looks at its route, and so may do something else with one of another kind
	Guard uint8    // what it does with its layers, a reading
	Given defaults // what its Endpoint may have
}

// A part is a layer of a helper, or a field or key of one.
type part struct {
	Place string // "" for a layer, "Data.", "Path.owner", "." for anything
	Param int    // the parameter that it is; -1: not known; isThere: not known, but not nil
}

// isThere is the Param of a key of Params that the helper adds itself.
const isThere = -2

// maxParts bounds what a helper adds to its layers, and helpers of helpers.
const maxParts = 100

// AFact makes it a fact of the analysis.
func (*helper) AFact() {}

// findHelper finds the function around a call, if the call makes it a helper: it
// passes on a route that is made of text and parameters, or layers. It returns a
// function, or the variable of one, that is not known yet.
func (c *checker) findHelper(s site) types.Object {
	if c.begin(s); !(&call{name: s.helper.Name}).builds() && s.helper.Name != "New" {
		return nil
	}
	h := &helper{Name: s.helper.Name}
	c.isOther = map[*types.Var]bool{}
	object, isRoute := c.passRoute(s, h)
	if !isRoute {
		return nil
	}
	c.guard, c.isOther = reads, map[*types.Var]bool{}
	h.Parts = c.parts(s, &object)
	h.Guard = max(s.helper.Guard, uint8(c.guard))
	isWhole := func(p part) bool { return p.Param >= 0 && (p.Place == "" || strings.HasSuffix(p.Place, ".")) }
	if object == nil || c.helpers[object] != nil || len(h.Parts) > maxParts || len(h.Texts) == 0 && !slices.ContainsFunc(h.Parts, isWhole) {
		return nil
	}
	h.Later = s.helper.Later || c.isLater(s, object)
	h.Reads = h.Reads || s.helper.Reads
	if fn, ok := object.(*types.Func); ok {
		c.pass.ExportObjectFact(fn, h)
	}
	c.helpers[object] = h
	c.origins[h], c.makes[s.call()] = s, object
	return object
}

// isLater reports whether a call stands in a function literal in a helper that may run
// after the helper.
func (c *checker) isLater(s site, object types.Object) bool {
	for fn := range s.cursor.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		_, isLiteral := fn.Node().(*ast.FuncLit)
		return isLiteral && c.assigned(fn) != object
	}
	return false
}

// passRoute finds out which parameters of a function are parts of the route of a
// call. It returns the function, if there are any.
//
//	c.api.Build("POST "+path)   text before path
func (c *checker) passRoute(s site, h *helper) (object types.Object, ok bool) {
	routes, isSure := c.routes(s)
	if len(routes) != 1 || !isSure {
		return nil, false
	}
	h.Route = routes[0].text
	isTemplate := strings.Trim(strings.ReplaceAll(h.Route, mark, ""), " ") == ""
	isFormatted := !isTemplate && (len(routes[0].unknown) > 1 || !strings.HasSuffix(h.Route, mark))
	for _, e := range routes[0].unknown {
		fn, param := c.passed(e, isBasic(c.info.TypeOf(e), types.IsString))
		if isFormatted || fn == nil || object != nil && fn != object {
			return nil, false
		}
		v, _ := c.paramOf(e)
		object, h.Texts = fn, append(h.Texts, param)
		h.Reads = h.Reads || slices.ContainsFunc(c.uses[v][1:], c.isRead)
	}
	return object, true
}

// parts returns the layers of a helper by its call. It finds the function if that is
// not known.
func (c *checker) parts(s site, object *types.Object) (all []part) {
	param := func(e ast.Expr) int {
		fn, param := c.passed(e, false)
		if *object == nil {
			*object = fn
		}
		if fn != *object {
			return -1
		}
		return param
	}
	for _, arg := range c.layerArgs(s) {
		i := -1
		if arg.e != nil && !arg.isMaybe {
			i = param(arg.e)
		}
		if arg.place != "" || i >= 0 {
			all = append(all, part{arg.place, i})
			continue
		}
		own := &call{}
		if arg.isMaybe {
			c.addMaybe(own, arg.e)
		} else {
			c.add(own, arg.e)
		}
		isPassed := map[string]bool{}
		for _, s := range own.spots {
			i := param(s.value)
			value := s.layer.Params[s.key]
			if i < 0 && s.field == "Params" && value != nil && value != any(endpoint.Unset) && !own.mayHave(s.key, "Params") {
				i = isThere
			}
			all = append(all, part{s.field + "." + s.key, i})
			isPassed[s.field+"."+s.key] = i >= 0
		}
		for _, h := range own.holes {
			if place := h.field + "." + h.key; !isPassed[place] {
				all = append(all, part{place, -1})
			}
		}
	}
	return all
}

// passed returns which parameter of a function an expression is, if the function only
// passes it on to the call that is read: it neither changes it nor looks at it, apart from
// printing it, and reading the text of a route.
func (c *checker) passed(e ast.Expr, isRoute bool) (types.Object, int) {
	fn, param := c.parameter(e)
	v, field := c.paramOf(e)
	if fn == nil || field != "" {
		return nil, -1
	}
	isOther := func(use inspector.Cursor) bool {
		if c.isAppended(use) || isRoute && c.isRead(use) || c.isPassed(use, c.at.Node().(*ast.CallExpr)) || c.isPrinted(use) {
			return false
		}
		read := c.reading(use)
		c.guard = max(c.guard, read)
		return read == changes || !isLayers(v.Type()) && !isLayer(v.Type())
	}
	isChanged, isKnown := c.isOther[v]
	if !isKnown {
		isChanged = slices.ContainsFunc(c.uses[v][1:], isOther)
		c.isOther[v] = isChanged
	}
	if isChanged {
		return nil, -1
	}
	return fn, param
}

// paramOf returns the variable that an expression is, or is a field of.
func (c *checker) paramOf(e ast.Expr) (v *types.Var, field string) {
	e = ast.Unparen(e)
	if selector, ok := e.(*ast.SelectorExpr); ok {
		e, field = ast.Unparen(selector.X), selector.Sel.Name
	}
	id, _ := e.(*ast.Ident)
	v, _ = c.info.ObjectOf(id).(*types.Var)
	return v, field
}

// isPrinted reports whether a value is an argument of a function that prints.
func (c *checker) isPrinted(use inspector.Cursor) bool {
	return c.isArgument(use, "fmt.Print", "fmt.Sprint", "fmt.Fprint", "fmt.Errorf", "log.", "log/slog.")
}

// isRead reports whether the code looks at the text of a route, which does not change it.
//
//	strings.HasPrefix(path, "/"), route[5:], path == "", len(path), p := path
func (c *checker) isRead(use inspector.Cursor) bool {
	switch parent := use.Parent().Node().(type) {
	case *ast.SliceExpr, *ast.IndexExpr, *ast.SwitchStmt:
		return true
	case *ast.AssignStmt:
		return parent.Tok == token.DEFINE && use.ParentEdgeKind() == edge.AssignStmt_Rhs
	case *ast.BinaryExpr:
		return parent.Op != token.ADD
	case *ast.CallExpr:
		return c.isBuiltin(parent, "len") || c.isArgument(use, "strings.", "errors.")
	}
	return false
}

// isArgument reports whether an expression is an argument of a function whose name
// begins like one of some.
func (c *checker) isArgument(use inspector.Cursor, names ...string) bool {
	call, ok := use.Parent().Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := typeutil.StaticCallee(c.info, call)
	return fn != nil && slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(fn.FullName(), name) })
}

// passes reports whether a helper passes an argument on, and so does not change it.
func (s *site) passes(arg int) bool {
	arg = min(arg, s.types.Params().Len()-1)                                    // it may be one of several
	isPart := func(p part) bool { return p.Param == arg && p.Place != "Meta." } // which is the caller's
	return !s.helper.Later && (slices.Contains(s.helper.Texts, arg) || slices.ContainsFunc(s.helper.Parts, isPart))
}

// isAppended reports whether a use of a variable is in layers = append(layers, …).
func (c *checker) isAppended(use inspector.Cursor) bool {
	v, isVar := c.info.Uses[use.Node().(*ast.Ident)].(*types.Var)
	use = unsliced(use)
	if use.ParentEdgeKind() == edge.CallExpr_Args {
		use = use.Parent()
	}
	isAt := func(w write) bool { return w.at.Node() == use.Parent().Node() && len(w.path) == 0 }
	return isVar && slices.ContainsFunc(c.variable(v).writes, isAt)
}

// parameter returns which parameter of which function around the call an expression
// is, or is a field of: of a declared one, or of a literal that a variable is declared with.
func (c *checker) parameter(e ast.Expr) (types.Object, int) {
	v, _ := c.paramOf(e)
	for fn := range c.at.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var object types.Object
		var signature *types.Signature
		switch n := fn.Node().(type) {
		case *ast.FuncDecl:
			object = c.info.Defs[n.Name]
			signature = object.(*types.Func).Signature()
		case *ast.FuncLit:
			object = c.assigned(fn)
			signature = c.info.TypeOf(n).(*types.Signature)
		}
		if i := slices.Index(slices.Collect(signature.Params().Variables()), v); i >= 0 {
			if object == nil {
				return nil, -1
			}
			return object, i
		}
	}
	return nil, -1
}

// assigned returns the variable that a function literal is assigned to, if
// that is never assigned another.
func (c *checker) assigned(literal inspector.Cursor) types.Object {
	var id *ast.Ident
	switch stmt := literal.Parent().Node().(type) {
	case *ast.AssignStmt:
		if i := literal.ParentEdgeIndex(); len(stmt.Lhs) == len(stmt.Rhs) {
			id, _ = stmt.Lhs[i].(*ast.Ident)
		}
	case *ast.ValueSpec:
		id = stmt.Names[literal.ParentEdgeIndex()]
	}
	if v, ok := c.info.Defs[id].(*types.Var); ok && id != nil {
		if !c.isChanged(v) {
			return v
		}
	}
	return nil
}

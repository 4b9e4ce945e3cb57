// Helpers: functions that pass on a route, and layers.

package analyzer

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A helper is the fact that a function passes parameters on in a route, and others
// as layers. What it adds to them itself is only known by its fields.
//
//	func (c *Client) post(path string, p endpoint.Path, body any) error {
//		req, err := c.api.Build("POST "+path, p, endpoint.Options{Data: body})
//
//	=> {Name: "Build", Route: "POST \x00", Texts: [0], Layers: [1], Unseen: ["Data."]}
type helper struct {
	Name   string   // of the library's function
	Route  string   // with a mark for each of Texts
	Texts  []int    // which parameters are parts of the route
	Layers []int    // which are layers
	Unseen []string // fields and keys of the helper's own layers: "Headers.accept", "Data."
}

// AFact makes it a fact of the analysis.
func (*helper) AFact() {}

// findHelper finds the function around a call, if the call makes it a helper: its
// route is made of text and parameters. It returns a function, or the variable of
// one, that is not known yet.
func (c *checker) findHelper(s site) types.Object {
	c.begin(s)
	routes, _ := c.routes(s)
	if len(routes) != 1 || len(routes[0].unknown) == 0 || !(&call{name: s.helper.Name}).builds() {
		return nil
	}
	h := &helper{Name: s.helper.Name, Route: routes[0].text}
	isTemplate := strings.Trim(strings.ReplaceAll(h.Route, mark, ""), " ") == ""
	if !isTemplate && (len(routes[0].unknown) > 1 || !strings.HasSuffix(h.Route, mark)) {
		return nil // it formats into the route
	}
	var object types.Object
	for _, e := range routes[0].unknown {
		fn, param := c.passed(e)
		if fn == nil || object != nil && fn != object || c.helpers[fn] != nil {
			return nil
		}
		object, h.Texts = fn, append(h.Texts, param)
	}
	c.passLayers(s, h)
	if fn, ok := object.(*types.Func); ok {
		c.pass.ExportObjectFact(fn, h)
	}
	c.helpers[object] = h
	c.origins[h] = s
	return object
}

// passLayers finds out which parameters a helper passes on as layers.
func (c *checker) passLayers(s site, h *helper) {
	own := &call{}
	for _, arg := range c.layerArgs(s) {
		if fn, param := c.passed(arg.e); fn != nil {
			h.Layers = append(h.Layers, param)
		} else if arg.isMaybe {
			c.addMaybe(own, arg.e)
		} else {
			c.add(own, arg.e)
		}
	}
	for _, s := range own.spots {
		h.Unseen = append(h.Unseen, s.field+"."+s.key)
	}
	for _, hole := range own.holes {
		h.Unseen = append(h.Unseen, hole.field+"."+hole.key)
	}
	h.Unseen = append(h.Unseen, s.helper.Unseen...)
	slices.Sort(h.Unseen)
	h.Unseen = slices.Compact(h.Unseen)
}

// passed returns which parameter of a function an expression is, if the function
// only passes it on to the call that is read: it neither changes it nor looks at
// it.
func (c *checker) passed(e ast.Expr) (types.Object, int) {
	fn, param := c.parameter(e)
	if fn == nil {
		return nil, -1
	}
	uses := c.uses[c.info.ObjectOf(ast.Unparen(e).(*ast.Ident))][1:]
	isOther := func(use inspector.Cursor) bool {
		return !c.isPassed(use, c.at.Node().(*ast.CallExpr)) && !c.isAppended(use)
	}
	if slices.ContainsFunc(uses, isOther) {
		return nil, -1
	}
	return fn, param
}

// passes reports whether a helper passes an argument on, and so does not change it.
func (s *site) passes(arg int) bool {
	arg = min(arg, s.types.Params().Len()-1) // it may be one of several
	return slices.Contains(s.helper.Texts, arg) || slices.Contains(s.helper.Layers, arg)
}

// isAppended reports whether a use of a variable is in layers = append(layers, …).
func (c *checker) isAppended(use inspector.Cursor) bool {
	v, isVar := c.info.Uses[use.Node().(*ast.Ident)].(*types.Var)
	if use.ParentEdgeKind() == edge.CallExpr_Args {
		use = use.Parent()
	}
	isAt := func(w write) bool { return w.at.Node() == use.Parent().Node() && len(w.path) == 0 }
	return isVar && slices.ContainsFunc(c.variable(v).writes, isAt)
}

// parameter returns which parameter of which function around the call an expression
// is: of a declared one, or of a literal that a variable is declared with.
func (c *checker) parameter(e ast.Expr) (types.Object, int) {
	id, _ := ast.Unparen(e).(*ast.Ident)
	v, isVar := c.info.ObjectOf(id).(*types.Var)
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
		if i := slices.Index(slices.Collect(signature.Params().Variables()), v); i >= 0 && isVar {
			if object == nil {
				return nil, -1
			}
			return object, i
		}
	}
	return nil, -1
}

// assigned returns the variable that a function literal is assigned to, if it is
// never assigned another.
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
		if known := c.variable(v); !known.isOpen && len(known.sets) == 0 {
			return v
		}
	}
	return nil
}

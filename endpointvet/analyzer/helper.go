// Helpers: functions that pass on a route, and layers.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
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
	Given defaults // what its Endpoint may have
}

// A part is a layer of a helper, or a field or key of one.
type part struct {
	Place string // "" for a layer, "Data.", "Path.owner", "." for anything
	Param int    // the parameter that it is; -1: none
	Value string // what the helper adds itself, or a sample of it; "": not known
}

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
	object, isRoute := c.passRoute(s, h)
	if !isRoute || len(c.choices) > 0 {
		return nil
	}
	h.Parts = c.parts(s, &object)
	for _, at := range c.choices {
		for _, way := range at.ways[1:] {
			c.taken = at.take(way, nil)
			h.Parts = either(h.Parts, c.parts(s, &object))
		}
	}
	isWhole := func(p part) bool { return p.Param >= 0 && (p.Place == "" || strings.HasSuffix(p.Place, ".")) }
	if object == nil || c.helpers[object] != nil || len(h.Parts) > maxParts || len(h.Texts) == 0 && !slices.ContainsFunc(h.Parts, isWhole) {
		return nil
	}
	if fn, ok := object.(*types.Func); ok {
		c.pass.ExportObjectFact(fn, h)
	}
	c.helpers[object] = h
	c.origins[h], c.makes[s.call()] = s, object
	return object
}

// either returns the parts of a helper that it has in one branch or another. What only one of
// them has is not known.
func either(all, more []part) []part {
	maybe := func(p part) part { return part{cmp.Or(p.Place, "."), -1, ""} }
	for i, p := range all {
		if !slices.Contains(more, p) {
			all[i] = maybe(p)
		}
	}
	for _, p := range more {
		if !slices.Contains(all, p) && !slices.Contains(all, maybe(p)) {
			all = append(all, maybe(p))
		}
	}
	return all
}

// passRoute finds out which parameters of a function are parts of the route of a
// call. It returns the function, if there are any.
//
//	c.api.Build("POST "+path)   text before path
func (c *checker) passRoute(s site, h *helper) (object types.Object, ok bool) {
	route := c.routeOf(s)
	h.Route = route.text
	isTemplate := strings.Trim(strings.ReplaceAll(h.Route, mark, ""), " ") == ""
	isFormatted := !isTemplate && (len(route.unknown) > 1 || !strings.HasSuffix(h.Route, mark))
	for _, e := range route.unknown {
		fn, param := c.passed(e)
		if isFormatted || fn == nil || object != nil && fn != object {
			return nil, false
		}
		object, h.Texts = fn, append(h.Texts, param)
	}
	return object, true
}

// parts returns the layers of a helper by its call. It finds the function if that is
// not known.
func (c *checker) parts(s site, object *types.Object) (all []part) {
	param := func(e ast.Expr) int {
		fn, param := c.passed(e)
		if *object == nil {
			*object = fn
		}
		if fn == nil || fn != *object {
			return -1
		}
		return param
	}
	for _, arg := range c.layerArgs(s) {
		i := -1
		if arg.e != nil {
			i = param(arg.e)
		}
		if arg.place != "" || i >= 0 {
			all = append(all, part{arg.place, i, arg.value})
			continue
		}
		own := &call{}
		c.add(own, arg.e)
		isPassed := map[string]bool{}
		for _, s := range own.spots {
			p := part{s.field + "." + s.key, param(s.value), ""}
			if isPassed[p.Place] = p.Param >= 0; p.Param < 0 && !own.mayHave(s.key, s.field) {
				p.Value = s.sample()
			}
			all = append(all, p)
		}
		for _, h := range own.holes {
			if place := h.field + "." + h.key; !isPassed[place] {
				all = append(all, part{place, -1, ""})
			}
		}
	}
	return all
}

// passed returns which parameter of a function an expression is, if the function passes it on
// to the call that is read, and to no other, and does not change it.
func (c *checker) passed(e ast.Expr) (fn types.Object, param int) {
	id, isIdent := ast.Unparen(e).(*ast.Ident)
	if !isIdent {
		return nil, -1
	}
	fn, param = c.parameter(id)
	v, _ := c.info.ObjectOf(id).(*types.Var)
	if fn == nil || c.variable(v).isOpen {
		return nil, -1
	}
	for _, w := range c.variable(v).writes {
		if hasRun, isKnown := c.hasRun(w, c.places[id], c.variable(v).scope); hasRun || !isKnown {
			return nil, -1
		}
	}
	if c.readingElsewhere(v) == changes {
		return nil, -1
	}
	return fn, param
}

// readingElsewhere is reading for all uses of a parameter, one in another call changes it.
func (c *checker) readingElsewhere(v *types.Var) reading {
	most, isKnown := c.elsewhere[v]
	if isKnown {
		return most
	}
	for _, use := range c.uses[v][1:] {
		for around := range use.Enclosing((*ast.CallExpr)(nil)) {
			if _, isSite := c.siteOf(around); isSite && around.Node() != c.at.Node() {
				most = changes
			}
		}
		most = max(most, c.reading(use))
	}
	c.elsewhere[v] = most
	return most
}

// passes reports whether a helper passes an argument on, and so does not change it.
func (s *site) passes(arg int) bool {
	arg = min(arg, s.types.Params().Len()-1)                                    // it may be one of several
	isPart := func(p part) bool { return p.Param == arg && p.Place != "Meta." } // which is the caller's
	return slices.Contains(s.helper.Texts, arg) || slices.ContainsFunc(s.helper.Parts, isPart)
}

// parameter returns which parameter of which function around the call a name is: of a declared
// one, or of a literal that a variable is declared with.
func (c *checker) parameter(name *ast.Ident) (types.Object, int) {
	v, _ := c.info.ObjectOf(name).(*types.Var)
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
		if all := c.variable(v); !all.isOpen && len(all.writes) == 0 {
			return v
		}
	}
	return nil
}

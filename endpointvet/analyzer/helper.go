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

// maxParts bounds what a helper adds to its layers, and helpers of helpers.
const maxParts = 100

// findHelpers finds the helpers of the package, and all calls to check. Calls of
// a helper can make helpers themselves.
func (c *reading) findHelpers() {
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

// findHelper finds the function around a call, if the call makes it a helper: it
// passes on a route that is made of text and parameters, or layers. It returns a
// function that is not known yet.
func (c *reading) findHelper(s site) types.Object {
	if !(&call{name: s.helper.Name}).builds() && s.helper.Name != "New" {
		return nil
	}
	h := &helper{Name: s.helper.Name, from: &s}
	var object types.Object
	isLater := false
	isRoute := c.turns(s, func() (ok bool) {
		if isLater {
			h.Parts = either(h.Parts, c.parts(s, &object))
			return true
		}
		object, isLater = c.passRoute(s, h)
		isLater = isLater && len(c.choices) == 0
		h.Parts = c.parts(s, &object)
		return isLater
	})
	isWhole := func(p part) bool { return p.Param >= 0 && p.Place.Key == "" }
	isHelper := len(h.Texts) > 0 || slices.ContainsFunc(h.Parts, isWhole)
	if !isRoute || !isHelper || c.helpers[object] != nil || len(h.Parts) > maxParts {
		return nil
	}
	h.Ends = s.helper.Ends || c.mayEnd(s.cursor)
	if fn, isDeclared := object.(*types.Func); isDeclared {
		c.pass.ExportObjectFact(fn, h)
	}
	c.helpers[object] = h
	c.makes[s.call()] = object
	return object
}

// mayEnd reports whether a function may end well without a call in it: the call stands in a branch, or
// behind a return without an error. A loop is taken to run.
func (c *reading) mayEnd(call inspector.Cursor) bool {
	branches := []edge.Kind{edge.IfStmt_Body, edge.IfStmt_Else, edge.CaseClause_Body, edge.CommClause_Body, edge.BinaryExpr_Y}
	isFunc := false
	for at := call; at.Node() != nil && !isFunc; at = at.Parent() {
		_, isFunc = at.Node().(*ast.FuncDecl)
		kind := at.ParentEdgeKind()
		isBody := kind == edge.FuncDecl_Body || kind == edge.FuncLit_Body
		if slices.Contains(branches, kind) || isBody && c.endsBefore(at.Node().(*ast.BlockStmt), call) {
			return true
		}
	}
	return false
}

// endsBefore reports whether a function returns before a call in it, and may do so without an error.
func (c *reading) endsBefore(body *ast.BlockStmt, call inspector.Cursor) bool {
	return slices.ContainsFunc(returnsOf(body), func(stmt *ast.ReturnStmt) bool {
		isBefore := stmt.End() <= call.Node().Pos()
		return isBefore && (len(stmt.Results) == 0 || !c.isError(stmt.Results[len(stmt.Results)-1]))
	})
}

// either returns the parts of a helper that it has in one branch or another, in their order.
func either(all, more []part) []part {
	isIn := func(parts []part, p part) int {
		return slices.IndexFunc(parts, func(other part) bool { return other.Place == p.Place && other.Param == p.Param })
	}
	for i, p := range all {
		all[i].Maybe = p.Maybe || isIn(more, p) < 0
	}
	at := 0
	for _, p := range more {
		i := isIn(all[at:], p)
		if at += max(i, 0); i < 0 {
			p.Maybe = true
			all = slices.Insert(all, at, p)
		}
		all[at].Maybe = all[at].Maybe || p.Maybe
		at++
	}
	return all
}

// passRoute finds out which parameters of a function are parts of the route of a
// call. It returns the function, if there are any.
//
//	c.api.Build("POST "+path)   text before path
func (c *reading) passRoute(s site, h *helper) (object types.Object, ok bool) {
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
func (c *reading) parts(s site, object *types.Object) (all []part) {
	param := func(e ast.Expr) int {
		fn, param := c.passed(e)
		if *object == nil {
			*object = fn
		}
		if fn != *object {
			return -1
		}
		return param
	}
	for _, arg := range c.layerArgs(s) {
		i := param(arg.e)
		if arg.e == nil || arg.place != (place{}) || i >= 0 {
			all = append(all, part{arg.place, i, arg.isMaybe})
			continue
		}
		own := &call{}
		c.add(own, arg.e)
		isPassed := map[place]bool{}
		for _, s := range own.spots {
			isOut := func(h hole) bool { return h.mayBeOut && h.layer == s.layer }
			p := part{s.place, param(s.value), arg.isMaybe || slices.ContainsFunc(own.holes, isOut)}
			isPassed[p.Place], all = p.Param >= 0, append(all, p)
		}
		for _, h := range own.holes {
			if !isPassed[h.place] {
				all = append(all, part{Place: h.place, Param: -1})
			}
		}
	}
	return all
}

// passed returns which parameter of a function an expression is, if the function passes it on
// to the call that is read, and to no other, and does not change it.
func (c *reading) passed(e ast.Expr) (fn types.Object, param int) {
	fn, param = c.parameter(e)
	id, _ := ast.Unparen(e).(*ast.Ident)
	v, _ := c.info.ObjectOf(id).(*types.Var)
	if fn == nil {
		return nil, -1
	}
	all := c.variable(v)
	hasRun := func(w write) bool { return c.hasRun(w, c.places[id], all.scope) != never }
	isPassed := !slices.ContainsFunc(c.uses[v][1:], func(use inspector.Cursor) (isOther bool) {
		for around := range use.Enclosing((*ast.CallExpr)(nil)) {
			_, isSite := c.siteOf(around)
			isStruct := ofStruct[c.libraryFunc(around.Node().(*ast.CallExpr))] != nil
			isOther = isOther || isStruct || isSite && around.Node() != c.at.Node()
		}
		return isOther
	})
	if !isPassed || all.isOpen || slices.ContainsFunc(all.writes, hasRun) {
		return nil, -1
	}
	return fn, param
}

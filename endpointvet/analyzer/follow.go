// Variables: what a local variable holds when a call reads it.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A write changes what a variable holds.
//
//	p["k"] = v        => {Params k}
//	o.Data = v        => {Data}
//	o.Params["k"] = v => {Params k}
type write struct {
	place
	value ast.Expr // nil: the key is deleted
	stmt  inspector.Cursor
	maybe bool // it may not have happened when the variable is read
}

// follow returns the value that a local variable is declared with, nil if that
// is zero, and what is written to it before the call that is read. It fails for
// a variable that anything else may change. The variable holds a field of
// Options, or all of them if that is "".
func (c *checker) follow(id *ast.Ident, field string) (init ast.Expr, writes []write, ok bool) {
	v, isVar := c.info.ObjectOf(id).(*types.Var)
	if !isVar || c.hasGoto || v.Parent() == c.pass.Pkg.Scope() {
		return nil, nil, false
	}
	var declared inspector.Cursor
	for _, use := range c.uses[v] {
		if c.info.Defs[use.Node().(*ast.Ident)] == v {
			declared = use
			init, ok = initOf(use)
		} else if w, isKnown := c.use(use, field); !isKnown {
			return nil, nil, false
		} else if w != nil {
			writes = append(writes, *w)
		}
	}
	if !ok {
		return nil, nil, false
	}
	return init, c.before(declared, writes), true
}

// initOf returns the value in a declaration: nil if it is zero, and not ok if
// there is none, as for a parameter.
func initOf(declared inspector.Cursor) (init ast.Expr, ok bool) {
	kind, i := declared.ParentEdge()
	switch n := declared.Parent().Node().(type) {
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Lhs && len(n.Lhs) == len(n.Rhs) {
			return n.Rhs[i], true
		}
	case *ast.ValueSpec:
		if len(n.Names) == len(n.Values) {
			return n.Values[i], true
		}
		return nil, len(n.Values) == 0
	}
	return nil, false
}

// use returns what a use of a variable writes to it, nil if it only reads.
func (c *checker) use(use inspector.Cursor, field string) (w *write, isKnown bool) {
	p, isWhole := place{field: field}, true
	kind, parent := use.ParentEdgeKind(), use.Parent()
	up := func() { kind, parent = parent.ParentEdgeKind(), parent.Parent() }
	if kind == edge.SelectorExpr_X {
		selector := parent.Node().(*ast.SelectorExpr)
		if _, isField := c.objectOf(selector).(*types.Var); !isField {
			return nil, selector.Sel.Name != "Set" // the other methods change nothing
		}
		p, isWhole = place{field: selector.Sel.Name}, false
		up()
	}
	if kind == edge.IndexExpr_X {
		p.key, isWhole = c.key(parent.Node().(*ast.IndexExpr).Index), false
		if up(); kind != edge.AssignStmt_Lhs {
			return nil, kind != edge.UnaryExpr_X && kind != edge.IncDecStmt_X
		}
	}
	for isWhole && (kind == edge.UnaryExpr_X || kind == edge.KeyValueExpr_Value || kind == edge.CompositeLit_Elts || c.isBuiltin(parent.Node(), "append")) {
		up() // into a layer of a call
	}
	switch kind {
	case edge.RangeStmt_X, edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return nil, true
	case edge.AssignStmt_Lhs:
		stmt := parent.Node().(*ast.AssignStmt)
		isPlain := stmt.Tok == token.ASSIGN && len(stmt.Lhs) == 1 && len(stmt.Rhs) == 1
		return &write{place: p, value: stmt.Rhs[0], stmt: parent}, isPlain && !isWhole
	case edge.CallExpr_Args:
		call := parent.Node().(*ast.CallExpr)
		if c.isBuiltin(call, "delete") {
			p.key = c.key(call.Args[1])
			return &write{place: p, stmt: parent.Parent()}, true
		}
		_, isSite := c.siteOf(call)
		return nil, isSite && isWhole || c.isBuiltin(call, "len")
	}
	return nil, false
}

// key returns a constant key, or anyKey.
func (c *checker) key(e ast.Expr) string {
	if key, ok := c.constant(e); ok {
		return key
	}
	return anyKey
}

func (c *checker) isBuiltin(n ast.Node, name string) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	builtin, ok := c.objectOf(call.Fun).(*types.Builtin)
	return ok && builtin.Name() == name
}

// before says of writes whether they surely happen before the call: those in the
// block that declares the variable do, up to the statement with the call.
func (c *checker) before(declared inspector.Cursor, writes []write) []write {
	stmt := declared.Parent()
	if _, ok := stmt.Node().(*ast.ValueSpec); ok {
		stmt = stmt.Parent().Parent()
	}
	block, call := stmt.Parent(), c.at
	for call.Parent().Node() != nil && call.Parent() != block {
		call = call.Parent()
	}
	for i, w := range writes {
		writes[i].maybe = w.stmt.Parent() != block || w.stmt.Node().Pos() >= call.Node().Pos()
	}
	return writes
}

// onlyValue returns the only value that a variable ever has, nil if that is not
// known. A file that the build leaves out may change a global one, and another
// package one that is exported.
func (c *checker) onlyValue(id *ast.Ident) (init ast.Expr) {
	v, ok := c.info.ObjectOf(id).(*types.Var)
	isGlobal := ok && v.Parent() == c.pass.Pkg.Scope()
	isOpen := len(c.pass.IgnoredFiles) > 0 || id.IsExported() && c.pass.Pkg.Name() != "main"
	if c.left--; !ok || c.left < 0 || isGlobal && isOpen {
		return nil
	}
	for _, use := range c.uses[v] {
		switch kind := use.ParentEdgeKind(); {
		case c.info.Defs[use.Node().(*ast.Ident)] == v:
			init, _ = initOf(use)
		case kind == edge.AssignStmt_Lhs, kind == edge.RangeStmt_Key, kind == edge.RangeStmt_Value, kind == edge.UnaryExpr_X:
			return nil
		}
	}
	return init
}

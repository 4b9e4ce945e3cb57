// Variables: what a local variable holds when a call reads it.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// declaration returns the value that := gives to a local variable, and the block
// that it stands in, or nil.
func (c *checker) declaration(v types.Object) (init ast.Expr, block *ast.BlockStmt) {
	if c.left--; c.left < 0 || len(c.uses[v]) == 0 {
		return nil, nil
	}
	kind, i := c.uses[v][0].ParentEdge()
	parent := c.uses[v][0].Parent()
	stmt, _ := parent.Node().(*ast.AssignStmt)
	if kind != edge.AssignStmt_Lhs || stmt.Tok != token.DEFINE || len(stmt.Lhs) != len(stmt.Rhs) {
		return nil, nil
	}
	block, _ = parent.Parent().Node().(*ast.BlockStmt)
	return stmt.Rhs[i], block
}

// onlyValue returns the only value that a local variable ever has, nil if that
// is not known.
func (c *checker) onlyValue(id *ast.Ident) ast.Expr {
	v := c.info.ObjectOf(id)
	init, _ := c.declaration(v)
	changes := []edge.Kind{edge.AssignStmt_Lhs, edge.RangeStmt_Key, edge.RangeStmt_Value, edge.UnaryExpr_X}
	isChange := func(use inspector.Cursor) bool { return slices.Contains(changes, use.ParentEdgeKind()) }
	if init == nil || slices.ContainsFunc(c.uses[v][1:], isChange) {
		return nil
	}
	return init
}

// follow returns the value that a local variable is declared with, and the keys
// and fields that statements of the same block set before the call that is read.
// There is no value if the variable is used in any other way.
//
//	p := Params{"owner": o}
//	p["repo"] = r
//	api.Build("GET /repos/{owner}/{repo}", p)
func (c *checker) follow(id *ast.Ident) (init ast.Expr, writes []*ast.KeyValueExpr) {
	v := c.info.ObjectOf(id)
	init, block := c.declaration(v)
	if block == nil || slices.ContainsFunc(block.List, isLabeled) {
		return nil, nil
	}
	for _, use := range c.uses[v][1:] {
		if c.isPassed(use) {
			continue
		}
		var key ast.Expr
		switch place := use.Parent().Node().(type) {
		case *ast.IndexExpr:
			key = place.Index
		case *ast.SelectorExpr:
			key = place.Sel
		}
		stmt, ok := use.Parent().Parent().Node().(*ast.AssignStmt)
		if !ok || key == nil || stmt.Tok != token.ASSIGN || len(stmt.Lhs) != 1 || stmt.Lhs[0] != use.Parent().Node() ||
			!slices.Contains(block.List, ast.Stmt(stmt)) || stmt.Pos() > c.at.Pos() {
			return nil, nil
		}
		writes = append(writes, &ast.KeyValueExpr{Key: key, Value: stmt.Rhs[0]})
	}
	return init, writes
}

// isLabeled reports whether goto may skip the statements before this one.
func isLabeled(stmt ast.Stmt) bool {
	_, ok := stmt.(*ast.LabeledStmt)
	return ok
}

// isPassed reports whether a variable is used in an argument of the call that is
// read, or of one of the library or fmt.Errorf, which change no argument.
func (c *checker) isPassed(use inspector.Cursor) bool {
	inArgument := []edge.Kind{edge.UnaryExpr_X, edge.KeyValueExpr_Value, edge.CompositeLit_Elts, edge.BinaryExpr_X, edge.BinaryExpr_Y}
	for {
		call, isCall := use.Parent().Node().(*ast.CallExpr)
		switch {
		case isCall && !c.isBuiltin(call, "append"):
			fn := typeutil.StaticCallee(c.info, call)
			return call == c.at || fn != nil && (isLibrary(fn.Pkg()) || fn.FullName() == "fmt.Errorf")
		case !isCall && !slices.Contains(inArgument, use.ParentEdgeKind()):
			return false
		}
		use = use.Parent()
	}
}

func (c *checker) isBuiltin(call *ast.CallExpr, name string) bool {
	builtin, ok := c.objectOf(call.Fun).(*types.Builtin)
	return ok && builtin.Name() == name
}

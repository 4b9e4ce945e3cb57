// The ways through a function: which lead to a statement, and which go on behind it.

package analyzer

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A taken is which way each statement goes: 0 past the body of an if or a loop, or all clauses of
// a switch, 1 into it, or into the first clause.
type taken map[ast.Node]int

// A choice is a statement that may go several ways, or a call that may return several results.
type choice struct {
	at   ast.Node
	ways []int
}

// needsOf returns the ways that lead to a statement, but not to a use as well: the innermost first.
func needsOf(at, use inspector.Cursor) (needs []choice) {
	for ; !isAround(at.Node(), use.Node()); at = at.Parent() {
		way := 1
		switch at.ParentEdgeKind() {
		case edge.IfStmt_Body, edge.ForStmt_Body, edge.RangeStmt_Body:
		case edge.IfStmt_Else:
			way = 0
		case edge.BlockStmt_List:
			if !isType[*ast.CaseClause](at.Node()) && !isType[*ast.CommClause](at.Node()) {
				continue
			}
			way = at.ParentEdgeIndex() + 1
		default:
			continue
		}
		needs = append(needs, choice{at.Parent().Node(), []int{way}})
	}
	return needs
}

// waysOf returns the ways that a statement may go, and that go on behind it. The body of a switch
// stands for it.
func waysOf(stmt ast.Node) (ways []int) {
	branch, isIf := stmt.(*ast.IfStmt)
	body, isSwitch := stmt.(*ast.BlockStmt)
	switch {
	case isIf:
		if !ends(branch.Else) {
			ways = append(ways, 0)
		}
		if !ends(branch.Body) {
			ways = append(ways, 1)
		}
		return ways
	case !isSwitch: // a loop
		return []int{0, 1}
	}
	isNone := true // no clause may be that of the value
	for i, clause := range body.List {
		n, isCase := clause.(*ast.CaseClause)
		isNone = isNone && isCase && n.List != nil
		if !ends(clause) {
			ways = append(ways, i+1)
		}
	}
	if isNone {
		ways = slices.Insert(ways, 0, 0)
	}
	return ways
}

// ends reports whether the code does not go on behind a statement. A break or the like in it may.
func ends(stmt ast.Stmt) bool {
	isBranch := func(n ast.Node) bool { return isType[*ast.BranchStmt](n) }
	return isLast(stmt) && !slices.ContainsFunc(slices.Collect(ast.Preorder(stmt)), isBranch)
}

// isLast reports whether a statement ends with one that returns.
func isLast(stmt ast.Stmt) bool {
	var list []ast.Stmt
	switch n := stmt.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BlockStmt:
		list = n.List
	case *ast.CaseClause:
		list = n.Body
	case *ast.IfStmt:
		return isLast(n.Body) && isLast(n.Else)
	}
	return len(list) > 0 && isLast(list[len(list)-1])
}

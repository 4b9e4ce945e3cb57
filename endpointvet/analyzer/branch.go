// Branches: whether a statement has run where a variable is read. A call is read on each way.

package analyzer

import (
	"go/ast"
	"maps"
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

// maxTurns is how often a call is read.
const maxTurns = 64

// turns reads a call on each way. It is not ok if there are too many, or if one is not.
func (c *checker) turns(s site, read func() (ok bool)) bool {
	todo := []taken{{}}
	for n := 0; len(todo) > 0; n++ {
		c.begin(s)
		c.taken, todo = todo[0], todo[1:]
		own := maps.Clone(c.taken)
		if !read() || n > maxTurns {
			return false
		}
		for _, at := range c.choices { // that are not taken yet go the first way
			for _, way := range at.ways[1:] {
				other := maps.Clone(own)
				other[at.at] = way
				todo = append(todo, other)
			}
			own[at.at] = at.ways[0]
		}
	}
	return true
}

// way returns which way a choice goes, and notes it if that is not decided.
func (c *checker) way(at ast.Node, ways []int) int {
	if way, isTaken := c.taken[at]; isTaken {
		return way
	}
	if c.taken[at] = ways[0]; len(ways) > 1 {
		c.choices = append(c.choices, choice{at, ways})
	}
	return ways[0]
}

// A ran says whether a statement has run.
type ran uint8

const (
	never ran = iota
	sure
	maybeRun
	unknown
)

// hasRun says whether a write to a variable has run at a place, by the ways that are taken. That
// of a part may have, in a branch. It is not known of a function that may run later, and in a loop.
func (c *checker) hasRun(w write, use inspector.Cursor, scope ast.Node) ran {
	if _, isLoop := scope.(*ast.ForStmt); isLoop { // whose last part stands before its body
		return unknown
	}
	if scope == nil || !isAround(scope, use.Node()) {
		return never
	}
	isBefore, isPart, isLoop := w.at.Node().End() <= use.Node().Pos(), len(w.path) > 0, false
	for around := range use.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil)) {
		if !isAround(scope, around.Node()) || around.Node() == scope {
			continue
		}
		isBoth := isAround(around.Node(), w.at.Node())
		if isLoop = isLoop || isBoth; !isBefore && (isType[*ast.FuncLit](around.Node()) || isBoth && !isPart) {
			return unknown
		}
	}
	needs := needsOf(w.at, use)
	isElse := len(needs) > 0 && isAround(needs[len(needs)-1].at, use.Node()) // the use is in another clause
	isFor := func(need choice) bool { return isType[*ast.ForStmt](need.at) || isType[*ast.RangeStmt](need.at) }
	switch {
	case !isPart && len(needs) > 1 && slices.ContainsFunc(needs[1:], isFor):
		return unknown
	case isLoop && isPart:
		return maybeRun
	case isLoop && isElse:
		return unknown
	case isElse || !isBefore:
		return never
	}
	for _, need := range slices.Backward(needs) {
		ways := waysOf(need.at)
		if !slices.Contains(ways, need.ways[0]) || !isPart && c.way(need.at, ways) != need.ways[0] {
			return never
		}
	}
	if isPart && len(needs) > 0 {
		return maybeRun
	}
	return sure
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

func isAround(n, inner ast.Node) bool { return n.Pos() <= inner.Pos() && inner.Pos() < n.End() }

// waysOf returns the ways that a statement may go, and that go on behind it. The body of a switch
// stands for it.
func waysOf(stmt ast.Node) (ways []int) {
	branch, isIf := stmt.(*ast.IfStmt)
	body, isSwitch := stmt.(*ast.BlockStmt)
	switch {
	case isIf:
		if branch.Else == nil || !ends(branch.Else) {
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
		return n.Else != nil && isLast(n.Body) && isLast(n.Else)
	}
	return len(list) > 0 && isLast(list[len(list)-1])
}

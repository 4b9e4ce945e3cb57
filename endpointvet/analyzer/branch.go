// Branches: whether a statement has run where a variable is read. A call is read with each of
// them taken in turn.

package analyzer

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"example.com/endpoint"
)

// A taken is which way a statement goes: 0 past the body of an if or a loop, or all clauses of
// a switch, 1 into it, or into the first clause.
type taken map[ast.Node]int

// A choice is a statement that may go several ways, or a call that may return several results.
type choice struct {
	at    ast.Node
	ways  []int // the first is taken at first
	under taken // what has to be taken to come to it
}

// take returns what is taken with one way of a choice.
func (at choice) take(way int, before taken) taken {
	all := taken{at.at: way}
	maps.Copy(all, before)
	maps.Copy(all, at.under)
	return all
}

// A turn is one reading of a call.
type turn struct {
	taken taken
	met   []choice
	err   *endpoint.Error
	from  *turn // that whose ways it has, but for one
}

// maxTurns is how often a call is read.
const maxTurns = 100

// turns reads a call with each way of each choice in turn, the others as they are at first. From
// a way that turns the error into another it goes on. If all fail, the last turn has the other
// way of each. It is not ok if there are too many turns, or if one is not.
func (c *checker) turns(s site, read func() (err *endpoint.Error, ok bool)) (ok bool) {
	todo, others := []*turn{{}}, taken{}
	add := func(more taken, from *turn) {
		if !slices.ContainsFunc(todo, func(other *turn) bool { return maps.Equal(other.taken, more) }) {
			todo = append(todo, &turn{taken: more, from: from})
		}
	}
	for i := 0; i < len(todo); i++ {
		t := todo[i]
		c.begin(s)
		c.taken = t.taken
		if t.err, ok = read(); !ok || len(todo) > maxTurns {
			return false
		}
		t.met = c.choices
		isOther := t.from != nil && t.err != nil && t.from.err != nil && !isSame(t.err, t.from.err)
		for _, at := range t.met {
			isMet := t.from != nil && slices.ContainsFunc(t.from.met, func(met choice) bool { return met.at == at.at })
			if _, isTaken := t.taken[at.at]; isTaken || isMet && !isOther {
				continue
			}
			others[at.at] = at.ways[1]
			for _, way := range at.ways[1:] {
				add(at.take(way, t.taken), t)
			}
		}
		isRight := func(t *turn) bool { return t.err == nil }
		if i == len(todo)-1 && len(others) > 1 && !slices.ContainsFunc(todo, isRight) {
			add(maps.Clone(others), t)
		}
	}
	return true
}

// way returns which way a choice goes, and notes it.
func (c *checker) way(at ast.Node, ways []int, under taken) int {
	if len(ways) > 1 && !slices.ContainsFunc(c.choices, func(known choice) bool { return known.at == at }) {
		c.choices = append(c.choices, choice{at, ways, under})
	}
	if way, isTaken := c.taken[at]; isTaken {
		return way
	}
	return ways[0]
}

// hasRun reports whether a write to a variable has run where that is used, by the ways that
// are taken. It is not known of a function that may run later, and of a loop in which the write
// comes after the use, or stands in a branch.
func (c *checker) hasRun(w write, use inspector.Cursor, scope ast.Node) (hasRun, isKnown bool) {
	if scope == nil || !isAround(scope, use.Node()) {
		return false, true
	}
	isBefore := w.at.Node().End() <= use.Node().Pos()
	_, isLoop := scope.(*ast.ForStmt) // whose last part stands before its body
	var loop ast.Node                 // around both
	for around := range use.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil)) {
		_, isFunc := around.Node().(*ast.FuncLit)
		switch n := around.Node(); {
		case !isAround(scope, n) || n == scope:
		case isAround(n, w.at.Node()):
			loop = n
		case isFunc && !isBefore:
			isLoop = true
		}
	}
	if isLoop || loop != nil && !isBefore && len(w.path) == 0 {
		return false, false
	}
	var needs []choice
	for at := w.at; !isAround(at.Node(), use.Node()); at = at.Parent() {
		stmt, way := at.Parent(), 1
		switch at.ParentEdgeKind() {
		case edge.IfStmt_Body:
		case edge.ForStmt_Body, edge.RangeStmt_Body:
			if len(needs) > 0 {
				return false, false
			}
		case edge.IfStmt_Else:
			way = 0
		case edge.BlockStmt_List:
			if !slices.Contains([]edge.Kind{edge.SwitchStmt_Body, edge.TypeSwitchStmt_Body, edge.SelectStmt_Body}, stmt.ParentEdgeKind()) {
				continue
			}
			way, stmt = at.ParentEdgeIndex()+1, stmt.Parent()
		default:
			continue
		}
		if isAround(stmt.Node(), use.Node()) { // in another clause
			return false, loop == nil
		}
		needs = append(needs, choice{at: stmt.Node(), ways: []int{way}})
	}
	if !isBefore {
		return loop != nil && len(needs) == 0 && c.way(loop, []int{0, 1}, nil) == 1, loop == nil || len(needs) == 0
	}
	hasRun = true
	under := taken{}
	for _, need := range slices.Backward(needs) {
		ways := waysOf(need.at)
		if !slices.Contains(ways, need.ways[0]) {
			return false, true
		}
		hasRun = c.way(need.at, ways, maps.Clone(under)) == need.ways[0] && hasRun
		under[need.at] = need.ways[0]
	}
	return hasRun, true
}

func isAround(n, inner ast.Node) bool { return n.Pos() <= inner.Pos() && inner.Pos() < n.End() }

// waysOf returns the ways that a statement may go, and that go on behind it.
func waysOf(stmt ast.Node) (ways []int) {
	switch n := stmt.(type) {
	case *ast.IfStmt:
		if n.Else == nil || !ends(n.Else) {
			ways = append(ways, 0)
		}
		if !ends(n.Body) {
			ways = append(ways, 1)
		}
	case *ast.SwitchStmt:
		return waysOfClauses(n.Body)
	case *ast.TypeSwitchStmt:
		return waysOfClauses(n.Body)
	case *ast.SelectStmt:
		return waysOfClauses(n.Body)
	default: // a loop
		return []int{0, 1}
	}
	return ways
}

// waysOfClauses is waysOf for the clauses of a switch.
func waysOfClauses(body *ast.BlockStmt) (ways []int) {
	isNone := true // no clause may be that of the value
	for i, stmt := range body.List {
		clause, isCase := stmt.(*ast.CaseClause)
		if isCase && clause.List == nil || !isCase {
			isNone = false
		}
		if !ends(stmt) {
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
	isJump := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		_, isBranch := n.(*ast.BranchStmt)
		isJump = isJump || isBranch
		return !isJump
	})
	return !isJump && isLast(stmt)
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
	case *ast.CommClause:
		list = n.Body
	case *ast.IfStmt:
		return n.Else != nil && isLast(n.Body) && isLast(n.Else)
	case *ast.ExprStmt:
		call, isCall := n.X.(*ast.CallExpr)
		return isCall && exits[types.ExprString(call.Fun)]
	}
	return len(list) > 0 && isLast(list[len(list)-1])
}

// exits are functions that do not return.
var exits = map[string]bool{"panic": true, "os.Exit": true, "log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true, "t.Fatal": true, "t.Fatalf": true}

// The reading of a call, on each way that its branches go: whether a statement has run where a
// variable is read.

package analyzer

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
)

// A reading is that of one call, on one way.
type reading struct {
	*known
	at       inspector.Cursor              // the call
	taken    taken                         // the ways that its branches go
	choices  []choice                      // that were met in it
	followed []ast.Expr                    // in it
	bound    map[*types.Var]ast.Expr       // what is passed as parameters
	called   map[*types.Func]*ast.CallExpr // whose results are read
	isLeast  bool                          // samples of structs leave out what omitempty or omitzero may leave out
	doc      *asked                        // nil: values are read for the library
	left     int                           // expressions and samples that it may still take
}

// maxSteps is how many types and variables a call may have.
const maxSteps = 1000

// maxTurns is how often a call is read.
const maxTurns = 64

// begin begins to read a call.
func (c *reading) begin(s site) {
	*c = reading{
		known: c.known, at: s.cursor, taken: taken{}, left: maxSteps, bound: map[*types.Var]ast.Expr{},
		called: map[*types.Func]*ast.CallExpr{},
	}
}

// turns reads a call on each way. It is not ok if there are too many, or if one is not.
func (c *reading) turns(s site, read func() (ok bool)) bool {
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
func (c *reading) way(at ast.Node, ways []int) int {
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

const never, sure, maybeRun, unknown ran = 0, 1, 2, 3

// hasRun says whether a write to a variable has run at a place, by the ways that are taken. That
// of a part may have, in a branch. It is not known of a function that may run later, and in a loop.
func (c *reading) hasRun(w write, use inspector.Cursor, scope ast.Node) ran {
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

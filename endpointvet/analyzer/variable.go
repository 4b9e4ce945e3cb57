// Variables: what the code does with one, and what changes a value.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// variable returns what the code does with a variable.
func (c *known) variable(v *types.Var) *variable {
	if known := c.variables[v]; known != nil {
		return known
	}
	if len(c.uses[v]) == 0 || c.info.Defs[c.uses[v][0].Node().(*ast.Ident)] == nil { // of a type switch, or of another package
		return &variable{isOpen: true}
	}
	all := &variable{}
	all.init, all.scope = declared(c.uses[v][0])
	fn := functionOf(c.uses[v][0])
	isLent := slices.ContainsFunc(c.uses[v], func(use inspector.Cursor) bool { return functionOf(use) != fn })
	c.isReturned = false
	for _, use := range c.uses[v][1:] {
		if w, isWrite := writeOf(use); isWrite {
			all.isOpen = all.isOpen || functionOf(w.at) != fn || c.jumps[fn]
			all.writes = append(all.writes, w)
		} else {
			all.isOpen = all.isOpen || c.changes(use)
		}
	}
	all.isOpen = all.isOpen || isLent && c.isReturned
	if v.Parent() == c.pass.Pkg.Scope() {
		// Other packages may set it, the linker (-ldflags "-X …"), go:embed, or a file that this build leaves out.
		isOutside := v.Exported() || all.init == zero || types.Unalias(v.Type()) == types.Typ[types.String] || c.hasOthers
		all.isOpen = all.isOpen || c.isReturned || len(all.writes) > 0 || isOutside
	}
	c.variables[v] = all
	return all
}

// changes reports whether the code may change a value at a place, or what it refers to: with
// what it stands in, where that holds it, and by each use of a variable that it becomes.
func (c *known) changes(use inspector.Cursor) bool {
	parent, kind := use.Parent(), use.ParentEdgeKind()
	e, isExpr := use.Node().(ast.Expr)
	isPlace := slices.Contains([]edge.Kind{
		edge.ParenExpr_X, edge.SelectorExpr_X, edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value,
	}, kind)
	if isExpr && c.info.Types[e].IsValue() && isFixed(c.info.TypeOf(e)) && !isPlace && !isAddress(parent.Node()) {
		return false // it is copied
	}
	switch n := parent.Node().(type) {
	case *ast.KeyValueExpr:
		return types.ExprString(n.Key) == "Meta" || c.changes(parent) // which is the caller's
	case *ast.SliceExpr: // an append to it may write to the list
		return isLayers(c.info.TypeOf(n)) && !isCopied(n) || c.changes(parent)
	case *ast.TypeAssertExpr, *ast.CompositeLit, *ast.ParenExpr, *ast.StarExpr, *ast.UnaryExpr:
		return c.changes(parent)
	case *ast.IndexExpr:
		return kind == edge.IndexExpr_X && c.changes(parent)
	case *ast.SelectorExpr:
		fn, isFunc := c.info.Uses[n.Sel].(*types.Func)
		return isFunc && !isLibrary(fn.Pkg()) || !isFunc && c.changes(parent)
	case *ast.BinaryExpr, *ast.SwitchStmt, *ast.IfStmt, *ast.ExprStmt:
		return false
	case *ast.ReturnStmt: // it is the caller's from there
		c.isReturned = true
		return !isType[*ast.FuncDecl](functionOf(use))
	case *ast.RangeStmt:
		return kind != edge.RangeStmt_X || n.Tok == token.ASSIGN || c.becomes(n.Value)
	case *ast.AssignStmt:
		return c.changesBy(parent, use)
	case *ast.CallExpr:
		s, isSite := c.siteOf(parent)
		switch i := use.ParentEdgeIndex(); {
		case kind == edge.CallExpr_Fun:
			return false
		case c.libraryFunc(n) != "", isSite && s.passes(i), c.isBuiltin(n, "len"), c.isBuiltin(n, "cap"), c.isBuiltin(n, "make"):
			return false
		case c.isOf(n, "fmt.Print", "fmt.Sprint", "fmt.Fprint", "fmt.Errorf", "log.", "log/slog.", "(*log.Logger)", "(*log/slog.Logger)"):
			return false
		case c.isBuiltin(n, "append") && i == 0 && isType[*ast.Ident](e) && !c.isAppended(parent, use):
		case c.info.Types[n.Fun].IsType(), c.isCopy(n), c.isBuiltin(n, "append"):
			return c.changes(parent)
		}
	}
	return true
}

// changesBy is changes for what is assigned, or what is assigned to.
func (c *known) changesBy(at, use inspector.Cursor) bool {
	stmt := at.Node().(*ast.AssignStmt)
	switch {
	case use.ParentEdgeKind() == edge.AssignStmt_Lhs:
		return !isType[*ast.Ident](use.Node())
	case at.ParentEdgeKind() == edge.TypeSwitchStmt_Assign:
		return slices.ContainsFunc(at.Parent().Node().(*ast.TypeSwitchStmt).Body.List, func(clause ast.Stmt) bool {
			return c.changesVar(c.info.Implicits[clause])
		})
	case len(stmt.Lhs) != len(stmt.Rhs): // v, ok := x.(T)
		return c.becomes(stmt.Lhs[0])
	}
	return c.becomes(stmt.Lhs[use.ParentEdgeIndex()])
}

// isAppended reports whether a list is appended to for itself: two may share what is behind it.
func (c *known) isAppended(call, list inspector.Cursor) bool {
	id, isIdent := list.Node().(*ast.Ident)
	name := assignedTo(call)
	isSame := name != nil && isIdent && c.info.ObjectOf(name) == c.info.ObjectOf(id)
	return isSame || isIdent && call.ParentEdgeKind() == edge.CallExpr_Args
}

// becomes reports whether a variable that has the value changes it.
func (c *known) becomes(name ast.Expr) bool {
	id, isIdent := name.(*ast.Ident)
	if name == nil || isIdent && (id.Name == "_" || isFixed(c.info.TypeOf(id))) {
		return false
	}
	return !isIdent || c.changesVar(c.info.ObjectOf(id))
}

// changesVar reports whether a use of a variable changes or returns what it refers to, or a use of another
// that it becomes. Those that were looked at on the way say so themselves.
func (c *known) changesVar(object types.Object) bool {
	if c.seen[object] {
		return false
	}
	if len(c.seen) == 0 {
		defer clear(c.seen)
	}
	before := c.isReturned
	c.seen[object], c.isReturned = true, false
	isChanged := slices.ContainsFunc(c.uses[object], func(use inspector.Cursor) bool {
		return c.info.Defs[use.Node().(*ast.Ident)] == nil && c.changes(use)
	})
	isChanged, c.isReturned = isChanged || c.isReturned, before
	return isChanged
}

// maxWrites is how many writes to a variable are looked at.
const maxWrites = 100

// setTo returns what the package sets a variable or field to, nil if it may be set otherwise, as
// through a pointer.
func (c *known) setTo(v *types.Var) (values []ast.Expr) {
	v = v.Origin()
	values = slices.Clone(c.unkeyed[v])
	for _, use := range c.uses[v] {
		at := use
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			at = at.Parent()
		}
		w, isWrite := writeOf(at)
		pair, isPair := at.Parent().Node().(*ast.KeyValueExpr)
		switch init, _ := declared(use); {
		case c.info.Defs[use.Node().(*ast.Ident)] != nil:
			if init == nil && !v.IsField() {
				return nil
			}
			if init != nil && (init != zero || !v.IsField()) {
				values = append(values, init)
			}
		case isPair && pair.Key == at.Node():
			values = append(values, pair.Value)
		case isWrite && w.value != nil:
			values = append(values, w.value)
		case isWrite, isAddress(at.Parent().Node()), c.changes(at):
			return nil
		}
	}
	return values
}

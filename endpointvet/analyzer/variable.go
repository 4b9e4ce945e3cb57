// Variables: what one holds where it is read, and the keys and fields that are written to it.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A variable is all that the code does with a variable.
type variable struct {
	init   ast.Expr // what it is declared with; nil: not known; zero: its zero value
	writes []write  // in the order of the text
	isOpen bool     // something else may change it, or what it refers to
	scope  ast.Node // around its declaration
}

// A write is a statement that sets a variable, or a part of it.
//
//	route = "GET /x"               value "GET /x"
//	p["owner"] = o                 path ["owner"], value o
//	opts.Params["owner"] = o       path [Params "owner"], value o
//	route, err = choose()          value nil: not known
type write struct {
	at      inspector.Cursor // the statement
	path    []ast.Expr       // to the part, none of the variable itself
	value   ast.Expr
	isMaybe bool // it may not have run
}

// zero is the zero value of a type.
var zero ast.Expr = new(ast.BadExpr)

// variable returns what the code does with a variable.
func (c *checker) variable(v *types.Var) *variable {
	if known := c.variables[v]; known != nil {
		return known
	}
	if len(c.uses[v]) == 0 || c.info.Defs[c.uses[v][0].Node().(*ast.Ident)] == nil { // of a type switch, or of another package
		return &variable{isOpen: true}
	}
	all := &variable{}
	all.init, all.scope = c.declared(c.uses[v][0])
	fn := functionOf(c.uses[v][0])
	isLent := slices.ContainsFunc(c.uses[v], func(use inspector.Cursor) bool { return functionOf(use) != fn })
	c.isReturned = false
	for _, use := range c.uses[v][1:] {
		if w, isWrite := c.writeOf(use); isWrite {
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

// declared returns what a variable is declared with, and what its declaration stands in.
func (c *checker) declared(name inspector.Cursor) (init ast.Expr, scope ast.Node) {
	kind, i := name.ParentEdge()
	stmt := name.Parent()
	switch decl := stmt.Node().(type) {
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Lhs && decl.Tok == token.DEFINE && len(decl.Lhs) == len(decl.Rhs) {
			init = decl.Rhs[i]
		}
	case *ast.ValueSpec:
		switch {
		case len(decl.Values) == 0:
			init = zero
		case len(decl.Values) == len(decl.Names):
			init = decl.Values[i]
		}
		stmt = stmt.Parent().Parent()
	case *ast.Field: // a parameter
		return nil, functionOf(stmt)
	}
	if parent := stmt.Parent(); parent.Valid() {
		scope = parent.Node()
	}
	return init, scope
}

// writeOf returns the write to a variable that a use of it is, if it is one.
func (c *checker) writeOf(use inspector.Cursor) (w write, ok bool) {
	for part := use; ; part = part.Parent() {
		switch kind := part.ParentEdgeKind(); kind {
		case edge.SelectorExpr_X:
			w.path = append(w.path, part.Parent().Node().(*ast.SelectorExpr).Sel)
		case edge.IndexExpr_X:
			w.path = append(w.path, part.Parent().Node().(*ast.IndexExpr).Index)
		case edge.ParenExpr_X:
		case edge.AssignStmt_Lhs:
			w.at = part.Parent()
			if stmt := w.at.Node().(*ast.AssignStmt); stmt.Tok == token.ASSIGN && len(stmt.Lhs) == len(stmt.Rhs) {
				w.value = stmt.Rhs[part.ParentEdgeIndex()]
			}
			return w, true
		default:
			w.at = part.Parent()
			return w, kind == edge.IncDecStmt_X || kind == edge.RangeStmt_Key || kind == edge.RangeStmt_Value
		}
	}
}

// changes reports whether the code may change a value at a place, or what it refers to: with
// what it stands in, where that holds it, and by each use of a variable that it becomes.
func (c *checker) changes(use inspector.Cursor) bool {
	parent, kind := use.Parent(), use.ParentEdgeKind()
	e, isExpr := use.Node().(ast.Expr)
	isPlace := slices.Contains(placeEdges, kind)
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

var placeEdges = []edge.Kind{
	edge.ParenExpr_X, edge.SelectorExpr_X, edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value,
}

// changesBy is changes for what is assigned, or what is assigned to.
func (c *checker) changesBy(at, use inspector.Cursor) bool {
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
func (c *checker) isAppended(call, list inspector.Cursor) bool {
	id, isIdent := list.Node().(*ast.Ident)
	name := assignedTo(call)
	isSame := name != nil && isIdent && c.info.ObjectOf(name) == c.info.ObjectOf(id)
	return isSame || isIdent && call.ParentEdgeKind() == edge.CallExpr_Args
}

// assignedTo returns the name that a value is assigned to, nil if there is none.
func assignedTo(value inspector.Cursor) *ast.Ident {
	stmt, isAssigned := value.Parent().Node().(*ast.AssignStmt)
	if !isAssigned || len(stmt.Lhs) != len(stmt.Rhs) {
		return nil
	}
	id, _ := stmt.Lhs[value.ParentEdgeIndex()].(*ast.Ident)
	return id
}

func isAddress(n ast.Node) bool {
	unary, isUnary := n.(*ast.UnaryExpr)
	return isUnary && unary.Op == token.AND
}

// becomes reports whether a variable that has the value changes it.
func (c *checker) becomes(name ast.Expr) bool {
	id, isIdent := name.(*ast.Ident)
	if name == nil || isIdent && (id.Name == "_" || isFixed(c.info.TypeOf(id))) {
		return false
	}
	return !isIdent || c.changesVar(c.info.ObjectOf(id))
}

// changesVar reports whether a use of a variable changes or returns what it refers to, or a use of another
// that it becomes. Those that were looked at on the way say so themselves.
func (c *checker) changesVar(object types.Object) bool {
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

// isFixed reports whether nothing but an assignment changes a value of a type.
func isFixed(t types.Type) bool {
	isPointer := isType[*types.Pointer](t.Underlying())
	return isType[*types.Signature](t.Underlying()) || isBasic(t, -1) || !isPointer && libraryType(t) == "Endpoint"
}

func (c *checker) isBuiltin(call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && id.Name == name && c.info.Types[call.Fun].IsBuiltin()
}

// isOf reports whether a call is of a function whose name begins like one of some.
func (c *checker) isOf(call *ast.CallExpr, names ...string) bool {
	fn := typeutil.StaticCallee(c.info, call)
	return fn != nil && slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(fn.FullName(), name) })
}

// isCopy reports whether a call is one of [slices.Clip], [slices.Clone] or [slices.Concat].
func (c *checker) isCopy(call *ast.CallExpr) bool {
	return c.isOf(call, "slices.Clip", "slices.Clone", "slices.Concat")
}

// isLayer reports whether a type is one of a layer, or of any.
func isLayer(t types.Type) bool {
	return slices.Contains([]string{"Layer", "Options", "Params", "Path", "Query", "Headers", "MediaType"}, libraryType(t))
}

func isLayers(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && libraryType(list.Elem()) == "Layer"
}

// functionOf returns the function around a place, if there is one.
func functionOf(at inspector.Cursor) ast.Node {
	return enclosing(at, (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil))
}

// declarationOf returns the declaration of the function around a place, if there is one.
func declarationOf(at inspector.Cursor) ast.Node { return enclosing(at, (*ast.FuncDecl)(nil)) }

func enclosing(at inspector.Cursor, kinds ...ast.Node) ast.Node {
	for n := range at.Enclosing(kinds...) {
		return n.Node()
	}
	return nil
}

// maxWrites is how many writes to a variable are looked at.
const maxWrites = 100

// history returns what a variable holds where it is read, and what is written to its parts
// since, on the branches that are taken. It is not ok if it may hold more.
//
//	p := Params{"owner": o}
//	p["repo"] = r
//	api.Build("GET /repos/{owner}/{repo}", p)
func (c *checker) history(id *ast.Ident) (value ast.Expr, writes []write, ok bool) {
	v, isVar := c.info.ObjectOf(id).(*types.Var)
	if !isVar || c.left < 0 || v.IsField() {
		return nil, nil, false
	}
	all, use := c.variable(v), c.places[id]
	if all.isOpen || len(all.writes) > maxWrites {
		return nil, nil, false
	}
	value = cmp.Or(all.init, c.bound[v])
	isSet := false
	for _, w := range all.writes {
		isPart := len(w.path) > 0
		isShared := isPart || isAddress(use.Parent().Node()) || use.ParentEdgeKind() == edge.ParenExpr_X
		isSet = isSet || !isPart
		has := c.hasRun(w, use, all.scope)
		isHere := all.scope != nil && isAround(all.scope, c.at.Node())
		if isShared && has == never && w.at.Node().Pos() > use.Node().Pos() && !(isHere && c.hasRun(w, c.at, all.scope) == never) {
			has = unknown // what was copied, or is pointed to, may be written to
		}
		switch {
		case has == unknown:
			return nil, nil, false
		case has == never:
		case !isPart:
			value, writes = w.value, nil
		default:
			w.isMaybe = has == maybeRun
			writes = append(writes, w)
		}
	}
	if isSet && value == zero && isBasic(v.Type(), -1) { // which the code may look for
		value = nil
	}
	c.left--
	return value, writes, value != nil
}

// setTo returns what the package sets a variable or field to, nil if it may be set otherwise, as
// through a pointer.
func (c *checker) setTo(v *types.Var) (values []ast.Expr) {
	v = v.Origin()
	values = slices.Clone(c.unkeyed[v])
	for _, use := range c.uses[v] {
		at := use
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			at = at.Parent()
		}
		w, isWrite := c.writeOf(at)
		pair, isPair := at.Parent().Node().(*ast.KeyValueExpr)
		switch init, _ := c.declared(use); {
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

// What a variable is where it is read: what it is declared with or set to, and the keys and
// fields that are written to it, on the branches that are taken.

package analyzer

import (
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
	at    inspector.Cursor // the statement
	path  []ast.Expr       // to the part, none of the variable itself
	value ast.Expr
}

// zero is the zero value of a type.
var zero ast.Expr = new(ast.BadExpr)

// variable returns what the code does with a variable.
func (c *checker) variable(v *types.Var) *variable {
	if known := c.variables[v]; known != nil {
		return known
	}
	declared := c.uses[v][0]
	if c.info.Defs[declared.Node().(*ast.Ident)] == nil { // of a type switch, or of another package
		return &variable{isOpen: true}
	}
	all := &variable{}
	all.init, all.scope = c.declared(declared)
	fn := functionOf(declared)
	isLent := slices.ContainsFunc(c.uses[v], func(use inspector.Cursor) bool { return functionOf(use) != fn })
	isGlobal := v.Parent() == c.pass.Pkg.Scope()
	for _, use := range c.uses[v][1:] {
		if w, isWrite := c.writeOf(use); isWrite {
			all.isOpen = all.isOpen || functionOf(w.at) != fn
			all.writes = append(all.writes, w)
		} else {
			most := c.reading(use) // what is returned is the caller's from there
			all.isOpen = all.isOpen || most == changes || most == returns && (isLent || isGlobal)
		}
	}
	if isGlobal {
		all.isOpen = all.isOpen || len(all.writes) > 0 || c.isOutside(v, all.init)
	}
	all.isOpen = all.isOpen || c.jumps[fn] && len(all.writes) > 0
	c.variables[v] = all
	return all
}

// isOutside reports whether something else than this code may set a variable of the
// package: other packages, the linker (-ldflags "-X …"), go:embed, or a
// file that this build leaves out.
func (c *checker) isOutside(v *types.Var, init ast.Expr) bool {
	return v.Exported() || init == zero || types.Unalias(v.Type()) == types.Typ[types.String] || c.hasOthers
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
	part := use
	for {
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
		part = part.Parent()
	}
}

// A reading is what the code does with a value at one place.
type reading uint8

const (
	reads   reading = iota // or passes it on to the library, or to a helper
	returns                // it to the caller
	changes                // it, or what it refers to, or it is not known
)

// reading returns what the code does with a value at a place: with what it stands in, where
// that holds it, and by each use of a variable or a parameter that it becomes.
func (c *checker) reading(use inspector.Cursor) reading {
	parent, kind := use.Parent(), use.ParentEdgeKind()
	e, isExpr := use.Node().(ast.Expr)
	most := changes
	if isExpr && c.info.Types[e].IsValue() && isFixed(c.info.TypeOf(e)) {
		most = reads
	}
	switch n := parent.Node().(type) {
	case *ast.TypeAssertExpr, *ast.CompositeLit, *ast.KeyValueExpr, *ast.SliceExpr:
		if pair, isPair := n.(*ast.KeyValueExpr); most == reads {
			return reads // it is copied, or an index
		} else if isPair && types.ExprString(pair.Key) == "Meta" {
			return changes // by what the caller makes of it
		}
		return c.reading(parent)
	case *ast.ParenExpr, *ast.StarExpr, *ast.UnaryExpr:
		return c.reading(parent)
	case *ast.IndexExpr:
		if kind == edge.IndexExpr_Index {
			return reads
		}
		return c.reading(parent)
	case *ast.SelectorExpr:
		fn, isFunc := c.info.Uses[n.Sel].(*types.Func)
		switch {
		case !isFunc:
			return c.reading(parent)
		case isLibrary(fn.Pkg()):
			return reads
		}
		return changes
	case *ast.BinaryExpr, *ast.SwitchStmt, *ast.IfStmt:
		return reads
	case *ast.ReturnStmt:
		return min(most, returns)
	case *ast.RangeStmt:
		if kind == edge.RangeStmt_X && n.Tok != token.ASSIGN {
			return c.readingOf(n.Value)
		}
	case *ast.ExprStmt: // of a type switch
		if parent.ParentEdgeKind() == edge.TypeSwitchStmt_Assign {
			return reads
		}
	case *ast.AssignStmt:
		return c.readingAssigned(parent, use, most)
	case *ast.CallExpr:
		return c.readingCall(parent, use, most)
	}
	return most
}

// readingAssigned is reading for what is assigned, or what is assigned to.
func (c *checker) readingAssigned(at, use inspector.Cursor, most reading) reading {
	stmt := at.Node().(*ast.AssignStmt)
	switch {
	case use.ParentEdgeKind() == edge.AssignStmt_Lhs:
		if _, isIdent := use.Node().(*ast.Ident); isIdent {
			return reads // it has another value then
		}
		return changes
	case at.ParentEdgeKind() == edge.TypeSwitchStmt_Assign:
		most = reads
		for _, clause := range at.Parent().Node().(*ast.TypeSwitchStmt).Body.List {
			most = max(most, c.readingVar(c.info.Implicits[clause]))
		}
		return most
	case len(stmt.Lhs) != len(stmt.Rhs):
		return c.readingOf(stmt.Lhs[0]) // v, ok := x.(T)
	case most == reads:
		return reads
	}
	return c.readingOf(stmt.Lhs[use.ParentEdgeIndex()])
}

// readingCall is reading for an argument.
func (c *checker) readingCall(at, use inspector.Cursor, most reading) reading {
	call := at.Node().(*ast.CallExpr)
	fn := typeutil.StaticCallee(c.info, call)
	s, isSite := c.siteOf(at)
	_, isIdent := use.Node().(*ast.Ident)
	switch i := use.ParentEdgeIndex(); {
	case use.ParentEdgeKind() == edge.CallExpr_Fun:
		return most
	case fn != nil && isLibrary(fn.Pkg()), isSite && s.passes(i), c.isPrinted(call), c.isBuiltin(call, "len"), c.isBuiltin(call, "make"):
		return reads
	case c.info.Types[call.Fun].IsType(), c.isCopy(call):
		return c.reading(at)
	case most == reads:
		return reads
	case c.isBuiltin(call, "append") && i == 0 && isIdent && !c.isReadOnce(at, use):
		return changes
	case c.isBuiltin(call, "append"):
		return c.reading(at)
	case fn != nil && fn.Pkg() == c.pass.Pkg && fn.Signature().Params().Len() == c.info.TypeOf(call.Fun).(*types.Signature).Params().Len():
		params := fn.Origin().Signature().Params() // and not those of a method expression
		if most = c.readingVar(params.At(min(i, params.Len()-1))); most == returns {
			return c.reading(at)
		}
		return most
	}
	return changes
}

// isReadOnce reports whether what append returns has no other name than that of the list that
// it appends to: two lists may share what is put behind them.
func (c *checker) isReadOnce(call, list inspector.Cursor) bool {
	if stmt, isAssigned := call.Parent().Node().(*ast.AssignStmt); isAssigned {
		name, isIdent := stmt.Lhs[0].(*ast.Ident)
		return isIdent && c.info.ObjectOf(name) == c.info.ObjectOf(list.Node().(*ast.Ident))
	}
	return c.reading(call) < changes
}

// readingOf is reading for the name of a variable that has the value.
func (c *checker) readingOf(name ast.Expr) reading {
	id, isIdent := name.(*ast.Ident)
	switch {
	case name == nil, isIdent && (id.Name == "_" || isFixed(c.info.TypeOf(id))):
		return reads
	case isIdent:
		return c.readingVar(c.info.ObjectOf(id))
	}
	return changes
}

// readingVar is reading for all uses of a variable. What is found on the way may be less than
// all, where functions call each other.
func (c *checker) readingVar(object types.Object) reading {
	for _, known := range []map[types.Object]reading{c.readings, c.pending} {
		if most, isKnown := known[object]; isKnown {
			return most
		}
	}
	isFirst := len(c.pending) == 0
	c.pending[object] = reads
	for _, use := range c.uses[object] {
		if c.info.Defs[use.Node().(*ast.Ident)] == nil {
			c.pending[object] = max(c.pending[object], c.reading(use))
		}
	}
	most := c.pending[object]
	if isFirst {
		c.readings[object] = most
		clear(c.pending)
	}
	return most
}

// isFixed reports whether nothing but an assignment changes a value of a type.
func isFixed(t types.Type) bool {
	_, isFunc := t.Underlying().(*types.Signature)
	_, isPointer := t.Underlying().(*types.Pointer)
	return isFunc || isBasic(t, -1) || !isPointer && libraryType(t) == "Endpoint"
}

func (c *checker) isBuiltin(call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && id.Name == name && c.info.Types[call.Fun].IsBuiltin()
}

// isPrinted reports whether a call prints its arguments.
func (c *checker) isPrinted(call *ast.CallExpr) bool {
	return c.isOf(call, "fmt.Print", "fmt.Sprint", "fmt.Fprint", "fmt.Errorf", "log.", "log/slog.", "(*log.Logger)", "(*log/slog.Logger)")
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
	for fn := range at.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		return fn.Node()
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
	if value = all.init; value == nil {
		value = c.bound[v]
	}
	isSet := false
	for _, w := range all.writes {
		isSet = isSet || len(w.path) == 0
		hasRun, isKnown := c.hasRun(w, use, all.scope)
		if len(w.path) > 0 && !hasRun && isKnown { // what was copied may be written to
			isLater, isSure := c.hasRun(w, c.at, all.scope)
			isHere := all.scope != nil && isAround(all.scope, c.at.Node())
			isKnown = isSure && !isLater && (isHere || w.at.Node().Pos() < use.Node().Pos())
		}
		switch {
		case !isKnown:
			return nil, nil, false
		case !hasRun:
		case len(w.path) == 0:
			value, writes = w.value, nil
		default:
			writes = append(writes, w)
		}
	}
	if isSet && value == zero && isBasic(v.Type(), -1) { // which the code may look for
		value = nil
	}
	if value != nil {
		c.left--
	}
	return value, writes, value != nil
}

// setTo returns what the package sets a variable or field to, nil if it may be set otherwise, as
// through a pointer.
func (c *checker) setTo(v *types.Var) (values []ast.Expr) {
	v = v.Origin()
	if known, isKnown := c.values[v]; isKnown {
		return known
	}
	defer func() { c.values[v] = values }()
	values = slices.Clone(c.unkeyed[v])
	for _, use := range c.uses[v] {
		at := use
		if selector, isSelector := at.Parent().Node().(*ast.SelectorExpr); isSelector && selector.Sel == use.Node() {
			at = at.Parent()
		}
		w, isWrite := c.writeOf(at)
		pair, isPair := at.Parent().Node().(*ast.KeyValueExpr)
		switch init, _ := c.declared(use); {
		case c.info.Defs[use.Node().(*ast.Ident)] != nil && init == nil && !v.IsField():
			return nil
		case c.info.Defs[use.Node().(*ast.Ident)] != nil:
			if init != nil && init != zero {
				values = append(values, init)
			}
		case isPair && pair.Key == at.Node():
			values = append(values, pair.Value)
		case isWrite && w.value != nil:
			values = append(values, w.value)
		case isWrite, c.reading(at) >= returns:
			return nil
		}
	}
	return values
}

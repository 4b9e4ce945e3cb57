// What a variable is where it is read: the values that it may be assigned, and
// the keys and fields that are written to it.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A variable is all that the code does with a variable.
type variable struct {
	isSet  bool     // it is assigned again
	isOpen bool     // something else may change it, or what it refers to
	isOdd  bool     // a loop, a goto or the like may write to it
	writes []write  // to its keys and fields, in order
	sets   []write  // of other values, in order
	isLent bool     // a function literal uses it, which may run later
	scope  ast.Node // the block or clause that it is declared in, if it is local
	init   ast.Expr // nil: not known; zero: its zero value
}

// A write is a statement that writes a part of a variable, or appends to it.
//
//	p["owner"] = o                 path ["owner"], value o
//	opts.Params["owner"] = o       path [Params "owner"], value o
//	layers = append(layers, p, q)  value append(layers, p, q)
//	all = append([]Layer{p}, all...)
type write struct {
	at       inspector.Cursor // the statement
	path     []ast.Expr
	value    ast.Expr
	isDirect bool     // it runs always
	scope    ast.Node // of the variable
}

// zero is the zero value of a type.
var zero ast.Expr = new(ast.BadExpr)

// variable returns what the code does with a variable.
func (c *checker) variable(v *types.Var) *variable {
	if known := c.variables[v]; known != nil {
		return known
	}
	c.variables[v] = &variable{isOpen: true} // while it is looked at
	declared := c.uses[v][0]
	if c.info.Defs[declared.Node().(*ast.Ident)] == nil { // of a type switch, or of another package
		return c.variables[v]
	}
	all := &variable{}
	all.init, all.scope = c.declared(declared)
	fn := functionOf(declared)
	all.isLent = slices.ContainsFunc(c.uses[v], func(use inspector.Cursor) bool { return functionOf(use) != fn })
	for _, use := range c.uses[v][1:] {
		c.look(all, v, use)
	}
	for _, writes := range [][]write{all.writes, all.sets} {
		for i := range writes {
			w := &writes[i]
			w.isDirect, w.scope = w.at.Parent().Node() == all.scope, all.scope
			all.isOdd = all.isOdd || !c.isInOrder(w.at, all.scope)
		}
	}
	all.isSet = len(all.sets) > 0
	isGlobal := v.Parent() == c.pass.Pkg.Scope()
	all.isOpen = all.isOpen || isGlobal && c.isOutside(v, all.init) || len(all.writes) > 0 && (isGlobal || all.scope == nil)
	c.variables[v] = all
	return all
}

// isOutside reports whether something else than this code may set a variable of the
// package: other packages, the linker (-ldflags "-X …"), go:embed, go:linkname, or a
// file that this build leaves out.
func (c *checker) isOutside(v *types.Var, init ast.Expr) bool {
	return v.Exported() || init == zero || types.Unalias(v.Type()) == types.Typ[types.String] || c.outside[v.Name()]
}

// declared returns what a variable is declared with, and the statements around
// that.
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
		switch fn := functionOf(stmt).(type) {
		case *ast.FuncDecl:
			return nil, fn.Body
		case *ast.FuncLit:
			return nil, fn.Body
		}
	}
	if parent := stmt.Parent(); init != nil && parent.Valid() && statements(parent.Node()) != nil {
		scope = parent.Node()
	}
	return init, scope
}

// statements returns the statements of a block or clause.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// look adds a use of a variable to what is known of it.
func (c *checker) look(all *variable, v *types.Var, use inspector.Cursor) {
	use = unsliced(use)
	parent := use.Parent()
	address, isUnary := parent.Node().(*ast.UnaryExpr)
	w := write{at: parent}
	switch kind := use.ParentEdgeKind(); {
	case kind == edge.AssignStmt_Lhs:
		stmt := parent.Node().(*ast.AssignStmt)
		if call, ok := stmt.Rhs[0].(*ast.CallExpr); ok && len(stmt.Lhs) == 1 && c.isBuiltin(call, "append") && c.grows(call, v) {
			w.value = call
			all.writes = append(all.writes, w)
			return
		}
		if stmt.Tok == token.ASSIGN && len(stmt.Lhs) == len(stmt.Rhs) {
			w.value = stmt.Rhs[use.ParentEdgeIndex()]
			all.sets = append(all.sets, w)
			return
		}
		all.isOpen = true
	case c.reading(use) < changes, c.isPassed(use, nil), c.isPrinted(use):
	case kind == edge.ReturnStmt_Results && !all.isLent: // the caller's from there
	case isUnary && address.Op == token.AND, kind == edge.RangeStmt_Key, kind == edge.RangeStmt_Value, kind == edge.IncDecStmt_X:
		all.isOpen = true
	case isFixed(v.Type()):
		all.isOpen = all.isOpen || libraryType(v.Type()) == "" && c.isMethod(parent)
	case kind == edge.SelectorExpr_X || kind == edge.IndexExpr_X:
		c.lookAtPart(all, use)
	default:
		call, ok := parent.Node().(*ast.CallExpr)
		all.isOpen = all.isOpen || !ok || !c.isBuiltin(call, "append") || !c.isReadOnce(parent, v)
	}
}

// grows reports whether append makes a list longer, at one of its ends.
func (c *checker) grows(call *ast.CallExpr, v *types.Var) bool {
	last := call.Args[len(call.Args)-1]
	return c.isVar(call.Args[0], v) != (call.Ellipsis.IsValid() && c.isVar(last, v))
}

// isReadOnce reports whether what append returns has no other name than that of the
// list that it appends to.
func (c *checker) isReadOnce(call inspector.Cursor, v *types.Var) bool {
	if stmt, ok := call.Parent().Node().(*ast.AssignStmt); ok {
		return len(stmt.Lhs) == 1 && c.isVar(stmt.Lhs[0], v)
	}
	return c.isPassed(call, nil)
}

// isKept reports whether a name is that of a new variable, and nothing changes what
// it refers to.
func (c *checker) isKept(name ast.Expr) bool {
	id, _ := name.(*ast.Ident)
	v, ok := c.info.Defs[id].(*types.Var)
	return ok && !c.isChanged(v) && len(c.variable(v).writes) == 0
}

// lookAtPart adds a use of a key or field of a variable.
func (c *checker) lookAtPart(all *variable, use inspector.Cursor) {
	part := use.Parent()
	w := write{}
	for ; ; part = part.Parent() {
		switch e := part.Node().(type) {
		case *ast.SelectorExpr:
			w.path = append(w.path, e.Sel)
		case *ast.IndexExpr:
			w.path = append(w.path, e.Index)
		}
		if kind := part.ParentEdgeKind(); kind != edge.SelectorExpr_X && kind != edge.IndexExpr_X {
			break
		}
	}
	for part.ParentEdgeKind() == edge.ParenExpr_X {
		part = part.Parent()
	}
	w.at = part.Parent()
	switch stmt := w.at.Node().(type) {
	case *ast.UnaryExpr:
		if stmt.Op == token.AND && !c.isPassed(part, nil) {
			all.isOpen = true
			return
		}
	case *ast.AssignStmt:
		if part.ParentEdgeKind() == edge.AssignStmt_Lhs {
			if stmt.Tok != token.ASSIGN || len(stmt.Lhs) != len(stmt.Rhs) {
				all.isOpen = true
				return
			}
			w.value = stmt.Rhs[part.ParentEdgeIndex()]
			all.writes = append(all.writes, w)
			return
		}
		if part.ParentEdgeKind() == edge.AssignStmt_Rhs && !c.isMethod(part) && c.isKept(stmt.Lhs[part.ParentEdgeIndex()]) {
			return
		}
	case *ast.CallExpr: // of a method of the library, which changes nothing
		fn := typeutil.StaticCallee(c.info, stmt)
		if fn != nil && isLibrary(fn.Pkg()) && part.ParentEdgeKind() == edge.CallExpr_Fun {
			return
		}
	}
	if c.isMethod(part) {
		all.isOpen = true
	}
	if !isFixed(c.info.TypeOf(part.Node().(ast.Expr))) && !c.isPassed(part, nil) {
		all.isOpen = true
	}
}

// isMethod reports whether an expression is a method, which may change what it is
// called on.
func (c *checker) isMethod(e inspector.Cursor) bool {
	selector, ok := e.Node().(*ast.SelectorExpr)
	selection := c.info.Selections[selector]
	return ok && selection != nil && selection.Kind() == types.MethodVal
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

func (c *checker) isVar(e ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if list, isSlice := ast.Unparen(e).(*ast.SliceExpr); isSlice && isCopied(list) {
		return c.isVar(list.X, v)
	}
	return ok && c.info.ObjectOf(id) == v
}

// isCopied reports whether a slice is all of a list, and append to it makes a new one.
//
//	layers[:len(layers):len(layers)]
func isCopied(list *ast.SliceExpr) bool {
	whole := "len(" + types.ExprString(list.X) + ")"
	return list.Slice3 && list.Low == nil && types.ExprString(list.High) == whole && types.ExprString(list.Max) == whole
}

// unsliced returns a list, or what [isCopied] of it.
func unsliced(use inspector.Cursor) inspector.Cursor {
	if list, isSlice := use.Parent().Node().(*ast.SliceExpr); isSlice && use.ParentEdgeKind() == edge.SliceExpr_X && isCopied(list) {
		return use.Parent()
	}
	return use
}

// isPassed reports whether an expression is passed to a function that changes no
// argument: to one call, or to any of those that are looked for, within lists of
// layers too.
func (c *checker) isPassed(use inspector.Cursor, to *ast.CallExpr) bool {
	use = unsliced(use)
	part := use
	inArgument := []edge.Kind{edge.CallExpr_Args, edge.UnaryExpr_X, edge.KeyValueExpr_Value, edge.CompositeLit_Elts, edge.BinaryExpr_X, edge.BinaryExpr_Y, edge.ParenExpr_X}
	for slices.Contains(inArgument, use.ParentEdgeKind()) {
		_, arg := use.ParentEdge()
		_, isIdent := use.Node().(*ast.Ident)
		use = use.Parent()
		call, ok := use.Node().(*ast.CallExpr)
		address, isUnary := use.Node().(*ast.UnaryExpr)
		switch {
		case isUnary && address.Op == token.AND && isFixed(c.info.TypeOf(address.X)):
			return false // what Meta or Data points to
		case !ok, to == nil && c.info.Types[call.Fun].IsType():
		case call == to:
			return true
		case c.isBuiltin(call, "len") && to != nil:
		case c.isBuiltin(call, "len"), c.isBuiltin(call, "make"):
			return true
		case c.info.Types[call.Fun].IsBuiltin():
			if !c.isBuiltin(call, "append") || to == nil && arg == 0 && isIdent {
				return false
			}
		case c.isCopy(call):
		default:
			fn := typeutil.StaticCallee(c.info, call)
			s, isSite := c.siteOf(use)
			return to == nil && (isSite && s.passes(arg) || fn != nil && isLibrary(fn.Pkg()))
		}
	}
	stmt, isAssigned := use.Parent().Node().(*ast.AssignStmt)
	if !isAssigned || use == part || use.ParentEdgeKind() != edge.AssignStmt_Rhs || len(stmt.Lhs) != len(stmt.Rhs) {
		return false
	}
	id, _ := stmt.Lhs[use.ParentEdgeIndex()].(*ast.Ident)
	list, ok := c.info.ObjectOf(id).(*types.Var)
	return ok && isLayers(list.Type()) && !c.isChanged(list)
}

// A reading is what the code does with a value that it does not pass on.
type reading uint8

const (
	reads       reading = iota
	guardsEmpty         // it may do something else where there is none
	guards              // or where that has other content
	changes             // it, or what it refers to
)

// reading returns what the code does with a value by one use of it: it only reads one in a
// loop, by len, a comparison, a type switch, or in a function that only does so itself.
func (c *checker) reading(use inspector.Cursor) reading {
	parent, kind := use.Parent(), use.ParentEdgeKind()
	switch n := parent.Node().(type) {
	case *ast.RangeStmt:
		if kind == edge.RangeStmt_X && n.Tok != token.ASSIGN {
			return c.readingOf(n.Value)
		}
	case *ast.BinaryExpr:
		switch {
		case n.Op == token.ADD:
		case c.info.Types[n.X].IsNil(), c.info.Types[n.Y].IsNil():
			return guardsEmpty
		default:
			return guards
		}
	case *ast.SwitchStmt:
		return guards
	case *ast.ParenExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
		return c.reading(parent)
	case *ast.IndexExpr:
		if kind == edge.IndexExpr_X {
			return c.reading(parent)
		}
	case *ast.SelectorExpr:
		if fn, isFunc := c.info.Uses[n.Sel].(*types.Func); !isFunc {
			return c.reading(parent)
		} else if isLibrary(fn.Pkg()) {
			return reads
		}
	case *ast.ExprStmt: // of a type switch
		if parent.ParentEdgeKind() == edge.TypeSwitchStmt_Assign {
			return reads
		}
	case *ast.AssignStmt:
		if parent.ParentEdgeKind() == edge.TypeSwitchStmt_Assign {
			most := reads
			for _, clause := range parent.Parent().Node().(*ast.TypeSwitchStmt).Body.List {
				most = max(most, c.readingVar(c.info.Implicits[clause]))
			}
			return most
		} else if n.Tok == token.DEFINE && kind == edge.AssignStmt_Rhs {
			return c.readingOf(n.Lhs[use.ParentEdgeIndex()])
		}
	case *ast.CallExpr:
		fn := typeutil.StaticCallee(c.info, n)
		switch {
		case c.isBuiltin(n, "len") && parent.ParentEdgeKind() != edge.ExprStmt_X:
			if _, isCompared := parent.Parent().Node().(*ast.BinaryExpr); isCompared {
				return guardsEmpty
			}
			return reads
		case c.isPrinted(use):
			return reads
		case kind == edge.CallExpr_Args && fn != nil && fn.Pkg() == c.pass.Pkg:
			params := fn.Origin().Signature().Params()
			return c.readingVar(params.At(min(use.ParentEdgeIndex(), params.Len()-1)))
		}
	}
	return changes
}

// readingOf is reading for the name of a new variable with the value.
func (c *checker) readingOf(name ast.Expr) reading {
	id, isIdent := name.(*ast.Ident)
	switch {
	case name == nil, isIdent && (id.Name == "_" || isFixed(c.info.TypeOf(id))):
		return reads
	case isIdent:
		return c.readingVar(c.info.Defs[id])
	}
	return changes
}

// readingVar is reading for all uses of a variable.
func (c *checker) readingVar(object types.Object) reading {
	most, isKnown := c.readings[object]
	if !isKnown {
		c.readings[object] = changes // while it is looked at
		for _, use := range c.uses[object] {
			if c.info.Defs[use.Node().(*ast.Ident)] == nil {
				most = max(most, c.reading(use))
			}
		}
		c.readings[object] = most
	}
	return most
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

// history returns what a variable is declared with, and what is written to it
// before the call that is read. It is not ok if the variable may hold more.
//
//	p := Params{"owner": o}
//	p["repo"] = r
//	api.Build("GET /repos/{owner}/{repo}", p)
func (c *checker) history(id *ast.Ident) (init ast.Expr, writes []write, ok bool) {
	v, isVar := c.info.ObjectOf(id).(*types.Var)
	if c.left--; !isVar || c.left < 0 {
		return nil, nil, false
	}
	all := c.variable(v)
	isList := isLayers(v.Type()) // as a parameter may be
	if all.isSet || all.isOpen || all.isOdd || all.init == nil && (!isList || all.scope == nil) {
		return nil, nil, false
	}
	at := func(i int) token.Pos { return all.writes[i].at.Node().Pos() }
	n := sort.Search(len(all.writes), func(i int) bool { return at(i) > id.Pos() })
	isChanged := n < len(all.writes) && (at(n) < c.at.Node().Pos() || !c.isInOrder(c.at, all.scope)) // what was copied
	if isChanged || n > maxWrites {
		return nil, nil, false
	}
	return all.init, all.writes[:n], true
}

// isInOrder reports whether what is at a place runs in the order of the text,
// and once, after a declaration in a scope.
func (c *checker) isInOrder(at inspector.Cursor, scope ast.Node) bool {
	if c.jumps[functionOf(at)] {
		return false
	}
	for around := range at.Enclosing() {
		switch around.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt, *ast.LabeledStmt:
			return false
		}
		if around.Node() == scope {
			return true
		}
	}
	return false
}

// maxWrites is how many writes to a part of a variable are looked at.
const maxWrites = 100

// declaredWith returns what a variable is declared with, nil if it may be anything else.
func (c *checker) declaredWith(id *ast.Ident) ast.Expr {
	v, isVar := c.info.ObjectOf(id).(*types.Var)
	if c.left--; !isVar || c.left < 0 || !isFixed(v.Type()) || c.isChanged(v) {
		return nil
	}
	return c.variable(v).init
}

// isChanged reports whether a variable may hold anything else than it is declared with.
func (c *checker) isChanged(v *types.Var) bool { return c.variable(v).isSet || c.variable(v).isOpen }

// maxBranches is how many values of a variable are looked at.
const maxBranches = 20

// branches returns the values that a variable of text, a number or any type may have where
// it is read: the last one that is always set before, and those that are set in other blocks.
// It is sure if there is only one.
//
//	route := "GET /a"
//	if isAll {
//		route = "GET /b"
//	}
func (c *checker) branches(id *ast.Ident) (all []ast.Expr, isSure bool) {
	v, isVar := c.info.ObjectOf(id).(*types.Var)
	if c.left--; !isVar || c.left < 0 || isLayers(v.Type()) || !isFixed(v.Type()) && !types.IsInterface(v.Type()) && !isLayer(v.Type()) {
		return nil, false
	}
	known := c.variable(v)
	if known.isOpen || !known.isSet || len(known.writes) > 0 || known.scope == nil || v.Parent() == c.pass.Pkg.Scope() {
		return nil, false
	}
	sets := known.sets
	isInOrder := !known.isOdd && c.isInOrder(c.at, known.scope)
	if isInOrder {
		sets = sets[:sort.Search(len(sets), func(i int) bool { return sets[i].at.Node().End() > id.Pos() })]
	}
	isWhole := false // all that may be set before are known
	for i, w := range slices.Backward(sets) {
		if all = append(all, w.value); len(all) > maxBranches {
			return nil, false
		}
		if isWhole = isInOrder && (w.isDirect || i+1 < len(sets) && isElse(w, sets[i+1])); isWhole {
			break
		}
	}
	if !isWhole {
		all = append(all, known.init)
	}
	if slices.Contains(all, nil) {
		return nil, false
	}
	slices.Reverse(all)
	return all, isInOrder && len(all) == 1
}

// isElse reports whether two writes stand in the two blocks of one if that runs always.
func isElse(first, second write) bool {
	a, b := first.at.Parent(), second.at.Parent()
	isOne := a.ParentEdgeKind() == edge.IfStmt_Body && b.ParentEdgeKind() == edge.IfStmt_Else && a.Parent() == b.Parent()
	return isOne && a.Parent().Parent().Node() == first.scope
}

// setTo returns what the package sets a variable or field to. It is not ok if it
// may be set otherwise, as through a pointer.
func (c *checker) setTo(v *types.Var) (values []ast.Expr, ok bool) {
	v = v.Origin()
	values = slices.Clone(c.unkeyed[v])
	for _, use := range c.uses[v] {
		if c.info.Defs[use.Node().(*ast.Ident)] != nil {
			if init, _ := c.declared(use); init != nil && init != zero {
				values = append(values, init)
			} else if !v.IsField() && init == nil {
				return c.arguments(use, v)
			}
			continue
		}
		at := use
		if selector, isSelector := at.Parent().Node().(*ast.SelectorExpr); isSelector && selector.Sel == use.Node() {
			at = at.Parent()
		}
		switch parent := at.Parent().Node().(type) {
		case *ast.KeyValueExpr:
			if parent.Key == at.Node() {
				values = append(values, parent.Value)
			}
		case *ast.AssignStmt:
			if i := slices.Index(parent.Lhs, at.Node().(ast.Expr)); i >= 0 {
				if len(parent.Lhs) != len(parent.Rhs) {
					return nil, false
				}
				values = append(values, parent.Rhs[i])
			}
		case *ast.SelectorExpr, *ast.CallExpr, *ast.ReturnStmt, *ast.CompositeLit, *ast.ValueSpec, *ast.BinaryExpr:
		default: // such as &x and range
			return nil, false
		}
	}
	return values, len(values) > 0
}

// arguments returns what the package passes as a parameter, which has a name. It is not ok
// if others may pass more, or if the variable is not a parameter of a declared function.
func (c *checker) arguments(name inspector.Cursor, v *types.Var) (values []ast.Expr, ok bool) {
	decl, isDecl := functionOf(name).(*ast.FuncDecl)
	if !isDecl {
		return nil, false
	}
	fn := c.info.Defs[decl.Name].(*types.Func)
	i := slices.Index(slices.Collect(fn.Signature().Params().Variables()), v)
	if i < 0 || fn.Exported() || fn.Signature().Variadic() && i == fn.Signature().Params().Len()-1 || slices.ContainsFunc(c.uses[fn], isValue) {
		return nil, false
	}
	for _, use := range c.uses[fn][1:] {
		call := whole(use).Parent().Node().(*ast.CallExpr)
		if len(call.Args) <= i {
			return nil, false // a tuple
		}
		values = append(values, call.Args[i])
	}
	return values, true
}

// onlyValue returns the only expression that the package sets a field to, which no
// other package can set and nothing but an assignment changes.
func (c *checker) onlyValue(v *types.Var) ast.Expr {
	values, ok := c.setTo(v)
	isHidden := v.IsField() && !v.Exported() && len(c.pass.IgnoredFiles) == 0 && !c.unnamed[v.Name()]
	if !ok || len(values) != 1 || !isHidden || !isFixed(v.Type()) {
		return nil
	}
	return values[0]
}

// The code of the package: what stands where, the parts of its syntax, its types, and which ways
// lead to a statement.

package analyzer

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint"
)

// A code is that of the package.
type code struct {
	pass      *analysis.Pass
	info      *types.Info
	root      inspector.Cursor
	uses      map[types.Object][]inspector.Cursor // the identifiers of each object, its declaration first
	places    map[*ast.Ident]inspector.Cursor
	jumps     map[ast.Node]bool         // functions with goto or fallthrough
	hasOthers bool                      // this build leaves out files that use the library
	unkeyed   map[*types.Var][]ast.Expr // what literals of structs without keys set fields to
}

// catches says that a panic ends the step of try, and not the analyzer. Tests see it.
var catches = true

// try takes a step. A panic means a shape of code that nobody thought of, which is
// no reason to fail or to report anything. It ends the step.
func try(step func()) {
	defer func() {
		if catches {
			_ = recover()
		}
	}()
	step()
}

// codeOf returns the code of a package.
func codeOf(pass *analysis.Pass) *code {
	c := &code{
		pass: pass, info: pass.TypesInfo, root: inspector.New(pass.Files).Root(), uses: map[types.Object][]inspector.Cursor{},
		places: map[*ast.Ident]inspector.Cursor{}, jumps: map[ast.Node]bool{}, unkeyed: map[*types.Var][]ast.Expr{},
	}
	for cursor := range c.root.Preorder((*ast.BranchStmt)(nil), (*ast.Ident)(nil), (*ast.CompositeLit)(nil)) {
		switch n := cursor.Node().(type) {
		case *ast.BranchStmt:
			if n.Tok == token.GOTO || n.Tok == token.FALLTHROUGH {
				c.jumps[functionOf(cursor)] = true
			}
		case *ast.CompositeLit:
			s, isStruct := pointee(c.info.TypeOf(n)).Underlying().(*types.Struct)
			for i, value := range n.Elts {
				if _, isPair := value.(*ast.KeyValueExpr); isStruct && !isPair {
					c.unkeyed[s.Field(i).Origin()] = append(c.unkeyed[s.Field(i).Origin()], value)
				}
			}
		case *ast.Ident:
			c.places[n] = cursor
			object := origin(c.info.ObjectOf(n))
			if object == nil {
				continue
			}
			c.uses[object] = append(c.uses[object], cursor)
			if all := c.uses[object]; c.info.Defs[n] != nil {
				all[0], all[len(all)-1] = all[len(all)-1], all[0]
			}
			if of := c.info.Uses[n]; of != nil && c.info.Defs[n] != nil { // the type of an embedded field
				c.uses[of] = append(c.uses[of], cursor)
			}
		}
	}
	for _, name := range c.pass.IgnoredFiles {
		source, _ := c.pass.ReadFile(name)
		c.hasOthers = c.hasOthers || strings.HasSuffix(name, ".go") && bytes.Contains(source, []byte(libraryPath))
	}
	return c
}

// origin returns the generic method or field that an object is an instance of, or
// the object.
func origin(object types.Object) types.Object {
	switch object := object.(type) {
	case *types.Func:
		return object.Origin()
	case *types.Var:
		return object.Origin()
	}
	return object
}

// zero is the zero value of a type.
var zero ast.Expr = new(ast.BadExpr)

func enclosing(at inspector.Cursor, kinds ...ast.Node) ast.Node {
	for n := range at.Enclosing(kinds...) {
		return n.Node()
	}
	return nil
}

// functionOf returns the function around a place, if there is one.
func functionOf(at inspector.Cursor) ast.Node {
	return enclosing(at, (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil))
}

// declarationOf returns the declaration of the function around a place, if there is one.
func declarationOf(at inspector.Cursor) ast.Node { return enclosing(at, (*ast.FuncDecl)(nil)) }

func isAround(n, inner ast.Node) bool { return n.Pos() <= inner.Pos() && inner.Pos() < n.End() }

// whole returns the expression that a name stands for: with its package or what it is
// selected from, and with type arguments.
func whole(name inspector.Cursor) inspector.Cursor {
	for slices.Contains([]edge.Kind{edge.SelectorExpr_Sel, edge.IndexExpr_X, edge.IndexListExpr_X}, name.ParentEdgeKind()) {
		name = name.Parent()
	}
	return name
}

func isAddress(n ast.Node) bool {
	unary, isUnary := n.(*ast.UnaryExpr)
	return isUnary && unary.Op == token.AND
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

// isCopied reports whether a slice is all of a list, and append to it makes a new one.
//
//	layers[:len(layers):len(layers)]
func isCopied(list *ast.SliceExpr) bool {
	whole := "len(" + types.ExprString(list.X) + ")"
	return list.Slice3 && list.Low == nil && types.ExprString(list.High) == whole && types.ExprString(list.Max) == whole
}

// plain returns an expression without parentheses, & and what [isCopied], since a layer or
// value counts like a pointer to it.
func plain(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if address, isUnary := e.(*ast.UnaryExpr); isUnary && address.Op == token.AND {
		return plain(address.X)
	}
	if list, isSlice := e.(*ast.SliceExpr); isSlice && isCopied(list) {
		return plain(list.X)
	}
	return e
}

// elementsOf returns the elements of a literal of a list.
func elementsOf(literal *ast.CompositeLit) (all []ast.Expr) {
	for _, elt := range literal.Elts {
		if pair, ok := elt.(*ast.KeyValueExpr); ok {
			elt = pair.Value
		}
		all = append(all, elt)
	}
	return all
}

// fieldOf returns a field of a literal of a struct and its name there: zero if it is left
// out, nil without a literal.
func fieldOf(literal *ast.CompositeLit, s *types.Struct, name string) (value, key ast.Expr) {
	if literal == nil {
		return nil, nil
	}
	for i, elt := range literal.Elts {
		if pair, ok := elt.(*ast.KeyValueExpr); !ok && s.Field(i).Name() == name {
			return elt, nil
		} else if ok && pair.Key.(*ast.Ident).Name == name {
			return pair.Value, pair.Key
		}
	}
	return zero, nil
}

// returnsOf returns the statements by which a function returns.
func returnsOf(body *ast.BlockStmt) (all []*ast.ReturnStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if stmt, isReturn := n.(*ast.ReturnStmt); isReturn {
			all = append(all, stmt)
		}
		return !isType[*ast.FuncLit](n)
	})
	return all
}

// onlyResult returns what a function with one result without a name returns, nil if it may return
// another.
func onlyResult(body *ast.BlockStmt) ast.Expr {
	if all := returnsOf(body); len(all) == 1 && len(all[0].Results) == 1 {
		return all[0].Results[0]
	}
	return nil
}

// constant returns the text of a constant.
func (c *code) constant(e ast.Expr) (text string, ok bool) {
	if value := c.info.Types[e].Value; value != nil && value.Kind() == constant.String {
		return constant.StringVal(value), true
	}
	return "", false
}

// objectOf returns the variable, field or function that an expression names or calls.
func (c *code) objectOf(e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return c.info.Uses[e.Sel]
	case *ast.Ident:
		return c.info.Uses[e]
	case *ast.CallExpr:
		return typeutil.Callee(c.info, e)
	}
	return nil
}

func (c *code) isBuiltin(call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && id.Name == name && c.info.Types[call.Fun].IsBuiltin()
}

// isOf reports whether a call is of a function whose name begins like one of some.
func (c *code) isOf(call *ast.CallExpr, names ...string) bool {
	fn := typeutil.StaticCallee(c.info, call)
	return fn != nil && slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(fn.FullName(), name) })
}

// isCopy reports whether a call is one of [slices.Clip], [slices.Clone] or [slices.Concat].
func (c *code) isCopy(call *ast.CallExpr) bool {
	return c.isOf(call, "slices.Clip", "slices.Clone", "slices.Concat")
}

// isError reports whether an expression is an error that is not nil, as far as the code says so.
func (c *code) isError(e ast.Expr) bool {
	call, isCall := e.(*ast.CallExpr)
	t := c.info.TypeOf(e)
	v, _ := c.objectOf(e).(*types.Var)
	isField := v != nil && v.IsField()
	return !isField && !c.info.Types[e].IsNil() && types.Implements(t, errorType) && (!isCall || c.isOf(call, "fmt.Errorf", "errors."))
}

// libraryFunc returns the name of the function or method of the library that is called.
func (c *code) libraryFunc(call *ast.CallExpr) string {
	if fn := typeutil.StaticCallee(c.info, call); fn != nil && isLibrary(fn.Pkg()) {
		return fn.Name()
	}
	return ""
}

// isJSON reports whether an expression is a call of [endpoint.JSON].
func (c *code) isJSON(e ast.Expr) bool {
	call, isCall := e.(*ast.CallExpr)
	return isCall && c.libraryFunc(call) == "JSON"
}

func (c *code) isTest(n ast.Node) bool {
	return strings.HasSuffix(c.pass.Fset.Position(n.Pos()).Filename, "_test.go")
}

// libraryPath is the import path of package endpoint.
var libraryPath = reflect.TypeFor[endpoint.Endpoint]().PkgPath()

// isLibrary reports whether pkg is package endpoint. The path of a package
// under test ends with its test in brackets.
func isLibrary(pkg *types.Package) bool {
	return pkg != nil && (pkg.Path() == libraryPath || strings.HasPrefix(pkg.Path(), libraryPath+" "))
}

// libraryType returns the name of t if it is a type of the library, or a
// pointer to one.
func libraryType(t types.Type) string {
	named, ok := types.Unalias(pointee(t)).(*types.Named)
	if !ok || !isLibrary(named.Obj().Pkg()) {
		return ""
	}
	return named.Obj().Name()
}

// pointee returns the type that t points to, or t.
func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// isLayer reports whether a type is one of a layer, or of any.
func isLayer(t types.Type) bool {
	return slices.Contains([]string{"Layer", "Options", "Params", "Path", "Query", "Headers", "MediaType"}, libraryType(t))
}

func isLayers(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && libraryType(list.Elem()) == "Layer"
}

// isFixed reports whether nothing but an assignment changes a value of a type.
func isFixed(t types.Type) bool {
	isPointer := isType[*types.Pointer](t.Underlying())
	return isType[*types.Signature](t.Underlying()) || isBasic(t, -1) || !isPointer && libraryType(t) == "Endpoint"
}

func isBasic(t types.Type, info types.BasicInfo) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&info != 0
}

// isBytes reports whether a type is a list of bytes.
func isBytes(t types.Type) bool {
	list, isList := t.Underlying().(*types.Slice)
	return isList && types.Identical(list.Elem().Underlying(), types.Typ[types.Uint8])
}

// isList reports whether a type is a list or a map in a template.
func isList(t types.Type) bool {
	isSlice := isType[*types.Slice](t.Underlying()) && !isBytes(t)
	return (isSlice || isType[*types.Map](t.Underlying())) && !isTypeParam(t) && !hasText(types.NewPointer(t))
}

func isTypeParam(t types.Type) bool { return isType[*types.TypeParam](types.Unalias(t)) }

// mayBeNil reports whether nil is a value of a type, or may be. A function or a channel is as
// wrong if it is nil.
func mayBeNil(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Signature, *types.Chan:
		return false
	}
	return isTypeParam(t) || types.AssignableTo(types.Typ[types.UntypedNil], t)
}

// hasMethod reports whether a type has one of some exported methods.
func hasMethod(t types.Type, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return types.NewMethodSet(t).Lookup(nil, name) != nil })
}

// hasText reports whether a type writes its own text or JSON, or says itself what its
// zero value is.
func hasText(t types.Type) bool { return !types.IsInterface(t) && hasTextMethod(t) }

func hasTextMethod(t types.Type) bool {
	isURL := types.TypeString(types.Unalias(pointee(t)), nil) == "net/url.URL"
	return isURL || hasMethod(t, "MarshalText", "MarshalJSON", "MarshalJSONTo", "Read", "IsZero")
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// isType reports whether a type or a node is of a Go type.
func isType[T any](v any) bool {
	_, ok := v.(T)
	return ok
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

// declared returns what a variable is declared with, and what its declaration stands in.
func declared(name inspector.Cursor) (init ast.Expr, scope ast.Node) {
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
func writeOf(use inspector.Cursor) (w write, ok bool) {
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

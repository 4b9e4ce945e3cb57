// Syntax: what stands around a node, the parts of literals, calls and statements, and writes to variables.

package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// zero stands for an expression where the code has none, and the value is the zero value of its type.
var zero ast.Expr = new(zeroValue)

type zeroValue struct{ ast.BadExpr }

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

// Texts: what the code shows of a route, a key or a header, and what it chooses
// between.

package analyzer

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// mark stands for an expression in a text that is not known.
const mark = "\x00"

// A text is that of an expression.
//
//	"GET /users/" + id  =>  "GET /users/\x00", unknown [id]
type text struct {
	text    string
	unknown []ast.Expr
	at      ast.Expr // that has it
}

// maxText is how many bytes a text may have of which another is put.
const maxText = 1 << 16

// textOf returns the text of an expression. What it returns for types that are neither text nor
// integers means nothing.
func (c *checker) textOf(e ast.Expr) text {
	e = ast.Unparen(e)
	constant, isConstant := c.constant(e)
	sum, isBinary := e.(*ast.BinaryExpr)
	switch {
	case isConstant:
		return text{text: constant, at: e}
	case e == zero:
		return text{at: e}
	case isBinary && sum.Op == token.ADD:
		return c.textOf(sum.X).join(e, c.textOf(sum.Y))
	}
	if call, isCall := e.(*ast.CallExpr); isCall && c.isOf(call, "fmt.Sprintf") {
		return c.formatted(call)
	}
	if one := c.only(e); one != nil {
		t := c.textOf(one)
		if scope := declarationOf(c.at); scope == nil || !isAround(scope, t.at) {
			t.at = e
		}
		return t
	}
	return unknownText(e)
}

// formatted returns the text of a Sprintf with verbs that write text or numbers.
func (c *checker) formatted(call *ast.CallExpr) text {
	format, isConstant := c.constant(call.Args[0])
	parts := verb.Split(format, -1)
	if !isConstant || len(parts) != len(call.Args) || strings.Contains(strings.Join(parts, ""), "%") {
		return unknownText(call)
	}
	all := text{text: parts[0], at: call}
	for i, arg := range call.Args[1:] {
		t := unknownText(arg)
		if types.Unalias(c.info.TypeOf(arg)) == types.Typ[types.String] {
			t = c.textOf(arg)
		}
		all = all.join(call, t).join(call, text{text: parts[i+1]})
	}
	return all
}

var verb = regexp.MustCompile("%[svd]")

func unknownText(e ast.Expr) text { return text{text: mark, unknown: []ast.Expr{e}, at: e} }

// join returns a text with another behind it.
func (t text) join(at ast.Expr, other text) text {
	if len(t.text) > maxText {
		return unknownText(at)
	}
	return text{t.text + other.text, append(slices.Clip(t.unknown), other.unknown...), at}
}

// constant returns the text of a constant.
func (c *checker) constant(e ast.Expr) (text string, ok bool) {
	if value := c.info.Types[e].Value; value != nil && value.Kind() == constant.String {
		return constant.StringVal(value), true
	}
	return "", false
}

// only returns the expression that another stands for, nil if it is not known: what a variable
// is set to, or what a function returns.
func (c *checker) only(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		if value, writes, ok := c.history(e); ok && len(writes) == 0 {
			return value
		}
	case *ast.CallExpr:
		if c.info.Types[e.Fun].IsType() && mayBeNil(c.info.TypeOf(e)) {
			return e.Args[0]
		}
		return c.result(e)
	}
	return nil
}

// shown follows an expression to what it stands for, if that is one: through variables and
// functions that return something. The writes are those to it on that way, in order.
//
//	p := Path{"id": id}; q := p; q["a"] = 1  =>  for q: Path{"id": id}, [q["a"] = 1]
func (c *checker) shown(e ast.Expr) (end ast.Expr, writes []write) {
	e = plain(e)
	if c.left--; c.left < 0 || e == zero {
		return e, nil
	}
	c.followed = append(c.followed, e)
	one := c.only(e)
	if id, isIdent := e.(*ast.Ident); isIdent && one == nil {
		one, writes, _ = c.history(id)
	}
	if one == nil {
		return e, nil
	}
	end, before := c.shown(one)
	return end, append(slices.Clip(before), writes...)
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

func (c *checker) isTest(n ast.Node) bool {
	return strings.HasSuffix(c.pass.Fset.Position(n.Pos()).Filename, "_test.go")
}

// result returns what a function of the package returns, or a literal without parameters, nil if that
// is not one expression. Its parameters stand for the arguments of one call.
func (c *checker) result(call *ast.CallExpr) ast.Expr {
	if literal, isLiteral := ast.Unparen(call.Fun).(*ast.FuncLit); isLiteral && len(call.Args) == 0 {
		return onlyResult(literal.Body)
	}
	fn := typeutil.StaticCallee(c.info, call)
	if c.left--; fn == nil || fn.Pkg() != c.pass.Pkg || c.left < 0 {
		return nil
	}
	decl, isDecl := c.uses[fn.Origin()][0].Parent().Node().(*ast.FuncDecl)
	results := fn.Signature().Results()
	isPassed := !fn.Signature().Variadic() && fn.Signature().Params().Len() == len(call.Args)
	if !isDecl || !isPassed || decl.Body == nil || results.Len() != 1 || results.At(0).Name() != "" || isAround(decl, c.at.Node()) {
		return nil
	}
	if before := c.called[fn.Origin()]; before != nil && before != call {
		return nil // it is called with other arguments too
	}
	c.called[fn.Origin()] = call
	for i, arg := range call.Args {
		c.bound[fn.Origin().Signature().Params().At(i)] = arg
	}
	return onlyResult(decl.Body)
}

// onlyResult returns what a function with one result without a name returns, nil if it may return
// another.
func onlyResult(body *ast.BlockStmt) ast.Expr {
	if all := returnsOf(body); len(all) == 1 && len(all[0].Results) == 1 {
		return all[0].Results[0]
	}
	return nil
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

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
//	n, an integer       =>  "1"
type text struct {
	text    string
	unknown []ast.Expr
	at      ast.Expr // that has it
	guessed bool     // it has an integer that is not known
}

// maxText is how many bytes a text may have of which another is put.
const maxText = 1 << 16

// textOf returns the text of an expression. What it returns for types that are neither text nor
// integers means nothing.
func (c *checker) textOf(e ast.Expr) text {
	e = ast.Unparen(e)
	constant, isConstant := c.constant(e)
	sum, isBinary := e.(*ast.BinaryExpr)
	call, isCall := e.(*ast.CallExpr)
	switch {
	case isConstant:
		return text{text: constant, at: e}
	case e == zero:
		return text{at: e}
	case isBasic(c.info.TypeOf(e), types.IsInteger):
		return text{text: sampleText, at: e, guessed: true}
	case isBinary && sum.Op == token.ADD:
		return c.textOf(sum.X).join(e, c.textOf(sum.Y))
	case isCall && c.isOf(call, "fmt.Sprintf"):
		return c.formatted(call)
	}
	if one := c.only(e); one != nil {
		t := c.textOf(one)
		if scope := declarationOf(c.at); scope == nil || t.at.Pos() < scope.Pos() || scope.End() <= t.at.Pos() {
			t.at = e
		}
		return t
	}
	return unknownText(e)
}

func unknownText(e ast.Expr) text { return text{text: mark, unknown: []ast.Expr{e}, at: e} }

// join returns a text with another behind it.
func (t text) join(at ast.Expr, other text) text {
	isOpen := strings.LastIndexByte(t.text, '{') > strings.LastIndexByte(t.text, '}') // the integer is part of a name
	if len(t.text) > maxText || other.guessed && isOpen {
		return unknownText(at)
	}
	return text{t.text + other.text, append(slices.Clip(t.unknown), other.unknown...), at, t.guessed || other.guessed}
}

// text returns the text of an expression, a mark if it has an integer that is not known.
func (c *checker) text(e ast.Expr) (string, []ast.Expr) {
	if t := c.textOf(e); !t.guessed {
		return t.text, t.unknown
	}
	return mark, []ast.Expr{e}
}

// constant returns the text of a constant.
func (c *checker) constant(e ast.Expr) (text string, ok bool) {
	if value := c.info.Types[e].Value; value != nil && value.Kind() == constant.String {
		return constant.StringVal(value), true
	}
	return "", false
}

// verbs are those of fmt.Sprintf that write a text or an integer as it is.
var verbs = regexp.MustCompile(`%[sdv]`)

// formatted returns the text of a call of fmt.Sprintf, if its verbs are plain, and its
// arguments have no methods.
func (c *checker) formatted(call *ast.CallExpr) text {
	format, ok := c.constant(call.Args[0])
	literals := verbs.Split(format, -1)
	if !ok || len(literals) != len(call.Args) || strings.Contains(strings.Join(literals, ""), "%") || call.Ellipsis.IsValid() {
		return unknownText(call)
	}
	all := text{text: literals[0], at: call}
	for i, arg := range call.Args[1:] {
		one := c.textOf(arg)
		if _, isPlain := types.Unalias(c.info.TypeOf(arg)).(*types.Basic); !isPlain {
			one = unknownText(arg)
		}
		all = all.join(call, one).join(call, text{text: literals[i+1]})
	}
	return all
}

// only returns the expression that another stands for, nil if it is not known: what a variable
// is set to, a field of a literal, or what a function returns.
func (c *checker) only(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		if value, writes, ok := c.history(e); ok && len(writes) == 0 {
			return value
		}
	case *ast.SelectorExpr:
		selection := c.info.Selections[e]
		isOwn := selection != nil && len(selection.Index()) == 1 // and not that of an embedded struct
		if literal := c.table(e.X); literal != nil && isOwn {
			if s, isStruct := pointee(c.info.TypeOf(literal)).Underlying().(*types.Struct); isStruct {
				value, _ := fieldOf(literal, s, e.Sel.Name)
				return value
			}
		}
	case *ast.CallExpr:
		if c.info.Types[e.Fun].IsType() && mayBeNil(c.info.TypeOf(e)) {
			return e.Args[0]
		}
		return c.result(e)
	}
	return nil
}

// shown follows an expression to what it stands for, if that is one: through variables,
// fields of literals and functions that return something. The writes
// are those to it on that way, in order.
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

// table returns the literal that an expression stands for, if nothing changes it.
func (c *checker) table(e ast.Expr) *ast.CompositeLit {
	end, writes := c.shown(e)
	literal, _ := end.(*ast.CompositeLit)
	if len(writes) > 0 {
		return nil
	}
	return literal
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

// maxStatements is how many statements or results a function may have whose results are read.
const maxStatements = 20

// result returns what a function of the package returns, nil if that is not one expression. Its
// parameters stand for the arguments of one call.
func (c *checker) result(call *ast.CallExpr) ast.Expr {
	body := c.body(call)
	all := c.results(body)
	if len(all) == 0 || isAround(body, c.at.Node()) || c.called[body] != nil && c.called[body] != call {
		return nil // it is called with other arguments too
	}
	c.called[body] = call
	var ways []int
	for i := range all {
		ways = append(ways, i)
	}
	if fn := typeutil.StaticCallee(c.info, call); fn != nil && !fn.Signature().Variadic() && fn.Signature().Params().Len() == len(call.Args) {
		for i, arg := range call.Args {
			c.bound[fn.Origin().Signature().Params().At(i)] = arg
		}
	}
	return all[c.way(call, ways, nil)]
}

// body returns the body of a function that is called and has one result, nil if it is not
// shown: that of a declared one, or of what is once called for a value.
//
//	var base = sync.OnceValue(func() endpoint.Endpoint { … })
func (c *checker) body(call *ast.CallExpr) *ast.BlockStmt {
	fn := typeutil.StaticCallee(c.info, call)
	if id, isIdent := ast.Unparen(call.Fun).(*ast.Ident); fn == nil && isIdent {
		if once, isCall := c.only(id).(*ast.CallExpr); isCall && c.isOf(once, "sync.OnceValue") && len(once.Args) == 1 {
			if literal, isLiteral := once.Args[0].(*ast.FuncLit); isLiteral {
				return literal.Body
			}
		}
	}
	if fn == nil || fn.Pkg() != c.pass.Pkg {
		return nil
	}
	decl, isDecl := c.uses[fn.Origin()][0].Parent().Node().(*ast.FuncDecl)
	if results := fn.Signature().Results(); !isDecl || results.Len() != 1 || results.At(0).Name() != "" {
		return nil
	}
	return decl.Body
}

// results returns what a function with one result may return.
func (c *checker) results(body *ast.BlockStmt) (all []ast.Expr) {
	if c.left--; body == nil || len(body.List) > maxStatements || c.left < 0 {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if stmt, isReturn := n.(*ast.ReturnStmt); isReturn {
			all = append(all, stmt.Results[0])
		}
		_, isLiteral := n.(*ast.FuncLit)
		return !isLiteral && len(all) <= maxStatements
	})
	if len(all) > maxStatements {
		return nil
	}
	return all
}

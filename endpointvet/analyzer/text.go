// Texts: what the code shows of a route, a key or a header, and what an expression stands for.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/types/typeutil"
)

// A text is that of an expression.
//
//	"GET /users/" + id  =>  "GET /users/\U0010FFFF", unknown [id]
type text struct {
	text    string
	unknown []ast.Expr
	at      ast.Expr // that has it
}

// sampleText is valid in a segment, a host, a port, a header and JSON.
const sampleText = "1"

// maxText is how many bytes a text may have of which another is put.
const maxText = 1 << 16

// textOf returns the text of an expression. What it returns for types that are neither text nor
// integers means nothing.
func (c *reading) textOf(e ast.Expr) text {
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
func (c *reading) formatted(call *ast.CallExpr) text {
	format, isConstant := c.constant(call.Args[0])
	parts := verb.Split(format, -1)
	if !isConstant || len(parts) != len(call.Args) || strings.Contains(strings.Join(parts, ""), "%") {
		return unknownText(call)
	}
	all := text{text: parts[0], at: call}
	for i, arg := range call.Args[1:] {
		t, value := unknownText(arg), c.info.Types[arg].Value
		switch basic, isPlain := types.Unalias(c.info.TypeOf(arg)).(*types.Basic); {
		case !isPlain: // it may have a String method
		case basic.Kind() == types.String:
			t = c.textOf(arg)
		case value != nil && basic.Info()&types.IsInteger != 0:
			t = text{text: value.ExactString(), at: arg}
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

// only returns the expression that another stands for, nil if it is not known: what a variable
// is set to, or what a function returns.
func (c *reading) only(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		if value, writes := c.history(e); len(writes) == 0 {
			return value
		}
	case *ast.CallExpr:
		if !c.info.Types[e.Fun].IsType() {
			return c.result(e)
		}
		isText := isBasic(c.info.TypeOf(e), types.IsString) && isBasic(c.info.TypeOf(e.Args[0]), types.IsString)
		if isText || mayBeNil(c.info.TypeOf(e)) {
			return e.Args[0]
		}
	}
	return nil
}

// shown follows an expression to what it stands for, if that is one: through variables and
// functions that return something. The writes are those to it on that way, in order.
//
//	p := Path{"id": id}; q := p; q["a"] = 1  =>  for q: Path{"id": id}, [q["a"] = 1]
func (c *reading) shown(e ast.Expr) (end ast.Expr, writes []write) {
	e = plain(e)
	if c.left--; c.left < 0 || e == zero {
		return e, nil
	}
	c.followed = append(c.followed, e)
	one := c.only(e)
	if id, isIdent := e.(*ast.Ident); isIdent && one == nil {
		one, writes = c.history(id)
	}
	if one == nil {
		return e, nil
	}
	end, before := c.shown(one)
	return end, append(slices.Clip(before), writes...)
}

// history returns what a variable holds where it is read, and what is written to its parts
// since, on the branches that are taken. The value is nil if it may hold more.
//
//	p := Params{"owner": o}
//	p["repo"] = r
//	api.Build("GET /repos/{owner}/{repo}", p)
func (c *reading) history(id *ast.Ident) (value ast.Expr, writes []write) {
	v, isVar := c.info.ObjectOf(id).(*types.Var)
	if !isVar || c.left < 0 || v.IsField() {
		return nil, nil
	}
	all, use := c.variable(v), c.places[id]
	if all.isOpen || len(all.writes) > maxWrites {
		return nil, nil
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
			return nil, nil
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
	return value, writes
}

// result returns what a function of the package returns, or a literal without parameters, nil if that
// is not one expression. Its parameters stand for the arguments of one call.
func (c *reading) result(call *ast.CallExpr) ast.Expr {
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

// parameter returns which parameter of which function around the call an expression is: of a declared
// one, or of a literal that a variable is declared with.
func (c *reading) parameter(e ast.Expr) (types.Object, int) {
	id, _ := ast.Unparen(e).(*ast.Ident)
	v, _ := c.info.ObjectOf(id).(*types.Var)
	for fn := range c.at.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		object := c.info.Defs[assignedTo(fn)]
		if decl, isDeclared := fn.Node().(*ast.FuncDecl); isDeclared {
			object = c.info.Defs[decl.Name]
		} else if held, isVar := object.(*types.Var); !isVar || c.variable(held).isOpen || len(c.variable(held).writes) > 0 {
			continue // which may hold another
		}
		if i := slices.Index(slices.Collect(object.Type().Underlying().(*types.Signature).Params().Variables()), v); i >= 0 {
			return object, i
		}
	}
	return nil, -1
}

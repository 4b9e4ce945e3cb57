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

// A text is one that an expression may have.
//
//	"GET /users/" + id  =>  "GET /users/\x00", unknown [id]
//	n, an integer       =>  "1"
type text struct {
	text    string
	unknown []ast.Expr
	at      ast.Expr // that has it
	guessed bool     // it has an integer that is not known
}

const (
	maxTexts = 1000    // of an expression
	maxText  = 1 << 16 // bytes, of which another text is put
)

// texts returns the texts that an expression may have. It is sure that each of
// them reaches the place where it is read. What it returns for types that are
// neither text nor integers means nothing.
func (c *checker) texts(e ast.Expr) (all []text, isSure bool) {
	e = ast.Unparen(e)
	if text, ok := c.constant(e); ok {
		return known(text, e), true
	}
	if e == zero {
		return known("", e), true
	}
	t := c.info.TypeOf(e)
	if isBasic(t, types.IsInteger) {
		return []text{{text: sampleText, at: e, guessed: true}}, true
	}
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		x, isSure := c.texts(sum.X)
		y, alsoSure := c.texts(sum.Y)
		return join(e, x, y), isSure && alsoSure
	}
	if call, ok := e.(*ast.CallExpr); ok {
		if fn := typeutil.StaticCallee(c.info, call); fn != nil && fn.FullName() == "fmt.Sprintf" {
			return c.formatted(call)
		}
	}
	choices, isSure := c.choices(e)
	if len(choices) == 0 || len(choices) > maxTexts {
		return unknownText(e), true
	}
	for _, choice := range choices {
		more, alsoSure := c.texts(choice)
		all, isSure = append(all, more...), isSure && alsoSure
	}
	if len(all) == 1 {
		all[0].at = e
	}
	return all, isSure
}

func known(s string, at ast.Expr) []text { return []text{{text: s, at: at}} }

func unknownText(e ast.Expr) []text { return []text{{text: mark, unknown: []ast.Expr{e}, at: e}} }

// join returns each text of one part after each of the other.
func join(at ast.Expr, x, y []text) (all []text) {
	for _, a := range x {
		for _, b := range y {
			isOpen := strings.LastIndexByte(a.text, '{') > strings.LastIndexByte(a.text, '}') // the integer is part of a name
			if len(all) == maxTexts || len(a.text) > maxText || b.guessed && isOpen {
				return unknownText(at)
			}
			all = append(all, text{a.text + b.text, append(slices.Clip(a.unknown), b.unknown...), at, a.guessed || b.guessed})
		}
	}
	return all
}

// text returns the text of an expression if there is one, else a mark.
func (c *checker) text(e ast.Expr) (string, []ast.Expr) {
	if all, isSure := c.texts(e); isSure && len(all) == 1 && !all[0].guessed {
		return all[0].text, all[0].unknown
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

// formatted returns the texts of a call of fmt.Sprintf, if its verbs are plain, and its
// arguments have no methods.
func (c *checker) formatted(call *ast.CallExpr) (all []text, isSure bool) {
	format, ok := c.constant(call.Args[0])
	literals := verbs.Split(format, -1)
	if !ok || len(literals) != len(call.Args) || strings.Contains(strings.Join(literals, ""), "%") || call.Ellipsis.IsValid() {
		return unknownText(call), true
	}
	all, isSure = known(literals[0], call), true
	for i, arg := range call.Args[1:] {
		more, alsoSure := c.texts(arg)
		if _, isPlain := types.Unalias(c.info.TypeOf(arg)).(*types.Basic); !isPlain {
			more = unknownText(arg)
		}
		all, isSure = join(call, join(call, all, more), known(literals[i+1], call)), isSure && alsoSure
	}
	return all, isSure
}

// choices returns what an expression may be that stands for others: a variable, a field of
// a literal, or a call of a function that only returns something. It is sure that each of
// them can be meant.
func (c *checker) choices(e ast.Expr) (all []ast.Expr, isSure bool) {
	switch e := e.(type) {
	case *ast.Ident:
		if init := c.declaredWith(e); init != nil {
			return []ast.Expr{init}, true
		}
		return c.branches(e)
	case *ast.SelectorExpr:
		selection := c.info.Selections[e]
		isOwn := selection != nil && len(selection.Index()) == 1 // and not that of an embedded struct
		if literal := c.table(e.X); literal != nil && isOwn {
			if s, isStruct := pointee(c.info.TypeOf(literal)).Underlying().(*types.Struct); isStruct {
				value, _ := fieldOf(literal, s, e.Sel.Name)
				return []ast.Expr{value}, true
			}
		}
	case *ast.CallExpr:
		if results := c.results(e); len(results) == 1 {
			return results, true
		}
	}
	return nil, false
}

// only returns the expression that another stands for, if there is only one.
func (c *checker) only(e ast.Expr) ast.Expr {
	if all, isSure := c.choices(e); isSure && len(all) == 1 {
		return all[0]
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
	one := c.only(e)
	if id, isIdent := e.(*ast.Ident); isIdent && !isFixed(c.info.TypeOf(e)) {
		init, before, ok := c.history(id)
		if !ok || init == nil {
			return e, before
		}
		one, writes = init, before
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
func fieldOf(literal *ast.CompositeLit, s *types.Struct, name string) (value ast.Expr, key *ast.Ident) {
	if literal == nil {
		return nil, nil
	}
	for i, elt := range literal.Elts {
		if pair, ok := elt.(*ast.KeyValueExpr); !ok && s.Field(i).Name() == name {
			return elt, nil
		} else if ok && pair.Key.(*ast.Ident).Name == name {
			return pair.Value, pair.Key.(*ast.Ident)
		}
	}
	return zero, nil
}

func (c *checker) isTest(n ast.Node) bool {
	return strings.HasSuffix(c.pass.Fset.Position(n.Pos()).Filename, "_test.go")
}

// maxStatements is how many statements a function may have whose results are read.
const maxStatements = 20

// results returns what a function of the package may return, if it has one result.
func (c *checker) results(call *ast.CallExpr) []ast.Expr {
	return c.resultsOf(typeutil.StaticCallee(c.info, call))
}

func (c *checker) resultsOf(fn *types.Func) (all []ast.Expr) {
	if c.left--; fn == nil || fn.Pkg() != c.pass.Pkg || c.left < 0 {
		return nil
	}
	decl, ok := c.uses[fn.Origin()][0].Parent().Node().(*ast.FuncDecl)
	results := fn.Signature().Results()
	if !ok || decl.Body == nil || len(decl.Body.List) > maxStatements || results.Len() != 1 || results.At(0).Name() != "" {
		return nil
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if stmt, isReturn := n.(*ast.ReturnStmt); isReturn {
			all = append(all, stmt.Results[0])
		}
		_, isLiteral := n.(*ast.FuncLit)
		return !isLiteral
	})
	return all
}

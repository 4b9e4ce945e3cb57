// Routes and other text: what of it is known, and what is formatted into it.

package analyzer

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// A piece of a text is known, or an expression.
//
//	"GET /users/" + id => {text: "GET /users/"}, {expr: id}
type piece struct {
	text string
	expr ast.Expr
}

// pieces returns the pieces of a text, where integers are "1".
func (c *checker) pieces(e ast.Expr) []piece {
	e = ast.Unparen(e)
	if text, ok := c.constant(e); ok {
		return []piece{{text: text}}
	}
	if isBasic(c.info.TypeOf(e), types.IsInteger) {
		return []piece{{text: sampleText}}
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return append(c.pieces(e.X), c.pieces(e.Y)...)
		}
	case *ast.Ident:
		if init := c.onlyValue(e); init != nil {
			return c.pieces(init)
		}
	case *ast.CallExpr:
		if fn := typeutil.StaticCallee(c.info, e); fn != nil && fn.FullName() == "fmt.Sprintf" {
			return c.formatted(e)
		}
	}
	return []piece{{expr: e}}
}

// constant returns the text of a constant.
func (c *checker) constant(e ast.Expr) (text string, ok bool) {
	value := c.info.Types[e].Value
	if value == nil || value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(value), true
}

// formatted returns the pieces of a call of fmt.Sprintf, if its verbs are plain.
func (c *checker) formatted(call *ast.CallExpr) (pieces []piece) {
	format, _ := c.constant(call.Args[0])
	texts := strings.Split(" "+format, "%")
	for i, text := range texts {
		if len(texts) != len(call.Args) || i > 0 && (text == "" || !strings.Contains("svd", text[:1])) {
			return []piece{{expr: call}}
		}
		if i > 0 {
			pieces = append(pieces, c.pieces(call.Args[i])...)
		}
		pieces = append(pieces, piece{text: text[1:]})
	}
	return pieces
}

// join returns a text, if all its pieces are known.
func join(pieces []piece) (text string, ok bool) {
	for _, p := range pieces {
		if p.expr != nil {
			return "", false
		}
		text += p.text
	}
	return text, true
}

// checkFormatted reports text that a caller chooses and that begins a segment,
// or a value in the query. It may have slashes, braces and question marks.
func (c *checker) checkFormatted(pieces []piece) {
	before := ""
	for _, p := range pieces {
		if p.expr == nil {
			before += p.text
			continue
		}
		isSegment := strings.HasSuffix(before, "/") && !strings.HasSuffix(before, "//") // which a host follows
		if (isSegment || strings.HasSuffix(before, "=")) && c.isFromCaller(p.expr) {
			shown := types.ExprString(p.expr)
			name := shown[strings.LastIndexByte(shown, '.')+1:]
			c.report(p.expr, "%s is formatted into the route, where it is not escaped: write {%s} and pass it in Path", shown, name)
			return
		}
		before = ""
	}
}

// isFromCaller reports whether a text is a parameter of the function that it is
// in, or a field of one. The program itself may choose any other text, and also
// one that each caller of the function knows.
func (c *checker) isFromCaller(e ast.Expr) bool {
	if !isBasic(c.info.TypeOf(e), types.IsString) {
		return false
	}
	selector, ok := e.(*ast.SelectorExpr)
	for ; ok; selector, ok = e.(*ast.SelectorExpr) {
		e = selector.X
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	fn, i := c.parameter(id)
	return fn != nil && !c.isKnownToCallers(fn, i)
}

// isKnownToCallers reports whether a helper that is not exported is only called
// with a known text as its argument i.
func (c *checker) isKnownToCallers(fn *types.Func, i int) bool {
	known := false
	for _, s := range c.calls {
		if s.fn == fn {
			if _, known = join(c.pieces(s.call.Args[i])); !known {
				break
			}
		}
	}
	return known && !fn.Exported()
}

// parameter returns the function declaration of which an identifier is a
// parameter, and which one. A receiver is none.
func (c *checker) parameter(id *ast.Ident) (*types.Func, int) {
	v := c.info.ObjectOf(id)
	for _, use := range c.uses[v] {
		for decl := range use.Enclosing((*ast.FuncDecl)(nil)) {
			fn := c.info.Defs[decl.Node().(*ast.FuncDecl).Name].(*types.Func)
			for i := range fn.Signature().Params().Len() {
				if fn.Signature().Params().At(i) == v {
					return fn, i
				}
			}
		}
	}
	return nil, -1
}

// isSlip reports whether a name is a misspelling of another: in case or
// punctuation, or by a letter. Unless it is certain that the other is missing,
// both may be meant: a plural, or words with different first letters.
func isSlip(name, want string, certain bool) bool {
	plain := strings.NewReplacer("_", "", "-", "", ".", "")
	switch {
	case name == want:
		return false
	case strings.EqualFold(plain.Replace(name), plain.Replace(want)):
		return true
	}
	isPlural := name+"s" == want || want+"s" == name
	return isOneEdit(name, want) && (certain || len(want) > 3 && !isPlural && name[0] == want[0])
}

// isOneEdit reports whether a letter more, less or changed, or two swapped,
// makes one word of the other, of three letters at least.
func isOneEdit(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch x, y := a[i:], b[i:]; {
	case len(a) < 3:
		return false
	case len(x) < len(y):
		return x == y[1:]
	case len(x) < 2:
		return len(x) == 1 && len(y) == 1
	default:
		return x[1:] == y[1:] || x[0] == y[1] && x[1] == y[0] && x[2:] == y[2:]
	}
}

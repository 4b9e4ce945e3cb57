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
	texts := strings.Split(strings.NewReplacer("%d", "%s", "%v", "%s").Replace(format), "%s")
	if len(texts) != len(call.Args) || strings.Contains(strings.Join(texts, ""), "%") {
		return []piece{{expr: call}}
	}
	for i, arg := range call.Args[1:] {
		pieces = append(append(pieces, piece{text: texts[i]}), c.pieces(arg)...)
	}
	return append(pieces, piece{text: texts[len(texts)-1]})
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
// in, or a field of one. The program itself may choose any other text. The calls
// of a helper that is not exported are checked instead.
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
	fn, _ := c.parameter(id)
	return fn != nil && (fn.Exported() || c.helpers[fn] == nil)
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
	if len(a) < 3 || len(b) < 3 {
		return false
	}
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	isSwap := len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
	return isSwap || len(a) < 2 && len(b) < 2
}

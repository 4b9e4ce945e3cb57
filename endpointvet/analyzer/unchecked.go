// Calls that were not checked: why, and what to write so that they are.

package analyzer

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint"
)

// uncheckedFlag says that calls that were not checked are reported.
var uncheckedFlag bool

func init() {
	Analyzer.Flags.BoolVar(&uncheckedFlag, "unchecked", false, "report the calls that were not checked, with the reason, and the lines that "+ignoreName+" silences")
}

// An unchecked call was not judged by the library, or not by a document.
type unchecked struct {
	at     ast.Node
	reason string
}

// uncheckIn notes that a call was not checked, at an expression if that stands in it.
func (c *checker) uncheckIn(call *ast.CallExpr, e ast.Expr, format string, arguments ...any) {
	if e.Pos() < call.Pos() || call.End() <= e.Pos() {
		e = call.Fun
	}
	c.uncheck(e, format, arguments...)
}

// uncheck notes that a call was not checked.
func (c *checker) uncheck(at ast.Node, format string, arguments ...any) {
	c.unchecked = append(c.unchecked, unchecked{at, "not checked: " + fmt.Sprintf(format, arguments...)})
}

// uncheckRoute notes that a call is not checked since the text of its route is not known.
func (c *checker) uncheckRoute(s site, route text) {
	if c.makes[s.call()] != nil {
		return
	}
	e := route.unknown[0]
	c.begin(s)
	isWhole := strings.Trim(strings.Split(route.text, mark)[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZ ") == "" // but for its method
	if fn, _ := c.parameter(e); fn != nil && isWhole {
		c.uncheckIn(s.call(), e, "%s is changed, or passed to several calls: pass it on as it is, to one call", types.ExprString(e))
	} else {
		c.uncheckIn(s.call(), e, "the text of %s is not known: write {name} in the route and pass the value in Path, or make a call for each constant route", types.ExprString(e))
	}
	if isWhole && c.mentionsParameter(e) {
		c.uncheckCalls(s.cursor)
	}
}

// mentionsParameter reports whether an expression is made of a parameter of the function
// around the call that is read.
func (c *checker) mentionsParameter(e ast.Expr) (ok bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, isIdent := n.(*ast.Ident); isIdent {
			fn, _ := c.parameter(id)
			ok = ok || fn != nil
		}
		return true
	})
	return ok
}

// uncheckCalls notes that the calls of the function around a call are not checked, since
// what they pass to it is not seen in that call.
func (c *checker) uncheckCalls(cursor inspector.Cursor) {
	for fn := range cursor.Enclosing((*ast.FuncDecl)(nil)) {
		object := c.info.Defs[fn.Node().(*ast.FuncDecl).Name]
		if c.helpers[object] != nil || c.isUnseen[object] {
			return
		}
		c.isUnseen[object] = true
		c.pass.ExportObjectFact(object, &helper{})
		for _, use := range c.uses[object][1:] {
			if use = whole(use); use.ParentEdgeKind() == edge.CallExpr_Fun {
				c.uncheckCallOf(use.Parent(), object)
			}
		}
	}
}

// uncheckCallOf notes that a call of a function is not checked, and neither are those of
// the function around it, if that passes a parameter on.
func (c *checker) uncheckCallOf(cursor inspector.Cursor, fn types.Object) {
	call := cursor.Node().(*ast.CallExpr)
	c.uncheck(call.Fun, "it is not seen what %s makes of its arguments: see the call in it", fn.Name())
	c.at = cursor
	if slices.ContainsFunc(call.Args, c.mentionsParameter) {
		c.uncheckCalls(cursor)
	}
}

// uncheckLayers notes that a call is not checked since a layer may hold more than is
// shown.
func (c *checker) uncheckLayers(k *call) {
	if !k.builds() {
		return
	}
	if k.left < 0 {
		c.uncheck(k.site.call().Fun, "it has too many keys and layers that may be missing: make a call for each case")
		return
	}
	fn := c.makes[k.site.call()]
	for _, h := range k.holes {
		c.isOpen = c.isOpen || h.only != nil && h.only.Any
		isName := h.field == "" || h.field == "Params" || h.field == "Path" || h.field == "Query"
		isOwn := slices.ContainsFunc(k.layers[k.defaults:], func(l endpoint.Layer) bool { return l == h.layer })
		if !isName || h.key != "" || h.only != nil || !isOwn {
			continue
		}
		if h.e == nil {
			c.uncheck(k.site.call().Fun, "the function adds a layer that is not shown here: let it add literals only, or pass the layer in the call")
			return
		}
		c.begin(k.site)
		if of, param := c.passed(h.e, false); of != nil && of == fn && slices.ContainsFunc(c.helpers[fn].Parts, func(p part) bool { return p.Param == param }) {
			continue
		}
		c.uncheckIn(k.site.call(), h.e, "the names in %s are not known: write them in a literal, or pass a parameter on as it is", types.ExprString(h.e))
		return
	}
}

// unreadMethods are those whose calls are listed if their arguments are not read.
var unreadMethods = []string{"(" + libraryPath + ".Endpoint).Build", "(" + libraryPath + ".Endpoint).HTTPRequest", "(" + libraryPath + ".Endpoint).Parse"}

// uncheckUnseen notes calls that are not found: of functions that are not known, and of
// helpers that are passed on as values.
func (c *checker) uncheckUnseen() {
	isSite := map[ast.Node]bool{}
	for _, s := range c.calls {
		isSite[s.call()] = true
	}
	for cursor := range c.root.Preorder((*ast.CallExpr)(nil)) {
		call := cursor.Node().(*ast.CallExpr)
		signature, isFunc := c.info.TypeOf(call.Fun).(*types.Signature)
		if isSite[call] || !isFunc {
			continue
		}
		fn := typeutil.StaticCallee(c.info, call)
		last := signature.Params().Len() - 1
		switch {
		case fn != nil && slices.Contains(unreadMethods, fn.FullName()):
			c.uncheck(call.Fun, "the arguments of %s are not known: call Build as a method, with a route and layers", fn.Name())
		case fn == nil && !c.info.Types[call.Fun].IsBuiltin() && last >= 0 && isLayers(signature.Params().At(last).Type()):
			c.uncheck(call.Fun, "the function that is called is not known: call a declared function or method")
		}
	}
	for object := range c.helpers {
		for _, use := range c.uses[object][1:] {
			if isValue(use) && use.ParentEdgeKind() != edge.KeyValueExpr_Key {
				c.uncheck(use.Node(), "%s is passed on as a function, and its calls are not known: call it here", object.Name())
			}
		}
	}
}

// reportUnchecked reports the calls that were not checked, and the lines that are
// ignored.
func (c *checker) reportUnchecked() {
	if !uncheckedFlag {
		return
	}
	try(c.uncheckUnseen)
	if c.isOpen && c.openAt != nil {
		c.unchecked = append(c.unchecked, unchecked{c.openAt, "missing names are not reported in this package, since an Endpoint with any defaults may come in here: do not export it, and make it by New with layers that are shown"})
	} else if c.isOpen {
		c.unchecked = append(c.unchecked, unchecked{c.pass.Files[0].Name, "missing names are not reported in this package, since an Endpoint with any defaults may come in by an import"})
	}
	slices.SortStableFunc(c.unchecked, func(a, b unchecked) int { return cmp.Compare(a.at.Pos(), b.at.Pos()) })
	for _, u := range c.unchecked {
		c.report(notChecked, u.at, u.reason)
	}
	c.reportIgnored()
}

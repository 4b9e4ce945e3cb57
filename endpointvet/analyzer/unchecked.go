// Reports, and calls that were not checked: why, and what to write so that they are.

package analyzer

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint"
)

// uncheck notes that a call was not checked, once, at an expression if that stands in it. What
// may be called later stands for a call.
func (c *notes) uncheck(call, e ast.Expr, format string, arguments ...any) {
	if _, isNoted := c.unchecked[call]; isNoted {
		return
	}
	if e == nil || e.Pos() < call.Pos() || call.End() <= e.Pos() {
		e = call
		if call, isCall := call.(*ast.CallExpr); isCall {
			e = call.Fun
		}
	}
	c.unchecked[call] = unchecked{e, "not checked: " + fmt.Sprintf(format, arguments...)}
}

// uncheckedFlag says that calls that were not checked are reported.
var uncheckedFlag bool

// uncheckLayers notes that a call, which may succeed, is not checked: a layer or a value is
// not shown, or it succeeds only with what is not shown.
func (c *notes) uncheckLayers(k *call) {
	isWhole := k.builds() && !(c.isPassing(k.site.call()) && c.isCalled(k.site.call()))
	if isWhole && k.left < 0 {
		c.uncheck(k.site.call(), nil, "it has too many keys and layers that may be missing: make a call for each case")
	} else if isWhole {
		c.uncheckHoles(k)
	}
	for _, out := range []change{nil, k.mayBeOut()} { // with nothing in its holes
		undo := out.make()
		if _, err := k.build(); err != nil && (isWhole || !k.builds() && k.isDecided(err)) {
			c.uncheckBranch(k, err)
		}
		undo()
	}
}

// uncheckHoles notes that a call is not checked since a layer or a value is not shown, and
// once for an Endpoint that its defaults are not.
func (c *notes) uncheckHoles(k *call) {
	call := k.site.call()
	for _, h := range k.holes {
		isField := h.Key == "" && slices.Contains([]string{"", "Params", "Path", "Query", "Headers"}, h.Field)
		isAny := h.e != nil && (h.Key != "" || h.Field == "Data") && types.IsInterface(c.info.TypeOf(h.e))
		isOwn := slices.Contains(k.slots[k.defaults:], h.layer)
		fn, _ := c.parameter(h.e)
		switch {
		case !isOwn && h.Field == "":
			c.uncheckDefaults(k)
		case !isOwn, h.mayBeOut, fn != nil && fn == c.makes[call]: // which the Endpoint has, or a caller
		case isField && h.e == nil:
			c.uncheck(call, nil, "the function adds a layer that is not shown here: let it add literals only, or pass the layer in the call")
		case isField:
			c.uncheck(call, h.e, "the names in %s are not known: write them in a literal, or pass a parameter on as it is", types.ExprString(h.e))
		case isAny && !hasTextMethod(c.info.TypeOf(h.e)):
			c.uncheck(call, h.e, "the type of %s is not known: pass a value of another type than any", types.ExprString(h.e))
		}
	}
}

// uncheckBranch notes that a call fails in a branch, or with nothing in a hole.
func (c *notes) uncheckBranch(k *call, err *endpoint.Error) {
	at, _ := k.where(err).(ast.Expr)
	if err.Err == endpoint.ErrOrigin && k.mayHave("", "BaseURL") {
		err = &endpoint.Error{Err: err.Err, Name: err.Name, Reason: "BaseURL is not shown here"}
	}
	c.uncheck(k.site.call(), at, "it fails unless a branch, a default or a layer that is not shown prevents it: %s", c.message(at, err))
}

// uncheckDefaults notes once for an Endpoint that its defaults are not shown.
func (c *notes) uncheckDefaults(k *call) {
	at := cmp.Or(c.apiOf(k.site), k.site.call().Fun)
	object := c.objectOf(at)
	if c.isNoted[object] {
		return
	}
	c.isNoted[object] = object != nil
	c.noted = append(c.noted, unchecked{at, "not checked with defaults: those of " + types.ExprString(at) + " are not all shown: " +
		"make it by one call of New, in a variable or field that is not exported"})
}

// count counts each use of the methods that build a request, and of helpers, and the calls
// of what may be one of them, and how many were checked. It notes those that were not.
func (c *notes) count() (calls, checked int) {
	counted := map[ast.Expr]bool{}
	names := map[string][]*types.Func{} // of the methods
	for object, uses := range c.uses {
		fn, isFunc := object.(*types.Func)
		isMethod := isFunc && strings.HasPrefix(fn.FullName(), "("+libraryPath+".Endpoint).") &&
			slices.Contains([]string{"Build", "HTTPRequest", "Parse"}, fn.Name())
		if h := c.helperOf(object); !isMethod && (h == nil || h.Name == "New") {
			continue
		}
		if isFunc && fn.Signature().Recv() != nil {
			names[fn.Name()] = append(names[fn.Name()], fn)
		}
		for _, use := range uses {
			whole := whole(use)
			if call, isCall := whole.Parent().Node().(*ast.CallExpr); isCall && whole.ParentEdgeKind() == edge.CallExpr_Fun {
				c.countCall(call, use, counted)
			} else if isHeld := c.methodOf(c.info.Defs[assignedTo(whole)]) != nil; !isHeld && c.info.Defs[use.Node().(*ast.Ident)] == nil &&
				use.ParentEdgeKind() != edge.KeyValueExpr_Key {
				c.uncheck(use.Node().(ast.Expr), nil, "%s is passed on as a function, and its calls are not known: call it here", object.Name())
			}
		}
	}
	for cursor := range c.root.Preorder((*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
		call, isCall := cursor.Node().(*ast.CallExpr)
		literal, _ := cursor.Node().(*ast.CompositeLit)
		switch {
		case isCall && isType[*ast.Ident](call.Fun) && c.methodOf(c.info.Uses[call.Fun.(*ast.Ident)]) != nil:
			c.countCall(call, c.places[call.Fun.(*ast.Ident)], counted)
		case isCall && c.isUnknown(call, names):
			c.uncheck(call, nil, "the function that is called is not known: call a declared function or method")
		case !isCall && libraryType(c.info.TypeOf(literal)) == "Request" && len(literal.Elts) > 0 && !c.isTest(literal):
			c.uncheck(literal, literal.Type, "a Request is made by hand here: build it")
		}
	}
	for call := range c.unchecked {
		counted[call] = true
	}
	return len(counted), len(counted) - len(c.unchecked)
}

// countCall counts a call, unless it is checked where the function around it is called. Nobody makes
// the others.
func (c *notes) countCall(call *ast.CallExpr, use inspector.Cursor, counted map[ast.Expr]bool) {
	if _, isNoted := c.unchecked[call]; c.isPassing(call) && !isNoted {
		return
	}
	if counted[call] = true; !c.judged[call] {
		c.uncheck(call, nil, "the arguments of %s are not known: call Build as a method, with a route and layers", use.Node().(*ast.Ident).Name)
	}
}

// isUnknown reports whether a call may be of a method that builds a request, or of a helper:
// of a function value with layers, or of the method of an interface that has one.
func (c *notes) isUnknown(call *ast.CallExpr, names map[string][]*types.Func) bool {
	signature, isFunc := c.info.TypeOf(call.Fun).Underlying().(*types.Signature)
	object := typeutil.Callee(c.info, call)
	isOther := c.info.Types[call.Fun].IsBuiltin() || c.info.Types[call.Fun].IsType() || c.helpers[object] != nil
	if !isFunc || isOther || typeutil.StaticCallee(c.info, call) != nil {
		return false
	}
	isLayered := func(v *types.Var) bool { return isLayers(v.Type()) || isLayer(v.Type()) }
	if slices.ContainsFunc(slices.Collect(signature.Params().Variables()), isLayered) {
		return true
	}
	method, isMethod := object.(*types.Func)
	return isMethod && slices.ContainsFunc(names[method.Name()], func(fn *types.Func) bool {
		of, isInterface := method.Signature().Recv().Type().Underlying().(*types.Interface)
		return isInterface && types.Implements(types.NewPointer(pointee(fn.Signature().Recv().Type())), of)
	})
}

// reportUnchecked reports the calls that were not checked, the lines that are ignored, and
// how many calls there are.
func (c *notes) reportUnchecked() {
	if !uncheckedFlag {
		return
	}
	var calls, checked int
	try(func() { calls, checked = c.count() })
	for call, u := range c.undocumented {
		if _, isNoted := c.unchecked[call]; !isNoted {
			c.noted = append(c.noted, u)
		}
	}
	c.noted = slices.AppendSeq(c.noted, maps.Values(c.unchecked))
	slices.SortStableFunc(c.noted, func(a, b unchecked) int {
		return cmp.Or(cmp.Compare(a.at.Pos(), b.at.Pos()), cmp.Compare(a.at.End(), b.at.End()), strings.Compare(a.reason, b.reason))
	})
	for _, u := range c.noted {
		c.report(notChecked, u.at, u.reason)
	}
	if at := c.pass.Files[0].Name; calls > 0 {
		c.pass.Report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Category: notChecked, Message: fmt.Sprintf(Counted, checked, calls)})
	}
}

// Counted says how many calls were checked, and of how many.
const Counted = "%d of %d calls checked"

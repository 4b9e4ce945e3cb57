// The code of the package: what stands where, the parts of its syntax, its types, and which ways
// lead to a statement.

package analyzer

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
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

// What an Endpoint has by default: what is given to New and Defaults, where the code shows
// that, else anything.

package analyzer

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"example.com/endpoint"
)

// maxOrigins bounds how far an Endpoint is followed.
const maxOrigins = 10

// read reads a call with a route.
func (c *reading) read(s site, route text) *call {
	k := &call{name: s.helper.Name, route: route.text, at: route.at, site: s}
	c.addDefaults(k, s, nil)
	k.from = c.followed
	k.scope = declarationOf(s.cursor)
	k.defaults = len(k.slots)
	shared := len(k.spots)
	c.addLayers(k, s)
	k.own = k.spots[shared:]
	k.merged = endpoint.New(endpoint.Options{Method: "NONE"}).Merge(k.route, layers(k.slots)...)
	return k
}

// apiOf returns the Endpoint of a call: for a helper of this package that of its call, or the
// argument that it is. It is nil if that is not shown.
func (c *reading) apiOf(s site) ast.Expr {
	first := s.helper.from
	if first == nil {
		return s.api
	}
	api, at := c.apiOf(*first), c.at
	defer func() { c.at = at }()
	c.at = first.cursor
	if fn, param := c.parameter(api); fn != nil && fn == c.makes[first.call()] {
		return s.call().Args[param]
	}
	return api
}

// addDefaults adds the layers of the Endpoint that a call is made with. Those were seen whose
// variables it is made of.
func (c *reading) addDefaults(k *call, s site, seen []*types.Var) {
	if s.helper.Name == "New" {
		return
	}
	api := c.apiOf(s)
	made, seen, isKnown := c.maker(api, seen)
	c.bound = map[*types.Var]ast.Expr{} // what makes an Endpoint is checked where that is called
	switch {
	case !isKnown:
		k.newLayer()
		k.holes = append(k.holes, hole{layer: k.lastLayer(), isDefault: true})
	case made.helper != nil:
		c.addDefaults(k, made, seen)
		k.scope = declarationOf(made.cursor)
		c.addLayers(k, made)
	}
}

// maker returns the call of New or Defaults that an Endpoint is made by, if it is not the zero
// value, and the variables that it was followed through. It is not ok if that is not known.
func (c *reading) maker(api ast.Expr, seen []*types.Var) (s site, all []*types.Var, ok bool) {
	if api == nil {
		return s, seen, false
	}
	end, writes := c.shown(api)
	if len(writes) > 0 { // to an embedded Endpoint
		return s, seen, false
	}
	switch e := end.(type) {
	case *ast.CompositeLit:
		return s, seen, libraryType(c.info.TypeOf(e)) == "Endpoint"
	case *ast.CallExpr:
		if cursor, isSite := c.sites[e]; isSite {
			s, _ = c.siteOf(cursor)
			return s, seen, s.helper.Name == "New" || s.helper.Name == "Defaults"
		}
	}
	v, _ := c.objectOf(end).(*types.Var)
	if v == nil || v.Exported() || len(seen) >= maxOrigins {
		return s, seen, end == zero
	}
	return c.maker(c.oneOf(v, seen), append(slices.Clip(seen), v))
}

// oneOf returns what the package sets a field or a parameter to, which nothing else can set, by
// the way that is taken. What is made of another value of the same field stands for both.
//
//	return &client{api: c.api.Defaults(layers...)}
func (c *reading) oneOf(v *types.Var, seen []*types.Var) ast.Expr {
	if v.Pkg() != c.pass.Pkg || c.hasOthers || libraryType(v.Type()) != "Endpoint" || v.IsField() && !c.isAlwaysSet(v) {
		return nil
	}
	values, before := c.setTo(v), 0
	for _, other := range seen {
		if other == v {
			before++
		}
	}
	if len(values) > maxWrites || before >= len(values) {
		return nil
	}
	var ways []int
	for i := range values {
		ways = append(ways, i)
	}
	way := c.way(c.uses[v.Origin()][0].Node(), ways) // the field stands for the choice
	return values[(way+before)%len(values)]
}

// isAlwaysSet reports whether each value of a struct has a field set by a literal, and none is the
// zero value or converted: the name of its type stands in literals that set the field, its own or of a
// list, in parameters, in results without names and in types of pointers, and nowhere else.
func (c *reading) isAlwaysSet(field *types.Var) bool {
	name := c.uses[field.Origin()][0]
	spec, _ := enclosing(name, (*ast.TypeSpec)(nil)).(*ast.TypeSpec)
	isNamed := spec != nil && spec.Type == enclosing(name, (*ast.StructType)(nil))
	return isNamed && !slices.ContainsFunc(c.uses[c.info.Defs[spec.Name]], func(use inspector.Cursor) bool {
		at := whole(use).Parent()
		switch n := at.Node().(type) {
		case *ast.StarExpr:
			return c.mayMake(at)
		case *ast.CompositeLit:
			value, _ := fieldOf(n, c.info.TypeOf(n).Underlying().(*types.Struct), field.Name())
			return value == zero && !c.isTest(n) && !c.isSetNext(at, field)
		case *ast.ArrayType:
			return !c.allSet(at, field)
		case *ast.Field:
			kind := at.Parent().ParentEdgeKind()
			return kind == edge.StructType_Fields || kind == edge.FuncType_Results && n.Names != nil
		}
		return spec.Name != use.Node() && !c.isTest(use.Node())
	})
}

// allSet reports whether a literal of a list of structs sets a field in each.
//
//	for _, s := range []service{{api: a}, {api: b}} {
func (c *reading) allSet(list inspector.Cursor, field *types.Var) bool {
	literal, isLiteral := list.Parent().Node().(*ast.CompositeLit)
	return isLiteral && list.ParentEdgeKind() == edge.CompositeLit_Type && !slices.ContainsFunc(literal.Elts, func(e ast.Expr) bool {
		inner, isStruct := e.(*ast.CompositeLit)
		if !isStruct { // an element with an index may leave out others
			return isType[*ast.KeyValueExpr](e)
		}
		value, _ := fieldOf(inner, c.info.TypeOf(inner).Underlying().(*types.Struct), field.Name())
		return value == zero
	})
}

// mayMake reports whether the type of a pointer makes a zero value: in the type of a literal with
// literals that have no type, or in a conversion.
func (c *reading) mayMake(pointer inspector.Cursor) bool {
	at := pointer
	for slices.Contains([]edge.Kind{edge.ParenExpr_X, edge.StarExpr_X, edge.ArrayType_Elt, edge.MapType_Value}, at.ParentEdgeKind()) {
		at = at.Parent()
	}
	literal, isLiteral := at.Parent().Node().(*ast.CompositeLit)
	call, isCall := at.Parent().Node().(*ast.CallExpr)
	isConversion := isCall && at.ParentEdgeKind() == edge.CallExpr_Fun && !c.info.Types[call.Args[0]].IsNil()
	return isConversion || isLiteral && slices.ContainsFunc(elementsOf(literal), func(e ast.Expr) bool { return isType[*ast.CompositeLit](e) })
}

// isSetNext reports whether a literal of a struct is returned with an error, or what a variable is
// declared with whose field is set in the same block.
func (c *reading) isSetNext(literal inspector.Cursor, field *types.Var) bool {
	if isAddress(literal.Parent().Node()) {
		literal = literal.Parent()
	}
	if end, isReturn := literal.Parent().Node().(*ast.ReturnStmt); isReturn {
		return len(end.Results) > 1 && c.isError(end.Results[len(end.Results)-1])
	}
	return slices.ContainsFunc(c.uses[c.info.Defs[assignedTo(literal)]], func(use inspector.Cursor) bool {
		w, isWrite := writeOf(use)
		return isWrite && len(w.path) == 1 && types.ExprString(w.path[0]) == field.Name() && w.at.Parent() == literal.Parent().Parent()
	})
}

// What Endpoints may have by default: what the package and its imports give to New
// and Defaults, or anything, if an Endpoint can come from elsewhere.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"example.com/endpoint"
)

// Defaults is the fact of what the Endpoints of a package and its imports may have.
type defaults struct {
	Any    bool     // anything, since one may come from elsewhere
	Places []string // sorted: "Path.org", "Params.*", "Headers.accept", "Lists.", "BaseURL.https://{tenant}.example"
}

// AFact makes it a fact of the analysis.
func (*defaults) AFact() {}

// admit reports whether a default may have a key of a field, or a field.
func (d *defaults) admit(field, key string) bool { return d == nil || d.Any || d.has(field, key) }

// has reports whether an Endpoint that is shown may have a key of a field, or a field.
func (d *defaults) has(field, key string) bool {
	if field == "Headers" {
		key = strings.ToLower(key)
	}
	_, isKey := slices.BinarySearch(d.Places, field+"."+key)
	_, isField := slices.BinarySearch(d.Places, field+".*")
	return isKey || isField
}

// baseURLs returns the BaseURLs that a default may have. It is not ok if they are
// not known.
func (d *defaults) baseURLs() (all []string, ok bool) {
	if d == nil || d.Any {
		return nil, false
	}
	for _, place := range d.Places {
		base, isBase := strings.CutPrefix(place, "BaseURL.")
		if isBase {
			all = append(all, base)
		}
	}
	return all, !slices.Contains(all, "*")
}

// findDefaults collects what is given to New and Defaults.
func (c *checker) findDefaults() {
	all := defaults{Any: c.outside[libraryPath] || c.letsIn()}
	for _, fact := range c.pass.AllPackageFacts() {
		if imported, ok := fact.Fact.(*defaults); ok {
			all.Any = all.Any || imported.Any
			all.Places = append(all.Places, imported.Places...)
		}
	}
	for _, s := range c.calls {
		if name := s.helper.Name; name != "New" && name != "Defaults" {
			continue
		}
		c.begin(s)
		k := c.read(s, text{text: s.helper.Route, at: s.call()})
		own := defaults{}
		for _, s := range k.own {
			own.Places = append(own.Places, s.place())
		}
		for _, h := range k.holes {
			isOwn := func(l endpoint.Layer) bool { return l == h.layer }
			if slices.ContainsFunc(k.layers[k.defaults:], isOwn) {
				own.Any = own.Any || h.field == ""
				own.Places = append(own.Places, h.field+"."+cmp.Or(h.key, "*"))
			}
		}
		c.defaultsOf[s.call()] = own
		all.Any = all.Any || own.Any
		all.Places = append(all.Places, own.Places...)
	}
	c.defaults = all.sorted()
}

// sorted returns d with its places in order.
func (d defaults) sorted() defaults {
	slices.Sort(d.Places)
	d.Places = slices.Compact(d.Places)
	return d
}

// defaultsOfEndpoint returns what an Endpoint may have: what is given to it where the code
// shows all its values, else anything that those of the package have.
func (c *checker) defaultsOfEndpoint(api ast.Expr) defaults {
	own, isShown := c.givenTo(api, 0, map[types.Object]bool{})
	if api == nil || !isShown || c.outside[libraryPath] {
		return c.defaults
	}
	return own.sorted()
}

// givenTo returns what is given to the values of an Endpoint, if all of them are shown.
func (c *checker) givenTo(api ast.Expr, steps int, seen map[types.Object]bool) (all defaults, isShown bool) {
	if steps++; steps > maxOrigins || api == nil {
		return all, false
	}
	add := func(more defaults, isShown bool) bool {
		all.Any = all.Any || more.Any
		all.Places = append(all.Places, more.Places...)
		return isShown
	}
	end, _ := c.shown(api)
	var object types.Object
	switch e := end.(type) {
	case *ast.CompositeLit:
		return all, libraryType(c.info.TypeOf(e)) == "Endpoint"
	case *ast.CallExpr:
		own, isSite := c.defaultsOf[e]
		if !isSite {
			return all, false
		}
		isShown = add(own, true)
		if c.libraryFunc(e) == "Defaults" {
			isShown = add(c.givenTo(ast.Unparen(e.Fun).(*ast.SelectorExpr).X, steps, seen))
		}
		return all, isShown
	case *ast.SelectorExpr:
		object = c.info.Uses[e.Sel]
	case *ast.Ident:
		object = c.info.Uses[e]
	}
	v, isVar := object.(*types.Var)
	if !isVar || v.Exported() || v.Pkg() != c.pass.Pkg || c.outside[v.Name()] || c.unnamed[v.Name()] || len(c.uses[v.Origin()]) > maxWrites {
		return all, end == zero
	}
	if seen[v] {
		return all, true
	}
	seen[v] = true
	values, isShown := c.setTo(v)
	for _, value := range values {
		isShown = isShown && add(c.givenTo(value, steps, seen))
	}
	return all, isShown
}

// place returns where a spot is, and for a BaseURL what it is.
func (s *spot) place() string {
	switch s.field {
	case "BaseURL":
		return "BaseURL." + s.layer.BaseURL
	case "Headers":
		return "Headers." + strings.ToLower(s.key)
	}
	return s.field + "." + s.key
}

// letsIn reports whether an Endpoint that was not made by the calls of New and
// Defaults here can come into the package: by an exported variable or field, by a
// function that others call, or from what has no type, and so where the code writes
// the type; or the arguments of New or Defaults are not read.
func (c *checker) letsIn() bool {
	for _, instance := range c.info.Instances { // a type parameter may have the method Defaults
		for t := range instance.TypeArgs.Types() {
			if hasEndpoint(t, map[types.Type]bool{}) {
				return true
			}
		}
	}
	for object, uses := range c.uses {
		isIn := false
		switch object := object.(type) {
		case *types.TypeName:
			isIn = hasEndpoint(object.Type(), map[types.Type]bool{}) && slices.ContainsFunc(uses, c.useLetsIn)
		case *types.Func:
			isMaker := isLibrary(object.Pkg()) && (object.Name() == "New" || object.Name() == "Defaults")
			isIn = isMaker && slices.ContainsFunc(uses, c.isUnread)
		case *types.Var:
			isSet := object.Exported() || object.Embedded()
			isIn = isSet && (object.IsField() || object.Parent() == c.pass.Pkg.Scope()) && hasEndpoint(object.Type(), map[types.Type]bool{})
		}
		if isIn {
			return true
		}
	}
	return false
}

// hasEndpoint reports whether others can put an Endpoint into a value of a type, or
// take one out of it. The types seen before have none.
func hasEndpoint(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] || len(seen) > maxSteps {
		return !seen[t]
	}
	seen[t] = true
	has := func(t types.Type) bool { return hasEndpoint(t, seen) }
	hasVar := func(v *types.Var) bool { return (!v.IsField() || v.Exported() || v.Embedded()) && has(v.Type()) }
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return libraryType(t) == "Endpoint" || has(t.Underlying())
	case *types.Map:
		return has(t.Key()) || has(t.Elem())
	case interface{ Elem() types.Type }:
		return has(t.Elem())
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(t.Fields()), hasVar)
	case *types.Signature:
		return slices.ContainsFunc(slices.Concat(slices.Collect(t.Params().Variables()), slices.Collect(t.Results().Variables())), hasVar)
	case *types.Interface:
		return slices.ContainsFunc(slices.Collect(t.Methods()), func(m *types.Func) bool { return has(m.Type()) })
	}
	return false
}

// isValue reports whether a function is used in another way than to call or declare
// it.
func isValue(use inspector.Cursor) bool {
	use = whole(use)
	return use.ParentEdgeKind() != edge.CallExpr_Fun && use.ParentEdgeKind() != edge.FuncDecl_Name
}

// isUnread reports whether a function is used in another way than in a call of the
// library whose arguments are read.
func (c *checker) isUnread(use inspector.Cursor) bool {
	use = whole(use)
	call, isCall := use.Parent().Node().(*ast.CallExpr)
	_, isRead := c.sites[call]
	return !isCall || !isRead || use.ParentEdgeKind() != edge.CallExpr_Fun
}

// useLetsIn reports whether an Endpoint may come from elsewhere where a type that is
// or has one is written. It cannot where a value is made, in the results of a
// function, unless others can change what it refers to, and in the parameters of a
// function that is only called here. Variables, fields and types are looked at
// themselves.
func (c *checker) useLetsIn(use inspector.Cursor) bool {
	if c.info.Defs[use.Node().(*ast.Ident)] != nil {
		return false
	}
	use = whole(use)
	isReference := false
	within := []edge.Kind{edge.StarExpr_X, edge.ArrayType_Elt, edge.MapType_Value, edge.MapType_Key, edge.ChanType_Value, edge.ParenExpr_X, edge.Ellipsis_Elt}
	for slices.Contains(within, use.ParentEdgeKind()) {
		use, isReference = use.Parent(), true
	}
	switch use.Parent().Node().(type) {
	case *ast.CompositeLit, *ast.ValueSpec, *ast.TypeSpec, *ast.CallExpr, *ast.SelectorExpr:
		return false
	case *ast.Field:
		list := use.Parent().Parent()
		return list.ParentEdgeKind() != edge.StructType_Fields && c.signatureLetsIn(list, isReference)
	}
	return true
}

// signatureLetsIn is useLetsIn for a list of parameters or results.
func (c *checker) signatureLetsIn(list inspector.Cursor, isReference bool) bool {
	isResult := list.ParentEdgeKind() == edge.FuncType_Results
	fn, isDecl := list.Parent().Parent().Node().(*ast.FuncDecl)
	if !isDecl {
		return true
	}
	isReached := fn.Name.IsExported() || slices.ContainsFunc(c.uses[c.info.Defs[fn.Name]], isValue)
	return isReached && (isReference || !isResult)
}

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
	c.openAt = c.letsIn()
	all := defaults{Any: c.outside[libraryPath] || c.openAt != nil}
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
		for _, s := range k.own {
			all.Places = append(all.Places, s.place())
		}
		for _, h := range k.holes {
			isOwn := func(l endpoint.Layer) bool { return l == h.layer }
			if slices.ContainsFunc(k.layers[k.defaults:], isOwn) {
				if h.field == "" {
					all.Any, c.openAt = true, cmp.Or(c.openAt, ast.Node(s.call()))
				}
				all.Places = append(all.Places, h.field+"."+cmp.Or(h.key, "*"))
			}
		}
	}
	slices.Sort(all.Places)
	all.Places = slices.Compact(all.Places)
	c.defaults = all
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
// the type; or the arguments of New or Defaults are not read. It returns the first
// place.
func (c *checker) letsIn() (first ast.Node) {
	add := func(n ast.Node) {
		if first == nil || n.Pos() < first.Pos() {
			first = n
		}
	}
	for id, instance := range c.info.Instances { // a type parameter may have the method Defaults
		for t := range instance.TypeArgs.Types() {
			if hasEndpoint(t, map[types.Type]bool{}) {
				add(id)
			}
		}
	}
	for object, uses := range c.uses {
		i := -1
		switch object := object.(type) {
		case *types.TypeName:
			if hasEndpoint(object.Type(), map[types.Type]bool{}) {
				i = slices.IndexFunc(uses, c.useLetsIn)
			}
		case *types.Func:
			if isLibrary(object.Pkg()) && (object.Name() == "New" || object.Name() == "Defaults") {
				i = slices.IndexFunc(uses, c.isUnread)
			}
		case *types.Var:
			isSet := object.Exported() || object.Embedded()
			if isSet && (object.IsField() || object.Parent() == c.pass.Pkg.Scope()) && hasEndpoint(object.Type(), map[types.Type]bool{}) {
				i = 0
			}
		}
		if i >= 0 {
			add(uses[i].Node())
		}
	}
	return first
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

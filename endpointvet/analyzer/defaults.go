// What Endpoints may have by default: what the package and its imports give to New
// and Defaults, or anything, if an Endpoint can come from elsewhere.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
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
func (d *defaults) admit(field, key string) bool {
	if d == nil || d.Any {
		return true
	}
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
		if base, isBase := strings.CutPrefix(place, "BaseURL."); isBase {
			all = append(all, base)
		}
	}
	return all, !slices.Contains(all, "*")
}

// findDefaults collects what is given to New and Defaults.
func (c *checker) findDefaults() {
	all := defaults{Any: c.isIgnored() || c.letsIn()}
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
				all.Any = all.Any || h.field == ""
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

// isIgnored reports whether a file of the package that this build leaves out
// imports the library.
func (c *checker) isIgnored() bool {
	return slices.ContainsFunc(c.pass.IgnoredFiles, func(name string) bool {
		source, err := c.pass.ReadFile(name)
		file, _ := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly)
		isLibrary := func(i *ast.ImportSpec) bool { return strings.Trim(i.Path.Value, "\"`") == libraryPath }
		return err == nil && strings.HasSuffix(name, ".go") && file != nil && slices.ContainsFunc(file.Imports, isLibrary)
	})
}

// letsIn reports whether an Endpoint that was not made by the calls of New and
// Defaults here can come into the package. The code must write its type for that,
// or have an exported variable, or pass New or Defaults on as a function.
func (c *checker) letsIn() bool {
	for object, uses := range c.uses {
		isEndpoint := libraryType(object.Type()) == "Endpoint"
		isIn := false
		switch object := object.(type) {
		case *types.TypeName:
			isIn = isEndpoint && c.typeLetsIn(object, nil)
		case *types.Func:
			isIn = isLibrary(object.Pkg()) && (object.Name() == "New" || object.Name() == "Defaults") && slices.ContainsFunc(uses, isValue)
		case *types.Var:
			isIn = isEndpoint && object.Exported() && (object.IsField() || object.Parent() == c.pass.Pkg.Scope())
		}
		if isIn {
			return true
		}
	}
	return false
}

// isValue reports whether a function is used in another way than to call or declare
// it.
func isValue(use inspector.Cursor) bool {
	if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
		use = use.Parent()
	}
	return use.ParentEdgeKind() != edge.CallExpr_Fun && use.ParentEdgeKind() != edge.FuncDecl_Name
}

// typeLetsIn reports whether a value of a type that is or has Endpoints may come
// from elsewhere where the type is written. The types around it were looked at.
func (c *checker) typeLetsIn(object types.Object, around []types.Object) bool {
	return !slices.Contains(around, object) && slices.ContainsFunc(c.uses[object], func(use inspector.Cursor) bool {
		return c.info.Defs[use.Node().(*ast.Ident)] == nil && c.useLetsIn(use, append(around, object))
	})
}

// useLetsIn is typeLetsIn for one place. A value cannot come from elsewhere where
// one is made, in the results of a function, unless others can change what it
// refers to, and where others cannot set it: in the parameters of a function that
// is only called here, and in what is not exported.
func (c *checker) useLetsIn(use inspector.Cursor, around []types.Object) bool {
	if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
		use = use.Parent()
	}
	isReference := false
	within := []edge.Kind{edge.StarExpr_X, edge.ArrayType_Elt, edge.MapType_Value, edge.MapType_Key, edge.ChanType_Value, edge.ParenExpr_X, edge.Ellipsis_Elt}
	for slices.Contains(within, use.ParentEdgeKind()) {
		use, isReference = use.Parent(), true
	}
	switch parent := use.Parent().Node().(type) {
	case *ast.CompositeLit:
		return false
	case *ast.SelectorExpr: // a method expression
		return parent.Sel.Name == "Defaults"
	case *ast.CallExpr:
		return use.ParentEdgeKind() != edge.CallExpr_Fun && !c.isBuiltin(parent, "make") && !c.isBuiltin(parent, "new")
	case *ast.ValueSpec:
		return slices.ContainsFunc(parent.Names, c.isExported)
	case *ast.TypeSpec:
		return c.typeLetsIn(c.info.Defs[parent.Name], around)
	case *ast.Field:
		list := use.Parent().Parent()
		if list.ParentEdgeKind() == edge.StructType_Fields {
			return len(parent.Names) == 0 || slices.ContainsFunc(parent.Names, c.isExported)
		}
		return c.signatureLetsIn(list, isReference)
	}
	return true
}

// isExported reports whether code of other packages can use a name.
func (c *checker) isExported(id *ast.Ident) bool {
	v, ok := c.info.Defs[id].(*types.Var)
	return ok && v.Exported() && (v.IsField() || v.Parent() == c.pass.Pkg.Scope())
}

// signatureLetsIn is useLetsIn for a list of parameters or results.
func (c *checker) signatureLetsIn(list inspector.Cursor, isReference bool) bool {
	isResult := list.ParentEdgeKind() == edge.FuncType_Results
	of := list.Parent().Parent()
	switch fn := of.Node().(type) {
	case *ast.FuncDecl:
		isReached := fn.Name.IsExported() || slices.ContainsFunc(c.uses[c.info.Defs[fn.Name]], isValue)
		return isReached && (isReference || !isResult)
	case *ast.FuncLit:
		return of.ParentEdgeKind() != edge.CallExpr_Fun && (isReference || !isResult)
	}
	return true
}

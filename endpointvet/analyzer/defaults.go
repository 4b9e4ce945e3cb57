// What an Endpoint may have by default: what is given to New and Defaults where the code
// shows all its values, else anything.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"example.com/endpoint"
)

// Defaults is the fact of what the Endpoint may have that a function returns, and of what
// those of a package and its imports are given.
type defaults struct {
	Any    bool     // anything
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
	for _, fact := range c.pass.AllPackageFacts() {
		if imported, ok := fact.Fact.(*defaults); ok {
			c.defaults.Places = append(c.defaults.Places, imported.Places...)
		}
	}
	for _, s := range c.calls {
		if name := s.helper.Name; name != "New" && name != "Defaults" {
			continue
		}
		own := defaults{}
		all, _ := c.outcomes(s, func(*outcome) {})
		own.Any = len(all) == 0
		for _, o := range all {
			own.add(o.k)
		}
		c.defaultsOf[s.call()] = own
		c.defaults.Places = append(c.defaults.Places, own.Places...)
	}
	c.defaults = c.defaults.sorted()
	for h, s := range c.origins {
		if s = c.first(s); s.isOpen {
			h.Given = s.helper.Given
		} else {
			h.Given = c.defaultsOfEndpoint(s.api)
		}
	}
	for object, uses := range c.uses {
		fn, isFunc := object.(*types.Func)
		if isFunc && fn.Exported() && fn.Pkg() == c.pass.Pkg {
			c.exportDefaults(fn, uses[0])
		}
	}
}

// add adds what a call of New or Defaults gives.
func (d *defaults) add(k *call) {
	for _, s := range k.own {
		d.Places = append(d.Places, s.place())
	}
	for _, h := range k.holes {
		if slices.ContainsFunc(k.layers[k.defaults:], func(l endpoint.Layer) bool { return l == h.layer }) {
			d.Any = d.Any || h.field == ""
			d.Places = append(d.Places, h.field+"."+cmp.Or(h.key, "*"))
		}
	}
}

// first returns the call of the library that a call of a helper makes, if that is here.
func (c *checker) first(s site) site {
	for first, isHere := c.origins[s.helper]; isHere; first, isHere = c.origins[s.helper] {
		s = first
	}
	return s
}

// exportDefaults makes a fact of what the Endpoint may have that a function returns.
func (c *checker) exportDefaults(fn *types.Func, name inspector.Cursor) {
	c.at, c.left = name, maxSteps
	if results := c.results(fn); len(results) == 1 && libraryType(fn.Signature().Results().At(0).Type()) == "Endpoint" {
		if given, isShown := c.givenTo(results[0], 0, map[types.Object]bool{}); isShown && !c.outside[libraryPath] {
			given = given.sorted()
			c.pass.ExportObjectFact(fn, &given)
		}
	}
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
		if fn := typeutil.StaticCallee(c.info, e); !isSite {
			return all, fn != nil && c.pass.ImportObjectFact(fn, &all)
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
	if !isVar || libraryType(v.Type()) != "Endpoint" || v.Exported() || v.Pkg() != c.pass.Pkg || c.outside[v.Name()] || c.unnamed[v.Name()] || len(c.uses[v.Origin()]) > maxWrites {
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

// isValue reports whether a function is used in another way than to call or declare
// it.
func isValue(use inspector.Cursor) bool {
	use = whole(use)
	return use.ParentEdgeKind() != edge.CallExpr_Fun && use.ParentEdgeKind() != edge.FuncDecl_Name
}

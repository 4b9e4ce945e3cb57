// What an Endpoint may have by default: what is given to New and Defaults where the code
// shows all its values, else anything.

package analyzer

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"example.com/endpoint"
)

// Defaults is the fact of what the Endpoints of a package and its imports are given.
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
	isBase := func(place string) bool { return field == "BaseURL" && strings.HasPrefix(place, "BaseURL.") }
	return isKey || isField || slices.ContainsFunc(d.Places, isBase)
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

// findDefaults collects what is given to New and Defaults, and what the Endpoints of helpers may
// have.
func (c *checker) findDefaults() {
	for _, fact := range c.pass.AllPackageFacts() {
		if imported, ok := fact.Fact.(*defaults); ok {
			c.defaults.Places = append(c.defaults.Places, imported.Places...)
		}
	}
	for _, s := range c.calls {
		if s.helper.Name == "New" || s.helper.Name == "Defaults" {
			own := c.given(s, func(k *call) { c.addLayers(k, s) })
			c.defaults.Places = append(c.defaults.Places, own.Places...)
			isBase := func(place string) bool { return strings.HasPrefix(place, "BaseURL.") }
			if slices.ContainsFunc(own.Places, isBase) && !c.isTest(s.call()) {
				c.bases++
			}
		}
	}
	c.defaults = c.defaults.sorted()
	for h, s := range c.origins {
		h.Given = c.given(s, func(k *call) { c.addDefaults(k, s, nil) })
	}
}

// given returns what layers may give.
func (c *checker) given(s site, read func(*call)) (all defaults) {
	isAll := c.turns(s, func() (*endpoint.Error, bool) {
		k := &call{name: s.helper.Name}
		read(k)
		all.add(k)
		return nil, true
	})
	all.Any = all.Any || !isAll
	return all.sorted()
}

// add adds what the layers of a call give.
func (d *defaults) add(k *call) {
	for _, s := range k.spots {
		d.Places = append(d.Places, s.place())
	}
	for _, h := range k.holes {
		switch {
		case h.only != nil:
			d.Any = d.Any || h.only.Any
			d.Places = append(d.Places, h.only.Places...)
		case h.field == "":
			d.Any = true
		default:
			d.Places = append(d.Places, h.field+"."+cmp.Or(h.key, "*"))
		}
	}
}

// sorted returns d with its places in order.
func (d defaults) sorted() defaults {
	slices.Sort(d.Places)
	d.Places = slices.Compact(d.Places)
	return d
}

// first returns the call of the library that a call of a helper makes, if that is here.
func (c *checker) first(s site) site {
	for first, isHere := c.origins[s.helper]; isHere; first, isHere = c.origins[s.helper] {
		s = first
	}
	return s
}

// addDefaults adds the layers of the Endpoint that a call is made with. Those were seen whose
// variables it is made of.
func (c *checker) addDefaults(k *call, s site, seen []*types.Var) {
	if s.api == nil && !s.isOpen || s.helper.Name == "New" {
		return // New and ParamsOf have no Endpoint
	}
	api := c.endpointOf(s)
	s = c.first(s)
	made, seen, isKnown := c.maker(api, seen)
	c.bound = map[*types.Var]ast.Expr{} // what makes an Endpoint is checked where that is called
	switch {
	case s.isOpen:
		k.mayHaveAll(s.helper.Given)
	case !isKnown:
		k.mayHaveAll(c.defaults)
	case made.helper != nil:
		c.addDefaults(k, made, seen)
		k.scope = declarationOf(made.cursor)
		c.addLayers(k, made)
	}
	if made.isShared {
		k.mayHaveAll(c.defaults)
	}
}

// mayHaveAll adds a layer with what an Endpoint may have that is not shown.
func (k *call) mayHaveAll(given defaults) {
	k.newLayer()
	k.holes = append(k.holes, hole{layer: k.lastLayer(), only: &given})
}

// maker returns the call of New or Defaults that an Endpoint is made by, if it is not the zero
// value, and the variables that it was followed through. It is not ok if that is not known.
func (c *checker) maker(api ast.Expr, seen []*types.Var) (s site, all []*types.Var, ok bool) {
	end, _ := c.shown(api)
	if c.embedded[api] != nil {
		end = api
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
	if v, _ := c.objectOf(end).(*types.Var); v != nil && len(seen) < maxOrigins {
		if one := c.oneOf(v, seen); one != nil {
			s, seen, ok = c.maker(one, append(slices.Clip(seen), v))
			s.isShared = s.isShared || v.Exported()
			return s, seen, ok
		}
	}
	return s, seen, end == zero
}

// oneOf returns what the package sets a field or a parameter to, which nothing else can set, by
// the way that is taken. What is made of another value of the same field stands for both.
//
//	return &client{api: c.api.Defaults(layers...)}
func (c *checker) oneOf(v *types.Var, seen []*types.Var) ast.Expr {
	values := c.setTo(v)
	isOther := v.Pkg() != c.pass.Pkg || c.hasOthers
	before := 0
	for _, other := range seen {
		if other == v {
			before++
		}
	}
	if isOther || libraryType(v.Type()) != "Endpoint" || len(values) > maxWrites || before >= len(values) {
		return nil
	}
	var ways []int
	for i := range values {
		ways = append(ways, i)
	}
	way := c.way(c.uses[v.Origin()][0].Node(), ways, nil) // the field stands for the choice
	return values[(way+before)%len(values)]
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

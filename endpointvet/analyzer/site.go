// Calls: those of the library, and of helpers, the functions that pass on a route
// and layers.

package analyzer

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A helper is the fact that a function passes parameters on in a route, and others
// as layers. What it adds to them itself is only known by its fields.
//
//	func (c *Client) post(path string, p endpoint.Path, body any) error {
//		req, err := c.api.Build("POST "+path, p, endpoint.Options{Data: body})
//
//	=> {Name: "Build", Route: "POST \x00", Texts: [0], Layers: [1], Unseen: ["Data."]}
type helper struct {
	Name   string   // of the library's function
	Route  string   // with a mark for each of Texts
	Texts  []int    // which parameters are parts of the route
	Layers []int    // which are layers
	Unseen []string // fields and keys of the helper's own layers: "Headers.accept", "Data."
}

// AFact makes it a fact of the analysis.
func (*helper) AFact() {}

// library is what the functions of the library are.
var library = map[string]*helper{
	"New":         {Name: "New", Route: "/", Layers: []int{0}},
	"Defaults":    {Name: "Defaults", Route: "/", Layers: []int{0}},
	"ParamsOf":    {Name: "ParamsOf", Route: "POST /", Layers: []int{0}}, // as a layer of its own
	"Build":       {Name: "Build", Route: mark, Texts: []int{0}, Layers: []int{1}},
	"Merge":       {Name: "Merge", Route: mark, Texts: []int{0}, Layers: []int{1}},
	"HTTPRequest": {Name: "HTTPRequest", Route: mark, Texts: []int{1}, Layers: []int{2}},
}

// A site is a call of a function of the library, or of a helper.
type site struct {
	cursor inspector.Cursor
	helper *helper  // also of a function of the library
	api    ast.Expr // the Endpoint of a function of the library
	isOpen bool     // its Endpoint is unknown
	types  *types.Signature
}

func (s *site) call() *ast.CallExpr { return s.cursor.Node().(*ast.CallExpr) }

// siteOf returns a call as a site, if it is one.
func (c *checker) siteOf(cursor inspector.Cursor) (s site, ok bool) {
	call, isCall := cursor.Node().(*ast.CallExpr)
	if !isCall {
		return s, false
	}
	fun := ast.Unparen(call.Fun)
	object := typeutil.Callee(c.info, call)
	if v, isVar := object.(*types.Var); isVar && isFixed(v.Type()) && c.helpers[v] == nil { // a method value
		if id, ok := fun.(*ast.Ident); ok {
			if all, _ := c.values(id); len(all) == 1 {
				fun = ast.Unparen(all[0])
				object = typeutil.Callee(c.info, &ast.CallExpr{Fun: fun})
			}
		}
	}
	signature, isFunc := c.info.TypeOf(call.Fun).(*types.Signature)
	if !isFunc || object == nil {
		return s, false
	}
	s = site{cursor: cursor, types: signature}
	fn, _ := object.(*types.Func)
	if fn != nil {
		if fn = fn.Origin(); fn.Signature().Params().Len() != signature.Params().Len() {
			return s, false // Endpoint.Build(e, …) has its arguments elsewhere
		}
		object = fn
	}
	if s.helper = c.helpers[object]; s.helper == nil && fn != nil {
		s.helper = new(helper)
		if !isLibrary(fn.Pkg()) {
			s.isOpen = true
			return s, c.pass.ImportObjectFact(fn, s.helper)
		}
		s.helper = nil
		recv := fn.Signature().Recv()
		if recv == nil || libraryType(recv.Type()) == "Endpoint" {
			s.helper = library[fn.Name()]
		}
		if selector, ok := fun.(*ast.SelectorExpr); ok && recv != nil {
			s.api = selector.X
		}
		return s, s.helper != nil
	}
	s.isOpen = true
	return s, s.helper != nil
}

// findHelpers finds the helpers of the package, and all calls to check. Calls of
// a helper can make helpers themselves.
func (c *checker) findHelpers() {
	for cursor := range c.root.Preorder((*ast.CallExpr)(nil)) {
		c.left = maxSteps
		if s, ok := c.siteOf(cursor); ok {
			c.calls = append(c.calls, s)
			c.sites[s.call()] = cursor
		}
	}
	for i := 0; i < len(c.calls); i++ {
		try(func() {
			if object := c.findHelper(c.calls[i]); object != nil {
				c.addCalls(object)
			}
		})
	}
	clear(c.variables) // those that are passed to helpers
}

// addCalls adds the calls of a helper, also by a variable that it is assigned to.
func (c *checker) addCalls(object types.Object) {
	for _, use := range c.uses[object][1:] {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() == edge.CallExpr_Fun {
			if s, ok := c.siteOf(use.Parent()); ok {
				c.calls = append(c.calls, s)
			}
		} else if stmt, ok := use.Parent().Node().(*ast.AssignStmt); ok && use.ParentEdgeKind() == edge.AssignStmt_Rhs && len(stmt.Lhs) == 1 {
			if id, ok := stmt.Lhs[0].(*ast.Ident); ok && c.info.Defs[id] != nil {
				c.addCalls(c.info.Defs[id])
			}
		}
	}
}

// findHelper finds the function around a call, if the call makes it a helper: its
// route is made of text and parameters. It returns a function, or the variable of
// one, that is not known yet.
func (c *checker) findHelper(s site) types.Object {
	c.begin(s)
	routes, _ := c.routes(s)
	if len(routes) != 1 || len(routes[0].unknown) == 0 || !(&call{name: s.helper.Name}).builds() {
		return nil
	}
	h := &helper{Name: s.helper.Name, Route: routes[0].text}
	isTemplate := strings.Trim(strings.ReplaceAll(h.Route, mark, ""), " ") == ""
	if !isTemplate && (len(routes[0].unknown) > 1 || !strings.HasSuffix(h.Route, mark)) {
		return nil // it formats into the route
	}
	var object types.Object
	for _, e := range routes[0].unknown {
		fn, param := c.passed(e)
		if fn == nil || object != nil && fn != object || c.helpers[fn] != nil {
			return nil
		}
		object, h.Texts = fn, append(h.Texts, param)
	}
	c.passLayers(s, h)
	if fn, ok := object.(*types.Func); ok {
		c.pass.ExportObjectFact(fn, h)
	}
	c.helpers[object] = h
	c.origins[h] = s
	return object
}

// passLayers finds out which parameters a helper passes on as layers.
func (c *checker) passLayers(s site, h *helper) {
	own := &call{}
	for _, arg := range c.layerArgs(s) {
		if fn, param := c.passed(arg.e); fn != nil {
			h.Layers = append(h.Layers, param)
		} else if arg.isMaybe {
			c.addMaybe(own, arg.e)
		} else {
			c.add(own, arg.e)
		}
	}
	for _, s := range own.spots {
		h.Unseen = append(h.Unseen, s.field+"."+s.key)
	}
	for _, hole := range own.holes {
		h.Unseen = append(h.Unseen, hole.field+"."+hole.key)
	}
	h.Unseen = append(h.Unseen, s.helper.Unseen...)
	slices.Sort(h.Unseen)
	h.Unseen = slices.Compact(h.Unseen)
}

// passed returns which parameter of a function an expression is, if the function
// only passes it on to the call that is read: it neither changes it nor looks at
// it.
func (c *checker) passed(e ast.Expr) (types.Object, int) {
	fn, param := c.parameter(e)
	if fn == nil {
		return nil, -1
	}
	uses := c.uses[c.info.ObjectOf(ast.Unparen(e).(*ast.Ident))][1:]
	isOther := func(use inspector.Cursor) bool {
		return !c.isPassed(use, c.at.Node().(*ast.CallExpr)) && !c.isAppended(use)
	}
	if slices.ContainsFunc(uses, isOther) {
		return nil, -1
	}
	return fn, param
}

// isAppended reports whether a use of a variable is in layers = append(layers, …).
func (c *checker) isAppended(use inspector.Cursor) bool {
	v, isVar := c.info.Uses[use.Node().(*ast.Ident)].(*types.Var)
	if use.ParentEdgeKind() == edge.CallExpr_Args {
		use = use.Parent()
	}
	isAt := func(w write) bool { return w.at.Node() == use.Parent().Node() && len(w.path) == 0 }
	return isVar && slices.ContainsFunc(c.variable(v).writes, isAt)
}

// parameter returns which parameter of which function an expression is: of a
// declared one, or of a literal that a variable is declared with.
func (c *checker) parameter(e ast.Expr) (types.Object, int) {
	id, _ := ast.Unparen(e).(*ast.Ident)
	v, isVar := c.info.ObjectOf(id).(*types.Var)
	if !isVar || len(c.uses[v]) == 0 {
		return nil, -1
	}
	for fn := range c.uses[v][0].Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var object types.Object
		var signature *types.Signature
		switch n := fn.Node().(type) {
		case *ast.FuncDecl:
			object = c.info.Defs[n.Name]
			signature = object.(*types.Func).Signature()
		case *ast.FuncLit:
			object = c.assigned(fn)
			signature = c.info.TypeOf(n).(*types.Signature)
		}
		if i := slices.Index(slices.Collect(signature.Params().Variables()), v); i >= 0 {
			if object == nil {
				return nil, -1
			}
			return object, i
		}
	}
	return nil, -1
}

// assigned returns the variable that a function literal is assigned to, if it is
// never assigned another.
func (c *checker) assigned(literal inspector.Cursor) types.Object {
	var id *ast.Ident
	switch stmt := literal.Parent().Node().(type) {
	case *ast.AssignStmt:
		if i := literal.ParentEdgeIndex(); len(stmt.Lhs) == len(stmt.Rhs) {
			id, _ = stmt.Lhs[i].(*ast.Ident)
		}
	case *ast.ValueSpec:
		id = stmt.Names[literal.ParentEdgeIndex()]
	}
	if v, ok := c.info.Defs[id].(*types.Var); ok && id != nil {
		if known := c.variable(v); !known.isOpen && len(known.sets) == 0 {
			return v
		}
	}
	return nil
}

// begin begins to read a call.
func (c *checker) begin(s site) {
	c.at, c.left = s.cursor, maxSteps
}

// routes returns the routes that a call may have. It is sure that each of them
// reaches it.
func (c *checker) routes(s site) (all []text, isSure bool) {
	parts := strings.Split(s.helper.Route, mark)
	all, isSure = known(parts[0], s.call()), true
	for i, param := range s.helper.Texts {
		arg := s.call().Args[param]
		texts, alsoSure := c.texts(arg)
		at := arg
		if isSure = isSure && alsoSure; len(texts) == 1 {
			at = texts[0].at
		}
		all = join(at, join(at, all, texts), known(parts[i+1], arg))
		for j := range all {
			if len(all) == len(texts) {
				all[j].at = texts[j].at
			}
		}
	}
	return all, isSure
}

// A layerArg is an argument that is a layer.
type layerArg struct {
	e       ast.Expr
	isMaybe bool // it may be left out
}

// layerArgs returns the layers that a call passes. A variadic parameter stands for
// all the last arguments.
func (c *checker) layerArgs(s site) (all []layerArg) {
	for _, param := range s.helper.Layers {
		args := s.call().Args[param:]
		if !s.types.Variadic() || param < s.types.Params().Len()-1 {
			args = args[:1]
		}
		for _, arg := range args {
			all = append(all, c.spread(arg, false)...)
		}
	}
	return all
}

// spread replaces a list of layers by its elements: those of literals, of what
// append makes of them, and of variables. Any other list cannot be seen.
func (c *checker) spread(e ast.Expr, isMaybe bool) (all []layerArg) {
	e = ast.Unparen(e)
	if list, ok := c.info.TypeOf(e).Underlying().(*types.Slice); !ok || libraryType(list.Elem()) != "Layer" {
		return []layerArg{{e, isMaybe}}
	}
	spreadAll := func(args []ast.Expr, isMaybe bool) {
		for _, arg := range args {
			if pair, ok := arg.(*ast.KeyValueExpr); ok {
				arg = pair.Value
			}
			all = append(all, c.spread(arg, isMaybe)...)
		}
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		spreadAll(e.Elts, isMaybe)
		return all
	case *ast.CallExpr:
		if c.isBuiltin(e, "append") {
			spreadAll(e.Args, isMaybe)
			return all
		}
		if c.isBuiltin(e, "make") {
			return nil
		}
	case *ast.Ident:
		if list, ok := c.spreadVariable(e, isMaybe); ok {
			return list
		}
	}
	if choices, _ := c.choices(e); len(choices) == 1 {
		if choices[0] == zero {
			return nil
		}
		return c.spread(choices[0], isMaybe)
	}
	return []layerArg{{e, isMaybe}}
}

// spreadVariable is spread for a variable: what it is declared with, or a parameter,
// and what is appended to it. What is appended in another block may be left out.
func (c *checker) spreadVariable(id *ast.Ident, isMaybe bool) (all []layerArg, ok bool) {
	init, writes, ok := c.history(id)
	v, isVar := c.info.ObjectOf(id).(*types.Var)
	switch {
	case !isVar:
		return nil, false
	case init != nil && init != zero:
		all = c.spread(init, isMaybe)
	case init == nil: // a parameter
		all = []layerArg{{id, isMaybe}}
	}
	for _, w := range writes {
		call, isAppend := w.value.(*ast.CallExpr)
		if !isAppend || len(w.path) > 0 {
			return nil, false
		}
		for _, arg := range call.Args[1:] {
			all = append(all, c.spread(arg, isMaybe || w.at.Parent().Node() != c.variable(v).scope)...)
		}
	}
	return all, ok
}

package mutants

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/endpoint/endpointvet/mutants/testdata/runner"
)

// A mutant is a client with one mistake.
type mutant struct {
	client *client
	kind   string
	style  string // where the mistake stands
	open   bool   // whether a layer or an Endpoint from another package can reach it
	file   *ast.File
	edits  []edit

	number  int    // of the mutant, among those of its client; 0 is the client itself
	source  string // the file with the mistake
	result  runner.Result
	reports []string
}

// An edit replaces the text from pos to end.
type edit struct {
	pos, end token.Pos
	text     string
}

// A mutator walks over a file of a client. At each node it knows the nodes around it.
type mutator struct {
	*client
	file    *ast.File
	library string // the name of the package in this file, with a dot
	around  []ast.Node
	mutants []*mutant
}

// mutate returns all mutants of a client.
func mutate(c *client) []*mutant {
	m := &mutator{client: c}
	for _, file := range c.files {
		m.file, m.library = file, "endpoint."
		for _, spec := range file.Imports {
			if spec.Path.Value == strconv.Quote(library) && spec.Name != nil {
				m.library = spec.Name.Name + "."
			}
		}
		ast.PreorderStack(file, nil, func(n ast.Node, around []ast.Node) bool {
			m.around = append(around[:len(around):len(around)], n)
			if c.isCalls(file) {
				m.outsideValue(n)
			} else {
				m.node(n)
			}
			return true
		})
	}
	return m.mutants
}

// add adds a mutant. Whether it compiles is found out later.
func (m *mutator) add(kind string, edits ...edit) {
	m.mutants = append(m.mutants, &mutant{
		client: m.client, kind: kind, style: m.style(), open: m.isOpen(), file: m.file, edits: edits,
	})
}

func (m *mutator) addTexts(kind textKind, literal *ast.BasicLit, text string) {
	for _, changed := range kind.change(text) {
		if changed != text {
			m.add(kind.name, edit{literal.Pos(), literal.End(), strconv.Quote(changed)})
		}
	}
}

// code returns code with the name that the library has in this file.
func (m *mutator) code(s string) string {
	return strings.ReplaceAll(s, "endpoint.", m.library)
}

func (m *mutator) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.BasicLit:
		m.text(n)
	case *ast.CompositeLit:
		m.literal(n)
	case *ast.CallExpr:
		m.call(n)
	case *ast.AssignStmt:
		m.assignment(n)
	case *ast.TypeSpec:
		m.structType(n)
	}
}

// text changes a route or a BaseURL.
func (m *mutator) text(n *ast.BasicLit) {
	if n.Kind != token.STRING {
		return
	}
	text, err := strconv.Unquote(n.Value)
	field := m.fieldOf(n)
	if err != nil {
		return
	}
	kinds := routeKinds
	if field == "BaseURL" {
		kinds = baseKinds
	} else if !method.MatchString(text) && field != "URL" && !(strings.HasPrefix(text, "/") && m.isRoute(n)) {
		return
	}
	for _, kind := range kinds {
		m.addTexts(kind, n, text)
	}
}

// fieldOf returns the field of Options that an expression is the value of.
func (m *mutator) fieldOf(n ast.Expr) string {
	switch parent := m.parent().(type) {
	case *ast.KeyValueExpr:
		if key, ok := parent.Key.(*ast.Ident); ok && parent.Value == n {
			return key.Name
		}
	case *ast.AssignStmt:
		if field, ok := parent.Lhs[0].(*ast.SelectorExpr); ok {
			return field.Sel.Name
		}
	}
	return ""
}

func (m *mutator) parent() ast.Node { return m.around[len(m.around)-2] }

func (m *mutator) isRoute(n ast.Expr) bool {
	call, ok := m.parent().(*ast.CallExpr)
	return ok && m.layers(call) >= 0 && slices.Contains(call.Args, n)
}

// literal changes the entries of Params, Path, Query, Headers and Options, the
// elements of a slice of layers, and the fields of a struct in ParamsOf.
func (m *mutator) literal(n *ast.CompositeLit) {
	t := m.info.TypeOf(n)
	if isLayers(t) {
		m.layerList(n.Elts, n.Lbrace+1, n.Rbrace, 0)
		return
	}
	name := libraryType(t)
	if call, ok := m.parent().(*ast.CallExpr); ok && name == "" && m.callee(call) == "ParamsOf" {
		for i := range n.Elts {
			m.add("struct: field left out", drop(n.Elts, i, n.Lbrace+1, n.Rbrace))
		}
	}
	if name == "" {
		return
	}
	for i, element := range n.Elts {
		entry, ok := element.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if name == "Options" {
			m.add("missing layer", drop(n.Elts, i, n.Lbrace+1, n.Rbrace))
		} else {
			m.entry(name, entry.Key, entry.Value, drop(n.Elts, i, n.Lbrace+1, n.Rbrace))
		}
	}
	for _, kind := range entryKinds[name] {
		for _, code := range kind.code {
			if len(n.Elts) > 0 {
				code += ", "
			}
			m.add(kind.name, edit{n.Lbrace + 1, n.Lbrace + 1, m.code(code)})
		}
	}
	m.anotherLayer(n, name)
}

// entry changes a key and its value.
func (m *mutator) entry(layer string, key, value ast.Expr, dropped edit) {
	if !slices.Contains([]string{"Params", "Path", "Query", "Headers"}, layer) {
		return
	}
	text := ""
	literal, ok := key.(*ast.BasicLit)
	if ok {
		text, _ = strconv.Unquote(literal.Value)
	}
	if !m.names[text] {
		layer = strings.Replace(layer, "Params", "Params of the query or body", 1)
	}
	m.add("missing key in "+layer, dropped)
	if !ok {
		return
	}
	if layer == "Headers" {
		m.addTexts(textKind{"header: name is not a token", one(func(s string) string { return strings.Replace(s, "-", " ", 1) + ":" })}, literal, text)
		m.add("header: line break", edit{value.Pos(), value.End(), `"a\nb"`})
		if text == "content-type" {
			m.add("content-type does not fit", edit{value.Pos(), value.End(), `"text/xml"`})
		}
		return
	}
	m.addTexts(textKind{"misspelled key in " + layer, slips}, literal, text)
	m.addTexts(textKind{"another key in " + layer, one(func(string) string { return "ident" })}, literal, text)
	for _, kind := range valueKinds {
		for _, code := range kind.code {
			m.add(kind.name, edit{value.Pos(), value.End(), m.code(code)})
		}
	}
}

// anotherLayer writes Query for Path, and so on.
func (m *mutator) anotherLayer(n *ast.CompositeLit, name string) {
	selector, ok := n.Type.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"Params", "Path", "Query"}, name) {
		return
	}
	for _, other := range []string{"Params", "Path", "Query"} {
		if other != name {
			m.add(other+" for "+name, edit{selector.Sel.Pos(), selector.Sel.End(), other})
		}
	}
	if name == "Params" {
		m.add("Data for Params", edit{selector.Pos(), selector.End(), m.code("endpoint.Options{Data: map[string]any")},
			edit{n.Rbrace, n.Rbrace, "}"})
	}
}

// call changes the layers of a call, and the value of ParamsOf.
func (m *mutator) call(n *ast.CallExpr) {
	if m.callee(n) == "ParamsOf" {
		value := n.Args[0]
		for _, code := range []string{`"text"`, "[]int{1}", "7"} {
			m.add("ParamsOf: not a struct", edit{value.Pos(), value.End(), code})
		}
		m.add("valid: another value", edit{value.Pos(), value.End(), "new(" + m.source(value) + ")"})
		return
	}
	first := m.layers(n)
	if first < 0 || n.Ellipsis.IsValid() {
		return
	}
	m.layerList(n.Args, n.Lparen+1, n.Rparen, first)
	for _, arg := range n.Args {
		if route, ok := arg.(*ast.BasicLit); ok && m.isText(route) {
			m.withRoute(n, route)
		}
	}
}

// layerList drops each layer of a list, and adds one.
func (m *mutator) layerList(list []ast.Expr, open, end token.Pos, first int) {
	for i := first; i < len(list); i++ {
		m.add("missing layer", drop(list, i, open, end))
	}
	for _, kind := range layerKinds {
		for _, code := range kind.code {
			if len(list) > 0 {
				m.add(kind.name, edit{list[len(list)-1].End(), list[len(list)-1].End(), ", " + m.code(code)})
			} else {
				m.add(kind.name, edit{open, open, m.code(code)})
			}
		}
	}
}

// withRoute changes the route of a call together with a layer of it: text is
// formatted into the route, or its query has a key of the layer.
func (m *mutator) withRoute(call *ast.CallExpr, route *ast.BasicLit) {
	text, _ := strconv.Unquote(route.Value)
	for _, arg := range call.Args {
		layer, ok := arg.(*ast.CompositeLit)
		if !ok {
			continue
		}
		name := libraryType(m.info.TypeOf(layer))
		for i, element := range layer.Elts {
			entry, ok := element.(*ast.KeyValueExpr)
			if !ok || (name != "Path" && name != "Query" && name != "Params") {
				continue
			}
			key, _ := strconv.Unquote(m.source(entry.Key))
			before, after, found := strings.Cut(text, "{"+key+"}")
			switch {
			case found && m.isText(entry.Value):
				formatted := strings.TrimSuffix(fmt.Sprintf("%q + %s + %q", before, m.source(entry.Value), after), ` + ""`)
				m.add("text formatted into a route", edit{route.Pos(), route.End(), formatted},
					drop(layer.Elts, i, layer.Lbrace+1, layer.Rbrace))
			case !strings.Contains(text, key) && name != "Path":
				separator := "?"
				if strings.Contains(text, "?") {
					separator = "&"
				}
				m.add("key that the route's query has literally",
					edit{route.Pos(), route.End(), strconv.Quote(path(text) + separator + key + "=1" + text[len(path(text)):])})
			}
		}
	}
}

// assignment changes m["key"] = value.
func (m *mutator) assignment(n *ast.AssignStmt) {
	target, ok := n.Lhs[0].(*ast.IndexExpr)
	if !ok {
		return
	}
	if name := libraryType(m.info.TypeOf(target.X)); name != "" {
		m.entry(name, target.Index, n.Rhs[0], edit{n.Pos(), n.Rhs[0].Pos(), "_ = "})
	}
}

// structType changes the tags of a struct that ParamsOf reads, and adds fields.
func (m *mutator) structType(n *ast.TypeSpec) {
	t, ok := n.Type.(*ast.StructType)
	if !ok || !m.params[m.info.Defs[n.Name].Type()] {
		return
	}
	around := m.around
	m.around = append(around[:len(around):len(around)], t)
	defer func() { m.around = around }()
	for _, field := range t.Fields.List {
		if field.Tag == nil {
			continue
		}
		tag, _ := strconv.Unquote(field.Tag.Value)
		for _, kind := range tagKinds {
			m.addTexts(kind, field.Tag, tag)
		}
	}
	for _, kind := range fieldKinds {
		for _, code := range kind.code {
			m.add(kind.name, edit{t.Fields.Opening + 1, t.Fields.Opening + 1, "\n" + code + "\n"})
		}
	}
}

// outsideValue changes a text, or a value whose type is any, of a caller.
func (m *mutator) outsideValue(n ast.Node) {
	switch n := n.(type) {
	case *ast.BasicLit:
		if n.Kind == token.STRING && m.around[1].Pos() > m.file.Imports[len(m.file.Imports)-1].End() {
			for _, kind := range outside[:3] {
				for _, code := range kind.code {
					m.add(kind.name, edit{n.Pos(), n.End(), code})
				}
			}
		}
	case *ast.KeyValueExpr:
		if n.Value.Pos().IsValid() {
			m.add(outside[3].name, edit{n.Value.Pos(), n.Value.End(), outside[3].code[0]})
		}
	}
}

// drop removes an element of a list with its comma.
func drop(list []ast.Expr, i int, open, end token.Pos) edit {
	switch {
	case len(list) == 1:
		return edit{open, end, ""}
	case i == 0:
		return edit{list[0].Pos(), list[1].Pos(), ""}
	}
	return edit{list[i-1].End(), list[i].End(), ""}
}

// style says where the mistake stands, by the innermost node that decides.
func (m *mutator) style() string {
	style := ""
	for _, n := range slices.Backward(m.around) {
		if _, ok := n.(*ast.FuncLit); ok && style != "" {
			return "function literal"
		}
		if style != "" {
			continue
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			style = m.callStyle(n)
		case *ast.CompositeLit:
			if isLayers(m.info.TypeOf(n)) {
				style = "slice of layers"
			} else if libraryType(m.info.TypeOf(n)) == "" {
				style = "table"
			}
		case *ast.ReturnStmt:
			style = "function that returns a layer or a route"
		case *ast.AssignStmt, *ast.ValueSpec:
			style = "variable or constant"
		case *ast.StructType:
			style = "type of a struct"
		}
	}
	return style
}

// The styles of calls in which a mistake counts as direct.
var direct = []string{"call", "call of a helper that sends", "New or Defaults"}

// callStyle returns the style of a mistake within a call, "" if the call does not
// decide it.
func (m *mutator) callStyle(call *ast.CallExpr) string {
	name := m.callee(call)
	switch {
	case name == "append" && isLayers(m.info.TypeOf(call)):
		return "slice of layers, by append"
	case name == "New" || name == "Defaults":
		return "New or Defaults"
	case m.layers(call) < 0 && !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return libraryType(m.info.TypeOf(arg)) != "" }):
		return ""
	case m.isClosure(call.Fun):
		return "method value, closure or interface"
	case !slices.ContainsFunc(call.Args, m.isConstantRoute):
		return "call without a constant route"
	case name != "":
		return "call"
	}
	return "call of a helper that sends"
}

// isClosure reports whether a function is a variable, a field or a method of an
// interface.
func (m *mutator) isClosure(fun ast.Expr) bool {
	var object types.Object
	switch fun := fun.(type) {
	case *ast.Ident:
		object = m.info.Uses[fun]
	case *ast.SelectorExpr:
		object = m.info.Uses[fun.Sel]
	}
	if method, ok := object.(*types.Func); ok {
		receiver := method.Signature().Recv()
		return receiver != nil && types.IsInterface(receiver.Type())
	}
	_, ok := object.(*types.Var)
	return ok
}

func (m *mutator) isConstantRoute(arg ast.Expr) bool {
	value := m.info.Types[arg].Value
	return value != nil && value.Kind() == constant.String &&
		regexp.MustCompile(`^([A-Z]+ |/)`).MatchString(constant.StringVal(value))
}

// callee returns the name of the function of the library that is called, or "append".
func (m *mutator) callee(call *ast.CallExpr) string {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		if m.info.Types[fun].IsBuiltin() {
			return fun.Name
		}
	case *ast.SelectorExpr:
		if object := m.info.Uses[fun.Sel]; object != nil && object.Pkg() != nil && object.Pkg().Path() == library {
			return fun.Sel.Name
		}
	}
	return ""
}

// layers returns the index of the first argument that is a layer, -1 if a call
// takes none.
func (m *mutator) layers(call *ast.CallExpr) int {
	if m.callee(call) == "append" && isLayers(m.info.TypeOf(call)) {
		return 1
	}
	if f, ok := m.info.TypeOf(call.Fun).(*types.Signature); ok && f.Variadic() {
		if last := f.Params().Len() - 1; isLayers(f.Params().At(last).Type()) {
			return last
		}
	}
	return -1
}

func (m *mutator) isText(n ast.Expr) bool {
	basic, ok := m.info.TypeOf(n).(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

func (m *mutator) source(n ast.Node) string {
	return m.texts[m.file][m.offset(n.Pos()):m.offset(n.End())]
}

// isLayers reports whether a type is []endpoint.Layer.
func isLayers(t types.Type) bool {
	slice, ok := t.(*types.Slice)
	return ok && libraryType(slice.Elem()) == "Layer"
}

// libraryType returns the name of a type of the library, or "".
func libraryType(t types.Type) string {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != library {
		return ""
	}
	return named.Obj().Name()
}

// isOpen reports whether another package can pass an Endpoint or a layer to the
// call with the mistake: through the function around it, or anywhere in a package
// with a way in for Endpoints.
func (m *mutator) isOpen() bool {
	if m.client.open || m.pkg.Name == "main" {
		return m.client.open
	}
	for _, n := range m.around {
		if f, ok := n.(*ast.FuncDecl); ok && f.Name.IsExported() {
			return takes(m.info.Defs[f.Name].Type(), "Layer", "Options", "Params", "Path", "Query", "Headers")
		} else if ok {
			return m.layersFromOutside
		}
	}
	return m.layersFromOutside
}

// takes reports whether a function has a parameter of a type of the library.
func takes(f types.Type, names ...string) bool {
	signature, ok := f.(*types.Signature)
	if !ok {
		return false
	}
	for parameter := range signature.Params().Variables() {
		t := parameter.Type()
		if slice, ok := t.(*types.Slice); ok {
			t = slice.Elem()
		}
		if slices.Contains(names, libraryType(t)) || takes(t.Underlying(), names...) {
			return true
		}
	}
	return false
}

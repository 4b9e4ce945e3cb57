package mutants

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"net/http"
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
	file   *ast.File
	edits  []edit

	number  int           // among the mutants of the client; 0 is the client itself
	result  runner.Result // of running it
	reports []string      // of the analyzer
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
	library string     // the name of the package in this file, with a dot
	around  []ast.Node // the outermost first, the node itself last
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

// add adds a mutant. Whether it compiles is found out later. A line that ends with
// "not run", such as that of a next page, is left alone: running shows nothing of it.
func (m *mutator) add(kind string, edits ...edit) {
	rest := m.client.texts[m.file][m.client.offset(edits[0].pos):]
	line, _, _ := strings.Cut(rest, "\n")
	if strings.HasSuffix(line, "// not run") {
		return
	}
	if dropped := rest[:edits[0].end-edits[0].pos]; edits[0].text == "" && strings.Contains(dropped, `"accept"`) {
		kind = noAccept
	}
	m.mutants = append(m.mutants, &mutant{client: m.client, kind: kind, style: m.style(), file: m.file, edits: edits})
}

// replace adds mutants with a changed text.
func (m *mutator) replace(kind string, literal *ast.BasicLit, texts []string) {
	for _, text := range texts {
		if quoted := strconv.Quote(text); quoted != literal.Value && text != m.text(literal) {
			m.add(kind, edit{literal.Pos(), literal.End(), quoted})
		}
	}
}

// code returns one of the ways to make a mistake, another one for each place, with
// the name that the library has in this file.
func (m *mutator) code(kind codeKind) string {
	return strings.ReplaceAll(kind.code[len(m.mutants)%len(kind.code)], "endpoint.", m.library)
}

func (m *mutator) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.BasicLit:
		m.address(n)
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

// address changes a route or a BaseURL.
func (m *mutator) address(n *ast.BasicLit) {
	text, kinds := m.text(n), baseKinds
	if !strings.HasPrefix(text, "http") {
		kinds = routeKinds
	}
	if regexp.MustCompile(`^(` + method.String()[1:] + `|/[a-z{]|https?://)`).MatchString(text) {
		for _, kind := range kinds {
			m.replace(kind.name, n, kind.change(text))
		}
	}
}

// literal changes the entries of Params, Path, Query, Headers and Options, the
// elements of a slice of layers, and the fields of a struct in ParamsOf.
func (m *mutator) literal(n *ast.CompositeLit) {
	name := libraryType(m.info.TypeOf(n))
	call, _ := m.around[len(m.around)-2].(*ast.CallExpr)
	switch {
	case isLayers(m.info.TypeOf(n)):
		m.layerList(n.Elts, n.Lbrace+1, n.Rbrace, 0)
		return
	case name == "" && (call == nil || m.callee(call) != "ParamsOf"):
		return
	}
	for i, element := range n.Elts {
		dropped := drop(n.Elts, i, n.Lbrace+1, n.Rbrace)
		entry, _ := element.(*ast.KeyValueExpr)
		switch {
		case name == "":
			m.add("struct: field left out", dropped)
		case name == "Options" || name == "MediaType":
			m.add("missing layer", dropped)
		case entry != nil:
			m.entry(name, entry.Key, entry.Value, dropped)
		}
	}
	for _, kind := range entryKinds[name] {
		code := m.code(kind)
		if len(n.Elts) > 0 {
			code += ", "
		}
		m.add(kind.name, edit{n.Lbrace + 1, n.Lbrace + 1, code})
	}
	m.otherLayer(n, name)
}

// entry changes a key and its value.
func (m *mutator) entry(layer string, key, value ast.Expr, dropped edit) {
	literal, _ := key.(*ast.BasicLit)
	if literal == nil {
		return
	}
	text := m.text(literal)
	if layer == "Headers" {
		m.replace("header: name is not a token", literal, []string{strings.Replace(text, "-", " ", 1) + ":"})
		m.add("header: line break", edit{value.Pos(), value.End(), `"a\nb"`})
		m.add("header: in two spellings", edit{key.Pos(), key.Pos(), fmt.Sprintf(`%q: "text/plain", `, http.CanonicalHeaderKey(text))})
		m.add("missing key in Headers", dropped)
		if text == "content-type" {
			m.add("content-type does not fit", edit{value.Pos(), value.End(), `"text/xml"`})
		}
		return
	}
	if !m.placeholders[text] {
		layer = strings.Replace(layer, "Params", "Params of the query or body", 1)
	}
	m.add("missing key in "+layer, dropped)
	m.replace("misspelled key in "+layer, literal, slips(text))
	m.replace("another key in "+layer, literal, []string{"ident"})
	for _, kind := range valueKinds {
		m.add(kind.name, edit{value.Pos(), value.End(), m.code(kind)})
	}
}

// otherLayer writes Query for Path, and so on.
func (m *mutator) otherLayer(n *ast.CompositeLit, name string) {
	layers := []string{"Params", "Path", "Query"}
	selector, ok := n.Type.(*ast.SelectorExpr)
	if !ok || !slices.Contains(layers, name) {
		return
	}
	for _, other := range layers {
		if other != name {
			m.add(other+" for "+name, edit{selector.Sel.Pos(), selector.Sel.End(), other})
		}
	}
	m.add("Data for "+name, edit{selector.Pos(), selector.End(), m.library + "Options{Data: map[string]any"}, edit{n.Rbrace, n.Rbrace, "}"})
}

// call changes the layers of a call, and the value of ParamsOf.
func (m *mutator) call(n *ast.CallExpr) {
	if m.callee(n) == "ParamsOf" {
		value := n.Args[0]
		m.add(notStruct.name, edit{value.Pos(), value.End(), m.code(notStruct)})
		m.add("value: another", edit{value.Pos(), value.End(), "new(" + m.source(value) + ")"})
		return
	}
	first := m.firstLayer(n)
	if first < 0 || n.Ellipsis.IsValid() {
		return
	}
	m.layerList(n.Args, n.Lparen+1, n.Rparen, first)
	for _, arg := range n.Args[:first] {
		for _, layer := range n.Args[first:] {
			route, isText := arg.(*ast.BasicLit)
			if layer, ok := layer.(*ast.CompositeLit); ok && isText {
				m.routeAndLayer(route, layer)
			}
		}
	}
}

// layerList drops each layer of a list, and adds one.
func (m *mutator) layerList(list []ast.Expr, open, end token.Pos, first int) {
	for i := first; i < len(list); i++ {
		m.add("missing layer", drop(list, i, open, end))
	}
	at, comma := open, ""
	if len(list) > 0 {
		at, comma = list[len(list)-1].End(), ", "
	}
	for _, kind := range layerKinds {
		m.add(kind.name, edit{at, at, comma + m.code(kind)})
	}
}

// routeAndLayer makes the mistakes for which a route and a layer belong together.
func (m *mutator) routeAndLayer(route *ast.BasicLit, layer *ast.CompositeLit) {
	text, name := m.text(route), libraryType(m.info.TypeOf(layer))
	for i, element := range layer.Elts {
		entry, ok := element.(*ast.KeyValueExpr)
		if !ok || name != "Path" && name != "Query" && name != "Params" {
			continue
		}
		key, _ := strconv.Unquote(m.source(entry.Key))
		value := m.source(entry.Value)
		before, after, found := strings.Cut(text, "{"+key+"}")
		if found && m.isText(entry.Value) {
			formatted := strings.TrimSuffix(fmt.Sprintf("%q + %s + %q", before, value, after), ` + ""`)
			m.add("text formatted into a route", edit{
				route.Pos(), route.End(), formatted,
			}, drop(layer.Elts, i, layer.Lbrace+1, layer.Rbrace))
		}
		if found && name == "Path" {
			m.add("Params: of a name that Path has", edit{
				layer.End(), layer.End(), fmt.Sprintf(", %sParams{%q: %s}", m.library, key, value),
			})
		}
		if !strings.Contains(text, key) && name != "Path" {
			query := "?" + key + "=1"
			if strings.Contains(text, "?") {
				query = "&" + key + "=1"
			}
			m.replace("key that the route's query has literally", route, []string{path(text) + query + text[len(path(text)):]})
		}
	}
}

// assignment changes m["key"] = value.
func (m *mutator) assignment(n *ast.AssignStmt) {
	if target, ok := n.Lhs[0].(*ast.IndexExpr); ok {
		if name := libraryType(m.info.TypeOf(target.X)); name != "" {
			m.entry(name, target.Index, n.Rhs[0], edit{n.Pos(), n.Rhs[0].Pos(), "_ = "})
		}
	}
}

// structType changes the tags of a struct that calls read, and adds a field.
func (m *mutator) structType(n *ast.TypeSpec) {
	t, ok := n.Type.(*ast.StructType)
	if !ok || !m.structs[m.info.Defs[n.Name].Type()] {
		return
	}
	for _, field := range t.Fields.List {
		for _, kind := range tagKinds {
			if field.Tag != nil {
				m.replace(kind.name, field.Tag, kind.change(m.text(field.Tag)))
			}
		}
	}
	for _, kind := range fieldKinds {
		m.add(kind.name, edit{t.Fields.Opening + 1, t.Fields.Opening + 1, "\n" + m.code(kind) + "\n"})
	}
}

// outsideValue changes a text, or a value that may be an any, of a caller.
func (m *mutator) outsideValue(n ast.Node) {
	switch n := n.(type) {
	case *ast.BasicLit:
		_, isImport := m.around[1].(*ast.GenDecl)
		for _, kind := range outsideTexts {
			if n.Kind == token.STRING && !isImport {
				m.add(kind.name, edit{n.Pos(), n.End(), m.code(kind)})
			}
		}
	case *ast.KeyValueExpr:
		m.add(outsideAny.name, edit{n.Value.Pos(), n.Value.End(), m.code(outsideAny)})
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

// The styles of the columns of the table. All other styles are indirect.
const (
	direct       = "call"
	directHelper = "call of a helper that sends"
	defaults     = "New or Defaults"
)

// style says where a mistake stands, by the innermost node that decides it.
func (m *mutator) style() (style string) {
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
		case *ast.TypeSpec:
			style = "type of a struct"
		}
	}
	return style
}

// callStyle returns the style of a mistake within a call, "" if the call does not
// decide it.
func (m *mutator) callStyle(call *ast.CallExpr) string {
	name := m.callee(call)
	switch {
	case name == "append" && isLayers(m.info.TypeOf(call)):
		return "slice of layers, by append"
	case name == "New" || name == "Defaults":
		return defaults
	case m.firstLayer(call) < 0 && !slices.ContainsFunc(call.Args, m.isLayer):
		return ""
	case m.isClosure(call.Fun):
		return "method value, closure or interface"
	case !slices.ContainsFunc(call.Args, m.isConstantRoute):
		return "call without a constant route"
	case name != "":
		return direct
	}
	return directHelper
}

// isClosure reports whether a function is a variable, a field or a method of an
// interface.
func (m *mutator) isClosure(fun ast.Expr) bool {
	object := m.object(fun)
	if method, ok := object.(*types.Func); ok {
		receiver := method.Signature().Recv()
		return receiver != nil && types.IsInterface(receiver.Type())
	}
	_, ok := object.(*types.Var)
	return ok
}

func (m *mutator) object(fun ast.Expr) types.Object {
	switch fun := fun.(type) {
	case *ast.Ident:
		return m.info.Uses[fun]
	case *ast.SelectorExpr:
		return m.info.Uses[fun.Sel]
	}
	return nil
}

// callee returns the name of a function that is built in or of the library, else "".
func (m *mutator) callee(call *ast.CallExpr) string {
	object := m.object(call.Fun)
	if object == nil || object.Pkg() != nil && object.Pkg().Path() != library {
		return ""
	}
	return object.Name()
}

func (m *mutator) isConstantRoute(arg ast.Expr) bool {
	value := m.info.Types[arg].Value
	return value != nil && value.Kind() == constant.String && regexp.MustCompile(`^([A-Z]+ |/)`).MatchString(constant.StringVal(value))
}

// firstLayer returns the index of the argument from which on there are layers, -1
// if a call takes none.
func (m *mutator) firstLayer(call *ast.CallExpr) int {
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

func (m *mutator) isLayer(n ast.Expr) bool { return libraryType(m.info.TypeOf(n)) != "" }

func (m *mutator) isText(n ast.Expr) bool {
	return types.AssignableTo(m.info.TypeOf(n), types.Typ[types.String])
}

// text returns the value of a text in quotes, "" for another literal.
func (m *mutator) text(n *ast.BasicLit) string {
	text, _ := strconv.Unquote(n.Value)
	return text
}

func (m *mutator) source(n ast.Node) string {
	return m.texts[m.file][m.offset(n.Pos()):m.offset(n.End())]
}

// isLayers reports whether a type is []endpoint.Layer.
func isLayers(t types.Type) bool {
	slice, ok := t.(*types.Slice)
	return ok && libraryType(slice.Elem()) == "Layer"
}

// libraryType returns the name of a type of the library, or of what it points to.
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

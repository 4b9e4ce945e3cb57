// Valid and wrong calls as Go code, checked by the command as its users run it.

package openapi

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// codeStyles are the ways to write a call. In the last, the code shows neither the
// Endpoint nor any value.
var codeStyles = []string{"literal", "variable", "struct", "struct variable", "data", "helper", "constant path", "renamed", "unseen"}

// A coder writes the Go code of one call.
type coder struct {
	style      string
	parameters []string // of the function
	before     []string // statements before the call
}

// code returns the statements of a call whose route has some placeholders, and the
// parameters of their function. It is not ok if the library would not build it, or a
// call in that style has another shape.
func code(style string, c Call, placeholders []string) (text string, ok bool) {
	g := &coder{style: style}
	if c.Method == "GET" || c.Method == "HEAD" { // to which the library gives no body
		c.Body, c.ContentType = nil, Field{}
	}
	if c.Body != nil && c.ContentType.Value.Text == formType && !isSent(*c.Body) {
		return "", false
	}
	var body []Field
	if c.Body != nil {
		body = c.Body.Fields
	}
	if len(names(c.Query)) < len(c.Query) || len(names(body)) < len(body) {
		return "", false // which a map cannot have
	}
	path, keys, ok := g.path(c, placeholders)
	layers := g.layers(c, keys)
	for i := 0; i < len(layers); i++ {
		layers[i] = "endpoint." + layers[i]
	}
	route := strconv.Quote(c.Method + " " + path)
	call := "api.Build("
	switch style {
	case "helper":
		call, route = "call"+c.Method+"(", strconv.Quote(path)
	case "unseen":
		g.parameters = append(g.parameters, "api endpoint.Endpoint")
	}
	call += strings.Join(append([]string{route}, layers...), ", ") + ")"
	return "(" + strings.Join(g.parameters, ", ") + ") { " + strings.Join(append(g.before, call), "; ") + " }", ok
}

// isSent reports whether all of a value is sent in a form: nothing is for null, and
// for what is empty.
func isSent(v Value) bool {
	isEmpty := v.Kind == Null || v.Kind&(Object|Array) != 0 && len(v.Fields)+len(v.Elements) == 0
	isLeft := func(f Field) bool { return !isSent(f.Value) }
	return !isEmpty && !slices.ContainsFunc(v.Fields, isLeft) && !slices.ContainsFunc(v.Elements, func(v Value) bool { return !isSent(v) })
}

var notInNames = regexp.MustCompile(`[^\w-]`)

// path returns the template of a call, and what fills it.
func (g *coder) path(c Call, placeholders []string) (path string, keys []Field, ok bool) {
	path = strings.ReplaceAll(c.URL, ":", "%3A")
	if g.style == "constant path" {
		if len(c.Holes) != len(placeholders) {
			return "", nil, false
		}
		for _, f := range c.Holes {
			path = strings.Replace(path, Hole, cmp.Or(f.Value.Text, "text"), 1)
		}
		return path, nil, true
	}
	keys = slices.Clone(c.Holes)
	for i, name := range placeholders {
		written := notInNames.ReplaceAllString(name, "_")
		if g.style == "renamed" {
			written = fmt.Sprintf("%.1s%d", written, i)
		}
		for k := range keys {
			if keys[k].Name == name {
				keys[k].Name = written
			}
		}
		path = strings.Replace(path, Hole, "{"+written+"}", 1)
	}
	return path, keys, true
}

// layers returns the layers of a call.
func (g *coder) layers(c Call, keys []Field) (layers []string) {
	query := c.Query
	isData := c.Body != nil && (c.Body.Kind != Object || len(c.Body.Fields) == 0 || g.style == "data" || g.style == "struct variable")
	var params []Field
	switch {
	case isData:
		layers = append(layers, "Options{Data: "+g.body(*c.Body, c.ContentType.Value.Text)+"}")
	case c.Body != nil:
		params = c.Body.Fields
	}
	joined := slices.Concat(keys, params)
	if c.Method == "GET" {
		joined = slices.Concat(keys, query)
	}
	if g.style == "literal" && !isData && len(names(joined)) == len(joined) {
		if keys, params = nil, joined; c.Method == "GET" {
			query = nil
		}
	}
	for _, layer := range []struct {
		name   string
		fields []Field
	}{{"Path", keys}, {"Query", query}, {"Params", params}} {
		if len(layer.fields) > 0 {
			layers = append(layers, g.layer(layer.name, layer.fields))
		}
	}
	headers := []string{}
	for _, name := range c.Headers {
		headers = append(headers, strconv.Quote(name)+`: "text"`)
	}
	if t := c.ContentType.Value.Text; t != "" && t != "application/json" && !strings.Contains(t, "*") {
		headers = append(headers, `"content-type": `+strconv.Quote(t))
	}
	if len(headers) > 0 {
		layers = append(layers, "Headers{"+strings.Join(headers, ", ")+"}")
	}
	return layers
}

// names returns those of some fields, once each.
func names(fields []Field) map[string]bool {
	all := map[string]bool{}
	for _, f := range fields {
		all[f.Name] = true
	}
	return all
}

// body returns the expression of Data.
func (g *coder) body(v Value, contentType string) string {
	isText := contentType != "" && contentType != formType && !strings.HasSuffix(contentType, "json") && !strings.Contains(contentType, "*")
	switch {
	case isText || v.Kind != Object && v.Kind != Array:
		return "io.Reader(nil)"
	case g.style == "data" || v.Kind == Array || len(v.Fields) == 0 || !isTagged(v.Fields):
		return g.expression(v)
	}
	return g.structOf("body", v, "json")
}

// layer returns the expression of a layer of parameters.
func (g *coder) layer(name string, fields []Field) string {
	isStruct := g.style == "struct" || g.style == "struct variable" || g.style == "unseen"
	if !isStruct || name == "Path" || !isTagged(fields) {
		return name + g.members(fields)
	}
	return name + "Of(" + g.structOf(strings.ToLower(name), Value{Kind: Object, Fields: fields}, "url") + ")"
}

// structOf returns a struct: a literal, a variable or a parameter.
func (g *coder) structOf(name string, v Value, tag string) string {
	t := typeOf(v, tag)
	switch g.style {
	case "struct variable":
		g.before = append(g.before, name+" := "+t+g.literal(v))
		return name
	case "unseen":
		g.parameters = append(g.parameters, name+" "+strings.ReplaceAll(t, `"`+"`", `,omitempty"`+"`"))
		return name
	}
	return t + g.literal(v)
}

// isTagged reports whether all names can stand in the tag of a field.
func isTagged(fields []Field) bool {
	isOdd := func(f Field) bool { return f.Name == "-" || strings.ContainsAny(f.Name, "`\"\\,'") }
	return !slices.ContainsFunc(fields, isOdd)
}

// expression returns a value as a literal, a variable or a parameter.
func (g *coder) expression(v Value) string {
	switch v.Kind {
	case Object:
		return "map[string]any" + g.members(v.Fields)
	case Array:
		var all []string
		for _, element := range v.Elements {
			all = append(all, g.expression(element))
		}
		return "[]any{" + strings.Join(all, ", ") + "}"
	case Null:
		return "nil"
	case Unknown:
		return "anything"
	}
	text := v.Text
	if v.Kind == String {
		text = strconv.Quote(text)
	}
	name := fmt.Sprintf("v%d", len(g.before)+len(g.parameters))
	switch g.style {
	case "variable":
		g.before = append(g.before, name+" := "+text)
		return name
	case "unseen":
		g.parameters = append(g.parameters, name+" "+goTypes[v.Kind])
		return name
	}
	return text
}

// members returns what follows the type of a map.
func (g *coder) members(fields []Field) string {
	var all []string
	for _, f := range fields {
		all = append(all, strconv.Quote(f.Name)+": "+g.expression(f.Value))
	}
	return "{" + strings.Join(all, ", ") + "}"
}

var goTypes = map[Kind]string{String: "string", Integer: "int", Number: "float64", Boolean: "bool"}

// typeOf returns the Go type of a value.
func typeOf(v Value, tag string) string {
	switch {
	case v.Kind == Array && len(v.Elements) > 0:
		t := typeOf(v.Elements[0], "json")
		if !slices.ContainsFunc(v.Elements, func(other Value) bool { return typeOf(other, "json") != t }) {
			return "[]" + t
		}
		return "[]any"
	case v.Kind == Object && len(v.Fields) > 0 && isTagged(v.Fields):
		var all []string
		for i, f := range v.Fields {
			all = append(all, fmt.Sprintf("F%d %s `%s:%q`", i, typeOf(f.Value, "json"), tag, f.Name))
		}
		return "struct{" + strings.Join(all, "; ") + "}"
	}
	return cmp.Or(goTypes[v.Kind], "any")
}

// literal returns what follows the type of a struct.
func (g *coder) literal(v Value) string {
	var all []string
	for i, f := range v.Fields {
		all = append(all, fmt.Sprintf("F%d: %s", i, g.typed(f.Value)))
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// typed returns an expression of the type of a value.
func (g *coder) typed(v Value) string {
	switch t := typeOf(v, "json"); {
	case strings.HasPrefix(t, "struct"):
		return t + g.literal(v)
	case strings.HasPrefix(t, "[]"):
		var all []string
		for _, element := range v.Elements {
			all = append(all, g.typed(element))
		}
		return t + "{" + strings.Join(all, ", ") + "}"
	}
	return g.expression(v)
}

// buildCommand builds the command of this module.
func buildCommand(t *testing.T) (file string) {
	file = filepath.Join(t.TempDir(), "endpointvet.exe")
	if out, err := exec.Command("go", "build", "-o", file, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// A codeModule is a module with packages of calls.
type codeModule struct {
	t       *testing.T
	dir     string
	command string
	files   map[string]*strings.Builder
	lines   map[string]int
	reports map[string][]string // by file and line
}

func newCodeModule(t *testing.T, command string) *codeModule {
	return &codeModule{t, t.TempDir(), command, map[string]*strings.Builder{}, map[string]int{}, map[string][]string{}}
}

// add adds a function to the package of a group and style, and returns where it stands.
func (m *codeModule) add(group, style string, s source, function string) (at string) {
	dir := group + "/" + strings.ReplaceAll(style, " ", "")
	if m.files[dir] == nil {
		m.files[dir] = &strings.Builder{}
		m.files[dir].WriteString(m.begin(dir, s))
		m.lines[dir] = strings.Count(m.files[dir].String(), "\n")
	}
	m.lines[dir]++
	fmt.Fprintf(m.files[dir], "func call%d%s\n", m.lines[dir], function)
	return fmt.Sprintf("%s/calls.go:%d", dir, m.lines[dir])
}

// begin writes the index of a package with calls, and returns the code before them.
// A package below none/ has no document.
func (m *codeModule) begin(dir string, s source) string {
	embed, ofAPI, base := "", "", "https://api.test"
	if s.api.HasServers() {
		base = strings.NewReplacer("{", "", "}", "").Replace(s.api.servers[0])
	}
	if !strings.HasPrefix(dir, "none/") {
		var index strings.Builder
		if err := s.api.WriteIndex(&index); err != nil {
			m.t.Fatal(err)
		}
		m.write(dir+"/document.api", index.String())
		embed = "//go:embed document.api\n//endpoint:openapi\nvar _ string\n"
		if !s.api.HasServers() { // no BaseURL says that it is of this document
			ofAPI = "//endpoint:openapi document.api\n"
		}
	}
	api := ofAPI + fmt.Sprintf("var api = endpoint.New(endpoint.Options{BaseURL: %q, Lists: endpoint.ListBrackets}, "+
		"endpoint.Headers{\"accept\": "+
		"\"application/json\"})\n", base)
	if strings.HasSuffix(dir, "unseen") {
		api = ""
	}
	for _, method := range []string{"GET", "PUT", "POST", "DELETE", "PATCH", "HEAD"} {
		if strings.HasSuffix(dir, "helper") {
			api += fmt.Sprintf("func call%s(path string, layers ...endpoint.Layer) (endpoint.Request, error) { "+
				"return api.Build(%q+path, layers...) }\n", method, method+" ")
		}
	}
	return "package p\nimport (\n_ \"embed\"\n\"io\"\n\"example.com/endpoint\"\n)\n" + embed + api + "var anything any\nvar _ io.Reader\n"
}

func (m *codeModule) write(name, text string) {
	file := filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		m.t.Fatal(err)
	}
}

var reportLine = regexp.MustCompile(`^(?:vet: )?(?:\./)?(\S+\.go:\d+):\d+: (.*)\n$`)

// vet runs the command over all packages, and returns what CPU it takes.
func (m *codeModule) vet() time.Duration {
	for dir, text := range m.files {
		m.write(dir+"/calls.go", text.String())
	}
	library, err := filepath.Abs("../..")
	if err != nil {
		m.t.Fatal(err)
	}
	sum, err := os.ReadFile("../go.sum")
	if err != nil {
		m.t.Fatal(err)
	}
	m.write("go.mod", "module vet.test\n\ngo 1.24.0\n\nrequire (\n\texample.com/endpoint "+
		"v0.0.0\n\tgithub.com/yosida95/uritemplate/v3 v3.0.2 // indirect\n)\n\nreplace example.com/endpoint => "+library+"\n")
	m.write("go.sum", string(sum))
	cmd := exec.Command(m.command, "./...")
	cmd.Dir, cmd.Env = m.dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, _ := cmd.CombinedOutput() // its status says whether there are reports
	for line := range strings.Lines(string(out)) {
		found := reportLine.FindStringSubmatch(line)
		switch {
		case found != nil && !strings.HasPrefix(line, "vet:"):
			m.reports[found[1]] = append(m.reports[found[1]], found[2])
		case !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "\t"):
			m.t.Fatalf("%.2000s", line)
		}
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// placeholdersOf returns the names of the placeholders of a call.
func placeholdersOf(c Call) (all []string) {
	for _, f := range c.Holes {
		all = append(all, f.Name)
	}
	return all
}

// mostCode is how many valid calls a style has of a document, spread over all
// operations, and mostMutants how many mutants of a kind. An excerpt has fewer.
const mostCode, mostMutants = 1300, 50

// TestValidCode writes valid calls in all styles, and finds nothing to report.
func TestValidCode(t *testing.T) {
	command := buildCommand(t)
	for _, s := range sources(t) {
		g := &generator{document: s.raw, random: rand.New(rand.NewPCG(1, 2))}
		var examples []example
		for _, g.isAll = range []bool{false, true, true} {
			examples = append(examples, g.examples()...)
		}
		m, calls := newCodeModule(t, command), map[string]string{}
		step := 1 + len(examples)/mostCode
		for k, style := range codeStyles {
			for i := k * step / len(codeStyles); i < len(examples); i += step {
				x := examples[i]
				if text, ok := code(style, x.call, placeholdersOf(x.call)); ok {
					calls[m.add("valid", style, s, text)] = style + ": " + x.name + ": " + text
				}
			}
		}
		cost := m.vet()
		for at, reports := range m.reports {
			t.Errorf("%s: %q\n%s", s.file, reports, calls[at])
		}
		t.Logf(
			"%s: %d calls in %d styles, of every %d. operation, %d reports, %.1f s", s.file, len(calls),
			len(codeStyles), step, len(m.reports), cost.Seconds(),
		)
	}
}

// pathMutations are those that need no document to be found.
var pathMutations = []mutation{
	{"path key misspelled", func(c Call) []Call {
		return misspell(c.Holes, func(fields []Field) Call { c.Holes = fields; return c })
	}},
	{"path key dropped", func(c Call) (calls []Call) {
		holes := c.Holes
		for i := range holes {
			c.Holes = slices.Delete(slices.Clone(holes), i, i+1)
			calls = append(calls, c)
		}
		return calls
	}},
}

// A codeMutant is a call with a mistake.
type codeMutant struct {
	name         string
	right, wrong Call
}

// mutantsOf returns the mutants of a kind that are wrong by the document, in an order
// of chance. Of a whole document, each call has few.
func (g *generator) mutantsOf(kind mutation, examples []example, isWrong func(Call) bool) (all []codeMutant) {
	for _, x := range examples {
		mutants := kind.mutate(x.call)
		g.random.Shuffle(len(mutants), func(i, k int) { mutants[i], mutants[k] = mutants[k], mutants[i] })
		for _, wrong := range mutants[:min(len(mutants), 1+3*mostMutants/len(examples))] {
			all = append(all, codeMutant{x.name, x.call, wrong})
		}
	}
	g.random.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	isRight := func(m codeMutant) bool { return !isWrong(m.wrong) }
	return slices.DeleteFunc(all[:min(len(all), 3*mostMutants)], isRight)
}

// A codeScore says how many mutants there are, and how many of them are found.
type codeScore struct{ without, with, of int }

func (s codeScore) String() string {
	if s.of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d/%d", s.without, s.with, s.of)
}

// A scoreTable has the score of each kind and style. That of all styles is without
// the last.
type scoreTable map[string]map[string]codeScore

func (table scoreTable) add(kind, style string, s codeScore) {
	for _, row := range []string{kind, "all"} {
		for _, column := range []string{style, "all"} {
			if column == "all" && style == "unseen" {
				continue
			}
			if table[row] == nil {
				table[row] = map[string]codeScore{}
			}
			sum := table[row][column]
			table[row][column] = codeScore{sum.without + s.without, sum.with + s.with, sum.of + s.of}
		}
	}
}

// A codePlace is where a mutant stands, with the document and without.
type codePlace struct{ kind, style, with, none, text string }

// addMutants adds the mutants of a kind in all styles.
func (m *codeModule) addMutants(s source, kind string, mutants []codeMutant) (places []codePlace) {
	for _, style := range codeStyles {
		made := 0
		for _, x := range mutants {
			text, ok := code(style, x.wrong, placeholdersOf(x.right))
			if right, _ := code(style, x.right, placeholdersOf(x.right)); !ok || text == right || made == mostMutants {
				continue
			}
			made++
			places = append(places, codePlace{
				kind, style, m.add("with", style, s, text), m.add("none", style, s, text), x.name + ": " + text,
			})
		}
	}
	return places
}

// TestMutantCode finds 95 percent of the mistakes in all styles but the last, with
// the document, and prints how many it finds without one.
func TestMutantCode(t *testing.T) {
	command, total := buildCommand(t), scoreTable{}
	kinds := slices.Concat(pathMutations, mutations)
	for _, s := range sources(t) {
		g := &generator{document: s.raw, random: rand.New(rand.NewPCG(3, 4)), isAll: true, depth: 2} // as people write bodies
		examples := g.examples()
		m, scores := newCodeModule(t, command), scoreTable{}
		var places []codePlace
		for i, kind := range kinds {
			isWrong := func(c Call) bool { return i < len(pathMutations) || !g.allows(c) }
			places = append(places, m.addMutants(s, kind.kind, g.mutantsOf(kind, examples, isWrong))...)
		}
		m.vet()
		for _, p := range places {
			score := codeScore{min(1, len(m.reports[p.none])), min(1, len(m.reports[p.with])), 1}
			if score.with == 0 && os.Getenv("OPENAPI_MISSED") == p.kind {
				t.Logf("%s: %s", p.style, p.text)
			}
			scores.add(p.kind, p.style, score)
			total.add(p.kind, p.style, score)
		}
		t.Log(scores.print(s.file, kinds))
		if sum := scores["all"]["all"]; sum.with*100 < sum.of*95 {
			t.Errorf("%s: found %d of %d", s.file, sum.with, sum.of)
		}
	}
	t.Log(total.print("all documents", kinds))
}

// print returns the table: a row for each kind, with what is found without and with
// the document, and how many there are.
func (table scoreTable) print(name string, kinds []mutation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%-24s%20s", name, "found without/with, of", "all but unseen")
	for _, style := range codeStyles {
		fmt.Fprintf(&b, "%16s", style)
	}
	for _, kind := range append(slices.Clip(kinds), mutation{kind: "all"}) {
		fmt.Fprintf(&b, "\n%-24s%20s", kind.kind, table[kind.kind]["all"])
		for _, style := range codeStyles {
			fmt.Fprintf(&b, "%16s", table[kind.kind][style])
		}
	}
	return b.String()
}

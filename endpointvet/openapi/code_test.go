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
)

// codeStyles are the ways to write a call. In the last, the code shows neither the
// Endpoint nor any value. TestValidCalls has more, which are no other code here.
var codeStyles = []string{"literal", "struct", "unseen"}

// A coder writes the Go code of one call.
type coder struct {
	style      string
	parameters []string // of the function
}

// code returns the statement of a call, and the parameters of its function. It is not ok
// if the library would not build it.
func code(style string, c Call) (text string, ok bool) {
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
	path, keys := g.path(c)
	layers := []string{strconv.Quote(c.Method + " " + path)}
	for _, layer := range g.layers(c, keys) {
		layers = append(layers, "endpoint."+layer)
	}
	if style == "unseen" {
		g.parameters = append(g.parameters, "api endpoint.Endpoint")
	}
	return "(" + strings.Join(g.parameters, ", ") + ") { api.Build(" + strings.Join(layers, ", ") + ") }", true
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
func (g *coder) path(c Call) (path string, keys []Field) {
	path = strings.ReplaceAll(c.URL, ":", "%3A")
	keys = slices.Clone(c.Holes)
	for i := range keys {
		keys[i].Name = notInNames.ReplaceAllString(keys[i].Name, "_")
		path = strings.Replace(path, Hole, "{"+keys[i].Name+"}", 1)
	}
	return path, keys
}

// layers returns the layers of a call.
func (g *coder) layers(c Call, keys []Field) (layers []string) {
	query := c.Query
	isData := c.Body != nil && (c.Body.Kind != Object || len(c.Body.Fields) == 0 || g.style == "struct")
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
	case v.Kind == Array || len(v.Fields) == 0 || !isTagged(v.Fields):
		return g.expression(v)
	}
	return g.structOf("body", v, "json")
}

// layer returns the expression of a layer of parameters.
func (g *coder) layer(name string, fields []Field) string {
	if g.style == "literal" || name == "Path" || !isTagged(fields) {
		return name + g.members(fields)
	}
	return name + "Of(" + g.structOf(strings.ToLower(name), Value{Kind: Object, Fields: fields}, "url") + ")"
}

// structOf returns a struct: a literal or a parameter.
func (g *coder) structOf(name string, v Value, tag string) string {
	t := typeOf(v, tag)
	if g.style == "unseen" {
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

// expression returns a value as a literal or a parameter.
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
	if g.style == "unseen" {
		name := fmt.Sprintf("v%d", len(g.parameters))
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

// add adds a function to the package of a style, and returns where it stands.
func (m *codeModule) add(style string, s source, function string) (at string) {
	if m.files[style] == nil {
		m.files[style] = &strings.Builder{}
		m.files[style].WriteString(m.begin(style, s))
		m.lines[style] = strings.Count(m.files[style].String(), "\n")
	}
	m.lines[style]++
	fmt.Fprintf(m.files[style], "func call%d%s\n", m.lines[style], function)
	return fmt.Sprintf("%s/calls.go:%d", style, m.lines[style])
}

// begin writes the index of a package with calls, and returns the code before them.
func (m *codeModule) begin(style string, s source) string {
	var index strings.Builder
	if err := s.api.WriteIndex(&index); err != nil {
		m.t.Fatal(err)
	}
	m.write(style+"/document.api", index.String())
	directive, base := "", "https://api.test"
	if s.api.HasServers() {
		base = strings.NewReplacer("{", "", "}", "").Replace(s.api.top.Servers[0])
	} else { // no BaseURL says that it is of this document
		directive = "//endpoint:openapi document.api\n"
	}
	api := directive + fmt.Sprintf("var api = endpoint.New(endpoint.Options{BaseURL: %q, Lists: endpoint.ListBrackets}, "+
		"endpoint.Headers{\"accept\": \"application/json\"})\n", base)
	if style == "unseen" {
		api = ""
	}
	return "package p\nimport (\n_ \"embed\"\n\"io\"\n\"example.com/endpoint\"\n)\n" +
		"//go:embed document.api\n//endpoint:openapi\nvar _ string\n" + api + "var anything any\nvar _ io.Reader\n"
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

// vet runs the command over all packages.
func (m *codeModule) vet() {
	for style, text := range m.files {
		m.write(style+"/calls.go", text.String())
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
}

// mostCode is how many valid calls a style has of a document, spread over all operations,
// and mostMutants how many calls have a mistake of one kind. An excerpt has fewer.
const mostCode, mostMutants = 1300, 200

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
				if text, ok := code(style, x.call); ok {
					calls[m.add(style, s, text)] = style + ": " + x.name + ": " + text
				}
			}
		}
		m.vet()
		for at, reports := range m.reports {
			t.Errorf("%s: %q\n%s", s.file, reports, calls[at])
		}
		t.Logf("%s: %d calls, %d reports", s.file, len(calls), len(m.reports))
	}
}

// TestMutantCode finds 95 percent of the mistakes in all styles but the last.
func TestMutantCode(t *testing.T) {
	command := buildCommand(t)
	for _, s := range sources(t) {
		g := &generator{document: s.raw, random: rand.New(rand.NewPCG(3, 4)), isAll: true, depth: 2} // as people write bodies
		examples := g.examples()
		m, mutants := newCodeModule(t, command), map[string]string{}
		for _, kind := range mutations {
			for _, x := range examples {
				wrong := kind.mutate(x.call)
				if len(wrong) == 0 || g.random.IntN(len(examples)) > mostMutants {
					continue
				}
				c := wrong[g.random.IntN(len(wrong))]
				if g.allows(c) {
					continue
				}
				for _, style := range codeStyles[:len(codeStyles)-1] {
					text, ok := code(style, c)
					if right, _ := code(style, x.call); ok && text != right {
						mutants[m.add(style, s, text)] = kind.kind + ": " + text
					}
				}
			}
		}
		m.vet()
		found := len(mutants)
		for at, text := range mutants {
			if len(m.reports[at]) == 0 {
				found--
				t.Logf("not found: %s", text)
			}
		}
		t.Logf("%s: found %d of %d", s.file, found, len(mutants))
		if found*100 < len(mutants)*95 {
			t.Errorf("%s: found %d of %d", s.file, found, len(mutants))
		}
	}
}

package mutants

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const library = "example.com/endpoint"

// A client is a package of testdata/clients. Its file calls.go, which makes every
// call once with sample values, is run and not shown to the analyzer.
type client struct {
	name              string
	pkg               *packages.Package
	info              *types.Info
	files             []*ast.File
	texts             map[*ast.File]string
	params            map[types.Type]bool // structs that a call reads
	names             map[string]bool     // of placeholders
	open              bool                // another package can bring in an Endpoint
	layersFromOutside bool                // or layers
	mutants           []*mutant           // those chosen, after the client itself
}

func load(t *testing.T) (clients []*client) {
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax |
			packages.NeedTypes | packages.NeedTypesInfo,
	}, "./testdata/clients/...")
	if err != nil || packages.PrintErrors(all) > 0 {
		t.Fatal("the clients do not compile", err)
	}
	for _, pkg := range all {
		c := &client{
			name: filepath.Base(pkg.PkgPath), pkg: pkg, info: pkg.TypesInfo, files: pkg.Syntax,
			texts: map[*ast.File]string{}, params: map[types.Type]bool{}, names: map[string]bool{},
		}
		for _, file := range c.files {
			text, err := os.ReadFile(c.path(file))
			if err != nil {
				t.Fatal(err)
			}
			c.texts[file] = string(text)
			for _, name := range regexp.MustCompile(`\{[^{}]*\}|:\w+`).FindAllString(string(text), -1) {
				for _, name := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("{}+?&/.*,:", r) }) {
					c.names[name] = true
				}
			}
			ast.Inspect(file, c.readStructs)
		}
		c.waysIn()
		clients = append(clients, c)
	}
	return clients
}

func (c *client) path(file *ast.File) string  { return c.pkg.Fset.File(file.FileStart).Name() }
func (c *client) isCalls(file *ast.File) bool { return filepath.Base(c.path(file)) == "calls.go" }
func (c *client) offset(pos token.Pos) int    { return c.pkg.Fset.Position(pos).Offset }

// readStructs notes the structs in ParamsOf and Data, with those embedded in them.
func (c *client) readStructs(n ast.Node) bool {
	var value ast.Expr
	switch n := n.(type) {
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "ParamsOf" {
			value = n.Args[0]
		}
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Data" {
			value = n.Value
		}
	}
	if value != nil {
		c.addStruct(c.info.TypeOf(value))
	}
	return true
}

func (c *client) addStruct(t types.Type) {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || c.params[t] {
		return
	}
	c.params[t] = true
	for field := range s.Fields() {
		if field.Embedded() {
			c.addStruct(field.Type())
		}
	}
}

// waysIn looks for exported functions, methods, fields and variables that let an
// Endpoint or layers in from another package.
func (c *client) waysIn() {
	if c.pkg.Name == "main" {
		return
	}
	scope := c.pkg.Types.Scope()
	for _, name := range scope.Names() {
		object := scope.Lookup(name)
		if !object.Exported() {
			continue
		}
		c.wayIn(object.Type())
		named, ok := object.Type().(*types.Named)
		if !ok {
			continue
		}
		for f := range named.Methods() {
			if f.Exported() {
				c.wayIn(f.Type())
			}
		}
		if s, ok := named.Underlying().(*types.Struct); ok {
			for field := range s.Fields() {
				c.open = c.open || field.Exported() && isEndpoint(field.Type())
			}
		}
	}
}

func (c *client) wayIn(t types.Type) {
	c.open = c.open || isEndpoint(t) || takes(t, "Endpoint")
	c.layersFromOutside = c.layersFromOutside || takes(t, "Layer", "Options", "Params", "Path", "Query", "Headers")
	if f, ok := t.(*types.Signature); ok {
		for parameter := range f.Params().Variables() {
			c.open = c.open || isEndpoint(parameter.Type())
		}
	}
}

// isEndpoint reports whether a value of a type can be an Endpoint.
func isEndpoint(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return libraryType(t) == "Endpoint" || ok && i.NumMethods() > 0 && i.Method(0).Name() == "HTTPRequest"
}

// compile writes the file with the mistake, and returns the files of the mutant by
// name, with its number after each name that the package declares, so that all
// mutants of a client are one package. It returns nil if the mutant does not compile.
func (m *mutant) compile() map[string]string {
	fset := m.client.pkg.Fset
	files := slices.Clone(m.client.files)
	texts := map[*ast.File]string{}
	for i, file := range files {
		texts[file] = m.client.texts[file]
		if file == m.file {
			m.source = apply(m.client, texts[file], m.edits)
			changed, err := parser.ParseFile(fset, m.client.path(file), m.source, parser.ParseComments)
			if err != nil {
				return nil
			}
			files[i], texts[changed] = changed, m.source
		}
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer(m.client.pkg.Imports), Error: func(error) {}}
	pkg, err := config.Check(m.client.pkg.PkgPath, fset, files, info)
	if err != nil {
		return nil
	}
	written := map[string]string{}
	for _, file := range files {
		edits := []edit{{file.Name.Pos(), file.Name.End(), m.client.name}}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && (isDeclared(pkg, info.Defs[id]) || isDeclared(pkg, info.Uses[id])) {
				edits = append(edits, edit{id.End(), id.End(), m.suffix()})
			}
			return true
		})
		name := strings.TrimSuffix(filepath.Base(m.client.path(file)), ".go")
		written[name+m.suffix()+".go"] = apply(m.client, texts[file], edits)
	}
	return written
}

func (m *mutant) suffix() string { return "_" + strconv.Itoa(m.number) }

type importer map[string]*packages.Package

func (i importer) Import(path string) (*types.Package, error) {
	if pkg := i[path]; pkg != nil {
		return pkg.Types, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// isDeclared reports whether a package declares an object at its top level, or an
// embedded field that has the name of such a type.
func isDeclared(pkg *types.Package, object types.Object) bool {
	if field, ok := object.(*types.Var); ok && field.Embedded() {
		t := field.Type()
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		if named, ok := t.(*types.Named); ok {
			object = named.Obj()
		}
	}
	return object != nil && object.Parent() == pkg.Scope()
}

// apply makes edits in a text.
func apply(c *client, text string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return int(a.pos - b.pos) })
	var b strings.Builder
	from := 0
	for _, e := range edits {
		b.WriteString(text[from:c.offset(e.pos)])
		b.WriteString(e.text)
		from = c.offset(e.end)
	}
	return b.String() + text[from:]
}

// A module is a temporary module with all mutants in it, twice: in run/CLIENT as
// one package to run, and in vet/CLIENT/NUMBER as the packages that the analyzer
// reads.
type module struct {
	t   *testing.T
	dir string
}

func newModule(t *testing.T) *module {
	m := &module{t, t.TempDir()}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	mod := regexp.MustCompile(`(?m)^module .*`).ReplaceAllString(m.read("../go.mod"), "module mutants.test")
	m.write("go.mod", strings.Replace(mod, "=> ../", "=> "+root, 1))
	m.write("go.sum", m.read("../go.sum"))
	m.write("runner/runner.go", m.read("testdata/runner/runner.go"))
	return m
}

func (m *module) read(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		m.t.Fatal(err)
	}
	return string(text)
}

func (m *module) write(path, text string) {
	path = filepath.Join(m.dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		m.t.Fatal(err)
	}
}

// addMutant writes the files of a mutant and reports whether it compiles.
func (m *module) addMutant(mutant *mutant) bool {
	c := mutant.client
	mutant.number = len(c.mutants)
	files := mutant.compile()
	if files == nil {
		return false
	}
	c.mutants = append(c.mutants, mutant)
	for name, text := range files {
		m.write("run/"+c.name+"/"+name, text)
	}
	vet := fmt.Sprintf("vet/%s/%d/", c.name, mutant.number)
	for _, path := range slices.Concat(c.pkg.GoFiles, c.pkg.IgnoredFiles) {
		if name := filepath.Base(path); name == filepath.Base(c.path(mutant.file)) && name != "calls.go" {
			m.write(vet+name, mutant.source)
		} else if name != "calls.go" {
			m.write(vet+name, m.read(path))
		}
	}
	return true
}

// run runs all mutants.
func (m *module) run(clients []*client) {
	var imports, calls strings.Builder
	for _, c := range clients {
		fmt.Fprintf(&imports, "\t\"mutants.test/run/%s\"\n", c.name)
		for _, mutant := range c.mutants {
			fmt.Fprintf(&calls, "\trunner.Run(%s.Calls%s)\n", c.name, mutant.suffix())
		}
	}
	m.write("main.go", "package main\n\nimport (\n\t\"mutants.test/runner\"\n"+imports.String()+")\n\nfunc main() {\n"+calls.String()+"}\n")
	m.command("go", "build", "-gcflags=-N -l -dwarf=false", "-ldflags=-s -w", "-o", "run.exe", ".")
	results := json.NewDecoder(strings.NewReader(m.command("./run.exe")))
	for _, c := range clients {
		for _, mutant := range c.mutants {
			if err := results.Decode(&mutant.result); err != nil {
				m.t.Fatalf("%s %d: %v", c.name, mutant.number, err)
			}
		}
	}
}

func (m *module) command(name string, args ...string) string {
	m.t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = m.dir, &stderr
	out, err := cmd.Output()
	if err != nil {
		m.t.Fatalf("%s: %v\n%.3000s", cmd, err, stderr.String())
	}
	return string(out)
}

var report = regexp.MustCompile(`^(?:.*[/\\])?vet[/\\](\w+)[/\\](\d+)[/\\](\w+\.go:\d+:\d+: .*)$`)

// vet asks the analyzer about all mutants. It reads some hundred packages at a
// time, to bound the memory.
func (m *module) vet(clients []*client) {
	exe := filepath.Join(m.dir, "endpointvet.exe")
	build := exec.Command("go", "build", "-o", exe, "..")
	if out, err := build.CombinedOutput(); err != nil {
		m.t.Fatalf("%s: %v\n%s", build, err, out)
	}
	byName := map[string]*client{}
	var patterns []string
	size := 0
	for i, c := range clients {
		byName[c.name] = c
		patterns = append(patterns, "./vet/"+c.name+"/...")
		if size += len(c.mutants); size < 300 && i < len(clients)-1 {
			continue
		}
		cmd := exec.Command(exe, patterns...)
		cmd.Dir = m.dir
		out, err := cmd.CombinedOutput() // its status says whether there are reports
		patterns, size = nil, 0
		for line := range strings.Lines(string(out)) {
			found := report.FindStringSubmatch(strings.TrimSpace(line))
			if found == nil {
				m.t.Fatalf("%s: %v\n%.3000s", cmd, err, line)
			}
			number, _ := strconv.Atoi(found[2])
			mutant := byName[found[1]].mutants[number]
			mutant.reports = append(mutant.reports, found[3])
		}
	}
}

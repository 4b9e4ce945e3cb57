package mutants

import (
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

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"example.com/endpoint/endpointvet/analyzer"
)

const library = "example.com/endpoint"

// A client is a package of testdata/clients. Its file calls.go, which makes every
// call once with sample values, is run and not shown to the analyzer.
type client struct {
	name         string
	pkg          *packages.Package
	info         *types.Info
	files        []*ast.File
	texts        map[*ast.File]string
	structs      map[types.Type]bool // that calls read
	placeholders map[string]bool
	mutants      []*mutant // those chosen, after the client itself
}

func load(t *testing.T) (clients []*client) {
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax |
			packages.NeedTypes | packages.NeedTypesInfo | packages.NeedTypesSizes,
	}, "./testdata/clients/...")
	if err != nil || packages.PrintErrors(all) > 0 {
		t.Fatal("the clients do not compile", err)
	}
	expression, name := regexp.MustCompile(`\{[^{}\s]*\}|:\w+`), regexp.MustCompile(`\w[\w-]*`)
	for _, pkg := range all {
		c := &client{
			name: filepath.Base(pkg.PkgPath), pkg: pkg, info: pkg.TypesInfo, files: pkg.Syntax,
			texts: map[*ast.File]string{}, structs: map[types.Type]bool{}, placeholders: map[string]bool{},
		}
		for _, file := range c.files {
			text := read(t, c.path(file))
			c.texts[file] = text
			for _, names := range expression.FindAllString(text, -1) {
				for _, name := range name.FindAllString(names, -1) {
					c.placeholders[name] = true
				}
			}
			ast.Inspect(file, c.findStruct)
		}
		clients = append(clients, c)
	}
	return clients
}

func read(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (c *client) path(file *ast.File) string  { return c.pkg.Fset.File(file.FileStart).Name() }
func (c *client) isCalls(file *ast.File) bool { return filepath.Base(c.path(file)) == "calls.go" }
func (c *client) offset(pos token.Pos) int    { return c.pkg.Fset.Position(pos).Offset }

// findStruct notes the structs in ParamsOf and Data.
func (c *client) findStruct(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "ParamsOf" {
			c.addStruct(c.info.TypeOf(n.Args[0]))
		}
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Data" {
			c.addStruct(c.info.TypeOf(n.Value))
		}
	}
	return true
}

// addStruct notes a struct, with those embedded in it.
func (c *client) addStruct(t types.Type) {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || c.structs[t] {
		return
	}
	c.structs[t] = true
	for field := range s.Fields() {
		if field.Embedded() {
			c.addStruct(field.Type())
		}
	}
}

// compile returns all files of the mutant as they are run, by name. There, a number
// follows each name that the package declares, so that all mutants of a client can
// be one package. It asks the analyzer too, and reports whether the mutant compiles.
func (m *mutant) compile() (files map[string]string, ok bool) {
	c := m.client
	source := c.apply(c.texts[m.file], m.edits)
	mistake, err := parser.ParseFile(c.pkg.Fset, c.path(m.file), source, parser.ParseComments)
	if err != nil {
		return nil, false
	}
	parsed := slices.Clone(c.files)
	parsed[slices.Index(parsed, m.file)] = mistake
	pkg, info, err := c.check(parsed)
	if err != nil {
		return nil, false
	}
	m.vet(slices.DeleteFunc(slices.Clone(parsed), c.isCalls))
	files = map[string]string{}
	for _, file := range parsed {
		edits := []edit{{file.Name.Pos(), file.Name.End(), m.group()}}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && (isDeclared(pkg, info.Defs[id]) || isDeclared(pkg, info.Uses[id])) {
				edits = append(edits, edit{id.End(), id.End(), m.suffix()})
			}
			return true
		})
		text := source
		if file != mistake {
			text = c.texts[file]
		}
		name := strings.TrimSuffix(filepath.Base(c.path(file)), ".go")
		files[name+m.suffix()+".go"] = c.apply(text, edits)
	}
	return files, true
}

// check checks the types of a package with the imports of a client.
func (c *client) check(files []*ast.File) (*types.Package, *types.Info, error) {
	info := &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	config := types.Config{Importer: importer(c.pkg.Imports), Error: func(error) {}, GoVersion: "go1.26", Sizes: c.pkg.TypesSizes}
	pkg, err := config.Check(c.pkg.PkgPath, c.pkg.Fset, files, info)
	return pkg, info, err
}

// vet asks the analyzer about the files of a mutant. No client imports a package that
// has facts.
func (m *mutant) vet(files []*ast.File) {
	c := m.client
	pkg, info, err := c.check(files)
	if err != nil {
		panic(err) // calls.go declares what another file uses
	}
	_, err = analyzer.Analyzer.Run(&analysis.Pass{
		Analyzer: analyzer.Analyzer, Fset: c.pkg.Fset, Files: files, Pkg: pkg, TypesInfo: info, TypesSizes: c.pkg.TypesSizes,
		ReadFile: os.ReadFile, ResultOf: map[*analysis.Analyzer]any{},
		Report: func(d analysis.Diagnostic) {
			at := c.pkg.Fset.Position(d.Pos)
			m.reports = append(m.reports, fmt.Sprintf("%s:%d:%d: %s", filepath.Base(at.Filename), at.Line, at.Column, d.Message))
		},
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ExportPackageFact: func(analysis.Fact) {},
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	})
	if err != nil {
		panic(err)
	}
}

// suffix is not that of files for an architecture, as _386 is.
func (m *mutant) suffix() string { return "_n" + strconv.Itoa(m.number) }

// group is the package that the mutant is run in.
func (m *mutant) group() string { return fmt.Sprintf("%s_%d", m.client.name, m.number/200) }

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
func (c *client) apply(text string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return int(a.pos - b.pos) })
	var b strings.Builder
	from := 0
	for _, e := range edits {
		b.WriteString(text[from:c.offset(e.pos)] + e.text)
		from = c.offset(e.end)
	}
	return b.String() + text[from:]
}

// A module is a temporary module with all mutants in it, in packages run/GROUP. They
// are compiled as in any other directory, so that the build cache has them next time.
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
	mod := regexp.MustCompile(`(?m)^module .*`).ReplaceAllString(read(t, "go.mod"), "module mutants.test")
	m.write("go.mod", strings.Replace(mod, "=> ../../", "=> "+root, 1))
	m.write("go.sum", read(t, "go.sum"))
	m.write("runner/runner.go", read(t, "testdata/runner/runner.go"))
	return m
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

// add writes the files of a mutant and reports whether it compiles.
func (m *module) add(mutant *mutant) bool {
	c := mutant.client
	mutant.number = len(c.mutants)
	files, ok := mutant.compile()
	if !ok {
		return false
	}
	c.mutants = append(c.mutants, mutant)
	for name, text := range files {
		m.write(filepath.Join("run", mutant.group(), name), text)
	}
	return true
}

// run runs all mutants.
func (m *module) run(all []*mutant) {
	var imports, calls strings.Builder
	group := ""
	for _, mutant := range all {
		if mutant.group() != group {
			group = mutant.group()
			fmt.Fprintf(&imports, "import \"mutants.test/run/%s\"\n", group)
		}
		fmt.Fprintf(&calls, "\trunner.Run(%s.Calls%s)\n", group, mutant.suffix())
	}
	m.write("main.go", "package main\n\nimport \"mutants.test/runner\"\n"+imports.String()+"\nfunc main() {\n"+calls.String()+"}\n")
	m.command("go", "build", "-trimpath", "-gcflags=-N -l -dwarf=false", "-ldflags=-s -w", "-o", "run.exe", ".")
	results := json.NewDecoder(strings.NewReader(m.command(filepath.Join(m.dir, "run.exe"))))
	for _, mutant := range all {
		if err := results.Decode(&mutant.result); err != nil {
			m.t.Fatalf("%s %d: %v", mutant.client.name, mutant.number, err)
		}
	}
}

func (m *module) command(name string, args ...string) string {
	m.t.Helper()
	var stderr strings.Builder
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = m.dir, &stderr
	out, err := cmd.Output()
	if err != nil {
		m.t.Fatalf("%s: %v\n%.3000s", cmd, err, stderr.String())
	}
	return string(out)
}

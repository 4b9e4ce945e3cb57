// Tests of README.md: its Go blocks, tables, links and names of tests.

package endpoint_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"example.com/endpoint"
)

// A block is a fenced block of README.md.
type block struct {
	lang, text string
	line       int // of its first line of text
}

// readReadme returns the text of README.md with its fenced blocks blanked out,
// and the blocks.
func readReadme(t *testing.T) (prose string, blocks []block) {
	t.Helper()
	b, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	inside := false
	for i, line := range strings.Split(string(b), "\n") {
		lang, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && !inside:
			blocks = append(blocks, block{lang: lang, line: i + 2})
			inside = true
		case fence:
			inside = false
		case inside:
			blocks[len(blocks)-1].text += line + "\n"
		default:
			out.WriteString(line)
		}
		out.WriteByte('\n')
	}
	if inside {
		t.Error("README.md: a block is not closed")
	}
	return out.String(), blocks
}

// blockImports are the packages that a block without a package clause may use,
// by name.
var blockImports = map[string]string{
	"bytes":     "bytes",
	"context":   "context",
	"endpoint":  "example.com/endpoint",
	"errors":    "errors",
	"fmt":       "fmt",
	"http":      "net/http",
	"io":        "io",
	"json":      "encoding/json",
	"log":       "log",
	"multipart": "mime/multipart",
	"os":        "os",
	"reflect":   "reflect",
	"resty":     "resty.dev/v3",
	"slog":      "log/slog",
	"strings":   "strings",
	"testing":   "testing",
	"time":      "time",
	"url":       "net/url",
}

// given are the variables that a block of statements may use without
// declaring them.
const given = "ctx context.Context, api endpoint.Endpoint, token, owner, repo string"

// source makes a Go file of a block: one with a package clause is one itself,
// declarations get a package clause and imports, statements a function as well.
// The last two may leave variables and imports unused.
func (b block) source() (src string, whole bool) {
	if strings.HasPrefix(b.text, "package ") {
		return b.at() + b.text, true
	}
	declarations := "package p\n" + b.at() + b.text
	if _, err := parser.ParseFile(token.NewFileSet(), "", declarations, 0); err == nil {
		return "package p\n" + imports(b.text) + b.at() + b.text, false
	}
	return "package p\n" + imports(b.text+given) + "func _(" + given + ") {\n" + b.at() + b.text + "}\n", false
}

func (b block) at() string { return fmt.Sprintf("//line README.md:%d\n", b.line) }

func imports(text string) string {
	var out strings.Builder
	for name, path := range blockImports {
		if regexp.MustCompile(`\b` + name + `\.[A-Z]`).MatchString(text) {
			fmt.Fprintf(&out, "import %s %q\n", name, path)
		}
	}
	return out.String()
}

// TestReadmeBlocks type-checks every Go block of README.md against what the
// compiler made of its imports.
func TestReadmeBlocks(t *testing.T) {
	_, blocks := readReadme(t)
	fset := token.NewFileSet()
	var files []*ast.File
	var whole []bool
	for _, b := range blocks {
		if b.lang != "go" {
			continue
		}
		src, isWhole := b.source()
		f, err := parser.ParseFile(fset, "README.md", src, 0)
		if err != nil {
			t.Error(err)
			continue
		}
		files, whole = append(files, f), append(whole, isWhole)
	}
	if len(files) == 0 {
		t.Fatal("README.md has no Go block")
	}
	compiled := importer.ForCompiler(fset, "gc", exportData(t, files))
	for i, f := range files {
		config := types.Config{Importer: compiled, Error: func(err error) {
			if e, ok := errors.AsType[types.Error](err); ok && e.Soft && !whole[i] {
				return
			}
			t.Error(err)
		}}
		config.Check("p", fset, []*ast.File{f}, nil) // reports through Error
	}
}

// exportData returns how an importer finds what files import. The go command
// has compiled most of it for this test, and needs no network for the rest.
func exportData(t *testing.T, files []*ast.File) func(path string) (io.ReadCloser, error) {
	t.Helper()
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export", "--"}
	for _, f := range files {
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, path)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOTOOLCHAIN=local")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, &stderr)
	}
	exports := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
}

// TestReadmeLinks looks for the target of every link within the repository.
func TestReadmeLinks(t *testing.T) {
	prose, _ := readReadme(t)
	anchors := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(prose, -1) {
		anchors["#"+anchor(m[1])] = true
	}
	for _, m := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(prose, -1) {
		target := m[1]
		switch {
		case strings.Contains(target, "://"):
		case strings.HasPrefix(target, "#"):
			if !anchors[target] {
				t.Errorf("README.md has no section %s", target)
			}
		default:
			if _, err := os.Stat(filepath.FromSlash(target)); err != nil {
				t.Errorf("README.md links to %s: %v", target, err)
			}
		}
	}
}

// anchor is what a heading is called in a link.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// TestReadmeTests looks for every test, example and command that README.md
// names.
func TestReadmeTests(t *testing.T) {
	prose, blocks := readReadme(t)
	there := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git") {
			return cmp.Or(err, fs.SkipDir)
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		b, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(`(?m)^func (\w+)\(`).FindAllSubmatch(b, -1) {
			there[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark|Example)[A-Z_]\w*`).FindAllString(prose, -1) {
		if !there[name] {
			t.Errorf("README.md names %s, which is nowhere", name)
		}
	}
	for _, b := range blocks {
		for _, m := range regexp.MustCompile(`(?m)^(?:cd (\w+) && )?go (?:run|test|build) .*?(\./[\w/]*)`).FindAllStringSubmatch(b.text, -1) {
			if _, err := os.Stat(filepath.Join(m[1], m[2])); err != nil {
				t.Errorf("README.md: %s: %v", m[0], err)
			}
		}
	}
}

// table returns the rows of the table of README.md whose header begins with
// these columns, with the code in their cells.
func table(t *testing.T, columns string) [][]string {
	t.Helper()
	prose, _ := readReadme(t)
	_, text, ok := strings.Cut(prose, "\n| "+columns+" |")
	if !ok {
		t.Fatalf("README.md has no table %q", columns)
	}
	text, _, _ = strings.Cut(text, "\n\n")
	var rows [][]string
	for _, line := range strings.Split(text, "\n")[2:] {
		var row []string
		for _, m := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(line, -1) {
			row = append(row, m[1])
		}
		if len(row) == 0 {
			t.Errorf("README.md: no code in %s", line)
			continue
		}
		rows = append(rows, row)
	}
	return rows
}

// TestReadmeOperators expands the templates of README.md.
func TestReadmeOperators(t *testing.T) {
	params := endpoint.Params{
		"x":    "a/b c",
		"list": []string{"red", "green"},
		"map":  map[string]int{"w": 3, "h": 2},
	}
	for _, row := range table(t, "Template | URL") {
		r, err := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}).
			Build("POST "+row[0], params, endpoint.Options{Data: ""})
		if got := strings.TrimPrefix(r.URL, "https://api.test"); err != nil || got != row[1] {
			t.Errorf("%s: got %s, %v, README.md says %s", row[0], got, err, row[1])
		}
	}
}

// TestReadmeValues builds a URL of each value of README.md.
func TestReadmeValues(t *testing.T) {
	values := map[string]any{
		`"a&b"`:                         "a&b",
		`42`:                            42,
		`0.1`:                           0.1,
		`1e21`:                          1e21,
		`true`:                          true,
		`[]byte("hi")`:                  []byte("hi"),
		`json.Number("1.50")`:           json.Number("1.50"),
		`time.Date(2026, 1, 2, …)`:      time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		`90 * time.Second`:              90 * time.Second,
		`&page`:                         new(42),
		`(*int)(nil)`:                   (*int)(nil),
		`nil`:                           nil,
		`[]int{1, 2}`:                   []int{1, 2},
		`[]string{}`:                    []string{},
		`map[string]int{"w": 3}`:        map[string]int{"w": 3},
		`math.NaN()`:                    nan(),
		`struct{}{}`:                    struct{}{},
		`[][]int{{1}}`:                  [][]int{{1}},
		`map[string][]int{"w": {1, 2}}`: map[string][]int{"w": {1, 2}},
	}
	var seen []string
	for _, row := range table(t, "Value of `x` | In `{?x}`") {
		value, ok := values[row[0]]
		if !ok || len(row) != 2 {
			t.Errorf("no value for %q", row)
			continue
		}
		seen = append(seen, row[0])
		r, err := endpoint.New(endpoint.Options{BaseURL: "https://api.test"}).Build("/{?x}", endpoint.Params{"x": value})
		got := strings.TrimPrefix(r.URL, "https://api.test/")
		if errors.Is(err, endpoint.ErrParam) {
			got = "ErrParam"
		}
		if got != row[1] && (got != "" || row[1] != "undefined") {
			t.Errorf("%s: got %q, %v, README.md says %q", row[0], got, err, row[1])
		}
	}
	for name := range values {
		if !slices.Contains(seen, name) {
			t.Errorf("README.md does not show %s", name)
		}
	}
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}

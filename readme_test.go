// Tests of README.md, docs/ and bench/README.md.

package endpoint_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// readPages returns the pages by path.
func readPages(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("docs/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no pages in docs: %v", err)
	}
	pages := map[string]string{}
	for _, path := range append(paths, "README.md", "bench/README.md") {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pages[path] = string(b)
	}
	return pages
}

// readGo returns the Go files of the repository as one text.
func readGo(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == "node_modules" || d.Name() == ".git":
			return fs.SkipDir
		case filepath.Ext(path) != ".go":
			return nil
		}
		b, err := os.ReadFile(path)
		all.Write(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

var (
	fence   = regexp.MustCompile("(?s)(?:^|\n)```(\\w*)\n(.*?)\n```")
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	test    = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark|Example)[A-Z_]\w*`)
	command = regexp.MustCompile(`(?m)^(?:cd (\S+) && )?go (?:run|test|build) (?:.* )?(\./[\w/]*)`)
)

// TestReadmeBlocks looks for the lines of each block of Go or of output in the
// Go files, where they are compiled, and run as an example or test. Indentation
// and the marks of comments are not compared.
func TestReadmeBlocks(t *testing.T) {
	source := plain(readGo(t))
	for path, page := range readPages(t) {
		for _, m := range fence.FindAllStringSubmatch(page, -1) {
			if lang, text := m[1], m[2]; (lang == "go" || lang == "text") && !strings.Contains(source, plain(text)) {
				t.Errorf("%s: these are not lines of a Go file:\n%s", path, text)
			}
		}
	}
}

// plain removes indentation and the marks of comments.
func plain(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "//")))
	}
	return "\n" + strings.Join(lines, "\n") + "\n"
}

// TestReadmeLinks looks for the target of each link within the repository.
func TestReadmeLinks(t *testing.T) {
	pages := readPages(t)
	for path, page := range pages {
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, hasAnchor := strings.Cut(m[1], "#")
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: link to %s: %v", path, m[1], err)
			} else if hasAnchor && !slices.Contains(anchors(pages[target]), anchor) {
				t.Errorf("%s: link to %s: no such heading", path, m[1])
			}
		}
	}
}

// anchors returns the headings of a page as links name them.
func anchors(page string) (names []string) {
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		names = append(names, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1]))
	}
	return names
}

// TestReadmeNames looks for each test and each directory of a command.
func TestReadmeNames(t *testing.T) {
	source := readGo(t)
	for path, page := range readPages(t) {
		for _, name := range test.FindAllString(page, -1) {
			if !strings.Contains(source, "\nfunc "+name+"(") {
				t.Errorf("%s: there is no %s", path, name)
			}
		}
		for _, m := range command.FindAllStringSubmatch(page, -1) {
			if _, err := os.Stat(filepath.Join(m[1], m[2])); err != nil {
				t.Errorf("%s: %s: %v", path, m[0], err)
			}
		}
	}
}

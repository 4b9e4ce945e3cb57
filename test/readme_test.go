// Tests of README.md, docs/ and bench/README.md: their blocks, tables, links and
// names.

package test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"example.com/endpoint"
)

// readPages returns the pages by path.
func readPages(t *testing.T) map[string]string {
	t.Helper()
	t.Chdir("..")
	defer t.Chdir("test")
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
	t.Chdir("..")
	defer t.Chdir("test")
	var all strings.Builder
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"): // in a worktree .git is a file
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
	comment = regexp.MustCompile(`(?m)^// .*\n?`)
	printed = regexp.MustCompile(`^printRequest\((.*)\)$`)
	ported  = regexp.MustCompile("(?m)^\\| .* \\| `(api\\.request[^`]*)` \\|$")
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	test    = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark|Example)[A-Z_]\w*`)
	command = regexp.MustCompile(`(?m)^(?:cd (\S+) && )?go (?:run|test|build) (?:.* )?(\./[\w/]*)`)
)

// TestReadmeBlocks looks for the lines of each block of Go or of output in the Go
// files, where they are compiled, and run as an example or test. The comments between
// calls may be the output of an example, which follows its lines there. Indentation and
// the marks of comments are not compared. The calls of porting.md's table are looked for
// in the same way.
func TestReadmeBlocks(t *testing.T) {
	source := plain(readGo(t))
	isIn := func(lines string) bool { return strings.Contains(source, plain(lines)) }
	for path, page := range readPages(t) {
		for _, m := range fence.FindAllStringSubmatch(page, -1) {
			lang, text := m[1], m[2]
			calls, output := comment.ReplaceAllString(text, ""), strings.Join(comment.FindAllString(text, -1), "")
			if (lang == "go" || lang == "text") && !isIn(text) && (output == "" || !isIn(calls) || !isIn(output)) {
				t.Errorf("%s: these are not lines of a Go file:\n%s", path, text)
			}
		}
		for _, m := range ported.FindAllStringSubmatch(page, -1) {
			if !isIn("show(" + m[1] + ")") {
				t.Errorf("%s: this is not in a Go file: %s", path, m[1])
			}
		}
	}
}

// plain removes indentation, the marks of comments, printRequest around the calls of
// README.md, and the package of client.go, whose examples are in the same package.
func plain(text string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "//"))
		line = strings.ReplaceAll(line, "client.", "")
		lines = append(lines, printed.ReplaceAllString(line, "$1"))
	}
	return "\n" + strings.Join(lines, "\n") + "\n"
}

// checkRow looks for a row of a table in docs/values.md.
func checkRow(t *testing.T, row ...string) {
	t.Helper()
	page := readPages(t)["docs/values.md"]
	if text := "\n| " + strings.Join(row, " | ") + " |\n"; !strings.Contains(page, text) {
		t.Errorf("docs/values.md does not have the row%s", text)
	}
}

// cell builds a request and returns what a table shows of it: the body if the method
// is POST, else what follows the host.
func cell(t *testing.T, route string, layers ...endpoint.Layer) string {
	t.Helper()
	r, err := api.Build(route, layers...)
	switch values, isForm := r.Body.(url.Values); {
	case errors.Is(err, endpoint.ErrMissingParam), errors.Is(err, endpoint.ErrParam), errors.Is(err, endpoint.ErrUnsafePath):
		return "error"
	case err != nil:
		t.Fatal(err)
	case isForm && len(values) == 0:
		return "empty"
	case r.Method != "post":
		return "`" + strings.TrimPrefix(r.URL, "https://api.test") + "`"
	case r.Body == nil:
		return "no body"
	}
	body, _, err := r.BodyReader()
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return "`" + string(b) + "`"
}

// omitempty returns the parameters of a struct that leaves x out if it is empty.
func omitempty[T any](x T) endpoint.Params {
	return endpoint.New(endpoint.ParamsOf(struct {
		X T `json:"x,omitempty"`
	}{x})).Options().Params
}

// TestEmptyValues builds each cell of the table of empty values in docs/values.md.
func TestEmptyValues(t *testing.T) {
	omitZero := func(v any) endpoint.Params { return endpoint.Params{"x": v}.OmitZero() }
	tests := []struct {
		row    string
		params []endpoint.Params
	}{
		{"0", []endpoint.Params{{"x": 0}}},
		{"`\"\"`", []endpoint.Params{{"x": ""}}},
		{"nil or a nil pointer", []endpoint.Params{{"x": nil}, {"x": (*int)(nil)}}},
		{"a nil list, map or bytes", []endpoint.Params{{"x": []string(nil)}, {"x": map[string]int(nil)}, {"x": []byte(nil)}}},
		{"an empty list", []endpoint.Params{{"x": []string{}}, omitZero([]string{})}},
		{"no key", []endpoint.Params{{}, nil}},
		{"`Unset`", []endpoint.Params{{"x": endpoint.Unset}}},
		{"`OmitZero` of 0, false, `\"\"`, nil, a nil list, a zero `time.Time`", []endpoint.Params{
			omitZero(0), omitZero(false), omitZero(""), omitZero(nil), omitZero([]string(nil)), omitZero(time.Time{}),
		}},
		{"`omitempty` of 0, false, `\"\"`, nil, an empty list, a zero `time.Time`", []endpoint.Params{
			omitempty(0), omitempty(false), omitempty(""), omitempty[*int](nil), omitempty([]string{}), omitempty(time.Time{}),
		}},
	}
	for _, test := range tests {
		for _, p := range test.params {
			path, query := cell(t, "GET /s{?x}", endpoint.Path(p)), cell(t, "GET /s", endpoint.Query(p))
			if path != query {
				t.Errorf("%s: %s in {?x}, %s in Query", test.row, path, query)
			}
			if deleted := cell(t, "DELETE /s{?x}", endpoint.Path(p)); deleted != path {
				t.Errorf("%s: %s in {?x} of DELETE, %s of GET", test.row, deleted, path)
			}
			checkRow(t, test.row,
				cell(t, "GET /s/{x}", endpoint.Path(p)),
				cell(t, "GET /s{/x}", endpoint.Path(p)),
				query,
				cell(t, "GET /s", endpoint.Query{"x": "d"}, endpoint.Query(p)),
				cell(t, "DELETE /s", endpoint.Query(p)),
				cell(t, "POST /s", form, p),
				cell(t, "POST /s", p))
		}
	}
}

// null is a value whose MarshalJSON writes null.
type null struct{}

func (null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// TestValueTable builds each cell of the table of values in docs/values.md.
func TestValueTable(t *testing.T) {
	tests := []struct {
		row            string
		value          any
		more, moreJSON string // after the text
	}{
		{row: "a time, 6 ms after 03:04:05", value: time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.FixedZone("", 3600))},
		{row: "`time.Second`", value: time.Second},
		{row: "`1e21`", value: 1e21},
		{row: "`[]byte(\"hi\")`", value: []byte("hi")},
		{row: "`[]byte{255}`: not UTF-8", value: []byte{255}},
		{row: "`[2]byte{104, 105}`", value: [2]byte{104, 105}},
		{row: "`&url.URL{Host: \"h\"}`", value: &url.URL{Host: "h"}},
		{row: "a value whose MarshalJSON writes `null`", value: null{}},
		{row: "`map[int]string{1: \"a\"}`", value: map[int]string{1: "a"}},
		{row: "`json.RawMessage(\"[1]\")`", value: json.RawMessage("[1]")},
		{
			row: "`endpoint.JSON([]int{1})`", value: endpoint.JSON([]int{1}),
			more: "; an error in a path and in a map", moreJSON: ": pass the list",
		},
	}
	for _, test := range tests {
		written := map[string]bool{}
		for _, text := range []string{
			cell(t, "GET /s", endpoint.Query{"x": test.value}),
			strings.ReplaceAll(cell(t, "POST /s", form, endpoint.Params{"x": test.value}), "`x=", "`/s?x="),
		} {
			text, err := url.PathUnescape(text)
			if err != nil {
				t.Fatal(err)
			}
			if text = strings.Replace(text, "/s?x=", "", 1); text == "`/s`" || text == "empty" {
				text = "nothing"
			}
			written[text] = true
		}
		if len(written) != 1 {
			t.Errorf("%s: a query and a form differ: %v", test.row, written)
		}
		inJSON := strings.Replace(strings.Replace(cell(t, "POST /s", endpoint.Params{"x": test.value}), `{"x":`, "", 1), "}`", "`", 1)
		if strings.HasPrefix(inJSON, "`{\"Scheme\"") {
			inJSON = "an object of its fields"
		}
		for text := range written {
			checkRow(t, test.row, text+test.more, inJSON+test.moreJSON)
		}
	}
	for name, layers := range map[string]endpoint.Layer{
		"a path": endpoint.Path{"x": endpoint.JSON(1)}, "a map": endpoint.Query{"q": map[string]any{"x": endpoint.JSON(1)}},
	} {
		if got := cell(t, "GET /s{/x}", layers); got != "error" {
			t.Errorf("JSON in %s is %s", name, got)
		}
	}
}

// TestListTable builds each cell of the table of lists in docs/values.md.
func TestListTable(t *testing.T) {
	ids := []int{1, 2}
	decoded := func(c string) string { return strings.NewReplacer("/s?", "", "%5B", "[", "%5D", "]").Replace(c) }
	for row, style := range map[string]endpoint.ListStyle{
		"not set": 0, "`ListRepeat`": endpoint.ListRepeat, "`ListComma`": endpoint.ListComma, "`ListBrackets`": endpoint.ListBrackets,
		"`ListIndexes`": endpoint.ListIndexes,
	} {
		lists := endpoint.Options{Lists: style}
		written := decoded(cell(t, "GET /s", lists, endpoint.Query{"ids": ids}))
		if params := decoded(cell(t, "GET /s", lists, endpoint.Params{"ids": ids})); params != written {
			t.Errorf("%s: %s in Query, %s in Params", row, written, params)
		}
		checkRow(t, row, written,
			decoded(cell(t, "POST /s", lists, form, endpoint.Params{"ids": ids})),
			decoded(cell(t, "GET /s", lists, endpoint.Query{"f": map[string]any{"ids": ids}})))
	}
}

// TestReadmeLinks looks for the target of each link within the repository.
func TestReadmeLinks(t *testing.T) {
	pages := readPages(t)
	t.Chdir("..")
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
			} else if hasAnchor && filepath.Ext(file) != ".go" && !slices.Contains(anchors(pages[target]), anchor) {
				t.Errorf("%s: link to %s: no such heading", path, m[1])
			}
		}
	}
}

var codeLink = regexp.MustCompile(`\[((?:Example|Test)\w*)\]\(([^)#\s]+\.go)(?:#L\d+)?\)`)

// TestReadmeExamples compares the line that a link to an example names with the line where
// the example begins. With -update, it writes the lines.
func TestReadmeExamples(t *testing.T) {
	for path, page := range readPages(t) {
		want := codeLink.ReplaceAllStringFunc(page, func(found string) string {
			m := codeLink.FindStringSubmatch(found)
			source, err := os.ReadFile(filepath.Join("..", filepath.Dir(path), m[2]))
			if err != nil {
				t.Fatal(err)
			}
			before, _, ok := strings.Cut(string(source), "\nfunc "+m[1]+"(")
			if !ok {
				t.Errorf("%s: %s is not in %s", path, m[1], m[2])
			}
			return fmt.Sprintf("[%s](%s#L%d)", m[1], m[2], strings.Count(before, "\n")+2)
		})
		switch {
		case want == page:
		case !*update:
			t.Errorf("%s: a link leads to another line than that of its example: run this test with -update", path)
		default:
			if err := os.WriteFile(filepath.Join("..", path), []byte(want), 0o644); err != nil {
				t.Fatal(err)
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
	source, pages := readGo(t), readPages(t)
	t.Chdir("..")
	for path, page := range pages {
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

// TestReadmeEmpty builds each cell of the table of empty values in README.md.
func TestReadmeEmpty(t *testing.T) {
	page := readPages(t)["README.md"]
	written := func(route, before, after string, layers ...endpoint.Layer) string {
		text := cell(t, route, layers...)
		if text == "error" {
			return text
		}
		text = strings.TrimSuffix(strings.TrimPrefix(strings.Trim(text, "`"), before), after)
		text = strings.TrimPrefix(text, "?")
		if text == "" || text == "empty" {
			return "nothing"
		}
		return "`" + text + "`"
	}
	for row, values := range map[string][]any{
		"nil, nil pointer": {nil, (*int)(nil)}, "nil slice or map": {[]string(nil), map[string]int(nil)},
		"`\"\"`": {""}, "empty list": {[]string{}},
	} {
		columns := make([][]string, 6)
		for _, x := range values {
			for i, text := range []string{
				written("GET /s/{x}", "/s/", "", endpoint.Path{"x": x}),
				written("GET /s{/x}", "/s", "", endpoint.Path{"x": x}),
				written("GET /s", "/s", "", endpoint.Query{"x": x}),
				written("DELETE /s", "/s", "", endpoint.Query{"x": x}),
				written("POST /s", "", "", form, endpoint.Params{"x": x}),
				written("POST /s", `{"x":`, "}", endpoint.Params{"x": x}),
			} {
				columns[i] = append(columns[i], text)
			}
		}
		text := "\n| " + row
		for _, texts := range columns {
			text += " | " + strings.Join(slices.Compact(texts), ", ")
		}
		if text += " |\n"; !strings.Contains(page, text) {
			t.Errorf("README.md does not have the row%s", text)
		}
	}
}

// TestPicture compares docs/call.svg with the call that it shows and with the request that
// net/http sends.
func TestPicture(t *testing.T) {
	picture, err := os.ReadFile("../docs/call.svg")
	if err != nil {
		t.Fatal(err)
	}
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://api.test/v2"},
		endpoint.Headers{"accept": "*/*", "user-agent": "app/1"})
	ctx := context.Background()
	req, err := api.HTTPRequest(ctx, "PUT /notes/{id}",
		endpoint.Path{"id": 7},
		endpoint.Query{"notify": true},
		endpoint.Params{"text": "Hi"},
		endpoint.Headers{"x-trace": "a1"})
	if err != nil {
		t.Fatal(err)
	}
	sent, err := httputil.DumpRequestOut(req, true)
	if err != nil {
		t.Fatal(err)
	}

	squeeze := strings.NewReplacer("endpoint.", "", " ", "", "\t", "", "\n", "").Replace
	source := squeeze(readGo(t))
	calls := strings.Split("\n"+strings.Join(pictured(picture, "call"), "\n"), "\napi")[1:]
	for _, call := range calls {
		if !strings.Contains(source, "api"+squeeze(call)) {
			t.Errorf("this is not in a Go file: api%s", call)
		}
	}
	if len(calls) != 2 {
		t.Errorf("the picture has %d calls", len(calls))
	}
	got, want := pictured(picture, "wire"), strings.FieldsFunc(string(sent), func(r rune) bool { return r == '\r' || r == '\n' })
	if !slices.Equal(got, want) {
		t.Errorf("the picture shows\n%q\nthe request is\n%q", got, want)
	}
}

var (
	pictureText = regexp.MustCompile(`<text x=[^>]*>(.*)</text>|<text class="net"[^>]*>(.*)</text>`)
	markup      = regexp.MustCompile(`<[^>]*>`)
)

// pictured returns the lines of text in a group of an SVG, without its heading.
func pictured(svg []byte, group string) (lines []string) {
	_, rest, _ := strings.Cut(string(svg), `<g id="`+group+`">`)
	rest, _, _ = strings.Cut(rest, "</g>")
	for _, m := range pictureText.FindAllStringSubmatch(rest, -1) {
		lines = append(lines, markup.ReplaceAllString(cmp.Or(m[1], m[2]), ""))
	}
	return lines
}

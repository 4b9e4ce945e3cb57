// Tests of README.md, docs/ and bench/README.md: their blocks, links and names.
// The examples of README.md come first.

package endpoint_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"example.com/endpoint"
)

// A request written by hand. No error is returned.
func Example_byHand() {
	owner := "octokit"
	for _, repo := range []string{"hello world", "..", ""} {
		u := fmt.Sprintf("https://api.github.com/repos/%s/%s", url.PathEscape(owner), url.PathEscape(repo))
		req, err := http.NewRequest("DELETE", u, nil)
		fmt.Println(req.URL, err)
	}
	// Output:
	// https://api.github.com/repos/octokit/hello%20world <nil>
	// https://api.github.com/repos/octokit/.. <nil>
	// https://api.github.com/repos/octokit/ <nil>
}

// The same request. A value that would move it to another resource is an error.
func Example_byRoute() {
	ctx, owner := context.Background(), "octokit"
	for _, repo := range []string{"hello world", "..", ""} {
		github := endpoint.New(
			endpoint.Options{BaseURL: "https://api.github.com"},
			endpoint.Headers{"accept": "application/vnd.github+json"},
		)
		req, err := github.HTTPRequest(ctx, "DELETE /repos/{owner}/{repo}", endpoint.Path{"owner": owner, "repo": repo})
		if err != nil {
			fmt.Printf("%-13q %v\n", repo, err)
			continue
		}
		fmt.Printf("%-13q %s %s\n", repo, req.Method, req.URL)
	}
	// Output:
	// "hello world" DELETE https://api.github.com/repos/octokit/hello%20world
	// ".."          endpoint: DELETE /repos/{owner}/{repo}: unsafe path in parameter "repo": a path segment would be "." or ".."
	// ""            endpoint: DELETE /repos/{owner}/{repo}: missing parameter "repo": its value is nil or empty, but the path needs one
}

// Where a value goes.
func Example_places() {
	api := endpoint.New(endpoint.Options{
		BaseURL: "https://api.test",
		Headers: endpoint.Headers{"accept": "application/json"},
		Lists:   endpoint.ListRepeat, // the list style of this API
	})
	printRequest(api.Build("GET /users/{id}/notes", endpoint.Params{"id": 7, "tag": []string{"a", "b"}}))
	// get https://api.test/users/7/notes?tag=a&tag=b
	printRequest(api.Build("POST /users/{id}/notes", endpoint.Params{"id": 7, "text": "Hi"}, endpoint.Query{"notify": true}))
	// post https://api.test/users/7/notes?notify=true
	// {"text":"Hi"}
	printRequest(api.Build("DELETE /notes/{id}{?force}", endpoint.Params{"id": 7, "force": true}))
	// delete https://api.test/notes/7?force=true
	printRequest(api.Build("PUT /users/{id}", endpoint.Path{"id": 7}, endpoint.Params{"id": 7, "name": "Ada"}))
	// put https://api.test/users/7
	// {"id":7,"name":"Ada"}
	printRequest(api.Build("GET /users/{id}", endpoint.Path{"ID": 7}, endpoint.Params{"id": 7}))
	// endpoint: GET /users/{id}: invalid parameter "ID": no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query

	// Output:
	// get https://api.test/users/7/notes?tag=a&tag=b
	// post https://api.test/users/7/notes?notify=true
	// {"text":"Hi"}
	// delete https://api.test/notes/7?force=true
	// put https://api.test/users/7
	// {"id":7,"name":"Ada"}
	// endpoint: GET /users/{id}: invalid parameter "ID": no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query
}

// Structs, as parameters and as a body.
func Example_structs() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	type Customer struct {
		ID   int    `json:"id,omitempty"`
		Name string `json:"name"`
	}
	ada := Customer{ID: 7, Name: "Ada"}
	printRequest(api.Build("GET /customers", endpoint.ParamsOf(ada)))
	// get https://api.test/customers?id=7&name=Ada
	printRequest(api.Build("POST /customers", endpoint.ParamsOf(ada), endpoint.Params{"name": "Ada L."}))
	// post https://api.test/customers
	// {"id":7,"name":"Ada L."}
	printRequest(api.Build("PUT /customers/{id}", endpoint.Path{"id": ada.ID}, endpoint.Options{Data: ada}))
	// put https://api.test/customers/7
	// {"id":7,"name":"Ada"}

	// Output:
	// get https://api.test/customers?id=7&name=Ada
	// post https://api.test/customers
	// {"id":7,"name":"Ada L."}
	// put https://api.test/customers/7
	// {"id":7,"name":"Ada"}
}

// Defaults are layers. A later layer wins.
func Example_layers() {
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://{tenant}.api.test/v2"},
		endpoint.Path{"tenant": "acme"},
		endpoint.Headers{"accept": "application/json", "user-agent": "my-client/1.0"},
		endpoint.Query{"api-version": "2026-01"}, // sent with every request
	)
	lists := api.Defaults(endpoint.Query{"per_page": 100}) // api is unchanged
	printRequest(lists.Build("GET /users"))
	// get https://acme.api.test/v2/users?api-version=2026-01&per_page=100
	printRequest(lists.Build("GET /users", endpoint.Params{"per_page": 10}))
	// get https://acme.api.test/v2/users?api-version=2026-01&per_page=10
	printRequest(lists.Build("GET /users", endpoint.Query{"per_page": endpoint.Unset}))
	// get https://acme.api.test/v2/users?api-version=2026-01

	// Output:
	// get https://acme.api.test/v2/users?api-version=2026-01&per_page=100
	// get https://acme.api.test/v2/users?api-version=2026-01&per_page=10
	// get https://acme.api.test/v2/users?api-version=2026-01
}

// A handler that passes user input on.
func Example_userInput() {
	github := endpoint.New(
		endpoint.Options{BaseURL: "https://api.github.com"},
		endpoint.Headers{"accept": "application/vnd.github+json"},
	)
	handler := func(w http.ResponseWriter, r *http.Request) {
		req, err := github.HTTPRequest(r.Context(), "GET /repos/{owner}/{repo}", endpoint.Path{
			"owner": r.FormValue("owner"), "repo": r.FormValue("repo"),
		})
		if errors.Is(err, endpoint.ErrMissingParam) || errors.Is(err, endpoint.ErrUnsafePath) {
			http.Error(w, "no such repository", http.StatusNotFound)
			return
		}
		if err != nil {
			http.Error(w, "internal error", http.StatusInternalServerError)
			return
		}
		fmt.Fprintln(w, "would send", req.Method, req.URL)
	}
	for _, query := range []string{"owner=octokit&repo=demo", "owner=octokit&repo=..", "owner=octokit"} {
		w := httptest.NewRecorder()
		handler(w, httptest.NewRequest("GET", "/?"+query, nil))
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 would send GET https://api.github.com/repos/octokit/demo
	// 404 no such repository
	// 404 no such repository
}

// A portedClient stands for a client that was written with NewRequest. Its callers
// set BaseURL and call NewRequest.
type portedClient struct {
	BaseURL *url.URL
	api     endpoint.Endpoint
}

// request builds the request of a method of the client.
func (c *portedClient) request(ctx context.Context, route string, layers ...endpoint.Layer) (*http.Request, error) {
	base := endpoint.Options{BaseURL: c.BaseURL.String()} // as it is now
	return c.api.HTTPRequest(ctx, route, append([]endpoint.Layer{base}, layers...)...)
}

// NewRequest builds a request to a URL that may be relative to BaseURL.
func (c *portedClient) NewRequest(ctx context.Context, method, relURL string, body any) (*http.Request, error) {
	u, err := c.BaseURL.Parse(relURL)
	if err != nil {
		return nil, err
	}
	return c.api.HTTPRequest(ctx, "", endpoint.Options{
		Method: method, URL: "{+url}", Path: endpoint.Path{"url": u.String()}, Data: body,
	})
}

// The calls of the table in docs/porting.md, in its order.
func Example_porting() {
	ctx := context.Background()
	base, err := url.Parse("https://api.test/v2/")
	if err != nil {
		log.Fatal(err)
	}
	api := &portedClient{BaseURL: base, api: endpoint.New(endpoint.Options{Lists: endpoint.ListRepeat})}
	show := func(req *http.Request, err error) {
		if err != nil {
			fmt.Println(err)
			return
		}
		var body []byte
		if req.Body != nil {
			if body, err = io.ReadAll(req.Body); err != nil {
				log.Fatal(err)
			}
		}
		fmt.Println(strings.TrimSpace(fmt.Sprintf("%s %s %s", req.Method, req.URL, body)))
	}
	owner, repo, id, path := "octokit", "demo", "a/b", "docs/a b.md"
	opts, cursor, limit, fields := ListIssues{State: "open", Page: 2}, "", 50, []string{"id", "name"}
	issue, noOptions := map[string]any{"title": "bug"}, (*ListIssues)(nil)
	name, accept, next := "fred", "text/html", "https://api.test/v2/issues?page=2"
	image := []byte("bytes")

	show(api.request(ctx, "GET /repos/{owner}/{repo}", endpoint.Path{"owner": owner, "repo": repo}))
	show(api.request(ctx, "GET /projects/{id}", endpoint.Path{"id": id}))
	show(api.request(ctx, "GET /contents{/path*}", endpoint.Path{"path": strings.Split(path, "/")}))
	show(api.request(ctx, "GET /issues", endpoint.ParamsOf(opts)))
	show(api.request(ctx, "DELETE /issues", endpoint.Query(endpoint.ParamsOf(opts))))
	show(api.request(ctx, "DELETE /tags", endpoint.Query{"name": name}))
	show(api.request(ctx, "GET /users", endpoint.Query{"cursor": cursor, "limit": limit}.OmitZero()))
	show(api.request(ctx, "GET /search", endpoint.Query{"fields": fields}, endpoint.Options{Lists: endpoint.ListComma}))
	show(api.request(ctx, "POST /issues", endpoint.Options{Data: issue}))
	show(api.request(ctx, "POST /runs", endpoint.Options{Data: noOptions}))
	show(api.request(ctx, "PUT /name", endpoint.Options{Data: &name}))
	show(api.request(ctx, "PUT /image", endpoint.Options{Data: image, Headers: endpoint.Headers{"content-type": "image/png"}}))
	show(api.request(ctx, "GET /readme", endpoint.Headers{"accept": accept}))
	show(api.request(ctx, "GET {+next}", endpoint.Path{"next": next}))

	show(api.NewRequest(ctx, "GET", "issues?page=2", nil))
	show(api.NewRequest(ctx, "POST", "/v3/issues", issue))
	// Output:
	// GET https://api.test/v2/repos/octokit/demo
	// GET https://api.test/v2/projects/a%2Fb
	// GET https://api.test/v2/contents/docs/a%20b.md
	// GET https://api.test/v2/issues?page=2&state=open
	// DELETE https://api.test/v2/issues?page=2&state=open
	// DELETE https://api.test/v2/tags?name=fred
	// GET https://api.test/v2/users?limit=50
	// GET https://api.test/v2/search?fields=id,name
	// POST https://api.test/v2/issues {"title":"bug"}
	// POST https://api.test/v2/runs
	// PUT https://api.test/v2/name "fred"
	// PUT https://api.test/v2/image bytes
	// GET https://api.test/v2/readme
	// GET https://api.test/v2/issues?page=2
	// GET https://api.test/v2/issues?page=2
	// POST https://api.test/v3/issues {"title":"bug"}
}

// Values with other characters than letters and digits, in docs/templates.md.
func Example_segments() {
	api := endpoint.New(endpoint.Options{BaseURL: "https://api.test"})
	indexes := []string{"logs-*", "metrics-*"}
	for _, call := range []struct {
		route, key string
		value      any
	}{
		{"/{index}/_search", "index", "logs-*,metrics-*"},
		{"/{index}/_search", "index", indexes},
		{"/users/{id}", "id", "a@b"},
		{"/blobs/{digest}", "digest", "sha256:e3b0"},
		{"/ips/{ip}", "ip", "2001:db8::1"},
		{"/odata/Users({id})", "id", "o'neil"},
		{"/bot{token}/getMe", "token", "12:Ab"},
		{"/bot{+token}/getMe", "token", "12:Ab"},
		{"/tree{/ref*}", "ref", []string{}},
	} {
		r, err := api.Build("GET "+call.route, endpoint.Path{call.key: call.value})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-19s %-21s %s\n", call.route, fmt.Sprint(call.value), strings.TrimPrefix(r.URL, "https://api.test"))
	}
	tags := []string{"a", "b"}
	printRequest(api.Build("GET /users/{id}/notes", endpoint.Path{"id": 7},
		endpoint.Query{"tags": tags}, endpoint.Options{Lists: endpoint.ListComma}))
	// Output:
	// /{index}/_search    logs-*,metrics-*      /logs-%2A%2Cmetrics-%2A/_search
	// /{index}/_search    [logs-* metrics-*]    /logs-%2A,metrics-%2A/_search
	// /users/{id}         a@b                   /users/a%40b
	// /blobs/{digest}     sha256:e3b0           /blobs/sha256%3Ae3b0
	// /ips/{ip}           2001:db8::1           /ips/2001%3Adb8%3A%3A1
	// /odata/Users({id})  o'neil                /odata/Users(o%27neil)
	// /bot{token}/getMe   12:Ab                 /bot12%3AAb/getMe
	// /bot{+token}/getMe  12:Ab                 /bot12:Ab/getMe
	// /tree{/ref*}        []                    /tree
	// get https://api.test/users/7/notes?tags=a,b
}

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
	example = regexp.MustCompile(`(?m)^func (Example_\w+)\(\) \{\n((?:\t.*\n)+)\n\t// Output:\n((?:\t// .*\n)+)\}`)
	comment = regexp.MustCompile(`(?m)^\t// .*\n`)
	printed = regexp.MustCompile(`^printRequest\((.*)\)$`)
	snippet = regexp.MustCompile("(?s)From \\[client\\.go\\]\\(\\.\\./examples/client/client\\.go\\):\n\n```go\n(.*?\n)```")
	ported  = regexp.MustCompile("(?m)^\\| .* \\| `(api\\.[^`]*)` \\|$")
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

// TestRecipesShowClient looks for each snippet that a page shows of client.go, to
// the letter.
func TestRecipesShowClient(t *testing.T) {
	source, err := os.ReadFile("examples/client/client.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for path, page := range readPages(t) {
		for _, m := range snippet.FindAllStringSubmatch(page, -1) {
			found++
			if !strings.Contains(string(source), m[1]) {
				t.Errorf("%s: these are not lines of client.go:\n%s", path, m[1])
			}
		}
	}
	if found == 0 {
		t.Error("no page shows client.go")
	}
}

// TestPortingTable looks for the code in the last column of the first table of
// docs/porting.md in the Go files, where it is compiled and run.
func TestPortingTable(t *testing.T) {
	page, err := os.ReadFile("docs/porting.md")
	if err != nil {
		t.Fatal(err)
	}
	source, found := readGo(t), 0
	for _, m := range ported.FindAllStringSubmatch(string(page), -1) {
		found++
		if !strings.Contains(source, "("+m[1]+")\n") {
			t.Errorf("this is not in a Go file: %s", m[1])
		}
	}
	if found < 12 {
		t.Errorf("%d rows", found)
	}
}

// TestReadmeComments compares the comments between the lines of an example above
// with its output. A blank line comes before the output of such an example.
func TestReadmeComments(t *testing.T) {
	b, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, m := range example.FindAllStringSubmatch(string(b), -1) {
		body, output := m[2], m[3]
		found++
		if comments := strings.Join(comment.FindAllString(body, -1), ""); comments != output {
			t.Errorf("%s: the comments are\n%s\nthe output is\n%s", m[1], comments, output)
		}
	}
	if found == 0 {
		t.Error("no example has comments")
	}
}

// plain removes indentation, the marks of comments, and printRequest around the
// calls of README.md.
func plain(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "//"))
		lines = append(lines, printed.ReplaceAllString(line, "$1"))
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

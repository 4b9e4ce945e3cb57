// The calls in doc comments that show a request.

package test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/endpoint"
)

// show prints the method, URL and body of a request, or the error.
func show(r endpoint.Request, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Method, r.URL)
	if r.Body == nil {
		return
	}
	body, _, err := r.BodyReader()
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := io.ReadAll(body)
	fmt.Println(string(b), err)
}

func Example_docComments() {
	type Note struct {
		Text string `json:"text"`
	}
	type ListIssues struct {
		State  string    `url:"state,omitempty"`
		Labels []string  `url:"labels,comma,omitempty"`
		Since  time.Time `url:"since,omitempty"`
	}
	type UpdateNote struct {
		ID      int      `path:"id"`
		Notify  bool     `query:"notify,omitempty"`
		IfMatch string   `header:"if-match"`
		Text    string   `json:"text,omitempty"`
		Tags    []string `json:"tags,omitempty"`
	}
	etag := `"v7"`
	r, err := api.Build("GET /orgs/{org}/repos", endpoint.Path{"org": "octokit"}, endpoint.Query{"page": 2})
	show(r, err)
	show(api.Build("PATCH /issues/{number}", endpoint.Path{"number": 7},
		endpoint.Params{"title": "Bug", "milestone": nil}))
	show(api.Build("GET /users/{id}/files{/path*}",
		endpoint.Path{"id": "a/b", "path": []string{"docs", "100% a.md"}}))
	show(api.Build("GET /issues", endpoint.Query{
		"state":  "open",
		"labels": []string{"bug", "ui"},
		"by":     map[string]any{"name": "Ada"},
	}))
	show(api.Build("GET /users", endpoint.Query{"cursor": "", "limit": 50}.OmitZero()))
	show(api.Build("POST /notes", endpoint.ParamsOf(Note{Text: "Hi"}), endpoint.Params{"pinned": true}))
	show(api.Build("GET /issues", endpoint.QueryOf(ListIssues{State: "open", Labels: []string{"bug", "ui"}})))
	show(api.Build("PATCH /notes/{id}",
		endpoint.OptionsOf(UpdateNote{ID: 7, Notify: true, IfMatch: etag, Tags: []string{"bug"}})))
	pages := api.Defaults(endpoint.Query{"per_page": 100})
	show(pages.Build("GET {+next}", endpoint.Path{"next": "https://api.test/issues?page=2&per_page=10"}))
	// Output:
	// get https://api.test/orgs/octokit/repos?page=2
	// patch https://api.test/issues/7
	// {"milestone":null,"title":"Bug"} <nil>
	// get https://api.test/users/a%2Fb/files/docs/100%25%20a.md
	// get https://api.test/issues?by%5Bname%5D=Ada&labels=bug&labels=ui&state=open
	// get https://api.test/users?limit=50
	// post https://api.test/notes
	// {"pinned":true,"text":"Hi"} <nil>
	// get https://api.test/issues?labels=bug%2Cui&state=open
	// patch https://api.test/notes/7?notify=true
	// {"tags":["bug"]} <nil>
	// get https://api.test/issues?page=2&per_page=10
}

var docBlock = regexp.MustCompile(`(?m)(?:^//\t.*\n)+`)

// TestDocComments looks for the lines of each call in a doc comment, and of the request after it, in
// the example above, where the call is in one of show. Spaces are not compared.
func TestDocComments(t *testing.T) {
	source, err := os.ReadFile("doc_comments_test.go")
	if err != nil {
		t.Fatal(err)
	}
	squeeze := strings.NewReplacer(" ", "", "\t", "", "\n", "", "//", "").Replace
	example := squeeze(string(source))
	files, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range docBlock.FindAllString(string(text), -1) {
			if !strings.Contains(block, "\n//\t// ") {
				continue
			}
			found++
			for line := range strings.Lines(block) {
				if !strings.Contains(example, squeeze(line)) {
					t.Errorf("%s: this is not in the example: %s", file, line)
				}
			}
		}
	}
	if found < 9 {
		t.Errorf("found %d calls with their requests", found)
	}
}

// Package placed has calls of structs whose tags say where their fields go.
package placed

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"example.com/endpoint"

	"vet.test/run/check"
	"vet.test/run/placed/types"
)

type update struct {
	Owner   string     `path:"owner"`
	Repo    string     `path:"repo"`
	Number  int        `path:"number"`
	Notify  *bool      `query:"notify,omitempty"`
	Fields  []string   `url:"fields,comma,omitempty"`
	IfMatch string     `header:"if-match,omitempty"`
	Title   *string    `json:"title,omitempty"`
	Labels  []string   `json:"labels,omitempty"`
	Due     *time.Time `json:"due,omitempty"`
	note    string
	Skipped func() `json:"-"`
}

type page struct {
	Page int `query:"page,omitempty"`
	Size int `query:"per_page,omitempty"`
}

type list struct {
	types.Scope
	page
	*sorted
	State string `query:"state,omitempty"`
}

type sorted struct {
	Sort string `query:"sort,omitempty"`
}

type upload struct {
	ID   string    `path:"id"`
	Type string    `header:"content-type"`
	Size int64     `header:"content-length,omitempty"`
	Body io.Reader `body:""`
}

type create[T any] struct {
	ID   T   `path:"id"`
	Data any `body:""`
}

type replace struct {
	ID   int               `path:"id"`
	Data map[string]string `body:""`
}

type optional struct {
	Ref  *string `path:"ref"`
	Path string  `path:"path,omitempty"`
}

type regional struct {
	Region string `path:"region"`
	ID     int    `path:"id"`
}

type since struct {
	Since string          `header:"if-modified-since,omitempty"`
	Raw   json.RawMessage `json:"raw,omitempty"`
}

// shared is also read by a server.
type shared struct {
	ID   int    `path:"id" json:"-"`
	Name string `json:"name" query:"-"`
}

var api = endpoint.New(endpoint.Options{BaseURL: "https://h.example"})

// Calls makes them.
func Calls() {
	title, isNotified := "t", true
	ctx := context.Background()
	check.OK(api.Build("PATCH /repos/{owner}/{repo}/issues/{number}", endpoint.OptionsOf(update{Owner: "o", Repo: "r", Number: 1, Title: &title})))
	check.OK(api.Build("PATCH /repos/{owner}/{repo}/issues/{number}", endpoint.OptionsOf(&update{Owner: "o", Repo: "r", Notify: &isNotified})))
	in := update{Owner: "o"}
	in.Repo, in.note = "r", "n"
	check.OK(api.HTTPRequest(ctx, "PATCH /repos/{owner}/{repo}/issues/{number}", endpoint.OptionsOf(in)))
	check.OK(api.Build("GET /orgs/{owner}/repos", endpoint.OptionsOf(list{Scope: types.Scope{Owner: "o"}, page: page{Page: 2}})))
	check.OK(api.Build("GET /orgs/{owner}/repos{?sort}", endpoint.OptionsOf(list{Scope: types.Scope{Owner: "o"}}), endpoint.Params{"sort": 1}))
	check.OK(api.Build("PUT /files/{id}", endpoint.OptionsOf(upload{"a", "text/plain", 1, strings.NewReader("x")})))
	check.OK(api.Build("POST /x/{id}", endpoint.OptionsOf(create[int]{ID: 1, Data: page{}})))
	check.OK(api.Build("GET /x/{id}", endpoint.OptionsOf(create[string]{ID: "a"})))
	check.OK(api.Build("POST /x/{id}", endpoint.OptionsOf(replace{ID: 1, Data: map[string]string{}})))
	check.OK(api.Build("GET /tree{/ref,path}", endpoint.OptionsOf(optional{})))
	check.OK(api.Build("GET /tree/{ref}", endpoint.OptionsOf(optional{Ref: &title})))
	check.OK(api.Build("GET /x", endpoint.OptionsOf(since{Since: time.Now().UTC().Format(http.TimeFormat)})))
	check.OK(api.Build("PUT /x", endpoint.OptionsOf(since{Raw: json.RawMessage("1")})))
	check.OK(api.Build("PUT /x/{id}", endpoint.OptionsOf(shared{1, "n"})))
	check.OK(api.Build("PUT /x/{id}", endpoint.OptionsOf(shared{}), endpoint.Path{"id": 2}))
	check.OK(api.Build("GET /x", endpoint.OptionsOf(nil)))
	check.OK(api.Build("GET /x", endpoint.OptionsOf((*update)(nil))))
	check.OK(api.Build("GET /x", endpoint.OptionsOf(struct{}{})))
	anywhere(endpoint.New(endpoint.Options{BaseURL: "https://{region}.h.example"}), regional{"eu", 1})
	defaults(page{Size: 100})
	optionally(nil)
	generic("GET /orgs/{owner}/repos", list{Scope: types.Scope{Owner: "o"}})
	branches("o", "r", true)
	layers(upload{ID: "a", Type: "text/plain", Body: strings.NewReader("")})
}

// Shared has a struct of another package.
func Shared(in types.Delete) {
	check.OK(api.Build("DELETE /repos/{owner}/{repo}", endpoint.OptionsOf(in)))
	check.OK(api.Build("DELETE /repos/{owner}/{repo}", endpoint.OptionsOf(&types.Delete{Scope: in.Scope, Repo: "r"})))
}

func anywhere(api endpoint.Endpoint, in regional) {
	check.OK(api.Build("GET /x/{id}", endpoint.OptionsOf(in)))
	check.OK(api.Build("GET /y/{id}", endpoint.OptionsOf(struct {
		ID   int    `path:"id"`
		Data []byte `json:"-"`
		Key  string `header:"x-key,omitempty"`
	}{ID: 1}), endpoint.Path{"region": "eu"}))
}

func defaults(p page) {
	paged := api.Defaults(endpoint.OptionsOf(p))
	check.OK(paged.Build("GET /x"))
	check.OK(paged.Build("GET /x", endpoint.OptionsOf(page{Page: 3})))
	check.OK(paged.Build("GET /x", endpoint.Query{"per_page": endpoint.Unset}))
}

func optionally(in *update) {
	layers := []endpoint.Layer{endpoint.Path{"owner": "o", "repo": "r", "number": 1}}
	check.OK(api.Build("PATCH /repos/{owner}/{repo}/issues/{number}", append(layers, endpoint.OptionsOf(in))...))
}

func generic[T any](route string, in T) {
	check.OK(api.Build(route, endpoint.OptionsOf(in)))
}

func branches(owner, repo string, isIssue bool) {
	in := update{Owner: owner}
	in.Repo = repo
	method := "PATCH"
	if isIssue {
		in.Number = 1
		in.Labels, method = []string{"a"}, "PUT"
	}
	check.OK(api.Build(method+" /repos/{owner}/{repo}/issues/{number}", endpoint.OptionsOf(in)))
}

func layers(in upload) {
	all := endpoint.OptionsOf(in)
	check.OK(api.Build("PUT /files/{id}", all))
	check.OK(api.Build("PUT /files/{id}", all, endpoint.Headers{"content-type": "text/html"}))
}

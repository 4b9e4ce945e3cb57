package client

import (
	"fmt"
	"log"
	"net/http"
	"strings"

	"example.com/endpoint"
)

type repository struct {
	FullName string `json:"full_name"`
}

// All pages of a list, by the Link header.
func ExamplePages() {
	c, done := serve(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("page") == "" {
			w.Header().Set("Link", `<?page=2>; rel="next"`)
		}
		fmt.Fprintf(w, `[{"full_name": "repository of %s"}]`, r.RequestURI)
	})
	defer done()
	repos := Pages[[]repository](ctx, c, NextLink, "GET /orgs/{org}/repos", endpoint.Path{"org": "octokit"}, endpoint.Query{"per_page": 100})
	for page, err := range repos {
		if err != nil {
			log.Fatal(err)
		}
		for _, repo := range page {
			fmt.Println(repo.FullName)
		}
	}
	// Output:
	// repository of /orgs/octokit/repos?per_page=100
	// repository of /orgs/octokit/repos?page=2
}

type ticketsPage struct {
	Tickets []string `json:"tickets"`
	Links   struct {
		Next string `json:"next"`
	} `json:"links"`
}

// All pages of a list, by the URL of the next in each page.
func ExamplePages_url() {
	c, done := serve(func(w http.ResponseWriter, r *http.Request) {
		switch r.FormValue("page") {
		case "":
			fmt.Fprintf(w, `{"tickets": ["one"], "links": {"next": "http://%s/tickets?page=2"}}`, r.Host)
		case "2":
			fmt.Fprint(w, `{"tickets": ["two"], "links": {"next": "https://elsewhere.test/tickets?page=3"}}`)
		}
	})
	defer done()
	next := func(_ *http.Response, p ticketsPage) string { return p.Links.Next }
	for page, err := range Pages(ctx, c, next, "GET /tickets", endpoint.Query{"size": 1}) {
		if err != nil {
			fmt.Println(strings.Contains(err.Error(), "the next page is at https://elsewhere.test, says "))
			break
		}
		fmt.Println(page.Tickets)
	}
	// Output:
	// [one]
	// [two]
	// true
}

type usersPage struct {
	Users []string `json:"users"`
	Meta  struct {
		Next string `json:"next_cursor"`
	} `json:"meta"`
}

// All pages of a list, by a cursor in each page.
func ExampleCursorPages() {
	c, done := serve(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("cursor") == "" {
			fmt.Fprint(w, `{"users": ["ada"], "meta": {"next_cursor": "c2"}}`)
			return
		}
		fmt.Fprint(w, `{"users": ["bob"], "meta": {}}`)
	})
	defer done()
	next := func(p usersPage) (endpoint.Layer, bool) {
		return endpoint.Query{"cursor": p.Meta.Next}, p.Meta.Next != ""
	}
	for page, err := range CursorPages(ctx, c, next, "GET /users", endpoint.Query{"limit": 1}) {
		fmt.Println(page.Users, err)
	}
	// Output:
	// [ada] <nil>
	// [bob] <nil>
}

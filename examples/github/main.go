// Github lists the repositories of an organization, page by page. The base URL
// and the accept header are defaults. Package client follows the Link header, and
// sends the token only to the scheme and host of the base URL.
//
//	go run ./examples/github
//
// lists from its own server on the loopback interface. To list from GitHub:
//
//	TOKEN=... go run ./examples/github -base https://api.github.com -org octokit
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"

	"example.com/endpoint"
	"example.com/endpoint/examples/client"
)

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "github:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("github", flag.ContinueOnError)
	flags.SetOutput(stderr)
	base := flags.String("base", "", "use the API at this `URL`, with the token in $TOKEN")
	org := flags.String("org", "octokit", "the `organization` whose repositories are listed")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	token, perPage := os.Getenv("TOKEN"), 100
	if *base == "" {
		server := httptest.NewServer(newServer())
		defer server.Close()
		*base, token, perPage = server.URL, loopbackToken, 2
	}
	return list(context.Background(), newClient(*base, token), *org, perPage, stdout)
}

func newClient(base, token string) *client.Client {
	headers := endpoint.Headers{
		"accept":               "application/vnd.github+json",
		"user-agent":           "endpoint-github/1.0",
		"x-github-api-version": "2022-11-28",
	}
	if token != "" {
		headers["authorization"] = "Bearer " + token
	}
	c := client.New(endpoint.New(endpoint.Options{BaseURL: base}, headers))
	c.UseRetry() // lists are only read, so a page that failed for a moment is asked for again
	return c
}

const listRoute = "GET /orgs/{org}/repos"

// listOptions are sent in the query, as those of github.com/google/go-github are.
type listOptions struct {
	Type    string `url:"type,omitempty"`
	PerPage int    `url:"per_page,omitempty"`
}

type repository struct {
	FullName string `json:"full_name"`
}

// list prints the repositories of an organization.
func list(ctx context.Context, c *client.Client, org string, perPage int, stdout io.Writer) error {
	repos, pages := 0, 0
	all := client.Pages[[]repository](ctx, c, client.NextLink, listRoute,
		endpoint.Path{"org": org},
		endpoint.QueryOf(listOptions{Type: "public", PerPage: perPage}))
	for page, err := range all {
		if err != nil {
			return err
		}
		pages++
		repos += len(page)
		fmt.Fprintf(stdout, "page %d\n", pages)
		for _, repo := range page {
			fmt.Fprintf(stdout, "  %s\n", repo.FullName)
		}
	}
	fmt.Fprintf(stdout, "repositories: %d, pages: %d\n", repos, pages)
	return nil
}

const loopbackToken = "loopback"

// newServer stands in for the API. Its mux matches the same route that requests
// are built from.
func newServer() http.Handler {
	names := []string{"core.js", "endpoint.js", "graphql.js", "oauth-app.js", "request.js", "rest.js"}
	mux := http.NewServeMux()
	mux.HandleFunc(listRoute, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+loopbackToken {
			http.Error(w, "no token", http.StatusUnauthorized)
			return
		}
		query := r.URL.Query()
		page := max(1, number(query.Get("page")))
		size := min(max(1, number(query.Get("per_page"))), 100)
		first := min((page-1)*size, len(names))
		last := min(first+size, len(names))
		if last < len(names) {
			query.Set("page", strconv.Itoa(page+1))
			w.Header().Set("Link", fmt.Sprintf(`<http://%s%s?%s>; rel="next"`, r.Host, r.URL.Path, query.Encode()))
		}
		repos := []repository{}
		for _, name := range names[first:last] {
			repos = append(repos, repository{r.PathValue("org") + "/" + name})
		}
		json.NewEncoder(w).Encode(repos)
	})
	return mux
}

// number returns the number in s, or 0.
func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

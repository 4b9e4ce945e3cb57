// Github lists the repositories of an organization, page by page. The base URL
// and the accept header are defaults. The URL of each further page is in the Link
// header and is passed to the route "GET {+next}". The token is sent only to the
// scheme and host of the first page.
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
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"example.com/endpoint"
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
	return list(context.Background(), newAPI(*base, token), *org, perPage, stdout)
}

// newAPI returns an Endpoint with the defaults of all requests.
func newAPI(base, token string) endpoint.Endpoint {
	api := endpoint.New(
		endpoint.Options{BaseURL: base},
		endpoint.Headers{"accept": "application/vnd.github+json", "x-github-api-version": "2022-11-28"},
	)
	if token == "" {
		return api
	}
	return api.Defaults(endpoint.Headers{"authorization": "Bearer " + token})
}

const listRoute = "GET /orgs/{org}/repos"

// list prints the repositories of an organization.
func list(ctx context.Context, api endpoint.Endpoint, org string, perPage int, stdout io.Writer) error {
	req, err := api.HTTPRequest(ctx, listRoute, endpoint.Params{"org": org, "type": "public", "per_page": perPage})
	if err != nil {
		return err
	}
	repos, pages := 0, 0
	for {
		page, next, err := get(req)
		if err != nil {
			return err
		}
		pages++
		repos += len(page)
		fmt.Fprintf(stdout, "page %d: %s\n", pages, req.URL.RequestURI())
		for _, repo := range page {
			fmt.Fprintf(stdout, "  %s\n", repo.FullName)
		}
		if next == "" {
			break
		}
		if req, err = nextRequest(ctx, api, req.URL, next); err != nil {
			return err
		}
	}
	fmt.Fprintf(stdout, "repositories: %d, pages: %d\n", repos, pages)
	return nil
}

// nextRequest builds the request for the page after page. The server chooses its
// URL, so the host is checked before the defaults add the token.
func nextRequest(ctx context.Context, api endpoint.Endpoint, page *url.URL, next string) (*http.Request, error) {
	u, err := page.Parse(next) // it may be relative (RFC 8288 section 3.1)
	if err != nil {
		return nil, errors.New("the Link header has an invalid URL")
	}
	if u.Scheme != page.Scheme || !strings.EqualFold(u.Host, page.Host) {
		return nil, fmt.Errorf("the next page is at %s://%s, not at %s://%s: the token is not sent there",
			u.Scheme, u.Host, page.Scheme, page.Host)
	}
	return api.HTTPRequest(ctx, "GET {+next}", endpoint.Params{"next": u.String()})
}

type repository struct {
	FullName string `json:"full_name"`
}

var client = &http.Client{Timeout: 30 * time.Second}

// get returns a page and the URL of the next one, or "" for the last.
func get(req *http.Request) (page []repository, next string, err error) {
	resp, err := client.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, "", fmt.Errorf("%s %s: %s", req.Method, req.URL.RequestURI(), resp.Status)
	}
	if err := json.NewDecoder(resp.Body).Decode(&page); err != nil {
		return nil, "", err
	}
	return page, nextLink(resp.Header), nil
}

// A link to the next page, as in
//
//	Link: <https://api.test/repos?page=2>; rel="next", <…>; rel="last"
var nextPattern = regexp.MustCompile(`<([^<>]*)>[^<]*;\s*rel="?next"?\s*(?:[;,]|$)`)

// nextLink returns the target of the Link header with the relation next.
func nextLink(h http.Header) string {
	for _, field := range h.Values("Link") {
		if m := nextPattern.FindStringSubmatch(field); m != nil {
			return m[1]
		}
	}
	return ""
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

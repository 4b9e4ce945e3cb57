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
	"slices"
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
	repos, pages := 0, 0
	req, err := api.HTTPRequest(ctx, listRoute, endpoint.Params{"org": org, "type": "public", "per_page": perPage})
	if err != nil {
		return err
	}
	for req != nil {
		page, header, err := get(req)
		if err != nil {
			return err
		}
		pages++
		repos += len(page)
		fmt.Fprintf(stdout, "page %d: %s\n", pages, req.URL.RequestURI())
		for _, repo := range page {
			fmt.Fprintf(stdout, "  %s\n", repo.FullName)
		}
		if req, err = nextPage(ctx, api, req.URL, header); err != nil {
			return err
		}
	}
	fmt.Fprintf(stdout, "repositories: %d, pages: %d\n", repos, pages)
	return nil
}

// nextPage builds the request for the page after page, or returns nil if page is
// the last. The server chooses the URL, so the host is checked before the
// defaults add the token.
func nextPage(ctx context.Context, api endpoint.Endpoint, page *url.URL, header http.Header) (*http.Request, error) {
	target, ok := nextLink(header)
	if !ok {
		return nil, nil
	}
	next, err := page.Parse(target) // it may be relative
	switch {
	case err != nil:
		return nil, errors.New("the link to the next page is not a URL")
	case next.Scheme != page.Scheme || !strings.EqualFold(next.Host, page.Host):
		return nil, fmt.Errorf("the next page is at %s://%s, not at %s://%s: the token is not sent there",
			next.Scheme, next.Host, page.Scheme, page.Host)
	case next.String() == page.String():
		return nil, errors.New("the next page is the same page")
	}
	return api.HTTPRequest(ctx, "GET {+next}", endpoint.Path{"next": next.String()})
}

type repository struct {
	FullName string `json:"full_name"`
}

var client = &http.Client{Timeout: 30 * time.Second}

// get returns a page and the header of its response.
func get(req *http.Request) (page []repository, header http.Header, err error) {
	resp, err := client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("%s %s: %s", req.Method, req.URL.RequestURI(), resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&page)
	return page, resp.Header, err
}

var (
	linkValue = regexp.MustCompile(`<([^>]*)>((?:[^",]|"(?:[^"\\]|\\.)*")*)`)
	linkParam = regexp.MustCompile(`;\s*([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;]*)`)
)

// nextLink returns the target of the first link with the relation type "next"
// (RFC 8288 section 3). A link with an anchor is one of another page.
func nextLink(header http.Header) (target string, ok bool) {
	for _, link := range linkValue.FindAllStringSubmatch(strings.Join(header.Values("Link"), ","), -1) {
		params := map[string]string{}
		for _, param := range linkParam.FindAllStringSubmatch(link[2], -1) {
			name := strings.ToLower(param[1])
			if _, ok := params[name]; !ok { // only the first rel counts
				params[name] = strings.Trim(param[2], `"`)
			}
		}
		_, anchored := params["anchor"]
		if !anchored && slices.Contains(strings.Fields(strings.ToLower(params["rel"])), "next") {
			return link[1], true
		}
	}
	return "", false
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

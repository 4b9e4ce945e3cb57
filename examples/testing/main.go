// Testing is a small API client whose unit tests need no server: its methods
// build a request and then send it, and main_test.go compares what they build.
//
//	go run ./examples/testing
//	go test -v ./examples/testing
//
// The first command runs the client against its own server on the loopback
// interface. To run it against GitHub:
//
//	go run ./examples/testing -base https://api.github.com
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"example.com/endpoint"
)

// A Client calls an API.
type Client struct {
	api  endpoint.Endpoint
	http *http.Client
}

// NewClient returns a Client of the API at a base URL.
func NewClient(base string) *Client {
	return &Client{
		api: endpoint.New(endpoint.Options{
			BaseURL: base,
			Headers: endpoint.Headers{
				"accept":     "application/vnd.github+json",
				"user-agent": "example-client/1.0",
			},
		}),
		http: &http.Client{Timeout: 30 * time.Second},
	}
}

// A Repo is a repository.
type Repo struct {
	FullName string `json:"full_name"`
}

// ListRepos returns the repositories of an organization. A kind other than ""
// selects some of them, such as "public" or "private".
func (c *Client) ListRepos(ctx context.Context, org, kind string) ([]Repo, error) {
	built, err := c.listRepos(org, kind)
	if err != nil {
		return nil, err
	}
	body, err := c.send(ctx, built)
	if err != nil {
		return nil, err
	}
	var repos []Repo
	err = json.Unmarshal(body, &repos)
	return repos, err
}

func (c *Client) listRepos(org, kind string) (endpoint.Request, error) {
	return c.api.Build("GET /orgs/{org}/repos", endpoint.Path{"org": org},
		endpoint.Query{"type": kind, "per_page": 100}.OmitZero())
}

// Markdown returns text as HTML. Issue numbers link to a repository ("owner/name").
func (c *Client) Markdown(ctx context.Context, text, repo string) (string, error) {
	built, err := c.markdown(text, repo)
	if err != nil {
		return "", err
	}
	body, err := c.send(ctx, built)
	return string(body), err
}

func (c *Client) markdown(text, repo string) (endpoint.Request, error) {
	return c.api.Build("POST /markdown",
		endpoint.Headers{"accept": "text/html"},
		endpoint.Params{"text": text, "mode": "gfm", "context": repo})
}

// send sends a request and returns the body of the response.
func (c *Client) send(ctx context.Context, built endpoint.Request) ([]byte, error) {
	req, err := built.HTTPRequest(ctx)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %s", req.Method, req.URL.Path, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "testing:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("testing", flag.ContinueOnError)
	flags.SetOutput(stderr)
	base := flags.String("base", "", "call the API at this `URL`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if *base == "" {
		server := httptest.NewServer(newServer())
		defer server.Close()
		*base = server.URL
	}
	ctx, client := context.Background(), NewClient(*base)
	repos, err := client.ListRepos(ctx, "octokit", "public")
	if err != nil {
		return err
	}
	for _, repo := range repos {
		fmt.Fprintln(stdout, repo.FullName)
	}
	html, err := client.Markdown(ctx, "Hello, **world**!", "octokit/endpoint.js")
	if err != nil {
		return err
	}
	fmt.Fprintln(stdout, html)
	return nil
}

// newServer stands in for the API. The routes of the client are also
// patterns of http.ServeMux.
func newServer() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orgs/{org}/repos", func(w http.ResponseWriter, r *http.Request) {
		json.NewEncoder(w).Encode([]Repo{{r.PathValue("org") + "/endpoint.js"}, {r.PathValue("org") + "/request.js"}})
	})
	mux.HandleFunc("POST /markdown", func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Text string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprintf(w, "<p>%s</p>", html.EscapeString(body.Text))
	})
	return mux
}

// Quickstart builds three requests, sends them through net/http to its own server
// on the loopback interface, and prints what was built next to what the server
// received. It fails if the two differ.
//
//	go run ./examples/quickstart
//
// With -base it sends the first request to a real API instead:
//
//	TOKEN=... go run ./examples/quickstart -base https://api.github.com
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/endpoint"
)

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("quickstart", flag.ContinueOnError)
	flags.SetOutput(stderr)
	base := flags.String("base", "", "send the first request to the API at this `URL`, with the token in $TOKEN")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if *base != "" {
		return ask(ctx, *base, os.Getenv("TOKEN"), stdout)
	}
	server := httptest.NewServer(http.HandlerFunc(echo))
	defer server.Close()
	return check(ctx, server.URL, stdout)
}

// A call is what the methods of an Endpoint take.
type call struct {
	api    endpoint.Endpoint
	route  string
	layers []endpoint.Layer
}

// calls returns the three requests: one with a query, one with a body, and one
// with both, whose URL begins with a placeholder. Path values are in Path, query
// values in Query, and a body is in Data.
func calls(base, token string) []call {
	api := endpoint.New(
		endpoint.Options{BaseURL: base},
		endpoint.Headers{"accept": "application/vnd.github+json", "user-agent": "endpoint-quickstart/1.0"},
	)
	if token != "" {
		api = api.Defaults(endpoint.Headers{"authorization": "Bearer " + token})
	}
	// A default Query is sent with every method, so only calls that list use it.
	// api itself is unchanged.
	lists := api.Defaults(endpoint.Query{"per_page": 100})

	const notes = "What is new: everything."
	return []call{
		{lists, "GET /orgs/:org/repos", []endpoint.Layer{
			endpoint.Path{"org": "octokit"},
			endpoint.Query{"type": "private"},
		}},
		{api, "POST /markdown/raw", []endpoint.Layer{
			endpoint.Headers{"content-type": "text/plain"},
			endpoint.Options{Data: "Hello, **world**!"},
		}},
		{api, "POST {upload_url}/repos/:owner/:repo/releases/:release_id/assets{?name,label}", []endpoint.Layer{
			endpoint.Path{
				"upload_url": base + "/uploads", "owner": "octokit", "repo": "demo", "release_id": 1,
				"name": "notes.txt", "label": "in short",
			},
			endpoint.Headers{"content-type": "text/plain", "content-length": strconv.Itoa(len(notes))},
			endpoint.Options{Data: notes},
		}},
	}
}

// ask sends the first request to a real API.
func ask(ctx context.Context, base, token string, stdout io.Writer) error {
	first := calls(base, token)[0]
	built, err := first.api.Build(first.route, first.layers...)
	if err != nil {
		return err
	}
	fmt.Fprintln(stdout, built) // names only: no header value, no query
	resp, err := send(ctx, built)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s, %d bytes of %s\n", resp.Status, n, resp.Header.Get("Content-Type"))
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the API responded with %s", resp.Status)
	}
	return nil
}

// send sends a request through net/http.
func send(ctx context.Context, built endpoint.Request) (*http.Response, error) {
	req, err := built.HTTPRequest(ctx)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// check sends all three to a server that echoes them, and compares.
func check(ctx context.Context, base string, stdout io.Writer) error {
	same := 0
	all := calls(base, "a-secret-that-is-not-shown")
	for i, c := range all {
		built, err := c.api.Build(c.route, c.layers...)
		if err != nil {
			return err
		}
		received, err := exchange(ctx, built)
		if err != nil {
			return err
		}
		rows := compare(built, received)
		fmt.Fprintf(stdout, "%d. %s\n", i+1, c.route)
		show(stdout, rows)
		if !slices.ContainsFunc(rows, func(r row) bool { return r.mark == differs }) {
			same++
		}
	}
	fmt.Fprintf(stdout, "%s as built   %s added by net/http   %s differs\n", equal, added, differs)
	fmt.Fprintf(stdout, "%d of %d requests arrived as they were built.\n", same, len(all))
	if same < len(all) {
		return fmt.Errorf("%d of %d requests differ", len(all)-same, len(all))
	}
	return nil
}

// echo responds with the request that it received, as a description.
func echo(w http.ResponseWriter, r *http.Request) {
	received := endpoint.Request{Method: r.Method, URL: "http://" + r.Host + r.RequestURI, Headers: endpoint.Headers{}}
	for name, values := range r.Header {
		received.Headers[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if len(body) > 0 {
		received.Body = string(body)
	}
	json.NewEncoder(w).Encode(received)
}

// exchange sends a request to a server that echoes it.
func exchange(ctx context.Context, built endpoint.Request) (received endpoint.Request, err error) {
	resp, err := send(ctx, built)
	if err != nil {
		return received, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return received, fmt.Errorf("the server responded with %s", resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&received)
	return received, err
}

// A row is one part of the request, as built and as the server received it.
type row struct {
	mark, name, built, received string
}

// The marks of a row.
const (
	equal   = "="
	added   = "+"
	differs = "!"
)

func newRow(name, built, received string) row {
	if built == received {
		return row{equal, name, built, received}
	}
	return row{differs, name, built, received}
}

// compare compares a request with what arrived: the method, the whole URL, every
// header of either side, and the body.
func compare(built, received endpoint.Request) []row {
	rows := []row{
		newRow("method", strings.ToUpper(built.Method), received.Method),
		newRow("URL", built.URL, received.URL),
	}
	names := maps.Clone(received.Headers)
	maps.Copy(names, built.Headers)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		r := newRow(name, built.Headers[name], received.Headers[name])
		if r.built == "" && (name == "accept-encoding" || name == "content-length") {
			r.mark = added
		}
		if name == "authorization" {
			r.built, r.received = hide(r.built), hide(r.received)
		}
		rows = append(rows, r)
	}
	return append(rows, newRow("body", quote(built.Body), quote(received.Body)))
}

func hide(value string) string {
	if value == "" {
		return ""
	}
	return "xxxxx"
}

// quote shows a body, which is text in all three requests.
func quote(body any) string {
	if body == nil {
		return "(none)"
	}
	return strconv.QuoteToASCII(fmt.Sprint(body))
}

// The widths fill 80 columns, with the mark and the spaces between.
const (
	nameWidth = 15
	cellWidth = 30
)

// show prints rows as a table.
func show(w io.Writer, rows []row) {
	printLine(w, "", "", "BUILT", "RECEIVED")
	for _, r := range rows {
		left, right := wrap(r.built), wrap(r.received)
		printLine(w, r.mark, r.name, left[0], right[0])
		for i := 1; i < max(len(left), len(right)); i++ {
			printLine(w, "", "", at(left, i), at(right, i))
		}
	}
	fmt.Fprintln(w)
}

func printLine(w io.Writer, mark, name, left, right string) {
	line := fmt.Sprintf("%1s %-*s %-*s %s", mark, nameWidth, name, cellWidth, left, right)
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// wrap splits a text into the lines of a cell, before a part of a URL if possible.
func wrap(s string) (lines []string) {
	for len(s) > cellWidth {
		n := strings.LastIndexAny(s[:cellWidth+1], "/?&")
		if n < cellWidth/2 {
			n = cellWidth
		}
		lines = append(lines, s[:n])
		s = s[n:]
	}
	return append(lines, s)
}

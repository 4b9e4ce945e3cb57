// Upload creates a release and streams a file to it as an asset. The response to the
// first request contains the URL of the second, which may be at another server. The
// token is a default, and goes there only if the call allows it. Package client sends
// both requests, and follows no redirect that would take the token elsewhere.
//
//	go run ./examples/upload
//
// uploads a generated file to its own two servers on the loopback interface. On GitHub
// it creates a draft, which nobody else sees:
//
//	TOKEN=... go run ./examples/upload -base https://api.github.com \
//		-uploads https://uploads.github.com -owner NAME -repo NAME -tag v1.0.0 -file app.zip
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"example.com/endpoint"
	"example.com/endpoint/examples/client"
)

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "upload:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("upload", flag.ContinueOnError)
	flags.SetOutput(stderr)
	base := flags.String("base", "", "use the API at this `URL`, with the token in $TOKEN")
	uploads := flags.String("uploads", "", "allow uploads to the server at this `URL`, not to that of -base")
	owner := flags.String("owner", "octokit", "the `owner` of the repository")
	repo := flags.String("repo", "demo", "the `repository` of the release")
	tag := flags.String("tag", "v1.0.0", "the `tag` of the release")
	file := flags.String("file", "", "the `file` to upload; a generated one if empty")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	token := os.Getenv("TOKEN")
	if *base == "" {
		assets := httptest.NewServer(newUploadServer())
		defer assets.Close()
		server := httptest.NewServer(newServer(assets.URL))
		defer server.Close()
		*base, *uploads, token = server.URL, assets.URL, loopbackToken
	}
	if token == "" {
		return errors.New("set $TOKEN: a release needs a token")
	}
	if *file == "" {
		dir, err := os.MkdirTemp("", "upload")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		*file = filepath.Join(dir, "demo.txt")
		if err := os.WriteFile(*file, bytes.Repeat([]byte("all work and no play\n"), 50_000), 0o600); err != nil {
			return err
		}
	}
	return publish(context.Background(), newClient(*base, token), *uploads, *owner, *repo, *tag, *file, stdout, stderr)
}

// publish creates a release with one asset.
func publish(ctx context.Context, c *client.Client, uploads, owner, repo, tag, file string, stdout, stderr io.Writer) error {
	r, err := createRelease(ctx, c, owner, repo, tag)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "release %d accepts assets at\n  %s\n", r.ID, r.UploadURL)
	a, err := upload(ctx, c, uploads, r.UploadURL, file, stderr)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "asset %d: %s, %d bytes, %s\n", a.ID, a.Name, a.Size, a.State)
	return nil
}

// newClient returns a Client with the defaults of all requests.
func newClient(base, token string) *client.Client {
	return client.New(endpoint.New(
		endpoint.Options{BaseURL: base},
		endpoint.Headers{
			"accept":        "application/vnd.github+json",
			"user-agent":    "endpoint-upload/1.0",
			"authorization": "Bearer " + token,
		},
	))
}

const createRoute = "POST /repos/{owner}/{repo}/releases"

type release struct {
	ID int64 `json:"id"`
	// UploadURL is a template of RFC 6570, such as
	// https://uploads.github.com/repos/octokit/demo/releases/1/assets{?name,label}
	UploadURL string `json:"upload_url"`
}

// draft is what a release is created from.
type draft struct {
	TagName string `json:"tag_name"`
	Name    string `json:"name"`
	Draft   bool   `json:"draft"`
}

// createRelease creates a draft. Path fills the placeholders, and the fields of a struct
// are the JSON body.
func createRelease(ctx context.Context, c *client.Client, owner, repo, tag string) (r release, err error) {
	err = c.Call(ctx, &r, createRoute,
		endpoint.Path{"owner": owner, "repo": repo},
		endpoint.ParamsOf(draft{TagName: tag, Name: "Release " + tag, Draft: true}))
	return r, err
}

type asset struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	State string `json:"state"`
	Size  int64  `json:"size"`
}

// upload streams a file to an upload_url, which must be at the server of uploads, or of
// the API if that is "".
func upload(ctx context.Context, c *client.Client, uploads, uploadURL, path string, stderr io.Writer) (a asset, err error) {
	f, err := os.Open(path)
	if err != nil {
		return a, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return a, err
	}
	if !info.Mode().IsRegular() { // the size of a pipe is 0
		return a, errors.New("the file is not a regular one")
	}
	read, closed := context.WithCancel(ctx)
	defer closed()
	body := &progress{Reader: f, stderr: stderr, size: info.Size(), closed: closed}

	req, err := uploadRequest(ctx, c.API, uploads, uploadURL, info.Name(), body)
	if err != nil {
		return a, err
	}
	_, err = c.Send(req, &a)
	<-read.Done() // after an early response net/http may still be reading
	fmt.Fprintln(stderr)
	if err != nil {
		return a, err
	}
	if a.Size != body.size {
		return a, fmt.Errorf("%d bytes were sent, but %d bytes arrived", body.size, a.Size)
	}
	return a, nil
}

const uploadRoute = "POST {upload_url}{?name,label}"

// uploadRequest builds the request of an asset. The default token goes to the server of
// BaseURL, which is that of uploads in this call. If upload_url names another one, the
// call is endpoint.ErrOrigin.
func uploadRequest(ctx context.Context, api endpoint.Endpoint, uploads, uploadURL, name string, body *progress) (*http.Request, error) {
	address, _, _ := strings.Cut(uploadURL, "{") // a value is never expanded, so it has no {?name,label}
	var data any = body
	if body.size == 0 { // net/http takes the length 0 of a Reader for an unknown one
		data = http.NoBody
		body.Close()
	}
	return api.HTTPRequest(ctx, uploadRoute, endpoint.Options{
		BaseURL: uploads,
		Headers: endpoint.Headers{
			"content-type": "application/octet-stream",
			// The length of a file is known, but not that of a Reader around it.
			"content-length": strconv.FormatInt(body.size, 10),
		},
		Path: endpoint.Path{"upload_url": address, "name": name, "label": "made by endpoint"},
		Data: data,
	})
}

// progress is a body that prints on one line how much of it has been read.
type progress struct {
	io.Reader
	stderr     io.Writer
	sent, size int64
	closed     func()

	mu     sync.Mutex // after an early response net/http closes it while it reads
	isOver bool
}

func (p *progress) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isOver {
		return 0, os.ErrClosed
	}
	n, err := p.Reader.Read(b)
	if n > 0 {
		p.sent += int64(n)
		fmt.Fprintf(p.stderr, "\r%d of %d bytes, %d%%", p.sent, p.size, 100*p.sent/p.size)
	}
	return n, err
}

func (p *progress) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isOver = true
	p.closed()
	return nil
}

const loopbackToken = "loopback"

// newServer stands in for the API, whose assets are uploaded to another server.
func newServer(uploads string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc(createRoute, func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			TagName string `json:"tag_name"`
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || body.TagName == "" {
			http.Error(w, "tag_name is missing", http.StatusUnprocessableEntity)
			return
		}
		respond(w, release{1, uploads + r.URL.Path + "/1/assets{?name,label}"})
	})
	return withToken(mux)
}

// newUploadServer stands in for the server of uploads.
func newUploadServer() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /repos/{owner}/{repo}/releases/{id}/assets", func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Query().Get("name")
		if name == "" || r.ContentLength < 0 {
			http.Error(w, "the name or length is missing", http.StatusUnprocessableEntity)
			return
		}
		n, err := io.Copy(io.Discard, r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		respond(w, asset{2, name, "uploaded", n})
	})
	return withToken(mux)
}

func withToken(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+loopbackToken {
			http.Error(w, "no token", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func respond(w http.ResponseWriter, v any) {
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(v)
}

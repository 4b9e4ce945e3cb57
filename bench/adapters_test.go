package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sort"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttputil"
	"resty.dev/v3"

	"example.com/endpoint"
)

// restyRequest hands r to a resty client. The caller sends it with Send.
func restyRequest(client *resty.Client, r endpoint.Request) (*resty.Request, error) {
	body, size, err := r.BodyReader()
	if err != nil {
		return nil, err
	}
	req := client.R().
		SetMethod(strings.ToUpper(r.Method)).
		SetURL(r.URL).
		SetHeaders(r.Headers).
		// resty drops the body of a DELETE unless it is told to send it.
		SetMethodDeleteAllowPayload(true)
	if r.Body == nil {
		return req, nil
	}
	req.SetBody(body)
	if size >= 0 {
		req.SetContentLength(size)
	}
	return req, nil
}

// fastClient returns a client that sends addresses as they are: by default
// fasthttp decodes a path, and the %2F of a value becomes a slash. It cannot be
// told so by the request.
func fastClient() *fasthttp.Client {
	return &fasthttp.Client{DisablePathNormalizing: true}
}

// fillFasthttp hands r to fasthttp, for a client like that of fastClient.
func fillFasthttp(dst *fasthttp.Request, r endpoint.Request) error {
	body, size, err := r.BodyReader()
	if err != nil {
		return err
	}
	dst.Header.SetMethod(strings.ToUpper(r.Method))
	dst.SetRequestURI(r.URL)
	for name, value := range r.Headers {
		dst.Header.Set(name, value)
	}
	// Otherwise a POST without a body says application/octet-stream.
	dst.Header.SetNoDefaultContentType(true)
	// A host header is lost in favor of the address unless it is asked for.
	dst.UseHostHeader = r.Headers.Get("host") != ""
	if r.Body != nil {
		// A size of -1 means a chunked body to fasthttp too.
		dst.SetBodyStream(body, int(size))
	}
	return nil
}

func Example_resty() {
	server := httptest.NewServer(http.HandlerFunc(show))
	defer server.Close()
	client := resty.New()
	defer client.Close()

	e := endpoint.New(endpoint.Options{BaseURL: server.URL})
	r, err := e.Build("POST /repos/{owner}/{repo}/issues", endpoint.Params{
		"owner": "octocat", "repo": "hello-world", "title": "Found a bug",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	req, err := restyRequest(client, r)
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := req.Send()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.String())
	// Output:
	// POST /repos/octocat/hello-world/issues
	// application/json; charset=utf-8, 23 bytes
	// {"title":"Found a bug"}
}

func Example_fasthttp() {
	client, stop := inMemory(show)
	defer stop()

	e := endpoint.New(endpoint.Options{BaseURL: "http://api.test"})
	r, err := e.Build("PUT /files/{path}", endpoint.Params{"path": "notes/today.txt"}, endpoint.Options{
		Headers: endpoint.Headers{"content-type": "text/plain"},
		Data:    "Buy milk",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	req, res := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(req)
	defer fasthttp.ReleaseResponse(res)
	if err := fillFasthttp(req, r); err != nil {
		fmt.Println(err)
		return
	}
	if err := client.Do(req, res); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(res.Body()))
	// Output:
	// PUT /files/notes%2Ftoday.txt
	// text/plain, 8 bytes
	// Buy milk
}

// show answers with what it got.
func show(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "%s %s\n", r.Method, r.RequestURI)
	fmt.Fprintf(w, "%s, %d bytes\n", r.Header.Get("Content-Type"), r.ContentLength)
	io.Copy(w, r.Body)
}

// inMemory serves handler to a fasthttp client without a port.
func inMemory(handler http.HandlerFunc) (client *fasthttp.Client, stop func()) {
	listener := fasthttputil.NewInmemoryListener()
	server := &http.Server{Handler: handler}
	go server.Serve(listener)
	client = fastClient()
	client.Dial = func(string) (net.Conn, error) { return listener.Dial() }
	return client, func() { server.Close() }
}

// TestAdapters sends requests of every form through each adapter: what the
// server sees is what it sees of Request.HTTPRequest.
func TestAdapters(t *testing.T) {
	arrived := make(chan string, 1)
	record := func(_ http.ResponseWriter, r *http.Request) { arrived <- dump(r) }
	server := httptest.NewServer(http.HandlerFunc(record))
	defer server.Close()
	restyClient := resty.New()
	defer restyClient.Close()
	fast := fastClient()
	defer fast.CloseIdleConnections()

	tests := []struct {
		name  string
		build func() endpoint.Request
	}{
		{"no body", func() endpoint.Request {
			return build(t, server.URL, "GET /search{?q}", endpoint.Params{"q": "a b&c/d+é"})
		}},
		{"escaped path", func() endpoint.Request {
			return build(t, server.URL, "GET /files/{path}/{name}", endpoint.Params{"path": "a/b c", "name": "x%2Fy"})
		}},
		{"JSON", func() endpoint.Request {
			return build(t, server.URL, "PATCH /notes/{id}", endpoint.Params{"id": 7, "text": "<é>"})
		}},
		{"body of a DELETE", func() endpoint.Request {
			return build(t, server.URL, "DELETE /notes", endpoint.Params{"ids": []int{1, 2}})
		}},
		{"empty POST", func() endpoint.Request {
			return build(t, server.URL, "POST /ping")
		}},
		{"bytes", func() endpoint.Request {
			return build(t, server.URL, "PUT /blob", endpoint.Options{
				Headers: endpoint.Headers{"content-type": "application/octet-stream"},
				Data:    []byte{0, 1, 2, 255},
			})
		}},
		{"reader of unknown length", func() endpoint.Request {
			return build(t, server.URL, "POST /stream", endpoint.Options{
				Headers: endpoint.Headers{"content-type": "text/plain"},
				Data:    io.MultiReader(strings.NewReader("one "), bytes.NewReader([]byte("two"))),
			})
		}},
		{"host header", func() endpoint.Request {
			return build(t, server.URL, "GET /", endpoint.Headers{"host": "virtual.test"})
		}},
	}
	senders := []struct {
		name string
		send func(endpoint.Request) error
	}{
		{"resty", func(r endpoint.Request) error { return sendByResty(restyClient, r) }},
		{"fasthttp", func(r endpoint.Request) error { return sendByFasthttp(fast, r) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := sendByHTTP(t.Context(), tt.build()); err != nil {
				t.Fatal(err)
			}
			want := <-arrived
			for _, s := range senders {
				if err := s.send(tt.build()); err != nil {
					t.Fatalf("%s: %v", s.name, err)
				}
				if got := <-arrived; got != want {
					t.Errorf("%s sends\n%s\nand net/http\n%s", s.name, got, want)
				}
			}
		})
	}
}

func build(t *testing.T, base, route string, layers ...endpoint.Layer) endpoint.Request {
	t.Helper()
	e := endpoint.New(
		endpoint.Options{BaseURL: base},
		endpoint.Headers{"accept": "application/json", "user-agent": "bench/1.0", "x-trace": "a, b"},
	)
	r, err := e.Build(route, layers...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sendByHTTP(ctx context.Context, r endpoint.Request) error {
	req, err := r.HTTPRequest(ctx)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func sendByResty(client *resty.Client, r endpoint.Request) error {
	req, err := restyRequest(client, r)
	if err != nil {
		return err
	}
	_, err = req.Send()
	return err
}

func sendByFasthttp(client *fasthttp.Client, r endpoint.Request) error {
	req := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(req)
	if err := fillFasthttp(req, r); err != nil {
		return err
	}
	return client.Do(req, nil)
}

// dump prints what a server got, without what a client adds of its own accord.
func dump(r *http.Request) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s %s\nhost: %s\nlength: %d\n", r.Method, r.RequestURI, r.Host, r.ContentLength)
	names := []string{}
	for name := range r.Header {
		if name != "Accept-Encoding" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(&out, "%s: %q\n", name, r.Header[name])
	}
	data, err := io.ReadAll(r.Body)
	fmt.Fprintf(&out, "%q %v", data, err)
	return out.String()
}

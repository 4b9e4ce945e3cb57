package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"example.com/endpoint"
)

const secret = "Bearer SECRET" // the default authorization of clientOf

// newClient returns a Client of a server.
func newClient(t *testing.T, handler http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return clientOf(server.URL)
}

func clientOf(base string) *Client {
	return New(endpoint.New(endpoint.Options{BaseURL: base}, endpoint.Headers{"accept": "application/json", "authorization": secret}))
}

// newHTTP2Client is newClient with HTTP/2.
func newHTTP2Client(t *testing.T, handler http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	c := clientOf(server.URL)
	c.HTTP = server.Client()
	return c
}

var servers = map[string]func(*testing.T, http.HandlerFunc) *Client{"HTTP/1": newClient, "HTTP/2": newHTTP2Client}

// set sets a variable for the time of a test.
func set[T any](t *testing.T, variable *T, value T) {
	old := *variable
	*variable = value
	t.Cleanup(func() { *variable = old })
}

func request(t *testing.T, c *Client, route string, layers ...endpoint.Layer) *http.Request {
	t.Helper()
	req, err := c.API.HTTPRequest(t.Context(), route, layers...)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// statusOf returns the status of an *Error, and -1 of any other error.
func statusOf(err error) int {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.StatusCode
	}
	return -1
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// A closing counts how often it is closed.
type closing struct {
	io.ReadCloser
	closed *atomic.Int32
}

func (c closing) Close() error { c.closed.Add(1); return c.ReadCloser.Close() }

func closingOf(text string, closed *atomic.Int32) closing {
	return closing{io.NopCloser(strings.NewReader(text)), closed}
}

// openBodies returns how many bodies of responses are open.
func openBodies(c *Client) func() int32 {
	var opened, closed atomic.Int32
	transport := c.HTTP.Transport
	c.HTTP.Transport = roundTripper(func(req *http.Request) (*http.Response, error) {
		resp, err := transport.RoundTrip(req)
		if resp != nil {
			opened.Add(1)
			resp.Body = closing{resp.Body, &closed}
		}
		return resp, err
	})
	return func() int32 { return opened.Load() - closed.Load() }
}

// The media types that net/http finds in a body.
const plain, page = "text/plain; charset=utf-8", "text/html; charset=utf-8"

// notDecoded is the end of the error of a body that is not the JSON that is wanted.
func notDecoded(contentType string, n int, looks string) string {
	return fmt.Sprintf(" (content-type %q, %d bytes read, which look like %s)", contentType, n, looks)
}

func TestSend(t *testing.T) {
	const noJSON = "invalid character '<' looking for beginning of value"
	tests := []struct {
		name   string
		status int
		body   string
		want   string // what is decoded, or the error
	}{
		{"decoded", 200, `{"name": "Ada"}` + "\n", "Ada"},
		{"created", 201, `{"name": "Ada"}`, "Ada"},
		{"no content", 204, "", ""},
		{"accepted", 202, "", ""},
		{"status before JSON", 404, `{"name": "Ada"}`, "GET /users/{id}: 404 Not Found"},
		{"not modified", 304, "", "GET /users/{id}: 304 Not Modified"},
		{"unknown status", 599, "", "GET /users/{id}: 599"},
		{"no JSON", 200, "<html>", "GET /users/{id}: 200 OK: " + noJSON + notDecoded(page, 6, page)},
		{"half of the JSON", 201, "{", "GET /users/{id}: 201 Created: unexpected EOF" + notDecoded(plain, 1, plain)},
		{"empty", 200, "", "GET /users/{id}: 200 OK: EOF" + notDecoded("", 0, plain)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Id", "7")
				w.WriteHeader(test.status)
				io.WriteString(w, test.body)
			})
			var user struct{ Name string }
			err := c.Call(t.Context(), &user, "GET /users/{id}", endpoint.Path{"id": "a\nb"}, endpoint.Query{"key": "SECRET"})
			got := user.Name
			if err != nil {
				got += err.Error()
			}
			if got != test.want {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
			e := &Error{StatusCode: test.status, Header: http.Header{"X-Id": {"7"}}, Route: "GET /users/{id}"}
			isError := err == nil || errors.As(err, &e)
			if !isError || e.StatusCode != test.status || e.Header.Get("X-Id") != "7" || e.Route != "GET /users/{id}" {
				t.Errorf("error %#v, status %d", err, test.status)
			}
		})
	}
}

// An Error keeps enough of a body to decode it, and prints none of it.
func TestErrorBody(t *testing.T) {
	body := `"` + strings.Repeat("SECRET", 20_000)
	for status, want := range map[int]string{
		200: "GET /x: 200 OK: invalid character ",
		400: "GET /x: 400 Bad Request",
	} {
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "//there.test") // which is not a redirect
			http.Error(w, body, status)
		})
		err := c.Call(t.Context(), new(any), "GET /x")
		e := (*Error)(nil)
		isWhole := errors.As(err, &e) && string(e.Body) == body[:65_536] && e.Header.Get("Content-Type") != ""
		if !isWhole || strings.Contains(err.Error(), "SECRET") {
			t.Fatalf("error %v", err)
		}
		if !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "there.test") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestCallErrors(t *testing.T) {
	c := newClient(t, func(http.ResponseWriter, *http.Request) { t.Error("the server was asked") })
	if err := c.Call(t.Context(), nil, "GET /users/{id}"); !errors.Is(err, endpoint.ErrMissingParam) {
		t.Errorf("no value: error %v", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	err = clientOf("http://"+listener.Addr().String()).Call(t.Context(), nil, "GET /users", endpoint.Query{"key": "SECRET"})
	if want := "GET /users: dial tcp " + listener.Addr().String() + ": connect: connection refused"; err == nil || err.Error() != want {
		t.Errorf("no server: got %v, want %s", err, want)
	}
}

// Bodies are read to their end, those of errors and redirects too, so no connection is lost. Of
// many calls at once, each keeps its connection for the next.
func TestConnectionsAreUsedAgain(t *testing.T) {
	const calls = 20
	set(t, &restTimeout, time.Hour)
	arrived, release := make(chan bool), make(chan bool)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/wait":
			arrived <- true
			<-release
		case "/error":
			w.WriteHeader(http.StatusForbidden)
		case "/moved":
			w.Header().Set("Location", "/list")
			w.WriteHeader(http.StatusFound)
		}
		fmt.Fprintf(w, "[]%50000s", "")
	}))
	var opened atomic.Int32
	closed := make(chan bool, 5*calls)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			opened.Add(1)
		case http.StateClosed:
			closed <- true
		}
	}
	server.Start()
	defer server.Close()
	c := clientOf(server.URL)
	for range calls {
		var list []int
		if err := c.Call(t.Context(), &list, "GET /moved"); err != nil {
			t.Fatal(err)
		}
		if err := c.Call(t.Context(), nil, "GET /error"); statusOf(err) != 403 {
			t.Fatal(err)
		}
	}
	for range 2 {
		errs := make(chan error)
		for range calls {
			go func() { errs <- c.Call(t.Context(), nil, "GET /wait") }()
			<-arrived
		}
		for range calls {
			release <- true
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
	}
	if n := opened.Load(); n >= 2*calls-2 { // as many as if two were kept; some more are opened while another becomes free
		t.Errorf("%d connections for %d calls at once", n, calls)
	}
	c.HTTP.CloseIdleConnections()
	for range opened.Load() {
		<-closed
	}
}

// A server that keeps a body open does not keep a call waiting that has what it needs: the JSON, or
// the beginning of an error. A gzip body may stall before its header is complete.
func TestBodyThatStaysOpen(t *testing.T) {
	set(t, &restTimeout, time.Millisecond)
	const name, gzip = `{"name": "Ada"}`, "\x1f\x8b"
	tests := []struct {
		name   string
		status int
		header http.Header
		body   string
		out    any
		want   string
	}{
		{"chunked", 200, nil, name, new(any), "<nil>"},
		{"of a length", 200, http.Header{"Content-Length": {"100"}}, name, new(any), "<nil>"},
		{"not decoded", 200, nil, name, nil, "GET /x: 200 OK: i/o timeout"},
		{"nothing to decode", 200, nil, "", new(any), "GET /x: 200 OK: i/o timeout"},
		{"half of it", 201, nil, "{", new(any), "GET /x: 201 Created: i/o timeout"},
		{"rejected token", 401, nil, name, nil, "GET /x: 401 Unauthorized"},
		{"error", 500, nil, name, nil, "GET /x: 500 Internal Server Error"},
		{"gzip, not decoded", 200, http.Header{"Content-Encoding": {"gzip"}}, "", nil, "GET /x: 200 OK: i/o timeout"},
		{"gzip", 200, http.Header{"Content-Encoding": {"gzip"}}, "", new(any), "GET /x: 200 OK: i/o timeout"},
		{"gzip, half a header", 200, http.Header{"Content-Encoding": {"gzip"}}, gzip, new(any), "GET /x: 200 OK: i/o timeout"},
		{"gzip error", 500, http.Header{"Content-Encoding": {"gzip"}}, gzip, nil, "GET /x: 500 Internal Server Error"},
		{"gzip limit", 429, http.Header{"Content-Encoding": {"gzip"}, "Retry-After": {"60"}}, gzip, nil, "GET /x: 429 Too Many Requests"},
	}
	for proto, serve := range servers {
		for _, test := range tests {
			t.Run(proto+" "+test.name, func(t *testing.T) {
				set(t, &bodyTimeout, time.Millisecond)
				if test.want == "<nil>" {
					set(t, &bodyTimeout, time.Hour)
				}
				gone := make(chan bool, 1)
				c := serve(t, func(w http.ResponseWriter, r *http.Request) {
					maps.Copy(w.Header(), test.header)
					w.WriteHeader(test.status)
					io.WriteString(w, test.body)
					w.(http.Flusher).Flush()
					<-r.Context().Done()
					gone <- true
				})
				if err := c.Call(context.Background(), test.out, "GET /x"); fmt.Sprint(err) != test.want {
					t.Errorf("got %v, want %s", err, test.want)
				}
				<-gone
			})
		}
	}
}

// If nothing is decoded, a server may still work when its header is there: it is not cancelled.
func TestServerThatStillWorks(t *testing.T) {
	for proto, serve := range servers {
		set(t, &restTimeout, 0)
		isCancelled := make(chan bool, 1)
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
				isCancelled <- true
			case <-time.After(50 * time.Millisecond):
				isCancelled <- false
			}
		})
		if err := c.Call(t.Context(), nil, "POST /x"); err != nil || <-isCancelled {
			t.Errorf("%s: it is cancelled, error %v", proto, err)
		}
	}
}

// An error of decoding says what came, and has the beginning of it. Its text has no value of it.
func TestNotDecoded(t *testing.T) {
	type inner struct {
		Age int8 `json:"age"`
	}
	type outer struct {
		Of inner `json:"of"`
	}
	const noJSON = "invalid character '<' looking for beginning of value"
	const mime = "application/json"
	for _, test := range []struct{ contentType, body, want string }{
		{page, "<html>", noJSON + notDecoded(page, 6, page)},
		{mime, "<html>", noJSON + notDecoded(mime, 6, page)},
		{mime, "\ufeff{}", " looking for beginning of value" + notDecoded(mime, 5, plain)},
		{mime, "\x1f\x8b\x08", `invalid character '\x1f' looking for beginning of value` + notDecoded(mime, 3, "application/x-gzip")},
		{"", "{", "unexpected EOF" + notDecoded("", 1, plain)},
		{mime, "", "EOF" + notDecoded(mime, 0, plain)},
		{mime, "[]", "JSON array for type client.outer" + notDecoded(mime, 2, plain)},
		{mime, `{"of": {"age": "SECRET"}}`, "JSON string for type int8 in field of" + notDecoded(mime, 25, plain)},
		{mime, `{"of": {"age": 73556}}`, "JSON number for type int8 in field of" + notDecoded(mime, 22, plain)},
		{mime, `{} {"SECRET": 1}`, "the body has more than the JSON"},
		{mime, "{}<SECRET>", "the body has more than the JSON"},
	} {
		for proto, serve := range servers {
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header()["Content-Type"] = []string{test.contentType}
				io.WriteString(w, test.body)
			})
			// By hand, so that net/http does not decode it.
			err := c.Call(t.Context(), new(outer), "GET /x", endpoint.Headers{"accept-encoding": "gzip"})
			e := (*Error)(nil)
			if !errors.As(err, &e) || string(e.Body) != test.body || e.Header == nil {
				t.Errorf("%s: got %#v", proto, err)
			} else if text := e.Error(); !strings.HasPrefix(text, "GET /x: 200 OK: ") || !strings.HasSuffix(text, test.want) {
				t.Errorf("%s: got %s\nwant %s", proto, text, test.want)
			}
		}
	}
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "{}") })
	err, want := c.Call(t.Context(), outer{}, "GET /x"), fmt.Sprintf("GET /x: 200 OK: json: Unmarshal(non-pointer %T)", outer{})
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A decoded value tells when it is decoded.
type decoded struct{ done chan bool }

func (d decoded) UnmarshalJSON([]byte) error { close(d.done); return nil }

// More than the JSON may come after it was decoded. Space, such as the end of a line, is no more.
func TestMoreThanJSON(t *testing.T) {
	for proto, serve := range servers {
		for later, want := range map[string]string{"SECRET": "GET /x: 200 OK: the body has more than the JSON", " \r\n": "<nil>"} {
			set(t, &restTimeout, time.Hour)
			out := decoded{make(chan bool)}
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				io.WriteString(w, "{}")
				w.(http.Flusher).Flush()
				<-out.done
				io.WriteString(w, later)
			})
			if err := c.Call(t.Context(), &out, "GET /x"); fmt.Sprint(err) != want {
				t.Errorf("%s: got %v, want %s", proto, err, want)
			}
		}
	}
}

// A readError is a net.Error of a Reader.
type readError string

func (e readError) Error() string { return string(e) }
func (readError) Timeout() bool   { return false }
func (readError) Temporary() bool { return false }

// What a Reader says is not in the text of an error, whatever net wraps it in.
func TestTextOfReader(t *testing.T) {
	for proto, serve := range servers {
		for _, length := range []string{"", "100000"} {
			for _, failed := range []error{
				errors.New("read https://files.test/?signature=SECRET"),
				readError("read https://files.test/?signature=SECRET"),
			} {
				want := fmt.Sprintf("%T, see Err", failed)
				c := serve(t, func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) })
				err := c.Call(t.Context(), nil, "PUT /x", endpoint.Options{
					Data:    io.MultiReader(strings.NewReader(strings.Repeat("x", 5000)), iotest.ErrReader(failed)),
					Headers: endpoint.Headers{"content-type": "text/plain", "content-length": length}.OmitZero(),
				})
				if !errors.Is(err, failed) || strings.Contains(err.Error(), "SECRET") || !strings.HasSuffix(err.Error(), want) {
					t.Errorf("%s, length %q: error %v", proto, length, err)
				}
			}
		}
	}
	err := &Error{Route: "GET /x", Err: &net.OpError{Op: "remote error", Err: errors.New("tls: bad certificate")}}
	if want := "GET /x: remote error: tls: bad certificate"; err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A call that cannot be built closes its Reader, which may be a pipe whose writer waits. A file is
// the caller's.
func TestCallClosesReader(t *testing.T) {
	c := clientOf("https://api.test")
	var closed atomic.Int32
	if err := c.Call(t.Context(), nil, "POST /x/{id}", endpoint.Options{Data: closingOf("x", &closed)}); err == nil || closed.Load() != 1 {
		t.Errorf("closed %d times, error %v", closed.Load(), err)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, data := range []any{f, (*io.PipeReader)(nil), (*os.File)(nil)} {
		if err := c.Call(t.Context(), nil, "POST /x/{id}", endpoint.Options{Data: data}); err == nil {
			t.Error("no error")
		}
	}
	if _, err := f.Stat(); err != nil {
		t.Errorf("the file: %v", err)
	}
}

// A literal is a Client, and a copy sends by its own HTTP.
func TestLiteralsAndCopies(t *testing.T) {
	server := newClient(t, func(w http.ResponseWriter, r *http.Request) {})
	for _, c := range []*Client{{API: server.API, HTTP: http.DefaultClient}, {API: server.API}} {
		if err := c.Call(t.Context(), nil, "GET /x"); err != nil {
			t.Error(err)
		}
	}
	sent := ""
	named := func(name string) *http.Client {
		return &http.Client{Transport: roundTripper(func(*http.Request) (*http.Response, error) {
			sent = name
			return httptest.NewRecorder().Result(), nil
		})}
	}
	server.HTTP = named("first")
	c := *server
	c.HTTP = named("second")
	if err := c.Call(t.Context(), nil, "GET /x"); err != nil || sent != "second" {
		t.Errorf("sent by the %s, error %v", sent, err)
	}
}

// The context ends a call at any place.
func TestContextEnds(t *testing.T) {
	type answer func(w http.ResponseWriter, r *http.Request, cancel func(), over chan bool)
	stall := func(status int, body string) answer {
		return func(w http.ResponseWriter, r *http.Request, cancel func(), over chan bool) {
			if status != 0 && r.URL.Path == "/x" {
				w.Header().Set("Content-Encoding", "gzip")
				w.Header().Set("Location", "/y") // which stalls, or eleven redirects could come before the end
				w.WriteHeader(status)
				io.WriteString(w, body)
				w.(http.Flusher).Flush()
			}
			cancel()
			<-over
		}
	}
	tests := map[string]answer{
		"before a header": stall(0, ""),
		"before a body":   stall(200, ""),
		"in a body":       stall(200, "\x1f\x8b\x08\x00"),
		"before an error": stall(500, ""),
		"in an error":     stall(500, "\x1f\x8b\x08\x00"),
		"in a redirect":   stall(302, "<html>"),
		"while it is read": func(_ http.ResponseWriter, r *http.Request, cancel func(), _ chan bool) {
			cancel()
			io.Copy(io.Discard, r.Body)
		},
		"while both wait": func(w http.ResponseWriter, r *http.Request, cancel func(), over chan bool) {
			stall(200, "")(w, r, func() {
				for all := ""; r.ProtoMajor == 2 && !(strings.Contains(all, "awaitFlowControl") && strings.Contains(all, "gzipReader")); {
					all = stacks()
				}
				cancel()
			}, over)
		},
		"while it is unread": func(_ http.ResponseWriter, _ *http.Request, cancel func(), over chan bool) {
			cancel()
			<-over
		},
	}
	for proto, serve := range servers {
		for name, answer := range tests {
			t.Run(proto+" "+name, func(t *testing.T) {
				over := make(chan bool)
				defer close(over)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				c := serve(t, func(w http.ResponseWriter, r *http.Request) { answer(w, r, cancel, over) })
				layer := endpoint.Options{}
				switch hanging, writer := io.Pipe(); name {
				case "while it is read": // by a Reader that nobody can close
					defer writer.Close()
					layer = endpoint.Options{Method: "POST", Data: io.MultiReader(hanging)}
				case "while it is unread", "while both wait":
					layer = endpoint.Options{Method: "POST", Data: endless{}}
				}
				var out any
				err := c.Call(ctx, &out, "GET /x", layer)
				if e := (*Error)(nil); !errors.As(err, &e) || !errors.Is(err, context.Canceled) && e.StatusCode != 500 {
					t.Errorf("error %v", err)
				}
			})
		}
	}
}

// A body that waits does not hold a call either if it can be opened again, as after a redirect. Each
// is closed.
func TestContextEndsBody(t *testing.T) {
	for _, serve := range servers {
		for path, opened := range map[string]int32{"/x": 1, "/moved": 2} {
			ctx, cancel := context.WithCancel(t.Context())
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/x" {
					cancel()
				}
				io.Copy(io.Discard, r.Body)
				http.Redirect(w, r, "/x", http.StatusTemporaryRedirect)
			})
			hanging, writer := io.Pipe()
			var closed atomic.Int32
			req := request(t, c, "POST "+path).WithContext(ctx)
			req.GetBody = func() (io.ReadCloser, error) { return closing{io.NopCloser(hanging), &closed}, nil }
			req.Body, _ = req.GetBody()
			if path == "/moved" {
				req.Body = closingOf("x", &closed)
			}
			if _, err := c.Send(req, nil); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: error %v", path, err)
			}
			for closed.Load() != opened {
				runtime.Gosched()
			}
			writer.Close()
		}
	}
}

// A Reader that fails is an error, and never a shorter body on the server.
func TestReaderThatFails(t *testing.T) {
	for proto, serve := range servers {
		received := make(chan error, 1)
		c := serve(t, func(_ http.ResponseWriter, r *http.Request) {
			_, err := io.Copy(io.Discard, r.Body)
			received <- err
		})
		data := io.MultiReader(strings.NewReader(strings.Repeat("x", 1<<16)), iotest.ErrReader(os.ErrPermission))
		if err := c.Call(t.Context(), nil, "POST /x", endpoint.Options{Data: data}); !errors.Is(err, os.ErrPermission) {
			t.Errorf("%s: error %v", proto, err)
		}
		if err := <-received; err == nil {
			t.Errorf("%s: the server has all of it", proto)
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// A Reader that waits does not hold a call that the server has answered. If it can be closed, it
// does not stay either: its writer ends.
func TestPipe(t *testing.T) {
	set(t, &restTimeout, time.Millisecond)
	set(t, &bodyTimeout, time.Millisecond)
	for proto, serve := range servers {
		for _, status := range []int{200, 302, 413} {
			for _, isCloser := range []bool{true, false} {
				t.Run(fmt.Sprint(proto, " ", status, " ", isCloser), func(t *testing.T) {
					over := make(chan bool)
					defer close(over)
					c := serve(t, func(w http.ResponseWriter, r *http.Request) {
						http.NewResponseController(w).EnableFullDuplex() // or the server would read first
						w.Header().Set("Location", "/there")
						w.WriteHeader(status)
						w.(http.Flusher).Flush()
						<-over
					})
					r, w := io.Pipe()
					defer w.Close()
					go w.Write(make([]byte, 1<<16)) // and no more: HTTP/1 sends the header with the first kilobytes
					data := io.Reader(r)
					if !isCloser {
						data = io.MultiReader(r)
					}
					err := c.Call(context.Background(), nil, "POST /x", endpoint.Options{Data: data})
					if statusOf(err) != status {
						t.Errorf("error %v", err)
					}
					for err = nil; err == nil && isCloser; {
						_, err = w.Write(make([]byte, 1<<16))
					}
				})
			}
		}
	}
}

// A server that trickles its header, or does not answer, ends the call.
func TestHeaderTimeout(t *testing.T) {
	for _, first := range []string{"", "HTTP/1.1 200 OK\r\nX: y"} {
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			for _, err = io.WriteString(conn, first); first != "" && err == nil; {
				_, err = io.WriteString(conn, "y")
			}
			io.Copy(io.Discard, conn)
			conn.Close()
		})
		c.HTTP.Transport.(*http.Transport).ResponseHeaderTimeout = time.Millisecond
		c.HTTP.Transport.(*http.Transport).MaxResponseHeaderBytes = 1 << 40
		err := c.Call(context.Background(), nil, "GET /")
		if e := net.Error(nil); !errors.As(err, &e) || !e.Timeout() {
			t.Errorf("%q: error %v", first, err)
		}
	}
}

// A response is decoded up to a limit.
func TestLimits(t *testing.T) {
	set(t, &mostDecoded, 100)
	const tooLong = "GET /x: 200 OK: *http.MaxBytesError, see Err (content-type "
	for _, test := range []struct{ body, want string }{
		{`"` + strings.Repeat("x", 98) + `"`, "<nil>"},
		{`"` + strings.Repeat("x", 99) + `"`, tooLong},
		{strings.Repeat(" ", 90) + "1234567890123", tooLong}, // not 1234567890
	} {
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, test.body) })
		if err := c.Call(t.Context(), new(any), "GET /x"); !strings.HasPrefix(fmt.Sprint(err), test.want) {
			t.Errorf("%.5s: got %v, want %s", test.body, err, test.want)
		}
	}
}

// A Client sends by an http.Client and a RoundTripper of the user, here over a Unix socket. The
// limit of time for a header is that of a copy of http.DefaultTransport, if that is net/http's.
func TestTransports(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%q", r.Host+" "+r.Header.Get("Authorization"))
	})}
	go server.Serve(listener)
	defer server.Close()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}}
	seen := 0
	wrapped := roundTripper(func(req *http.Request) (*http.Response, error) { seen++; return transport.RoundTrip(req) })
	for _, h := range []*http.Client{{Transport: transport}, {Transport: wrapped}} {
		c := clientOf("http://socket.test")
		c.HTTP = h
		var got string
		if err := c.Call(t.Context(), &got, "GET /x"); err != nil || got != "socket.test "+secret {
			t.Errorf("got %s, %v", got, err)
		}
	}
	if seen != 1 {
		t.Errorf("the RoundTripper was asked %d times", seen)
	}
	transport.CloseIdleConnections()
	c := clientOf("https://api.test")
	c.HTTP.Transport = roundTripper(func(*http.Request) (*http.Response, error) { // as go-retryablehttp has it
		return nil, &url.Error{Op: "Get", URL: "https://api.test/x?key=SECRET", Err: fmt.Errorf("SECRET: %w", io.EOF)}
	})
	if err := c.Call(t.Context(), nil, "GET /x"); err == nil || err.Error() != "GET /x: EOF" || !errors.Is(err, io.EOF) {
		t.Errorf("error %v", err)
	}

	original := http.DefaultTransport
	defer func() { http.DefaultTransport = original }()
	got, ok := clientOf("https://api.test").HTTP.Transport.(*http.Transport)
	if !ok || got == original || got.ResponseHeaderTimeout != headerTimeout || got.MaxResponseHeaderBytes != mostHeader {
		t.Errorf("got %T", got)
	}
	http.DefaultTransport = wrapped
	if _, ok := clientOf("https://api.test").HTTP.Transport.(roundTripper); !ok {
		t.Error("the default of the program is not used")
	}
}

package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"iter"
	"maps"
	"math"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/endpoint"
)

// newClient returns a Client of a server, without a token and without waiting.
func newClient(t *testing.T, handler http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return clientOf(t, server.URL, nil)
}

func clientOf(t *testing.T, base string, token func(context.Context) (string, error)) *Client {
	t.Helper()
	c := New(endpoint.New(endpoint.Options{BaseURL: base}, endpoint.Headers{"accept": "application/json"}))
	if token != nil {
		if err := c.UseToken(cached(token)); err != nil {
			t.Fatal(err)
		}
	}
	set(t, &after, func(time.Duration) <-chan time.Time { return over })
	return c
}

// cached fetches a token when the last one was rejected.
func cached(fetch func(context.Context) (string, error)) TokenFunc {
	var mu sync.Mutex
	var last string
	return func(ctx context.Context, rejected string) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		if last != rejected {
			return last, nil
		}
		token, err := fetch(ctx)
		if err == nil {
			last = token
		}
		return token, err
	}
}

// set sets a variable for the time of a test.
func set[T any](t *testing.T, variable *T, value T) {
	old := *variable
	*variable = value
	t.Cleanup(func() { *variable = old })
}

// over is the end of a time that has passed.
var over = make(chan time.Time)

func init() { close(over) }

// request builds a request.
func request(t *testing.T, c *Client, route string, layers ...endpoint.Layer) *http.Request {
	t.Helper()
	req, err := c.API.HTTPRequest(t.Context(), route, layers...)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func TestSend(t *testing.T) {
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
		{
			"no JSON", 200, "<html>",
			"GET /users/{id}: decoding the response: invalid character '<' looking for beginning of value",
		},
		{"half of the JSON", 201, "{", "GET /users/{id}: decoding the response: unexpected EOF"},
		{"empty", 200, "", "GET /users/{id}: decoding the response: EOF"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
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
			if e := (*Error)(nil); errors.As(err, &e) != (test.status > 299) || e != nil && e.StatusCode != test.status {
				t.Errorf("error %#v, status %d", err, test.status)
			}
		})
	}
}

// An Error keeps enough of a body to decode it, and prints none of it.
func TestErrorBody(t *testing.T) {
	message := strings.Repeat("SECRET", 10_000)
	for _, test := range []struct {
		body string
		size int
	}{
		{`{"message": "` + message + `"}`, 60_015},
		{message + message, 65_536},
	} {
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) { http.Error(w, test.body, http.StatusBadRequest) })
		err := c.Call(t.Context(), nil, "GET /x")
		e := (*Error)(nil)
		if !errors.As(err, &e) || !strings.HasPrefix(test.body+"\n", string(e.Body)) || len(e.Body) < test.size {
			t.Fatalf("%d bytes of %d", len(e.Body), len(test.body))
		}
		if want := "GET /x: 400 Bad Request"; err.Error() != want || e.Route != "GET /x" || e.Header.Get("Content-Type") == "" {
			t.Errorf("got %s, %v\nwant %s", err, e, want)
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
	c = clientOf(t, "http://"+listener.Addr().String(), nil)
	err = c.Call(t.Context(), nil, "GET /users", endpoint.Query{"key": "SECRET"})
	if err == nil || strings.Contains(err.Error(), "SECRET") || !strings.HasPrefix(err.Error(), "GET /users: ") {
		t.Errorf("no server: error %v", err)
	}
}

// Bodies are read to their end, so one connection does for all calls.
func TestConnectionIsUsedAgain(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/error" {
			w.WriteHeader(http.StatusForbidden)
		}
		fmt.Fprintf(w, "[]%50000s", "")
	}))
	var opened atomic.Int32
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	set(t, &restTimeout, time.Hour)
	c := clientOf(t, server.URL, tokens(new(atomic.Int32)))
	for range 3 {
		var list []int
		if err := c.Call(t.Context(), &list, "GET /list"); err != nil {
			t.Fatal(err)
		}
		if err := c.Call(t.Context(), nil, "GET /error"); err == nil {
			t.Fatal("no error")
		}
	}
	if n := opened.Load(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

// A server that keeps a body open does not keep a call waiting that has what it needs:
// the JSON, the status, or the beginning of an error. The body is closed.
func TestBodyThatStaysOpen(t *testing.T) {
	set(t, &restTimeout, time.Millisecond)
	set(t, &bodyTimeout, time.Millisecond)
	tests := []struct {
		name   string
		status int
		header http.Header
		isSent bool // without a value to decode
		want   string
	}{
		{"chunked", 200, nil, false, "Ada <nil>"},
		{"of a length", 200, http.Header{"Content-Length": {"100"}}, false, "Ada <nil>"},
		{"not decoded", 200, nil, true, " <nil>"},
		{"rejected token", 401, nil, false, "GET /x: 401 Unauthorized"},
		{"error", 500, nil, false, "GET /x: 500 Internal Server Error"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			gone := make(chan bool, 2)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				maps.Copy(w.Header(), test.header)
				w.WriteHeader(test.status)
				io.WriteString(w, `{"name": "Ada"}`)
				w.(http.Flusher).Flush()
				<-r.Context().Done()
				gone <- true
			}))
			defer server.Close()
			c := clientOf(t, server.URL, tokens(new(atomic.Int32)))
			var user struct{ Name string }
			out := any(&user)
			if test.isSent {
				out = nil
			}
			err := c.Call(t.Context(), out, "GET /x")
			if got := fmt.Sprint(user.Name, " ", err); strings.TrimSpace(got) != strings.TrimSpace(test.want) {
				t.Errorf("got %s, want %s", got, test.want)
			}
			<-gone
		})
	}
}

// A gzip body whose header does not come holds Close, too. The call ends all the same, with and
// without a context.
func TestGzipThatStalls(t *testing.T) {
	set(t, &restTimeout, time.Millisecond)
	set(t, &bodyTimeout, time.Millisecond)
	for _, http2 := range []bool{false, true} {
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			status, first, _ := strings.Cut(r.URL.Path[1:], "/")
			n, _ := strconv.Atoi(status)
			w.Header().Set("Content-Encoding", "gzip")
			w.WriteHeader(n)
			io.WriteString(w, first)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}))
		server.EnableHTTP2 = http2
		server.StartTLS()
		defer server.Close()
		c := clientOf(t, server.URL, tokens(new(atomic.Int32)))
		c.HTTP.Transport = server.Client().Transport
		for _, route := range []string{"GET /200/", "GET /200/\x1f\x8b", "GET /500/", "GET /500/\x1f\x8b", "GET /401/", "GET /429/"} {
			for _, out := range []any{nil, new(int)} {
				req := request(t, c, "GET /x").WithContext(context.Background())
				req.URL.Path = route[4:]
				_, err := c.Send(req, out)
				if isOK := strings.HasPrefix(route, "GET /200") && out == nil; isOK != (err == nil) {
					t.Errorf("HTTP/2 %t, %q: error %v", http2, route, err)
				}
			}
		}
	}
}

// The body of a redirect is not waited for.
func TestRedirectThatStalls(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/there" {
			return
		}
		w.Header().Set("Location", "/there")
		w.WriteHeader(http.StatusFound)
		io.WriteString(w, "<html>")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	if err := c.Call(context.Background(), nil, "GET /x"); err != nil {
		t.Error(err)
	}
}

// A connection that is switched to another protocol, without being asked to, is closed.
func TestSwitchedProtocol(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")
		io.Copy(io.Discard, conn)
		conn.Close()
	})
	if err := c.Call(context.Background(), nil, "GET /x"); err == nil || err.Error() != "GET /x: 101 Switching Protocols" {
		t.Errorf("error %v", err)
	}
}

// JSON has a limit of time and one of size. The response comes with the error.
func TestLimitsOfDecoding(t *testing.T) {
	set(t, &mostDecoded, 100)
	for _, test := range []struct {
		body  string
		stays bool // open
		want  string
	}{
		{`"` + strings.Repeat("x", 98) + `"`, false, ""},
		{`"` + strings.Repeat("x", 99) + `"`, false, "GET /x: decoding the response: it takes more than 1ms or 100 bytes: unexpected EOF"},
		{`"`, true, "GET /x: decoding the response: it takes more than 1ms or 100 bytes: context canceled"},
		{"", true, "GET /x: decoding the response: it takes more than 1ms or 100 bytes: context canceled"},
	} {
		limit := time.Hour
		if test.want != "" {
			limit = time.Millisecond
		}
		set(t, &bodyTimeout, limit)
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, test.body)
			if w.(http.Flusher).Flush(); test.stays {
				<-r.Context().Done()
			}
		})
		var got string
		resp, err := c.Send(request(t, c, "GET /x"), &got)
		if resp == nil || resp.StatusCode != 200 || (err == nil) != (test.want == "") || test.stays && err.Error() != test.want {
			t.Errorf("%.5s: %v, error %v, want %s", test.body, resp, err, test.want)
		}
	}
}

// No text has a value of the request, the response, or the URL of a redirect.
func TestSecrets(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		location, _ := strings.CutPrefix(r.URL.Path, "/to/")
		w.Header().Set("Location", location+"?key=SECRET")
		w.Header().Set("X-Key", "SECRET")
		w.WriteHeader(http.StatusFound)
		io.WriteString(w, "SECRET")
	})
	for _, location := range []string{"http://ho st/", "ftp://u:SECRET@host/", "http://u:SECRET@127.0.0.1:1/", "/to//to/", ":SECRET", "//u:SECRET@ho%20st"} {
		for _, method := range []string{"GET", "POST"} {
			err := c.Call(t.Context(), nil, method+" /to/{+location}", endpoint.Path{"location": strings.TrimPrefix(location, "/")},
				endpoint.Headers{tokenHeader: "SECRET"}, endpoint.Options{URL: ""})
			if errors.Is(err, endpoint.ErrUnsafePath) || errors.Is(err, endpoint.ErrParam) {
				req := request(t, c, method+" /to/{location}", endpoint.Path{"location": "x"}, endpoint.Headers{tokenHeader: "SECRET"})
				req.URL.Path = "/to/" + location
				req.URL.RawPath = ""
				_, err = c.Send(req, nil)
			}
			if err == nil || strings.Contains(err.Error(), "SECRET") {
				t.Errorf("%s %s: error %v", method, location, err)
			}
		}
	}
}

func TestCloseIdleConnections(t *testing.T) {
	closed := make(chan bool, 1)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateClosed {
			closed <- true
		}
	}
	server.Start()
	defer server.Close()
	c := clientOf(t, server.URL, tokens(new(atomic.Int32)))
	if err := c.Call(t.Context(), nil, "GET /x"); err != nil {
		t.Error(err)
	}
	c.HTTP.CloseIdleConnections()
	<-closed
}

// A response that is cut is an error, and never half a value.
func TestReset(t *testing.T) {
	for _, header := range []string{"Content-Length: 100", "Transfer-Encoding: chunked"} {
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			conn, buf, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			fmt.Fprintf(buf, "HTTP/1.1 200 OK\r\n%s\r\n\r\n7\r\n[1, 2, \r\n", header)
			buf.Flush()
			conn.Close()
		})
		var list []int
		if err := c.Call(t.Context(), &list, "GET /list"); err == nil {
			t.Errorf("%s: no error, decoded %v", header, list)
		}
		resp, err := c.Do(request(t, c, "GET /list"))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(resp.Body); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: downloaded %q, error %v", header, b, err)
		}
		resp.Body.Close()
	}
}

func TestRetry(t *testing.T) {
	once := io.MultiReader(strings.NewReader("body"))
	tests := []struct {
		name   string
		status int
		method string
		layer  endpoint.Layer
		tries  int
	}{
		{"429", 429, "GET", nil, 2},
		{"502", 502, "GET", nil, 2},
		{"503", 503, "GET", nil, 2},
		{"504", 504, "GET", nil, 2},
		{"500", 500, "GET", nil, 1},
		{"404", 404, "GET", nil, 1},
		{"PUT", 503, "PUT", endpoint.Options{Data: "body"}, 2},
		{"DELETE", 503, "DELETE", endpoint.Options{Data: "body"}, 2},
		{"QUERY", 503, "QUERY", endpoint.Options{Data: "body"}, 2},
		{"POST", 503, "POST", endpoint.Options{Data: "body"}, 1},
		{"PATCH", 429, "PATCH", endpoint.Options{Data: "body"}, 1},
		{"POST with a key", 503, "POST", endpoint.Options{Data: "body", Headers: endpoint.Headers{"idempotency-key": "k"}}, 2},
		{"PUT of a Reader", 503, "PUT", endpoint.Options{Data: once}, 1},
		{"no answer", 0, "GET", nil, 2},
		{"no answer to PUT", 0, "PUT", endpoint.Options{Data: "body"}, 2},
		{"no answer to POST", 0, "POST", endpoint.Options{Data: "body"}, 1},
		{"no answer to POST with a key", 0, "POST", endpoint.Options{Data: "body", Headers: endpoint.Headers{"idempotency-key": "k"}}, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var tries atomic.Int32 // a panic is no synchronization
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				b, err := io.ReadAll(r.Body)
				if want := map[bool]string{true: "body"}[test.layer != nil]; err != nil || string(b) != want {
					t.Errorf("body %q, %v, want %q", b, err, want)
				}
				switch {
				case tries.Add(1) > 1:
				case test.status == 0:
					panic(http.ErrAbortHandler)
				default:
					w.WriteHeader(test.status)
				}
			})
			waits := 0
			set(t, &after, func(time.Duration) <-chan time.Time { waits++; return over })
			err := c.Call(t.Context(), nil, test.method+" /x", test.layer)
			if n := int(tries.Load()); n != test.tries || waits != test.tries-1 || (err == nil) != (test.tries == 2) {
				t.Errorf("%d tries, %d waits, error %v, want %d tries", n, waits, err, test.tries)
			}
		})
	}
}

func TestPauses(t *testing.T) {
	ms := time.Millisecond
	tests := []struct {
		name       string
		retryAfter string
		least      []time.Duration // of each pause; the most is twice that
	}{
		{"exponential", "", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"seconds", "20", []time.Duration{20_000 * ms, 20_000 * ms, 20_000 * ms}},
		{"fraction", "20.0", []time.Duration{20_000 * ms, 20_000 * ms, 20_000 * ms}},
		{"fraction of a second", "2.5", []time.Duration{2500 * ms, 2500 * ms, 2500 * ms}},
		{"zero", "0", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"negative", "-5", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"past date", "Mon, 02 Jan 2006 15:04:00 GMT", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"negative fraction", "-0.5", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"no number", "NaN", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"neither", "soon", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"too long", "31", nil},
		{"fraction too long", "30.1", nil},
		{"infinite", "Inf", nil},
		{"overflow of a float", "1e999", nil},
		{"overflow", "9223372036854775807", nil},
		{"date too far", "Fri, 31 Dec 9999 23:59:59 GMT", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				if test.retryAfter != "" {
					w.Header().Set("Retry-After", test.retryAfter)
				}
				w.WriteHeader(http.StatusTooManyRequests)
			})
			var pauses []time.Duration
			set(t, &after, func(d time.Duration) <-chan time.Time { pauses = append(pauses, d); return over })
			err := c.Call(t.Context(), nil, "GET /x")
			e := (*Error)(nil)
			if !errors.As(err, &e) || e.StatusCode != 429 || e.Header.Get("Retry-After") != test.retryAfter {
				t.Errorf("error %v", err)
			}
			if len(pauses) != len(test.least) {
				t.Fatalf("pauses %v, want %d", pauses, len(test.least))
			}
			for i, least := range test.least {
				if pauses[i] < least || pauses[i] >= 2*least {
					t.Errorf("pause %d is %v, want %v to %v", i, pauses[i], least, 2*least)
				}
			}
		})
	}
	date := time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)
	if d, ok := retryAfter(&Error{StatusCode: 429, Header: http.Header{"Retry-After": {date}}}); d <= 0 || d > time.Hour || ok {
		t.Errorf("%s: %v, temporary %t", date, d, ok)
	}
}

// A wait that would end after the deadline does not begin. Status 403 with Retry-After, as
// GitHub has it, is a rate limit.
func TestDeadlineBeforeRetry(t *testing.T) {
	for _, test := range []struct {
		status     int
		retryAfter string
		deadline   time.Duration
		tries      int
	}{
		{429, "20", 10 * time.Second, 1},
		{429, "20", time.Hour, 4},
		{429, "", 100 * time.Millisecond, 1},
		{403, "20", time.Hour, 4},
		{403, "", time.Hour, 1},
	} {
		tries := 0
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			tries++
			w.Header().Set("Retry-After", test.retryAfter)
			w.WriteHeader(test.status)
		})
		ctx, cancel := context.WithTimeout(t.Context(), test.deadline)
		err := c.Call(ctx, nil, "GET /x")
		cancel()
		if e := (*Error)(nil); !errors.As(err, &e) || e.StatusCode != test.status || errors.Is(err, context.DeadlineExceeded) || tries != test.tries {
			t.Errorf("%+v: %d tries, error %v", test, tries, err)
		}
	}
}

// Errors that stay are not repeated: a certificate that is not valid, a token, a timeout.
func TestNoRetry(t *testing.T) {
	for _, err := range []error{
		fmt.Errorf("%w: %w", errNoToken, io.EOF),
		&net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded},
		&Error{StatusCode: 500},
	} {
		if _, ok := retryAfter(fmt.Errorf("GET /x: %w", err)); ok {
			t.Errorf("%v is repeated", err)
		}
	}
}

func TestRetryEndsWithContext(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	ctx, cancel := context.WithCancel(t.Context())
	set(t, &after, func(time.Duration) <-chan time.Time { cancel(); return nil })
	err := c.Call(ctx, nil, "GET /x")
	if e := (*Error)(nil); !errors.Is(err, context.Canceled) || !errors.As(err, &e) {
		t.Errorf("error %v", err)
	}
}

// A body that is opened for a retry or the next page is closed, also if it is not sent.
func TestBodiesAreClosed(t *testing.T) {
	send := func(c *Client, req *http.Request) error {
		_, err := c.Send(req, nil)
		return err
	}
	next := func(target string) func(c *Client, req *http.Request) error {
		return func(c *Client, req *http.Request) error {
			sent := map[[32]byte]bool{}
			if err := isNew(req, sent); err != nil {
				return err
			}
			resp, err := c.Send(req, nil)
			if err != nil {
				t.Fatal(err)
			}
			if req, err = follow(target, req, resp); err != nil {
				return err
			}
			return isNew(req, sent)
		}
	}
	tests := []struct {
		name   string
		status int
		cut    bool // the wait
		send   func(c *Client, req *http.Request) error
		opened int32
		err    string
	}{
		{name: "retries", status: 503, send: send, opened: 3, err: "503"},
		{name: "a wait that is cut", status: 503, cut: true, send: send, opened: 0, err: "context canceled"},
		{name: "a redirect that is not followed", status: 307, send: send, opened: 1, err: "307"},
		{name: "a page elsewhere", status: 200, send: next("https://elsewhere.test/"), opened: 1, err: "unsafe path"},
		{name: "no URL", status: 200, send: next("/%zz"), opened: 1, err: "not a URL"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Location", "https://elsewhere.test/")
				w.WriteHeader(test.status)
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if test.cut {
				set(t, &after, func(time.Duration) <-chan time.Time { cancel(); return nil })
			}
			var opened, closed atomic.Int32
			req := request(t, c, "PUT /x?", endpoint.Options{Data: "body"}).WithContext(ctx)
			req.GetBody = func() (io.ReadCloser, error) {
				opened.Add(1)
				return &counting{strings.NewReader("body"), &closed}, nil
			}
			err := test.send(c, req)
			if err == nil || !strings.Contains(err.Error(), test.err) || opened.Load() != test.opened || closed.Load() != test.opened {
				t.Errorf("%d bodies were opened and %d closed, error %v", opened.Load(), closed.Load(), err)
			}
		})
	}
}

type counting struct {
	io.Reader
	closed *atomic.Int32
}

func (c *counting) Close() error { c.closed.Add(1); return nil }

// tokens returns TOKEN-1, TOKEN-2 and so on, and counts the calls.
func tokens(count *atomic.Int32) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return fmt.Sprint("Bearer TOKEN-", count.Add(1)), nil }
}

// Eight calls get 401 at the same time. A TokenFunc that keeps its token fetches one for all.
func TestTokenIsFetchedOnce(t *testing.T) {
	const calls = 8
	var waiting sync.WaitGroup
	waiting.Add(calls)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil || string(b) != `{"title":"bug"}` {
			t.Errorf("body %q, %v", b, err)
		}
		switch r.Header.Get(tokenHeader) {
		case "Bearer TOKEN-1":
			waiting.Done()
			waiting.Wait()
			w.WriteHeader(http.StatusUnauthorized)
		case "Bearer TOKEN-2":
		default:
			t.Errorf("authorization %q", r.Header.Get(tokenHeader))
		}
	}))
	defer server.Close()
	var fetched atomic.Int32
	c := clientOf(t, server.URL, tokens(&fetched))
	errs := make(chan error)
	for range calls {
		go func() { errs <- c.Call(t.Context(), nil, "POST /issues", endpoint.Params{"title": "bug"}) }()
	}
	for range calls {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if n := fetched.Load(); n != 2 {
		t.Errorf("%d tokens were fetched, want the first and one more", n)
	}
}

// A second 401 is the error of the call. A token that stays the same is not sent twice.
func TestTokenIsRejected(t *testing.T) {
	for _, test := range []struct {
		tokens  []string
		err     error // with the last
		want    string
		request int
	}{
		{[]string{"A", "A"}, nil, "GET /x: 401 Unauthorized", 1},
		{[]string{"A", "B"}, nil, "GET /x: 401 Unauthorized", 2},
		{[]string{"A", ""}, io.ErrClosedPipe, "GET /x: no token: io: read/write on closed pipe", 1},
		{[]string{""}, io.ErrClosedPipe, "GET /x: no token: io: read/write on closed pipe", 0},
	} {
		requests := 0
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			requests++
			http.Error(w, "no", http.StatusUnauthorized)
		})
		var rejected []string
		if err := c.UseToken(func(_ context.Context, last string) (string, error) {
			rejected = append(rejected, last)
			n := len(rejected)
			if n == len(test.tokens) {
				return test.tokens[n-1], test.err
			}
			return test.tokens[n-1], nil
		}); err != nil {
			t.Fatal(err)
		}
		err := c.Call(t.Context(), nil, "GET /x")
		if err == nil || err.Error() != test.want || requests != test.request || !slices.Equal(rejected, append([]string{""}, test.tokens...)[:len(test.tokens)]) {
			t.Errorf("%q: %d requests, rejected %q, error %v", test.tokens, requests, rejected, err)
		}
	}
}

// Status 401 of another server, which did not get the token, does not reject it.
func TestTokenIsNotRejectedElsewhere(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer other.Close()
	server := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusFound))
	defer server.Close()
	fetched := new(atomic.Int32)
	err := clientOf(t, server.URL, tokens(fetched)).Call(t.Context(), nil, "GET /x")
	if err == nil || err.Error() != "GET /x: 401 Unauthorized" || fetched.Load() != 1 {
		t.Errorf("%d tokens, error %v", fetched.Load(), err)
	}
}

// The function is called for each request, so that one that knows of an expired token sends
// none of it.
func TestTokenIsAskedForEachRequest(t *testing.T) {
	valid := 0
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		if r.Header.Get(tokenHeader) != fmt.Sprint(valid) {
			w.WriteHeader(http.StatusUnauthorized)
		}
	})
	if err := c.UseToken(func(context.Context, string) (string, error) { return fmt.Sprint(valid), nil }); err != nil {
		t.Fatal(err)
	}
	for valid = range 3 {
		data := io.MultiReader(strings.NewReader("a stream"))
		if err := c.Call(t.Context(), nil, "POST /x", endpoint.Options{Data: data}); err != nil {
			t.Error(err)
		}
	}
}

// An empty token is no header. One that comes after a 401 is sent.
func TestEmptyToken(t *testing.T) {
	var got [][]string // the values of the header, by request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Values(tokenHeader))
		if r.URL.Path == "/login" && len(got) == 1 {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer server.Close()
	for _, test := range []struct {
		route  string
		tokens []string
		want   string
		ok     bool
	}{
		{"GET /open", []string{""}, `[[]]`, true},
		{"GET /login", []string{"", "TOKEN"}, `[[] ["TOKEN"]]`, true},
		{"GET /login", []string{"", ""}, `[[]]`, false},
		{"GET /login", []string{"TOKEN", ""}, `[["TOKEN"] []]`, true},
	} {
		got = nil
		c := clientOf(t, server.URL, func(context.Context) (string, error) {
			token := test.tokens[0]
			test.tokens = test.tokens[1:]
			return token, nil
		})
		if err := c.Call(t.Context(), nil, test.route); fmt.Sprintf("%q", got) != test.want || (err == nil) != test.ok {
			t.Errorf("%s: got %q, %v, want %s", test.route, got, err, test.want)
		}
	}
}

// A body that can be read only once is not sent again, but the next call has the
// new token.
func TestTokenWithReader(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		if r.Header.Get(tokenHeader) != "Bearer TOKEN-2" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer server.Close()
	var fetched atomic.Int32
	c := clientOf(t, server.URL, tokens(&fetched))
	for _, ok := range []bool{false, true} {
		data := io.MultiReader(strings.NewReader("a stream"))
		if err := c.Call(t.Context(), nil, "POST /x", endpoint.Options{Data: data}); (err == nil) != ok {
			t.Errorf("error %v, want success %t", err, ok)
		}
	}
}

func TestTokenErrors(t *testing.T) {
	failing := errors.New("no refresh token")
	c := clientOf(t, "https://api.test", func(context.Context) (string, error) { return "", failing })
	body := &closing{Reader: strings.NewReader("x")}
	err := c.Call(t.Context(), nil, "PUT /x", endpoint.Options{Data: body})
	if !errors.Is(err, failing) || !body.closed.Load() {
		t.Errorf("error %v, body closed %t", err, body.closed.Load())
	}
	for _, base := range []string{"api.test", "https://{tenant}.api.test"} {
		if err := New(endpoint.New(endpoint.Options{BaseURL: base})).UseToken(nil); !errors.Is(err, endpoint.ErrBaseURL) && !errors.Is(err, endpoint.ErrMissingParam) {
			t.Errorf("%s: %v", base, err)
		}
	}
}

type closing struct {
	io.Reader
	closed atomic.Bool
}

func (c *closing) Close() error { c.closed.Store(true); return nil }

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func TestOrigin(t *testing.T) {
	const get, none = "Bearer TOKEN-1", ""
	tests := []struct {
		base, route string
		want        string // the authorization header
	}{
		{"https://api.test", "GET /users", get},
		{"https://api.test/v2/", "GET /users", get},
		{"https://api.test/a/b?", "GET /users", ""}, // no BaseURL
		{"https://api.test:8443/v2", "GET /users", get},
		{"HTTPS://API.Test/v2", "GET /users", get},
		{"https://api.test:443/v2", "GET https://api.test/users", get},
		{"http://api.test", "GET http://API.test:80/users", get},
		{"http://[::1]:8080/v2", "GET http://[::1]:8080/users", get},
		{"https://api.test/v2", "GET https://api.test/other", get},

		{"https://api.test/v2", "GET http://api.test/v2/users", none},
		{"https://api.test/v2", "GET https://api.test:8443/v2/users", none},
		{"https://api.test:8443", "GET https://api.test/v2/users", none},
		{"https://api.test:80", "GET https://api.test/users", none},
		{"https://api.test", "GET https://evil.test/", none},
		{"https://api.test", "GET https://api.test.evil.test/", none},
		{"https://api.test", "GET https://evil.api.test/", none},
		{"https://api.test", "GET https://test/", none},
		{"https://api.test", "GET https://api.test@evil.test/", none},
	}
	for _, test := range tests {
		c := New(endpoint.New(endpoint.Options{BaseURL: test.base}))
		if err := c.UseToken(cached(tokens(new(atomic.Int32)))); err != nil {
			if !errors.Is(err, endpoint.ErrBaseURL) || test.want != none {
				t.Errorf("%s: %v", test.base, err)
			}
			continue
		}
		got := "not sent"
		c.HTTP.Transport = roundTripper(func(req *http.Request) (*http.Response, error) {
			got = req.Header.Get(tokenHeader)
			if strings.HasPrefix(got, "Basic ") {
				got = none
			}
			return httptest.NewRecorder().Result(), nil
		})
		if err := c.Call(t.Context(), nil, test.route); err != nil || got != test.want {
			t.Errorf("%s, %s: authorization %q, %v, want %q", test.base, test.route, got, err, test.want)
		}
	}
}

// The token goes to the server of the BaseURL alone, on the way there and back. Of the
// headers of a call, three go to another origin.
func TestRedirects(t *testing.T) {
	var seen []string
	see := func(name string, r *http.Request) {
		token := r.Header.Get(tokenHeader)
		r.Header.Del(tokenHeader)
		r.Header.Del("Accept-Encoding") // which net/http adds to each request
		seen = append(seen, fmt.Sprintf("%s %s %s %t %q %v", name, r.Method, r.URL.Path, r.Host == "api.test", token, r.Header))
	}
	var api *httptest.Server
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		see("other", r)
		http.Redirect(w, r, api.URL+"/v2/back", http.StatusFound)
	}))
	defer other.Close()
	api = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		see("api", r)
		switch r.URL.Path {
		case "/v2/moved":
			http.Redirect(w, r, "/v2/away", http.StatusPermanentRedirect)
		case "/v2/away": // without a scheme, with which net/http keeps the host header
			w.Header().Set("Location", strings.TrimPrefix(other.URL, "http:")+"/here")
			w.WriteHeader(http.StatusFound)
		}
	}))
	defer api.Close()
	c := clientOf(t, api.URL+"/v2", tokens(new(atomic.Int32)))
	err := c.Call(t.Context(), nil, "GET /moved", endpoint.Query{"key": "SECRET"},
		endpoint.Headers{"range": "bytes=0-", "x-api-key": "KEY", "cookie": "a=b", "host": "api.test", "user-agent": "me"})
	if err != nil {
		t.Fatal(err)
	}
	const (
		body  = "Cookie:[a=b] Range:[bytes=0-] "
		three = "map[Accept:[application/json] Range:[bytes=0-] User-Agent:[me]]"
	)
	referer := "Referer:[" + api.URL + "/v2/moved?key=SECRET] "
	want := []string{
		`api GET /v2/moved true "Bearer TOKEN-1" map[Accept:[application/json] ` + body + "User-Agent:[me] X-Api-Key:[KEY]]",
		`api GET /v2/away true "Bearer TOKEN-1" map[Accept:[application/json] ` + body + referer + "User-Agent:[me] X-Api-Key:[KEY]]",
		`other GET /here false "" ` + three,
		`api GET /v2/back false "" ` + three,
	}
	if !slices.Equal(seen, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(seen, "\n"), strings.Join(want, "\n"))
	}
}

// Another server cannot send a request with the token to a path of the API that it
// chooses: neither one that the API redirected there, nor one that began there.
func TestRedirectBack(t *testing.T) {
	var api *httptest.Server
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, api.URL+"/users/7", http.StatusTemporaryRedirect)
	}))
	defer other.Close()
	var got []string
	api = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, fmt.Sprintf("%s %s %q", r.Method, r.URL.Path, r.Header.Get(tokenHeader)))
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		case "/users/7": // and once more, within the API
			http.Redirect(w, r, "/users/8", http.StatusTemporaryRedirect)
		}
	}))
	defer api.Close()
	for _, test := range []struct{ route, want string }{
		{"DELETE /away", `[DELETE /away "Bearer TOKEN-1" DELETE /users/7 "" DELETE /users/8 ""]`},
		{"DELETE " + other.URL, `[DELETE /users/7 "" DELETE /users/8 ""]`},
		{"DELETE /users/7", `[DELETE /users/7 "Bearer TOKEN-1" DELETE /users/8 "Bearer TOKEN-1"]`},
	} {
		got = nil
		c := clientOf(t, api.URL, tokens(new(atomic.Int32)))
		if err := c.Call(t.Context(), nil, test.route); err != nil || fmt.Sprint(got) != test.want {
			t.Errorf("%s: got %s, %v\nwant %s", test.route, got, err, test.want)
		}
	}
}

// A redirect keeps the method and the body. net/http's GET in place of a POST or a DELETE would
// be a success that does nothing.
func TestRedirectedMethods(t *testing.T) {
	const refused = "the redirect"
	tests := []struct {
		method, body string
		moved, keeps string // with status 301, 302 or 303, with 307 or 308
	}{
		{"GET", "", "GET", "GET"},
		{"HEAD", "", "HEAD", "HEAD"},
		{"GET", "body", refused, "GET body"},
		{"POST", "", refused, "POST"},
		{"POST", "body", refused, "POST body"},
		{"PUT", "body", refused, "PUT body"},
		{"PATCH", "body", refused, "PATCH body"},
		{"DELETE", "", refused, "DELETE"},
		{"DELETE", "body", refused, "DELETE body"},
		{"QUERY", "body", refused, "QUERY body"},
	}
	for _, target := range []string{"/there", "//there.test/there?key=SECRET"} {
		for _, test := range tests {
			for status, want := range map[int]string{301: test.moved, 302: test.moved, 303: test.moved, 307: test.keeps, 308: test.keeps} {
				if target != "/there" && want != refused {
					continue // see TestRedirectOfBody
				}
				got := refused
				c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
					b, err := io.ReadAll(r.Body)
					if err != nil {
						t.Error(err)
					}
					if r.URL.Path == "/there" {
						got = strings.TrimSpace(r.Method + " " + string(b))
						return
					}
					w.Header().Set("Location", target)
					w.WriteHeader(status)
				})
				req := request(t, c, "POST /x", endpoint.Options{Data: test.body})
				if req.Method = test.method; test.body == "" {
					req = request(t, c, test.method+" /x")
				}
				_, err := c.Send(req, nil)
				e := (*Error)(nil)
				if got != want || errors.As(err, &e) != (want == refused) || e != nil && e.StatusCode != status {
					t.Errorf("%s, %d: got %s, %v, want %s", test.method, status, got, err, want)
				}
				if e == nil {
					continue
				}
				text := fmt.Sprintf("%s: %d %s", e.Route, status, http.StatusText(status))
				if target != "/there" {
					text += `: the redirect to "there.test" is not followed`
				}
				if err.Error() != text {
					t.Errorf("got %s\nwant %s", err, text)
				}
			}
		}
	}
}

// A body does not go to another origin.
func TestRedirectOfBody(t *testing.T) {
	for _, same := range []bool{true, false} {
		received := 0
		receive := func(w http.ResponseWriter, r *http.Request) {
			b, err := io.ReadAll(r.Body)
			if received++; err != nil || string(b) != "body" {
				t.Errorf("body %q, %v", b, err)
			}
		}
		other := httptest.NewServer(http.HandlerFunc(receive))
		defer other.Close()
		target := map[bool]string{true: "", false: other.URL}[same] + "/there"
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/there" {
				receive(w, r)
				return
			}
			http.Redirect(w, r, target, http.StatusTemporaryRedirect)
		})
		err := c.Call(t.Context(), nil, "PUT /x", endpoint.Options{Data: "body"})
		if e := (*Error)(nil); !same && (!errors.As(err, &e) || e.StatusCode != 307 || e.Header.Get("Location") != target) {
			t.Errorf("error %v", err)
		}
		if same != (err == nil) || same != (received == 1) {
			t.Errorf("same origin %t: error %v, received %d times", same, err, received)
		}
	}
}

func TestRedirectsEnd(t *testing.T) {
	n := 0
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		n++
		http.Redirect(w, r, "/x", http.StatusFound)
	})
	if err := c.Call(t.Context(), nil, "GET /x"); err == nil || err.Error() != "GET /x: 302 Found" || n != 10 {
		t.Errorf("%d requests, error %v", n, err)
	}
}

// A request keeps an authorization header of its own, such as the one of the call
// that fetches a token.
func TestOwnAuthorization(t *testing.T) {
	for _, want := range []string{"Bearer A", "token B", "Basic QTpC"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got := r.Header.Get(tokenHeader)
			if r.URL.Path == "/token" && got == "Basic KEY" {
				got = want
			}
			fmt.Fprintf(w, "%q", got)
		}))
		defer server.Close()
		var c *Client
		c = clientOf(t, server.URL, func(ctx context.Context) (authorization string, err error) {
			err = c.Call(ctx, &authorization, "POST /token", endpoint.Headers{tokenHeader: "Basic KEY"})
			return authorization, err
		})
		var got string
		if err := c.Call(t.Context(), &got, "GET /user"); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
}

// A Base of one's own is sent with: here over a Unix socket. It does not see to the token.
func TestBase(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%q", r.Host+" "+r.Header.Get(tokenHeader))
	})}
	go server.Serve(listener)
	defer server.Close()
	c := clientOf(t, "http://socket.test", tokens(new(atomic.Int32)))
	c.HTTP.Transport = &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}}
	var got string
	if err := c.Call(t.Context(), &got, "GET /x"); err != nil || got != "socket.test Bearer TOKEN-1" {
		t.Errorf("got %s, %v", got, err)
	}
}

// The wait for a header is limited where http.DefaultTransport is net/http's. One of
// another type is used as it is.
func TestDefaultTransport(t *testing.T) {
	original := http.DefaultTransport
	defer func() { http.DefaultTransport = original }()
	base := func() http.RoundTripper { return clientOf(t, "https://api.test", nil).HTTP.Transport }
	if d, ok := base().(*http.Transport); !ok || d == original || d.ResponseHeaderTimeout != headerTimeout {
		t.Errorf("got %T", d)
	}
	wrapped := &struct{ http.RoundTripper }{original}
	http.DefaultTransport = wrapped
	if got := base(); got != wrapped {
		t.Errorf("got %T", got)
	}
}

// A server that accepts a request and does not answer it ends the call.
func TestHeaderTimeout(t *testing.T) {
	gone := make(chan bool)
	c := newClient(t, func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		close(gone)
	})
	c.HTTP.Transport.(*http.Transport).ResponseHeaderTimeout = time.Millisecond
	err := c.Call(t.Context(), nil, "GET /")
	if e := net.Error(nil); !errors.As(err, &e) || !e.Timeout() {
		t.Errorf("error %v", err)
	}
	<-gone
}

// An event stream is read as it comes, and ends with the context of the request.
func TestEventStream(t *testing.T) {
	events, gone := make(chan int), make(chan bool)
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		defer close(gone)
		w.(http.Flusher).Flush()
		for {
			select {
			case n := <-events:
				fmt.Fprintf(w, "data: %d\n", n)
				w.(http.Flusher).Flush()
			case <-r.Context().Done():
				return
			}
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	resp, err := c.Do(request(t, c, "GET /events").WithContext(ctx))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	for i := range 3 {
		events <- i
		var n int
		if _, err := fmt.Fscanf(resp.Body, "data: %d\n", &n); err != nil || n != i {
			t.Errorf("got %d, %v, want %d", n, err, i)
		}
	}
	cancel()
	if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	<-gone
}

// collect returns the pages of a sequence, and its error.
func collect[T any](seq func(func(T, error) bool)) (all []T, err error) {
	for page, e := range seq {
		if err != nil {
			return all, errors.New("a page follows an error")
		}
		if err = e; err == nil {
			all = append(all, page)
		}
	}
	return all, err
}

func TestPages(t *testing.T) {
	const (
		loop      = "the next page was read before"
		elsewhere = "endpoint: GET /1: unsafe path: {origin} says that the next page is at "
	)
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the other server was asked")
	}))
	defer other.Close()
	tests := []struct {
		name string
		next map[string]string // by the URI that is asked for
		want string
		err  string
	}{
		{"one", nil, "/v2/1", ""},
		{"relative", map[string]string{"/v2/1": "?page=2", "/v2/1?page=2": "y", "/v2/y": "/z"}, "/v2/1 /v2/1?page=2 /v2/y /z", ""},
		{"absolute", map[string]string{"/v2/1": "HTTP://{host}/p/2"}, "/v2/1 /p/2", ""},
		{"userinfo", map[string]string{"/v2/1": "http://eve:x@{host}/p/2"}, "/v2/1 /p/2", ""},
		{"redirected", map[string]string{"/v2/1": "/moved/a", "/p/b": "c"}, "/v2/1 /p/b /p/c", ""},
		{"itself", map[string]string{"/v2/1": "?q=a%20b"}, "/v2/1", loop},
		{"fragment", map[string]string{"/v2/1": "#2"}, "/v2/1", loop},
		{"loop", map[string]string{"/v2/1": "/2", "/2": "/3", "/3": "/2"}, "/v2/1 /2 /3", loop},
		{"other host", map[string]string{"/v2/1": other.URL + "/2"}, "/v2/1", elsewhere + "{other}, but all pages and redirects must be at {origin}"},
		{"other host, relative", map[string]string{"/v2/1": "{//other}/2"}, "/v2/1", elsewhere + "{other}, but all pages and redirects must be at {origin}"},
		{"other scheme", map[string]string{"/v2/1": "https://{host}/2"}, "/v2/1", elsewhere + "https://{host}, but all pages and redirects must be at {origin}"},
		{"file", map[string]string{"/v2/1": "file:///etc/passwd"}, "/v2/1", elsewhere + "file://:, but all pages and redirects must be at {origin}"},
		{"no URL", map[string]string{"/v2/1": "/%zz"}, "/v2/1", "the link to the next page is not a URL"},
		{"status", map[string]string{"/v2/1": "/gone"}, "/v2/1", "GET /1: 410 Gone"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var replacer *strings.Replacer
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if _, ok := strings.CutPrefix(r.URL.Path, "/moved/a"); ok {
					http.Redirect(w, r, "/p/b", http.StatusFound)
					return
				}
				if r.Header.Get("X-Call") != "1" || r.Header.Get(tokenHeader) != "Bearer TOKEN-1" {
					t.Errorf("%s: header %v", r.RequestURI, r.Header)
				}
				if r.URL.Path == "/gone" {
					w.WriteHeader(http.StatusGone)
					return
				}
				uri := strings.TrimSuffix(r.RequestURI, "?q=a%20b")
				next := replacer.Replace(test.next[uri])
				if next != "" {
					w.Header().Set("Link", "<"+next+">; rel=next")
				}
				json.NewEncoder(w).Encode([]string{uri, next})
			}))
			defer server.Close()
			replacer = strings.NewReplacer("{origin}", server.URL, "{host}", strings.TrimPrefix(server.URL, "http://"),
				"{other}", other.URL, "{//other}", strings.TrimPrefix(other.URL, "http:"))

			c := clientOf(t, server.URL+"/v2", tokens(new(atomic.Int32)))
			call := []endpoint.Layer{endpoint.Query{"q": "a b"}, endpoint.Headers{"x-call": "1"}}
			for name, seq := range map[string]iter.Seq2[[]string, error]{
				"link": Pages[[]string](t.Context(), c, NextLink, "GET /1", call...),
				"URL":  Pages(t.Context(), c, func(_ *http.Response, page []string) string { return page[1] }, "GET /1", call...),
			} {
				for range 2 { // a sequence can be used again
					all, err := collect(seq)
					var got []string
					for _, page := range all {
						got = append(got, page[0])
					}
					want := replacer.Replace(test.err)
					if strings.Join(got, " ") != test.want || (err == nil) != (want == "") || err != nil && err.Error() != want {
						t.Errorf("%s: got %s, %v\nwant %s, %s", name, got, err, test.want, want)
					}
					if is := strings.HasPrefix(test.err, elsewhere); errors.Is(err, endpoint.ErrUnsafePath) != is {
						t.Errorf("%s: error %v, want ErrUnsafePath %t", name, err, is)
					}
				}
				for range seq { // stops without asking for more
					break
				}
			}
		})
	}
	c := clientOf(t, "https://api.test", nil)
	if got, err := collect(Pages[string](t.Context(), c, NextLink, "GET /{id}")); !errors.Is(err, endpoint.ErrMissingParam) || got != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

// A server that the API redirects to does not choose the next request, which would have the
// headers of the call and the token.
func TestPagesThatLeave(t *testing.T) {
	var api *httptest.Server
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/back" {
			http.Redirect(w, r, api.URL+"/list", http.StatusFound)
			return
		}
		w.Header().Set("Link", "<"+api.URL+"/users/7/delete>; rel=next")
		fmt.Fprint(w, 1)
	}))
	defer other.Close()
	var got []string
	api = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.URL.Path+" "+r.Header.Get(tokenHeader))
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, other.URL, http.StatusFound)
		case "/away-and-back":
			http.Redirect(w, r, other.URL+"/back", http.StatusFound)
		default:
			w.Header().Set("Link", "</users/7/delete>; rel=next")
			fmt.Fprint(w, 1)
		}
	}))
	defer api.Close()
	for route, want := range map[string]string{
		"GET /away":          "[/away Bearer TOKEN-1]",
		"GET /away-and-back": "[/away-and-back Bearer TOKEN-1 /list ]",
	} {
		got = nil
		c := clientOf(t, api.URL, tokens(new(atomic.Int32)))
		pages, err := collect(Pages[int](t.Context(), c, NextLink, route))
		if !errors.Is(err, endpoint.ErrUnsafePath) || len(pages) != 1 || fmt.Sprint(got) != want {
			t.Errorf("%s: %d pages, error %v, got %s, want %s", route, len(pages), err, got, want)
		}
	}
}

// A search by POST is sent again for each page, with its body.
func TestPagesOfPost(t *testing.T) {
	type page struct{ Asked, Next string }
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil || r.Method != "POST" {
			t.Errorf("%s, %v", r.Method, err)
		}
		json.NewEncoder(w).Encode(page{string(b), map[string]string{"": "/search?page=2"}[r.URL.RawQuery]})
	})
	next := func(_ *http.Response, p page) string { return p.Next }
	for _, test := range []struct {
		data any
		want string
		err  string
	}{
		{"q", "[{q /search?page=2} {q }]", ""},
		{io.MultiReader(strings.NewReader("q")), "[]", "the body can be read only once"},
	} {
		got, err := collect(Pages(t.Context(), c, next, "POST /search", endpoint.Options{Data: test.data}))
		if fmt.Sprint(got) != test.want || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
			t.Errorf("got %v, %v\nwant %s, %s", got, err, test.want, test.err)
		}
	}
}

func linkOf(fields ...string) string {
	return NextLink(&http.Response{Header: http.Header{"Link": fields}}, 0)
}

func TestNextLink(t *testing.T) {
	tests := []struct {
		fields []string
		want   string
	}{
		{[]string{`<https://api.test/a,b?page=2>; rel="next", <https://api.test/a?page=9>; rel="last"`}, "https://api.test/a,b?page=2"},
		{[]string{`<https://api.test/a?page=1>; rel="prev", <https://api.test/a?page=3>; rel="next"`}, "https://api.test/a?page=3"},
		{[]string{`</a?page=1>; rel=first`, `</a?page=2>; title="2"; rel=next`}, "/a?page=2"},
		{[]string{`</a?page=2>; rel=next, </a?page=9>; rel=last`}, "/a?page=2"},
		{[]string{`</a?page=2>;REL = "NEXT"`}, "/a?page=2"},
		{[]string{`</a?page=2>; rel="last  next"`}, "/a?page=2"},
		{[]string{`</a?page=1>; rel="prev", </a?page=2>; crossorigin; title="a, b; c"; rel="Next"`}, "/a?page=2"},
		{[]string{`</a?page=1>; title="<x>; rel=next, \"<y>; rel=next", </a?page=2>; rel=next`}, "/a?page=2"},

		{nil, ""},
		{[]string{""}, ""},
		{[]string{`<https://api.test/a?page=1>; rel="prev"`}, ""},
		{[]string{`<https://api.test/a?page=1>; rel="next-archive"`}, ""},
		{[]string{`</a>; title="rel=next"`}, ""},
		{[]string{`</a>; title="a; rel=next"`}, ""},
		{[]string{`</a>; rel=prev; rel=next`}, ""},
		{[]string{`</a>; xrel=next`}, ""},
		{[]string{`</a>; rev=next`}, ""},
		{[]string{`<>; rel=next`}, ""},
	}
	for _, test := range tests {
		if got := linkOf(test.fields...); got != test.want {
			t.Errorf("%q: got %q, want %q", test.fields, got, test.want)
		}
	}
}

// Links are read in linear time: a quoted text that does not end belongs to one match, so
// that no later one reads it again. The length of a header has a limit.
func TestLongLinks(t *testing.T) {
	for _, test := range []struct {
		repeated string
		matches  int
	}{
		{`<>\"`, 1},
		{`<>"\`, 1},
		{"<>\"\\\n", 1},
		{`<a>; rel="\"next`, 1},
		{`<>"`, 1},
		{`<`, 0},
		{`"`, 0},
	} {
		links := strings.Repeat(test.repeated, int(mostHeader)/len(test.repeated))
		if n := len(linkValue.FindAllStringIndex(links, -1)); n != test.matches {
			t.Errorf("%q: %d matches, want %d", test.repeated, n, test.matches)
		}
		if got := linkOf(links); got != "" {
			t.Errorf("%q: got %q", test.repeated, got)
		}
	}
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", strings.Repeat("<a>; rel=prev, ", int(mostHeader)/10))
	})
	if err := c.Call(t.Context(), nil, "GET /x"); err == nil || !strings.Contains(err.Error(), "headers exceeded") {
		t.Errorf("error %v", err)
	}
}

func TestCursorPages(t *testing.T) {
	type page struct{ Asked, Next string }
	next := map[string]string{"": "b", "b": "c/&", "loop": "x", "x": "y", "y": "x"}
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Q    string
			Page struct{ After string }
		}
		cursor := r.FormValue("cursor") + r.FormValue("page[after]")
		if r.Method == "POST" {
			if err := json.NewDecoder(r.Body).Decode(&body); err != nil || body.Q != "a" {
				t.Errorf("body %v, %v", body, err)
			}
			cursor += body.Page.After
		}
		if size := r.FormValue("page[size]"); (size == "5") != (r.URL.Path == "/nested") {
			t.Errorf("%s: size %q", r.RequestURI, size)
		}
		if cursor == "" && r.URL.Path == "/loop" {
			cursor = "loop"
		}
		if cursor == "c/&" && r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
			return
		}
		json.NewEncoder(w).Encode(page{cursor, next[cursor]})
	})
	inQuery := func(c string) endpoint.Layer { return endpoint.Query{"cursor": c} }
	nestedInQuery := func(c string) endpoint.Layer { return endpoint.Query{"page[after]": c} }
	nestedInBody := func(c string) endpoint.Layer { return endpoint.Params{"page": map[string]string{"after": c}} }
	ignored := func(c string) endpoint.Layer { return endpoint.Query{"ignored": nil} }
	for _, test := range []struct {
		route  string
		layer  endpoint.Layer
		cursor func(string) endpoint.Layer
		want   string
		err    string
	}{
		{"GET /x", nil, inQuery, "[{ b} {b c/&} {c/& }]", ""},
		{"GET /x{?cursor}", nil, func(c string) endpoint.Layer { return endpoint.Params{"cursor": c} }, "[{ b} {b c/&} {c/& }]", ""},
		{"GET /nested", endpoint.Query{"page": map[string]int{"size": 5}}, nestedInQuery, "[{ b} {b c/&} {c/& }]", ""},
		{"POST /x", endpoint.Params{"q": "a"}, inQuery, "[{ b} {b c/&} {c/& }]", ""},
		{"POST /x", endpoint.Params{"q": "a"}, nestedInBody, "[{ b} {b c/&} {c/& }]", ""},
		{"GET /loop", nil, inQuery, "[{loop x} {x y} {y x}]", "the next page was read before"},
		{"POST /loop", endpoint.Params{"q": "a"}, nestedInBody, "[{loop x} {x y} {y x}]", "the next page was read before"},
		{"GET /x", nil, ignored, "[{ b}]", "the next page was read before"},
		{"GET /gone", nil, inQuery, "[{ b} {b c/&}]", "GET /gone: 410 Gone"},
	} {
		layers := append(make([]endpoint.Layer, 0, 8), test.layer) // has room for one more
		seq := CursorPages(t.Context(), c, func(p page) (endpoint.Layer, bool) {
			return test.cursor(p.Next), p.Next != ""
		}, test.route, layers...)
		for range 2 {
			got, err := collect(seq)
			if fmt.Sprint(got) != test.want || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
				t.Errorf("%s: got %v, %v\nwant %s, %s", test.route, got, err, test.want, test.err)
			}
		}
		for range seq {
			break
		}
		if extra := layers[:2][1]; extra != nil {
			t.Errorf("%s: the caller's layers were written to: %v", test.route, extra)
		}
	}
}

// tempFile returns an open file with a content.
func tempFile(t *testing.T, name, content string) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.WriteString(content); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return f
}

// A form arrives as it was given: Params as the library writes a form, then the files.
func TestMultipart(t *testing.T) {
	f := tempFile(t, "notes.txt", "head body")
	if _, err := f.Seek(5, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	var got []string
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength <= 0 || r.RequestURI != "/uploads/7?notify=true" {
			t.Errorf("content-length %d, %s", r.ContentLength, r.RequestURI)
		}
		for form, err := r.MultipartReader(); ; {
			if err != nil {
				t.Fatal(err)
			}
			p, err := form.NextPart()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Error(err)
				break
			}
			b, err := io.ReadAll(p)
			if err != nil {
				t.Error(err)
			}
			_, params, err := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
			got = append(got, fmt.Sprintf("%q %q %d %s %v", params, p.Header.Get("Content-Type"), len(p.Header), b, err))
		}
	})
	title, when := "Notes", time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	req, err := c.Multipart(t.Context(), []File{
		{Name: "files", Filename: "notes.txt", Type: `text/plain; charset="utf-8"`, Data: f},
		{Name: `a "1"`, Filename: "\"é\"\r\n.txt", Data: f},
		{Name: "meta", Type: "application/json\r\nx: y", Data: map[string]any{"a": 1}},
		{Name: "empty", Filename: "e", Data: tempFile(t, "empty", "")},
	}, "PUT /uploads/{id}", endpoint.Query{"notify": true}, endpoint.Params{
		"id": 7, "title": &title, "note": (*string)(nil), "none": nil, "flag": (*bool)(nil), "list": []string(nil),
		"tags": []string{"a", "b"}, "expires": map[string]any{"days": 3}, "wait": time.Minute, "at": when, "n\r\n": 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Send(req, nil); err != nil {
		t.Error(err)
	}
	want := []string{
		`map["name":"at"] "" 1 2026-01-02T03:04:05.000000006Z <nil>`,
		`map["name":"expires[days]"] "" 1 3 <nil>`,
		`map["name":"n%0D%0A"] "" 1 1 <nil>`,
		`map["name":"tags"] "" 1 a <nil>`,
		`map["name":"tags"] "" 1 b <nil>`,
		`map["name":"title"] "" 1 Notes <nil>`,
		`map["name":"wait"] "" 1 1m0s <nil>`,
		`map["filename":"notes.txt" "name":"files"] "text/plain; charset=\"utf-8\"" 2 body <nil>`,
		`map["filename":"\"é\"%0D%0A.txt" "name":"a \"1\""] "" 1 body <nil>`,
		`map["name":"meta"] "application/json x: y" 2 {"a":1} <nil>`,
		`map["filename":"e" "name":"empty"] "" 1  <nil>`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A part of unknown size is sent without a length. If the server answers before it was read, it
// is closed, or whoever writes to a pipe would wait for ever.
func TestMultipartOfReader(t *testing.T) {
	for _, early := range []bool{false, true} {
		c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			if !early && (r.ContentLength != -1 || r.FormValue("log") != "a stream") {
				t.Errorf("content-length %d, log %q", r.ContentLength, r.FormValue("log"))
			}
			w.WriteHeader(http.StatusRequestEntityTooLarge)
		})
		r, w := io.Pipe()
		ended := make(chan error)
		go func() {
			_, err := w.Write([]byte("a stream"))
			for err == nil && early {
				_, err = w.Write(make([]byte, 1<<16))
			}
			w.Close()
			ended <- err
		}()
		req, err := c.Multipart(t.Context(), []File{{Name: "log", Data: r}, {Name: "more", Data: "x"}}, "PUT /uploads")
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Send(req, nil)
		if e := (*Error)(nil); !early && (!errors.As(err, &e) || e.StatusCode != 413) {
			t.Errorf("error %v", err)
		}
		if err := <-ended; (err != nil) != early {
			t.Errorf("answered early %t: the writer ended with %v", early, err)
		}
	}
}

func TestMultipartErrors(t *testing.T) {
	c := clientOf(t, "https://api.test", nil)
	for _, test := range []struct {
		name  string
		file  File
		layer endpoint.Layer
		want  error
	}{
		{"Data beside it", File{}, endpoint.Options{Data: strings.NewReader("a")}, endpoint.ErrBody},
		{"unknown key", File{}, endpoint.Path{"a": 1}, endpoint.ErrParam},
		{"no JSON", File{Name: "meta", Data: math.NaN()}, nil, endpoint.ErrBody},
		{"a list in a map", File{}, endpoint.Params{"a": map[string]any{"b": []int{1}}}, endpoint.ErrParam},
	} {
		if _, err := c.Multipart(t.Context(), []File{test.file}, "POST /uploads", test.layer); !errors.Is(err, test.want) {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
}

func TestMultipartKeepsLayers(t *testing.T) {
	c := clientOf(t, "https://api.test", nil)
	layers := append(make([]endpoint.Layer, 0, 8), endpoint.Path{"id": 7}) // has room for one more
	if _, err := c.Multipart(t.Context(), nil, "POST /{id}", layers...); err != nil || layers[:2][1] != nil {
		t.Errorf("error %v, layers %v", err, layers[:2])
	}
}

// A large file is not read into memory.
func TestMultipartOfLargeFile(t *testing.T) {
	f := tempFile(t, "large", "")
	const size = 64 << 20
	if err := f.Truncate(size); err != nil { // a file with a hole takes no room
		t.Fatal(err)
	}
	c := clientOf(t, "https://api.test", nil)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	req, err := c.Multipart(t.Context(), []File{{Name: "file", Filename: "large", Data: f}}, "POST /uploads")
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, req.Body)
	if err != nil || n != req.ContentLength || n < size {
		t.Errorf("%d bytes, %v, content-length %d", n, err, req.ContentLength)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > size/32 {
		t.Errorf("%d bytes were allocated", after.TotalAlloc-before.TotalAlloc)
	}
}

// A file that shrinks after its size was read is an error, with HTTP/1 and HTTP/2,
// and never a shorter file on the server. One that grows is sent as it was.
func TestMultipartOfChangingFile(t *testing.T) {
	content := strings.Repeat("x", 1<<20)
	for _, test := range []struct {
		name  string
		http2 bool
		size  int64
		ok    bool
	}{
		{"HTTP/1, shrinks", false, 1 << 19, false},
		{"HTTP/2, shrinks", true, 1 << 19, false},
		{"HTTP/1, is empty", false, 0, false},
		{"HTTP/1, grows", false, 1 << 21, true},
		{"HTTP/2, grows", true, 1 << 21, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := tempFile(t, "large", content)
			received := make(chan string, 1)
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.ProtoMajor == 2 != test.http2 {
					t.Errorf("%s", r.Proto)
				}
				err := r.ParseMultipartForm(4 << 20)
				if err == nil && r.MultipartForm.File["file"][0].Size != int64(len(content)) {
					err = errors.New("another size")
				}
				received <- fmt.Sprint(err)
				if err != nil {
					w.WriteHeader(http.StatusBadRequest)
				}
			}))
			server.EnableHTTP2 = test.http2
			server.StartTLS()
			defer server.Close()
			c := clientOf(t, server.URL, nil)
			c.HTTP.Transport = server.Client().Transport
			parts := []File{{Name: "file", Filename: "large", Data: f}, {Name: "title", Data: "x"}}
			req, err := c.Multipart(t.Context(), parts, "POST /uploads")
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(f.Name(), test.size); err != nil {
				t.Fatal(err)
			}
			_, err = c.Send(req, nil)
			if on := <-received; (err == nil) != test.ok || errors.Is(err, io.ErrUnexpectedEOF) == test.ok || (on == "<nil>") != test.ok {
				t.Errorf("error %v, on the server %s; want ok %t", err, on, test.ok)
			}
		})
	}
}

func TestUploadEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := newClient(t, func(_ http.ResponseWriter, r *http.Request) {
		io.CopyN(io.Discard, r.Body, 1)
		cancel()
		io.Copy(io.Discard, r.Body)
	})
	endless := io.MultiReader(bytes.NewReader([]byte("x")), readerFunc(func(p []byte) (int, error) { return len(p), nil }))
	req := request(t, c, "POST /x", endpoint.Options{Data: endless}).WithContext(ctx)
	if _, err := c.Send(req, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A Reader that waits, as that of a pipe, does not hold a call whose context has ended.
func TestReaderThatHangs(t *testing.T) {
	c := newClient(t, func(_ http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) })
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	r, w := io.Pipe()
	defer w.Close()
	if err := c.Call(ctx, nil, "POST /x", endpoint.Options{Data: r}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// Each file but client.go can be left out, with those of its lines that name it.
func TestFilesCanBeLeftOut(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range [][]string{
		{"retry.go"},
		{"token.go"},
		{"pages.go"},
		{"multipart.go"},
		{"retry.go", "token.go", "pages.go", "multipart.go"},
	} {
		overlay := struct{ Replace map[string]string }{map[string]string{}}
		for _, name := range left {
			overlay.Replace[filepath.Join(dir, name)] = ""
		}
		if slices.Contains(left, "retry.go") {
			source, err := os.ReadFile("client.go")
			if err != nil {
				t.Fatal(err)
			}
			changed := filepath.Join(t.TempDir(), "client.go")
			if err := os.WriteFile(changed, bytes.ReplaceAll(source, []byte("sendOnce"), []byte("Do")), 0o600); err != nil {
				t.Fatal(err)
			}
			overlay.Replace[filepath.Join(dir, "client.go")] = changed
		}
		b, err := json.Marshal(overlay)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "overlay.json")
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "build", "-overlay", name, ".").CombinedOutput(); err != nil {
			t.Errorf("without %v: %s", left, out)
		}
	}
}

// A copy of this folder has tests of the copy: none of its files imports the original.
func TestFolderCanBeCopied(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			if strings.HasSuffix(spec.Path.Value, `/examples/client"`) {
				t.Errorf("%s imports %s", name, spec.Path.Value)
			}
		}
	}
}

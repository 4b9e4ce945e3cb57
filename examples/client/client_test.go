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
	"math/big"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
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
	c, err := New(endpoint.New(endpoint.Options{BaseURL: base}, endpoint.Headers{"accept": "application/json"}), token)
	if err != nil {
		t.Fatal(err)
	}
	c.after = func(time.Duration) <-chan time.Time { return over }
	return c
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
		{"status before JSON", 404, `{"name": "Ada"}`, `GET /users/a%0Ab: 404 Not Found: "{\"name\": \"Ada\"}"`},
		{"not modified", 304, "", `GET /users/a%0Ab: 304 Not Modified: ""`},
		{
			"no JSON", 200, "<html>",
			"GET /users/a%0Ab: decoding the response: invalid character '<' looking for beginning of value",
		},
		{"half of the JSON", 201, "{", "GET /users/a%0Ab: decoding the response: unexpected EOF"},
		{"empty", 200, "", "GET /users/a%0Ab: decoding the response: EOF"},
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

// An Error keeps enough of a body to decode it, and prints its beginning.
func TestErrorBody(t *testing.T) {
	message := strings.Repeat("x", 60_000)
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
		if want := fmt.Sprintf("GET /x: 400 Bad Request: %q", test.body[:1000]); err.Error() != want {
			t.Errorf("got %s\nwant %s", err, want)
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
		switch {
		case r.Header.Get(tokenHeader) == "Bearer TOKEN-1":
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == "/error":
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
	set(t, &errorTimeout, time.Millisecond)
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
		{"rejected token", 401, nil, false, `GET /x: 401 Unauthorized: "{\"name\": \"Ada\"}"`},
		{"error", 500, nil, false, `GET /x: 500 Internal Server Error: "{\"name\": \"Ada\"}"`},
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
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tries := 0
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				b, err := io.ReadAll(r.Body)
				if want := map[bool]string{true: "body"}[test.layer != nil]; err != nil || string(b) != want {
					t.Errorf("body %q, %v, want %q", b, err, want)
				}
				if tries++; tries == 1 {
					w.WriteHeader(test.status)
				}
			})
			waits := 0
			c.after = func(time.Duration) <-chan time.Time { waits++; return over }
			err := c.Call(t.Context(), nil, test.method+" /x", test.layer)
			if tries != test.tries || waits != test.tries-1 || (err == nil) != (test.tries == 2) {
				t.Errorf("%d tries, %d waits, error %v, want %d tries", tries, waits, err, test.tries)
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
			c.after = func(d time.Duration) <-chan time.Time { pauses = append(pauses, d); return over }
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
	if d := retryAfter(http.Header{"Retry-After": {date}}); d <= 0 || d > time.Hour {
		t.Errorf("%s: %v", date, d)
	}
}

func TestRetryEndsWithContext(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	ctx, cancel := context.WithCancel(t.Context())
	c.after = func(time.Duration) <-chan time.Time { cancel(); return nil }
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
			sent := map[string]bool{}
			resp, err := sendOnce(c, req, nil, sent)
			if err != nil {
				t.Fatal(err)
			}
			if req, err = follow(target, req, resp); err != nil {
				return err
			}
			_, err = sendOnce(c, req, nil, sent)
			return err
		}
	}
	tests := []struct {
		name   string
		status int
		cut    bool // the wait
		fails  bool // the body
		send   func(c *Client, req *http.Request) error
		opened int32
		err    string
	}{
		{name: "retries", status: 503, send: send, opened: 3, err: "503"},
		{name: "a wait that is cut", status: 503, cut: true, send: send, opened: 0, err: "context canceled"},
		{name: "a page elsewhere", status: 200, send: next("https://elsewhere.test/"), opened: 0, err: "wrong origin"},
		{name: "no URL", status: 200, send: next("/%zz"), opened: 0, err: "not a URL"},
		{name: "the same page", status: 200, send: next("?"), opened: 1, err: "was read before"},
		{name: "a body that fails", status: 200, fails: true, send: next("?2"), opened: 1, err: "unexpected EOF"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(test.status) })
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if test.cut {
				c.after = func(time.Duration) <-chan time.Time { cancel(); return nil }
			}
			var opened, closed atomic.Int32
			req := request(t, c, "PUT /x?", endpoint.Options{Data: "body"}).WithContext(ctx)
			req.GetBody = func() (io.ReadCloser, error) {
				opened.Add(1)
				body := &counting{strings.NewReader("body"), &closed}
				if test.fails {
					body.Reader = iotest.ErrReader(io.ErrUnexpectedEOF)
				}
				return body, nil
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

// Eight calls get 401 at the same time. One token is fetched for all of them.
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

// A second 401 is the error of the call. The same text as token is a new token.
func TestTokenIsRejected(t *testing.T) {
	tries := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tries++
		http.Error(w, "no", http.StatusUnauthorized)
	}))
	defer server.Close()
	fetched := 0
	c := clientOf(t, server.URL, func(context.Context) (string, error) { fetched++; return "SAME", nil })
	err := c.Call(t.Context(), nil, "GET /x")
	if err == nil || err.Error() != `GET /x: 401 Unauthorized: "no\n"` || tries != 2 || fetched != 2 {
		t.Errorf("%d tries, %d tokens, error %v", tries, fetched, err)
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
		{"GET /login", []string{"TOKEN", ""}, `[["TOKEN"]]`, false},
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
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer server.Close()
	failing := errors.New("no refresh token")
	for _, good := range []int{0, 1} { // the first token, the second
		c := clientOf(t, server.URL, func(context.Context) (string, error) {
			if good--; good < 0 {
				return "", failing
			}
			return "TOKEN", nil
		})
		body := &closing{Reader: strings.NewReader("x")}
		err := c.Call(t.Context(), nil, "POST /x", endpoint.Options{Data: body})
		if !errors.Is(err, failing) || !body.closed.Load() {
			t.Errorf("error %v, body closed %t", err, body.closed.Load())
		}
	}
	rejected := &closing{Reader: strings.NewReader("")}
	tr := transport{base: new(http.RoundTripper), origin: "https://api.test:443", lock: make(chan struct{}, 1)}
	*tr.base = roundTripper(func(*http.Request) (*http.Response, error) {
		tr.fetch = func(context.Context) (string, error) { return "", failing }
		return &http.Response{StatusCode: http.StatusUnauthorized, Body: rejected}, nil
	})
	tr.fetch = func(context.Context) (string, error) { return "TOKEN", nil }
	_, err := tr.RoundTrip(httptest.NewRequest("GET", "https://api.test/", nil))
	if !errors.Is(err, failing) || !rejected.closed.Load() {
		t.Errorf("error %v, body of the response closed %t", err, rejected.closed.Load())
	}
	for _, layer := range []endpoint.Layer{
		endpoint.Headers{tokenHeader: "Bearer TOKEN"},
		endpoint.Options{BaseURL: "https://ada:PASSWORD@api.test"},
		endpoint.Options{BaseURL: "api.test"},
		endpoint.Options{BaseURL: "https://{tenant}.api.test"},
	} {
		if _, err := New(endpoint.New(layer), tokens(new(atomic.Int32))); err == nil {
			t.Errorf("no error for %T %[1]v", layer)
		}
	}
}

type closing struct {
	io.Reader
	closed atomic.Bool
}

func (c *closing) Close() error { c.closed.Store(true); return nil }

// A call that waits for the token of another one ends with its own context.
func TestWaitingForTokenEndsWithContext(t *testing.T) {
	fetching, release := make(chan bool), make(chan bool)
	c := newClient(t, func(http.ResponseWriter, *http.Request) {})
	tr := c.HTTP.Transport.(*transport)
	tr.fetch = func(context.Context) (string, error) { fetching <- true; <-release; return "TOKEN", nil }
	first := make(chan error)
	go func() { first <- c.Call(t.Context(), nil, "GET /x") }()
	<-fetching
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	// http.Client would reject a request whose context has ended.
	if _, err := tr.tokenAfter(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	close(release)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

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
		c, err := New(endpoint.New(endpoint.Options{BaseURL: test.base}), tokens(new(atomic.Int32)))
		if err != nil {
			if !errors.Is(err, endpoint.ErrBaseURL) || test.want != none {
				t.Errorf("%s: %v", test.base, err)
			}
			continue
		}
		got := "not sent"
		c.Base = roundTripper(func(req *http.Request) (*http.Response, error) {
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
	err := c.Call(t.Context(), nil, "POST /moved", endpoint.Query{"key": "SECRET"}, endpoint.Params{"secret": 1},
		endpoint.Headers{"range": "bytes=0-", "x-api-key": "KEY", "cookie": "a=b", "host": "api.test", "user-agent": "me"})
	if err != nil {
		t.Fatal(err)
	}
	const (
		body  = "Content-Length:[12] Content-Type:[application/json; charset=utf-8] Cookie:[a=b] Range:[bytes=0-] "
		three = "map[Accept:[application/json] Range:[bytes=0-] User-Agent:[me]]"
	)
	referer := "Referer:[" + api.URL + "/v2/moved?key=SECRET] "
	want := []string{
		`api POST /v2/moved true "Bearer TOKEN-1" map[Accept:[application/json] ` + body + "User-Agent:[me] X-Api-Key:[KEY]]",
		`api POST /v2/away true "Bearer TOKEN-1" map[Accept:[application/json] ` + body + referer + "User-Agent:[me] X-Api-Key:[KEY]]",
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

// A redirect keeps the method, or asks for the page of a 303 by GET. net/http's GET in
// place of a DELETE would be a success that deletes nothing. POST is the exception that
// RFC 9110 makes.
func TestRedirectedMethods(t *testing.T) {
	const refused = "the redirect"
	tests := []struct {
		method              string
		moved, other, keeps string // with status 301 or 302, with 303, with 307 or 308
	}{
		{"GET", "GET", "GET", "GET"},
		{"HEAD", "HEAD", "HEAD", "HEAD"},
		{"POST", "GET", "GET", "POST body"},
		{"PUT", refused, "GET", "PUT body"},
		{"PATCH", refused, "GET", "PATCH body"},
		{"DELETE", refused, "GET", "DELETE body"},
		{"QUERY", refused, "GET", "QUERY body"},
	}
	for _, test := range tests {
		for status, want := range map[int]string{301: test.moved, 302: test.moved, 303: test.other, 307: test.keeps, 308: test.keeps} {
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
				http.Redirect(w, r, "/there", status)
			})
			o := endpoint.Options{Data: "body"}
			if test.method == "GET" || test.method == "HEAD" {
				o.Data = nil
			}
			err := c.Call(t.Context(), nil, test.method+" /x", o)
			e := (*Error)(nil)
			if got != want || errors.As(err, &e) != (want == refused) || e != nil && e.StatusCode != status {
				t.Errorf("%s, %d: got %s, %v, want %s", test.method, status, got, err, want)
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
	if err := c.Call(t.Context(), nil, "GET /x"); err == nil || err.Error() != "GET /x: stopped after 10 redirects" || n != 10 {
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
	c.Base = &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
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
	base := func() http.RoundTripper { return clientOf(t, "https://api.test", nil).Base }
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
	c.Base.(*http.Transport).ResponseHeaderTimeout = time.Millisecond
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
		elsewhere = "endpoint: GET /1: wrong origin: the next page is at "
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
		{"other host", map[string]string{"/v2/1": other.URL + "/2"}, "/v2/1", elsewhere + "{other}, not at {origin}"},
		{"other host, relative", map[string]string{"/v2/1": "{//other}/2"}, "/v2/1", elsewhere + "{other}, not at {origin}"},
		{"other scheme", map[string]string{"/v2/1": "https://{host}/2"}, "/v2/1", elsewhere + "https://{host}, not at {origin}"},
		{"file", map[string]string{"/v2/1": "file:///etc/passwd"}, "/v2/1", elsewhere + "file://:, not at {origin}"},
		{"no URL", map[string]string{"/v2/1": "/%zz"}, "/v2/1", "the link to the next page is not a URL"},
		{"status", map[string]string{"/v2/1": "/gone"}, "/v2/1", `GET /gone: 410 Gone: ""`},
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
				"link": Pages[[]string](t.Context(), c, "GET /1", call...),
				"URL":  URLPages(t.Context(), c, func(page []string) string { return page[1] }, "GET /1", call...),
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
					if is := strings.HasPrefix(test.err, elsewhere); errors.Is(err, endpoint.ErrOrigin) != is {
						t.Errorf("%s: error %v, want ErrOrigin %t", name, err, is)
					}
				}
				for range seq { // stops without asking for more
					break
				}
			}
		})
	}
	c := clientOf(t, "https://api.test", nil)
	if got, err := collect(Pages[string](t.Context(), c, "GET /{id}")); !errors.Is(err, endpoint.ErrMissingParam) || got != nil {
		t.Errorf("got %v, %v", got, err)
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
	next := func(p page) string { return p.Next }
	for _, test := range []struct {
		data any
		want string
		err  string
	}{
		{"q", "[{q /search?page=2} {q }]", ""},
		{io.MultiReader(strings.NewReader("q")), "[{q /search?page=2}]", "the body can be read only once"},
	} {
		got, err := collect(URLPages(t.Context(), c, next, "POST /search", endpoint.Options{Data: test.data}))
		if fmt.Sprint(got) != test.want || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
			t.Errorf("got %v, %v\nwant %s, %s", got, err, test.want, test.err)
		}
	}
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
		if got, err := nextLink(http.Header{"Link": test.fields}); err != nil || got != test.want {
			t.Errorf("%q: got %q, %v, want %q", test.fields, got, err, test.want)
		}
	}
}

// Links are read in linear time: a quoted text that does not end belongs to one match, so
// that no later one reads it again. Their length has a limit.
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
		links := strings.Repeat(test.repeated, mostLinks/len(test.repeated))
		if n := len(linkValue.FindAllStringIndex(links, -1)); n != test.matches {
			t.Errorf("%q: %d matches, want %d", test.repeated, n, test.matches)
		}
		if got, err := nextLink(http.Header{"Link": {links}}); err != nil || got != "" {
			t.Errorf("%q: got %q, %v", test.repeated, got, err)
		}
	}
	next := `</a>; rel=next`
	for more, ok := range map[int]bool{0: true, 1: false} {
		fields := []string{strings.Repeat(" ", mostLinks-len(next)-1+more), next}
		if got, err := nextLink(http.Header{"Link": fields}); ok != (err == nil) || ok != (got == "/a") {
			t.Errorf("%d bytes too many: got %q, %v", more, got, err)
		}
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
		{"GET /gone", nil, inQuery, "[{ b} {b c/&}]", `GET /gone: 410 Gone: ""`},
	} {
		layers := append(make([]endpoint.Layer, 0, 8), test.layer) // has room for one more
		seq := CursorPages(t.Context(), c, func(p page) endpoint.Layer {
			if p.Next == "" {
				return nil
			}
			return test.cursor(p.Next)
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
	for _, last := range []endpoint.Layer{
		nil, endpoint.Query(nil),
		endpoint.Query{},
		endpoint.Query{"cursor": ""}.OmitZero(), endpoint.Params(nil),
		(*endpoint.Query)(nil), (*endpoint.Options)(nil),
	} {
		got, err := collect(CursorPages(t.Context(), c, func(page) endpoint.Layer { return last }, "GET /x"))
		if len(got) != 1 || err != nil {
			t.Errorf("%T %[1]v: got %v, %v, want one page", last, got, err)
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

// A form arrives as it was given, is sent again whole after a redirect, a 503 and a
// 401, and has a length.
func TestMultipart(t *testing.T) {
	f := tempFile(t, "notes.txt", "head body")
	if _, err := f.Seek(5, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	answers := []func(http.ResponseWriter, *http.Request){
		func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusUnauthorized) },
		func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/2", http.StatusPermanentRedirect)
		},
		func(w http.ResponseWriter, r *http.Request) {},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength <= 0 {
			t.Errorf("content-length %d", r.ContentLength)
		}
		var got []string
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
		want := []string{
			`map["name":"title"] "" 1 Notes <nil>`,
			`map["filename":"notes.txt" "name":"files"] "text/plain; charset=\"utf-8\"" 2 body <nil>`,
			`map["filename":"\"é\\\"%0D%0A.txt" "name":"a \"1\""] "" 1 body <nil>`,
			`map["name":"meta"] "application/json%0D%0Ax: y" 2 {"a":1} <nil>`,
			`map["name":"empty"] "" 1  <nil>`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q\nwant %q", got, want)
		}
		answers[0](w, r)
		answers = answers[1:]
	}))
	defer server.Close()
	c := clientOf(t, server.URL, tokens(new(atomic.Int32)))
	req, err := c.Multipart(t.Context(), []Part{
		{Name: "title", Data: "Notes"},
		{Name: "files", Filename: "notes.txt", Type: `text/plain; charset="utf-8"`, Data: f},
		{Name: `a "1"`, Filename: "\"é\\\"\r\n.txt", Data: f},
		{Name: "meta", Type: "application/json\r\nx: y", Data: map[string]any{"a": 1}},
		{Name: "empty"},
	}, "PUT /uploads/{id}", endpoint.Path{"id": 7})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Send(req, nil); err != nil || len(answers) > 0 {
		t.Errorf("error %v, %d answers left", err, len(answers))
	}
}

// Values that encoding/json quotes are text in a field, and JSON in a JSON part.
func TestMultipartOfText(t *testing.T) {
	type named string
	when := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	var none *time.Time
	tests := []struct {
		part Part
		want string
	}{
		{Part{Data: when}, "2026-01-02T03:04:05.000000006Z"},
		{Part{Data: &when}, "2026-01-02T03:04:05.000000006Z"},
		{Part{Data: when, Type: "text/plain"}, "2026-01-02T03:04:05.000000006Z"},
		{Part{Data: when, Type: "application/json"}, `"2026-01-02T03:04:05.000000006Z"`},
		{Part{Data: none}, ""},
		{Part{Data: netip.MustParseAddr("::1")}, "::1"},
		{Part{Data: big.NewInt(7)}, "7"},
		{Part{Data: json.Number("1.50")}, "1.50"},
		{Part{Data: named(`"a"`)}, `"a"`},
		{Part{Data: []byte("b")}, "b"},
		{Part{Data: true}, "true"},
		{Part{Data: 1.5}, "1.5"},
		{Part{Data: []time.Time{when}}, `["2026-01-02T03:04:05.000000006Z"]`},
	}
	var parts []Part
	for i, test := range tests {
		test.part.Name = fmt.Sprint(i)
		parts = append(parts, test.part)
	}
	req, err := clientOf(t, "https://api.test", nil).Multipart(t.Context(), parts, "POST /x")
	if err != nil {
		t.Fatal(err)
	}
	for i, test := range tests {
		if got := req.FormValue(fmt.Sprint(i)); got != test.want {
			t.Errorf("%T %[1]v, %q: got %s, want %s", test.part.Data, test.part.Type, got, test.want)
		}
	}
}

// A part that can be read only once is sent without a length, and once.
func TestMultipartOfReader(t *testing.T) {
	tries := 0
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		tries++
		if r.ContentLength != -1 || r.FormValue("log") != "a stream" {
			t.Errorf("content-length %d, log %q", r.ContentLength, r.FormValue("log"))
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	req, err := c.Multipart(t.Context(), []Part{
		{Name: "log", Data: io.MultiReader(strings.NewReader("a stream"))}, {Name: "title", Data: "Notes"},
	}, "PUT /uploads")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = c.Send(req, nil); err == nil || tries != 1 || req.GetBody != nil {
		t.Errorf("error %v, %d tries", err, tries)
	}
}

func TestMultipartErrors(t *testing.T) {
	c := clientOf(t, "https://api.test", nil)
	part := Part{Name: "title", Data: "Notes"}
	for _, test := range []struct {
		name  string
		part  Part
		layer endpoint.Layer
		want  error
	}{
		{"Params beside it", part, endpoint.Params{"a": 1}, endpoint.ErrParam},
		{"unknown key", part, endpoint.Path{"a": 1}, endpoint.ErrParam},
		{"no JSON", Part{Name: "meta", Data: math.NaN()}, nil, endpoint.ErrBody},
		{"no text", Part{Name: "at", Data: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)}, nil, endpoint.ErrBody},
	} {
		if _, err := c.Multipart(t.Context(), []Part{test.part}, "POST /uploads", test.layer); !errors.Is(err, test.want) {
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
	req, err := c.Multipart(t.Context(), []Part{{Name: "file", Filename: "large", Data: f}}, "POST /uploads")
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
			c.Base = server.Client().Transport
			parts := []Part{{Name: "file", Filename: "large", Data: f}, {Name: "title", Data: "x"}}
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
			if _, err := req.GetBody(); err == nil {
				t.Error("the form would be sent again with another size")
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

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

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

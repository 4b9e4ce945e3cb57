package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
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
	c, err := New(endpoint.New(endpoint.Options{BaseURL: base}, endpoint.Headers{"accept": "application/json"}), token)
	if err != nil {
		t.Fatal(err)
	}
	c.wait = func(context.Context, time.Duration) error { return nil }
	return c
}

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
		{"beginning of the body", 400, strings.Repeat("x", 70_000), `GET /users/a%0Ab: 400 Bad Request: "` + strings.Repeat("x", 1000) + `"`},
		{"not modified", 304, "", `GET /users/a%0Ab: 304 Not Modified: ""`},
		{"no JSON", 200, "<html>", "GET /users/a%0Ab: decoding the response: invalid character '<' looking for beginning of value"},
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
		case r.Header.Get("Authorization") == "Bearer TOKEN-1":
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
			err := c.Call(t.Context(), nil, test.method+" /x", test.layer)
			if tries != test.tries || (err == nil) != (test.tries == 2) {
				t.Errorf("%d tries, error %v, want %d tries", tries, err, test.tries)
			}
		})
	}
}

func TestPauses(t *testing.T) {
	const date = "Mon, 02 Jan 2006 15:04:05 GMT"
	ms := time.Millisecond
	tests := []struct {
		name       string
		retryAfter string
		least      []time.Duration // of each pause; the most is twice that
	}{
		{"exponential", "", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"seconds", "20", []time.Duration{20_000 * ms, 20_000 * ms, 20_000 * ms}},
		{"date", "Mon, 02 Jan 2006 15:04:15 GMT", []time.Duration{10_000 * ms, 10_000 * ms, 10_000 * ms}},
		{"zero", "0", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"negative", "-5", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"past", "Mon, 02 Jan 2006 15:04:00 GMT", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"neither", "soon", []time.Duration{250 * ms, 500 * ms, 1000 * ms}},
		{"too long", "31", nil},
		{"overflow", "9223372036854775807", nil},
		{"date too far", "Tue, 03 Jan 2006 15:04:05 GMT", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Date", date)
				if test.retryAfter != "" {
					w.Header().Set("Retry-After", test.retryAfter)
				}
				w.WriteHeader(http.StatusTooManyRequests)
			})
			var pauses []time.Duration
			c.wait = func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil }
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
	if d := retryAfter(http.Header{"Retry-After": {"Fri, 31 Dec 9999 23:59:59 GMT"}}); d < time.Hour {
		t.Errorf("without a date: %v", d)
	}
}

func TestRetryEndsWithContext(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	ctx, cancel := context.WithCancel(t.Context())
	c.wait = func(ctx context.Context, _ time.Duration) error {
		cancel()
		return wait(ctx, math.MaxInt64)
	}
	err := c.Call(ctx, nil, "GET /x")
	if e := (*Error)(nil); !errors.Is(err, context.Canceled) || !errors.As(err, &e) {
		t.Errorf("error %v", err)
	}
	if err := wait(t.Context(), 1); err != nil {
		t.Errorf("wait returns %v", err)
	}
}

// tokens returns TOKEN-1, TOKEN-2 and so on, and counts the calls.
func tokens(count *atomic.Int32) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return fmt.Sprint("TOKEN-", count.Add(1)), nil }
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
		switch r.Header.Get("Authorization") {
		case "Bearer TOKEN-1":
			waiting.Done()
			waiting.Wait()
			w.WriteHeader(http.StatusUnauthorized)
		case "Bearer TOKEN-2":
		default:
			t.Errorf("authorization %q", r.Header.Get("Authorization"))
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

// A body that can be read only once is not sent again, but the next call has the
// new token.
func TestTokenWithReader(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		if r.Header.Get("Authorization") != "Bearer TOKEN-2" {
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
	for _, layer := range []endpoint.Layer{
		endpoint.Headers{"authorization": "Bearer TOKEN"},
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
	if _, _, err := tr.after(ctx, 0); !errors.Is(err, context.Canceled) {
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
		c.HTTP.Transport.(*transport).next = roundTripper(func(req *http.Request) (*http.Response, error) {
			got = req.Header.Get("Authorization")
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

// The token goes to the server of the BaseURL alone, on the way there and back.
func TestRedirects(t *testing.T) {
	var seen []string
	note := func(name string, r *http.Request) {
		seen = append(seen, fmt.Sprintf("%s %s %s %q", name, r.Method, r.URL.Path, r.Header.Get("Authorization")))
	}
	var api *httptest.Server
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		note("other", r)
		http.Redirect(w, r, api.URL+"/v2/back", http.StatusTemporaryRedirect)
	}))
	defer other.Close()
	api = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		note("api", r)
		if b, err := io.ReadAll(r.Body); err != nil || string(b) != "body" {
			t.Errorf("body %q, %v", b, err)
		}
		if r.URL.Path == "/v2/away" {
			http.Redirect(w, r, other.URL+"/here", http.StatusTemporaryRedirect)
		}
	}))
	defer api.Close()
	c := clientOf(t, api.URL+"/v2", tokens(new(atomic.Int32)))
	if err := c.Call(t.Context(), nil, "PUT /away", endpoint.Options{Data: "body"}); err != nil {
		t.Fatal(err)
	}
	want := []string{`api PUT /v2/away "Bearer TOKEN-1"`, `other PUT /here ""`, `api PUT /v2/back "Bearer TOKEN-1"`}
	if !slices.Equal(seen, want) {
		t.Errorf("got %q\nwant %q", seen, want)
	}
}

// A request keeps an authorization header of its own, such as the one of the call
// that fetches a token.
func TestOwnAuthorization(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%q", r.Header.Get("Authorization"))
	}))
	defer server.Close()
	var c *Client
	c = clientOf(t, server.URL, func(ctx context.Context) (token string, err error) {
		err = c.Call(ctx, &token, "POST /token", endpoint.Headers{"authorization": "Basic KEY"})
		return token, err
	})
	var got string
	if err := c.Call(t.Context(), &got, "GET /user"); err != nil || got != "Bearer Basic KEY" {
		t.Errorf("got %q, %v", got, err)
	}
}

// A server that accepts a request and does not answer it ends the call.
func TestHeaderTimeout(t *testing.T) {
	gone := make(chan bool)
	c := newClient(t, func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		close(gone)
	})
	next := c.HTTP.Transport.(*transport).next.(*http.Transport)
	if next.ResponseHeaderTimeout != headerTimeout {
		t.Errorf("%v for the header", next.ResponseHeaderTimeout)
	}
	next.ResponseHeaderTimeout = time.Millisecond
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

// pages returns the pages of a sequence, and its error.
func pages[T any](seq func(func(T, error) bool)) (all []T, err error) {
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
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the other server was asked")
	}))
	defer other.Close()
	tests := []struct {
		name  string
		links map[string]string // by the URI that is asked for
		want  string
		err   string
	}{
		{"one", nil, "[/v2/x?q=a%20b]", ""},
		{"relative", map[string]string{"/v2/x?q=a%20b": "?page=2", "/v2/x?page=2": "y", "/v2/y": "/z"}, "[/v2/x?q=a%20b /v2/x?page=2 /v2/y /z]", ""},
		{"absolute", map[string]string{"/v2/x?q=a%20b": "HTTP://{host}/p/2"}, "[/v2/x?q=a%20b /p/2]", ""},
		{"userinfo", map[string]string{"/v2/x?q=a%20b": "http://eve:x@{host}/p/2"}, "[/v2/x?q=a%20b /p/2]", ""},
		{"redirected", map[string]string{"/v2/x?q=a%20b": "/moved/a", "/p/b": "c"}, "[/v2/x?q=a%20b /p/b /p/c]", ""},
		{"itself", map[string]string{"/v2/x?q=a%20b": ""}, "[/v2/x?q=a%20b]", "the next page was read before"},
		{"loop", map[string]string{"/v2/x?q=a%20b": "/2", "/2": "/3", "/3": "/2"}, "[/v2/x?q=a%20b /2 /3]", "the next page was read before"},
		{"other host", map[string]string{"/v2/x?q=a%20b": other.URL + "/2"}, "[/v2/x?q=a%20b]", "the next page is at " + other.URL + ", not at {origin}"},
		{"other host, relative", map[string]string{"/v2/x?q=a%20b": strings.TrimPrefix(other.URL, "http:")}, "[/v2/x?q=a%20b]", "the next page is at " + other.URL + ", not at {origin}"},
		{"other scheme", map[string]string{"/v2/x?q=a%20b": "https://{host}/2"}, "[/v2/x?q=a%20b]", "the next page is at https://{host}, not at {origin}"},
		{"file", map[string]string{"/v2/x?q=a%20b": "file:///etc/passwd"}, "[/v2/x?q=a%20b]", "the next page is at file://:, not at {origin}"},
		{"no URL", map[string]string{"/v2/x?q=a%20b": "/%zz"}, "[/v2/x?q=a%20b]", "the link to the next page is not a URL"},
		{"status", map[string]string{"/v2/x?q=a%20b": "/gone"}, "[/v2/x?q=a%20b]", `GET /gone: 410 Gone: ""`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if target, ok := strings.CutPrefix(r.RequestURI, "/moved/a"); ok {
					http.Redirect(w, r, "/p/b"+target, http.StatusFound)
					return
				}
				if r.Header.Get("X-Call") != "1" || r.Header.Get("Authorization") != "Bearer TOKEN-1" {
					t.Errorf("%s: header %v", r.RequestURI, r.Header)
				}
				if target, ok := test.links[r.RequestURI]; ok {
					w.Header().Set("Link", "<"+strings.ReplaceAll(target, "{host}", r.Host)+">; rel=next")
				}
				if r.URL.Path == "/gone" {
					w.WriteHeader(http.StatusGone)
					return
				}
				json.NewEncoder(w).Encode(r.RequestURI)
			}))
			defer server.Close()
			c := clientOf(t, server.URL+"/v2", tokens(new(atomic.Int32)))
			seq := Pages[string](t.Context(), c, "GET /x", endpoint.Query{"q": "a b"}, endpoint.Headers{"x-call": "1"})
			for range 2 { // a sequence can be used again
				got, err := pages(seq)
				want := strings.NewReplacer("{origin}", server.URL, "{host}", strings.TrimPrefix(server.URL, "http://")).Replace(test.err)
				if fmt.Sprint(got) != test.want || (err == nil) != (want == "") || err != nil && err.Error() != want {
					t.Errorf("got %s, %v\nwant %s, %s", got, err, test.want, want)
				}
			}
			for range seq { // stops without asking for more
				break
			}
		})
	}
	c := clientOf(t, "https://api.test", nil)
	if got, err := pages(Pages[string](t.Context(), c, "GET /{id}")); !errors.Is(err, endpoint.ErrMissingParam) || got != nil {
		t.Errorf("got %v, %v", got, err)
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
		{[]string{`</a>; rel=prev; rel=next`}, ""},
		{[]string{`</a>; xrel=next`}, ""},
		{[]string{`</a>; rev=next`}, ""},
		{[]string{`</a>; rel=next; anchor="/b"`}, ""}, // a link of another page
	}
	for _, test := range tests {
		if got, ok := nextLink(http.Header{"Link": test.fields}); got != test.want || ok != (test.want != "") {
			t.Errorf("%q: got %q, %t, want %q", test.fields, got, ok, test.want)
		}
	}
}

func TestCursorPages(t *testing.T) {
	type page struct{ Asked, Next string }
	next := map[string]string{"": "b", "b": "c/&", "loop": "x", "x": "y", "y": "x"}
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		cursor := r.FormValue("cursor")
		if r.Method == "POST" {
			var body struct{ Q, Cursor string }
			if err := json.NewDecoder(r.Body).Decode(&body); err != nil || body.Q != "a" {
				t.Errorf("body %v, %v", body, err)
			}
			cursor = body.Cursor
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
	cursor := func(p page) string { return p.Next }
	for _, test := range []struct {
		route string
		layer endpoint.Layer
		want  string
		err   string
	}{
		{"GET /x", nil, "[{ b} {b c/&} {c/& }]", ""},
		{"GET /x{?cursor}", nil, "[{ b} {b c/&} {c/& }]", ""},
		{"POST /x", endpoint.Params{"q": "a"}, "[{ b} {b c/&} {c/& }]", ""},
		{"GET /loop", nil, "[{loop x} {x y} {y x}]", "the next page was read before"},
		{"GET /gone", nil, "[{ b} {b c/&}]", `GET /gone: 410 Gone: ""`},
	} {
		layers := append(make([]endpoint.Layer, 0, 8), test.layer) // has room for one more
		seq := CursorPages(t.Context(), c, "cursor", cursor, test.route, layers...)
		for range 2 {
			got, err := pages(seq)
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
			`map["filename":"notes.txt" "name":"files"] "text/plain" 2 body <nil>`,
			`map["filename":"%22é%0D%0A.txt" "name":"files"] "" 1 body <nil>`,
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
		{Name: "files", Filename: "notes.txt", Type: "text/plain", Data: f},
		{Name: "files", Filename: "\"é\r\n.txt", Data: f},
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
			c.HTTP.Transport.(*transport).next = server.Client().Transport
			req, err := c.Multipart(t.Context(), []Part{{Name: "file", Filename: "large", Data: f}, {Name: "title", Data: "x"}}, "POST /uploads")
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

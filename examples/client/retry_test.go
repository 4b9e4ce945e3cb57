package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/endpoint"
)

// over is the end of a time that has passed.
var over = make(chan time.Time)

func init() {
	firstWait = 0 // no test waits
	close(over)
}

var quiet = log.New(io.Discard, "", 0)

// newRetrying is newClient with retries.
func newRetrying(t *testing.T, handler http.HandlerFunc) *Client {
	c := newClient(t, handler)
	c.UseRetry()
	return c
}

func TestRetry(t *testing.T) {
	const text, reader = "text", "reader"
	tests := []struct {
		name   string
		status int // 0: the connection is cut
		method string
		body   string
		key    string
		tries  int32
	}{
		{"429", 429, "GET", "", "", 2},
		{"502", 502, "GET", "", "", 2},
		{"503", 503, "GET", "", "", 2},
		{"504", 504, "HEAD", "", "", 2},
		{"500", 500, "GET", "", "", 1},
		{"PUT", 503, "PUT", text, "", 2},
		{"QUERY", 503, "QUERY", text, "", 2},
		{"POST", 503, "POST", text, "", 1},
		{"PATCH", 429, "PATCH", text, "", 1},
		{"POST with a key", 503, "POST", text, "key", 2},
		{"PUT of a Reader", 503, "PUT", reader, "", 1},
		{"no answer", 0, "GET", "", "", 2},
		{"no answer to PUT", 0, "PUT", text, "", 2},
		{"no answer to POST", 0, "POST", text, "", 1},
		{"no answer to PUT of a Reader", 0, "PUT", reader, "", 1},
	}
	for proto, serve := range servers {
		for _, test := range tests {
			t.Run(proto+" "+test.name, func(t *testing.T) {
				var tries atomic.Int32 // a panic is no synchronization
				c := serve(t, func(w http.ResponseWriter, r *http.Request) {
					if b, err := io.ReadAll(r.Body); err != nil || string(b) != test.body {
						t.Errorf("body %q, %v", b, err)
					}
					switch {
					case tries.Add(1) > 1:
					case test.status == 0:
						panic(http.ErrAbortHandler)
					default:
						w.WriteHeader(test.status)
					}
				})
				c.UseRetry()
				layer := endpoint.Options{Headers: endpoint.Headers{"idempotency-key": test.key}.OmitZero()}
				switch test.body {
				case text:
					layer.Data = text
				case reader:
					layer.Data = io.MultiReader(strings.NewReader(reader))
				}
				err := c.Call(t.Context(), nil, test.method+" /x", layer)
				if n := tries.Load(); n != test.tries || (err == nil) != (test.tries == 2) {
					t.Errorf("%d tries, error %v, want %d tries", n, err, test.tries)
				}
			})
		}
	}
}

// A pause is as long as Retry-After says, and a random part of what doubles each time.
func TestPauses(t *testing.T) {
	const ms = time.Millisecond
	backoff := []time.Duration{250 * ms, 500 * ms, 1000 * ms}
	always := func(d time.Duration) []time.Duration { return []time.Duration{d, d, d} }
	tests := []struct {
		name       string
		retryAfter string
		least      []time.Duration // of each pause; the most is twice that
	}{
		{"exponential", "", backoff},
		{"seconds", "20", always(20 * time.Second)},
		{"fraction", "2.5", always(2500 * ms)},
		{"unit", "20 seconds", always(20 * time.Second)},
		{"zero", "0", backoff},
		{"negative", "-5", backoff},
		{"past date", "Mon, 02 Jan 2006 15:04:00 GMT", backoff},
		{"not a number", "NaN", backoff},
		{"too long", "30.1", nil},
		{"overflow of a float", "1e999", nil},
		{"overflow", "9223372036854775807", nil},
		{"date too far", "Fri, 31 Dec 9999 23:59:59 GMT", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newRetrying(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Retry-After", test.retryAfter)
				w.WriteHeader(http.StatusTooManyRequests)
			})
			var pauses []time.Duration
			set(t, &firstWait, 500*ms)
			set(t, &after, func(d time.Duration) <-chan time.Time { pauses = append(pauses, d); return over })
			if err := c.Call(t.Context(), nil, "GET /x"); statusOf(err) != 429 {
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
	set(t, &after, func(time.Duration) <-chan time.Time { return over })
	for _, test := range []struct {
		status     int
		retryAfter string
		deadline   time.Duration
		tries      int
	}{
		{429, "20", 10 * time.Second, 1},
		{429, "20", time.Hour, 4},
		{403, "20", time.Hour, 4},
		{403, "", time.Hour, 1},
	} {
		tries := 0
		c := newRetrying(t, func(w http.ResponseWriter, r *http.Request) {
			tries++
			w.Header().Set("Retry-After", test.retryAfter)
			w.WriteHeader(test.status)
		})
		ctx, cancel := context.WithTimeout(t.Context(), test.deadline)
		err := c.Call(ctx, nil, "GET /x")
		cancel()
		if statusOf(err) != test.status || errors.Is(err, context.DeadlineExceeded) || tries != test.tries {
			t.Errorf("%+v: %d tries, error %v", test, tries, err)
		}
	}
}

// Errors that stay are not repeated.
func TestNoRetry(t *testing.T) {
	for name, err := range map[string]error{
		"a timeout": &net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded},
		"a rule":    &endpoint.Error{Reason: "no token", Err: io.EOF},
	} {
		if _, ok := retryAfter(&Error{Err: &url.Error{Err: err}}); ok {
			t.Errorf("%s is repeated", name)
		}
	}
	n := 0
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			n++
		}
	}
	server.Config.ErrorLog = quiet
	server.StartTLS()
	c := clientOf(server.URL) // which does not know the certificate
	c.UseRetry()
	err := c.Call(t.Context(), nil, "GET /x")
	server.Close()
	if err == nil || !strings.Contains(err.Error(), "x509: ") || n != 1 {
		t.Errorf("%d connections, error %v", n, err)
	}
}

// Neither a redirect that is refused, nor what net/http sends again and again, is sent again by this.
// Nor is a request that cannot be sent, or whose redirect leads nowhere.
func TestNoRetryOfRefused(t *testing.T) {
	for _, test := range []struct{ method, location, want string }{
		{"DELETE", "//there.test/x", "DELETE /x: 307 Temporary Redirect: the redirect to "},
		{"GET", "/x", "GET /x: 307 Temporary Redirect: status 307 is the eleventh redirect"},
		{"GET", ":", "GET /x: "},
		{"GET", "http:///x", "GET /x: "},
	} {
		for proto, serve := range servers {
			asked, hops := 0, 1
			if test.location == "/x" {
				hops = 11
			}
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				asked++
				w.Header().Set("Location", test.location)
				w.WriteHeader(http.StatusTemporaryRedirect)
			})
			c.UseRetry()
			err := c.Call(t.Context(), nil, test.method+" /x")
			if !strings.HasPrefix(fmt.Sprint(err), test.want) || asked != hops {
				t.Errorf("%s, %s: asked %d times, error %v", proto, test.location, asked, err)
			}
		}
	}
	var resets atomic.Int32
	c := newRawHTTP2(t, func(c rawHTTP2) {
		for stream, err := c.next(headers, endStream); err == nil; stream, err = c.next(headers, endStream) {
			resets.Add(1)
			c.write(reset, 0, stream, 0, 0, 0, refusedStream)
		}
	})
	c.UseRetry()
	if err := c.Call(t.Context(), nil, "DELETE /x"); err == nil || !strings.HasSuffix(err.Error(), repeated) || resets.Load() != 2 {
		t.Errorf("%d requests, error %v", resets.Load(), err)
	}
	tries := 0
	c = newClient(t, nil)
	c.HTTP.Transport = roundTripper(func(req *http.Request) (*http.Response, error) {
		tries++
		return http.DefaultTransport.RoundTrip(req)
	})
	c.UseRetry()
	req := request(t, c, "GET /x")
	req.Header.Set("X-Id", "a\n") // such as a token from a file
	if _, err := c.Send(req, nil); err == nil || tries > 1 {
		t.Errorf("%d tries, error %v", tries, err)
	}
}

// A copy of a Client, and a literal, retry once UseRetry was called. Without it, each request is sent
// once.
func TestUseRetry(t *testing.T) {
	tries := 0
	api := newClient(t, func(w http.ResponseWriter, r *http.Request) { tries++; w.WriteHeader(http.StatusBadGateway) }).API
	c := &Client{API: api}
	before := *c
	c.UseRetry()
	after := *c
	for c, want := range map[*Client]int{&before: 1, c: 4, &after: 4} {
		tries = 0
		if err := c.Call(t.Context(), nil, "GET /x"); statusOf(err) != 502 || tries != want {
			t.Errorf("%d tries, want %d, error %v", tries, want, err)
		}
	}
}

// A wait ends with the context. The error is both.
func TestRetryEndsWithContext(t *testing.T) {
	c := newRetrying(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	ctx, cancel := context.WithCancel(t.Context())
	set(t, &after, func(time.Duration) <-chan time.Time { cancel(); return nil })
	err := c.Call(ctx, nil, "GET /x")
	want := "GET /x: 503 Service Unavailable: context canceled"
	if !errors.Is(err, context.Canceled) || statusOf(err) != 503 || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Each body that a retry opens is closed. One that cannot be opened again ends the call.
func TestBodiesOfRetries(t *testing.T) {
	c := newRetrying(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	for _, limit := range []int32{3, 1} {
		var opened, closed atomic.Int32
		req := request(t, c, "PUT /x", endpoint.Options{Data: "body"})
		req.Body = closing{req.Body, &closed}
		req.GetBody = func() (io.ReadCloser, error) {
			if opened.Load() == limit {
				return nil, io.ErrClosedPipe
			}
			opened.Add(1)
			return closingOf("body", &closed), nil
		}
		if _, err := c.Send(req, nil); statusOf(err) != 503 || opened.Load() != limit {
			t.Errorf("%d bodies were opened, error %v", opened.Load(), err)
		}
		for closed.Load() != limit+1 {
			runtime.Gosched()
		}
	}
}

package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/endpoint"
)

// withTokens returns a Client whose tokens are A, B and so on, and the last of them for ever, and
// the values that its function was told were rejected.
func withTokens(t *testing.T, base string, tokens ...string) (*Client, *[]string) {
	t.Helper()
	c := New(endpoint.New(endpoint.Options{BaseURL: base}))
	rejected := new([]string)
	err := c.UseToken(func(_ context.Context, last string) (string, error) {
		*rejected = append(*rejected, last)
		token := tokens[min(len(*rejected), len(tokens))-1]
		if token == "error" {
			return "", io.ErrUnexpectedEOF
		}
		return token, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c, rejected
}

// The function is asked once for each request. After status 401 the request is sent once more, if
// the token is another one and the body can be read again.
func TestTokens(t *testing.T) {
	once := func() io.Reader { return io.MultiReader(strings.NewReader("body")) }
	tests := []struct {
		name     string
		tokens   []string
		data     any
		sent     string // the headers
		rejected string
		err      string
	}{
		{"valid", []string{"GOOD"}, nil, `[["GOOD"]]`, `[""]`, "<nil>"},
		{"new", []string{"A", "GOOD"}, "body", `[["A"] ["GOOD"]]`, `["" "A"]`, "<nil>"},
		{"rejected twice", []string{"A", "B"}, "body", `[["A"] ["B"]]`, `["" "A"]`, "POST /x: 401 Unauthorized"},
		{"constant", []string{"A", "A"}, "body", `[["A"]]`, `["" "A"]`, "POST /x: 401 Unauthorized"},
		{"none", []string{""}, nil, `[[]]`, `["" ""]`, "POST /x: 401 Unauthorized"},
		{"none at first", []string{"", "GOOD"}, nil, `[[] ["GOOD"]]`, `["" ""]`, "<nil>"},
		{"none at last", []string{"A", ""}, nil, `[["A"] []]`, `["" "A"]`, "POST /x: 401 Unauthorized"},
		{"Reader", []string{"A", "GOOD"}, once(), `[["A"]]`, `[""]`, "POST /x: 401 Unauthorized"},
		{"failing", []string{"error"}, once(), `[]`, `[""]`, "POST /x: no token: unexpected EOF"},
		{"failing later", []string{"A", "error"}, nil, `[["A"]]`, `["" "A"]`, "POST /x: 401 Unauthorized: no token: unexpected EOF"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sent := [][]string{}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if b, err := io.ReadAll(r.Body); err != nil || test.data != nil && string(b) != "body" {
					t.Errorf("body %q, %v", b, err)
				}
				sent = append(sent, r.Header.Values(tokenHeader))
				if r.Header.Get(tokenHeader) != "GOOD" {
					w.WriteHeader(http.StatusUnauthorized)
				}
			}))
			defer server.Close()
			c, rejected := withTokens(t, server.URL, test.tokens...)
			open := openBodies(c)
			err := c.Call(t.Context(), nil, "POST /x", endpoint.Options{Data: test.data}, endpoint.Headers{"idempotency-key": "k"})
			if fmt.Sprintf("%q", sent) != test.sent || fmt.Sprintf("%q", *rejected) != test.rejected || fmt.Sprint(err) != test.err {
				t.Errorf("sent %q, rejected %q, error %v", sent, *rejected, err)
			}
			for open() != 0 {
				runtime.Gosched()
			}
			if isFailed := slices.Contains(test.tokens, "error"); errors.Is(err, io.ErrUnexpectedEOF) != isFailed {
				t.Errorf("error %#v", err)
			}
		})
	}
}

// The token goes to the origin of BaseURL alone.
func TestTokenOrigins(t *testing.T) {
	tests := []struct {
		base, route string
		isSent      bool
	}{
		{"https://api.test:8443/v2", "GET /users", true},
		{"HTTPS://API.Test/v2", "GET /users", true},
		{"https://api.test:443/v2", "GET https://api.test/users", true},
		{"http://[::1]:8080/v2", "GET http://[::1]:8080/users", true},
		{"http://api.test", "GET https://api.test/users", true}, // as endpoint says

		{"https://api.test/v2", "GET http://api.test/v2/users", false},
		{"https://api.test/v2", "GET https://api.test:8443/v2/users", false},
		{"https://api.test:8443", "GET https://api.test/v2/users", false},
		{"https://api.test:80", "GET https://api.test/users", false},
		{"https://api.test", "GET https://api.test.evil.test/", false},
		{"https://api.test", "GET https://api.test@evil.test/", false},
	}
	for _, test := range tests {
		c, _ := withTokens(t, test.base, "TOKEN")
		got := "not sent"
		c.HTTP.Transport = roundTripper(func(req *http.Request) (*http.Response, error) {
			got = req.Header.Get(tokenHeader)
			return httptest.NewRecorder().Result(), nil
		})
		if err := c.Call(t.Context(), nil, test.route); err != nil || (got == "TOKEN") != test.isSent {
			t.Errorf("%s, %s: token %q, %v", test.base, test.route, got, err)
		}
	}
	for _, base := range []string{"api.test", "https://{tenant}.api.test"} {
		err := New(endpoint.New(endpoint.Options{BaseURL: base})).UseToken(nil)
		if !errors.Is(err, endpoint.ErrRoute) && !errors.Is(err, endpoint.ErrMissingParam) {
			t.Errorf("%s: %v", base, err)
		}
	}
}

// Neither the token nor a 401 crosses to another origin: the one of a server that did not get the
// token does not reject it.
func TestTokenOfRedirects(t *testing.T) {
	var api *httptest.Server
	var got []string
	handle := func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.URL.Path+" "+r.Header.Get(tokenHeader))
		switch to := r.URL.Path; to {
		case "/moved":
			http.Redirect(w, r, "/here", http.StatusFound)
		case "/away":
			http.Redirect(w, r, r.FormValue("to"), http.StatusFound)
		case "/other":
			http.Redirect(w, r, api.URL+"/back", http.StatusFound)
		default:
			w.WriteHeader(http.StatusUnauthorized)
		}
	}
	other := httptest.NewServer(http.HandlerFunc(handle))
	defer other.Close()
	api = httptest.NewServer(http.HandlerFunc(handle))
	defer api.Close()
	for _, test := range []struct{ route, to, want, by string }{
		{"GET /moved", "", "[/moved A /here A /moved B /here B]", ""},
		{"GET /away", other.URL, "[/away A / ]", other.URL},
		{"GET /away", other.URL + "/other", "[/away A /other  /back ]", api.URL},
		{"GET " + other.URL + "/other", "", "[/other  /back ]", api.URL},
	} {
		got = nil
		c, _ := withTokens(t, api.URL, "A", "B")
		err := c.Call(t.Context(), nil, test.route, endpoint.Query{"to": test.to}.OmitZero())
		if statusOf(err) != 401 || fmt.Sprint(got) != test.want {
			t.Errorf("%s: got %s, %v\nwant %s", test.route, got, err, test.want)
		}
		why := test.by + " answered, after a redirect to another origin, which gets no credentials"
		if strings.HasSuffix(err.Error(), why) != (test.by != "") {
			t.Errorf("%s: error %v", test.route, err)
		}
	}
}

// A RoundTripper may send to another origin, such as that of a service behind a name. That is no
// redirect: its 401 rejects the token.
func TestTokenOfRoundTripper(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get(tokenHeader) != "B" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer server.Close()
	for token, want := range map[string]string{"B": "<nil>", "C": "GET /x: 401 Unauthorized"} {
		c, _ := withTokens(t, "http://service.test", "A", token)
		c.HTTP = &http.Client{Transport: roundTripper(func(req *http.Request) (*http.Response, error) {
			req = req.Clone(req.Context())
			req.URL.Host = strings.TrimPrefix(server.URL, "http://")
			return http.DefaultTransport.RoundTrip(req)
		})}
		if err := c.Call(t.Context(), nil, "GET /x"); fmt.Sprint(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A function that waits, for a server or for another call that does, holds no call longer than its
// context or the limit. If it panics, so does the call. Each way, the call closes its body.
func TestTokenThatFails(t *testing.T) {
	release := make(chan bool)
	defer close(release)
	for want, token := range map[string]func(cancel func()){
		"POST /x: context canceled":                      func(cancel func()) { cancel(); <-release },
		"POST /x: no token: context deadline exceeded":   func(func()) { <-release },
		"POST /x: no token: the function did not return": func(func()) { runtime.Goexit() },
		context.Canceled.Error():                         func(func()) { panic(context.Canceled) },
	} {
		t.Run(want, func(t *testing.T) {
			if strings.Contains(want, "deadline") {
				set(t, &headerTimeout, time.Millisecond)
			}
			c := New(endpoint.New(endpoint.Options{BaseURL: "https://api.test"}))
			ctx, cancel := context.WithCancel(t.Context())
			c.UseToken(func(context.Context, string) (string, error) { token(cancel); return "", nil })
			var closed atomic.Int32
			got := func() (got any) {
				defer func() { got = cmp.Or(recover(), got) }()
				req := request(t, c, "POST /x").WithContext(ctx)
				req.Body = closingOf("body", &closed)
				req.GetBody = func() (io.ReadCloser, error) { return closingOf("body", &closed), nil }
				_, err := c.Send(req, nil)
				return err
			}()
			if fmt.Sprint(got) != want {
				t.Errorf("got %v, want %s", got, want)
			}
			for closed.Load() != 1 {
				runtime.Gosched()
			}
			cancel()
		})
	}
}

// A request keeps a header of its own, such as the one of the call that fetches a token.
func TestOwnAuthorization(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := r.Header.Get(tokenHeader)
		if r.URL.Path == "/token" && got == "Basic KEY" {
			got = "token A"
		}
		fmt.Fprintf(w, "%q", got)
	}))
	defer server.Close()
	c := New(endpoint.New(endpoint.Options{BaseURL: server.URL}))
	c.UseToken(func(ctx context.Context, _ string) (authorization string, err error) {
		err = c.Call(ctx, &authorization, "POST /token", endpoint.Headers{tokenHeader: "Basic KEY"})
		return authorization, err
	})
	var got string
	if err := c.Call(t.Context(), &got, "GET /user"); err != nil || got != "token A" {
		t.Errorf("got %q, %v", got, err)
	}
}

// A function that calls its own Client with its context gets no token for that call. Another Client
// that it calls has its own.
func TestTokenFuncThatCalls(t *testing.T) {
	var got []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.URL.Path+" "+r.Header.Get(tokenHeader))
		io.WriteString(w, `"TOKEN"`)
	}))
	defer server.Close()
	other, _ := withTokens(t, server.URL, "OTHER")
	c := New(endpoint.New(endpoint.Options{BaseURL: server.URL}))
	c.UseToken(func(ctx context.Context, _ string) (token string, err error) {
		return token, errors.Join(c.Call(ctx, &token, "POST /login"), other.Call(ctx, &token, "POST /other"))
	})
	err := c.Call(t.Context(), nil, "GET /x")
	if want := "[/login  /other OTHER /x TOKEN]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

// What a function sends is not counted as the call sent again and again: here, three requests by
// HTTP/2 at the same time.
func TestTokenFuncOverHTTP2(t *testing.T) {
	const requests = 3
	arrived, together := make(chan bool), make(chan bool)
	c := newHTTP2Client(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/token" {
			arrived <- true
			<-together
		}
	})
	origin := request(t, c, "GET /token").URL
	c.API = endpoint.New(endpoint.Options{BaseURL: origin.Scheme + "://" + origin.Host})
	c.UseToken(func(ctx context.Context, _ string) (string, error) {
		errs := make(chan error, requests)
		for range requests {
			go func() {
				resp, err := c.HTTP.Do((&http.Request{Method: "GET", URL: origin}).WithContext(ctx))
				if err == nil {
					resp.Body.Close()
				}
				errs <- err
			}()
			select {
			case <-arrived:
			case <-ctx.Done():
			}
		}
		close(together)
		return "token", errors.Join(<-errs, <-errs, <-errs)
	})
	if err := c.Call(t.Context(), nil, "GET /x"); err != nil {
		t.Error(err)
	}
}

// A call that removes the header of the defaults has no token, nor has a request whose header is nil.
func TestWithoutToken(t *testing.T) {
	for proto, serve := range servers {
		c := serve(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "%q", r.Header.Get(tokenHeader)) })
		c.UseToken(func(context.Context, string) (string, error) { return "TOKEN", nil })
		var fromDefaults, removed string
		err := c.Call(t.Context(), &fromDefaults, "GET /x")
		err = errors.Join(err, c.Call(t.Context(), &removed, "GET /x", endpoint.Headers{tokenHeader: ""}))
		if err != nil || fromDefaults != secret || removed != "" {
			t.Errorf("%s: defaults %q, removed %q, %v", proto, fromDefaults, removed, err)
		}

		c.API = c.API.Defaults(endpoint.Headers{tokenHeader: ""})
		c.UseToken(func(context.Context, string) (string, error) { return "TOKEN", nil })
		var added, isNil string
		err = c.Call(t.Context(), &added, "GET /x")
		req := request(t, c, "GET /x")
		req.Header[tokenHeader] = nil
		_, errOfNil := c.Send(req, &isNil)
		if err = errors.Join(err, errOfNil); err != nil || added != "TOKEN" || isNil != "" {
			t.Errorf("%s: added %q, nil %q, %v", proto, added, isNil, err)
		}
	}
}

// A copy of a Client has its token. One from before UseToken has none.
func TestTokenOfCopy(t *testing.T) {
	var got []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.URL.Path+" "+r.Header.Get(tokenHeader))
	}))
	defer server.Close()
	c := &Client{API: endpoint.New(endpoint.Options{BaseURL: server.URL})}
	before := *c
	c.UseToken(func(context.Context, string) (string, error) { return "TOKEN", nil })
	after := *c
	err := errors.Join(before.Call(t.Context(), nil, "GET /before"), after.Call(t.Context(), nil, "GET /after"))
	if want := "[/before  /after TOKEN]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

// A 401 with a body does not cost its connection.
func TestConnectionOf401(t *testing.T) {
	set(t, &restTimeout, time.Hour)
	var opened atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get(tokenHeader) != "GOOD" {
			w.WriteHeader(http.StatusUnauthorized)
		}
		io.WriteString(w, strings.Repeat("x", 5000))
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	c, _ := withTokens(t, server.URL, "A", "GOOD", "A", "GOOD", "A", "GOOD")
	for range 3 {
		if err := c.Call(t.Context(), nil, "GET /x"); err != nil {
			t.Error(err)
		}
	}
	if opened.Load() != 1 {
		t.Errorf("%d connections", opened.Load())
	}
}

// A server that answers 401 and stops to read does not hold the call: it ends with its context.
func TestStalled401(t *testing.T) {
	over := make(chan bool)
	defer close(over)
	stalled := newRawHTTP2(t, func(c rawHTTP2) {
		if stream, err := c.next(headers, 0); err == nil {
			awaitFullSocket()
			c.write(headers, endHeaders, stream, statusHeader("401")...)
			for range 8 { // more than is read: Close has to give the rest back, and waits for the socket
				c.write(data, 0, stream, make([]byte, 16<<10)...)
			}
			<-over
		}
	})
	c, _ := withTokens(t, request(t, stalled, "GET /").URL.String(), "A", "B")
	c.HTTP = stalled.HTTP
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := c.Call(ctx, nil, "POST /x", endpoint.Options{Data: make([]byte, 64<<20)}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

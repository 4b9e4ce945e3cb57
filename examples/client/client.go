// Package client sends the requests that package endpoint builds. Copy its folder into
// your module, and leave out what you do not need:
//
//   - client.go sends, decodes, reports errors, and limits redirects, time and size.
//   - retry.go repeats what failed for a moment. Without it, rename sendOnce to Do.
//   - token.go adds a token that changes.
//   - pages.go follows the pages of a list.
//   - multipart.go builds forms with files.
//
// Pass path values in Path, query values in Query, and body fields in Params, or a whole
// body in Data:
//
//	c := client.New(api)
//	err := c.Call(ctx, &note, "POST /users/{id}/notes",
//		endpoint.Path{"id": 7}, endpoint.Query{"notify": true}, endpoint.Params{"text": "Hi"})
//
// Call builds a request for Send, which decodes the response that it gets from Do. Pass a
// request of your own to Send. Call Do to read the response yourself, such as a download
// or an event stream.
package client

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"example.com/endpoint"
)

var ( // change these to what your API needs
	headerTimeout       = 30 * time.Second       // for a TokenFunc, and from a request to the header of its response; more for a long poll
	bodyTimeout         = time.Minute            // for a body that Send decodes, or that of an Error
	restTimeout         = 100 * time.Millisecond // for what follows the JSON, whose end frees the connection
	mostDecoded   int64 = 32 << 20               // bytes of a body that Send decodes
	mostKept      int64 = 64 << 10               // bytes of the body of an Error, and of what follows the JSON
	mostHeader    int64 = 64 << 10               // bytes of the header of a response
)

// A Client calls one API. It is safe for concurrent use.
type Client struct {
	API  endpoint.Endpoint
	HTTP *http.Client                                // replace it, or wrap its Transport, before the first call; its CheckRedirect is not used
	send func(*http.Request) (*http.Response, error) // by HTTP, with a token if token.go adds one
}

// New returns a Client for an API. Credentials that never change may be defaults of the API:
// they go to no other origin, neither with a redirect nor with a next page.
//
// If http.DefaultTransport is an *http.Transport, the Client has a copy of it with the limits
// above. Otherwise it has http.DefaultTransport as it is.
func New(api endpoint.Endpoint) *Client {
	c := &Client{API: api, HTTP: &http.Client{Transport: http.DefaultTransport}}
	if t, ok := c.HTTP.Transport.(*http.Transport); ok {
		t = t.Clone()
		t.ResponseHeaderTimeout, t.MaxResponseHeaderBytes = headerTimeout, mostHeader
		t.MaxIdleConnsPerHost = 100 // not 2, or of many calls at once each would open a connection
		c.HTTP.Transport = t
	}
	c.send = func(req *http.Request) (*http.Response, error) {
		sender := *c.HTTP
		sender.CheckRedirect = checkRedirect
		return sender.Do(req)
	}
	return c
}

// Call builds the request for a route, sends it, and decodes the JSON of the response into
// out, unless out is nil.
func (c *Client) Call(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.API.HTTPRequest(ctx, route, layers...)
	if err == nil {
		_, err = c.Send(req, out)
	}
	return err
}

// Send sends a request and decodes the JSON of the response into out, unless out is nil. A
// response with a status other than 200 may be empty. What follows the JSON is not waited
// for, except the trailer of a gzip or chunked body, with which net/http returns the last bytes.
// The body of the response is closed, perhaps after Send returns. Each error is or wraps an *Error.
func (c *Client) Send(req *http.Request, out any) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer readSome(resp, restTimeout)
	if out == nil {
		return resp, nil
	}
	stop := time.AfterFunc(bodyTimeout, func() { resp.Body.Close() }).Stop
	err = json.NewDecoder(http.MaxBytesReader(nil, resp.Body, mostDecoded)).Decode(out)
	switch isLate := !stop(); {
	case err == nil, err == io.EOF && resp.StatusCode != http.StatusOK:
		return resp, nil
	case isLate:
		err = os.ErrDeadlineExceeded
	}
	return nil, &Error{routeOf(req), resp.StatusCode, resp.Header, nil, cmp.Or(req.Context().Err(), err)}
}

// sendOnce returns a response with status 2xx, whose body the caller closes. Any other
// outcome is an *Error. Only the context limits how long sending and reading the bodies takes.
//
// Each call has a context of its own, which ends with it. Then both bodies are closed. The one of
// the response, and a Reader of the user, are read through a pipe: a Read or Close that waits would
// hold the call.
func (c *Client) sendOnce(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	end := cancel
	defer func() { end() }() // a TokenFunc or RoundTripper may panic
	sent := req.WithContext(ctx)
	if isOnce(req) {
		sent.Body = piped(ctx, req.Body)
	}
	resp, err := c.send(sent)
	if resp == nil {
		return nil, &Error{Route: routeOf(req), Err: cmp.Or(req.Context().Err(), err)}
	}
	resp.Body = body{piped(ctx, resp.Body), cancel}
	if err == nil && resp.StatusCode/100 == 2 {
		end = func() {} // by the body
		return resp, nil
	}
	return nil, &Error{routeOf(req), resp.StatusCode, resp.Header, readSome(resp, bodyTimeout), err}
}

// piped returns what a body has, until the context ends. After that a Read of the body may still
// wait, for the server or the user, and Close for the Read.
func piped(ctx context.Context, body io.ReadCloser) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, body)
		w.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	context.AfterFunc(ctx, func() { body.Close() })
	return r
}

type body struct {
	io.Reader
	close func()
}

func (b body) Close() error { b.close(); return nil }

// readSome returns the beginning of a body, as far as it arrives in time, and closes it.
func readSome(resp *http.Response, d time.Duration) []byte {
	defer time.AfterFunc(d, func() { resp.Body.Close() }).Stop()
	defer resp.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(resp.Body, mostKept))
	return b
}

// An Error is, or is wrapped by, every error of a request that was built. Its text has no value of
// the request or the response, except hosts and what a certificate is for.
type Error struct {
	Route      string      // the method and template of the call
	StatusCode int         // 0 without a response, unless a server sends that
	Header     http.Header // of the response
	Body       []byte      // its beginning, for json.Unmarshal, unless the status is 2xx
	Err        error       // the cause, or nil if the status says it; its text may show a value
}

func (e *Error) Error() string {
	text := e.Route
	if e.StatusCode != 0 || e.Err == nil {
		text = strings.TrimSpace(fmt.Sprintf("%s: %d %s", text, e.StatusCode, http.StatusText(e.StatusCode)))
	}
	if to, err := url.Parse(e.Header.Get("Location")); err == nil && to.Host != "" && e.StatusCode/100 == 3 {
		text += fmt.Sprintf(": the redirect to %q is not followed", originOf(to))
	}
	if e.Err != nil {
		text += ": " + reasonOf(e.Err)
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// routeOf returns the label of a request for errors, without values if endpoint built it.
func routeOf(req *http.Request) string { return cmp.Or(req.Pattern, req.Method+" "+req.URL.Host) }

// reasonOf returns the text of an error, or its type if the server may have written the text: it
// may repeat a token there. An endpoint.Error is a fault that this package or CheckRedirect found.
func reasonOf(err error) string {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
		switch e := err.(type) {
		case *url.Error: // which has the query
		case *endpoint.Error:
			return e.Reason
		case *Error, *json.SyntaxError, *tls.CertificateVerificationError, net.Error:
			return err.Error()
		}
	}
	if err == context.Canceled || err == io.EOF || err == io.ErrUnexpectedEOF {
		return err.Error()
	}
	return fmt.Sprintf("%T, see Err", err)
}

// checkRedirect is endpoint.CheckRedirect. The body of the redirect, for which net/http would wait,
// is read meanwhile, so that its connection can be used again.
func checkRedirect(req *http.Request, via []*http.Request) error {
	go readSome(&http.Response{Body: req.Response.Body}, restTimeout)
	req.Response.Body = http.NoBody
	return endpoint.CheckRedirect(req, via)
}

// isWithin reports whether a request, and all that were redirected to it, go to the origin of
// a URL. Otherwise another server may have chosen where it goes. A PUT is redirected only within
// an origin.
func isWithin(base *url.URL, req *http.Request) bool {
	isHere := req != nil && endpoint.CheckRedirect(&http.Request{Method: "PUT", URL: req.URL}, []*http.Request{{Method: "PUT", URL: base}}) == nil
	return isHere && (req.Response == nil || isWithin(base, req.Response.Request))
}

func originOf(u *url.URL) string { return (&url.URL{Scheme: u.Scheme, Host: u.Host}).String() }

// again returns a copy of a request with its body from the start, unless isOnce.
func again(req *http.Request) (next *http.Request, err error) {
	next = req.Clone(req.Context())
	if req.GetBody != nil {
		next.Body, err = req.GetBody()
	}
	return next, err
}

func isOnce(req *http.Request) bool {
	return req.Body != nil && req.Body != http.NoBody && req.GetBody == nil
}

// await returns what a function returns, such as that of token.go, unless the context ends before,
// or headerTimeout is over. If the function panics, so does await. The function has a goroutine of
// its own, since it may wait for a lock that another call holds.
func await(ctx context.Context, token func(context.Context, string) (string, error), rejected string) (string, error) {
	value, err, panicked := "", error(&endpoint.Error{Reason: "the function did not return"}), any(nil) // after runtime.Goexit
	wait, end := context.WithTimeout(ctx, headerTimeout)
	go func() {
		defer end()
		defer func() { panicked = recover() }()
		value, err = token(wait, rejected)
	}()
	<-wait.Done()
	switch {
	case ctx.Err() != nil || wait.Err() == context.DeadlineExceeded: // the function may still be writing
		return "", noToken(wait.Err())
	case panicked != nil:
		panic(panicked)
	case err != nil:
		err = noToken(err)
	}
	return value, err
}

func noToken(err error) error { return &endpoint.Error{Reason: "no token: " + reasonOf(err), Err: err} }

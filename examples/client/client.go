// Package client sends the requests that package endpoint builds. Copy its folder into
// your module, and leave out what you do not need:
//
//   - client.go sends, decodes, reports errors, and limits redirects, time and size.
//   - retry.go repeats what failed for a moment: call c.UseRetry().
//   - token.go adds a token that changes: call c.UseToken(f).
//   - pages.go follows the pages of a list.
//   - multipart.go builds forms with files.
//
// Delete any of the last four with its tests if you do not need it. Limits are variables at the top of
// client.go and retry.go.
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
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync/atomic"
	"time"

	"example.com/endpoint"
)

var ( // change these to what your API needs
	headerTimeout       = 30 * time.Second       // for a TokenFunc, and from a request to the header of its response; more for a long poll
	bodyTimeout         = time.Minute            // for a body that Send reads, or that of an Error
	restTimeout         = 100 * time.Millisecond // for what follows the JSON, whose end frees the connection
	mostDecoded   int64 = 32 << 20               // bytes of a body that Send reads
	mostKept      int64 = 64 << 10               // bytes of the body of an Error, and of what follows the JSON
	mostHeader    int64 = 64 << 10               // bytes of the header of a response
)

// A Client calls one API. It is safe for concurrent use once it is set up. It can be copied, or made
// as a literal: &Client{API: api, HTTP: h}.
type Client struct {
	API   endpoint.Endpoint
	HTTP  *http.Client                                         // nil for http.DefaultClient; its CheckRedirect is not used
	retry func(*Client, *http.Request) (*http.Response, error) // what UseRetry puts in place of once, or nil
	token func(*Client, *http.Request) (*http.Response, error) // what UseToken puts in place of send, or nil
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
		t.MaxIdleConnsPerHost = 100 // with the usual 2, most of many calls at once would open a connection
		// All calls to an HTTP/2 server share a connection. If the server stops to read, or to
		// answer pings, the connection is closed, so that later calls have another one.
		t.HTTP2 = cmp.Or(t.HTTP2, new(http.HTTP2Config))
		t.HTTP2.WriteByteTimeout, t.HTTP2.SendPingTimeout = headerTimeout, headerTimeout
		c.HTTP.Transport = t
	}
	return c
}

// Call builds the request for a route, sends it, and decodes the JSON of the response into
// out, unless out is nil. If it cannot build the request, it closes the Reader in Data.
func (c *Client) Call(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.build(ctx, route, layers)
	if err == nil {
		_, err = c.Send(req, out)
	}
	return err
}

// build builds a request. If it cannot, nobody will read the Reader in Data.
func (c *Client) build(ctx context.Context, route string, layers []endpoint.Layer) (*http.Request, error) {
	req, err := c.API.HTTPRequest(ctx, route, layers...)
	if err != nil {
		closeReader(c.API.Merge(route, layers...).Data)
	}
	return req, err
}

// closeReader closes what can be closed, except an *os.File, which is the caller's.
func closeReader(data any) {
	_, isFile := data.(*os.File)
	if closer, ok := data.(io.Closer); ok && !isFile && !reflect.ValueOf(data).IsZero() { // not a nil pointer
		closer.Close()
	}
}

// Send sends a request and decodes the JSON of the response into out. If out is nil, Send reads the
// response to its end, since the server may still be working. A response with a status other than
// 200 may be empty. Send closes the body. Each error is or wraps an *Error.
//
// After the JSON, Send waits restTimeout for the end of the body, and whatever else it gets but space is
// an error. It waits longer for the trailer of a gzip or chunked body alone, since net/http returns the
// last bytes of the JSON with it.
func (c *Client) Send(req *http.Request, out any) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	limited := http.MaxBytesReader(nil, resp.Body, mostDecoded)
	stop := time.AfterFunc(bodyTimeout, func() { resp.Body.Close() }).Stop
	var start bytes.Buffer // what the error keeps of the body
	var more []byte        // what follows the JSON
	if out == nil {
		_, err = io.Copy(io.Discard, limited)
	} else {
		kept := io.TeeReader(io.LimitReader(limited, mostKept), &start)
		decoder := json.NewDecoder(io.MultiReader(kept, limited))
		err = decoder.Decode(out)
		more, _ = io.ReadAll(decoder.Buffered())
	}
	isLate := !stop()
	more = append(more, readSome(resp, restTimeout)...)
	switch {
	case err == nil && len(bytes.TrimSpace(more)) > 0:
		err = &endpoint.Error{Reason: "the body has more than the JSON"}
	case err == nil, err == io.EOF && resp.StatusCode != http.StatusOK:
		return resp, nil
	case isLate:
		err = os.ErrDeadlineExceeded
	case out != nil:
		label, looks := resp.Header.Get("Content-Type"), http.DetectContentType(start.Bytes())
		text := fmt.Sprintf("%s (content-type %.50q, %d bytes read, which look like %s)", reasonOf(err), label, start.Len(), looks)
		if hasLeft(req, resp) { // such as to a page to log in
			text += ": " + originOf(resp.Request.URL) + elsewhere
		}
		err = &endpoint.Error{Reason: text, Err: err}
	}
	return nil, &Error{routeOf(req), resp.StatusCode, resp.Header, start.Bytes(), cmp.Or(req.Context().Err(), err)}
}

// Do sends a request. It returns a response with status 2xx, whose body the caller closes. Any
// other outcome is or wraps an *Error. Only the context of the request limits how long sending and
// reading the bodies takes.
func (c *Client) Do(req *http.Request) (*http.Response, error) {
	if c.retry != nil {
		return c.retry(c, req)
	}
	return c.once(req)
}

// once is Do without retries.
//
// It has a context of its own. When that ends, with the call or with the body that it returned, both
// bodies are closed. They are read through a pipe, since a Read or Close that waits for the server
// or the user would hold the call.
func (c *Client) once(req *http.Request) (*http.Response, error) {
	ctx, end := context.WithCancel(req.Context())
	defer func() { end() }() // also if a TokenFunc or RoundTripper panics
	sent := req.WithContext(ctx)
	sent.Body = piped(ctx, req.Body)
	if get := req.GetBody; get != nil {
		sent.GetBody = func() (io.ReadCloser, error) { body, err := get(); return piped(ctx, body), err }
	}
	send := (*Client).send
	if c.token != nil {
		send = c.token
	}
	resp, err := send(c, sent)
	if resp == nil {
		return nil, &Error{Route: routeOf(req), Err: cmp.Or(req.Context().Err(), err)}
	}
	resp.Body = body{resp.Body, end}
	switch code := resp.StatusCode; {
	case err != nil: // of CheckRedirect or UseToken
	case code/100 == 2:
		end = func() {} // that is left to the body
		return resp, nil
	case hasLeft(req, resp):
		err = &endpoint.Error{Reason: originOf(resp.Request.URL) + elsewhere}
	case isOnce(req) && (code == 307 || code == 308): // net/http does not ask CheckRedirect
		err = &endpoint.Error{Reason: "the body can be read only once", Err: endpoint.ErrRedirect}
	}
	return nil, &Error{routeOf(req), resp.StatusCode, resp.Header, readSome(resp, bodyTimeout), err}
}

// send sends a request by HTTP.
func (c *Client) send(req *http.Request) (*http.Response, error) {
	ctx, restart := withoutLoop(req.Context())
	client := *cmp.Or(c.HTTP, http.DefaultClient)
	client.CheckRedirect = func(next *http.Request, via []*http.Request) error {
		restart()
		// net/http would wait for the body of the redirect. It is read meanwhile, so that its connection
		// can be used again.
		go readSome(&http.Response{Body: next.Response.Body}, restTimeout)
		next.Response.Body = http.NoBody
		return endpoint.CheckRedirect(next, via)
	}
	resp, err := client.Do(req.WithContext(ctx))
	if resp == nil {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	resp.Body = piped(ctx, resp.Body)
	return resp, err
}

// withoutLoop returns a context that ends before net/http sends a request a third time, and a function
// to call before it follows a redirect with the next request. Over HTTP/2 it repeats one without end if
// the server resets it with PROTOCOL_ERROR, even a POST. The first repetition has to stay: it may
// follow GOAWAY or REFUSED_STREAM, after which the server has not seen the request, and a trace does
// not tell which it was. After a response, a RoundTripper may send the request again.
func withoutLoop(ctx context.Context) (_ context.Context, restart func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	var unanswered atomic.Int32
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { // before each request
			if unanswered.Load() > 1 {
				cancel(&endpoint.Error{Reason: "the request was sent twice without a response, and would be sent again"})
			}
		},
		WroteHeaderField: func(name string, _ []string) {
			if name == ":method" { // once for each request of HTTP/2; repetitions of HTTP/1 come to an end
				unanswered.Add(1)
			}
		},
		GotFirstResponseByte: func() { unanswered.Add(-1) },
		Got1xxResponse:       func(int, textproto.MIMEHeader) error { unanswered.Add(1); return nil }, // a hint is no response
	}), func() { unanswered.Store(0) }
}

// piped returns a pipe with what a body has, until the context ends. Then the body is closed. A Read
// or Close of it may still wait, but only here.
func piped(ctx context.Context, body io.ReadCloser) io.ReadCloser {
	if body == nil || body == http.NoBody {
		return body
	}
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, body)
		w.CloseWithError(err) // io.EOF if err is nil
	}()
	context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	context.AfterFunc(ctx, func() { body.Close() })
	return r
}

// A body is a Reader with another Close.
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
// the request or the response, except hosts, a content-type, and what a certificate is for.
type Error struct {
	Route      string      // the method and template of the call
	StatusCode int         // 0 without a response, unless a server sends that
	Header     http.Header // of the response
	Body       []byte      // its beginning; with status 2xx, of what Send could not decode
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

// reasonOf returns the text of an error, or its type if the server, or a Reader, may have written
// the text: it may repeat a token there. An endpoint.Error is a fault that this package or
// CheckRedirect found.
func reasonOf(err error) string {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
		switch e := err.(type) {
		case *url.Error: // which has the query
		case *endpoint.Error:
			return e.Reason
		case *net.OpError: // its Err may be one of a Reader, a dialer or a proxy
			known := *e
			if !strings.HasSuffix(e.Op, " error") { // "remote error" and "local error" are alerts of TLS
				known.Err = errors.New(reasonOf(e.Err))
			}
			return known.Error()
		case *json.UnmarshalTypeError: // its Value, and Field from the second name on, may be the server's words
			text := fmt.Sprintf("JSON %s for type %s", strings.Split(e.Value, " ")[0], e.Type)
			if e.Struct != "" { // or the first name may be a key of a map
				text += " in field " + strings.Split(e.Field, ".")[0]
			}
			return text
		case *Error, *json.SyntaxError, *json.InvalidUnmarshalError, *tls.CertificateVerificationError, *os.SyscallError:
			return err.Error()
		case net.Error: // such as a timeout; a Reader may have a type of its own
			switch reflect.Indirect(reflect.ValueOf(err)).Type().PkgPath() {
			case "net", "net/http", "context", "internal/poll", "syscall":
				return err.Error()
			}
		}
	}
	if err == context.Canceled || err == io.EOF || err == io.ErrUnexpectedEOF {
		return err.Error()
	}
	return fmt.Sprintf("%T, see Err", err)
}

const elsewhere = " answered, after a redirect to another origin, which gets no credentials"

// hasLeft reports whether redirects led to another origin than that of a request, even if they led
// back. From there on they have no credentials. A RoundTripper may send to another origin without one.
func hasLeft(req *http.Request, resp *http.Response) bool {
	return resp.Request != nil && resp.Request.Response != nil && !isWithin(req.URL, resp.Request)
}

// isWithin reports whether a request, and all those that led to it by a redirect, go to the origin
// of a URL. Otherwise another server may have chosen where it goes.
func isWithin(base *url.URL, req *http.Request) bool {
	return req != nil && endpoint.SameOrigin(base, req.URL) && (req.Response == nil || isWithin(base, req.Response.Request))
}

func originOf(u *url.URL) string { return (&url.URL{Scheme: u.Scheme, Host: u.Host}).String() }

// await returns what a function, such as that of token.go, returns, unless the context ends before, or
// headerTimeout is over. The function has a goroutine of its own, since it may wait for a lock that
// another call holds. If it panics, so does await.
func await(ctx context.Context, token func(context.Context, string) (string, error), rejected string) (string, error) {
	value, err, panicked := "", error(&endpoint.Error{Reason: "the function did not return"}), any(nil) // after runtime.Goexit
	wait, done := context.WithTimeout(ctx, headerTimeout)
	go func() {
		defer done()
		defer func() { panicked = recover() }()
		value, err = token(wait, rejected)
	}()
	<-wait.Done()
	if ctx.Err() != nil || wait.Err() == context.DeadlineExceeded { // the function may still be writing
		return "", &endpoint.Error{Reason: "no token: " + reasonOf(wait.Err()), Err: wait.Err()}
	}
	if panicked != nil {
		panic(panicked)
	}
	if err != nil {
		err = &endpoint.Error{Reason: "no token: " + reasonOf(err), Err: err}
	}
	return value, err
}

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

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
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"example.com/endpoint"
)

var ( // change these to what your API needs
	headerTimeout       = 30 * time.Second       // from the end of a request to the header of its response; raise it for a long poll
	bodyTimeout         = time.Minute            // for a body that Send decodes, or that of an Error
	restTimeout         = 100 * time.Millisecond // for what follows the JSON, whose end frees the connection
	mostDecoded   int64 = 32 << 20               // bytes of a body that Send decodes
	mostKept      int64 = 64 << 10               // bytes of the body of an Error, and of what follows the JSON
	mostHeader    int64 = 64 << 10               // bytes of the header of a response
)

// A Client calls one API. It is safe for concurrent use.
type Client struct {
	API  endpoint.Endpoint
	HTTP *http.Client                                // replace or wrap its Transport before the first call, and keep its CheckRedirect; a Timeout would cut downloads
	send func(*http.Request) (*http.Response, error) // that of HTTP, unless token.go wraps it
}

// New returns a Client for an API. Credentials that never change may be defaults of the API:
// they go to no other origin, neither with a redirect nor with a next page.
//
// If http.DefaultTransport is an *http.Transport, the Client has a copy of it with
// these limits. Otherwise it has http.DefaultTransport as it is.
func New(api endpoint.Endpoint) *Client {
	c := &Client{API: api, HTTP: &http.Client{Transport: http.DefaultTransport, CheckRedirect: checkRedirect}}
	if t, ok := c.HTTP.Transport.(*http.Transport); ok {
		t = t.Clone()
		t.ResponseHeaderTimeout, t.MaxResponseHeaderBytes = headerTimeout, mostHeader
		t.MaxIdleConnsPerHost = 100 // not 2, or of many calls at once each would open a connection
		c.HTTP.Transport = t
	}
	c.send = func(req *http.Request) (*http.Response, error) { return c.HTTP.Do(req) }
	return c
}

// Call builds the request for a route, sends it, and decodes the JSON of the response into
// out, unless out is nil.
func (c *Client) Call(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.API.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	_, err = c.Send(req, out)
	return err
}

// Send sends a request and decodes the JSON of the response into out, unless out is nil. A
// response with a status other than 200 may be empty. What follows the JSON is not waited
// for. The body of the response is closed. If decoding fails, the response is returned too.
func (c *Client) Send(req *http.Request, out any) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer readSome(resp, restTimeout)
	if out == nil {
		return resp, nil
	}
	stop := limit(resp, bodyTimeout)
	body := &io.LimitedReader{R: resp.Body, N: mostDecoded}
	err = json.NewDecoder(body).Decode(out)
	switch isInTime := stop(); {
	case err == nil, err == io.EOF && resp.StatusCode != http.StatusOK:
		return resp, nil
	case !isInTime || body.N == 0:
		err = fmt.Errorf("it takes more than %v or %d bytes: %w", bodyTimeout, mostDecoded, err)
	}
	return resp, fmt.Errorf("%s: decoding the response: %w", routeOf(req), err)
}

// sendOnce returns a response with status 2xx, whose body the caller closes. Any other status
// is an *Error. Only the context limits how long sending and reading the bodies takes.
func (c *Client) sendOnce(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	stop := context.AfterFunc(ctx, func() { closeBody(req) }) // or a Read that hangs would hold the call
	resp, err := c.send(req.WithContext(ctx))
	if stop(); err != nil {
		cancel()
		return nil, fmt.Errorf("%s: %w", routeOf(req), cmp.Or(req.Context().Err(), withoutURL(err)))
	}
	if resp.StatusCode == http.StatusSwitchingProtocols {
		resp.Body.Close() // which the context does not end
	}
	resp.Body = &body{resp.Body, cancel}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return nil, &Error{routeOf(req), resp.StatusCode, resp.Header, readSome(resp, bodyTimeout)}
	}
	return resp, nil
}

// A body ends its call before it is closed: Close alone may wait for a Read, as that of
// gzip does, and the Read for the server.
type body struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *body) Close() error {
	b.cancel()
	return b.ReadCloser.Close()
}

// limit ends a response after a time, unless stop is called before, which reports that.
func limit(resp *http.Response, d time.Duration) (stop func() bool) {
	return time.AfterFunc(d, resp.Body.(*body).cancel).Stop
}

// readSome returns the beginning of a body, as far as it arrives in time, and closes it.
func readSome(resp *http.Response, d time.Duration) []byte {
	defer limit(resp, d)()
	defer resp.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(resp.Body, mostKept))
	return b
}

var errNoToken = errors.New("no token") // of token.go; no retry

// routeOf returns the label of a request for errors, without values if endpoint built it.
func routeOf(req *http.Request) string { return cmp.Or(req.Pattern, req.Method+" "+req.URL.Host) }

// withoutURL returns what is inside the errors of http.Client, which have the whole URL.
func withoutURL(err error) error {
	for e := (*url.Error)(nil); errors.As(err, &e); {
		err = e.Err
	}
	if strings.HasPrefix(err.Error(), "failed to parse Location header") { // and the rest of it
		err = errors.New("the Location of a redirect is not a URL")
	}
	return err
}

// An Error is a response with a status other than 2xx. Its text has no value of the request
// or the response, except the host that a redirect names.
type Error struct {
	Route      string // the method and template of the call
	StatusCode int
	Header     http.Header
	Body       []byte // its beginning, for json.Unmarshal
}

func (e *Error) Error() string {
	text := strings.TrimSpace(fmt.Sprintf("%s: %d %s", e.Route, e.StatusCode, http.StatusText(e.StatusCode)))
	if u, err := url.Parse(e.Header.Get("Location")); err == nil && u.Host != "" && e.StatusCode < 400 {
		text += fmt.Sprintf(": the redirect to %q is not followed", u.Host)
	}
	return text
}

// checkRedirect follows a redirect that keeps the method and the body: a POST that becomes a
// GET would be a success that did nothing. To another origin, and back from there, only
// accept, user-agent and range go, and no body. What is not followed is an *Error.
func checkRedirect(req *http.Request, via []*http.Request) error {
	last, isOurs := via[len(via)-1], isWithinOrigin(req)
	isCut := req.Body == nil && last.Body != nil && last.Body != http.NoBody
	if len(via) == 10 || req.Method != last.Method || isCut || req.Body != nil && !isOurs {
		closeBody(req)
		return http.ErrUseLastResponse
	}
	if !isOurs {
		req.Host = ""
		maps.DeleteFunc(req.Header, func(name string, _ []string) bool {
			return name != "Accept" && name != "User-Agent" && name != "Range"
		})
	}
	req.Response.Body.Close() // or net/http would read from it, however slow it is
	req.Response.Body = http.NoBody
	return nil
}

// isWithinOrigin reports whether a request, and all that were redirected to it, go to one
// origin. Otherwise another server may have chosen its URL.
func isWithinOrigin(req *http.Request) bool {
	for r := req; r.Response != nil; {
		if r = r.Response.Request; r == nil || origin(r.URL) != origin(req.URL) {
			return false
		}
	}
	return true
}

// origin returns the scheme, host and port of a URL, whose scheme net/url has put in lower
// case.
func origin(u *url.URL) string {
	port := cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// again returns a copy of a request with its body from the start.
func again(req *http.Request) (_ *http.Request, err error) {
	req = req.Clone(req.Context())
	if req.GetBody != nil {
		req.Body, err = req.GetBody()
	} else if req.Body != nil {
		err = errors.New("the body can be read only once")
	}
	return req, err
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close()
	}
}

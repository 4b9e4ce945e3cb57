// Package client sends the requests that package endpoint builds. Copy this file
// and its test into your module.
//
//	c, err := client.New(api, token)
//	err = c.Call(ctx, &user, "GET /users/{id}", endpoint.Path{"id": 7})
//
// Call builds a request for Send, which decodes the response and gets it from Do,
// which retries. Pass a request of your own to Send. Call Do to read the response
// yourself, such as a download or an event stream.
package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/endpoint"
)

const (
	headerTimeout = 30 * time.Second       // from the end of a request to the header of its response
	retries       = 3                      // after the first try
	firstWait     = 500 * time.Millisecond // doubled before each further retry
	longestWait   = 30 * time.Second       // if a server asks for more, there is no retry
)

// A Client calls one API. It is safe for concurrent use.
type Client struct {
	API  endpoint.Endpoint
	HTTP *http.Client // without a Timeout, which would cut downloads

	wait func(context.Context, time.Duration) error // replaced in tests
}

// New returns a Client of an API. The token is sent to the scheme, host and port of
// BaseURL and nowhere else, redirects included. It is fetched before the first
// request, and after status 401, once for all calls that wait for it. A request that
// has an authorization header keeps it. So must one that token sends by the same
// Client, or it would wait for itself. If token is nil, no token is sent.
func New(api endpoint.Endpoint, token func(context.Context) (string, error)) (*Client, error) {
	req, err := api.HTTPRequest(context.Background(), "GET /")
	if err != nil {
		return nil, err
	}
	if token != nil && (req.URL.User != nil || req.Header.Get("Authorization") != "") {
		return nil, errors.New("the defaults have credentials, which would be sent in place of the token")
	}
	t := &transport{next: http.DefaultTransport, origin: origin(req.URL), fetch: token, lock: make(chan struct{}, 1)}
	if d, ok := t.next.(*http.Transport); ok {
		d = d.Clone()
		d.ResponseHeaderTimeout = headerTimeout
		t.next = d
	}
	return &Client{API: api, HTTP: &http.Client{Transport: t}, wait: wait}, nil
}

// Call builds the request for a route, sends it, and decodes the JSON of the
// response into out, unless out is nil.
func (c *Client) Call(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := c.API.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	_, err = c.Send(req, out)
	return err
}

// Send sends a request and decodes the JSON of the response into out, unless out
// is nil. A response with a status other than 200 may be empty. The body of the
// response that Send returns is closed.
func (c *Client) Send(req *http.Request, out any) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer drain(resp.Body)
	if out == nil {
		return resp, nil
	}
	err = json.NewDecoder(resp.Body).Decode(out)
	if isEmpty := err == io.EOF && resp.StatusCode != http.StatusOK; err != nil && !isEmpty {
		return nil, withRoute(req, fmt.Errorf("decoding the response: %w", err))
	}
	return resp, nil
}

// Do sends a request, and sends it again after status 429, 502, 503 or 504 if it may
// be repeated. It returns a response with status 2xx, whose body the caller closes.
// Any other status is an *Error. Only the context of the request limits how long
// reading the body takes.
func (c *Client) Do(req *http.Request) (*http.Response, error) {
	backoff := firstWait
	for left := retries; ; left-- {
		resp, err := c.HTTP.Do(req)
		if err != nil {
			return nil, withRoute(req, err)
		}
		if resp.StatusCode >= 200 && resp.StatusCode <= 299 {
			return resp, nil
		}
		failed := newError(req, resp)
		pause := max(retryAfter(resp.Header), backoff/2+rand.N(backoff/2)) // with jitter
		if left == 0 || pause > longestWait || !slices.Contains(temporary, resp.StatusCode) || !isRepeatable(req) {
			return nil, failed
		}
		if err := c.wait(req.Context(), pause); err != nil {
			return nil, fmt.Errorf("%w: %w", failed, err)
		}
		if req, err = again(req); err != nil {
			return nil, fmt.Errorf("%w: %w", failed, err)
		}
		backoff = min(2*backoff, longestWait)
	}
}

// withRoute adds the method and path to an error, but not the query, which
// http.Client adds and which may hold a secret.
func withRoute(req *http.Request, err error) error {
	var e *url.Error
	if errors.As(err, &e) {
		err = e.Err
	}
	return fmt.Errorf("%s %s: %w", req.Method, req.URL.EscapedPath(), err)
}

// An Error is a response with another status than 2xx.
type Error struct {
	Method, Path string
	StatusCode   int
	Header       http.Header
	Body         []byte // the beginning
}

func newError(req *http.Request, resp *http.Response) *Error {
	defer drain(resp.Body)
	body, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
	return &Error{req.Method, req.URL.EscapedPath(), resp.StatusCode, resp.Header, body}
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s %s: %d %s: %q", e.Method, e.Path, e.StatusCode, http.StatusText(e.StatusCode), e.Body)
}

// drain closes a body, after reading what is left of it, unless that is much, so
// that its connection can be used again.
func drain(body io.ReadCloser) {
	io.CopyN(io.Discard, body, 64<<10)
	body.Close()
}

var temporary = []int{http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// isRepeatable reports whether a request may be sent twice: its method is
// idempotent (RFC 9110 section 9.2.2), or a key makes it so.
func isRepeatable(req *http.Request) bool {
	switch req.Method {
	case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE":
		return hasBodyAgain(req)
	}
	return hasBodyAgain(req) && req.Header.Get("Idempotency-Key") != ""
}

// hasBodyAgain reports whether the body of a request, if any, can be read again.
func hasBodyAgain(req *http.Request) bool {
	return req.Body == nil || req.GetBody != nil
}

// again returns a copy of a request with its body from the start.
func again(req *http.Request) (_ *http.Request, err error) {
	req = req.Clone(req.Context())
	if req.GetBody != nil {
		req.Body, err = req.GetBody()
	}
	return req, err
}

// retryAfter returns how long the server asks to wait: a number of seconds, or
// until a date (RFC 9110 section 10.2.3) by the clock of the server.
func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(min(seconds, 1e6)) * time.Second // no overflow
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return until.Sub(now)
}

// wait waits until d has passed or ctx ends.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A transport adds the token. It sees each redirect as a request of its own.
type transport struct {
	next   http.RoundTripper
	origin string // that gets the token
	fetch  func(context.Context) (string, error)

	lock  chan struct{} // a channel, so that waiting for it ends with a context
	token string
	n     int // tokens fetched so far
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if t.fetch == nil || origin(req.URL) != t.origin || req.Header.Get("Authorization") != "" {
		return t.next.RoundTrip(req)
	}
	token, n, err := t.after(req.Context(), 0)
	if err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	resp, err := t.sendWith(token, req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	if token, _, err = t.after(req.Context(), n); err == nil && !hasBodyAgain(req) {
		return resp, nil // the next call has the new token
	}
	drain(resp.Body)
	if err != nil {
		return nil, err
	}
	if req, err = again(req); err != nil {
		return nil, err
	}
	return t.sendWith(token, req)
}

// after returns the token after the first n, and its number. Of the calls that wait
// for it, one fetches it for all.
func (t *transport) after(ctx context.Context, n int) (string, int, error) {
	select {
	case t.lock <- struct{}{}:
		defer func() { <-t.lock }()
	case <-ctx.Done():
		return "", 0, ctx.Err()
	}
	if t.n == n {
		token, err := t.fetch(ctx)
		if err != nil {
			return "", 0, fmt.Errorf("fetching a token: %w", err)
		}
		t.token, t.n = token, n+1
	}
	return t.token, t.n, nil
}

func (t *transport) sendWith(token string, req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context()) // a RoundTripper must not change its request
	req.Header.Set("Authorization", "Bearer "+token)
	return t.next.RoundTrip(req)
}

// origin returns the scheme, host and port of a URL, whose scheme net/url has put in
// lower case.
func origin(u *url.URL) string {
	port := cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// Pages returns the pages of a list whose Link header (RFC 8288) leads from each
// page to the next. A link to another origin, or to a page that was read before, is
// an error. An error is the last that the sequence yields.
func Pages[T any](ctx context.Context, c *Client, route string, layers ...endpoint.Layer) iter.Seq2[T, error] {
	return func(yield func(page T, err error) bool) {
		var resp *http.Response
		req, err := c.API.HTTPRequest(ctx, route, layers...)
		for read := map[string]bool{}; err == nil && req != nil; {
			read[req.URL.String()] = true
			var page T
			if resp, err = c.Send(req, &page); err != nil {
				break
			}
			if !yield(page, nil) {
				return
			}
			req, err = nextPage(req, resp, read)
		}
		if err != nil {
			yield(*new(T), err)
		}
	}
}

// nextPage returns the request for the page after resp, or nil if that is the last.
func nextPage(req *http.Request, resp *http.Response, read map[string]bool) (*http.Request, error) {
	target, ok := nextLink(resp.Header)
	if !ok {
		return nil, nil
	}
	next, err := resp.Request.URL.Parse(target) // it may be relative
	if err != nil {
		return nil, errors.New("the link to the next page is not a URL")
	}
	if origin(next) != origin(req.URL) {
		return nil, fmt.Errorf("the next page is at %s, not at %s", origin(next), origin(req.URL))
	}
	next.User = req.URL.User
	if read[next.String()] {
		return nil, errors.New("the next page was read before")
	}
	req, err = again(req)
	req.URL = next
	return req, err
}

var (
	linkValue = regexp.MustCompile(`<([^>]*)>((?:[^",]|"(?:[^"\\]|\\.)*")*)`)
	linkParam = regexp.MustCompile(`;\s*([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;]*)`)
)

// nextLink returns the target of the first link with the relation type "next"
// (RFC 8288 section 3). A link with an anchor is one of another page.
func nextLink(header http.Header) (target string, ok bool) {
	for _, link := range linkValue.FindAllStringSubmatch(strings.Join(header.Values("Link"), ","), -1) {
		params := map[string]string{}
		for _, param := range linkParam.FindAllStringSubmatch(link[2], -1) {
			name := strings.ToLower(param[1])
			if _, ok := params[name]; !ok { // only the first rel counts
				params[name] = strings.NewReplacer(`"`, "", `\`, "").Replace(param[2])
			}
		}
		_, anchored := params["anchor"]
		if !anchored && slices.Contains(strings.Fields(strings.ToLower(params["rel"])), "next") {
			return link[1], true
		}
	}
	return "", false
}

// CursorPages returns the pages of a list that contain the cursor of the next page,
// or "" in the last. It is sent as the parameter name. A cursor that comes twice is
// an error. An error is the last that the sequence yields.
func CursorPages[T any](ctx context.Context, c *Client, name string, cursor func(page T) string, route string, layers ...endpoint.Layer) iter.Seq2[T, error] {
	return func(yield func(page T, err error) bool) {
		call, read := layers, map[string]bool{"": true}
		for {
			var page T
			err := c.Call(ctx, &page, route, call...)
			if !yield(page, err) || err != nil {
				return
			}
			next := cursor(page)
			if next == "" {
				return
			}
			if read[next] {
				yield(*new(T), errors.New("the next page was read before"))
				return
			}
			read[next] = true
			call = append(slices.Clip(layers), endpoint.Params{name: next})
		}
	}
}

// A Part is a field or a file of a multipart form.
type Part struct {
	Name     string
	Filename string // "" for a field
	Type     string // its content-type, "" for none
	Data     any    // as in endpoint.Options; a file is yours to close
}

// Multipart builds a request with a form (RFC 7578), which is read from its parts
// while it is sent. If they are text, JSON and regular files, its length is known
// and it can be sent again.
func (c *Client) Multipart(ctx context.Context, parts []Part, route string, layers ...endpoint.Layer) (*http.Request, error) {
	var text bytes.Buffer // before the next part; it returns no errors
	w := multipart.NewWriter(&text)
	var data []any
	for _, p := range parts {
		w.CreatePart(p.header())
		data = append(data, text.String(), p.Data)
		text.Reset()
	}
	w.Close()
	data = append(data, text.String())

	body, size, err := join(data)
	if err != nil {
		return nil, err
	}
	headers := endpoint.Headers{"content-type": w.FormDataContentType()}
	if size >= 0 {
		headers["content-length"] = strconv.FormatInt(size, 10)
	}
	req, err := c.API.HTTPRequest(ctx, route, append(slices.Clip(layers), endpoint.Options{Headers: headers, Data: body})...)
	if err == nil && size >= 0 {
		req.GetBody = func() (io.ReadCloser, error) {
			body, now, err := join(data)
			if err == nil && now != size {
				err = errors.New("a part has another size than before")
			}
			return io.NopCloser(body), err
		}
	}
	return req, err
}

// join returns a Reader of all data, and its size or -1.
func join(data []any) (io.Reader, int64, error) {
	var readers []io.Reader
	var size int64
	for _, d := range data {
		r, n, err := endpoint.Request{Body: d}.BodyReader()
		if err != nil {
			return nil, 0, err
		}
		if readers = append(readers, &sized{r, n}); size < 0 || n < 0 {
			size, n = -1, 0
		}
		size += n
	}
	return io.MultiReader(readers...), size, nil
}

// A sized Reader fails if it ends too early. A server could take the shorter file
// for the whole, since the form goes on after it.
type sized struct {
	io.Reader
	left int64
}

func (s *sized) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if s.left -= int64(n); s.left > 0 && err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (p Part) header() textproto.MIMEHeader {
	quote := strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A").Replace // as browsers do
	h := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="` + quote(p.Name) + `"`}}
	if p.Filename != "" {
		h["Content-Disposition"][0] += `; filename="` + quote(p.Filename) + `"`
	}
	if p.Type != "" {
		h.Set("Content-Type", quote(p.Type))
	}
	return h
}

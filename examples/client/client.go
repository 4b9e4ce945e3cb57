// Package client sends the requests that package endpoint builds. Copy its folder
// into your module: the tests test the copy.
//
// Pass path values in Path, query values in Query, and body fields in Params, or a
// whole body in Data:
//
//	c, err := client.New(api, token)
//	err = c.Call(ctx, &note, "POST /users/{id}/notes",
//		endpoint.Path{"id": 7}, endpoint.Query{"notify": true}, endpoint.Params{"text": "Hi"})
//
// Call builds a request for Send, which decodes the response and gets it from Do,
// which retries. Pass a request of your own to Send. Call Do to read the response
// yourself, such as a download or an event stream.
package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/endpoint"
)

const (
	tokenHeader   = "Authorization"        // or that of the API, such as Private-Token, X-Vault-Token or Apikey
	headerTimeout = 30 * time.Second       // from the end of a request to the header of its response; see New
	retries       = 3                      // after the first try
	firstWait     = 500 * time.Millisecond // doubled before each further retry
	longestWait   = 30 * time.Second       // if a server asks for more, there is no retry
	mostLinks     = 64 << 10               // bytes of the Link header of a page
)

// A Client calls one API. It is safe for concurrent use.
type Client struct {
	API  endpoint.Endpoint
	HTTP *http.Client      // wrap its Transport, which adds the token; a Timeout would cut downloads
	Base http.RoundTripper // what that sends with; replace it for a Unix socket, a proxy or client certificates

	after func(time.Duration) <-chan time.Time // replaced in tests
}

// New returns a Client for an API. token returns the value of the authorization
// header, such as "Bearer ...". It is sent to the scheme, host and port of BaseURL and
// nowhere else, and not with a redirect from another server. token is called when a
// request first needs it, and after status 401: once for all requests whose token was
// rejected, if it returns another one. A request that has an authorization header is
// sent with that instead. If token itself calls this Client, that request needs one, or
// it would wait for itself. If token is nil or returns "", no token is sent.
//
// If http.DefaultTransport is an *http.Transport, Base is a copy of it that has
// headerTimeout. Otherwise it is http.DefaultTransport as it is.
func New(api endpoint.Endpoint, token func(context.Context) (string, error)) (*Client, error) {
	req, err := api.HTTPRequest(context.Background(), "GET /")
	if err != nil {
		return nil, err
	}
	if token != nil && (req.URL.User != nil || req.Header.Get(tokenHeader) != "") {
		return nil, errors.New("the defaults have credentials, which would be sent in place of the token: remove them, or pass a nil token")
	}
	c := &Client{API: api, Base: http.DefaultTransport, after: time.After}
	if d, ok := c.Base.(*http.Transport); ok {
		d = d.Clone()
		d.ResponseHeaderTimeout = headerTimeout
		c.Base = d
	}
	t := &transport{base: &c.Base, origin: origin(req.URL), fetch: token, lock: make(chan struct{}, 1)}
	c.HTTP = &http.Client{Transport: t, CheckRedirect: checkRedirect}
	return c, nil
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
// is nil. A response with a status other than 200 may be empty. What follows the JSON
// is not waited for. The body of the response that Send returns is closed.
func (c *Client) Send(req *http.Request, out any) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer readSome(resp.Body, restTimeout)
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
		select {
		case <-c.after(pause):
		case <-req.Context().Done():
			return nil, fmt.Errorf("%w: %w", failed, req.Context().Err())
		}
		if req, err = again(req); err != nil { // after the wait, since it opens the body
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

// An Error is a response with a status other than 2xx.
type Error struct {
	Method, Path string
	StatusCode   int
	Header       http.Header
	Body         []byte // its first 64 KiB, for json.Unmarshal
}

func newError(req *http.Request, resp *http.Response) *Error {
	return &Error{req.Method, req.URL.EscapedPath(), resp.StatusCode, resp.Header, readSome(resp.Body, errorTimeout)}
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s %s: %d %s: %.1000q", e.Method, e.Path, e.StatusCode, http.StatusText(e.StatusCode), e.Body)
}

var (
	errorTimeout = 10 * time.Second       // for the body of an Error
	restTimeout  = 100 * time.Millisecond // for the rest of another body, whose end frees its connection
)

// readSome returns up to 64 KiB of a body, as far as they arrive in time, and closes it.
func readSome(body io.ReadCloser, timeout time.Duration) []byte {
	defer time.AfterFunc(timeout, func() { body.Close() }).Stop()
	b, _ := io.ReadAll(io.LimitReader(body, 64<<10))
	body.Close()
	return b
}

var (
	temporary  = []int{429, 502, 503, 504}
	idempotent = []string{"GET", "HEAD", "QUERY", "OPTIONS", "TRACE", "PUT", "DELETE"} // RFC 9110 section 9.2.2, RFC 10008
)

// isRepeatable reports whether a request may be sent twice: its method is idempotent,
// or a key makes it so, and its body can be read again.
func isRepeatable(req *http.Request) bool {
	return (slices.Contains(idempotent, req.Method) || req.Header.Get("Idempotency-Key") != "") &&
		(req.Body == nil || req.GetBody != nil)
}

// again returns a copy of a request with its body from the start.
func again(req *http.Request) (_ *http.Request, err error) {
	req = req.Clone(req.Context())
	switch {
	case req.GetBody != nil:
		req.Body, err = req.GetBody()
	case req.Body != nil:
		err = errors.New("the body can be read only once")
	}
	return req, err
}

// retryAfter returns how long the server asks to wait: a number of seconds, or until
// a date (RFC 9110 section 10.2.3). Some servers send a fraction of a second. The
// result is negative if there is nothing to wait for.
func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	if seconds, _ := strconv.ParseFloat(value, 64); seconds > 0 {
		return time.Duration(min(seconds, 1e6) * float64(time.Second)) // no overflow
	}
	until, _ := http.ParseTime(value)
	return time.Until(until)
}

// A transport adds the token. It sees each redirect as a request of its own.
type transport struct {
	base   *http.RoundTripper // of the Client
	origin string             // that gets the token
	fetch  func(context.Context) (string, error)

	lock  chan struct{} // a channel, so that waiting for it ends with a context
	token string
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if t.fetch == nil || !t.isOurs(req) || req.Header.Get(tokenHeader) != "" {
		return (*t.base).RoundTrip(req)
	}
	token, err := t.tokenAfter(req.Context(), "")
	if err != nil {
		closeBody(req)
		return nil, err
	}
	resp, err := t.sendWith(token, req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	if token, err = t.tokenAfter(req.Context(), token); err != nil {
		resp.Body.Close()
		return nil, err
	}
	next, err := again(req)
	if err != nil || token == "" {
		return resp, nil // the next request has the new token
	}
	readSome(resp.Body, restTimeout)
	return t.sendWith(token, next)
}

// isOurs reports whether a request goes to the API, and was not redirected there by
// another server, which would choose its path.
func (t *transport) isOurs(req *http.Request) bool {
	for ; req != nil && origin(req.URL) == t.origin; req = req.Response.Request {
		if req.Response == nil { // it was not redirected
			return true
		}
	}
	return false
}

// tokenAfter returns the token, once that is not old any more. Of the requests that
// wait for it, one fetches it for all.
func (t *transport) tokenAfter(ctx context.Context, old string) (string, error) {
	select {
	case t.lock <- struct{}{}:
		defer func() { <-t.lock }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if t.token == old {
		token, err := t.fetch(ctx)
		if err != nil {
			return "", fmt.Errorf("fetching a token: %w", err)
		}
		t.token = token
	}
	return t.token, nil
}

func (t *transport) sendWith(token string, req *http.Request) (*http.Response, error) {
	if token != "" {
		req = req.Clone(req.Context()) // a RoundTripper must not change its request
		req.Header.Set(tokenHeader, token)
	}
	return (*t.base).RoundTrip(req)
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close()
	}
}

// checkRedirect lets accept, user-agent and range go to another origin, and back from
// there, and no other header of the request. A redirect that would send a body to another
// origin is not followed: it is the response. Neither is one that would change a method
// other than POST, unless its status is 303 (RFC 9110 section 15.4).
func checkRedirect(req *http.Request, via []*http.Request) error {
	last := via[len(via)-1].Method
	isElsewhere := func(r *http.Request) bool { return origin(r.URL) != origin(via[0].URL) }
	switch {
	case len(via) == 10:
		return errors.New("stopped after 10 redirects")
	case req.Method != last && last != "POST" && req.Response.StatusCode != http.StatusSeeOther:
		return http.ErrUseLastResponse
	case !isElsewhere(req) && !slices.ContainsFunc(via, isElsewhere):
		return nil
	case req.Body != nil:
		return http.ErrUseLastResponse
	}
	req.Host = ""
	maps.DeleteFunc(req.Header, func(name string, _ []string) bool {
		return name != "Accept" && name != "User-Agent" && name != "Range"
	})
	return nil
}

// origin returns the scheme, host and port of a URL, whose scheme net/url has put in
// lower case.
func origin(u *url.URL) string {
	port := cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// Pages returns the pages of a list whose Link header (RFC 8288) leads from each
// page to the next. The next page has the method, headers and body of the call, and the
// link in place of its URL, query included. A link to another origin, which would get
// the headers, is ErrOrigin. One to a page that was read before is an error too. An
// error is the last that the sequence yields.
func Pages[T any](ctx context.Context, c *Client, route string, layers ...endpoint.Layer) iter.Seq2[T, error] {
	return pages(ctx, c, route, layers, func(req *http.Request, resp *http.Response, _ T) (*http.Request, error) {
		target, err := nextLink(resp.Header)
		if err != nil {
			return nil, err
		}
		return follow(target, req, resp)
	})
}

// URLPages is like Pages for pages that contain the URL of the next, which the
// function next returns. It returns "" for the last page.
func URLPages[T any](ctx context.Context, c *Client, next func(page T) string, route string, layers ...endpoint.Layer) iter.Seq2[T, error] {
	return pages(ctx, c, route, layers, func(req *http.Request, resp *http.Response, page T) (*http.Request, error) {
		return follow(next(page), req, resp)
	})
}

// CursorPages is like Pages for pages that contain the cursor of the next. The
// function next returns it as the layer to add to the call, such as
// Query{"cursor": page.Next}, and nil or an empty map for the last page. A cursor
// within brackets is Query{"page[after]": page.Next}: a map for "page" would replace
// that of the call or the defaults.
func CursorPages[T any](ctx context.Context, c *Client, next func(page T) endpoint.Layer, route string, layers ...endpoint.Layer) iter.Seq2[T, error] {
	return pages(ctx, c, route, layers, func(_ *http.Request, _ *http.Response, page T) (*http.Request, error) {
		layer := next(page)
		if v := reflect.ValueOf(layer); layer == nil || v.Kind() == reflect.Pointer && v.IsNil() || v.Kind() == reflect.Map && v.Len() == 0 {
			return nil, nil
		}
		return c.API.HTTPRequest(ctx, route, append(slices.Clip(layers), layer)...)
	})
}

// A nextPage returns the request for the page after one, or nil after the last.
type nextPage[T any] func(req *http.Request, resp *http.Response, page T) (*http.Request, error)

func pages[T any](ctx context.Context, c *Client, route string, layers []endpoint.Layer, next nextPage[T]) iter.Seq2[T, error] {
	return func(yield func(page T, err error) bool) {
		req, err := c.API.HTTPRequest(ctx, route, layers...)
		for sent := map[string]bool{}; err == nil && req != nil; {
			var page T
			var resp *http.Response
			if resp, err = sendOnce(c, req, &page, sent); err != nil {
				break
			}
			if !yield(page, nil) {
				return
			}
			req, err = next(req, resp, page)
		}
		if err != nil {
			yield(*new(T), err)
		}
	}
}

// sendOnce sends a request unless it was sent before, with the same URL and body.
func sendOnce(c *Client, req *http.Request, out any, sent map[string]bool) (*http.Response, error) {
	dump, err := httputil.DumpRequest(req, true) // which reads and closes the body
	if err != nil {
		closeBody(req)
		return nil, err
	}
	if sent[string(dump)] {
		return nil, errors.New("the next page was read before")
	}
	sent[string(dump)] = true
	return c.Send(req, out)
}

// follow returns the request for the page at a URL in resp, or nil if it is "".
func follow(target string, req *http.Request, resp *http.Response) (*http.Request, error) {
	if target == "" {
		return nil, nil
	}
	next, err := cmp.Or(resp.Request, req).URL.Parse(target) // it may be relative
	if err != nil {
		return nil, errors.New("the link to the next page is not a URL")
	}
	if origin(next) != origin(req.URL) {
		reason := fmt.Sprintf("the next page is at %s, not at %s", origin(next), origin(req.URL))
		return nil, &endpoint.Error{Route: req.Pattern, Reason: reason, Err: endpoint.ErrOrigin}
	}
	next.User = req.URL.User
	req, err = again(req)
	req.URL = next
	return req, err
}

// A quoted text that does not end goes on to the end of the header. Without that, each
// link in it would be a match of its own that looks for that end.
var (
	linkValue = regexp.MustCompile(`(?s)<([^>]*)>((?:[^",]|"(?:[^"\\]|\\.)*(?:"|\\?$))*)`)
	linkRel   = regexp.MustCompile(`(?is)^(?:[^"]|"(?:[^"\\]|\\.)*")*?;\s*rel\s*=\s*"?([^";]*)`) // the first
)

// nextLink returns the target of the first link with the relation type "next"
// (RFC 8288 section 3), or "".
func nextLink(header http.Header) (string, error) {
	links := strings.Join(header.Values("Link"), ",")
	if len(links) > mostLinks {
		return "", errors.New("the Link header is too long")
	}
	for _, link := range linkValue.FindAllStringSubmatch(links, -1) {
		rel := linkRel.FindStringSubmatch(link[2])
		if rel != nil && slices.Contains(strings.Fields(strings.ToLower(rel[1])), "next") {
			return link[1], nil
		}
	}
	return "", nil
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
		data = append(data, text.String(), p.data())
		text.Reset()
	}
	w.Close()
	data = append(data, text.String())

	body, size, err := join(data)
	if err != nil {
		return nil, err
	}
	headers := endpoint.Headers{"content-type": w.FormDataContentType()}
	req, err := c.API.HTTPRequest(ctx, route, append(slices.Clip(layers), endpoint.Options{Headers: headers, Data: body})...)
	if err == nil && size >= 0 {
		req.ContentLength = size
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

// data returns the Data of a part. Unless the part is JSON, a time or another value
// that is text has no quotes.
func (p Part) data() any {
	if _, ok := p.Data.(encoding.TextMarshaler); ok && !strings.Contains(p.Type, "json") {
		var text string
		if b, err := json.Marshal(p.Data); err == nil && json.Unmarshal(b, &text) == nil {
			return text
		}
	}
	return p.Data
}

func (p Part) header() textproto.MIMEHeader {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace       // as mime/multipart does
	oneLine := strings.NewReplacer("\r", "%0D", "\n", "%0A").Replace // so does Go 1.25
	disposition := `form-data; name="` + quote(p.Name) + `"`
	if p.Filename != "" {
		disposition += `; filename="` + quote(p.Filename) + `"`
	}
	h := textproto.MIMEHeader{"Content-Disposition": {oneLine(disposition)}}
	if p.Type != "" {
		h.Set("Content-Type", oneLine(p.Type))
	}
	return h
}

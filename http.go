// From a description, or from a call without one, to a request for net/http:
// the kinds of body, their lengths and copies. Also BodyReader.

package endpoint

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/jsonvalue"
	"example.com/endpoint/internal/redact"
	"example.com/endpoint/internal/rfc6570"
)

// HTTPRequest builds the request for net/http: the method in upper case,
// header names canonical, Host from a host header and ContentLength from a
// content-length header, neither of which stays in the header map.
//
// The kinds of Body, in this order:
//   - an io.Reader is streamed. A regular *os.File is read from its offset on
//     and not closed; a nil pointer is ErrBody.
//   - url.Values are a form.
//   - json.RawMessage is sent as it is, and must be valid.
//   - json.Marshaler, encoding.TextMarshaler and json.Number are JSON.
//   - strings and byte slices are sent as they are; "" is a body of length 0.
//   - anything else is JSON, without HTML escaping, keys sorted, and without a
//     newline at the end.
//
// GetBody is set for every body that can be read again, a regular file among
// them, and each call of HTTPRequest reads from the same start, so that a
// redirect (307) or a retry sends the body once more. Any other Reader is used
// once, with the length of a content-length header or else chunked.
//
// A content-length of 0 for a Reader of unknown length is checked: one byte is
// read of it here.
//
// Without a Body the request is as http.NewRequest leaves it. The errors are
// [ErrMethod], [ErrRoute] for a URL that is not absolute, [ErrHeader], also for
// two spellings of one name and a content-length that is no number or not that
// of the body, [ErrBody], and [ErrParam] for a nil ctx.
func (r Request) HTTPRequest(ctx context.Context) (*http.Request, error) {
	method := ascii.Upper(r.Method)
	if reason := invalidMethod(method); reason != "" {
		return nil, &Error{r.routeText(), "", &reasonError{kind: ErrMethod, reason: reason}}
	}
	u, err := url.Parse(r.URL)
	if err != nil || !isAbsolute(r.URL) || u.Hostname() == "" {
		return nil, &Error{r.routeText(), "", &reasonError{kind: ErrRoute, reason: "the URL is not a valid http or https address"}}
	}
	headers, err := r.fields()
	if err != nil {
		return nil, err
	}
	content, err := newContent(r.routeText, r.Body)
	if err != nil {
		return nil, err
	}
	return assemble(ctx, r.routeText, method, u, fields{later: headers}, &built{}, &content)
}

// routeText is what an error shows of the route: the method, since the URL has
// the values in it.
func (r Request) routeText() string { return redact.Printable(redact.Route(ascii.Upper(r.Method))) }

// fields returns the headers by name.
func (r Request) fields() ([]header, error) {
	headers := make([]header, 0, len(r.Headers))
	for name, value := range r.Headers {
		headers = append(headers, newHeader(name, value, 0))
	}
	slices.SortFunc(headers, func(a, b header) int { return a.compare(&b) })
	for i := range headers {
		h := &headers[i]
		reason := ""
		if h.invalid != valid {
			reason = h.invalid.String()
		}
		if i+1 < len(headers) && h.of.lower == headers[i+1].of.lower {
			reason = "it is there in two spellings"
		}
		if reason != "" {
			return nil, &Error{r.routeText(), h.of.lower, &reasonError{kind: ErrHeader, reason: reason}}
		}
	}
	return headers, nil
}

// BodyReader returns the body as HTTPRequest would send it, for clients of
// other kinds, with its size in bytes: nil and 0 where there is none, size -1
// where it is not known. A Reader that is sent once is returned as it is, for
// the client to close; of one that can be read again the result is a new Reader,
// without Close. The errors are [ErrHeader] and [ErrBody], as of HTTPRequest.
func (r Request) BodyReader() (body io.Reader, size int64, err error) {
	headers, err := r.fields()
	if err != nil {
		return nil, 0, err
	}
	content, err := newContent(r.routeText, r.Body)
	if err != nil {
		return nil, 0, err
	}
	for _, h := range headers {
		if h.value != "" && h.of.is == contentLengthField {
			if err := content.setLength(r.routeText, h.value); err != nil {
				return nil, 0, err
			}
		}
	}
	if !content.exists {
		return nil, 0, nil
	}
	return content.reader(), content.size, nil
}

// httpRequest is the outcome of a call for net/http. It is what request and
// Request.HTTPRequest would give.
func (c *call) httpRequest(ctx context.Context) (*http.Request, error) {
	if err := c.parse(); err != nil {
		return nil, err
	}
	var body content
	if c.built.body != nil || c.built.send == sendJSON {
		var err error
		if body, err = c.content(); err != nil {
			return nil, err
		}
	}
	var u url.URL
	if err := c.parsedURL(&u); err != nil {
		return nil, err
	}
	return assemble(ctx, c.routeText, c.method, &u, c.fields(), &c.built, &body)
}

// content is the body.
func (c *call) content() (content, error) {
	if c.built.send == sendJSON {
		return c.contentJSON()
	}
	return newContent(c.routeText, c.built.body)
}

// contentJSON writes the leftover parameters as JSON, without a map.
func (c *call) contentJSON() (_ content, err error) {
	var stack [512]byte
	b := append(stack[:0], '{')
	left := c.leftovers()
	for p := left.next(); p != nil; p = left.next() {
		if len(b) > 1 {
			b = append(b, ',')
		}
		if b, err = jsonvalue.AppendMember(b, p.key, p.value); err != nil {
			return content{}, &Error{c.routeText(), p.key, &reasonError{ErrBody, noJSON, harmless(err, p.value)}}
		}
	}
	return content{exists: true}.ofBytes(bytes.Clone(append(b, '}'))), nil
}

// parsedURL sets u to what url.Parse makes of the URL. Where the address is
// known beforehand and every byte of the path stands for itself, the parts are
// slices of the text.
func (c *call) parsedURL(u *url.URL) error {
	s := c.built.url
	if origin := c.built.origin; origin != nil {
		path, query, _ := strings.Cut(s[c.built.path:], "?")
		if (path == "" || isPlainPath(path)) && strings.IndexByte(query, '#') < 0 && !strings.HasSuffix(s, "?") {
			*u = *origin
			u.Path, u.RawQuery = path, query
			return nil
		}
	}
	parsed, err := url.Parse(s)
	if err != nil { // cannot be: the fuzz targets look for one
		return c.fail(ErrRoute, "", "the URL is not valid")
	}
	*u = *parsed
	return nil
}

// A request for net/http and all it points to, in one allocation.
type bundle struct {
	request http.Request
	url     url.URL
	values  [4]string
}

// assemble makes the request for net/http of checked parts.
func assemble(ctx context.Context, route func() string, method string, u *url.URL, headers fields, more *built, content *content) (*http.Request, error) {
	if ctx == nil {
		return nil, &Error{route(), "ctx", &reasonError{kind: ErrParam, reason: "it is nil"}}
	}
	b := new(bundle)
	b.url = *u
	b.url.Host = strings.TrimSuffix(b.url.Host, ":")
	b.request = *new(http.Request).WithContext(ctx)
	r := &b.request
	r.Method, r.URL, r.Host = method, &b.url, b.url.Host
	r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/1.1", 1, 1
	values := b.values[:0]
	n := headers.len()
	if n > len(b.values) {
		values = make([]string, 0, n)
	}
	b.request.Header = make(http.Header, n)
	for h := headers.next(); h != nil; h = headers.next() {
		switch h.of.is {
		case hostField:
			if !isHost(h.value) {
				return nil, &Error{route(), h.of.lower, &reasonError{kind: ErrHeader, reason: "it is not a host"}}
			}
			b.request.Host = h.value
			continue
		case contentLengthField:
			if err := content.setLength(route, h.value); err != nil {
				return nil, err
			}
			continue
		}
		values = append(values, h.value)
		b.request.Header[h.of.canonical] = last(values)
	}
	if more.accept != "" {
		values = append(values, more.accept)
		b.request.Header["Accept"] = last(values)
	}
	if more.contentType != "" {
		values = append(values, more.contentType)
		b.request.Header["Content-Type"] = last(values)
	}
	content.attach(&b.request)
	return &b.request, nil
}

// last is the last value as a list that cannot grow over the next.
func last(values []string) []string {
	n := len(values)
	return values[n-1 : n : n]
}

// isHost tells whether s may stand in a Host header: a host and no more.
func isHost(s string) bool {
	u, err := url.Parse("http://" + s + "/")
	return err == nil && u.User == nil && u.Hostname() != "" &&
		!strings.ContainsAny(s, "/?#\\ \t\"<>^`{|}")
}

// The kinds of body.
type bodyKind uint8

const (
	readerBody bodyKind = iota
	formBody
	rawJSONBody
	textBody
	jsonBody
)

// kindOf tells the kind of a body that is not nil.
func kindOf(body any) bodyKind {
	switch body.(type) {
	case string, []byte:
		return textBody
	case io.Reader:
		return readerBody
	case url.Values:
		return formBody
	case json.RawMessage:
		return rawJSONBody
	case map[string]any, json.Marshaler, encoding.TextMarshaler, json.Number:
		return jsonBody
	}
	if t := reflect.TypeOf(body); t.Kind() == reflect.String || t.Kind() == reflect.Slice && rfc6570.IsByte(t.Elem()) {
		return textBody
	}
	return jsonBody
}

// content is a body ready to be sent. At most one of its sources is set.
type content struct {
	exists bool
	size   int64 // -1: unknown
	text   string
	bytes  []byte
	file   *os.File // read from offset on
	offset int64
	stream io.Reader
}

const noJSON = "it cannot be encoded as JSON"

// newContent reads a body.
func newContent(route func() string, body any) (content, error) {
	switch params := body.(type) {
	case nil:
		return content{}, nil
	case Params:
		body = map[string]any(params)
	}
	fail := func(reason string) (content, error) {
		return content{}, &Error{route(), "body", &reasonError{kind: ErrBody, reason: reason}}
	}
	c := content{exists: true}
	switch kindOf(body) {
	case readerBody:
		if rv := reflect.ValueOf(body); rv.Kind() == reflect.Pointer && rv.IsNil() {
			return fail("the Reader is a nil pointer")
		}
		return c.ofReader(body.(io.Reader)), nil
	case formBody:
		return c.ofText(body.(url.Values).Encode()), nil
	case rawJSONBody:
		raw := body.(json.RawMessage)
		if !json.Valid(raw) {
			return fail("the json.RawMessage is not valid JSON")
		}
		return c.ofBytes(raw), nil
	case textBody:
		return c.ofTextOrBytes(body), nil
	}
	b, err := jsonvalue.Append(nil, body)
	if err != nil {
		return content{}, &Error{route(), "body", &reasonError{ErrBody, noJSON, harmless(err, body)}}
	}
	return c.ofBytes(b), nil
}

func (c content) ofText(s string) content {
	c.text, c.size = s, int64(len(s))
	return c
}

func (c content) ofBytes(b []byte) content {
	c.bytes, c.size = b, int64(len(b))
	return c
}

func (c content) ofTextOrBytes(body any) content {
	switch v := body.(type) {
	case string:
		return c.ofText(v)
	case []byte:
		return c.ofBytes(v)
	}
	rv := reflect.ValueOf(body)
	if rv.Kind() == reflect.String {
		return c.ofText(rv.String())
	}
	return c.ofBytes(rv.Bytes())
}

// ofReader takes what a Reader of the standard library still holds, so that it
// can be read again, and any other Reader as a stream.
func (c content) ofReader(r io.Reader) content {
	switch r := r.(type) {
	case *bytes.Buffer:
		return c.ofBytes(r.Bytes())
	case *bytes.Reader, *strings.Reader:
		if c.size = int64(r.(interface{ Len() int }).Len()); c.size > 0 {
			c.stream = r
		}
		return c
	case *os.File:
		if size, offset, ok := fileRest(r); ok {
			c.file, c.size, c.offset = r, size, offset
			return c
		}
	}
	if r == http.NoBody {
		return c
	}
	c.stream, c.size = r, -1
	return c
}

// fileRest returns how much of a regular file is left to read, and from where.
// A file that says it is empty and is not, as those of /proc, is read as a
// stream.
func fileRest(f *os.File) (size, offset int64, ok bool) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, 0, false
	}
	offset, err = f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, 0, false
	}
	size = max(info.Size()-offset, 0)
	if size == 0 {
		n, _ := f.ReadAt(make([]byte, 1), offset)
		return 0, offset, n == 0
	}
	return size, offset, true
}

// setLength takes the length that a content-length header declares.
func (c *content) setLength(route func() string, value string) error {
	fail := func(reason string) error {
		return &Error{route(), "content-length", &reasonError{kind: ErrHeader, reason: reason}}
	}
	n, err := strconv.ParseUint(value, 10, 63)
	switch {
	case err != nil:
		return fail("it is not a number")
	case c.size >= 0 && int64(n) != c.size:
		return fail("it is not the length of the body")
	case c.size < 0 && n == 0:
		if !isEmpty(c.stream) {
			return fail("it is 0 for a body that is not empty")
		}
		c.stream = nil
	}
	c.size = int64(n)
	return nil
}

// isEmpty reads one byte of r, which is to hold none, and closes it then.
// net/http takes a length of 0 for an unknown one, so that an empty stream has
// to be told from others here.
func isEmpty(r io.Reader) bool {
	n, err := io.ReadFull(r, make([]byte, 1))
	if c, ok := r.(io.Closer); ok && err == io.EOF {
		c.Close()
	}
	return n == 0 && err == io.EOF
}

// again returns a function that returns a new Reader of the same bytes at each
// call; nil where there can be one only.
func (c *content) again() func() io.Reader {
	switch r := c.stream.(type) {
	case nil:
	case *bytes.Reader:
		snapshot := *r
		return func() io.Reader { r := snapshot; return &r }
	case *strings.Reader:
		snapshot := *r
		return func() io.Reader { r := snapshot; return &r }
	default:
		return nil
	}
	if c.file != nil {
		f, offset, size := c.file, c.offset, c.size
		return func() io.Reader { return io.NewSectionReader(f, offset, size) }
	}
	if c.bytes != nil {
		b := c.bytes
		return func() io.Reader { return bytes.NewReader(b) }
	}
	s := c.text
	return func() io.Reader { return strings.NewReader(s) }
}

func (c *content) reader() io.Reader {
	if again := c.again(); again != nil {
		return again()
	}
	return c.stream
}

// attach sets Body, GetBody and ContentLength.
func (c *content) attach(r *http.Request) {
	if !c.exists {
		return
	}
	r.ContentLength = c.size
	if c.size == 0 {
		r.Body = http.NoBody
		r.GetBody = func() (io.ReadCloser, error) { return http.NoBody, nil }
		return
	}
	if b := c.bytes; b != nil { // the usual case, with one closure less
		r.Body = io.NopCloser(bytes.NewReader(b))
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }
		return
	}
	switch again := c.again(); {
	case again != nil:
		r.Body = io.NopCloser(again())
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(again()), nil }
	default:
		r.Body = closer(c.stream)
	}
}

func closer(r io.Reader) io.ReadCloser {
	if rc, ok := r.(io.ReadCloser); ok {
		return rc
	}
	return io.NopCloser(r)
}

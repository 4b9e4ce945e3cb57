// A call or a Request to a request for net/http, and to the body of other
// clients.

package endpoint

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/ascii"
	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/jsonvalue"
)

// HTTPRequest builds the request for net/http. The method is in upper case,
// and header names are canonical. A host header sets Host: a name or IP
// address with an optional port. A content-length header sets ContentLength.
// Neither stays in the header map.
//
// The kinds of Body, in this order:
//   - An io.Reader is streamed. A regular *os.File is read from its current
//     offset and is not closed.
//   - url.Values are a form.
//   - A json.RawMessage must be valid JSON and is sent as is.
//   - A json.Marshaler, encoding.TextMarshaler or json.Number is JSON.
//   - Strings and byte slices are sent as is. "" is a body of length 0.
//   - Anything else is JSON: maps with sorted keys, structs in the order of
//     their fields, without HTML escaping and without a newline at the end.
//
// GetBody is set if the body can be read again, so that a redirect or a retry
// can resend it. That includes a *bytes.Buffer, a *bytes.Reader, a
// *strings.Reader and a regular file. Their length is known, and every call of
// HTTPRequest reads them from the same offset. Any other Reader is read once,
// and is sent chunked unless a content-length header is set. If content-length
// is 0, the Reader is closed without being read.
//
// The errors are [ErrMethod]; [ErrRoute] for a URL that is not absolute;
// [ErrHeader], including names that differ only in case and a content-length
// that does not match the body; [ErrBody]; and [ErrParam] for a nil ctx.
func (r Request) HTTPRequest(ctx context.Context) (*http.Request, error) {
	req, err := r.httpRequest(ctx)
	if err != nil {
		return nil, r.failed(err)
	}
	return req, nil
}

func (r Request) httpRequest(ctx context.Context) (*http.Request, *Error) {
	method := ascii.Upper(r.Method)
	if err := checkMethod(method); err != nil {
		return nil, err
	}
	u, err := url.Parse(r.URL)
	if err != nil || !address.IsAbsolute(r.URL) || u.Hostname() == "" {
		return nil, &Error{Reason: "the URL is not a valid http or https address", Err: ErrRoute}
	}
	headers, failed := r.sortedHeaders()
	if failed != nil {
		return nil, failed
	}
	content, failed := newContent(r.Body)
	if failed != nil {
		return nil, failed
	}
	return assemble(ctx, method, u, headers, &parsed{}, &content)
}

// failed adds the route to an error: the method alone, since the URL has values
// in it.
func (r Request) failed(err *Error) error {
	err.Route = shownRoute(ascii.Upper(r.Method), "")
	return err
}

// sortedHeaders returns the headers by name.
func (r Request) sortedHeaders() ([]header, *Error) {
	headers := make([]header, 0, len(r.Headers))
	for name, value := range r.Headers {
		headers = append(headers, newHeader(name, value, 0))
	}
	sortHeaders(headers)
	for i := range headers {
		h := &headers[i]
		reason := h.reason
		if i+1 < len(headers) && h.name.lower == headers[i+1].name.lower {
			reason = "it is present in two spellings: keep one"
		}
		if reason != "" {
			return nil, &Error{Name: h.name.lower, Reason: reason, Err: ErrHeader}
		}
	}
	return headers, nil
}

// BodyReader returns the body that HTTPRequest would send, and its size in
// bytes, for other clients. Without a body it returns nil and 0. The size is
// -1 if it is unknown. If the body can be read again, each call returns a new
// Reader. Otherwise BodyReader returns the Reader itself, and the client must
// close it. The errors are [ErrHeader] and [ErrBody].
func (r Request) BodyReader() (body io.Reader, size int64, err error) {
	headers, failed := r.sortedHeaders()
	if failed != nil {
		return nil, 0, r.failed(failed)
	}
	content, failed := newContent(r.Body)
	if failed != nil {
		return nil, 0, r.failed(failed)
	}
	for i := range headers {
		if err := setLength(&content, &headers[i]); err != nil {
			return nil, 0, r.failed(err)
		}
	}
	return content.Reader(), content.Size(), nil
}

// newContent reads a body.
func newContent(v any) (body.Content, *Error) {
	if params, ok := v.(Params); ok {
		v = map[string]any(params)
	}
	content, err := body.New(v)
	if err != nil {
		return content, &Error{Name: "body", Reason: err.Error(), Err: ErrBody}
	}
	return content, nil
}

// setLength declares the length of a body if h is a content-length.
func setLength(content *body.Content, h *header) *Error {
	if h.name.field != contentLengthField || h.value == "" {
		return nil
	}
	if err := content.SetLength(h.value); err != nil {
		return &Error{Name: h.name.lower, Reason: err.Error(), Err: ErrHeader}
	}
	return nil
}

func (c *call) httpRequest(ctx context.Context) (*http.Request, *Error) {
	p, err := c.parse()
	if err != nil {
		return nil, err
	}
	var content body.Content
	if p.destination == toJSON {
		content, err = c.object()
	} else {
		content, err = newContent(p.body)
	}
	if err != nil {
		return nil, err
	}
	var u url.URL
	if err := p.parseURL(&u); err != nil {
		return nil, err
	}
	return assemble(ctx, c.method, &u, c.headers.items(), &p, &content)
}

// object writes the leftover parameters as a JSON object, without a map.
func (c *call) object() (content body.Content, err *Error) {
	var stack [512]byte
	b := append(stack[:0], '{')
	left := c.left()
	for i := range left {
		p := &left[i]
		if !p.isSent() || p.query {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		var failed error
		if b, failed = jsonvalue.AppendMember(b, p.key, p.value); failed != nil {
			return content, &Error{Name: p.key, Reason: failed.Error(), Err: ErrBody}
		}
	}
	return body.FromJSON(bytes.Clone(append(b, '}'))), nil
}

// parseURL sets u to what url.Parse makes of the URL. Where the origin is known
// beforehand and every byte of the path stands for itself, the parts are slices
// of the text.
func (p *parsed) parseURL(u *url.URL) *Error {
	if p.layout.Origin != nil {
		path, query, _ := strings.Cut(p.url[p.layout.Path:], "?")
		if (path == "" || address.IsPlainPath(path)) && strings.IndexByte(query, '#') < 0 && !strings.HasSuffix(p.url, "?") {
			*u = *p.layout.Origin
			if u.User != nil {
				user := *u.User // a caller may write to it
				u.User = &user
			}
			u.Path, u.RawQuery = path, query
			return nil
		}
	}
	whole, err := url.Parse(p.url)
	if err != nil { // cannot be: the fuzz targets look for one
		return &Error{Reason: "the URL is not valid", Err: ErrRoute}
	}
	*u = *whole
	return nil
}

// A bundle is a request for net/http and all it points to, in one allocation.
type bundle struct {
	request http.Request
	url     url.URL
	values  [4]string
}

// assemble makes the request for net/http from checked parts.
func assemble(ctx context.Context, method string, u *url.URL, headers []header, p *parsed, content *body.Content) (*http.Request, *Error) {
	if ctx == nil {
		return nil, &Error{Name: "ctx", Reason: "it is nil: pass context.Background() at least", Err: ErrParam}
	}
	b := new(bundle)
	b.url = *u
	b.url.Host = strings.TrimSuffix(b.url.Host, ":")
	b.request = *new(http.Request).WithContext(ctx)
	r := &b.request
	r.Method, r.URL, r.Host = method, &b.url, b.url.Host
	r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/1.1", 1, 1
	r.Header = make(http.Header, len(headers)+2)
	values := b.values[:0]
	if len(headers) > len(b.values) {
		values = make([]string, 0, len(headers)+2)
	}
	add := func(name, value string) {
		values = append(values, value)
		n := len(values)
		r.Header[name] = values[n-1 : n : n] // full, so that adding to it copies
	}
	for i := range headers {
		h := &headers[i]
		switch {
		case h.value == "" || h.name.field == acceptField && p.accept != "":
		case h.name.field == hostField:
			if !address.IsHost(h.value) {
				return nil, &Error{Name: h.name.lower, Reason: "it is not a host name or IP address with an optional port", Err: ErrHeader}
			}
			r.Host = h.value
		case h.name.field == contentLengthField:
			if err := setLength(content, h); err != nil {
				return nil, err
			}
		default:
			add(h.name.canonical, h.value)
		}
	}
	if p.accept != "" {
		add("Accept", p.accept)
	}
	if p.contentType != "" {
		add("Content-Type", p.contentType)
	}
	content.Attach(r)
	return r, nil
}

// A call to a request for net/http, without a Request in between.

package endpoint

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/header"
)

// HTTPRequest builds the request for a route for net/http. It is equivalent to
// Build followed by [Request.HTTPRequest], except that the error for a
// parameter that cannot be encoded as JSON names the parameter.
func (e Endpoint) HTTPRequest(ctx context.Context, route string, layers ...Layer) (*http.Request, error) {
	var r room
	var c call
	values, left, headers := c.merge(&r, e.defaults(), route, layers)
	var p parsed
	headers, err := c.parse(r.url[:0], values, left, headers, &p)
	if err != nil {
		return nil, c.failed(err)
	}
	content, err := p.encode(left)
	if err != nil {
		return nil, c.failed(err)
	}
	b, err := newBundle(ctx)
	if err != nil {
		return nil, c.failed(err)
	}
	if err := p.parseURL(&b.url); err != nil {
		return nil, c.failed(err)
	}
	request, err := b.assemble(c.set.Method, headers, &content)
	if err != nil {
		return nil, c.failed(err)
	}
	return request, nil
}

// parseURL sets u to what url.Parse makes of the URL. Where the origin is known
// and every byte of the path stands for itself, its parts are slices of the
// text.
func (p *parsed) parseURL(u *url.URL) *Error {
	rest := p.url[p.layout.End:]
	if p.layout.Origin != nil && p.layout.Plain && rest != "?" && strings.IndexByte(rest, '#') < 0 {
		*u = *p.layout.Origin
		if u.User != nil {
			user := *u.User // a caller may write to it
			u.User = &user
		}
		u.Path, u.RawQuery = p.url[p.layout.Path:p.layout.End], strings.TrimPrefix(rest, "?")
		return nil
	}
	whole, err := url.Parse(p.url)
	if err != nil { // never happens; the fuzz targets check it
		return &Error{Reason: "the URL is not valid", Err: ErrRoute}
	}
	*u = *whole
	return nil
}

// A bundle is a request for net/http with its URL and the values of its headers,
// in one allocation.
type bundle struct {
	request http.Request
	url     url.URL
	values  [4]string
}

var noRequest http.Request // to be copied

// newBundle returns a request with a context, which only a copy of a request can
// have.
func newBundle(ctx context.Context) (*bundle, *Error) {
	if ctx == nil {
		return nil, &Error{Name: "ctx", Reason: "it is nil: pass context.Background() at least", Err: ErrParam}
	}
	return &bundle{request: *noRequest.WithContext(ctx)}, nil
}

// assemble completes a request, whose URL is set, with checked parts.
func (b *bundle) assemble(method string, headers []header.Field, content *body.Content) (*http.Request, *Error) {
	b.url.Host = strings.TrimSuffix(b.url.Host, ":")
	r := &b.request
	r.Method, r.URL, r.Host = method, &b.url, b.url.Host
	r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/1.1", 1, 1
	r.Header = make(http.Header, len(headers))
	values := b.values[:0]
	if len(headers) > len(b.values) {
		values = make([]string, 0, len(headers))
	}
	for i := range headers {
		f := &headers[i]
		switch {
		case f.Value == "":
		case f.IsField:
			if err := setField(r, f, content); err != nil {
				return nil, err
			}
		default:
			n := len(values)
			values = append(values, f.Value)
			r.Header[f.Canonical] = values[n : n+1 : n+1] // full, so that adding to it copies
		}
	}
	content.Attach(r)
	return r, nil
}

// setField sets the field of a request that net/http has in place of a header.
func setField(r *http.Request, f *header.Field, content *body.Content) *Error {
	reason := ""
	switch f.Lower {
	case "host":
		if !address.IsHost(f.Value) {
			reason = "it is not a host name or IP address with an optional port up to 65535"
		}
		r.Host = f.Value
	case "content-length":
		return setLength(content, f)
	default:
		reason = "net/http does not send it as a header: set " + strings.ReplaceAll(f.Canonical, "-", "") + " of the *http.Request"
	}
	if reason != "" {
		return &Error{Name: f.Lower, Reason: reason, Err: ErrHeader}
	}
	return nil
}

// setLength declares the length of a body as content-length has it.
func setLength(content *body.Content, f *header.Field) *Error {
	if err := content.SetLength(f.Value); err != nil {
		return &Error{Name: f.Lower, Reason: err.Error(), Err: ErrHeader}
	}
	return nil
}

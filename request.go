// A Request on its own: for net/http, for other clients, and compared in a test.

package endpoint

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/jsondiff"
	"example.com/endpoint/internal/redact"
)

// HTTPRequest builds the request for net/http. The method is in upper case,
// and header names are canonical. A host header sets Host: a name or IP
// address with an optional port. A content-length header sets ContentLength.
// Neither stays in the header map. A transfer-encoding or trailer header is an
// error, because net/http would drop it: set the field of the *http.Request.
//
// The kinds of Body, in this order:
//   - An io.Reader is streamed. A regular *os.File is read from its current
//     offset and is not closed.
//   - url.Values are a form.
//   - A json.RawMessage must be valid JSON and is sent as is.
//   - A json.Marshaler, encoding.TextMarshaler or json.Number is JSON.
//   - Strings and byte slices are sent as is. "" is a body of length 0.
//   - Anything else, a *string included, is JSON: maps with sorted keys, structs
//     in the order of their fields, without HTML escaping and without a newline
//     at the end.
//
// GetBody is set if the body can be read again, so that a redirect or a retry
// can resend it. That includes a *bytes.Buffer, a *bytes.Reader, a
// *strings.Reader and a regular file. Their length is known, and every call to
// HTTPRequest reads them from the same offset. Any other Reader is read once,
// and is sent chunked unless a content-length header is set.
//
// The errors are [ErrMethod]; [ErrRoute] for a URL that is not absolute;
// [ErrHeader], including names that differ only in case, transfer-encoding,
// trailer and a content-length that does not match the body; [ErrBody]; and
// [ErrParam] for a nil ctx. The Route of these errors is the method alone, since
// the URL contains values.
func (r Request) HTTPRequest(ctx context.Context) (*http.Request, error) {
	request, err := r.httpRequest(ctx)
	if err != nil {
		return nil, r.failed(err)
	}
	return request, nil
}

func (r Request) httpRequest(ctx context.Context) (*http.Request, *Error) {
	method := header.Upper(r.Method)
	if err := checkMethod(method); err != nil {
		return nil, err
	}
	u, parseErr := address.Parse(r.URL)
	if parseErr != nil {
		return nil, &Error{Reason: "the URL is not a valid http or https URL", Err: ErrRoute}
	}
	headers, content, err := r.parts()
	if err != nil {
		return nil, err
	}
	b, err := newBundle(ctx)
	if err != nil {
		return nil, err
	}
	b.url = *u
	return b.assemble(method, headers, &content)
}

// failed adds the route to an error: the method alone, since the URL has values
// in it.
func (r Request) failed(err *Error) error {
	err.Route = shownRoute(header.Upper(r.Method), "")
	return err
}

// parts returns the headers by name, and the body encoded.
func (r Request) parts() (headers []header.Field, content body.Content, err *Error) {
	headers = header.Append(nil, r.Headers, 0)
	slices.SortFunc(headers, header.Compare)
	for i := range headers {
		f := &headers[i]
		reason := f.Invalid()
		if i > 0 && f.Lower == headers[i-1].Lower {
			reason = "it is present in two spellings: keep one"
		}
		if reason != "" {
			return nil, content, &Error{Name: f.Lower, Reason: reason, Err: ErrHeader}
		}
	}
	content, err = newContent(r.Body)
	return headers, content, err
}

// BodyReader returns the body that HTTPRequest would send, and its size in
// bytes, for other clients. The size is -1 if it is unknown. Without a body, it
// returns [http.NoBody] and 0; test whether Body is nil to tell this from an
// empty body. If the body can be read again, each call returns a new Reader.
// Otherwise BodyReader returns the Reader itself, and the client must close it.
// The errors are [ErrHeader] and [ErrBody].
func (r Request) BodyReader() (body io.Reader, size int64, err error) {
	headers, content, failed := r.parts()
	if i := header.Index(headers, "content-length"); i >= 0 && headers[i].Value != "" && failed == nil {
		failed = setLength(&content, &headers[i])
	}
	if failed != nil {
		return nil, 0, r.failed(failed)
	}
	return content.Reader(), content.Size(), nil
}

// Diff compares r with the request that a test wants. It returns "" if they are
// equal, else one line for each difference, with both sides:
//
//	method: got "get", want "post"
//	header accept: got "text/html", want none
//	body.items[0].price: got 5, want 6
//
// These are compared:
//   - The method, in any case, and the URL, as text: x+y is not x%20y.
//   - The headers that want names, in any case. A header with the value "" in
//     want must be absent from r. Other headers of r are not compared, so a test
//     does not repeat the defaults.
//   - The body, by the bytes that HTTPRequest would send. JSON is compared by
//     its decoded value, with numbers as their text, so a map equals a struct
//     that is encoded alike; the differences are named by their path, at most
//     ten. JSON text is compared so if it is a json.RawMessage, not if it is a
//     string or bytes; JSON with more than 10,000 levels is compared as text.
//     Without a body in want there must be none in r. A Reader that can be read
//     only once equals only itself and is not read.
//   - Meta, by [reflect.DeepEqual]. Only its types are shown.
//
// The result shows values, secrets included.
func (r Request) Diff(want Request) string {
	var lines []string
	differ := func(name, got, want string) {
		lines = append(lines, redact.Printable(name+": got "+got+", want "+want))
	}
	if !header.EqualFold(r.Method, want.Method) {
		differ("method", strconv.Quote(r.Method), strconv.Quote(want.Method))
	}
	if r.URL != want.URL {
		differ("URL", strconv.Quote(r.URL), strconv.Quote(want.URL))
	}
	sent := map[string]string{} // by name
	for _, f := range header.Latest(header.Append(nil, r.Headers, 0)) {
		sent[f.Lower] = f.Value
	}
	for _, name := range slices.Sorted(maps.Keys(want.Headers)) {
		lower := header.Lower(name)
		if got, want := shownField(sent[lower]), shownField(want.Headers[name]); got != want {
			differ("header "+lower, got, want)
		}
	}
	for _, text := range diffBodies(r.Body, want.Body) {
		lines = append(lines, redact.Printable(text))
	}
	if !reflect.DeepEqual(r.Meta, want.Meta) { // shown by type alone: it may hold itself
		a, b := fmt.Sprintf("%T", r.Meta), fmt.Sprintf("%T", want.Meta)
		if a == b {
			b = "another value of that type"
		}
		differ("meta", a, b)
	}
	return strings.Join(lines, "\n")
}

// shownField returns the value of a header as Diff shows it.
func shownField(v string) string {
	if v = header.Trim(v); v == "" {
		return "none"
	}
	return strconv.Quote(v)
}

// diffBodies returns one line for each difference between two bodies.
func diffBodies(got, want any) []string {
	a, b := readBody(got), readBody(want)
	if a.isJSON && b.isJSON {
		if lines, ok := jsondiff.Lines("body", []byte(a.text), []byte(b.text)); ok {
			return lines
		}
	}
	if reflect.ValueOf(b.sent).Comparable() && a.sent == b.sent { // == would panic for two of one type that is not
		return nil
	}
	if a.text == b.text && reflect.TypeOf(got) != reflect.TypeOf(want) {
		a.text += fmt.Sprintf(" (%T)", got)
		b.text += fmt.Sprintf(" (%T)", want)
	}
	return []string{"body: got " + a.text + ", want " + b.text}
}

// A shownBody is a body as Diff shows and compares it.
type shownBody struct {
	text   string
	sent   any // a string; a Reader that can be read only once; http.NoBody: none
	isJSON bool
}

func readBody(v any) shownBody {
	if v == nil {
		return shownBody{text: "none", sent: http.NoBody}
	}
	equalsNothing := math.NaN()
	content, err := newContent(v)
	if err != nil {
		return shownBody{text: "an invalid body: " + err.Reason, sent: equalsNothing}
	}
	if content.IsOnce() {
		return shownBody{text: fmt.Sprintf("a %T", v), sent: content.Reader()}
	}
	read, readErr := io.ReadAll(content.Reader())
	if readErr != nil {
		return shownBody{text: fmt.Sprintf("a %T that cannot be read", v), sent: equalsNothing}
	}
	if kind := body.KindOf(v); kind == body.JSON || kind == body.RawJSON {
		return shownBody{string(read), string(read), true}
	}
	return shownBody{text: strconv.Quote(string(read)), sent: string(read)}
}

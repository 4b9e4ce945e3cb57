// A Request: what is sent of it, byte for byte, each kind of body and its length, its Route,
// Requests made by hand, and Diff.

package test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/endpoint"
)

// onWire is a request as a server reads it.
type onWire struct {
	line   string   // "GET /x HTTP/1.1", byte for byte
	fields []string // "Name: value", sorted
	body   string   // without its chunks
}

// capture writes a request as a client sends it, and reads it as a server does.
func capture(t *testing.T, req *http.Request) onWire {
	t.Helper()
	var wire bytes.Buffer
	if err := req.Write(&wire); err != nil {
		t.Fatalf("writing %s %s: %v", req.Method, req.URL, err)
	}
	head, _, _ := strings.Cut(wire.String(), "\r\n\r\n")
	lines := strings.Split(head, "\r\n")
	slices.Sort(lines[1:])
	read, err := http.ReadRequest(bufio.NewReader(&wire))
	if err != nil {
		t.Fatalf("reading %s %s: %v", req.Method, req.URL, err)
	}
	return onWire{lines[0], lines[1:], content(t, read.Body)}
}

// checkWire compares what arrived with a request line, a body and header
// lines: those given, and Host, Accept and User-Agent of wireEndpoint.
func checkWire(t *testing.T, input string, req *http.Request, line, body string, fields ...string) {
	t.Helper()
	fields = append(fields, "Accept: a/b", "User-Agent: t")
	if !slices.ContainsFunc(fields, func(f string) bool { return strings.HasPrefix(f, "Host: ") }) {
		fields = append(fields, "Host: api.test")
	}
	slices.Sort(fields)
	want := onWire{line + " HTTP/1.1", fields, body}
	if got := capture(t, req); !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", input, got, want)
	}
}

var wireEndpoint = endpoint.New(options{
	BaseURL: "http://api.test",
	Headers: headers{"accept": "a/b", "user-agent": "t"},
})

// A wireTest has a request line without HTTP/1.1, headers but Accept, User-Agent and Host:
// api.test, and a body.
type wireTest struct {
	route  string
	call   layers
	line   string
	fields []string
	body   string
}

var wireTests = []wireTest{
	{route: "GET /", line: "GET /"},
	{route: "GET //a//b/?x=1#f", line: "GET //a//b/?x=1"},
	{route: "GET /a%2Fb%2fc!$&()*+,;=:@[]~-._", line: "GET /a%2Fb%2fc!$&()*+,;=:@[]~-._"},
	{route: "GET /\u00fc?\u00fc=\u20ac", line: "GET /%C3%BC?%C3%BC=%E2%82%AC"},
	{
		route: "GET /{x}", call: layers{path{"x": ":/?#[]@!$&'()*+,;= \"<>\\^`{|}\x7f\n\u00e9\xff%2F"}},
		line: "GET /%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%20%22%3C%3E%5C%5E%60%7B%7C%7D%7F%0A%C3%A9%FF%252F",
	},
	{route: "GET /{+x}", call: layers{path{"x": "a:/[]@!$&'()*+,;=%2Fc%d"}}, line: "GET /a:/[]@!$&'()*+,;=%2Fc%25d"},
	{
		route: "GET /x", call: layers{params{"b": []int{1, 2}, "a": "c d+e&f=g%"}, query{"c[]": []int{1, 2}}},
		line: "GET /x?a=c%20d%2Be%26f%3Dg%25&b=1&b=2&c%5B%5D=1&c%5B%5D=2",
	},
	{route: "GET http://other.test:8080/x", line: "GET /x", fields: []string{"Host: other.test:8080"}},
	{
		route: "GET {+next}", call: layers{path{"next": "http://other.test/a%2Fb?page=2&x[]=%7B"}},
		line: "GET /a%2Fb?page=2&x[]=%7B", fields: []string{"Host: other.test"},
	},

	// Methods, and requests without a body.
	{route: "HEAD /x", call: layers{params{"a": 1}}, line: "HEAD /x?a=1"},
	{route: "purge /x", line: "PURGE /x"},
	{route: "PUT /x", line: "PUT /x", fields: []string{"Content-Length: 0"}},
	{route: "POST /x", call: layers{headers{"content-length": "0"}}, line: "POST /x", fields: []string{"Content-Length: 0"}},

	// Headers, and bodies. Their kinds are in TestBodyKinds.
	{
		route: "GET /x", call: layers{headers{"host": "virtual.test:81", "x-aBC": " \"a\tb\" "}},
		line: "GET /x", fields: []string{"Host: virtual.test:81", "X-Abc: \"a\tb\""},
	},
	{
		route: "POST /x/{a}", call: layers{params{"a": 1, "d": nil, "c": "<&>", "b": []string{"\u00fc"}}},
		line: "POST /x/1", fields: []string{"Content-Length: 31", "Content-Type: " + jsonMIME},
		body: `{"b":["` + "\u00fc" + `"],"c":"<&>","d":null}`,
	},
	{
		route: "QUERY /x", call: layers{params{"a": 1}},
		line: "QUERY /x", fields: []string{"Content-Length: 7", "Content-Type: " + jsonMIME}, body: `{"a":1}`,
	},
	{
		route: "PUT /x", call: layers{params{"b": []int{1, 2}, "a": "c d"}, form},
		line: "PUT /x", fields: []string{"Content-Length: 13", "Content-Type: " + formMIME}, body: "a=c+d&b=1&b=2",
	},
	{
		route: "POST /x", call: layers{query{"q": 1}, data("text"), headers{"content-type": "text/plain", "content-length": "4"}},
		line: "POST /x?q=1", fields: []string{"Content-Length: 4", "Content-Type: text/plain"}, body: "text",
	},
	{route: "PROPFIND /x", call: layers{data([]byte("a"))}, line: "PROPFIND /x", fields: []string{"Content-Length: 1"}, body: "a"},
}

func TestWire(t *testing.T) {
	for _, tt := range wireTests {
		req, err := wireEndpoint.HTTPRequest(t.Context(), tt.route, tt.call...)
		if err != nil {
			t.Errorf("%q %v: %v", tt.route, tt.call, err)
			continue
		}
		if req.Header["Host"] != nil || req.Header["Content-Length"] != nil {
			t.Errorf("%q: header map %q", tt.route, req.Header)
		}
		checkWire(t, tt.route, req, tt.line, tt.body, tt.fields...)
	}
}

// A bodyKind is one kind of body; internal/body has all of each kind.
type bodyKind struct {
	name string
	body func(t *testing.T) any // a new one at each call
	want string
	size int64 // -1: unknown, and it cannot be read again
	mime string
}

// A stream is a Reader of unknown size, which can be read once.
type stream struct {
	io.Reader
	closed bool
}

func newStream(text string) *stream {
	return &stream{Reader: iotest.OneByteReader(strings.NewReader(text))}
}

func (s *stream) Close() error { s.closed = true; return nil }

func bodyKinds() []bodyKind {
	plain := func(name string, body any, want, mime string) bodyKind {
		return bodyKind{name: name, body: func(*testing.T) any { return body }, want: want, size: int64(len(want)), mime: mime}
	}
	reader := func(name string, body func(t *testing.T) any, want string) bodyKind {
		return bodyKind{name: name, body: body, want: want, size: int64(len(want))}
	}
	return []bodyKind{
		reader("bytes.Buffer", func(*testing.T) any { return bytes.NewBufferString("<a>") }, "<a>"),
		reader("strings.Reader, half read", func(*testing.T) any { return skip(strings.NewReader("123456"), 2) }, "3456"),
		reader("strings.Reader, read to its end", func(*testing.T) any { return skip(strings.NewReader("123456"), 6) }, ""),
		reader("os.File at an offset", func(t *testing.T) any { return file(t, "123456", 3) }, "456"),
		{name: "stream", body: func(*testing.T) any { return newStream("abc") }, want: "abc", size: -1},
		{name: "stream, empty", body: func(*testing.T) any { return newStream("") }, size: -1},
		plain("url.Values", url.Values{"b": {"1", "2"}, "a": {"c d&"}}, "a=c+d%26&b=1&b=2", formMIME),
		plain("json.RawMessage", json.RawMessage(" {\"b\" : \"<\"} "), " {\"b\" : \"<\"} ", jsonMIME),
		plain("endpoint.JSON", endpoint.JSON("<"), "\"<\"", jsonMIME),
		plain("string", "<\u00fc\xff>\n", "<\u00fc\xff>\n", ""),
		plain("string, empty", "", "", ""),
		plain("http.NoBody", http.NoBody, "", ""),
		plain("[]byte", []byte("\x00\xff"), "\x00\xff", ""),
	}
}

func (c bodyKind) lengthField() string {
	if c.size < 0 {
		return "Transfer-Encoding: chunked"
	}
	return fmt.Sprintf("Content-Length: %d", c.size)
}

// TestBodyKinds sends each kind in the three ways to a body, and reads it again
// where that is possible.
func TestBodyKinds(t *testing.T) {
	for _, tt := range bodyKinds() {
		t.Run(tt.name, func(t *testing.T) {
			r := described("post", tt.body(t))
			req := httpRequest(t, r)
			if (req.GetBody == nil) != (tt.size < 0) {
				t.Errorf("GetBody set: %t, size %d", req.GetBody != nil, tt.size)
			}
			if req.GetBody != nil {
				for _, got := range []string{again(t, req), again(t, req), content(t, httpRequest(t, r).Body)} {
					if got != tt.want {
						t.Errorf("read again %.200q, want %.200q", got, tt.want)
					}
				}
			}
			checkWire(t, "Request", req, "POST /x", tt.want, tt.lengthField())

			fields := []string{tt.lengthField()}
			if tt.mime != "" {
				fields = append(fields, "Content-Type: "+tt.mime)
			}
			req, err := wireEndpoint.HTTPRequest(t.Context(), "POST /x", options{Data: tt.body(t)})
			if err != nil {
				t.Fatal(err)
			}
			checkWire(t, "Endpoint", req, "POST /x", tt.want, fields...)

			body, size, err := described("post", tt.body(t)).BodyReader()
			if got := content(t, body); err != nil || body == nil || got != tt.want || size != tt.size {
				t.Errorf("BodyReader %.200q, %d, %v; want %.200q, %d", got, size, err, tt.want, tt.size)
			}
			if tt.size == 0 { // net/http writes no length of 0 for DELETE
				checkWire(t, "DELETE", httpRequest(t, described("delete", tt.body(t))), "DELETE /x", "")
			}
		})
	}
}

func TestContext(t *testing.T) {
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, "value")
	r := described("get", nil)
	for _, way := range []func(ctx context.Context) (*http.Request, error){
		r.HTTPRequest,
		func(ctx context.Context) (*http.Request, error) { return wireEndpoint.HTTPRequest(ctx, "GET /x") },
	} {
		req, err := way(ctx)
		if err != nil || req.Context() != ctx {
			t.Fatalf("%v, %v", req, err)
		}
		var none context.Context
		req, err = way(none)
		if checkError(t, "nil context", err, "invalid parameter: ctx is nil"); req != nil {
			t.Error(req)
		}
	}
}

func TestNoBody(t *testing.T) {
	for _, method := range []string{"get", "head", "post", "put", "patch", "delete", "options", "purge"} {
		r := described(method, nil)
		got := httpRequest(t, r)
		want, err := http.NewRequestWithContext(t.Context(), strings.ToUpper(method), r.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		want.Header = http.Header{"Accept": {"a/b"}, "User-Agent": {"t"}}
		if got.Body != nil || got.GetBody != nil {
			t.Errorf("%s: Body %v, GetBody set: %t, want none", method, got.Body, got.GetBody != nil)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", method, got, want)
		}
		body, size, err := r.BodyReader() // which a signature can read
		if body != http.NoBody || size != 0 || err != nil {
			t.Errorf("%s: BodyReader %v, %d, %v, want http.NoBody", method, body, size, err)
		}
	}
}

// TestBodyErrors has what cannot be encoded: as the body of a Request, as Data and as a
// parameter.
func TestBodyErrors(t *testing.T) {
	itself := params{}
	itself[secret] = itself
	for _, tt := range []struct {
		body   any
		reason string
	}{
		{json.RawMessage(`{"s3cret":}`), ""},
		{[]float64{math.NaN()}, "[]float64 cannot be encoded as JSON: it contains itself, NaN or an infinity"},
		{map[string]any{"a": endpoint.Unset}, "endpoint.Unset is not a value"},
		{itself, "contains itself"},
	} {
		what := fmt.Sprintf("%T", tt.body)
		r := described("post", tt.body)
		req, err := r.HTTPRequest(t.Context())
		body, size, readErr := r.BodyReader()
		checkError(t, what, err, "invalid body: …"+tt.reason)
		checkError(t, what, readErr, "invalid body: …"+tt.reason)
		if req != nil || body != nil || size != 0 || !strings.HasPrefix(err.Error(), "endpoint: POST: ") {
			t.Errorf("%s: half built: %v, %v, %d, %v", what, req, body, size, err)
		}
		_, err = wireEndpoint.HTTPRequest(t.Context(), "POST /x", data(tt.body))
		checkError(t, what, err, "invalid body in Data: …"+tt.reason)
		_, err = wireEndpoint.HTTPRequest(t.Context(), "POST /x", params{"a": tt.body, "b": 1})
		checkError(t, what, err, `invalid body in parameter "a": …`+tt.reason)
	}
}

// TestContentLength: BodyReader and both HTTPRequests judge a length alike. internal/body has
// what it may be.
func TestContentLength(t *testing.T) {
	const other = `invalid header "content-length": it is not the length of the body`
	for _, tt := range []struct {
		headers headers
		body    any
		want    string // "": it is 5
	}{
		{headers{"Content-Length": "5"}, "12345", ""},
		{headers{"content-length": ""}, "12345", ""},
		{headers{"content-length": "4", "x": "y"}, "12345", other},
		{headers{"content-length": "5"}, nil, other},
		{headers{"content-length": secret}, "12345", `invalid header "content-length": it is not a decimal number of bytes`},
	} {
		r := described("post", tt.body)
		maps.Copy(r.Headers, tt.headers)
		req, err := r.HTTPRequest(t.Context())
		_, size, readErr := r.BodyReader()
		built, builtErr := wireEndpoint.HTTPRequest(t.Context(), "POST /x", tt.headers.OmitZero(), data(tt.body))
		for _, err := range []error{err, readErr, builtErr} {
			if tt.want != "" {
				checkError(t, fmt.Sprint(tt), err, tt.want)
			} else if err != nil || req.ContentLength != 5 || size != 5 || built.ContentLength != 5 || req.Header["Content-Length"] != nil {
				t.Errorf("%q: %v, %d, %v, %v", tt.headers, req, size, built, err)
			}
		}
	}
	first := endpoint.Request{Method: "post", URL: "http://h/", Headers: headers{"content-length": "3"}, Body: "hello"}
	_, _, err := first.BodyReader()
	checkError(t, "the first header, BodyReader", err, other)
	body := newStream("abc") // sent without chunks
	r := described("post", body)
	r.Headers["content-length"] = "3"
	checkWire(t, "stream", httpRequest(t, r), "POST /x", "abc", "Content-Length: 3")
	if !body.closed {
		t.Error("the body is not closed")
	}
}

// handMade are Requests that cannot be sent, and their errors.
var handMade = []struct {
	r    endpoint.Request
	want string
}{
	{endpoint.Request{Method: "", URL: "http://h/"}, "invalid route in Method: it is missing"},
	{endpoint.Request{Method: "get it", URL: "http://h/"}, "invalid route in Method"},
	{endpoint.Request{Method: "get", URL: "/s3cret"}, "invalid route"},
	{endpoint.Request{Method: "get", URL: "http://h/%zz-s3cret"}, "invalid route"},
	{endpoint.Request{Method: "get", URL: "http://h/s3cret\n"}, "invalid route"},
	{withHeaders(headers{"X-A": secret, "x-a": secret}), `invalid header "x-a": it is present in two spellings`},
	{withHeaders(headers{"x a": secret}), `invalid header "x a": its name`},
	{withHeaders(headers{"x": "s3cret\r\ny: 1"}), `invalid header "x": the value has a control character`},
	{withHeaders(headers{"host": "s3cret/x"}), `invalid header "host": it is not a host name or IP address`},
	{withHeaders(headers{"host": "s3cret@x"}), `invalid header "host"`},
	{withHeaders(headers{"Transfer-Encoding": secret}), `invalid header "transfer-encoding": …set TransferEncoding`},
	{withHeaders(headers{"trailer": secret}), `invalid header "trailer": …set Trailer`},
}

func withHeaders(h headers) endpoint.Request {
	return endpoint.Request{Method: "get", URL: "http://h/", Headers: h}
}

func TestHandMadeRequest(t *testing.T) {
	for _, tt := range handMade {
		req, err := tt.r.HTTPRequest(t.Context())
		if checkError(t, tt.r.String(), err, tt.want); req != nil {
			t.Errorf("%v: got a request", tt.r)
		}
	}
	many := headers{"x b": "", "x a": "", "x c": "", "y d": "", "z e": ""}
	r := endpoint.Request{Method: "get", URL: "http://h/", Headers: many, Body: math.NaN()}
	_, first := r.HTTPRequest(t.Context())
	for range 20 { // maps iterate in any order
		if _, err := r.HTTPRequest(t.Context()); err == nil || err.Error() != first.Error() {
			t.Errorf("%v, then %v", first, err)
		}
	}
	for host, want := range map[string]string{
		"": "h:8080", "a.test": "a.test", " a.test ": "a.test", "[2001:db8::1]": "[2001:db8::1]", "under_score.x:1": "under_score.x:1",
	} {
		r := endpoint.Request{Method: "Get", URL: "https://h:8080/a", Headers: headers{"HOST": host}}
		req := httpRequest(t, r)
		if req.Host != want || req.URL.Host != "h:8080" || req.Method != "GET" || len(req.Header) != 0 {
			t.Errorf("host %q: got %q to %s, %s, headers %v; want %q", host, req.Host, req.URL.Host, req.Method, req.Header, want)
		}
	}
}

// TestBodyReaderTypes: http.NewRequest knows the length of these Readers and can
// read them again.
func TestBodyReaderTypes(t *testing.T) {
	for _, v := range []any{"text", []byte("text"), bytes.NewReader([]byte("text")), params{"a": 1}, url.Values{"a": {"1"}}} {
		body, size, err := described("post", v).BodyReader()
		if err != nil {
			t.Fatal(err)
		}
		req, err := http.NewRequest("POST", "https://h.test/", body)
		if err != nil || req.ContentLength != size || req.GetBody == nil {
			t.Errorf("%T is read from a %T: length %d, want %d; %v", v, body, req.ContentLength, size, err)
		}
	}
}

// TestRoute is what errors, Request.Route and Pattern have of a call.
func TestRoute(t *testing.T) {
	e := options{BaseURL: "https://h.test", Method: "PUT"}
	for _, tt := range []struct {
		route string
		layer options
		want  string
	}{
		{"GET /x", options{}, "GET /x"},
		{" get  /x ", options{}, "GET /x"},
		{" /x", options{}, "PUT /x"},
		{"", options{URL: "/y/@a", Method: "post"}, "POST /y/@a"},
		{"GET /{a}{?b}", options{Path: path{"a": secret}}, "GET /{a}{?b}"},
		{"GET /x?key=" + secret, options{}, "GET /x?xxxxx"},
		{"GET //" + secret + "@h.test/x", options{}, "GET xxxxx@h.test/x"},
		{"GET https://u:" + secret + "@h.test/x", options{}, "GET xxxxx@h.test/x"},
	} {
		api := endpoint.New(e)
		r, err := api.Build(tt.route, tt.layer)
		req, httpErr := api.HTTPRequest(t.Context(), tt.route, tt.layer)
		if err != nil || httpErr != nil || r.Route != tt.want || req.Pattern != tt.want || httpRequest(t, r).Pattern != tt.want {
			t.Errorf("%s: %q, %v, %v; want %q", tt.route, r.Route, err, httpErr, tt.want)
		}
		_, err = api.Build(tt.route, tt.layer, headers{"a b": ""})
		if failed, ok := err.(*endpoint.Error); !ok || failed.Route != tt.want {
			t.Errorf("%s: %v, want %q", tt.route, err, tt.want)
		}
	}
	got := endpoint.Request{Route: "GET /x"}
	const differs = `route: got "GET /x", want "GET /y"`
	if a, b := got.Diff(endpoint.Request{}), got.Diff(endpoint.Request{Route: "GET /y"}); a != "" || b != differs {
		t.Errorf("%q, %q", a, b)
	}
}

// diffTests have two Requests and what Diff shows of them.
var diffTests = []struct {
	got, want endpoint.Request
	diff      string
}{
	{endpoint.Request{}, endpoint.Request{}, ""},
	{endpoint.Request{Method: "post"}, endpoint.Request{Method: "POST"}, ""},
	{endpoint.Request{Method: "post"}, endpoint.Request{Method: "get"}, `method: got "post", want "get"`},
	{endpoint.Request{URL: "http://u:p@h?t=1"}, endpoint.Request{URL: "http://h"}, `URL: got "http://u:p@h?t=1", want "http://h"`},
	{endpoint.Request{URL: "http://h/A"}, endpoint.Request{URL: "http://h/a"}, `URL: got "http://h/A", want "http://h/a"`},

	// Only headers that want names are compared, and "" is absent.
	{endpoint.Request{Headers: headers{"a": "1"}}, endpoint.Request{}, ""},
	{endpoint.Request{Headers: headers{"A-b": "1"}}, endpoint.Request{Headers: headers{"a-B": " 1 "}}, ""},
	{endpoint.Request{Headers: headers{"a": ""}}, endpoint.Request{Headers: headers{"A": "", "b": ""}}, ""},
	{endpoint.Request{Headers: headers{"a": "1"}}, endpoint.Request{Headers: headers{"A": "2"}}, `header a: got "1", want "2"`},
	{endpoint.Request{Headers: headers{"a": "1"}}, endpoint.Request{Headers: headers{"A": ""}}, `header a: got "1", want none`},
	{endpoint.Request{}, endpoint.Request{Headers: headers{"a\n": "1"}}, `header a\n: got none, want "1"`},

	// Meta is shown by its type.
	{endpoint.Request{Meta: []any{params{"a": 1}}}, endpoint.Request{Meta: []any{params{"a": 1}}}, ""},
	{endpoint.Request{Meta: 1}, endpoint.Request{Meta: int64(1)}, "meta: got int, want int64"},
	{endpoint.Request{Meta: 1}, endpoint.Request{}, "meta: got int, want <nil>"},
	{endpoint.Request{Meta: 1}, endpoint.Request{Meta: 2}, "meta: got int, want another value of that type"},
	{
		endpoint.Request{Meta: selfHolding()},
		endpoint.Request{Meta: params{}},
		"meta: got map[string]interface {}, want endpoint.Params",
	},

	{endpoint.Request{Body: "s3cret"}, endpoint.Request{Body: "a\n\u202e"}, `body: got "s3cret", want "a\n\u202e"`},
	{endpoint.Request{Body: &neverRead{}}, endpoint.Request{Body: ""}, `body: got a *test.neverRead, want ""`},
	{endpoint.Request{Body: params{"a": "\u202e"}}, endpoint.Request{}, `body: got {"a":"\u202e"}, want none`},
	{
		endpoint.Request{Body: params{"items": []any{params{"price": 5}}, "labels": []string{"a", "b"}}},
		endpoint.Request{Body: params{"items": []any{params{"price": 6}}, "labels": []string{"a", "b", "bug"}, "a b": 1}},
		`body["a b"]: got none, want 1` + "\n" + `body.items[0].price: got 5, want 6` + "\n" + `body.labels[2]: got none, want "bug"`,
	},
	{
		endpoint.Request{Method: "post", URL: "u", Headers: headers{"c": "3"}, Body: "s", Meta: 1},
		endpoint.Request{Headers: headers{"b": "1", "a": "2"}},
		`method: got "post", want ""` + "\n" + `URL: got "u", want ""` + "\n" + `header a: got none, want "2"` + "\n" +
			`header b: got none, want "1"` + "\n" + `body: got "s", want none` + "\n" + "meta: got int, want <nil>",
	},
}

func TestDiff(t *testing.T) {
	for _, tt := range diffTests {
		if got := tt.got.Diff(tt.want); got != tt.diff {
			t.Errorf("got  %s\nwant %s", got, tt.diff)
		}
	}
}

// A neverRead fails the test that reads it.
type neverRead struct{ t *testing.T }

func (n *neverRead) Read([]byte) (int, error) {
	n.t.Error("a Reader that can be read only once is read")
	return 0, io.EOF
}

// TestDiffBodies compares each body with each. Those on one line are sent alike, JSON but
// for the order and the spaces in it.
func TestDiffBodies(t *testing.T) {
	type object struct {
		B string  `json:"b"`
		N float64 `json:"n"`
	}
	groups := [][]any{
		{nil},
		{"", []byte{}, http.NoBody, url.Values{}, bytes.NewReader(nil)},
		{"text", text("text"), []byte("text"), skip(strings.NewReader("123text"), 3), file(t, "123text", 3)},
		{url.Values{"b": {"<"}, "a": {"1", "2"}}, "a=1&a=2&b=%3C"},
		{map[string]any{"n": 1, "b": "<"}, params{"n": 1, "b": "<"}, &object{"<", 1}, json.RawMessage(` {"n":1, "b":"\u003c"}`)},
		{json.RawMessage(`{"b":"<","n":1.0}`)}, // another text of the number
		{map[string]any{"b": "<"}},
		{json.RawMessage("null")},
		{json.Number("1e2")},
		{100, 100.0, json.RawMessage("100")},
		{[]int{1, 2}, []any{1.0, json.Number("2")}},
		{&neverRead{t}},
		{&neverRead{t}},
	}
	for i, group := range groups {
		for j, other := range groups {
			for _, a := range group {
				for _, b := range other {
					got := endpoint.Request{Body: a}.Diff(endpoint.Request{Body: b})
					if isEqual := got == ""; isEqual != (i == j) || !isEqual && !strings.HasPrefix(got, "body") {
						t.Errorf("%#v and %#v: %s", a, b, got)
					}
				}
			}
		}
	}
}

// TestDiffOddBodies has bodies that are compared in a way of their own.
func TestDiffOddBodies(t *testing.T) {
	diff := func(got, want any) string { return endpoint.Request{Body: got}.Diff(endpoint.Request{Body: want}) }
	// A Reader that can be read again is whole after Diff.
	half := skip(strings.NewReader("123text"), 3)
	if d := diff(half, "text"); d != "" || content(t, half) != "text" {
		t.Error(d)
	}
	// Text is not JSON, but the same bytes are equal. Where both look alike, the types tell them apart.
	for _, tt := range []struct {
		got, want any
		diff      string
	}{
		{map[string]int{"n": 1}, `{"n":1}`, ""},
		{map[string]int{"n": 1}, ` {"n":1}`, `body: got {"n":1}, want " {\"n\":1}"`},
		{"a", json.RawMessage(`"a"`), fmt.Sprintf(`body: got "a" (string), want "a" (%T)`, json.RawMessage{})},
	} {
		if d := diff(tt.got, tt.want); d != tt.diff {
			t.Errorf("%v and %v: %s, want %s", tt.got, tt.want, d, tt.diff)
		}
	}
	// JSON that cannot be decoded is compared as text.
	nested := func(n int) json.RawMessage {
		return json.RawMessage(strings.Repeat("[", n) + strings.Repeat("]", n))
	}
	for n := 9_999; n <= 10_001; n++ {
		if d := diff(nested(n), nested(n+1)); !strings.HasPrefix(d, "body") {
			t.Errorf("%d levels: %.100q", n, d)
		}
		if isSent := json.Valid(nested(n)); isSent != (diff(nested(n), nested(n)) == "") {
			t.Errorf("%d levels: equal to itself: %t", n, !isSent)
		}
	}
	// What cannot be sent equals nothing, not even itself.
	for _, v := range []any{math.NaN(), json.RawMessage("{"), (*stream)(nil), params{"a": endpoint.Unset}} {
		if d := diff(v, v); !strings.HasPrefix(d, "body: got an invalid body: ") {
			t.Errorf("%T: %q", v, d)
		}
		if d := diff(nil, v); !strings.HasPrefix(d, "body: got none, want an invalid body: ") {
			t.Errorf("%T: %q", v, d)
		}
	}
	// Readers of one type that can be compared or not.
	read := iotest.ErrReader(errors.New(secret))
	uncomparable := struct {
		io.Reader
		f func()
	}{read, nil}
	for _, r := range []io.Reader{read, uncomparable} {
		if equal := diff(r, r) == ""; equal != reflect.TypeOf(r).Comparable() {
			t.Errorf("%T equals itself: %t", r, equal)
		}
	}
}

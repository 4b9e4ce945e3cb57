// What is sent, byte for byte: request line, headers, each kind of body and its length,
// and Requests made by hand.

package test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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
	"time"

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
	want := onWire{line, fields, body}
	if got := capture(t, req); !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", input, got, want)
	}
}

var wireEndpoint = endpoint.New(options{
	BaseURL: "http://api.test",
	Headers: headers{"accept": "a/b", "user-agent": "t"},
})

// wireTests have the request line, the headers but Accept, User-Agent and Host:
// api.test, and the body.
var wireTests = []struct {
	route  string
	layers layers
	line   string
	fields []string
	body   string
}{
	{"GET /", nil, "GET / HTTP/1.1", nil, ""},
	{"GET ?x=1", nil, "GET /?x=1 HTTP/1.1", nil, ""},
	{"GET /a?", nil, "GET /a? HTTP/1.1", nil, ""},
	{"GET //a//b/?x=1#f", nil, "GET //a//b/?x=1 HTTP/1.1", nil, ""},
	{"GET /a%2Fb%2fc!$&()*+,;=:@[]~-._", nil, "GET /a%2Fb%2fc!$&()*+,;=:@[]~-._ HTTP/1.1", nil, ""},
	{"GET /\u00fc?\u00fc=\u20ac", nil, "GET /%C3%BC?%C3%BC=%E2%82%AC HTTP/1.1", nil, ""},
	{
		"GET /{x}",
		layers{params{"x": ":/?#[]@!$&'()*+,;= \"<>\\^`{|}\x7f\n\u00e9\xff%2F"}},
		"GET /%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%20%22%3C%3E%5C%5E%60%7B%7C%7D%7F%0A%C3%A9%FF%252F HTTP/1.1",
		nil, "",
	},
	{"GET /{+x}", layers{params{"x": "a:/[]@!$&'()*+,;=%2Fc%d"}}, "GET /a:/[]@!$&'()*+,;=%2Fc%25d HTTP/1.1", nil, ""},
	{"GET /x?ids[]=1&ids[]=2", nil, "GET /x?ids[]=1&ids[]=2 HTTP/1.1", nil, ""},
	{
		"GET /x",
		layers{params{"b": []int{1, 2}, "a": "c d+e&f=g%"}, query{"c[]": []int{1, 2}}},
		"GET /x?a=c%20d%2Be%26f%3Dg%25&b=1&b=2&c%5B%5D=1&c%5B%5D=2 HTTP/1.1", nil, "",
	},
	{"GET http://other.test:8080/x", nil, "GET /x HTTP/1.1", []string{"Host: other.test:8080"}, ""},
	{
		"GET {+next}",
		layers{params{"next": "http://other.test/a%2Fb?page=2&x[]=%7B"}},
		"GET /a%2Fb?page=2&x[]=%7B HTTP/1.1",
		[]string{"Host: other.test"},
		"",
	},

	// Methods, and requests without a body.
	{"HEAD /x", layers{params{"a": 1}}, "HEAD /x?a=1 HTTP/1.1", nil, ""},
	{"OPTIONS /x", nil, "OPTIONS /x HTTP/1.1", nil, ""},
	{"TRACE /x", nil, "TRACE /x HTTP/1.1", nil, ""},
	{"purge /x", nil, "PURGE /x HTTP/1.1", nil, ""},
	{"DELETE /x", nil, "DELETE /x HTTP/1.1", nil, ""},
	{"PUT /x", nil, "PUT /x HTTP/1.1", []string{"Content-Length: 0"}, ""},
	{"POST /x", layers{headers{"content-length": "0"}}, "POST /x HTTP/1.1", []string{"Content-Length: 0"}, ""},

	// Headers.
	{
		"GET /x",
		layers{headers{"host": "virtual.test:81", "x-aBC": " \"a\tb\" "}},
		"GET /x HTTP/1.1",
		[]string{"Host: virtual.test:81", "X-Abc: \"a\tb\""},
		"",
	},

	// Bodies. Their kinds are in TestBodyKinds.
	{
		"POST /x/{a}",
		layers{params{"a": 1, "d": nil, "c": "<&>", "b": []string{"\u00fc"}}},
		"POST /x/1 HTTP/1.1",
		[]string{"Content-Length: 31", "Content-Type: " + jsonMIME},
		`{"b":["` + "\u00fc" + `"],"c":"<&>","d":null}`,
	},
	{
		"PUT /x",
		layers{params{"b": []int{1, 2}, "a": "c d"}, form},
		"PUT /x HTTP/1.1",
		[]string{"Content-Length: 13", "Content-Type: " + formMIME},
		"a=c+d&b=1&b=2",
	},
	{
		"POST /x",
		layers{query{"q": 1}, data("text"), headers{"content-type": "text/plain", "content-length": "4"}},
		"POST /x?q=1 HTTP/1.1",
		[]string{"Content-Length: 4", "Content-Type: text/plain"},
		"text",
	},
	{"PROPFIND /x", layers{data([]byte("a"))}, "PROPFIND /x HTTP/1.1", []string{"Content-Length: 1"}, "a"},
}

func TestWire(t *testing.T) {
	for _, tt := range wireTests {
		req, err := wireEndpoint.HTTPRequest(t.Context(), tt.route, tt.layers...)
		if err != nil {
			t.Errorf("%q %v: %v", tt.route, tt.layers, err)
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
		return bodyKind{name, func(*testing.T) any { return body }, want, int64(len(want)), mime}
	}
	reader := func(name string, body func(t *testing.T) any, want string) bodyKind {
		return bodyKind{name, body, want, int64(len(want)), ""}
	}
	return []bodyKind{
		reader("bytes.Buffer", func(*testing.T) any { return bytes.NewBufferString("<a>") }, "<a>"),
		reader("bytes.Buffer, half read", func(*testing.T) any { return skip(bytes.NewBufferString("123456"), 3) }, "456"),
		reader("bytes.Reader, half read", func(*testing.T) any { return skip(bytes.NewReader([]byte("123456")), 3) }, "456"),
		reader("strings.Reader, half read", func(*testing.T) any { return skip(strings.NewReader("123456"), 2) }, "3456"),
		reader("strings.Reader, read to its end", func(*testing.T) any { return skip(strings.NewReader("123456"), 6) }, ""),
		reader("bytes.Reader, empty", func(*testing.T) any { return bytes.NewReader(nil) }, ""),
		reader("os.File at an offset", func(t *testing.T) any { return file(t, "123456", 3) }, "456"),
		{"stream", func(*testing.T) any { return newStream("abc") }, "abc", -1, ""},
		{"stream, empty", func(*testing.T) any { return newStream("") }, "", -1, ""},
		plain("url.Values", url.Values{"b": {"1", "2"}, "a": {"c d&"}}, "a=c+d%26&b=1&b=2", formMIME),
		plain("json.RawMessage", json.RawMessage(" {\"b\" : \"<\"} "), " {\"b\" : \"<\"} ", jsonMIME),
		plain("json.Marshaler", time.Unix(0, 0).UTC(), `"1970-01-01T00:00:00Z"`, jsonMIME),
		plain("string", "<\u00fc\xff>\n", "<\u00fc\xff>\n", ""),
		plain("string, empty", "", "", ""),
		plain("http.NoBody", http.NoBody, "", ""),
		plain("string, long", strings.Repeat("0123456789", 1e5), strings.Repeat("0123456789", 1e5), ""),
		plain("[]byte", []byte("\x00\xff"), "\x00\xff", ""),
		plain("map", params{"b": "<&>", "a": params{"z": 1, "y": nil}}, `{"a":{"y":null,"z":1},"b":"<&>"}`, jsonMIME),
		plain("struct", struct{ X int }{1}, `{"X":1}`, jsonMIME),
		plain("int", 42, "42", jsonMIME),
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
			checkWire(t, "Request", req, "POST /x HTTP/1.1", tt.want, tt.lengthField())

			fields := []string{tt.lengthField()}
			if tt.mime != "" {
				fields = append(fields, "Content-Type: "+tt.mime)
			}
			req, err := wireEndpoint.HTTPRequest(t.Context(), "POST /x", options{Data: tt.body(t)})
			if err != nil {
				t.Fatal(err)
			}
			checkWire(t, "Endpoint", req, "POST /x HTTP/1.1", tt.want, fields...)

			body, size, err := described("post", tt.body(t)).BodyReader()
			if got := content(t, body); err != nil || body == nil || got != tt.want || size != tt.size {
				t.Errorf("BodyReader %.200q, %d, %v; want %.200q, %d", got, size, err, tt.want, tt.size)
			}
			if tt.size == 0 { // net/http writes no length of 0 for DELETE
				checkWire(t, "DELETE", httpRequest(t, described("delete", tt.body(t))), "DELETE /x HTTP/1.1", "")
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
	const number = "NaN and infinities cannot be encoded as JSON"
	for _, tt := range []struct {
		body   any
		reason string
	}{
		{json.RawMessage(`{"s3cret":}`), ""},
		{json.Number(secret), "json.Number"},
		{math.NaN(), number},
		{map[string]any{"a": math.NaN()}, number},
		{struct{ A []float64 }{[]float64{math.Inf(1)}}, number},
		{[]any{make(chan int)}, "type chan int cannot be encoded as JSON"},
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
	for _, body := range []any{(*bytes.Buffer)(nil), (*stream)(nil)} {
		_, err := described("post", body).HTTPRequest(t.Context())
		checkError(t, fmt.Sprintf("%T", body), err, "invalid body: it is a nil *")
	}
}

// TestContentLength has a length that agrees with the body, one that does not, and
// what is not a number. BodyReader sees it as HTTPRequest does.
func TestContentLength(t *testing.T) {
	const other, number = "it is not the length of the body", "it is not a decimal number of bytes"
	unknown := func() any { return newStream("12345") }
	known := func() any { return "12345" }
	none := func() any { return nil }
	for _, tt := range []struct {
		headers headers
		body    func() any
		want    int64
		reason  string // of an error
	}{
		{headers{"Content-Length": "5"}, known, 5, ""},
		{headers{"content-length": " 05\t"}, known, 5, ""},
		{headers{"content-length": " \t"}, known, 5, ""},
		{headers{"content-length": "4"}, known, 0, other},
		{headers{"content-length": "+5"}, known, 0, number},
		{headers{"content-length": secret}, known, 0, number},
		{headers{"content-length": "5"}, unknown, 5, ""},
		{headers{"content-length": "0"}, unknown, 0, "it is 0 for a Reader of unknown size: pass http.NoBody"},
		{headers{"content-length": "9223372036854775808"}, unknown, 0, number},
		{headers{"content-length": "0"}, none, 0, ""},
		{headers{"content-length": "5"}, none, 0, other},
		{headers{"content-length": "5", "Content-Length": "5"}, known, 0, "it is present in two spellings"},
	} {
		r := described("post", tt.body())
		maps.Copy(r.Headers, tt.headers)
		req, err := r.HTTPRequest(t.Context())
		r.Body = tt.body()
		_, size, readErr := r.BodyReader()
		built, builtErr := wireEndpoint.HTTPRequest(t.Context(), "POST /x", tt.headers, data(tt.body()))
		what := fmt.Sprintf("%q of %T", tt.headers, tt.body())
		if tt.reason != "" {
			checkError(t, what, err, `invalid header "content-length": `+tt.reason)
			checkError(t, what+", BodyReader", readErr, `invalid header "content-length": `+tt.reason)
			if len(tt.headers) == 1 { // two spellings are merged
				checkError(t, what+", Endpoint", builtErr, `invalid header "content-length": `+tt.reason)
			}
			continue
		}
		if cmp.Or(err, readErr, builtErr) != nil || req.ContentLength != tt.want || size != tt.want ||
			built.ContentLength != tt.want || req.Header["Content-Length"] != nil {
			t.Errorf("%s: HTTPRequest %v, %v; BodyReader %d, %v; Endpoint %v, %v", what, req, err, size, readErr, built, builtErr)
		}
	}
	body := newStream("abc") // sent without chunks
	r := described("post", body)
	r.Headers["content-length"] = "3"
	checkWire(t, "stream", httpRequest(t, r), "POST /x HTTP/1.1", "abc", "Content-Length: 3")
	if !body.closed {
		t.Error("the body is not closed")
	}
}

// handMade are Requests that cannot be sent.
var handMade = []struct {
	method, url string
	headers     headers
	want        string
}{
	{"", "http://h/", nil, "invalid method: it is missing"},
	{"get it", "http://h/", nil, "invalid method"},
	{"get\r\n", "http://h/", nil, "invalid method"},
	{"get", "", nil, "invalid route"},
	{"get", "/s3cret", nil, "invalid route"},
	{"get", "http://h/%zz-s3cret", nil, "invalid route"},
	{"get", "http://h/s3cret\n", nil, "invalid route"},
	{"get", "http://h/", headers{"X-A": secret, "x-a": secret}, `invalid header "x-a": it is present in two spellings`},
	{"get", "http://h/", headers{"accept": "a", "ACCEPT": "a"}, `invalid header "accept": it is present in two spellings`},
	{"get", "http://h/", headers{"": secret}, "invalid header: its name"},
	{"get", "http://h/", headers{"x a": secret}, `invalid header "x a": its name`},
	{"get", "http://h/", headers{"x": "s3cret\r\ny: 1"}, `invalid header "x": the value has a control character`},
	{"get", "http://h/", headers{"host": "s3cret/x"}, `invalid header "host": it is not a host name or IP address`},
	{"get", "http://h/", headers{"host": "s3cret@x"}, `invalid header "host"`},
	{"get", "http://h/", headers{"host": "h:65536"}, `invalid header "host"`},
	{"get", "http://h/", headers{"host": "h\r\ns3cret: 1"}, `invalid header "host"`},
	{"get", "http://h/", headers{"Transfer-Encoding": secret}, `invalid header "transfer-encoding": …set TransferEncoding`},
	{"get", "http://h/", headers{"trailer": secret}, `invalid header "trailer": …set Trailer`},
}

func TestHandMadeRequest(t *testing.T) {
	for _, tt := range handMade {
		r := endpoint.Request{Method: tt.method, URL: tt.url, Headers: tt.headers}
		req, err := r.HTTPRequest(t.Context())
		if checkError(t, fmt.Sprintf("%q %q", tt.method, tt.url), err, tt.want); req != nil {
			t.Errorf("%q %q: got a request", tt.method, tt.url)
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

// Tests of what is sent, read off the wire of a loopback server, and of the two
// ways to an http.Request.

package endpoint_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"example.com/endpoint"
)

// onWire is a request as a server on the loopback interface reads it.
type onWire struct {
	line   string   // "GET /x HTTP/1.1", byte for byte
	fields []string // "Name: value", sorted
	body   string   // without its chunks
}

// capture sends a request, whatever its host, to a listener of its own.
func capture(t *testing.T, req *http.Request) onWire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	type outcome struct {
		onWire
		err error
	}
	received := make(chan outcome, 1)
	go func() {
		w, err := receive(listener)
		received <- outcome{w, err}
	}()
	transport := &http.Transport{
		DisableCompression: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, listener.Addr().String())
		},
	}
	defer transport.CloseIdleConnections()
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatalf("sending %s %s: %v", req.Method, req.URL, err)
	}
	resp.Body.Close()
	got := <-received
	if got.err != nil {
		t.Fatalf("receiving %s %s: %v", req.Method, req.URL, got.err)
	}
	return got.onWire
}

// receive reads one request and answers it.
func receive(listener net.Listener) (w onWire, err error) {
	conn, err := listener.Accept()
	if err != nil {
		return w, err
	}
	defer conn.Close()
	var raw bytes.Buffer
	req, err := http.ReadRequest(bufio.NewReader(io.TeeReader(conn, &raw)))
	if err != nil {
		return w, err
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return w, err
	}
	head, _, _ := strings.Cut(raw.String(), "\r\n\r\n")
	lines := strings.Split(head, "\r\n")
	slices.Sort(lines[1:])
	_, err = io.WriteString(conn, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
	return onWire{lines[0], lines[1:], string(body)}, err
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

var wireEndpoint = endpoint.New(endpoint.Options{
	BaseURL: "http://api.test",
	Headers: endpoint.Headers{"accept": "a/b", "user-agent": "t"},
})

func TestWire(t *testing.T) {
	type (
		layers  = []endpoint.Layer
		params  = endpoint.Params
		query   = endpoint.Query
		headers = endpoint.Headers
		options = endpoint.Options
	)
	const jsonType, formType = "Content-Type: application/json; charset=utf-8", "Content-Type: application/x-www-form-urlencoded"
	tests := []struct {
		route  string
		layers layers
		line   string
		fields []string
		body   string
	}{
		// Request URI.
		{"GET /", nil, "GET / HTTP/1.1", nil, ""},
		{"GET ?x=1", nil, "GET /?x=1 HTTP/1.1", nil, ""},
		{"GET /a?", nil, "GET /a? HTTP/1.1", nil, ""},
		{"GET /a?x=1#f", nil, "GET /a?x=1 HTTP/1.1", nil, ""},
		{"GET //a//b/", nil, "GET //a//b/ HTTP/1.1", nil, ""},
		{"GET /a%2Fb%2fc", nil, "GET /a%2Fb%2fc HTTP/1.1", nil, ""},
		{"GET /a!$&()*+,;=:@[]~-._", nil, "GET /a!$&()*+,;=:@[]~-._ HTTP/1.1", nil, ""},
		{"GET /\u00fc?\u00fc=\u20ac", nil, "GET /%C3%BC?%C3%BC=%E2%82%AC HTTP/1.1", nil, ""},
		{"GET /{x}", layers{params{"x": "a/b"}}, "GET /a%2Fb HTTP/1.1", nil, ""},
		{"GET /{x}", layers{params{"x": "a%2Fb"}}, "GET /a%252Fb HTTP/1.1", nil, ""},
		{"GET /{+x}", layers{params{"x": "a/b%2Fc%d"}}, "GET /a/b%2Fc%25d HTTP/1.1", nil, ""},
		{
			"GET /{x}",
			layers{params{"x": ":/?#[]@!$&'()*+,;="}},
			"GET /%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D HTTP/1.1", nil, "",
		},
		{"GET /{+x}", layers{params{"x": ":/[]@!$&'()*+,;="}}, "GET /:/[]@!$&'()*+,;= HTTP/1.1", nil, ""},
		{
			"GET /{x}",
			layers{params{"x": " \"<>\\^`{|}\x7f\n\u00e9\xff"}},
			"GET /%20%22%3C%3E%5C%5E%60%7B%7C%7D%7F%0A%C3%A9%FF HTTP/1.1", nil, "",
		},
		{
			"GET /:x/v1:run{/y*}{.z}",
			layers{params{"x": "-._~", "y": []string{"1", "2"}, "z": "json"}},
			"GET /-._~/v1:run/1/2.json HTTP/1.1", nil, "",
		},
		{"GET /x?ids[]=1&ids[]=2", nil, "GET /x?ids[]=1&ids[]=2 HTTP/1.1", nil, ""},
		{"GET /x", layers{query{"ids[]": []int{1, 2}}}, "GET /x?ids%5B%5D=1&ids%5B%5D=2 HTTP/1.1", nil, ""},
		{"GET /x", layers{params{"b": []int{1, 2}, "a": "c d+e&f=g%"}}, "GET /x?a=c%20d%2Be%26f%3Dg%25&b=1%2C2 HTTP/1.1", nil, ""},
		{"GET /x{?b*}", layers{params{"b": []int{1, 2}, "a": true}}, "GET /x?b=1&b=2&a=true HTTP/1.1", nil, ""},
		{"GET http://other.test:8080/x", nil, "GET /x HTTP/1.1", []string{"Host: other.test:8080"}, ""},
		{
			"GET {+next}",
			layers{params{"next": "http://other.test/a%2Fb?page=2&x[]=%7B"}},
			"GET /a%2Fb?page=2&x[]=%7B HTTP/1.1",
			[]string{"Host: other.test"},
			"",
		},

		// Methods, and requests without a body.
		{"GET /x", nil, "GET /x HTTP/1.1", nil, ""},
		{"HEAD /x", layers{params{"a": 1}}, "HEAD /x?a=1 HTTP/1.1", nil, ""},
		{"OPTIONS /x", nil, "OPTIONS /x HTTP/1.1", nil, ""},
		{"TRACE /x", nil, "TRACE /x HTTP/1.1", nil, ""},
		{"purge /x", nil, "PURGE /x HTTP/1.1", nil, ""},
		{"DELETE /x", nil, "DELETE /x HTTP/1.1", nil, ""},
		{"PUT /x", nil, "PUT /x HTTP/1.1", []string{"Content-Length: 0"}, ""},
		{"POST /x", nil, "POST /x HTTP/1.1", []string{"Content-Length: 0"}, ""},
		{"PATCH /x", nil, "PATCH /x HTTP/1.1", []string{"Content-Length: 0"}, ""},
		{"POST /x", layers{headers{"content-length": "0"}}, "POST /x HTTP/1.1", []string{"Content-Length: 0"}, ""},

		// Headers.
		{"GET /x", layers{headers{"host": "virtual.test:81", "x-aBC": "d"}}, "GET /x HTTP/1.1", []string{"Host: virtual.test:81", "X-Abc: d"}, ""},
		{"GET /x", layers{headers{"etag": " \"a\tb\" "}}, "GET /x HTTP/1.1", []string{"Etag: \"a\tb\""}, ""},

		// Bodies. Their kinds are in TestBodyKinds.
		{
			"POST /x/{a}",
			layers{params{"a": 1, "d": nil, "c": "<&>", "b": []string{"\u00fc"}}},
			"POST /x/1 HTTP/1.1",
			[]string{"Content-Length: 31", jsonType},
			`{"b":["` + "\u00fc" + `"],"c":"<&>","d":null}`,
		},
		{"DELETE /x", layers{params{"a": 1.5}}, "DELETE /x HTTP/1.1", []string{"Content-Length: 9", jsonType}, `{"a":1.5}`},
		{
			"PUT /x",
			layers{params{"b": []int{1, 2}, "a": "c d"}, headers{"content-type": "application/x-www-form-urlencoded"}},
			"PUT /x HTTP/1.1",
			[]string{"Content-Length: 13", formType},
			"a=c+d&b=1&b=2",
		},
		{
			"POST /x",
			layers{query{"q": 1}, options{Data: "text"}, headers{"content-type": "text/plain", "content-length": "4"}},
			"POST /x?q=1 HTTP/1.1",
			[]string{"Content-Length: 4", "Content-Type: text/plain"},
			"text",
		},
		{"PROPFIND /x", layers{options{Data: []byte("a")}}, "PROPFIND /x HTTP/1.1", []string{"Content-Length: 1"}, "a"},
	}
	for _, tt := range tests {
		req, err := wireEndpoint.HTTPRequest(t.Context(), tt.route, tt.layers...)
		if err != nil {
			t.Errorf("%q %v: %v", tt.route, tt.layers, err)
			continue
		}
		for _, name := range []string{"Host", "Content-Length"} {
			if _, found := req.Header[name]; found {
				t.Errorf("%q: %s is in the header map", tt.route, name)
			}
		}
		checkWire(t, tt.route, req, tt.line, tt.body, tt.fields...)
	}
}

// A bodyCase is one kind of body; internal/body has all of each kind.
type bodyCase struct {
	name string
	body func(t *testing.T) any // a new one at each call
	want string
	size int64 // -1: unknown, and it cannot be read again
	mime string
}

const (
	jsonMIME = "application/json; charset=utf-8"
	formMIME = "application/x-www-form-urlencoded"
)

// A stream is a Reader that says when it is closed, which net/http does in a
// goroutine of its own.
type stream struct {
	io.Reader
	closed chan struct{}
}

func newStream(text string) *stream {
	return &stream{iotest.OneByteReader(strings.NewReader(text)), make(chan struct{})}
}

func (s *stream) Close() error { close(s.closed); return nil }

func bodyCases() []bodyCase {
	plain := func(name string, body any, want, mime string) bodyCase {
		return bodyCase{name, func(*testing.T) any { return body }, want, int64(len(want)), mime}
	}
	reader := func(name string, body func(t *testing.T) any, want string) bodyCase {
		return bodyCase{name, body, want, int64(len(want)), ""}
	}
	return []bodyCase{
		reader("bytes.Buffer", func(*testing.T) any { return bytes.NewBufferString("<a>") }, "<a>"),
		reader("strings.Reader, half read", func(*testing.T) any { return skip(strings.NewReader("123456"), 3) }, "456"),
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
		plain("map", map[string]any{"b": "<&>", "a": map[string]any{"z": 1, "y": nil}}, `{"a":{"y":null,"z":1},"b":"<&>"}`, jsonMIME),
		plain("struct", struct{ X int }{1}, `{"X":1}`, jsonMIME),
		plain("int", 42, "42", jsonMIME),
	}
}

// skip reads n bytes and returns the reader.
func skip[R io.Reader](r R, n int64) R {
	if _, err := io.CopyN(io.Discard, r, n); err != nil {
		panic(err)
	}
	return r
}

func file(t *testing.T, text string, offset int64) *os.File {
	t.Helper()
	name := filepath.Join(t.TempDir(), "body")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return f
}

// described is a Request of the headers that checkWire expects.
func described(method string, body any) endpoint.Request {
	return endpoint.Request{
		Method:  method,
		URL:     "http://api.test/x",
		Headers: endpoint.Headers{"accept": "a/b", "user-agent": "t"},
		Body:    body,
	}
}

func httpRequest(t *testing.T, r endpoint.Request) *http.Request {
	t.Helper()
	req, err := r.HTTPRequest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func content(t *testing.T, r io.Reader) string {
	t.Helper()
	if r == nil {
		return ""
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func (c bodyCase) lengthField() string {
	if c.size < 0 {
		return "Transfer-Encoding: chunked"
	}
	return fmt.Sprintf("Content-Length: %d", c.size)
}

// TestBodyKinds sends each kind in the three ways to a body, and reads it again
// where that is possible.
func TestBodyKinds(t *testing.T) {
	for _, tt := range bodyCases() {
		t.Run(tt.name, func(t *testing.T) {
			r := described("post", tt.body(t))
			req := httpRequest(t, r)
			if (req.GetBody == nil) != (tt.size < 0) {
				t.Errorf("GetBody set: %t, size %d", req.GetBody != nil, tt.size)
			}
			if req.GetBody != nil {
				if first, second := again(t, req), again(t, req); first != tt.want || second != tt.want || content(t, httpRequest(t, r).Body) != tt.want {
					t.Errorf("GetBody: %.200q, then %.200q; want %.200q", first, second, tt.want)
				}
			}
			checkWire(t, "Request", req, "POST /x HTTP/1.1", tt.want, tt.lengthField())

			fields := []string{tt.lengthField()}
			if tt.mime != "" {
				fields = append(fields, "Content-Type: "+tt.mime)
			}
			req, err := wireEndpoint.HTTPRequest(t.Context(), "POST /x", endpoint.Options{Data: tt.body(t)})
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

// TestRedirect follows a 307, which sends the body a second time.
func TestRedirect(t *testing.T) {
	visit := func(path string, length int64, body string) string {
		return fmt.Sprintf("%s, length %d: %s", path, length, body)
	}
	var visits []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("%s: %v", r.URL, err)
		}
		visits = append(visits, visit(r.URL.Path, r.ContentLength, string(body)))
		if r.URL.Path == "/start" {
			w.Header().Set("Location", "/end")
			w.WriteHeader(http.StatusTemporaryRedirect)
		}
	}))
	defer server.Close()
	e := endpoint.New(endpoint.Options{BaseURL: server.URL})
	for _, tt := range bodyCases() {
		t.Run(tt.name, func(t *testing.T) {
			visits = nil
			req, err := e.HTTPRequest(t.Context(), "PUT /start", endpoint.Options{Data: tt.body(t)})
			if err != nil {
				t.Fatal(err)
			}
			resp, err := server.Client().Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			want, status := []string{visit("/start", tt.size, tt.want)}, http.StatusTemporaryRedirect
			if tt.size >= 0 {
				want, status = append(want, visit("/end", tt.size, tt.want)), http.StatusOK
			}
			if resp.StatusCode != status || !slices.Equal(visits, want) {
				t.Errorf("got %d %.200q\nwant %d %.200q", resp.StatusCode, visits, status, want)
			}
		})
	}
}

func TestContext(t *testing.T) {
	type key struct{}
	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "value"))
	defer cancel()
	r, err := wireEndpoint.Build("GET /x")
	if err != nil {
		t.Fatal(err)
	}
	var none context.Context
	if req, err := r.HTTPRequest(none); req != nil || !errors.As(err, new(*endpoint.Error)) {
		t.Errorf("Request, nil context: got %v, %v, want an *Error", req, err)
	}
	if req, err := wireEndpoint.HTTPRequest(none, "GET /x"); req != nil || !errors.As(err, new(*endpoint.Error)) {
		t.Errorf("Endpoint, nil context: got %v, %v, want an *Error", req, err)
	}
	one, err := r.HTTPRequest(ctx)
	if err != nil {
		t.Fatal(err)
	}
	two, err := wireEndpoint.HTTPRequest(ctx, "GET /x")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for _, req := range []*http.Request{one, two} {
		if req.Context() != ctx || req.Context().Value(key{}) != "value" {
			t.Errorf("context %v, want %v", req.Context(), ctx)
		}
		resp, err := http.DefaultTransport.RoundTrip(req) // cancelled before anything is looked up
		if err == nil {
			resp.Body.Close()
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("sent under a cancelled context: %v", err)
		}
	}
}

// differences compares two requests for net/http: exported fields, context, and
// what the bodies and GetBody give.
func differences(t *testing.T, a, b *http.Request) (names []string) {
	t.Helper()
	x, y := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range x.NumField() {
		switch f := x.Type().Field(i); {
		case !f.IsExported() || f.Name == "Body" || f.Name == "GetBody":
		case !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()):
			names = append(names, f.Name)
		}
	}
	if a.Context() != b.Context() {
		names = append(names, "Context")
	}
	if (a.Body == nil) != (b.Body == nil) || (a.Body == http.NoBody) != (b.Body == http.NoBody) || (a.GetBody == nil) != (b.GetBody == nil) {
		return append(names, "Body or GetBody set")
	}
	if a.Body != nil && content(t, a.Body) != content(t, b.Body) {
		names = append(names, "Body")
	}
	if a.GetBody != nil && again(t, a) != again(t, b) {
		names = append(names, "GetBody")
	}
	return names
}

func again(t *testing.T, r *http.Request) string {
	t.Helper()
	body, err := r.GetBody()
	if err != nil {
		t.Fatal(err)
	}
	return content(t, body)
}

// checkBothWays compares Endpoint.HTTPRequest with Build followed by
// Request.HTTPRequest, errors included, and the URL with url.Parse. The layers
// are made anew for each, since a stream is read once. It reports whether there
// was a request.
func checkBothWays(t *testing.T, e endpoint.Endpoint, route string, layers func() []endpoint.Layer) bool {
	t.Helper()
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, route)
	got, err := e.HTTPRequest(ctx, route, layers()...)
	r, buildErr := e.Build(route, layers()...)
	if buildErr != nil {
		if got != nil || err == nil || err.Error() != buildErr.Error() {
			t.Errorf("%s\n%q %v: HTTPRequest %v, %v\nBuild %v", e, route, layers(), got, err, buildErr)
		}
		return false
	}
	want, wantErr := r.HTTPRequest(ctx)
	if wantErr != nil || err != nil {
		var a, b *endpoint.Error
		if got != nil || !errors.As(err, &a) || !errors.As(wantErr, &b) || a.Name != b.Name && b.Name != "body" || a.Err.Error() != b.Err.Error() {
			t.Errorf("%s\n%q %v: HTTPRequest %v, %v\nRequest.HTTPRequest %v", e, route, layers(), got, err, wantErr)
		}
		return false
	}
	if names := differences(t, got, want); names != nil {
		t.Errorf("%s\n%q %v: %q differ\n got %+v\n     %#v\nwant %+v\n     %#v", e, route, layers(), names, got, got.URL, want, want.URL)
	}
	u, err := url.Parse(r.URL)
	if err != nil {
		t.Errorf("%s\n%q %v: %v", e, route, layers(), err)
		return true
	}
	u.Host = strings.TrimSuffix(u.Host, ":") // as http.NewRequest does
	if !reflect.DeepEqual(got.URL, u) {
		t.Errorf("%s\n%q %v: URL %#v\nurl.Parse(%q) %#v", e, route, layers(), got.URL, r.URL, u)
	}
	return true
}

// The parts of which TestBothWays makes every combination.
var (
	bothWaysRoutes = []string{
		"", "GET", "/", "GET /", "GET //x//", "GET ?x=1", "GET #f", "GET /x?", "GET /x?#", "GET /x#", "GET /x?a#f?b", "GET /x?a=0",
		"GET x", "GET .x", "GET @x", "GET /%2F%2f", "GET /a b", "GET /a'b", "GET /a[]!$&()*+,;=:@~", "GET /\u00fc?\u00fc#\u00fc", "GET /%zz", "GET /./x/..",
		"GET /*", "GET *", "GET /a:b/c", "GET /a%", "GET /%41", "GET /x?[]=%41&'", "GET /x?a+b",
		"GET /{a}", "GET /{a}/", "GET /:a/:b", "GET /{+a}", "GET /{/a*}", "GET /x{/a,b}{?c,d*}", "GET /x{;a}{.b}{#c}", "GET /x?y{&a}", "GET /{a}{b}", "GET /{enterprise-team}",
		"GET {+a}", "GET {+a}{?b}", "GET {url}", "GET {url}/x", "GET {a}/{b}", "GET {/a}", "GET {?a}", "GET {#a}",
		"GET http://h", "GET HTTPS://H:80/x", "GET http://h:/x", "GET http://u:p@h/x", "GET http://[::1]:8/x", "GET http://{a}.test/x", "GET http://h?x", "GET http://h#x", "GET http:///x", "GET http://h{/a}{?b}",
		"POST /x", "POST /{a}?x", "PUT /x{?a}", "PATCH /:a", "DELETE /{a}", "HEAD /x", "TRACE /x", "CONNECT /x", "purge /x", "g t /x", "POST /{", "POST /{a:3}",
	}
	bothWaysDefaults = []endpoint.Endpoint{
		{},
		endpoint.New(endpoint.Options{BaseURL: "http://h:8080/base/"}, endpoint.Query{"per_page": 100, "a": "q"}),
		endpoint.New(endpoint.Options{BaseURL: "https://user:pass@h/b%2Fc\u00fc"}, endpoint.Headers{"accept": "", "x-one": "1", "x-two": "2", "x-three": "3", "x-four": "4"}),
		endpoint.New(endpoint.Options{BaseURL: "https://{a}.test:/v{b}"}, endpoint.Path{"a": "eu", "b": 2}),
		endpoint.New(endpoint.Headers{"content-type": formMIME, "host": "virtual.test"}, endpoint.MediaType{Format: "raw", Previews: []string{"one"}}),
		endpoint.New(endpoint.Options{BaseURL: "nowhere", Method: "POST"}, endpoint.Headers{"x y": "z"}),
	}
	bothWaysLayers = []func() []endpoint.Layer{
		func() []endpoint.Layer { return nil },
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Params{"a": "x", "b": 1, "c": true, "d": "y"}}
		},
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Params{"a": "a/b%2F c", "b": "\u00fc'[]", "url": "x y", "enterprise-team": "t", "c": "?", "d": "#"}}
		},
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Params{"a": []string{"1", "2"}, "d": map[string]any{"k": 1}, "x[]": []int{1, 2}}}
		},
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Params{"a": "..", "b": ".", "c": nil, "d": ""}, endpoint.MediaType{Previews: []string{"two"}}}
		},
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Params{"a": "https://o.test:1/p?q=%20#f", "url": "http://o.test/p%2F"}, endpoint.Query{"q": []string{"1", ""}, "e": "&=+ "}}
		},
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Params{"a": "x", "z": math.NaN(), "y": make(chan int)}, endpoint.Headers{"content-length": "3"}}
		},
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Options{Data: iotest.OneByteReader(strings.NewReader("abc")), Params: endpoint.Params{"a": "x"}}, endpoint.Headers{"Content-Length": "3", "content-type": "text/plain"}}
		},
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Options{Data: map[string]any{"b": "<", "a": []string{"&"}}}, endpoint.Headers{"host": "other.test:9", "X-One": ""}}
		},
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Options{Data: ""}, endpoint.Params{"a": 1e21, "b": json.Number("1.0")}, endpoint.Headers{"content-length": "0", "accept": "a/b"}}
		},
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Options{Data: url.Values{"a": {"b"}}}, endpoint.Headers{"host": "a/b"}}
		},
		func() []endpoint.Layer {
			return []endpoint.Layer{endpoint.Options{Data: bytes.NewReader(nil)}, endpoint.Headers{"content-length": "x"}}
		},
		func() []endpoint.Layer { return []endpoint.Layer{endpoint.Options{Data: json.RawMessage("{")}} },
	}
)

func TestBothWays(t *testing.T) {
	requests := 0
	for _, e := range bothWaysDefaults {
		for _, route := range bothWaysRoutes {
			for _, layers := range bothWaysLayers {
				if checkBothWays(t, e, route, layers) {
					requests++
				}
			}
		}
	}
	for _, tt := range bodyCases() {
		for _, method := range []string{"POST", "DELETE", "GET"} {
			checkBothWays(t, wireEndpoint, method+" /x", func() []endpoint.Layer {
				return []endpoint.Layer{endpoint.Options{Data: tt.body(t)}}
			})
		}
	}
	if requests < 1000 {
		t.Errorf("%d requests came out, too few to tell", requests)
	}
}

// parityCases are the calls of testdata/parity.jsonl.
func parityCases(t *testing.T) (cases []parityCase) {
	f, err := os.Open("testdata/parity.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for d := json.NewDecoder(f); ; {
		var c parityCase
		if err := d.Decode(&c); err == io.EOF {
			return cases
		} else if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
}

func TestBothWaysParity(t *testing.T) {
	requests := 0
	for _, c := range parityCases(t) {
		if checkBothWays(t, c.endpoint(), c.Route, func() []endpoint.Layer { return []endpoint.Layer{c.Options} }) {
			requests++
		}
	}
	if requests < 140 {
		t.Errorf("%d requests, too few to tell", requests)
	}
}

// TestRecorded builds some hundred calls and compares the requests with those of
// testdata/requests.txt, so that each version of Go builds the same ones. `go test
// -run TestRecorded . -update` writes the file.
func TestRecorded(t *testing.T) {
	var b strings.Builder
	record := func(r *http.Request, err error) {
		if err != nil {
			fmt.Fprintln(&b, err)
			return
		}
		fmt.Fprintf(&b, "%s %s %q", r.Method, r.URL, r.Host)
		for _, name := range slices.Sorted(maps.Keys(r.Header)) {
			fmt.Fprintf(&b, " %s=%q", name, r.Header[name])
		}
		if r.Body != nil {
			body := content(t, r.Body)
			if strings.ContainsRune(body, utf8.RuneError) || strings.Contains(body, `\ufffd`) {
				body = "as this Go writes bytes that are not UTF-8"
			}
			fmt.Fprintf(&b, " %.200q %d %08x", body, len(body), crc32.ChecksumIEEE([]byte(body)))
		}
		fmt.Fprintln(&b)
	}
	for _, c := range parityCases(t) {
		record(c.endpoint().HTTPRequest(t.Context(), c.Route, c.Options))
	}
	for seed := range modelCalls(400) {
		c := newModelCall(seed.pieces, seed.choices, seed.a, seed.b)
		record(c.endpoint().HTTPRequest(t.Context(), "", c.call[0], c.call[1]))
	}
	for _, c := range bodyCases() {
		record(described("POST", c.body(t)).HTTPRequest(t.Context()))
	}
	const name = "testdata/requests.txt"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	recorded, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.Split(b.String(), "\n"), strings.Split(string(recorded), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d requests, %d recorded", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("line %d\ngot  %s\nwant %s", i+1, got[i], want[i])
		}
	}
}

func FuzzBothWays(f *testing.F) {
	for _, route := range bothWaysRoutes {
		f.Add("https://api.test/v1", route, "a b", "1", uint8(0))
		f.Add("https://api.test", route, "%2F;'[]", "\u00fc?", uint8(5))
		f.Add("http://{a}.test:8080/{b}", route, "x-1", "http://o.test/p?q#f", uint8(200))
	}
	f.Fuzz(func(t *testing.T, base, route, a, b string, mode uint8) {
		contentType := [...]string{"", formMIME, "text/json", a}[mode%4]
		e := endpoint.New(endpoint.Options{BaseURL: base, Lists: endpoint.ListStyle(mode>>2) % 5, Path: endpoint.Path{"a": a, "b": b}}, endpoint.Query{"c": b})
		nested := map[string]any{a: []any{b, params{"k": a}}}
		checkBothWays(t, e, route, func() []endpoint.Layer {
			body := endpoint.Options{Params: params{"url": b, "c": []string{a, b}, a: b, "m": nested}}
			if mode>>7 == 1 {
				body = endpoint.Options{Data: nested}
			}
			return []endpoint.Layer{
				body,
				endpoint.Query{b: a, "n": []any{nested, a}},
				endpoint.Headers{"x-a": a},
				endpoint.Headers{"content-type": contentType},
			}
		})
	})
}

// TestRequestsAreApart writes to all that a built request has. No other request
// may see it: one made before or after, of the same Endpoint or of another that
// shares the caches, over a base address, an absolute template or a leading
// address with a user.
func TestRequestsAreApart(t *testing.T) {
	const withUser = "http://user:s3cret@api.test"
	fields := endpoint.New(endpoint.Headers{"authorization": "token", "x-one": "1", "x-two": "2", "x-three": "3", "x-four": "4"}, endpoint.MediaType{Previews: []string{"one"}})
	for _, tt := range []struct {
		name  string
		e     endpoint.Endpoint
		route string
		layer endpoint.Layer
	}{
		{"base", fields.Defaults(base(withUser + "/v1")), "GET /x", nil},
		{"base per call", fields, "GET /x{?a}", endpoint.Options{BaseURL: withUser, Params: params{"a": 1}}},
		{"base with a placeholder", fields.Defaults(base(withUser + "/{v}")), "GET /x/%2F", endpoint.Path{"v": 1}},
		{"absolute", fields, "GET " + withUser + "/x", nil},
		{"leading", fields, "GET {+u}", params{"u": withUser + "/x"}},
		{"more headers than there is room for", fields, "GET " + withUser, endpoint.Headers{"x-five": "5", "x-one": "one"}},
		{"JSON", fields.Defaults(base(withUser)), "POST /x", params{"a": 1}},
		{"fewer headers", fields.Defaults(base(withUser)), "POST /x", endpoint.Headers{"x-one": "", "x-two": "", "x-three": "", "authorization": ""}},
	} {
		request := func(e endpoint.Endpoint) *http.Request {
			t.Helper()
			req, err := e.HTTPRequest(t.Context(), tt.route, tt.layer)
			if err != nil {
				t.Fatal(tt.name, err)
			}
			return req
		}
		other := tt.e.Defaults(endpoint.Options{Meta: 1})
		described, err := tt.e.Build(tt.route, tt.layer)
		if err != nil {
			t.Fatal(err)
		}
		fresh := httpRequest(t, described)
		before, elsewhere := request(tt.e), request(other)
		for _, req := range []*http.Request{request(tt.e), request(other), httpRequest(t, described)} {
			for name, values := range req.Header {
				_ = append(values, "appended") // into the next one's place, if there is room
				req.Header[name] = values
			}
			if !reflect.DeepEqual(req.Header, fresh.Header) {
				t.Errorf("%s: appended to each value: %q\nwant %q", tt.name, req.Header, fresh.Header)
			}
			for _, values := range req.Header {
				values[0] = "changed"
			}
			*req.URL.User = *url.UserPassword("changed", "changed")
			*req.URL = url.URL{Scheme: "changed", User: req.URL.User}
			*req = http.Request{Header: req.Header}
			req.Header.Set("X-New", "new")
		}
		for which, got := range map[string]*http.Request{
			"before": before, "after": request(tt.e), "before by another": elsewhere, "after by another": request(other), "from the description": httpRequest(t, described),
		} {
			if names := differences(t, got, httpRequest(t, described)); names != nil || !reflect.DeepEqual(got.URL, fresh.URL) || !reflect.DeepEqual(got.Header, fresh.Header) {
				t.Errorf("%s, made %s: %q differ\ngot  %v %q\nwant %v %q", tt.name, which, names, got.URL, got.Header, fresh.URL, fresh.Header)
			}
		}
	}
}

// TestAllocs: the counts are the same under the race detector (measured), so
// that one bound serves both.
func TestAllocs(t *testing.T) {
	ctx := t.Context()
	spare := 0.0
	if strings.HasPrefix(runtime.Version(), "go1.24") { // whose compiler moves more to the heap
		spare = 1
	}
	e := endpoint.New(endpoint.Options{
		BaseURL: "https://api.github.com",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json", "user-agent": "x", "authorization": "Bearer abc"},
	})
	for _, tt := range []struct {
		name string
		most float64
		call func() error
	}{
		{"GET", 6, func() error {
			_, err := e.HTTPRequest(ctx, "GET /orgs/{org}/repos", endpoint.Params{"org": "octokit", "type": "private", "per_page": 100})
			return err
		}},
		{"GET of a text with escapes", 6, func() error { // as long as the room for a URL bears
			_, err := e.HTTPRequest(ctx, "GET /search/{kind}", endpoint.Params{"kind": "issues", "q": "is:issue is:open label:bug label:p1 author:octokit in:title,body sort:created no:assignee", "page": 2})
			return err
		}},
		{"JSON POST", 14, func() error {
			_, err := e.HTTPRequest(ctx, "POST /repos/{owner}/{repo}/issues", endpoint.Params{
				"owner": "octokit", "repo": "x", "title": "a title", "body": "a body",
				"assignees": []string{"a"}, "labels": []string{"bug", "p1"}, "milestone": 3,
			})
			return err
		}},
		{"Build of an upload", 11, func() error {
			_, err := e.Build("POST {upload_url}/repos/:owner/:repo/releases/:release_id/assets{?name,label}", endpoint.Options{
				Data: "Hello",
				Params: endpoint.Params{
					"upload_url": "https://uploads.github.com", "owner": "octokit", "repo": "x",
					"release_id": 1234, "name": "example.zip", "label": "short description",
				},
			})
			return err
		}},
		{"the same with Params of their own", 9, func() error {
			_, err := e.Build("POST {upload_url}/repos/:owner/:repo/releases/:release_id/assets{?name,label}", endpoint.Options{Data: "Hello"}, endpoint.Params{
				"upload_url": "https://uploads.github.com", "owner": "octokit", "repo": "x",
				"release_id": 1234, "name": "example.zip", "label": "short description",
			})
			return err
		}},
		{"three layers", 7, func() error {
			_, err := e.HTTPRequest(ctx, "GET /orgs/{org}/repos",
				endpoint.Params{"org": "octokit", "type": "private"},
				endpoint.Query{"per_page": 100},
				endpoint.Headers{"x-request-id": "1", "if-none-match": "\"abc\""})
			return err
		}},
	} {
		if err := tt.call(); err != nil {
			t.Fatal(err)
		}
		got := testing.AllocsPerRun(1000, func() { _ = tt.call() })
		if most := tt.most + spare; got > most {
			t.Errorf("%s: %v allocations, want at most %v", tt.name, got, most)
		}
	}
}

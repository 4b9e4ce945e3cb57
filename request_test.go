// Tests of hand-made requests: for net/http, for other clients, and compared.

package endpoint_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/endpoint"
)

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

// TestBodyErrors has what cannot be encoded: as the body of a Request, as Data and
// as a parameter.
func TestBodyErrors(t *testing.T) {
	itself := endpoint.Params{}
	itself["s3cret"] = itself
	for _, tt := range []struct {
		name   string
		body   any
		reason string
	}{
		{"json.RawMessage that is not valid", json.RawMessage(`{"s3cret":}`), ""},
		{"json.Number that is not one", json.Number("s3cret"), "json.Number"},
		{"NaN", math.NaN(), "NaN and infinities cannot be encoded as JSON"},
		{"NaN in a map", map[string]any{"a": math.NaN()}, "NaN and infinities cannot be encoded as JSON"},
		{"infinity in a struct", struct{ A []float64 }{[]float64{math.Inf(1)}}, "NaN and infinities cannot be encoded as JSON"},
		{"chan in a slice", []any{make(chan int)}, "chan int cannot be encoded as JSON"},
		{"Unset in a map", map[string]any{"a": endpoint.Unset}, "endpoint.Unset is not a value"},
		{"Params that hold themselves", itself, "contains itself"},
	} {
		r := described("post", tt.body)
		req, err := r.HTTPRequest(t.Context())
		checkFailure(t, tt.name, err, endpoint.ErrBody, "body")
		checkError(t, tt.name, err, endpoint.ErrBody, "body", "endpoint: POST: invalid body: ")
		checkError(t, tt.name, err, endpoint.ErrBody, "body", tt.reason)
		body, size, err := r.BodyReader()
		checkFailure(t, tt.name+", BodyReader", err, endpoint.ErrBody, "body")
		if req != nil || body != nil || size != 0 {
			t.Errorf("%s: half built: %v, %v, %d", tt.name, req, body, size)
		}
		_, err = wireEndpoint.HTTPRequest(t.Context(), "POST /x", endpoint.Options{Data: tt.body})
		checkFailure(t, tt.name+", Data", err, endpoint.ErrBody, "body")
		_, err = wireEndpoint.HTTPRequest(t.Context(), "POST /x", endpoint.Params{"a": tt.body, "b": 1})
		checkFailure(t, tt.name+" as a parameter", err, endpoint.ErrBody, "a")
		checkError(t, tt.name+" as a parameter", err, endpoint.ErrBody, "a", tt.reason)
	}
	for _, body := range []any{(*bytes.Buffer)(nil), (*stream)(nil)} {
		_, err := described("post", body).HTTPRequest(t.Context())
		checkFailure(t, fmt.Sprintf("%T", body), err, endpoint.ErrBody, "body")
	}
}

// TestContentLength has a length that agrees with the body, one that does not, and
// what is not a number. BodyReader sees it as HTTPRequest does.
func TestContentLength(t *testing.T) {
	known := func() any { return "12345" }
	unknown := func() any { return newStream("12345") }
	none := func() any { return nil }
	type headers = endpoint.Headers
	for _, tt := range []struct {
		headers headers
		body    func() any
		want    int64 // -1: an error
	}{
		{headers{"Content-Length": "5"}, known, 5},
		{headers{"content-length": " 05\t"}, known, 5},
		{headers{"content-length": " \t"}, known, 5},
		{headers{"content-length": "4"}, known, -1},
		{headers{"content-length": "+5"}, known, -1},
		{headers{"content-length": "s3cret"}, known, -1},
		{headers{"content-length": "5"}, unknown, 5},
		{headers{"content-length": "0"}, unknown, -1}, // net/http would send chunks
		{headers{"content-length": "9223372036854775808"}, unknown, -1},
		{headers{"content-length": "0"}, none, 0},
		{headers{"content-length": "5"}, none, -1},
	} {
		r := described("post", tt.body())
		maps.Copy(r.Headers, tt.headers)
		req, err := r.HTTPRequest(t.Context())
		r.Body = tt.body()
		_, size, bodyErr := r.BodyReader()
		built, builtErr := wireEndpoint.HTTPRequest(t.Context(), "POST /x", tt.headers, endpoint.Options{Data: tt.body()})
		input := fmt.Sprintf("%q of %T", tt.headers, tt.body())
		if tt.want < 0 {
			checkFailure(t, input, err, endpoint.ErrHeader, "content-length")
			checkFailure(t, input+", BodyReader", bodyErr, endpoint.ErrHeader, "content-length")
			checkFailure(t, input+", Endpoint", builtErr, endpoint.ErrHeader, "content-length")
			continue
		}
		if cmp.Or(err, bodyErr, builtErr) != nil {
			t.Errorf("%s: HTTPRequest %v, BodyReader %v, Endpoint %v; want no error", input, err, bodyErr, builtErr)
			continue
		}
		if req.ContentLength != tt.want || size != tt.want || built.ContentLength != tt.want || req.Header["Content-Length"] != nil {
			t.Errorf("%s: HTTPRequest %d, BodyReader %d, Endpoint %d, want %d; %v", input, req.ContentLength, size, built.ContentLength, tt.want, req.Header)
		}
	}
	r := described("post", "12345")
	r.Headers["content-length"], r.Headers["Content-Length"] = "5", "5"
	_, _, err := r.BodyReader()
	checkFailure(t, "two spellings", err, endpoint.ErrHeader, "content-length")
	r = described("post", make(chan int))
	r.Headers["a"] = "\n"
	_, _, err = r.BodyReader() // headers are checked first, as by HTTPRequest
	checkFailure(t, "a header and the body", err, endpoint.ErrHeader, "a")

	body := newStream("abc") // sent without chunks
	r = described("post", body)
	r.Headers["content-length"] = "3"
	checkWire(t, "stream", httpRequest(t, r), "POST /x HTTP/1.1", "abc", "Content-Length: 3")
	<-body.closed // or the test never ends
}

func TestHandMadeRequest(t *testing.T) {
	type headers = endpoint.Headers
	tests := []struct {
		name, method, url string
		headers           headers
		body              any
		kind              error
		about             string // Error.Name
	}{
		{"method missing", "", "http://h/", nil, nil, endpoint.ErrMethod, ""},
		{"method of two words", "get it", "http://h/", nil, nil, endpoint.ErrMethod, ""},
		{"method with a line break", "get\r\n", "http://h/", nil, nil, endpoint.ErrMethod, ""},
		{"URL missing", "get", "", nil, nil, endpoint.ErrRoute, ""},
		{"URL without host", "get", "/s3cret", nil, nil, endpoint.ErrRoute, ""},
		{"URL with an empty host", "get", "http:///s3cret", nil, nil, endpoint.ErrRoute, ""},
		{"URL of another scheme", "get", "ftp://h/s3cret", nil, nil, endpoint.ErrRoute, ""},
		{"URL with a bad escape", "get", "http://h/%zz-s3cret", nil, nil, endpoint.ErrRoute, ""},
		{"URL with a bad host", "get", "http://[::1/s3cret", nil, nil, endpoint.ErrRoute, ""},
		{"URL with a bad port", "get", "http://h:s3cret/", nil, nil, endpoint.ErrRoute, ""},
		{"URL with a control character", "get", "http://h/s3cret\n", nil, nil, endpoint.ErrRoute, ""},
		{"two spellings", "get", "http://h/", headers{"X-A": "s3cret", "x-a": "s3cret"}, nil, endpoint.ErrHeader, "x-a"},
		{"two spellings of equal values", "get", "http://h/", headers{"accept": "a", "ACCEPT": "a"}, nil, endpoint.ErrHeader, "accept"},
		{"two spellings of content-length", "post", "http://h/", headers{"Content-Length": "1", "content-length": "1"}, "a", endpoint.ErrHeader, "content-length"},
		{"header without a name", "get", "http://h/", headers{"": "s3cret"}, nil, endpoint.ErrHeader, ""},
		{"header name with a blank", "get", "http://h/", headers{"x a": "s3cret"}, nil, endpoint.ErrHeader, "x a"},
		{"header name with a colon", "get", "http://h/", headers{"x:": ""}, nil, endpoint.ErrHeader, "x:"},
		{"header name that is not ASCII", "get", "http://h/", headers{"\u212a": "s3cret"}, nil, endpoint.ErrHeader, "\u212a"},
		{"header value with a line break", "get", "http://h/", headers{"x": "s3cret\r\ny: 1"}, nil, endpoint.ErrHeader, "x"},
		{"host with a path", "get", "http://h/", headers{"host": "s3cret/x"}, nil, endpoint.ErrHeader, "host"},
		{"host with a user", "get", "http://h/", headers{"host": "s3cret@x"}, nil, endpoint.ErrHeader, "host"},
		{"host with a scheme", "get", "http://h/", headers{"host": "http://s3cret"}, nil, endpoint.ErrHeader, "host"},
		{"host with a line break", "get", "http://h/", headers{"host": "h\r\ns3cret: 1"}, nil, endpoint.ErrHeader, "host"},
		{"first the method", "", "", headers{"x a": ""}, math.NaN(), endpoint.ErrMethod, ""},
		{"then the URL", "get", "", headers{"x a": ""}, math.NaN(), endpoint.ErrRoute, ""},
		{"then the headers by name", "get", "http://h/", headers{"x b": "", "x a": "", "x c": ""}, math.NaN(), endpoint.ErrHeader, "x a"},
		{"then the body", "get", "http://h/", headers{"x": "y"}, math.NaN(), endpoint.ErrBody, "body"},
	}
	for _, tt := range tests {
		r := endpoint.Request{Method: tt.method, URL: tt.url, Headers: tt.headers, Body: tt.body}
		for range 5 { // maps iterate in any order
			req, err := r.HTTPRequest(t.Context())
			if req != nil {
				t.Errorf("%s: got a request", tt.name)
			}
			checkFailure(t, tt.name, err, tt.kind, tt.about)
		}
	}
	for host, want := range map[string]string{
		"":              "h:8080",
		"a.test":        "a.test",
		" a.test ":      "a.test",
		"[2001:db8::1]": "[2001:db8::1]",
		"under_score.x": "under_score.x",
	} {
		r := endpoint.Request{Method: "Get", URL: "https://h:8080/a"}
		if host != "" {
			r.Headers = headers{"HOST": host}
		}
		req := httpRequest(t, r)
		if req.Host != want || req.URL.Host != "h:8080" || req.Method != "GET" || req.Header == nil || len(req.Header) != 0 {
			t.Errorf("host %q: got %q to %s, %s, headers %v; want %q", host, req.Host, req.URL.Host, req.Method, req.Header, want)
		}
	}
}

// TestDiff has each line of a difference as it is shown.
func TestDiff(t *testing.T) {
	type (
		request = endpoint.Request
		headers = endpoint.Headers
	)
	full := request{
		Method: "post", URL: "https://u:s3cret@h.test/?token=s3cret", Body: "s3cret", Meta: 1,
		Headers: headers{"accept": "a/b", "authorization": "s3cret", "x-empty": ""},
	}
	with := func(change func(r *request)) request {
		r := full
		r.Headers = maps.Clone(full.Headers)
		change(&r)
		return r
	}
	for _, tt := range []struct {
		name      string
		got, want request
		diff      []string
	}{
		{"zero", request{}, request{}, nil},
		{"itself", full, full, nil},
		{"method in another case", full, with(func(r *request) { r.Method = "POST" }), nil},
		{"headers that want does not name", full, with(func(r *request) { r.Headers = nil }), nil},
		{"headers in another case", full, with(func(r *request) { r.Headers = headers{"Accept": " a/b ", "AUTHORIZATION": "s3cret"} }), nil},
		{"headers of got in another case", request{Headers: headers{"X-A": "1"}}, request{Headers: headers{"x-a": "1"}}, nil},
		{"headers that are absent", full, with(func(r *request) { r.Headers = headers{"x-none": "", "X-Empty": ""} }), nil},
		{"method", full, with(func(r *request) { r.Method = "get" }), []string{`method: got "post", want "get"`}},
		{"URL", full, with(func(r *request) { r.URL = "https://h.test/" }), []string{`URL: got "https://u:s3cret@h.test/?token=s3cret", want "https://h.test/"`}},
		{"URL in another case", request{URL: "https://h.test/A"}, request{URL: "https://h.test/a"}, []string{`URL: got "https://h.test/A", want "https://h.test/a"`}},
		{"header", full, with(func(r *request) { r.Headers["accept"] = "c" }), []string{`header accept: got "a/b", want "c"`}},
		{"header that is there", full, with(func(r *request) { r.Headers["Authorization"] = "" }), []string{`header authorization: got "s3cret", want none`}},
		{"header that is not there", full, with(func(r *request) { r.Headers["X-A"] = "1" }), []string{`header x-a: got none, want "1"`}},
		{"meta", full, with(func(r *request) { r.Meta = int64(1) }), []string{`meta: got int, want int64`}},
		{"meta that is not there", full, with(func(r *request) { r.Meta = nil }), []string{`meta: got int, want <nil>`}},
		{"meta of one type", full, with(func(r *request) { r.Meta = 2 }), []string{`meta: got int, want another value of that type`}},
		{"meta that holds itself", request{Meta: selfHolding()}, request{Meta: params{}}, []string{`meta: got map[string]interface {}, want endpoint.Params`}},
		{"meta by its value", request{Meta: []any{params{"a": 1}}}, request{Meta: []any{params{"a": 1}}}, nil},
		{"body", full, with(func(r *request) { r.Body = "a\n\u202e" }), []string{`body: got "s3cret", want "a\n\u202e"`}},
		{"what cannot be printed", request{Body: params{"a": "\u202e"}}, request{Headers: headers{"a\n": "1"}}, []string{`header a\n: got none, want "1"`, `body: got {"a":"\u202e"}, want none`}},
		{
			"JSON by path",
			request{Body: params{"items": []any{params{"price": 5}}, "labels": []string{"a", "b"}}},
			request{Body: params{"items": []any{params{"price": 6}}, "labels": []string{"a", "b", "bug"}}},
			[]string{`body.items[0].price: got 5, want 6`, `body.labels[2]: got none, want "bug"`},
		},
		{"all", full, request{Headers: headers{"b": "1", "a": "2"}}, []string{
			`method: got "post", want ""`, `URL: got "https://u:s3cret@h.test/?token=s3cret", want ""`,
			`header a: got none, want "2"`, `header b: got none, want "1"`, `body: got "s3cret", want none`, `meta: got int, want <nil>`,
		}},
	} {
		want := strings.Join(tt.diff, "\n")
		if got := tt.got.Diff(tt.want); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.name, got, want)
		}
	}
}

// A neverRead fails the test that reads it.
type neverRead struct{ t *testing.T }

func (n *neverRead) Read([]byte) (int, error) {
	n.t.Error("a Reader that can be read only once is read")
	return 0, io.EOF
}

// TestDiffBodies compares each body with each: those of one row are sent alike.
// Text equals JSON of the same bytes.
// TestDiffAllocs: headers are looked up, so that twice as many take about twice as
// much. Each comparison of a name in upper case would be an allocation.
func TestDiffAllocs(t *testing.T) {
	allocs := func(n int) float64 {
		got, want := endpoint.Headers{}, endpoint.Headers{}
		for i := range n {
			got[fmt.Sprintf("X-NAME-%03d", i)] = "v"
			want[fmt.Sprintf("x-name-%03d", i)] = "v"
		}
		return testing.AllocsPerRun(10, func() {
			if diff := (endpoint.Request{Headers: got}).Diff(endpoint.Request{Headers: want}); diff != "" {
				t.Fatal(diff)
			}
		})
	}
	if once, twice := allocs(100), allocs(200); twice > 3*once {
		t.Errorf("%v allocations for 100 headers, %v for 200", once, twice)
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

func TestDiffBodies(t *testing.T) {
	type (
		object struct {
			B string  `json:"b"`
			N float64 `json:"n"`
		}
		text string
	)
	isJSON := func(shown string) bool { return shown[0] != '"' && json.Valid([]byte(shown)) }
	once, other := &neverRead{t}, &neverRead{t}
	half := skip(strings.NewReader("123text"), 3)
	groups := [][]struct {
		body  any
		shown string
	}{
		{{nil, "none"}},
		{{"", `""`}, {[]byte{}, `""`}, {http.NoBody, `""`}, {url.Values{}, `""`}, {bytes.NewReader(nil), `""`}},
		{
			{"text", `"text"`},
			{text("text"), `"text"`},
			{[]byte("text"), `"text"`},
			{bytes.NewBufferString("text"), `"text"`},
			{half, `"text"`},
			{file(t, "123text", 3), `"text"`},
		},
		{{url.Values{"b": {"<"}, "a": {"1", "2"}}, `"a=1&a=2&b=%3C"`}, {"a=1&a=2&b=%3C", `"a=1&a=2&b=%3C"`}},
		{
			{map[string]any{"n": 1, "b": "<"}, `{"b":"<","n":1}`},
			{params{"n": 1, "b": "<"}, `{"b":"<","n":1}`},
			{object{"<", 1}, `{"b":"<","n":1}`},
			{&object{"<", 1}, `{"b":"<","n":1}`},
			{json.RawMessage(` {"n":1, "b":"\u003c"}`), ` {"n":1, "b":"\u003c"}`},
		},
		{{json.RawMessage(`{"b":"<","n":1.0}`), `{"b":"<","n":1.0}`}}, // another text of the number
		{{map[string]any{"b": "<"}, `{"b":"<"}`}},
		{{json.RawMessage("null"), "null"}},
		{{json.Number("1e2"), "1e2"}},
		{{100, "100"}, {100.0, "100"}, {json.RawMessage("100"), "100"}},
		{{[]int{1, 2}, "[1,2]"}, {[]any{1.0, json.Number("2")}, "[1,2]"}},
		{{once, "a *endpoint_test.neverRead"}},
		{{other, "a *endpoint_test.neverRead"}},
	}
	for i, group := range groups {
		for _, a := range group {
			for j, group := range groups {
				for _, b := range group {
					want := ""
					if i != j {
						want = "body: got " + a.shown + ", want " + b.shown
					}
					got := (endpoint.Request{Body: a.body}).Diff(endpoint.Request{Body: b.body})
					if isJSON(a.shown) && isJSON(b.shown) { // by path, which jsondiff tests
						if (got == "") != (i == j) || !strings.HasPrefix(got+"body", "body") {
							t.Errorf("%s and %s: %q", a.shown, b.shown, got)
						}
						continue
					}
					if got != want {
						t.Errorf("%T and %T\ngot  %s\nwant %s", a.body, b.body, got, want)
					}
				}
			}
		}
	}
	if got := content(t, half); got != "text" { // read by Diff, and still whole
		t.Errorf("%q is left", got)
	}

	for text, equal := range map[string]bool{`{"b":"<","n":1}`: true, ` {"b":"<","n":1}`: false} {
		diff := (endpoint.Request{Body: object{"<", 1}}).Diff(endpoint.Request{Body: text})
		if (diff == "") != equal {
			t.Errorf("JSON and the text %s: %q", text, diff)
		}
	}

	// JSON that cannot be decoded is compared as text.
	nest := func(levels int, leaf any) any {
		for range levels {
			leaf = []any{leaf}
		}
		return leaf
	}
	for levels := 9_999; levels <= 10_001; levels++ {
		one, two := endpoint.Request{Body: nest(levels, 1)}, endpoint.Request{Body: nest(levels, 2)}
		if diff := one.Diff(two); !strings.HasPrefix(diff, "body") {
			t.Errorf("%d levels: %.100q", levels, diff)
		}
		if _, _, err := one.BodyReader(); err == nil && one.Diff(one) != "" { // else it cannot be sent
			t.Errorf("%d levels: not equal to itself", levels)
		}
	}

	// Where both sides look alike, the types tell them apart.
	got := (endpoint.Request{Body: "a"}).Diff(endpoint.Request{Body: json.RawMessage(`"a"`)})
	if want := fmt.Sprintf(`body: got "a" (string), want "a" (%T)`, json.RawMessage{}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}

	// What cannot be sent equals nothing, not even itself.
	for _, tt := range []struct {
		body   any
		reason string
	}{
		{math.NaN(), "NaN and infinities cannot be encoded as JSON"},
		{json.RawMessage("{"), "the json.RawMessage is not valid JSON: pass a string to send other text"},
		{(*stream)(nil), "it is a nil *endpoint_test.stream: pass an untyped nil to send no body"},
		{params{"a": endpoint.Unset}, "endpoint.Unset is not a value: it only removes a key of Params, Path or Query"},
	} {
		r := endpoint.Request{Body: tt.body}
		shown := "an invalid body: " + tt.reason
		for _, want := range []endpoint.Request{r, {}, {Body: "text"}} {
			if got := r.Diff(want); !strings.HasPrefix(got, "body: got "+shown+", want ") {
				t.Errorf("%T: %s", tt.body, got)
			}
		}
		if got, want := (endpoint.Request{}).Diff(r), "body: got none, want "+shown; got != want {
			t.Errorf("%T\ngot  %s\nwant %s", tt.body, got, want)
		}
	}

	// Readers of one type that can be compared or not.
	read := iotest.ErrReader(errors.New("s3cret"))
	uncomparable := struct {
		io.Reader
		f func()
	}{read, nil}
	for _, r := range []io.Reader{read, uncomparable} {
		equal := (endpoint.Request{Body: r}).Diff(endpoint.Request{Body: r}) == ""
		if equal != reflect.TypeOf(r).Comparable() {
			t.Errorf("%T equals itself: %t", r, equal)
		}
	}
}

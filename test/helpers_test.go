// Helpers of all tests: a call with its outcome on one line, and checks of errors.

package test

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"example.com/endpoint"
)

type (
	options = endpoint.Options
	params  = endpoint.Params
	path    = endpoint.Path
	query   = endpoint.Query
	headers = endpoint.Headers
	layers  = []endpoint.Layer
)

const (
	jsonMIME = "application/json; charset=utf-8"
	formMIME = "application/x-www-form-urlencoded"
)

// api is the Endpoint of the examples.
var api = endpoint.New(base("https://api.test"), headers{"accept": "application/json", "user-agent": "my-app/1.0"})

// form is the content-type of forms.
var form = headers{"content-type": formMIME}

func base(s string) options { return options{BaseURL: s} }

func data(v any) options { return options{Data: v} }

func contentType(s string) headers { return headers{"Content-Type": s} }

// A callTest is a call and what comes of it, on one line:
//
//	/x?a=1                                the URL, without https://h.test
//	/x json {"a":1}                       with a content-type and a body: json is jsonMIME,
//	/x form a=1                           form is formMIME, and any other stands in
//	/x [text/plain] text                  brackets; a body of length 0 is (empty)
//	invalid parameter "a": it … Lists     the error after its route, or how it begins;
//	                                      … stands for any text
//
// The defaults are BaseURL https://h.test and, where the layers begin with it, byDefault.
type callTest struct {
	route string
	call  layers
	want  string
}

// byDefault is what the defaults of a callTest have, the first of its layers.
func byDefault(l ...endpoint.Layer) endpoint.Layer { return defaultLayers{layers: l} }

type defaultLayers struct {
	endpoint.Options // which makes it a Layer
	layers           layers
}

// split returns the Endpoint of a callTest and the layers of its call.
func (tt callTest) split() (endpoint.Endpoint, layers) {
	e := endpoint.New(base("https://h.test"))
	if len(tt.call) > 0 {
		if d, ok := tt.call[0].(defaultLayers); ok {
			return e.Defaults(d.layers...), tt.call[1:]
		}
	}
	return e, tt.call
}

// runCalls makes calls, and holds each against the laws.
func runCalls(t *testing.T, tests []callTest) {
	t.Helper()
	for _, tt := range tests {
		e, call := tt.split()
		checkLaws(t, e, tt.route, func() layers { return call })
		if got := tt.outcome(t); got != tt.want && !(isError(got) && beginsLike(got, tt.want)) {
			t.Errorf("%s, %v\ngot  %s\nwant %s", tt.route, e.Merge(tt.route, call...), got, tt.want)
		}
	}
}

func isError(outcome string) bool {
	return slices.ContainsFunc(kinds, func(kind error) bool { return strings.HasPrefix(outcome, kind.Error()) })
}

// outcome is what comes of a call, as a callTest has it.
func (tt callTest) outcome(t *testing.T) string {
	t.Helper()
	e, call := tt.split()
	req, err := e.HTTPRequest(t.Context(), tt.route, call...)
	if err != nil {
		return errorText(t, err)
	}
	r, err := e.Build(tt.route, call...)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.TrimPrefix(r.URL, "https://h.test")
	switch mime := req.Header.Get("Content-Type"); mime {
	case "":
	case jsonMIME:
		got += " json"
	case formMIME:
		got += " form"
	default:
		got += " [" + mime + "]"
	}
	if req.Body != nil {
		got += " " + cmp.Or(content(t, req.Body), "(empty)")
	}
	return got
}

// beginsLike reports whether text begins like a pattern, in which "…" stands for any
// text.
func beginsLike(text, pattern string) bool {
	pieces := strings.Split(pattern, "…")
	text, found := strings.CutPrefix(text, pieces[0])
	for _, piece := range pieces[1:] {
		_, after, ok := strings.Cut(text, piece)
		text, found = after, found && ok
	}
	return found && pattern != ""
}

// kinds are the Err values.
var kinds = []error{
	endpoint.ErrRoute, endpoint.ErrMissingParam,
	endpoint.ErrParam, endpoint.ErrHeader, endpoint.ErrBody, endpoint.ErrUnsafePath, endpoint.ErrOrigin, endpoint.ErrRedirect,
}

// secret is in values, and never in the text of an error.
const secret = "s3cret"

// errorText checks what holds for every error: it is an *Error of one of the Err
// values themselves, and its text is one line of printable characters without a
// value. It returns the text after the route.
func errorText(t *testing.T, err error) string {
	t.Helper()
	e, ok := err.(*endpoint.Error)
	if !ok || !slices.Contains(kinds, e.Err) || !errors.Is(err, e.Err) {
		t.Fatalf("%#v is not an *Error of an Err value", err)
	}
	text := err.Error()
	isOdd := func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }
	if !strings.HasPrefix(text, "endpoint: ") || strings.ContainsFunc(text, isOdd) {
		t.Errorf("%q is not one printable line", text)
	}
	if strings.Contains(text, secret) {
		t.Errorf("%.500s: a value is in the text", text)
	}
	kind := strings.Index(text, e.Err.Error())
	if kind < 0 {
		t.Fatalf("%q does not name its kind, %q", text, e.Err)
	}
	return text[kind:]
}

// checkError checks an error by its text after the route, as a callTest has it.
func checkError(t *testing.T, what string, err error, want string) {
	t.Helper()
	if err == nil || !beginsLike(errorText(t, err), want) {
		t.Errorf("%s\ngot  %.500v\nwant %s", what, err, want)
	}
}

// described is a Request with the headers of wireEndpoint.
func described(method string, body any) endpoint.Request {
	return endpoint.Request{
		Method: method, URL: "http://api.test/x", Headers: headers{"accept": "a/b", "user-agent": "t"}, Body: body,
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

// content reads a body, "" of none.
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

// again reads a body by GetBody.
func again(t *testing.T, r *http.Request) string {
	t.Helper()
	body, err := r.GetBody()
	if err != nil {
		t.Fatal(err)
	}
	return content(t, body)
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

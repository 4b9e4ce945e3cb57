// Tests of errors: their kinds, texts and order, what they never hold, and the
// methods of values that fail.

package endpoint_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"example.com/endpoint"
)

const tokenChars = "letters, digits and !#$%&'*+-.^_`|~"

// TestErrors has every kind of error once, with its whole text.
func TestErrors(t *testing.T) {
	e := endpoint.New(endpoint.Params{"owner": "octokit"})
	none := []endpoint.Layer(nil)
	tests := []struct {
		route  string
		layers []endpoint.Layer
		kind   error
		name   string
		text   string
	}{
		{"", none, endpoint.ErrRoute, "", "endpoint: GET: invalid route: the URL is missing"},
		{"POST", none, endpoint.ErrRoute, "", "endpoint: POST: invalid route: the URL is missing"},
		{"GET /a/{path...}", none, endpoint.ErrRoute, "", `endpoint: GET /a/{path...}: invalid route: at offset 3: "{path...}" is not RFC 6570: write {+path}, or {/path*} for a list of segments`},
		{"GET https://u:planted@h{x}", none, endpoint.ErrMissingParam, "x", `endpoint: GET https://xxxxx@h{x}: missing parameter "x"`},
		{"GET https://u:planted@h{+x}", none, endpoint.ErrRoute, "", "endpoint: GET https://xxxxx@h{+x}: invalid route: the host and port may contain only a plain {name}"},
		{"GET https://u:planted@/x", none, endpoint.ErrRoute, "", "endpoint: GET https://xxxxx@/x: invalid route: the host is missing or malformed"},
		{"GET /a", []endpoint.Layer{endpoint.Options{BaseURL: "https://u:planted@h/{x"}}, endpoint.ErrBaseURL, "BaseURL", `endpoint: GET /a: invalid base URL "BaseURL": it is not a valid URI template`},
		{"G@T /a", none, endpoint.ErrMethod, "", "endpoint: G@T /a: invalid method: it may contain only " + tokenChars},
		{"GET /a", []endpoint.Layer{endpoint.Options{BaseURL: "ftp://u:planted@h"}}, endpoint.ErrBaseURL, "BaseURL", `endpoint: GET /a: invalid base URL "BaseURL": it must begin with http:// or https://`},
		{"DELETE /repos/{owner}/{repo}", none, endpoint.ErrMissingParam, "repo", `endpoint: DELETE /repos/{owner}/{repo}: missing parameter "repo"`},
		{"DELETE /repos/{owner}/{repo}", []endpoint.Layer{endpoint.Params{"repo": "/"}}, endpoint.ErrMissingParam, "repo", `endpoint: DELETE /repos/{owner}/{repo}: missing parameter "repo": servers would read its path segment as empty: remove "/", "\" or ";" from the value`},
		{"POST/users", none, endpoint.ErrRoute, "", "endpoint: GET POST/users: invalid route: put a space between the method and the URL"},
		{"GET /a?X-Amz-Signature=planted&b={c}", none, endpoint.ErrMissingParam, "c", `endpoint: GET /a?X-Amz-Signature=xxxxx&b={c}: missing parameter "c"`},
		{"GET /a?token=planted{b", none, endpoint.ErrRoute, "", "endpoint: GET /a?token=xxxxx: invalid route: it is not a valid URI template"},
		{"GET /{a\nINFO admin logged in}", none, endpoint.ErrRoute, "", `endpoint: GET /{a\nINFO admin logged in}: invalid route: at offset 1: "{a\nINFO admin logged in}" is not an expression of RFC 6570: write {name}`},
		{"GET /a{?x}", []endpoint.Layer{endpoint.Params{"x": struct{ S string }{"planted"}}}, endpoint.ErrParam, "x", `endpoint: GET /a{?x}: invalid parameter "x": struct { S string } is a struct: pass its fields, or the map that ParamsOf makes of it`},
		{"OPTIONS /a", []endpoint.Layer{endpoint.Params{"x": "planted"}}, endpoint.ErrParam, "owner", `endpoint: OPTIONS /a: invalid parameter "owner": OPTIONS does not send parameters: name it in the URL, or pass it in Query or Data`},
		{"GET /a", []endpoint.Layer{endpoint.Headers{"X Y": "planted"}}, endpoint.ErrHeader, "x y", `endpoint: GET /a: invalid header "x y": its name may contain only ` + tokenChars},
		{"GET /a", []endpoint.Layer{endpoint.Headers{"X-Y": "planted\r\nx: y"}}, endpoint.ErrHeader, "x-y", `endpoint: GET /a: invalid header "x-y": the value has a control character, such as a line break: remove it`},
		{"GET /a", []endpoint.Layer{endpoint.MediaType{Format: "plan ted"}}, endpoint.ErrHeader, "MediaType.Format", `endpoint: GET /a: invalid header "MediaType.Format": it may contain only ` + tokenChars},
		{"GET /a", []endpoint.Layer{endpoint.Options{Data: "planted"}}, endpoint.ErrBody, "Data", `endpoint: GET /a: invalid body "Data": GET does not allow a body: use another method`},
		{"DELETE /repos/{owner}/{repo}", []endpoint.Layer{endpoint.Params{"repo": ".."}}, endpoint.ErrUnsafePath, "repo", `endpoint: DELETE /repos/{owner}/{repo}: unsafe path "repo": a path segment would be "." or ".."`},
		{"GET https://u:{pw!}@h/{", none, endpoint.ErrRoute, "", "endpoint: GET https://xxxxx@h/{: invalid route: it is not a valid URI template"},
		{"GET /a\r\nb", none, endpoint.ErrRoute, "", `endpoint: GET /a\r\nb: invalid route: at offset 2: '\r' is not allowed in a URI template: write %0D`},
	}
	for _, tt := range tests {
		got, err := e.Build(tt.route, tt.layers...)
		checkError(t, tt.route, err, tt.kind, tt.name, "")
		if err.Error() != tt.text || !reflect.DeepEqual(got, endpoint.Request{}) {
			t.Errorf("%s: %#v\ngot  %s\nwant %s", tt.route, got, err, tt.text)
		}
		_, parsed := endpoint.Endpoint{}.Parse(e.Merge(tt.route, tt.layers...))
		_, sent := e.HTTPRequest(t.Context(), tt.route, tt.layers...)
		if parsed == nil || sent == nil || parsed.Error() != tt.text || sent.Error() != tt.text {
			t.Errorf("%s: Parse(Merge) %v, HTTPRequest %v", tt.route, parsed, sent)
		}
	}
}

// TestErrorTextsHoldNoValue makes every value that can fail one that would be
// seen, and looks for it in every text of the error chain.
func TestErrorTextsHoldNoValue(t *testing.T) {
	const planted = "pl4nted"
	bad := []any{
		planted + "/..", "../" + planted, planted + "?x#y", "https://" + planted + "{x}", "https://:" + planted + "@/", "https://" + planted + " x/",
		struct{ S string }{planted},
		[]any{[]string{planted}},
		map[string]any{"k": []string{planted}},
		leaking{planted},
		map[string]any{"k": map[string]any{planted: leaking{planted}}},
		make(chan int), func() {}, math.NaN(),
	}
	routes := []string{
		"GET /a/{x}", "GET /a/{+x}", "GET /a{/x*}", "GET /a{?x}", "GET /a", "POST /a", "PUT /a{;x:3}", "GET {+x}", "GET {x_url}", "GET {+x}/b",
		"GET https://{x}/", "GET https://h:{x}/", "OPTIONS /a", "DELETE /a/.{x}", "GET /a?b={x}",
	}
	failed := 0
	check := func(what string, err error) {
		if err == nil {
			return
		}
		failed++
		checkOneLine(t, what, err)
		if text := err.Error(); strings.Contains(text, planted) {
			t.Errorf("%s: %q holds the value", what, text)
		}
	}
	for _, route := range routes {
		for _, v := range bad {
			what := fmt.Sprintf("%s with %T", route, v)
			layers := []endpoint.Layer{endpoint.Params{"x": v, "x_url": v}}
			_, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), route, layers...)
			check(what, err)
			_, err = endpoint.Endpoint{}.Build(route, endpoint.Query{"q": v}, endpoint.Params{"x": "ok", "x_url": "ok"})
			check(what+" as Query", err)
			_, err = endpoint.Endpoint{}.HTTPRequest(t.Context(), "POST /a", endpoint.Options{Data: v})
			check(what+" as Data", err)
			_, err = endpoint.ParamsOf(map[string]any{"a": v})
			check(what+" in ParamsOf", err)
			_, err = json.Marshal(endpoint.Options{Params: endpoint.Params{"a": v}})
			check(what+" in JSON", errors.Unwrap(err))
		}
	}
	for name, value := range map[string]string{"content-length": planted, "host": planted + "/ x", "x": planted + "\n", planted + " ": ""} {
		_, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), "GET /a", endpoint.Headers{name: value})
		if err == nil || strings.Contains(err.Error(), planted) != strings.Contains(name, planted) {
			t.Errorf("header %q: %v", name, err)
		}
		failed++
	}
	if failed < 200 {
		t.Errorf("%d errors only", failed)
	}
}

// leaking fails with an error whose text holds what it is.
type leaking struct{ secret string }

func (l leaking) MarshalText() ([]byte, error) { return nil, fmt.Errorf("bad text %q", l.secret) }

var kinds = []error{
	endpoint.ErrRoute, endpoint.ErrMethod, endpoint.ErrBaseURL, endpoint.ErrMissingParam,
	endpoint.ErrParam, endpoint.ErrHeader, endpoint.ErrBody, endpoint.ErrUnsafePath,
}

// checkOneLine checks what holds for every error: it is an *Error of one of the
// Err values themselves, and its text is one line of printable characters.
func checkOneLine(t *testing.T, what string, err error) {
	t.Helper()
	e, ok := err.(*endpoint.Error)
	if !ok || !slices.Contains(kinds, e.Err) || errors.Unwrap(err) != e.Err {
		t.Fatalf("%s: %#v is not an *Error of an Err value", what, err)
	}
	if text := err.Error(); !strings.HasPrefix(text, "endpoint: ") || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		t.Errorf("%s: %q is not one printable line", what, text)
	}
}

// Errors of methods that must not be asked for anything.
type (
	longError    struct{}
	loopingError struct{}
)

var longText = strings.Repeat("s3cret", 1<<20)

func (longError) Error() string      { return longText }
func (loopingError) Error() string   { return "s3cret" }
func (e loopingError) Unwrap() error { return e }
func (e loopingError) Is(error) bool { panic("Is is called") }
func (e loopingError) As(any) bool   { panic("As is called") }

// Types whose methods fail with err.
type (
	failingText struct{ err error }
	failingJSON struct{ err error }
)

func (f failingText) MarshalText() ([]byte, error) { return []byte("s3cret"), f.err }
func (f failingJSON) MarshalJSON() ([]byte, error) { return []byte("s3cret"), f.err }

// TestFailingMethods has a MarshalText or MarshalJSON that fails in every place
// of a value. The error is not wrapped and not even asked for its text, which may
// be long, or panic because it is a typed nil.
func TestFailingMethods(t *testing.T) {
	form := endpoint.Headers{"content-type": formMIME}
	for _, cause := range []error{longError{}, loopingError{}, (*silentError)(nil), errors.Join(longError{}, loopingError{})} {
		text, inJSON := failingText{cause}, failingJSON{cause}
		deep := map[string]any{"k": []any{params{"l": text}}}
		for _, tt := range []struct {
			route  string
			layer  endpoint.Layer
			kind   error
			name   string
			reason string
		}{
			{"GET /{a}", params{"a": text}, endpoint.ErrParam, "a", "MarshalText of endpoint_test.failingText failed"},
			{"GET /x{?a*}", params{"a": []any{1, text}}, endpoint.ErrParam, "a", "MarshalText of endpoint_test.failingText failed"},
			{"GET {+a}", params{"a": text}, endpoint.ErrParam, "a", "MarshalText of endpoint_test.failingText failed"},
			{"GET https://{a}/", params{"a": text}, endpoint.ErrParam, "a", "MarshalText of endpoint_test.failingText failed"},
			{"GET /x", params{"a": &text}, endpoint.ErrParam, "a", "MarshalText of"},
			{"GET /x", endpoint.Query{"a": deep}, endpoint.ErrParam, "a", "MarshalText of endpoint_test.failingText failed"},
			{"POST /x", endpoint.Options{Params: params{"a": deep}, Headers: form}, endpoint.ErrParam, "a", "MarshalText of endpoint_test.failingText failed"},
			{"POST /x", endpoint.Options{Data: params{"a": deep}, Headers: form}, endpoint.ErrParam, "a", "MarshalText of endpoint_test.failingText failed"},
			{"POST /x", endpoint.Options{Data: text, Headers: form}, endpoint.ErrBody, "Data", ""},
			{"POST /x", params{"a": deep}, endpoint.ErrBody, "a", "MarshalText of endpoint_test.failingText failed"},
			{"POST /x", params{"a": inJSON}, endpoint.ErrBody, "a", "MarshalJSON of endpoint_test.failingJSON failed"},
			{"POST /x", endpoint.Options{Data: inJSON}, endpoint.ErrBody, "body", "MarshalJSON of endpoint_test.failingJSON failed"},
			{"POST /x", endpoint.Options{Data: []any{&inJSON}}, endpoint.ErrBody, "body", "MarshalJSON of"},
		} {
			what := fmt.Sprintf("%T in %s", cause, tt.route)
			_, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), tt.route, tt.layer)
			checkFailure(t, what, err, tt.kind, tt.name)
			if err != nil && (!strings.Contains(err.Error(), tt.reason) || len(err.Error()) > 500) {
				t.Errorf("%s: error %.500v; want %q", what, err, tt.reason)
			}
			if tt.kind == endpoint.ErrParam {
				_, err = endpoint.Endpoint{}.Build(tt.route, tt.layer)
				checkFailure(t, what, err, tt.kind, tt.name)
			}
		}
		_, err := endpoint.ParamsOf(inJSON)
		checkFailure(t, "ParamsOf", err, endpoint.ErrParam, "")
		_, err = endpoint.ParamsOf(struct{ failingText }{text})
		checkFailure(t, "ParamsOf of one that is promoted", err, endpoint.ErrParam, "")
		if got, err := endpoint.ParamsOf(struct{ A any }{inJSON}); err != nil || !reflect.DeepEqual(got, params{"A": inJSON}) {
			t.Errorf("ParamsOf of a field that fails: %v, %v; want it as it is", got, err)
		}
		for _, v := range []json.Marshaler{
			endpoint.Options{Params: params{"a": inJSON}}, endpoint.Options{Params: params{"a": text}},
		} {
			_, err := v.MarshalJSON()
			checkFailure(t, "Options as JSON", err, endpoint.ErrParam, "a")
		}
		_, err = endpoint.Request{Body: inJSON}.MarshalJSON()
		checkFailure(t, "Request as JSON", err, endpoint.ErrBody, "body")
	}
}

// TestErrorIs compares the two ways to ask for the kind.
func TestErrorIs(t *testing.T) {
	for _, kind := range kinds {
		err := fmt.Errorf("wrapped: %w", &endpoint.Error{Route: "GET /", Name: "n", Reason: "r", Err: kind})
		var e *endpoint.Error
		if !errors.As(err, &e) || e.Err != kind || errors.Unwrap(e) != kind {
			t.Errorf("%v: %#v", kind, e)
		}
		for _, other := range kinds {
			if errors.Is(err, other) != (other == kind) {
				t.Errorf("%v is %v: %t", kind, other, errors.Is(err, other))
			}
		}
	}
	for _, tt := range []struct {
		err  endpoint.Error
		want string
	}{
		{endpoint.Error{}, "endpoint: "},
		{endpoint.Error{Err: endpoint.ErrBody}, "endpoint: invalid body"},
		{endpoint.Error{Route: "GET /", Err: endpoint.ErrParam, Name: "a\"\n"}, `endpoint: GET /: invalid parameter "a\"\n"`},
		{endpoint.Error{Name: "a", Reason: "r\u202e\x1b\xff", Err: endpoint.ErrHeader}, `endpoint: invalid header "a": r\u202e\x1b\xff`},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// FuzzErrors checks that every error is one printable line of a kind, whatever the
// route, the names and the values are, and that it never holds a value.
func FuzzErrors(f *testing.F) {
	for _, s := range []string{"/{a\nINFO admin logged in}", "/{a\x1b[1m}", "/\u202e{", "G\rET /x", "/{a...}", "http://u:p\n@h/{", "x\x00y", "/{\xff}", "a b", "ftp://\u2028", "/x?\t={"} {
		f.Add(s, "https://h.test/", "name", "value", "x-y")
		f.Add("GET "+s, s, s, s, s)
		f.Add("POST /{"+s+"}", "https://{"+s+"}/", s, "..", "x")
	}
	f.Fuzz(func(t *testing.T, route, base, name, value, header string) {
		const planted = "pl4nted"
		if strings.Contains(route+base+name+header, planted) {
			return
		}
		planting := planted + value
		_, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), route,
			endpoint.Options{BaseURL: base},
			params{name: planting, "a": value + planted, "b": map[string]any{value: failingText{errors.New(planting)}}},
			endpoint.Query{header: []any{planting, func() {}}},
			endpoint.Headers{header: planting, "x-value": planting},
		)
		errs := []error{err}
		_, err = endpoint.Endpoint{}.Build(route, endpoint.Headers{header: planting}, endpoint.MediaType{Format: planting, Previews: []string{value}})
		errs = append(errs, err)
		_, err = endpoint.Request{Method: route, URL: base, Headers: endpoint.Headers{header: planting}, Body: failingJSON{errors.New(planting)}}.HTTPRequest(t.Context())
		errs = append(errs, err)
		_, err = endpoint.Options{Params: params{name: failingJSON{errors.New(planting)}}, Headers: endpoint.Headers{header: planting}}.MarshalJSON()
		errs = append(errs, err, new(endpoint.Options).UnmarshalJSON([]byte(value+planted)))
		_, err = endpoint.ParamsOf(planting)
		for i, err := range append(errs, err) {
			if err == nil {
				continue
			}
			checkOneLine(t, fmt.Sprint("error ", i), err)
			if strings.Contains(err.Error(), planted) {
				t.Errorf("%d: %v holds a value", i, err)
			}
		}
	})
}

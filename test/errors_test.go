// Errors: their texts, their kinds, what they never hold, and methods of values that
// fail. The tests of a rule have its errors.

package test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/endpoint"
)

// errorTexts have the whole text of an error of each shape, after "endpoint: ".
var errorTexts = []struct {
	route  string
	layers layers
	text   string
}{
	{"POST", nil, `POST: invalid route: the URL is missing: write it after the method, as in "GET /"`},
	{"G@T /a", nil, "xxxxx@T /a: invalid method: it may contain only letters, digits and !#$%&'*+-.^_`|~"},
	{
		"GET /a/{path...}", nil,
		`GET /a/{path...}: invalid route: at offset 3 of the URL: "{path...}" is not RFC 6570: write {+path}, or ` +
			`{/path*} for a list of segments`,
	},
	{
		"GET /{a\nINFO admin logged in}", nil,
		`GET /{a\nINFO admin logged in}: invalid route: at offset 1 of the URL: "{a\nINFO admin logged in}" is not an ` +
			`expression of RFC 6570: write {name}`,
	},
	{
		"GET https://u:s3c<ret@h/x", nil,
		"GET xxxxx@h/x: invalid route: it is not a valid URI template: percent-encode the characters of a value, or " +
			"write {name} for a parameter",
	},
	{"GET https://u:s3cret@/x", nil, "GET xxxxx@/x: invalid route: the host is missing or malformed"},
	{
		"GET /a?token=s3cret{path...}", nil,
		`GET /a?xxxxx{path...}: invalid route: at offset 15 of the URL: "{path...}" is not RFC 6570: write {+path}, or ` +
			`{/path*} for a list of segments`,
	},
	{
		"GET /a",
		layers{base("https://u:{s3cret c}@h")},
		"GET /a: invalid base URL: it is not a valid URI template: percent-encode the characters of a value, or write " +
			"{name} for a parameter",
	},
	{"GET /a", layers{base("ftp://u:s3cret@h")}, "GET /a: invalid base URL: it must begin with http:// or https://"},
	{
		"DELETE /repos/{owner}/{repo}",
		layers{params{"owner": "o"}},
		`DELETE /repos/{owner}/{repo}: missing parameter "repo"`,
	},
	{"GET /a?X-Amz-Signature=s3cret&b={c}", nil, `GET /a?xxxxx{c}: missing parameter "c"`},
	{"GET /a", layers{query{"": secret}}, "GET /a: invalid parameter: its name is empty"},
	{
		"GET /a",
		layers{params{"x\n\u202e": func() {}}},
		`GET /a: invalid parameter "x\n\u202e": func() cannot be written as text: pass a string, number, boolean, list or map`,
	},
	{"GET /a", layers{options{Lists: 9}}, `GET /a: invalid parameter in Lists: use ListRepeat, ListComma, ListBrackets or ListIndexes`},
	{
		"GET /a",
		layers{headers{"X Y": secret}},
		"GET /a: invalid header \"x y\": its name may contain only letters, digits and !#$%&'*+-.^_`|~",
	},
	{
		"GET /a",
		layers{headers{"": secret}},
		"GET /a: invalid header: its name may contain only letters, digits and !#$%&'*+-.^_`|~",
	},
	{
		"GET /a",
		layers{endpoint.MediaType{Format: "s3c ret"}},
		"GET /a: invalid header in MediaType.Format: it may contain only letters, digits and !#$%&'*+-.^_`|~",
	},
	{"HEAD /a", layers{data(secret)}, "HEAD /a: invalid body in Data: HEAD does not allow a body: use another method"},
	{
		"POST /a",
		layers{contentType("a/b"), params{"x": secret}},
		"POST /a: invalid body in Params: content-type is neither JSON nor a form, as which parameters are sent: pass any other body as Data",
	},
	{
		"POST /a",
		layers{params{"x": math.NaN()}},
		`POST /a: invalid body in parameter "x": NaN and infinities cannot be encoded as JSON`,
	},
	{
		"POST /a",
		layers{data(endpoint.ParamsOf(7))},
		"POST /a: invalid body in Data: endpoint.structLayer has no exported fields, so its JSON would be {}: pass its text, a map or a struct with exported fields",
	},
}

func TestErrorTexts(t *testing.T) {
	for _, tt := range errorTexts {
		_, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), tt.route, tt.layers...)
		_, after, _ := strings.Cut(tt.text, ": ")
		runCalls(t, []callTest{{nil, tt.route, tt.layers, after}})
		if want := "endpoint: " + tt.text; err == nil || err.Error() != want {
			t.Errorf("%s\ngot  %v\nwant %s", tt.route, err, want)
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

// TestErrorIs compares the two ways to ask for the kind.
func TestErrorIs(t *testing.T) {
	for _, kind := range kinds {
		err := fmt.Errorf("wrapped: %w", &endpoint.Error{Route: "GET /", Name: "n", Reason: "r", Err: kind})
		var e *endpoint.Error
		if !errors.As(err, &e) || e.Err != kind || !errors.Is(e, kind) {
			t.Errorf("%v: %#v", kind, e)
		}
		for _, other := range kinds {
			if errors.Is(err, other) != (other == kind) {
				t.Errorf("%v is %v: %t", kind, other, errors.Is(err, other))
			}
		}
	}
}

// TestErrorTextsHoldNoValue makes every value that can fail one that would be seen, and
// looks for it in every error.
func TestErrorTextsHoldNoValue(t *testing.T) {
	failed := 0
	for _, route := range []string{
		"GET /a/{x}", "GET /a/{+x}", "GET /a{/x*}", "GET /a{?x}", "GET /a", "POST /a", "PUT /a{;x:3}", "GET {+x}", "GET {x_url}",
		"GET {+x}/b", "GET https://{x}/", "GET https://h:{x}/", "OPTIONS /a", "DELETE /a/.{x}", "GET /a?b={x}",
	} {
		for _, v := range []any{
			secret + "/..", "../" + secret, secret + "?x#y", "https://" + secret + "{x}", "https://:" + secret + "@/",
			"https://" + secret + " x/",
			struct{ S string }{secret},
			[]any{[]string{secret}},
			map[string]any{"k": []string{secret}},
			leaking{secret},
			map[string]any{"k": map[string]any{secret: leaking{secret}}},
			make(chan int), func() {}, math.NaN(),
			[]string{secret + ","},
			bytes.Buffer{},
		} {
			for _, call := range []layers{
				{params{"x": v, "x_url": v}},
				{query{"q": v}, params{"x": "ok", "x_url": "ok"}},
				{params{"x": "ok", "x_url": "ok"}, data(v), form},
				{base("http://h:{y}/{x}"), path{"x": v, "y": v}},
			} {
				if _, err := (endpoint.Endpoint{}).HTTPRequest(t.Context(), route, call...); err != nil {
					failed++
					errorText(t, err)
				}
			}
		}
	}
	if failed < 200 {
		t.Errorf("%d errors, too few to tell", failed)
	}
}

// A leaking fails with an error whose text holds what it is.
type leaking struct{ secret string }

func (l leaking) MarshalText() ([]byte, error) { return nil, fmt.Errorf("bad text %q", l.secret) }

// Errors of methods that must not be asked for anything. Go 1.27 asks them Is and
// follows their Unwrap.
type (
	longError      struct{}
	askedError     struct{}
	panickingError struct{}
)

var (
	errAsked = askedError{}
	longText = strings.Repeat(secret, 1<<20)
)

func (longError) Error() string       { return longText }
func (askedError) Error() string      { panic("Error is called") }
func (askedError) As(any) bool        { panic("As is called") }
func (*panickingError) Error() string { panic("Error is called") }

// Types whose methods fail with err.
type (
	failingText struct{ err error }
	failingJSON struct{ err error }
)

func (f failingText) MarshalText() ([]byte, error) { return []byte(secret), f.err }
func (f failingJSON) MarshalJSON() ([]byte, error) { return []byte(secret), f.err }

// TestFailingMethods has a MarshalText or MarshalJSON that fails in every place
// of a value. The error is not wrapped and not even asked for its text, which may
// be long, or panic because it is a typed nil.
func TestFailingMethods(t *testing.T) {
	const failed = "MarshalText of test.failingText failed"
	for _, cause := range []error{longError{}, errAsked, (*panickingError)(nil), errors.Join(longError{}, errAsked)} {
		asText, inJSON := failingText{cause}, failingJSON{cause}
		deep := map[string]any{"k": []any{params{"l": asText}}}
		runCalls(t, []callTest{
			{nil, "GET /{a}", layers{params{"a": asText}}, `invalid parameter "a": ` + failed},
			{nil, "GET /x{?a*}", layers{params{"a": []any{1, asText}}}, `invalid parameter "a": ` + failed},
			{nil, "GET {+a}", layers{params{"a": asText}}, `invalid parameter "a": ` + failed},
			{nil, "GET /x", layers{base("https://{a}"), path{"a": asText}}, `invalid parameter "a": ` + failed},
			{nil, "GET /x", layers{params{"a": &asText}}, `invalid parameter "a": MarshalText of`},
			{nil, "GET /x", layers{query{"a": deep}}, `invalid parameter "a": ` + failed},
			{nil, "POST /x", layers{params{"a": deep}, form}, `invalid parameter "a": ` + failed},
			{nil, "POST /x", layers{data(params{"a": deep}), form}, `invalid parameter "a": ` + failed},
			{nil, "POST /x", layers{data(asText), form}, "invalid body in Data"},
			{nil, "POST /x", layers{params{"a": deep}}, `invalid body in parameter "a": ` + failed},
			{nil, "POST /x", layers{params{"a": inJSON}}, `invalid body in parameter "a": MarshalJSON of test.failingJSON failed`},
			{nil, "POST /x", layers{data(inJSON)}, "invalid body in Data: MarshalJSON of test.failingJSON failed"},
			{nil, "POST /x", layers{data([]any{&inJSON})}, "invalid body in Data: MarshalJSON of"},
			{nil, "GET /x", layers{endpoint.ParamsOf(inJSON)}, "invalid parameter: MarshalJSON of"},
			{nil, "GET /x", layers{endpoint.ParamsOf(struct{ failingText }{asText})}, "invalid parameter: MarshalText of"},
			{nil, "POST /x", layers{endpoint.ParamsOf(struct{ A any }{inJSON})}, `invalid body in parameter "A": MarshalJSON of`},
		})
	}
}

// TestCauses: errors.Is finds what a method of a value returned, wherever that stands.
func TestCauses(t *testing.T) {
	cause := errors.New(secret)
	asText, inJSON := failingText{cause}, failingJSON{cause}
	for _, call := range []callTest{
		{nil, "GET /{a}", layers{params{"a": asText}}, ""},
		{nil, "GET /x{?a*}", layers{params{"a": []any{1, asText}}}, ""},
		{nil, "GET /x", layers{base("https://{a}"), path{"a": asText}}, ""},
		{nil, "GET /x", layers{query{"a": map[string]any{"b": []any{asText}}}}, ""},
		{nil, "POST /x", layers{params{"a": asText}, form}, ""},
		{nil, "POST /x", layers{data(params{"a": asText}), form}, ""},
		{nil, "POST /x", layers{params{"a": []any{asText}}}, ""},
		{nil, "POST /x", layers{params{"a": inJSON}}, ""},
		{nil, "POST /x", layers{data([]any{inJSON})}, ""},
		{nil, "GET /x", layers{endpoint.ParamsOf(inJSON)}, ""},
		{nil, "GET /x", layers{endpoint.QueryOf(struct {
			A []any `url:"a,comma"`
		}{[]any{asText}})}, ""},
		{layers{endpoint.ParamsOf(inJSON)}, "GET /x", nil, ""},
	} {
		e := endpoint.New(base("https://h.test")).Defaults(call.defaults...)
		_, err := e.HTTPRequest(t.Context(), call.route, call.call...)
		if !errors.Is(err, cause) {
			t.Errorf("%s %v: %v does not wrap the cause", call.route, call.call, err)
		}
		errorText(t, err)
	}
}

// TestPanicsAreTheCallers: a method that panics is not recovered from.
func TestPanicsAreTheCallers(t *testing.T) {
	for _, call := range []callTest{
		{nil, "GET /x", layers{params{"a": panicking{}}}, ""},
		{nil, "POST /x", layers{params{"a": panicking{}}}, ""},
		{nil, "POST /x", layers{data(panicking{})}, ""},
	} {
		func() {
			defer func() {
				if v := recover(); v != "the caller's" {
					t.Errorf("%s: recovered %v", call.route, v)
				}
			}()
			_, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), call.route, call.call...)
			t.Errorf("%s: %v", call.route, err)
		}()
	}
}

type panicking struct{}

func (panicking) MarshalText() ([]byte, error) { panic("the caller's") }

// FuzzErrors checks that every error is one printable line of a kind, whatever the
// route, the names and the values are, and that it never holds a value.
func FuzzErrors(f *testing.F) {
	for _, s := range []string{
		"/{a\nINFO admin logged in}", "/{a\x1b[1m}", "/\u202e{", "G\rET /x", "/{a...}", "http://u:p\n@h/{", "x\x00y", "/{\xff}",
		"a b", "ftp://\u2028", "/x?\t={",
	} {
		f.Add(s, "https://h.test/", "name", "value", "x-y")
		f.Add("GET "+s, s, s, s, s)
		f.Add("POST /{"+s+"}", "https://{"+s+"}/", s, "..", "x")
	}
	f.Fuzz(func(t *testing.T, route, baseURL, name, value, header string) {
		if strings.Contains(route+baseURL+name+header, secret) {
			return
		}
		planted := secret + value
		_, sent := endpoint.Endpoint{}.HTTPRequest(t.Context(), route,
			base(baseURL),
			params{name: planted, "a": value + secret, "b": map[string]any{value: failingText{errors.New(planted)}}},
			query{header: []any{planted, func() {}}},
			headers{header: planted, "x-value": planted},
		)
		media := endpoint.MediaType{Format: planted, Previews: []string{value}}
		_, built := endpoint.Endpoint{}.Build(route, headers{header: planted}, media)
		byHand := endpoint.Request{Method: route, URL: baseURL, Headers: headers{header: planted}, Body: failingJSON{errors.New(planted)}}
		_, handMade := byHand.HTTPRequest(t.Context())
		_, carried := endpoint.Endpoint{}.Build(route, endpoint.ParamsOf(planted), path{name: planted})
		for _, err := range []error{sent, built, handMade, carried} {
			if err != nil {
				errorText(t, err)
			}
		}
	})
}

// TestErrorFields has Name, Option and what is unwrapped.
func TestErrorFields(t *testing.T) {
	for _, tt := range []struct {
		route        string
		layers       layers
		name, option string
	}{
		{"G@T /x", nil, "", ""},
		{"GET", nil, "", ""},
		{"GET /{", nil, "", ""},
		{"GET /x", layers{base(" https://h.test")}, "", ""},
		{"GET /x", layers{options{Lists: 9}}, "", "Lists"},
		{"GET /x", layers{data(1)}, "", "Data"},
		{"POST /x", layers{data(failingJSON{errAsked}), contentType("text/plain")}, "", "Data"},
		{"GET /x", layers{endpoint.MediaType{Format: " "}}, "", "MediaType.Format"},
		{"GET /x", layers{endpoint.MediaType{Previews: []string{" "}}}, "", "MediaType.Previews"},
		{"GET /x", layers{headers{"Data": "\n"}}, "data", ""},
		{"GET /{Data}", nil, "Data", ""},
		{"DELETE /b{/key*}", layers{path{"key": []string{}}}, "key", ""},
	} {
		_, err := endpoint.Endpoint{}.Build(tt.route, tt.layers...)
		var e *endpoint.Error
		if !errors.As(err, &e) || e.Name != tt.name || e.Option != tt.option || !errors.Is(err, e.Err) {
			t.Errorf("%s: %#v, want %q and %q", tt.route, err, tt.name, tt.option)
		}
	}
	for _, tt := range []struct {
		r    endpoint.Request
		want string
	}{
		{endpoint.Request{Method: "get", URL: "/1", Route: "GET /{x}"}, "endpoint: GET /{x}: invalid route: "},
		{endpoint.Request{Method: "get", URL: "/1"}, "endpoint: GET: invalid route: "},
		{endpoint.Request{Method: "get", URL: "/1", Route: "GET https://u:" + secret + "@h/x?" + secret}, "endpoint: GET xxxxx@h/x?xxxxx: invalid route: "},
		{endpoint.Request{Method: "get", URL: "https://h", Route: "GET /", Body: failingText{errAsked}}, "endpoint: GET /: invalid body: MarshalText"},
	} {
		if _, err := tt.r.HTTPRequest(t.Context()); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	_, err := endpoint.Endpoint{}.Build("GET /x", params{"a": failingText{errors.New(secret)}})
	var e *endpoint.Error
	if !errors.As(err, &e) || len(e.Unwrap()) != 2 || e.Unwrap()[1].Error() != secret {
		t.Fatalf("%v does not unwrap to what MarshalText returned", err)
	}
	for _, verb := range strings.Fields("%v %+v %#v %s %q %d %x %X %t %p %b %c %e %U") {
		for _, shown := range []any{e, *e, struct{ e *endpoint.Error }{e}, []endpoint.Error{*e}} {
			text := fmt.Sprintf(verb, shown)
			if hex := fmt.Sprintf("%x", secret); strings.Contains(text, secret) || strings.Contains(strings.ToLower(text), hex) {
				t.Errorf("%s of %T: %s", verb, shown, text)
			}
		}
	}
	for _, base := range []string{"https://h.test\n", "\thttps://h.test", "https://h.test "} {
		_, err := endpoint.New(options{BaseURL: base}).Build("GET /x")
		checkError(t, base, err, "invalid base URL: it begins or ends with a space or control character: remove it")
	}
	runCalls(t, []callTest{
		{nil, "QUERY /x", layers{params{"a": 1}}, `/x json {"a":1}`},
		{layers{options{URL: "/y"}}, "QUERY", layers{data("q")}, "/y q"},
		{nil, "QUERY/x", nil, "invalid route: put a space between the method and the URL"},
		{nil, "GET /x{&a}", layers{path{"a": 1}}, "invalid route: no query begins before {&x}: write {?x}"},
	})
}

// Errors and what is printed: texts, kinds, names, methods of values that fail, and what
// is never shown. The tests of a rule have its errors.

package test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
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
	{
		"POST", nil,
		`POST: invalid route: the URL is missing: write it after the method and a space, and begin a path with a slash, as in "GET /users"`,
	},
	{"G@T /a", nil, "xxxxx@T /a: invalid route in Method: it may contain only letters, digits and !#$%&'*+-.^_`|~"},
	{
		"GET /a",
		layers{base("https://u:{s3c ret}@h")},
		"GET /a: invalid route in BaseURL: it is not a valid URI template: percent-encode the characters of a value, or write {name} for a parameter",
	},
	{
		"GET /a?token=s3cret{path...}", nil,
		`GET /a?xxxxx{path...}: invalid route: at offset 15 of the URL: "{path...}" is not RFC 6570: write {+path}, or ` +
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
	{
		"GET /a",
		layers{base("https://u:{s3cret c}@h")},
		"GET /a: invalid route in BaseURL: it is not a valid URI template: percent-encode the characters of a value, or write " +
			"{name} for a parameter",
	},
	{"GET /a", layers{base("ftp://u:s3cret@h")}, "GET /a: invalid route in BaseURL: it must begin with http:// or https://"},
	{"GET /a?X-Amz-Signature=s3cret&b={c}", nil, `GET /a?xxxxx{c}: missing parameter "c"`},
	{"GET /{a}", layers{byDefault(base("https://{v}"), path{"b": 1}), params{"c": 1}, path{"v": 1}}, `GET /{a}: missing parameter "a"`},
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
		layers{endpoint.MediaType{Format: "s3c ret"}},
		"GET /a: invalid header in MediaType.Format: it may contain only letters, digits and !#$%&'*+-.^_`|~",
	},
	{"HEAD /a", layers{data(secret)}, "HEAD /a: invalid body in Data: HEAD does not allow a body: use another method"},
	{
		"POST /a",
		layers{params{"x": math.NaN()}},
		`POST /a: invalid body in parameter "x": float64 cannot be encoded as JSON: it contains itself, NaN or an infinity, ` +
			"or encoding/json rejects its depth, or a number, a tag or the key of a map in it",
	},
	{
		"POST /a",
		layers{contentType("a/b"), params{"x": secret}},
		"POST /a: invalid body in Params: content-type is neither JSON nor a form, as which parameters are sent: " +
			"pass any other body as Data",
	},
	{
		"POST /a",
		layers{data(endpoint.ParamsOf(7))},
		"POST /a: invalid body in Data: endpoint.structLayer has no field that JSON shows, so its JSON would be {}: " +
			"pass its text, a map or a struct with exported fields",
	},
}

func TestErrorTexts(t *testing.T) {
	for _, tt := range errorTexts {
		e, call := callTest{call: tt.layers}.split()
		_, err := e.HTTPRequest(t.Context(), tt.route, call...)
		_, after, _ := strings.Cut(tt.text, ": ")
		runCalls(t, []callTest{{tt.route, tt.layers, after}})
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

// TestFailingMethods has a MarshalText or MarshalJSON that fails in every
// place of a value. errors.Is finds what it returned. Nothing asks that for its text,
// which may be long, or panic because it is a typed nil.
func TestFailingMethods(t *testing.T) {
	type asForm struct {
		failingJSON
		N int `json:"n"`
	}
	const failed = "MarshalText of test.failingText failed"
	for _, cause := range []error{longError{}, errAsked, (*panickingError)(nil), errors.Join(longError{}, errAsked)} {
		asText, inJSON := failingText{cause}, failingJSON{cause}
		deep := map[string]any{"k": []any{params{"l": asText}}}
		list := endpoint.QueryOf(struct {
			A []any `url:"a,comma"`
		}{[]any{asText}})
		tests := []callTest{
			{"GET /{a}", layers{params{"a": asText}}, `invalid parameter "a": ` + failed},
			{"GET {+a}", layers{params{"a": &asText}}, `invalid parameter "a": MarshalText of`},
			{"GET /x", layers{base("https://{a}"), path{"a": asText}}, `invalid parameter "a": ` + failed},
			{"GET /x", layers{query{"a": deep}}, `invalid parameter "a": ` + failed},
			{"POST /x", layers{data(params{"a": deep}), form}, `invalid parameter "a": ` + failed},
			{"POST /x", layers{params{"a": deep}}, `invalid body in parameter "a": ` + failed},
			{"GET /x", layers{query{"a": inJSON}}, `invalid parameter "a": MarshalJSON of test.failingJSON failed`},
			{"POST /x", layers{params{"a": inJSON}}, `invalid body in parameter "a": MarshalJSON of test.failingJSON failed`},
			{"POST /x", layers{data(inJSON)}, "invalid body in Data: MarshalJSON of test.failingJSON failed"},
			{"POST /x", layers{data(asForm{inJSON, 1}), form}, "invalid body in Data: MarshalJSON of test.asForm failed"},
			{"GET /x", layers{endpoint.ParamsOf(inJSON)}, "invalid parameter: MarshalJSON of"},
			{"GET /x", layers{endpoint.ParamsOf(struct{ failingText }{asText})}, "invalid parameter: MarshalText of"},
			{"POST /x", layers{endpoint.ParamsOf(struct{ A any }{inJSON})}, `invalid body in parameter "A": MarshalJSON of`},
			{"GET /x", layers{list}, `invalid parameter "a": ` + "struct.A: " + failed},
		}
		runCalls(t, tests)
		for _, tt := range tests {
			e, call := tt.split()
			if _, err := e.HTTPRequest(t.Context(), tt.route, call...); !errors.Is(err, cause) || errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("%s %v: %v does not wrap the cause alone", tt.route, call, err)
			}
		}
	}
	runCalls(t, []callTest{{"POST /x", layers{data(failingText{errAsked}), form}, "invalid body in Data"}})
}

// TestPanicsAreTheCallers: a method that panics is not recovered from.
func TestPanicsAreTheCallers(t *testing.T) {
	for _, tt := range []callTest{
		{route: "GET /x", call: layers{params{"a": panicking{}}}},
		{route: "POST /x", call: layers{params{"a": panicking{}}}},
		{route: "POST /x", call: layers{data(panicking{})}},
	} {
		func() {
			defer func() {
				if v := recover(); v != "the caller's" {
					t.Errorf("%s: recovered %v", tt.route, v)
				}
			}()
			_, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), tt.route, tt.call...)
			t.Errorf("%s: %v", tt.route, err)
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

// TestErrorFields has Name and Option. A parameter may have the name of an option: the
// text tells them apart.
func TestErrorFields(t *testing.T) {
	bad, format, previews := failingJSON{errAsked}, endpoint.MediaType{Format: " "}, endpoint.MediaType{Previews: []string{" "}}
	for _, tt := range []struct {
		route        string
		call         layers
		name, option string
		text         string
	}{
		{route: "GET /x", call: layers{base(" https://h.test")}, option: "BaseURL", text: "invalid route in BaseURL: "},
		{route: "GET /x", call: layers{options{Lists: 9}}, option: "Lists", text: "invalid parameter in Lists: "},
		{route: "POST /x", call: layers{data(bad), contentType("a/b")}, option: "Data", text: "invalid body in Data: "},
		{route: "POST /x", call: layers{params{"a": 1}, contentType("a/b")}, option: "Params", text: "invalid body in Params: "},
		{route: "GET /x", call: layers{format}, option: "MediaType.Format", text: "invalid header in MediaType.Format: "},
		{route: "GET /x", call: layers{previews}, option: "MediaType.Previews", text: "invalid header in MediaType.Previews: "},

		{route: "GET /x", call: layers{headers{"Data": "\n"}}, name: "data", text: `invalid header "data": `},
		{route: "GET /{Data}", name: "Data", text: `missing parameter "Data"`},
		{route: "GET /x", call: layers{query{"Data": bad}}, name: "Data", text: `invalid parameter "Data": `},
		{route: "GET /x", call: layers{path{"BaseURL": 1}}, name: "BaseURL", text: `invalid parameter "BaseURL": `},
		{route: "GET /x", call: layers{params{"ctx": bad}}, name: "ctx", text: `invalid parameter "ctx": `},
		{route: "POST /x", call: layers{params{"Data": bad}}, name: "Data", text: `invalid body in parameter "Data": `},
		{route: "GET /{Lists}", call: layers{path{"Lists": ".."}}, name: "Lists", text: `unsafe path in parameter "Lists": `},
		{route: "GET https://user:/:hunter2@h/", text: "missing parameter"},
	} {
		e := endpoint.New(base("https://h.test"))
		_, err := e.HTTPRequest(t.Context(), tt.route, tt.call...)
		var failed *endpoint.Error
		if !errors.As(err, &failed) || failed.Name != tt.name || failed.Option != tt.option {
			t.Errorf("%s %v: %#v, want %q and %q", tt.route, tt.call, err, tt.name, tt.option)
		}
		checkError(t, tt.route, err, tt.text)
		if strings.Contains(err.Error(), "hunter2") {
			t.Error(err)
		}
	}
	// A Request has its Route, without one its method.
	for _, tt := range []struct {
		r    endpoint.Request
		want string
	}{
		{endpoint.Request{Method: "get", URL: "/1", Route: "GET /{x}"}, "endpoint: GET /{x}: invalid route: "},
		{endpoint.Request{Method: "get", URL: "/1"}, "endpoint: GET: invalid route: "},
		{endpoint.Request{Method: "get", Route: "GET https://u:s3cret@h/?s3cret"}, "endpoint: GET xxxxx@h/?xxxxx: invalid route: "},
		{endpoint.Request{Method: "get", URL: "https://h", Route: "GET /", Body: bad}, "endpoint: GET /: invalid body: MarshalJSON"},
	} {
		if _, err := tt.r.HTTPRequest(t.Context()); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

// TestKindOfCause: the error of a call within a method of a value is a cause, and not a second kind.
func TestKindOfCause(t *testing.T) {
	_, inner := endpoint.Endpoint{}.Build("GET /{a}", path{"a": ".."})
	_, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), "POST /x", params{"a": failingJSON{errors.Join(inner, errAsked)}})
	if !errors.Is(err, endpoint.ErrBody) || errors.Is(err, endpoint.ErrUnsafePath) || !errors.Is(err, errAsked) || !errors.Is(err, inner) {
		t.Errorf("%v is of another kind, or does not wrap its cause", err)
	}
}

// TestCauseIsNotPrinted: no verb of fmt shows what a method returned.
func TestCauseIsNotPrinted(t *testing.T) {
	_, err := endpoint.New(options{URL: "/x"}).Build("U:S3CRET@H /x")
	checkError(t, "a secret in place of the method", err, "invalid route in Method")
	if strings.Contains(err.Error(), "S3CRET") {
		t.Error(err)
	}
	_, err = endpoint.Endpoint{}.Build("GET /x", params{"a": failingText{errors.New(secret)}})
	var e *endpoint.Error
	if !errors.As(err, &e) || len(e.Unwrap()) != 2 || e.Unwrap()[1].Error() != secret {
		t.Fatalf("%v does not unwrap to what MarshalText returned", err)
	}
	for _, verb := range verbs {
		for _, shown := range []any{e, *e, struct{ e *endpoint.Error }{e}, struct{ e endpoint.Error }{*e}, []endpoint.Error{*e}} {
			checkHidden(t, verb, shown)
		}
	}
}

var verbs = strings.Fields("%v %+v %#v %s %q %d %x %X %t %p %b %o %c %e %U %T %w %!")

// checkHidden checks that a verb of fmt does not show the secret in v.
func checkHidden(t *testing.T, verb string, v any) {
	t.Helper()
	got := fmt.Sprintf(verb, v)
	for _, text := range []string{secret, fmt.Sprintf("%x", secret), fmt.Sprintf("%X", secret), fmt.Sprint([]byte(secret))} {
		if strings.Contains(got, text) {
			t.Errorf("%s of %T shows the secret: %s", verb, v, got)
		}
	}
}

// printTests have what %v shows.
var printTests = []struct {
	value any
	want  string
}{
	{endpoint.Request{}, ""},
	{
		endpoint.Request{Method: "get", URL: "https://h/x?q=1#top", Headers: headers{"b": "1", "a": ""}, Body: "text", Meta: 1},
		`get https://h/x?xxxxx headers["a" "b"] body(string) meta(int)`,
	},
	{endpoint.Request{URL: "https://u:p@h/x"}, "xxxxx@h/x"}, // without a method
	{endpoint.Request{Method: "https://u:s@h"}, "xxxxx@h"},
	{endpoint.Request{Method: "a\nb", URL: "https://h/\nc", Headers: headers{"d\n": "e\n"}}, `a\nb https://h/\nc headers["d\n"]`},

	{options{}, ""},
	{options{URL: "/x/@me"}, "/x/@me"}, // without a method
	{options{Method: "GET", URL: "/x\n", Query: query{"b": 1, "a": []int{1}}}, `GET /x\n query["a" "b"]`},
	{options{URL: "/a/{x}{?token}&b=1{&c}"}, "/a/{x}{?token}xxxxx{&c}"},
	{options{Method: "HTTPS://U:P", URL: "w@h"}, "xxxxx@h"}, // Merge splits a route at the space
	{options{Method: "GET", URL: "a word@h"}, "GET xxxxx@h"},
	{base("https://t@h?q"), "base xxxxx@h?xxxxx"},
	{base("https://u ser/pass@h"), "base xxxxx@h"},
	{base("https://{region}.h.test:80/v1/@me"), "base https://{region}.h.test:80/v1/@me"},
	{options{MediaType: endpoint.MediaType{Format: "raw\n", Previews: []string{"a", "\n"}}}, `format raw\n previews["a" "\\n"]`},
	{
		options{Params: params{"p": nil}, Path: path{"o": endpoint.Unset}, Headers: headers{"h": ""}},
		`headers["h"] params["p"] path["o"]`,
	},
	{options{Lists: endpoint.ListRepeat, Data: "text", Meta: 1}, "lists repeat data(string) meta(int)"},
	{options{Lists: endpoint.ListIndexes}, "lists indexes"},
	{options{Lists: endpoint.ListIndexes + 1}, "lists 5"},

	{
		endpoint.New(headers{"accept": "", "user-agent": ""}, path{"org": "o"}),
		`GET base https://api.service.example headers["accept" "user-agent"] path["org"]`,
	},
}

func TestPrinted(t *testing.T) {
	for _, tt := range printTests {
		if got := fmt.Sprint(tt.value); got != tt.want {
			t.Errorf("%T\ngot  %s\nwant %s", tt.value, got, tt.want)
		}
		if got, want := fmt.Sprintf("%#v", tt.value), fmt.Sprintf("%T{%s}", tt.value, tt.want); got != want {
			t.Errorf("%%#v\ngot  %s\nwant %s", got, want)
		}
		if got := tt.value.(slog.LogValuer).LogValue().String(); got != tt.want {
			t.Errorf("%T is logged as %s, want %s", tt.value, got, tt.want)
		}
	}
}

// TestNoValues plants values that must not be shown and looks for them in all
// that fmt and slog make of the types.
func TestNoValues(t *testing.T) {
	o := options{
		Method:  "POST",
		URL:     "https://u:" + secret + "@h/x?shown=" + secret + "{&shown}#" + secret,
		BaseURL: "http://:" + secret + "@h",
		Headers: headers{"shown": secret},
		Params:  params{"shown": secret, "list": []string{secret}, "nested": map[string]any{"a": secret}},
		Path:    path{"shown": secret},
		Query:   query{"shown": struct{ S string }{secret}},
		Data:    secret,
		Meta:    map[string]string{secret: secret},
	}
	e := endpoint.New(o)
	req := endpoint.Request{Method: "post", URL: o.URL, Headers: o.Headers, Body: []byte(secret), Meta: o.Meta}
	for _, v := range []any{req, &req, o, &o, e, &e, []any{req, o, e}, struct{ R endpoint.Request }{req}} {
		var logged bytes.Buffer
		for _, h := range []slog.Handler{slog.NewTextHandler(&logged, nil), slog.NewJSONHandler(&logged, nil)} {
			if _, ok := v.(slog.LogValuer); ok {
				slog.New(h).Info("x", "v", v)
			}
		}
		text := logged.String()
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
			text += fmt.Sprintf(verb, v) + "\n"
		}
		if strings.Contains(text, secret) || !strings.Contains(text, "shown") {
			t.Errorf("%T is shown as %s", v, text)
		}
	}
}

// TestUnexportedFields: fmt calls no method of an unexported field, and prints
// what it finds inside an Endpoint.
func TestUnexportedFields(t *testing.T) {
	e := endpoint.New(options{
		BaseURL: "https://u:" + secret + "@h", Headers: headers{"authorization": secret}, Params: params{"a": secret},
		Path: path{"a": secret}, Query: query{"a": secret}, Data: secret, Meta: secret,
	})
	type client struct{ api endpoint.Endpoint }
	type pointer struct{ api *endpoint.Endpoint }
	type deep struct {
		clients []client
		byName  map[string]client
		any     any
	}
	for _, v := range []any{
		client{e},
		&client{e},
		pointer{&e},
		[]client{{e}},
		map[client]*client{{e}: {e}},
		deep{[]client{{e}}, map[string]client{"a": {e}}, client{e}},
		deep{any: &e},
		&deep{any: e},
	} {
		for _, verb := range verbs {
			checkHidden(t, verb, v)
		}
	}
	if one, other := (client{e}), (client{e}); one != other {
		t.Error("an Endpoint cannot be compared")
	}
}

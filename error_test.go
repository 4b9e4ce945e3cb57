// Tests of errors: their kinds, texts and order, what they never hold, and the
// methods of values that fail.

package endpoint_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"example.com/endpoint"
)

// TestErrors has the whole text of the errors of calls.
func TestErrors(t *testing.T) {
	type (
		path    = endpoint.Path
		query   = endpoint.Query
		headers = endpoint.Headers
		options = endpoint.Options
		media   = endpoint.MediaType
	)
	data := options{Data: "planted"}
	xml := headers{"content-type": "application/xml"}
	form := headers{"content-type": formMIME}
	for _, tt := range []struct {
		route  string
		layers layers
		text   string // after "endpoint: "
	}{
		{"", nil, "GET: invalid route: the URL is missing"},
		{"POST", nil, "POST: invalid route: the URL is missing"},
		{"G@T /a", nil, "xxxxx@T /a: invalid method: it may contain only letters, digits and !#$%&'*+-.^_`|~"},
		{"GET /a", layers{params{"a": 1}, endpoint.ParamsOf(7)}, "GET /a: invalid parameter in ParamsOf: int is not an object: pass a struct or a map with string keys"},
		{"GET /a", layers{endpoint.ParamsOf(struct {
			A int `url:"a,unix"`
		}{})}, `GET /a: invalid parameter "struct.A": the option "unix" of its tag is not supported here: remove it and set the parameter yourself`},
		{"GET /a", layers{endpoint.ParamsOf(time.Time{})}, "GET /a: invalid parameter in ParamsOf: time.Time is not an object in JSON: pass a struct or a map with string keys"},
		{"POST/users", nil, "GET POST/users: invalid route: put a space between the method and the URL"},
		{"htps://h/x", nil, "GET htps://h/x: invalid route: the URL must begin with http:// or https://, or be a path"},
		{"https:/h", nil, "GET https:/h: invalid route: two slashes must follow the scheme: write https://"},
		{"GET /a/{path...}", nil, `GET /a/{path...}: invalid route: at offset 3 of the URL: "{path...}" is not RFC 6570: write {+path}, or {/path*} for a list of segments`},
		{"GET /a/{name=projects/*}", nil, `GET /a/{name=projects/*}: invalid route: at offset 3 of the URL: "{name=projects/*}" is not RFC 6570: write {+name}, or {/name*} for a list of segments`},
		{"GET /a/{id?}", nil, `GET /a/{id?}: invalid route: at offset 3 of the URL: "{id?}" is not RFC 6570: write {/id} or {?id} for an optional parameter`},
		{"GET /a{?$top}", nil, `GET /a{?$top}: invalid route: at offset 2 of the URL: "{?$top}" has a name with a character that needs encoding: remove it, and pass the parameter in Query`},
		{"GET /{a\nINFO admin logged in}", nil, `GET /{a\nINFO admin logged in}: invalid route: at offset 1 of the URL: "{a\nINFO admin logged in}" is not an expression of RFC 6570: write {name}`},
		{"GET /a\r\nb", nil, `GET /a\r\nb: invalid route: at offset 2 of the URL: '\r' is not allowed in a URI template: write %0D, or {name} for a parameter`},
		{"GET /a%zz", nil, `GET /a%zz: invalid route: at offset 2 of the URL: '%' is not allowed in a URI template: write %25, or {name} for a parameter`},
		{"GET /a/<id>", nil, `GET /a/<id>: invalid route: at offset 3 of the URL: '<' is not allowed in a URI template: write %3C, or {name} for a parameter`},
		{"GET https://u:plan<ted@h/x", nil, "GET xxxxx@h/x: invalid route: it is not a valid URI template: percent-encode the characters of a value, or write {name} for a parameter"},
		{"GET https://u:plan%ted@h/x", nil, "GET xxxxx@h/x: invalid route: it is not a valid URI template: percent-encode the characters of a value, or write {name} for a parameter"},
		{"GET https://u:planted@/x", nil, "GET xxxxx@/x: invalid route: the host is missing or malformed"},
		{"GET https://u:planted@h{x}", nil, "GET xxxxx@h{x}: invalid route: the host may not contain a placeholder: write the address in BaseURL, and pass its placeholders in Path"},
		{"GET https://{h}/x", nil, "GET https://{h}/x: invalid route: the host may not contain a placeholder: write the address in BaseURL, and pass its placeholders in Path"},
		{"GET /a?token=planted{b", nil, "GET /a?xxxxx: invalid route: it is not a valid URI template: percent-encode the characters of a value, or write {name} for a parameter"},
		{"GET /a/{", nil, `GET /a/{: invalid route: at offset 3 of the URL: "{" is not closed: add "}", or write %7B for the character`},
		{"GET /a?token=planted{path...}", nil, `GET /a?xxxxx{path...}: invalid route: at offset 16 of the URL: "{path...}" is not RFC 6570: write {+path}, or {/path*} for a list of segments`},
		{"GET /a?token={planted c}", nil, "GET /a?xxxxx: invalid route: it is not a valid URI template: percent-encode the characters of a value, or write {name} for a parameter"},
		{"GET https://u:{pw!}@h/{", nil, "GET xxxxx@h/{: invalid route: it is not a valid URI template: percent-encode the characters of a value, or write {name} for a parameter"},
		{"GET /a", layers{options{BaseURL: "ftp://u:planted@h"}}, "GET /a: invalid base URL: it must begin with http:// or https://"},
		{"GET /a", layers{options{BaseURL: "https://u:planted@h/{x"}}, "GET /a: invalid base URL: it is not a valid URI template: percent-encode the characters of a value, or write {name} for a parameter"},
		{"GET /a", layers{options{BaseURL: "https://u:{planted c}@h"}}, "GET /a: invalid base URL: it is not a valid URI template: percent-encode the characters of a value, or write {name} for a parameter"},
		{"GET /a", layers{options{BaseURL: "https://h.test/{a?}"}}, `GET /a: invalid base URL: at offset 15 of the URL: "{a?}" is not RFC 6570: write {/a} or {?a} for an optional parameter`},
		{"GET /a{?b,@id}", nil, `GET /a{?b,@id}: invalid route: at offset 2 of the URL: "{?b,@id}" has a name with a character that needs encoding: remove it, and pass the parameter in Query`},
		{"GET /a", layers{options{BaseURL: "https://h?q"}}, "GET /a: invalid base URL: it has a query or fragment: pass parameters in Query"},
		{"GET /a", layers{options{BaseURL: "https://{t}.test"}}, `GET /a: missing parameter "t": BaseURL needs a value that is not empty: pass it in Path`},
		{"GET /a", layers{options{BaseURL: "https://{t}.test"}, path{"t": "planted/"}}, `GET /a: invalid parameter "t": in BaseURL it may contain only letters, digits, "-", "_" and inner dots`},
		{"GET /a", layers{options{BaseURL: "https://h:{p}"}, path{"p": "planted"}}, `GET /a: invalid parameter "p": the port may contain only digits, up to 65535`},
		{"DELETE /repos/{owner}/{repo}", layers{params{"owner": "o"}}, `DELETE /repos/{owner}/{repo}: missing parameter "repo"`},
		{"DELETE /repos/{owner}/{repo}", layers{params{"owner": "o", "repo": ""}}, `DELETE /repos/{owner}/{repo}: missing parameter "repo": its value is nil or empty, but the path needs one`},
		{"DELETE /repos/{owner}/{repo}", layers{params{"owner": "o", "repo": "/"}}, `DELETE /repos/{owner}/{repo}: missing parameter "repo": servers would read its path segment as empty: remove "/", "\" or ";" from the value`},
		{"DELETE /repos/o{/repo}", layers{params{"repo": ""}}, `DELETE /repos/o{/repo}: missing parameter "repo": its path segment would be empty: pass nil to leave it out, or remove the empty element of a list`},
		{"GET /files/{+path}", layers{params{"path": "/planted"}}, `GET /files/{+path}: missing parameter "path": the value begins with an empty path segment: remove its leading "/", "\" or ";"`},
		{"GET /a?X-Amz-Signature=planted&b={c}", nil, `GET /a?xxxxx{c}: missing parameter "c"`},
		{"DELETE /repos/{owner}/{repo}", layers{params{"owner": "o", "repo": ".."}}, `DELETE /repos/{owner}/{repo}: unsafe path in parameter "repo": a path segment would be "." or ".."`},
		{"GET {+next}", layers{params{"next": "/planted?page=2"}}, `GET {+next}: unsafe path in parameter "next": "?" or "#" would end the path: write {/next*} and pass a list of segments, or make a relative URL absolute with url.URL.Parse`},
		{"GET {+next}/a", layers{params{"next": "https://planted.test/?page=2"}}, `GET {+next}/a: unsafe path in parameter "next": the URL has a query or fragment, but more of the template follows: make the variable the whole template, or pass the query in Query`},
		{"GET {+next}", layers{params{"next": "https://planted.test/{a}"}}, `GET {+next}: invalid parameter "next": the URL has braces: percent-encode them as %7B and %7D, or use the text as the route`},
		{"GET {+next}", layers{params{"next": "https://planted test/"}}, `GET {+next}: invalid parameter "next": it is not a valid http or https URL`},
		{"GET /a{+path}", layers{params{"path": "/b?planted"}}, `GET /a{+path}: unsafe path in parameter "path": "?" or "#" would end the path: write {/path*} and pass a list of segments, or make a relative URL absolute with url.URL.Parse`},
		{"GET /a?q={+q}", layers{params{"q": "#planted"}}, `GET /a?xxxxx{+q}: unsafe path in parameter "q": "#" would end the query: write {q} instead of {+q}`},
		{"GET /a/{x}", layers{params{"x": struct{ S string }{"planted"}}}, `GET /a/{x}: invalid parameter "x": struct { S string } is a struct: pass its text, or the map that ParamsOf returns for it`},
		{"GET /a/{x}", layers{params{"x": []any{[]string{"planted"}}}}, `GET /a/{x}: invalid parameter "x": a list or map in a template may contain only scalars: pass nested values in a query or body`},
		{"GET /a/{x:3}", layers{params{"x": []string{"planted"}}}, `GET /a/{x:3}: invalid parameter "x": a prefix applies to a string: remove it for a list or map`},
		{"GET /a", layers{params{"x": struct{ S string }{"planted"}}}, `GET /a: invalid parameter "x": struct { S string } is a struct without json or url tags: pass its text or a map`},
		{"GET /a", layers{params{"x": sql.NullString{String: "planted"}}}, `GET /a: invalid parameter "x": sql.NullString is a struct without json or url tags: pass its text or a map`},
		{"GET /a", layers{params{"x": map[int]string{1: "planted"}}}, `GET /a: invalid parameter "x": map[int]string has keys that are not strings: use a map with string keys`},
		{"GET /a", layers{params{"x": *big.NewInt(7777777)}}, `GET /a: invalid parameter "x": big.Int has no text, but a pointer to it does: pass the pointer or its text`},
		{"GET /a", layers{params{"x": func() {}}}, `GET /a: invalid parameter "x": func() cannot be written as text: pass a string, number, boolean, list or map`},
		{"GET /a", layers{params{"x": math.NaN()}}, `GET /a: invalid parameter "x": the number is not finite: pass a finite number or a string`},
		{"GET /a", layers{params{"x": failingText{errors.New("planted")}}}, `GET /a: invalid parameter "x": MarshalText of endpoint_test.failingText failed`},
		{"GET /a", layers{params{"x": []string{"plan,ted"}}}, `GET /a: invalid parameter "x": an element contains a comma, which also separates elements: set Lists, for example to ListRepeat`},
		{"GET /a", layers{params{"x": map[string]any{"[planted": 1}}}, `GET /a: invalid parameter "x": a key of the map is empty or contains "[" or "]": put brackets in the name of the parameter`},
		{"GET /a", layers{params{"x": selfHolding()}}, `GET /a: invalid parameter "x": its names take more than 1 MiB: the value contains itself or is too large`},
		{"GET /a", layers{params{"x": selfPointing()}}, `GET /a: invalid parameter "x": the pointer leads back to itself, or to more than 60 others`},
		{"GET /a", layers{query{"": "planted"}}, "GET /a: invalid parameter: its name is empty"},
		{"GET /a", layers{query{"x": map[string]any{"a": params{"planted": 1}}, "x[a]": map[string]any{"planted": 2}}}, `GET /a: invalid parameter "x[a]": "x" and "x[a]" write the same name: pass only one of them`},
		{"GET /a?x[planted]", layers{query{"x": map[string]any{"planted": 1}}}, `GET /a?xxxxx: invalid parameter "x": the query of the URL has one of its names already: remove it there, or do not pass the parameter`},
		{"GET /a?x=planted", layers{query{"x": "planted"}}, `GET /a?xxxxx: invalid parameter "x": the query of the URL has it already: remove it there, or do not pass it`},
		{"GET /{x}", layers{path{"x": "a"}, params{"x": "planted"}}, `GET /{x}: invalid parameter "x": Path fills its placeholder: leave it out of Params, pass it in Path to override that value, or in Query to send it in the query`},
		{"GET /a", layers{path{"x": "planted"}}, `GET /a: invalid parameter "x": no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query`},
		{"POST /a", layers{data, params{"x": "planted"}}, `POST /a: invalid parameter "x": Data is the whole body: add it to Data, or pass it in Query`},
		{"OPTIONS /a", layers{params{"x": "planted"}}, `OPTIONS /a: invalid parameter "x": OPTIONS does not send Params: name it in the URL, or pass it in Query or Data`},
		{"TRACE /a", layers{params{"x": "planted"}}, `TRACE /a: invalid parameter "x": TRACE does not send Params: name it in the URL, or pass it in Query`},
		{"GET /a", layers{options{Lists: 9}}, `GET /a: invalid parameter "Lists": use ListComma, ListRepeat or ListBrackets`},
		{"GET /a", layers{headers{"X Y": "planted"}}, "GET /a: invalid header \"x y\": its name may contain only letters, digits and !#$%&'*+-.^_`|~"},
		{"GET /a", layers{headers{"": "planted"}}, "GET /a: invalid header: its name may contain only letters, digits and !#$%&'*+-.^_`|~"},
		{"GET /a", layers{headers{"X-Y": "planted\r\nx: y"}}, `GET /a: invalid header "x-y": the value has a control character, such as a line break: remove it`},
		{"GET /a", layers{media{Format: "plan ted"}}, "GET /a: invalid header in MediaType.Format: it may contain only letters, digits and !#$%&'*+-.^_`|~"},
		{"GET /a", layers{media{Previews: []string{"plan ted"}}}, "GET /a: invalid header in MediaType.Previews: it may contain only letters, digits and !#$%&'*+-.^_`|~"},
		{"GET /a", layers{data}, "GET /a: invalid body in Data: GET does not allow a body: use another method, or build it as POST and set Method of the result to GET"},
		{"HEAD /a", layers{data}, "HEAD /a: invalid body in Data: HEAD does not allow a body: use another method"},
		{"POST /a", layers{xml, params{"x": "planted"}}, "POST /a: invalid body under content-type: parameters can be sent only as JSON or as a form: pass any other body as Data"},
		{"POST /a", layers{xml, options{Data: params{"x": "planted"}}}, "POST /a: invalid body in Data: endpoint.Params is sent as JSON, but content-type is not a JSON type: pass text, bytes or a Reader, or json.RawMessage for JSON under another name"},
		{"POST /a", layers{xml, options{Data: url.Values{"x": {"planted"}}}}, "POST /a: invalid body in Data: url.Values are a form: set content-type to application/x-www-form-urlencoded, or pass text"},
		{"POST /a", layers{form, options{Data: []string{"planted"}}}, "POST /a: invalid body in Data: []string is not a form: pass a map with string keys, a struct with json or url tags, url.Values or text"},
		{"POST /a", layers{form, options{Data: struct{ A string }{"planted"}}}, "POST /a: invalid body in Data: struct { A string } is not a form: pass a map with string keys, a struct with json or url tags, url.Values or text"},
		{"POST /a", layers{form, options{Data: json.RawMessage("planted")}}, "POST /a: invalid body in Data: json.RawMessage is not a form: pass a map, a struct with tags, url.Values or text"},
		{"POST /a", layers{form, options{Data: params{"x": []any{func() {}}}}}, `POST /a: invalid parameter "x": func() cannot be written as text: pass a string, number, boolean, list or map`},
		{"POST /a", layers{form, options{Data: endpoint.ParamsOf(7)}}, "POST /a: invalid parameter in ParamsOf: int is not an object: pass a struct or a map with string keys"},
		{"POST /a", layers{options{Data: "planted"}, headers{"content-type": "application/json"}}, "POST /a: invalid body in Data: the text is not valid JSON, as content-type says it is: pass a pointer to a string to encode it, the content-type of the text, or a Reader, which is not checked"},
		{"POST /a", layers{options{Data: bytes.Buffer{}}}, "POST /a: invalid body in Data: bytes.Buffer has no exported fields, so its JSON would be {}: pass its text, a map or a struct with exported fields"},
		{"POST /a", layers{options{Data: errors.New("planted")}}, "POST /a: invalid body in Data: errors.errorString has no exported fields, so its JSON would be {}: pass its text, a map or a struct with exported fields"},
		{"POST /a", layers{params{"x": new(strings.Builder)}}, `POST /a: invalid body in parameter "x": strings.Builder has no exported fields, so its JSON would be {}: pass its text, a map or a struct with exported fields`},
		{"POST /a", layers{params{"x": strings.NewReader("planted")}}, `POST /a: invalid body in parameter "x": *strings.Reader is a Reader, which cannot be encoded as JSON: read it into a string first`},
		{"POST /a", layers{params{"x": math.NaN()}}, `POST /a: invalid body in parameter "x": NaN and infinities cannot be encoded as JSON`},
		{"POST /a", layers{params{"x": []any{make(chan int)}}}, `POST /a: invalid body in parameter "x": type chan int cannot be encoded as JSON`},
		{"POST /a", layers{params{"x": failingJSON{errors.New("planted")}}}, `POST /a: invalid body in parameter "x": MarshalJSON of endpoint_test.failingJSON failed or returned invalid JSON`},
		{"GET /a", layers{query{"x": []any{endpoint.Unset}}}, `GET /a: invalid parameter "x": endpoint.Unset is not a value: it only removes a key of Params, Path or Query`},
		{"GET /a{?x}", layers{params{"x": map[string]any{"k": endpoint.Unset}}}, `GET /a{?x}: invalid parameter "x": endpoint.Unset is not a value: it only removes a key of Params, Path or Query`},
		{"POST /a", layers{params{"x": []any{endpoint.Unset}}}, `POST /a: invalid body in parameter "x": endpoint.Unset is not a value: it only removes a key of Params, Path or Query`},
		{"POST /a", layers{options{Data: endpoint.ParamsOf(7)}}, "POST /a: invalid body: int is not an object: pass a struct or a map with string keys"},
		{"POST /a", layers{options{Data: json.RawMessage("{planted")}}, "POST /a: invalid body: the json.RawMessage is not valid JSON: pass a string to send other text"},
		{"POST /a", layers{headers{"content-length": "planted"}}, `POST /a: invalid header "content-length": it is not a decimal number of bytes`},
		{"POST /a", layers{data, headers{"content-length": "1"}}, `POST /a: invalid header "content-length": it is not the length of the body: leave it out to have it set`},
		{"POST /a", layers{options{Data: newStream("planted")}, headers{"content-length": "0"}}, `POST /a: invalid header "content-length": it is 0 for a Reader of unknown size: pass http.NoBody to send an empty body`},
		{"GET /a", layers{headers{"Transfer-Encoding": "planted"}}, `GET /a: invalid header "transfer-encoding": net/http does not send it as a header: set TransferEncoding of the *http.Request`},
		{"GET /a", layers{headers{"trailer": "planted"}}, `GET /a: invalid header "trailer": net/http does not send it as a header: set Trailer of the *http.Request`},
		{"GET /a", layers{headers{"host": "planted/"}}, `GET /a: invalid header "host": it is not a host name or IP address with an optional port up to 65535`},
	} {
		req, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), tt.route, tt.layers...)
		checkOneLine(t, tt.route, err)
		if text := "endpoint: " + tt.text; err.Error() != text || req != nil || strings.Contains(text, "planted") {
			t.Errorf("%s: %v\ngot  %s\nwant %s", tt.route, req, err, text)
		}
		built, buildErr := endpoint.Endpoint{}.Build(tt.route, tt.layers...)
		_, parseErr := endpoint.Endpoint{}.Parse(endpoint.Endpoint{}.Merge(tt.route, tt.layers...))
		if fmt.Sprint(buildErr) != fmt.Sprint(parseErr) || buildErr != nil && (buildErr.Error() != err.Error() || !reflect.DeepEqual(built, endpoint.Request{})) {
			t.Errorf("%s: Build %v, %v\nParse(Merge) %v\nHTTPRequest %v", tt.route, built, buildErr, parseErr, err)
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
			_, err = endpoint.Endpoint{}.HTTPRequest(t.Context(), route, endpoint.ParamsOf(v))
			check(what+" in ParamsOf", err)
			_, err = endpoint.Endpoint{}.Build(route, endpoint.Options{BaseURL: "https://{b}.test"}, endpoint.Path{"b": v, "x": v})
			check(what+" as Path", err)
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

// checkFailure expects an error of one kind, about one name, that wraps nothing
// foreign and has no value in its text.
func checkFailure(t *testing.T, input string, err, kind error, name string) {
	t.Helper()
	e, ok := err.(*endpoint.Error)
	if !ok || e.Err != kind || e.Name != name {
		t.Errorf("%s: got %.500v\nwant an *Error of %q, %v", input, err, name, kind)
		return
	}
	checkOneLine(t, input, err)
	if strings.Contains(err.Error(), "s3cret") {
		t.Errorf("%s: the text of the error has a value in it: %.500v", input, err)
	}
}

// Errors of methods that must not be asked for anything. Go 1.27 asks them Is and
// follows their Unwrap.
type (
	longError      struct{}
	askedError     struct{}
	panickingError struct{}
)

var longText = strings.Repeat("s3cret", 1<<20)

func (*panickingError) Error() string { panic("Error is called") }

func (longError) Error() string  { return longText }
func (askedError) Error() string { panic("Error is called") }
func (askedError) As(any) bool   { panic("As is called") }

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
	for _, cause := range []error{longError{}, askedError{}, (*panickingError)(nil), errors.Join(longError{}, askedError{})} {
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
			{"GET /x", endpoint.Options{BaseURL: "https://{a}", Path: endpoint.Path{"a": text}}, endpoint.ErrParam, "a", "MarshalText of endpoint_test.failingText failed"},
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
		for _, v := range []any{inJSON, struct{ failingText }{text}} { // the second promotes it
			_, err := endpoint.Endpoint{}.Build("GET /x", endpoint.ParamsOf(v))
			checkFailure(t, "ParamsOf", err, endpoint.ErrParam, "ParamsOf")
		}
		if got := endpoint.ParamsOf(struct{ A any }{inJSON}); !reflect.DeepEqual(got, params{"A": inJSON}) {
			t.Errorf("ParamsOf of a field that fails: %v, want it unchanged", got)
		}
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
		_, err = endpoint.Endpoint{}.Build(route, endpoint.ParamsOf(planting), endpoint.Path{name: planting})
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

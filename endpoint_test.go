// Tests of the package as a whole: parity with the original, errors, what is
// printed, JSON, and the guard of the API.

package endpoint_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log/slog"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint"
)

// A parityCase is a request with what @octokit/endpoint 7 answered, rewritten
// where this package differs on purpose.
type parityCase struct {
	Name     string
	Defaults []endpoint.Options
	Route    string
	Options  endpoint.Options
	Want     struct {
		Method  string
		Path    string
		Query   []string
		Headers endpoint.Headers
		Body    any
		Request any
	}
}

func TestParity(t *testing.T) {
	f, err := os.Open("testdata/parity.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var c parityCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, c.run)
	}
	if n != 150 {
		t.Errorf("%d cases, want 150", n)
	}
}

func (c parityCase) run(t *testing.T) {
	e := endpoint.New(endpoint.Options{
		BaseURL: "https://api.service.example",
		Headers: endpoint.Headers{"user-agent": "corpus/1.0", "accept": "application/vnd.service.v3+json"},
	})
	for _, d := range c.Defaults {
		e = e.Defaults(d)
	}
	got, err := e.Build(c.Route, c.Options)
	if err != nil {
		t.Fatal(err)
	}
	path, query, hasQuery := strings.Cut(got.URL, "?")
	pairs := []string{}
	if hasQuery {
		pairs = strings.Split(query, "&")
		slices.Sort(pairs)
	}
	if got.Method != c.Want.Method || path != c.Want.Path || !slices.Equal(pairs, c.Want.Query) {
		t.Errorf("got %s %s %q\nwant %s %s %q", got.Method, path, pairs, c.Want.Method, c.Want.Path, c.Want.Query)
	}
	if !reflect.DeepEqual(got.Headers, c.Want.Headers) {
		t.Errorf("headers %#v\nwant %#v", got.Headers, c.Want.Headers)
	}
	if !sameJSON(t, got.Body, c.Want.Body) || !sameJSON(t, got.Meta, c.Want.Request) {
		t.Errorf("body %v, meta %v\nwant %v, %v", got.Body, got.Meta, c.Want.Body, c.Want.Request)
	}
}

// sameJSON compares two values by their JSON.
func sameJSON(t *testing.T, a, b any) bool {
	t.Helper()
	x, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(x, y)
}

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
		{"GET /a/{path...}", none, endpoint.ErrRoute, "", "endpoint: GET /a/{path...}: invalid route: at offset 3 of the URL: {path...} is not RFC 6570: write {+path}, or {/path*} for a list of segments"},
		{"GET https://u:planted@h{x}", none, endpoint.ErrMissingParam, "x", `endpoint: GET https://u:xxxxx@h{x}: missing parameter "x"`},
		{"GET https://u:planted@h{+x}", none, endpoint.ErrRoute, "", "endpoint: GET https://u:xxxxx@h{+x}: invalid route: only a plain {name} may stand in the host or port"},
		{"GET https://u:planted@/x", none, endpoint.ErrRoute, "", "endpoint: GET https://u:xxxxx@/x: invalid route: the host is missing or malformed"},
		{"G@T /a", none, endpoint.ErrMethod, "", "endpoint: G@T /a: invalid method: it is not a token"},
		{"GET /a", []endpoint.Layer{endpoint.Options{BaseURL: "ftp://u:planted@h"}}, endpoint.ErrBaseURL, "BaseURL", `endpoint: GET /a: invalid base URL "BaseURL": it must begin with http:// or https://`},
		{"DELETE /repos/{owner}/{repo}", none, endpoint.ErrMissingParam, "repo", `endpoint: DELETE /repos/{owner}/{repo}: missing parameter "repo"`},
		{"GET /a{?x}", []endpoint.Layer{endpoint.Params{"x": struct{ S string }{"planted"}}}, endpoint.ErrParam, "x", `endpoint: GET /a{?x}: invalid parameter "x": type struct { S string } is not supported here`},
		{"OPTIONS /a", []endpoint.Layer{endpoint.Params{"x": "planted"}}, endpoint.ErrParam, "owner", `endpoint: OPTIONS /a: invalid parameter "owner": the method has no place for a parameter that the URL does not name`},
		{"GET /a", []endpoint.Layer{endpoint.Headers{"X Y": "planted"}}, endpoint.ErrHeader, "x y", `endpoint: GET /a: invalid header "x y": the name is not a token`},
		{"GET /a", []endpoint.Layer{endpoint.Headers{"X-Y": "planted\r\nx: y"}}, endpoint.ErrHeader, "x-y", `endpoint: GET /a: invalid header "x-y": the value holds a control character`},
		{"GET /a", []endpoint.Layer{endpoint.MediaType{Format: "plan ted"}}, endpoint.ErrHeader, "MediaType.Format", `endpoint: GET /a: invalid header "MediaType.Format": it is not a token`},
		{"GET /a", []endpoint.Layer{endpoint.Options{Data: "planted"}}, endpoint.ErrBody, "Data", `endpoint: GET /a: invalid body "Data": a GET request has no body`},
		{"DELETE /repos/{owner}/{repo}", []endpoint.Layer{endpoint.Params{"repo": ".."}}, endpoint.ErrUnsafePath, "repo", `endpoint: DELETE /repos/{owner}/{repo}: unsafe path "repo": a path segment would be "." or ".."`},
		{"GET https://u:{pw!}@h/{", none, endpoint.ErrRoute, "", "endpoint: GET https://u:xxxxx@h/{: invalid route: at offset 10 of the URL: it is not a URI template"},
		{"GET /a\r\nb", none, endpoint.ErrRoute, "", `endpoint: GET /a\r\nb: invalid route: at offset 2 of the URL: '\r' may not stand in a URI template: write %0D`},
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
		for _, text := range texts(err) {
			if strings.Contains(text, planted) {
				t.Errorf("%s: %q holds the value", what, text)
			}
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

// texts lists the texts of an error and of all that it wraps.
func texts(err error) []string {
	if err == nil {
		return nil
	}
	list := []string{err.Error(), fmt.Sprintf("%v|%+v|%q", err, err, err)}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return append(list, texts(e.Unwrap())...)
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			list = append(list, texts(err)...)
		}
	}
	return list
}

// TestSecrets plants values that must not be shown and looks for them in all
// that fmt and slog make of the types.
func TestSecrets(t *testing.T) {
	const planted = "pl4nted"
	o := endpoint.Options{
		Method:  "POST",
		URL:     "https://u:" + planted + "@h/x;secret=" + planted + "?api_key=" + planted + "&next=https%3A%2F%2Fu%3A" + planted + "%40h&a=shown{&token}#access_token=" + planted,
		BaseURL: "http://:" + planted + "@h",
		Headers: endpoint.Headers{
			"Authorization": planted, "proxy-authorization": planted, "COOKIE": planted, "X-Auth-Token": planted, "x-api-key": planted,
			"x-secret": planted, "X-Password": planted, "x-hub-signature": planted, "referer": "https://u:" + planted + "@h/?token=" + planted, "x-shown": "shown",
			"location": "/x?token=" + planted, "link": "<https://h/>, <https://u:" + planted + "@h>",
		},
		Params: endpoint.Params{"token": planted, "clientSecret": planted, "shown": "shown", "nested": map[string]any{"password": planted}, "other": struct{ S string }{planted}},
		Query:  endpoint.Query{"signature": planted, "shown2": 1},
		Data:   planted,
		Meta:   planted,
	}
	e := endpoint.New(o)
	req, err := e.Build("")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{o, &o, o.Headers, e, &e, req, &req, []any{req, o, e}, map[string]any{"r": req}, struct{ R endpoint.Request }{req}} {
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
		if strings.Contains(text, planted) {
			t.Errorf("%T is shown with its secrets: %s", v, text)
		}
		if !strings.Contains(text, "shown") || !strings.Contains(text, "xxxxx") {
			t.Errorf("%T: %s", v, text)
		}
	}
}

func TestPrinted(t *testing.T) {
	req, err := endpoint.Endpoint{}.Build("POST /a", endpoint.Params{"x": 1}, endpoint.Headers{"user-agent": "", "authorization": "t"})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		value      any
		verb, want string
	}{
		{req, "%v", `post https://api.service.example/a headers["accept":"application/vnd.service.v3+json" "authorization":"xxxxx" "content-type":"application/json; charset=utf-8"] body(map[string]interface {})`},
		{req, "%#v", `endpoint.Request{post https://api.service.example/a headers["accept":"application/vnd.service.v3+json" "authorization":"xxxxx" "content-type":"application/json; charset=utf-8"] body(map[string]interface {})}`},
		{endpoint.Request{}, "%v", ""},
		{endpoint.Request{Method: "https://u:s@h"}, "%v", "https://u:xxxxx@h"},
		{endpoint.Options{Method: "HTTPS://U:S@H", MediaType: endpoint.MediaType{Format: "//u:s@h", Previews: []string{"//u:s@h"}}}, "%v", "HTTPS://U:xxxxx@H format //u:xxxxx@h previews[//u:xxxxx@h]"},
		{endpoint.Headers{"b": "1", "A": "x\ny"}, "%v", `headers["A":"x\ny" "b":"1"]`},
		{endpoint.Headers{"b": "1"}, "%#v", `endpoint.Headers{"b":"1"}`},
		{endpoint.Options{Method: "GET", URL: "/x\n", Query: endpoint.Query{"a": []int{1}}}, "%v", `GET /x\n query["a":([]int)]`},
		{endpoint.Options{MediaType: endpoint.MediaType{Format: "raw", Previews: []string{"a", "b"}}}, "%#v", `endpoint.Options{format raw previews[a b]}`},
		{endpoint.New(endpoint.Headers{"accept": "", "user-agent": ""}), "%v", `GET base https://api.service.example headers["accept":"" "user-agent":""]`},
		{endpoint.New(endpoint.Headers{"accept": "", "user-agent": ""}), "%#v", `endpoint.Endpoint{GET base https://api.service.example headers["accept":"" "user-agent":""]}`},
	}
	for _, tt := range tests {
		if got := fmt.Sprintf(tt.verb, tt.value); got != tt.want {
			t.Errorf("%s of %T\ngot  %s\nwant %s", tt.verb, tt.value, got, tt.want)
		}
	}
}

func TestLogValue(t *testing.T) {
	r := endpoint.Request{Method: "post", URL: "https://h.test/?token=s", Headers: endpoint.Headers{"a": "b"}, Body: "text", Meta: 1}
	if got, want := r.LogValue().String(), `[method=post url=https://h.test/?token=xxxxx headers=[a=b] body=(string) meta=(int)]`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := (endpoint.Request{}).LogValue().String(), `[method= url=]`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestHeaders(t *testing.T) {
	h := endpoint.Headers{"X-A": "upper", "x-A": "middle", "Accept": "a"}
	if got := h.Get("x-a"); got != "middle" {
		t.Errorf("Get of two spellings: %q, want the last in byte order", got)
	}
	if got := h.Get("accept") + h.Get("none") + endpoint.Headers(nil).Get("x"); got != "a" {
		t.Errorf("Get: %q", got)
	}
	h.Set("X-a", "set")
	h.Set("NEW", "n")
	if want := (endpoint.Headers{"x-a": "set", "Accept": "a", "new": "n"}); !reflect.DeepEqual(h, want) {
		t.Errorf("got %v, want %v", h, want)
	}
	if got := h.Get("x-a"); got != "set" {
		t.Errorf("Get after Set: %q", got)
	}
	if got := (endpoint.Headers{"\u212aey": "kelvin"}).Get("key"); got != "" {
		t.Errorf("a Kelvin sign is taken for a k: %q", got)
	}
}

func TestOptionsJSON(t *testing.T) {
	tests := []struct {
		name string
		in   endpoint.Options
		want string
	}{
		{"zero", endpoint.Options{}, `{}`},
		{"all", endpoint.Options{
			Method: "GET", URL: "/x", BaseURL: "http://h", Headers: endpoint.Headers{"a": "", "b": "1"},
			MediaType: endpoint.MediaType{Format: "raw", Previews: []string{"p"}}, Data: map[string]any{"d": json.Number("1.50")}, Meta: "m",
			Params: endpoint.Params{"n": json.Number("12345678901234567890"), "nil": nil, "s": "<&>", "l": []any{"x"}},
		}, `{"baseUrl":"http://h","data":{"d":1.50},"headers":{"a":"","b":"1"},"l":["x"],"mediaType":{"format":"raw","previews":["p"]},"method":"GET","n":12345678901234567890,"nil":null,"request":"m","s":"<&>","url":"/x"}`},
		{"names in another case are parameters", endpoint.Options{Params: endpoint.Params{"URL": "u", "Method": "m", "baseURL": "b"}}, `{"Method":"m","URL":"u","baseURL":"b"}`},
		{"text", endpoint.Options{Data: "text"}, `{"data":"text"}`},
	}
	for _, tt := range tests {
		b, err := marshalPlain(tt.in)
		if err != nil || b != tt.want {
			t.Errorf("%s: wrote %s, %v\nwant %s", tt.name, b, err, tt.want)
		}
		got := endpoint.Options{Method: "OLD", Params: endpoint.Params{"old": 1}}
		if err := json.Unmarshal([]byte(tt.want), &got); err != nil || !reflect.DeepEqual(got, tt.in) {
			t.Errorf("%s: read %#v, %v\nwant %#v", tt.name, got, err, tt.in)
		}
	}
}

// marshalPlain is json.Marshal without HTML escaping.
func marshalPlain(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSpace(b.String()), err
}

func TestOptionsJSONOneWay(t *testing.T) {
	writes := []struct {
		in   endpoint.Options
		want string
	}{
		{endpoint.Options{Params: endpoint.Params{"a": endpoint.Unset, "b": 1}}, `{"b":1}`},
		{endpoint.Options{Data: []byte("bytes")}, `{"data":"bytes"}`},
		{endpoint.Options{Data: url.Values{"b": {"2"}, "a": {"x y"}}}, `{"data":"a=x+y&b=2"}`},
		{endpoint.Options{MediaType: endpoint.MediaType{Previews: []string{}}}, `{}`},
	}
	for _, tt := range writes {
		if got, err := marshalPlain(tt.in); err != nil || got != tt.want {
			t.Errorf("wrote %s, %v; want %s", got, err, tt.want)
		}
	}
	reads := []struct {
		in   string
		want endpoint.Options
	}{
		{`{"method":null,"url":null,"baseUrl":null,"headers":null,"mediaType":null,"data":null,"request":null}`, endpoint.Options{}},
		{`{"mediaType":{"format":null,"previews":null},"p":null}`, endpoint.Options{Params: endpoint.Params{"p": nil}}},
		{`{"headers":{"A":1.50,"b":null,"c":"x"}}`, endpoint.Options{Headers: endpoint.Headers{"A": "1.50", "c": "x"}}},
		{`{"x":1e400,"y":[9007199254740993]}`, endpoint.Options{Params: endpoint.Params{"x": json.Number("1e400"), "y": []any{json.Number("9007199254740993")}}}},
	}
	for _, tt := range reads {
		var got endpoint.Options
		if err := json.Unmarshal([]byte(tt.in), &got); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("read %s as %#v, %v; want %#v", tt.in, got, err, tt.want)
		}
	}
	kept := endpoint.Options{Method: "KEPT"}
	if err := json.Unmarshal([]byte("null"), &kept); err != nil || kept.Method != "KEPT" {
		t.Errorf("null: %v, %v", kept, err)
	}
}

type named string

func TestOptionsJSONErrors(t *testing.T) {
	for _, tt := range []struct {
		in   endpoint.Options
		kind error
		name string
	}{
		{endpoint.Options{Params: endpoint.Params{"url": 1}}, endpoint.ErrParam, "url"},
		{endpoint.Options{Params: endpoint.Params{"request": 1}}, endpoint.ErrParam, "request"},
		{endpoint.Options{Query: endpoint.Query{"a": 1}}, endpoint.ErrParam, "Query"},
		{endpoint.Options{Data: strings.NewReader("x")}, endpoint.ErrBody, "data"},
		{endpoint.Options{Data: []byte{0xff}}, endpoint.ErrBody, "data"},
		{endpoint.Options{Params: endpoint.Params{"a": make(chan int)}}, endpoint.ErrParam, "a"},
		{endpoint.Options{Params: endpoint.Params{"a": "\xff"}}, endpoint.ErrParam, "a"},
		{endpoint.Options{Params: endpoint.Params{"\xff": 1}}, endpoint.ErrParam, "\xff"},
		{endpoint.Options{URL: "/\xff"}, endpoint.ErrParam, "url"},
		{endpoint.Options{Params: endpoint.Params{"b": named("\xff")}}, endpoint.ErrParam, "b"},
		{endpoint.Options{MediaType: endpoint.MediaType{Format: "\xff"}}, endpoint.ErrHeader, "mediaType"},
		{endpoint.Options{MediaType: endpoint.MediaType{Previews: []string{"a", "\xff"}}}, endpoint.ErrHeader, "mediaType"},
		{endpoint.Options{Headers: endpoint.Headers{"a": "\xff"}}, endpoint.ErrHeader, "a"},
		{endpoint.Options{Headers: endpoint.Headers{"\xff": "a"}}, endpoint.ErrHeader, "\xff"},
		{endpoint.Options{Data: json.RawMessage("\"\xff\"")}, endpoint.ErrBody, "data"},
		{endpoint.Options{Params: endpoint.Params{"body": make(chan int)}}, endpoint.ErrParam, "body"},
		{endpoint.Options{Params: endpoint.Params{"url": 1, "method": 1, "data": 1}}, endpoint.ErrParam, "data"},
		{endpoint.Options{Data: make(chan int)}, endpoint.ErrBody, "data"},
		{endpoint.Options{Data: json.RawMessage("planted")}, endpoint.ErrBody, "data"},
		{endpoint.Options{Meta: make(chan int)}, endpoint.ErrParam, "request"},
	} {
		_, err := json.Marshal(tt.in)
		checkError(t, tt.in.String(), err, tt.kind, tt.name, "")
	}
	for _, tt := range []struct {
		in   string
		kind error
		name string
	}{
		{`[]`, endpoint.ErrParam, ""},
		{`"planted"`, endpoint.ErrParam, ""},
		{`{"method":1}`, endpoint.ErrMethod, "method"},
		{`{"url":{}}`, endpoint.ErrRoute, "url"},
		{`{"baseUrl":["planted"]}`, endpoint.ErrBaseURL, "baseUrl"},
		{`{"headers":"planted"}`, endpoint.ErrHeader, "headers"},
		{`{"headers":{"a":["planted"]}}`, endpoint.ErrHeader, "a"},
		{`{"headers":{"a":true}}`, endpoint.ErrHeader, "a"},
		{`{"mediaType":"planted"}`, endpoint.ErrHeader, "mediaType"},
		{`{"mediaType":{"format":1}}`, endpoint.ErrHeader, "mediaType.format"},
		{`{"mediaType":{"previews":"planted"}}`, endpoint.ErrHeader, "mediaType.previews"},
		{`{"mediaType":{"previews":["a",null]}}`, endpoint.ErrHeader, "mediaType.previews"},
		{`{"mediaType":{"previews":[1]}}`, endpoint.ErrHeader, "mediaType.previews"},
		{`{"url":1,"method":1,"headers":1,"baseUrl":1}`, endpoint.ErrBaseURL, "baseUrl"},
		{`{"headers":{"b":[],"a":[],"d":[],"c":[]}}`, endpoint.ErrHeader, "a"},
		{`{"mediaType":{"other":"planted"}}`, endpoint.ErrHeader, "mediaType.other"},
	} {
		got := endpoint.Options{Method: "KEPT"}
		err := json.Unmarshal([]byte(tt.in), &got)
		checkError(t, tt.in, err, tt.kind, tt.name, "")
		if got.Method != "KEPT" || strings.Contains(err.Error(), "planted") {
			t.Errorf("%s: %v, left %v", tt.in, err, got)
		}
	}
}

func TestRequestJSON(t *testing.T) {
	tests := []struct {
		in   endpoint.Request
		want string
		back any // the body read again
	}{
		{endpoint.Request{Method: "get", URL: "http://h/?a&b"}, `{"headers":{},"method":"get","url":"http://h/?a&b"}`, nil},
		{
			endpoint.Request{Method: "post", URL: "http://h/", Headers: endpoint.Headers{"a": "b"}, Body: map[string]any{"a": 1, "b": nil}, Meta: 1},
			`{"body":{"a":1,"b":null},"headers":{"a":"b"},"method":"post","request":1,"url":"http://h/"}`,
			map[string]any{"a": json.Number("1"), "b": nil},
		},
		{endpoint.Request{Body: []byte("bytes")}, `{"body":"bytes","headers":{},"method":"","url":""}`, "bytes"},
		{endpoint.Request{Body: ""}, `{"body":"","headers":{},"method":"","url":""}`, ""},
		{endpoint.Request{Body: url.Values{"a": {"1", "2"}}}, `{"body":"a=1&a=2","headers":{},"method":"","url":""}`, "a=1&a=2"},
		{endpoint.Request{Body: json.RawMessage(`[1, 2]`)}, `{"body":[1,2],"headers":{},"method":"","url":""}`, []any{json.Number("1"), json.Number("2")}},
	}
	for _, tt := range tests {
		b, err := marshalPlain(tt.in)
		if err != nil || b != tt.want {
			t.Errorf("wrote %s, %v\nwant  %s", b, err, tt.want)
		}
		var got endpoint.Request
		err = json.Unmarshal([]byte(tt.want), &got)
		if err != nil || got.Method != tt.in.Method || got.URL != tt.in.URL || len(got.Headers) != len(tt.in.Headers) || !reflect.DeepEqual(got.Body, tt.back) {
			t.Errorf("read %#v, %v", got, err)
		}
	}
	for _, body := range []any{strings.NewReader("x"), "\xff", []byte{0xff}, make(chan int), json.RawMessage("{")} {
		_, err := json.Marshal(endpoint.Request{Body: body})
		checkError(t, fmt.Sprintf("%T", body), err, endpoint.ErrBody, "body", "")
	}
	replaced := endpoint.Request{Method: "gone", Headers: endpoint.Headers{"gone": "1"}, Body: "gone", Meta: "gone"}
	if err := json.Unmarshal([]byte(`{"url":"http://h/"}`), &replaced); err != nil || !reflect.DeepEqual(replaced, endpoint.Request{URL: "http://h/", Headers: endpoint.Headers{}}) {
		t.Errorf("replaced: %#v, %v", replaced, err)
	}
	kept := endpoint.Request{Method: "kept"}
	if err := json.Unmarshal([]byte(" null"), &kept); err != nil || kept.Method != "kept" {
		t.Errorf("null: %v, %v", kept, err)
	}
	for in, kind := range map[string]error{`1`: endpoint.ErrParam, `{"method":1}`: endpoint.ErrMethod, `{"url":1}`: endpoint.ErrRoute, `{"headers":1}`: endpoint.ErrHeader, `{"data":1}`: endpoint.ErrParam} {
		if err := json.Unmarshal([]byte(in), new(endpoint.Request)); !errors.Is(err, kind) {
			t.Errorf("%s: %v, want %v", in, err, kind)
		}
	}
}

// FuzzOptionsJSON checks that what can be read is written and read again as the
// same value, and parses to the same request.
func FuzzOptionsJSON(f *testing.F) {
	f.Add([]byte(`{"method":"POST","url":"/x/{a}","a":"b","headers":{"A":1},"mediaType":{"previews":["p"]},"data":"d","request":{"x":[1e5]},"n":1.0}`))
	f.Add([]byte(`{"baseUrl":"http://{h}/","URL":"\u2028","headers":{"a":null}}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, b []byte) {
		var o, again endpoint.Options
		if json.Unmarshal(b, &o) != nil {
			return
		}
		written, err := json.Marshal(o)
		if err != nil {
			t.Fatalf("%s: read, but not written: %v", b, err)
		}
		if err := json.Unmarshal(written, &again); err != nil {
			t.Fatalf("%s: written as %s: %v", b, written, err)
		}
		if len(o.Headers) == 0 { // an empty map is not written
			o.Headers = again.Headers
		}
		if len(o.MediaType.Previews) == 0 {
			o.MediaType.Previews = again.MediaType.Previews
		}
		if !reflect.DeepEqual(o, again) {
			t.Fatalf("%s: written as %s, read as %#v", b, written, again)
		}
		r1, err1 := endpoint.Endpoint{}.Build("", o)
		r2, err2 := endpoint.Endpoint{}.Build("", again)
		if !reflect.DeepEqual(r1, r2) || fmt.Sprint(err1) != fmt.Sprint(err2) {
			t.Fatalf("%s: %v, %v; again %v, %v", b, r1, err1, r2, err2)
		}
	})
}

// TestAPI compares the exported declarations with testdata/api.txt: a change of
// them is a change for every user, and not to be made by accident. After one
// that is meant, `go test -run TestAPI . -update` writes the file.
func TestAPI(t *testing.T) {
	got := exported(t)
	const name = "testdata/api.txt"
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the exported declarations are\n%s\nbut %s has\n%s", got, name, want)
	}
}

var update = flag.Bool("update", false, "write testdata/api.txt")

// exported prints every exported declaration of the package without comments
// and bodies, sorted.
// TestImports keeps out of the library what it promises to do without: regular
// expressions, connections of its own, and memory tricks.
func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	inner, err := filepath.Glob("internal/*/*.go")
	if err != nil || len(files) == 0 || len(inner) == 0 {
		t.Fatal(len(files), len(inner), err)
	}
	for _, name := range append(files, inner...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			switch spec.Path.Value {
			case `"regexp"`, `"net"`, `"crypto/tls"`, `"os/exec"`, `"unsafe"`:
				t.Errorf("%s imports %s", name, spec.Path.Value)
			}
		}
	}
}

func exported(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var decls []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.FileExports(f)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if fn.Recv != nil && !receiverIsExported(fn.Recv.List[0].Type) {
					continue
				}
				fn.Body = nil
			}
			var b bytes.Buffer
			if err := format.Node(&b, fset, d); err != nil {
				t.Fatal(err)
			}
			decls = append(decls, b.String())
		}
	}
	slices.Sort(decls)
	return strings.Join(decls, "\n\n") + "\n"
}

func receiverIsExported(t ast.Expr) bool {
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	name, ok := t.(*ast.Ident)
	return ok && name.IsExported()
}

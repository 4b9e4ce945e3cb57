// Tests of the JSON forms of Options and Request.

package endpoint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"example.com/endpoint"
)

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
		{endpoint.Options{Data: endpoint.Params{"a": nil}, Meta: ""}, `{"data":{"a":null},"request":""}`},
		{endpoint.Options{Data: named("text")}, `{"data":"text"}`},
		{endpoint.Options{Headers: endpoint.Headers{}, Query: endpoint.Query{}, MediaType: endpoint.MediaType{Previews: []string{}}}, `{}`},
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

// checkJSONError expects an *Error of one of the Err values itself, with a
// reason that shows nothing planted.
func checkJSONError(t *testing.T, what string, err, kind error, name, reason string) {
	t.Helper()
	var e *endpoint.Error
	if !errors.As(err, &e) || e.Err != kind || e.Name != name || e.Reason == "" || !strings.Contains(e.Reason, reason) || strings.Contains(e.Reason, "planted") {
		t.Errorf("%s: error %v; want %v of %q with %q", what, err, kind, name, reason)
	}
}

func TestOptionsJSONErrors(t *testing.T) {
	for _, tt := range []struct {
		in     endpoint.Options
		kind   error
		name   string
		reason string
	}{
		{endpoint.Options{Params: endpoint.Params{"url": 1}}, endpoint.ErrParam, "url", "set the parameter in Go"},
		{endpoint.Options{Params: endpoint.Params{"request": 1}}, endpoint.ErrParam, "request", "set the parameter in Go"},
		{endpoint.Options{Params: endpoint.Params{"url": 1, "method": 1, "data": 1}}, endpoint.ErrParam, "data", "set the parameter in Go"},
		{endpoint.Options{Query: endpoint.Query{"a": "planted"}}, endpoint.ErrParam, "Query", "as in {?page}"},
		{endpoint.Options{Lists: endpoint.ListComma}, endpoint.ErrParam, "Lists", "set it in Go"},
		{endpoint.Options{Lists: 99}, endpoint.ErrParam, "Lists", "set it in Go"},
		{endpoint.Options{Data: strings.NewReader("planted")}, endpoint.ErrBody, "data", "read it into a string first"},
		{endpoint.Options{Data: endpoint.Params{"a": strings.NewReader("planted")}}, endpoint.ErrBody, "data", "*strings.Reader is a Reader"},
		{endpoint.Options{Data: make(chan int)}, endpoint.ErrBody, "data", "type chan int cannot be encoded"},
		{endpoint.Options{Data: endpoint.Params{"a": endpoint.Unset}}, endpoint.ErrBody, "data", "endpoint.Unset is not a value"},
		{endpoint.Options{Data: json.RawMessage("planted")}, endpoint.ErrBody, "data", "json.RawMessage returned invalid JSON"},
		{endpoint.Options{Params: endpoint.Params{"a": make(chan int)}}, endpoint.ErrParam, "a", "type chan int cannot be encoded"},
		{endpoint.Options{Params: endpoint.Params{"body": make(chan int)}}, endpoint.ErrParam, "body", "type chan int cannot be encoded"},
		{endpoint.Options{Params: endpoint.Params{"a": []any{endpoint.Unset}}}, endpoint.ErrParam, "a", "endpoint.Unset is not a value"},
		{endpoint.Options{Meta: make(chan int)}, endpoint.ErrParam, "request", "type chan int cannot be encoded"},
		{endpoint.Options{Data: []byte{0xff}}, endpoint.ErrBody, "data", "UTF-8"},
		{endpoint.Options{Data: named("\xff")}, endpoint.ErrBody, "data", "UTF-8"},
		{endpoint.Options{Params: endpoint.Params{"a": "\xff"}}, endpoint.ErrParam, "a", "UTF-8"},
		{endpoint.Options{Params: endpoint.Params{"b": named("\xff")}}, endpoint.ErrParam, "b", "UTF-8"},
		{endpoint.Options{URL: "/\xff"}, endpoint.ErrParam, "url", "UTF-8"},
		{endpoint.Options{Params: endpoint.Params{"\xff": 1}}, endpoint.ErrParam, "\xff", "UTF-8"},
		{endpoint.Options{Headers: endpoint.Headers{"x-a": "\xff"}}, endpoint.ErrHeader, "x-a", "UTF-8"},
	} {
		_, err := json.Marshal(tt.in)
		checkJSONError(t, fmt.Sprintf("%+v", tt.in), err, tt.kind, tt.name, tt.reason)
	}
	for _, tt := range []struct {
		in     string
		kind   error
		name   string
		reason string
	}{
		{`[]`, endpoint.ErrParam, "", "must be an object"},
		{`"planted"`, endpoint.ErrParam, "", "must be an object"},
		{`{"method":1}`, endpoint.ErrMethod, "method", "must be a string"},
		{`{"url":{}}`, endpoint.ErrRoute, "url", "must be a string"},
		{`{"baseUrl":["planted"]}`, endpoint.ErrBaseURL, "baseUrl", "must be a string"},
		{`{"headers":"planted"}`, endpoint.ErrHeader, "headers", "must be an object"},
		{`{"headers":{"a":["planted"]}}`, endpoint.ErrHeader, "a", "must be a string or a number"},
		{`{"headers":{"a":true}}`, endpoint.ErrHeader, "a", "must be a string or a number"},
		{`{"mediaType":"planted"}`, endpoint.ErrHeader, "mediaType", "must be an object"},
		{`{"mediaType":{"format":1}}`, endpoint.ErrHeader, "mediaType.format", "must be a string"},
		{`{"mediaType":{"formats":"raw"}}`, endpoint.ErrHeader, "mediaType.formats", "format and previews"},
		{`{"mediaType":{"previews":"planted"}}`, endpoint.ErrHeader, "mediaType.previews", "must be an array of strings"},
		{`{"mediaType":{"previews":[1]}}`, endpoint.ErrHeader, "mediaType.previews", "must be an array of strings"},
		{`{"url":1,"method":1,"headers":1,"baseUrl":1}`, endpoint.ErrBaseURL, "baseUrl", "must be a string"},
		{`{"headers":{"b":[],"a":[],"d":[],"c":[]}}`, endpoint.ErrHeader, "a", "must be a string or a number"},
	} {
		got := endpoint.Options{Method: "KEPT"}
		err := json.Unmarshal([]byte(tt.in), &got)
		checkJSONError(t, tt.in, err, tt.kind, tt.name, tt.reason)
		if got.Method != "KEPT" {
			t.Errorf("%s: left %v", tt.in, got)
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
		checkJSONError(t, fmt.Sprintf("%T", body), err, endpoint.ErrBody, "body", "")
	}
	replaced := endpoint.Request{Method: "gone", Headers: endpoint.Headers{"gone": "1"}, Body: "gone", Meta: "gone"}
	if err := json.Unmarshal([]byte(`{"url":"http://h/"}`), &replaced); err != nil || !reflect.DeepEqual(replaced, endpoint.Request{URL: "http://h/", Headers: endpoint.Headers{}}) {
		t.Errorf("replaced: %#v, %v", replaced, err)
	}
	kept := endpoint.Request{Method: "kept"}
	if err := json.Unmarshal([]byte(" null"), &kept); err != nil || kept.Method != "kept" {
		t.Errorf("null: %v, %v", kept, err)
	}
	for _, tt := range []struct {
		in     string
		kind   error
		name   string
		reason string
	}{
		{`1`, endpoint.ErrParam, "", "must be an object"},
		{`{"method":1}`, endpoint.ErrMethod, "method", "must be a string"},
		{`{"url":1}`, endpoint.ErrRoute, "url", "must be a string"},
		{`{"headers":1}`, endpoint.ErrHeader, "headers", "must be an object"},
		{`{"headers":{"a":{}}}`, endpoint.ErrHeader, "a", "must be a string or a number"},
		{`{"data":1}`, endpoint.ErrParam, "data", "the keys of a request are"},
		{`{"baseUrl":"x"}`, endpoint.ErrParam, "baseUrl", "the keys of a request are"},
	} {
		got := endpoint.Request{Method: "kept"}
		checkJSONError(t, tt.in, json.Unmarshal([]byte(tt.in), &got), tt.kind, tt.name, tt.reason)
		if got.Method != "kept" {
			t.Errorf("%s: left %v", tt.in, got)
		}
	}
}

// TestUnmarshalJSONAlone has what json.Unmarshal would have rejected before.
func TestUnmarshalJSONAlone(t *testing.T) {
	for _, in := range []string{``, `{`, `{} {}`, `{"planted"}`, `nul`} {
		checkJSONError(t, in, new(endpoint.Options).UnmarshalJSON([]byte(in)), endpoint.ErrParam, "", "must be an object")
		checkJSONError(t, in, new(endpoint.Request).UnmarshalJSON([]byte(in)), endpoint.ErrParam, "", "must be an object")
	}
}

// FuzzOptionsJSON checks that what can be read is written and read again as the
// same value, and parses to the same request.
func FuzzOptionsJSON(f *testing.F) {
	f.Add([]byte(`{"method":"POST","url":"/x/{a}","a":"b","headers":{"A":1},"mediaType":{"previews":["p"]},"data":"d","request":{"x":[1e5]},"n":1.0}`))
	f.Add([]byte(`{"baseUrl":"http://{h}/","URL":"\u2028","headers":{"a":null}}`))
	f.Add([]byte(`{"url":"/x","l":[1,"a,b",null],"m":{"k":[{"n":{}},[1.50]],"":null},"k[]":[true]}`))
	f.Add([]byte(`{"method":"PUT","headers":{"content-type":"application/x-www-form-urlencoded"},"data":{"a":[1,{"b":"c"}]}}`))
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
		for style := range endpoint.ListBrackets + 1 {
			r1, err1 := endpoint.Endpoint{}.Build("", o, endpoint.Options{Lists: style})
			r2, err2 := endpoint.Endpoint{}.Build("", again, endpoint.Options{Lists: style})
			if !reflect.DeepEqual(r1, r2) || fmt.Sprint(err1) != fmt.Sprint(err2) {
				t.Fatalf("%s: %v, %v; again %v, %v", b, r1, err1, r2, err2)
			}
		}
	})
}

// The body: of Params, of Data under each content-type, and without either. json_test.go
// has what JSON is, and wire_test.go what is sent of each kind.

package test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"example.com/endpoint"
)

func TestBody(t *testing.T) {
	const asPost = "use another method, or build it as POST and set Method of the result to GET"
	const noParams = "invalid body in Params: content-type is neither JSON nor a form"
	a := params{"a": 1}
	runCalls(t, []callTest{
		{nil, "POST /x", nil, "/x"},
		{nil, "POST /x", layers{params{"a": 1, "b": nil}}, `/x json {"a":1,"b":null}`},
		{nil, "PUT /{x}", layers{params{"x": "x"}}, "/x"},
		{nil, "DELETE /x", layers{params{"": 1}}, `/x json {"":1}`},
		{nil, "PATCH /x", layers{a, contentType("text/json")}, `/x [text/json] {"a":1}`},
		{nil, "PATCH /x", layers{a, contentType("application/merge-patch+JSON; v=1")}, `/x [application/merge-patch+JSON; v=1] {"a":1}`},
		{nil, "PATCH /x", layers{a, contentType("")}, `/x {"a":1}`},
		{nil, "POST /x", layers{params{"a": []int{1, 2}, "b": nil, "c": "d e"}, form}, "/x form a=1&a=2&c=d+e"},
		{nil, "POST /x", layers{a, contentType("Application/X-WWW-Form-Urlencoded; v")}, "/x [Application/X-WWW-Form-Urlencoded; v] a=1"},
		{nil, "POST /x", layers{params{"a": nil}, form}, "/x form (empty)"},
		{nil, "POST /x", layers{params{"": 1}, form}, "invalid parameter: its name is empty"},
		{nil, "POST /x", layers{a, contentType("text/plain")}, noParams},
		{nil, "POST /x", layers{a, contentType("+json")}, noParams},
		{nil, "POST /x", layers{a, contentType("; charset=utf-8")}, noParams},

		{nil, "POST /x", layers{a, data("text")}, `invalid parameter "a": Data is the whole body`},
		{nil, "POST /x", layers{params{"a": nil}, data("text")}, "/x text"},
		{nil, "POST /x{?a}", layers{a, data("text")}, "/x?a=1 text"},
		{nil, "PURGE /x", layers{data(1)}, "/x json 1"},
		{nil, "OPTIONS /x", layers{data(1)}, "/x json 1"},
		{nil, "GET /x", layers{data(secret)}, "invalid body in Data: GET does not allow a body: " + asPost},
		{nil, "HEAD /x", layers{data(secret)}, "invalid body in Data: HEAD does not allow a body"},
		{nil, "TRACE /x", layers{data(secret)}, "invalid body in Data: TRACE does not allow a body"},
		{nil, "CONNECT /x", layers{data(secret)}, "invalid body in Data: CONNECT does not allow a body"},
	})
	// As the reason has it.
	got, err := endpoint.Endpoint{}.Build("POST https://h.test/_search", params{"q": 1})
	got.Method = http.MethodGet
	req, reqErr := got.HTTPRequest(t.Context())
	if err != nil || reqErr != nil || req.Method != "GET" || content(t, req.Body) != `{"q":1}` {
		t.Errorf("GET with a body: %v, %v, %v", req, err, reqErr)
	}
	// Data is passed as it is, and Params make a map of their own.
	given := []int{1}
	built, err := endpoint.Endpoint{}.Build("POST /x", data(given))
	if err != nil || reflect.ValueOf(built.Body).UnsafePointer() != unsafe.Pointer(&given[0]) {
		t.Errorf("%v, %v", built, err)
	}
	built, err = endpoint.Endpoint{}.Build("POST /x", params{"a": given})
	if err != nil || !reflect.DeepEqual(built.Body, map[string]any{"a": given}) {
		t.Errorf("%#v, %v", built.Body, err)
	}
	built, err = endpoint.Endpoint{}.Build("POST /x", form, params{"a": given})
	if err != nil || !reflect.DeepEqual(built.Body, url.Values{"a": {"1"}}) {
		t.Errorf("%#v, %v", built.Body, err)
	}
}

// TestDefaultContentType: one of the defaults is sent only with a body, and one that the
// call sets always.
func TestDefaultContentType(t *testing.T) {
	asForm, none, a := layers{form}, layers{contentType("")}, params{"a": 1}
	runCalls(t, []callTest{
		{asForm, "GET /x", layers{a}, "/x?a=1"},
		{asForm, "HEAD /x", nil, "/x"},
		{asForm, "DELETE /x", nil, "/x"},
		{asForm, "DELETE /{a}", layers{a}, "/1"},
		{asForm, "DELETE /x", layers{a}, "/x form a=1"},
		{asForm, "POST /x", nil, "/x"},
		{asForm, "POST /x", layers{query{"a": 1}}, "/x?a=1"},
		{asForm, "POST /x", layers{data("a=1")}, "/x form a=1"},
		{asForm, "PURGE /x", layers{data("a=1")}, "/x form a=1"},
		{asForm, "POST /x", layers{contentType(""), a}, `/x {"a":1}`},
		{asForm, "POST /x", layers{contentType("text/json"), a}, `/x [text/json] {"a":1}`},
		{none, "POST /x", layers{a}, `/x {"a":1}`},
		{nil, "GET /x", layers{form}, "/x form"},
		{nil, "DELETE /x", layers{form}, "/x form"},
		{append(asForm, a), "POST /x", nil, "/x form a=1"},
		{append(asForm, a), "OPTIONS /x", nil, "/x"},
	})
}

// dataTypes are the content-types of dataTests.
var dataTypes = []string{
	"", "application/json", "Application/Vnd.X+JSON; v=1", "Application/X-WWW-Form-Urlencoded; charset=utf-8",
	"application/xml", "multipart/form-data; boundary=b",
}

// dataTests have each kind of Data under each of dataTypes: "." is sent as it is, "f"
// becomes the form, and "!" is ErrBody.
var dataTests = []struct {
	name string
	data any
	want string
	mime string // without a content-type
	form url.Values
}{
	{"string", "key=v", ".!!...", "", nil},
	{"named string", text("key=v"), ".!!...", "", nil},
	{"bytes", []byte("key=v"), ".!!...", "", nil},
	{"blank string", " ", ".!!...", "", nil},
	{"two values", "1 2", ".!!...", "", nil},
	{"string of JSON", " {\"key\": [\"\xff\"]}\n", "......", "", nil},
	{"named string of JSON", text("null"), "......", "", nil},
	{"bytes of JSON", []byte("1"), "......", "", nil},
	{"empty string", "", "......", "", nil},
	{"empty bytes", []byte{}, "......", "", nil},
	{"Reader", strings.NewReader("key=v"), "......", "", nil},
	{"*bytes.Buffer", bytes.NewBufferString("key=v"), "......", "", nil},
	{"json.RawMessage", json.RawMessage(`{}`), "...!..", jsonMIME, nil},
	{"url.Values", url.Values{"key": {"v"}}, ".!!.!!", formMIME, nil},

	{"map", map[string]string{"key": "v"}, "...f!!", jsonMIME, url.Values{"key": {"v"}}},
	{"map of named keys", map[text][]string{"key": {"v"}}, "...f!!", jsonMIME, url.Values{"key": {"v"}}},
	{"pointer to a map", &map[string]string{"key": "v"}, "...f!!", jsonMIME, url.Values{"key": {"v"}}},
	{"Params", params{"key": "v", "n": nil}, "...f!!", jsonMIME, url.Values{"key": {"v"}}},
	{"nested map", params{"a": params{"b": []any{1, tag{"v"}}}}, "...f!!", jsonMIME, url.Values{"a[b][0]": {"1"}, "a[b][1][key]": {"v"}}},
	{"empty map", params{"n": nil}, "...f!!", jsonMIME, url.Values{}},
	{"struct with tags", tag{"v"}, "...f!!", jsonMIME, url.Values{"key": {"v"}}},
	{"pointer to a struct with tags", &tag{"v"}, "...f!!", jsonMIME, url.Values{"key": {"v"}}},
	{"struct with tags and text", tagWithText{"v"}, "...f!!", jsonMIME, url.Values{"key": {"v"}}},
	{"all omitted", tag{}, "...f!!", jsonMIME, url.Values{}},

	{"pointer to a string", new(string), "...!!!", jsonMIME, nil},
	{"struct", struct{ A int }{1}, "...!!!", jsonMIME, nil},
	{"empty struct", struct{}{}, "...!!!", jsonMIME, nil},
	{"list", []int{1}, "...!!!", jsonMIME, nil},
	{"number", 1, "...!!!", jsonMIME, nil},
	{"false", false, "...!!!", jsonMIME, nil},
	{"json.Number", json.Number("1"), "...!!!", jsonMIME, nil},
	{"time", time.Unix(0, 0), "...!!!", jsonMIME, nil},
	{"map with other keys", map[int]string{1: "a"}, "...!!!", jsonMIME, nil},

	{"bytes.Buffer by value", bytes.Buffer{}, "!!!!!!", "", nil},
	{"*strings.Builder", new(strings.Builder), "!!!!!!", "", nil},
	{"struct of unexported fields", struct{ a int }{1}, "!!!!!!", "", nil},
	{"struct of unexported fields with tags", lost{1}, "!!!!!!", "", nil},
	{"error", errors.New(secret), "!!!!!!", "", nil},
}

type text string

// A lost has a tag on a field that is not sent.
type lost struct {
	a int `url:"a"`
}

// A tagWithText is a form by its fields, whatever its text is.
type tagWithText struct {
	Key string `json:"key"`
}

func (tagWithText) MarshalText() ([]byte, error) { return []byte(secret), nil }

func TestDataFits(t *testing.T) {
	for _, tt := range dataTests {
		for i, mime := range dataTypes {
			call, want := layers{contentType(mime), data(tt.data)}, endpoint.Request{
				Method: "post", URL: "https://api.service.example/x", Body: tt.data, Headers: contentType(mime),
			}
			if mime == "" {
				call, want.Headers = layers{data(tt.data)}, contentType(tt.mime)
			}
			got, err := endpoint.Endpoint{}.Build("POST /x", call...)
			switch tt.want[i] {
			case '!':
				checkError(t, fmt.Sprintf("%s under %q", tt.name, mime), err, "invalid body in Data")
				continue
			case 'f':
				want.Body = tt.form
			}
			if diff := got.Diff(want); err != nil || diff != "" {
				t.Errorf("%s under %q: %v\n%s", tt.name, mime, err, diff)
			}
		}
	}
	gzip, aws := headers{"Content-Encoding": "gzip"}, contentType("application/x-amz-json-1.1")
	const notJSON = "invalid body in Data: the text is not valid JSON, …pass a pointer to a string …a Reader, which is not checked"
	runCalls(t, []callTest{
		// What is encoded is not looked into.
		{nil, "POST /x", layers{contentType(jsonMIME), gzip, data("\x1f\x8b")}, "/x json \x1f\x8b"},
		{nil, "POST /x", layers{contentType(jsonMIME), headers{"content-encoding": ""}, data("\x1f\x8b")}, notJSON},
		{layers{contentType(jsonMIME)}, "POST /x", layers{data("fred")}, notJSON},
		{layers{contentType(jsonMIME)}, "POST /x", layers{data(new(string))}, `/x json ""`},
		{nil, "POST /x", layers{aws, data(params{"a": 1})}, "invalid body in Data: endpoint.Params is sent as JSON, …json.RawMessage"},
		{nil, "POST /x", layers{aws, data(json.RawMessage("{}"))}, "/x [application/x-amz-json-1.1] {}"},

		{nil, "POST /x", layers{form, data(params{"a": 1, "f": func() {}})}, `invalid parameter "f": func() cannot be written as text`},
		{nil, "POST /x", layers{form, data(params{"s": struct{ A int }{}})}, `invalid parameter "s": …without json or url tags`},
		{nil, "POST /x", layers{form, data(params{"": 1})}, "invalid parameter: its name is empty"},
	})
	// A hand-made Request is not judged.
	r := described("post", "fred")
	r.Headers["content-type"] = "application/json"
	if got := content(t, httpRequest(t, r).Body); got != "fred" {
		t.Error(got)
	}
}

// TestNilData: nil of any type is no Data, also over Data of an earlier layer.
func TestNilData(t *testing.T) {
	for _, v := range []any{
		(*tag)(nil), (*bytes.Buffer)(nil), map[string]any(nil), params(nil), url.Values(nil), []int(nil), []byte(nil),
		json.RawMessage(nil), (func())(nil), (chan int)(nil), unsafe.Pointer(nil),
	} {
		none := data(v)
		runCalls(t, []callTest{
			{nil, "POST /x", layers{none}, "/x"},
			{nil, "GET /x", layers{none}, "/x"},
			{layers{data(1), contentType("text/json")}, "POST /x", layers{none}, "/x"},
			{layers{data(1)}, "GET /x", layers{none}, "/x"},
			{layers{data(1), none}, "GET /x", nil, "/x"},
			{nil, "POST /x", layers{data(1), none}, "/x"},
			{layers{none}, "POST /x", layers{data(1)}, "/x json 1"},
			{layers{params{"b": 2}}, "POST /x", layers{params{"a": 1}, none}, `/x json {"a":1,"b":2}`},
			{nil, "POST /x", layers{params{"a": 1}, form, none}, "/x form a=1"},
			{nil, "PURGE /x", layers{contentType("text/xml"), none}, "/x [text/xml]"},
		})
		if _, ok := v.(io.Reader); ok { // a Request made by hand is judged as it is
			_, err := described("POST", v).HTTPRequest(t.Context())
			checkError(t, fmt.Sprintf("%T", v), err, "invalid body: it is a nil")
		}
	}
	var nilTag *tag // a pointer to a nil pointer is null
	runCalls(t, []callTest{
		{nil, "POST /x", layers{data(&nilTag)}, "/x json null"},
		{nil, "POST /x", layers{data(json.RawMessage("null"))}, "/x json null"},
	})
}

// TestWithoutFields: encoding/json would send {} for these.
func TestWithoutFields(t *testing.T) {
	for _, v := range []any{bytes.Buffer{}, new(strings.Builder), lost{1}, errors.New(secret)} {
		runCalls(t, []callTest{
			{nil, "POST /x", layers{data(v)}, "invalid body in Data: …has no exported fields"},
			{nil, "POST /x", layers{params{"a": v}}, `invalid body in parameter "a": …has no exported fields`},
		})
		if _, ok := v.(fmt.Stringer); ok { // its text is sent
			continue
		}
		runCalls(t, []callTest{
			{nil, "GET /x", layers{params{"a": v}}, `invalid parameter "a"`},
			{nil, "POST /x", layers{form, data(map[string]any{"a": v})}, `invalid parameter "a"`},
		})
	}
	runCalls(t, []callTest{
		{nil, "POST /x", layers{params{"a": strings.NewReader(secret)}}, `invalid body in parameter "a": *strings.Reader is a Reader`},
		{nil, "POST /x", layers{params{"a": (*strings.Builder)(nil), "b": struct{}{}}}, `/x json {"a":null,"b":{}}`},
		{nil, "POST /x", layers{params{"a": struct{ *tag }{}, "b": time.Unix(0, 0).UTC()}}, `/x json {"a":{},"b":"1970-01-01T00:00:00Z"}`},
	})
}

// The body: of Params, of Data under each content-type, and without either. request_test.go
// has what is sent of each kind, and internal/value its JSON.

package test

import (
	"bytes"
	"encoding/json"
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
		{"POST /x", layers{params{"a": 1, "b": nil}}, `/x json {"a":1,"b":null}`},
		{"PUT /{x}", layers{params{"x": "x"}}, "/x"},
		{"PATCH /x", layers{a, contentType("application/merge-patch+JSON; v=1")}, `/x [application/merge-patch+JSON; v=1] {"a":1}`},
		{"PATCH /x", layers{byDefault(contentType(formMIME)), a, headers{"Content-Type": ""}}, `/x {"a":1}`},
		{"PATCH /x", layers{contentType(formMIME), a, headers{"Content-Type": ""}}, `/x {"a":1}`},
		{"POST /x", layers{params{"a": nil}, form}, "/x form (empty)"},
		{"POST /x", layers{a, contentType("text/plain")}, noParams},
		{"POST /x", layers{a, contentType("; charset=utf-8")}, noParams},
		{"POST /x", layers{a, contentType("+json")}, noParams},

		{"POST /x", layers{a, data("text")}, `invalid parameter "a": Data is the whole body`},
		{"POST /x", layers{params{"a": nil}, data("text")}, "/x text"},
		{"GET /x", layers{data(secret)}, "invalid body in Data: GET does not allow a body: " + asPost},
		{"TRACE /x", layers{data(secret)}, "invalid body in Data: TRACE does not allow a body"},
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

// dataTypes are the content-types of dataTests.
var dataTypes = []string{
	"", "application/json", "Application/Vnd.X+JSON; v=1", "Application/X-WWW-Form-Urlencoded; charset=utf-8",
	"application/xml", "multipart/form-data; boundary=b",
}

// A dataTest has one letter for each of dataTypes: "." is sent as it is, "f" becomes the
// form, and "!" is ErrBody.
type dataTest struct {
	name string
	data any
	want string
	mime string // without a content-type
	form url.Values
}

var dataTests = []dataTest{
	{name: "string", data: "key=v", want: ".!!..."},
	{name: "blank string", data: " ", want: ".!!..."},
	{name: "two values", data: "1 2", want: ".!!..."},
	{name: "string of JSON", data: " {\"key\": [\"\xff\"]}\n", want: "......"},
	{name: "named string of JSON", data: text("null"), want: "......"},
	{name: "empty string", data: "", want: "......"},

	formOf("map of named keys", map[text][]string{"key": {"v"}}, url.Values{"key": {"v"}}),
	formOf("pointer to a map", &map[string]string{"key": "v"}, url.Values{"key": {"v"}}),
	formOf("nested map", params{"a": params{"b": []any{1, tag{"v"}}}}, url.Values{"a[b][0]": {"1"}, "a[b][1][key]": {"v"}}),
	formOf("empty map", params{"n": nil}, url.Values{}),
	formOf("struct with tags and text", tagWithText{"v"}, url.Values{"key": {"v"}}),
	formOf("all omitted", tag{}, url.Values{}),

	{name: "struct", data: struct{ A int }{1}, want: "...!!!", mime: jsonMIME},
	{name: "time", data: time.Unix(0, 0), want: "...!!!", mime: jsonMIME},
	{name: "map with other keys", data: map[int]string{1: "a"}, want: "...!!!", mime: jsonMIME},

	{name: "struct of unexported fields with tags", data: lost{1}, want: "!!!!!!"},
}

// formOf is a value that is JSON, and a form where content-type says so.
func formOf(name string, v any, form url.Values) dataTest {
	return dataTest{name: name, data: v, want: "...f!!", mime: jsonMIME, form: form}
}

type text string

// A lost has a tag on a field that is not sent.
type lost struct {
	a int `url:"a"`
}

// A tagWithText is a form by its fields, whatever its String is.
type tagWithText struct {
	Key string `json:"key"`
}

func (tagWithText) String() string { return secret }

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
	const notJSON = "invalid body in Data: the text is not valid JSON, …pass endpoint.JSON to encode it, …a Reader, which is not checked"
	runCalls(t, []callTest{
		// What is encoded is not looked into.
		{"POST /x", layers{contentType(jsonMIME), gzip, data("\x1f\x8b")}, "/x json \x1f\x8b"},
		{"POST /x", layers{contentType(jsonMIME), headers{"content-encoding": "gzip"}, headers{"content-encoding": ""}, data("\x1f\x8b")}, notJSON},
		{"POST /x", layers{byDefault(contentType(jsonMIME)), data("fred")}, notJSON},
		{"POST /x", layers{byDefault(contentType(jsonMIME)), data(new(string))}, `/x json ""`},
		{"POST /x", layers{aws, data(params{"a": 1})}, "invalid body in Data: endpoint.Params is sent as JSON, …endpoint.JSON for JSON under"},

		{"POST /x", layers{form, data(struct {
			A int `json:"-"`
		}{1})}, "invalid body in Data: …has no field that JSON shows"},
		{"POST /x", layers{form, data(params{"s": struct{ A int }{}})}, `invalid parameter "s": …a struct with json or url tags`},
		{"POST /x", layers{form, data(params{"": 1})}, "invalid parameter: its name is empty"},
		{"POST /x", layers{contentType("a/b"), data(url.Values{})}, "invalid body in Data: url.Values is a form: set content-type"},

		// A default is read by many calls.
		{"POST /x", layers{byDefault(data(io.MultiReader()))}, "invalid body in Data: the first call would read it"},
		{"POST /x", layers{byDefault(data(strings.NewReader("a")))}, "/x a"},
		{"POST /x", layers{byDefault(data(io.MultiReader())), data("a")}, "/x a"},
	})
	// A hand-made Request is not judged.
	r := described("post", "fred")
	r.Headers["content-type"] = "application/json"
	if got := content(t, httpRequest(t, r).Body); got != "fred" {
		t.Error(got)
	}
}

// TestNilData: a nil pointer is an optional body, nil of another type is not a body, and
// Unset removes one of an earlier layer.
func TestNilData(t *testing.T) {
	for _, v := range []any{(*tag)(nil), (*bytes.Buffer)(nil)} {
		runCalls(t, []callTest{
			{"GET /x", layers{data(v)}, "/x"},
			{"POST /x", layers{byDefault(data(1)), data(v)}, "/x"},
			{"POST /x", layers{params{"a": 1}, data(v)}, `/x json {"a":1}`},
			{"POST /x", layers{byDefault(data(v)), data(1)}, "/x json 1"},
		})
	}
	for _, v := range []any{
		params(nil), []byte(nil), json.RawMessage(nil), (func())(nil), (chan int)(nil),
		unsafe.Pointer(nil),
	} {
		const refused = "invalid body in Data: it is a nil …: leave it out, or pass an empty one, such as "
		runCalls(t, []callTest{
			{"GET /x", layers{data(v)}, refused},
			{"POST /x", layers{byDefault(data(1)), data(v)}, refused},
			{"POST /x", layers{params{"a": 1}, data(v)}, refused},
			{"GET /x", layers{byDefault(data(v))}, refused},
			{"POST /x", layers{byDefault(data(v)), data(1)}, "/x json 1"},
		})
	}
	none := data(endpoint.Unset)
	var nilTag *tag // a pointer to a nil pointer is null
	runCalls(t, []callTest{
		{"GET /x", layers{none}, "/x"},
		{"GET /x", layers{byDefault(data(1)), none}, "/x"},
		{"GET /x", layers{byDefault(data(1), none)}, "/x"},
		{"POST /x", layers{byDefault(data(1), contentType("text/json")), data(2), none}, "/x"},
		{"POST /x", layers{byDefault(none), data(1)}, "/x json 1"},
		{"POST /x", layers{byDefault(data(1)), none, data(2)}, "/x json 2"},
		{"POST /x", layers{byDefault(data(1), params{"b": 2}), params{"a": 1}, none}, `/x json {"a":1,"b":2}`},
		{"POST /x", layers{data(&nilTag)}, "/x json null"},
		{"POST /x", layers{data(json.RawMessage("null"))}, "/x json null"},
	})
}

// TestWithoutFields: encoding/json would send {} for these. A Reader may be Data alone.
func TestWithoutFields(t *testing.T) {
	runCalls(t, []callTest{
		{"POST /x", layers{data(lost{1})}, "invalid body in Data: …has no field that JSON shows"},
		{"POST /x", layers{params{"a": lost{1}}}, `invalid body in parameter "a": …has no field that JSON shows`},
		{"GET /x", layers{params{"a": lost{1}}}, `invalid parameter "a"`},
		{"POST /x", layers{form, data(map[string]any{"a": lost{1}})}, `invalid parameter "a"`},
		{"POST /x", layers{params{"a": strings.NewReader(secret)}}, `invalid body in parameter "a": *strings.Reader is a Reader`},
		{"POST /x", layers{params{"a": (*strings.Builder)(nil), "b": struct{}{}}}, `/x json {"a":null,"b":{}}`},
		{"POST /x", layers{params{"a": struct{ *tag }{}, "b": time.Unix(0, 0).UTC()}}, `/x json {"a":{},"b":"1970-01-01T00:00:00Z"}`},
	})
}

// TestJSON has the JSON form of a Request. Unset has none.
func TestJSON(t *testing.T) {
	r := endpoint.Request{Method: "put", URL: "http://h/x", Headers: headers{"x-a": "1"}, Body: "d", Meta: "m", Route: "PUT /x"}
	for want, r := range map[string]endpoint.Request{
		`{"method":"put","url":"http://h/x","headers":{"x-a":"1"},"body":"d","request":"m"}`: r,
		"{}": {},
	} {
		got, err := json.Marshal(r)
		if err != nil || string(got) != want {
			t.Errorf("got  %s, %v\nwant %s", got, err, want)
		}
		var read endpoint.Request
		r.Route = ""
		if err := json.Unmarshal(got, &read); err != nil || !reflect.DeepEqual(read, r) {
			t.Errorf("%s is read as %#v, %v", got, read, err)
		}
	}
	if b, err := json.Marshal(params{"a": endpoint.Unset}); err == nil {
		t.Errorf("Unset is marshaled: %s", b)
	}
}

// The body: of Params, of Data under each content-type, and without either. request_test.go
// has what is sent of each kind, and internal/value its JSON.

package test

import (
	"bytes"
	"encoding/json"
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
	gzip, aws := headers{"Content-Encoding": "gzip"}, contentType("application/x-amz-json-1.1")
	const notJSON = "invalid body in Data: the text is not valid JSON, …pass endpoint.JSON to encode it, …a Reader, which is not checked"
	const noForm, noJSON = "invalid body in Data: …is not a form", "invalid body in Data: …is sent as JSON"
	merge := contentType("Application/Merge-Patch+JSON; v=1")
	runCalls(t, []callTest{
		// Text fits any type, and under one of JSON it is JSON.
		{"POST /x", layers{data("key=v")}, "/x key=v"},
		{"POST /x", layers{form, data("key=v")}, "/x form key=v"},
		{"POST /x", layers{merge, data("1 2")}, notJSON},
		{"POST /x", layers{merge, data(text(" null\n"))}, "/x [Application/Merge-Patch+JSON; v=1]  null\n"},
		{"POST /x", layers{merge, data([]byte{})}, "/x [Application/Merge-Patch+JSON; v=1] (empty)"},

		// A map, and a struct with tags, is JSON or a form. Any other value is JSON.
		{"POST /x", layers{data(map[text][]string{"key": {"v"}})}, `/x json {"key":["v"]}`},
		{"POST /x", layers{form, data(map[text][]string{"key": {"v"}})}, "/x form key=v"},
		{"POST /x", layers{form, data(&map[string]string{"key": "v"})}, "/x form key=v"},
		{"POST /x", layers{form, data(params{"a": params{"b": []any{1, tag{"v"}}}})}, "/x form a%5Bb%5D%5B0%5D=1&a%5Bb%5D%5B1%5D%5Bkey%5D=v"},
		{"POST /x", layers{form, data(tagWithText{"v"})}, "/x form key=v"},
		{"POST /x", layers{form, data(tag{})}, "/x form (empty)"},
		{"POST /x", layers{form, data(tagged(`json:"-" url:"a"`, 1))}, "/x form a=1"},
		{"POST /x", layers{form, data(struct{ A int }{1})}, "invalid body in Data: …a struct with json or url tags"},
		{"POST /x", layers{form, data(time.Unix(0, 0))}, noForm},
		{"POST /x", layers{contentType("application/xml"), data(tag{"v"})}, noJSON},
		{"POST /x", layers{contentType("multipart/form-data; boundary=b"), data(params{})}, noJSON},

		// What is encoded is not looked into.
		{"POST /x", layers{contentType(jsonMIME), gzip, data("\x1f\x8b")}, "/x json \x1f\x8b"},
		{
			"POST /x",
			layers{contentType(jsonMIME), headers{"content-encoding": "gzip"}, headers{"content-encoding": ""}, data("\x1f\x8b")},
			notJSON,
		},
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

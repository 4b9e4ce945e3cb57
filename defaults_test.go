// Tests of defaults: the built-in ones, layers of them, when they are judged.

package endpoint_test

import (
	"reflect"
	"strconv"
	"testing"

	"example.com/endpoint"
)

func TestBuiltInDefaults(t *testing.T) {
	want := endpoint.Request{
		Method:  "get",
		URL:     "https://api.service.example/x",
		Headers: endpoint.Headers{"accept": "application/vnd.service.v3+json", "user-agent": "go-endpoint.js/" + endpoint.Version},
	}
	for _, e := range []endpoint.Endpoint{{}, endpoint.New(), endpoint.Endpoint{}.Defaults(), endpoint.New(endpoint.Options{})} {
		got, err := e.Build("/x")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n%s", err, got.Diff(want))
		}
	}
	options := endpoint.Endpoint{}.Options()
	if want := (endpoint.Options{Method: "GET", BaseURL: "https://api.service.example", Headers: want.Headers}); !reflect.DeepEqual(options, want) {
		t.Errorf("got %#v\nwant %#v", options, want)
	}
}

// TestCascade layers defaults one by one and all at once.
func TestCascade(t *testing.T) {
	layers := []endpoint.Layer{
		endpoint.Options{BaseURL: "https://one.test", Method: "post", Params: endpoint.Params{"a": 1, "b": 1, "c": 1}},
		endpoint.Headers{"X-A": "1", "x-b": "1"},
		endpoint.Options{BaseURL: "https://two.test/api/", URL: "/x/{a}", Meta: "m"},
		endpoint.Params{"a": 2, "b": endpoint.Unset},
		endpoint.Headers{"x-a": "2", "X-B": ""},
		endpoint.MediaType{Format: "raw", Previews: []string{"p"}},
		endpoint.MediaType{Previews: []string{"q", "p"}},
		endpoint.Query{"q": []int{1, 2}},
		endpoint.Path{"a": 3, "p": 1},
		endpoint.Path{"a": 4, "p": endpoint.Unset},
		endpoint.Options{Lists: endpoint.ListComma},
		endpoint.Options{Lists: endpoint.ListBrackets},
		endpoint.Options{},
	}
	step := endpoint.Endpoint{}
	for _, l := range layers {
		before := step.Options()
		next := step.Defaults(l)
		if after := step.Options(); !reflect.DeepEqual(after, before) {
			t.Errorf("%v has changed an Endpoint from %#v to %#v", l, before, after)
		}
		step = next
	}
	once := endpoint.New(layers...)
	if !reflect.DeepEqual(step.Options(), once.Options()) {
		t.Errorf("step by step %#v\nat once      %#v", step.Options(), once.Options())
	}
	want := endpoint.Request{
		Method: "post",
		URL:    "https://two.test/api/x/4?q%5B%5D=1&q%5B%5D=2",
		Headers: endpoint.Headers{
			"accept":       "application/vnd.service.p-preview.raw,application/vnd.service.q-preview.raw",
			"content-type": "application/json; charset=utf-8",
			"user-agent":   "go-endpoint.js/" + endpoint.Version,
			"x-a":          "2",
		},
		Body: map[string]any{"a": 2, "c": 1},
		Meta: "m",
	}
	for _, e := range []endpoint.Endpoint{step, once} {
		if got, err := e.Build(""); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n%s", err, got.Diff(want))
		}
	}
	if o := once.Options(); !reflect.DeepEqual(o.Params, endpoint.Params{"a": 2, "c": 1}) || !reflect.DeepEqual(o.Path, endpoint.Path{"a": 4}) {
		t.Errorf("what was Unset has stayed in the defaults: %#v", o)
	}
	if v, ok := once.Options().Headers["x-b"]; !ok || v != "" {
		t.Error("a removed header is not marked in the defaults")
	}
}

// TestDefaultsAreJudgedByCalls gives defaults that are not valid: they are the
// error of the calls that use them, and of no other.
func TestDefaultsAreJudgedByCalls(t *testing.T) {
	tests := []struct {
		name  string
		layer endpoint.Layer
		kind  error
		field string
		cure  endpoint.Layer
	}{
		{"base", endpoint.Options{BaseURL: "h"}, endpoint.ErrBaseURL, "BaseURL", endpoint.Options{BaseURL: "http://h"}},
		{"method", endpoint.Options{Method: "a b"}, endpoint.ErrMethod, "", endpoint.Options{Method: "GET"}},
		{"template", endpoint.Options{URL: "/{"}, endpoint.ErrRoute, "", endpoint.Options{URL: "/"}},
		{"header", endpoint.Headers{"x": "\n"}, endpoint.ErrHeader, "x", endpoint.Headers{"X": "y"}},
		{"header removed", endpoint.Headers{"x": "\n"}, endpoint.ErrHeader, "x", endpoint.Headers{"X": ""}},
		{"format", endpoint.MediaType{Format: "a b"}, endpoint.ErrHeader, "MediaType.Format", endpoint.MediaType{Format: "raw"}},
		{"query", endpoint.Query{"q": struct{}{}}, endpoint.ErrParam, "q", endpoint.Query{"q": endpoint.Unset}},
		{"param", endpoint.Params{"p": struct{}{}}, endpoint.ErrParam, "p", endpoint.Params{"p": nil}},
		{"lists", endpoint.Options{Lists: 9}, endpoint.ErrParam, "Lists", endpoint.Options{Lists: endpoint.ListComma}},
		{"path", endpoint.Options{BaseURL: "http://{h}", Path: endpoint.Path{"h": "/"}}, endpoint.ErrParam, "h", endpoint.Path{"h": "h"}},
		{"path missing", endpoint.Options{BaseURL: "http://{h}"}, endpoint.ErrMissingParam, "h", endpoint.Path{"h": "h"}},
		{"data", endpoint.Options{Data: 1}, endpoint.ErrBody, "Data", endpoint.Options{Method: "POST"}},
	}
	for _, tt := range tests {
		e := endpoint.New(endpoint.Options{URL: "/"}, tt.layer)
		_, err := e.Build("")
		checkError(t, tt.name, err, tt.kind, tt.field, "")
		cured, err := e.Build("", tt.cure)
		if err != nil {
			t.Errorf("%s, cured: %v", tt.name, err)
		}
		if got := cured.Headers["accept"]; tt.name == "format" && got != "application/vnd.service.v3.raw" {
			t.Errorf("%s, cured: accept %q", tt.name, got)
		}
	}
}

// TestDefaultLists has lists in defaults, which are read at each call: a caller
// may have changed them.
func TestDefaultLists(t *testing.T) {
	list := []string{"a", "b"}
	e := endpoint.New(endpoint.Query{"q": list}, endpoint.Params{"p": list, "p[]": list})
	got, err := e.Build("GET /x")
	if want := "https://api.service.example/x?p=a%2Cb&p%5B%5D=a&p%5B%5D=b&q=a&q=b"; err != nil || got.URL != want {
		t.Errorf("got  %s, %v\nwant %s", got.URL, err, want)
	}
	list[0] = "c"
	got, err = e.Build("GET /x")
	if want := "https://api.service.example/x?p=c%2Cb&p%5B%5D=c&p%5B%5D=b&q=c&q=b"; err != nil || got.URL != want {
		t.Errorf("got  %s, %v\nwant %s", got.URL, err, want)
	}
}

// TestEqualDefaults: the order of a map does not tell two Endpoints apart.
func TestEqualDefaults(t *testing.T) {
	p, h := endpoint.Params{}, endpoint.Headers{}
	for i := range 20 {
		p[strconv.Itoa(i)] = i
		h[strconv.Itoa(i)] = "x"
	}
	if a, b := endpoint.New(p, endpoint.Path(p), h), endpoint.New(p, endpoint.Path(p), h); !reflect.DeepEqual(a, b) || a == b {
		t.Errorf("two Endpoints of equal defaults: DeepEqual %t, == %t", reflect.DeepEqual(a, b), a == b)
	}
}

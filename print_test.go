// Tests of what is printed and logged.

package endpoint_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"example.com/endpoint"
)

func TestPrinted(t *testing.T) {
	req, err := endpoint.Endpoint{}.Build("POST /a", endpoint.Params{"x": 1}, endpoint.Headers{"user-agent": "", "authorization": "t"})
	if err != nil {
		t.Fatal(err)
	}
	e := endpoint.New(endpoint.Headers{"accept": "", "user-agent": ""}, endpoint.Path{"org": "o"})
	tests := []struct {
		value      any
		verb, want string
	}{
		{req, "%v", `post https://api.service.example/a headers["accept" "authorization" "content-type"] body(map[string]interface {})`},
		{req, "%#v", `endpoint.Request{post https://api.service.example/a headers["accept" "authorization" "content-type"] body(map[string]interface {})}`},
		{endpoint.Request{}, "%v", ""},
		{endpoint.Request{Method: "get", URL: "https://h/x?q=1#top", Headers: endpoint.Headers{}, Body: "text", Meta: 1}, "%v", "get https://h/x?xxxxx body(string) meta(int)"},
		{endpoint.Request{URL: "https://u:p@h/x"}, "%v", "xxxxx@h/x"},
		{endpoint.Request{Method: "https://u:s@h"}, "%v", "xxxxx@h"},
		{endpoint.Request{Method: "a\nb", URL: "https://h/\nc", Headers: endpoint.Headers{"d\n": "e\n"}}, "%v", `a\nb https://h/\nc headers["d\n"]`},

		{endpoint.Options{}, "%v", ""},
		{endpoint.Options{Method: "GET", URL: "/x\n", Query: endpoint.Query{"b": 1, "a": []int{1}}}, "%v", `GET /x\n query["a" "b"]`},
		{endpoint.Options{URL: "/a/{x}{?token}&b=1{&c}"}, "%v", "/a/{x}{?token}xxxxx{&c}"},
		{endpoint.Options{Method: "HTTPS://U:P", URL: "w@h"}, "%v", "xxxxx@h"}, // Merge splits a route at the space
		{endpoint.Options{URL: "a word@h"}, "%v", "xxxxx@h"},
		{endpoint.Options{Method: "GET", URL: "a word@h"}, "%v", "GET xxxxx@h"},
		{endpoint.Options{BaseURL: "https://t@h?q"}, "%v", "base xxxxx@h?xxxxx"},
		{endpoint.Options{BaseURL: "u:p?w@h:80"}, "%v", "base xxxxx"},
		{endpoint.Options{BaseURL: "a word@h"}, "%v", "base xxxxx@h"},
		{endpoint.Options{BaseURL: "https://{region}.h.test:80/v1/@me"}, "%v", "base https://{region}.h.test:80/v1/@me"},
		{endpoint.Options{MediaType: endpoint.MediaType{Format: "raw", Previews: []string{"a", "b"}}}, "%#v", `endpoint.Options{format raw previews["a" "b"]}`},
		{endpoint.Options{MediaType: endpoint.MediaType{Format: "a\nb", Previews: []string{"\n"}}}, "%v", `format a\nb previews["\\n"]`},
		{endpoint.Options{Params: endpoint.Params{"p": nil}, Path: endpoint.Path{"o": endpoint.Unset}, Headers: endpoint.Headers{"h": ""}}, "%v", `headers["h"] params["p"] path["o"]`},
		{endpoint.Options{Lists: endpoint.ListRepeat, Data: "text", Meta: 1}, "%v", "lists repeat data(string) meta(int)"},
		{endpoint.Options{Lists: endpoint.ListComma}, "%v", "lists comma"},
		{endpoint.Options{Lists: endpoint.ListBrackets}, "%v", "lists brackets"},
		{endpoint.Options{Lists: 9}, "%v", "lists 9"},

		{endpoint.Headers{"b": "1", "A": "x\ny"}, "%v", `headers["A" "b"]`},
		{endpoint.Headers{"b\u2028": "1"}, "%#v", `endpoint.Headers{headers["b\u2028"]}`},
		{endpoint.Headers(nil), "%v", ""},

		{e, "%v", `GET base https://api.service.example headers["accept" "user-agent"] path["org"]`},
		{e, "%#v", `endpoint.Endpoint{GET base https://api.service.example headers["accept" "user-agent"] path["org"]}`},
	}
	for _, tt := range tests {
		if got := fmt.Sprintf(tt.verb, tt.value); got != tt.want {
			t.Errorf("%s of %T\ngot  %s\nwant %s", tt.verb, tt.value, got, tt.want)
		}
		logged := tt.value.(slog.LogValuer).LogValue().String()
		if got := fmt.Sprint(tt.value); logged != got {
			t.Errorf("%T is logged as %s, printed as %s", tt.value, logged, got)
		}
	}
}

// TestNoValues plants values that must not be shown and looks for them in all
// that fmt and slog make of the types.
func TestNoValues(t *testing.T) {
	const planted = "pl4nted"
	o := endpoint.Options{
		Method:  "POST",
		URL:     "https://u:" + planted + "@h/x?shown=" + planted + "{&shown}#" + planted,
		BaseURL: "http://:" + planted + "@h",
		Headers: endpoint.Headers{"shown": planted},
		Params:  endpoint.Params{"shown": planted, "list": []string{planted}, "nested": map[string]any{"a": planted}},
		Path:    endpoint.Path{"shown": planted},
		Query:   endpoint.Query{"shown": struct{ S string }{planted}},
		Data:    planted,
		Meta:    map[string]string{planted: planted},
	}
	e := endpoint.New(o)
	req := endpoint.Request{Method: "post", URL: o.URL, Headers: o.Headers, Body: []byte(planted), Meta: o.Meta}
	for _, v := range []any{
		req, &req, o, &o, e, &e, o.Headers,
		[]any{req, o, e},
		map[string]any{"r": req},
		struct{ R endpoint.Request }{req},
	} {
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
		if strings.Contains(text, planted) || !strings.Contains(text, "shown") {
			t.Errorf("%T is shown as %s", v, text)
		}
	}
}

// TestUnexportedFields: fmt calls no method of an unexported field, and prints
// what it finds inside an Endpoint.
func TestUnexportedFields(t *testing.T) {
	const planted = "pl4nted"
	e := endpoint.New(endpoint.Options{
		BaseURL: "https://u:" + planted + "@h", Headers: endpoint.Headers{"authorization": planted}, Params: endpoint.Params{"a": planted},
		Path: endpoint.Path{"a": planted}, Query: endpoint.Query{"a": planted}, Data: planted, Meta: planted,
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
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%X", "%t", "%p", "%b", "%c", "%e", "%U", "%T", "%w", "%!"} {
			got := fmt.Sprintf(verb, v)
			if strings.Contains(got, planted) || strings.Contains(got, fmt.Sprintf("%x", planted)) || strings.Contains(got, fmt.Sprintf("%X", planted)) {
				t.Errorf("%s of %T shows the secret: %s", verb, v, got)
			}
		}
	}
	if one, other := (client{e}), (client{e}); one != other {
		t.Error("an Endpoint cannot be compared")
	}
}

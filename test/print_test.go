// Tests of what is printed and logged.

package test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"example.com/endpoint"
)

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
	{endpoint.Request{URL: "/x/@me"}, "/x/@me"},
	{endpoint.Request{Headers: headers{"a": "1"}}, `headers["a"]`},
	{endpoint.Request{Method: "https://u:s@h"}, "xxxxx@h"},
	{endpoint.Request{Method: "a\nb", URL: "https://h/\nc", Headers: headers{"d\n": "e\n"}}, `a\nb https://h/\nc headers["d\n"]`},

	{options{}, ""},
	{options{URL: "/x/@me"}, "/x/@me"}, // without a method
	{options{Method: "PUT"}, "PUT"},
	{options{Method: "GET", URL: "/x\n", Query: query{"b": 1, "a": []int{1}}}, `GET /x\n query["a" "b"]`},
	{options{URL: "/a/{x}{?token}&b=1{&c}"}, "/a/{x}{?token}xxxxx{&c}"},
	{options{URL: "/a#token{b}"}, "/a#xxxxx{b}"},
	{options{URL: "/a{#b}token"}, "/a{#b}xxxxx"},
	{options{Method: "HTTPS://U:P", URL: "w@h"}, "xxxxx@h"}, // Merge splits a route at the space
	{options{URL: "a word@h"}, "xxxxx@h"},
	{options{Method: "GET", URL: "a word@h"}, "GET xxxxx@h"},
	{base("https://t@h?q"), "base xxxxx@h?xxxxx"},
	{base("u:p?w@h:80"), "base xxxxx"},
	{base("a word@h"), "base xxxxx@h"},
	{base("https://u:pa/ss@h"), "base xxxxx@h"},
	{base("https://u ser/pass@h"), "base xxxxx@h"},
	{base("https://{region}.h.test:80/v1/@me"), "base https://{region}.h.test:80/v1/@me"},
	{options{MediaType: endpoint.MediaType{Format: "raw\n", Previews: []string{"a", "\n"}}}, `format raw\n previews["a" "\\n"]`},
	{
		options{Params: params{"p": nil}, Path: path{"o": endpoint.Unset}, Headers: headers{"h": ""}},
		`headers["h"] params["p"] path["o"]`,
	},
	{options{Lists: endpoint.ListRepeat, Data: "text", Meta: 1}, "lists repeat data(string) meta(int)"},
	{options{Lists: endpoint.ListComma}, "lists comma"},
	{options{Lists: endpoint.ListBrackets}, "lists brackets"},
	{options{Lists: endpoint.ListIndexes + 1}, "lists 5"},

	{headers{"b": "1", "A": "x\ny"}, `headers["A" "b"]`},
	{headers{"b\u2028": "1"}, `headers["b\u2028"]`},
	{headers(nil), ""},
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
		for _, verb := range strings.Fields("%v %+v %#v %s %q %d %x %X %t %p %b %c %e %U %T %w %!") {
			got := fmt.Sprintf(verb, v)
			for _, text := range []string{secret, fmt.Sprintf("%x", secret), fmt.Sprintf("%X", secret)} {
				if strings.Contains(got, text) {
					t.Errorf("%s of %T shows the secret: %s", verb, v, got)
				}
			}
		}
	}
	if one, other := (client{e}), (client{e}); one != other {
		t.Error("an Endpoint cannot be compared")
	}
}

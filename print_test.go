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
	loop := endpoint.Params{"b": 1}
	loop["a"] = loop
	tests := []struct {
		value      any
		verb, want string
	}{
		{req, "%v", `post https://api.service.example/a headers["accept":"application/vnd.service.v3+json" "authorization":"xxxxx" "content-type":"application/json; charset=utf-8"] body(map[string]interface {})`},
		{req, "%#v", `endpoint.Request{post https://api.service.example/a headers["accept":"application/vnd.service.v3+json" "authorization":"xxxxx" "content-type":"application/json; charset=utf-8"] body(map[string]interface {})}`},
		{endpoint.Request{}, "%v", ""},
		{endpoint.Request{Method: "https://u:s@h"}, "%v", "https://xxxxx@h"},
		{endpoint.Request{URL: "https://h/x?next=//cdn:img&password=p@SECRET"}, "%v", "https://h/x?next=xxxxx&password=xxxxx"},
		{endpoint.Request{Method: "get", URL: "https://h/x?keyword=a&max_tokens=1&country_code=de&page_token=t"}, "%v", "get https://h/x?keyword=a&max_tokens=1&country_code=de&page_token=xxxxx"},

		{endpoint.Options{}, "%v", ""},
		{endpoint.Options{Method: "GET", URL: "/x\n", Query: endpoint.Query{"a": []int{1}}}, "%v", `GET /x\n query["a":[]int(1)]`},
		{endpoint.Options{URL: "items:search?token=u@SECRET"}, "%v", "items:search?token=xxxxx"},
		{endpoint.Options{Method: "https://u:p", URL: "w@h"}, "%v", "https://xxxxx@h"}, // Merge splits a route at the space
		{endpoint.Options{URL: "/a/{x}{?token}"}, "%v", "/a/{x}{?token}"},
		{endpoint.Options{BaseURL: "https://t@h"}, "%v", "base https://xxxxx@h"},
		{endpoint.Options{BaseURL: "t@h"}, "%v", "base xxxxx@h"},
		{endpoint.Options{BaseURL: "u:p?w@h:80"}, "%v", "base xxxxx"},
		{endpoint.Options{BaseURL: "h.test:80/v1"}, "%v", "base h.test:80/v1"},
		{endpoint.Options{BaseURL: "http:/u:p@h"}, "%v", "base xxxxx@h"},
		{endpoint.Options{BaseURL: "t@h/x:/"}, "%v", "base xxxxx@h/x:/"},
		{endpoint.Options{MediaType: endpoint.MediaType{Format: "raw", Previews: []string{"a", "b"}}}, "%#v", `endpoint.Options{format raw previews[a b]}`},
		{endpoint.Options{Method: "HTTPS://U:S@H", MediaType: endpoint.MediaType{Format: "//u:s@h", Previews: []string{"//u:s@h"}}}, "%v", "HTTPS://xxxxx@H format //xxxxx@h previews[//xxxxx@h]"},
		{endpoint.Options{MediaType: endpoint.MediaType{Format: "a\nb"}}, "%v", `format a\nb`},
		{endpoint.Options{BaseURL: "//u:p@h"}, "%v", "base //xxxxx@h"},
		{endpoint.Options{Lists: endpoint.ListRepeat, Data: "text", Meta: 1}, "%v", "lists repeat data(string) meta(int)"},
		{endpoint.Options{Lists: endpoint.ListComma}, "%v", "lists comma"},
		{endpoint.Options{Lists: endpoint.ListBrackets}, "%v", "lists brackets"},
		{endpoint.Options{Lists: 9}, "%v", "lists 9"},

		{endpoint.Headers{"b": "1", "A": "x\ny"}, "%v", `headers["A":"x\ny" "b":"1"]`},
		{endpoint.Headers{"b": "1"}, "%#v", `endpoint.Headers{"b":"1"}`},
		{endpoint.Headers{"X-API-Key": "s", "authorization": "", "referer": "//s"}, "%v", `headers["X-API-Key":"xxxxx" "authorization":"" "referer":"xxxxx"]`},
		{endpoint.Headers(nil), "%v", "headers[]"},

		{endpoint.Params{"b": "x y\u2028", "a": 1, "token": "s", "n": nil}, "%v", `params["a":1 "b":"x y\u2028" "n":nil "token":xxxxx]`},
		{endpoint.Params{"a": []string{"s"}, "m": map[string]any{"s": 1}, "s": struct{ S string }{"s"}, "x": endpoint.Unset}, "%#v", `endpoint.Params{"a":[]string(1) "m":map[string]interface {}(1) "s":(struct { S string }) "x":(endpoint.unset)}`},
		{loop, "%v", `params["a":endpoint.Params(2) "b":1]`},
		{endpoint.Params{"m": selfHolding()}, "%v", `params["m":map[string]interface {}(16)]`},
		{endpoint.Query{"next": "https://s", "page": "2"}, "%v", `query["next":xxxxx "page":"2"]`},
		{endpoint.Query{"page": 2}, "%#v", `endpoint.Query{"page":2}`},

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
	tests := []struct {
		value slog.LogValuer
		want  string
	}{
		{
			endpoint.Request{Method: "post", URL: "https://h.test/?token=s", Headers: endpoint.Headers{"a": "b", "cookie": "s"}, Body: "text", Meta: 1},
			`[method=post url=https://h.test/?token=xxxxx headers=[a=b cookie=xxxxx] body=(string) meta=(int)]`,
		},
		{endpoint.Request{Method: "https://s@h"}, `[method=https://xxxxx@h url=]`},
		{endpoint.Request{}, `[method= url=]`},
		{endpoint.Request{Method: "a\nb", URL: "https://h/\nc", Headers: endpoint.Headers{"d\n": "e\n"}}, `[method=a\nb url=https://h/\nc headers=[d\n=e\n]]`},
		{endpoint.Headers{"b": "1", "a": ""}, `[a= b=1]`},
		{endpoint.Params{"b": 1, "key": "s"}, `params["b":1 "key":xxxxx]`},
		{endpoint.Query{"b": 1, "key": "s"}, `query["b":1 "key":xxxxx]`},
		{endpoint.Options{URL: "/x", Data: "s"}, `/x data(string)`},
		{endpoint.New(endpoint.Headers{"accept": "", "user-agent": ""}), `GET base https://api.service.example headers["accept":"" "user-agent":""]`},
	}
	for _, tt := range tests {
		if got := tt.value.LogValue().String(); got != tt.want {
			t.Errorf("%T\ngot  %s\nwant %s", tt.value, got, tt.want)
		}
	}
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
		Params: endpoint.Params{"token": planted, "clientSecret": planted, "shown": "shown", "list": []string{planted}, "nested": map[string]any{"a": planted}, "other": struct{ S string }{planted}},
		Query:  endpoint.Query{"signature": planted, "next": "a=" + planted, "shown2": "shown"},
		Data:   planted,
		Meta:   planted,
	}
	e := endpoint.New(o)
	req, err := e.Build("")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{
		o, &o, o.Headers, o.Params, &o.Params, o.Query, e, &e, req, &req,
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
		if strings.Contains(text, planted) {
			t.Errorf("%T is shown with its secrets: %s", v, text)
		}
		if !strings.Contains(text, "shown") || !strings.Contains(text, "xxxxx") {
			t.Errorf("%T: %s", v, text)
		}
	}
}

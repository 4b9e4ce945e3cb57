package main

import (
	"errors"
	"testing"

	"example.com/endpoint"
)

func TestPredict(t *testing.T) {
	for _, tt := range []struct {
		input string
		class string
		kind  error
		name  string
	}{
		{`{"route":"GET /{a}","options":{"a":"x"}}`, "", nil, ""},
		{`{"route":"GET /a","options":{"headers":{"x":true}}}`, errMalformed, endpoint.ErrHeader, "x"},
		{`{"route":"G@T /{"}`, errMethod, endpoint.ErrMethod, ""},
		{`{"options":{"method":"PUT"}}`, errNoURL, endpoint.ErrRoute, ""},
		{`{"route":"GET /{a"}`, errGrammar, endpoint.ErrRoute, ""},
		{`{"route":"GET https://{+h}/"}`, errGrammar, endpoint.ErrRoute, ""},
		{`{"route":"GET /{a}","options":{"baseUrl":"api.test"}}`, errBase, endpoint.ErrBaseURL, "BaseURL"},
		{`{"route":"GET {+u}","options":{"u":"https://{x}"}}`, errAddress, endpoint.ErrParam, "u"},
		{`{"route":"GET https://{h}/","options":{"h":"a/b"}}`, errHost, endpoint.ErrParam, "h"},
		{`{"route":"GET /{a}/{b}","options":{"a":"x"}}`, errMissing, endpoint.ErrMissingParam, "b"},
		{`{"route":"GET /{?a}/{.a}{/a}"}`, "", nil, ""},
		{`{"route":"GET /{a}/b","options":{"a":""}}`, errEmptySegment, endpoint.ErrMissingParam, "a"},
		{`{"route":"GET /x{/a}","options":{"a":""}}`, errEmptySegment, endpoint.ErrMissingParam, "a"},
		{`{"route":"GET /x{/a*}","options":{"a":["y",""]}}`, errEmptySegment, endpoint.ErrMissingParam, "a"},
		{`{"route":"GET /{a}{b}","options":{"a":".","b":"."}}`, errUnsafe, endpoint.ErrUnsafePath, "*"},
		{`{"route":"GET /x/{+a}","options":{"a":"%2e%2E;y"}}`, errUnsafe, endpoint.ErrUnsafePath, "*"},
		{`{"route":"GET /{+a}","options":{"a":"x?y"}}`, errUnsafe, endpoint.ErrUnsafePath, "*"},
		{`{"route":"GET /{a}","options":{"a":"..."}}`, "", nil, ""},
		{`{"route":"GET /{a}{/b:2}","options":{"a":"","b":["x"]}}`, errEmptySegment, endpoint.ErrMissingParam, "a"},
		{`{"route":"GET /{a:2}","options":{"a":["x"]}}`, errValue, endpoint.ErrParam, "a"},
		{`{"route":"GET /","options":{"a":{}}}`, errQuery, endpoint.ErrParam, "a"},
		{`{"route":"GET /?a=1","options":{"a":{}}}`, "", nil, ""},
		{`{"route":"LINK /","options":{"a":1}}`, errNoPlace, endpoint.ErrParam, "a"},
		{`{"route":"GET /","options":{"headers":{"b c":""}}}`, errHeader, endpoint.ErrHeader, "b c"},
		{`{"route":"GET /","options":{"mediaType":{"format":"a b"},"headers":{"b c":""}}}`, errMediaType, endpoint.ErrHeader, "MediaType.Format"},
		{`{"route":"GET /","options":{"data":false}}`, errData, endpoint.ErrBody, "Data"},
		{`{"route":"PUT /","options":{"a":1,"headers":{"content-type":"text/plain"}}}`, errContentType, endpoint.ErrBody, "content-type"},
	} {
		m := merge(readCase(t, tt.input))
		r := predict(&m)
		if r == nil {
			r = &Refusal{}
		}
		if r.class != tt.class || !errors.Is(r.kind, tt.kind) || r.name != tt.name {
			t.Errorf("%s\ngot  %q %v %q\nwant %q %v %q", tt.input, r.class, r.kind, r.name, tt.class, tt.kind, tt.name)
		}
	}
}

func TestCompile(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"/:a/{b}", "/{a}/{b}"},
		{"/:a...:b", "/{a}...{b}"},
		{"/a:b/{x}:y/:1/é:z", "/a{+_colon}b/{x}{+_colon}y/:1/é{+_colon}z"},
		{"/x?t=:y", "/x?t={+_colon}y"},
		{"/x{?a}/:b", "/x{?a}/{+_colon}b"},
		{"https://u:p@h:80/:x", "https://u{+_colon}p@h:80/{x}"},
		{"{a*,b:3}", "{a*,b:3}"},
		{"/{a", "invalid"},
		{"/{a}}", "invalid"},
		{"/{a b}", "invalid"},
		{"/{a:0}", "invalid"},
		{"/{a..b}", "invalid"},
		{"/%4", "invalid"},
		{"/a b", "invalid"},
		{"https://{?a}", "invalid"},
		{"https:///a", "invalid"},
	} {
		c, ok := compile(tt.in)
		got := c.String()
		if !ok {
			got = "invalid"
		}
		if got != tt.want {
			t.Errorf("compile(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestExpand(t *testing.T) {
	params := readCase(t, `{"options":{"s":"a/ é%41","e":"","n":1.50,"l":["a",null,""],"m":{"b":"","a":"/"},"t":"%C3%A9x","none":null}}`).Options
	for _, tt := range []struct{ in, want string }{
		{"{s}", "a%2F%20%C3%A9%2541"},
		{"{+s}", "a/%20%C3%A9%41"},
		{"{s:4}", "a%2F%20%C3%A9"},
		{"{+t:1}", "%C3%A9"},
		{"{?e,n,none}", "?e=&n=1.50"},
		{"{;e,n}", ";e;n=1.50"},
		{"{/l*}", "/a/"},
		{"{l}", "a,"},
		{"{?l*}", "?l=a&l="},
		{"{;l*}", ";l=a;l"},
		{"{?m*}", "?a=%2F&b="},
		{"{;m*}", ";a=%2F;b"},
		{"{#m}", "#a,/,b,"},
		{"{.none}", ""},
	} {
		c, _ := compile(tt.in)
		if got := c.expand(params); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestGenerateIsDeterministic(t *testing.T) {
	for i := range 100 {
		if a, b := encode(generate(1, i)), encode(generate(1, i)); a != b {
			t.Errorf("case %d: %s\nand then %s", i, a, b)
		}
	}
}

func TestClassesDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range classes {
		if seen[c.Name] || c.Ask == nil && c.Read == nil {
			t.Errorf("class %q is there twice, or does nothing", c.Name)
		}
		seen[c.Name] = true
	}
}

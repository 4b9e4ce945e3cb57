// The URL of a template: its grammar, names and operators, what may be missing, where
// the query begins, and which values may not stand in the path. address_test.go has
// scheme and host, query_test.go what follows the template.

package test

import (
	"example.com/endpoint"
	"testing"
)

// TestSlips has routes that would be sent somewhere else than they say, and those
// that only look like them.
func TestSlips(t *testing.T) {
	const space = "invalid route: put a space between the method and the URL"
	const scheme = "invalid route: the URL must begin with http:// or https://"
	runCalls(t, []callTest{
		{nil, "", nil, "invalid route: the URL is missing"},
		{nil, "POST", nil, "invalid route: the URL is missing"},
		{nil, "POST/users", nil, space},
		{nil, "GET POST/users", nil, space},
		{nil, "TRACE//h", nil, space},
		{nil, "htps://h/x", nil, scheme},
		{nil, "GET ftp://h", nil, scheme},
		{nil, "GET a+b-c.d2://h", nil, scheme},
		{nil, "GET https:/h", nil, "invalid route: …write https://"},
		{nil, "GET HTTP:h/x", nil, "invalid route: …write http://"},

		{nil, "post/users", nil, "/post/users"},
		{nil, "GETS/users", nil, "/GETS/users"},
		{nil, "GET /POST/users", nil, "/POST/users"},
		{nil, "GET urn:x", layers{params{"x": 1}}, "/urn:x?x=1"},
		{nil, "GET items:search", nil, "/items:search"},
		{nil, "GET //h", nil, "//h"},
		{nil, "GET a_b://h", nil, "/a_b://h"},
	})
}

// TestGrammar has templates that are not RFC 6570. The error quotes the expression, and
// says what to write for the notations that people paste.
func TestGrammar(t *testing.T) {
	runCalls(t, []callTest{
		{nil, "GET /{", nil, `invalid route: …"{" is not closed`},
		{nil, "GET /a}", nil, `invalid route: …}`},
		{nil, "GET /{}", nil, `invalid route: …{}…write {name}`},
		{nil, "GET /{a b}", nil, `invalid route: …"{a b}"`},
		{nil, "GET /{a,}", nil, `invalid route: …"{a,}"`},
		{nil, "GET /{=a}", nil, `invalid route: …"{=a}"`},
		{nil, "GET /{a:0}", nil, `invalid route: …"{a:0}"`},
		{nil, "GET /{a:10000}", nil, `invalid route: …"{a:10000}"`},
		{nil, "GET /{a:3*}", nil, `invalid route: …"{a:3*}"`},
		{nil, "GET /a\nb", nil, `invalid route: …'\n'`},
		{nil, "GET /%zz", nil, `invalid route: …%…write %25`},
		{nil, "GET /a/{path...}", nil, `invalid route: …"{path...}"…{+path}…{/path*}`},
		{nil, "GET /a/{name=projects/*}", nil, `invalid route: …"{name=projects/*}"…{+name}…{/name*}`},
		{nil, "GET /a/{id?}", nil, `invalid route: …"{id?}"…{/id}…{?id}`},
		{nil, "GET /a{?$top}", nil, `invalid route: …"{?$top}"…pass the parameter in Query`},
	})
}

func TestNames(t *testing.T) {
	all := params{"base": "a", "head": "b", "x": 1, "_y9": 2, "enterprise-team": "t"}
	runCalls(t, []callTest{
		{nil, "POST /compare/:base...:head", layers{all}, `/compare/a...b json {"_y9":2,"enterprise-team":"t","x":1}`},
		{nil, "PUT /{x}:cancel", layers{path(all)}, `invalid parameter "_y9": no placeholder`},
		{nil, "PUT /{x}:cancel", layers{path{"x": 1}}, "/1:cancel"},
		{nil, "PUT /:x:cancel", layers{path{"x": 1}}, "/1:cancel"},
		{nil, "PUT /-:x", layers{path{"x": 1}}, "/-1"},
		{nil, "PUT /:_y9-z", layers{path{"_y9": 1}}, "/1-z"},
		{nil, "PUT /docs:x", nil, "/docs:x"},
		{nil, "PUT /ö:x", nil, "/%C3%B6:x"},
		{nil, "PUT /1:x", nil, "/1:x"},
		{nil, "PUT /docs_:x", nil, "/docs_:x"},
		{nil, "PUT /:9", nil, "/:9"},
		{nil, "PUT /docs/%3Ax", nil, "/docs/%3Ax"},
		{nil, "PUT /a?t=:x", nil, "/a?t=:x"},
		{nil, "PUT /a#:x", nil, "/a#:x"},
		{nil, "PUT http://o.test:8080/:x", layers{path{"x": 1}}, "http://o.test:8080/1"},
		{nil, "GET /{enterprise-team}{?enterprise-team}", layers{path{"enterprise-team": "t"}}, "/t?enterprise-team=t"},
		{nil, "GET /{a.b}{?c_d}", layers{path{"a.b": 1, "c_d": 2}}, "/1?c_d=2"},
	})
}

// TestOperators has one row of each rule of RFC 6570, level 4, and of where this
// package goes beyond it. internal/rfc6570 has the public test suite.
func TestOperators(t *testing.T) {
	given := path{"v": "a b/ö", "list": []string{"1", "2,", "x y"}, "map": map[string]any{"b": "/", "a": 1}, "e": ""}
	for route, want := range map[string]string{
		"/{v}":            "/a%20b%2F%C3%B6",
		"/{+v}{#v}":       "/a%20b/%C3%B6#a%20b/%C3%B6",
		"/x{/v}{.v}{;v}":  "/x/a%20b%2F%C3%B6.a%20b%2F%C3%B6;v=a%20b%2F%C3%B6",
		"/x{?v}{&e}":      "/x?v=a%20b%2F%C3%B6&e=",
		"/{v:4}":          "/a%20b%2F",
		"/{v:5}":          "/a%20b%2F%C3%B6", // characters, and not bytes
		"/{list}":         "/1,2%2C,x%20y",
		"/{+list}":        "/1,2,,x%20y",
		"/x{/list*}":      "/x/1/2%2C/x%20y",
		"/x{;list*}{;e}":  "/x;list=1;list=2%2C;list=x%20y;e",
		"/x{?list,e}":     "/x?list=1,2%2C,x%20y&e=",
		"/x{?list*,none}": "/x?list=1&list=2%2C&list=x%20y",
		"/{map}{.map*}":   "/a,1,b,%2F.a=1.b=%2F",
		"/x{?map*}{&map}": "/x?a=1&b=%2F&map=a,1,b,%2F",
		"/ö/%20{?v:1}":    "/%C3%B6/%20?v=a",
	} {
		runCalls(t, []callTest{{layers{given}, "GET " + route, nil, want}})
	}
	runCalls(t, []callTest{
		{nil, "GET /a{+a}{#b}", layers{params{"a": "%2F%zz%", "b": "%41"}}, "/a%2F%25zz%25#%41"}, // triplets stay
		{nil, "GET /{a}", layers{params{"a": "%2F"}}, "/%252F"},
		{nil, "GET /{a}{+b}", layers{params{"a": "\xff", "b": "\xff"}}, "/%FF%FF"},
		{nil, "GET /{a:3}", layers{params{"a": []int{1}}}, `invalid parameter "a": a prefix`},
		{nil, "GET /x{?a:3}", layers{params{"a": map[string]int{"k": 1}}}, `invalid parameter "a": a prefix`},
		{nil, "GET /x{?a}", layers{params{"a": []any{[]int{1}}}}, `invalid parameter "a": …only scalars`},
	})
}

func TestMissing(t *testing.T) {
	const empty = `missing parameter "a": its value is nil or empty, but the path needs one`
	const segment = `missing parameter "a": its path segment would be empty`
	none := []any{nil}
	runCalls(t, []callTest{
		{nil, "DELETE /repos/{owner}/{repo}", layers{params{"owner": "o"}}, `missing parameter "repo"`},
		{nil, "DELETE /repos/:owner/:repo", layers{params{"owner": "o"}}, `missing parameter "repo"`},
		{nil, "DELETE /repos/{+owner}/{repo}", layers{params{"repo": "r"}}, `missing parameter "owner"`},
		{nil, "GET /x?q={a}", nil, `missing parameter "a"`},
		{nil, "GET /x#{a}", nil, `missing parameter "a"`},

		// In the path an empty value is missing, even next to other text.
		{nil, "GET /x/{a}", layers{params{"a": ""}}, empty},
		{nil, "GET /x/{a}", layers{path{"a": ""}}, empty},
		{nil, "GET /x/{a}", layers{params{"a": (*string)(nil)}}, empty},
		{nil, "GET /x/{a}", layers{params{"a": none}}, empty},
		{nil, "DELETE /Messages/{a}.json", layers{params{"a": ""}}, empty},
		{nil, "POST /v1/{a}:cancel", layers{params{"a": nil}}, empty},
		{nil, "GET /compare/:base...:a", layers{params{"base": "b", "a": []string{}}}, empty},
		{nil, "DELETE /users({a})", layers{params{"a": ""}}, empty},
		{nil, "GET /x/{a}{b}", layers{params{"a": "", "b": "c"}}, empty},
		{nil, "GET /x/{b,a}", layers{params{"b": 1, "a": ""}}, empty},
		{nil, "DELETE /x/{a}{.b}", layers{params{"a": "", "b": "json"}}, empty},
		{nil, "DELETE /x-{a:3}", layers{params{"a": ""}}, empty},
		{nil, "GET /x{+a}", layers{params{"a": ""}}, empty},
		{nil, "GET {+a}", layers{params{"a": nil}}, empty},
		{nil, "GET /x{/a}", layers{params{"a": ""}}, segment},
		{nil, "GET /x{/a*}", layers{params{"a": []string{"b", "", "c"}}}, segment},

		{nil, "GET /x?q={a}&r={+b}#{c}", layers{params{"a": nil, "b": "", "c": []int{}}}, "/x?q=&r=#"},
		{nil, "GET /x{/a}{.b}{;c}{?d}{&e}{#f}", nil, "/x"},
		{nil, "GET /x{/a}{.b}{;c}{?d}", layers{params{"a": nil, "b": nil, "c": nil, "d": []int{}}}, "/x"},
		{nil, "GET /x{.b}", layers{params{"b": ""}}, "/x."},
		{nil, "GET //x///y/", nil, "//x///y/"},
	})
}

// TestSecondQuery: the query of a template begins once and not after a fragment, and
// {&x} does not write into the path.
func TestSecondQuery(t *testing.T) {
	const second = `invalid route: a "?" follows the "?" or "#" that ends the path: write & or {&x}`
	given := params{"q": 1, "page": 2, "none": nil}
	runCalls(t, []callTest{
		{layers{given}, "PUT /s?a=1{?q}", nil, second},
		{layers{given}, "PUT /s{?q}{?page}", nil, second},
		{layers{given}, "PUT /s{?q}?a=1", nil, second},
		{layers{given}, "PUT /s{#q}?a=1", nil, second},
		{layers{given}, "PUT /s{#q}{?page}", nil, second},
		{layers{given}, "PUT /s#f{?q}", nil, second},
		{nil, "PUT /s?a=1?b", nil, "/s?a=1?b"},
		{nil, "GET /s{?q}{&page}", layers{given}, "/s?q=1&page=2"},
		{nil, "GET /s{?none}{&none}", layers{given, params{"q": nil, "page": nil}}, "/s"},
		{nil, "GET /s{?none,q}{&page}", layers{given}, "/s?q=1&page=2"},
		{
			nil, "GET /s{?none}{&page}",
			layers{given},
			`missing parameter "none": without its value nothing begins the query for {&page}: write {?none,page}`,
		},
		{
			nil, "GET /s{?gone,none}{&none,page}",
			layers{given},
			`missing parameter "gone": without its value nothing begins the query for {&page}: write {?gone,page}`,
		},
	})
}

// TestSegments: what may not be one segment.
func TestSegments(t *testing.T) {
	runCalls(t, []callTest{
		{nil, "GET /v/{x}/q", layers{path{"x": "/"}}, `unsafe path in parameter "x": servers would read its path segment as empty: … write it in the route, as %2F`},
		{nil, "GET /v/%2F/q", nil, "/v/%2F/q"},
		{nil, "GET /v{/x*}", layers{path{"x": "a/b"}}, `invalid parameter "x": a string is one segment`},
		{nil, "GET /Users('{id}'):x/f(a):b", layers{path{"id": 1}}, "/Users('1'):x/f(a):b"},
		{nil, "GET /x/:b", nil, `missing parameter "b": write %3A for a literal colon`},
	})
}

// TestUnsafePaths has a row of each way in which a value could change the path.
func TestUnsafePaths(t *testing.T) {
	const dots, reads = `unsafe path in parameter "x": a path segment`, `unsafe path in parameter "x": servers would read`
	const begins = `unsafe path in parameter "x": the value begins with an empty path segment`
	runCalls(t, []callTest{
		{nil, "GET /a/{x}", layers{params{"x": "."}}, dots},
		{nil, "GET /a/{y}{x}", layers{params{"x": ".", "y": "."}}, dots},
		{nil, "GET /a/.{x}", layers{params{"x": "."}}, dots},
		{nil, "GET /a/{x}%2E", layers{params{"x": "."}}, dots},
		{nil, "GET /a/{x}", layers{params{"x": "b/../c"}}, dots},
		{nil, "GET /a/{x}", layers{params{"x": `b\..\c`}}, dots},
		{nil, "GET /a/{x}", layers{params{"x": "..;v=1"}}, dots},
		{nil, "GET /a/{+x}", layers{params{"x": "b/%2e./c"}}, dots},
		{nil, "GET /a/{+x}", layers{params{"x": "b/.."}}, dots},
		{nil, "GET /a{/x*}", layers{params{"x": []string{"b", "..", "c"}}}, dots},
		{nil, "GET /{x}{/q}", layers{params{"x": "..", "q": nil}}, dots},
		{nil, "GET /{x}{.y}{;z}", layers{params{"x": "..", "y": nil}}, dots},
		{nil, "GET /{y}{+x}/z", layers{params{"y": "ok", "x": "/.."}}, dots},
		{nil, "GET /a/b{.x}", layers{params{"x": "c/.."}}, dots},
		{nil, "GET /a/{x}", layers{path{"x": ".."}}, dots},
		{nil, "GET /a/{+x}", layers{params{"x": "b?c"}}, `unsafe path in parameter "x": "?" or "#" …write {/x*}`},
		{nil, "GET /a/{+x}", layers{params{"x": "b#c"}}, `unsafe path in parameter "x": "?" or "#"`},
		{nil, "GET {+x}", layers{params{"x": "/b?page=2"}}, `unsafe path in parameter "x": …make a relative URL absolute`},
		{nil, "GET /s?q={+x}&org=acme", layers{params{"x": "y#"}}, `unsafe path in parameter "x": …write {x}`},

		// What servers read as an empty segment.
		{nil, "DELETE /repos/o/{x}", layers{params{"x": "/"}}, reads},
		{nil, "DELETE /repos{/x*}", layers{params{"x": []string{"o", "/", "keys"}}}, reads},
		{nil, "DELETE /repos/o/{+x}", layers{params{"x": "%2F%5c/"}}, begins},
		{nil, "DELETE /repos/o/{x}", layers{params{"x": `\`}}, reads},
		{nil, "DELETE /repos/o/{x}/keys", layers{params{"x": ";x/;y"}}, reads},
		{nil, "GET /files/{+x}", layers{params{"x": "/x/admin"}}, begins},
		{nil, "GET {+x}", layers{params{"x": "//host/x"}}, begins},

		{nil, "GET /a/../b/.", nil, "/a/../b/."},
		{nil, "GET /{x}", layers{params{"x": "..."}}, "/..."},
		{nil, "GET /{x}/{y}", layers{params{"x": ".github", "y": "v1.2"}}, "/.github/v1.2"},
		{nil, "GET /{x}", layers{params{"x": "a..b/"}}, "/a..b%2F"},
		{nil, "GET /{x}", layers{params{"x": "%2e%2e"}}, "/%252e%252e"},
		{nil, "GET /{+p}/c", layers{params{"p": "a//heads/"}}, "/a//heads//c"},
		{nil, "GET /v1{+p}", layers{params{"p": "/a"}}, "/v1/a"},
		{nil, "GET {+p}", layers{params{"p": "/a"}}, "/a"},
		{
			nil, "GET /a?b={x}&c={+y}{#z}",
			layers{params{"x": "..", "y": "/../?", "z": "../?#"}},
			"/a?b=..&c=/../?#../?#",
		},
	})
}

// TestRoute is what errors, Request.Route and Pattern have of a call.
func TestRoute(t *testing.T) {
	e := options{BaseURL: "https://h.test", Method: "PUT"}
	for _, tt := range []struct {
		route string
		layer options
		want  string
	}{
		{"GET /x", options{}, "GET /x"},
		{" get  /x ", options{}, "GET /x"},
		{"/x", options{}, "PUT /x"},
		{"", options{URL: "/y/@a", Method: "post"}, "POST /y/@a"},
		{"GET /{a}{?b}", options{Path: path{"a": secret}}, "GET /{a}{?b}"},
		{"GET /x?key=" + secret, options{}, "GET /x?xxxxx"},
		{"GET https://u:" + secret + "@h.test/x", options{}, "GET xxxxx@h.test/x"},
	} {
		api := endpoint.New(e)
		r, err := api.Build(tt.route, tt.layer)
		req, httpErr := api.HTTPRequest(t.Context(), tt.route, tt.layer)
		if err != nil || httpErr != nil || r.Route != tt.want || req.Pattern != tt.want || httpRequest(t, r).Pattern != tt.want {
			t.Errorf("%s: %q, %v, %v; want %q", tt.route, r.Route, err, httpErr, tt.want)
		}
		_, err = api.Build(tt.route, tt.layer, headers{"a b": ""})
		if failed, ok := err.(*endpoint.Error); !ok || failed.Route != tt.want {
			t.Errorf("%s: %v, want %q", tt.route, err, tt.want)
		}
	}
	got := endpoint.Request{Route: "GET /x"}
	if a, b := got.Diff(endpoint.Request{}), got.Diff(endpoint.Request{Route: "GET /y"}); a != "" || b != `route: got "GET /x", want "GET /y"` {
		t.Errorf("%q, %q", a, b)
	}
}

// Tests of the rules of parsing, a table for each, and the fuzz targets of
// Build.

package endpoint_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"example.com/endpoint"
)

type (
	params = endpoint.Params
	layers = []endpoint.Layer
)

func base(s string) endpoint.Options { return endpoint.Options{BaseURL: s} }

// A urlTest builds a route and wants a URL, or an error of a kind and name.
type urlTest struct {
	route  string
	layers layers
	want   string
	kind   error
	name   string
}

func runURLTests(t *testing.T, tests []urlTest) {
	t.Helper()
	e := endpoint.New(base("https://h.test/v1/"))
	for _, tt := range tests {
		got, err := e.Build(tt.route, tt.layers...)
		if tt.kind != nil {
			checkError(t, fmt.Sprint(tt.route, tt.layers), err, tt.kind, tt.name, "")
			continue
		}
		if err != nil || got.URL != tt.want {
			t.Errorf("%s %v\ngot  %s, %v\nwant %s", tt.route, tt.layers, got.URL, err, tt.want)
		}
	}
}

func TestMissing(t *testing.T) {
	nilString := (*string)(nil)
	missing := endpoint.ErrMissingParam
	runURLTests(t, []urlTest{
		{"DELETE /repos/{owner}/{repo}", layers{params{"owner": "o"}}, "", missing, "repo"},
		{"DELETE /repos/:owner/:repo", layers{params{"owner": "o"}}, "", missing, "repo"},
		{"DELETE /repos/{+owner}/{repo}", layers{params{"repo": "r"}}, "", missing, "owner"},
		{"GET /x/b{a}", nil, "", missing, "a"},
		{"GET /x/b{+a}", nil, "", missing, "a"},
		{"GET /x/b-:a", nil, "", missing, "a"},
		{"GET /x?b={a}", nil, "", missing, "a"},
		{"GET /x/{a}", layers{params{"a": endpoint.Unset}}, "", missing, "a"},
		{"GET /x/{a}", layers{params{"a": ""}}, "", missing, "a"},
		{"GET /x/{a}", layers{params{"a": nil}}, "", missing, "a"},
		{"DELETE /x/{+a}", layers{params{"a": "/"}}, "", missing, "a"},
		{"DELETE /x/{+a}/y", layers{params{"a": "///"}}, "", missing, "a"},
		{"GET /x/{a}", layers{params{"a": nilString}}, "", missing, "a"},
		{"GET /x/{a}", layers{params{"a": []string{}}}, "", missing, "a"},
		{"GET /x/{a}/y", layers{params{"a": []any{nil}}}, "", missing, "a"},
		{"GET /x/{a}{b}/y", layers{params{"a": "", "b": nil}}, "", missing, "a"},
		{"GET /x/{a,b}", layers{params{"a": nil, "b": ""}}, "", missing, "a"},
		{"GET /x/{a}{?q}", layers{params{"a": "", "q": 1}}, "", missing, "a"},
		{"GET /x/{a}#f", layers{params{"a": ""}}, "", missing, "a"},
		{"GET /x{/a}", layers{params{"a": ""}}, "", missing, "a"},
		{"GET /x{/a*}", layers{params{"a": []string{"b", "", "c"}}}, "", missing, "a"},
		{"GET /x/{a}{.b}", layers{params{"a": ""}}, "", missing, "a"},
		{"GET {a}/x", layers{params{"a": nil}}, "", missing, "a"},
		{"GET /x?q={a}", nil, "", missing, "a"},
		{"GET /x?q={a}", layers{params{"a": nil}}, "https://h.test/v1/x?q=", nil, ""},
		{"GET /x/y{a}", layers{params{"a": nil}}, "https://h.test/v1/x/y", nil, ""},
		{"GET /x/{a}{b}/y", layers{params{"a": "", "b": "c"}}, "https://h.test/v1/x/c/y", nil, ""},
		{"GET /x/{a}{.b}", layers{params{"a": "", "b": "c"}}, "https://h.test/v1/x/.c", nil, ""},
		{"GET /x{/a}{.b}{;c}{?d}{&e}{#f}", nil, "https://h.test/v1/x", nil, ""},
		{"GET /x{/a}{?d}", layers{params{"a": nil, "d": nil}}, "https://h.test/v1/x", nil, ""},
		{"GET //x///y/", nil, "https://h.test/v1//x///y/", nil, ""},
	})
}

func TestOrigin(t *testing.T) {
	runURLTests(t, []urlTest{
		// Base and path.
		{"GET /x", nil, "https://h.test/v1/x", nil, ""},
		{"GET x", nil, "https://h.test/v1/x", nil, ""},
		{"GET //x", nil, "https://h.test/v1//x", nil, ""},
		{"GET ?x=1", nil, "https://h.test/v1/?x=1", nil, ""},
		{"GET {?x}", layers{params{"x": 1}}, "https://h.test/v1/?x=1", nil, ""},
		{"GET {?x}", nil, "https://h.test/v1/", nil, ""},
		{"GET {/x}", layers{params{"x": 1}}, "https://h.test/v1/1", nil, ""},
		{"GET #f", nil, "https://h.test/v1/#f", nil, ""},
		{"GET .evil.test", layers{base("https://h.test")}, "https://h.test/.evil.test", nil, ""},
		{"GET @evil.test", layers{base("https://h.test")}, "https://h.test/@evil.test", nil, ""},
		{"GET :8080", layers{base("https://h.test")}, "https://h.test/:8080", nil, ""},
		{"GET {.x}", layers{base("https://h.test"), params{"x": "evil"}}, "https://h.test/.evil", nil, ""},
		{"GET {+x}", layers{base("https://h.test"), params{"x": "@evil.test"}}, "https://h.test/@evil.test", nil, ""},
		{"GET {+x}", layers{base("https://h.test"), params{"x": "//evil.test"}}, "", endpoint.ErrMissingParam, "x"},
		{"GET {+x}", layers{params{"x": "/a/b"}}, "https://h.test/v1/a/b", nil, ""},
		{"GET {x}/{y}", layers{params{"x": "https://evil.test", "y": "z"}}, "https://h.test/v1/https%3A%2F%2Fevil.test/z", nil, ""},
		{"GET {url}", layers{params{"url": "/a/b"}}, "https://h.test/v1/%2Fa%2Fb", nil, ""},
		{"GET /x", layers{base("http://u:p@h:8080///")}, "http://u:p@h:8080/x", nil, ""},

		// Base addresses that are none, and those with placeholders.
		{"GET /x", layers{base("h.test")}, "", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("ftp://h")}, "", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://")}, "", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https:///p")}, "", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://h?q")}, "", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://h/#f")}, "", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://h:port/")}, "", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://h/{+x}")}, "", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://{u}@h/")}, "", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://{r}.h/v{n}"), params{"r": "eu-1", "n": 2}}, "https://eu-1.h/v2/x", nil, ""},
		{"GET /x", layers{base("https://h/:v"), params{"v": 2}}, "https://h/:v/x?v=2", nil, ""},
		{"GET /x", layers{base("https://{r}.h")}, "", endpoint.ErrMissingParam, "r"},
		{"GET /x", layers{base("https://{r}.h"), params{"r": ""}}, "", endpoint.ErrMissingParam, "r"},
		{"GET /x", layers{base("https://{r}.h"), params{"r": "a/b"}}, "", endpoint.ErrParam, "r"},
		{"GET /x", layers{base("https://{r}.h"), params{"r": "a."}}, "", endpoint.ErrParam, "r"},
		{"GET /x", layers{base("https://{r}.h"), params{"r": ".a"}}, "", endpoint.ErrParam, "r"},
		{"GET /x", layers{base("https://{r}.h"), params{"r": "a.b"}}, "https://a.b.h/x", nil, ""},
		{"GET /x", layers{base("https://{r}.h"), params{"r": "a@b"}}, "", endpoint.ErrParam, "r"},
		{"GET /x", layers{base("https://{r}.h"), params{"r": "a?b"}}, "", endpoint.ErrParam, "r"},
		{"GET /x", layers{base("https://{r}.h"), params{"r": "a#b"}}, "", endpoint.ErrParam, "r"},
		{"GET /x", layers{base("https://{r}.h"), params{"r": "a:1"}}, "", endpoint.ErrParam, "r"},
		{"GET /x", layers{base("https://{r}.h"), params{"r": ".a"}}, "", endpoint.ErrParam, "r"},
		{"GET /x", layers{base("https://h:{p}"), params{"p": "8a"}}, "", endpoint.ErrParam, "p"},
		{"GET /x", layers{base("https://h:{p}"), params{"p": 80}}, "https://h:80/x", nil, ""},
		{"GET /x", layers{base("https://h/{t}"), params{"t": ".."}}, "", endpoint.ErrUnsafePath, "t"},
		{"GET https://o.test/x", layers{base("nonsense {r}"), params{"r": 1, "s": 2}}, "https://o.test/x?s=2", nil, ""},

		// Absolute templates.
		{"GET HTTPS://O.test/x", nil, "HTTPS://O.test/x", nil, ""},
		{"GET https://{r}.test{/x}b", layers{params{"r": "a"}}, "https://a.test/b", nil, ""},
		{"GET https://o.test{?x}", layers{params{"x": 1}}, "https://o.test?x=1", nil, ""},
		{"GET https://o.test{+x}", layers{params{"x": ".evil"}}, "", endpoint.ErrRoute, ""},
		{"GET https://o.test{.x}", layers{params{"x": "evil"}}, "", endpoint.ErrRoute, ""},
		{"GET https://{a,b}/", layers{params{"a": 1, "b": 2}}, "", endpoint.ErrRoute, ""},
		{"GET https://[::{x}]/", layers{params{"x": 1}}, "", endpoint.ErrRoute, ""},
		{"GET https://{u}@o.test/", layers{params{"u": 1}}, "", endpoint.ErrRoute, ""},

		// Leading addresses.
		{"GET {+next}", layers{params{"next": "https://o.test/a?p=2#f"}}, "https://o.test/a?p=2#f", nil, ""},
		{"GET {+next}", layers{params{"next": "https://u:p@o.test/a", "q": 1}}, "https://u:p@o.test/a?q=1", nil, ""},
		{"POST {upload_url}/a{?name}", layers{params{"upload_url": "https://o.test/u", "name": "n"}}, "https://o.test/u/a?name=n", nil, ""},
		{"POST {url}/a", layers{params{"url": "https://o.test"}}, "https://o.test/a", nil, ""},
		{"POST {nexturl}/a", layers{params{"nexturl": "https://o.test"}}, "https://o.test/a", nil, ""},
		{"POST {urls}/a", layers{params{"urls": "https://o.test"}}, "https://h.test/v1/https%3A%2F%2Fo.test/a", nil, ""},
		{"POST :upload_url/a", layers{params{"upload_url": "https://o.test"}}, "https://o.test/a", nil, ""},
		{"GET {+x}{y}", layers{params{"x": "https://o.test", "y": ".evil.test"}}, "https://o.test/.evil.test", nil, ""},
		{"GET {+x}{y}", layers{params{"x": "https://o.test", "y": "@evil.test"}}, "https://o.test/%40evil.test", nil, ""},
		{"GET {+x}", layers{params{"x": "https://o.test?x=1"}}, "https://o.test?x=1", nil, ""},
		{"GET {+x}", layers{params{"x": "https://o.test#f"}}, "https://o.test#f", nil, ""},
		{"GET https://u:p@{x}/", layers{params{"x": "o.test"}}, "https://u:p@o.test/", nil, ""},
		{"GET {+x}", layers{params{"x": "https://o.test/{a}"}}, "", endpoint.ErrParam, "x"},
		{"GET {+x}", layers{params{"x": "https:///a"}}, "", endpoint.ErrParam, "x"},
		{"GET {+x}", layers{params{"x": "https://o test/"}}, "", endpoint.ErrParam, "x"},
		{"GET {+x}", layers{params{"x": "https://o%zz.test/"}}, "", endpoint.ErrParam, "x"},
		{"GET {+x}", layers{params{"x": "https://o.test/%zz"}}, "", endpoint.ErrParam, "x"},
		{"GET {+x}", layers{params{"x": "https://ö.test/ö%2F"}}, "https://%C3%B6.test/%C3%B6%2F", nil, ""},
		{"GET {+x}/b", layers{params{"x": "https://o.test/?q"}}, "", endpoint.ErrUnsafePath, "x"},
		{"GET {+x}{?y}", layers{params{"x": "https://o.test/#f"}}, "", endpoint.ErrUnsafePath, "x"},
		{"GET {+x}", layers{params{"x": "https://o.test/a/../b"}}, "", endpoint.ErrUnsafePath, "x"},
		{"GET {+x}", layers{params{"x": "https://o.test/a/..?q"}}, "", endpoint.ErrUnsafePath, "x"},
		{"GET {+x}/b", layers{params{"x": "https://o.test/%2e%2E"}}, "", endpoint.ErrUnsafePath, "x"},
	})
}

func TestUnsafePaths(t *testing.T) {
	unsafe := endpoint.ErrUnsafePath
	runURLTests(t, []urlTest{
		{"GET /a/{x}", layers{params{"x": "."}}, "", unsafe, "x"},
		{"GET /a/{x}/b", layers{params{"x": ".."}}, "", unsafe, "x"},
		{"GET /a/{x}{y}", layers{params{"x": ".", "y": "."}}, "", unsafe, "y"},
		{"GET /a/.{x}", layers{params{"x": "."}}, "", unsafe, "x"},
		{"GET /a/..{x}", layers{params{"x": nil}}, "", unsafe, "x"},
		{"GET /a/{x}", layers{params{"x": "b/../c"}}, "", unsafe, "x"},
		{"GET /a/{x}", layers{params{"x": `b\..\c`}}, "", unsafe, "x"},
		{"GET /a/{x}", layers{params{"x": "..;v=1"}}, "", unsafe, "x"},
		{"GET /a/{+x}", layers{params{"x": "%2e%2E"}}, "", unsafe, "x"},
		{"GET /a/{+x}", layers{params{"x": "b/%2e./c"}}, "", unsafe, "x"},
		{"GET /a/{+x}", layers{params{"x": "b%2F..%5Cc"}}, "", unsafe, "x"},
		{"GET /a/{+x}{?q}", layers{params{"x": "b/..", "q": 1}}, "", unsafe, "x"},
		{"GET /a{/x*}", layers{params{"x": []string{"b", "..", "c"}}}, "", unsafe, "x"},
		{"GET /a/{.x}", layers{params{"x": ""}}, "", unsafe, "x"},
		{"GET /{x}{/q}", layers{params{"x": "..", "q": "ok"}}, "", unsafe, "x"},
		{"GET /{x}{/q}", layers{params{"x": "..", "q": nil}}, "", unsafe, "x"},
		{"GET /{x}{y}", layers{params{"x": "..", "y": ""}}, "", unsafe, "y"},
		{"GET /{x}{y}", layers{params{"x": "..", "y": nil}}, "", unsafe, "x"},
		{"GET /a{/x,y}", layers{params{"x": "..", "y": "ok"}}, "", unsafe, "x"},
		{"GET {+x}{/y}", layers{params{"x": "https://o.test/a/../b", "y": "ok"}}, "", unsafe, "x"},
		{"GET /{x}{+y}/z", layers{params{"x": "..", "y": "/ok"}}, "", unsafe, "y"},
		{"GET /{x}{+y}/z", layers{params{"x": "ok", "y": "/.."}}, "", unsafe, "y"},
		{"GET /a/.{;x}", layers{params{"x": "v"}}, "", unsafe, "x"},
		{"GET /a/{+x}", layers{params{"x": "b?c"}}, "", unsafe, "x"},
		{"GET /a/{+x}", layers{params{"x": "b#c"}}, "", unsafe, "x"},

		{"GET /a/../b/.", nil, "https://h.test/v1/a/../b/.", nil, ""},
		{"GET /a/{x}", layers{params{"x": "..."}}, "https://h.test/v1/a/...", nil, ""},
		{"GET /a/{x}", layers{params{"x": ".github"}}, "https://h.test/v1/a/.github", nil, ""},
		{"GET /a/{x}", layers{params{"x": "v1.2.3"}}, "https://h.test/v1/a/v1.2.3", nil, ""},
		{"GET /a/{x}", layers{params{"x": "a..b"}}, "https://h.test/v1/a/a..b", nil, ""},
		{"GET /a/{+x}", layers{params{"x": "heads/"}}, "https://h.test/v1/a/heads/", nil, ""},
		{"GET /a/{x}", layers{params{"x": "%2e%2e"}}, "https://h.test/v1/a/%252e%252e", nil, ""},
		{"GET /a/{x}...{y}", layers{params{"x": "1", "y": "2"}}, "https://h.test/v1/a/1...2", nil, ""},
		{"GET /a?b={x}&c={+y}", layers{params{"x": "..", "y": "/../?"}}, "https://h.test/v1/a?b=..&c=/../?", nil, ""},
		{"GET /a{?x}", layers{params{"x": []byte(nil)}}, "https://h.test/v1/a", nil, ""},
		{"GET /a{?x}", layers{params{"x": []byte{}}}, "https://h.test/v1/a?x=", nil, ""},
		{"GET /a{?x}", layers{params{"x": ".."}}, "https://h.test/v1/a?x=..", nil, ""},
		{"GET /a{#x}", layers{params{"x": "../?#"}}, "https://h.test/v1/a#../?#", nil, ""},
	})
}

// TestEmptySegments has values that a server reads as an empty segment, so that
// DELETE /repos/{owner}/{repo} would reach the handler of /repos/{owner}/.
func TestEmptySegments(t *testing.T) {
	missing := endpoint.ErrMissingParam
	list := func(elements ...string) any { return elements }
	runURLTests(t, []urlTest{
		// Slashes, plain and encoded, in every operator that fills a segment.
		{"DELETE /repos/o/{repo}", layers{params{"repo": "/"}}, "", missing, "repo"},
		{"DELETE /repos/o/:repo", layers{params{"repo": "/"}}, "", missing, "repo"},
		{"DELETE /repos/o{/repo}", layers{params{"repo": "/"}}, "", missing, "repo"},
		{"DELETE /repos{/path*}", layers{params{"path": list("o", "/", "keys")}}, "", missing, "path"},
		{"DELETE /repos{/o,repo}/keys", layers{params{"o": "o", "repo": "/"}}, "", missing, "repo"},
		{"DELETE /repos/o/{repo:1}", layers{params{"repo": "//"}}, "", missing, "repo"},
		{"DELETE /repos/o/{repo}/keys", layers{params{"repo": "//"}}, "", missing, "repo"},
		{"DELETE /repos/o/{+repo}", layers{params{"repo": "%2f"}}, "", missing, "repo"},
		{"DELETE /repos/o/{+repo}", layers{params{"repo": "%2F%5c/"}}, "", missing, "repo"},
		{"DELETE /repos/o/{repo}", layers{params{"repo": `\`}}, "", missing, "repo"},
		{"DELETE /repos/o/{repo}", layers{params{"repo": `\/\`}}, "", missing, "repo"},
		{"DELETE /repos/o/{repo}", layers{params{"repo": list("")}}, "", missing, "repo"},
		{"DELETE {+repo}", layers{params{"repo": "/"}}, "", missing, "repo"},
		{"DELETE /x", layers{base("https://h.test/{t}"), params{"t": "/"}}, "", missing, "t"},

		// What follows ";" does not count.
		{"DELETE /repos/o/{repo}{;v}", layers{params{"repo": "", "v": 1}}, "", missing, "repo"},
		{"DELETE /repos/o/{repo};v=1", layers{params{"repo": ""}}, "", missing, "repo"},
		{"DELETE /repos/o/{repo};v=1", layers{params{"repo": nil}}, "", missing, "repo"},
		{"DELETE /repos/o/{repo}", layers{params{"repo": ";x"}}, "", missing, "repo"},
		{"DELETE /repos/o/{+repo}", layers{params{"repo": ";x"}}, "", missing, "repo"},
		{"DELETE /repos/o/{repo}/keys", layers{params{"repo": ";x/;y"}}, "", missing, "repo"},
		{"DELETE /repos/o/{+repo}", layers{params{"repo": "%3Bx"}}, "", missing, "repo"},

		// {+x} takes a path, but not one that begins with an empty segment.
		{"GET /{+p}", layers{params{"p": "/x/admin"}}, "", missing, "p"},
		{"GET /repos/o/{+repo}", layers{params{"repo": "/keys"}}, "", missing, "repo"},
		{"GET /repos/o/{+repo}", layers{params{"repo": "%2Fkeys"}}, "", missing, "repo"},
		{"GET /repos/o/{+repo}", layers{params{"repo": ";a/keys"}}, "", missing, "repo"},
		{"GET {+p}", layers{params{"p": "//host/x"}}, "", missing, "p"},
		{"GET {+p}", layers{params{"p": `/\host/x`}}, "", missing, "p"},
		{"GET /files/{x}{+p}", layers{params{"x": "", "p": "/x"}}, "", missing, "x"},
		{"GET {+p}", layers{params{"p": "/x/admin"}}, "https://h.test/v1/x/admin", nil, ""},
		{"GET /v1{+p}", layers{params{"p": "/a"}}, "https://h.test/v1/v1/a", nil, ""},
		{"GET /{+p}", layers{params{"p": "a//b/"}}, "https://h.test/v1/a//b/", nil, ""},
		{"GET /{+p}/c", layers{params{"p": "heads/"}}, "https://h.test/v1/heads//c", nil, ""},
		{"GET {+u}/{+p}", layers{params{"u": "https://o.test//a/", "p": "b"}}, "https://o.test//a//b", nil, ""},

		// A value with something in it is one segment, as it was.
		{"GET /{x}", layers{params{"x": "a/"}}, "https://h.test/v1/a%2F", nil, ""},
		{"GET /{x}", layers{params{"x": "/a"}}, "https://h.test/v1/%2Fa", nil, ""},
		{"GET /{x};v=1", layers{params{"x": "a"}}, "https://h.test/v1/a;v=1", nil, ""},
		{"GET /{x}", layers{params{"x": "%2F"}}, "https://h.test/v1/%252F", nil, ""},
		{"GET /a{.x}", layers{params{"x": "/"}}, "https://h.test/v1/a.%2F", nil, ""},
		{"GET /a/{;x}", layers{params{"x": 1}}, "https://h.test/v1/a/;x=1", nil, ""},

		// "#" would cut off what the template writes after it.
		{"GET /search?q={+q}&org=acme", layers{params{"q": "x#"}}, "", endpoint.ErrUnsafePath, "q"},
		{"GET /search{?a}&q={+q}", layers{params{"q": "#", "a": 1}}, "", endpoint.ErrUnsafePath, "q"},
		{"GET /search?q={+q}", layers{params{"q": "a?b%23"}}, "https://h.test/v1/search?q=a?b%23", nil, ""},
		{"GET /search?q={q}#{+f}", layers{params{"q": "x#", "f": "#"}}, "https://h.test/v1/search?q=x%23##", nil, ""},
	})
}

// TestManyExpressions has one segment of very many expressions, which is judged
// once: BenchmarkSize has its time.
func TestManyExpressions(t *testing.T) {
	const n = 32_000
	many := strings.Repeat("{+a}", n)
	runURLTests(t, []urlTest{
		{"GET /x" + many, layers{params{"a": "/a."}}, "https://h.test/v1/x" + strings.Repeat("/a.", n), nil, ""},
		{"GET /" + many + "{b}", layers{params{"a": "a/", "b": ".."}}, "", endpoint.ErrUnsafePath, "b"},
	})
}

// TestSlips has routes that would be sent somewhere else than they say.
func TestSlips(t *testing.T) {
	e := endpoint.New(base("https://h.test/v1/"))
	const space, scheme, slashes = "put a space between", "begin with http:// or https://", "write http"
	for _, tt := range []struct{ route, text, want string }{
		{"POST/users", space, ""},
		{"GET/", space, ""},
		{"GET POST/users", space, ""},
		{"TRACE//h", space, ""},
		{"htps://h/x", scheme, ""},
		{"ftp://h", scheme, ""},
		{"GET ws://h/{x}", scheme, ""},
		{"GET a+b-c.d2://h", scheme, ""},
		{"GET https:/h", slashes + "s://", ""},
		{"GET HTTP:h/x", slashes + "://", ""},
		{"GET http:", slashes + "://", ""},

		{"post/users", "", "post/users"},
		{"GETS/users", "", "GETS/users"},
		{"GET /POST/users", "", "POST/users"},
		{"GET urn:x", "", "urn:x"},
		{"GET items:search", "", "items:search"},
		{"GET //h", "", "/h"},
		{"GET /ftp://h", "", "ftp://h"},
		{"GET a_b://h", "", "a_b://h"},
		{"GET ://h", "", "://h"},
		{"GET httpsx:/h", "", "httpsx:/h"},
	} {
		got, err := e.Build(tt.route, params{"x": 1, "h": 1})
		if tt.text != "" {
			checkError(t, tt.route, err, endpoint.ErrRoute, "", tt.text)
			continue
		}
		path, _, _ := strings.Cut(got.URL, "?")
		if err != nil || path != "https://h.test/v1/"+tt.want {
			t.Errorf("%s: got %s, %v; want %s", tt.route, path, err, tt.want)
		}
	}
}

func TestQuery(t *testing.T) {
	query := func(kv ...any) endpoint.Query {
		q := endpoint.Query{}
		for i := 0; i < len(kv); i += 2 {
			q[kv[i].(string)] = kv[i+1]
		}
		return q
	}
	const x = "https://h.test/v1/x"
	runURLTests(t, []urlTest{
		{"GET /x", layers{params{"b": 1, "a": "x y"}, query("c", true)}, x + "?a=x%20y&b=1&c=true", nil, ""},
		{"HEAD /x", layers{params{"a": "+&="}}, x + "?a=%2B%26%3D", nil, ""},
		{"GET /x", layers{params{"a": 1}, query("a", 2)}, x + "?a=2", nil, ""},
		{"GET /x", layers{params{"a": 1}, query("a", nil)}, x, nil, ""},
		{"GET /x", layers{params{"a": 1}, query("a", endpoint.Unset)}, x + "?a=1", nil, ""},
		{"POST /x", layers{params{"a": 1}, query("a", 2)}, x + "?a=2", nil, ""},
		{"GET /x{?b}#f", layers{params{"a": 1, "b": 2}}, x + "?b=2&a=1#f", nil, ""},
		{"GET /x?", layers{params{"a": 1}}, x + "?a=1", nil, ""},
		{"GET /x?b&", layers{params{"a": 1}}, x + "?b&a=1", nil, ""},
		{"GET /x?a=0&%62=0&c+d=0", layers{params{"a": 1, "b": 2, "c d": 3, "e": 4}}, x + "?a=0&%62=0&c+d=0&e=4", nil, ""},
		{"GET /x", layers{params{"k ö[]": "v"}}, x + "?k%20%C3%B6%5B%5D=v", nil, ""},
		{"GET /x", layers{params{"": "v"}}, "", endpoint.ErrParam, ""},
		{"GET /x?&a=1", layers{params{"": "v"}}, "", endpoint.ErrParam, ""},
		{"GET /x", layers{params{"a": nil, "b": []int{}, "c": (*int)(nil), "d": []any{nil}}}, x, nil, ""},
		{"GET /x", layers{params{"a": []any{1, nil, "b,c"}}}, x + "?a=1%2Cb%2Cc", nil, ""},
		{"GET /x", layers{params{"a[]": []int{1, 2}}}, x + "?a%5B%5D=1&a%5B%5D=2", nil, ""},
		{"GET /x", layers{query("a", []string{"1", "2"})}, x + "?a=1&a=2", nil, ""},
		{"GET /x{?a*}", layers{params{"a": []int{1, 2}}}, x + "?a=1&a=2", nil, ""},
		{"GET /x", layers{query("a", struct{}{})}, "", endpoint.ErrParam, "a"},
		{"POST /x{?a}", layers{params{"a": 1, "b": 2}}, x + "?a=1", nil, ""},
	})
}

// listTests has every kind of value by Lists: as Query, as Params of a GET and of
// a POST form. The columns are the zero style, comma, repeat and brackets. Where
// one is given, all are the same; "" is nothing.
var listTests = []struct {
	name   string
	key    string
	value  any
	query  [4]string
	params [4]string
	form   [4]string // "!" is ErrParam
}{
	{"string", "a", "1 2", [4]string{"a=1%202"}, [4]string{"a=1%202"}, [4]string{"a=1+2"}},
	{
		"list", "a",
		[]any{1, nil, "b"},
		[4]string{"a=1&a=b", "a=1,b", "a=1&a=b", "a%5B%5D=1&a%5B%5D=b"},
		[4]string{"a=1%2Cb", "a=1,b", "a=1&a=b", "a%5B%5D=1&a%5B%5D=b"},
		[4]string{"a=1&a=b", "a=1%2Cb", "a=1&a=b", "a%5B%5D=1&a%5B%5D=b"},
	},
	{
		"comma within", "a",
		[]string{"1,2", "3"},
		[4]string{"a=1%2C2&a=3", "a=1%2C2,3", "a=1%2C2&a=3", "a%5B%5D=1%2C2&a%5B%5D=3"},
		[4]string{"a=1%2C2%2C3", "a=1%2C2,3", "a=1%2C2&a=3", "a%5B%5D=1%2C2&a%5B%5D=3"},
		[4]string{"a=1%2C2&a=3", "!", "a=1%2C2&a=3", "a%5B%5D=1%2C2&a%5B%5D=3"},
	},
	{"key with brackets", "a[]", []int{1, 2}, [4]string{"a%5B%5D=1&a%5B%5D=2"}, [4]string{"a%5B%5D=1&a%5B%5D=2"}, [4]string{"a%5B%5D=1&a%5B%5D=2"}},
	{
		"map", "f",
		map[string]any{"state": "open", "n": nil, "e": []int{}, "b": true},
		[4]string{"f%5Bb%5D=true&f%5Bstate%5D=open"},
		[4]string{"f%5Bb%5D=true&f%5Bstate%5D=open"},
		[4]string{"f%5Bb%5D=true&f%5Bstate%5D=open"},
	},
	{
		"list of maps", "i",
		[]any{params{"price": "p"}, map[string]int{"n": 2}},
		[4]string{"i%5B0%5D%5Bprice%5D=p&i%5B1%5D%5Bn%5D=2"},
		[4]string{"i%5B0%5D%5Bprice%5D=p&i%5B1%5D%5Bn%5D=2"},
		[4]string{"i%5B0%5D%5Bprice%5D=p&i%5B1%5D%5Bn%5D=2"},
	},
	{"list in a map", "t", map[string][]string{"x": {"a", "b"}}, [4]string{"t%5Bx%5D%5B0%5D=a&t%5Bx%5D%5B1%5D=b"}, [4]string{"t%5Bx%5D%5B0%5D=a&t%5Bx%5D%5B1%5D=b"}, [4]string{"t%5Bx%5D%5B0%5D=a&t%5Bx%5D%5B1%5D=b"}},
	{"list of lists", "m", [][]int{{1}, {}, {2}}, [4]string{"m%5B0%5D%5B0%5D=1&m%5B2%5D%5B0%5D=2"}, [4]string{"m%5B0%5D%5B0%5D=1&m%5B2%5D%5B0%5D=2"}, [4]string{"m%5B0%5D%5B0%5D=1&m%5B2%5D%5B0%5D=2"}},
	{"nil", "a", nil, [4]string{}, [4]string{}, [4]string{}},
	{"empty list", "a", []string{}, [4]string{}, [4]string{}, [4]string{}},
	{"empty map", "a", map[string]any{"b": map[string]any{}}, [4]string{}, [4]string{}, [4]string{}},
	{"struct", "a", struct{ A int }{}, [4]string{"!"}, [4]string{"!"}, [4]string{"!"}},
	{"function in a map", "a", map[string]any{"b": []any{func() {}}}, [4]string{"!"}, [4]string{"!"}, [4]string{"!"}},
	{"empty key in a map", "a", map[string]any{"": 1}, [4]string{"!"}, [4]string{"!"}, [4]string{"!"}},
	{"bracket in a key of a map", "a", map[string]any{"b[": 1}, [4]string{"!"}, [4]string{"!"}, [4]string{"!"}},
	{"map that holds itself", "a", selfHolding(), [4]string{"!"}, [4]string{"!"}, [4]string{"!"}},
}

// selfHolding returns a map of 16 keys, each of which holds it.
func selfHolding() map[string]any {
	m := map[string]any{}
	for i := range 16 {
		m[fmt.Sprint("k", i)] = m
	}
	return m
}

func TestLists(t *testing.T) {
	const x = "https://h.test/x"
	e := endpoint.New(base("https://h.test"))
	for _, tt := range listTests {
		for _, way := range []struct {
			name  string
			route string
			layer endpoint.Layer
			want  [4]string
		}{
			{"query", "GET /x", endpoint.Query{tt.key: tt.value}, tt.query},
			{"query of POST", "POST /x", endpoint.Query{tt.key: tt.value}, tt.query},
			{"params", "GET /x", params{tt.key: tt.value}, tt.params},
			{"form", "POST /x", endpoint.Options{Params: params{tt.key: tt.value}, Headers: endpoint.Headers{"content-type": formMIME}}, tt.form},
			{"form of Data", "POST /x", endpoint.Options{Data: params{tt.key: tt.value}, Headers: endpoint.Headers{"content-type": formMIME}}, tt.form},
		} {
			for style := range endpoint.ListBrackets + 1 {
				want := way.want[style]
				if way.want[1] == "" {
					want = way.want[0]
				}
				what := fmt.Sprintf("%s as %s, style %d", tt.name, way.name, style)
				got, err := e.Build(way.route, way.layer, endpoint.Options{Lists: style})
				if want == "!" {
					checkError(t, what, err, endpoint.ErrParam, tt.key, "")
					continue
				}
				text := strings.TrimPrefix(strings.TrimPrefix(got.URL, x), "?")
				if form, ok := got.Body.(url.Values); ok {
					text += form.Encode()
				}
				if err != nil || text != want {
					t.Errorf("%s\ngot  %s, %v\nwant %s", what, text, err, want)
				}
			}
		}
	}
}

// TestListsLayers: a later layer wins, and templates go by their own operators.
func TestListsLayers(t *testing.T) {
	lists := func(s endpoint.ListStyle) endpoint.Options { return endpoint.Options{Lists: s} }
	const x = "https://api.service.example/x"
	for _, tt := range []struct {
		defaults, call layers
		route, want    string
	}{
		{nil, nil, "/x", x + "?a=1&a=2"},
		{layers{lists(endpoint.ListComma)}, nil, "/x", x + "?a=1,2"},
		{layers{lists(endpoint.ListComma)}, layers{endpoint.Options{}}, "/x", x + "?a=1,2"},
		{layers{lists(endpoint.ListComma)}, layers{lists(endpoint.ListBrackets)}, "/x", x + "?a%5B%5D=1&a%5B%5D=2"},
		{layers{lists(endpoint.ListComma), lists(endpoint.ListBrackets)}, layers{nil}, "/x", x + "?a%5B%5D=1&a%5B%5D=2"},
		{nil, layers{lists(endpoint.ListBrackets), lists(endpoint.ListRepeat)}, "/x", x + "?a=1&a=2"},
		{layers{lists(9)}, layers{lists(endpoint.ListComma)}, "/x", x + "?a=1,2"},
		{nil, layers{lists(endpoint.ListBrackets)}, "/x{?b}{&b*}", x + "?b=3,4&b=3&b=4&a%5B%5D=1&a%5B%5D=2"},
		{nil, layers{lists(endpoint.ListRepeat)}, "/x{/b}{;b*}", x + "/3,4;b=3;b=4?a=1&a=2"},
		{nil, layers{lists(endpoint.ListBrackets)}, "/x?a[]=0", x + "?a[]=0"},
	} {
		e := endpoint.New(tt.defaults...)
		got, err := e.Build("POST "+tt.route, append(layers{endpoint.Query{"a": []int{1, 2}}, params{"b": []int{3, 4}}}, tt.call...)...)
		if err != nil || got.URL != tt.want {
			t.Errorf("%v, %v, %s\ngot  %s, %v\nwant %s", tt.defaults, tt.call, tt.route, got.URL, err, tt.want)
		}
	}
	for _, route := range []string{"GET /x", "POST /x"} {
		_, err := endpoint.Endpoint{}.Build(route, lists(9))
		checkError(t, route, err, endpoint.ErrParam, "Lists", "ListComma")
	}
}

// TestFormData has Data under the content-type of a form.
func TestFormData(t *testing.T) {
	type text string
	values := url.Values{"a": {"1", "2"}}
	reader := strings.NewReader("a=1")
	for _, tt := range []struct {
		name string
		data any
		want any
		kind error
		key  string
	}{
		{"Params", params{"a": []int{1, 2}, "n": nil}, values, nil, ""},
		{"Query", endpoint.Query{"a": []int{1, 2}}, values, nil, ""},
		{"map", map[string]any{"a": "x y", "b": 1.5}, url.Values{"a": {"x y"}, "b": {"1.5"}}, nil, ""},
		{"map of strings", map[string]string{"a": ""}, url.Values{"a": {""}}, nil, ""},
		{"map of named keys", map[text][]int{"a": {1, 2}}, values, nil, ""},
		{"pointer to a map", &map[string]string{"a": "1"}, url.Values{"a": {"1"}}, nil, ""},
		{"nested map", map[string]any{"a": map[string]any{"b": []any{1, params{"c": 2}}}}, url.Values{"a[b][0]": {"1"}, "a[b][1][c]": {"2"}}, nil, ""},
		{"map of nothing", map[string]any{"a": nil}, url.Values{}, nil, ""},
		{"nil map", map[string]string(nil), url.Values{}, nil, ""},
		{"url.Values", values, values, nil, ""},
		{"string", "a=1", "a=1", nil, ""},
		{"bytes", []byte("a=1"), []byte("a=1"), nil, ""},
		{"Reader", reader, reader, nil, ""},
		{"struct", struct{ A int }{1}, nil, endpoint.ErrBody, "Data"},
		{"pointer to a struct", &struct{ A int }{1}, nil, endpoint.ErrBody, "Data"},
		{"list", []int{1}, nil, endpoint.ErrBody, "Data"},
		{"number", 1, nil, endpoint.ErrBody, "Data"},
		{"json.RawMessage", json.RawMessage("{}"), nil, endpoint.ErrBody, "Data"},
		{"json.Number", json.Number("1"), nil, endpoint.ErrBody, "Data"},
		{"map with other keys", map[int]string{1: "a"}, nil, endpoint.ErrBody, "Data"},
		{"element without text", map[string]any{"a": 1, "f": func() {}, "z": make(chan int)}, nil, endpoint.ErrParam, "f"},
		{"struct as an element", map[string]any{"s": struct{}{}}, nil, endpoint.ErrParam, "s"},
		{"empty key", map[string]any{"": 1}, nil, endpoint.ErrParam, ""},
	} {
		for _, contentType := range []string{formMIME, "Application/X-WWW-Form-Urlencoded; charset=utf-8"} {
			header := endpoint.Headers{"Content-Type": contentType}
			got, err := endpoint.Endpoint{}.Build("POST /x", header, endpoint.Options{Data: tt.data, Params: params{"left": 1}})
			if tt.kind != nil {
				checkError(t, tt.name, err, tt.kind, tt.key, "")
				// It is an error of the body, which comes after those of headers.
				_, err = endpoint.Endpoint{}.Build("POST /x", header, endpoint.Options{Data: tt.data}, endpoint.Headers{"x": "\n"})
				checkError(t, tt.name+" and a header", err, endpoint.ErrHeader, "x", "")
			} else if err != nil || !reflect.DeepEqual(got.Body, tt.want) || got.Headers["content-type"] != contentType {
				t.Errorf("%s: got %#v of %q, %v; want %#v", tt.name, got.Body, got.Headers["content-type"], err, tt.want)
			}
		}
	}
}

func TestBody(t *testing.T) {
	const jsonType, formType = jsonMIME, formMIME
	contentType := func(s string) endpoint.Headers { return endpoint.Headers{"Content-Type": s} }
	tests := []struct {
		route       string
		layers      layers
		body        any
		contentType string
		kind        error
		name        string
	}{
		{"POST /x", nil, nil, "", nil, ""},
		{"POST /x", layers{params{"a": 1, "b": nil}}, map[string]any{"a": 1, "b": nil}, jsonType, nil, ""},
		{"PUT /x/{a}", layers{params{"a": 1}}, nil, "", nil, ""},
		{"DELETE /x", layers{params{"": 1}}, map[string]any{"": 1}, jsonType, nil, ""},
		{"PATCH /x", layers{params{"a": 1}, contentType("text/json")}, map[string]any{"a": 1}, "text/json", nil, ""},
		{"PATCH /x", layers{params{"a": 1}, contentType("application/merge-patch+JSON; v=1")}, map[string]any{"a": 1}, "application/merge-patch+JSON; v=1", nil, ""},
		{"PATCH /x", layers{params{"a": 1}, contentType("")}, map[string]any{"a": 1}, "", nil, ""},
		{"POST /x", layers{params{"a": 1}, contentType("text/plain")}, nil, "", endpoint.ErrBody, "content-type"},
		{"POST /x", layers{params{"a": []int{1, 2}, "b": nil, "c": "d"}, contentType(formType + "; v=1")}, url.Values{"a": {"1", "2"}, "c": {"d"}}, formType + "; v=1", nil, ""},
		{"POST /x", layers{params{"": 1}, contentType(formType)}, nil, "", endpoint.ErrParam, ""},
		{"POST /x", layers{params{"a": 1}, contentType("+json")}, nil, "", endpoint.ErrBody, "content-type"},
		{"POST /x", layers{params{"a": 1}, endpoint.Options{Data: "text"}}, "text", "", nil, ""},
		{"POST /x", layers{endpoint.Options{Data: []byte("b")}}, []byte("b"), "", nil, ""},
		{"POST /x", layers{endpoint.Options{Data: url.Values{"a": {"1"}}}}, url.Values{"a": {"1"}}, formType, nil, ""},
		{"POST /x", layers{endpoint.Options{Data: []int{1}}}, []int{1}, jsonType, nil, ""},
		{"GET /x", layers{endpoint.Options{Data: 1}}, nil, "", endpoint.ErrBody, "Data"},
		{"HEAD /x", layers{endpoint.Options{Data: 1}}, nil, "", endpoint.ErrBody, "Data"},
		{"TRACE /x", layers{endpoint.Options{Data: 1}}, nil, "", endpoint.ErrBody, "Data"},
		{"CONNECT /x", layers{endpoint.Options{Data: 1}}, nil, "", endpoint.ErrBody, "Data"},
		{"CONNECT /x", layers{params{"a": 1}}, nil, "", endpoint.ErrParam, "a"},
		{"OPTIONS /x", layers{params{"a": 1}, endpoint.Options{Data: 1}}, nil, "", endpoint.ErrParam, "a"},
		{"PROPFIND /x", layers{params{"a": nil, "b": (*int)(nil), "c": []int(nil), "d": map[string]int(nil)}, endpoint.Options{Data: 1}}, 1, jsonType, nil, ""},
	}
	for _, tt := range tests {
		got, err := endpoint.Endpoint{}.Build(tt.route, tt.layers...)
		what := fmt.Sprint(tt.route, tt.layers)
		if tt.kind != nil {
			checkError(t, what, err, tt.kind, tt.name, "")
			continue
		}
		if err != nil || !reflect.DeepEqual(got.Body, tt.body) || got.Headers["content-type"] != tt.contentType {
			t.Errorf("%s\ngot  %#v of %q, %v\nwant %#v of %q", what, got.Body, got.Headers["content-type"], err, tt.body, tt.contentType)
		}
	}
}

func TestAccept(t *testing.T) {
	type media = endpoint.MediaType
	previews := media{Previews: []string{"p"}}
	accept := func(s string) endpoint.Headers { return endpoint.Headers{"Accept": s} }
	tests := []struct {
		defaults, call layers
		want           string
	}{
		{nil, nil, "application/vnd.service.v3+json"},
		{nil, layers{media{Format: "raw"}}, "application/vnd.service.v3.raw"},
		{layers{media{Format: "raw"}}, nil, "application/vnd.service.v3.raw"},
		{layers{media{Format: "raw"}}, layers{previews}, "application/vnd.service.p-preview.raw"},
		{layers{previews}, layers{accept("application/vnd.github+json")}, "application/vnd.github.p-preview+json"},
		{layers{previews}, layers{accept("")}, ""},
		{nil, layers{accept("application/vnd.x.n-preview-preview+json"), media{Previews: []string{"N-Preview"}}}, "application/vnd.x.n-preview+json"},
		{nil, layers{media{Previews: []string{"A", "b", "c", "d", "e", "f", "g", "h", "a", "B"}}}, strings.TrimSuffix(strings.Repeat("application/vnd.service.%-preview+json,", 8), ",")},
		{nil, layers{accept("application/vnd.x.P-Preview"), media{Previews: []string{"p", "Q", "q"}}}, "application/vnd.x.P-preview+json,application/vnd.x.Q-preview+json"},
		{layers{accept("")}, layers{previews}, ""},
		{layers{accept(""), previews}, nil, ""},
		{layers{accept(" application/vnd.github+json\t")}, layers{previews}, "application/vnd.github.p-preview+json"},
		{layers{accept("a/b ,c/d")}, layers{media{Format: "raw"}}, "a/b ,c/d"},
		{layers{accept("application/octet-stream")}, layers{previews}, "application/octet-stream"},
	}
	for _, tt := range tests {
		for _, name := range "Abcdefgh" {
			tt.want = strings.Replace(tt.want, "%", string(name), 1)
		}
		got, err := endpoint.New(tt.defaults...).Build("GET /x", tt.call...)
		if err != nil || got.Headers["accept"] != tt.want {
			t.Errorf("%v, %v: %q, %v; want %q", tt.defaults, tt.call, got.Headers["accept"], err, tt.want)
		}
	}
	bare := endpoint.Options{Method: "GET", URL: "http://h/", MediaType: media{Format: "raw", Previews: []string{"p"}}}
	if got, err := (endpoint.Endpoint{}).Parse(bare); err != nil || got.Headers["accept"] != "application/vnd.service.p-preview.raw" {
		t.Errorf("without an accept header: %v, %v", got, err)
	}
	bare.MediaType.Previews = nil
	if got, err := (endpoint.Endpoint{}).Parse(bare); err != nil || len(got.Headers) != 0 {
		t.Errorf("a format without an accept header: %v, %v", got, err)
	}
}

// TestParseAddsNothing: Parse reads what it is given and no default.
func TestParseAddsNothing(t *testing.T) {
	e := endpoint.New(endpoint.Headers{"x": "y"}, params{"a": 1})
	_, err := e.Parse(endpoint.Options{URL: "http://h/"})
	checkError(t, "no method", err, endpoint.ErrMethod, "", "missing")
	_, err = e.Parse(endpoint.Options{Method: "GET", URL: "/x"})
	checkError(t, "no base", err, endpoint.ErrBaseURL, "BaseURL", "set it")
	got, err := e.Parse(endpoint.Options{Method: "GET", URL: "http://h/"})
	if want := (endpoint.Request{Method: "get", URL: "http://h/", Headers: endpoint.Headers{}}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, %v; want %#v", got, err, want)
	}
}

// TestOrderOfChecks breaks two things at a time.
func TestOrderOfChecks(t *testing.T) {
	bad := func() {}
	type step struct {
		kind  error
		layer endpoint.Options
	}
	steps := []step{
		{endpoint.ErrMethod, endpoint.Options{Method: "a b"}},
		{endpoint.ErrRoute, endpoint.Options{URL: "/{"}},
		{endpoint.ErrBaseURL, base("h")},
		{endpoint.ErrMissingParam, endpoint.Options{Params: params{"a": nil}}},
		{endpoint.ErrParam, endpoint.Options{Params: params{"z": bad}, Query: endpoint.Query{"y": bad}}},
		{endpoint.ErrHeader, endpoint.Options{Headers: endpoint.Headers{"x": "\n"}}},
		{endpoint.ErrBody, endpoint.Options{Data: 1}},
	}
	good := endpoint.Options{Method: "GET", URL: "/{a}", Params: params{"a": 1}}
	for i, first := range steps {
		for _, second := range steps[i+1:] {
			for _, order := range []layers{{good, first.layer, second.layer}, {good, second.layer, first.layer}} {
				if _, err := (endpoint.Endpoint{}).Build("", order...); !errors.Is(err, first.kind) {
					t.Errorf("%v and %v: %v", first.kind, second.kind, err)
				}
			}
		}
	}
	for _, tt := range []urlTest{
		{"GET /", layers{endpoint.MediaType{Format: "a b"}, endpoint.Headers{"accept": "\n"}}, "", endpoint.ErrHeader, "MediaType.Format"},
		{"GET /", layers{endpoint.MediaType{Previews: []string{"a", "b c"}}, endpoint.Headers{"a": "\n"}}, "", endpoint.ErrHeader, "MediaType.Previews"},
		{"GET /", layers{endpoint.MediaType{Format: "a b", Previews: []string{"b c"}}}, "", endpoint.ErrHeader, "MediaType.Format"},
		{"GET /{a}/{b}", layers{params{"a": "", "b": bad}}, "", endpoint.ErrMissingParam, "a"},
		{"GET /{a}{/b}", layers{params{"a": "", "b": bad}}, "", endpoint.ErrMissingParam, "a"},
		{"GET /{a}{?b}", layers{params{"a": "", "b": bad}}, "", endpoint.ErrMissingParam, "a"},
		{"GET /{a}/{b}", layers{params{"a": ".."}}, "", endpoint.ErrMissingParam, "b"},
		{"GET /{a}", layers{params{"a": "..", "b": bad}}, "", endpoint.ErrUnsafePath, "a"},
		{"GET /", layers{params{"b": bad}, endpoint.Query{"a": bad}}, "", endpoint.ErrParam, "a"},
		{"POST /", layers{params{"a": bad}, endpoint.Headers{"content-type": formMIME, "b": "\n"}}, "", endpoint.ErrParam, "a"},
		{"POST /", layers{endpoint.Options{Lists: 9}, params{"a": bad}, endpoint.Query{"a": bad}}, "", endpoint.ErrParam, "Lists"},
		{"GET /{a}", layers{endpoint.Options{Lists: 9}, params{"a": ".."}}, "", endpoint.ErrUnsafePath, "a"},
		{"GET /", layers{endpoint.Headers{"b": "\n"}, endpoint.Headers{"A": "\n"}}, "", endpoint.ErrHeader, "a"},
		{"GET /", layers{endpoint.Headers{"b": "\n"}, endpoint.MediaType{Format: " "}}, "", endpoint.ErrHeader, "MediaType.Format"},
	} {
		_, err := endpoint.Endpoint{}.Build(tt.route, tt.layers...)
		checkError(t, fmt.Sprint(tt.route, tt.layers), err, tt.kind, tt.name, "")
	}
}

// TestServeMux fills the routes of an API with hostile values and sends what is
// built, as the wire has it, to an http.ServeMux. It must reach the handler of
// its own route with its own values, or be rejected. bench/routers does the same
// with more values and more routers.
func TestServeMux(t *testing.T) {
	const (
		owner = "/repos/{owner}/"
		repo  = "/repos/{owner}/{repo}"
		keys  = "/repos/{owner}/{repo}/keys"
		key   = "/repos/{owner}/{repo}/keys/{id}"
		file  = "/files/{path...}"
	)
	tests := []struct {
		template string
		params   endpoint.Params // V is the value
		route    string
		want     string // what the handler receives, joined by "|"
	}{
		{"/repos/{owner}/", endpoint.Params{"owner": "V"}, owner, "V"},
		{"/repos/{owner}/{repo}", endpoint.Params{"owner": "V", "repo": "V"}, repo, "V|V"},
		{"/repos/:owner/:repo", endpoint.Params{"owner": "o", "repo": "V"}, repo, "o|V"},
		{"/repos/{owner}/{repo}/keys", endpoint.Params{"owner": "o", "repo": "V"}, keys, "o|V"},
		{"/repos/{owner}/{repo:400}/keys", endpoint.Params{"owner": "o", "repo": "V"}, keys, "o|V"},
		{"/repos/{owner}/{repo}/keys/{id}", endpoint.Params{"owner": "o", "repo": "V", "id": "V"}, key, "o|V|V"},
		{"/repos{/owner,repo}", endpoint.Params{"owner": "o", "repo": "V"}, repo, "o|V"},
		{"/repos{/list*}/keys", endpoint.Params{"list": []string{"V", "r"}}, keys, "V|r"},
		{"/files{/list*}", endpoint.Params{"list": []string{"V", "b"}}, file, "V/b"},
		{"/repos/{owner}/{repo}{.x}", endpoint.Params{"owner": "o", "repo": "r", "x": "V"}, repo, "o|r.V"},
		{"/repos/{owner}/{repo}{;x}/keys", endpoint.Params{"owner": "o", "repo": "V", "x": "y"}, keys, "o|V;x=y"},
		{"/files/{+path}", endpoint.Params{"path": "V"}, file, "V"},
		{"/repos/{owner}/{+repo}/keys", endpoint.Params{"owner": "o", "repo": "V"}, keys, "o|V"},
	}
	atoms := []string{
		"", ".", "..", "...", ".. ", "..\x00", "..;", "..;/", ";", ";x", "/", "//", "/.", "./", "../x", `\`, `\\`, `..\x`, `a\b`,
		"//host", "/x/admin", "/keys", "keys", "r/keys", "r/", "r//keys", "a/../b", "http://h/x", "u@h:80", "?x", "#x", "a&b=c",
		"%", "%zz", "%2f", "%2e%2e", "%5c", "\x00", "\t", "a\r\nb: c", " ", "a ", "\xff", "．．", "／", "é", "{$}", "*", "octokit",
	}
	var values []string
	for _, v := range atoms {
		once := strings.ReplaceAll(strings.ReplaceAll(url.QueryEscape(v), "+", "%20"), ".", "%2E")
		values = append(values, v, once, strings.ReplaceAll(once, "%", "%25"))
	}

	mux := http.NewServeMux()
	for _, route := range []string{owner, repo, keys, key, file} {
		pattern := route
		if strings.HasSuffix(route, "/") {
			pattern += "{$}"
		}
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Route", route)
			for _, name := range []string{"owner", "repo", "id", "path"} {
				if strings.Contains(route, "{"+name) {
					w.Header().Add("Value", url.QueryEscape(r.PathValue(name)))
				}
			}
		})
	}
	send := func(req *http.Request) (route, values string) {
		var wire bytes.Buffer
		if err := req.Write(&wire); err != nil {
			t.Fatal(err)
		}
		read, err := http.ReadRequest(bufio.NewReader(&wire))
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, read)
		text, err := url.QueryUnescape(strings.Join(w.Header()["Value"], "|"))
		if err != nil {
			t.Fatal(err)
		}
		return w.Header().Get("Route"), text
	}

	triplet := regexp.MustCompile("%[0-9A-Fa-f]{2}")
	built, asIs, rejected := 0, 0, 0
	for _, tt := range tests {
		for _, v := range values {
			params := maps.Clone(tt.params)
			for name, p := range tt.params {
				if list, ok := p.([]string); ok {
					params[name] = []string{strings.Replace(list[0], "V", v, 1), list[1]}
				} else {
					params[name] = strings.Replace(p.(string), "V", v, 1)
				}
			}
			req, err := endpoint.New(endpoint.Options{BaseURL: "http://api.test"}).HTTPRequest(t.Context(), "GET "+tt.template, params)
			if errors.Is(err, endpoint.ErrMissingParam) || errors.Is(err, endpoint.ErrUnsafePath) {
				rejected++
				continue
			}
			if err != nil {
				t.Errorf("%s with %q: %v", tt.template, v, err)
				continue
			}
			built++
			want, plain := strings.ReplaceAll(tt.want, "V", v), v
			if strings.Contains(tt.template, "{+") { // it takes a path as it is
				plain = triplet.ReplaceAllStringFunc(v, func(t string) string { p, _ := url.PathUnescape(t); return p })
				want = strings.ReplaceAll(tt.want, "V", plain)
			}
			path := req.URL.EscapedPath()
			if strings.Contains(path, "//") || tt.route != file && strings.Count(path, "/") > strings.Count(tt.route, "/") {
				asIs++ // the mux cleans the path, or it has more segments than the route
				if strings.HasPrefix(plain, "/") || !strings.Contains(tt.template, "{+") {
					t.Errorf("%s with %q is %s", tt.template, v, req.URL)
				}
				continue
			}
			if route, got := send(req); route != tt.route || got != want {
				t.Errorf("%s with %q is %s\nreaches %q with %q, want %q with %q", tt.template, v, req.URL, route, got, tt.route, want)
			}
		}
	}
	if built < 1000 || rejected < 200 {
		t.Errorf("%d built, %d rejected, too few to tell", built, rejected)
	}
	t.Logf("%d built, %d of them a path of {+x} that is no segment of the route; %d rejected", built, asIs, rejected)
}

// fuzzLayers makes layers of the parts of a fuzz input.
func fuzzLayers(base, a, b, header, value string, mode uint8) layers {
	nested := map[string]any{a: []any{b, map[string]any{"k": a}}}
	values := []any{a, b, nil, []string{a, b}, nested, endpoint.Unset, len(b), []byte(a)}
	all := layers{
		endpoint.Options{BaseURL: base, Lists: endpoint.ListStyle(mode>>2) % 5},
		params{"a": values[mode%8], "b": b, "c_url": a, a: values[(mode>>3)%8]},
		endpoint.Query{"q": values[(mode>>4)%8], b: 1},
		endpoint.Headers{header: value},
		endpoint.MediaType{Format: value, Previews: []string{a, "p-preview"}},
		params{"b": values[(mode>>5)%8]},
	}
	if mode&1 != 0 {
		all = append(all[:4], all[5])
	}
	return all
}

// fuzzBases are base addresses for FuzzBuild, with what their placeholders need.
var fuzzBases = [...]string{
	"https://u:p@h.test:8080/v1",
	"http://h.test",
	"https://{a}.h.test/",
	"http://[::1]:9/x/{b}//",
}

// FuzzBuild looks for values that send a request elsewhere, that make a dot
// segment, or that make a URL which net/url or a server reads in another way.
func FuzzBuild(f *testing.F) {
	for i, v := range []string{"x", "..", "a/../b", "%2e%2e", "a?b#c", "https://evil.test/", "@evil.test", "\\..\\", "", "ö\xff", "h:80", "//e"} {
		f.Add("/repos/{a}/{+b}{/a*}{?b}", v, v, uint8(i))
		f.Add("{+b}{a}", v, v, uint8(i))
		f.Add("https://o.test{/a}{b}", v, v, uint8(i))
		f.Add("https://u@{a}.o.test:{b}{/a}..{;list*}", v, "80", uint8(i))
		f.Add("/./{a}/.{b}/..{+list}", v, v, uint8(i))
		f.Add(v, v, v, uint8(i))
	}
	for i, route := range bothWaysRoutes {
		_, template, _ := strings.Cut(route, " ")
		f.Add(template, "x-1", "80", uint8(i))
		f.Add(template, "http://o.test/p?q#f", "a b", uint8(i+1))
	}
	f.Add("http://u:é@h{/a}:", "\xe5", "?", uint8(0))     // a user beyond ASCII, a literal after an empty {/a}
	f.Add("{+b}{a}", "/..", "http://o.test/a;", uint8(1)) // a segment that begins in the leading address
	f.Add("{+b}", "", "http://[::1]:0/%zz", uint8(2))     // a leading address that net/url rejects
	f.Fuzz(func(t *testing.T, template, a, b string, mode uint8) {
		base := fuzzBases[int(mode)%len(fuzzBases)]
		e := endpoint.New(endpoint.Options{BaseURL: base, URL: template, Lists: endpoint.ListStyle(mode>>2) % 4})
		values := params{"a": a, "b": b, "list": []string{a, b}, "map": map[string]any{"k": []any{a, params{"b": b}}}}
		got, err := e.Build("", values)
		sent, sentErr := e.HTTPRequest(t.Context(), "", values)
		if (err == nil) != (sentErr == nil) {
			t.Fatalf("Build: %v, HTTPRequest: %v", err, sentErr)
		}
		if err != nil {
			return
		}
		checkOrigin(t, got.URL, base, template, a, b)
		// Of the dot segments, those that are there without the values are literal.
		if harmless, err := e.Build("", params{"a": "x", "b": "80", "list": []string{"x", "80"}, "map": params{"k": "x"}}); err == nil && dotSegments(t, got.URL) > dotSegments(t, harmless.URL) {
			t.Fatalf("%q with %q, %q gives %s", template, a, b, got.URL)
		}
		for i := range len(got.URL) {
			if c := got.URL[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
				t.Fatalf("%q is in %s", c, got.URL)
			}
		}
		checkServerReads(t, got.URL, sent)
	})
}

// checkOrigin compares scheme, user and host with those of the text that the
// address has to come from: the leading value, the template or the base.
func checkOrigin(t *testing.T, address, base, template, a, b string) {
	t.Helper()
	isAbsolute := func(s string) bool {
		s = strings.ToLower(s)
		return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
	}
	source, fill := base, strings.NewReplacer("{a}", a, "{b}", b)
	switch {
	case isAbsolute(template):
		source = template
	case strings.HasPrefix(template, "{+a}") && isAbsolute(a):
		source, fill = a, strings.NewReplacer()
	case strings.HasPrefix(template, "{+b}") && isAbsolute(b):
		source, fill = b, strings.NewReplacer()
	}
	start := strings.Index(source, "//") + len("//")
	end := len(source)
	for _, stop := range []string{"/", "?", "#", "{/", "{?", "{#"} {
		if i := strings.Index(source[start:], stop); i >= 0 {
			end = min(end, start+i)
		}
	}
	var encoded strings.Builder // net/url takes no userinfo beyond ASCII
	for _, c := range []byte(fill.Replace(source[:end])) {
		if c < 0x80 {
			encoded.WriteByte(c)
		} else {
			fmt.Fprintf(&encoded, "%%%02X", c)
		}
	}
	want, err := url.Parse(encoded.String())
	if err != nil {
		t.Fatal(err)
	}
	got, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	if got.Scheme != want.Scheme || got.Host != want.Host || got.User.String() != want.User.String() {
		t.Fatalf("%q on %q with %q, %q goes to %s", template, base, a, b, address)
	}
}

// dotSegments counts the pieces of a path that a server could take for "." or
// "..".
func dotSegments(t *testing.T, address string) (n int) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	for piece := range strings.FieldsFuncSeq(u.Path, func(r rune) bool { return r == '/' || r == '\\' }) {
		if piece, _, _ = strings.Cut(piece, ";"); piece == "." || piece == ".." {
			n++
		}
	}
	return n
}

// checkServerReads compares with http.NewRequest, and with what a server's
// parser makes of the request on the wire.
func checkServerReads(t *testing.T, address string, sent *http.Request) {
	t.Helper()
	byHand, err := http.NewRequest(sent.Method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(sent.URL, byHand.URL) || sent.Host != byHand.Host {
		t.Fatalf("%s is sent to %#v, want %#v", address, sent.URL, byHand.URL)
	}
	var wire bytes.Buffer
	if err := sent.Write(&wire); err != nil {
		t.Fatal(err)
	}
	read, err := http.ReadRequest(bufio.NewReader(&wire))
	if err != nil || read.RequestURI != sent.URL.RequestURI() {
		t.Fatalf("%s: a server reads %v, %v", address, read, err)
	}
}

// FuzzBuildIsParseOfMerge compares the two ways to a Request, and merging twice
// with merging once.
func FuzzBuildIsParseOfMerge(f *testing.F) {
	f.Add("GET /x/{a}{?b}", "https://h.test/{a}", "v", "w", "X-Y", "z", uint8(0))
	f.Add("post {c_url}/:b", "http://h", "https://o.test", "b", "content-type", "application/x-www-form-urlencoded", uint8(9))
	f.Add("PUT", "", "", "..", "", "", uint8(77))
	for i, route := range bothWaysRoutes {
		f.Add(route, fuzzBases[i%len(fuzzBases)], "a", "80", "content-type", formMIME, uint8(i*7))
		f.Add(route, "https://h.test", "q", "http://o.test/p", "Accept", "application/vnd.x.p-preview+json", uint8(i*11))
	}
	f.Add("GET /{", "https://u:p?@h", "token", "v", "x", "\n", uint8(3)) // errors that hide what they quote
	f.Add("GET /x?a=b{c", "http:///", "", "", "x y", "", uint8(0))
	f.Fuzz(func(t *testing.T, route, base, a, b, header, value string, mode uint8) {
		e := endpoint.New(params{"b": "default", "d": 1}, endpoint.Query{"q": 0}, endpoint.Headers{"X-Y": "1"}, endpoint.MediaType{Previews: []string{"n"}})
		all := fuzzLayers(base, a, b, header, value, mode)
		merged := e.Merge(route, all...)
		if again := e.Merge("", merged); !reflect.DeepEqual(again, merged) {
			t.Fatalf("merged %#v\nagain  %#v", merged, again)
		}
		built, err := e.Build(route, all...)
		parsed, parseErr := e.Parse(merged)
		if !reflect.DeepEqual(built, parsed) || fmt.Sprint(err) != fmt.Sprint(parseErr) {
			t.Fatalf("Build        %#v, %v\nParse(Merge) %#v, %v", built, err, parsed, parseErr)
		}
	})
}

// FuzzHeaders checks that a header is accepted exactly when it may be sent, and
// is then read by a server as it was given.
func FuzzHeaders(f *testing.F) {
	f.Add("X-Name", "value")
	f.Add("x y", "a\r\nb: c")
	f.Add("x\u212a", " \t ")
	f.Fuzz(func(t *testing.T, name, value string) {
		req, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), "GET /x", endpoint.Headers{name: value})
		trimmed := strings.Trim(value, " \t")
		want := name != "" && strings.Trim(name, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" &&
			!strings.ContainsFunc(trimmed, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
		switch strings.ToLower(name) {
		case "host", "content-length", "transfer-encoding", "trailer":
			return // net/http writes these itself
		}
		if (err == nil) != want {
			t.Fatalf("%q: %q: error %v, want one: %v", name, value, err, !want)
		}
		if err != nil {
			return
		}
		var wire bytes.Buffer
		if err := req.Write(&wire); err != nil {
			t.Fatal(err)
		}
		read, err := http.ReadRequest(bufio.NewReader(&wire))
		if err != nil {
			t.Fatal(err)
		}
		if got := read.Header.Get(name); got != trimmed && !(trimmed == "" && strings.EqualFold(name, "user-agent")) {
			t.Fatalf("%q: %q is read as %q", name, value, got)
		}
	})
}

func TestNames(t *testing.T) {
	all := params{"base": "a", "head": "b", "x": 1, "enterprise-team": "t"}
	query := "?base=a&enterprise-team=t&head=b"
	runURLTests(t, []urlTest{
		{"POST /compare/:base...:head", layers{all}, "https://h.test/v1/compare/a...b", nil, ""},
		{"POST /{x}:cancel", layers{all}, "https://h.test/v1/1:cancel", nil, ""},
		{"POST /docs:x", layers{all}, "https://h.test/v1/docs:x", nil, ""},
		{"POST /docs/%3Ax", layers{all}, "https://h.test/v1/docs/%3Ax", nil, ""},
		{"POST /a?t=:x", layers{all}, "https://h.test/v1/a?t=:x", nil, ""},
		{"GET http://o.test:8080/:x", layers{all}, "http://o.test:8080/1" + query, nil, ""},
		{"GET http://o.test:x/", layers{all}, "", endpoint.ErrRoute, ""},
		{"POST /{enterprise-team}{?enterprise-team}", layers{all}, "https://h.test/v1/t?enterprise-team=t", nil, ""},
	})
}

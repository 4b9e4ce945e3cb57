// Tests of the rules of parsing, a table for each, and the fuzz targets of
// Build.

package endpoint_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"example.com/endpoint"
)

type (
	params = endpoint.Params
	layers = []endpoint.Layer
)

func base(s string) endpoint.Options { return endpoint.Options{BaseURL: s} }

// contentType is a layer that sets the content-type.
func contentType(s string) endpoint.Headers { return endpoint.Headers{"Content-Type": s} }

// A urlTest builds a route and wants a URL, or an error of a kind and name with a
// piece of its text.
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
			checkError(t, fmt.Sprint(tt.route, tt.layers), err, tt.kind, tt.name, tt.want)
			continue
		}
		if err != nil || got.URL != tt.want {
			t.Errorf("%s %v\ngot  %s, %v\nwant %s", tt.route, tt.layers, got.URL, err, tt.want)
		}
	}
}

// TestSlips has routes that would be sent somewhere else than they say, and those
// that only look like them.
func TestSlips(t *testing.T) {
	const v1 = "https://h.test/v1/"
	const space, scheme = "put a space between", "begin with http:// or https://"
	route := endpoint.ErrRoute
	runURLTests(t, []urlTest{
		{"POST/users", nil, space, route, ""},
		{"GET POST/users", nil, space, route, ""},
		{"TRACE//h", nil, space, route, ""},
		{"HEAD/users", nil, space, route, ""},
		{"htps://h/x", nil, scheme, route, ""},
		{"GET a+b-c.d2://h", nil, scheme, route, ""},
		{"GET https:/h", nil, "write https://", route, ""},
		{"GET HTTP:h/x", nil, "write http://", route, ""},

		{"post/users", nil, v1 + "post/users", nil, ""},
		{"GETS/users", nil, v1 + "GETS/users", nil, ""},
		{"GET /POST/users", nil, v1 + "POST/users", nil, ""},
		{"GET urn:x", layers{params{"x": 1}}, v1 + "urn:x?x=1", nil, ""},
		{"GET items:search", nil, v1 + "items:search", nil, ""},
		{"GET //h", nil, v1 + "/h", nil, ""},
		{"GET a_b://h", nil, v1 + "a_b://h", nil, ""},
	})
}

func TestNames(t *testing.T) {
	all := params{"base": "a", "head": "b", "x": 1, "enterprise-team": "t"}
	runURLTests(t, []urlTest{
		{"POST /compare/:base...:head", layers{all}, "https://h.test/v1/compare/a...b", nil, ""},
		{"POST /{x}:cancel", layers{all}, "https://h.test/v1/1:cancel", nil, ""},
		{"POST /docs:x", layers{all}, "https://h.test/v1/docs:x", nil, ""},
		{"POST /docs_:x", layers{all}, "https://h.test/v1/docs_:x", nil, ""},
		{"POST /docs/%3Ax", layers{all}, "https://h.test/v1/docs/%3Ax", nil, ""},
		{"POST /a?t=:x", layers{all}, "https://h.test/v1/a?t=:x", nil, ""},
		{"POST http://o.test:8080/:x", layers{all}, "http://o.test:8080/1", nil, ""},
		{"POST http://o.test:x/", layers{all}, "port", endpoint.ErrRoute, ""},
		{"POST /{enterprise-team}{?enterprise-team}", layers{all}, "https://h.test/v1/t?enterprise-team=t", nil, ""},
	})
}

func TestMissing(t *testing.T) {
	const empty = "its value is nil or empty, but the path needs one"
	missing := endpoint.ErrMissingParam
	runURLTests(t, []urlTest{
		{"DELETE /repos/{owner}/{repo}", layers{params{"owner": "o"}}, "", missing, "repo"},
		{"DELETE /repos/:owner/:repo", layers{params{"owner": "o"}}, "", missing, "repo"},
		{"DELETE /repos/{+owner}/{repo}", layers{params{"repo": "r"}}, "", missing, "owner"},
		{"GET /x/{a}", layers{params{"a": 1}, params{"a": endpoint.Unset}}, "", missing, "a"},
		{"GET /x?q={a}", nil, "", missing, "a"},
		{"GET /x#{a}", nil, "", missing, "a"},

		// In the path an empty value is missing, even next to other text.
		{"GET /x/{a}", layers{params{"a": ""}}, empty, missing, "a"},
		{"GET /x/{a}", layers{params{"a": (*string)(nil)}}, empty, missing, "a"},
		{"GET /x/{a}", layers{params{"a": []any{nil}}}, empty, missing, "a"},
		{"DELETE /Messages/{id}.json", layers{params{"id": ""}}, empty, missing, "id"},
		{"POST /v1/{name}:cancel", layers{params{"name": nil}}, empty, missing, "name"},
		{"GET /compare/:base...:head", layers{params{"base": "a", "head": []string{}}}, empty, missing, "head"},
		{"GET /x/{a}{b}", layers{params{"a": "", "b": "c"}}, empty, missing, "a"},
		{"GET /x{+a}", layers{params{"a": ""}}, empty, missing, "a"},
		{"GET {+a}", layers{params{"a": nil}}, empty, missing, "a"},
		{"GET /x/{a,b}", layers{params{"a": "c", "b": ""}}, empty, missing, "b"},
		{"GET /x{/a}", layers{params{"a": ""}}, "segment would be empty", missing, "a"},
		{"GET /x{/a*}", layers{params{"a": []string{"b", "", "c"}}}, "segment would be empty", missing, "a"},

		{"GET /x?q={a}&r={+b}#{c}", layers{params{"a": nil, "b": "", "c": []int{}}}, "https://h.test/v1/x?q=&r=#", nil, ""},
		{"GET /x{/a}{.b}{;c}{?d}{&e}{#f}", nil, "https://h.test/v1/x", nil, ""},
		{"GET /x{/a}{.b}{;c}{?d}", layers{params{"a": nil, "b": nil, "c": nil, "d": []int{}}}, "https://h.test/v1/x", nil, ""},
		{"GET /x{.b}", layers{params{"b": ""}}, "https://h.test/v1/x.", nil, ""},
		{"GET //x///y/", nil, "https://h.test/v1//x///y/", nil, ""},
	})
}

// TestAddress has a row of each rule of how scheme, user and host come about;
// internal/address has more.
func TestAddress(t *testing.T) {
	type path = endpoint.Path
	const inPath = "BaseURL needs a value that is not empty: pass it in Path"
	tenant := base("https://{t}.api.test/v{v}")
	runURLTests(t, []urlTest{
		// Base and path are joined by one slash.
		{"GET x", nil, "https://h.test/v1/x", nil, ""},
		{"GET ?x=1", nil, "https://h.test/v1/?x=1", nil, ""},
		{"GET {?x}", nil, "https://h.test/v1/", nil, ""},
		{"GET .evil.test", layers{base("https://h.test")}, "https://h.test/.evil.test", nil, ""},
		{"GET :8080", layers{base("https://h.test")}, "https://h.test/:8080", nil, ""},
		{"GET {+x}", layers{base("https://h.test"), params{"x": "@evil.test"}}, "https://h.test/@evil.test", nil, ""},
		{"GET /x", layers{base("http://u:p@h:8080///")}, "http://u:p@h:8080/x", nil, ""},

		// Bases that are not valid.
		{"GET /x", layers{base("h.test")}, "begin with http", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https:///p")}, "host", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://h?q")}, "pass parameters in Query", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://h/#f")}, "fragment", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://h/{+x}")}, "write {name}", endpoint.ErrBaseURL, "BaseURL"},
		{"GET /x", layers{base("https://{u}@h/"), path{"u": 1}}, "userinfo", endpoint.ErrBaseURL, "BaseURL"},

		// Placeholders of a base are filled from Path alone.
		{"GET /x", layers{tenant, path{"t": "eu-1.a_b", "v": 2}}, "https://eu-1.a_b.api.test/v2/x", nil, ""},
		{"GET /x", layers{tenant, path{"t": "acme", "v": 2}, params{"t": "evil"}}, "https://acme.api.test/v2/x?t=evil", nil, ""},
		{"GET /{t}", layers{tenant, path{"v": 2}, params{"t": "evil"}}, inPath, endpoint.ErrMissingParam, "t"},
		{"GET /{t}", layers{tenant, path{"t": "acme", "v": 2}}, "https://acme.api.test/v2/acme", nil, ""},
		{"GET /x", layers{tenant, path{"t": "acme", "v": nil}}, inPath, endpoint.ErrMissingParam, "v"},
		{"GET /x", layers{tenant, path{"t": "", "v": 2}}, inPath, endpoint.ErrMissingParam, "t"},
		{"GET /x", layers{tenant, path{"t": "evil.test/", "v": 2}}, "letters, digits", endpoint.ErrParam, "t"},
		{"GET /x", layers{tenant, path{"t": "a.", "v": 2}}, "inner dots", endpoint.ErrParam, "t"},
		{"GET /x", layers{tenant, path{"t": "a", "v": "a b"}}, "letters, digits", endpoint.ErrParam, "v"},
		{"GET /x", layers{tenant, path{"t": []string{"a"}, "v": 2}}, "letters, digits", endpoint.ErrParam, "t"},
		{"GET /x", layers{base("https://h:{p}"), path{"p": 80}}, "https://h:80/x", nil, ""},
		{"GET /x", layers{base("https://h:{p}"), path{"p": "8a"}}, "only digits", endpoint.ErrParam, "p"},
		{"GET /x", layers{base("https://h/:v"), params{"v": 2}}, "https://h/:v/x?v=2", nil, ""},

		// Absolute templates leave the base unused, but its names are known.
		{"GET HTTPS://O.test/x", layers{base("nonsense{t}"), path{"t": 1}, params{"s": 2}}, "HTTPS://O.test/x?s=2", nil, ""},
		{"POST https://o.test/x", layers{tenant, params{"t": "evil"}}, "https://o.test/x", nil, ""},
		{"GET https://o.test{/x}b", nil, "https://o.test/b", nil, ""},
		{"GET https://o.test{?x}", layers{params{"x": 1}}, "https://o.test?x=1", nil, ""},
		{"GET https://{h}/x", layers{path{"h": "o.test"}}, "write the address in BaseURL", endpoint.ErrRoute, ""},
		{"GET https://o.test{.x}", layers{params{"x": "evil"}}, "write the address in BaseURL", endpoint.ErrRoute, ""},
		{"GET https://u:{p}@o.test/", layers{params{"p": 1}}, "write the address in BaseURL", endpoint.ErrRoute, ""},

		// A leading value that is absolute.
		{"GET {+next}", layers{params{"next": "https://u:p@o.test/a?p=2#f", "q": 1}}, "https://u:p@o.test/a?p=2&q=1#f", nil, ""},
		{"GET {+next}", layers{path{"next": "https://o.test/%2F"}}, "https://o.test/%2F", nil, ""},
		{"POST {upload_url}/a{?name}", layers{params{"upload_url": "https://o.test/u", "name": "n"}}, "https://o.test/u/a?name=n", nil, ""},
		{"POST :upload_url/a", layers{params{"upload_url": "https://o.test"}}, "https://o.test/a", nil, ""},
		{"POST {urls}/a", layers{params{"urls": "https://o.test"}}, "write {+urls} to use it as the address, or /{urls} for a path segment", endpoint.ErrParam, "urls"},
		{"GET {url}", layers{params{"url": "/a/b"}}, "https://h.test/v1/%2Fa%2Fb", nil, ""},
		{"GET {myUrl}", layers{params{"myUrl": "https://o.test"}}, "write {+myUrl}", endpoint.ErrParam, "myUrl"},
		{"GET /{myUrl}", layers{params{"myUrl": "https://o.test"}}, "https://h.test/v1/https%3A%2F%2Fo.test", nil, ""},
		{"GET {+u*}", layers{params{"u": "https://o.test"}}, "https://h.test/v1/https://o.test", nil, ""},
		{"GET {+u:9}", layers{params{"u": "https://o.test"}}, "https://h.test/v1/https://o", nil, ""},
		{"GET {+a,b}", layers{params{"a": "https://o.test", "b": "b"}}, "https://h.test/v1/https://o.test,b", nil, ""},
		{"GET {+x}", layers{params{"x": "https://:80"}}, "the host is missing", endpoint.ErrParam, "x"},
		{"GET {+x}{y}", layers{params{"x": "https://o.test", "y": ".evil.test"}}, "https://o.test/.evil.test", nil, ""},
		{"GET {+x}", layers{params{"x": "https://ö.test/ö%2F"}}, "https://%C3%B6.test/%C3%B6%2F", nil, ""},
		{"GET {+x}", layers{params{"x": "https://o.test/{a}"}}, "the URL has braces", endpoint.ErrParam, "x"},
		{"GET {+x}", layers{params{"x": "https:///a"}}, "the host is missing", endpoint.ErrParam, "x"},
		{"GET {+x}/b", layers{params{"x": "https://o.test/?q"}}, "make the variable the whole template", endpoint.ErrUnsafePath, "x"},
		{"GET {+x}", layers{params{"x": "/items?page=2"}}, "make a relative URL absolute", endpoint.ErrUnsafePath, "x"},
		{"GET {+x}", layers{params{"x": "https://o.test/a/../b"}}, "segment", endpoint.ErrUnsafePath, "x"},
	})
}

// TestUnsafePaths has a row of each way in which a value could change the path;
// internal/address has more.
func TestUnsafePaths(t *testing.T) {
	unsafe, missing := endpoint.ErrUnsafePath, endpoint.ErrMissingParam
	runURLTests(t, []urlTest{
		{"GET /a/{x}", layers{params{"x": "."}}, "", unsafe, "x"},
		{"GET /a/{x}{y}", layers{params{"x": ".", "y": "."}}, "", unsafe, "y"},
		{"GET /a/.{x}", layers{params{"x": "."}}, "", unsafe, "x"},
		{"GET /a/{x}", layers{params{"x": "b/../c"}}, "", unsafe, "x"},
		{"GET /a/{x}", layers{params{"x": `b\..\c`}}, "", unsafe, "x"},
		{"GET /a/{x}", layers{params{"x": "..;v=1"}}, "", unsafe, "x"},
		{"GET /a/{+x}", layers{params{"x": "b/%2e./c"}}, "", unsafe, "x"},
		{"GET /a{/x*}", layers{params{"x": []string{"b", "..", "c"}}}, "", unsafe, "x"},
		{"GET /{x}{/q}", layers{params{"x": "..", "q": nil}}, "", unsafe, "x"},
		{"GET /{x}{+y}/z", layers{params{"x": "ok", "y": "/.."}}, "", unsafe, "y"},
		{"GET /a/{+x}", layers{params{"x": "b?c"}}, "{/x*}", unsafe, "x"},
		{"GET /search?q={+q}&org=acme", layers{params{"q": "x#"}}, "write {q}", unsafe, "q"},

		// What servers read as an empty segment.
		{"DELETE /repos/o/{repo}", layers{params{"repo": "/"}}, "remove", missing, "repo"},
		{"DELETE /repos{/path*}", layers{params{"path": []string{"o", "/", "keys"}}}, "remove", missing, "path"},
		{"DELETE /repos/o/{+repo}", layers{params{"repo": "%2F%5c/"}}, "remove", missing, "repo"},
		{"DELETE /repos/o/{repo}", layers{params{"repo": `\`}}, "remove", missing, "repo"},
		{"DELETE /repos/o/{repo}/keys", layers{params{"repo": ";x/;y"}}, "remove", missing, "repo"},
		{"GET /files/{+p}", layers{params{"p": "/x/admin"}}, "begins with an empty path segment", missing, "p"},
		{"GET {+p}", layers{params{"p": "//host/x"}}, "begins with an empty path segment", missing, "p"},

		{"GET /a/../b/.", nil, "https://h.test/v1/a/../b/.", nil, ""},
		{"GET /{x}", layers{params{"x": "..."}}, "https://h.test/v1/...", nil, ""},
		{"GET /{x}", layers{params{"x": ".github"}}, "https://h.test/v1/.github", nil, ""},
		{"GET /{x}", layers{params{"x": "a..b/"}}, "https://h.test/v1/a..b%2F", nil, ""},
		{"GET /{x}", layers{params{"x": "%2e%2e"}}, "https://h.test/v1/%252e%252e", nil, ""},
		{"GET /{+p}/c", layers{params{"p": "a//heads/"}}, "https://h.test/v1/a//heads//c", nil, ""},
		{"GET /v1{+p}", layers{params{"p": "/a"}}, "https://h.test/v1/v1/a", nil, ""},
		{"GET /a?b={x}&c={+y}{#z}", layers{params{"x": "..", "y": "/../?", "z": "../?#"}}, "https://h.test/v1/a?b=..&c=/../?#../?#", nil, ""},
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
		{"GET " + strings.Repeat("/:a", n), layers{params{"a": "b"}}, "https://h.test/v1" + strings.Repeat("/b", n), nil, ""},
	})
}

func TestQuery(t *testing.T) {
	type query = endpoint.Query
	const x = "https://h.test/v1/x"
	const inURL = "the query of the URL has it already"
	runURLTests(t, []urlTest{
		{"GET /x", layers{params{"b": 1, "a": "x y"}, query{"c": true}}, x + "?a=x%20y&b=1&c=true", nil, ""},
		{"HEAD /x", layers{params{"a": "+&="}}, x + "?a=%2B%26%3D", nil, ""},
		{"POST /x", layers{params{"a": 1}, query{"a": 2}}, x + "?a=2", nil, ""},
		{"POST /x{?a}", layers{params{"a": 1, "b": 2}}, x + "?a=1", nil, ""},
		{"GET /x{?b}#f", layers{params{"a": 1, "b": 2}}, x + "?b=2&a=1#f", nil, ""},
		{"GET /x?", layers{params{"a": 1}}, x + "?a=1", nil, ""},
		{"GET /x?b&", layers{params{"a": 1}}, x + "?b&a=1", nil, ""},
		{"GET /x", layers{params{"k ö[]": "v"}}, x + "?k%20%C3%B6%5B%5D=v", nil, ""},
		{"GET /x", layers{params{"": "v"}}, "its name is empty", endpoint.ErrParam, ""},
		{"GET /x", layers{params{"a": nil, "b": []int{}, "c": (*int)(nil), "d": []any{nil}, "e": []byte(nil)}}, x, nil, ""},
		{"GET /x", layers{params{"a": []byte{}}}, x + "?a=", nil, ""},
		{"GET /x{?a*}", layers{params{"a": []int{1, 2}}}, x + "?a=1&a=2", nil, ""},

		// A key that the URL has literally may not be passed; nil is not sent.
		{"GET /x?per_page=10", layers{params{"per_page": 20}}, inURL, endpoint.ErrParam, "per_page"},
		{"GET /x?per_page=10", layers{query{"per_page": 20}}, inURL, endpoint.ErrParam, "per_page"},
		{"POST /x?%62", layers{query{"b": 1}}, inURL, endpoint.ErrParam, "b"},
		{"GET /x{?a}&c+d=0", layers{params{"c d": 1}}, inURL, endpoint.ErrParam, "c d"},
		{"GET /x?a[]=0", layers{params{"a[]": 1}}, inURL, endpoint.ErrParam, "a[]"},
		{"GET /x?a=0&b=1", layers{params{"a": nil}, query{"b": (*int)(nil)}}, x + "?a=0&b=1", nil, ""},
		{"POST /x?a=0", layers{params{"a": 1}}, x + "?a=0", nil, ""},

		// Of what an expression or a leading URL wrote, the URL wins.
		{"GET {+next}", layers{params{"next": x + "?a[b]=0", "a": params{"b": 1, "c": 2}}}, x + "?a[b]=0&a%5Bc%5D=2", nil, ""},
		{"GET {+next}", layers{params{"next": x + "?page=2", "page": 1, "q": 3}}, x + "?page=2&q=3", nil, ""},
	})
	// A name in brackets is written once, whatever the layers.
	const both, written = `"page" and "page[size]" write the same name`, "the query of the URL has one of its names"
	nested := query{"page": params{"size": 5}}
	runURLTests(t, []urlTest{
		{"GET /x", layers{nested, query{"page[size]": 100}}, both, endpoint.ErrParam, "page[size]"},
		{"GET /x", layers{params{"page[size]": 100}, nested}, both, endpoint.ErrParam, "page[size]"},
		{"POST /x", layers{endpoint.Options{Query: query{"role": []int{1}, "role[]": 2}, Lists: endpoint.ListBrackets}}, `"role" and "role[]" write the same name`, endpoint.ErrParam, "role[]"},
		{"GET /x", layers{query{"role": []int{1}, "role[]": 2}}, x + "?role=1&role%5B%5D=2", nil, ""},
		{"GET /x", layers{nested, query{"page[size]": nil}}, x + "?page%5Bsize%5D=5", nil, ""},
		{"POST /x", layers{nested, params{"page[size]": 100}}, x + "?page%5Bsize%5D=5", nil, ""},
		{"GET /x?page[size]=10", layers{nested}, written, endpoint.ErrParam, "page"},
		{"POST /x?page[size]={s}", layers{nested, params{"s": 1}}, written, endpoint.ErrParam, "page"},
		{"GET /x?page[number]=1", layers{nested}, x + "?page[number]=1&page%5Bsize%5D=5", nil, ""},
	})
	_, err := endpoint.New(nested).Build("GET /x", query{"page[size]": 1})
	checkError(t, "a default map", err, endpoint.ErrParam, "page[size]", both)
	_, err = endpoint.New(nested, params{"page[size]": 1}).Build("GET /x")
	checkError(t, "two defaults", err, endpoint.ErrParam, "page[size]", both)
	for _, o := range []endpoint.Options{{Params: params{"page": params{"size": 5}, "page[size]": 1}}, {Data: params{"page": params{"size": 5}, "page[size]": 1}}} {
		_, err := endpoint.New(endpoint.Headers{"content-type": formMIME}).Build("POST /x", o)
		checkError(t, "a form", err, endpoint.ErrParam, "page[size]", both)
	}

	e := endpoint.New(params{"per_page": 100}, query{"q": 1}, base("https://h.test/v1"))
	if got, err := e.Build("GET /x?per_page=10&q=0"); err != nil || got.URL != x+"?per_page=10&q=0" {
		t.Errorf("defaults that the URL has: %s, %v", got.URL, err)
	}
}

// listTests has every kind of value by Lists: as Query, as Params of a GET and of
// a POST form. The columns are the zero style, comma, repeat and brackets. Where
// one is given, all are the same, and a missing one is that of query; "" is
// nothing, and "!" is ErrParam.
var listTests = []struct {
	name   string
	key    string
	value  any
	query  []string
	params []string
	form   []string
}{
	{"string", "a", "1 2", []string{"a=1%202"}, nil, []string{"a=1+2"}},
	{
		"list", "a",
		[]any{1, nil, "b"},
		[]string{"a=1&a=b", "a=1,b", "a=1&a=b", "a%5B%5D=1&a%5B%5D=b"},
		[]string{"a=1%2Cb", "a=1,b", "a=1&a=b", "a%5B%5D=1&a%5B%5D=b"},
		[]string{"a=1&a=b", "a=1%2Cb", "a=1&a=b", "a%5B%5D=1&a%5B%5D=b"},
	},
	{
		"comma within", "a",
		[]string{"1,2", "3"},
		[]string{"a=1%2C2&a=3", "a=1%2C2,3", "a=1%2C2&a=3", "a%5B%5D=1%2C2&a%5B%5D=3"},
		[]string{"!", "a=1%2C2,3", "a=1%2C2&a=3", "a%5B%5D=1%2C2&a%5B%5D=3"},
		[]string{"a=1%2C2&a=3", "!", "a=1%2C2&a=3", "a%5B%5D=1%2C2&a%5B%5D=3"},
	},
	{"key with brackets", "a[]", []string{"1,2", "3"}, []string{"a%5B%5D=1%2C2&a%5B%5D=3"}, nil, nil},
	{"map", "f", map[string]any{"state": "open", "n": nil, "e": []int{}, "b": true}, []string{"f%5Bb%5D=true&f%5Bstate%5D=open"}, nil, nil},
	{"list of maps", "i", []any{params{"price": "p"}, map[string]int{"n": 2}}, []string{"i%5B0%5D%5Bprice%5D=p&i%5B1%5D%5Bn%5D=2"}, nil, nil},
	{
		"list in a map", "t", map[string][]string{"x": {"a,b", "c"}},
		[]string{
			"t%5Bx%5D%5B0%5D=a%2Cb&t%5Bx%5D%5B1%5D=c", "t%5Bx%5D=a%2Cb,c",
			"t%5Bx%5D=a%2Cb&t%5Bx%5D=c", "t%5Bx%5D%5B%5D=a%2Cb&t%5Bx%5D%5B%5D=c",
		},
		nil,
		[]string{
			"t%5Bx%5D%5B0%5D=a%2Cb&t%5Bx%5D%5B1%5D=c", "!",
			"t%5Bx%5D=a%2Cb&t%5Bx%5D=c", "t%5Bx%5D%5B%5D=a%2Cb&t%5Bx%5D%5B%5D=c",
		},
	},
	{"list of lists", "m", [][]int{{1}, {}, {2}}, []string{"m%5B0%5D%5B0%5D=1&m%5B2%5D%5B0%5D=2"}, nil, nil},
	{"struct", "c", customer{Name: "n", Address: &address{City: "c"}, Tags: []tag{{"t"}, {}}}, []string{"c%5Baddress%5D%5Bcity%5D=c&c%5Bname%5D=n&c%5Btags%5D%5B0%5D%5Bkey%5D=t"}, nil, nil},
	{"nil", "a", nil, []string{""}, nil, nil},
	{"nil pointer to a struct", "a", (*customer)(nil), []string{""}, nil, nil},
	{"empty list", "a", []string{}, []string{""}, nil, nil},
	{"empty map", "a", map[string]any{"b": map[string]any{}}, []string{""}, nil, nil},
	{"struct without tags", "a", struct{ A int }{}, []string{"!"}, nil, nil},
	{"function in a map", "a", map[string]any{"b": []any{func() {}}}, []string{"!"}, nil, nil},
	{"empty key in a map", "a", map[string]any{"": 1}, []string{"!"}, nil, nil},
	{"bracket in a key of a map", "a", map[string]any{"b[": 1}, []string{"!"}, nil, nil},
	{"map that holds itself", "a", selfHolding(), []string{"!"}, nil, nil},
	{"pointer to itself", "a", selfPointing(), []string{"!"}, nil, nil},
	{"deep", "a", deep(100_000 / len(`{"k":}`)), []string{"!"}, nil, nil},
}

// Structs as users have them, nested and with tags of both kinds.
type (
	customer struct {
		Name    string            `json:"name,omitempty"`
		Address *address          `json:"address,omitempty"`
		Tags    []tag             `json:"tags,omitempty"`
		Level   level             `json:"level,omitempty"`
		Since   time.Time         `json:"since,omitzero"`
		Meta    map[string]string `json:"metadata,omitempty"`
		page
	}
	address struct {
		City string `json:"city"`
	}
	tag struct {
		Key string `url:"key,omitempty" json:"key,omitempty"`
	}
	page struct {
		Limit int `url:"limit,omitempty"`
	}
	level int
)

func (l level) String() string { return [...]string{"", "low", "high"}[l] }

// selfHolding returns a map of 16 keys, each of which holds it.
func selfHolding() map[string]any {
	m := map[string]any{}
	for i := range 16 {
		m[fmt.Sprint("k", i)] = m
	}
	return m
}

func selfPointing() any {
	type pointer *pointer
	var p pointer
	p = &p
	return p
}

// deep returns maps in maps, whose names in brackets take the square of n.
func deep(n int) (v any) {
	for range n {
		v = map[string]any{"k": v}
	}
	return v
}

func TestLists(t *testing.T) {
	const x = "https://h.test/x"
	e := endpoint.New(base("https://h.test"))
	for _, tt := range listTests {
		form := tt.form
		if form == nil {
			form = tt.query
		}
		for _, way := range []struct {
			name  string
			route string
			layer endpoint.Layer
			want  []string
		}{
			{"query", "GET /x", endpoint.Query{tt.key: tt.value}, tt.query},
			{"query of POST", "POST /x", endpoint.Query{tt.key: tt.value}, tt.query},
			{"params", "GET /x", params{tt.key: tt.value}, tt.params},
			{"form", "POST /x", endpoint.Options{Params: params{tt.key: tt.value}, Headers: contentType(formMIME)}, form},
			{"form of Data", "POST /x", endpoint.Options{Data: params{tt.key: tt.value}, Headers: contentType(formMIME)}, form},
		} {
			if way.want == nil {
				way.want = tt.query
			}
			for style := range endpoint.ListBrackets + 1 {
				want := way.want[int(style)%len(way.want)]
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
		{layers{lists(endpoint.ListComma)}, layers{endpoint.Options{}}, "/x", x + "?a=1,2"},
		{layers{lists(endpoint.ListComma), lists(endpoint.ListBrackets)}, nil, "/x", x + "?a%5B%5D=1&a%5B%5D=2"},
		{layers{lists(9)}, layers{lists(endpoint.ListRepeat), lists(endpoint.ListComma)}, "/x", x + "?a=1,2"},
		{nil, layers{lists(endpoint.ListBrackets)}, "/x{/b}{?b}{&b*}", x + "/3,4?b=3,4&b=3&b=4&a%5B%5D=1&a%5B%5D=2"},
		{nil, layers{lists(endpoint.ListBrackets)}, "/x?a[]=0", ""},
	} {
		e := endpoint.New(tt.defaults...)
		got, err := e.Build("POST "+tt.route, append(layers{endpoint.Query{"a": []int{1, 2}}, params{"b": []int{3, 4}}}, tt.call...)...)
		if (err != nil) != (tt.want == "") || got.URL != tt.want {
			t.Errorf("%v, %v, %s\ngot  %s, %v\nwant %s", tt.defaults, tt.call, tt.route, got.URL, err, tt.want)
		}
	}
	for _, route := range []string{"GET /x", "POST /x"} {
		_, err := endpoint.Endpoint{}.Build(route, lists(9))
		checkError(t, route, err, endpoint.ErrParam, "Lists", "ListComma")
	}
}

// TestStructs sends one struct in the ways in which parameters are sent: nested
// structs are maps in a query and a form, and what encoding/json makes of them
// in a JSON body.
func TestStructs(t *testing.T) {
	c := customer{
		Name: "n", Address: &address{"c"}, Tags: []tag{{"t"}}, Level: 1,
		Since: time.Date(2026, 1, 2, 3, 4, 5, 600e6, time.UTC), Meta: map[string]string{"k": "v"}, page: page{10},
	}
	const query = "?address%5Bcity%5D=c&level=low&limit=10&metadata%5Bk%5D=v&name=n&since=2026-01-02T03%3A04%3A05.6Z&tags%5B0%5D%5Bkey%5D=t"
	form := url.Values{
		"address[city]": {"c"}, "level": {"low"}, "limit": {"10"}, "metadata[k]": {"v"},
		"name": {"n"}, "since": {"2026-01-02T03:04:05.6Z"}, "tags[0][key]": {"t"},
	}
	const object = `{"name":"n","address":{"city":"c"},"tags":[{"key":"t"}],"level":1,"since":"2026-01-02T03:04:05.6Z","metadata":{"k":"v"},"limit":10}`
	for _, v := range []any{c, &c} {
		p := endpoint.ParamsOf(v)
		for _, tt := range []struct {
			route string
			layer endpoint.Layer
			path  string
			body  any
		}{
			{"GET /x", p, "/x" + query, nil},
			{"POST /x", endpoint.Query(p), "/x" + query, nil},
			{"POST /{level}", endpoint.Path(endpoint.ParamsOf(struct {
				Level level `url:"level"`
			}{2})), "/high", nil},
			{"POST /x", p, "/x", json.RawMessage(object)},
			{"POST /x", endpoint.Options{Params: p, Headers: contentType(formMIME)}, "/x", form},
			{"POST /x", endpoint.Options{Data: v, Headers: contentType(formMIME)}, "/x", form},
		} {
			checkBuild(t, base("https://h.test"), tt.route, layers{tt.layer}, endpoint.Request{URL: "https://h.test" + tt.path, Body: tt.body})
		}
	}
	for _, empty := range []any{nil, (*customer)(nil), customer{}, &customer{}} {
		checkBuild(t, base("https://h.test"), "POST /x", layers{endpoint.ParamsOf(empty)}, endpoint.Request{URL: "https://h.test/x"})
	}
}

// checkBuild builds a route and compares the result with what is wanted, of
// which the method is that of the route.
func checkBuild(t *testing.T, defaults endpoint.Layer, route string, call layers, want endpoint.Request) {
	t.Helper()
	want.Method, _, _ = strings.Cut(route, " ")
	got, err := endpoint.New(defaults).Build(route, call...)
	if err != nil {
		t.Errorf("%s %v: %v", route, call, err)
	} else if diff := got.Diff(want); diff != "" {
		t.Errorf("%s %v:\n%s", route, call, diff)
	}
}

// TestCarried: what ParamsOf could not read is the error of each call that uses
// it, whatever the other layers are.
func TestCarried(t *testing.T) {
	type issues struct {
		Since time.Time `url:"since,unix"`
	}
	bad := endpoint.ParamsOf(issues{})
	if len(bad) != 1 {
		t.Fatalf("%v, want one key", bad)
	}
	over := func(v any) params { // tries to override what is carried
		p := params{}
		for key := range bad {
			p[key] = v
		}
		return p
	}
	copied := params{"a": 1}
	maps.Copy(copied, bad)
	form := endpoint.Options{Headers: contentType(formMIME)}
	data := endpoint.Options{Data: "text"}
	for _, tt := range []struct {
		name           string
		defaults, call layers
		routes         []string
	}{
		{"alone", nil, layers{bad}, []string{"GET /x", "POST /x", "DELETE /x", "OPTIONS /x", "GET /{since}", "GET /x{?since}", "GET /{", ""}},
		{"pointer", nil, layers{&bad}, []string{"GET /x"}},
		{"field of Options", nil, layers{endpoint.Options{Params: bad}}, []string{"GET /x", "POST /x"}},
		{"Query", nil, layers{endpoint.Query(bad)}, []string{"GET /x", "POST /x"}},
		{"Path", nil, layers{endpoint.Path(bad)}, []string{"GET /x", "POST /{since}"}},
		{"field Path and field Query", nil, layers{endpoint.Options{Path: endpoint.Path(bad), Query: endpoint.Query(bad)}}, []string{"GET /x"}},
		{"defaults", layers{bad}, nil, []string{"GET /x", "POST /x", "OPTIONS /x"}},
		{"default Path", layers{endpoint.Path(bad)}, nil, []string{"GET /x", "POST /x"}},
		{"default Query", layers{endpoint.Query(bad)}, nil, []string{"GET /x", "POST /x"}},
		{"form", nil, layers{bad, form}, []string{"POST /x"}},
		{"beside Data", nil, layers{bad, data}, []string{"POST /x"}},
		{"default beside Data", layers{bad}, layers{data}, []string{"POST /x"}},
		{"a later ParamsOf", nil, layers{bad, endpoint.ParamsOf(tag{"k"})}, []string{"GET /x", "POST /x"}},
		{"later ones that fail too", nil, append(layers{bad}, slices.Repeat(layers{endpoint.ParamsOf(7)}, 15)...), []string{"GET /x"}},
		{"copied", nil, layers{copied}, []string{"GET /x", "POST /x"}},
		{"other errors", nil, layers{bad, base("h"), params{"a": func() {}}, endpoint.Path{"z": 1}, endpoint.Headers{"a b": ""}}, []string{"GET /x"}},
		{"nil over it", nil, layers{bad, over(nil), endpoint.Query(over(nil))}, []string{"GET /x"}},
		{"Unset over it", nil, layers{bad, over(endpoint.Unset)}, []string{"GET /x"}},
		{"Unset over the default", layers{bad, over(endpoint.Unset)}, layers{over(endpoint.Unset)}, []string{"GET /x"}},
		{"nil over the default", layers{bad, over(nil)}, layers{over(1)}, []string{"POST /x"}},
	} {
		for _, route := range tt.routes {
			e := endpoint.New(tt.defaults...)
			_, err := e.Build(route, tt.call...)
			checkFailure(t, tt.name+" "+route, err, endpoint.ErrParam, "issues.Since")
			_, err = e.HTTPRequest(t.Context(), route, tt.call...)
			checkFailure(t, tt.name+", HTTPRequest "+route, err, endpoint.ErrParam, "issues.Since")
			merged := e.Merge(route, tt.call...)
			_, err = endpoint.Endpoint{}.Parse(merged)
			checkFailure(t, tt.name+", merged "+route, err, endpoint.ErrParam, "issues.Since")
			_, err = e.Build("", e.Merge("", merged))
			checkFailure(t, tt.name+", merged again "+route, err, endpoint.ErrParam, "issues.Since")
			if len(tt.defaults) > 0 {
				_, err = e.Defaults(endpoint.Headers{"x": "y"}).Build(route, tt.call...)
				checkFailure(t, tt.name+", cascaded "+route, err, endpoint.ErrParam, "issues.Since")
			}
		}
	}
	_, err := endpoint.Endpoint{}.Build("G@T /x", bad)
	checkError(t, "after the method", err, endpoint.ErrMethod, "", "")
	_, err = endpoint.Endpoint{}.Build("GET /x", endpoint.ParamsOf(7))
	checkError(t, "no struct", err, endpoint.ErrParam, "ParamsOf", "int is not an object: pass a struct")

	// As a body or inside another value it is found by what encodes it.
	const text = `issues.Since: the option "unix" of its tag`
	_, err = endpoint.Endpoint{}.HTTPRequest(t.Context(), "POST /x", endpoint.Options{Data: bad})
	checkError(t, "Data", err, endpoint.ErrBody, "body", text)
	_, err = endpoint.Endpoint{}.Build("POST /x", form, endpoint.Options{Data: bad})
	checkFailure(t, "Data of a form", err, endpoint.ErrParam, "issues.Since")
	_, err = endpoint.Endpoint{}.HTTPRequest(t.Context(), "POST /x", params{"a": []any{bad}})
	checkError(t, "nested in JSON", err, endpoint.ErrBody, "a", text)
	for _, route := range []string{"GET /x", "GET /x{?a*}"} {
		_, err = endpoint.Endpoint{}.Build(route, params{"a": bad})
		checkError(t, "nested, "+route, err, endpoint.ErrParam, "a", text)
	}
	for _, v := range []any{bad, endpoint.Options{Params: bad}, []any{bad}} {
		if _, err := json.Marshal(v); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("json.Marshal of %T: %v", v, err)
		}
	}
}

// TestNothingIsDropped: a parameter that a call passes and would not send is an
// error, unless it is nil. A default one is left out.
func TestNothingIsDropped(t *testing.T) {
	type (
		query = endpoint.Query
		path  = endpoint.Path
	)
	data := endpoint.Options{Data: "text"}
	const (
		beside = "Data is the whole body: add it to Data, or pass it in Query"
		nobody = " does not send Params: name it in the URL, or pass it in Query"
		moved  = "Path fills its placeholder: leave it out of Params, pass it in Path to override that value, or in Query to send it in the query"
		typo   = "no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query"
	)
	for _, tt := range []struct {
		name, route string
		others      layers
		layer       func(v any) endpoint.Layer
		reason      string
		rejectsNil  bool
	}{
		{"beside Data", "POST /x", layers{data}, func(v any) endpoint.Layer { return params{"k": v} }, beside, false},
		{"beside Data, with a method of its own", "PROPFIND /x", layers{data}, func(v any) endpoint.Layer { return params{"k": v} }, "PROPFIND" + nobody + " or Data", false},
		{"OPTIONS", "OPTIONS /x", nil, func(v any) endpoint.Layer { return params{"k": v} }, "OPTIONS" + nobody + " or Data", false},
		{"TRACE", "TRACE /x", nil, func(v any) endpoint.Layer { return params{"k": v} }, "TRACE" + nobody, false},
		{"CONNECT", "CONNECT /x", nil, func(v any) endpoint.Layer { return params{"k": v} }, "CONNECT" + nobody, false},
		{"taken by Path, GET", "GET /{k}", layers{path{"k": "p"}}, func(v any) endpoint.Layer { return params{"k": v} }, moved, false},
		{"taken by Path, HEAD", "HEAD /{k}", layers{path{"k": "p"}}, func(v any) endpoint.Layer { return params{"k": v} }, moved, false},
		{"taken by Path, DELETE", "DELETE /{k}", layers{path{"k": "p"}}, func(v any) endpoint.Layer { return params{"k": v} }, moved, false},
		{"misspelled, GET", "GET /x", nil, func(v any) endpoint.Layer { return path{"k": v} }, typo, true},
		{"misspelled, POST", "POST /{o}", layers{path{"o": 1}}, func(v any) endpoint.Layer { return endpoint.Options{Path: path{"k": v}} }, typo, true},
		{"literally in the URL", "GET /x?k=1", nil, func(v any) endpoint.Layer { return params{"k": v} }, "has it already", false},
		{"literally in the URL, Query", "POST /x?k=1", nil, func(v any) endpoint.Layer { return query{"k": v} }, "has it already", false},
	} {
		_, err := endpoint.Endpoint{}.Build(tt.route, append(layers{tt.layer("s3cret")}, tt.others...)...)
		checkFailure(t, tt.name, err, endpoint.ErrParam, "k")
		checkError(t, tt.name, err, endpoint.ErrParam, "k", tt.reason)

		want, err := endpoint.Endpoint{}.Build(tt.route, tt.others...)
		if err != nil {
			t.Fatal(tt.name, err)
		}
		for _, v := range []any{nil, (*int)(nil), []int(nil), map[string]int(nil)} {
			got, err := endpoint.Endpoint{}.Build(tt.route, append(layers{tt.layer(v)}, tt.others...)...)
			if tt.rejectsNil {
				checkError(t, tt.name+" nil", err, endpoint.ErrParam, "k", tt.reason)
			} else if diff := got.Diff(want); err != nil || diff != "" {
				t.Errorf("%s, %T: %v\n%s", tt.name, v, err, diff)
			}
		}
		got, err := endpoint.New(tt.layer("v")).Build(tt.route, tt.others...)
		if diff := got.Diff(want); err != nil || diff != "" {
			t.Errorf("%s as a default: %v\n%s", tt.name, err, diff)
		}
		_, err = endpoint.New(tt.others...).Build(tt.route, tt.layer("v"))
		checkError(t, tt.name+" over the others as defaults", err, endpoint.ErrParam, "k", tt.reason)
	}
	_, err := endpoint.Endpoint{}.Build("TRACE /x", params{"k": 1})
	if strings.Contains(err.Error(), "Data") { // which TRACE does not allow
		t.Error(err)
	}
}

func TestBody(t *testing.T) {
	type path = endpoint.Path
	tenant := base("https://{tenant}.api.test")
	const x = "https://h.test/x"
	object := func(kv ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(kv); i += 2 {
			m[kv[i].(string)] = kv[i+1]
		}
		return m
	}
	for _, tt := range []struct {
		route       string
		layers      layers
		url         string
		body        any
		contentType string
	}{
		{"POST /x", nil, x, nil, ""},
		{"POST /x", layers{params{"a": 1, "b": nil}}, x, object("a", 1, "b", nil), jsonMIME},
		{"PUT /{x}", layers{params{"x": "x"}}, x, nil, ""},
		{"DELETE /x", layers{params{"": 1}}, x, object("", 1), jsonMIME},
		{"PATCH /x", layers{params{"a": 1}, contentType("text/json")}, x, object("a", 1), "text/json"},
		{"PATCH /x", layers{params{"a": 1}, contentType("application/merge-patch+JSON; v=1")}, x, object("a", 1), "application/merge-patch+JSON; v=1"},
		{"PATCH /x", layers{params{"a": 1}, contentType("")}, x, object("a", 1), ""},
		{"POST /x", layers{params{"a": []int{1, 2}, "b": nil, "c": "d"}, contentType(formMIME + "; v=1")}, x, url.Values{"a": {"1", "2"}, "c": {"d"}}, formMIME + "; v=1"},
		{"POST /x", layers{params{"a": nil}, contentType(formMIME)}, x, url.Values{}, formMIME},
		{"PURGE /x", layers{endpoint.Options{Data: 1}}, x, 1, jsonMIME},

		// Path is apart from the body.
		{"PUT /{id}", layers{path{"id": "x"}, params{"id": 7, "n": 1}}, x, object("id", 7, "n", 1), jsonMIME},
		{"PUT /{id}", layers{params{"id": "x", "n": 1}}, x, object("n", 1), jsonMIME},
		{"POST /users", layers{tenant, path{"tenant": "acme"}, params{"tenant": "evil"}}, "https://acme.api.test/users", object("tenant", "evil"), jsonMIME},
		{"POST " + x, layers{tenant, path{"tenant": "acme"}, params{"tenant": "evil"}}, x, object("tenant", "evil"), jsonMIME},
	} {
		checkBuild(t, base("https://h.test"), tt.route, tt.layers, endpoint.Request{
			URL: tt.url, Body: tt.body, Headers: endpoint.Headers{"content-type": tt.contentType},
		})
	}
	const asPost = "build it as POST and set Method of the result to GET"
	runURLTests(t, []urlTest{
		{"POST /x", layers{params{"a": 1}, contentType("text/plain")}, "parameters can be sent only as JSON or as a form", endpoint.ErrBody, "content-type"},
		{"POST /x", layers{params{"a": 1}, contentType("+json")}, "parameters can be sent only as JSON or as a form", endpoint.ErrBody, "content-type"},
		{"POST /x", layers{params{"": 1}, contentType(formMIME)}, "its name is empty", endpoint.ErrParam, ""},
		{"GET /x", layers{endpoint.Options{Data: 1}}, asPost, endpoint.ErrBody, "Data"},
		{"HEAD /x", layers{endpoint.Options{Data: 1}}, "HEAD does not allow a body", endpoint.ErrBody, "Data"},
		{"TRACE /x", layers{endpoint.Options{Data: 1}}, "TRACE does not allow a body", endpoint.ErrBody, "Data"},
		{"CONNECT /x", layers{endpoint.Options{Data: 1}}, "CONNECT does not allow a body", endpoint.ErrBody, "Data"},
	})
	// As the reason has it.
	got, err := endpoint.Endpoint{}.Build("POST https://h.test/_search", params{"q": 1})
	got.Method = http.MethodGet
	req, reqErr := got.HTTPRequest(t.Context())
	if err != nil || reqErr != nil || req.Method != "GET" || content(t, req.Body) != `{"q":1}` {
		t.Errorf("GET with a body: %v, %v, %v", req, err, reqErr)
	}
}

// TestDataFits has each kind of Data under each kind of content-type: "." is sent
// as it is, "f" becomes a form, and "!" is ErrBody.
func TestDataFits(t *testing.T) {
	type text string
	types := []string{"", "application/json", "Application/Vnd.X+JSON; v=1", "Application/X-WWW-Form-Urlencoded; charset=utf-8", "application/xml", "multipart/form-data; boundary=b"}
	form, pointed := url.Values{"key": {"v"}}, "fred"
	for _, tt := range []struct {
		name string
		data any
		want string // for each of types
		mime string // without one
		form url.Values
	}{
		{"string", "key=v", ".!!...", "", nil},
		{"named string", text("key=v"), ".!!...", "", nil},
		{"bytes", []byte("key=v"), ".!!...", "", nil},
		{"blank string", " ", ".!!...", "", nil},
		{"two values", "1 2", ".!!...", "", nil},
		{"JSON of more than 10,000 levels", strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001), ".!!...", "", nil},
		{"string of JSON", " {\"key\": [\"\xff\"]}\n", "......", "", nil},
		{"named string of JSON", text("null"), "......", "", nil},
		{"bytes of JSON", []byte("1"), "......", "", nil},
		{"pointer to a string", &pointed, "...!!!", jsonMIME, nil},
		{"empty string", "", "......", "", nil},
		{"empty bytes", []byte{}, "......", "", nil},
		{"Reader", strings.NewReader("key=v"), "......", "", nil},
		{"*bytes.Buffer", bytes.NewBufferString("key=v"), "......", "", nil},
		{"json.RawMessage", json.RawMessage(`{}`), "...!..", jsonMIME, nil},
		{"url.Values", form, ".!!.!!", formMIME, nil},
		{"map", map[string]string{"key": "v"}, "...f!!", jsonMIME, form},
		{"map of named keys", map[text][]string{"key": {"v"}}, "...f!!", jsonMIME, form},
		{"pointer to a map", &map[string]string{"key": "v"}, "...f!!", jsonMIME, form},
		{"Params", params{"key": "v", "n": nil}, "...f!!", jsonMIME, form},
		{"nested map", params{"a": params{"b": []any{1, tag{"v"}}}}, "...f!!", jsonMIME, url.Values{"a[b][0]": {"1"}, "a[b][1][key]": {"v"}}},
		{"empty map", params{"n": nil}, "...f!!", jsonMIME, url.Values{}},
		{"struct with tags", tag{"v"}, "...f!!", jsonMIME, form},
		{"pointer to a struct with tags", &tag{"v"}, "...f!!", jsonMIME, form},
		{"struct with tags and text", tagWithText{"v"}, "...f!!", jsonMIME, form},
		{"all omitted", tag{}, "...f!!", jsonMIME, url.Values{}},
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
		{"error", errors.New("s3cret"), "!!!!!!", "", nil},
	} {
		for i, mime := range types {
			what := fmt.Sprintf("%s under %q", tt.name, mime)
			data := endpoint.Options{Data: tt.data}
			if tt.want[i] == '!' {
				_, err := endpoint.Endpoint{}.Build("POST /x", contentType(mime), data)
				checkFailure(t, what, err, endpoint.ErrBody, "Data")
				_, err = endpoint.Endpoint{}.Build("POST /x", contentType(mime), data, endpoint.Headers{"x": "\n"})
				checkFailure(t, what+", after headers", err, endpoint.ErrHeader, "x")
				continue
			}
			defaults, want := endpoint.Layer(nil), endpoint.Request{URL: "https://api.service.example/x", Body: tt.data, Headers: contentType(mime)}
			if tt.want[i] == 'f' {
				want.Body = tt.form
			}
			call := layers{contentType(mime), data}
			if mime == "" {
				call, want.Headers = layers{data}, contentType(tt.mime)
			}
			checkBuild(t, defaults, "POST /x", call, want)
		}
	}
	// What is encoded is not looked into.
	for encoding, want := range map[string]error{"gzip": nil, "": endpoint.ErrBody} {
		_, err := endpoint.Endpoint{}.Build("POST /x", contentType(jsonMIME), endpoint.Headers{"Content-Encoding": encoding}, endpoint.Options{Data: "\x1f\x8b"})
		if !errors.Is(err, want) {
			t.Errorf("content-encoding %q: %v, want %v", encoding, err, want)
		}
	}
	asForm := contentType(formMIME)
	runURLTests(t, []urlTest{
		{"POST /x", layers{asForm, endpoint.Options{Data: params{"a": 1, "f": func() {}}}}, "cannot be written as text", endpoint.ErrParam, "f"},
		{"POST /x", layers{asForm, endpoint.Options{Data: params{"s": struct{ A int }{}}}}, "without json or url tags", endpoint.ErrParam, "s"},
		{"POST /x", layers{asForm, endpoint.Options{Data: params{"": 1}}}, "its name is empty", endpoint.ErrParam, ""},
		{"POST /x", layers{contentType("application/x-amz-json-1.1"), endpoint.Options{Data: params{"a": 1}}}, "json.RawMessage", endpoint.ErrBody, "Data"},
	})
}

// TestNilData: nil of any type is no Data, also over Data of an earlier layer.
func TestNilData(t *testing.T) {
	type data = endpoint.Options
	for _, v := range []any{
		(*tag)(nil), (*bytes.Buffer)(nil), map[string]any(nil), params(nil), url.Values(nil), []int(nil), []byte(nil),
		json.RawMessage(nil), (func())(nil), (chan int)(nil), unsafe.Pointer(nil),
	} {
		for _, tt := range []struct {
			route    string
			defaults layers
			call     layers
			want     endpoint.Request
		}{
			{"POST /x", nil, nil, endpoint.Request{Headers: contentType("")}},
			{"GET /x", nil, nil, endpoint.Request{}},
			{"POST /x", layers{data{Data: 1}, contentType("text/json")}, nil, endpoint.Request{Headers: contentType("")}},
			{"GET /x", layers{data{Data: 1}}, nil, endpoint.Request{}},
			{"POST /x", nil, layers{data{Data: 1}}, endpoint.Request{Headers: contentType("")}},
			{"POST /x", layers{params{"b": 2}}, layers{params{"a": 1}}, endpoint.Request{Body: params{"a": 1, "b": 2}, Headers: contentType(jsonMIME)}},
			{"POST /x", nil, layers{params{"a": 1}, contentType(formMIME)}, endpoint.Request{Body: url.Values{"a": {"1"}}}},
			{"PURGE /x", nil, layers{contentType("text/xml")}, endpoint.Request{Headers: contentType("text/xml")}},
		} {
			tt.want.URL = "https://h.test/x"
			defaults := endpoint.New(append(tt.defaults, base("https://h.test"))...).Options()
			checkBuild(t, defaults, tt.route, append(slices.Clip(tt.call), data{Data: v}), tt.want)
			if len(tt.defaults) == 0 && len(tt.call) == 0 { // a nil default is overridden
				checkBuild(t, endpoint.Options{BaseURL: "https://h.test", Data: v}, "POST /x", layers{data{Data: 1}}, endpoint.Request{URL: tt.want.URL, Body: 1})
			}
		}
		// A Request made by hand is judged as it is.
		if _, ok := v.(io.Reader); ok {
			_, err := described("POST", v).HTTPRequest(t.Context())
			checkFailure(t, fmt.Sprintf("%T", v), err, endpoint.ErrBody, "body")
		}
	}
	// A pointer to a nil pointer is null.
	var nilTag *tag
	checkBuild(t, base("https://h.test"), "POST /x", layers{data{Data: &nilTag}}, endpoint.Request{URL: "https://h.test/x", Body: json.RawMessage("null")})
}

// A tagWithText is a form by its fields, whatever its text is.
type tagWithText struct {
	Key string `json:"key"`
}

func (tagWithText) MarshalText() ([]byte, error) { return []byte("s3cret"), nil }

// TestParamsWithoutFields: encoding/json would send {} for these.
func TestParamsWithoutFields(t *testing.T) {
	for _, v := range []any{bytes.Buffer{}, new(strings.Builder), struct{ a int }{1}, errors.New("s3cret"), strings.NewReader("s3cret")} {
		_, err := endpoint.Endpoint{}.Build("POST /x", params{"a": v})
		checkFailure(t, fmt.Sprintf("%T", v), err, endpoint.ErrBody, "a")
	}
	// The form of such a struct would be empty. The first error is the same in both
	// ways to a request.
	type unexported struct {
		a string `url:"a"`
	}
	lost := unexported{"s3cret"}
	for _, tt := range []struct {
		data any
		name string
		err  error
	}{{lost, "Data", endpoint.ErrBody}, {&lost, "Data", endpoint.ErrBody}, {map[string]any{"a": lost}, "a", endpoint.ErrParam}} {
		_, err := endpoint.Endpoint{}.Build("POST /x", contentType(formMIME), endpoint.Options{Data: tt.data})
		checkFailure(t, fmt.Sprintf("%T as a form", tt.data), err, tt.err, tt.name)
	}
	for _, way := range []endpoint.Layer{params{"a": lost}, endpoint.Query{"a": lost}} {
		_, err := endpoint.Endpoint{}.Build("GET /x", way)
		checkFailure(t, fmt.Sprintf("%T", way), err, endpoint.ErrParam, "a")
	}
	_, err := endpoint.Endpoint{}.HTTPRequest(t.Context(), "POST /x", params{"a": make(chan int), "b": lost})
	checkFailure(t, "two that fail", err, endpoint.ErrBody, "b")
	checkBuild(t, base("https://h.test"), "POST /x", layers{params{"a": (*strings.Builder)(nil), "b": struct{}{}}},
		endpoint.Request{URL: "https://h.test/x", Body: json.RawMessage(`{"a":null,"b":{}}`)})
}

// TestContentType: one of the defaults is sent only with a body.
func TestContentType(t *testing.T) {
	form, none := contentType(formMIME), endpoint.Headers{"content-type": ""}
	data := endpoint.Options{Data: "a=1"}
	for _, tt := range []struct {
		defaults endpoint.Layer
		route    string
		call     layers
		want     string
	}{
		{form, "GET /x", layers{params{"a": 1}}, ""},
		{form, "DELETE /x", nil, ""},
		{form, "DELETE /{a}", layers{params{"a": 1}}, ""},
		{form, "DELETE /x", layers{params{"a": 1}}, formMIME},
		{form, "POST /x", nil, ""},
		{form, "POST /x", layers{endpoint.Query{"a": 1}}, ""},
		{form, "POST /x", layers{params{"a": 1}}, formMIME},
		{form, "POST /x", layers{data}, formMIME},
		{form, "PURGE /x", layers{data}, formMIME},
		{form, "POST /x", layers{none, params{"a": 1}}, ""},
		{form, "POST /x", layers{contentType("text/json"), params{"a": 1}}, "text/json"},
		{none, "POST /x", layers{params{"a": 1}}, ""},
		{nil, "GET /x", layers{form}, formMIME},
		{nil, "DELETE /x", layers{form}, formMIME},
		{endpoint.Options{Headers: form, Params: params{"a": 1}}, "POST /x", nil, formMIME},
		{endpoint.Options{Headers: form, Params: params{"a": 1}}, "OPTIONS /x", nil, ""},
	} {
		got, err := endpoint.New(tt.defaults).Build(tt.route, tt.call...)
		if err != nil || got.Headers.Get("content-type") != tt.want {
			t.Errorf("%v, %s %v: %q, %v; want %q", tt.defaults, tt.route, tt.call, got.Headers.Get("content-type"), err, tt.want)
		}
	}
}

// TestAccept has the media type in the defaults and in a call; internal/mediatype
// has how a header is amended.
func TestAccept(t *testing.T) {
	type media = endpoint.MediaType
	previews := media{Previews: []string{"p"}}
	accept := func(s string) endpoint.Headers { return endpoint.Headers{"Accept": s} }
	for _, tt := range []struct {
		defaults, call layers
		want           string
	}{
		{nil, nil, "application/vnd.service.v3+json"},
		{nil, layers{media{Format: "raw"}}, "application/vnd.service.v3.raw"},
		{layers{media{Format: "raw"}}, layers{previews}, "application/vnd.service.p-preview.raw"},
		{layers{previews}, layers{accept("application/vnd.github+json"), media{Previews: []string{"q-preview", "p"}}}, "application/vnd.github.p-preview+json,application/vnd.github.q-preview+json"},
		{layers{previews}, layers{accept("")}, ""},
		{layers{accept(""), previews}, nil, ""},
		{layers{accept("")}, layers{previews}, ""},
		{layers{accept("a/b ,c/d")}, layers{media{Format: "raw"}}, "a/b ,c/d"},
		{layers{accept("application/octet-stream")}, layers{previews}, "application/octet-stream"},
	} {
		got, err := endpoint.New(tt.defaults...).Build("GET /x", tt.call...)
		if _, ok := got.Headers["accept"]; err != nil || got.Headers["accept"] != tt.want || ok != (tt.want != "") {
			t.Errorf("%v, %v: %q, %v; want %q", tt.defaults, tt.call, got.Headers["accept"], err, tt.want)
		}
	}
	for _, tt := range []struct {
		media media
		want  endpoint.Headers
	}{
		{media{Format: "raw", Previews: []string{"p"}}, endpoint.Headers{"accept": "application/vnd.service.p-preview.raw"}},
		{media{Format: "raw"}, endpoint.Headers{}},
	} {
		got, err := endpoint.Endpoint{}.Parse(endpoint.Options{Method: "GET", URL: "http://h/", MediaType: tt.media})
		if err != nil || !maps.Equal(got.Headers, tt.want) {
			t.Errorf("without an accept header: %v, %v; want %v", got.Headers, err, tt.want)
		}
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
	if diff := got.Diff(endpoint.Request{Method: "get", URL: "http://h/"}); err != nil || diff != "" || len(got.Headers) > 0 {
		t.Errorf("%v %v\n%s", err, got.Headers, diff)
	}
}

// TestOrderOfChecks breaks two things at a time.
func TestOrderOfChecks(t *testing.T) {
	bad := func() {}
	type options = endpoint.Options
	type rejected struct {
		A int `json:",string"`
	}
	steps := []struct {
		kind  error
		name  string
		layer options
	}{
		{endpoint.ErrMethod, "", options{Method: "a b"}},
		{endpoint.ErrParam, "ParamsOf", options{Query: endpoint.Query(endpoint.ParamsOf(1))}},
		{endpoint.ErrRoute, "", options{URL: "/{"}},
		{endpoint.ErrBaseURL, "BaseURL", base("h")},
		{endpoint.ErrMissingParam, "a", options{Params: params{"a": nil}}},
		{endpoint.ErrUnsafePath, "b", options{Params: params{"b": ".."}}},
		{endpoint.ErrParam, "x", options{Path: endpoint.Path{"x": 1, "y": 1}}},
		{endpoint.ErrParam, "d", options{Params: params{"e": bad}, Query: endpoint.Query{"d": bad}}},
		{endpoint.ErrHeader, "x", options{Headers: endpoint.Headers{"x": "\n"}}},
		{endpoint.ErrBody, "Data", options{Data: 1}},
	}
	good := options{Method: "GET", URL: "/{a}/{b}", Params: params{"a": 1, "b": 2}}
	for i, first := range steps {
		for _, second := range steps[i+1:] {
			for _, order := range []layers{{good, first.layer, second.layer}, {good, second.layer, first.layer}} {
				_, err := endpoint.Endpoint{}.Build("", order...)
				checkError(t, fmt.Sprint(first.name, " and ", second.name), err, first.kind, first.name, "")
			}
		}
	}
	runURLTests(t, []urlTest{
		{"GET /", layers{endpoint.MediaType{Format: "a b", Previews: []string{"b c"}}, endpoint.Headers{"accept": "\n"}}, "", endpoint.ErrHeader, "MediaType.Format"},
		{"GET /", layers{endpoint.MediaType{Previews: []string{"a", "b c"}}, endpoint.Headers{"a": "\n"}}, "", endpoint.ErrHeader, "MediaType.Previews"},
		{"GET /", layers{endpoint.Headers{"b": "\n"}, endpoint.Headers{"A": "\n"}}, "", endpoint.ErrHeader, "a"},
		{"GET /", layers{endpoint.Query(endpoint.ParamsOf(func() {})), params(endpoint.ParamsOf(rejected{}))}, "", endpoint.ErrParam, "rejected.A"},
		{"GET /{a}{/b}", layers{params{"a": "", "b": bad}}, "", endpoint.ErrMissingParam, "a"},
		{"GET /{a}/{b}", layers{params{"a": ".."}}, "", endpoint.ErrMissingParam, "b"},
		{"GET /{a}", layers{base("https://{t}.test"), params{"a": bad}}, "", endpoint.ErrMissingParam, "t"},
		{"POST /", layers{endpoint.Options{Data: 1}, params{"z": 1}, endpoint.Query{"a": bad}}, "", endpoint.ErrParam, "a"},
		{"POST /", layers{endpoint.Options{Data: 1}, params{"a": 1}, endpoint.Query{"z": bad}}, "", endpoint.ErrParam, "a"},
		{"POST /", layers{params{"a": bad}, contentType(formMIME), endpoint.Headers{"b": "\n"}}, "", endpoint.ErrParam, "a"},
		{"POST /", layers{endpoint.Options{Lists: 9}, params{"a": bad}, endpoint.Query{"a": bad}}, "", endpoint.ErrParam, "Lists"},
		{"GET /{a}", layers{endpoint.Options{Lists: 9}, params{"a": ".."}}, "", endpoint.ErrUnsafePath, "a"},
	})
}

// fuzzBases are base addresses for the fuzz targets.
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
		f.Add("https://o.test{/a}{?b}", v, v, uint8(i))
		f.Add("https://u@o.test:80{/a}..{;list*}", v, "80", uint8(i))
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
	f.Add("{+d}{a}", "/d.", "http://o.test/a;", uint8(1)) // one that is a parameter of the call
	f.Fuzz(func(t *testing.T, template, a, b string, mode uint8) {
		base := fuzzBases[int(mode)%len(fuzzBases)]
		// A default Path fills URL and base, and is left out where neither has its key.
		with := func(a, b string) endpoint.Endpoint {
			return endpoint.New(endpoint.Options{BaseURL: base, URL: template, Lists: endpoint.ListStyle(mode>>2) % 4, Path: endpoint.Path{"a": a, "b": b}})
		}
		e := with(a, b)
		values := params{"c": a, "d": b, "list": []string{a, b}, "map": map[string]any{"k": []any{a, params{"b": b}}}}
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
		harmless, err := with("x", "80").Build("", params{"c": "x", "d": "80", "list": []string{"x", "80"}, "map": params{"k": "x"}})
		if err == nil && dotSegments(t, got.URL) > dotSegments(t, harmless.URL) {
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
	source := strings.NewReplacer("{a}", a, "{b}", b).Replace(base)
	switch {
	case isAbsolute(template):
		source = template
	case (strings.HasPrefix(template, "{+a}") || strings.HasPrefix(template, "{+c}")) && isAbsolute(a):
		source = a
	case (strings.HasPrefix(template, "{+b}") || strings.HasPrefix(template, "{+d}")) && isAbsolute(b):
		source = b
	}
	start := strings.Index(source, "//") + len("//")
	end := len(source)
	if i := strings.IndexAny(source[start:], "/?#{"); i >= 0 {
		end = start + i
	}
	var encoded strings.Builder // net/url takes no userinfo beyond ASCII
	for _, c := range []byte(source[:end]) {
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

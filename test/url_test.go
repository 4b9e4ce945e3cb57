// The URL: the template and what may not stand in it, and scheme, user and host, which
// are those of BaseURL, of an absolute template or of a leading value, whatever any
// other parameter holds. internal/address has each rule in all its forms.

package test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"example.com/endpoint"
)

// TestTemplate has routes that are not RFC 6570, those that would be sent somewhere
// else than they say, and those that only look like them.
func TestTemplate(t *testing.T) {
	const begin = "invalid route: the URL must begin with http:// or https:// or as a path: write the slash, and a space after a method"
	const second = `invalid route: a "?" follows the "?" or "#" that ends the path: write & or {&x}`
	runCalls(t, []callTest{
		{"", nil, `invalid route: the URL is missing: …begin a path with a slash, as in "GET /users"`},
		{"users", nil, begin},
		{"post", layers{options{URL: "/x"}, params{"a": 1}}, `/x json {"a":1}`},
		{"/a", layers{options{URL: "/x"}}, "/x"},
		{"GET a", layers{options{URL: "/x"}}, "/x"},
		{"users", layers{options{URL: "/x"}}, begin}, // nor does a layer make a GET of it
		{"POST/users", nil, begin},
		{"GET api.github.com/users", nil, begin},
		{"GET ftp://h/x", nil, begin},
		{"GET #f", nil, begin},
		{"GET /a?token={s3cret c}", nil, "invalid route: it is not a valid URI template"},
		{"GET /a{?$top}", nil, `invalid route: …"{?$top}"…pass the parameter in Query`},
		{"GET /{enterprise-team}{?a.b}", layers{path{"enterprise-team": "t", "a.b": 1}}, "/t?a.b=1"},

		// :name, but not after ")".
		{"GET /Users('{id}'):x/f(a):b/v1:x/:9", layers{path{"id": 1}}, "/Users('1'):x/f(a):b/v1:x/:9"},
		{"GET /x/:b", nil, `missing parameter "b": write %3A for a literal colon`},
		{"GET /x/{b}", layers{query{"b": 1}}, `missing parameter "b": Query does not fill placeholders: pass it in Path`},
		{"GET /x/{b}", layers{query{"b": 1}, params{"B": 1}}, `missing parameter "b": "B" differs in case: write "b"`},

		// The query begins once, not after a fragment, and before {&x}.
		{"PUT /s?a=1{?q}", layers{path{"q": 1}}, second},
		{"GET /s{&q}", layers{path{"q": 1}}, "invalid route: no query begins before {&x}: write {?x}"},
		{"GET /s{?a}{&b}", layers{path{"b": 1}}, `missing parameter "a": without its value nothing begins the query …write {?a,b}`},
		{"GET /s{?a}&b={b}", layers{path{"b": 1}}, `missing parameter "a": …/a?y={y}{&x}`},
	})
}

// TestMissing: {x}, {+x} and :x need a value, and in the path one that is not empty.
func TestMissing(t *testing.T) {
	const empty = `unsafe path in parameter "a": its value is nil or empty, but the path needs one`
	for _, v := range []any{nil, (*string)(nil), []any{nil}, "", []string{}, []string(nil), []byte(nil)} {
		for _, route := range []string{
			"DELETE /x/{a}", "GET {+a}", "DELETE /Messages/{a}.json", "POST /v1/{a}:cancel", "GET /compare/:b...:a", "GET /x/{b,a}",
		} {
			runCalls(t, []callTest{{route, layers{path{"a": v}, params{"b": "b"}}, empty}})
		}
	}
	runCalls(t, []callTest{
		{"DELETE /repos/{owner}/{repo}", layers{path{"owner": "o", "rpo": "r"}}, `missing parameter "repo": the call has "rpo", which`},
		{"DELETE /repos/{owner}/{repo}", layers{path{"owner": "o", "rpo": "r", "Repo": 1}}, `missing parameter "repo": "Repo" differs`},
		{"GET /x?q={a}&r={+b}#{c}", layers{path{"a": nil, "b": "", "c": []int{}}}, "/x?q=&r=#"},

		// {/x} may be left out, and not be empty.
		{"GET /x{/a}{.b}{;c}{?d}", layers{path{"a": nil, "b": nil, "c": nil, "d": []int{}}}, "/x"},
		{"GET /x{/a}", layers{path{"a": ""}}, `unsafe path in parameter "a": its path segment would be empty`},
		{"GET /x{/a}.json", layers{path{"a": ""}}, `unsafe path in parameter "a": its path segment would be empty`},
		{"GET /x{/a*}.json", layers{path{"a": []string{"b", ""}}}, `unsafe path in parameter "a": its path segment would be empty`},
		{"GET /x{/a}.json", layers{path{"a": "b"}}, "/x/b.json"},
		{"DELETE /{b}{/a*}", layers{path{"b": "b", "a": []string{}}}, `unsafe path in parameter "a": the list is empty`},
		{"DELETE /b{/a}", layers{path{"a": []byte(nil)}}, `unsafe path in parameter "a": the list is empty, or nil bytes`},
	})
}

// TestUnsafePaths has a row of each way in which a value could change the path.
func TestUnsafePaths(t *testing.T) {
	const (
		unsafe = `unsafe path in parameter "x": `
		dots   = unsafe + "a path segment"
		reads  = unsafe + "servers would read its path segment as empty: …with %2F"
		begins = unsafe + "the value begins with an empty path segment"
	)
	v1 := byDefault(base("https://h.test/v1/"))
	runCalls(t, []callTest{
		{"GET /a/{y}{x}{;z}", layers{path{"x": ".", "y": "."}}, dots}, // the last that wrote into it
		{"GET /a/..{;x}/b", nil, dots},
		{"GET /a/..{#x}", nil, "/a/.."},
		{"GET /a{?q}/{x}/b&c=1", layers{path{"x": ".."}}, dots},
		{"GET /a/{+x}", layers{path{"x": "b/%2e./c"}}, dots},
		{"GET /a/{+x}", layers{path{"x": "b?c"}}, unsafe + `"?" or "#" …write {/x*}`},
		{"GET {+x}", layers{path{"x": "/b?page=2"}}, unsafe + "…make a relative URL absolute"},
		{"GET /s?q={+x}&org=acme", layers{path{"x": "#y"}}, unsafe + "…write {x}"},

		// What servers read as an empty segment, in a route without a leading slash as well.
		{"DELETE /v/{x}/q", layers{path{"x": "/"}}, reads},
		{"DELETE /repos{/x*}", layers{path{"x": []string{"o", "/", "keys"}}}, reads},
		{"GET /files/{+x}", layers{path{"x": "/x/admin"}}, begins},

		// A segment of its own, after a slash of another value.
		{"DELETE /files/{+d}{x}", layers{path{"d": "a/", "x": "/"}}, reads},
		{"DELETE /{x}{+d}", layers{path{"x": "/a/", "d": "/b"}}, begins},
		{"DELETE {;x}{+d}", layers{path{"x": "../", "d": "b"}}, begins},
		{"DELETE /{x}%2F{d}{+e}", layers{path{"x": "/a", "d": "b", "e": "c"}}, begins},
		{"DELETE /{x}{d}{+e}", layers{path{"x": "/a/", "d": "b", "e": "c"}}, begins},
		{"DELETE /{d}%2F{x}", layers{path{"d": "b", "x": "/"}}, "/b%2F%2F"},
		{"DELETE /b{/d}{x}", layers{path{"d": "a/", "x": ";v"}}, reads},
		{"DELETE {;d}{x}", layers{path{"d": "a/", "x": "b"}}, "/;d=a%2Fb"},
		{"DELETE /files/{+d};v={x}", layers{path{"d": "a/", "x": "b"}}, "/files/a/;v=b"},
		{"DELETE {+url}{x}", layers{path{"url": "https://h.test/files/a/", "x": ";x"}}, reads},
		{"GET /files/{+d}{+x}", layers{path{"d": "a/", "x": "/b"}}, begins},

		// What is written twice, or meant as segments.
		{"GET {+x}", layers{v1, path{"x": "/v1/a"}}, unsafe + "…path of BaseURL"},
		{"GET {+x}", layers{v1, path{"x": "/v1?page=2"}}, unsafe + "…path of BaseURL"},
		{"GET {/x}{+y}", layers{v1, path{"x": "v1", "y": "/v1"}}, "/v1/v1/v1"},
		{"GET /v{/x*}", layers{path{"x": "a/b"}}, `invalid parameter "x": a string is one segment…{+x} for an object key`},
		{"GET /v{/x*}", layers{path{"x": []string{"a", "", "b"}}}, unsafe + "its path segment would be empty: …{+key} for an object key"},
		{"GET /v{/x*}", layers{path{"x": []string{"a/b"}}}, "/v/a%2Fb"},

		{"GET /{x}/{y}/...", layers{path{"x": ".github", "y": "v1.2"}}, "/.github/v1.2/..."},
		{"GET /a?b={x}&c={+y}{#z}", layers{path{"x": "..", "y": "/../?", "z": "../?#"}}, "/a?b=..&c=/../?#../?#"},
	})
}

// TestAddress: what BaseURL may be, what fills its placeholders, and how a path is joined.
func TestAddress(t *testing.T) {
	const invalid = "invalid route in BaseURL: "
	const inHost = "invalid route: the host may not contain a placeholder: write the address in BaseURL"
	const inPath = ": BaseURL needs a value: pass it in Path"
	on := func(s string) endpoint.Layer { return byDefault(base(s)) }
	v1, tenant := on("https://h.test/v1/"), on("https://{t}.api.test/v{v}")
	runCalls(t, []callTest{
		// Base and path are joined by exactly one slash.
		{"GET {x}", layers{v1, path{"x": "x"}}, "/v1/x"},
		{"GET {?x}", layers{v1}, "/v1/"},
		{"GET {?x}", layers{on("https://h.test/v1"), path{"x": 1}, query{"y": 2}}, "/v1?x=1&y=2"},
		{"GET {+x}", layers{path{"x": "@evil.test"}}, "/@evil.test"},

		{"GET /x", layers{on("h.test")}, invalid + "it must begin with http"},
		{"GET /x", layers{on("https://{u}@h/"), path{"u": 1}}, invalid + "…userinfo"},
		{"GET /x", layers{on("https://[::{t}]/"), path{"t": 1}}, invalid + "the host is missing or malformed"},
		{"GET /x", layers{on("https://h.test/{b c}")}, invalid + `at offset 15 of the URL: "{b c}"`},
		{"GET /x", layers{on("https://h.test ")}, invalid + "it begins or ends with a space or control character: remove it"},

		// Placeholders of a base are filled from Path alone.
		{"GET /x", layers{tenant, path{"t": "eu-1.a_b", "v": 2}}, "https://eu-1.a_b.api.test/v2/x"},
		{"GET /x", layers{tenant, path{"t": "acme", "v": 2}, params{"t": "evil"}}, "https://acme.api.test/v2/x?t=evil"},
		{"GET /x", layers{tenant, path{"t": "acme"}}, `missing parameter "v"` + inPath},
		{"GET /x", layers{tenant, path{"t": "", "v": 2}}, `invalid parameter "t": in BaseURL it may not be empty`},
		{"GET /x", layers{tenant, path{"t": "evil.test/", "v": 2}}, `invalid parameter "t": in BaseURL …letters, digits`},
		{"GET /x", layers{on("https://h:{p}"), path{"p": "8a"}}, `invalid parameter "p": …only digits`},

		// Absolute templates leave the base unused and unexamined, but its names are known.
		{"GET https://h.test{#x}", layers{path{"x": 1}}, "#1"},
		{"GET https://{h}/x", layers{path{"h": "o.test"}}, inHost},
		{"GET HTTPS://O.test/x", layers{on("nonsense{t}"), path{"t": 1}, params{"s": 2}}, "HTTPS://O.test/x?s=2"},
	})
}

// TestAuthorityOfHandMadeRequest: it ends at the first "/", "?" or "#", and nothing
// else in it is a host. A control character is in no part of the URL.
func TestAuthorityOfHandMadeRequest(t *testing.T) {
	for address, ok := range map[string]bool{
		"https://good.test{x}[::1]/a": false, "https://good.test{x}/a": false, "https://{x}/a": false, "https://a}/": false,
		"https://[::1]{x}/": false, "https://good.test{x}@[::1]x/": false,
		"https://h.test/?\x7f": false, "https://h.test/?\n": false, "https://h.test/?é": true,
		"https://h.test?{x}": true, "https://h.test#{x}": true, "https://h.test/{x}[::1]": true,
	} {
		req, err := endpoint.Request{Method: "get", URL: address}.HTTPRequest(t.Context())
		if ok && (err != nil || req.URL.Host != "h.test") || !ok && !errors.Is(err, endpoint.ErrRoute) {
			t.Errorf("%s: %v, %v; valid: %t", address, req, err, ok)
		}
	}
}

// TestLeading has a value that begins the URL.
func TestLeading(t *testing.T) {
	const o = "https://o.test"
	runCalls(t, []callTest{
		{"GET {+next}", layers{params{"next": "https://u:p@o.test/a?p=2#f", "q": 1}}, "https://u:p@o.test/a?p=2&q=1#f"},
		{"POST {upload_url}/a{?name}", layers{params{"upload_url": o + "/u", "name": "n"}}, o + "/u/a?name=n"},
		{"GET {+x}{y}", layers{params{"x": o, "y": ".evil.test"}}, o + "/.evil.test"},
		{"GET {curl}", layers{params{"curl": o}}, `invalid parameter "curl": it is an absolute URL: write {+curl}`},

		{"POST {urls}/a", layers{params{"urls": o}}, `invalid parameter "urls": …write {+urls} …or /{urls} for a path segment`},
		{"GET {+x}", layers{params{"x": "https://a<b.test/"}}, `invalid parameter "x"`}, // which would be encoded
		{"GET {+x}", layers{params{"x": o + "/a}"}}, `invalid parameter "x": the URL has braces`},
		{"GET {+x}/b", layers{params{"x": o + "/?q"}}, `unsafe path in parameter "x": …make the variable the whole template`},
	})
}

// TestNoOffsetIntoUserinfo: where userinfo is hidden, no error counts its characters.
func TestNoOffsetIntoUserinfo(t *testing.T) {
	for _, address := range []string{
		"https://user:pass@h/{", "https://user:pa{ss@h", "https://user:pass@h/%zz", "https://u:p@h/{a?}",
		"https://user:pass@h/{a}/é%", "https://u:p@h/{x}/{",
	} {
		_, asRoute := endpoint.Endpoint{}.Build("GET " + address)
		_, asBase := endpoint.Endpoint{}.Build("GET /x", base(address))
		if !errors.Is(asRoute, endpoint.ErrRoute) || !errors.Is(asBase, endpoint.ErrRoute) ||
			strings.Contains(asRoute.Error()+asBase.Error(), "offset") {
			t.Errorf("%s: %v, %v", address, asRoute, asBase)
		}
	}
	_, err := endpoint.Endpoint{}.Build("GET https://h/a{")
	checkError(t, "without userinfo", err, "invalid route: …offset 11")
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
	for i, v := range []string{
		"x", "..", "a/../b", "%2e%2e", "a?b#c", "https://evil.test/", "@evil.test", "\\..\\", "", "ö\xff", "h:80", "//e",
	} {
		f.Add("/repos/{a}/{+b}{/a*}{?b}", v, v, uint8(i))
		f.Add("{+b}{a}", v, v, uint8(i))
		f.Add("https://o.test{/a}{?b}", v, v, uint8(i))
		f.Add("https://u@o.test:80{/a}..{;list*}", v, "80", uint8(i))
		f.Add("/./{a}/.{b}/..{+list}", v, v, uint8(i))
		f.Add(v, v, v, uint8(i))
	}
	for i, route := range lawRoutes {
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
			return endpoint.New(options{
				BaseURL: base, URL: template, Lists: endpoint.ListStyle(mode>>2) % 4, Path: path{"a": a, "b": b},
			})
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

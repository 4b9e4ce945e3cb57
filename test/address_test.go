// Scheme, user and host: they are those of BaseURL, of an absolute template or of a
// leading value, whatever any other parameter holds.

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

// TestOneSlash: base and path are joined by exactly one.
func TestOneSlash(t *testing.T) {
	v1 := layers{base("https://h.test/v1/")}
	runCalls(t, []callTest{
		{v1, "GET x", nil, "/v1/x"},
		{v1, "GET /x", nil, "/v1/x"},
		{v1, "GET //x", nil, "/v1//x"},
		{v1, "GET ?x=1", nil, "/v1/?x=1"},
		{v1, "GET #f", nil, "/v1/#f"},
		{v1, "GET {?x}", nil, "/v1/"},
		{nil, "GET {?x}", nil, ""},
		{nil, "GET .evil.test", nil, "/.evil.test"},
		{nil, "GET :8080", nil, "/:8080"},
		{nil, "GET {+x}", layers{params{"x": "@evil.test"}}, "/@evil.test"},
		{nil, "GET {x}", layers{params{"x": ".evil.test"}}, "/.evil.test"},
		{layers{base("http://u:p@h:8080///")}, "GET /x", nil, "http://u:p@h:8080/x"},
	})
}

// TestAddress has BaseURL, its placeholders, and absolute templates.
func TestAddress(t *testing.T) {
	const invalid = "invalid base URL: "
	const inPath = ": BaseURL needs a value that is not empty: pass it in Path"
	tenant := layers{base("https://{t}.api.test/v{v}")}
	runCalls(t, []callTest{
		{layers{base("h.test")}, "GET /x", nil, invalid + "it must begin with http"},
		{layers{base("ftp://h.test")}, "GET /x", nil, invalid + "it must begin with http"},
		{layers{base("https:///p")}, "GET /x", nil, invalid + "…host"},
		{layers{base("https://h?q")}, "GET /x", nil, invalid + "…pass parameters in Query"},
		{layers{base("https://h/#f")}, "GET /x", nil, invalid + "…fragment"},
		{layers{base("https://h/{+x}")}, "GET /x", nil, invalid + "…write {name}"},
		{layers{base("https://h/{x*}")}, "GET /x", nil, invalid + "…write {name}"},
		{layers{base("https://{u}@h/")}, "GET /x", layers{path{"u": 1}}, invalid + "…userinfo"},

		// Placeholders of a base are filled from Path alone.
		{tenant, "GET /x", layers{path{"t": "eu-1.a_b", "v": 2}}, "https://eu-1.a_b.api.test/v2/x"},
		{tenant, "GET /x", layers{path{"t": "acme", "v": 2}, params{"t": "evil"}}, "https://acme.api.test/v2/x?t=evil"},
		{tenant, "POST /x", layers{path{"t": "acme", "v": 2}, params{"t": "evil"}}, `https://acme.api.test/v2/x json {"t":"evil"}`},
		{tenant, "GET /{t}", layers{path{"v": 2}, params{"t": "evil"}}, `missing parameter "t"` + inPath},
		{append(tenant, params{"t": "a", "v": 2}), "GET /x", nil, `missing parameter "t"` + inPath},
		{tenant, "GET /{t}", layers{path{"t": "acme", "v": 2}}, "https://acme.api.test/v2/acme"},
		{tenant, "GET /x", layers{path{"t": "acme", "v": nil}}, `missing parameter "v"` + inPath},
		{tenant, "GET /x", layers{path{"t": "", "v": 2}}, `missing parameter "t"` + inPath},
		{tenant, "GET /x", layers{path{"t": "evil.test/", "v": 2}}, `invalid parameter "t": in BaseURL …letters, digits`},
		{tenant, "GET /x", layers{path{"t": "a.", "v": 2}}, `invalid parameter "t": in BaseURL …inner dots`},
		{tenant, "GET /x", layers{path{"t": ".a", "v": 2}}, `invalid parameter "t": in BaseURL`},
		{tenant, "GET /x", layers{path{"t": "é", "v": 2}}, `invalid parameter "t": in BaseURL`},
		{tenant, "GET /x", layers{path{"t": "a", "v": "2/x"}}, `invalid parameter "v": in BaseURL`},
		{tenant, "GET /x", layers{path{"t": []string{"a"}, "v": 2}}, `invalid parameter "t": in BaseURL`},
		{layers{base("https://h:{p}")}, "GET /x", layers{path{"p": 80}}, "https://h:80/x"},
		{layers{base("https://h:{p}")}, "GET /x", layers{path{"p": "8a"}}, `invalid parameter "p": …only digits`},
		{layers{base("https://h:{p}")}, "GET /x", layers{path{"p": 65536}}, `invalid parameter "p"`},
		{layers{base("https://h.test/:v")}, "GET /x", layers{params{"v": 2}}, "/:v/x?v=2"},

		// An address in brackets, with a port, and placeholders beside it.
		{layers{base("https://[::1]:8080")}, "GET /x", nil, "https://[::1]:8080/x"},
		{layers{base("https://[::1]:8080/{v}/{w}")}, "GET /x", layers{path{"v": "a", "w": 2}}, "https://[::1]:8080/a/2/x"},
		{layers{base("https://[::1]:{p}/{v}")}, "GET /x", layers{path{"p": 80, "v": "b"}}, "https://[::1]:80/b/x"},
		{layers{base("https://[::1]:{p}/{v}")}, "GET /x", layers{path{"p": "a", "v": "b"}}, `invalid parameter "p": …only digits`},
		{layers{base("https://[::1]:{p}9")}, "GET /x", layers{path{"p": 1}}, "https://[::1]:19/x"},
		{layers{base("https://[::1]/{v}")}, "GET /x", layers{path{"v": "a"}}, "https://[::1]/a/x"},
		{layers{base("https://[::1]:99999/{v}")}, "GET /x", layers{path{"v": "a"}}, invalid + "the port"},
		{layers{base("https://[::1]{v}:99999")}, "GET /x", layers{path{"v": "1"}}, invalid + "the host"},
		{layers{base("https://[::{v}]")}, "GET /x", layers{path{"v": "1"}}, invalid + "the host"},
		{layers{base("https://{v}[::1]")}, "GET /x", layers{path{"v": "1"}}, invalid + "the host"},

		// Absolute templates leave the base unused and unexamined, but its names are known.
		{layers{base("nonsense{t}")}, "GET HTTPS://O.test/x", layers{path{"t": 1}, params{"s": 2}}, "HTTPS://O.test/x?s=2"},
		{append(tenant, path{"t": "acme"}), "POST https://o.test/x", layers{params{"t": "e"}}, `https://o.test/x json {"t":"e"}`},
		{nil, "GET https://o.test{/x}b", nil, "https://o.test/b"},
		{nil, "GET https://o.test{?x}", layers{params{"x": 1}}, "https://o.test?x=1"},
	})
}

// TestHosts has what releases of Go read in different ways: it is judged here, and the
// same everywhere, as base address, as route, as leading value and by hand.
func TestHosts(t *testing.T) {
	for address, ok := range map[string]bool{
		"http://h": true, "http://h:80": true, "http://h:": true, "http://[::1]": true, "http://[::1]:8080": true,
		"http://1.2.3.4:5": true, "http://u:p@h:65535": true, "http://a_b.test": true,
		"http://": false, "http://:80": false, "http://h:65536": false, "http://h:8a": false, "http://a:b:80": false, "http://::1": false,
		"http://[1.2.3.4]": false, "http://[::1": false, "http://[a]": false, "http://[::1]a": false, "http://a b": false,
		"http://u@": false,
	} {
		for suffix := range strings.SplitSeq(" /x", " ") {
			_, asBase := endpoint.Endpoint{}.Build("GET /x", base(address+suffix))
			_, asRoute := endpoint.Endpoint{}.Build("GET " + address + suffix)
			_, asValue := endpoint.Endpoint{}.Build("GET {+u}", params{"u": address + suffix})
			_, byHand := endpoint.Request{Method: "get", URL: address + suffix}.HTTPRequest(t.Context())
			for _, tt := range []struct{ err, kind error }{
				{asBase, endpoint.ErrBaseURL}, {asRoute, endpoint.ErrRoute}, {asValue, endpoint.ErrParam}, {byHand, endpoint.ErrRoute},
			} {
				if address == "http://a b" && tt.kind == endpoint.ErrParam {
					continue // a space is encoded
				}
				if (tt.err == nil) != ok || !ok && !errors.Is(tt.err, tt.kind) {
					t.Errorf("%s%s: %v; valid: %t, else %v", address, suffix, tt.err, ok, tt.kind)
				}
			}
		}
	}
	const inHost = "invalid route: the host may not contain a placeholder: write the address in BaseURL"
	runCalls(t, []callTest{
		{nil, "GET https://{h}/x", layers{path{"h": "o.test"}}, inHost},
		{nil, "GET https://o.test{.x}", layers{params{"x": "evil"}}, inHost},
		{nil, "GET https://u:{p}@o.test/", layers{params{"p": 1}}, inHost},
		{nil, "GET http://o.test:x/", nil, "invalid route: …port"},
	})
}

// TestAuthorityOfHandMadeRequest: it ends at the first "/", "?" or "#", and nothing
// else in it is a host. A control character is in no part of the URL.
func TestAuthorityOfHandMadeRequest(t *testing.T) {
	for address, ok := range map[string]bool{
		"https://good.test{x}[::1]/a": false, "https://good.test{x}/a": false, "https://{x}/a": false, "https://a}/": false,
		"https://[::1]{x}/": false, "https://good.test{x}@[::1]x/": false,
		"https://h.test/?\x7f": false, "https://h.test/?é": true,
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
		{nil, "GET {+next}", layers{params{"next": "https://u:p@o.test/a?p=2#f", "q": 1}}, "https://u:p@o.test/a?p=2&q=1#f"},
		{nil, "GET {+next}", layers{path{"next": "HTTPS://o.test/%2F"}}, "HTTPS://o.test/%2F"},
		{nil, "GET {+x}", layers{params{"x": "https://ö.test/ö%2F"}}, "https://%C3%B6.test/%C3%B6%2F"},
		{nil, "POST {upload_url}/a{?name}", layers{params{"upload_url": o + "/u", "name": "n"}}, o + "/u/a?name=n"},
		{nil, "POST :upload_url/a", layers{params{"upload_url": o}}, o + "/a"},
		{nil, "GET {+x}{y}", layers{params{"x": o, "y": ".evil.test"}}, o + "/.evil.test"},
		{nil, "GET {url}", layers{params{"url": "/a/b"}}, "/%2Fa%2Fb"},
		{nil, "GET /{myUrl}", layers{params{"myUrl": o}}, "/https%3A%2F%2Fo.test"},
		{nil, "GET {+u*}", layers{params{"u": o}}, "/https://o.test"},
		{nil, "GET {+u:9}", layers{params{"u": o}}, "/https://o"},
		{nil, "GET {+a,b}", layers{params{"a": o, "b": "b"}}, "/https://o.test,b"},

		{nil, "POST {urls}/a", layers{params{"urls": o}}, `invalid parameter "urls": …write {+urls} …or /{urls} for a path segment`},
		{nil, "GET {myUrl}", layers{params{"myUrl": o}}, `invalid parameter "myUrl": …write {+myUrl}`},
		{nil, "GET {+x}", layers{params{"x": "https://:80"}}, `invalid parameter "x": the host is missing`},
		{nil, "GET {+x}", layers{params{"x": "https:///a"}}, `invalid parameter "x": the host is missing`},
		{nil, "GET {+x}", layers{params{"x": "https://a<b.test/"}}, `invalid parameter "x"`}, // which would be encoded
		{nil, "GET {+x}", layers{params{"x": o + "/{a}"}}, `invalid parameter "x": the URL has braces`},
		{nil, "GET {+x}/b", layers{params{"x": o + "/?q"}}, `unsafe path in parameter "x": …make the variable the whole template`},
		{nil, "GET {+x}/b", layers{params{"x": o + "/#f"}}, `unsafe path in parameter "x"`},
		{nil, "GET {+x}", layers{params{"x": o + "/a/../b"}}, `unsafe path in parameter "x": a path segment`},
		{nil, "GET {+x}", layers{params{"x": o + "//a"}}, o + "//a"},
	})
}

// TestNoOffsetIntoUserinfo: where userinfo is hidden, no error counts its characters.
func TestNoOffsetIntoUserinfo(t *testing.T) {
	for _, address := range []string{
		"https://user:pass@h/{", "https://user:pa{ss@h", "https://user:pass@h/%zz", "https://u:p@h/{a?}", "https://user:pass@h/{a}/é%",
	} {
		_, asRoute := endpoint.Endpoint{}.Build("GET " + address)
		_, asBase := endpoint.Endpoint{}.Build("GET /x", base(address))
		if !errors.Is(asRoute, endpoint.ErrRoute) || !errors.Is(asBase, endpoint.ErrBaseURL) ||
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

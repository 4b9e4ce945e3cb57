package address

import (
	"strings"
	"testing"

	"example.com/endpoint/internal/fault"
)

// values are the values of the tables, by name; another name is missing. FuzzSegments begins
// with its texts.
var values = map[string]any{
	// Text, numbers and what is undefined.
	"a": "x", "b": "y z", "n": 42, "empty": "", "nil": nil, "dotted": "v1.2", "bang": "a!b", "bangdot": "a.b!",
	"five": 5, "six": 6, "func": func() {},

	// Lists and maps.
	"list": []string{"p", "q"}, "none": []string{}, "commas": []string{"", ""}, "nested": []any{[]any{1}},
	"nilmap": map[string]string(nil), "listofnil": []any{nil},

	// What a server may read as another path.
	"slash": "/", "slashes": "//", "back": `\`, "enc": "%2f", "dot": ".", "dots": "..", "encdots": "%2e%2E",
	"dotsparam": "..;v", "param": ";v", "abs": "/x", "inbase": "/v1/x", "abs2": "//x", "encabs": "%2Fx", "backabs": `\x`,
	"paramabs": ";v/x", "path": "heads/a", "dirty": "a//b/", "up": "a/../b", "ask": "x?y", "hash": "x#y",
	"dotdot": "a..b", "leaddot": ".x", "trail": "x.", "abs_next": "/items?page=2",

	// Hosts and ports.
	"host": "api-1.test", "evil": "h@evil", "port": 8443, "bigport": 65536, "badport": "80x",

	// Addresses.
	"url": "https://up.test/p", "string_url": text("https://up.test/p"), "host_url": "https://up.test",
	"next": "https://up.test/p?page=2", "next_url": "https://up.test/p?page=2", "other": "ftp://up.test/x",
	"v6url": "http://[::1]:50000/p", "portless_url": "http://up.test:/p", "url_slash": "https://up.test/p/",
	"bigurl": "http://up.test:65536/", "zone_url": "http://[::1%x]:65536/", "bad_url": "https://up.test:x/", "angle_url": "https://a<b/",
	"url_dots": "https://up.test/a/../b", "next_dots": "https://up.test/a/%2e%2e?x",
	"url_braces": "https://up.test/{x}", "url_brace": "https://up.test/a}b",
	"url_space": "https://up.test/a b", "url_line": "https://up.test/a\nb",
}

// A text is a string of another type.
type text string

func lookup(name string) (any, bool) {
	v, ok := values[name]
	return v, ok
}

// expand expands a template as the caller of this package does.
func expand(base, template string, values Lookup) (u URL, _ *fault.Error) {
	t := Compile(template)
	if IsPlainPath(template) {
		t = PlainPath
	}
	return u, t.Expand(&u, template, values, CompileBase(base), values)
}

const base = "https://api.test/v1"

var good = []struct{ base, template, want string }{
	// Joining by exactly one slash.
	{base, "/x", "https://api.test/v1/x"},
	{base, "//x", "https://api.test/v1//x"},
	{base + "///", "/x", "https://api.test/v1/x"},
	{base, "?t=1", "https://api.test/v1/?t=1"},
	{base, "{?a}", "https://api.test/v1/?a=x"},
	{base, "{?missing}", "https://api.test/v1"},
	{base, "{/a}", "https://api.test/v1/x"},
	{base, "{/missing}b", "https://api.test/v1/b"},
	{base, "{a}", "https://api.test/v1/x"},
	{base, "{+path}", "https://api.test/v1/heads/a"},
	{base, "{+abs}", "https://api.test/v1/x"},
	{base, "{;nil}{+abs}", "https://api.test/v1/x"},
	{base, "{;a}", "https://api.test/v1/;a=x"},
	{base + "/", "/", "https://api.test/v1/"},
	{base, "{.a}", "https://api.test/v1/.x"},
	// Absolute templates.
	{"", "https://h.test", "https://h.test"},
	{"", "HTTPS://h.test/{a}", "HTTPS://h.test/x"},
	{"", "https://h.test{/a}", "https://h.test/x"},
	{"", "https://h.test{?a}", "https://h.test?a=x"},
	{base + "/", "https://h.test{?missing}", "https://h.test"},
	{"", "https://[::1]:8080/{a}", "https://[::1]:8080/x"},
	{"", "https://h.test{?missing}{b}", "https://h.test/y%20z"},
	{"", "https://é.test/é", "https://%C3%A9.test/%C3%A9"},
	{"", "http://[fe80::1%25eth0]:50000/x", "http://[fe80::1%25eth0]:50000/x"},
	// Base addresses.
	{"https://api.test:{n}{n}", "/y", "https://api.test:4242/y"},
	{"https://api.test:6553{five}", "/y", "https://api.test:65535/y"},
	{"https://u:p@[::1]:{port}/a", "/y", "https://u:p@[::1]:8443/a/y"},
	{"https://api.test/../{dotdot}", "/y", "https://api.test/../a..b/y"},
	{"https://{a}.api.test/v{n}/", "/y", "https://x.api.test/v42/y"},
	{"https://api.test/:a", "/y", "https://api.test/:a/y"},
	{"https://{host}:{port}/{dotted}/", "/y", "https://api-1.test:8443/v1.2/y"},
	{"https://api.test/{a}@{a}:{a}", "/y", "https://api.test/x@x:x/y"},
	{"https://api.test/{a}", "https://h.test/y", "https://h.test/y"},
	// :name.
	{base, "/compare/:a...:n", "https://api.test/v1/compare/x...42"},
	{base, "/v1/{a}:cancel", "https://api.test/v1/v1/x:cancel"},
	{base, "/é:a", "https://api.test/v1/%C3%A9:a"},
	{base, "/—:a", "https://api.test/v1/%E2%80%94x"},
	{base, "/x{?a}:b", "https://api.test/v1/x?a=x:b"},
	// Segments.
	{base, "/{a}/{b}", "https://api.test/v1/x/y%20z"},
	{base, "/a//{a}//b", "https://api.test/v1/a//x//b"},
	{
		base, "/{a}{b}{n}{?dot,dots,path,dotted,commas,host,port,evil}",
		"https://api.test/v1/xy%20z42?dot=.&dots=..&path=heads%2Fa&dotted=v1.2&commas=,&host=api-1.test&port=8443&evil=h%40evil",
	},
	{base, "/f/x{.empty}", "https://api.test/v1/f/x."},
	{base, "/x?q={empty}&p={nil}&r={+none}", "https://api.test/v1/x?q=&p=&r="},
	{base, "/x{?nil,a,nil,n}", "https://api.test/v1/x?a=x&n=42"},
	{base, "/x?q{&nil,a}", "https://api.test/v1/x?q&a=x"},
	{base, "/x{#a}{+hash}", "https://api.test/v1/x#xx#y"},
	{base, "/x{?a}&b#c{+hash}", "https://api.test/v1/x?a=x&b#cx#y"},
	// Leading addresses.
	{"", "{url}", "https://up.test/p"},
	{"", "{+next}", "https://up.test/p?page=2"},
	{"", "{host_url}{a}", "https://up.test/x"},
	{"", "{host_url}{?a}", "https://up.test?a=x"},
	{base + "/", "{host_url}", "https://up.test"},
	{"", "{host_url}../{a}", "https://up.test/../x"},
	{"", "{+url_space}", "https://up.test/a%20b"},
	{base, "{+other}", "https://api.test/v1/ftp://up.test/x"},
	{base, "{next*}", "https://api.test/v1/https%3A%2F%2Fup.test%2Fp%3Fpage%3D2"},
	{base, "{next,url}", "https://api.test/v1/https%3A%2F%2Fup.test%2Fp%3Fpage%3D2,https%3A%2F%2Fup.test%2Fp"},
	{base, "{?next_url}", "https://api.test/v1/?next_url=https%3A%2F%2Fup.test%2Fp%3Fpage%3D2"},
	{base, "{#url}", "https://api.test/v1/#https://up.test/p"},
	{"", "{string_url}/{a}", "https://up.test/p/x"},
	{"", "{v6url}/{a}", "http://[::1]:50000/p/x"},
	{"", "{portless_url}/{a}", "http://up.test:/p/x"},
}

func TestExpand(t *testing.T) {
	for _, tt := range good {
		u, err := expand(tt.base, tt.template, lookup)
		if err != nil {
			t.Errorf("%s + %s: %v", tt.base, tt.template, err)
			continue
		}
		if got := u.String(); got != tt.want || u.pathEnd != pathEnd(tt.want) {
			t.Errorf("%s + %s\n got %s, whose path ends at %d\nwant %s", tt.base, tt.template, got, u.pathEnd, tt.want)
		}
	}
}

var bad = []struct {
	base, template string
	kind           fault.Kind
	name, reason   string
}{
	{base, "/{a", fault.Route, "", "at offset 1 of the URL:"},
	{base, "/:a/:b/{b c}", fault.Route, "", "at offset 7 of the URL:"},
	{base, "https://h.test/:a/%zz", fault.Route, "", "at offset 18 of the URL:"},
	{base, "htps://h/{a}", fault.Route, "", "http:// or https://"},
	{base, "a.b+c-1://h", fault.Route, "", "http:// or https://"},
	{base, "x", fault.Route, "", "write the slash"},
	{base, "urn:x", fault.Route, "", "write the slash"},
	{base, "://h", fault.Route, "", "write the slash"},
	{base, "é{a}", fault.Route, "", "write the slash"},
	{base, "https:/h", fault.Route, "", "https://"},
	{base, "HTTP:h", fault.Route, "", "http://"},
	{base, "https://", fault.Route, "", "host"},
	{base, "https://h.test:65536/", fault.Route, "", "port"},
	{base, "https://{host}/", fault.Route, "", "BaseURL"},
	{base, "https://h.test:{port}/", fault.Route, "", "BaseURL"},
	{base, "https://{a}@h.test/", fault.Route, "", "BaseURL"},
	{base, "https://h.test{;a}", fault.Route, "", "BaseURL"},
	{base, "/x?q{?a}", fault.Route, "", "{&x}"},
	{base, "/x{?a}{?b}", fault.Route, "", "{&x}"},
	{base, "/x{#a}{?b}", fault.Route, "", "%3F"},
	{base, "/x#a?b", fault.Route, "", "%3F"},
	{base, "/x?a#b?c", fault.Route, "", "%3F"},
	{"", "/x", fault.BaseURL, "", "set it"},
	{"api.test", "/{a}", fault.BaseURL, "", "http://"},
	{" https://api.test", "/x", fault.BaseURL, "", "remove it"},
	{"https://api.test/{a}\r", "/x", fault.BaseURL, "", "remove it"},
	{"https://api.test\x7f", "/x", fault.BaseURL, "", "remove it"},
	{"https://api.test?x", "/x", fault.BaseURL, "", "query"},
	{"https://api.test/{+a}", "/x", fault.BaseURL, "", "{name}"},
	{"https://api.test/{a,b}", "/x", fault.BaseURL, "", "{name}"},
	{"https://api.test/{a?}", "/x", fault.BaseURL, "", "RFC 6570"},
	{"https://", "/x", fault.BaseURL, "", "host"},
	{"https://:{port}", "/x", fault.BaseURL, "", "host"},
	{"https://h.test:65535{n}", "/x", fault.Param, "n", "65535"},
	{"https://u@{host}:99999", "/x", fault.BaseURL, "", "65535"},
	{"https://{a}:99999/{n}", "/x", fault.BaseURL, "", "65535"},
	{"https://[::1]{a}]", "/x", fault.BaseURL, "", "host"},
	{"https://{a}:80:{n}", "/x", fault.BaseURL, "", "host"},
	{"https://h.test:{bigport}", "/x", fault.Param, "bigport", "65535"},
	{"https://h.test:6553{six}/{a}", "/x", fault.Param, "six", "65535"},
	{"https://h.test:{n}{five}{port}00/{a}", "/x", fault.Param, "port", "65535"},
	{"https://{leaddot}.test", "/x", fault.Param, "leaddot", "inner dots"},
	{"https://h.test/{leaddot}", "/x", fault.Param, "leaddot", "inner dots"},
	{"https://[{a}]", "/x", fault.BaseURL, "", "host"},
	{"https://[::{n}]", "/x", fault.BaseURL, "", "host"},
	{"https://{a}@h.test", "/x", fault.BaseURL, "", "userinfo"},
	{"https://u:{a}@{host}", "/x", fault.BaseURL, "", "userinfo"},
	{"https://{empty}.test", "/x", fault.Missing, "empty", "Path"},
	{"https://{evil}.test", "/x", fault.Param, "evil", "letters"},
	{"https://{trail}", "/x", fault.Param, "trail", "dots"},
	{"https://h.test:{badport}", "/x", fault.Param, "badport", "only digits"},
	{"https://h.test:{list}", "/x", fault.Param, "list", "letters"},
	{"https://h.test/{none}", "/x", fault.Missing, "none", "Path"},
	{"https://h.test/{func}", "/x", fault.Param, "func", "func()"},
	{"https://h.test/{encdots}", "/x", fault.Param, "encdots", "letters"},
	{base, "/x{?nil}&b", fault.Missing, "nil", "?y={y}{&x}"},

	// Missing, and what leaves a segment empty.
	{base, "/x{?nil}{&a}", fault.Missing, "nil", "{?nil,a}"},
	{base, "{&a}", fault.Route, "", "write {?x}"},
	{base, "/x{/missing}{&a}", fault.Route, "", "write {?x}"},
	{base, "/f{/nilmap}", fault.Missing, "nilmap", "the list is empty"},
	{base, "/f{/listofnil*}", fault.Missing, "listofnil", "the list is empty"},
	{base, "/x{?nil,none}{&nil,a}/y", fault.Missing, "nil", "{?nil,a}"},
	{base, "/{missing}", fault.Missing, "missing", ""},
	{base, "/:missing", fault.Missing, "missing", "%3A"},
	{base, "/x{a,empty}", fault.Missing, "empty", "nil or empty"},
	{base, "/x{+a,nil}", fault.Missing, "nil", "nil or empty"},
	{"", "{host_url}{empty}", fault.Missing, "empty", "empty"},
	{base, "/{dot}{n:0}", fault.Route, "", "length"},
	{base, "/x{/a,dots}", fault.Unsafe, "dots", "segment"},
	{base, "{?nil}{+abs_next}", fault.Unsafe, "abs_next", "absolute"},
	{"", "{+url_dots}", fault.Unsafe, "url_dots", "segment"},
	{"", "{+next}/x", fault.Unsafe, "next", "whole template"},
	// The first error from left to right wins.
	{base, "/{empty}{/func}", fault.Missing, "empty", "empty"},
	{base, "/{func}/{missing}", fault.Param, "func", "func()"},
	// Values.
	{base, "/{func}", fault.Param, "func", "func()"},
	{base, "/{nested}", fault.Param, "nested", "scalars"},
	{base, "/{list:2}", fault.Param, "list", "prefix"},
	{base, "/x?q={list:1}", fault.Param, "list", "prefix"},
	{base, "{next}", fault.Param, "next", "write {+next} to use it as the address, or /{next}"},
	{base, "{next}/{a}", fault.Param, "next", "{+next}"},
	{base, "{bigurl}", fault.Param, "bigurl", "port"},
	{base, "{zone_url}", fault.Param, "zone_url", "host"}, // as written, before as sent
	{"", "{+url_braces}", fault.Param, "url_braces", "braces"},
	{"", "{bad_url}", fault.Param, "bad_url", "port"},
	{"", "{angle_url}", fault.Param, "angle_url", "valid"}, // as sent, and not as written
	{"", "{+url_line}", fault.Param, "url_line", "valid"},
	{"", "{+url}{+up}", fault.Unsafe, "up", "segment"},
	{"", "{+url_slash}{dots}", fault.Unsafe, "dots", "segment"},
}

func TestReject(t *testing.T) {
	for _, tt := range bad {
		u, err := expand(tt.base, tt.template, lookup)
		if err == nil {
			t.Errorf("%s + %s: got %s, want an error", tt.base, tt.template, u.String())
			continue
		}
		if err.Kind != tt.kind || err.Name != tt.name || !strings.Contains(err.Reason, tt.reason) {
			t.Errorf("%s + %s\n got %d %q %q", tt.base, tt.template, err.Kind, err.Name, err.Reason)
			t.Errorf("want %d %q, a reason with %q", tt.kind, tt.name, tt.reason)
		}
	}
}

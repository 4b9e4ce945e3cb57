package address

import (
	"net/url"
	"reflect"
	"strings"
	"testing"

	"example.com/endpoint/internal/rfc6570"
)

// values are the values of the tables, by name; another name is missing.
var values = map[string]any{
	"a": "x", "b": "y z", "n": 42, "empty": "", "nil": nil, "list": []string{"p", "q"}, "none": []string{},
	"map": map[string]any{"k": "v"}, "slash": "/", "slashes": "//", "back": `\`, "enc": "%2f", "dot": ".", "dots": "..",
	"encdots": "%2e%2E", "dotsparam": "..;v", "param": ";v", "abs": "/x", "abs2": "//x", "encabs": "%2Fx", "backabs": `\x`,
	"paramabs": ";v/x", "path": "heads/a", "dirty": "a//b/", "up": "a/../b", "ask": "x?y", "hash": "x#y",
	"url": "https://up.test/p", "host_url": "https://up.test", "next": "https://up.test/p?page=2", "other": "ftp://up.test/x",
	"url_dots": "https://up.test/a/../b", "url_braces": "https://up.test/{x}", "url_brace": "https://up.test/a}b", "url_space": "https://up.test/a b",
	"bad_url": "https://up.test:x/", "host": "api-1.test", "evil": "h@evil", "port": 8443, "badport": "80x", "func": func() {},
	"emptylist": []any{""}, "dotlist": []string{"a", "..", "b"}, "mixed": []any{"a", nil, ""}, "nested": []any{[]any{1}},
}

func give(t *Template) []Value {
	var given []Value
	for _, name := range t.Names {
		v, ok := values[name]
		given = append(given, Value{v, ok})
	}
	return given
}

// expand expands a template, or joins a plain path, as the caller of this package does.
func expand(base, template string) (string, Layout, *Error) {
	b := CompileBase(base)
	if IsPlainPath(template) {
		url, layout, err := Join(nil, template, b, give(b))
		return string(url), layout, err
	}
	t := Compile(template)
	url, layout, err := Expand(nil, t, give(t), b, give(b))
	return string(url), layout, err
}

const base = "https://api.test/v1"

var good = []struct{ base, template, want string }{
	// Joining by exactly one slash.
	{base, "/x", "https://api.test/v1/x"},
	{base, "x", "https://api.test/v1/x"},
	{base, "//x", "https://api.test/v1//x"},
	{base + "///", "/x", "https://api.test/v1/x"},
	{base + "//", "{?nil}", "https://api.test/v1//"},
	{base, "?t=1", "https://api.test/v1/?t=1"},
	{base, "{?a}", "https://api.test/v1/?a=x"},
	{base, "{#a}", "https://api.test/v1/#x"},
	{base, "{?missing}", "https://api.test/v1"},
	{base, "{/a}", "https://api.test/v1/x"},
	{base, "{/missing}b", "https://api.test/v1/b"},
	{base, "{a}", "https://api.test/v1/x"},
	{base, "{+path}", "https://api.test/v1/heads/a"},
	{base, "{+abs}", "https://api.test/v1/x"},
	{base, "{nil*}{+abs}", "https://api.test/v1/x"},
	{base, "{.a}", "https://api.test/v1/.x"},
	{base, ".evil.test/x", "https://api.test/v1/.evil.test/x"},
	{base, "@evil.test", "https://api.test/v1/@evil.test"},
	{base, ":8080/x", "https://api.test/v1/:8080/x"},
	{base, "items:search", "https://api.test/v1/items:search"},
	{base, "urn:x", "https://api.test/v1/urn:x"},
	{base, "://h", "https://api.test/v1/://h"},
	// Absolute templates.
	{"", "https://h.test", "https://h.test"},
	{"", "HTTPS://h.test/{a}", "HTTPS://h.test/x"},
	{"", "https://h.test{/a}", "https://h.test/x"},
	{"", "https://h.test{/missing}b", "https://h.test/b"},
	{"", "https://h.test{?a}", "https://h.test?a=x"},
	{"", "https://h.test{#a}", "https://h.test#x"},
	{"", "https://h.test{?missing}", "https://h.test"},
	{"", "https://u:p@h.test/{a}", "https://u:p@h.test/x"},
	{"", "https://[::1]:8080/{a}", "https://[::1]:8080/x"},
	{"", "https://{host}:{port}/:a", "https://api-1.test:8443/x"},
	{"", "https://{a}.api.test/", "https://x.api.test/"},
	// Base addresses.
	{"https://{a}.api.test/v{n}/", "/y", "https://x.api.test/v42/y"},
	{"https://api.test:{port}", "y", "https://api.test:8443/y"},
	{"https://api.test/:a", "/y", "https://api.test/:a/y"},
	// :name.
	{base, "/compare/:a...:n", "https://api.test/v1/compare/x...42"},
	{base, "/v1/{a}:cancel", "https://api.test/v1/v1/x:cancel"},
	{base, "/docs:annotate", "https://api.test/v1/docs:annotate"},
	{base, "/é:a", "https://api.test/v1/%C3%A9:a"},
	{base, "/—:a", "https://api.test/v1/%E2%80%94x"},
	{base, "/%3Aa", "https://api.test/v1/%3Aa"},
	{base, "/x?t=:a", "https://api.test/v1/x?t=:a"},
	{base, "/x{?a}:b", "https://api.test/v1/x?a=x:b"},
	// Segments.
	{base, "/{a}/{b}", "https://api.test/v1/x/y%20z"},
	{base, "/a//{a}//b", "https://api.test/v1/a//x//b"},
	{base, "/{dirty}", "https://api.test/v1/a%2F%2Fb%2F"},
	{base, "/{abs}", "https://api.test/v1/%2Fx"},
	{base, "/f/{+dirty}", "https://api.test/v1/f/a//b/"},
	{base, "/f{+abs}", "https://api.test/v1/f/x"},
	{base, "/f/x{empty}", "https://api.test/v1/f/x"},
	{base, "/{encdots}", "https://api.test/v1/%252e%252E"},
	{base, "/f{/list*}", "https://api.test/v1/f/p/q"},
	{base, "/f{/none}", "https://api.test/v1/f"},
	{base, "/f/../{a}", "https://api.test/v1/f/../x"},
	{base, "/..{/a}", "https://api.test/v1/../x"},
	{base, "/{a}{;n}", "https://api.test/v1/x;n=42"},
	{base, "/...{a}", "https://api.test/v1/...x"},
	{base, "/x?p={dots}&q={+path}", "https://api.test/v1/x?p=..&q=heads/a"},
	{base, "/x?q={+ask}", "https://api.test/v1/x?q=x?y"},
	{base, "/x#{+hash}", "https://api.test/v1/x#x#y"},
	{base, "/x{#a}{+hash}", "https://api.test/v1/x#xx#y"},
	// Leading addresses.
	{"", "{url}", "https://up.test/p"},
	{"", "{+url}/{a}", "https://up.test/p/x"},
	{"", "{+next}", "https://up.test/p?page=2"},
	{"", "{host_url}{a}", "https://up.test/x"},
	{"", "{host_url}/{a}", "https://up.test/x"},
	{"", "{host_url}{?a}", "https://up.test?a=x"},
	{"", "{host_url}", "https://up.test"},
	{"", "{+url_space}", "https://up.test/a%20b"},
	{base, "{+other}", "https://api.test/v1/ftp://up.test/x"},
	{base, "/{url}", "https://api.test/v1/https%3A%2F%2Fup.test%2Fp"},
	{base, "{next}", "https://api.test/v1/https%3A%2F%2Fup.test%2Fp%3Fpage%3D2"},
}

func TestExpand(t *testing.T) {
	for _, tt := range good {
		got, layout, err := expand(tt.base, tt.template)
		if err != nil {
			t.Errorf("%s + %s: %v", tt.base, tt.template, err)
			continue
		}
		if got != tt.want {
			t.Errorf("%s + %s\n got %s\nwant %s", tt.base, tt.template, got, tt.want)
		}
		if inPath := !strings.ContainsAny(tt.want, "?#"); layout.InPath != inPath {
			t.Errorf("%s + %s: InPath is %t, want %t", tt.base, tt.template, layout.InPath, inPath)
		}
		checkOrigin(t, got, layout)
	}
}

// checkOrigin checks that Origin is what url.Parse makes of the text before Path.
func checkOrigin(t *testing.T, text string, layout Layout) {
	t.Helper()
	if layout.Origin == nil {
		return
	}
	want, err := url.Parse(text[:layout.Path])
	if err != nil || !reflect.DeepEqual(layout.Origin, want) {
		t.Errorf("%s: Origin is %v, want %v", text, layout.Origin, want)
	}
}

var bad = []struct {
	base, template string
	kind           Kind
	name, reason   string
}{
	{base, "/{a", Syntax, "", "at offset 1:"},
	{base, "/:a/{b", Syntax, "", "at offset 4:"},
	{base, "https://h.test/{b", Syntax, "", "at offset 15:"},
	{base, "/{path...}", Syntax, "", "{+path}"},
	{base, "/%zz", Syntax, "", "%25"},
	{base, "ftp://h.test", Syntax, "", "http:// or https://"},
	{base, "htps://h/{a}", Syntax, "", "http:// or https://"},
	{base, "a.b+c-1://h", Syntax, "", "http:// or https://"},
	{base, "https:/h", Syntax, "", "https://"},
	{base, "HTTP:h", Syntax, "", "http://"},
	{base, "https://", Syntax, "", "host"},
	{base, "https://:80/", Syntax, "", "host"},
	{base, "https://{+host}/", Syntax, "", "{name}"},
	{base, "https://{host*}/", Syntax, "", "{name}"},
	{base, "https://{a,b}/", Syntax, "", "{name}"},
	{base, "https://{a}:p@h.test/", Syntax, "", "{name}"},
	{base, "https://[{a}]/", Syntax, "", "{name}"},
	{base, "https://h.test{.a}", Syntax, "", "{name}"},
	{"", "/x", Base, "BaseURL", "set it"},
	{"api.test", "/{a}", Base, "BaseURL", "http://"},
	{"https://api.test?x", "/x", Base, "BaseURL", "query"},
	{"https://api.test#x", "/x", Base, "BaseURL", "query"},
	{"https://api.test/{+a}", "/x", Base, "BaseURL", "{name}"},
	{"https://api.test/{a:3}", "/x", Base, "BaseURL", "{name}"},
	{"https://{missing}.test", "/x", Missing, "missing", ""},
	{"https://{empty}.test", "/x", Missing, "empty", ""},
	{"https://{evil}.test", "/x", Param, "evil", "letters"},
	{"https://{dot}test", "/x", Param, "dot", "dots"},
	{"https://h.test:{badport}", "/x", Param, "badport", "digits"},
	{"https://{list}.test", "/x", Param, "list", "list"},
	{"https://h.test/{empty}/v1", "/x", Missing, "empty", "empty"},
	{"https://h.test/{dots}", "/x", Unsafe, "dots", "segment"},
	// Missing, and what leaves a segment empty.
	{base, "/{missing}", Missing, "missing", ""},
	{base, "/x?t={missing}", Missing, "missing", ""},
	{base, "/:missing", Missing, "missing", ""},
	{base, "/{empty}", Missing, "empty", "empty"},
	{base, "/{nil}/x", Missing, "nil", "empty"},
	{base, "/{none*}", Missing, "none", "empty"},
	{base, "/{slash}", Missing, "slash", "empty"},
	{base, "/{slashes}/x", Missing, "slashes", "empty"},
	{base, "/{slashes:1}", Missing, "slashes", "empty"},
	{base, "/:slash", Missing, "slash", "empty"},
	{base, "/{back}", Missing, "back", "empty"},
	{base, "/{+slash}", Missing, "slash", "empty"},
	{base, "{+slash}", Missing, "slash", "empty"},
	{base, "/{+enc}", Missing, "enc", "empty"},
	{base, "/{+back}", Missing, "back", "empty"},
	{base, "/x{/slash}", Missing, "slash", "empty"},
	{base, "/x{/empty}", Missing, "empty", "empty"},
	{base, "{/empty}", Missing, "empty", "empty"},
	{base, "/x{/emptylist*}", Missing, "emptylist", "empty"},
	{base, "/x{/mixed*}", Missing, "mixed", "empty"},
	{base, "/{empty}{;n}", Missing, "empty", "empty"},
	{base, "/{nil};v=1", Missing, "nil", "empty"},
	{base, "/{+param}", Missing, "param", "empty"},
	{base, "/{empty}{/a}", Missing, "empty", "empty"},
	{base, "/{empty}{?a}", Missing, "empty", "empty"},
	{base, "/{empty}{#a}", Missing, "empty", "empty"},
	{base, "/{empty}?x", Missing, "empty", "empty"},
	{base, "{nil*}/x", Missing, "nil", "empty"},
	{base, "/{empty}{+empty}", Missing, "empty", "empty"},
	{"", "https://h.test/{+empty}", Missing, "empty", "empty"},
	{"", "{host_url}{empty}", Missing, "empty", "empty"},
	// What begins a segment of {+x} with an empty piece.
	{base, "/f/{+abs}", Missing, "abs", "begins"},
	{base, "/{+abs}", Missing, "abs", "begins"},
	{base, "{+abs2}", Missing, "abs2", "begins"},
	{base, "/f/{+encabs}", Missing, "encabs", "begins"},
	{base, "/f/{+backabs}", Missing, "backabs", "begins"},
	{base, "/f/{+paramabs}", Missing, "paramabs", "begins"},
	{base, "/f/{empty}{+abs}", Missing, "empty", "begins"},
	{"", "https://h.test/{+abs}", Missing, "abs", "begins"},
	// Dots, and the delimiters of query and fragment.
	{base, "/{dot}", Unsafe, "dot", "segment"},
	{base, "/{dots}/x", Unsafe, "dots", "segment"},
	{base, "/{+encdots}", Unsafe, "encdots", "segment"},
	{base, "/{dotsparam}", Unsafe, "dotsparam", "segment"},
	{base, "/{+up}", Unsafe, "up", "segment"},
	{base, "/{up}", Unsafe, "up", "segment"},
	{base, "/{dot}{dot}", Unsafe, "dot", "segment"},
	{base, "/{dot}{n:0}", Syntax, "", "length"},
	{base, "/.{empty}", Unsafe, "empty", "segment"},
	{base, "/.{.missing}", Unsafe, "missing", "segment"},
	{base, "/x{/dotlist*}", Unsafe, "dotlist", "segment"},
	{base, "/f/{+up}{a}", Unsafe, "a", "segment"},
	{base, "/{+ask}", Unsafe, "ask", "query"},
	{base, "/{+hash}", Unsafe, "hash", "query"},
	{base, "/x?q={+hash}&o=1", Unsafe, "hash", "{hash}"},
	{base, "/x{?a}{+hash}", Unsafe, "hash", "{hash}"},
	{"", "{+url_dots}", Unsafe, "url_dots", "segment"},
	{"", "{+next}/x", Unsafe, "next", "whole URL"},
	// The first error wins: variables in order, then what is unsafe.
	{base, "/{dots}/{missing}", Missing, "missing", ""},
	{base, "/{empty}/{missing}", Missing, "empty", "empty"},
	{base, "/{empty}{/func}", Missing, "empty", "empty"},
	{base, "/{func}/{missing}", Param, "func", "func()"},
	{base, "/{dots}/{dot}", Unsafe, "dots", "segment"},
	// Values.
	{base, "/{func}", Param, "func", "func()"},
	{base, "/{nested}", Param, "nested", "scalars"},
	{base, "/{list:2}", Param, "list", "prefix"},
	{"", "{+url_braces}", Param, "url_braces", "braces"},
	{"", "{+url_brace}", Param, "url_brace", "braces"},
	{"", "{bad_url}", Param, "bad_url", "valid"},
}

func TestReject(t *testing.T) {
	for _, tt := range bad {
		got, _, err := expand(tt.base, tt.template)
		if err == nil {
			t.Errorf("%s + %s: got %s, want an error", tt.base, tt.template, got)
			continue
		}
		if err.Kind != tt.kind || err.Name != tt.name || !strings.Contains(err.Reason, tt.reason) {
			t.Errorf("%s + %s\n got %d %q %q\nwant %d %q, a reason with %q", tt.base, tt.template, err.Kind, err.Name, err.Reason, tt.kind, tt.name, tt.reason)
		}
	}
}

func TestIsHost(t *testing.T) {
	for _, tt := range []struct {
		hosts string
		want  bool
	}{
		{"h h.test h.test. h-1_x.test:8080 127.0.0.1:80 [::1] [::1]:80 H.TEST h:", true},
		{"a,b ] .. * h:x :80 h:123456 [::1 ::1 [::1]x [::1%25eth0] u@h h/x h?x h#x .h h..x . é [1.2.3.4] h:80:80", false},
	} {
		for host := range strings.FieldsSeq(tt.hosts) {
			if got := IsHost(host); got != tt.want {
				t.Errorf("IsHost(%q) is %t", host, got)
			}
		}
	}
	if IsHost("") || IsHost("a b") {
		t.Error(`IsHost accepts "" or "a b"`)
	}
}

func TestIsPlainPath(t *testing.T) {
	for c := range 256 {
		s := "/" + string([]byte{byte(c)})
		if !IsPlainPath(s) {
			continue
		}
		u, err := url.Parse("https://h" + s)
		if err != nil || u.Path != s || u.EscapedPath() != s {
			t.Errorf("%q is not plain", s)
		}
		if parts, err := rfc6570.Parse(s); err != nil || len(parts) != 1 || parts[0].Literal != s {
			t.Errorf("%q does not stand for itself in a template", s)
		}
	}
	if !IsPlainPath("/repos/o-k_1.2~x/a@b$&+,;=") || IsPlainPath("") {
		t.Error("IsPlainPath rejects plain bytes or accepts no text")
	}
}

// FuzzSegments holds the judge against a plain reading of its rules: no URL that
// is built has, in a segment with a variable, a piece of dots or only empty ones.
func FuzzSegments(f *testing.F) {
	f.Add("x", "y")
	f.Add("..", "%2e%2e;")
	f.Add("/", `\`)
	f.Add("//h", ";x/%2F")
	for _, v := range values {
		if s, ok := v.(string); ok {
			f.Add(s, "."+s)
		}
	}
	templates := []string{"/r/{a}", "/r/{+a}", "/r{/a}", "/r/{a}{b}", "/r/{+a}{+b}", "/r/{a}{;b}", "/r/{a}{.b}", "/r/:a", "/r/{a:1}{b:2}", "/r/{a,b}", "/r/{+a,b}"}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, template := range templates {
			for _, end := range []string{"", "/end", "?q", "{?q}"} {
				c := Compile(template + end)
				given := make([]Value, len(c.Names))
				for i, name := range c.Names {
					given[i] = map[string]Value{"a": {a, true}, "b": {b, true}, "q": {"1", true}}[name]
				}
				got, _, err := Expand(nil, c, given, CompileBase("https://h"), nil)
				if err != nil {
					continue
				}
				checkSegment(t, string(got), template, end)
			}
		}
	})
}

func checkSegment(t *testing.T, text, template, end string) {
	t.Helper()
	path, _, _ := strings.Cut(text, "?")
	path = strings.TrimSuffix(strings.TrimPrefix(path, "https://h/r/"), "/end")
	whole, err := url.PathUnescape(path)
	if err != nil {
		t.Fatalf("%s%s: %q does not decode: %v", template, end, text, err)
	}
	pieces := strings.FieldsFunc("x"+strings.NewReplacer("/", "/x", `\`, "/x").Replace(whole), func(r rune) bool { return r == '/' })
	empty := true
	for i, piece := range pieces {
		piece, _, _ = strings.Cut(piece[1:], ";")
		if piece == "." || piece == ".." || i == 0 && piece == "" && strings.Contains(template, "{+") {
			t.Fatalf("%s%s: piece %q of %q", template, end, piece, text)
		}
		empty = empty && piece == ""
	}
	if empty {
		t.Fatalf("%s%s: an empty segment in %q", template, end, text)
	}
}

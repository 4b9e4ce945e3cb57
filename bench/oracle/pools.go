package main

import (
	"encoding/json"
	"strings"
)

// What cases are made of. A and B stand for names.
var (
	methods     = strings.Fields("GET GET GET GET HEAD POST POST PUT PATCH DELETE get Post patch")
	rareMethods = strings.Fields("OPTIONS TRACE CONNECT LINK propfind G@T MÉTHODE")

	bases = []string{
		"https://api.test", "https://api.test", "https://api.test/", "https://api.test/v3", "https://api.test/v3/",
		"https://api.test/v3//", "http://localhost:8080", "HTTPS://API.test", "https://u:pass@api.test/x",
		"https://api.test/ä", "https://api.test/:name", "http://[::1]:80/",
	}
	basesWithPlaceholders = []string{
		"https://{region}.api.test/v{n}", "https://api.test/{n}/", "https://api.test:{port}", "https://{host}", "https://api.test/a/{x}", "https://u:pass@{host}/",
	}
	noBases = []string{
		"api.test", "ftp://api.test", "https://", "https://api.test?x=1", "https://api.test/#f", "https://api.test/{+x}",
		"https://api.test/{x", "/relative", "https://{+host}", "https://{user}@api.test",
	}

	segments = strings.Fields(`repos repos orgs v1.2 .github {A} {A} {A} {A} :A :A {A}{B} {A}...{B} :A...:B pre{A} {A}.json
		{+A} {+A}/x {A,B} x{/A} x{/A,B} x{/A*} x{;A} x{;A,B} x{;A*} x{.A} x{.A,B*} x{?A} {+A:2}`)
	rareSegments = strings.Fields(`... a:b docs:annotate /v/:annotate {A}:cancel {A}:{B} a%2Fb ä 日本:A (x)*! it's . .. .{A} {A}. {.A} {;A} {/A}
		{A*} {+A*} {A:3} {+A:2} {A:3,B*} {+A,B} x@y ~u httpbin :A:B :_id %3Aname {#A} 100%25 x::A {/A:2} {&A} %2e{A} {A};v=1 x{;A:2}`)
	tails = strings.Fields(`{?A} {?A,B} {?A*} {?A,B*} {?A*,B} {?A:2,B} {?page} {?q} ?t=1 ?t={A} ?t={A}{&B} ?page=1&type=x ?page=1{&A*} ?k+ey=1&a%2Bb=2&%c3%bc ?t=:x ?t={+A}
		#frag {#A} {#A,B} {#A*} {#A:2} {#A:1} ? ?x=1& ?x=1#f {?A}#frag {?A}{#B} {/A} {/A*} / {/A}{?B} {?data} {?%41} {?a.b,A} {?A;B}`)
	crowds    = []string{"{?k0,k1,k2,k3,k4,k5,k6,k7,k8,k9,k10}", "?k0=1&k1=&k2&k3=3&k4=4&k5=5&k6=6&k7=7&k8=8&%6b9=9&k10=&k11=&k12=&a+b=1", "{/k0,k1,k2}{?k3*}{&k4,k5,k6}{&k7,k8,k9}"}
	absolutes = []string{
		"https://up.test", "http://up.test:8080", "HTTP://up.test/x", "https://u:secret@up.test", "https://{host}", "https://up.test:{port}",
		"https://up.test{/A}", "https://{host}.up.test/v1", "https://u:secret@{host}", "https://up.test/:A", "https://[::1]:1",
	}
	leads = []string{
		"{+A}", "{upload_url}", "{+next}", "{url}", "{A}", "{/A}", "{.A}", "httpbin", ".evil", "@evil", ":A", "//x", "repos", "\\x"[:0],
	}
	wholes = []string{
		"{+next}", "{+next}{?A}", "{upload_url}{?A,B}", "{+next}x", "{url}", "{?A}", "{?A,B}", "{/A}", "{#A}", "?x=1", "#f", "/", "{A}", "{+A}",
		"repos", "http", "https:/x", "https://up.test?x=1", "https://up.test{?A}", "https://up.test{#A}", "{;A}", "{A,B}",
	}
	noTemplates = []string{
		"", "/{A", "/a}", "/{}", "/{a b}", "/{=a}", "/{a:0}", "/{a:10000}", "/{a...}", "/%zz", "/<x>", "/a b", "/{{a}}", "/{a?}", "/{name=p/*}",
		"https:///x", "https://{+host}/x", "https://{host:3}/", "https://{user}@h.test/", "https://up.test{.A}", "/{a.}", "/a^b", "/\"",
	}

	// Pieces of soups.
	templatePieces = strings.Fields("{ } {a} {b} {x} {?a} {/x} {+a} {#b} {a,b} {x:2} {x*} {url} a ab b : :a :ab :x / // ? # & = . .. ; - _ 1 %41 % @ é")
	textPieces     = strings.Split("a|b|.|..|/|\\|%|%2|%2e|%2F|%C3|%A4|ä|😀| |?|#|;|:|&|=|+|{|}|[|]|,|1|~|'|\"|<|\u00a0|\u2028", "|")
	acceptPieces   = strings.Split("application/vnd.|Application/VND.|github|my-api|.|.v3|.v4|.V2|.raw|+json|+xml|-preview|cat|;q=1|;|,|,| |\"|\\|text/html|*/*|application/octet-stream|/", "|")

	names     = strings.Fields("owner repo owner repo id x page q tags enterprise-team file.name")
	rareNames = strings.Fields("n%41 data method http A_b 1st")

	leftovers     = strings.Fields("type sort page per_page q ids[] tags name filter x")
	rareLeftovers = []string{"", "a&b", "k ey", "ü", "a+b", "a=b", "x#y", "!", "b[]", "'()*", "a.b", "Z", "%41", "n"}

	plainTexts = []any{"octocat", "hello-world", "v1.2.3", "main", "private", "a", "2024-01-01", "x_y~z"}
	oddTexts   = []any{
		"a b", "ä", "日本語", "😀x😀", "a/b", "100%", "%41b", "50%a b", "%c3%a4bc", "%C3%A4%F0%9F%98%80b", "ä%C3", "%C3%A4", "...", ".github", "a..b", "&x=1", "a+b", "!'()*", "\"q\"", "<t>",
		"tab\there", "nl\n", "\x00", "{x}", "a;b", ":", "@home", "a=b,c", "true", "null", "~", "heads/main", "[1]", "^`|\\", "ſK", "%zz", "e\u0301",
	}
	dangerousTexts = []any{
		"", "", ".", "..", "../x", "a/../b", "..;x", "..\\", "%2e%2e", "%2E", "a?b", "a#b", "/", "//evil", "http", "https://evil.test", ";", "\\..",
	}

	numbers = []any{
		json.Number("1"), json.Number("0"), json.Number("-3"), json.Number("1.5"), json.Number("42"),
		json.Number("1.50"), json.Number("1e3"), json.Number("-0"), json.Number("12345678901234567890"), json.Number("0.0000001"),
	}

	addresses     = []any{"https://up.test/a", "https://up.test", "https://up.test/a/", "http://up.test:8080/x%20y", "https://up.test/ä b"}
	rareAddresses = []any{
		"https://up.test/a?b=1", "https://up.test/a?b=1#f", "HTTPS://UP.test/a", "https://u:p@up.test/x", "https://up.test/{b}", "https://up.test/a/../b",
		"https:///x", "https://", "https://a b/", "https:/x", "ftp://x", "/relative", "https://up.test?page=2", "https://up.test#f",
	}

	headerNames  = strings.Fields("accept Accept ACCEPT content-type Content-Type authorization Authorization X-Custom x-custom If-Match user-agent")
	contentTypes = []any{
		"application/json", "application/json; charset=utf-8", "application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded; a=b",
		"text/json", "application/vnd.x+json", "text/plain", "application/octet-stream", "", " ", nil,
	}
	acceptItems = []string{
		"application/vnd.github.v3+json", "application/vnd.service.v3.raw", "application/vnd.service+json", "application/vnd.github.v4+json",
		"application/vnd.github.luke-cage-preview+json", "application/vnd.github.ant-man-preview.raw;q=0.5", "application/vnd.foo-preview",
		"application/vnd.github.v3+json;q=0.5", "application/vnd.my-api.v2.full+json ; a=\"x,y\"", "Application/VND.GitHub.V3+JSON",
		"application/json", "text/html;q=0.9", "*/*", "application/octet-stream", "APPLICATION/octet-stream;q=1", "application/octet-stream2",
		"text/plain;x=\"application/octet-stream\"", "text/x-preview", "application/vnd.a.b.c.d+json", "application/vnd.github+xml", "", "application/vnd.github.html",
	}
)

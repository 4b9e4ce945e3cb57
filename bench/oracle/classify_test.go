package main

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/endpoint"
)

var record = flag.Bool("record", false, "ask node, and write its answers to testdata/answers.json")

const answersFile = "testdata/answers.json"

// recorded asks the file instead of node, or node for the file.
func recorded(t *testing.T) Ask {
	t.Helper()
	answers := map[string]json.RawMessage{}
	if !*record {
		b, err := os.ReadFile(answersFile)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &answers); err != nil {
			t.Fatal(err)
		}
		return func(c Case) (Answer, error) {
			var a Answer
			line, ok := answers[encode(c)]
			if !ok {
				t.Fatalf("%s\nis a new question: run go test ./oracle -record", encode(c))
			}
			return a, json.Unmarshal(line, &a)
		}
	}
	original, err := startOriginal(".")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b, err := json.MarshalIndent(answers, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(answersFile, append(b, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := original.close(); err != nil {
			t.Fatal(err)
		}
	})
	return func(c Case) (Answer, error) {
		a, err := original.ask(c)
		answers[encode(c)] = json.RawMessage(encode(a))
		return a, err
	}
}

func readCase(t *testing.T, s string) Case {
	t.Helper()
	var c Case
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	if err := d.Decode(&c); err != nil {
		t.Fatal(err)
	}
	layer := map[string]any{"baseUrl": "https://api.test", "headers": map[string]any{"accept": "application/vnd.service.v3+json"}}
	c.Defaults = slices.Insert(c.Defaults, 0, layer)
	if c.Options == nil {
		c.Options = map[string]any{}
	}
	return c
}

const (
	noHeaders  = `"headers":{"accept":"application/vnd.service.v3+json"}`
	jsonHeader = `"headers":{"accept":"application/vnd.service.v3+json","content-type":"application/json; charset=utf-8"}`
)

func TestClassify(t *testing.T) {
	ask := recorded(t)
	for _, tt := range []struct {
		name    string
		input   string
		library string // its answer, without user-agent
		err     error  // or its error
		classes string // beside the method's, by ";"; "unexplained" for none
	}{
		{
			"method", `{"route":"GET /a"}`,
			`{"method":"get","path":"https://api.test/a",` + noHeaders + `}`, nil, "",
		},
		{
			"method not in lower case", `{"route":"GET /a"}`,
			`{"method":"GET","path":"https://api.test/a",` + noHeaders + `}`, nil, "unexplained",
		},
		{
			"query", `{"route":"GET /a?own=1#f","options":{"z":"!","b c":[1,null],"own":2,"n":null,"q":"x+y","l[]":["a","b"]}}`,
			`{"method":"get","path":"https://api.test/a?own=1&b%20c=1&l%5B%5D=a&l%5B%5D=b&q=x%2By&z=%21#f",` + noHeaders + `}`, nil,
			"null and empty lists are left out of a query; q is a key like any other; a list under x[] is one pair per element;" +
				"query keys are encoded; query values are fully encoded; a key of the URL's own query is not repeated;" +
				"the query is sorted by key; the query stands before the fragment, & only where needed",
		},
		{
			"query that is not sorted", `{"route":"GET /a","options":{"a":1,"b":2},"reversed":true}`,
			`{"method":"get","path":"https://api.test/a?b=2&a=1",` + noHeaders + `}`, nil, "unexplained",
		},
		{
			"expressions", `{"route":"GET /:org/{+p:2}{/l*}/{m}{?none,x}{&n}","options":{"org":"é","p":"😀xy","l":["a","b"],"m":{"k":1,"j":2},"x":1,"n":1.50},"reversed":true}`,
			`{"method":"get","path":"https://api.test/%C3%A9/%F0%9F%98%80x/a/b/j,2,k,1?x=1&n=1.50",` + noHeaders + `}`, nil,
			"undefined variables write nothing; a prefix counts characters, and names a placeholder;" +
				"explode per RFC 6570; maps by key, under + and # as reserved text; numbers keep their digits",
		},
		{
			"an expansion that is wrong", `{"route":"GET /x{/l*}","options":{"l":["a","b"]}}`,
			`{"method":"get","path":"https://api.test/x/a,b",` + noHeaders + `}`, nil, "unexplained",
		},
		{
			"colons", `{"route":"GET /docs:annotate/:x?t=:ab","options":{"x":1,"ab":2}}`,
			`{"method":"get","path":"https://api.test/docs:annotate/1?t=:ab&ab=2",` + noHeaders + `}`, nil,
			":name stands for {name} in the path only, and not after a letter, digit, underscore or brace",
		},
		{
			"addresses", `{"route":"GET {upload_url}/x","options":{"upload_url":"https://up.test"}}`,
			`{"method":"get","path":"https://up.test/x",` + noHeaders + `}`, nil,
			"a leading {…url} may hold the address",
		},
		{
			"base with placeholders", `{"defaults":[{"baseUrl":"https://{r}.api.test/v{n}","r":"eu"}],"route":"GET httpbin","options":{"n":3}}`,
			`{"method":"get","path":"https://eu.api.test/v3/httpbin",` + noHeaders + `}`, nil,
			"placeholders in the base address; an address begins with http:// or https://, and only a leading value may hold it;" +
				"base and path are joined by one slash",
		},
		{
			"previews", `{"defaults":[{"headers":{"Accept":"text/html, application/vnd.x.a-preview+json"},"mediaType":{"previews":["b","c"]}}],"route":"GET /","options":{"mediaType":{"previews":["b-preview","d"]}}}`,
			`{"method":"get","path":"https://api.test/","headers":{"accept":"text/html,application/vnd.x.a-preview+json,application/vnd.x.b-preview+json,application/vnd.x.c-preview+json,application/vnd.x.d-preview+json"}}`, nil,
			"previews are a union in order, each once, the suffix cut off;" +
				"previews take the vendor of the accept header; media ranges of no vendor stay beside previews",
		},
		{
			"format", `{"defaults":[{"headers":{"accept":"application/vnd.x.v2+json , application/vnd.x.v3+json;q=0.5"}}],"route":"GET /","options":{"mediaType":{"format":"raw"}}}`,
			`{"method":"get","path":"https://api.test/","headers":{"accept":"application/vnd.x.v2.raw,application/vnd.x.v3.raw;q=0.5"}}`, nil,
			"accept is split at commas outside quotes and trimmed, and octet-stream is an item; format keeps an item's parameters;" +
				"format knows every vendor, version and case",
		},
		{
			"a vendor that is wrong", `{"route":"GET /","options":{"mediaType":{"previews":["a"]}}}`,
			`{"method":"get","path":"https://api.test/","headers":{"accept":"application/vnd.github.a-preview+json"}}`, nil, "unexplained",
		},
		{
			"headers", `{"defaults":[{"headers":{"A":1,"B":"x"}}],"route":"GET /","options":{"headers":{"b":"","c":null}}}`,
			`{"method":"get","path":"https://api.test/","headers":{"a":"1","accept":"application/vnd.service.v3+json"}}`, nil,
			"header values are text, null ones absent; an empty header is removed, and no default comes in its place",
		},
		{
			"body", `{"defaults":[{"p":{"a":1}}],"route":"POST /","options":{"p":{"b":1.0},"data":null}}`,
			`{"method":"post","path":"https://api.test/",` + jsonHeader + `,"body":{"p":{"b":1.0}}}`, nil,
			"null and empty options are absent; a nested map is replaced whole; numbers keep their digits",
		},
		{
			"a body that is wrong", `{"route":"POST /","options":{"p":1}}`,
			`{"method":"post","path":"https://api.test/",` + jsonHeader + `,"body":{"p":"1"}}`, nil, "unexplained",
		},
		{
			"text", `{"route":"POST /","options":{"data":"text","request":0}}`,
			`{"method":"post","path":"https://api.test/",` + noHeaders + `,"body":"text","request":0}`, nil,
			"text data gets no content-type; request is handed through whatever it is",
		},
		{
			"no body", `{"route":"PUT /"}`,
			`{"method":"put","path":"https://api.test/",` + noHeaders + `}`, nil,
			"PUT and PATCH without a body have none",
		},
		{
			"form", `{"route":"POST /","options":{"headers":{"content-type":"application/x-www-form-urlencoded"},"b":[1,2],"a":"x y"}}`,
			`{"method":"post","path":"https://api.test/","headers":{"accept":"application/vnd.service.v3+json","content-type":"application/x-www-form-urlencoded"},"body":"a=x+y&b=1&b=2"}`, nil,
			"a form is one",
		},
		{"missing", `{"route":"GET /{a}"}`, "", fail(endpoint.ErrMissingParam, "a"), errMissing},
		{"another parameter is missing", `{"route":"GET /{a}/{b}","options":{"a":1}}`, "", fail(endpoint.ErrMissingParam, "a"), "unexplained"},
		{"another error", `{"route":"GET /{a}","options":{"a":".."}}`, "", fail(endpoint.ErrMissingParam, "a"), "unexplained"},
		{"unsafe", `{"route":"GET /{a}","options":{"a":".."}}`, "", fail(endpoint.ErrUnsafePath, "a"), errUnsafe},
		{
			"unsafe, and answered", `{"route":"GET /{a}","options":{"a":".."}}`,
			`{"method":"get","path":"https://api.test/..",` + noHeaders + `}`, nil, "unexplained",
		},
		{"an error where none is due", `{"route":"GET /a"}`, "", fail(endpoint.ErrRoute, ""), "unexplained"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := readCase(t, tt.input)
			c.Defaults[0]["headers"].(map[string]any)["user-agent"] = "test"
			var got Answer
			if tt.err == nil {
				if err := json.Unmarshal([]byte(tt.library), &got); err != nil {
					t.Fatal(err)
				}
				got.Headers["user-agent"] = "test"
			}
			v, err := classify(c, ask, got, tt.err)
			if err != nil {
				t.Fatal(err)
			}
			if want := tt.classes != "unexplained"; v.Explained != want {
				t.Fatalf("explained %v, want %v\nexpected %s\ngot      %s", v.Explained, want, v.Expected, v.Got)
			} else if !want {
				return
			}
			var want []string
			for class := range strings.SplitSeq(tt.classes, ";") {
				if class = strings.TrimSpace(class); class != "" {
					want = append(want, class)
				}
			}
			if tt.err == nil {
				want = append(want, methodClass)
			}
			slices.Sort(v.Classes)
			slices.Sort(want)
			if !slices.Equal(v.Classes, want) {
				t.Errorf("classes %q\nwant    %q", v.Classes, want)
			}
		})
	}
}

func fail(kind error, name string) error { return &endpoint.Error{Name: name, Err: kind} }

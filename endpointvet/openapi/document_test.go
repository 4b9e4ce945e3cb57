package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// indexOf returns the index of a document, without its first line.
func indexOf(t testing.TB, data string) string {
	t.Helper()
	api, err := Read("test.json", []byte(data))
	if err != nil {
		t.Fatalf("%s\n got %v", data, err)
	}
	var b strings.Builder
	if err := api.WriteIndex(&b); err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(b.String(), "\n")
	return strings.TrimSuffix(lines, "\n")
}

// TestOperation has operations of OpenAPI 3, as members of a path, and their line
// in the index.
func TestOperation(t *testing.T) {
	const open = `"query":{"open":true},"body":{"*/*":null}`
	every := strings.TrimSpace(regexp.MustCompile("([A-Z]+) ").ReplaceAllString(
		"DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE ", `{"method":"$1","path":"/x/{id}",`+open+"}\n"))
	for _, tt := range []struct{ name, item, want string }{
		{"nothing that calls are checked by", `"get":{"responses":{}}`, `{"method":"GET","path":"/x/{id}"}`},
		{"nothing", `"get":{}`, `{"method":"GET","path":"/x/{id}",` + open + `}`},
		{"a reference out of the document", `"get":{"$ref":"get.yaml"}`, `{"method":"GET","path":"/x/{id}",` + open + `}`},
		{
			"a reference", `"get":{"$ref":"#/paths/~1x~1%7Bid%7D/put"},"put":{"summary":"s & t","parameters":[{"in":"query","name":"q"}]}`,
			`{"method":"GET","path":"/x/{id}","summary":"s & t","query":{"properties":{"q":null}}}` + "\n" +
				`{"method":"PUT","path":"/x/{id}","summary":"s & t","query":{"properties":{"q":null}}}`,
		},
		{
			"a parameter of another operation", `"get":{"parameters":[{"$ref":"#/paths/~1x~1%7Bid%7D/put/parameters/0"}]},` +
				`"put":{"parameters":[{"in":"query","name":"q"}]}`,
			`{"method":"GET","path":"/x/{id}","query":{"properties":{"q":null}}}` + "\n" + `{"method":"PUT","path":"/x/{id}",` +
				`"query":{"properties":{"q":null}}}`,
		},
		{
			"two methods", `"put":{"responses":{}},"patch":{"responses":{}}`,
			`{"method":"PATCH","path":"/x/{id}"}` + "\n" + `{"method":"PUT","path":"/x/{id}"}`,
		},
		{"a body elsewhere", `"put":{"requestBody":{"$ref":"b.yaml"}}`, `{"method":"PUT","path":"/x/{id}","body":{"*/*":null}}`},
		{"an item elsewhere", `"$ref":"#/components/pathItems/x"`, `{"method":"GET","path":"/x/{id}","summary":"s"}`},
		{"an item that does not resolve", `"$ref":"other.json"`, every},
		{"an item that refers to itself", `"$ref":"#/paths/~1x~1%7Bid%7D"`, every},
		{
			"with an operation beside it", `"$ref":"#/components/pathItems/x","put":{"responses":{}}`,
			strings.Replace(every, `"GET","path":"/x/{id}",`+open, `"GET","path":"/x/{id}","summary":"s"`, 1),
		},
	} {
		got := indexOf(
			t,
			fmt.Sprintf(`{"openapi":"3.1.0","components":{"pathItems":{"x":{"get":{"summary":"s"}}}},"paths":{"/x/{id}":{%s},
			"x-shared":{"get":{}},"/\u0000":{"get":{}}}}`, tt.item),
		)
		if got != tt.want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.name, tt.item, got, tt.want)
		}
	}
}

// TestParameters has parameters of OpenAPI 3, and what the index says of them.
func TestParameters(t *testing.T) {
	for _, tt := range []struct{ name, parameters, want string }{
		{"text in the path", `{"in":"path","name":"id","schema":{"type":"string"}}`, ``},
		{"a number in the path", `{"in":"path","name":"id","schema":{"type":"integer"}}`, `"variables":{"id":{"type":"integer"}}`},
		{"several segments", `{"in":"path","name":"id","x-multi-segment":true}`, `"variables":{"id":{"open":true}}`},
		{
			"the query", `{"in":"query","name":"q","required":true,"schema":{"type":"string","enum":["a","b"]}},{"in":"query","name":"p"}`,
			`"query":{"properties":{"p":null,"q":{"type":"string","enum":["a","b"]}},"required":["q"]}`,
		},
		{
			"with a default", `{"in":"query","name":"q","required":true,"schema":{"type":"string","default":"a"}}`,
			`"query":{"properties":{"q":{"type":"string"}}}`,
		},
		{
			"the later of two", `{"in":"query","name":"q","required":true,"schema":{"type":"string"}},{"in":"query","name":"q",` +
				`"schema":{"type":"integer"}}`,
			`"query":{"properties":{"q":{"type":"integer"}}}`,
		},
		{
			"content", `{"in":"query","name":"q","content":{"application/json":{"schema":{"type":"object","properties":{"a":{}}}}}}`,
			`"query":{"properties":{"q":null}}`,
		},
		{"a reference", `{"$ref":"#/components/parameters/page"}`, `"query":{"properties":{"page":{"type":"integer"}}}`},
		{"one that does not resolve", `{"$ref":"#/components/parameters/none"}`, `"query":{"open":true},"body":{"*/*":null}`},
		{"one by a name", `{"in":"query","name":"q"},{"$ref":"#/paths/~1x/get/parameters/q"}`, `"query":{"open":true},"body":{"*/*":null}`},
		{"one before the first", `{"$ref":"#/paths/~1x/get/parameters/-1"}`, `"query":{"open":true},"body":{"*/*":null}`},
		{"one behind the last", `{"$ref":"#/paths/~1x/get/parameters/1"}`, `"query":{"open":true},"body":{"*/*":null}`},
		{"one to itself", `{"$ref":"#/components/parameters/loop"}`, `"query":{"open":true},"body":{"*/*":null}`},
		{
			"an exploded object", `{"in":"query","name":"q","required":true,"schema":{"type":"object",` +
				`"properties":{"a":{"type":"string"}}}}`,
			`"query":{"properties":{"q":{"type":"object","properties":{"a":{"type":"string"}}}},"open":true}`,
		},
		{"what may be one", `{"in":"query","name":"q","schema":{}}`, `"query":{"properties":{"q":null},"open":true}`},
		{"a form", `{"in":"query","name":"q","style":"form","schema":{"const":"a"}}`, `"query":{"properties":{"q":{"enum":["a"]}},"open":true}`},
		{"text", `{"in":"query","name":"q","explode":false,"schema":{"type":"object"}}`, `"query":{"properties":{"q":{"type":"object"}}}`},
		{
			"a deep object", `{"in":"query","name":"q","style":"deepObject","schema":{"type":"object",` +
				`"properties":{"a":{"type":"string"}}}}`,
			`"query":{"properties":{"q":{"type":"object","properties":{"a":{"type":"string"}}}}}`,
		},
		{
			"a list of Swagger, with brackets",
			`{"in":"query","name":"q[]","type":"array","items":{"type":"integer"},"collectionFormat":"tsv"}`,
			`"query":{"properties":{"q[]":{"type":"array","items":{"type":"integer"}}}}`,
		},
		{
			"headers of net/http",
			`{"in":"header","name":"Host","required":true},{"in":"header","name":"Content-Length","required":true},{"in":"header",` +
				`"name":"Accept-Encoding","required":true}`,
			``,
		},
		{
			"headers",
			`{"in":"header","name":"X-B","required":true},{"in":"header","name":"X-A","required":true},{"in":"header","name":"X-C"}`,
			`"headers":{"required":["x-a","x-b"]}`,
		},
		{"null", `null`, `"query":{"open":true},"body":{"*/*":null}`},
	} {
		got := indexOf(t, fmt.Sprintf(`{"openapi":"3.0.0","paths":{"/x":{"get":{"parameters":[%s]}}},"components":{"parameters":{
			"page":{"in":"query","name":"page","schema":{"type":"integer"}},
			"loop":{"$ref":"#/components/parameters/loop"}}}}`, tt.parameters))
		if want := line(tt.want); got != want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.name, tt.parameters, got, want)
		}
	}
}

// line returns a line of the index.
func line(members string) string {
	if members != "" {
		members = "," + members
	}
	return `{"method":"GET","path":"/x"` + members + `}`
}

// TestSchema has schemas of a JSON body, and what the index says of them.
func TestSchema(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		{"anything", `{}`, `null`},
		{"true", `true`, `null`},
		{"two types", `{"type":["integer","null"]}`, `{"type":"integer"}`},
		{"a type that nobody knows", `{"type":"file"}`, `null`},
		{"an enum", `{"enum":["a",null,"b"]}`, `{"enum":["a","b"]}`},
		{"of numbers", `{"enum":["a",1]}`, `null`},
		{"a constant", `{"const":"a"}`, `{"enum":["a"]}`},
		{"Kubernetes' ports", `{"type":"string","format":"int-or-string"}`, `null`},
		{
			"properties", `{"properties":{"a":{"type":"string"},"b":{"type":"array","items":true}},"required":["a"]}`,
			`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"array"}},"required":["a"]}`,
		},
		{"none", `{"type":"object","required":["a"]}`, `{"type":"object"}`},
		{"of a list, too", `{"type":["array","object"],"properties":{"a":{}}}`, `{"type":"array or object","properties":{"a":null}}`},
		{"of a type that nobody knows", `{"type":"any","properties":{"a":{}}}`, `{"properties":{"a":null}}`},
		{
			"open ones", `{"properties":{"a":{}},"additionalProperties":{"type":"string"}}`,
			`{"type":"object","properties":{"a":null},"open":true}`,
		},
		{"closed ones", `{"properties":{"a":{}},"additionalProperties":false}`, `{"type":"object","properties":{"a":null}}`},
		{"patterns", `{"properties":{"a":{}},"patternProperties":{"^x":{}}}`, `{"type":"object","properties":{"a":null},"open":true}`},
		{
			"a base of others", `{"properties":{"a":{}},"discriminator":{"propertyName":"a"}}`,
			`{"type":"object","properties":{"a":null},"open":true}`,
		},
		{
			"required ones that are read-only, or with a default, or missing",
			`{"properties":{"a":{"readOnly":true},"b":{"default":1},"c":{}},"required":["a","b","c","d"]}`,
			`{"type":"object","properties":{"a":null,"b":null,"c":null,"d":null},"required":["c"]}`,
		},
		{
			"of allOf", `{"properties":{"a":{"type":"string","allOf":[{"readOnly":true}]},"b":{"readOnly":true,` +
				`"allOf":[{"type":"string"}]}},"required":["a","b"]}`,
			`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`,
		},
		{
			"required ones that are not read",
			`{"properties":{"a":{"properties":{"b":{"properties":{"c":{"properties":{"d":{"properties":{
				"e":{"readOnly":true},"f":{"allOf":[{"readOnly":true}]},"g":{}},"required":["e","f","g"]}}}}}}}}}`,
			`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"object","properties":{"c":` +
				`{"type":"object","properties":{"d":{"type":"object","properties":{"e":null,"f":null,"g":null}}}}}}}}}}`,
		},
		{"Swagger's required", `{"properties":{"a":{"required":true}}}`, `{"type":"object","properties":{"a":null}}`},
		{"elements", `{"type":"array","items":{"type":"string"}}`, `{"type":"array","items":{"type":"string"}}`},

		{
			"allOf", `{"allOf":[{"properties":{"b":{}},"required":["b"]},{"properties":{"a":{}},"required":["a","b"]}]}`,
			`{"type":"object","properties":{"a":null,"b":null},"required":["a","b"]}`,
		},
		{"of elements", `{"allOf":[{"items":{"properties":{"a":{}}}}]}`, `{"items":{"type":"object","properties":{"a":null}}}`},
		{"of types", `{"type":["integer","string"],"allOf":[{"type":"number"}]}`, `{"type":"integer or number or string"}`},
		{
			"of one that does not resolve", `{"allOf":[{"$ref":"other.json"},{"properties":{"a":{}}}]}`,
			`{"type":"object","properties":{"a":null},"open":true}`,
		},
		{
			"of one that is open", `{"allOf":[{"additionalProperties":true},{"properties":{"a":{}}}]}`,
			`{"type":"object","properties":{"a":null},"open":true}`,
		},
		{"of itself", `{"$ref":"#/components/schemas/all"}`, `{"type":"object","properties":{"a":null},"open":true}`},
		{"a reference with more", `{"$ref":"#/components/schemas/name","enum":["a"]}`, `{"type":"string","enum":["a"]}`},

		{"oneOf", `{"oneOf":[{"type":"string"},{"type":"integer"}]}`, `{"type":"integer or string"}`},
		{
			"of objects", `{"oneOf":[{"properties":{"a":{},"c":{"type":"string"}},"required":["a","c"]},{"properties":{"b":{},` +
				`"c":{"type":"integer"}},"required":["b","c"]}]}`,
			`{"type":"object","properties":{"a":null,"b":null,"c":{"type":"integer or string"}},"required":["c"]}`,
		},
		{
			"of requirements", `{"properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`,
			`{"type":"object","properties":{"a":null,"b":null}}`,
		},
		{
			"beside one that says nothing of names",
			`{"anyOf":[{"properties":{"a":{"type":"string"}}},{"required":["k"]}],"properties":{"k":{}}}`,
			`{"type":"object","properties":{"k":null},"open":true}`,
		},
		{
			"of one that is read-only, or open", `{"properties":{"a":{"oneOf":[{},{"readOnly":true},{}]},"b":{"oneOf":[{},{}]},` +
				`"c":{"oneOf":[{"properties":{"d":{}}},{"properties":{"d":{}},"if":{}},{"properties":{"d":{}}}]}},"required":["a","b"]}`,
			`{"type":"object","properties":{"a":null,"b":null,"c":{"type":"object","properties":{"d":null},"open":true}},"required":["b"]}`,
		},
		{"of elements", `{"oneOf":[{"items":{"enum":["a"]}},{},{"items":{"enum":["b"]}}]}`, `null`},
		{"of enums", `{"oneOf":[{"enum":["a"]},{"enum":["b","a"]}]}`, `{"enum":["a","b"]}`},
		{"of text and anything", `{"oneOf":[{"type":"string"},{},{"type":"string"}]}`, `null`},
		{"of an enum and text", `{"oneOf":[{"enum":["a"]},{"type":"string"},{"enum":["b"]}]}`, `null`},
		{
			"of an enum of text and a number", `{"oneOf":[{"type":"string","enum":["now"]},{"type":"integer"}]}`,
			`{"type":"integer or string","enum":["now"]}`,
		},
		{
			"of an object and a list", `{"anyOf":[{"properties":{"a":{}},"required":["a"]},{"type":"array"}]}`,
			`{"type":"array or object","properties":{"a":null},"required":["a"]}`,
		},
		{"of null", `{"oneOf":[{"type":"null"},{"type":"string"}]}`, `{"type":"string"}`},

		{"a tree", `{"$ref":"#/components/schemas/tree"}`, `{"type":"object","properties":{"next":{"type":"object","properties":{"next":` +
			`{"type":"object","properties":{"next":{"type":"object","properties":{"next":{"type":"object",` +
			`"properties":{"next":null}}}}}}}}}}`},
	} {
		document := fmt.Sprintf(`{"openapi":"3.0.0","paths":{"/x":{"get":{"requestBody":{
			"content":{"application/json":{"schema":%s}}}}}},"components":{"schemas":{
			"tree":{"properties":{"next":{"$ref":"#/components/schemas/tree"}}},
			"all":{"allOf":[{"$ref":"#/components/schemas/all"},{"properties":{"a":{}}}]},
			"name":{"type":"string"}}}}`, tt.schema)
		if got, want := indexOf(t, document), line(`"body":{"application/json":`+tt.want+`}`); got != want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.name, tt.schema, got, want)
		}
	}
}

// TestSwagger has operations of OpenAPI 2.
func TestSwagger(t *testing.T) {
	for _, tt := range []struct{ name, operation, want string }{
		{
			"the query", `"parameters":[{"in":"query","name":"q","required":true,"type":"string","enum":["a"]}]`,
			`"query":{"properties":{"q":{"type":"string","enum":["a"]}},"required":["q"]}`,
		},
		{
			"with a default", `"parameters":[{"in":"query","name":"q","required":true,"type":"string","default":"a"}]`,
			`"query":{"properties":{"q":{"type":"string"}}}`,
		},
		{
			"a list", `"parameters":[{"in":"query","name":"q","type":"array","items":{"type":"string"},"collectionFormat":"multi"}]`,
			`"query":{"properties":{"q":{"type":"array","items":{"type":"string"}}}}`,
		},
		{
			"a body", `"parameters":[{"in":"body","name":"b","required":true,"schema":{"$ref":"#/definitions/name"}}]`,
			`"body":{"application/json":{"type":"string"}},"needsBody":true`,
		},
		{
			"a form", `"parameters":[{"in":"formData","name":"a","type":"integer","required":true},{"in":"formData","name":"b",` +
				`"type":"string"}]`,
			`"body":{"application/json":{"type":"object","properties":{"a":null,"b":null},"required":["a"]},` +
				`"application/x-www-form-urlencoded":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}},` +
				`"required":["a"]},` +
				`"multipart/form-data":{"type":"object","properties":{"a":null,"b":null},"required":["a"]}},"needsBody":true`,
		},
		{"a parameter that does not resolve", `"parameters":[{"$ref":"other.json"}]`, `"query":{"open":true},"body":{"*/*":null}`},
		{
			"a file", `"consumes":["Multipart/form-data; boundary=x"],"parameters":[{"in":"formData","name":"a","type":"file"}]`,
			`"body":{"application/x-www-form-urlencoded":{"type":"object","properties":{"a":null}},` +
				`"multipart/form-data":{"type":"object","properties":{"a":null}}}`,
		},
	} {
		got := indexOf(
			t,
			fmt.Sprintf(
				`{"swagger":"2.0","consumes":["application/json"],"paths":{"/x":{"get":{%s}}},"definitions":{"name":{"type":"string"}}}`,
				tt.operation,
			),
		)
		if want := line(tt.want); got != want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.name, tt.operation, got, want)
		}
	}
	got := indexOf(t, `{"swagger":"2.0","paths":{"/x":{"get":{"parameters":[{"in":"body","name":"b","schema":{"type":"string"}}]}}}}`)
	if want := line(`"body":{"*/*":{"type":"string"}}`); got != want {
		t.Errorf("without consumes:\n got %s\nwant %s", got, want)
	}
}

// TestServers has where an API is, and URLs that it owns, or not.
func TestServers(t *testing.T) {
	for _, tt := range []struct {
		api  string // members of the document
		url  string
		want bool
	}{
		{`"openapi":"3.0.0","servers":[{"url":"https://api.example/v1/"}]`, "https://api.example/v1", true},
		{`"openapi":"3.0.0","servers":[{"url":"https://api.example/v1"}]`, "https://api.example/v1/x", true},
		{`"openapi":"3.0.0","servers":[{"url":"https://api.example/v1"}]`, "https://api.example/v2", false},
		{`"openapi":"3.0.0","servers":[{"url":"https://api.example/v1"}]`, "https://api.example", false},
		{`"openapi":"3.0.0","servers":[{"url":"https://api.example"}]`, "http://API.example/" + Hole, true},
		{`"openapi":"3.0.0","servers":[{"url":"https://api.example"}]`, "https://" + Hole + "/x", false},
		{`"openapi":"3.0.0","servers":[{"url":"https://{region}.api.example"}]`, "https://eu.api.example", true},
		{`"openapi":"3.0.0","servers":[{"url":"https://{region}.api.example"}]`, "https://" + Hole + ".api.example", true},
		{`"openapi":"3.0.0","servers":[{"url":"https://{region}.api.example"}]`, "https://eu.api.example.org", false},
		{`"openapi":"3.0.0","servers":[{"url":"https://{host}/api/v3"}]`, "https://github.corp.example/api/v3", true},
		{`"openapi":"3.0.0","servers":[{"url":"https://{host}/{base}"}]`, "https://any.example/v1", false},
		{`"openapi":"3.0.0","servers":[{"url":"/v1"}]`, "https://any.example/v1", false},
		{`"openapi":"3.0.0"`, "https://any.example", false},
		{`"openapi":"3.0.0"`, "/x", false},
		{`"openapi":"3.0.0","paths":{"/x":{"servers":[{"url":"https://api.example"}]}}`, "https://api.example/x", true},
		{`"swagger":"2.0","host":"api.example","basePath":"/v1"`, "https://api.example/v1", true},
		{`"swagger":"2.0","basePath":"/v1"`, "https://api.example/v1", false},
		{`"openapi":"3.0.0","servers":[{"url":"https://api.example"}]`, "api.example", false},
	} {
		api, err := Read("test.json", fmt.Appendf(nil, `{"paths":{},%s}`, tt.api))
		if err != nil {
			t.Fatal(err)
		}
		if got := api.Owns(tt.url); got != tt.want {
			t.Errorf("{%s}: Owns(%q) = %v", tt.api, tt.url, got)
		}
		if strings.Contains(tt.api, "://") != api.HasServers() && !strings.Contains(tt.api, "host\"") {
			t.Errorf("{%s}: HasServers() = %v", tt.api, api.HasServers())
		}
	}
}

// TestKeys has a call with a key of the API, which no operation names.
func TestKeys(t *testing.T) {
	for schemes, wrong := range map[string]int{
		`"openapi":"3.0.0","components":{"securitySchemes":{"k":{"type":"apiKey","in":"query","name":"api_key"}}}`: 1,
		`"swagger":"2.0","securityDefinitions":{"k":{"type":"apiKey","in":"query","name":"api_key"}}`:              1,
		`"openapi":"3.0.0","components":{"securitySchemes":{"k":{"$ref":"keys.yaml"}}}`:                            0,
	} {
		api, err := Read("test.json", fmt.Appendf(nil, `{%s,"paths":{"/x":{"get":{"responses":{}}}}}`, schemes))
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]int{"api_key": 0, "key": wrong} {
			if got := api.Check(call("GET /x", inQuery(field(name, anything)))); len(got) != want {
				t.Errorf("{%s}: %s: got %v", schemes, name, got)
			}
		}
	}
}

func TestHeaders(t *testing.T) {
	api, err := Read(
		"test.json",
		[]byte(`{"openapi":"3.0.0","paths":{"/x":{"get":{"parameters":[{"in":"header","name":"X-Tenant",`+
			`"required":true},{"in":"header","name":"X-Mode","schema":{"type":"string","enum":["fast","slow"]}}]}}}}`),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		call Call
		want string
	}{
		{call("GET /x"), `missing header "x-tenant" of GET /x`},
		{call("GET /x", mayHave("header x-tenant")), ``},
		{call("GET /x", headers(field("x-tenant", anything), field("x-mood", anything))), ``},
		{call("GET /x", headers(field("x-tenant", anything), field("x-mode", text("fast")))), ``},
		{call("GET /x", headers(field("x-tenant", anything), byDefault("x-mode", text("fasst")))), ``},
		{call("GET /x", headers(field("x-tenant", anything), field("x-mode", text("fasst")))), `"x-mode" cannot be "fasst": write "fast"`},
	} {
		got := ""
		for _, r := range api.Check(tt.call) {
			got += r.Message
		}
		if got != tt.want {
			t.Errorf("%v\n got %s\nwant %s", tt.call.Headers, got, tt.want)
		}
	}
}

// TestYAML has documents in YAML, and the same in JSON.
func TestYAML(t *testing.T) {
	for _, tt := range []struct{ name, yaml, json string }{
		{"what becomes text", "- on\n- no\n- 2022-06-28\n- .inf\n- 1:30\n- =\n- 2.50\n", `["on","no","2022-06-28",".inf","1:30","=","2.50"]`},
		{"what is not", "- 1\n- 2\n- true\n- False\n- null\n- ~\n- \n- '1'\n- !!str 1\n", `[1,2,true,false,null,null,null,"1","1"]`},
		{"keys", "200: a\ntrue: b\n2.0: c\n", `{"2.0":"c","200":"a","true":"b"}`},
		{"flow", "{a: [1, {b: c}]}", `{"a":[1,{"b":"c"}]}`},
		{"an alias", "a: &x {b: 1}\nc: *x\n", `{"a":{"b":1},"c":{"b":1}}`},
		{"an alias as a key", "a: &x 200\n*x : 1\n", `{"200":1,"a":200}`},
		{"a merge", "a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}\n", `{"a":{"b":1,"c":2},"d":{"b":1,"c":3}}`},
		{"two merges", "- &x {b: 1}\n- &y {c: 2}\n- {<<: [*x, *y]}\n", `[{"b":1},{"c":2},{"b":1,"c":2}]`},
		{"two documents", "a: 1\n---\na: 2\n", `{"a":1}`},
		{"none", "# nothing\n", `null`},
	} {
		api := &API{}
		v, err := api.tree([]byte("# in YAML\n" + tt.yaml))
		if got, _ := json.Marshal(v); err != nil || string(got) != tt.json {
			t.Errorf("%s: %s\n got %s, %v\nwant %s", tt.name, tt.yaml, got, err, tt.json)
		}
	}
}

func TestReadErrors(t *testing.T) {
	var bomb strings.Builder // each alias stands for two of the one before it
	bomb.WriteString("a0: &a0 [x]\n")
	for i := range 40 {
		fmt.Fprintf(&bomb, "a%d: &a%d [*a%d, *a%d]\n", i+1, i+1, i, i)
	}
	for _, tt := range []struct{ name, data, want string }{
		{"empty", "", `test.json is not an OpenAPI document: it needs paths, and openapi 3 or swagger 2.0`},
		{"text", "package p\n", `test.json is not an OpenAPI document: it needs paths, and openapi 3 or swagger 2.0`},
		{
			"a key twice", "openapi: 3.0.0\npaths: {}\npaths: {}\n",
			`test.json cannot be read as YAML: yaml: unmarshal errors:` + "\n  " + `line 3: mapping key "paths" already defined at line 2`,
		},
		{"an alias within its anchor", "openapi: &a [*a]\n", `test.json cannot be read as YAML: yaml: anchor 'a' value contains itself`},
		{"more aliases than text", bomb.String(), `test.json cannot be read as YAML: yaml: document contains excessive aliasing`},
		{"broken YAML", "openapi: 3.0.0\npaths: [\n", `test.json cannot be read as YAML: yaml: line 2: did not find expected node content`},
		{"broken", `{"openapi":}`, `test.json cannot be read as JSON: byte 12: invalid character '}' looking for beginning of value`},
		{"nested too deep", `{"a":` + strings.Repeat("[", 10000), `test.json cannot be read as JSON: byte 10005: exceeded max depth`},
		{"another", `{"name":"x"}`, `test.json is not an OpenAPI document: it needs paths, and openapi 3 or swagger 2.0`},
		{"newer", `{"openapi":"4.0.0","paths":{}}`, `test.json is not an OpenAPI document: it needs paths, and openapi 3 or swagger 2.0`},
		{"no paths", `{"openapi":"3.1.0","webhooks":{}}`, `test.json is not an OpenAPI document: it needs paths, and openapi 3 or swagger 2.0`},
		{"an index", `{"index":3,"servers":null}` + "\n" + `{"method":"GET",`, `test.json: byte 27: unexpected EOF: run endpointvet index again`},
		{"another index", `{"index":1,"servers":null}`, `test.json: index of version 1, want 3: run endpointvet index again`},
	} {
		_, err := Read("test.json", []byte(tt.data))
		// With encoding/json/v2 beneath it, encoding/json does not count the byte at fault.
		if err == nil || strings.Replace(
			strings.Replace(err.Error(), "byte 11:", "byte 12:", 1), "invalid character '[' ", "", 1,
		) != tt.want {
			t.Errorf("%s: %s\n got %v\nwant %s", tt.name, tt.data, err, tt.want)
		}
	}
}

// TestIndex checks that an index is read as its document is.
func TestIndex(t *testing.T) {
	for _, s := range sources(t) {
		var index, again bytes.Buffer
		if err := s.api.WriteIndex(&index); err != nil {
			t.Fatal(err)
		}
		api, err := Read(s.file, index.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if err := api.WriteIndex(&again); err != nil || again.String() != index.String() {
			t.Errorf("%s: the index of the index is another one: %v", s.file, err)
		}
		if got, want := fmt.Sprint(api.top), fmt.Sprint(s.api.top); got != want {
			t.Errorf("%s: got %s, want %s", s.file, got, want)
		}
	}
}

// TestHostile reads documents that are small and would be large if they were
// read without bounds.
func TestHostile(t *testing.T) {
	wide := map[string]any{}
	for i := range 300 {
		wide[fmt.Sprintf("p%d", i)] = map[string]any{"$ref": "#/components/schemas/wide"}
	}
	many := make([]any, 300)
	for i := range many {
		many[i] = map[string]any{"$ref": "#/components/schemas/many"}
	}
	for name, s := range map[string]any{
		"wide": map[string]any{"type": "object", "properties": wide},
		"many": map[string]any{"allOf": many, "oneOf": many, "anyOf": many},
	} {
		paths := map[string]any{}
		for i := range 10 {
			paths[fmt.Sprintf("/x%d", i)] = map[string]any{"post": map[string]any{"requestBody": map[string]any{"content": map[string]any{
				"application/json": map[string]any{"schema": s},
			}}}}
		}
		data, err := json.Marshal(map[string]any{
			"openapi": "3.0.0", "paths": paths, "components": map[string]any{"schemas": map[string]any{name: s}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if index := indexOf(t, string(data)); len(index) > 5*len(data) {
			t.Errorf("%s: %d bytes become %d", name, len(data), len(index))
		}
	}
}

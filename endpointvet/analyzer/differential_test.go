// Random constant calls: what is reported fails, and what is not succeeds, unless a
// struct is in it.

package analyzer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/endpoint"
)

// A literal is an expression and its value.
type literal struct {
	code  string
	value any
}

var literals = []literal{
	{`"a"`, "a"},
	{`""`, ""},
	{`".."`, ".."},
	{`"a/b"`, "a/b"},
	{`"a,b"`, "a,b"},
	{`"https://h.example/x"`, "https://h.example/x"},
	{`1`, 1},
	{`-2.5`, -2.5},
	{`true`, true},
	{`nil`, nil},
	{`endpoint.Unset`, endpoint.Unset},
	{`1i`, 1i},
	{`[]string{"a", "b"}`, []string{"a", "b"}},
	{`[]string{}`, []string{}},
	{`[]string{"a,b"}`, []string{"a,b"}},
	{`[][]string{{"a"}}`, [][]string{{"a"}}},
	{`map[string]int{"a": 1}`, map[string]int{"a": 1}},
	{`[]byte("x")`, []byte("x")},
	{`map[string]any{"a": []any{1, nil}}`, map[string]any{"a": []any{1, nil}}},
	{`struct{ A int }{1}`, struct{ A int }{1}},
	{`&struct{ A int }{1}`, &struct{ A int }{1}},
}

// structs are literals for ParamsOf. A call with one may fail without a report:
// some of their fields are taken for what may be left out.
var structs = []literal{
	{`struct{ A, B string }{B: "b"}`, struct{ A, B string }{B: "b"}},
	{`struct{ A string "json:\"a\"" }{}`, struct {
		A string "json:\"a\""
	}{}},
	{`struct{ A string "json:\"a\"" }{A: ".."}`, struct {
		A string "json:\"a\""
	}{A: ".."}},
	{`struct{ A string "json:\"a,omitempty\""; B any "json:\"b\"" }{B: 0}`, struct {
		A string "json:\"a,omitempty\""
		B any    "json:\"b\""
	}{B: 0}},
	{`struct{ A []string "url:\"a,comma\""; B *int "url:\"b,omitempty\"" }{A: []string{"a", "b"}}`, struct {
		A []string "url:\"a,comma\""
		B *int     "url:\"b,omitempty\""
	}{A: []string{"a", "b"}}},
	{`struct{ A struct{ N int } "json:\"a,omitzero\""; B string "json:\"b,omitempty\"" }{B: "a,b"}`, struct {
		A struct{ N int } "json:\"a,omitzero\""
		B string          "json:\"b,omitempty\""
	}{B: "a,b"}},
	{`struct{ A string "json:\"a,omitempty\""; B bool "json:\"b\"" }{"a", false}`, struct {
		A string "json:\"a,omitempty\""
		B bool   "json:\"b\""
	}{"a", false}},
}

var (
	constantRoutes = []string{
		"GET /x", "POST /x", "DELETE /x", "TRACE /x", "OPTIONS /x", "GET /x?a=1", "GET /x{?a,b}",
		"GET /x/{a}", "PUT /x/{a}", "DELETE /x/{a}",
		"GET /x/:a/{b}", "GET /x{/a}", "GET /x/{+a}", "POST {+a}/x", "GET /x/{a}.json{?b*}", "GET /x/{a:1}",
		"GET /{", "GET /x{?a[]}", "/x/{b}", "GET https://h.example/{a}",
	}
	constantTypes = []string{"", "application/json", "application/x-www-form-urlencoded", "text/plain", "a\nb"}
	constantKeys  = []string{"a", "b", "other", ""}
)

// constantCall returns the arguments of a random call, as code and as values.
func constantCall(r *rand.Rand) (code []string, route string, layers []endpoint.Layer) {
	route = constantRoutes[r.IntN(len(constantRoutes))]
	code = []string{fmt.Sprintf("%q", route)}
	for range r.IntN(4) {
		keys, pairs := map[string]any{}, []string{}
		for range 1 + r.IntN(2) {
			// The empty key is rare, since it is always an error.
			key, c := constantKeys[min(r.IntN(12), 15)%4], literals[r.IntN(len(literals))]
			if key == "" && r.IntN(4) > 0 {
				key = "a"
			}
			if _, ok := keys[key]; !ok {
				keys[key] = c.value
				pairs = append(pairs, fmt.Sprintf("%q: %s", key, c.code))
			}
		}
		object := "{" + strings.Join(pairs, ", ") + "}"
		data, contentType := literals[r.IntN(len(literals)-3)], constantTypes[r.IntN(len(constantTypes))]
		switch r.IntN(9) {
		case 0, 1:
			code, layers = append(code, "endpoint.Params"+object), append(layers, endpoint.Params(keys))
		case 2, 3:
			code, layers = append(code, "endpoint.Path"+object), append(layers, endpoint.Path(keys))
		case 4:
			code, layers = append(code, "endpoint.Query"+object), append(layers, endpoint.Query(keys))
		case 5:
			code, layers = append(
				code, "endpoint.Options{Params: endpoint.Params"+object+", Query: endpoint.Query"+object+"}",
			), append(layers, endpoint.Options{
				Params: keys, Query: keys,
			})
		case 6:
			code, layers = append(
				code, fmt.Sprintf("endpoint.Headers{%q: %q}", "content-type", contentType),
			), append(layers, endpoint.Headers{"content-type": contentType})
		case 7:
			if data.value != endpoint.Unset {
				code, layers = append(code, "endpoint.Options{Data: "+data.code+"}"), append(layers, endpoint.Options{Data: data.value})
			}
		case 8:
			fields := structs[r.IntN(len(structs))]
			code, layers = append(code, "endpoint.ParamsOf("+fields.code+")"), append(layers, endpoint.ParamsOf(fields.value))
		}
	}
	return code, route, layers
}

func TestDifferential(t *testing.T) {
	const calls = 3000
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("package p\n\nimport (\n\t\"context\"\n\n\t\"example.com/endpoint\"\n)\n\n" +
		"func F(ctx context.Context) {\n\tapi := endpoint.New()\n")
	type ran struct {
		code string
		err  error
	}
	var all []ran
	for range calls {
		code, route, layers := constantCall(r)
		call := ran{"api.HTTPRequest(ctx, " + strings.Join(code, ", ") + ")", nil}
		_, call.err = endpoint.New().HTTPRequest(t.Context(), route, layers...)
		all = append(all, call)
		b.WriteString("\t" + call.code + "\n")
	}
	reports := vet(t, writeModule(t, map[string]string{"p/p.go": b.String() + "}\n"}), "./...")
	failed := 0
	for i, call := range all {
		report := strings.Join(reports[fmt.Sprintf("p/p.go:%d", i+11)], "; ")
		switch {
		case call.err != nil && report == "" && !strings.Contains(call.code, "ParamsOf"):
			t.Errorf("%s\nis not reported, and fails with %v", call.code, call.err)
		case call.err == nil && report != "":
			t.Errorf("%s\nsucceeds, but is reported: %s", call.code, report)
		case call.err != nil:
			failed++
		}
	}
	t.Logf("of %d calls, %d fail", calls, failed)
	if failed < calls/10 {
		t.Error("too few calls are reported to tell anything")
	}
}

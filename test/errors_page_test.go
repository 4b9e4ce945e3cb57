// The tables of docs/errors.md: each row has calls whose error is of the kind of its section.

package test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/endpoint"
)

// A fault is a call of a row of docs/errors.md.
type fault struct {
	api   endpoint.Endpoint
	route string
	call  layers
}

// message is as a message of protocol buffers.
type message struct{ ID int }

func (*message) ProtoReflect() int { return 0 }

type octet byte

// faultsByRow has the calls of each row, by its first cell. Those of ErrRedirect are in redirect_test.go.
func faultsByRow() map[string][]fault {
	on := func(route string, call ...endpoint.Layer) fault { return fault{api, route, call} }
	in := func(byDefault endpoint.Layer, route string, call ...endpoint.Layer) fault {
		return fault{api.Defaults(byDefault), route, call}
	}
	token := headers{"authorization": "Bearer TOKEN"}
	elsewhere := path{"next": "https://h.test/x"}
	return map[string][]fault{
		// ErrUnsafePath
		"nil, `\"\"` or an empty list": {
			on("GET /x/{x}", path{"x": nil}), on("GET /x/{x}", path{"x": ""}), on("GET /x/{x}", path{"x": []int{}}),
		},
		"an empty list for `{/x}` or `{/x*}`":             {on("GET /x{/x}", path{"x": []int{}}), on("GET /x{/x*}", path{"x": []int(nil)})},
		"an empty segment in `{/x*}`, as in `logs/2024/`": {on("GET /x{/x*}", path{"x": []string{"logs", "2024", ""}})},
		"`.`, `..`, `a/..` or `..;v=1`": {
			on("GET /x/{x}", path{"x": "."}), on("GET /x/{x}", path{"x": ".."}),
			on("GET /x/{x}", path{"x": "a/.."}), on("GET /x/{x}", path{"x": "..;v=1"}),
		},
		"`/`, `\\` or `;` alone, which some servers read as empty": {
			on("GET /x/{x}", path{"x": "/"}), on("GET /x/{x}", path{"x": `\`}), on("GET /x/{x}", path{"x": ";"}),
		},
		"a slash at the beginning of `{+x}`":             {on("GET /x/{+x}", path{"x": "/a"})},
		"`?` or `#` in `{+x}`":                           {on("GET /x/{+x}", path{"x": "a?b"}), on("GET /x/{+x}", path{"x": "a#b"})},
		"a relative link in `{+next}` that has a query":  {on("GET {+next}", path{"next": "/x?page=2"})},
		"a URL with a query, and more template after it": {on("GET {+next}{?a}", path{"next": "https://api.test/x?b=1", "a": 2})},

		// ErrMissingParam
		"a misspelled key, which the error names":                       {on("GET /x/{owner}", path{"ower": 1})},
		"a value in `Query`":                                            {on("GET /x/{id}", query{"id": 1})},
		"a placeholder of `BaseURL`, and its value in `Params`":         {in(base("https://{a}.test"), "GET /x", params{"a": "b"})},
		"an optional value, such as one that `omitempty` leaves out":    {on("GET /x/{id}", path(params{"id": 0}.OmitZero()))},
		"`/s{?q}&page=2` without `q`, so that nothing begins the query": {on("GET /s{?q}&page=2")},

		// ErrParam
		"**data**: an empty list or map in the query of a method that writes, such as DELETE": {
			on("DELETE /x", query{"id": []int{}}), on("POST /x", query{"f": map[string]int{}}),
		},
		"**data**: NaN, bytes that are not UTF-8, a `json.RawMessage` that is not JSON": {
			on("GET /x", query{"a": math.NaN()}), on("GET /x", query{"a": []byte{255}}), on("GET /x", query{"a": json.RawMessage("{")}),
		},
		"**data**: a float64 without a fraction from 2<sup>53</sup> on, in a URL or form": {
			on("GET /x/{id}", path{"id": float64(1 << 53)}), on("POST /x", form, params{"id": float64(1 << 53)}),
		},
		"**data**: a value of a placeholder in `BaseURL` that is empty, or has other characters than letters, digits, `-`, `_` and inner dots": {
			in(base("https://{a}.test"), "GET /x", path{"a": ""}), in(base("https://{a}.test"), "GET /x", path{"a": "b/"}),
		},
		"a key of `Path` that no placeholder has":                  {on("GET /x", path{"id": 7})},
		"a string with a slash for `{/x*}`":                        {on("GET /x{/x*}", path{"x": "a/b"})},
		"an absolute URL for `{next}` at the beginning of a route": {on("GET {next}", path{"next": "https://api.test/x"})},
		"a `time.Duration`; in a URL or form, any type that has a String method and no MarshalText or MarshalJSON": {
			on("POST /x", params{"a": time.Second}), on("GET /x", query{"a": time.Second}), on("GET /x", query{"a": time.May}),
		},
		"an array of bytes, or a list of a named byte type":                       {on("GET /x", query{"a": [2]byte{1, 2}}), on("GET /x", query{"a": []octet{1}})},
		"a struct without tags, or a map without string keys, in a query or form": {on("GET /x", query{"a": struct{ A int }{1}}), on("GET /x", query{"a": map[int]int{1: 2}})},
		"a list in a map or struct, in a query or form":                           {on("GET /x", query{"status": map[string]any{"in": []int{1}}})},
		"a list or map within another, in a template such as `{?x}`":              {on("GET /x{?x}", path{"x": map[string]any{"a": []int{1}}}), on("GET /x{?x}", path{"x": [][]int{{1}}})},
		"`endpoint.JSON` in a path, a map or a JSON body":                         {on("GET /x/{x}", path{"x": endpoint.JSON(1)}), on("GET /x", query{"x": map[string]any{"a": endpoint.JSON(1)}}), on("POST /x", params{"x": endpoint.JSON(1)})},
		"a message of protobuf":                                                   {on("GET /x", query{"x": &message{1}}), on("POST /x", form, params{"x": &message{1}}), on("POST /x", params{"x": &message{1}})},
		"a name that the URL has, or that another parameter writes":               {on("GET /x?a=1", query{"a": 2}), on("GET /x", query{"a[b]": 1, "a": map[string]any{"b": 2}})},
		"`Params` next to `Data`":                                                 {on("POST /x", data("text"), params{"a": 1})},
		"`Params` with OPTIONS or another method without a body":                  {on("OPTIONS /x", params{"a": 1})},
		"in `OptionsOf`, a field without a tag, or with two": {on("POST /x", endpoint.OptionsOf(struct{ A int }{1})), on("POST /x", endpoint.OptionsOf(struct {
			A int `json:"a" query:"a"`
		}{1}))},
		"in `OptionsOf`, a list or a time in a header field": {on("GET /x", endpoint.OptionsOf(struct {
			A []string `header:"a"`
		}{[]string{"b"}})), on("GET /x", endpoint.OptionsOf(struct {
			A time.Time `header:"a"`
		}{time.Now()}))},
		"an option of a tag that is not known, such as `json:\",string\"`": {on("POST /x", endpoint.ParamsOf(struct {
			A int `json:"a,string"`
		}{1}))},

		// ErrHeader
		"**data**: an empty value, such as an ETag, of a header that no earlier layer has": {on("PUT /x", headers{"if-match": ""})},
		"**data**: a line break or other control character":                                {on("PUT /x", headers{"x-trace": "a\nb"})},
		"`\"Bearer \" + token` with an empty token":                                        {on("PUT /x", headers{"authorization": "Bearer "})},
		"`MediaType`, and an accept without a vendor":                                      {on("GET /x", endpoint.MediaType{Format: "raw"})},
		"a malformed name or content-length; transfer-encoding, trailer": {
			on("PUT /x", headers{"a b": "c"}), on("PUT /x", data("text"), headers{"content-length": "5"}),
			on("PUT /x", headers{"transfer-encoding": "chunked"}), on("PUT /x", headers{"trailer": "x-a"}),
		},

		// ErrBody
		"**data**: text or bytes that are not JSON, under a JSON content-type": {on("PUT /x", data("text"), contentType("application/json"))},
		"`Data` with GET, HEAD, TRACE or CONNECT": {
			on("GET /x", data("text")), on("HEAD /x", data("text")), on("TRACE /x", data("text")), on("CONNECT /x", data("text")),
		},
		"a struct or map under a content-type that is neither JSON nor a form": {on("PUT /x", data(map[string]int{"a": 1}), contentType("application/xml"))},
		"`Params` under such a content-type":                                   {on("PUT /x", params{"a": 1}, contentType("application/xml"))},
		"a nil slice, map or bytes as `Data`":                                  {on("PUT /x", data([]int(nil))), on("PUT /x", data(map[string]int(nil))), on("PUT /x", data([]byte(nil)))},
		"a message of protobuf as `Data`":                                      {on("POST /x", data(&message{1}))},
		"a struct of which encoding/json writes nothing":                       {on("PUT /x", data(struct{ a int }{1}))},
		"NaN, a channel, a function or a Reader in a JSON body": {
			on("PUT /x", params{"a": math.NaN()}), on("PUT /x", params{"a": make(chan int)}),
			on("PUT /x", params{"a": func() {}}), on("PUT /x", params{"a": strings.NewReader("text")}),
		},
		"a Reader as `Data` in `New`": {in(data(io.MultiReader(strings.NewReader("text"))), "PUT /x")},

		// ErrOrigin
		"needs no token, such as an upload to a presigned URL": {in(token, "PUT https://h.test/x"), in(query{"version": 1}, "PUT https://h.test/x")},
		"goes to another host of the same API":                 {in(token, "PUT https://h.test/x")},
		"follows a next link that leads elsewhere":             {in(token, "GET {+next}", elsewhere), on("GET {+next}", elsewhere, token)},
		"has an absolute URL, and `New` no `BaseURL`":          {{endpoint.New(token), "GET https://h.test/x", nil}},

		// ErrRoute
		"`GET users`, `POST/users`":                                    {on("GET users"), on("POST/users")},
		"`GET localhost:8080/x`":                                       {on("GET localhost:8080/x")},
		"`GET /files/{path...}`":                                       {on("GET /files/{path...}", path{"path": "a"})},
		"`GET /a{?b}{?c}`, `GET /s{&a}`":                               {on("GET /a{?b}{?c}", path{"b": 1, "c": 2}), on("GET /s{&a}", path{"a": 1})},
		"`GET https://{host}/x`":                                       {on("GET https://{host}/x", path{"host": "h.test"})},
		"a `BaseURL` that is not an http or https URL, or has a query": {in(base("api.test"), "GET /x"), in(base("https://api.test?a=1"), "GET /x")},
	}
}

var row = regexp.MustCompile(`(?m)^\| (.*?) \| .*\|$`)

// TestErrorsPage makes the calls of each row of docs/errors.md, and looks for the row of each call.
func TestErrorsPage(t *testing.T) {
	faults := faultsByRow()
	for name, want := range map[string]error{
		"ErrUnsafePath": endpoint.ErrUnsafePath, "ErrMissingParam": endpoint.ErrMissingParam, "ErrParam": endpoint.ErrParam,
		"ErrHeader": endpoint.ErrHeader, "ErrBody": endpoint.ErrBody, "ErrOrigin": endpoint.ErrOrigin, "ErrRoute": endpoint.ErrRoute,
	} {
		_, section, ok := strings.Cut(readPages(t)["docs/errors.md"], "\n## "+name+"\n")
		if !ok {
			t.Fatalf("there is no section %s", name)
		}
		section, _, _ = strings.Cut(section, "\n## ")
		for _, m := range row.FindAllStringSubmatch(section, -1)[1:] { // without the heading
			calls := faults[m[1]]
			delete(faults, m[1])
			if len(calls) == 0 {
				t.Errorf("%s: the row %q has no call", name, m[1])
			}
			for _, c := range calls {
				if _, err := c.api.HTTPRequest(context.Background(), c.route, c.call...); !errors.Is(err, want) {
					t.Errorf("%s: %s: %s: %v", name, m[1], c.route, err)
				}
			}
		}
	}
	for cell := range faults {
		t.Errorf("no row begins with %q", cell)
	}
}

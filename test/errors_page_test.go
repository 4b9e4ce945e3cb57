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
		"a misspelled key, which the error names":                    {on("GET /x/{owner}", path{"ower": 1})},
		"an optional value, such as one that `omitempty` leaves out": {on("GET /x/{id}", path(params{"id": 0}.OmitZero()))},

		// ErrParam
		"**data**: an empty list or map in `Query`, of a method that writes, such as DELETE": {
			on("DELETE /x", query{"id": []int{}}), on("POST /x", query{"f": map[string]int{}}),
		},
		"**data**: NaN, bytes that are not UTF-8, a `json.RawMessage` that is not JSON": {
			on("GET /x", query{"a": math.NaN()}), on("GET /x", query{"a": []byte{255}}), on("GET /x", query{"a": json.RawMessage("{")}),
		},
		"**data**: a string with a slash for `{/x*}`": {on("GET /x{/a*}", path{"a": "b/c"})},
		"**data**: a float64 of 2<sup>53</sup> or more, in a URL or form": {
			on("GET /x/{id}", path{"id": float64(1 << 53)}), on("POST /x", form, params{"id": float64(1 << 53)}),
		},
		"**data**: a value of a placeholder in `BaseURL` that is empty, or has other characters than letters, digits, `-`, `_` and inner dots": {
			in(base("https://{a}.test"), "GET /x", path{"a": ""}), in(base("https://{a}.test"), "GET /x", path{"a": "b/"}),
		},
		"a `time.Duration` as a parameter; deeper in a JSON body and in `Data`, encoding/json writes its nanoseconds": {
			on("POST /x", params{"a": time.Second}), on("GET /x", query{"a": time.Second}),
		},
		"in a URL or form, an enum: a number with a String method": {
			on("GET /x", query{"a": time.May}), on("POST /x", form, params{"a": time.May}),
		},
		"a key of `Path` that no placeholder has":       {on("GET /x", path{"id": 7})},
		"a list in a map or struct, in a query or form": {on("GET /x", query{"status": map[string]any{"in": []int{1}}})},
		"a name that the URL has, or that another parameter writes": {
			on("GET /x?a=1", query{"a": 2}), on("GET /x", query{"a[b]": 1, "a": map[string]any{"b": 2}}),
		},

		// ErrHeader
		"**data**: an empty value, such as an ETag, of a header that it does not remove": {
			on("PUT /x", headers{"if-match": ""}), in(headers{"if-match": "a"}, "PUT /x", endpoint.OptionsOf(struct {
				A string `header:"if-match"`
			}{})),
		},
		"**data**: a line break or other control character": {on("PUT /x", headers{"x-trace": "a\nb"})},
		"`\"Bearer \" + token` with an empty token":         {on("PUT /x", headers{"authorization": "Bearer "})},

		// ErrBody
		"**data**: text or bytes that are not JSON, under a JSON content-type": {on("PUT /x", data("text"), contentType("application/json"))},
		"`Data` with GET, HEAD, TRACE or CONNECT": {
			on("GET /x", data("text")), on("HEAD /x", data("text")), on("TRACE /x", data("text")), on("CONNECT /x", data("text")),
		},
		"a nil slice, map or bytes as `Data`": {
			on("PUT /x", data([]int(nil))), on("PUT /x", data(map[string]int(nil))), on("PUT /x", data([]byte(nil))),
		},
		"NaN, a channel, a function or a Reader in a JSON body": {
			on("PUT /x", params{"a": math.NaN()}), on("PUT /x", params{"a": make(chan int)}),
			on("PUT /x", params{"a": func() {}}), on("PUT /x", params{"a": strings.NewReader("text")}),
		},
		"a Reader that can be read only once, as `Data` in `New`": {in(data(io.MultiReader(strings.NewReader("text"))), "PUT /x")},

		// ErrOrigin
		"needs no token, such as an upload to a presigned URL": {
			in(token, "PUT https://h.test/x"), in(query{"version": 1}, "PUT https://h.test/x"),
		},
		"goes to another host of the same API":        {in(token, "PUT https://h.test/x")},
		"follows a next link that leads elsewhere":    {in(token, "GET {+next}", elsewhere), on("GET {+next}", elsewhere, token)},
		"has an absolute URL, and `New` no `BaseURL`": {{endpoint.New(token), "GET https://h.test/x", nil}},

		// ErrRoute
		"`GET /a{?b}{?c}`, `GET /s{&a}`": {on("GET /a{?b}{?c}", path{"b": 1, "c": 2}), on("GET /s{&a}", path{"a": 1})},
		"a `BaseURL` that is not an http or https URL, or has a query": {
			in(base("api.test"), "GET /x"), in(base("https://api.test?a=1"), "GET /x"),
		},
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

// Where each parameter goes, key by key. What a call passes is sent where its layer says or
// is an error, unless it writes nothing there, as nil does. A default that a call does not
// send is left out.

package test

import (
	"strings"
	"testing"

	"example.com/endpoint"
)

// TestNothingIsDropped has each way in which a value cannot be sent: as the call's it is
// an error unless it is nil, and as a default it is left out.
func TestNothingIsDropped(t *testing.T) {
	const (
		beside = `Data is the whole body: add it to Data, or pass it in Query`
		nobody = ` does not send Params: name it in the URL, or pass it in Query`
		taken  = `Path fills its placeholder: leave it out of Params, repeat it in Path`
		typo   = `no placeholder of the URL or BaseURL has this name: fix the key`
		inURL  = `the query of the URL has it already`
	)
	inParams := func(v any) endpoint.Layer { return params{"k": v} }
	inPath := func(v any) endpoint.Layer { return path{"k": v} }
	inQuery := func(v any) endpoint.Layer { return query{"k": v} }
	for _, tt := range []struct {
		route    string
		with     layers
		layer    func(v any) endpoint.Layer
		reason   string
		nilIsBad bool
	}{
		{route: "POST /x", with: layers{data("text")}, layer: inParams, reason: beside},
		{route: "PROPFIND /x", with: layers{data("text")}, layer: inParams, reason: "PROPFIND" + nobody + " or Data"},
		{route: "TRACE /x", layer: inParams, reason: "TRACE" + nobody},
		{route: "GET /{k}", with: layers{path{"k": "p"}}, layer: inParams, reason: taken},
		{route: "DELETE /{k}", with: layers{path{"k": "p"}}, layer: inParams, reason: taken},
		{route: "GET /x", layer: inPath, reason: typo, nilIsBad: true},
		{route: "POST /{o}", with: layers{path{"o": 1}}, layer: inPath, reason: typo, nilIsBad: true},
		{route: "GET /x?k=1", layer: inParams, reason: inURL},
		{route: "POST /x?k=1", layer: inQuery, reason: inURL},
		{route: "GET /x{?k}", with: layers{path{"k": 1}}, layer: inQuery, reason: inURL},
		{route: "GET /x?q={+q}", with: layers{path{"q": "a&k=1"}}, layer: inQuery, reason: inURL},
		{route: "GET /x{?m*}", with: layers{path{"m": map[string]any{"k": 1}}}, layer: inQuery, reason: inURL},
		{route: "GET /x{?%6B}", with: layers{path{"%6B": 1}}, layer: inQuery, reason: inURL},
	} {
		want := callTest{tt.route, tt.with, ""}.outcome(t)
		refused := `invalid parameter "k": ` + tt.reason
		tests := []callTest{
			{tt.route, append(layers{tt.layer(secret)}, tt.with...), refused},
			{tt.route, layers{byDefault(tt.with...), tt.layer(secret)}, refused},
			{tt.route, append(layers{byDefault(tt.layer("v"))}, tt.with...), want},
		}
		for _, v := range []any{nil, (*int)(nil), []int(nil), map[string]int(nil)} {
			test := callTest{tt.route, append(layers{tt.layer(v)}, tt.with...), want}
			if tt.nilIsBad {
				test.want = refused
			}
			tests = append(tests, test)
		}
		runCalls(t, tests)
	}
	_, err := endpoint.Endpoint{}.Build("TRACE /x", params{"k": 1})
	if strings.Contains(err.Error(), "Data") { // which TRACE does not allow
		t.Error(err)
	}
}

// A user has fields of the names of placeholders.
type user struct {
	ID     int    `json:"id"`
	Name   string `json:"name"`
	Tenant string `json:"tenant,omitempty"`
	Org    string `json:"org,omitempty"`
}

// TestPathBeforeParams: a placeholder takes its value from Path, and the Params of its
// name stay in the body, unless only a default of Path has it.
func TestPathBeforeParams(t *testing.T) {
	tenants := byDefault(base("https://{tenant}.api.test"), path{"tenant": "acme"})
	org := byDefault(path{"org": "octokit"})
	ada := endpoint.ParamsOf(user{ID: 8, Name: "Ada", Tenant: "evil", Org: "evil"})
	const sent = ` json {"id":8,"name":"Ada","org":"evil","tenant":"evil"}`
	runCalls(t, []callTest{
		{"PUT /users/{id}", layers{path{"id": 7}, ada}, "/users/7" + sent},
		{"PUT /users/:id", layers{ada, path{"id": 7}}, "/users/7" + sent},
		{"PUT /users/{id}", layers{path{"id": nil}, params{"id": 7}}, `missing parameter "id"`},
		{"PUT /users/{id}", layers{path{"id": endpoint.Unset}, params{"id": 7}}, "/users/7"},
		{"PATCH /users/{id}", layers{form, path{"id": 7}, params{"id": 8, "n": 1}}, "/users/7 form id=8&n=1"},
		{"POST /orgs/{org}/users", layers{org, ada}, `invalid parameter "org": Path fills its placeholder: leave it out of Params`},
		{"POST /orgs/{org}/users", layers{org, ada, path{"org": "octokit"}}, "/orgs/octokit/users" + sent},
		{"POST /orgs/{org}/users", layers{byDefault(path{"org": "octokit"}, ada)}, `/orgs/octokit/users json {"id":8,"name":"Ada","tenant":"evil"}`},
		{"PUT /users/{id}", layers{byDefault(params{"id": 1}), path{"id": 7}}, "/users/7"},
		{"PATCH /users/{id}", layers{byDefault(form, params{"id": 1, "n": 1}), path{"id": 7}}, "/users/7 form n=1"},
		{"POST /users{?org}", layers{org, params{"org": "evil"}}, `invalid parameter "org"`},
		{"PUT /orgs/{org}", layers{org, params{"org": nil}}, `/orgs/octokit`},
		{"DELETE /orgs/{org}", layers{byDefault(params{"org": "evil"}), path{"org": "octokit"}}, "/orgs/octokit"},
		{"POST /users", layers{tenants, ada}, "https://acme.api.test/users" + sent},
		{"DELETE /users", layers{tenants, params{"tenant": "evil"}}, `https://acme.api.test/users json {"tenant":"evil"}`},
		{"GET https://o.test/users", layers{tenants, params{"tenant": "x"}}, "https://o.test/users?tenant=x"},
	})
}

// TestOnce: a key that the URL has, literally or by {?x} or {&x}, may not be passed, but
// nil, which is not sent. A default of it is left out. A call passes a key in Params or in
// Query. FuzzModel has the combinations.
func TestOnce(t *testing.T) {
	const literal = `: the query of the URL has it already`
	const written, within = `invalid parameter "n"` + literal, `invalid parameter "a": the query of the URL has it already`
	const twice = `invalid parameter "n": Query has it too: pass it in one of them`
	runCalls(t, []callTest{
		{"GET /x", layers{query{"n": 1}, params{"n": 2}}, twice},
		{"HEAD /x", layers{params{"n": 1}, query{"n": nil}}, twice},

		{"POST /x?%62", layers{query{"b": 1}}, `invalid parameter "b"` + literal},
		{"GET /x?c+d=0{&a}", layers{params{"c d": 1}}, `invalid parameter "c d"` + literal},
		{"GET /x?a=0&b=1", layers{params{"a": nil}, query{"b": (*int)(nil)}}, "/x?a=0&b=1"},
		{"GET /x?a=0&b=0", layers{byDefault(params{"a": 1}, query{"b": 2})}, "/x?a=0&b=0"},

		{"GET /x{?n}", layers{params{"n": 100}, query{"n": 5}}, written},
		{"GET /x?{n}=1", layers{params{"n": "a b"}, query{"a b": 5}}, `invalid parameter "a b"` + literal},
		{"GET /x{?n}", layers{params{"n": 100}, query{"n": nil}}, "/x?n=100"},
		{"GET /x{?n}", layers{byDefault(query{"n": 5, "m": 6}), params{"n": 1}}, "/x?n=1&m=6"},

		// What a value writes.
		{"GET {+u}", layers{params{"u": "https://o.test?page=2", "page": 1, "q": 3}}, `invalid parameter "page"` + literal},
		{"GET {+u}", layers{params{"u": "https://o.test?a[b]=0", "a": params{"b": 1, "c": 2}}}, within},
		{"GET /x{?m*}", layers{byDefault(query{"a": 2, "b": 3}), params{"m": params{"a": 1}}}, "/x?a=1&b=3"},
	})
}

// TestAnotherOrigin: what belongs to BaseURL does not go to another origin, wherever the address
// stands.
func TestAnotherOrigin(t *testing.T) {
	const belongs = ` belongs to BaseURL, and the URL has another scheme, host or port: remove it in the call, a header by "" and others by Unset, or pass Options{BaseURL: …} of its origin to send it there`
	const inScheme = `wrong origin for "x": the header belongs to BaseURL, and the URL has another scheme, host or port`
	const inPort = `wrong origin for "x": the header belongs to BaseURL, and the URL has another scheme, host or port`
	const header, param = `wrong origin for "x": the header` + belongs, `wrong origin for "k": the parameter` + belongs
	const inData = "wrong origin in Data: it" + belongs
	x, own := headers{"x": secret}, headers{"x": "own"}
	token := byDefault(x, headers{"accept": "*/*", "user-agent": "u", "content-type": formMIME})
	other, u := path{"u": "https://o.test"}, func(s string) endpoint.Layer { return params{"u": s} }
	at := func(url, base string, h headers) options { return options{URL: url, BaseURL: base, Headers: h} }
	runCalls(t, []callTest{
		// In the route, in URL, in a default of it and in a value.
		{"GET https://o.test", layers{token}, header},
		{"GET /x", layers{token, options{URL: "https://o.test"}}, header},
		{"GET", layers{byDefault(x, options{URL: "https://o.test"})}, header},
		{"GET {+u}", layers{token, other}, header},
		{"GET {+u}", layers{byDefault(x, other)}, header},
		{"GET {+u}", layers{token, u("https://h.test@o.test/")}, header},
		{"GET http://h.test", layers{token}, inScheme},
		{"GET https://h.test:444", layers{token}, inPort},
		{"GET https://o.test", layers{token, base("https://api.service.example")}, `wrong origin for "x": …which is the built-in one: set BaseURL in New`},

		// Of the same origin, of a BaseURL that the call passes, of no secret, removed, and its own.
		{"GET /x", layers{token, options{URL: "/y"}}, "/y"},
		{"GET https://o.test", layers{token, options{URL: "https://h.test/y"}}, "/y"},
		{"GET {+u}", layers{token, u("https://H.test:443/a?page=2")}, "https://H.test:443/a?page=2"},
		{"GET {+u}", layers{byDefault(base("http://h.test:80"), x), u("http://h.test/a")}, "http://h.test/a"},
		{"GET https://h.test", layers{byDefault(x, base("https://{b}.test"), path{"b": "h"})}, ""},

		// https in place of http is the same origin, on the ports that they have by default.
		{"GET https://h.test", layers{byDefault(x, base("http://h.test"))}, ""},
		{"GET {+u}", layers{byDefault(x, base("HTTP://u:p@h.test:80/v1")), u("HTTPS://H.test:443/a")}, "HTTPS://H.test:443/a"},
		{"GET https://[::1]", layers{byDefault(x, base("http://[::1]"))}, "https://[::1]"},
		{"GET https://h.test:8080", layers{byDefault(x, base("http://h.test:8080"))}, inScheme},
		{"GET https://h.test", layers{byDefault(x, base("http://h.test:443"))}, inScheme},
		{"GET https://h.test:80", layers{byDefault(x, base("http://h.test"))}, inScheme},
		{"GET https://o.test", layers{byDefault(x, base("http://h.test"))}, header},

		{"GET /x", layers{token, at("https://o.test", "https://o.test/v1", nil)}, "https://o.test"},
		{"GET {+u}", layers{token, u("https://o.test/x"), base("https://O.test/")}, "https://o.test/x"},
		{"POST {+u}", layers{byDefault(contentType("text/json")), other, data("1")}, "https://o.test [text/json] 1"},
		{"GET https://o.test", layers{token, headers{"X": ""}}, "https://o.test"},
		{"GET https://o.test", layers{token, own}, "https://o.test"},
		{"GET https://o.test", layers{token, options{Headers: own}}, "https://o.test"},

		{"GET {+u}", layers{byDefault(query{"k": 1}), other}, param},
		{"POST {+u}", layers{byDefault(params{"k": 1}), other}, param},
		{"POST {+u}", layers{byDefault(data(1)), other}, inData},
		{"GET {+u}", layers{byDefault(query{"k": 1}), other, query{"k": 1}}, "https://o.test?k=1"},
		{"POST {+u}", layers{byDefault(params{"k": nil}), other}, param}, // {"k":null}
		{"GET {+u}", layers{byDefault(query{"k": 1}, base("https://u:p@h.test:8443")), path{"u": "https://h.test"}}, `wrong origin for "k": …another scheme, host or port`},
		{"GET {+u}", layers{byDefault(query{"k": 1}, base("https://u:p@h.test")), u("https://h.test")}, "?k=1"},
		{"GET {+u}{/n}", layers{byDefault(query{"k": nil}, params{"n": 1}), other}, "https://o.test/1"}, // the route names it
		{"GET {+u}/a?k={k}", layers{byDefault(path{"k": 1}), other}, param},
		{"GET {+u}{?j}{&k}", layers{byDefault(path{"j": nil, "k": 1}), other, path{"j": 2}}, param},
		{"GET {+u}", layers{byDefault(query{"k": 1}), u("https://o.test?k=2")}, "https://o.test?k=2"},
		{"POST {+u}", layers{byDefault(params{"k": 1}, data(1)), other, data(2), query{"j": 3}}, "https://o.test?j=3 json 2"},

		// Options that have a BaseURL are of that.
		{"GET https://o.test", layers{at("", "https://h.test", x)}, header},
		{"GET https://o.test", layers{at("", "https://o.test", x)}, "https://o.test"},
		{"GET", layers{at("https://o.test", "https://p.test", x), own}, "https://o.test"},
		{"GET https://o.test", layers{options{BaseURL: "https://h.test", Query: query{"k": 1}}}, param},
		{"POST https://o.test", layers{&options{BaseURL: "https://h.test", Data: 1}}, inData},
		{"GET https://o.test", layers{endpoint.New(base("https://h.test"), x).Options()}, header},
		{"GET /x?k=1", layers{endpoint.New(base("https://h.test"), query{"k": 2}).Options()}, "/x?k=1"}, // defaults, as they were
		{"GET /x?k=1", layers{options{BaseURL: "https://h.test", Query: query{"k": 2}}}, `invalid parameter "k": the query of the URL`},

		{"GET {+u}", layers{byDefault(base("h")), other}, "https://o.test"},
		{"GET {+u}", layers{byDefault(base("h"), x), other}, "invalid base URL: it must begin"},
		{"GET {+u}", layers{byDefault(base("https://{b}.test"), x), other}, `missing parameter "b": BaseURL needs a value`},
	})
}

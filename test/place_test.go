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
		taken  = `Path fills its placeholder: leave it out of Params, or pass it in Path`
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
		{route: "OPTIONS /x?k=1", layer: inQuery, reason: inURL},
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
		{"PUT /users/{id}", layers{path{"id": nil}, params{"id": 7}}, `unsafe path in parameter "id"`},
		{"POST /orgs/{org}/users", layers{org, ada}, `invalid parameter "org": Path fills its placeholder: leave it out of Params`},
		{"POST /orgs/{org}/users", layers{org, ada, path{"org": "octokit"}}, "/orgs/octokit/users" + sent},
		{"POST /orgs/{org}/users", layers{byDefault(path{"org": "octokit"}, params{"org": "evil", "n": 1})}, `/orgs/octokit/users json {"n":1}`},
		{"PUT /users/{id}", layers{byDefault(params{"id": 1}), path{"id": 7}}, "/users/7"},
		{"POST /users", layers{tenants, ada}, "https://acme.api.test/users" + sent},
	})
}

// TestOnce: a key that the URL has, literally or by {?x} or {&x}, may not be passed, but
// nil, which is not sent. A default of it is left out. A call passes a key in Params or in
// Query. FuzzModel has the combinations.
func TestOnce(t *testing.T) {
	const literal = `: the query of the URL has it already`
	const twice = `invalid parameter "n": Query has it too: pass it in one of them`
	runCalls(t, []callTest{
		{"GET /x", layers{query{"n": 1}, params{"n": 2}}, twice},

		{"POST /x?%62", layers{query{"b": 1}}, `invalid parameter "b"` + literal},
		{"GET /x?a=0&b=1", layers{params{"a": nil}, query{"b": (*int)(nil)}}, "/x?a=0&b=1"},

		{"GET /x{?n}", layers{params{"n": 100}, query{"n": 5}}, `invalid parameter "n"` + literal},

		// What a value writes.
		{"GET {+u}", layers{params{"u": "https://o.test?page=2", "page": 1, "q": 3}}, `invalid parameter "page"` + literal},
	})
}

// TestAnotherOrigin: what belongs to BaseURL does not go to another origin, wherever the address
// stands. FuzzModel and the frozen corpus have the combinations.
func TestAnotherOrigin(t *testing.T) {
	const belongs = ` belongs to BaseURL, and the URL has another scheme, host or port: remove it in the call`
	const header, param = `wrong origin for "x": the header` + belongs, `wrong origin for "k": the parameter` + belongs
	const inData = "wrong origin in Data: it" + belongs
	const credential, elsewhere = `wrong origin for "`, `": a value is the address, …pass Options{BaseURL: …} of that origin`
	token := byDefault(headers{"x": secret}, headers{"accept": "*/*", "user-agent": "u", "content-type": formMIME})
	on := func(baseURL string) endpoint.Layer { return byDefault(headers{"x": secret}, base(baseURL)) }
	next := func(url string) endpoint.Layer { return path{"next": url} }
	other := next("https://o.test")
	runCalls(t, []callTest{
		// The address in the route, in URL, in a default of it, and in a value.
		{"GET https://o.test", layers{token}, header},
		{"GET /x", layers{token, options{URL: "https://o.test"}}, header},
		{"GET {+next}", layers{token, other}, header},
		{"GET {+next}", layers{token, next("https://h.test@o.test/")}, header},

		// The same origin, and another scheme or port.
		{"GET https://h.test/y", layers{token}, "/y"},
		{"GET {+next}", layers{token, next("https://H.test:443/a?page=2")}, "https://H.test:443/a?page=2"},
		{"GET https://h.test:444", layers{token}, header},
		// https in place of http is the same, on the ports that they have by default.
		{"GET https://h.test", layers{on("http://h.test")}, ""},
		{"GET https://h.test:8080", layers{on("http://h.test:8080")}, header},

		// What the call does about it: its own BaseURL, its own header, none.
		{"GET https://o.test", layers{token, base("https://O.test/v1")}, "https://o.test"},
		{"GET https://o.test", layers{token, headers{"X": ""}}, "https://o.test"},
		{"GET https://o.test", layers{token, headers{"x": "own"}}, "https://o.test"},
		{"GET https://o.test", layers{token, base("https://api.service.example")}, `wrong origin for "x": …the built-in one: set BaseURL`},

		// A credential of the call does not go where a value says, but where the program does.
		{"GET {+next}", layers{other, headers{"Authorization": "Bearer t"}}, credential + "authorization" + elsewhere},
		{"POST {upload_url}", layers{path{"upload_url": "https://o.test"}, headers{"cookie": "c"}}, credential + "cookie" + elsewhere},
		{"GET {+next}", layers{byDefault(headers{"authorization": secret}), other}, credential + "authorization" + elsewhere},
		{"GET {+next}", layers{other, base("https://o.test"), headers{"authorization": "t"}}, "https://o.test"},
		{"GET https://o.test", layers{headers{"authorization": "t"}}, "https://o.test"},

		// Parameters and Data. What the route names in its path is written by the route.
		{"GET {+next}", layers{byDefault(query{"k": 1}), other}, param},
		{"GET {+next}", layers{byDefault(query{"k": 1}), other, query{"k": 1}}, "https://o.test?k=1"},
		{"POST {+next}", layers{byDefault(params{"k": nil}), other}, param}, // {"k":null}
		{"POST {+next}", layers{byDefault(data(1)), other}, inData},
		{"GET {+next}/a?k={k}", layers{byDefault(path{"k": 1}), other}, param},
		{"GET {+next}#{k}", layers{byDefault(path{"k": 1}), other}, param},
		{"GET https://o.test{?k}", layers{byDefault(params{"k": 1}), path{"k": 2}}, "https://o.test?k=2"},

		// Options that have a BaseURL are of that, unless Merge or Options said more.
		{"GET https://o.test", layers{options{BaseURL: "https://h.test", Headers: headers{"x": secret}}}, header},
		{"GET https://o.test", layers{endpoint.New(base("https://h.test"), headers{"x": secret}).Options()}, header},
		{"GET /x?k=1", layers{endpoint.New(base("https://h.test"), query{"k": 2}).Options()}, "/x?k=1"}, // defaults, as they were
		{"GET /x?k=1", layers{options{BaseURL: "https://h.test", Query: query{"k": 2}}}, `invalid parameter "k": the query of the URL`},

		// A BaseURL that is not valid has nothing to say where nothing of it is sent.
		{"GET {+next}", layers{on("h"), other}, "invalid route in BaseURL: it must begin"},
		{"GET {+next}", layers{on("https://{b}.test"), other}, `missing parameter "b": BaseURL needs a value`},
	})
}

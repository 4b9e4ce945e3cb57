// Nothing that a call passes is dropped or moved in silence: it is sent where its layer
// says, or it is an error. A default that a call does not send is left out.

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
		taken  = `Path fills its placeholder: leave it out of Params, pass it in Path`
		typo   = `no placeholder of the URL or BaseURL has this name: fix the key`
		inURL  = `the query of the URL has it already`
	)
	inParams := func(v any) endpoint.Layer { return params{"k": v} }
	inPath := func(v any) endpoint.Layer { return path{"k": v} }
	inQuery := func(v any) endpoint.Layer { return query{"k": v} }
	for _, tt := range []struct {
		route    string
		others   layers
		layer    func(v any) endpoint.Layer
		reason   string
		nilIsBad bool
	}{
		{"POST /x", layers{data("text")}, inParams, beside, false},
		{"PROPFIND /x", layers{data("text")}, inParams, "PROPFIND" + nobody + " or Data", false},
		{"OPTIONS /x", nil, inParams, "OPTIONS" + nobody + " or Data", false},
		{"TRACE /x", nil, inParams, "TRACE" + nobody, false},
		{"CONNECT /x", nil, inParams, "CONNECT" + nobody, false},
		{"GET /{k}", layers{path{"k": "p"}}, inParams, taken, false},
		{"HEAD /{k}", layers{path{"k": "p"}}, inParams, taken, false},
		{"DELETE /{k}", layers{path{"k": "p"}}, inParams, taken, false},
		{"GET /x", nil, inPath, typo, true},
		{"POST /{o}", layers{path{"o": 1}}, inPath, typo, true},
		{"GET /x?k=1", nil, inParams, inURL, false},
		{"POST /x?k=1", nil, inQuery, inURL, false},
		{"GET /x{?k}", layers{path{"k": 1}}, inQuery, inURL, false},
		{"GET {+u}", layers{path{"u": "https://h.test/x?k=1"}}, inQuery, inURL, false},
		{"GET /x{?m*}", layers{path{"m": map[string]any{"k": 1}}}, inQuery, inURL, false},
		{"GET /x{?%6B}", layers{path{"%6B": 1}}, inQuery, inURL, false},
	} {
		want := outcome(t, nil, tt.route, tt.others)
		refused := `invalid parameter "k": ` + tt.reason
		tests := []callTest{
			{nil, tt.route, append(layers{tt.layer(secret)}, tt.others...), refused},
			{tt.others, tt.route, layers{tt.layer(secret)}, refused},
			{layers{tt.layer("v")}, tt.route, tt.others, want},
		}
		for _, v := range []any{nil, (*int)(nil), []int(nil), map[string]int(nil)} {
			test := callTest{nil, tt.route, append(layers{tt.layer(v)}, tt.others...), want}
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
// name stay in the body.
func TestPathBeforeParams(t *testing.T) {
	tenants := layers{base("https://{tenant}.api.test"), path{"tenant": "acme"}}
	org := layers{path{"org": "octokit"}}
	ada := endpoint.ParamsOf(user{ID: 8, Name: "Ada", Tenant: "evil", Org: "evil"})
	const sent = ` json {"id":8,"name":"Ada","org":"evil","tenant":"evil"}`
	runCalls(t, []callTest{
		{nil, "PUT /users/{id}", layers{path{"id": 7}, ada}, "/users/7" + sent},
		{nil, "PUT /users/:id", layers{ada, path{"id": 7}}, "/users/7" + sent},
		{nil, "PUT /users/{id}", layers{params{"id": 7, "n": 1}}, `/users/7 json {"n":1}`},
		{nil, "PUT /users/{id}", layers{path{"id": nil}, params{"id": 7}}, `missing parameter "id"`},
		{nil, "PUT /users/{id}", layers{path{"id": endpoint.Unset}, params{"id": 7}}, "/users/7"},
		{nil, "PATCH /users/{id}", layers{form, path{"id": 7}, params{"id": 8, "n": 1}}, "/users/7 form id=8&n=1"},
		{nil, "PUT /files/{+file}", layers{path{"file": "a/b"}, params{"file": "c"}}, `/files/a/b json {"file":"c"}`},
		{org, "POST /orgs/{org}/users", layers{ada}, "/orgs/octokit/users" + sent},
		{org, "POST /users{?org}", layers{params{"org": "evil"}}, `/users?org=octokit json {"org":"evil"}`},
		{org, "POST /orgs/{org}", layers{path{"org": "github"}}, "/orgs/github"},
		{layers{params{"org": "evil"}}, "DELETE /orgs/{org}", layers{path{"org": "octokit"}}, "/orgs/octokit"},
		{tenants, "POST /users", layers{ada}, "https://acme.api.test/users" + sent},
		{tenants, "PUT /users", layers{form, params{"tenant": "evil"}}, "https://acme.api.test/users form tenant=evil"},
		{tenants, "DELETE /users", layers{params{"tenant": "evil"}}, `https://acme.api.test/users json {"tenant":"evil"}`},
		{tenants, "POST https://o.test/users", layers{ada}, "https://o.test/users" + sent},
		{tenants, "GET https://o.test/users", layers{params{"tenant": "x"}}, "https://o.test/users?tenant=x"},
	})
}

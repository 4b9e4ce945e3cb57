// Package near has calls that are near to one that fails.
package near

import (
	"net/url"
	"strings"

	"example.com/endpoint"
)

var api = endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"accept": "text/plain"})

func must(req endpoint.Request, err error) endpoint.Request {
	if err != nil {
		panic(err)
	}
	return req
}

// methods are those that are a letter away from a standard one, or near.
func methods() {
	must(api.Build("LIST /x"))
	must(api.Build("QUERY /x"))
	must(api.Build("PURGE /x"))
	must(api.Build("GET /x/$count?$top=1"))
	must(api.Build("PATCH /workitems/${type}", endpoint.Path{"type": "Bug"})) // Azure DevOps
}

type point struct {
	X int `json:"x,unix"`
}

type page struct {
	Size int `url:"size"`
}

// nils are right if they are nil, or if others are.
func nils(in, other *page, list []point, id *string, fill func(*page)) {
	var none *point
	must(api.Build("GET /x", endpoint.Options{Data: none}, endpoint.ParamsOf(none)))
	must(api.Build("POST /x", endpoint.Options{Data: in}, endpoint.ParamsOf(other)))
	must(api.Build("GET /x/{id}", endpoint.Path{"id": id}, endpoint.ParamsOf(in), endpoint.Query{"ids": []string(nil), "list": len(list)}))
	for _, call := range []struct {
		route string
		data  *page
	}{{"GET /x", nil}, {"POST /x", in}} {
		must(api.Build(call.route, endpoint.Options{Data: call.data}))
	}
	fill(in)
}

type tenant struct{ api endpoint.Endpoint }

func newTenant(base string) tenant {
	return tenant{endpoint.New(endpoint.Options{BaseURL: strings.TrimSuffix(base, "/")}, endpoint.Headers{"accept": "text/plain"})}
}

// bases have placeholders that are given where the code does not show them.
func bases(u *url.URL, scheme, port, token string) {
	t := newTenant("https://{tenant" + "}.h.example/")
	must(t.api.Build("GET /x", endpoint.Path{"tenant": "a"}))
	must(endpoint.New(endpoint.Options{BaseURL: u.String() + "/{" + "site}"}).Build("GET /x", endpoint.Path{"site": "a"}))
	must(api.Build("GET /x", endpoint.Options{BaseURL: "ht" + scheme + "h.example"}))
	must(api.Build("GET /x", endpoint.Options{BaseURL: "https://h.example:" + port}, endpoint.Headers{"host": "h.example:" + port}))
	must(api.Build("GET /x", endpoint.Headers{"x-auth": "Bearer " + token, "x-page": token + "\t1"}))
}

// branches are right together, though not each alone, or only one of them.
func branches(body any, page int, isForm bool) {
	opts := endpoint.Options{}
	all := []endpoint.Layer{endpoint.Query{"a": 1}}
	if body != nil {
		opts.Method = "POST"
		opts.Data = "1"
		if page > 0 {
			opts.Headers = endpoint.Headers{"content-type": "text/plain"}
		}
	}
	must(api.Build("/x", opts))
	if isForm {
		all = append(all, endpoint.Params{"page": page})
	} else {
		all = append(all, endpoint.Options{Data: "1"})
	}
	must(api.Build("POST /x", all...))
	must(api.Build("GET /x?page=1", endpoint.Query{"page": page, "size": 1}.OmitZero()))
}

func signed(route, token string, layers ...endpoint.Layer) {
	must(api.Build(route, append([]endpoint.Layer{endpoint.Params{"sign": token}}, layers...)...))
}

// correlated has a body only where it is sent.
func correlated(isPost bool) {
	var o endpoint.Options
	if isPost {
		o.Data = []int{1}
	}
	if isPost {
		must(api.Build("POST /x", o))
	} else {
		must(api.Build("GET /x", o))
	}
}

func returns(isPost bool) {
	var o endpoint.Options
	if isPost {
		o.Data = []int{1}
		must(api.Build("POST /x", o))
		return
	}
	must(api.Build("GET /x", o))
}

func Calls() {
	for _, isPost := range []bool{false, true} {
		correlated(isPost)
		returns(isPost)
	}
	branches(nil, 0, true)
	branches(1, 0, false)
	signed("POST /x/{sign}", "1", endpoint.Options{Data: 1})
	signed("POST /x", "1", endpoint.Options{Data: 1}, endpoint.Params{"sign": endpoint.Unset})
	u, err := url.Parse("https://h.example/v1")
	if err != nil {
		panic(err)
	}
	bases(u, "tps://", "80", "")
	id := "1"
	nils(&page{}, nil, []point{{1}}, &id, func(*page) {})
	nils(nil, &page{}, nil, &id, func(*page) {})
	methods()
}

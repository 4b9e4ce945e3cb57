// Package names has keys like the names of placeholders, which another layer fills.
package names

import (
	"example.com/endpoint"

	"vet.test/run/check"
)

type service struct {
	api   endpoint.Endpoint
	scope endpoint.Layer
}

func newService(account string) *service {
	return &service{
		api:   endpoint.New(endpoint.Options{BaseURL: "https://h.example"}),
		scope: endpoint.Path{"account_id": account},
	}
}

// A layer from elsewhere fills the placeholder, and the key is of the query.
func (s *service) events(about string) {
	check.OK(s.api.Build("GET /accounts/{account_id}/events", s.scope, endpoint.Params{"accountId": about}))
}

func (s *service) layers(path endpoint.Path, params map[string]any, options endpoint.Options) {
	check.OK(s.api.Build("GET /accounts/{account_id}/events", path, endpoint.Params{"accountId": 1}))
	check.OK(s.api.Build("GET /accounts/{account_id}/events", endpoint.ParamsOf(params), endpoint.Params{"accountId": 1}))
	check.OK(s.api.Build("GET /accounts/{account_id}/events", options, endpoint.Params{"accountId": 1}))
	s.get("/accounts/{account_id}/events", path, endpoint.Params{"accountId": 1})
}

func (s *service) get(path string, layers ...endpoint.Layer) {
	check.OK(s.api.Build("GET "+path, layers...))
}

// A key that may be written, a URL that is replaced, and a struct with the name.
func (s *service) others(account string, url string, scope struct {
	ID string `json:"account_id"`
}) {
	p := endpoint.Path{}
	if account != "" {
		p["account_id"] = account
	}
	check.OK(s.api.Build("GET /accounts/{account_id}/events", p, endpoint.Params{"accountId": 1}))
	check.OK(s.api.Build("GET /accounts/{account_id}/events", endpoint.Options{URL: url}, endpoint.Params{"accountId": 1}))
	check.OK(s.api.Build("GET /accounts/{account_id}/events", endpoint.ParamsOf(scope), endpoint.Params{"accountId": 1}))
}

// A default fills the placeholder.
func (s *service) scoped(account string) {
	api := s.api.Defaults(endpoint.Path{"account_id": account})
	check.OK(api.Build("GET /accounts/{account_id}/events", endpoint.Params{"accountId": 1}))
}

func Calls() {
	s := newService("a1")
	s.events("b2")
	path := endpoint.Path{"account_id": 1}
	s.layers(path, path, endpoint.Options{Path: path})
	s.others("a1", "/x", struct {
		ID string `json:"account_id"`
	}{"a1"})
	s.scoped("a1")
}

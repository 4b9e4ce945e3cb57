// Package bases has a BaseURL with placeholders, where the calls do not show it.
package bases

import (
	"example.com/endpoint"

	"vet.test/run/check"
)

func Calls() {
	two := endpoint.New(endpoint.Options{BaseURL: "https://{region}.h.example/{tenant}"})
	late("t")
	inBase(two, "eu", 7)
	inDefaults(two.Defaults(endpoint.Path{"tenant": 1}))
	inOptions(endpoint.Options{BaseURL: "https://{a}.h.example/{b}/{c}"})
	inURL(endpoint.New(endpoint.Options{BaseURL: "https://h.example"}), endpoint.Options{URL: "/{a}/{b}{?c}"})
	keyed(endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"if-match": "x"}))
}

func inBase(api endpoint.Endpoint, region string, tenant int) {
	check.OK(api.Build("GET /x", endpoint.Path{"region": region, "tenant": tenant}))
	check.OK(api.Build("GET /x/{id}", endpoint.Path{"id": 1, "region": region, "tenant": tenant}))
	check.OK(api.Build("GET /x", endpoint.Path{"region": region}, endpoint.Path{"tenant": tenant}))
}

func inDefaults(api endpoint.Endpoint) {
	check.OK(api.Build("DELETE /x", endpoint.Path{"region": "eu"}))
}

func inOptions(o endpoint.Options) {
	api := endpoint.New(o)
	check.OK(api.Build("GET /x", endpoint.Path{"a": "x", "b": "y", "c": "z"}))
	check.OK(endpoint.New().Build("GET /x", endpoint.Path{"a": "x", "b": "y", "c": "z"}, o))
}

func inURL(api endpoint.Endpoint, o endpoint.Options) {
	check.OK(api.Build("", endpoint.Path{"a": 1, "b": 2, "c": 3}, o))
}

// late have defaults that no call is sent with.
func late(token string) {
	api := endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"if-match": ""})
	check.OK(api.Build("PUT /x", endpoint.Headers{"if-match": "x"}))
	anonymous := endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"authorization": "token"})
	check.OK(anonymous.Build("PUT /x", endpoint.Headers{"authorization": "token " + token}))
	check.OK(newAPI("").Defaults(endpoint.Headers{"authorization": "Bearer " + token}).Build("PUT /x"))
	check.OK(newAPI("").Build("PUT /x", endpoint.Headers{"authorization": "Bearer " + token}))
	check.OK(newAPI("").Build("GET /x", endpoint.Headers{"authorization": ""}))
}

func newAPI(token string) endpoint.Endpoint {
	return endpoint.New(endpoint.Options{BaseURL: "https://h.example"}, endpoint.Headers{"authorization": "Bearer " + token})
}

// keyed has a default that a call removes.
func keyed(api endpoint.Endpoint) {
	check.OK(api.Build("PUT /x", endpoint.Headers{"if-match": ""}))
}

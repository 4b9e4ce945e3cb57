// Package near has calls that are near to one that fails.
package near

import "example.com/endpoint"

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
	must(api.Build("LINK /x"))
	must(api.Build("LOCK /x"))
	must(api.Build("COPY /x"))
	must(api.Build("MOVE /x"))
	must(api.Build("QUERY /x"))
	must(api.Build("TRACK /x"))
	must(api.Build("PURGE /x"))
	must(api.Build("SEARCH /x"))
	must(api.Build("REPORT /x"))
	must(api.Build("GET /x/$count?$top=1"))
}

func Calls() {
	methods()
}

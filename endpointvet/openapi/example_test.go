package openapi_test

import (
	"fmt"
	"log"
	"os"

	"example.com/endpoint/endpointvet/openapi"
)

// The call is of this code, with the literals as handles:
//
//	api.Build("GET /repos/{owner}/{repo}/issues", endpoint.Params{
//		"owner": owner, "repo": "endpoint", "stat": "open", "page": page,
//	})
func ExampleAPI_Check() {
	data, err := os.ReadFile("testdata/github.json")
	if err != nil {
		log.Fatal(err)
	}
	api, err := openapi.Read("github.json", data)
	if err != nil {
		log.Fatal(err)
	}
	variable := openapi.Value{Kind: openapi.String}
	constant := func(text string) openapi.Value {
		return openapi.Value{Kind: openapi.String, Constant: true, Text: text}
	}
	for _, r := range api.Check(openapi.Call{
		At:     "route",
		Method: "GET",
		URL:    "/repos/" + openapi.Hole + "/" + openapi.Hole + "/issues",
		Holes: []openapi.Field{
			{Name: "owner", At: `"owner"`, Value: variable},
			{Name: "repo", At: `"repo"`, Value: constant("endpoint")},
		},
		Query: []openapi.Field{
			{Name: "stat", At: `"stat"`, Value: constant("open")},
			{Name: "page", At: `"page"`, Value: openapi.Value{Kind: openapi.Integer}},
		},
	}) {
		fmt.Printf("%s: %s\n", r.At, r.Message)
	}
	// Output:
	// "stat": "stat" is not a parameter of GET /repos/{owner}/{repo}/issues: write "state"
}

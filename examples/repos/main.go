// Repos lists five repositories of an organization on GitHub. It needs no token.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"

	"example.com/endpoint"
)

func main() {
	github := endpoint.New(endpoint.Options{
		BaseURL: "https://api.github.com",
		Headers: endpoint.Headers{"accept": "application/vnd.github+json", "user-agent": "endpoint-repos/1.0"},
	})
	req, err := github.HTTPRequest(context.Background(), "GET /orgs/{org}/repos",
		endpoint.Path{"org": "octokit"},
		endpoint.Query{"type": "public", "per_page": 5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(req.Method, req.URL)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		log.Fatal(resp.Status)
	}

	var repos []struct {
		FullName string `json:"full_name"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&repos); err != nil {
		log.Fatal(err)
	}
	for _, repo := range repos {
		fmt.Println(repo.FullName)
	}
}

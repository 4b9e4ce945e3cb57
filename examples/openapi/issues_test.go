package openapi

import (
	"encoding/json"
	"testing"

	"example.com/endpoint"
)

// TestRequests builds each call.
func TestRequests(t *testing.T) {
	c := New(endpoint.New(endpoint.Options{BaseURL: "https://api.github.com"}), "octo", "hello")
	for _, tt := range []struct {
		build     func() (endpoint.Request, error)
		url, body string
	}{
		{
			func() (endpoint.Request, error) {
				return c.List(ListOptions{State: "open", Labels: []string{"bug", "new"}})
			},
			"https://api.github.com/repos/octo/hello/issues?direction=desc&labels=bug%2Cnew&sort=updated&state=open", "null",
		},
		{
			func() (endpoint.Request, error) { return c.Get(7) },
			"https://api.github.com/repos/octo/hello/issues/7", "null",
		},
		{
			func() (endpoint.Request, error) { return c.Create(NewIssue{Title: "It fails"}) },
			"https://api.github.com/repos/octo/hello/issues", `{"title":"It fails"}`,
		},
		{
			func() (endpoint.Request, error) { return c.Label(7, "bug") },
			"https://api.github.com/repos/octo/hello/issues/7/labels", `{"labels":["bug"]}`,
		},
		{
			func() (endpoint.Request, error) { return c.Search("is:open") },
			"https://api.github.com/search/issues?per_page=100&q=is%3Aopen", "null",
		},
	} {
		req, err := tt.build()
		if err != nil {
			t.Errorf("%s: %v", tt.url, err)
			continue
		}
		body, err := json.Marshal(req.Body)
		if err != nil {
			t.Fatal(err)
		}
		if req.URL != tt.url || string(body) != tt.body {
			t.Errorf("got  %s %s\nwant %s %s", req.URL, body, tt.url, tt.body)
		}
	}
}

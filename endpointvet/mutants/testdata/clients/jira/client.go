// Package jira edits issues. It sets the fields of Options one by one.
package jira

import (
	"context"
	"encoding/base64"
	"time"

	"example.com/endpoint"
)

// Paging is part of the parameters of every list.
type Paging struct {
	StartAt    int `url:"startAt,omitempty"`
	MaxResults int `url:"maxResults,omitempty"`
}

// ProjectList selects projects.
type ProjectList struct {
	Paging
	OrderBy string   `url:"orderBy,omitempty"`
	Keys    []string `url:"keys,omitempty"`
	Expand  []string `url:"expand,comma,omitempty"`
}

// Worklog is time spent on an issue.
type Worklog struct {
	Comment string    `json:"comment,omitempty"`
	Started time.Time `json:"started"`
	Seconds int       `json:"timeSpentSeconds"`
}

// Site is one site of Jira Cloud.
type Site struct{ endpoint endpoint.Endpoint }

// Open returns the site with a name, such as acme in acme.atlassian.net.
func Open(site, user, token string) *Site {
	var options endpoint.Options
	options.BaseURL = "https://{site}.atlassian.net/rest/api/3"
	options.Path = endpoint.Path{"site": site}
	options.Headers = endpoint.Headers{"accept": "application/json"}
	options.Headers.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+token)))
	return &Site{endpoint.New(options)}
}

// Issue builds the request of one issue.
func (s *Site) Issue(key string, fields []string) (endpoint.Request, error) {
	options := endpoint.Options{Path: endpoint.Path{"key": key}}
	if len(fields) > 0 {
		options.Query = endpoint.Query{"fields": fields}
		options.Lists = endpoint.ListComma
	}
	return s.endpoint.Build("GET /issue/{key}", options)
}

// Create builds the request that creates an issue.
func (s *Site) Create(fields map[string]any, notify bool) (endpoint.Request, error) {
	options := endpoint.Options{Data: map[string]any{"fields": fields}}
	options.Query = endpoint.Query{"notifyUsers": notify}
	return s.endpoint.Build("POST /issue", options)
}

// Assign builds the request that assigns an issue. With "", nobody is assigned.
func (s *Site) Assign(key, account string) (endpoint.Request, error) {
	body := endpoint.Params{"accountId": nil}
	if account != "" {
		body["accountId"] = account
	}
	return s.endpoint.Build("PUT /issue/{key}/assignee", endpoint.Path{"key": key}, body)
}

// Log builds the request that logs work.
func (s *Site) Log(_ context.Context, key string, log Worklog) (endpoint.Request, error) {
	options := endpoint.Options{Data: log}
	options.Path = endpoint.Path{"key": key}
	options.Query = endpoint.Query{}
	options.Query["adjustEstimate"] = "auto"
	return s.endpoint.Build("POST /issue/{key}/worklog", options)
}

// Projects builds the request of a page of projects.
func (s *Site) Projects(list *ProjectList) (endpoint.Request, error) {
	return s.endpoint.Build("GET /project/search", endpoint.ParamsOf(list))
}

// Search builds a search.
func (s *Site) Search(jql string, paging Paging) (endpoint.Request, error) {
	params := endpoint.ParamsOf(paging)
	params["jql"] = jql
	params["fields"] = []string{"summary", "status"}
	return s.endpoint.Build("GET /search/jql", params)
}

// Transition builds the request that moves an issue.
func (s *Site) Transition(key string, id int) (endpoint.Request, error) {
	var call endpoint.Options
	call.Method = "POST"
	call.URL = "/issue/{key}/transitions"
	call.Path = endpoint.Path{"key": key}
	call.Params = endpoint.Params{"transition": map[string]int{"id": id}}
	return s.endpoint.Build("", call)
}

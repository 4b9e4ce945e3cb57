// Package jira edits issues. It sets the fields of Options one by one.
package jira

import (
	"encoding/base64"

	"example.com/endpoint"
)

type Site struct{ endpoint endpoint.Endpoint }

func Open(site, user, token string) *Site {
	var options endpoint.Options
	options.BaseURL = "https://{site}.atlassian.net/rest/api/3"
	options.Path = endpoint.Path{"site": site}
	options.Headers = endpoint.Headers{"accept": "application/json"}
	options.Headers.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+token)))
	return &Site{endpoint.New(options)}
}

func (s *Site) Issue(key string, fields []string) (endpoint.Request, error) {
	options := endpoint.Options{Path: endpoint.Path{"key": key}}
	if len(fields) > 0 {
		options.Query = endpoint.Query{"fields": fields}
		options.Lists = endpoint.ListComma
	}
	return s.endpoint.Build("GET /issue/{key}", options)
}

func (s *Site) Transition(key string, id int) (endpoint.Request, error) {
	var call endpoint.Options
	call.Method = "POST"
	call.URL = "/issue/{key}/transitions"
	call.Path = endpoint.Path{"key": key}
	call.Params = endpoint.Params{"transition": map[string]int{"id": id}}
	return s.endpoint.Build("", call)
}

// Package azuredevops reads work items. Every request names a version.
package azuredevops

import (
	"encoding/base64"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// Project is a project of an organization.
type Project struct {
	organization string
	project      string
	api          endpoint.Endpoint
}

// Version is the version of the API.
const Version = "7.1"

// Open returns a project.
func Open(organization, project, token string) Project {
	basic := base64.StdEncoding.EncodeToString([]byte(":" + token))
	return Project{organization, project, endpoint.New(endpoint.Options{
		BaseURL: "https://dev.azure.com",
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Basic " + basic},
		Path:    endpoint.Path{"organization": organization, "project": project},
		Query:   endpoint.Query{"api-version": Version},
	})}
}

// Change is an operation of a JSON Patch.
type Change struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// Item builds the request of a work item.
func (p Project) Item(id int) (endpoint.Request, error) {
	return p.api.Build("GET /{organization}/{project}/_apis/wit/workitems/{id}",
		endpoint.Path{"id": id}, endpoint.Query{"$expand": "relations"})
}

// Create builds the request that creates an item of a type, such as "Task".
func (p Project) Create(kind, title string) (endpoint.Request, error) {
	return p.api.Build("POST /{organization}/{project}/_apis/wit/workitems/${type}",
		endpoint.Path{"type": kind},
		endpoint.Headers{"content-type": "application/json-patch+json"},
		endpoint.Options{Data: []Change{{"add", "/fields/System.Title", title}}})
}

// Query builds a query in WIQL.
func (p Project) Query(where string, top int) (endpoint.Request, error) {
	return p.api.Build("POST /{organization}/{project}/_apis/wit/wiql",
		endpoint.Query{"$top": top, "timePrecision": true},
		endpoint.Params{"query": "SELECT [System.Id] FROM WorkItems WHERE " + where})
}

// Teams builds the request of a page of the teams of all projects.
func (p Project) Teams(skip int) (endpoint.Request, error) {
	return p.api.Build("GET /{organization}/_apis/teams", endpoint.Query{
		"$skip":       skip,
		"$top":        100,
		"api-version": Version + "-preview.3",
	})
}

// Avatar builds the request of a picture, which has no version.
func (p Project) Avatar(descriptor string) (endpoint.Request, error) {
	return p.api.Build("GET https://vssps.dev.azure.com/{organization}/_apis/graph/avatars/{descriptor}",
		endpoint.Path{"descriptor": descriptor},
		endpoint.Query{"api-version": endpoint.Unset, "size": "large"},
		endpoint.Headers{"accept": "image/png"})
}

// Comment builds the request that adds a comment to a pull request.
func (p Project) Comment(repository string, pull, thread int, text string) (endpoint.Request, error) {
	route := fmt.Sprintf("POST /{organization}/{project}/_apis/git/repositories/{repository}/pullRequests/%d/threads/%d/comments", pull, thread)
	return p.api.Build(route,
		endpoint.Path{"repository": repository},
		endpoint.Params{"content": text, "commentType": 1})
}

// Branches builds the request of the branches that begin with a prefix.
func (p Project) Branches(repository, prefix string) (endpoint.Request, error) {
	r, err := p.api.Build("GET /{organization}/{project}/_apis/git/repositories/{repository}/refs{?filter}",
		endpoint.Path{"repository": repository}, endpoint.Params{"filter": "heads/" + prefix})
	if err == nil && r.Method != "get" {
		err = fmt.Errorf("azuredevops: %s instead of %s", r.Method, http.MethodGet)
	}
	return r, err
}

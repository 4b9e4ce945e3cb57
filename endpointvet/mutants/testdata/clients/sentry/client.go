// Package sentry iterates over issues and retries.
package sentry

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"strings"

	"example.com/endpoint"
)

// Org is an organization.
type Org struct {
	slug    string
	api     endpoint.Endpoint
	headers func(context.Context) endpoint.Headers
	tries   int
}

// New returns an organization. The function trace may return "".
func New(slug, token string, trace func(context.Context) string) *Org {
	return &Org{
		slug: slug,
		api: endpoint.New(
			endpoint.Options{BaseURL: "https://sentry.io/api/0"},
			endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
			endpoint.Path{"org": slug},
		),
		headers: func(ctx context.Context) endpoint.Headers {
			return endpoint.Headers{"sentry-trace": trace(ctx)}
		},
		tries: 2,
	}
}

// Issue is a group of errors.
type Issue struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// retry builds and sends until a response comes.
func (o *Org) retry(build func() (*http.Request, error)) (resp *http.Response, err error) {
	for range o.tries {
		req, err := build()
		if err != nil {
			return nil, err
		}
		if resp, err = http.DefaultClient.Do(req); err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
	}
	return nil, fmt.Errorf("sentry: no response: %w", err)
}

func next(header http.Header) string {
	_, link, found := strings.Cut(header.Get("Link"), `results="true"; cursor="`)
	if !found {
		return ""
	}
	cursor, _, _ := strings.Cut(link, `"`)
	return cursor
}

// Issues iterates over the issues of a project.
func (o *Org) Issues(ctx context.Context, project, query string) iter.Seq2[Issue, error] {
	return func(yield func(Issue, error) bool) {
		params := endpoint.Params{"project": project, "query": query, "limit": 25}
		for {
			resp, err := o.retry(func() (*http.Request, error) {
				return o.api.HTTPRequest(ctx, "GET /projects/{org}/{project}/issues/", params, o.headers(ctx))
			})
			if err != nil {
				yield(Issue{}, err)
				return
			}
			var page []Issue
			err = json.NewDecoder(resp.Body).Decode(&page)
			resp.Body.Close()
			if err != nil {
				yield(Issue{}, err)
				return
			}
			for _, issue := range page {
				if !yield(issue, nil) {
					return
				}
			}
			cursor := next(resp.Header)
			if cursor == "" {
				return
			}
			params["cursor"] = cursor
		}
	}
}

// Resolve resolves issues. They are repeated in the query of a PUT.
func (o *Org) Resolve(ctx context.Context, project string, ids ...int) (*http.Response, error) {
	return o.retry(func() (*http.Request, error) {
		return o.api.HTTPRequest(ctx, "PUT /projects/{org}/{project}/issues/",
			o.headers(ctx),
			endpoint.Path{"project": project},
			endpoint.Query{"id": ids},
			endpoint.Params{"status": "resolved"})
	})
}

// Release creates a release.
func (o *Org) Release(ctx context.Context, version string, projects []string, commits []Commit) (*http.Request, error) {
	return o.api.HTTPRequest(ctx, "POST /organizations/{org}/releases/", o.headers(ctx), endpoint.Params{
		"version": version, "projects": projects, "commits": commits,
	})
}

// Commit is part of a release.
type Commit struct {
	ID         string `json:"id"`
	Repository string `json:"repository,omitempty"`
}

// Deploy says that a release runs somewhere.
func (o *Org) Deploy(ctx context.Context, version, environment string) (*http.Request, error) {
	layers := []endpoint.Layer{o.headers(ctx), endpoint.Path{"version": version}, endpoint.Params{"environment": environment}}
	return o.api.HTTPRequest(ctx, "POST /organizations/{org}/releases/{version}/deploys/", layers...)
}

// Latest returns the latest event of an issue.
func (o *Org) Latest(ctx context.Context, issue int64) (*http.Request, error) {
	return o.api.HTTPRequest(ctx, fmt.Sprintf("GET /issues/%d/events/latest/", issue), o.headers(ctx))
}

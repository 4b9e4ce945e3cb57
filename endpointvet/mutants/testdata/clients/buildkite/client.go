// Package buildkite lists and starts builds.
package buildkite

import (
	"context"
	"net/http"
	"time"

	"example.com/endpoint"
)

// Buildkite is a client for one organization.
type Buildkite struct {
	org string
	ep  endpoint.Endpoint
}

// An Option configures the client.
type Option func(*endpoint.Options)

// WithToken sets the token.
func WithToken(token string) Option {
	return func(o *endpoint.Options) { o.Headers["authorization"] = "Bearer " + token }
}

// WithBaseURL replaces the URL of the API.
func WithBaseURL(u string) Option {
	return func(o *endpoint.Options) { o.BaseURL = u }
}

// New returns a client.
func New(org string, opts ...Option) *Buildkite {
	o := endpoint.Options{
		BaseURL: "https://api.buildkite.com/v2",
		Headers: endpoint.Headers{"accept": "application/json"},
		Path:    endpoint.Path{"org": org},
	}
	for _, opt := range opts {
		opt(&o)
	}
	return &Buildkite{org: org, ep: endpoint.New(o)}
}

// A ListOption selects builds.
type ListOption func(endpoint.Query)

// State selects builds with one of these states.
func State(states ...string) ListOption {
	return func(q endpoint.Query) { q["state[]"] = states }
}

// Branch selects builds of a branch.
func Branch(name string) ListOption {
	return func(q endpoint.Query) { q["branch"] = name }
}

// CreatedFrom selects builds since a time.
func CreatedFrom(t time.Time) ListOption {
	return func(q endpoint.Query) { q["created_from"] = t.UTC() }
}

// Page selects a page.
func Page(page, perPage int) ListOption {
	return func(q endpoint.Query) {
		q["page"] = page
		q["per_page"] = perPage
	}
}

func query(opts []ListOption) endpoint.Query {
	q := endpoint.Query{}
	for _, opt := range opts {
		opt(q)
	}
	return q
}

// Builds lists the builds of a pipeline.
func (b *Buildkite) Builds(ctx context.Context, pipeline string, opts ...ListOption) (*http.Request, error) {
	return b.ep.HTTPRequest(ctx, "GET /organizations/{org}/pipelines/{pipeline}/builds",
		endpoint.Path{"pipeline": pipeline}, query(opts))
}

// Build returns a build.
func (b *Buildkite) Build(ctx context.Context, pipeline string, number int) (*http.Request, error) {
	return b.ep.HTTPRequest(ctx, "GET /organizations/{org}/pipelines/{pipeline}/builds/{number}", buildPath(pipeline, number))
}

func buildPath(pipeline string, number int) endpoint.Path {
	return endpoint.Path{"pipeline": pipeline, "number": number}
}

// NewBuild describes a build to start.
type NewBuild struct {
	Commit  string            `json:"commit"`
	Branch  string            `json:"branch"`
	Message string            `json:"message,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
}

// Start starts a build.
func (b *Buildkite) Start(ctx context.Context, pipeline string, build *NewBuild) (*http.Request, error) {
	return b.ep.HTTPRequest(ctx, "POST /organizations/{org}/pipelines/{pipeline}/builds",
		endpoint.Options{Path: endpoint.Path{"pipeline": pipeline}, Data: build})
}

// Cancel stops a build.
func (b *Buildkite) Cancel(ctx context.Context, pipeline string, number int) (*http.Request, error) {
	return b.ep.HTTPRequest(ctx, "PUT /organizations/{org}/pipelines/{pipeline}/builds/{number}/cancel", buildPath(pipeline, number))
}

// Retry runs a job again.
func (b *Buildkite) Retry(ctx context.Context, pipeline string, number int, job string) (*http.Request, error) {
	return b.ep.HTTPRequest(ctx, "PUT /organizations/{org}/pipelines/{pipeline}/builds/{number}/jobs/{job}/retry",
		buildPath(pipeline, number), endpoint.Path{"job": job})
}

// Log returns the log of a job as text.
func (b *Buildkite) Log(ctx context.Context, pipeline string, number int, job string) (*http.Request, error) {
	return b.ep.HTTPRequest(ctx, "GET /organizations/{org}/pipelines/{pipeline}/builds/{number}/jobs/{job}/log",
		buildPath(pipeline, number),
		endpoint.Path{"job": job},
		endpoint.Headers{"accept": "text/plain"})
}

// Annotate adds an annotation to a build.
func (b *Buildkite) Annotate(ctx context.Context, pipeline string, number int, style, body string) (*http.Request, error) {
	return b.ep.HTTPRequest(ctx, "POST /organizations/{org}/pipelines/{pipeline}/builds/{number}/annotations",
		buildPath(pipeline, number),
		endpoint.Params{"body": body, "style": style, "context": "default"})
}

// Package bitbucket has a map of functions, one for each command.
package bitbucket

import (
	"context"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// Workspace is a workspace of Bitbucket.
type Workspace struct {
	api       endpoint.Endpoint
	workspace string
}

// An Option changes the options of a Workspace.
type Option func(*endpoint.Options)

// Token authenticates a Workspace.
func Token(token string) Option {
	return func(o *endpoint.Options) { o.Headers.Set("authorization", "Bearer "+token) }
}

// PageLen sets the length of pages.
func PageLen(n int) Option {
	return func(o *endpoint.Options) { o.Query = endpoint.Query{"pagelen": n} }
}

// New returns a Workspace.
func New(workspace string, options ...Option) *Workspace {
	defaults := endpoint.Options{
		BaseURL: "https://api.bitbucket.org/2.0",
		Headers: endpoint.Headers{"accept": "application/json"},
		Path:    endpoint.Path{"workspace": workspace},
	}
	for _, option := range options {
		option(&defaults)
	}
	return &Workspace{endpoint.New(defaults), workspace}
}

type command func(w *Workspace, ctx context.Context, args []string) (*http.Request, error)

var commands = map[string]command{
	"repo": func(w *Workspace, ctx context.Context, args []string) (*http.Request, error) {
		return w.api.HTTPRequest(ctx, "GET /repositories/{workspace}/{repo_slug}", endpoint.Path{"repo_slug": args[0]})
	},
	"approve": func(w *Workspace, ctx context.Context, args []string) (*http.Request, error) {
		return w.api.HTTPRequest(ctx, "POST /repositories/{workspace}/{repo_slug}/pullrequests/{id}/approve",
			endpoint.Path{"repo_slug": args[0], "id": args[1]})
	},
	"comment": func(w *Workspace, ctx context.Context, args []string) (*http.Request, error) {
		body := map[string]any{"content": map[string]string{"raw": args[2]}}
		return w.api.HTTPRequest(ctx, "POST /repositories/{workspace}/{repo_slug}/pullrequests/{id}/comments",
			endpoint.Path{"repo_slug": args[0], "id": args[1]}, endpoint.Options{Data: body})
	},
	"branches": (*Workspace).branches,
	"tag":      (*Workspace).tag,
}

// Run runs the command with a name.
func (w *Workspace) Run(ctx context.Context, name string, args ...string) (*http.Request, error) {
	command, ok := commands[name]
	if !ok {
		return nil, fmt.Errorf("bitbucket: no command %q", name)
	}
	return command(w, ctx, args)
}

func (w *Workspace) branches(ctx context.Context, args []string) (*http.Request, error) {
	return w.api.HTTPRequest(ctx, "GET /repositories/{workspace}/{repo_slug}/refs/branches",
		endpoint.Path{"repo_slug": args[0]},
		endpoint.Query{"q": `name ~ "` + args[1] + `"`, "sort": "-target.date"})
}

func (w *Workspace) tag(ctx context.Context, args []string) (*http.Request, error) {
	tag := struct {
		Name   string            `json:"name"`
		Target map[string]string `json:"target"`
	}{args[1], map[string]string{"hash": args[2]}}
	return w.api.HTTPRequest(ctx, "POST /repositories/{workspace}/{repo_slug}/refs/tags",
		endpoint.Path{"repo_slug": args[0]}, endpoint.ParamsOf(tag))
}

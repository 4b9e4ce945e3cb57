// Package ghes administers GitHub Enterprise Server.
package ghes

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

// Admin is a site administrator.
type Admin struct {
	base endpoint.Endpoint
}

// NewAdmin returns an Admin of a host.
func NewAdmin(host, token string) Admin {
	return Admin{endpoint.New(
		endpoint.Options{
			BaseURL: "https://{host}/api/v3",
			Headers: endpoint.Headers{"accept": "application/vnd.github.v3+json", "authorization": "token " + token},
		},
		endpoint.Path{"host": host},
	)}
}

// A route with its previews.
type operation struct {
	route    string
	previews []string
}

var (
	createOrg     = operation{route: "POST /admin/organizations"}
	listHooks     = operation{route: "GET /admin/hooks", previews: []string{"superpro"}}
	createHook    = operation{route: "POST /admin/hooks", previews: []string{"superpro"}}
	deleteHook    = operation{route: "DELETE /admin/hooks/{hook_id}", previews: []string{"superpro"}}
	updateMapping = operation{route: "PATCH /admin/ldap/users/{username}/mapping"}
	suspendUser   = operation{route: "PUT /users/{username}/suspended"}
	getStats      = operation{route: "GET /enterprise/stats/{type}"}
)

func (a Admin) run(ctx context.Context, op operation, layers ...endpoint.Layer) (*http.Response, error) {
	if len(op.previews) > 0 {
		layers = append(layers, endpoint.MediaType{Previews: op.previews})
	}
	req, err := a.base.HTTPRequest(ctx, op.route, layers...)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// CreateOrg creates an organization.
func (a Admin) CreateOrg(ctx context.Context, login, admin, name string) (*http.Response, error) {
	return a.run(ctx, createOrg, endpoint.Params{"login": login, "admin": admin, "profile_name": name})
}

// Hooks lists global webhooks.
func (a Admin) Hooks(ctx context.Context, page int) (*http.Response, error) {
	return a.run(ctx, listHooks, endpoint.Query{"per_page": 100, "page": page})
}

// CreateHook creates a global webhook.
func (a Admin) CreateHook(ctx context.Context, url string, events ...string) (*http.Response, error) {
	return a.run(ctx, createHook, endpoint.Params{
		"name":   "web",
		"config": map[string]any{"url": url, "content_type": "json"},
		"events": events,
	})
}

// DeleteHook deletes a global webhook.
func (a Admin) DeleteHook(ctx context.Context, id int64) (*http.Response, error) {
	return a.run(ctx, deleteHook, endpoint.Path{"hook_id": id})
}

// MapLDAP changes how a user is found in LDAP.
func (a Admin) MapLDAP(ctx context.Context, user, dn string) (*http.Response, error) {
	return a.run(ctx, updateMapping, endpoint.Path{"username": user}, endpoint.Params{"ldap_dn": dn})
}

// Suspend suspends a user.
func (a Admin) Suspend(ctx context.Context, user, reason string) (*http.Response, error) {
	var body any
	if reason != "" {
		body = map[string]string{"reason": reason}
	}
	return a.run(ctx, suspendUser, endpoint.Options{Path: endpoint.Path{"username": user}, Data: body})
}

// Stats returns statistics of a kind, such as issues.
func (a Admin) Stats(ctx context.Context, kind string) (*http.Response, error) {
	return a.run(ctx, getStats, endpoint.Path{"type": kind})
}

// Diff returns the diff of a commit.
func (a Admin) Diff(ctx context.Context, owner, repo, ref string) (*http.Response, error) {
	req, err := a.base.HTTPRequest(ctx, "GET /repos/:owner/:repo/commits/:ref",
		endpoint.Path{"owner": owner, "repo": repo, "ref": ref},
		endpoint.MediaType{Format: "diff"})
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// Compare compares commits.
func (a Admin) Compare(ctx context.Context, owner, repo, base, head string) (*http.Response, error) {
	req, err := a.base.HTTPRequest(ctx, "GET /repos/{owner}/{repo}/compare/{base}...{head}", endpoint.Options{
		MediaType: endpoint.MediaType{Format: "sha"},
		Params:    endpoint.Params{"owner": owner, "repo": repo, "base": base, "head": head, "per_page": 50},
	})
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

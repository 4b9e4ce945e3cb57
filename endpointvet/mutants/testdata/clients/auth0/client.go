// Package auth0 gets tokens and manages users. Forms are url.Values.
package auth0

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"example.com/endpoint"
)

// Tenant is a tenant with one application.
type Tenant struct {
	id, secret string
	login      endpoint.Endpoint
}

// New returns the tenant at a domain, such as acme.eu.auth0.com.
func New(domain, id, secret string) *Tenant {
	return &Tenant{id, secret, endpoint.New(
		endpoint.Options{BaseURL: "https://{domain}"},
		endpoint.Path{"domain": domain},
		endpoint.Headers{"accept": "application/json"},
	)}
}

// Token is what a login returns.
type Token struct {
	Access  string `json:"access_token"`
	Expires int    `json:"expires_in"`
}

func (t *Tenant) exchange(ctx context.Context, form url.Values) (token Token, err error) {
	req, err := t.login.HTTPRequest(ctx, "POST /oauth/token", endpoint.Options{Data: form})
	if err != nil {
		return token, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return token, err
	}
	defer resp.Body.Close()
	return token, json.NewDecoder(resp.Body).Decode(&token)
}

// Machine returns a token of the application itself.
func (t *Tenant) Machine(ctx context.Context, audience string) (Token, error) {
	return t.exchange(ctx, url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {t.id},
		"client_secret": {t.secret},
		"audience":      {audience},
	})
}

// Refresh exchanges a refresh token.
func (t *Tenant) Refresh(ctx context.Context, refresh string, scopes ...string) (Token, error) {
	form := url.Values{}
	form.Set("grant_type", "refresh_token")
	form.Set("client_id", t.id)
	form.Set("refresh_token", refresh)
	if len(scopes) > 0 {
		form.Set("scope", strings.Join(scopes, " "))
	}
	return t.exchange(ctx, form)
}

// AuthorizeURL returns where a browser logs in.
func (t *Tenant) AuthorizeURL(redirect, state string) (string, error) {
	r, err := t.login.Build("GET /authorize?response_type=code{&client_id,redirect_uri,state,scope}", endpoint.Params{
		"client_id": t.id, "redirect_uri": redirect, "state": state, "scope": "openid email",
	})
	return r.URL, err
}

// Manage returns the management API with a token.
func (t *Tenant) Manage(token Token) *Manager {
	return &Manager{t.login.Defaults(
		endpoint.Options{BaseURL: "https://{domain}/api/v2"},
		endpoint.Headers{"authorization": "Bearer " + token.Access},
	)}
}

// Manager manages users.
type Manager struct{ api endpoint.Endpoint }

// User is an account.
type User struct {
	Email    string         `json:"email,omitempty"`
	Blocked  *bool          `json:"blocked,omitempty"`
	Metadata map[string]any `json:"user_metadata,omitempty"`
}

// UserList selects users.
type UserList struct {
	Page    int    `url:"page,omitempty"`
	PerPage int    `url:"per_page,omitempty"`
	Query   string `url:"q,omitempty"`
	Engine  string `url:"search_engine,omitempty"`
}

// Users lists users.
func (m *Manager) Users(ctx context.Context, list UserList) (*http.Request, error) {
	list.Engine = "v3"
	return m.api.HTTPRequest(ctx, "GET /users", endpoint.ParamsOf(list))
}

// Update changes a user, whose ID has a bar in it.
func (m *Manager) Update(ctx context.Context, id string, user User) (*http.Request, error) {
	return m.api.HTTPRequest(ctx, "PATCH /users/{id}", endpoint.Path{"id": id}, endpoint.Options{Data: user})
}

// Roles gives roles to a user.
func (m *Manager) Roles(ctx context.Context, id string, roles ...string) (*http.Request, error) {
	return m.api.HTTPRequest(ctx, "POST /users/{id}/roles", endpoint.Params{"id": id, "roles": roles})
}

// Delete deletes a user.
func (m *Manager) Delete(ctx context.Context, id string) (*http.Request, error) {
	return m.api.HTTPRequest(ctx, "DELETE /users/{id}", endpoint.Params{"id": id})
}

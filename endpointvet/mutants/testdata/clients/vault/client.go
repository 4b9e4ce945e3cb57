// Package vault reads secrets. It uses the method LIST.
package vault

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// Session is a connection with a token.
type Session struct {
	vault endpoint.Endpoint
	mount string
}

// Login returns a Session of a namespace, which may be "".
func Login(address, token, namespace, mount string) Session {
	return Session{
		vault: endpoint.New(
			endpoint.Options{BaseURL: address + "/v1"},
			endpoint.Headers{"accept": "application/json", "x-vault-token": token},
			namespaceHeader(namespace),
		),
		mount: mount,
	}
}

func namespaceHeader(namespace string) endpoint.Layer {
	if namespace == "" {
		return nil
	}
	return endpoint.Headers{"x-vault-namespace": namespace}
}

func (s Session) secret(path string) endpoint.Path {
	return endpoint.Path{"mount": s.mount, "path": path}
}

func (s Session) run(ctx context.Context, options endpoint.Options) (json.RawMessage, error) {
	req, err := s.vault.HTTPRequest(ctx, "", options)
	if err != nil {
		return nil, fmt.Errorf("vault: %w", err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var raw json.RawMessage
	return raw, json.NewDecoder(resp.Body).Decode(&raw)
}

// Read reads a version of a secret.
func (s Session) Read(ctx context.Context, path string, version int) (json.RawMessage, error) {
	return s.run(ctx, endpoint.Options{
		Method: "GET",
		URL:    "/{mount}/data/{+path}{?version}",
		Path:   s.secret(path),
		Params: endpoint.Params{"version": version},
	})
}

// Keys lists the keys below a path.
func (s Session) Keys(ctx context.Context, path string) (json.RawMessage, error) {
	return s.run(ctx, endpoint.Options{
		Method: "LIST",
		URL:    "/{mount}/metadata/{+path}",
		Path:   s.secret(path),
	})
}

// Write writes a secret if its version is the one expected.
func (s Session) Write(ctx context.Context, path string, data map[string]string, version int) (json.RawMessage, error) {
	return s.run(ctx, endpoint.Options{
		Method: http.MethodPost,
		URL:    "/{mount}/data/{+path}",
		Path:   endpoint.Path{"mount": s.mount, "path": path},
		Data: map[string]any{
			"data":    data,
			"options": map[string]int{"cas": version},
		},
	})
}

// Patch changes fields of a secret.
func (s Session) Patch(ctx context.Context, path string, data map[string]any) (json.RawMessage, error) {
	options := endpoint.Options{Method: http.MethodPatch, URL: "/{mount}/data/{+path}", Path: s.secret(path)}
	options.Headers = endpoint.Headers{"content-type": "application/merge-patch+json"}
	options.Data = map[string]any{"data": data}
	return s.run(ctx, options)
}

// Wrap reads a secret into a token that can be used once.
func (s Session) Wrap(ctx context.Context, path string, seconds int) (*http.Request, error) {
	return s.vault.HTTPRequest(ctx, "GET /{mount}/data/{+path}", s.secret(path),
		endpoint.Headers{"x-vault-wrap-ttl": fmt.Sprint(seconds)})
}

// Revoke revokes a lease.
func (s Session) Revoke(ctx context.Context, lease string) (*http.Request, error) {
	return s.vault.HTTPRequest(ctx, "PUT /sys/leases/revoke", endpoint.Params{"lease_id": lease, "sync": true})
}

// Renew renews the token of the Session.
func (s Session) Renew(ctx context.Context, increment string) (*http.Request, error) {
	return s.vault.HTTPRequest(ctx, "POST /auth/token/renew-self", endpoint.Params{"increment": increment})
}

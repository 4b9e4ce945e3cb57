// A token that changes. Change the header that it goes in.

package client

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

const tokenHeader = "Authorization" // or that of the API, such as PRIVATE-TOKEN or X-Vault-Token

// A TokenFunc returns what to send, such as "Bearer ...", or "" for nothing. It is called for each
// request, by several at the same time, and keeps the value itself. After status 401, if the request
// can be sent again, it is called with the value that was rejected. If it returns another one, the
// request is sent once more.
//
// A call of the same Client with its context has no token. No call waits for it longer than its own
// context allows, nor longer than headerTimeout. If it panics, so does the call.
type TokenFunc func(ctx context.Context, rejected string) (string, error)

// UseToken adds a token that changes, before the first call. The token goes to the origin of BaseURL
// and nowhere else, and not with a redirect from another server. One that never changes may be a default
// of the API. Then UseToken adds nothing, even to a call that removes the default.
//
// A request that has the header is sent as it is, even if its value is nil, which sends none.
func (c *Client) UseToken(token TokenFunc) error {
	base, err := c.API.HTTPRequest(context.Background(), "GET /")
	if err != nil || base.Header.Get(tokenHeader) != "" {
		return err
	}
	c.token = func(c *Client, req *http.Request) (*http.Response, error) {
		_, isSet := req.Header[http.CanonicalHeaderKey(tokenHeader)]
		if isSet || req.Context().Value(base) != nil || !endpoint.SameOrigin(base.URL, req.URL) {
			return c.send(req)
		}
		ctx := context.WithValue(req.Context(), base, true) // marked by a key that no other Client has
		value, err := await(ctx, token, "")
		if err != nil {
			return nil, err
		}
		resp, err := c.send(withToken(req, value))
		if err != nil || resp.StatusCode != http.StatusUnauthorized || isOnce(req) || hasLeft(req, resp) {
			return resp, err
		}
		changed, err := await(ctx, token, value)
		if err == nil && changed != value {
			if req, err = again(req); err == nil {
				readSome(resp, restTimeout) // so that its connection can be used again
				return c.send(withToken(req, changed))
			}
		}
		return resp, err // both, for the Error
	}
	return nil
}

func withToken(req *http.Request, value string) *http.Request {
	if value != "" {
		req = req.Clone(req.Context())
		req.Header.Set(tokenHeader, value) // which endpoint.CheckRedirect removes elsewhere
	}
	return req
}

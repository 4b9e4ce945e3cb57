package client

import (
	"context"
	"fmt"
	"net/http"
)

const tokenHeader = "Authorization" // or that of the API, such as Private-Token, X-Vault-Token or Apikey

// A TokenFunc returns what to send, such as "Bearer ...", or "" for nothing. It is called for
// each request, by several at the same time, and keeps the value itself. After status 401 it is
// called with the value that was rejected. If it returns another one, the request is sent once
// more. If it calls this Client, it sets the header itself.
type TokenFunc func(ctx context.Context, rejected string) (string, error)

// UseToken adds a token that changes, before the first call. One that never does may be a
// default of the API. The token goes to the scheme, host and port of BaseURL and nowhere else,
// and not with a redirect from another server. A request that has the header is sent with that.
func (c *Client) UseToken(token TokenFunc) error {
	api, err := c.API.HTTPRequest(context.Background(), "GET /")
	if err != nil {
		return err
	}
	send := c.send
	c.send = func(req *http.Request) (*http.Response, error) {
		if origin(req.URL) != origin(api.URL) || req.Header.Get(tokenHeader) != "" {
			return send(req)
		}
		sendWith := func(value string, err error, req *http.Request) (*http.Response, error) {
			if err != nil {
				closeBody(req)
				return nil, fmt.Errorf("%w: %w", errNoToken, err)
			}
			if value != "" {
				req = req.Clone(req.Context())
				req.Header.Set(tokenHeader, value) // which checkRedirect removes elsewhere
			}
			return send(req)
		}
		value, err := token(req.Context(), "")
		resp, err := sendWith(value, err, req)
		if err != nil || resp.StatusCode != http.StatusUnauthorized || resp.Request != nil && !isWithinOrigin(resp.Request) {
			return resp, err
		}
		next, err := token(req.Context(), value)
		repeated, isOnce := again(req)
		if isOnce != nil || err == nil && next == value {
			closeBody(repeated)
			return resp, nil
		}
		resp.Body.Close()
		return sendWith(next, err, repeated)
	}
	return nil
}

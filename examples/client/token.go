// A token that changes. Change the header that it goes in.

package client

import (
	"context"
	"net/http"
)

const tokenHeader = "Authorization" // or that of the API, such as Private-Token, X-Vault-Token or Apikey

// A TokenFunc returns what to send, such as "Bearer ...", or "" for nothing. It is called for
// each request, by several at the same time, and keeps the value itself. After status 401, if the
// request can be sent again, it is called with the value that was rejected. If it returns another
// one, the request is sent once more. If it calls this Client, it sets the header itself. No call
// waits for it longer than its own context allows, nor longer than headerTimeout. If it panics, so
// does the call.
type TokenFunc func(ctx context.Context, rejected string) (string, error)

// UseToken adds a token that changes, before the first call. One that never does may be a
// default of the API. The token goes to the origin of BaseURL and nowhere else, and not with a
// redirect from another server. A request that has the header is sent with that.
func (c *Client) UseToken(token TokenFunc) error {
	api, err := c.API.HTTPRequest(context.Background(), "GET /")
	if err != nil {
		return err
	}
	send := c.send
	c.send = func(req *http.Request) (*http.Response, error) {
		if !isWithin(api.URL, req) || req.Header.Get(tokenHeader) != "" {
			return send(req)
		}
		value, err := await(req.Context(), token, "")
		if err != nil {
			return nil, err
		}
		resp, err := send(withToken(req, value))
		if err != nil || resp.StatusCode != http.StatusUnauthorized || isOnce(req) || resp.Request != nil && !isWithin(api.URL, resp.Request) {
			return resp, err
		}
		next, err := await(req.Context(), token, value)
		if err == nil && next != value {
			req, err = again(req)
		}
		if err != nil || next == value {
			return resp, err // which sendOnce makes one Error of
		}
		resp.Body.Close()
		return send(withToken(req, next))
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

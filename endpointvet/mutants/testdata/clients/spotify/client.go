// Package spotify has no client type: its Endpoints are variables.
package spotify

import (
	"context"
	"encoding/json"
	"net/http"

	"example.com/endpoint"
)

var (
	api = endpoint.New(endpoint.Options{
		BaseURL: "https://api.spotify.com/v1",
		Headers: endpoint.Headers{"accept": "application/json"},
		Lists:   endpoint.ListComma,
	})
	lists = api.Defaults(endpoint.Query{"limit": 50, "market": "DE"})
)

const (
	searchRoute = "GET /search"
)

type Token string

func (t Token) header() endpoint.Headers {
	return endpoint.Headers{"authorization": "Bearer " + string(t)}
}

func get(req *http.Request, err error) (out map[string]any, _ error) {
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

func Search(ctx context.Context, token Token, text string, kinds ...string) (map[string]any, error) {
	return get(lists.HTTPRequest(ctx, searchRoute, token.header(), endpoint.Query{"q": text, "type": kinds}))
}

func Create(ctx context.Context, token Token, user, name string, public bool) (map[string]any, error) {
	return get(api.HTTPRequest(ctx, "POST /users/{user_id}/playlists", token.header(),
		endpoint.Path{"user_id": user}, endpoint.Params{"name": name, "public": public, "description": nil}))
}

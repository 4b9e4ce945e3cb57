// Package spotify has no client type: its Endpoints are variables.
package spotify

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

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
	searchRoute   = "GET /search"
	playlistRoute = "GET /playlists/{playlist_id}{?fields}"
	queueRoute    = "POST /me/player/queue{?uri,device_id}"
)

// Token is the token of a user.
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

// Search finds albums, artists and tracks.
func Search(ctx context.Context, token Token, text string, kinds ...string) (map[string]any, error) {
	return get(lists.HTTPRequest(ctx, searchRoute, token.header(), endpoint.Query{"q": text, "type": kinds}))
}

// Playlist returns a playlist.
func Playlist(ctx context.Context, token Token, id string) (map[string]any, error) {
	return get(api.HTTPRequest(ctx, playlistRoute, token.header(),
		endpoint.Params{"playlist_id": id, "fields": "name,tracks(total)"}))
}

// Queue adds a track to the queue of a device.
func Queue(ctx context.Context, token Token, uri, device string) (map[string]any, error) {
	return get(api.HTTPRequest(ctx, queueRoute, endpoint.Params{"uri": uri, "device_id": device}, token.header()))
}

// Tracks returns several tracks.
func Tracks(ctx context.Context, token Token, ids ...string) (map[string]any, error) {
	return get(api.HTTPRequest(ctx, "GET /tracks", token.header(), endpoint.Params{"ids": ids}))
}

// Create creates a playlist of a user.
func Create(ctx context.Context, token Token, user, name string, public bool) (map[string]any, error) {
	return get(api.HTTPRequest(ctx, "POST /users/{user_id}/playlists", token.header(),
		endpoint.Path{"user_id": user}, endpoint.Params{"name": name, "public": public, "description": nil}))
}

// Add adds tracks to a playlist.
func Add(ctx context.Context, token Token, playlist string, uris []string, position int) (map[string]any, error) {
	return get(api.HTTPRequest(ctx, "POST /playlists/{playlist_id}/tracks", token.header(),
		endpoint.Path{"playlist_id": playlist}, endpoint.Params{"uris": uris, "position": position}))
}

// Volume sets the volume in percent. Its parameters are in the query of a PUT.
func Volume(ctx context.Context, token Token, percent int) (map[string]any, error) {
	return get(api.HTTPRequest(ctx, "PUT /me/player/volume", token.header(), endpoint.Query{"volume_percent": percent}))
}

// Cover replaces the picture of a playlist by a JPEG in base64.
func Cover(ctx context.Context, token Token, playlist, picture string) (map[string]any, error) {
	return get(api.HTTPRequest(ctx, "PUT /playlists/{playlist_id}/images", token.header(), endpoint.Options{
		Path:    endpoint.Path{"playlist_id": playlist},
		Headers: endpoint.Headers{"content-type": "image/jpeg"},
		Data:    strings.NewReader(picture),
	}))
}

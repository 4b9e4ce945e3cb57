// Package twitch reads channels and streams.
package twitch

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"example.com/endpoint"
)

var (
	helix = endpoint.New(
		endpoint.Options{BaseURL: "https://api.twitch.tv/helix", Lists: endpoint.ListRepeat},
		endpoint.Headers{"accept": "application/json"},
	)
	auth = endpoint.New(endpoint.Options{
		Method:  http.MethodPost,
		BaseURL: "https://id.twitch.tv/oauth2",
		Headers: endpoint.Headers{"accept": "application/json", "content-type": "application/x-www-form-urlencoded"},
	})
)

// A Session is what a user may do.
type Session struct {
	api   endpoint.Endpoint
	lists endpoint.Endpoint
}

// Resume returns the session of a token.
func Resume(clientID, token string) Session {
	api := helix.Defaults(endpoint.Headers{"client-id": clientID, "authorization": "Bearer " + token})
	return Session{api: api, lists: api.Defaults(endpoint.Query{"first": 100})}
}

func envOr(name, other string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return other
}

// AppToken asks for a token of the application.
func AppToken(ctx context.Context, secret string) (string, error) {
	req, err := auth.HTTPRequest(ctx, "/token", endpoint.Params{
		"client_id":     envOr("TWITCH_CLIENT", "c1"),
		"client_secret": secret,
		"grant_type":    "client_credentials",
	})
	if err != nil {
		return "", err
	}
	var out struct {
		Token string `json:"access_token"`
	}
	return out.Token, fetch(req, &out)
}

// Revoke revokes a token.
func Revoke(ctx context.Context, id, token string) error {
	req, err := auth.HTTPRequest(ctx, "/revoke", endpoint.Params{"client_id": id, "token": token})
	if err != nil {
		return err
	}
	return fetch(req, nil)
}

func fetch(req *http.Request, out any) error {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode > 299 {
		return fmt.Errorf("twitch: %s", resp.Status)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Data is the envelope of all answers.
type Data[T any] struct {
	Data       []T `json:"data"`
	Pagination struct {
		Cursor string `json:"cursor"`
	} `json:"pagination"`
}

func get[T any](ctx context.Context, e endpoint.Endpoint, path string, query endpoint.Query) (Data[T], error) {
	var out Data[T]
	req, err := e.HTTPRequest(ctx, "GET "+path, query.OmitZero())
	if err != nil {
		return out, err
	}
	return out, fetch(req, &out)
}

// Stream is a live broadcast.
type Stream struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// User is an account.
type User struct {
	ID    string `json:"id"`
	Login string `json:"login"`
}

// Users returns users by name.
func (s Session) Users(ctx context.Context, logins ...string) (Data[User], error) {
	return get[User](ctx, s.api, "/users", endpoint.Query{"login": logins})
}

// Streams lists broadcasts of games.
func (s Session) Streams(ctx context.Context, games []string, language, after string) (Data[Stream], error) {
	return get[Stream](ctx, s.lists, "/streams", endpoint.Query{"game_id": games, "language": language, "after": after})
}

// Followers lists who follows a broadcaster.
func (s Session) Followers(ctx context.Context, broadcaster, after string) (Data[User], error) {
	return get[User](ctx, s.lists, "/channels/followers", endpoint.Query{"broadcaster_id": broadcaster, "after": after})
}

// SetTitle changes the title of a channel.
func (s Session) SetTitle(ctx context.Context, broadcaster, title string, tags []string) error {
	req, err := s.api.HTTPRequest(ctx, "PATCH /channels{?broadcaster_id}", endpoint.Params{
		"broadcaster_id": broadcaster,
		"title":          title,
		"tags":           tags,
	})
	if err != nil {
		return err
	}
	return fetch(req, nil)
}

// Ban bans a user.
func (s Session) Ban(ctx context.Context, broadcaster, moderator, user string, seconds int) error {
	type ban struct {
		UserID   string `json:"user_id"`
		Duration int    `json:"duration,omitempty"`
	}
	req, err := s.api.HTTPRequest(ctx, "POST /moderation/bans",
		endpoint.Query{"broadcaster_id": broadcaster, "moderator_id": moderator},
		endpoint.Params{"data": ban{user, seconds}})
	if err != nil {
		return err
	}
	return fetch(req, nil)
}

// Unban lifts a ban.
func (s Session) Unban(ctx context.Context, broadcaster, moderator, user string) error {
	req, err := s.api.HTTPRequest(ctx, "DELETE /moderation/bans", endpoint.Query{
		"broadcaster_id": broadcaster, "moderator_id": moderator, "user_id": user,
	})
	if err != nil {
		return err
	}
	return fetch(req, nil)
}

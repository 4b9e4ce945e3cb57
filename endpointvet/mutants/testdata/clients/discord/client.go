// Package discord calls its API through closures.
package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"example.com/endpoint"
)

const base = "https://discord.com/api/v10"

// A Snowflake is the ID of anything.
type Snowflake uint64

// String returns the ID in decimal.
func (s Snowflake) String() string { return strconv.FormatUint(uint64(s), 10) }

// Guild is a server.
type Guild struct {
	api  endpoint.Endpoint
	id   Snowflake
	send func(ctx context.Context, route string, layers ...endpoint.Layer) (json.RawMessage, error)
}

// Open returns the guild with an ID.
func Open(token string, id Snowflake) *Guild {
	api := endpoint.New(
		endpoint.Options{BaseURL: base, Headers: endpoint.Headers{"accept": "application/json"}},
		endpoint.Headers{"authorization": "Bot " + token, "user-agent": "DiscordBot (https://example.org, 1)"},
	)
	return &Guild{
		api: api,
		id:  id,
		send: func(ctx context.Context, route string, layers ...endpoint.Layer) (raw json.RawMessage, err error) {
			req, err := api.HTTPRequest(ctx, route, layers...)
			if err != nil {
				return nil, err
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				return nil, err
			}
			defer resp.Body.Close()
			return raw, json.NewDecoder(resp.Body).Decode(&raw)
		},
	}
}

// Member returns a member.
func (g *Guild) Member(ctx context.Context, user Snowflake) (json.RawMessage, error) {
	return g.send(ctx, "GET /guilds/{guild}/members/{user}", endpoint.Path{"guild": g.id, "user": user})
}

// Ban bans a user and says why in the audit log.
func (g *Guild) Ban(ctx context.Context, user Snowflake, reason string, seconds int) error {
	ban := func(path endpoint.Path) error {
		_, err := g.send(ctx, "PUT /guilds/{guild}/bans/{user}", path,
			endpoint.Params{"delete_message_seconds": seconds},
			endpoint.Headers{"x-audit-log-reason": reason})
		return err
	}
	return ban(endpoint.Path{"guild": g.id, "user": user})
}

// Clear deletes messages one by one.
func (g *Guild) Clear(ctx context.Context, channel Snowflake, messages ...Snowflake) error {
	remove := func(message Snowflake) (*http.Request, error) {
		return g.api.HTTPRequest(ctx, "DELETE /channels/{channel}/messages/{message}",
			endpoint.Path{"channel": channel, "message": message})
	}
	for _, message := range messages {
		req, err := remove(message)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// Say writes into a channel.
func (g *Guild) Say(ctx context.Context, channel Snowflake, text string, answer *Snowflake) (json.RawMessage, error) {
	body := endpoint.Params{"content": text, "allowed_mentions": map[string]any{"parse": []string{}}}
	if answer != nil {
		body["message_reference"] = map[string]any{"message_id": answer.String()}
	}
	return g.send(ctx, "POST /channels/{channel}/messages", endpoint.Path{"channel": channel}, body)
}

// Steps is what a new guild needs.
func (g *Guild) Steps(ctx context.Context, role, channel string) []func() (*http.Request, error) {
	return []func() (*http.Request, error){
		func() (*http.Request, error) {
			return g.api.HTTPRequest(ctx, "POST /guilds/{guild}/roles",
				endpoint.Path{"guild": g.id},
				endpoint.Params{"name": role, "permissions": "2147483648", "mentionable": true})
		},
		func() (*http.Request, error) {
			return g.api.HTTPRequest(ctx, "POST /guilds/{guild}/channels",
				endpoint.Path{"guild": g.id},
				endpoint.Options{Data: map[string]any{"name": channel, "type": 0}})
		},
		func() (*http.Request, error) {
			return g.api.HTTPRequest(ctx, "GET /guilds/{guild}{?with_counts}",
				endpoint.Params{"guild": g.id, "with_counts": true})
		},
	}
}

// React adds a reaction. The emoji is escaped by its placeholder.
func (g *Guild) React(ctx context.Context, channel, message Snowflake, emoji string) error {
	_, err := g.send(ctx, "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me",
		endpoint.Path{"channel": channel, "message": message, "emoji": emoji})
	return err
}

// Package slack posts messages and reads channels.
package slack

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"example.com/endpoint"
)

// A Bot is a Slack app with a token.
type Bot struct {
	endpoint endpoint.Endpoint
	http     http.Client
}

// NewBot returns the Bot with a token.
func NewBot(token string) *Bot {
	b := &Bot{}
	b.endpoint = endpoint.New(endpoint.Options{
		BaseURL: "https://slack.com/api",
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
	})
	return b
}

// A reply is what every method answers.
type reply struct {
	OK       *bool  `json:"ok"`
	Error    string `json:"error"`
	Channels []any  `json:"channels"`
	Metadata struct {
		NextCursor string `json:"next_cursor"`
	} `json:"response_metadata"`
}

func (b *Bot) do(ctx context.Context, route string, out *reply, layers ...endpoint.Layer) error {
	req, err := b.endpoint.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := b.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(out); err != nil {
		return err
	}
	if out.OK != nil && !*out.OK {
		return errors.New("slack: " + out.Error)
	}
	return nil
}

// Post posts a message.
func (b *Bot) Post(ctx context.Context, channel, text string, blocks []Block) error {
	var r reply
	return b.do(ctx, "POST /chat.postMessage", &r, endpoint.Params{
		"channel": channel, "text": text, "blocks": blocks, "unfurl_links": false,
	})
}

// A Block is a part of a message.
type Block struct {
	Type string `json:"type"`
	Text *Text  `json:"text,omitempty"`
}

// Text is the text of a Block.
type Text struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// Reply answers a message in its thread.
func (b *Bot) Reply(ctx context.Context, channel, thread, text string) error {
	message := endpoint.Params{"channel": channel, "text": text}
	message["thread_ts"] = thread
	return b.do(ctx, "POST /chat.postMessage", &reply{}, message)
}

// Channels returns all channels.
func (b *Bot) Channels(ctx context.Context) (channels []any, err error) {
	page := endpoint.Params{"limit": 200, "exclude_archived": true, "types": "public_channel,private_channel"}
	for {
		var r reply
		if err := b.do(ctx, "GET /conversations.list", &r, page); err != nil {
			return nil, err
		}
		channels = append(channels, r.Channels...)
		if r.Metadata.NextCursor == "" {
			return channels, nil
		}
		page["cursor"] = r.Metadata.NextCursor
	}
}

// History reads a channel.
func (b *Bot) History(ctx context.Context, channel string, oldest float64) error {
	return b.do(ctx, "GET /conversations.history{?channel,oldest,limit}", new(reply),
		endpoint.Params{"channel": channel, "oldest": oldest, "limit": 100})
}

// React adds an emoji to a message.
func (b *Bot) React(ctx context.Context, channel, timestamp, emoji string) error {
	return b.do(ctx, "POST /reactions.add", new(reply),
		endpoint.Params{"channel": channel, "timestamp": timestamp, "name": emoji})
}

// Lookup finds a user by an email address.
func (b *Bot) Lookup(ctx context.Context, email string) error {
	var r reply
	return b.do(ctx, "GET /users.lookupByEmail", &r, endpoint.Query{"email": email})
}

// Open opens a view.
func (b *Bot) Open(ctx context.Context, trigger string, view json.RawMessage) error {
	return b.do(ctx, "POST /views.open", new(reply), endpoint.Options{
		Params:  endpoint.Params{"trigger_id": trigger, "view": view},
		Headers: endpoint.Headers{"content-type": "application/json; charset=utf-8"},
	})
}

// Webhook posts to an incoming webhook, which needs no token.
func (b *Bot) Webhook(ctx context.Context, team, app, secret, text string) error {
	req, err := endpoint.New(endpoint.Headers{"accept": "*/*"}).HTTPRequest(ctx,
		"POST https://hooks.slack.com/services/{team}/{app}/{secret}",
		endpoint.Path{"team": team, "app": app, "secret": secret},
		endpoint.Params{"text": text})
	if err != nil {
		return err
	}
	resp, err := b.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Package telegram calls methods of a bot through method values.
package telegram

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"example.com/endpoint"
)

type request func(ctx context.Context, route string, layers ...endpoint.Layer) (*http.Request, error)

// Bot is a bot of Telegram.
type Bot struct {
	api     endpoint.Endpoint
	request request
}

// New returns the Bot with a token, which is part of every path.
func New(token string) *Bot {
	api := endpoint.New(
		endpoint.Options{BaseURL: "https://api.telegram.org", Headers: endpoint.Headers{"accept": "application/json"}},
		endpoint.Path{"token": token},
	)
	return &Bot{api: api, request: api.HTTPRequest}
}

func result(req *http.Request, err error) (json.RawMessage, error) {
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var raw json.RawMessage
	return raw, json.NewDecoder(resp.Body).Decode(&raw)
}

// SendMessage sends a text.
func (b *Bot) SendMessage(ctx context.Context, chat int64, text string) (json.RawMessage, error) {
	post := b.api.HTTPRequest
	return result(post(ctx, "POST /bot{token}/sendMessage", endpoint.Params{
		"chat_id": chat, "text": text, "parse_mode": "HTML",
	}))
}

// EditMessage replaces the text of a message.
func (b *Bot) EditMessage(ctx context.Context, chat, message int64, text string) (json.RawMessage, error) {
	build := b.api.Build
	r, err := build("POST /bot{token}/editMessageText",
		endpoint.Params{"chat_id": chat, "message_id": message},
		endpoint.Params{"text": text})
	if err != nil {
		return nil, err
	}
	return result(r.HTTPRequest(ctx))
}

// Updates returns what happened since an update.
func (b *Bot) Updates(ctx context.Context, offset int, kinds ...string) (json.RawMessage, error) {
	allowed, err := json.Marshal(kinds)
	if err != nil {
		return nil, err
	}
	get := b.api.HTTPRequest
	return result(get(ctx, "GET /bot{token}/getUpdates{?offset,timeout,allowed_updates}",
		endpoint.Params{"offset": offset, "timeout": 30, "allowed_updates": json.RawMessage(allowed)}))
}

// File reads a file by the path that getFile returned.
func (b *Bot) File(ctx context.Context, path string) (json.RawMessage, error) {
	return result(b.request(ctx, "GET /file/bot{token}{/path*}", endpoint.Path{"path": strings.Split(path, "/")}))
}

// Chat describes a chat.
func (b *Bot) Chat(ctx context.Context, chat int64) (json.RawMessage, error) {
	return result(b.request(ctx, "GET /bot{token}/getChat", endpoint.Query{"chat_id": chat}))
}

// Ban bans a user from a chat.
func (b *Bot) Ban(ctx context.Context, chat, user int64) (json.RawMessage, error) {
	return result(b.request(ctx, "POST /bot{token}/banChatMember",
		endpoint.Params{"chat_id": chat, "user_id": user, "revoke_messages": true}))
}

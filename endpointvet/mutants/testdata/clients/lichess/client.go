// Package lichess is the part of a chess bot that talks to lichess.org.
package lichess

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"example.com/endpoint"
)

const (
	ndjson = "application/x-ndjson"
	pgn    = "application/x-chess-pgn"
)

// Bot plays with one account.
type Bot struct {
	lichess endpoint.Endpoint
}

// NewBot returns a bot with a personal access token.
func NewBot(token string) *Bot {
	return &Bot{endpoint.New(endpoint.Options{
		BaseURL: "https://lichess.org/api",
		Headers: endpoint.Headers{
			"accept":        "application/json",
			"authorization": "Bearer " + token,
			"content-type":  "application/x-www-form-urlencoded", // of all bodies but text
		},
	})}
}

func (b *Bot) open(ctx context.Context, route string, layers ...endpoint.Layer) (io.ReadCloser, error) {
	req, err := b.lichess.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("%s: %s", route, resp.Status)
	}
	return resp.Body, nil
}

// call is for requests whose response is one JSON value.
func (b *Bot) call(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	body, err := b.open(ctx, route, layers...)
	if err != nil {
		return err
	}
	defer body.Close()
	return json.NewDecoder(body).Decode(out)
}

// stream calls f for each line of a response, which may be open for long. The server
// sends empty lines to keep it open.
func (b *Bot) stream(ctx context.Context, f func(line []byte) error, route string, layers ...endpoint.Layer) error {
	body, err := b.open(ctx, route, append(layers, endpoint.Headers{"accept": ndjson})...)
	if err != nil {
		return err
	}
	defer body.Close()
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := f(lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// Profile returns the account of the bot.
func (b *Bot) Profile(ctx context.Context) (out map[string]any, err error) {
	err = b.call(ctx, &out, "GET /account")
	return out, err
}

// Events receives challenges and the beginnings of games.
func (b *Bot) Events(ctx context.Context, f func(line []byte) error) error {
	return b.stream(ctx, f, "GET /stream/event")
}

// Game receives the moves of a game.
func (b *Bot) Game(ctx context.Context, id string, f func(line []byte) error) error {
	return b.stream(ctx, f, "GET /bot/game/stream/{gameId}", endpoint.Path{"gameId": id})
}

// Move makes a move, such as e2e4.
func (b *Bot) Move(ctx context.Context, id, move string, offerDraw bool) error {
	return b.call(ctx, new(any), "POST /bot/game/{gameId}/move/{move}",
		endpoint.Path{"gameId": id, "move": move}, endpoint.Query{"offeringDraw": offerDraw}.OmitZero())
}

// Chat writes to the opponent, or to the spectators.
func (b *Bot) Chat(ctx context.Context, id, room, text string) error {
	return b.call(ctx, new(any), "POST /bot/game/{gameId}/chat",
		endpoint.Path{"gameId": id}, endpoint.Params{"room": room, "text": text})
}

// Resign resigns a game.
func (b *Bot) Resign(ctx context.Context, id string) error {
	return b.call(ctx, new(any), "POST /bot/game/{gameId}/resign", endpoint.Path{"gameId": id})
}

// Accept accepts a challenge.
func (b *Bot) Accept(ctx context.Context, challenge string) error {
	return b.call(ctx, new(any), "POST /challenge/{challengeId}/accept", endpoint.Path{"challengeId": challenge})
}

// Decline declines a challenge, for a reason such as "tooFast".
func (b *Bot) Decline(ctx context.Context, challenge, reason string) error {
	return b.call(ctx, new(any), "POST /challenge/{challengeId}/decline",
		endpoint.Params{"challengeId": challenge, "reason": reason})
}

// Challenge challenges a player to a game with a clock.
func (b *Bot) Challenge(ctx context.Context, user string, rated bool, seconds, increment int) (out map[string]any, err error) {
	err = b.call(ctx, &out, "POST /challenge/{username}", endpoint.Path{"username": user}, endpoint.Params{
		"rated":           rated,
		"clock.limit":     seconds,
		"clock.increment": increment,
		"color":           "random",
		"variant":         "standard",
	})
	return out, err
}

// Users returns up to 300 users. Their names are sent as text.
func (b *Bot) Users(ctx context.Context, names ...string) (out []map[string]any, err error) {
	err = b.call(ctx, &out, "POST /users",
		endpoint.Headers{"content-type": "text/plain"},
		endpoint.Options{Data: strings.Join(names, ",")})
	return out, err
}

// PGN returns the last games of a user as text.
func (b *Bot) PGN(ctx context.Context, user string, max int) (string, error) {
	body, err := b.open(ctx, "GET /games/user/{username}",
		endpoint.Params{"username": user, "max": max, "opening": true, "perfType": []string{"blitz", "rapid"}},
		endpoint.Options{Lists: endpoint.ListComma},
		endpoint.Headers{"accept": pgn})
	if err != nil {
		return "", err
	}
	defer body.Close()
	text, err := io.ReadAll(body)
	return string(text), err
}

// CloudEval returns the evaluation of a position, if the server has one.
func (b *Bot) CloudEval(ctx context.Context, fen string, lines int) (out map[string]any, err error) {
	err = b.call(ctx, &out, "GET /cloud-eval{?fen,multiPv}", endpoint.Path{"fen": fen, "multiPv": lines})
	return out, err
}

// Package lichess is the part of a chess bot that talks to lichess.org.
package lichess

import (
	"context"
	"io"
	"net/http"

	"example.com/endpoint"
)

const (
	pgn = "application/x-chess-pgn"
)

type Bot struct {
	lichess endpoint.Endpoint
}

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
	return resp.Body, nil
}

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

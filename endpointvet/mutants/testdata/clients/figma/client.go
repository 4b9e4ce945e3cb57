// Package figma exports designs.
package figma

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

// Request makes a request of this API.
type Request func(ctx context.Context) (*http.Request, error)

// API makes Requests.
type API struct{ e endpoint.Endpoint }

// New returns an API.
func New(token string) API {
	return API{endpoint.New(
		endpoint.Options{BaseURL: "https://api.figma.com", Lists: endpoint.ListComma},
		endpoint.Headers{"accept": "application/json", "x-figma-token": token},
	)}
}

func (a API) request(route string, layers ...endpoint.Layer) Request {
	return func(ctx context.Context) (*http.Request, error) {
		return a.e.HTTPRequest(ctx, route, layers...)
	}
}

// File returns a file.
func (a API) File(key string, depth int, ids ...string) Request {
	return a.request("GET /v1/files/{file_key}",
		endpoint.Path{"file_key": key},
		endpoint.Query{"depth": depth, "ids": ids})
}

// ImageOptions say how to render.
type ImageOptions struct {
	Scale  float64 `url:"scale,omitempty"`
	Format string  `url:"format,omitempty"`
	SVGID  bool    `url:"svg_include_id,omitempty"`
}

// Images renders nodes.
func (a API) Images(key string, opts ImageOptions, ids ...string) Request {
	return a.request("GET /v1/images/{file_key}",
		endpoint.Path{"file_key": key},
		endpoint.ParamsOf(opts),
		endpoint.Query{"ids": ids})
}

// Comments lists comments.
func (a API) Comments(key string) Request {
	return a.request("GET /v1/files/{file_key}/comments", endpoint.Path{"file_key": key}, endpoint.Query{"as_md": true})
}

// Comment writes a comment.
func (a API) Comment(key, message string, x, y float64) Request {
	return func(ctx context.Context) (*http.Request, error) {
		return a.e.HTTPRequest(ctx, "POST /v1/files/{file_key}/comments",
			endpoint.Path{"file_key": key},
			endpoint.Params{
				"message":     message,
				"client_meta": map[string]float64{"x": x, "y": y},
			})
	}
}

// DeleteComment deletes a comment.
func (a API) DeleteComment(key, comment string) Request {
	return a.request("DELETE /v1/files/{file_key}/comments/{comment_id}", endpoint.Path{"file_key": key, "comment_id": comment})
}

// React adds an emoji.
func (a API) React(key, comment, emoji string) Request {
	return a.request("POST /v1/files/{file_key}/comments/{comment_id}/reactions",
		endpoint.Path{"file_key": key, "comment_id": comment}, endpoint.Params{"emoji": emoji})
}

// Projects lists projects of a team.
func (a API) Projects(team string) Request {
	path := endpoint.Path{"team_id": team}
	return a.request("GET /v1/teams/{team_id}/projects", path)
}

// Webhook creates a webhook.
func (a API) Webhook(team, event, url, passcode string) Request {
	body := struct {
		EventType string `json:"event_type"`
		TeamID    string `json:"team_id"`
		Endpoint  string `json:"endpoint"`
		Passcode  string `json:"passcode"`
	}{event, team, url, passcode}
	return a.request("POST /v2/webhooks", endpoint.ParamsOf(body))
}

// Package mastodon posts to an instance of Mastodon.
package mastodon

import (
	"bytes"
	"context"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"time"

	"example.com/endpoint"
)

// A Bot has an account.
type Bot struct {
	http.Client
	v1, v2 endpoint.Endpoint
}

// NewBot returns a Bot of a server, such as mastodon.social.
func NewBot(server, token string) *Bot {
	common := endpoint.New(endpoint.Options{
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
		Path:    endpoint.Path{"server": server},
		Lists:   endpoint.ListBrackets,
	})
	return &Bot{
		v1: common.Defaults(endpoint.Options{BaseURL: "https://{server}/api/v1"}),
		v2: common.Defaults(endpoint.Options{BaseURL: "https://{server}/api/v2"}),
	}
}

// Toot is a status to post.
type Toot struct {
	Status      string     `json:"status"`
	InReplyTo   string     `json:"in_reply_to_id,omitempty"`
	MediaIDs    []string   `json:"media_ids,omitempty"`
	Sensitive   bool       `json:"sensitive,omitempty"`
	SpoilerText string     `json:"spoiler_text,omitempty"`
	Visibility  string     `json:"visibility,omitempty"`
	ScheduledAt *time.Time `json:"scheduled_at,omitempty"`
}

// Paging is embedded in options of lists.
type Paging struct {
	MaxID   string `url:"max_id,omitempty"`
	SinceID string `url:"since_id,omitempty"`
	Limit   int    `url:"limit,omitempty"`
}

// NotificationOptions choose notifications.
type NotificationOptions struct {
	Paging
	Types        []string `url:"types,omitempty"`
	ExcludeTypes []string `url:"exclude_types,omitempty"`
}

// TimelineOptions choose statuses.
type TimelineOptions struct {
	Paging
	Local     bool `url:"local,omitempty"`
	OnlyMedia bool `url:"only_media,omitempty"`
}

func (b *Bot) roundTrip(req *http.Request, err error) (out json.RawMessage, _ error) {
	if err != nil {
		return nil, err
	}
	resp, err := b.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

// Post posts a toot once.
func (b *Bot) Post(ctx context.Context, t Toot, key string) (json.RawMessage, error) {
	return b.roundTrip(b.v1.HTTPRequest(ctx, "POST /statuses", endpoint.ParamsOf(t), endpoint.Headers{"idempotency-key": key}))
}

// Edit changes a toot.
func (b *Bot) Edit(ctx context.Context, id string, t *Toot) (json.RawMessage, error) {
	return b.roundTrip(b.v1.HTTPRequest(ctx, "PUT /statuses/{id}", endpoint.Path{"id": id}, endpoint.ParamsOf(t)))
}

// Boost boosts a toot.
func (b *Bot) Boost(ctx context.Context, id string) (json.RawMessage, error) {
	return b.roundTrip(b.v1.HTTPRequest(ctx, "POST /statuses/{id}/reblog", endpoint.Params{"id": id, "visibility": "public"}))
}

// Delete deletes a toot.
func (b *Bot) Delete(ctx context.Context, id string) (json.RawMessage, error) {
	return b.roundTrip(b.v1.HTTPRequest(ctx, "DELETE /statuses/{id}", endpoint.Params{"id": id}))
}

// Notifications lists notifications.
func (b *Bot) Notifications(ctx context.Context, opts NotificationOptions) (json.RawMessage, error) {
	return b.roundTrip(b.v1.HTTPRequest(ctx, "GET /notifications", endpoint.ParamsOf(opts)))
}

// Hashtag lists statuses with a hashtag.
func (b *Bot) Hashtag(ctx context.Context, tag string, opts *TimelineOptions) (json.RawMessage, error) {
	return b.roundTrip(b.v1.HTTPRequest(ctx, "GET /timelines/tag/{hashtag}", endpoint.Path{"hashtag": tag}, endpoint.ParamsOf(opts)))
}

// Relationships says how accounts relate to the bot.
func (b *Bot) Relationships(ctx context.Context, ids ...string) (json.RawMessage, error) {
	return b.roundTrip(b.v1.HTTPRequest(ctx, "GET /accounts/relationships", endpoint.Params{"id": ids}))
}

// Search searches.
func (b *Bot) Search(ctx context.Context, q, kind string, resolve bool) (json.RawMessage, error) {
	return b.roundTrip(b.v2.HTTPRequest(ctx, "GET /search", endpoint.Query{"q": q, "type": kind, "resolve": resolve}.OmitZero()))
}

// Upload uploads an image.
func (b *Bot) Upload(ctx context.Context, name, description string, image []byte) (json.RawMessage, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.SetBoundary("b")
	form.WriteField("description", description)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		return nil, err
	}
	part.Write(image)
	form.Close()
	return b.roundTrip(b.v2.HTTPRequest(ctx, "POST /media",
		endpoint.Headers{"content-type": form.FormDataContentType()},
		endpoint.Options{Data: &body}))
}

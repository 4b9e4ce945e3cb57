// Package mailchimp manages audiences.
package mailchimp

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"example.com/endpoint"
)

// Client is a client of an account.
type Client struct {
	key string
	api endpoint.Endpoint
}

// New returns a Client. The data center is the end of the key.
func New(key string) (*Client, error) {
	_, dc, ok := strings.Cut(key, "-")
	if !ok {
		return nil, errors.New("mailchimp: the key has no data center")
	}
	return &Client{key: key, api: endpoint.New(
		endpoint.Options{BaseURL: "https://{dc}.api.mailchimp.com/3.0"},
		endpoint.Path{"dc": dc},
		endpoint.Headers{"accept": "application/json"},
	)}, nil
}

// Hash is the ID of a member.
func Hash(email string) string {
	sum := md5.Sum([]byte(strings.ToLower(email)))
	return hex.EncodeToString(sum[:])
}

func (c *Client) send(r endpoint.Request, err error) (map[string]any, error) {
	if err != nil {
		return nil, err
	}
	req, err := r.HTTPRequest(context.Background())
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth("any", c.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return nil, fmt.Errorf("mailchimp: %s", resp.Status)
	}
	var out map[string]any
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

// Member is a subscriber.
type Member struct {
	Email     string            `json:"email_address"`
	Status    string            `json:"status,omitempty"`
	IfNew     string            `json:"status_if_new,omitempty"`
	Fields    map[string]string `json:"merge_fields,omitempty"`
	Interests map[string]bool   `json:"interests,omitempty"`
	Tags      []string          `json:"tags,omitempty"`
}

// Lists returns audiences.
func (c *Client) Lists(count, offset int, fields ...string) (map[string]any, error) {
	return c.send(c.api.Build("GET /lists", endpoint.Params{"count": count, "offset": offset, "fields": fields}))
}

// Subscribe adds or changes a member.
func (c *Client) Subscribe(list string, m Member) (map[string]any, error) {
	return c.send(c.api.Build("PUT /lists/{list_id}/members/{subscriber_hash}",
		endpoint.Path{"list_id": list, "subscriber_hash": Hash(m.Email)},
		endpoint.ParamsOf(m),
		endpoint.Query{"skip_merge_validation": true},
	))
}

// Unsubscribe changes the status of a member.
func (c *Client) Unsubscribe(list, email string) (map[string]any, error) {
	return c.send(c.api.Build("PATCH /lists/{list_id}/members/{subscriber_hash}",
		endpoint.Params{"list_id": list, "subscriber_hash": Hash(email), "status": "unsubscribed"}))
}

// Forget deletes a member for ever.
func (c *Client) Forget(list, email string) (map[string]any, error) {
	return c.send(c.api.Build("POST /lists/{list_id}/members/{subscriber_hash}/actions/delete-permanent",
		endpoint.Params{"list_id": list, "subscriber_hash": Hash(email)}))
}

// Campaign describes a campaign.
type Campaign struct {
	Type       string `json:"type"`
	Recipients struct {
		List string `json:"list_id"`
	} `json:"recipients"`
	Settings Settings `json:"settings"`
}

// Settings are how a mail looks.
type Settings struct {
	Subject  string `json:"subject_line"`
	FromName string `json:"from_name"`
	ReplyTo  string `json:"reply_to"`
}

// CreateCampaign creates a campaign.
func (c *Client) CreateCampaign(list string, s Settings) (map[string]any, error) {
	campaign := &Campaign{Type: "regular", Settings: s}
	campaign.Recipients.List = list
	return c.send(c.api.Build("POST /campaigns", endpoint.ParamsOf(campaign)))
}

// SetContent sets the text of a campaign.
func (c *Client) SetContent(campaign, html string) (map[string]any, error) {
	return c.send(c.api.Build("PUT /campaigns/{campaign_id}/content",
		endpoint.Path{"campaign_id": campaign}, endpoint.Params{"html": html}))
}

// Send sends a campaign.
func (c *Client) Send(campaign string) (map[string]any, error) {
	return c.send(c.api.Build("POST /campaigns/{campaign_id}/actions/send", endpoint.Path{"campaign_id": campaign}))
}

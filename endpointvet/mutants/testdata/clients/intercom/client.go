// Package intercom talks to customers.
package intercom

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"example.com/endpoint"
)

// Sender builds and sends requests.
type Sender interface {
	Send(ctx context.Context, out any, route string, layers ...endpoint.Layer) error
}

// HTTPSender is the Sender that programs use.
type HTTPSender struct {
	API    endpoint.Endpoint
	Client *http.Client
}

// Send implements Sender.
func (s *HTTPSender) Send(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := s.API.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := s.Client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Contacts are the people one talks to.
type Contacts struct{ s Sender }

// Conversations are what one talks.
type Conversations struct{ s Sender }

// Client has all resources.
type Client struct {
	Contacts      Contacts
	Conversations Conversations
}

// NewClient returns a Client.
func NewClient(token string) *Client {
	return NewClientWith(&HTTPSender{
		API: endpoint.New(endpoint.Options{
			BaseURL: "https://api.intercom.io",
			Headers: endpoint.Headers{
				"accept":           "application/json",
				"authorization":    "Bearer " + token,
				"intercom-version": "2.11",
			},
		}),
		Client: &http.Client{Timeout: time.Minute},
	})
}

// NewClientWith returns a Client that sends with s.
func NewClientWith(s Sender) *Client {
	return &Client{Contacts{s}, Conversations{s}}
}

// Contact is a user or lead.
type Contact struct {
	ID         string         `json:"id,omitempty"`
	Role       string         `json:"role,omitempty"`
	ExternalID string         `json:"external_id,omitempty"`
	Email      string         `json:"email,omitempty"`
	SignedUp   int64          `json:"signed_up_at,omitempty"`
	Custom     map[string]any `json:"custom_attributes,omitempty"`
}

// Create creates a contact.
func (c Contacts) Create(ctx context.Context, contact Contact) (out Contact, err error) {
	err = c.s.Send(ctx, &out, "POST /contacts", endpoint.Options{Data: contact})
	return out, err
}

// Update changes a contact.
func (c Contacts) Update(ctx context.Context, contact Contact) (out Contact, err error) {
	err = c.s.Send(ctx, &out, "PUT /contacts/{contact_id}", endpoint.Path{"contact_id": contact.ID}, endpoint.ParamsOf(contact))
	return out, err
}

// ByEmail finds contacts.
func (c Contacts) ByEmail(ctx context.Context, email string) (out []Contact, err error) {
	var page struct{ Data []Contact }
	err = c.s.Send(ctx, &page, "POST /contacts/search", endpoint.Params{
		"query":      map[string]any{"field": "email", "operator": "=", "value": email},
		"pagination": map[string]any{"per_page": 5},
	})
	return page.Data, err
}

// Tag tags a contact.
func (c Contacts) Tag(ctx context.Context, contact, tag string) error {
	return c.s.Send(ctx, nil, "POST /contacts/{contact_id}/tags", endpoint.Path{"contact_id": contact}, endpoint.Params{"id": tag})
}

// Untag removes a tag.
func (c Contacts) Untag(ctx context.Context, contact, tag string) error {
	return c.s.Send(ctx, nil, "DELETE /contacts/{contact_id}/tags/{id}", endpoint.Path{"contact_id": contact, "id": tag})
}

// List lists conversations.
func (c Conversations) List(ctx context.Context, perPage int, after string) (out map[string]any, err error) {
	err = c.s.Send(ctx, &out, "GET /conversations", endpoint.Query{
		"per_page":       perPage,
		"starting_after": after,
	}.OmitZero())
	return out, err
}

// Reply answers as an admin.
func (c Conversations) Reply(ctx context.Context, id, admin, body string, attachments ...string) error {
	reply := endpoint.Params{"message_type": "comment", "type": "admin", "admin_id": admin, "body": body}
	if len(attachments) > 0 {
		reply["attachment_urls"] = attachments
	}
	return c.s.Send(ctx, nil, "POST /conversations/{id}/reply", endpoint.Path{"id": id}, reply)
}

// Get returns a conversation as plain text.
func (c Conversations) Get(ctx context.Context, id string) (out map[string]any, err error) {
	err = c.s.Send(ctx, &out, "GET /conversations/{id}?display_as=plaintext", endpoint.Path{"id": id})
	return out, err
}

// Package gmail reads and sends mail.
package gmail

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// Mailbox is the mail of a user.
type Mailbox interface {
	List(ctx context.Context, q string, labels []string, page string) (*List, error)
	Get(ctx context.Context, id, format string, headers ...string) (*Message, error)
	Send(ctx context.Context, thread string, raw []byte) (*Message, error)
	Modify(ctx context.Context, id string, add, remove []string) error
	Trash(ctx context.Context, id string) error
	BatchDelete(ctx context.Context, ids []string) error
	Attachment(ctx context.Context, message, id string) ([]byte, error)
}

// List is a page of messages.
type List struct {
	Messages      []Message `json:"messages"`
	NextPageToken string    `json:"nextPageToken"`
}

// Message is a mail.
type Message struct {
	ID       string   `json:"id,omitempty"`
	ThreadID string   `json:"threadId,omitempty"`
	Raw      string   `json:"raw,omitempty"`
	LabelIDs []string `json:"labelIds,omitempty"`
}

type mailbox struct {
	user endpoint.Endpoint
	http interface {
		Do(*http.Request) (*http.Response, error)
	}
}

// Open returns the Mailbox of a user.
func Open(user, token string) Mailbox {
	if user == "" {
		user = "me"
	}
	return &mailbox{
		user: endpoint.New(endpoint.Options{
			BaseURL: "https://gmail.googleapis.com/gmail/v1/users/{userId}",
			Path:    endpoint.Path{"userId": user},
			Headers: endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
			Lists:   endpoint.ListRepeat,
		}),
		http: http.DefaultClient,
	}
}

func (m *mailbox) do(ctx context.Context, route string, options endpoint.Options, out any) error {
	req, err := m.user.HTTPRequest(ctx, route, options)
	if err != nil {
		return err
	}
	resp, err := m.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("gmail: %s %s", req.URL.Path, resp.Status)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

func (m *mailbox) List(ctx context.Context, q string, labels []string, page string) (*List, error) {
	list := new(List)
	return list, m.do(ctx, "GET /messages", endpoint.Options{
		Params: endpoint.Params{"q": q, "labelIds": labels, "pageToken": page, "maxResults": 100},
	}, list)
}

func (m *mailbox) Get(ctx context.Context, id, format string, headers ...string) (*Message, error) {
	opts := endpoint.Options{Path: endpoint.Path{"id": id}, Query: endpoint.Query{"format": format}}
	if format == "metadata" {
		opts.Query["metadataHeaders"] = headers
	}
	msg := new(Message)
	return msg, m.do(ctx, "GET /messages/{id}", opts, msg)
}

func (m *mailbox) Send(ctx context.Context, thread string, raw []byte) (*Message, error) {
	in := Message{ThreadID: thread, Raw: base64.URLEncoding.EncodeToString(raw)}
	out := &Message{}
	return out, m.do(ctx, "POST /messages/send", endpoint.Options{Data: in}, out)
}

func (m *mailbox) Modify(ctx context.Context, id string, add, remove []string) error {
	return m.do(ctx, "POST /messages/{id}/modify", endpoint.Options{
		Path:   endpoint.Path{"id": id},
		Params: endpoint.Params{"addLabelIds": add, "removeLabelIds": remove},
	}, nil)
}

func (m *mailbox) Trash(ctx context.Context, id string) error {
	return m.do(ctx, "POST /messages/{id}/trash", endpoint.Options{Path: endpoint.Path{"id": id}}, nil)
}

func (m *mailbox) BatchDelete(ctx context.Context, ids []string) error {
	return m.do(ctx, "POST /messages/batchDelete", endpoint.Options{Params: endpoint.Params{"ids": ids}}, nil)
}

func (m *mailbox) Attachment(ctx context.Context, message, id string) ([]byte, error) {
	var out struct{ Data string }
	err := m.do(ctx, "GET /messages/{messageId}/attachments/{id}", endpoint.Options{
		Params: endpoint.Params{"messageId": message, "id": id},
	}, &out)
	if err != nil {
		return nil, err
	}
	return base64.URLEncoding.DecodeString(out.Data)
}

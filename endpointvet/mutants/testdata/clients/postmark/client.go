// Package postmark sends mail.
package postmark

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

const baseURL = "https://api.postmarkapp.com"

type Mailer struct {
	server  func(ctx context.Context, out any, route string, layers ...endpoint.Layer) error
	account func(ctx context.Context, out any, route string, layers ...endpoint.Layer) error
}

// NewMailer returns a Mailer with the tokens of a server and of its account.
func NewMailer(serverToken, accountToken string) *Mailer {
	return &Mailer{
		server:  sender("x-postmark-server-token", serverToken),
		account: sender("x-postmark-account-token", accountToken),
	}
}

func sender(header, token string) func(context.Context, any, string, ...endpoint.Layer) error {
	api := endpoint.New(
		endpoint.Options{BaseURL: baseURL},
		endpoint.Headers{"accept": "application/json", header: token},
	)
	return func(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
		req, err := api.HTTPRequest(ctx, route, layers...)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != 200 {
			return fmt.Errorf("postmark: %s", resp.Status)
		}
		return json.NewDecoder(resp.Body).Decode(out)
	}
}

type Email struct {
	From       string
	To         string
	Subject    string
	TextBody   string            `json:",omitempty"`
	HtmlBody   string            `json:",omitempty"`
	Tag        string            `json:",omitempty"`
	Metadata   map[string]string `json:",omitempty"`
	TrackOpens bool              `json:",omitempty"`
}

type Response struct {
	MessageID string
	ErrorCode int
	Message   string
}

func (m *Mailer) Send(ctx context.Context, mail Email) (r Response, err error) {
	err = m.server(ctx, &r, "POST /email", endpoint.Options{Data: mail})
	return r, err
}

func (m *Mailer) SendBatch(ctx context.Context, mails []Email) (r []Response, err error) {
	err = m.server(ctx, &r, "POST /email/batch", endpoint.Options{Data: mails})
	return r, err
}

func (m *Mailer) SendTemplate(ctx context.Context, to, alias string, model map[string]any) (r Response, err error) {
	err = m.server(ctx, &r, "POST /email/withTemplate", endpoint.Params{
		"From":          "noreply@example.test",
		"To":            to,
		"TemplateAlias": alias,
		"TemplateModel": model,
	})
	return r, err
}

func (m *Mailer) Bounces(ctx context.Context, kind string, count, offset int) (r map[string]any, err error) {
	err = m.server(ctx, &r, "GET /bounces", endpoint.Query{"type": kind, "count": count, "offset": offset})
	return r, err
}

func (m *Mailer) ActivateBounce(ctx context.Context, id int64) (r map[string]any, err error) {
	err = m.server(ctx, &r, "PUT /bounces/{bounceid}/activate", endpoint.Path{"bounceid": id})
	return r, err
}

func (m *Mailer) MessageDump(ctx context.Context, id string) (r map[string]any, err error) {
	err = m.server(ctx, &r, "GET /messages/outbound/{messageid}/dump", endpoint.Path{"messageid": id})
	return r, err
}

func (m *Mailer) Servers(ctx context.Context, name string) (r map[string]any, err error) {
	err = m.account(ctx, &r, "GET /servers{?count,offset,name}", endpoint.Params{"count": 50, "offset": 0, "name": name})
	return r, err
}

func (m *Mailer) CreateServer(ctx context.Context, name, color string) (r map[string]any, err error) {
	err = m.account(ctx, &r, "POST /servers", endpoint.Params{"Name": name, "Color": color, "SmtpApiActivated": true})
	return r, err
}

// Package twilio sends messages. Every path holds the account.
package twilio

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"

	"example.com/endpoint"
)

// Account is an account of Twilio.
type Account struct {
	endpoint.Endpoint
	Client *http.Client
}

func basic(user, password string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password))
}

// NewAccount returns the account with a SID.
func NewAccount(sid, token string) *Account {
	return &Account{
		Endpoint: endpoint.New(
			endpoint.Options{BaseURL: "https://api.twilio.com/2010-04-01/Accounts"},
			endpoint.Path{"account": sid},
			endpoint.Headers{
				"accept":        "application/json",
				"authorization": basic(sid, token),
				"content-type":  "application/x-www-form-urlencoded",
			},
		),
		Client: http.DefaultClient,
	}
}

func (a *Account) send(req *http.Request, err error) (body map[string]any, _ error) {
	if err != nil {
		return nil, err
	}
	resp, err := a.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return body, json.NewDecoder(resp.Body).Decode(&body)
}

// Send sends a text message with pictures.
func (a *Account) Send(ctx context.Context, from, to, text string, media ...string) (map[string]any, error) {
	return a.send(a.HTTPRequest(ctx, "POST /{account}/Messages.json", endpoint.Params{
		"From": from, "To": to, "Body": text, "MediaUrl": media,
	}))
}

// Message returns a message.
func (a *Account) Message(ctx context.Context, sid string) (map[string]any, error) {
	return a.send(a.HTTPRequest(ctx, "GET /{account}/Messages/{sid}.json", endpoint.Path{"sid": sid}))
}

// Redact removes the text of a message.
func (a *Account) Redact(ctx context.Context, sid string) (map[string]any, error) {
	return a.send(a.HTTPRequest(ctx, "POST /{account}/Messages/{sid}.json",
		endpoint.Path{"sid": sid}, endpoint.Options{Data: url.Values{"Body": {""}}}))
}

// Messages lists messages of a day.
func (a *Account) Messages(ctx context.Context, to, day string) (map[string]any, error) {
	return a.send(a.HTTPRequest(ctx, "GET /{account}/Messages.json",
		endpoint.Query{"To": to, "DateSent": day, "PageSize": 50}))
}

// DeleteRecording deletes a recording of a call.
func (a *Account) DeleteRecording(ctx context.Context, call, sid string) (map[string]any, error) {
	return a.send(a.HTTPRequest(ctx, "DELETE /{account}/Calls/{call}/Recordings/{sid}.json",
		endpoint.Path{"call": call, "sid": sid}))
}

// Verify starts a verification. It belongs to another API of the account.
func (a *Account) Verify(ctx context.Context, service, to string) (map[string]any, error) {
	verify := a.Defaults(endpoint.Options{BaseURL: "https://verify.twilio.com/v2"})
	return a.send(verify.HTTPRequest(ctx, "POST /Services/{service}/Verifications",
		endpoint.Path{"service": service}, endpoint.Params{"To": to, "Channel": "sms"}))
}

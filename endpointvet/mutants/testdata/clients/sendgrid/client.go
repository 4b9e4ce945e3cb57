// Package sendgrid sends mail. It writes every call as one Options literal.
package sendgrid

import (
	"context"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

// Mailer sends mail.
type Mailer struct {
	API        endpoint.Endpoint
	HTTP       *http.Client
	OnBehalfOf string
}

// Defaults returns the options of every call.
func Defaults(key string) endpoint.Options {
	return endpoint.Options{
		BaseURL: "https://api.sendgrid.com/v3",
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + key},
	}
}

// Mail is a message to one recipient.
type Mail struct {
	From, To, Subject, Text string
}

type address struct {
	Email string `json:"email"`
}

type personalization struct {
	To []address `json:"to"`
}

type content struct {
	Type  string `json:"type"`
	Value string `json:"value"`
}

func (m *Mailer) send(ctx context.Context, options endpoint.Options) error {
	if m.OnBehalfOf != "" {
		if options.Headers == nil {
			options.Headers = endpoint.Headers{}
		}
		options.Headers.Set("on-behalf-of", m.OnBehalfOf)
	}
	req, err := m.API.HTTPRequest(ctx, "", options)
	if err != nil {
		return err
	}
	resp, err := m.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("sendgrid: %s", resp.Status)
	}
	return nil
}

// Send sends a mail.
func (m *Mailer) Send(ctx context.Context, mail Mail) error {
	return m.send(ctx, endpoint.Options{
		Method: "POST",
		URL:    "/mail/send",
		Params: endpoint.Params{
			"personalizations": []personalization{{To: []address{{mail.To}}}},
			"from":             address{mail.From},
			"subject":          mail.Subject,
			"content":          []content{{"text/plain", mail.Text}},
		},
	})
}

// Bounces lists addresses that rejected mail.
func (m *Mailer) Bounces(ctx context.Context, from, to int64) error {
	return m.send(ctx, endpoint.Options{
		URL:   "/suppression/bounces",
		Query: endpoint.Query{"start_time": from, "end_time": to},
	})
}

// Forget removes an address from a list.
func (m *Mailer) Forget(ctx context.Context, list, email string) error {
	return m.send(ctx, endpoint.Options{
		Method: http.MethodDelete,
		URL:    "/suppression/{list}/{email}",
		Path:   endpoint.Path{"list": list, "email": email},
	})
}

// Template returns a template.
func (m *Mailer) Template(ctx context.Context, id string) (*http.Request, error) {
	return m.API.HTTPRequest(ctx, "GET /templates/{template_id}", endpoint.Options{
		Path:    endpoint.Path{"template_id": id},
		Headers: endpoint.Headers{"accept": "application/json"},
	})
}

// AddVersion adds a version to a template.
func (m *Mailer) AddVersion(ctx context.Context, id, name, html string, active bool) (*http.Request, error) {
	number := 0
	if active {
		number = 1
	}
	return m.API.HTTPRequest(ctx, "POST /templates/{template_id}/versions", endpoint.Options{
		Path: endpoint.Path{"template_id": id},
		Data: struct {
			Name   string `json:"name"`
			HTML   string `json:"html_content"`
			Active int    `json:"active"`
		}{name, html, number},
	})
}

// Stats counts mail by day.
func (m *Mailer) Stats(ctx context.Context, from string, categories ...string) (*http.Request, error) {
	return m.API.HTTPRequest(ctx, "GET /categories/stats", endpoint.Options{
		Query: endpoint.Query{"start_date": from, "aggregated_by": "day", "categories": categories},
		Lists: endpoint.ListRepeat,
	})
}

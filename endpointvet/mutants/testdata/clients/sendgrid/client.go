// Package sendgrid sends mail. It writes every call as one Options literal.
package sendgrid

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

type Mailer struct {
	API        endpoint.Endpoint
	HTTP       *http.Client
	OnBehalfOf string
}

func Defaults(key string) endpoint.Options {
	return endpoint.Options{
		BaseURL: "https://api.sendgrid.com/v3",
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + key},
	}
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
	return nil
}

func (m *Mailer) Bounces(ctx context.Context, from, to int64) error {
	return m.send(ctx, endpoint.Options{
		URL:   "/suppression/bounces",
		Query: endpoint.Query{"start_time": from, "end_time": to},
	})
}

func (m *Mailer) Forget(ctx context.Context, list, email string) error {
	return m.send(ctx, endpoint.Options{
		Method: http.MethodDelete,
		URL:    "/suppression/{list}/{email}",
		Path:   endpoint.Path{"list": list, "email": email},
	})
}

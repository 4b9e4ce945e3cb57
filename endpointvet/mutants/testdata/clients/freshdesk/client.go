// Package freshdesk reads and answers tickets of a Freshdesk account.
package freshdesk

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

var ErrNotFound = errors.New("freshdesk: not found")

var base = endpoint.New(
	endpoint.Options{BaseURL: "https://{domain}.freshdesk.com/api/v2"},
	endpoint.Headers{"accept": "application/json"},
)

type Account struct {
	Domain string
	api    endpoint.Endpoint
}

func NewAccount(domain, apiKey string) *Account {
	auth := base64.StdEncoding.EncodeToString([]byte(apiKey + ":X"))
	return &Account{
		Domain: domain,
		api:    base.Defaults(endpoint.Path{"domain": domain}, endpoint.Headers{"authorization": "Basic " + auth}),
	}
}

type Status int

const (
	Open Status = iota + 2
	Pending
	Resolved
	Closed
)

func (a *Account) call(ctx context.Context, out any, route string, layers ...endpoint.Layer) error {
	req, err := a.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return ErrNotFound
	case resp.StatusCode >= 300:
		return fmt.Errorf("freshdesk: %s: %s", a.Domain, resp.Status)
	case out == nil:
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

func (a *Account) Assign(ctx context.Context, id, agent int64) error {
	change := endpoint.Params{"responder_id": nil}
	if agent != 0 {
		change["responder_id"] = agent
	}
	return a.call(ctx, nil, "PUT /tickets/{id}", endpoint.Path{"id": id}, change)
}

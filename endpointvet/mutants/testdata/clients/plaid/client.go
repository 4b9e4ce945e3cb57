// Package plaid reads bank accounts. All its operations are POST.
package plaid

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"example.com/endpoint"
)

// Environment is where an application runs.
type Environment string

// The environments.
const (
	Sandbox    Environment = "sandbox"
	Production Environment = "production"
)

// Plaid is the client.
type Plaid struct {
	post endpoint.Endpoint
}

// New returns a client.
func New(env Environment, clientID, secret string) *Plaid {
	return &Plaid{post: endpoint.New(endpoint.Options{
		Method:  "POST",
		BaseURL: "https://{env}.plaid.com",
		Path:    endpoint.Path{"env": string(env)},
		Headers: endpoint.Headers{"accept": "application/json", "plaid-version": "2020-09-14"},
		Params:  endpoint.Params{"client_id": clientID, "secret": secret},
	})}
}

func (p *Plaid) call(ctx context.Context, path string, params endpoint.Params, out any) error {
	req, err := p.post.HTTPRequest(ctx, path, params)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// LinkToken describes a token for Link.
type LinkToken struct {
	ClientName   string   `json:"client_name"`
	Language     string   `json:"language"`
	CountryCodes []string `json:"country_codes"`
	Products     []string `json:"products,omitempty"`
	Webhook      string   `json:"webhook,omitempty"`
	User         struct {
		ID string `json:"client_user_id"`
	} `json:"user"`
}

// CreateLinkToken returns a token for Link.
func (p *Plaid) CreateLinkToken(ctx context.Context, user string, t LinkToken) (string, error) {
	t.User.ID = user
	var out struct {
		LinkToken string `json:"link_token"`
	}
	return out.LinkToken, p.call(ctx, "/link/token/create", endpoint.ParamsOf(t), &out)
}

// Exchange exchanges the public token for an access token.
func (p *Plaid) Exchange(ctx context.Context, public string) (string, error) {
	var out struct {
		AccessToken string `json:"access_token"`
	}
	return out.AccessToken, p.call(ctx, "/item/public_token/exchange", endpoint.Params{"public_token": public}, &out)
}

// An Item is a login at a bank.
type Item struct {
	*Plaid
	token string
}

// Item returns the item of a token.
func (p *Plaid) Item(token string) Item { return Item{p, token} }

func (i Item) with(more endpoint.Params) endpoint.Params {
	params := endpoint.Params{"access_token": i.token}
	for k, v := range more {
		params[k] = v
	}
	return params
}

// Balance returns balances.
func (i Item) Balance(ctx context.Context, accounts ...string) (out map[string]any, err error) {
	params := i.with(nil)
	if len(accounts) > 0 {
		params["options"] = map[string]any{"account_ids": accounts}
	}
	return out, i.call(ctx, "/accounts/balance/get", params, &out)
}

// Transactions returns transactions between two days.
func (i Item) Transactions(ctx context.Context, from, to time.Time, offset int) (out map[string]any, err error) {
	return out, i.call(ctx, "/transactions/get", i.with(endpoint.Params{
		"start_date": from.Format(time.DateOnly),
		"end_date":   to.Format(time.DateOnly),
		"options":    map[string]int{"count": 100, "offset": offset},
	}), &out)
}

// Sync returns what changed since a cursor.
func (i Item) Sync(ctx context.Context, cursor string) (out map[string]any, err error) {
	params := endpoint.Params{"access_token": i.token, "count": 500}
	if cursor != "" {
		params["cursor"] = cursor
	}
	return out, i.call(ctx, "/transactions/sync", params, &out)
}

// Remove removes the item.
func (i Item) Remove(ctx context.Context) error {
	return i.call(ctx, "/item/remove", i.with(nil), new(any))
}

// Institutions lists banks.
func (p *Plaid) Institutions(ctx context.Context, count, offset int, countries ...string) (out map[string]any, err error) {
	req, err := p.post.HTTPRequest(ctx, "POST /institutions/get", endpoint.Params{
		"count":         count,
		"offset":        offset,
		"country_codes": countries,
	})
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

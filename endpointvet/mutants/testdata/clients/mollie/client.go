// Package mollie is a client for version 2 of the Mollie payments API.
package mollie

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"example.com/endpoint"
)

type Config struct {
	BaseURL string
	Testing bool // adds testmode to each request; only for organization tokens
}

var DefaultConfig = Config{BaseURL: "https://api.mollie.com/v2"}

type Client struct {
	*http.Client
	endpoint.Endpoint

	Payments  *PaymentsService
	Refunds   *RefundsService
	Customers *CustomersService
}

func New(hc *http.Client, cfg Config, token string) *Client {
	if hc == nil {
		hc = http.DefaultClient
	}
	layers := []endpoint.Layer{
		endpoint.Options{BaseURL: cfg.BaseURL},
		endpoint.Headers{"accept": "application/hal+json", "authorization": "Bearer " + token},
	}
	if cfg.Testing {
		layers = append(layers, endpoint.Query{"testmode": true})
	}
	c := &Client{Client: hc, Endpoint: endpoint.New(layers...)}
	c.Payments = &PaymentsService{c}
	c.Refunds = &RefundsService{c}
	c.Customers = &CustomersService{c}
	return c
}

type Response struct {
	*http.Response
	content []byte
}

type Amount struct {
	Currency string `json:"currency"`
	Value    string `json:"value"`
}

type Payment struct {
	Amount      *Amount  `json:"amount,omitempty"`
	Description string   `json:"description,omitempty"`
	RedirectURL string   `json:"redirectUrl,omitempty"`
	Method      []string `json:"method,omitempty"`
}

type PaymentOptions struct {
	Include string `url:"include,omitempty"`
	Embed   string `url:"embed,omitempty"`
}

type PaymentsService struct{ client *Client }

type RefundsService struct{ client *Client }

type CustomersService struct{ client *Client }

func (c *Client) send(ctx context.Context, v any, route string, layers ...endpoint.Layer) (*Response, error) {
	req, err := c.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	res, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	r := &Response{Response: res}
	if r.content, err = io.ReadAll(res.Body); err != nil {
		return r, err
	}
	if v != nil && len(r.content) > 0 {
		err = json.Unmarshal(r.content, v)
	}
	return r, err
}

func (s *PaymentsService) Create(ctx context.Context, payment Payment, opts *PaymentOptions) (p *Payment, err error) {
	_, err = s.client.send(ctx, &p, "POST /payments",
		endpoint.Query(endpoint.ParamsOf(opts)), endpoint.Options{Data: payment})
	return
}

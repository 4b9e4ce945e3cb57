// Package paypal assembles structs before a call reads them.
package paypal

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"

	"example.com/endpoint"
)

// An Environment is live or a sandbox.
type Environment string

// The environments.
const (
	Live    Environment = "https://api-m.paypal.com"
	Sandbox Environment = "https://api-m.sandbox.paypal.com"
)

// Shop sells things.
type Shop struct{ client }

type client struct {
	api endpoint.Endpoint
}

// Open returns a shop.
func Open(environment Environment, id, secret string) *Shop {
	basic := base64.StdEncoding.EncodeToString([]byte(id + ":" + secret))
	return &Shop{client{endpoint.New(
		endpoint.Options{
			BaseURL: string(environment),
			Headers: endpoint.Headers{"accept": "application/json", "prefer": "return=minimal"},
		},
		endpoint.Headers{"authorization": "Basic " + basic},
	)}}
}

// Money is an amount.
type Money struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

// Unit is what is bought.
type Unit struct {
	Reference string `json:"reference_id,omitempty"`
	Amount    Money  `json:"amount"`
}

// Order is an order.
type Order struct {
	Intent string `json:"intent"`
	Units  []Unit `json:"purchase_units"`
}

// CaptureRefund refunds a capture. The ID fills the route.
type CaptureRefund struct {
	CaptureID string `json:"capture_id"`
	Amount    *Money `json:"amount,omitempty"`
	Note      string `json:"note_to_payer,omitempty"`
}

// TransactionSearch selects transactions.
type TransactionSearch struct {
	Start  string `url:"start_date"`
	End    string `url:"end_date"`
	Fields string `url:"fields,omitempty"`
	Page   int    `url:"page,omitempty"`
}

// Login gets a token.
func (s *Shop) Login(ctx context.Context) (*http.Request, error) {
	return s.api.HTTPRequest(ctx, "POST /v1/oauth2/token",
		endpoint.Options{Data: url.Values{"grant_type": []string{"client_credentials"}}})
}

// Create creates an order.
func (s *Shop) Create(ctx context.Context, requestID string, units ...Unit) (*http.Request, error) {
	order := Order{Intent: "CAPTURE"}
	order.Units = units
	headers := endpoint.Headers{"paypal-request-id": requestID}
	return s.api.HTTPRequest(ctx, "POST /v2/checkout/orders", headers, endpoint.ParamsOf(order))
}

// Capture takes the money of an order.
func (s *Shop) Capture(ctx context.Context, order, requestID string) (*http.Request, error) {
	path, headers := endpoint.Path{"id": order}, endpoint.Headers{"paypal-request-id": requestID}
	return s.api.HTTPRequest(ctx, "POST /v2/checkout/orders/{id}/capture", path, headers,
		endpoint.Options{Data: struct{}{}})
}

// Refund gives money back.
func (s *Shop) Refund(ctx context.Context, capture string, amount *Money) (*http.Request, error) {
	refund := CaptureRefund{CaptureID: capture, Note: "Sorry"}
	if amount != nil {
		refund.Amount = amount
	}
	return s.api.HTTPRequest(ctx, "POST /v2/payments/captures/{capture_id}/refund", endpoint.ParamsOf(refund))
}

// Transactions lists transactions.
func (s *Shop) Transactions(ctx context.Context, search *TransactionSearch) (*http.Request, error) {
	if search.Fields == "" {
		search.Fields = "all"
	}
	return s.api.HTTPRequest(ctx, "GET /v1/reporting/transactions", endpoint.ParamsOf(search), endpoint.Query{"page_size": 100})
}

// Track adds a parcel to an order.
func (s *Shop) Track(ctx context.Context, order, carrier, number string) (*http.Request, error) {
	type tracker struct {
		Order     string `json:"order_id"`
		Capture   string `json:"capture_id,omitempty"`
		Carrier   string `json:"carrier"`
		Number    string `json:"tracking_number"`
		Notify    bool   `json:"notify_payer"`
		Reference string `json:"-"`
	}
	return s.api.HTTPRequest(ctx, "POST /v2/checkout/orders/{order_id}/track",
		endpoint.ParamsOf(tracker{Order: order, Carrier: carrier, Number: number, Notify: true}))
}

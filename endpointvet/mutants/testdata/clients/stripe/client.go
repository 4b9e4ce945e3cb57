// Package stripe charges customers. Its bodies are forms.
package stripe

import (
	"context"
	"encoding/json"
	"net/http"

	"example.com/endpoint"
)

// An Address is part of a customer.
type Address struct {
	City    string `json:"city,omitempty"`
	Country string `json:"country,omitempty"`
	Line1   string `json:"line1,omitempty"`
}

// Customer holds the fields of a customer.
type Customer struct {
	Email   string            `json:"email,omitempty"`
	Name    string            `json:"name,omitempty"`
	Phone   *string           `json:"phone,omitempty"`
	Address *Address          `json:"address,omitempty"`
	Meta    map[string]string `json:"metadata,omitempty"`
}

// List holds the parameters of every list.
type List struct {
	Limit         int    `json:"limit,omitempty"`
	StartingAfter string `json:"starting_after,omitempty"`
	EndingBefore  string `json:"ending_before,omitempty"`
}

// ChargeList selects charges.
type ChargeList struct {
	List
	Customer string   `json:"customer,omitempty"`
	Created  *Between `json:"created,omitempty"`
	Expand   []string `json:"expand,omitempty"`
}

// Between is a range of Unix times.
type Between struct {
	From int64 `json:"gte,omitempty"`
	To   int64 `json:"lt,omitempty"`
}

// LineItem is one line of a checkout.
type LineItem struct {
	Price    string `json:"price"`
	Quantity int    `json:"quantity"`
}

// Session is a checkout session.
type Session struct {
	Mode       string     `json:"mode"`
	SuccessURL string     `json:"success_url"`
	LineItems  []LineItem `json:"line_items"`
}

// Refund names a charge and an amount.
type Refund struct {
	Charge string `json:"charge"`
	Amount int64  `json:"amount,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Client calls the API of Stripe.
type Client struct {
	endpoint endpoint.Endpoint
}

// NewClient returns a Client for a secret key.
func NewClient(key string) *Client {
	return &Client{endpoint.New(
		endpoint.Options{BaseURL: "https://api.stripe.com/v1", Lists: endpoint.ListBrackets},
		endpoint.Headers{
			"accept":         "application/json",
			"authorization":  "Bearer " + key,
			"content-type":   "application/x-www-form-urlencoded",
			"stripe-version": "2025-09-30.clover",
		},
	)}
}

func fetch(req *http.Request, err error) (json.RawMessage, error) {
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var raw json.RawMessage
	return raw, json.NewDecoder(resp.Body).Decode(&raw)
}

// CreateCustomer creates a customer once for each idempotency key.
func (c *Client) CreateCustomer(ctx context.Context, customer *Customer, key string) (json.RawMessage, error) {
	return fetch(c.endpoint.HTTPRequest(ctx, "POST /customers",
		endpoint.ParamsOf(customer), endpoint.Headers{"idempotency-key": key}))
}

// UpdateCustomer changes a customer.
func (c *Client) UpdateCustomer(ctx context.Context, id string, customer Customer) (json.RawMessage, error) {
	return fetch(c.endpoint.HTTPRequest(ctx, "POST /customers/{customer}",
		endpoint.Path{"customer": id}, endpoint.ParamsOf(customer)))
}

// ClearPhone removes the phone number of a customer.
func (c *Client) ClearPhone(ctx context.Context, id string) (json.RawMessage, error) {
	return fetch(c.endpoint.HTTPRequest(ctx, "POST /customers/{customer}",
		endpoint.Path{"customer": id}, endpoint.ParamsOf(Customer{Phone: new("")})))
}

// Customers lists customers.
func (c *Client) Customers(ctx context.Context, list List) (json.RawMessage, error) {
	return fetch(c.endpoint.HTTPRequest(ctx, "GET /customers", endpoint.ParamsOf(list)))
}

// Charges lists charges.
func (c *Client) Charges(ctx context.Context, list ChargeList) (json.RawMessage, error) {
	return fetch(c.endpoint.HTTPRequest(ctx, "GET /charges", endpoint.ParamsOf(&list),
		endpoint.Params{"expand": []string{"data.customer", "data.invoice"}}))
}

// Checkout starts a checkout of one price.
func (c *Client) Checkout(ctx context.Context, price string, quantity int) (json.RawMessage, error) {
	return fetch(c.endpoint.HTTPRequest(ctx, "POST /checkout/sessions", endpoint.ParamsOf(Session{
		Mode:       "payment",
		SuccessURL: "https://shop.test/thanks",
		LineItems:  []LineItem{{Price: price, Quantity: quantity}},
	})))
}

// Refund refunds a charge.
func (c *Client) Refund(ctx context.Context, refund Refund) (json.RawMessage, error) {
	options := endpoint.Options{Data: refund}
	return fetch(c.endpoint.HTTPRequest(ctx, "POST /refunds", options))
}

// Cancel cancels a subscription.
func (c *Client) Cancel(ctx context.Context, id string, prorate bool) (json.RawMessage, error) {
	return fetch(c.endpoint.HTTPRequest(ctx, "DELETE /subscriptions/{id}",
		endpoint.Path{"id": id}, endpoint.Params{"prorate": prorate, "invoice_now": true}))
}

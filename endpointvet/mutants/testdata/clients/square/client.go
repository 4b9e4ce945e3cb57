// Package square takes payments.
package square

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

type (
	// Payments are payments.
	Payments struct{ caller }
	// Customers are customers.
	Customers struct{ caller }
	// Catalog has items.
	Catalog struct{ caller }
)

type caller struct {
	ep endpoint.Endpoint
	hc *http.Client
}

// Square has all resources.
type Square struct {
	Payments
	Customers
	Catalog Catalog
}

// Config configures a client.
type Config struct {
	AccessToken string
	Version     string
	Sandbox     bool
}

// NewSquare returns a client.
func NewSquare(cfg Config) *Square {
	base := "https://connect.squareup.com/v2"
	if cfg.Sandbox {
		base = "https://connect.squareupsandbox.com/v2"
	}
	opts := endpoint.Options{
		BaseURL: base,
		Headers: endpoint.Headers{
			"Accept":        "application/json",
			"Authorization": "Bearer " + cfg.AccessToken,
		},
	}
	if cfg.Version != "" {
		opts.Headers["Square-Version"] = cfg.Version
	}
	c := caller{endpoint.New(opts), http.DefaultClient}
	return &Square{Payments: Payments{c}, Customers: Customers{c}, Catalog: Catalog{c}}
}

func (c caller) do(ctx context.Context, v any, route string, opts ...endpoint.Layer) error {
	req, err := c.ep.HTTPRequest(ctx, route, opts...)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("square: %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

// Money is an amount.
type Money struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
}

// PaymentRequest describes a payment.
type PaymentRequest struct {
	SourceID       string `json:"source_id"`
	IdempotencyKey string `json:"idempotency_key"`
	AmountMoney    Money  `json:"amount_money"`
	CustomerID     string `json:"customer_id,omitempty"`
	Note           string `json:"note,omitempty"`
	Autocomplete   *bool  `json:"autocomplete,omitempty"`
}

var newKey = rand.Text

// Pay takes a payment.
func (p Payments) Pay(ctx context.Context, r PaymentRequest) (out map[string]any, err error) {
	if r.IdempotencyKey == "" {
		r.IdempotencyKey = newKey()
	}
	err = p.do(ctx, &out, "POST /payments", endpoint.ParamsOf(r))
	return
}

// Payment returns a payment.
func (p Payments) Payment(ctx context.Context, id string) (out map[string]any, err error) {
	err = p.do(ctx, &out, "GET /payments/{payment_id}", endpoint.Path{"payment_id": id})
	return
}

// PaymentFilter chooses payments.
type PaymentFilter struct {
	BeginTime  string `url:"begin_time,omitempty"`
	EndTime    string `url:"end_time,omitempty"`
	SortOrder  string `url:"sort_order,omitempty"`
	Cursor     string `url:"cursor,omitempty"`
	LocationID string `url:"location_id,omitempty"`
	Total      int64  `url:"total,omitempty"`
}

// ListPayments lists payments.
func (p Payments) ListPayments(ctx context.Context, f PaymentFilter) (out map[string]any, err error) {
	err = p.do(ctx, &out, "GET /payments", endpoint.Query(endpoint.ParamsOf(f)))
	return
}

// Complete completes a payment.
func (p Payments) Complete(ctx context.Context, id string, token *string) (out map[string]any, err error) {
	err = p.do(ctx, &out, "POST /payments/{payment_id}/complete", endpoint.Params{"payment_id": id, "version_token": token})
	return
}

// Add adds a customer.
func (c Customers) Add(ctx context.Context, name, email string) (out map[string]any, err error) {
	err = c.do(ctx, &out, "POST /customers", endpoint.Params{"given_name": name, "email_address": email})
	return
}

// Delete deletes a customer.
func (c Customers) Delete(ctx context.Context, id string, version int64) error {
	return c.do(ctx, new(any), "DELETE /customers/{customer_id}{?version}", endpoint.Params{"customer_id": id, "version": version})
}

// Group adds a customer to a group.
func (c Customers) Group(ctx context.Context, id, group string) error {
	return c.do(ctx, new(any), "PUT /customers/{customer_id}/groups/{group_id}", endpoint.Path{"customer_id": id, "group_id": group})
}

// Items lists items.
func (c Catalog) Items(ctx context.Context, types []string, cursor string) (out map[string]any, err error) {
	q := endpoint.Query{"types": types}
	if cursor != "" {
		q["cursor"] = cursor
	}
	err = c.do(ctx, &out, "GET /catalog/list", q, endpoint.Options{Lists: endpoint.ListComma})
	return
}

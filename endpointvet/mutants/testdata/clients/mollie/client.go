// Package mollie is a client for version 2 of the Mollie payments API.
package mollie

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"example.com/endpoint"
)

// Config sets how the client behaves.
type Config struct {
	BaseURL string
	Testing bool // adds testmode to each request; only for organization tokens
}

// DefaultConfig is the configuration for API keys.
var DefaultConfig = Config{BaseURL: "https://api.mollie.com/v2"}

// Client manages communication with Mollie.
type Client struct {
	*http.Client
	endpoint.Endpoint

	Payments  *PaymentsService
	Refunds   *RefundsService
	Customers *CustomersService
}

// New returns a client.
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

// Response is a response with its body.
type Response struct {
	*http.Response
	content []byte
}

// Amount is an amount of money, such as "10.00" EUR.
type Amount struct {
	Currency string `json:"currency"`
	Value    string `json:"value"`
}

// Payment is a payment.
type Payment struct {
	ID          string         `json:"id,omitempty"`
	Amount      *Amount        `json:"amount,omitempty"`
	Description string         `json:"description,omitempty"`
	RedirectURL string         `json:"redirectUrl,omitempty"`
	WebhookURL  string         `json:"webhookUrl,omitempty"`
	Method      []string       `json:"method,omitempty"`
	Metadata    map[string]any `json:"metadata,omitempty"`
	CustomerID  string         `json:"customerId,omitempty"`
}

// PaymentOptions include and embed resources in a payment.
type PaymentOptions struct {
	Include string `url:"include,omitempty"`
	Embed   string `url:"embed,omitempty"`
}

// PaymentListOptions select a page of payments.
type PaymentListOptions struct {
	Limit int    `url:"limit,omitempty"`
	From  string `url:"from,omitempty"`
	Sort  string `url:"sort,omitempty"`
}

// Refund is a refund of a payment.
type Refund struct {
	ID          string  `json:"id,omitempty"`
	Amount      *Amount `json:"amount,omitempty"`
	Description string  `json:"description,omitempty"`
}

// Customer is a customer.
type Customer struct {
	ID     string `json:"id,omitempty"`
	Name   string `json:"name,omitempty"`
	Email  string `json:"email,omitempty"`
	Locale string `json:"locale,omitempty"`
}

// PaymentsService handles payments.
type PaymentsService struct{ client *Client }

// RefundsService handles refunds.
type RefundsService struct{ client *Client }

// CustomersService handles customers.
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
	if res.StatusCode > 299 {
		return r, fmt.Errorf("mollie: %s: %s", res.Status, bytes.TrimSpace(r.content))
	}
	if v != nil && len(r.content) > 0 {
		err = json.Unmarshal(r.content, v)
	}
	return r, err
}

// Get retrieves a payment by its ID.
func (s *PaymentsService) Get(ctx context.Context, id string, opts *PaymentOptions) (p *Payment, err error) {
	_, err = s.client.send(ctx, &p, "GET /payments/{id}", endpoint.Path{"id": id}, endpoint.ParamsOf(opts))
	return
}

// Create creates a payment.
func (s *PaymentsService) Create(ctx context.Context, payment Payment, opts *PaymentOptions) (p *Payment, err error) {
	_, err = s.client.send(ctx, &p, "POST /payments",
		endpoint.Query(endpoint.ParamsOf(opts)), endpoint.Options{Data: payment})
	return
}

// Update changes the description, URLs and metadata of a payment.
func (s *PaymentsService) Update(ctx context.Context, id string, payment Payment) (p *Payment, err error) {
	_, err = s.client.send(ctx, &p, "PATCH /payments/{id}", endpoint.Path{"id": id}, endpoint.Options{Data: payment})
	return
}

// Cancel cancels a payment.
func (s *PaymentsService) Cancel(ctx context.Context, id string) (p *Payment, err error) {
	_, err = s.client.send(ctx, &p, "DELETE /payments/{id}", endpoint.Path{"id": id})
	return
}

// List lists payments.
func (s *PaymentsService) List(ctx context.Context, opts *PaymentListOptions) (list map[string]any, err error) {
	_, err = s.client.send(ctx, &list, "GET /payments", endpoint.ParamsOf(opts))
	return
}

// Create refunds a payment.
func (s *RefundsService) Create(ctx context.Context, paymentID string, refund Refund) (r *Refund, err error) {
	_, err = s.client.send(ctx, &r, "POST /payments/{paymentId}/refunds",
		endpoint.Path{"paymentId": paymentID}, endpoint.Options{Data: refund})
	return
}

// Get retrieves a refund.
func (s *RefundsService) Get(ctx context.Context, paymentID, id string) (r *Refund, err error) {
	_, err = s.client.send(ctx, &r, "GET /payments/{paymentId}/refunds/{id}{?embed}", endpoint.Params{
		"paymentId": paymentID, "id": id, "embed": "payment",
	})
	return
}

// Create creates a customer.
func (s *CustomersService) Create(ctx context.Context, customer Customer) (c *Customer, err error) {
	_, err = s.client.send(ctx, &c, "POST /customers", endpoint.ParamsOf(customer))
	return
}

// CreatePayment creates a payment for a customer.
func (s *CustomersService) CreatePayment(ctx context.Context, id string, payment Payment) (p *Payment, err error) {
	_, err = s.client.send(ctx, &p, "POST /customers/{customerId}/payments",
		endpoint.Path{"customerId": id}, endpoint.ParamsOf(payment), endpoint.Params{"sequenceType": "first"})
	return
}

// Delete deletes a customer.
func (s *CustomersService) Delete(ctx context.Context, id string) error {
	_, err := s.client.send(ctx, nil, "DELETE /customers/{id}", endpoint.Path{"id": id})
	return err
}

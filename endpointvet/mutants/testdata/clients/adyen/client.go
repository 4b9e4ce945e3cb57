// Package adyen calls the Checkout and Management APIs of Adyen.
package adyen

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.com/endpoint"
)

const (
	checkoutTest   = "https://checkout-test.adyen.com/v71"
	managementTest = "https://management-test.adyen.com/v3"

	checkoutLive   = "https://{prefix}-checkout-live.adyenpayments.com/checkout/v71" // not run
	managementLive = "https://management-live.adyen.com/v3"                          // not run
)

// Config says which account to use.
type Config struct {
	APIKey          string
	MerchantAccount string
	LivePrefix      string // "" for the test environment
}

// APIClient has a service for each API.
type APIClient struct {
	cfg  Config
	http *http.Client

	checkout   endpoint.Endpoint
	management endpoint.Endpoint
}

// NewAPIClient returns a client.
func NewAPIClient(cfg Config) *APIClient {
	headers := endpoint.Headers{"accept": "application/json", "x-api-key": cfg.APIKey}
	c := &APIClient{cfg: cfg, http: &http.Client{Timeout: time.Minute}}
	if cfg.LivePrefix == "" {
		c.checkout = endpoint.New(endpoint.Options{BaseURL: checkoutTest}, headers)
		c.management = endpoint.New(endpoint.Options{BaseURL: managementTest}, headers)
	} else {
		c.checkout = endpoint.New(endpoint.Options{BaseURL: checkoutLive}, headers, endpoint.Path{"prefix": cfg.LivePrefix})
		c.management = endpoint.New(endpoint.Options{BaseURL: managementLive}, headers)
	}
	return c
}

// Amount is an amount in minor units.
type Amount struct {
	Currency string `json:"currency"`
	Value    int64  `json:"value"`
}

// PaymentRequest begins a payment.
type PaymentRequest struct {
	Amount          Amount         `json:"amount"`
	Reference       string         `json:"reference"`
	MerchantAccount string         `json:"merchantAccount"`
	PaymentMethod   map[string]any `json:"paymentMethod,omitempty"`
	ReturnURL       string         `json:"returnUrl"`
	CountryCode     string         `json:"countryCode,omitempty"`
}

// PaymentResponse is the state of a payment.
type PaymentResponse struct {
	PSPReference string `json:"pspReference"`
	ResultCode   string `json:"resultCode"`
}

func (c *APIClient) send(ctx context.Context, api endpoint.Endpoint, out any, route string, layers []endpoint.Layer) error {
	r, err := api.Build(route, layers...)
	if err != nil {
		return err
	}
	req, err := r.HTTPRequest(ctx)
	if err != nil {
		return err
	}
	res, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode > 299 {
		return fmt.Errorf("adyen: %s: %s", route, res.Status)
	}
	return json.NewDecoder(res.Body).Decode(out)
}

// idempotent returns the layers of a call, with the header that makes it safe to
// repeat, if there is a key.
func idempotent(key string, layers ...endpoint.Layer) []endpoint.Layer {
	if key != "" {
		layers = append(layers, endpoint.Headers{"idempotency-key": key})
	}
	return layers
}

// Payments begins a payment.
func (c *APIClient) Payments(ctx context.Context, key string, p PaymentRequest) (res PaymentResponse, err error) {
	p.MerchantAccount = c.cfg.MerchantAccount
	err = c.send(ctx, c.checkout, &res, "POST /payments", idempotent(key, endpoint.Options{Data: p}))
	return
}

// PaymentMethods lists the methods that a shopper can use.
func (c *APIClient) PaymentMethods(ctx context.Context, country string, amount Amount) (res map[string]any, err error) {
	err = c.send(ctx, c.checkout, &res, "POST /paymentMethods", []endpoint.Layer{endpoint.Params{
		"merchantAccount": c.cfg.MerchantAccount,
		"countryCode":     country,
		"amount":          amount,
		"channel":         "Web",
	}})
	return
}

// modify captures, refunds or cancels a payment.
func (c *APIClient) modify(ctx context.Context, key, psp, action string, body endpoint.Params) (res PaymentResponse, err error) {
	err = c.send(ctx, c.checkout, &res, "POST /payments/{paymentPspReference}/{action}", idempotent(key,
		endpoint.Path{"paymentPspReference": psp, "action": action},
		endpoint.Params{"merchantAccount": c.cfg.MerchantAccount},
		body,
	))
	return
}

// Capture captures a payment.
func (c *APIClient) Capture(ctx context.Context, key, psp string, amount Amount) (PaymentResponse, error) {
	return c.modify(ctx, key, psp, "captures", endpoint.Params{"amount": amount})
}

// Refund refunds a payment, or a part of it.
func (c *APIClient) Refund(ctx context.Context, key, psp string, amount Amount, reference string) (PaymentResponse, error) {
	return c.modify(ctx, key, psp, "refunds", endpoint.Params{"amount": amount, "reference": reference})
}

// Cancel cancels a payment that was not captured.
func (c *APIClient) Cancel(ctx context.Context, key, psp string) (PaymentResponse, error) {
	return c.modify(ctx, key, psp, "cancels", nil)
}

// CreateLink creates a payment link.
func (c *APIClient) CreateLink(ctx context.Context, amount Amount, reference string, reusable bool) (res map[string]any, err error) {
	err = c.send(ctx, c.checkout, &res, "POST /paymentLinks", []endpoint.Layer{endpoint.Params{
		"amount": amount, "reference": reference, "merchantAccount": c.cfg.MerchantAccount, "reusable": reusable,
	}})
	return
}

// ExpireLink makes a payment link invalid.
func (c *APIClient) ExpireLink(ctx context.Context, id string) (res map[string]any, err error) {
	err = c.send(ctx, c.checkout, &res, "PATCH /paymentLinks/{linkId}", []endpoint.Layer{
		endpoint.Path{"linkId": id},
		endpoint.Params{"status": "expired"},
	})
	return
}

// StoredMethods lists the payment methods that a shopper has stored.
func (c *APIClient) StoredMethods(ctx context.Context, shopper string) (res map[string]any, err error) {
	err = c.send(ctx, c.checkout, &res, "GET /storedPaymentMethods", []endpoint.Layer{
		endpoint.Query{"shopperReference": shopper, "merchantAccount": c.cfg.MerchantAccount},
	})
	return
}

// Webhooks lists the webhooks of the merchant account.
func (c *APIClient) Webhooks(ctx context.Context, page, size int) (res map[string]any, err error) {
	err = c.send(ctx, c.management, &res, "GET /merchants/{merchantId}/webhooks", []endpoint.Layer{endpoint.Params{
		"merchantId": c.cfg.MerchantAccount, "pageNumber": page, "pageSize": size,
	}})
	return
}

// TestWebhook sends test notifications to a webhook.
func (c *APIClient) TestWebhook(ctx context.Context, id string, types ...string) (res map[string]any, err error) {
	err = c.send(ctx, c.management, &res, "POST /merchants/{merchantId}/webhooks/{webhookId}/test", []endpoint.Layer{
		endpoint.Path{"merchantId": c.cfg.MerchantAccount, "webhookId": id},
		endpoint.Params{"types": types},
	})
	return
}

// Package adyen calls the Checkout and Management APIs of Adyen.
package adyen

import (
	"context"
	"encoding/json"
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

type Config struct {
	APIKey          string
	MerchantAccount string
	LivePrefix      string // "" for the test environment
}

type APIClient struct {
	cfg  Config
	http *http.Client

	checkout   endpoint.Endpoint
	management endpoint.Endpoint
}

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

type Amount struct {
	Currency string `json:"currency"`
	Value    int64  `json:"value"`
}

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
	return json.NewDecoder(res.Body).Decode(out)
}

func idempotent(key string, layers ...endpoint.Layer) []endpoint.Layer {
	if key != "" {
		layers = append(layers, endpoint.Headers{"idempotency-key": key})
	}
	return layers
}

func (c *APIClient) modify(ctx context.Context, key, psp, action string, body endpoint.Params) (res PaymentResponse, err error) {
	err = c.send(ctx, c.checkout, &res, "POST /payments/{paymentPspReference}/{action}", idempotent(key,
		endpoint.Path{"paymentPspReference": psp, "action": action},
		endpoint.Params{"merchantAccount": c.cfg.MerchantAccount},
		body,
	))
	return
}

func (c *APIClient) Refund(ctx context.Context, key, psp string, amount Amount, reference string) (PaymentResponse, error) {
	return c.modify(ctx, key, psp, "refunds", endpoint.Params{"amount": amount, "reference": reference})
}

func (c *APIClient) CreateLink(ctx context.Context, amount Amount, reference string, reusable bool) (res map[string]any, err error) {
	err = c.send(ctx, c.checkout, &res, "POST /paymentLinks", []endpoint.Layer{endpoint.Params{
		"amount": amount, "reference": reference, "merchantAccount": c.cfg.MerchantAccount, "reusable": reusable,
	}})
	return
}

func (c *APIClient) StoredMethods(ctx context.Context, shopper string) (res map[string]any, err error) {
	err = c.send(ctx, c.checkout, &res, "GET /storedPaymentMethods", []endpoint.Layer{
		endpoint.Query{"shopperReference": shopper, "merchantAccount": c.cfg.MerchantAccount},
	})
	return
}

func (c *APIClient) TestWebhook(ctx context.Context, id string, types ...string) (res map[string]any, err error) {
	err = c.send(ctx, c.management, &res, "POST /merchants/{merchantId}/webhooks/{webhookId}/test", []endpoint.Layer{
		endpoint.Path{"merchantId": c.cfg.MerchantAccount, "webhookId": id},
		endpoint.Params{"types": types},
	})
	return
}

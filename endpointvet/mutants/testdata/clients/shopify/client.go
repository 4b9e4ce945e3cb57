// Package shopify is a client for the Admin API of Shopify.
package shopify

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"example.com/endpoint"
)

const apiVersion = "2024-10"

// Client has one service for each resource.
type Client struct {
	common service

	Products *ProductService
	Orders   *OrderService
	Webhooks *WebhookService
}

type service struct {
	http *http.Client
	api  endpoint.Endpoint
}

type (
	// ProductService handles products and their images.
	ProductService service
	// OrderService handles orders.
	OrderService service
	// WebhookService handles webhooks.
	WebhookService service
)

// NewClient returns a client for a shop.
func NewClient(shop, token string) *Client {
	c := &Client{}
	c.common = service{
		http: http.DefaultClient,
		api: endpoint.New(endpoint.Options{
			BaseURL: "https://{shop}.myshopify.com/admin/api/{version}",
			Path:    endpoint.Path{"shop": shop, "version": apiVersion},
			Headers: endpoint.Headers{
				"accept":                 "application/json",
				"x-shopify-access-token": token,
			},
			Lists: endpoint.ListComma,
		}),
	}
	c.Products = (*ProductService)(&c.common)
	c.Orders = (*OrderService)(&c.common)
	c.Webhooks = (*WebhookService)(&c.common)
	return c
}

func (s *service) send(req *http.Request, err error, out any) error {
	if err != nil {
		return err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("shopify: %s", resp.Status)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// ListOptions are common to all lists.
type ListOptions struct {
	Limit    int       `url:"limit,omitempty"`
	SinceID  int64     `url:"since_id,omitempty"`
	Fields   []string  `url:"fields,omitempty,comma"`
	PageInfo string    `url:"page_info,omitempty"`
	After    time.Time `url:"created_at_min,omitempty"`
}

// ProductListOptions choose products.
type ProductListOptions struct {
	ListOptions
	Vendor       string `url:"vendor,omitempty"`
	CollectionID int64  `url:"collection_id,omitempty"`
	Status       string `url:"status,omitempty"`
}

// A Product is for sale.
type Product struct {
	ID    int64  `json:"id,omitempty"`
	Title string `json:"title"`
	Body  string `json:"body_html,omitempty"`
	Tags  string `json:"tags,omitempty"`
}

// List lists products.
func (s *ProductService) List(ctx context.Context, opts *ProductListOptions) ([]Product, error) {
	var out struct{ Products []Product }
	req, err := s.api.HTTPRequest(ctx, "GET /products.json", endpoint.ParamsOf(opts))
	return out.Products, (*service)(s).send(req, err, &out)
}

// Get returns a product.
func (s *ProductService) Get(ctx context.Context, id int64, fields ...string) (*Product, error) {
	var out struct{ Product *Product }
	req, err := s.api.HTTPRequest(ctx, "GET /products/{id}.json",
		endpoint.Path{"id": id}, endpoint.Query{"fields": fields})
	return out.Product, (*service)(s).send(req, err, &out)
}

// Create adds a product.
func (s *ProductService) Create(ctx context.Context, p Product) (*Product, error) {
	var out struct{ Product *Product }
	req, err := s.api.HTTPRequest(ctx, "POST /products.json", endpoint.Params{"product": p})
	return out.Product, (*service)(s).send(req, err, &out)
}

// Update changes a product.
func (s *ProductService) Update(ctx context.Context, p Product) error {
	req, err := s.api.HTTPRequest(ctx, "PUT /products/{product_id}.json",
		endpoint.Path{"product_id": p.ID}, endpoint.Params{"product": p})
	return (*service)(s).send(req, err, nil)
}

// DeleteImage removes an image of a product.
func (s *ProductService) DeleteImage(ctx context.Context, product, image int64) error {
	req, err := s.api.HTTPRequest(ctx, "DELETE /products/{product}/images/{image}.json",
		endpoint.Path{"product": product, "image": image})
	return (*service)(s).send(req, err, nil)
}

// Count counts the orders with a status.
func (s *OrderService) Count(ctx context.Context, status string) (int, error) {
	var out struct{ Count int }
	req, err := s.api.HTTPRequest(ctx, "GET /orders/count.json", endpoint.Query{"status": status}.OmitZero())
	return out.Count, (*service)(s).send(req, err, &out)
}

// Cancel cancels an order.
func (s *OrderService) Cancel(ctx context.Context, id int64, reason string, email bool) error {
	req, err := s.api.HTTPRequest(ctx, "POST /orders/{order_id}/cancel.json",
		endpoint.Path{"order_id": id},
		endpoint.Params{"reason": reason, "email": email})
	return (*service)(s).send(req, err, nil)
}

// Fulfillments lists the fulfillments of an order.
func (s *OrderService) Fulfillments(ctx context.Context, id int64, o ListOptions) error {
	params := endpoint.ParamsOf(o)
	params["order_id"] = id
	req, err := s.api.HTTPRequest(ctx, "GET /orders/{order_id}/fulfillments.json", params)
	return (*service)(s).send(req, err, nil)
}

// Create adds a webhook.
func (s *WebhookService) Create(ctx context.Context, topic, address string) error {
	hook := map[string]any{"topic": topic, "address": address, "format": "json"}
	req, err := s.api.HTTPRequest(ctx, "POST /webhooks.json", endpoint.Options{
		Data: map[string]any{"webhook": hook},
	})
	return (*service)(s).send(req, err, nil)
}

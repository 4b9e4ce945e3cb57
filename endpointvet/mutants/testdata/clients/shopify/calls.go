package shopify

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("acme", "shpat_1")
	call(c.Products.List(ctx, &ProductListOptions{ListOptions: ListOptions{Limit: 50, SinceID: 3}, Vendor: "Acme", Status: "active"}))
	or(c.Products.List(ctx, nil))
	call(c.Products.Get(ctx, 632910392, "id", "title"))
	call(c.Products.Create(ctx, Product{Title: "Shoe"}))
	call(nil, c.Products.Update(ctx, Product{ID: 7, Title: "Boot", Tags: "a, b"}))
	call(nil, c.Products.DeleteImage(ctx, 7, 8))
	call(c.Orders.Count(ctx, "open"))
	call(nil, c.Orders.Cancel(ctx, 450789469, "customer", true))
	call(nil, c.Orders.Fulfillments(ctx, 450789469, ListOptions{Limit: 5}))
	call(nil, c.Webhooks.Create(ctx, "orders/create", "https://example.test/hook"))
}

package stripe

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("sk_test")
	ada := Customer{Name: "Ada", Address: &Address{City: "London", Country: "GB"}, Meta: map[string]string{"plan": "pro"}}
	call(c.CreateCustomer(ctx, &ada, "order-1"))
	or(c.CreateCustomer(ctx, &Customer{}, ""))
	call(c.UpdateCustomer(ctx, "cus_1", ada))
	or(c.UpdateCustomer(ctx, "cus_1", Customer{}))
	call(c.ClearPhone(ctx, "cus_1"))
	call(c.Customers(ctx, List{Limit: 10, StartingAfter: "cus_1"}))
	or(c.Customers(ctx, List{}))
	call(c.Charges(ctx, ChargeList{List: List{Limit: 5}, Customer: "cus_1", Created: &Between{From: 1760000000}}))
	or(c.Charges(ctx, ChargeList{}))
	call(c.Checkout(ctx, "price_1", 2))
	call(c.Refund(ctx, Refund{Charge: "ch_1", Amount: 500}))
	call(c.Cancel(ctx, "sub_1", true))
}

package square

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	s := NewSquare(Config{AccessToken: "t", Version: "2024-10-17", Sandbox: true})
	newKey = func() string { return "key" }
	call(s.Pay(ctx, PaymentRequest{SourceID: "cnon", AmountMoney: Money{100, "USD"}}))
	call(s.Payment(ctx, "p1"))
	call(s.ListPayments(ctx, PaymentFilter{SortOrder: "DESC", LocationID: "L1"}))
	token := "v1"
	call(s.Complete(ctx, "p1", &token))
	call(s.Add(ctx, "Ada", "a@b.test"))
	call(nil, s.Customers.Delete(ctx, "c1", 3))
	call(nil, s.Group(ctx, "c1", "g1"))
	call(s.Catalog.Items(ctx, []string{"ITEM", "TAX"}, "x"))
}

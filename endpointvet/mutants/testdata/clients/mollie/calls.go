package mollie

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New(nil, DefaultConfig, "test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM")
	org := New(nil, Config{BaseURL: DefaultConfig.BaseURL, Testing: true}, "access_Wwvu7egPcJLLJ9Kb7J632x8wJ2zMeJ")
	eur := &Amount{"EUR", "10.00"}
	payment := Payment{Amount: eur, Description: "Order 7", RedirectURL: "https://shop.example.com/7", Method: []string{"ideal", "creditcard"}}

	call(c.Payments.Get(ctx, "tr_WDqYK6vllg", &PaymentOptions{Embed: "refunds"}))
	or(org.Payments.Get(ctx, "tr_WDqYK6vllg", nil))
	call(c.Payments.Create(ctx, payment, &PaymentOptions{Include: "details.qrCode"}))
	or(c.Payments.Create(ctx, payment, nil))
	call(c.Payments.Update(ctx, "tr_WDqYK6vllg", Payment{Description: "Order 7b"}))
	call(c.Payments.Cancel(ctx, "tr_WDqYK6vllg"))
	call(c.Payments.List(ctx, &PaymentListOptions{Limit: 50, From: "tr_SDkzMggpvx"}))
	call(c.Refunds.Create(ctx, "tr_WDqYK6vllg", Refund{Amount: eur}))
	call(c.Refunds.Get(ctx, "tr_WDqYK6vllg", "re_4qqhO89gsT"))
	call(c.Customers.Create(ctx, Customer{Name: "Ada", Email: "ada@example.com"}))
	call(c.Customers.CreatePayment(ctx, "cst_8wmqcHMN4U", Payment{Amount: eur, Description: "First", RedirectURL: "https://shop.example.com/8"}))
	call(nil, c.Customers.Delete(ctx, "cst_8wmqcHMN4U"))
}

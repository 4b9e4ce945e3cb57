package mollie

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New(nil, DefaultConfig, "test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM")
	eur := &Amount{"EUR", "10.00"}
	payment := Payment{Amount: eur, Description: "Order 7", RedirectURL: "https://shop.example.com/7", Method: []string{"ideal", "creditcard"}}

	call(c.Payments.Create(ctx, payment, &PaymentOptions{Include: "details.qrCode"}))
	org := New(nil, Config{BaseURL: DefaultConfig.BaseURL, Testing: true}, "access_Wwvu7egPcJLLJ9Kb7J632x8wJ2zMeJ")
	call(org.Payments.Create(ctx, payment, &PaymentOptions{Embed: "refunds"}))
}

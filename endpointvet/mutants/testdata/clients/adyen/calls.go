package adyen

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewAPIClient(Config{APIKey: "AQEyhmfx", MerchantAccount: "AcmeECOM"})
	live := NewAPIClient(Config{APIKey: "AQEyhmfx", MerchantAccount: "AcmeECOM", LivePrefix: "1797a841fbb37ca7-acme"})
	eur := Amount{"EUR", 1000}
	payment := PaymentRequest{Amount: eur, Reference: "order-7", ReturnURL: "https://shop.example.com/return", PaymentMethod: map[string]any{"type": "ideal"}}
	call(c.Payments(ctx, "2f1c", payment))
	or(live.Payments(ctx, "", payment))
	call(c.PaymentMethods(ctx, "NL", eur))
	call(c.Capture(ctx, "77aa", "993617895215577D", eur))
	call(c.Refund(ctx, "77ab", "993617895215577D", eur, "refund-7"))
	call(c.Cancel(ctx, "", "993617895215577D"))
	call(c.CreateLink(ctx, eur, "order-8", false))
	call(c.ExpireLink(ctx, "PL61C53A8B97E6915A"))
	call(c.StoredMethods(ctx, "shopper-1"))
	call(c.Webhooks(ctx, 1, 50))
	call(c.TestWebhook(ctx, "S2-4A4E3D2C", "AUTHORISATION"))
}

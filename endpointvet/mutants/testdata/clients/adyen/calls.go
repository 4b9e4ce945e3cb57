package adyen

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewAPIClient(Config{APIKey: "AQEyhmfx", MerchantAccount: "AcmeECOM"})
	eur := Amount{"EUR", 1000}
	call(c.Refund(ctx, "77ab", "993617895215577D", eur, "refund-7"))
	call(c.CreateLink(ctx, eur, "order-8", false))
	call(c.StoredMethods(ctx, "shopper-1"))
	live := NewAPIClient(Config{APIKey: "AQEyhmfx", MerchantAccount: "AcmeECOM", LivePrefix: "1797a841fbb37ca7-acme"})
	call(live.StoredMethods(ctx, "shopper-1"))
	call(live.TestWebhook(ctx, "S2-4A4E3D2C", "AUTHORISATION"))
	call(c.TestWebhook(ctx, "S2-4A4E3D2C", "AUTHORISATION"))
}

package paypal

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	s := Open(Sandbox, "id", "s3cret")
	call(s.Login(ctx))
	call(s.Create(ctx, "r1", Unit{Amount: Money{"EUR", "10.00"}}))
	call(s.Capture(ctx, "5O190127TN364715T", "r2"))
	call(s.Refund(ctx, "2GG279541U471931P", &Money{"EUR", "5.00"}))
	call(s.Transactions(ctx, &TransactionSearch{Start: "2026-01-01T00:00:00Z", End: "2026-01-31T00:00:00Z", Page: 2}))
	call(s.Track(ctx, "5O190127TN364715T", "DHL", "JJD1"))
}

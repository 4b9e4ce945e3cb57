package kraken

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	call(Ticker(ctx, "XBTUSD", "ETHUSD"))
	call(Candles(ctx, "XBTUSD", 60, 1760000000))
	call(Depth(ctx, "XBTUSD", 10))
	a, err := NewAccount("k", "c2VjcmV0", func() int64 { return 7 })
	call(nil, err)
	call(a.Balance(ctx))
	call(a.Add(ctx, Order{Pair: "XBTUSD", Type: "buy", OrderType: "market", Volume: 1.25, Validate: true}))
	call(a.Cancel(ctx, "OYVGEW"))
	call(a.Trades(ctx, 1, 2, 50))
}

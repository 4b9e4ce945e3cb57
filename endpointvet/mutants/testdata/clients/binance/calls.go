package binance

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zv", "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP", func() int64 { return 1765000000000 })
	call(c.NewKlinesService("BTCUSDT").Interval("15m").Limit(10).Do(ctx))
	or(c.NewKlinesService("ETHBTC").Interval("1d").Between(1760000000000, 1765000000000).Do(ctx))
	call(c.CancelOrder(ctx, "BTCUSDT", 28))
	call(nil, c.KeepaliveUserStream(ctx, "pqia91ma19a5s61cv6a81va65sdf19v8a65a1"))
}

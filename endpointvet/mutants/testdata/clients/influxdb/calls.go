package influxdb

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	w := NewWriter("https://influx.test", "t0ken", "acme", "metrics")
	at := time.Unix(1760000000, 0).UTC()
	w.Point("cpu", 0.5, at)
	call(nil, w.Delete(ctx, "cpu", at, at.Add(time.Hour)))
	call(nil, w.Ready(ctx))
}

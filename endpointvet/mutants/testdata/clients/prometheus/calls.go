package prometheus

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	s, err := Dial("https://prometheus.test", 5*time.Second)
	call(nil, err)
	at := time.Unix(1760000000, 0)
	call(s.Query(ctx, `sum(rate(http_requests_total{job="web"}[5m]))`, at))
	call(s.Range(ctx, "up", at, at.Add(time.Hour), 15))
	call(s.Series(ctx, "up", `node_load1{instance=~"a.*"}`))
	call(s.Values(ctx, "job", at))
	call(s.Targets(ctx, "active"))
	call(s.Reload(ctx))
}

package cloudflare

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := New("t0ken")
	call(a.Purge(ctx, "z1", []string{"https://example.org/a.css"}))
	call(a.Purge(ctx, "z1", nil))
	call(a.Analytics(ctx, "z1", time.Unix(1760000000, 0).UTC(), time.Unix(1760003600, 0).UTC()))
	call(a.PutValue(ctx, "a1", "n1", "settings/theme", "dark"))
}

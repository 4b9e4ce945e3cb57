package cloudflare

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := New("t0ken")
	call(a.Zones(ctx, "example.org", "active"))
	or(a.Zones(ctx, "", ""))
	call(a.Records(ctx, "z1", "A", 2))
	call(a.AddRecord(ctx, "z1", Record{Type: "A", Name: "www", Content: "192.0.2.1", Proxied: new(true)}))
	call(a.DeleteRecord(ctx, "z1", "r1"))
	call(a.Purge(ctx, "z1", []string{"https://example.org/a.css"}))
	call(a.Purge(ctx, "z1", nil))
	call(a.Analytics(ctx, "z1", time.Unix(1760000000, 0).UTC(), time.Unix(1760003600, 0).UTC()))
	call(a.PutValue(ctx, "a1", "n1", "settings/theme", "dark"))
}

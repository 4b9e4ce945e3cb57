package zendesk

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("acme", "Bearer t0ken")
	call(c.Ticket(ctx, 35436))
	call(c.Create(ctx, Ticket{Subject: "Help", Comment: &Comment{Body: "It smokes"}, Tags: []string{"printer"}}))
	call(c.Answer(ctx, 35436, "Unplug it"))
	call(c.Search(ctx, "status:open"))
	call(c.Many(ctx, []int64{1, 2}))
	call(c.Since(ctx, time.Unix(1760000000, 0)))
	call(c.Tag(ctx, 35436, "printer", "fire"))
	call(c.Of(ctx, "acme-eu"))
}

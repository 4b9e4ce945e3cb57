package sendgrid

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	m := &Mailer{API: endpoint.New(Defaults("SG.1")), HTTP: http.DefaultClient, OnBehalfOf: "sub"}
	call(nil, m.Send(ctx, Mail{"a@example.org", "b@example.org", "Hi", "Text"}))
	call(nil, m.Bounces(ctx, 1760000000, 1760003600))
	call(nil, m.Forget(ctx, "bounces", "b@example.org"))
	call(m.Template(ctx, "d-1"))
	call(m.AddVersion(ctx, "d-1", "v2", "<p>Hi</p>", true))
	call(m.Stats(ctx, "2026-01-01", "news", "offers"))
	or(m.Stats(ctx, "2026-01-01"))
}

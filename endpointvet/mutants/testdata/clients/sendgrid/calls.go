package sendgrid

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	m := &Mailer{API: endpoint.New(Defaults("SG.1")), HTTP: http.DefaultClient, OnBehalfOf: "sub"}
	call(nil, m.Bounces(ctx, 1760000000, 1760003600))
	call(nil, m.Forget(ctx, "bounces", "b@example.org"))
}

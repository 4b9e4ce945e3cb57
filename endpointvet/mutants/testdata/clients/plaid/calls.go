package plaid

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	p := New(Sandbox, "id", "s")
	call(p.CreateLinkToken(ctx, "u1", LinkToken{ClientName: "App", Language: "en", CountryCodes: []string{"US"}}))
	call(p.Exchange(ctx, "public-1"))
	i := p.Item("access-1")
	call(i.Balance(ctx, "a1"))
	call(i.Transactions(ctx, time.Unix(1700000000, 0), time.Unix(1760000000, 0), 0))
	call(i.Sync(ctx, "c1"))
	call(nil, i.Remove(ctx))
	call(p.Institutions(ctx, 10, 0, "US", "GB"))
}

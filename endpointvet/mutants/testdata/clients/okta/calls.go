package okta

import (
	"context"
	"iter"
	"time"
)

func first(s iter.Seq2[User, error]) (u User, err error) {
	for u, err := range s {
		return u, err
	}
	return u, nil
}

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c, err := New(Config{Org: "acme", Token: "00QC"})
	call(nil, err)
	call(first(c.Users(ctx, `status eq "ACTIVE"`)))
	call(first(c.Members(ctx, "00g1")))
	call(c.CreateUser(ctx, map[string]any{"login": "a@b.test"}, []string{"00g1"}, true))
	call(c.User(ctx, "me"))
	call(nil, c.Suspend(ctx, "00u1"))
	call(nil, c.ResetPassword(ctx, "00u1"))
	call(nil, c.AddMember(ctx, "00g1", "00u1"))
	call(c.Logs(ctx, time.Unix(1760000000, 0).UTC(), `eventType eq "user.session.start"`))
}

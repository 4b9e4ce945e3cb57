package zoom

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	z := New("a", "i", "s")
	at := time.Unix(1760000000, 0).UTC()
	call(z.User(ctx, "me"))
	call(z.Meetings(ctx, "me", "upcoming", "n"))
	call(z.Schedule(ctx, "me", Meeting{Topic: "Go", Start: at, Settings: &Settings{WaitingRoom: true}}))
	call(z.Meeting(ctx, 85746065))
	call(nil, z.Move(ctx, 85746065, at, time.Hour))
	call(nil, z.Cancel(ctx, 85746065, true))
	call(nil, z.End(ctx, 85746065))
	call(z.Register(ctx, 85746065, "a@b.test", "Ada", "L"))
	call(z.Recordings(ctx, "me", 2025, time.March))
}

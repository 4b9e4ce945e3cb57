package matrix

import (
	"context"
	"strings"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c, err := NewClient("https://matrix.org")
	call(nil, err)
	call(c.Login(ctx, "ada", "pw"))
	c.Token = "syt"
	call(c.Sync(ctx, "s1", "", 30*time.Second))
	call(c.Join(ctx, "#go:matrix.org", "matrix.org"))
	call(c.SendText(ctx, "!r:matrix.org", "Hi"))
	call(c.React(ctx, "!r:matrix.org", "$e", "x"))
	call(c.SetState(ctx, "!r:matrix.org", "m.room.member", "@ada:matrix.org", map[string]string{"membership": "join"}))
	call(c.SetState(ctx, "!r:matrix.org", "m.room.topic", "", map[string]string{"topic": "Go"}))
	call(c.Messages(ctx, "!r:matrix.org", "t1", 10))
	call(c.Upload(ctx, "a.txt", "text/plain", strings.NewReader("x")))
}

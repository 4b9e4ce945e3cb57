package msgraph

import (
	"bytes"
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	g := New(func() string { return "t" })
	first := func() (err error) {
		for _, err = range g.Users(ctx, OData{Filter: "startsWith(displayName,'A')", Select: []string{"id"}, Top: 5}) {
			break
		}
		return err
	}
	call(nil, first())
	mail := func() (err error) {
		for _, err = range g.Messages(ctx, "me@a.test", "inbox", OData{OrderBy: "receivedDateTime desc"}) {
			break
		}
		return err
	}
	call(nil, mail())
	call(nil, g.SendMail(ctx, "me@a.test", "Hi", "x", "b@c.test"))
	call(nil, g.UpdateUser(ctx, "1", map[string]any{"jobTitle": "Dev"}))
	call(g.PutFile(ctx, "/docs/a b.txt", bytes.NewBufferString("x")))
	call(nil, g.AddMember(ctx, "1", "2"))
	call(g.Profile(ctx, "1"))
}

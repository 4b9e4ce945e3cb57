package intercom

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("t")
	call(c.Contacts.Create(ctx, Contact{Role: "user", Email: "a@b.test"}))
	call(c.Contacts.Update(ctx, Contact{ID: "63", Email: "c@d.test"}))
	call(c.Contacts.ByEmail(ctx, "a@b.test"))
	call(nil, c.Contacts.Tag(ctx, "63", "7"))
	call(nil, c.Contacts.Untag(ctx, "63", "7"))
	call(c.Conversations.List(ctx, 20, "W10"))
	call(nil, c.Conversations.Reply(ctx, "9", "1", "Hi", "https://a.test/x.png"))
	call(c.Conversations.Get(ctx, "9"))
}

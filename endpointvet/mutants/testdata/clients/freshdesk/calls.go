package freshdesk

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := NewAccount("acme", "abcdefghij1234567890")
	call(a.Ticket(ctx, 20))
	call(a.UpdatedSince(ctx, time.Date(2026, 1, 19, 2, 0, 0, 0, time.UTC), 1))
	call(a.Search(ctx, "priority:3 AND status:2"))
	call(a.Create(ctx, Ticket{Subject: "Refund", Description: "<p>Please</p>", Email: "ada@example.com", Priority: 1, Status: Open, CC: []string{"bo@example.com"}}))
	call(nil, a.SetStatus(ctx, 20, Resolved))
	call(nil, a.Assign(ctx, 20, 8001))
	or(nil, a.Assign(ctx, 20, 0))
	call(nil, a.Reply(ctx, 20, "We have sent it.", "bo@example.com"))
	or(nil, a.Reply(ctx, 20, "We have sent it."))
	call(nil, a.Note(ctx, 20, "Checked the invoice."))
	call(nil, a.Delete(ctx, 20))
	call(a.Contact(ctx, "ada@example.com"))
}

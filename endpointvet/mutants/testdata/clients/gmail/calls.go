package gmail

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	m := Open("", "ya29")
	call(m.List(ctx, "is:unread", []string{"INBOX", "WORK"}, "p2"))
	call(m.Get(ctx, "18c", "metadata", "From", "To"))
	call(m.Send(ctx, "t1", []byte("Subject: x\r\n\r\nHi")))
	call(nil, m.Modify(ctx, "18c", []string{"STARRED"}, []string{"UNREAD"}))
	call(nil, m.Trash(ctx, "18c"))
	call(nil, m.BatchDelete(ctx, []string{"a", "b"}))
	call(m.Attachment(ctx, "18c", "ANG"))
}

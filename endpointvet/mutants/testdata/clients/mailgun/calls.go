package mailgun

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	d := New("mg.example.org", "eu", "key")
	call(nil, d.Send(ctx, "a@example.org", "Hi", "Text", "b@example.org", "c@example.org"))
	call(nil, d.SendMIME(ctx, "b@example.org", []byte("Subject: Hi\r\n\r\nText")))
	call(nil, d.Events(ctx, "b@example.org", []string{"failed", "rejected"}))
	call(nil, d.Unsubscribe(ctx, "b@example.org", "news", "offers"))
	or(nil, d.Unsubscribe(ctx, ""))
	call(nil, d.Allow(ctx, "b@example.org"))
	call(nil, d.Import(ctx, "b@example.org"))
	or(nil, d.Import(ctx))
}

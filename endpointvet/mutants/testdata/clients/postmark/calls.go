package postmark

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	m := NewMailer("s", "a")
	mail := Email{From: "a@b.test", To: "c@d.test", Subject: "Hi", TextBody: "x"}
	call(m.Send(ctx, mail))
	call(m.SendBatch(ctx, []Email{mail, mail}))
	call(m.SendTemplate(ctx, "c@d.test", "welcome", map[string]any{"name": "Ada"}))
	call(m.Bounces(ctx, "HardBounce", 10, 0))
	call(m.ActivateBounce(ctx, 692560173))
	call(m.MessageDump(ctx, "0ac"))
	call(m.Servers(ctx, "prod"))
	call(m.CreateServer(ctx, "prod", "red"))
}

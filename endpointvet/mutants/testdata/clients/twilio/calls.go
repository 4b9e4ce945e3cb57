package twilio

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := NewAccount("AC1", "t0ken")
	call(a.Send(ctx, "+15550001", "+15550002", "Hi", "https://a.test/1.png", "https://a.test/2.png"))
	call(a.Message(ctx, "SM1"))
	call(a.Redact(ctx, "SM1"))
	call(a.Messages(ctx, "+15550002", "2026-01-01"))
	call(a.DeleteRecording(ctx, "CA1", "RE1"))
	call(a.Verify(ctx, "VA1", "+15550002"))
}

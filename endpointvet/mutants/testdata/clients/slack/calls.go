package slack

import (
	"context"
	"encoding/json"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	b := NewBot("xoxb-1")
	call(nil, b.Post(ctx, "C1", "Hi", []Block{{Type: "section", Text: &Text{"mrkdwn", "*Hi*"}}}))
	call(nil, b.Reply(ctx, "C1", "1760000000.0001", "Done"))
	call(b.Channels(ctx))
	call(nil, b.History(ctx, "C1", 1760000000.5))
	call(nil, b.React(ctx, "C1", "1760000000.0001", "tada"))
	call(nil, b.Lookup(ctx, "ada@example.org"))
	call(nil, b.Open(ctx, "trigger", json.RawMessage(`{"type":"modal"}`)))
	call(nil, b.Webhook(ctx, "T1", "B1", "s3cret", "Hi"))
}

package slack

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	b := NewBot("xoxb-1")
	call(nil, b.Post(ctx, "C1", "Hi", []Block{{Type: "section", Text: &Text{"mrkdwn", "*Hi*"}}}))
	call(nil, b.Reply(ctx, "C1", "1760000000.0001", "Done"))
	call(nil, b.History(ctx, "C1", 1760000000.5))
	call(nil, b.React(ctx, "C1", "1760000000.0001", "tada"))
	call(nil, b.Lookup(ctx, "ada@example.org"))
	call(nil, b.Open(ctx, "trigger", json.RawMessage(`{"type":"modal"}`)))
	call(nil, b.Webhook(ctx, "T1", "B1", "s3cret", "Hi"))
	b.http.Transport = &twoPages{}
	call(b.Channels(ctx))
}

// twoPages answers the first request with the cursor of a second page.
type twoPages struct{ second bool }

func (t *twoPages) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err == nil && !t.second {
		resp.Body = io.NopCloser(strings.NewReader(`{"response_metadata":{"next_cursor":"c2"}}`))
	}
	t.second = true
	return resp, err
}

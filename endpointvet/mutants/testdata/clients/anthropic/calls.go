package anthropic

import (
	"context"

	"example.com/endpoint"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient(WithHeader("x-api-key", "k"), endpoint.Options{BaseURL: "https://proxy.test"})
	p := MessageParams{Model: "claude", MaxTokens: 10, Messages: []Message{{"user", "Hi"}}}
	call(c.Messages.New(ctx, p, WithBeta("a", "b"), WithExtra("top_k", 5)))
	call(c.Messages.CountTokens(ctx, "claude", p.Messages))
	call(nil, c.Messages.Stream(ctx, p, func(string) {}))
	call(c.Models.List(ctx, 20, "m1"))
	call(c.Models.Get(ctx, "claude"))
	call(c.Batches.New(ctx, map[string]MessageParams{"a": p}))
	call(nil, c.Batches.Cancel(ctx, "b1"))
}

package openai

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New(Config{Key: "sk-1", Organization: "org-1"})
	messages := []Message{{"user", "Hi"}}
	call(c.Complete(ctx, Chat{Model: "gpt-5", Messages: messages, Temperature: new(0.5)}))
	_, err := c.Stream(ctx, "gpt-5", messages)
	call(nil, err)
	call(c.Embed(ctx, "text-embedding-3-small", "a", "b"))
	call(c.Upload(ctx, "batch", "a.jsonl", []byte("{}\n")))
	call(c.Files(ctx, "batch", "file-1"))
	or(c.Files(ctx, "batch", ""))
	call(nil, c.DeleteModel(ctx, "ft:gpt-5:acme"))
	call(nil, c.AddMessage(ctx, "thread_1", "Hi", map[string]string{"user": "7"}))
	proxy := New(Config{Key: "sk-1", BaseURL: "https://proxy.test/v1"})
	call(nil, proxy.DeleteModel(ctx, "gpt-5"))
}

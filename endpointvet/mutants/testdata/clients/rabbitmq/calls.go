package rabbitmq

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("http://127.0.0.1:15672", "guest", "guest")
	call(nil, c.DeclareBinding(ctx, "staging", "amq.topic", "jobs", "job.*", map[string]any{"x-match": "all"}))
}

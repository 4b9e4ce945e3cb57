package rabbitmq

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("http://127.0.0.1:15672", "guest", "guest")
	call(c.Overview(ctx))
	call(c.ListQueuesIn(ctx, "/"))
	call(c.GetQueue(ctx, "/", "jobs"))
	call(nil, c.DeclareQueue(ctx, "staging", "jobs", QueueSettings{Type: "quorum", Durable: true}))
	call(nil, c.DeleteQueue(ctx, "staging", "jobs", true))
	or(nil, c.DeleteQueue(ctx, "staging", "jobs", false))
	call(nil, c.PurgeQueue(ctx, "staging", "jobs"))
	call(nil, c.DeclareBinding(ctx, "staging", "amq.topic", "jobs", "job.*", map[string]any{"x-match": "all"}))
	call(nil, c.UpdatePermissionsIn(ctx, "staging", "ada", Permissions{Configure: "^$", Write: ".*", Read: ".*"}))
	call(nil, c.CloseConnection(ctx, "127.0.0.1:53212 -> 127.0.0.1:5672", "maintenance"))
}

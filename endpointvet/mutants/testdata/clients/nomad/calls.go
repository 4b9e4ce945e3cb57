package nomad

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient(Config{Region: "eu", SecretID: "d9a3"})
	call(c.Jobs().Register(ctx, Job{"ID": "web", "Type": "service"}, &WriteOptions{Namespace: "web", IdempotencyToken: "7f"}))
	call(c.Jobs().Deregister(ctx, "web", true, nil))
	call(nil, c.PutVariable(ctx, "nomad/jobs/web", map[string]string{"password": "x"}, 10))
}

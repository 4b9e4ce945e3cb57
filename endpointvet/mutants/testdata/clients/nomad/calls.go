package nomad

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient(Config{Region: "eu", SecretID: "d9a3"})
	jobs, _, err := c.Jobs().List(ctx, &QueryOptions{Namespace: "*", AllowStale: true, WaitIndex: 12, WaitTime: 90 * time.Second, Filter: `Type == "batch"`})
	call(jobs, err)
	jobs, _, err = c.Jobs().List(ctx, nil)
	or(jobs, err)
	job, _, err := c.Jobs().Info(ctx, "etl/nightly", &QueryOptions{Namespace: "data"})
	call(job, err)
	call(c.Jobs().Register(ctx, Job{"ID": "web", "Type": "service"}, &WriteOptions{Namespace: "web", IdempotencyToken: "7f"}))
	call(c.Jobs().Deregister(ctx, "web", true, nil))
	allocs, _, err := c.Jobs().Allocations(ctx, "web", false, nil)
	call(allocs, err)
	call(nil, c.Drain(ctx, "f7476465-4d6e-c0de-26d0-e383c49be941", time.Hour, nil))
	or(nil, c.Drain(ctx, "f7476465-4d6e-c0de-26d0-e383c49be941", 0, nil))
	call(nil, c.PutVariable(ctx, "nomad/jobs/web", map[string]string{"password": "x"}, 10))
}

package consul

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := Dial("", "t")
	opts := &QueryOptions{Datacenter: "dc1", Consistent: true, WaitIndex: 7, WaitTime: time.Minute, Filter: "Port == 80"}
	call(a.Get(ctx, "app/config", opts))
	call(a.Keys(ctx, "app/"))
	call(a.Put(ctx, "app/config", []byte("v"), 3))
	call(a.Delete(ctx, "app"))
	call(nil, a.Register(ctx, &Service{Name: "web", Port: 80, Check: &Check{"http://localhost/", "10s"}}))
	call(nil, a.Deregister(ctx, "web-1"))
	call(a.Healthy(ctx, "web", "v2", opts))
	call(a.Lock(ctx, "lock", "adf4238a"))
}

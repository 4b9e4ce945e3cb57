package digitalocean

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("dop_v1")
	call(c.Droplets(ctx, "web"))
	call(c.Droplet(ctx, 7))
	call(c.Create(ctx, "fra1", "s-1vcpu-1gb", "a", "b"))
	call(nil, c.Do(ctx, 7, "reboot"))
	call(c.Records(ctx, "example.org", "A"))
	call(c.AddRecord(ctx, "example.org", Record{Type: "A", Name: "www", Data: "192.0.2.1"}))
	call(nil, c.Destroy(ctx, 7))
}

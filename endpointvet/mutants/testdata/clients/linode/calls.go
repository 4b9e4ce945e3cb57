package linode

import (
	"context"
	"net/http"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient(http.DefaultClient, "t")
	call(c.Instances(ctx, &ListOptions{Page: 2, PageSize: 100, Filter: map[string]any{"region": "eu-west"}}))
	call(c.Volumes(ctx, 7, &ListOptions{Page: 1}))
	call(c.CreateInstance(ctx, InstanceCreate{Region: "eu-west", Type: "g6-nanode-1", Tags: []string{"a"}}))
	call(c.UpdateInstance(ctx, 7, "web", []string{"a"}))
	call(nil, c.Reboot(ctx, 7))
	call(nil, c.Resize(ctx, 7, "g6-standard-2"))
	call(nil, c.DeleteRecord(ctx, 1, 2))
}

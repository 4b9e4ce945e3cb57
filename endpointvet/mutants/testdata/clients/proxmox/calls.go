package proxmox

import (
	"context"

	"example.com/endpoint"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := Dial("pve1.example.com", "root@pam!ci=aaaaaaaa-bbb-cccc-dddd-ef0123456789")
	call(c.Run(ctx, "nodes", nil))
	call(c.Run(ctx, "vms", nil))
	call(c.Run(ctx, "task", endpoint.Params{"node": "pve1", "upid": "UPID:pve1:000D0C5A:00B2:65A1:qmstart:100:root@pam:"}))
	for _, name := range []string{"config", "set", "start", "shutdown", "destroy"} {
		call(c.Run(ctx, name, endpoint.Params{"node": "pve1", "vmid": 100}))
	}
	call(c.Run(ctx, "clone", endpoint.Params{"node": "pve1", "vmid": 100, "newid": 101, "name": "web-2"}))
	call(c.Run(ctx, "snapshot", endpoint.Params{"node": "pve1", "vmid": 100, "snapname": "before", "vmstate": true}))
}

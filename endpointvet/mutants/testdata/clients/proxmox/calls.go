package proxmox

import (
	"context"

	"example.com/endpoint"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := Dial("pve1.example.com", "root@pam!ci=aaaaaaaa-bbb-cccc-dddd-ef0123456789")
	vm := c.VM("pve1", 100)
	call(c.Run(ctx, "nodes", nil))
	call(c.Run(ctx, "vms", nil))
	call(c.Run(ctx, "task", endpoint.Params{"node": "pve1", "upid": "UPID:pve1:000D0C5A:00B2:65A1:qmstart:100:root@pam:"}))
	call(vm.Start(ctx))
	call(vm.Shutdown(ctx))
	call(vm.Destroy(ctx))
	call(vm.Config(ctx))
	call(vm.SetMemory(ctx, 4096))
	call(vm.Clone(ctx, 101, "web-2"))
	call(vm.Snapshot(ctx, "before", "before the upgrade", true))
	or(vm.Snapshot(ctx, "after", "after the upgrade", false))
}

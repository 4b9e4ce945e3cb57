package docker

import (
	"context"
	"strings"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	e := New()
	call(e.List(ctx, "app=web"))
	call(e.Create(ctx, "web", Container{Image: "nginx", HostConfig: &HostConfig{AutoRemove: true}}))
	call(nil, e.Start(ctx, "4fa6e0f0c678"))
	call(nil, e.Stop(ctx, "4fa6e0f0c678", 5))
	call(nil, e.Remove(ctx, "4fa6e0f0c678", true))
	_, err := e.Logs(ctx, "4fa6e0f0c678")
	call(nil, err)
	call(nil, e.Copy(ctx, "4fa6e0f0c678", "/srv", strings.NewReader("tar")))
	call(nil, e.Pull(ctx, "nginx", "1.29", []byte("{}")))
}

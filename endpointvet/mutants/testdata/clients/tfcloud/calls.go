package tfcloud

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("", "t")
	call(c.Workspaces.List(ctx, "acme", &WorkspaceListOptions{ListOptions: ListOptions{PageSize: 5}, Search: "web", Sort: []string{"organization"}}))
	call(c.Workspaces.Create(ctx, "acme", WorkspaceOptions{Name: "web"}))
	call(nil, c.Workspaces.Lock(ctx, "ws-1", "upgrade"))
	call(nil, c.Workspaces.SetVariable(ctx, "ws-1", Variable{"k", "v", "terraform", true}))
	call(nil, c.Workspaces.DeleteVariable(ctx, "ws-1", "var-1"))
	call(c.Runs.Create(ctx, "ws-1", "go", false))
	why := "ok"
	call(nil, c.Runs.Apply(ctx, "run-1", &why))
	call(c.Runs.List(ctx, "ws-1", "planned", "applied"))
}

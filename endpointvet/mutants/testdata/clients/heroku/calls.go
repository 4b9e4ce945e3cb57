package heroku

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	s := NewService(nil, "t")
	name := "shop"
	call(s.AppCreate(ctx, AppCreateOpts{Name: &name}))
	call(s.AppList(ctx, &ListRange{"name", 20}))
	call(s.AppInfo(ctx, "shop"))
	call(nil, s.AppDelete(ctx, "shop"))
	call(s.ConfigVarUpdate(ctx, "shop", map[string]*string{"A": &name, "B": nil}))
	call(nil, s.FormationUpdate(ctx, "shop", "web", 2, "standard-1x"))
	call(nil, s.DynoRestart(ctx, "shop", "web.1"))
	call(s.LogSessionCreate(ctx, "shop", 10))
}

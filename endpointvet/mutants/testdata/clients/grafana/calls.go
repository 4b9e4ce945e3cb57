package grafana

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	g := New("https://grafana.test", "glsa_1", 1)
	call(g.Dashboard(ctx, "d1"))
	call(nil, g.Save(ctx, map[string]any{"title": "Web"}))
	call(g.Search(ctx, 2, "web", "prod"))
	call(g.Delete(ctx, "d1"))
	call(g.Alerts(ctx, "f1", "g1"))
	call(g.Contact(ctx, "c1", map[string]any{"url": "https://hooks.test"}))
	call(g.Annotate(ctx, "Deploy", 1760000000000, "web"))
}

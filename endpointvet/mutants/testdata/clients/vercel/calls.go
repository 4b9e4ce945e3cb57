package vercel

import (
	"context"
	"net/http"

	"example.com/endpoint"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("t", "team_1", http.DefaultClient, endpoint.Headers{"user-agent": "deployer/1"})
	call(c.Upload(ctx, "index.html", []byte("<p>")))
	call(c.Deploy(ctx, Deployment{Name: "site", Target: "production", Files: []File{{"index.html", "ab", 3}}, Project: "p"}, true))
	call(c.Deployments(ctx, "prj_1", 10, 1760000000000))
	call(c.Events(ctx, "dpl_1"))
	call(nil, c.Cancel(ctx, "dpl_1"))
	call(nil, c.SetEnv(ctx, "prj_1", map[string]string{"A": "b"}))
	call(nil, c.RemoveDomain(ctx, "prj_1", "example.test"))
}

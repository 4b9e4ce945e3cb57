package netlify

import (
	"context"
	"strings"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := With("t")
	call(a.Sites(ctx, 2))
	call(a.Site(ctx, "s1"))
	call(a.CreateSite(ctx, "blog", "blog.test"))
	call(a.RenameSite(ctx, "s1", "b"))
	call(a.DeleteSite(ctx, "s1"))
	call(a.Deploys(ctx, "s1", "main", true))
	call(a.Deploy(ctx, "s1", map[string]string{"/index.html": "907d"}, true))
	call(a.PutFile(ctx, "d1", "/css/a b.css", "3", strings.NewReader("a{}")))
	call(a.Lock(ctx, "d1"))
	call(a.Forms(ctx, "s1", query{"page": 2}))
	call(a.Zip(ctx, "s1", "v1", []byte("PK")))
}

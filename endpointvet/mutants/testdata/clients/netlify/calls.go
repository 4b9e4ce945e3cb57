package netlify

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := With("t")
	call(a.Deploy(ctx, "s1", map[string]string{"/index.html": "907d"}, true))
	call(a.Forms(ctx, "s1", query{"page": 2}))
	call(a.Zip(ctx, "s1", "v1", []byte("PK")))
}

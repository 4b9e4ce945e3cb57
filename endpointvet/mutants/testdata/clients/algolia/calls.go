package algolia

import (
	"context"
	"net/url"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("B1G2GM9NG0", "k")
	i := c.Index("books")
	call(i.Search(ctx, "go", 2, url.Values{"a": {"b"}}))
	call(i.Get(ctx, "7", "name", "isbn"))
	call(nil, i.Put(ctx, "7", map[string]any{"name": "x"}))
	call(nil, i.Patch(ctx, "7", true, map[string]any{"name": "y"}))
	call(nil, i.Delete(ctx, "7"))
	call(nil, i.AddAll(ctx, []map[string]any{{"name": "z"}}))
	call(c.Logs(ctx, 0, 10))
}

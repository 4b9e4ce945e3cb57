package qdrant

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := Open[uint64]("xyz.cloud.qdrant.io", 6333, "k", "docs")
	call(c.Create(ctx, 4, Cosine))
	call(c.Info(ctx))
	call(nil, c.Upsert(ctx, true, Point[uint64]{ID: 1, Vector: []float32{1, 2}}))
	call(c.Search(ctx, []float32{1, 2}, 3, map[string]any{"must": []any{}}))
	call(c.Get(ctx, 1))
	call(nil, c.Delete(ctx, 1, 2))
	call(nil, c.Drop(ctx, 5))
}

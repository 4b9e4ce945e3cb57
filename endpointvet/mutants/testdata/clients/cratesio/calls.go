package cratesio

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	Token = "cioAbc"
	call(Search(ctx, "async runtime", 1))
	call(Named(ctx, "serde", "tokio"))
	call(Get(ctx, "serde"))
	call(Version(ctx, "serde", "1.0.200"))
	call(Dependencies(ctx, "serde", "1.0.200"))
	call(ReverseDependencies(ctx, "serde", 2))
	call(Downloads(ctx, "serde", time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)))
	call(AddOwners(ctx, "my-crate", "ada", "github:acme:core"))
	call(nil, Yank(ctx, "my-crate", "0.1.1"))
	call(IndexRequest(ctx, "serde", `W/"3d1f"`))
	or(IndexRequest(ctx, "syn", ""))
}

package cratesio

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	Token = "cioAbc"
	call(ReverseDependencies(ctx, "serde", 2))
}

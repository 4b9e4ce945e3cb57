package lichess

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	b := NewBot("lip_jose")
	call(b.PGN(ctx, "maia1", 20))
}

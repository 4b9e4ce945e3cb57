package spotify

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	const token = Token("t0ken")
	call(Search(ctx, token, "Nina Simone", "album", "track"))
	call(Create(ctx, token, "ada", "Focus", false))
}

package discord

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	g := Open("t0ken", 80351110224678912)
	call(g.Member(ctx, 7))
	call(nil, g.Ban(ctx, 7, "spam", 3600))
	call(nil, g.Clear(ctx, 5, 1, 2))
	call(g.Say(ctx, 5, "Hi", new(Snowflake(9))))
	for _, step := range g.Steps(ctx, "moderator", "general") {
		call(step())
	}
	call(nil, g.React(ctx, 5, 9, "🎉"))
}

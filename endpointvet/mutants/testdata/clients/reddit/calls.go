package reddit

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	s := NewScript("id", "secret", "ada", "pw")
	call(s.Me(ctx))
	call(s.Top(ctx, "golang", "week", "t3_1"))
	call(s.Comments(ctx, "golang", "abc", 3))
	call(s.Submit(ctx, "golang", "Go", "https://go.dev"))
	call(s.Vote(ctx, "t3_1", 1))
	call(s.Reply(ctx, "t3_1", "a", "b"))
	call(s.Search(ctx, "golang", "generics"))
}

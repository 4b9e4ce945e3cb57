package twitch

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	call(AppToken(ctx, "s"))
	call(nil, Revoke(ctx, "c1", "t"))
	s := Resume("c1", "t")
	call(s.Users(ctx, "ada", "bob"))
	call(s.Streams(ctx, []string{"33214", "7"}, "en", "eyJ"))
	call(s.Followers(ctx, "123", ""))
	call(nil, s.SetTitle(ctx, "123", "Go!", []string{"go"}))
	call(nil, s.Ban(ctx, "1", "2", "3", 60))
	call(nil, s.Unban(ctx, "1", "2", "3"))
}

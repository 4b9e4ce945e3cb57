package spotify

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	const token = Token("t0ken")
	call(Search(ctx, token, "Nina Simone", "album", "track"))
	call(Playlist(ctx, token, "37i9dQZF1DX0XUsuxWHRQd"))
	call(Queue(ctx, token, "spotify:track:1", "d1"))
	call(Tracks(ctx, token, "1", "2"))
	call(Create(ctx, token, "ada", "Focus", false))
	call(Add(ctx, token, "p1", []string{"spotify:track:1"}, 0))
	call(Volume(ctx, token, 40))
	call(Cover(ctx, token, "p1", "/9j/4AAQ"))
}

package lichess

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	b := NewBot("lip_jose")
	ignore := func(line []byte) error { return nil }
	call(b.Profile(ctx))
	call(nil, b.Events(ctx, ignore))
	call(nil, b.Game(ctx, "5IrD6Gzz", ignore))
	call(nil, b.Move(ctx, "5IrD6Gzz", "e2e4", true))
	or(nil, b.Move(ctx, "5IrD6Gzz", "e7e8q", false))
	call(nil, b.Chat(ctx, "5IrD6Gzz", "player", "Good luck & have fun"))
	call(nil, b.Resign(ctx, "5IrD6Gzz"))
	call(nil, b.Accept(ctx, "VU0nyvsW"))
	call(nil, b.Decline(ctx, "VU0nyvsW", "tooFast"))
	call(b.Challenge(ctx, "maia1", true, 300, 3))
	call(b.Users(ctx, "maia1", "maia5"))
	call(b.PGN(ctx, "maia1", 20))
	call(b.CloudEval(ctx, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3))
}

package telegram

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	b := New("123:abc")
	call(b.SendMessage(ctx, -100, "<b>Hi</b>"))
	call(b.EditMessage(ctx, -100, 5, "Hi"))
	call(b.Updates(ctx, 9, "message"))
	call(b.File(ctx, "photos/file_1.jpg"))
	call(b.Chat(ctx, -100))
	call(b.Ban(ctx, -100, 7))
}

package figma

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := New("t")
	for _, r := range []Request{
		a.File("abc", 2, "1:2", "1:3"),
		a.Images("abc", ImageOptions{Scale: 1.5, Format: "png"}, "1:2"),
		a.Comments("abc"),
		a.Comment("abc", "Nice", 1, 2),
		a.DeleteComment("abc", "7"),
		a.React("abc", "7", ":eyes:"),
		a.Projects("12"),
		a.Webhook("12", "PING", "https://a.test", "s"),
	} {
		call(r(ctx))
	}
}

package confluence

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	w := NewWiki("acme", "ENG", "YTpi")
	call(w.Find(ctx, `title ~ "go"`, 0, 25))
	call(w.Get(ctx, "123"))
	call(w.ByTitle(ctx, "Home"))
	call(w.Create(ctx, "1", "New", "<p>x</p>"))
	call(w.Update(ctx, "123", "New", "<p>y</p>", 3))
	call(w.Labels(ctx, "123", "go", "api"))
	call(w.Remove(ctx, "123", true))
}

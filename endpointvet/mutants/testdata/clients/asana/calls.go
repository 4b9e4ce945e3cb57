package asana

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("1/2:abc")
	call(c.Comment(ctx, "7", "Done"))
	call(c.Search(ctx, "5", map[string]any{"assignee.any": "me", "completed": false}))
	call(c.Move(ctx, "3", "7", "6"))
}

package notion

import (
	"context"
	"encoding/json"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New(func(context.Context) string { return "ntn_1" })
	call(c.Page(ctx, "p1", "title", "tags"))
	call(c.Rows(ctx, Filter{
		Source: "d1",
		Filter: map[string]any{"property": "Done", "checkbox": map[string]any{"equals": true}},
		Sorts:  []Sort{{"Name", "ascending"}},
		Page:   Page{Size: 50},
	}))
	call(c.Blocks(ctx, "p1", Page{Cursor: "c1", Size: 50}))
	or(c.Blocks(ctx, "p1", Page{}))
	call(c.Comment(ctx, Comment{Parent: &Parent{"p1"}, Text: []Rich{{}}}))
	call(c.Trash(ctx, "p1"))
	call(c.Move(ctx, "p1"))
	call(c.Import(ctx, json.RawMessage(`{"parent":{"page_id":"p1"}}`)))
	or(c.Import(ctx, nil))
}

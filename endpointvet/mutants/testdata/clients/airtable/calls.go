package airtable

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	b := Open("app1", "pat1")
	records := []Record{{Fields: map[string]any{"Name": "Ada"}}}
	call(b.List(ctx, "People", View{View: "Grid", Fields: []string{"Name", "Age"}, Sort: []Order{{Field: "Name"}}}))
	or(b.List(ctx, "People", View{}))
	call(b.Get(ctx, "People", "rec1"))
	call(nil, b.Create(ctx, "People", records))
	call(nil, b.Upsert(ctx, "People", "Name", records))
	call(nil, b.Delete(ctx, "People", "rec1", "rec2"))
}

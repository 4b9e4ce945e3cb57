package couchdb

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	s := Local()
	call(s.All(ctx))
	call(nil, s.Create(ctx, "notes", 8))
	db := s.DB("notes")
	var doc map[string]any
	call(nil, db.Get(ctx, "n1", "1-a", &doc))
	call(nil, db.Put(ctx, "n1", "1-a", map[string]any{"text": "x"}))
	call(nil, db.Delete(ctx, "n1", "2-b"))
	call(db.Find(ctx, map[string]any{"year": map[string]int{"$gt": 2010}}, []string{"_id"}, 5))
	call(db.View(ctx, "app", "by_date", ViewOptions{StartKey: []int{2025}, Limit: 3}))
	call(db.Bulk(ctx, map[string]any{"_id": "a"}, map[string]any{"_id": "b"}))
	call(nil, db.Attach(ctx, "n1", "2-b", "a.txt", "text/plain", []byte("hi")))
}

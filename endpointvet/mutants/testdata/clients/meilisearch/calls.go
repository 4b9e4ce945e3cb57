package meilisearch

import "context"

type movie struct {
	ID    int    `json:"id"`
	Title string `json:"title"`
}

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("http://localhost:7700", "masterKey")
	movies := IndexOf[movie](c, "movies")
	call(movies.Add(ctx, "id", movie{1, "Carol"}, movie{2, "Wonder Woman"}))
	or(movies.Add(ctx, "", movie{1, "Carol"}))
	call(movies.AddCSV(ctx, "id;title\n1;Carol\n", ';'))
	call(c.Tasks(ctx, 20, "failed", "canceled"))
}

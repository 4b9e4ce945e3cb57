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
	call(movies.Get(ctx, "25684", "id", "title"))
	or(movies.Get(ctx, "25684"))
	call(movies.Search(ctx, SearchParams{Q: "american ninja", Limit: 5, Filter: "year > 1980", Sort: []string{"year:desc"}}))
	call(movies.Add(ctx, "id", movie{1, "Carol"}, movie{2, "Wonder Woman"}))
	or(movies.Add(ctx, "", movie{1, "Carol"}))
	call(movies.AddLines(ctx, movie{1, "Carol"}, movie{2, "Wonder Woman"}))
	call(movies.AddCSV(ctx, "id;title\n1;Carol\n", ';'))
	call(movies.Delete(ctx, "25684"))
	call(movies.DeleteBatch(ctx, "1", "2"))
	call(movies.SetSynonyms(ctx, map[string][]string{"great": {"fantastic"}}))
	call(c.CreateIndex(ctx, "movies", "id"))
	call(c.Tasks(ctx, 20, "failed", "canceled"))
}

package elastic

import (
	"context"
	"strings"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("https://es.test:9200", "key")
	call(c.Search(ctx, []string{"logs", "metrics"}, Query{Size: 10, Query: map[string]any{"match_all": struct{}{}}}))
	call(c.Get(ctx, "logs", "7", "level", "text"))
	or(c.Get(ctx, "logs", "7"))
	call(c.Put(ctx, "logs", "7", []byte(`{"level":"info"}`)))
	or(c.Put(ctx, "logs", "7", nil))
	call(c.Bulk(ctx, "logs", map[string]any{"7": map[string]any{"level": "info"}}))
	call(c.MultiSearch(ctx, strings.NewReader("{}\n{\"size\":1}\n")))
	or(c.MultiSearch(ctx, nil))
	call(c.DeleteByQuery(ctx, "logs", "level", "debug"))
	call(c.Exists(ctx, "Logs"))
}

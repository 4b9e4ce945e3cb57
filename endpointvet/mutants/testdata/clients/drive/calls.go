package drive

import (
	"context"
	"encoding/json"
	"strings"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	g := New("ya29")
	at := time.Unix(1760000000, 0).UTC()
	call(g.List(ctx, Files{Query: "trashed = false", PageSize: 100}))
	or(g.List(ctx, Files{}))
	call(g.Download(ctx, "1a2b"))
	call(g.Upload(ctx, "1a2b", "text/plain", strings.NewReader("text")))
	or(g.Upload(ctx, "1a2b", "", nil))
	call(g.Folder(ctx, "Reports", "root"))
	call(g.Events(ctx, "primary", at, at.Add(time.Hour)))
	call(g.Calendar.Insert(ctx, "primary", "Review", at, time.Hour))
	call(g.Calendar.Move(ctx, "primary", "e1", "team"))
	call(g.Calendar.Raw(ctx, "primary", json.RawMessage(`{"iCalUID":"1"}`)))
	or(g.Calendar.Raw(ctx, "primary", nil))
}

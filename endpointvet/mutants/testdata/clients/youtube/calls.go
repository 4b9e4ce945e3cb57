package youtube

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	y := New("k", "t")
	call(y.Search(ctx, SearchOptions{Q: "go", Type: []string{"video", "channel"}, MaxResults: 5, PublishedAfter: time.Unix(1760000000, 0).UTC()}))
	call(y.Videos(ctx, []string{"a", "b"}))
	call(y.PlaylistItems(ctx, "PL1"))
	call(nil, y.AddToPlaylist(ctx, "PL1", "v1"))
	call(nil, y.Rate(ctx, "v1", "like"))
	call(y.StartUpload(ctx, "Talk", 1000))
	call(nil, y.Delete(ctx, "v1"))
}

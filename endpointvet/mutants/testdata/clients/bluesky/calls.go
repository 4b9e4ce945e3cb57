package bluesky

import (
	"bytes"
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	session := Session{DID: "did:plc:z72i7hdynmk6r22z27h6tvur", AccessJwt: "eyJhY2Nlc3M", RefreshJwt: "eyJyZWZyZXNo"}
	anonymous := NewClient("https://bsky.social")
	call(Login(ctx, anonymous, "ada.bsky.social", "hunter2"))
	c := anonymous.WithSession(session)
	call(c.Refresh(ctx, session))
	call(CreatePost(ctx, c, session.DID, "Hello <world>", now))
	call(Like(ctx, c, session.DID, Record{"at://did:plc:u5c/app.bsky.feed.post/3k43", "bafyreig2"}, now))
	call(nil, Delete(ctx, c, "at://did:plc:u5c/app.bsky.feed.post/3k43"))
	call(Profiles(ctx, c, "bsky.app", session.DID))
	call(AuthorFeed(ctx, c, FeedParams{Actor: "bsky.app", Limit: 50, Cursor: "2026-04-30T12:00:00Z"}))
	call(SearchPosts(ctx, c, "golang", []string{"go", "dev"}, now))
	or(SearchPosts(ctx, c, "golang", nil, time.Time{}))
	call(c.UploadBlob(ctx, "image/png", bytes.NewReader([]byte("\x89PNG"))))
}

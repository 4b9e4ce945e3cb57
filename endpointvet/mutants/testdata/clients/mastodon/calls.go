package mastodon

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	b := NewBot("mastodon.social", "t")
	call(b.Post(ctx, Toot{Status: "Hi", MediaIDs: []string{"1"}, Visibility: "public"}, "key-1"))
	call(b.Edit(ctx, "7", &Toot{Status: "Ho"}))
	call(b.Boost(ctx, "7"))
	call(b.Delete(ctx, "7"))
	call(b.Notifications(ctx, NotificationOptions{Paging: Paging{Limit: 5}, Types: []string{"mention", "poll"}}))
	call(b.Hashtag(ctx, "golang", &TimelineOptions{Local: true}))
	call(b.Relationships(ctx, "1", "2"))
	call(b.Search(ctx, "gopher", "accounts", true))
	call(b.Upload(ctx, "a.png", "A gopher", []byte("png")))
}

package discogs

import (
	"context"
	"net/url"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("MyShelf/1.0 +https://shelf.example.com")
	ada := c.Login("ada", "abcxyz")
	call(c.Release(ctx, 249504, "EUR"))
	call(c.In(HTML).Artist(ctx, 108713))
	or(c.Artist(ctx, 108713))
	call(c.Versions(ctx, 1000, 2, url.Values{"format": {"Vinyl"}, "sort": {"released"}}))
	call(ada.Search(ctx, "nirvana", map[string]string{"type": "release", "year": "1991"}))
	var p Page
	p.Pagination.URLs.Next = "https://api.discogs.com/database/search?q=nirvana&page=2"
	call(ada.Next(ctx, p))
	call(ada.Identity(ctx))
	call(ada.Collect(ctx, 1, 249504))
	call(nil, ada.Rate(ctx, 249504, 5))
	call(nil, ada.Want(ctx, 249504, "mint only"))
	call(nil, ada.Unwant(ctx, 249504))
}

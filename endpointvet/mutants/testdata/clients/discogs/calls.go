package discogs

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("MyShelf/1.0 +https://shelf.example.com")
	call(c.In(HTML).Artist(ctx, 108713))
}

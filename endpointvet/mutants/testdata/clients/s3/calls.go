package s3

import (
	"context"
	"net/http"
	"strings"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	b := Open("photos", "eu-west-1", func(req *http.Request) error {
		req.Header.Set("Authorization", "AWS4-HMAC-SHA256 made-up")
		return nil
	})
	call(b.Get(ctx, "2026/a b+c.jpg"))
	call(b.Range(ctx, "2026/a.jpg", "0-99"))
	call(b.Head(ctx, "2026/a.jpg", "v1"))
	call(b.Put(ctx, "2026/a.txt", "text/plain", strings.NewReader("text")))
	or(b.Put(ctx, "2026/a.txt", "", nil))
	call(b.Delete(ctx, "2026/a.jpg"))
	call(b.List(ctx, "2026/", "next"))
	call(b.Tags(ctx, "2026/a.jpg"))
	call(b.Complete(ctx, "2026/film.mp4", "u1", []byte("<CompleteMultipartUpload/>")))
	or(b.Complete(ctx, "2026/film.mp4", "u1", nil))
}

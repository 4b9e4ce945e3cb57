package buildkite

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	b := New("acme", WithToken("bkua"), WithBaseURL("https://api.buildkite.com/v2/"))
	call(b.Builds(ctx, "web", State("failed", "canceled"), Branch("main"), CreatedFrom(time.Unix(1760000000, 0)), Page(2, 30)))
	call(b.Build(ctx, "web", 7))
	call(b.Start(ctx, "web", &NewBuild{Commit: "HEAD", Branch: "main"}))
	call(b.Cancel(ctx, "web", 7))
	call(b.Retry(ctx, "web", 7, "0185"))
	call(b.Log(ctx, "web", 7, "0185"))
	call(b.Annotate(ctx, "web", 7, "info", "ok"))
}

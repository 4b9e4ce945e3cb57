package dropbox

import (
	"context"
	"strings"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	f := Open("sl.1")
	call(f.List(ctx, "/docs"))
	call(f.More(ctx, "AAE"))
	call(f.Move(ctx, "/a.txt", "/b.txt"))
	call(f.Account(ctx))
	call(f.Download(ctx, "/a.txt"))
	call(f.Upload(ctx, "/a.txt", strings.NewReader("text")))
	or(f.Upload(ctx, "/a.txt", nil))
	call(f.Append(ctx, "s1", 4, []byte("more")))
	or(f.Append(ctx, "s1", 4, nil))
}

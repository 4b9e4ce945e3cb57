package gitea

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c, err := NewClient("https://gitea.com", "abc123")
	if err != nil {
		call(nil, err)
		return
	}
	call(c.Repos.GetContents(ctx, "gitea", "tea", "docs/CLI.md", "main"))
	or(c.Repos.GetContents(ctx, "gitea", "tea", "README.md", ""))
}

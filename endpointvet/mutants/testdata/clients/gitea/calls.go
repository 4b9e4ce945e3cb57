package gitea

import (
	"context"
	"strings"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c, err := NewClient("https://gitea.com", "abc123")
	if err != nil {
		call(nil, err)
		return
	}
	title := "Crash on start"
	call(c.Issues.List(ctx, "gitea", "tea", &IssueListOptions{State: "open", Labels: []string{"bug", "ui"}, ListOptions: ListOptions{Page: 2}}))
	or(c.Issues.List(ctx, "gitea", "tea", nil))
	call(c.Issues.Create(ctx, "gitea", "tea", &IssueRequest{Title: &title, Assignees: []string{"ada"}}))
	call(nil, c.Issues.RemoveLabel(ctx, "gitea", "tea", 12, 3))
	call(c.Repos.GetContents(ctx, "gitea", "tea", "docs/CLI.md", "main"))
	or(c.Repos.GetContents(ctx, "gitea", "tea", "README.md", ""))
	call(nil, c.Repos.AddCollaborator(ctx, "gitea", "tea", "ada", "write"))
	call(c.Repos.NewDiffRequest(ctx, "gitea", "tea", 7, "diff"))
	or(c.Repos.NewDiffRequest(ctx, "gitea", "tea", 7, "patch"))
	call(nil, c.Repos.UploadAsset(ctx, "gitea", "tea", 31, "tea linux.tar", strings.NewReader("...")))
}

package github

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("t0ken")
	call(c.Repo(ctx, "octokit", "demo"))
	call(c.OrgRepos(ctx, "octokit"))
	call(c.CreateIssue(ctx, "octokit", "demo", Issue{Title: "Crash", Labels: []string{"bug"}}))
	call(nil, c.CloseIssue(ctx, "octokit", "demo", 7))
	call(nil, c.Comments(ctx, "octokit", "demo", 7, `"abc"`))
	call(nil, c.Compare(ctx, "octokit", "demo", "main", "fix"))
	call(nil, c.RemoveTeamRepo(ctx, "octokit", "core", "octokit", "demo"))
	call(nil, c.Search(ctx, "repo:octokit/demo is:open", 2))
	call(nil, c.Star(ctx, "octokit", "demo"))
}

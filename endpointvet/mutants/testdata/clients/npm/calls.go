package npm

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	r := New(WithToken("npm_1"), WithBaseURL("https://npm.test"))
	call(r.Package(ctx, "@octokit/endpoint"))
	call(r.Search(ctx, "uri template", 20))
	call(r.Tag(ctx, "@octokit/endpoint", "next", "12.0.0"))
	call(r.Untag(ctx, "@octokit/endpoint", "next"))
	call(r.Downloads("last-month", []string{"vue", "react"}))
	call(r.Audit(map[string][]string{"lodash": {"4.17.20"}}))
	or(r.Audit(nil))
	call(New().Package(ctx, "lodash"))
}

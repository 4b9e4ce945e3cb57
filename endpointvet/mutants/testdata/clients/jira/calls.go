package jira

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	s := Open("acme", "ada@example.org", "t0ken")
	call(s.Issue("DEMO-1", []string{"summary", "status"}))
	call(s.Issue("DEMO-1", nil))
	call(s.Create(map[string]any{"summary": "Crash"}, true))
	call(s.Assign("DEMO-1", "5b10a2844c20165700ede21g"))
	call(s.Log(ctx, "DEMO-1", Worklog{Started: time.Unix(1760000000, 0).UTC(), Seconds: 600}))
	call(s.Projects(&ProjectList{Paging: Paging{MaxResults: 50}, OrderBy: "name", Expand: []string{"lead", "url"}}))
	or(s.Projects(&ProjectList{}))
	call(s.Search("project = DEMO", Paging{StartAt: 100}))
	or(s.Search("", Paging{}))
	call(s.Transition("DEMO-1", 31))
}

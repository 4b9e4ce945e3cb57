package jira

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	s := Open("acme", "ada@example.org", "t0ken")
	call(s.Issue("DEMO-1", []string{"summary", "status"}))
	call(s.Issue("DEMO-1", nil))
	call(s.Transition("DEMO-1", 31))
}

package sentry

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	o := New("acme", "sntrys_1", func(context.Context) string { return "" })
	var failed error
	for _, err := range o.Issues(ctx, "web", "is:unresolved") {
		failed = err
	}
	call(nil, failed)
	_, err := o.Resolve(ctx, "web", 1, 2)
	call(nil, err)
	call(o.Release(ctx, "web@1.0.0", []string{"web"}, []Commit{{ID: "abc123"}}))
	call(o.Deploy(ctx, "web@1.0.0", "production"))
	call(o.Latest(ctx, 7))
}

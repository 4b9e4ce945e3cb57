package sentry

import (
	"context"
	"net/http"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	o := New("acme", "sntrys_1", func(context.Context) string { return "" })
	_, err := o.Resolve(ctx, "web", 1, 2)
	call(nil, err)
	call(o.Release(ctx, "web@1.0.0", []string{"web"}, []Commit{{ID: "abc123"}}))
	call(o.Deploy(ctx, "web@1.0.0", "production"))
	call(o.Latest(ctx, 7))

	http.DefaultClient.Transport = &twoPages{}
	defer func() { http.DefaultClient.Transport = nil }()
	var failed error
	for _, err := range o.Issues(ctx, "web", "is:unresolved") {
		failed = err
	}
	call(nil, failed)
}

// twoPages answers the first request with a link to a second page.
type twoPages struct{ second bool }

func (t *twoPages) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err == nil && !t.second {
		resp.Header.Set("Link", `<https://sentry.io/next>; rel="next"; results="true"; cursor="0:100:0"`)
	}
	t.second = true
	return resp, err
}

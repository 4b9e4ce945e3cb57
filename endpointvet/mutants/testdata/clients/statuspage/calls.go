package statuspage

import (
	"context"
	"net/http"
)

func ptr[T any](v T) *T { return &v }

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c, err := NewClient("https://api.statuspage.io/v1", WithRequestEditorFn(func(ctx context.Context, req *http.Request) error {
		req.Header.Set("Authorization", "OAuth 89a229ce")
		return nil
	}))
	if err != nil {
		call(nil, err)
		return
	}
	const page = "kctbh9vrtdwd"

	call(c.GetComponents(ctx, page, &GetComponentsParams{Page: ptr(1), PerPage: ptr(100)}))
}

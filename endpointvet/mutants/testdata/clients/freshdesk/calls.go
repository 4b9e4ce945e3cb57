package freshdesk

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	a := NewAccount("acme", "abcdefghij1234567890")
	call(nil, a.Assign(ctx, 20, 8001))
	or(nil, a.Assign(ctx, 20, 0))
}

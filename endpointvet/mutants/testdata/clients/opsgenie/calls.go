package opsgenie

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("key", WithEU(), WithUserAgent("alerter/1.2"))
	call(c.CloseAlert(ctx, &CloseAlertRequest{Identifier: "db-1/disk", IdentifierType: "alias", Note: "cleaned up"}))
}

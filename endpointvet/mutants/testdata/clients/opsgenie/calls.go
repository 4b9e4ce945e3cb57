package opsgenie

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("key", WithEU(), WithUserAgent("alerter/1.2"))
	call(c.CreateAlert(ctx, &CreateAlertRequest{
		Message:    "Disk is full",
		Alias:      "db-1/disk",
		Responders: []Responder{{Type: "team", Name: "ops"}},
		Tags:       []string{"disk"},
		Details:    map[string]string{"host": "db-1"},
		Priority:   "P2",
	}))
	call(c.GetAlert(ctx, "4513b7ea"))
	call(c.ListAlerts(ctx, &ListAlertsRequest{Query: "status: open", Sort: "createdAt", Limit: 20}))
	call(c.CloseAlert(ctx, &CloseAlertRequest{Identifier: "db-1/disk", IdentifierType: "alias", Note: "cleaned up"}))
	call(c.AcknowledgeAlert(ctx, &CloseAlertRequest{Identifier: "4513b7ea", User: "ada@example.com"}))
	call(c.AddTags(ctx, "4513b7ea", "disk", "prod"))
	call(c.RemoveTags(ctx, "4513b7ea", "disk", "prod"))
	call(c.DeleteAlert(ctx, "4513b7ea", "cron"))
	or(c.DeleteAlert(ctx, "4513b7ea", ""))
	call(c.OnCalls(ctx, "ops_schedule", true))
}

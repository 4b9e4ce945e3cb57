package hubspot

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	h := New("pat-1")
	call(h.Get(ctx, "contacts", "51", "email", "firstname"))
	call(h.List(ctx, "companies", 20, "NTI1Cg"))
	call(h.Create(ctx, "contacts", Object{Properties: map[string]string{"email": "ada@example.test"}}))
	call(h.Update(ctx, "deals", "9", map[string]string{"dealstage": "won"}))
	call(nil, h.Archive(ctx, "tickets", "3"))
	call(h.Search(ctx, "contacts", Search{FilterGroups: []FilterGroup{{[]Filter{{"email", "EQ", "a@b.test"}}}}, Limit: 10}))
	call(nil, h.Associate(ctx, "contacts", "1", "companies", "2", 279))
}

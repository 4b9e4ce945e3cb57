package typesense

import (
	"context"
	"strings"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("https://search.example.com", "xyz")
	companies := c.Collection("companies")
	perPage := 25
	call(c.Create(ctx, &Schema{Name: "companies", Fields: []Field{{"name", "string", false}, {"country", "string", true}}}))
	call(companies.Retrieve(ctx))
	call(companies.Drop(ctx))
	call(companies.Upsert(ctx, map[string]any{"id": "124", "name": "Stark", "country": "USA"}))
	call(companies.Search(ctx, &SearchParameters{Q: "stark", QueryBy: "name,country", FilterBy: "employees:>100", PerPage: &perPage}))
	call(companies.Import(ctx, strings.NewReader("{\"id\":\"1\"}\n{\"id\":\"2\"}\n"), "create", 40))
	or(companies.Import(ctx, strings.NewReader("{\"id\":\"1\"}\n"), "", 0))
	call(companies.DeleteBy(ctx, "employees:<10"))
	call(companies.Document("124").Retrieve(ctx))
	call(companies.Document("124").Update(ctx, map[string]any{"employees": 5200}))
	call(companies.Document("124").Delete(ctx))
	call(c.UpsertAlias(ctx, "firms", "companies"))
}

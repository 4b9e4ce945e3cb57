package typesense

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient("https://search.example.com", "xyz")
	companies := c.Collection("companies")
	call(companies.Document("124").Retrieve(ctx))
}

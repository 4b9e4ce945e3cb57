package deepl

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	t := NewTranslator("279a2e9d-83b3-c416-7e2d-f721593e42a0:fx")
	call(t.Translate(ctx, []string{"Hello, world!", "Good night"}, "DE", From("EN"), Formal("more")))
	or(t.Translate(ctx, []string{"Bonjour"}, "EN-GB"))
}

package deepl

import (
	"context"
	"io"
	"strings"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	t := NewTranslator("279a2e9d-83b3-c416-7e2d-f721593e42a0:fx")
	call(t.Translate(ctx, []string{"Hello, world!", "Good night"}, "DE", From("EN"), Formal("more")))
	or(t.Translate(ctx, []string{"Bonjour"}, "EN-GB"))
	count, _, err := t.Usage(ctx)
	call(count, err)
	call(t.Languages(ctx, "target"))
	call(t.CreateGlossary(ctx, "support", "en", "de", map[string]string{"ticket": "Anfrage"}))
	call(t.GlossaryEntries(ctx, "def3a26b-3e84-45b3-84ae-0c0aaf3525f7"))
	call(t.Upload(ctx, "terms.txt", strings.NewReader("The terms."), "FR"))
	call(nil, t.Download(ctx, Document{"04DE5AD98A02647D", "0CB0054F1C132C1625B392EADDA41CB7"}, io.Discard))
}

package wikipedia

import "context"

// Calls makes every call once.
func Calls(_ context.Context, call, or func(result any, err error)) {
	e := Of("de")
	call(e.Summary("Ada Lovelace"))
	call(e.HTML("Ada Lovelace", 7))
	call(e.Extracts("Berlin", "Bonn"))
	call(e.Search("Analytical Engine", 0, 4))
	call(e.Parse("''Hi''"))
	call(e.Views("de.wikipedia", "Berlin", "20260101", "20260131"))
}

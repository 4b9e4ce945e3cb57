// Operations as a person reads them.

package openapi

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// WriteRoutes writes the operations whose path or summary contains a word, in any
// case, each with its parameters. Those with an asterisk are required. It fails if
// there is no operation.
func (a *API) WriteRoutes(w io.Writer, word string) error {
	word = strings.ToLower(word)
	isNone := true
	for _, o := range a.operations {
		if !strings.Contains(strings.ToLower(o.Path+"\n"+o.Summary), word) {
			continue
		}
		isNone = false
		heading := strings.TrimSpace(fmt.Sprintf("%-6s %s  %s", o.Method, o.Path, o.Summary))
		if o.Deprecated {
			heading += " (deprecated)"
		}
		fmt.Fprintln(w, heading)
		o.Query.write(w, "query")
		(&schema{Required: o.Headers}).write(w, "header")
		for _, t := range slices.Sorted(maps.Keys(o.Body)) {
			o.Body[t].write(w, t)
		}
	}
	if isNone {
		return fmt.Errorf("%s has no operation with %q in its path or summary", a.name, word)
	}
	return nil
}

// write writes the names of properties, or else the type.
func (s *schema) write(w io.Writer, place string) {
	if s == nil {
		return
	}
	names := append(slices.Collect(maps.Keys(s.Properties)), s.Required...)
	slices.Sort(names)
	names = slices.Compact(names)
	for i, name := range names {
		if slices.Contains(s.Required, name) {
			names[i] += "*"
		}
	}
	if text := cmp.Or(strings.Join(names, ", "), s.Type.String()); text != "" {
		fmt.Fprintf(w, "  %s: %s\n", place, text)
	}
}

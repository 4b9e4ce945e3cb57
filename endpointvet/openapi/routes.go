// Operations as a person reads them.

package openapi

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// WriteRoutes writes the operations whose path or summary contains a word, in any
// case, each with its parameters. Those with an asterisk are required. It fails if
// there is no operation.
func (a *API) WriteRoutes(w io.Writer, word string) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
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
		fmt.Fprintln(out, heading)
		(&schema{Properties: o.Variables}).write(out, "path")
		o.Query.write(out, "query")
		(&schema{Required: o.Headers}).write(out, "header")
		for _, t := range slices.Sorted(maps.Keys(o.Body)) {
			s := o.Body[t]
			fmt.Fprintf(out, "  body\t%s\t%s\n", t, s.text())
			s.write(out, "")
		}
	}
	if isNone {
		return fmt.Errorf("%s has no operation with %q in its path or summary", a.name, word)
	}
	return out.Flush()
}

// write writes the properties of a schema.
func (s *schema) write(w io.Writer, place string) {
	if s == nil {
		return
	}
	names := append(slices.Collect(maps.Keys(s.Properties)), s.Required...)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		text := s.Properties[name].text()
		if slices.Contains(s.Required, name) {
			name += "*"
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", place, name, text)
		place = ""
	}
}

// text returns what a value may be.
func (s *schema) text() string {
	if s == nil {
		return "any"
	}
	text := cmp.Or(s.Type.String(), "any")
	if s.Type == Array && s.Items != nil {
		text += " of " + s.Items.text()
	}
	if len(s.Enum) > 0 {
		text += ": " + strings.Trim(fmt.Sprintf("%q", s.Enum), "[]")
	}
	return text
}

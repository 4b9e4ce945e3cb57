// Operations as a person reads them.

package openapi

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A row is one parameter of an operation, as it is printed.
type row struct{ place, name, text string }

// WriteRoutes writes the operations whose path or summary contains a word, in any
// case, each with its parameters. Those marked with * are required. It fails if
// there is none.
func (a *API) WriteRoutes(w io.Writer, word string, isColored bool) error {
	paint := func(code, text string) string { return text }
	if isColored {
		paint = func(code, text string) string { return "\x1b[" + code + "m" + text + "\x1b[0m" }
	}
	rows := map[*operation][]row{}
	var found []*operation
	pathWidth, nameWidth := 0, 0
	for _, o := range a.operations {
		if !contains(o.Path, word) && !contains(o.Summary, word) {
			continue
		}
		found, rows[o] = append(found, o), o.rows()
		pathWidth = max(pathWidth, min(len(o.Path), maxWidth))
		for _, r := range rows[o] {
			nameWidth = max(nameWidth, min(len(r.name), maxWidth))
		}
	}
	if found == nil {
		return fmt.Errorf("%s has no operation with %q in its path or summary", a.name, word)
	}
	out := bufio.NewWriter(w)
	for _, o := range found {
		summary := o.Summary
		if o.Deprecated {
			summary = "(deprecated) " + summary
		}
		line := fmt.Sprintf("%-6s %-*s", cmp.Or(o.Method, "?"), pathWidth, o.Path)
		if summary == "" {
			line = strings.TrimRight(line, " ")
		} else {
			summary = "  " + summary
		}
		fmt.Fprintln(out, paint("1", line)+summary)
		place := ""
		for _, r := range rows[o] {
			label := r.place
			if label == place {
				label = ""
			}
			place = r.place
			fmt.Fprintf(out, "       %s  %s  %s\n", paint("2", fmt.Sprintf("%-6s", label)), paint("36", fmt.Sprintf("%-*s", nameWidth, r.name)), r.text)
		}
	}
	return out.Flush()
}

// maxWidth is the width of a column, beyond which it is not aligned.
const maxWidth = 64

func contains(text, word string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(word))
}

// rows returns the parameters of an operation.
func (o *operation) rows() (rows []row) {
	rows = append(rows, (&schema{Properties: o.Variables}).rows("path")...)
	if o.Query != nil {
		rows = append(rows, o.Query.rows("query")...)
	}
	for _, name := range o.Headers {
		rows = append(rows, row{"header", name + " *", "string"})
	}
	for _, t := range slices.Sorted(maps.Keys(o.Body)) {
		switch s := o.Body[t]; {
		case s == nil || len(s.Properties) == 0:
			rows = append(rows, row{"body", t, s.text()})
		case t == formType:
			rows = append(rows, s.rows("form")...)
		default:
			rows = append(rows, s.rows("body")...)
		}
	}
	return rows
}

// rows returns the properties of a schema, those that are required first.
func (s *schema) rows(place string) (rows []row) {
	var optional []row
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		r := row{place, name, s.Properties[name].text()}
		if slices.Contains(s.Required, name) {
			r.name += " *"
			rows = append(rows, r)
		} else {
			optional = append(optional, r)
		}
	}
	return append(rows, optional...)
}

// maxShown is how many values of an enum are printed.
const maxShown = 12

// text returns what a value may be.
func (s *schema) text() string {
	if s == nil {
		return "any"
	}
	text := cmp.Or(s.Type.String(), "any")
	if s.Type == Array && s.Items != nil {
		text = "array of " + s.Items.text()
	}
	if len(s.Enum) == 0 {
		return text
	}
	values := slices.Clone(s.Enum[:min(len(s.Enum), maxShown)])
	if i := slices.Index(values, ""); i >= 0 {
		values[i] = `""`
	}
	if len(s.Enum) > maxShown {
		values = append(values, "…")
	}
	return text + ": " + strings.Join(values, ", ")
}

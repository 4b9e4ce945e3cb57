package main

import (
	"fmt"
	"io"
	"strings"
)

// A table is a heading and rows of as many cells.
type table [][]string

func (t *table) add(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = fmt.Sprint(cell)
	}
	*t = append(*t, row)
}

// write prints the table as Markdown that is readable as it stands.
func (t table) write(w io.Writer) error {
	widths := make([]int, len(t[0]))
	for _, row := range t {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	var out strings.Builder
	for i, row := range t {
		writeRow(&out, row, widths)
		if i == 0 {
			writeRule(&out, widths)
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func writeRow(out *strings.Builder, row []string, widths []int) {
	for i, cell := range row {
		fmt.Fprintf(out, "| %-*s ", widths[i], cell)
	}
	out.WriteString("|\n")
}

func writeRule(out *strings.Builder, widths []int) {
	for _, width := range widths {
		out.WriteString("| " + strings.Repeat("-", width) + " ")
	}
	out.WriteString("|\n")
}

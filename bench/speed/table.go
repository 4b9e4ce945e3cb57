package main

import (
	"fmt"
	"io"
	"strings"
)

// A table is a heading and rows of as many cells.
type table [][]string

// notCounted stands in place of instructions.
const notCounted = "-"

func instructions(c costs) string {
	if c.instructions == 0 {
		return notCounted
	}
	return fmt.Sprint(c.instructions)
}

// ratio is that of the instructions of two calls, which repeat to 1 %.
func ratio(a, b costs) string {
	if b.instructions == 0 {
		return notCounted
	}
	return fmt.Sprintf("%.3f", float64(a.instructions)/float64(b.instructions))
}

func timeRatio(a, b float64) string { return fmt.Sprintf("%.2f", a/b) }

func duration(nanoseconds float64) string {
	if nanoseconds < 10_000 {
		return fmt.Sprintf("%.0f ns", nanoseconds)
	}
	return fmt.Sprintf("%.0f us", nanoseconds/1000)
}

// add adds a row.
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
